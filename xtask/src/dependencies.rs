//! Every direct dependency has its reason in `docs/dependencies.md`, and every reason its dependency.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Context as _;

/// Where the reasons are.
const REASONS: &str = "docs/dependencies.md";

/// Dependencies without a reason, and reasons without a dependency.
pub(crate) fn unexplained(root: &Path) -> anyhow::Result<Vec<String>> {
    let read = |name: &str| fs::read_to_string(root.join(name)).with_context(|| format!("reading {name}"));
    let text = read(REASONS)?;
    let (crates, packages) = text.split_once("\n## npm").unwrap_or((&text, ""));
    let manifest = toml::from_str::<toml::Table>(&read("Cargo.toml")?).context("reading Cargo.toml")?;
    let package = serde_json::from_str::<serde_json::Value>(&read("web/package.json")?)
        .context("reading web/package.json")?;
    let in_npm = ["dependencies", "devDependencies"]
        .iter()
        .filter_map(|list| package[list].as_object())
        .flat_map(|list| list.keys().cloned());
    let breaches = [
        compare("Cargo.toml", &crate_names(&manifest), &explained(crates)),
        compare("web/package.json", &in_npm.collect(), &explained(packages)),
    ];
    Ok(breaches.concat())
}

/// The workspace's dependencies that are not its own crates.
fn crate_names(manifest: &toml::Table) -> BTreeSet<String> {
    let all = manifest["workspace"]["dependencies"].as_table().into_iter().flatten();
    all.filter(|(_, wanted)| wanted.get("path").is_none()).map(|(name, _)| name.clone()).collect()
}

/// First words of the rows, in backticks, that say something in the second cell: "| `serde`, `toml` | reads settings |".
fn explained(text: &str) -> BTreeSet<String> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split_once(" | "))
        .filter(|(_, reason)| reason.trim_matches([' ', '|']).len() > 10)
        .flat_map(|(names, _)| names.split(',').map(|name| name.trim().trim_matches('`').to_owned()))
        .collect()
}

fn compare(file: &str, used: &BTreeSet<String>, explained: &BTreeSet<String>) -> Vec<String> {
    let missing = used
        .difference(explained)
        .map(|name| format!("{name} of {file} has no reason: say in {REASONS} what it is for"));
    let stale = explained
        .difference(used)
        .map(|name| format!("{REASONS} explains {name}, which {file} does not have"));
    missing.chain(stale).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_needed_and_a_stale_one_is_not() {
        let rows =
            explained("| `a`, `b` | reads what people write |\n| `c` | |\n| d | reads what people write |\n");
        let breaches = compare("Cargo.toml", &["a", "c"].map(str::to_owned).into(), &rows);
        assert_eq!(breaches.len(), 2, "{breaches:?}");
        assert!(breaches[0].starts_with("c of Cargo.toml") && breaches[1].contains("explains b"));
    }
}
