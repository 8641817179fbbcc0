//! The rules that no compiler checks.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};

use crate::dependencies;

/// The pipeline: a crate may depend only on crates of a lower layer. See ARCHITECTURE.md.
const LAYERS: [(&str, u8); 22] = [
    ("portico-diagnostics", 0),
    ("portico-contract", 0),
    ("portico-js", 0),
    ("portico-theme", 0),
    ("portico-gzip", 0),
    ("portico-trust", 0),
    ("portico-diagram", 0),
    ("portico-card", 1),
    ("portico-document", 1),
    ("portico-config", 1),
    ("portico-markdown", 2),
    ("portico-site", 2),
    ("portico-search", 3),
    ("portico-render", 3),
    ("portico-outside", 3),
    ("portico-typesense", 4),
    ("portico-build", 4),
    ("portico-server", 5),
    ("portico-import", 5),
    ("portico-mcp", 5),
    ("portico-cli", 6),
    ("xtask", 7),
];

/// Checks all rules and reports every breach at once.
pub(crate) fn check(root: &Path) -> anyhow::Result<()> {
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .other_options(vec!["--locked".to_owned()])
        .exec()
        .context("asking cargo about the workspace")?;
    let breaches = [wrong_arrows(&metadata), dependencies::unexplained(root)?].concat();
    if breaches.is_empty() {
        return Ok(());
    }
    bail!("{} breach(es) of the house rules:\n  {}", breaches.len(), breaches.join("\n  "))
}

/// Crates that the table does not know, and dependencies that do not point to a lower layer.
fn wrong_arrows(metadata: &Metadata) -> Vec<String> {
    let layers: BTreeMap<&str, u8> = LAYERS.into_iter().collect();
    let mut breaches = Vec::new();
    for package in metadata.workspace_packages() {
        let Some(layer) = layers.get(package.name.as_str()) else {
            breaches.push(format!("{} has no layer: add it to the table in xtask/src/tidy.rs", package.name));
            continue;
        };
        for dependency in package.dependencies.iter().filter(|it| it.kind != DependencyKind::Development) {
            if let Some(below) = layers.get(dependency.name.as_str()).filter(|below| *below >= layer) {
                breaches.push(format!(
                    "{} (layer {layer}) depends on {} (layer {below}): dependencies point to lower layers",
                    package.name, dependency.name
                ));
            }
        }
    }
    breaches
}
