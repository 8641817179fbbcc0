//! When sources last changed, from git.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use portico_contract::LastUpdated;

/// Separates commits in what git prints; cannot stand in a path.
const MARK: char = '\u{1}';

/// Day and author of the last commit of every file below the folder's `content/`, by path relative to the folder.
/// Empty where there is no git or no history.
pub(crate) fn last_updates(site: &Path) -> BTreeMap<String, LastUpdated> {
    let output = Command::new("git")
        .current_dir(site)
        .args(["-c", "core.quotePath=false", "log", "--format=%x01%cs%x09%an", "--name-only", "--relative"])
        .args(["--", "content"])
        .output();
    let Ok(output) = output else { return BTreeMap::new() };
    parse(&String::from_utf8_lossy(&output.stdout))
}

fn parse(log: &str) -> BTreeMap<String, LastUpdated> {
    let mut updates = BTreeMap::new();
    for commit in log.split(MARK).skip(1) {
        let mut lines = commit.lines();
        let Some((date, author)) = lines.next().and_then(|line| line.split_once('\t')) else { continue };
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

    #[test]
    fn takes_the_newest_commit_of_each_file() {
        let log =
            "\u{1}2026-11-20\tAda\n\ncontent/a.md\n\u{1}2025-01-02\tBob\n\ncontent/a.md\ncontent/b.md\n";
        let updates = parse(log);
        assert_eq!(updates["content/a.md"].label, "20 November 2026");
        assert_eq!(updates["content/b.md"].author.as_deref(), Some("Bob"));
    }

    #[test]
    fn a_date_that_is_none_stays_as_it_is() {
        assert_eq!(day_label("soon"), "soon");
        assert_eq!(day_label("2026-13-01"), "2026-13-01");
    }
}
