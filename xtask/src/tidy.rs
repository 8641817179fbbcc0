//! The rules that no compiler checks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use serde::Deserialize;

/// The pipeline: a crate may depend only on crates of a lower layer. See ARCHITECTURE.md.
const LAYERS: [(&str, u8); 17] = [
    ("portico-diagnostics", 0),
    ("portico-contract", 0),
    ("portico-card", 0),
    ("portico-js", 0),
    ("portico-theme", 0),
    ("portico-diagram", 0),
    ("portico-document", 1),
    ("portico-config", 1),
    ("portico-markdown", 2),
    ("portico-site", 2),
    ("portico-search", 3),
    ("portico-render", 3),
    ("portico-build", 4),
    ("portico-server", 5),
    ("portico-import", 5),
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
    let allowed = allowed_licences(root)?;
    let breaches =
        [wrong_arrows(&metadata), foreign_sources(&metadata), foreign_licences(&metadata, &allowed)].concat();
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

/// Dependencies that do not come from the package registry or from this workspace.
fn foreign_sources(metadata: &Metadata) -> Vec<String> {
    let is_known = |source: &str| source.starts_with("registry+") || source.starts_with("sparse+");
    let foreign = metadata
        .packages
        .iter()
        .filter(|package| package.source.as_ref().is_some_and(|source| !is_known(&source.repr)));
    foreign.map(|package| format!("{} does not come from a package registry", package.name)).collect()
}

/// The licences that `deny.toml` allows: the one list that `cargo deny` reads too.
fn allowed_licences(root: &Path) -> anyhow::Result<BTreeSet<String>> {
    #[derive(Deserialize)]
    struct Deny {
        licenses: Licences,
    }
    #[derive(Deserialize)]
    struct Licences {
        allow: BTreeSet<String>,
    }
    let text = fs::read_to_string(root.join("deny.toml")).context("reading deny.toml")?;
    Ok(toml::from_str::<Deny>(&text).context("reading deny.toml")?.licenses.allow)
}

/// Dependencies under licences that are not allowed.
fn foreign_licences(metadata: &Metadata, allowed: &BTreeSet<String>) -> Vec<String> {
    let foreign = metadata.packages.iter().filter(|package| {
        package.source.is_some()
            && !package.license.as_ref().is_some_and(|licence| is_allowed(licence, allowed))
    });
    foreign
        .map(|package| {
            let licence = package.license.as_deref().unwrap_or("no stated licence");
            format!("{} {} is under {licence}, which deny.toml does not allow", package.name, package.version)
        })
        .collect()
}

/// Whether an SPDX expression can be met: one of its alternatives whose parts are all allowed. Parentheses stand only
/// around alternatives that are joined by AND, as cargo's registry has them.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    if expression.contains('(') {
        return expression.split(" AND ").all(|part| is_allowed(part.trim_matches(['(', ')']), allowed));
    }
    let mut alternatives = expression.split(" OR ").flat_map(|alternative| alternative.split('/'));
    alternatives.any(|alternative| alternative.split(" AND ").all(|part| allowed.contains(part.trim())))
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn an_expression_needs_one_alternative_that_is_allowed() {
        let allowed = ["MIT", "Unicode-3.0"].map(str::to_owned).into();
        for (expression, expected) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("Apache-2.0/MIT", true),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("MIT AND GPL-3.0", false),
        ] {
            assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
        }
    }
}
