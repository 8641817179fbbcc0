//! What was carried over, and what was not.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What an import did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Pages of the new site, those that the import made up included.
    pub n_pages: usize,
    /// Partials: Markdown that pages include.
    pub n_partials: usize,
    /// Other files: images, downloads, data.
    pub n_files: usize,
    /// Sidebars.
    pub n_sidebars: usize,
    /// Redirects.
    pub n_redirects: usize,
    /// What could not be carried over or was changed, by file of the project.
    pub notes: BTreeMap<String, Vec<String>>,
}

impl Report {
    /// Adds a note about a file, once.
    pub(crate) fn note(&mut self, file: &str, message: impl Into<String>) {
        let (notes, message) = (self.notes.entry(file.to_owned()).or_default(), message.into());
        if !notes.contains(&message) {
            notes.push(message);
        }
    }

    /// Number of notes.
    pub fn n_notes(&self) -> usize {
        self.notes.values().map(Vec::len).sum()
    }

    /// The first lines: what came of it.
    pub fn summary(&self) -> String {
        let counts = [
            (self.n_pages, "page"),
            (self.n_partials, "partial"),
            (self.n_files, "other file"),
            (self.n_sidebars, "sidebar"),
            (self.n_redirects, "redirect"),
        ];
        let counts: Vec<String> = counts.iter().map(|(count, noun)| counted(*count, noun)).collect();
        counts.join(", ")
    }

    /// The whole report as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# Import report\n\nImported: {}.\n", self.summary());
        if self.notes.is_empty() {
            text.push_str("\nEverything was carried over.\n");
        } else {
            text.push_str("\nNot carried over, or changed on the way:\n");
        }
        for (file, notes) in &self.notes {
            // A string cannot fail to be written to.
            let _ = write!(text, "\n## {file}\n\n");
            for note in notes {
                let _ = writeln!(text, "- {note}");
            }
        }
        text
    }
}

/// `1 page`, `2 pages`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A list for people: the first few, and how many more there are.
pub(crate) fn some_of(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
