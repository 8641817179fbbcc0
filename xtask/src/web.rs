//! The frontend: installed and built only when its sources changed.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::step;

/// What decides whether the frontend must be built anew, below `web/`.
const SOURCES: [&str; 6] =
    ["src", "scripts", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"];

/// Installs the frontend's packages if the lock file changed.
pub(crate) fn install(root: &Path) -> anyhow::Result<()> {
    let web = root.join("web");
    require_node()?;
    let stamp = web.join("node_modules/.portico-stamp");
    let wanted = fingerprint(&web, &["package-lock.json"])?;
    if fs::read_to_string(&stamp).ok().as_deref() == Some(&wanted) {
        return Ok(());
    }
    step::announce("Installing the frontend's packages (npm ci)");
    step::run(&web, "npm", &["ci", "--no-audit", "--no-fund"])?;
    fs::write(stamp, wanted).context("noting what was installed")
}

/// Builds the frontend if its sources changed; installs its packages first.
pub(crate) fn build(root: &Path) -> anyhow::Result<()> {
    install(root)?;
    let web = root.join("web");
    let stamp = web.join("node_modules/.portico-build-stamp");
    let wanted = fingerprint(&web, &SOURCES)?;
    let is_built = web.join("dist/manifest.json").exists();
    if is_built && fs::read_to_string(&stamp).ok().as_deref() == Some(&wanted) {
        return Ok(());
    }
    step::announce("Building the frontend (npm run build)");
    step::run(&web, "npm", &["run", "--silent", "build"])?;
    fs::write(stamp, wanted).context("noting what was built")
}

/// Fails with a remedy where there is no Node.js that is new enough.
pub(crate) fn require_node() -> anyhow::Result<()> {
    let Some(version) = step::output("node", &["--version"]) else {
        bail!(
            "Node.js is not installed: the frontend is built with Node 20 or newer (Debian: `apt install nodejs npm`)"
        );
    };
    let major: u32 =
        version.trim_start_matches('v').split('.').next().unwrap_or_default().parse().unwrap_or(0);
    if major < 20 {
        bail!("Node.js {version} is too old: the frontend is built with Node 20 or newer");
    }
    Ok(())
}

/// A hash over the names and contents of files below `folder`.
fn fingerprint(folder: &Path, names: &[&str]) -> anyhow::Result<String> {
    let mut files = BTreeSet::new();
    for name in names {
        collect(&folder.join(name), &mut files)?;
    }
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.strip_prefix(folder).unwrap_or(&file).hash(&mut hasher);
        fs::read(&file).with_context(|| format!("reading {}", file.display()))?.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn collect(path: &Path, files: &mut BTreeSet<PathBuf>) -> anyhow::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path).with_context(|| format!("listing {}", path.display()))? {
            collect(&entry?.path(), files)?;
        }
    } else if path.is_file() {
        files.insert(path.to_owned());
    }
    Ok(())
}
