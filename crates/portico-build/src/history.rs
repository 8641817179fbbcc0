//! When sources last changed, from git.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use portico_contract::LastUpdated;

/// Separates commits in what git prints; cannot stand in a path.
const MARK: char = '\u{1}';

/// Day and author of the last commit of every file below the folder's `content/`, by path relative to the folder.
/// Empty where there is no git or no history. A shallow clone knows only what its few commits changed.
pub(crate) fn last_updates(site: &Path) -> BTreeMap<String, LastUpdated> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(site).args(arguments).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let names = ["-c", "core.quotePath=false", "log", "--format=%x01%H%x09%cs%x09%an", "--name-only"];
    let Some(log) = git(&[&names[..], &["--relative", "--", "content"]].concat()) else {
        return BTreeMap::new();
    };
    let cut = git(&["rev-parse", "--git-path", "shallow"])
        .and_then(|path| fs::read_to_string(site.join(path.trim())).ok())
        .unwrap_or_default();
    parse(&log, &cut.lines().collect())
}

/// Reads the log. Commits that the history was cut at seem to add every file; they say nothing.
fn parse(log: &str, cut: &BTreeSet<&str>) -> BTreeMap<String, LastUpdated> {
    let mut updates = BTreeMap::new();
    for commit in log.split(MARK).skip(1) {
        let mut lines = commit.lines();
        let Some((hash, rest)) = lines.next().and_then(|line| line.split_once('\t')) else { continue };
        let Some((date, author)) = rest.split_once('\t').filter(|_| !cut.contains(hash)) else { continue };
        for path in lines.filter(|line| !line.is_empty()) {
            // The newest commit comes first.
            updates.entry(path.to_owned()).or_insert_with(|| LastUpdated {
                date: date.to_owned(),
                label: day_label(date),
                author: Some(author.to_owned()),
            });
        }
    }
    updates
}

/// `2026-11-20` -> `20 November 2026`; other texts stay as they are.
pub(crate) fn day_label(date: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let mut parts = date.splitn(3, '-').map(str::parse::<usize>);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(Ok(year)), Some(Ok(month @ 1..=12)), Some(Ok(day))) => {
            format!("{day} {} {year}", MONTHS[month - 1])
        }
        _ => date.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\u{1}f00\t2026-11-20\tAda\n\ncontent/a.md\n\
                       \u{1}ba5\t2025-01-02\tBob\n\ncontent/a.md\ncontent/b.md\n";

    #[test]
    fn takes_the_newest_commit_of_each_file() {
        let updates = parse(LOG, &BTreeSet::new());
        assert_eq!(updates["content/a.md"].label, "20 November 2026");
        assert_eq!(updates["content/b.md"].author.as_deref(), Some("Bob"));
    }

    #[test]
    fn where_the_history_was_cut_nothing_is_known() {
        let updates = parse(LOG, &["ba5"].into());
        assert_eq!(updates.keys().collect::<Vec<_>>(), ["content/a.md"]);
    }

    #[test]
    fn a_date_that_is_none_stays_as_it_is() {
        assert_eq!(day_label("soon"), "soon");
        assert_eq!(day_label("2026-13-01"), "2026-13-01");
    }
}
