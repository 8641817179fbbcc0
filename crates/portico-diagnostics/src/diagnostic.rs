//! The message itself.

use crate::{Code, SourceFile, Span};

/// How bad it is. Any error makes the build fail; `--strict` makes warnings errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The site cannot be published.
    Error,
    /// The site can be published, but something is not as the author meant it.
    Warning,
}

/// A span in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: SourceFile,
    /// The bytes meant.
    pub span: Span,
}

/// A second place that explains the first ("first defined here").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub place: Place,
    /// What is there, in lower case without full stop.
    pub text: String,
}

/// A message to the author: what is wrong, where, and how to mend it.
///
/// The message says what *is* ("no page at `/x`"), in lower case, without full stop, naming things in backticks.
/// Help is an action; it is left out rather than guessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable code with an explanation.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// What is so.
    pub message: String,
    /// Where. `None` only for things that have no file (a missing configuration file).
    pub place: Option<Place>,
    /// Other places that belong to it.
    pub labels: Vec<Label>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic with the code's own severity and no place yet.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            place: None,
            labels: Vec::new(),
            help: None,
        }
    }

    /// Says where.
    #[must_use]
    pub fn at(mut self, file: &SourceFile, span: Span) -> Self {
        self.place = Some(Place { file: file.clone(), span });
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says what to do if there is something to say.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// Points to a second place.
    #[must_use]
    pub fn label(mut self, file: &SourceFile, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { place: Place { file: file.clone(), span }, text: text.into() });
        self
    }

    /// Overrides the severity, as the settings of a site may do.
    #[must_use]
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    fn sort_key(&self) -> (&str, Span, Severity, Code, &str) {
        let (path, span) =
            self.place.as_ref().map_or(("", Span::default()), |place| (place.file.path(), place.span));
        (path, span, self.severity, self.code, &self.message)
    }

    /// Where the first label stands.
    fn label_key(&self) -> Option<(&str, Span)> {
        self.labels.first().map(|label| (label.place.file.path(), label.place.span))
    }
}

/// So many places explain one message.
const MAX_LABELS: usize = 8;

/// Orders diagnostics by path, then place, and makes one of those that say the same of the same place: what is wrong in
/// a partial is wrong wherever it is included. That one has the labels of all, up to a few.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics
        .sort_by(|a, b| a.sort_key().cmp(&b.sort_key()).then_with(|| a.label_key().cmp(&b.label_key())));
    diagnostics.dedup_by(|next, kept| {
        let is_same = next.sort_key() == kept.sort_key();
        if is_same {
            for label in std::mem::take(&mut next.labels) {
                if kept.labels.len() < MAX_LABELS && !kept.labels.contains(&label) {
                    kept.labels.push(label);
                }
            }
        }
        is_same
    });
}

/// Whether any of them stops the build.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_mistake_of_a_partial_is_one_message() {
        let part = SourceFile::new("content/_part.md", "a {{nope}}");
        let page = SourceFile::new("content/page.md", "<Part />\n\n<Part />\n");
        let at = |start: usize| {
            let place = Span::new(start, start + 8);
            let found = Diagnostic::new(Code::MarkdownUnknownVariable, "no variable `nope`");
            found.at(&part, Span::new(2, 10)).label(&page, place, "included here")
        };
        let mut found = vec![at(10), at(0), at(10)];
        sort(&mut found);
        assert_eq!(found.len(), 1);
        let places: Vec<_> = found[0].labels.iter().map(|label| label.place.span.start).collect();
        assert_eq!(places, [0, 10]);
    }
}
