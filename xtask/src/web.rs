//! The frontend: installed and built only when its sources changed.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};

use crate::fingerprint::fingerprint;
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
