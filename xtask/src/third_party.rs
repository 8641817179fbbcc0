//! `THIRD_PARTY.md`: who made what we ship besides ourselves, and under which licences.
//!
//! Shipped are the crates linked into `portico`, the npm packages bundled into `web/dist`, and the fonts. What only
//! builds or tests (build scripts, procedural macros, development dependencies) is not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId, TargetKind};
use serde::Deserialize;

/// Where it is written.
const FILE: &str = "THIRD_PARTY.md";

/// The systems that `portico` is built for, as in `deny.toml`.
const TARGETS: [&str; 4] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
];

/// Fonts with the file that holds their licence.
const FONTS: [(&str, &str); 2] = [
    ("Public Sans, in the pages (web/src/assets/fonts)", "web/src/assets/fonts/OFL.txt"),
    ("Public Sans, in the preview cards (crates/portico-card/assets)", "crates/portico-card/assets/OFL.txt"),
];

/// Something shipped.
struct Part {
    name: String,
    version: String,
    licence: String,
    source: String,
    /// Its licence files, as they are.
    texts: Vec<String>,
}

/// Writes the file.
pub(crate) fn write(root: &Path) -> anyhow::Result<()> {
    fs::write(root.join(FILE), text(root)?).with_context(|| format!("writing {FILE}"))
}

/// Fails if the committed file is not what [`write()`] would write.
pub(crate) fn check(root: &Path) -> anyhow::Result<()> {
    if fs::read_to_string(root.join(FILE)).unwrap_or_default() != text(root)? {
        bail!("{FILE} is stale: run `cargo xtask third-party` and commit the result");
    }
    Ok(())
}

fn text(root: &Path) -> anyhow::Result<String> {
    let crates = crates(root)?;
    let packages = packages(root)?;
    let mut text = String::from(
        "# Third-party software\n\n\
         What is shipped with Portico and made by others. Written by `cargo xtask third-party` from the lock files and the\n\
         packages themselves; `cargo xtask test` fails when it is stale. The icons and pictures in `web/src/assets` are our\n\
         own.\n",
    );
    table(&mut text, "Rust crates in `portico`", &crates);
    table(&mut text, "npm packages in the frontend", &packages);
    text.push_str("\n## Fonts\n\n| font | licence |\n|---|---|\n");
    for (font, file) in FONTS {
        writeln!(text, "| {font} | [SIL Open Font License 1.1]({file}) |")?;
        if !fs::read_to_string(root.join(file)).is_ok_and(|licence| licence.contains("SIL OPEN FONT LICENSE"))
        {
            bail!("{file} does not hold the licence of {font}");
        }
    }
    licences(&mut text, crates.iter().chain(&packages));
    Ok(text)
}

fn table(text: &mut String, title: &str, parts: &[Part]) {
    write!(text, "\n## {title}\n\n| name | version | licence |\n|---|---|---|\n")
        .expect("writing to a string");
    for Part { name, version, licence, source, .. } in parts {
        writeln!(text, "| [{name}]({source}) | {version} | {licence} |").expect("writing to a string");
    }
}

/// Each licence text once, with those who use it.
fn licences<'p>(text: &mut String, parts: impl Iterator<Item = &'p Part>) {
    let mut users: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for part in parts {
        for licence in &part.texts {
            users.entry(tidied(licence)).or_default().insert(&part.name);
        }
    }
    let mut all: Vec<(&String, Vec<&str>)> =
        users.iter().map(|(licence, users)| (licence, users.iter().copied().collect())).collect();
    all.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(b.0)));
    text.push_str("\n## Licence texts\n");
    for (licence, users) in all {
        write!(text, "\n### {}\n\n````text\n{licence}\n````\n", users.join(", "))
            .expect("writing to a string");
    }
}

/// Without what differs and says nothing: line ends, space at the end of lines, tabs, empty lines in a row.
fn tidied(licence: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in licence.lines() {
        let line = line.trim_end().replace('\t', "    ");
        if !line.is_empty() || lines.last().is_some_and(|last| !last.is_empty()) {
            lines.push(line);
        }
    }
    lines.join("\n").trim_end().replace("````", "'''")
}

fn crates(root: &Path) -> anyhow::Result<Vec<Part>> {
    let mut found = BTreeMap::new();
    for target in TARGETS {
        let metadata = MetadataCommand::new()
            .manifest_path(root.join("Cargo.toml"))
            .other_options(["--locked", "--filter-platform", target].map(str::to_owned).to_vec())
            .exec()
            .context("asking cargo about the workspace")?;
        for id in linked(&metadata)? {
            let package = &metadata[&id];
            if package.source.is_some() {
                found
                    .entry((package.name.to_string(), package.version.clone()))
                    .or_insert_with(|| part(package));
            }
        }
    }
    let parts: Vec<Part> = found.into_values().collect();
    match parts.iter().find(|part| part.licence.is_empty()) {
        Some(part) => bail!("{} {} states no licence", part.name, part.version),
        None => Ok(parts),
    }
}

/// What is linked into the binary: reached from it by normal dependencies, procedural macros left out.
fn linked(metadata: &Metadata) -> anyhow::Result<BTreeSet<PackageId>> {
    let resolve = metadata.resolve.as_ref().context("cargo resolved nothing")?;
    let root = metadata.packages.iter().find(|package| package.name.as_str() == "portico-cli");
    let mut queue = vec![root.context("there is no portico-cli")?.id.clone()];
    let mut linked = BTreeSet::new();
    while let Some(id) = queue.pop() {
        let is_macro =
            metadata[&id].targets.iter().any(|target| target.kind.contains(&TargetKind::ProcMacro));
        if is_macro || !linked.insert(id.clone()) {
            continue;
        }
        let node = resolve.nodes.iter().find(|node| node.id == id).context("a package without a node")?;
        let normal = node
            .deps
            .iter()
            .filter(|dependency| dependency.dep_kinds.iter().any(|kind| kind.kind == DependencyKind::Normal));
        queue.extend(normal.map(|dependency| dependency.pkg.clone()));
    }
    Ok(linked)
}

fn part(package: &Package) -> Part {
    let folder = package.manifest_path.parent().map(|folder| folder.as_std_path().to_owned());
    Part {
        name: package.name.to_string(),
        version: package.version.to_string(),
        licence: package.license.clone().unwrap_or_default(),
        source: format!("https://crates.io/crates/{}/{}", package.name, package.version),
        texts: folder.map(|folder| licence_files(&folder)).unwrap_or_default(),
    }
}

/// The npm packages that the bundles are made of: the dependencies that are not for development, and theirs.
fn packages(root: &Path) -> anyhow::Result<Vec<Part>> {
    #[derive(Deserialize)]
    struct Lock {
        packages: BTreeMap<String, Locked>,
    }
    #[derive(Deserialize)]
    struct Locked {
        #[serde(default)]
        version: String,
        #[serde(default)]
        license: String,
        #[serde(default)]
        dev: bool,
    }
    let web = root.join("web");
    let lock = fs::read_to_string(web.join("package-lock.json")).context("reading web/package-lock.json")?;
    let lock: Lock = serde_json::from_str(&lock).context("reading web/package-lock.json")?;
    let shipped = lock.packages.into_iter().filter(|(path, locked)| !path.is_empty() && !locked.dev);
    shipped
        .map(|(path, locked)| {
            let name = path.rsplit("node_modules/").next().unwrap_or(&path).to_owned();
            if locked.license.is_empty() {
                bail!("{name} states no licence");
            }
            Ok(Part {
                source: format!("https://www.npmjs.com/package/{name}/v/{}", locked.version),
                name,
                version: locked.version,
                licence: locked.license,
                texts: licence_files(&web.join(path)),
            })
        })
        .collect()
}

/// The texts of a package's licence files, by name.
fn licence_files(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<_> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
            let is_licence = ["license", "licence", "copying", "copyright", "notice", "unlicense"]
                .iter()
                .any(|it| name.starts_with(it));
            is_licence && path.is_file()
        })
        .collect();
    files.sort();
    files.iter().filter_map(|path| fs::read_to_string(path).ok()).collect()
}
