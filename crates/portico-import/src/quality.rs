//! How well the pages of an imported site came through.

use std::collections::{BTreeMap, BTreeSet};

use portico_diagnostics::{Code, Diagnostic, Severity};

/// How well pages came through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    /// Number of pages.
    pub n_pages: usize,
    /// Pages that hold something that could not be rendered as it was meant, by path.
    pub degraded: BTreeSet<String>,
    /// What was found in them, by code, and how often.
    pub constructs: BTreeMap<&'static str, usize>,
    /// Links that lead nowhere.
    pub n_broken_links: usize,
    /// Images and files that are not there.
    pub n_missing_files: usize,
    /// Errors: what keeps the site from being published.
    pub n_errors: usize,
}

impl Quality {
    /// Share of pages without a degraded construct, in per cent, rounded down.
    pub fn share(&self) -> usize {
        (self.n_pages - self.degraded.len().min(self.n_pages)) * 100 / self.n_pages.max(1)
    }

    /// One line for people.
    pub fn summary(&self) -> String {
        let n_whole = self.n_pages - self.degraded.len().min(self.n_pages);
        let constructs: Vec<String> =
            self.constructs.iter().map(|(code, count)| format!("{count} {code}")).collect();
        let constructs =
            if constructs.is_empty() { String::new() } else { format!(" ({})", constructs.join(", ")) };
        format!(
            "{n_whole} of {} pages ({} %) are rendered without a degraded construct{constructs}; {} broken links and anchors, {} missing files",
            self.n_pages,
            self.share(),
            self.n_broken_links,
            self.n_missing_files
        )
    }
}

/// Judges the diagnostics of a build.
pub fn quality(n_pages: usize, diagnostics: &[Diagnostic]) -> Quality {
    let mut quality = Quality { n_pages, ..Quality::default() };
    for diagnostic in diagnostics {
        if is_unused_import(diagnostic) {
            continue;
        }
        quality.n_errors += usize::from(diagnostic.severity == Severity::Error);
        // A container that nothing closes ends with its page, as it did in the project: that degrades nothing.
        match diagnostic.code {
            Code::LinkBroken | Code::LinkBrokenAnchor => quality.n_broken_links += 1,
            Code::LinkMissingAsset => quality.n_missing_files += 1,
            Code::MarkdownSyntax
            | Code::MarkdownUnknownAdmonition
            | Code::MarkdownUnknownComponent
            | Code::MarkdownInvalidProperty
            | Code::MarkdownUnknownVariable
            | Code::MarkdownImport
            | Code::MarkdownExpression
            | Code::FrontMatterSyntax => {
                *quality.constructs.entry(diagnostic.code.id()).or_default() += 1;
                quality.degraded.extend(pages_of(diagnostic));
            }
            _ => {}
        }
    }
    quality
}

/// Whether a diagnostic is about an import that the file makes no use of: readers miss nothing.
fn is_unused_import(diagnostic: &Diagnostic) -> bool {
    let Some(place) = diagnostic.place.as_ref().filter(|_| diagnostic.code == Code::MarkdownImport) else {
        return false;
    };
    let text = place.file.text();
    let before = text.get(..place.span.range().start).unwrap_or_default();
    let start = before.rfind("import").unwrap_or_default();
    let statement = &before[start..];
    let rest = text.get(place.span.range().end..).unwrap_or_default();
    let is_name = |word: &&str| {
        word.starts_with(char::is_alphabetic) && !matches!(*word, "import" | "from" | "as" | "type")
    };
    let mut names =
        statement.split(|character: char| !character.is_alphanumeric() && character != '_').filter(is_name);
    names.clone().next().is_some() && !names.any(|name| text[..start].contains(name) || rest.contains(name))
}

/// The page that a diagnostic is about; those that include the partial that it is about.
fn pages_of(diagnostic: &Diagnostic) -> Vec<String> {
    let is_page = |path: &str| path.strip_prefix("content/").and_then(portico_site::page_path_id).is_some();
    let places = diagnostic.place.iter().chain(diagnostic.labels.iter().map(|label| &label.place));
    places.map(|place| place.file.path()).filter(|path| is_page(path)).map(str::to_owned).collect()
}
