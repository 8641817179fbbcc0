//! Collects diagnostics about settings, whether they come from the file or from the environment.

use std::ops::Range;

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span};

use crate::at::span_in_file;

/// The diagnostics of one reading.
///
/// A value from the environment has no place in the file. It is given a range past the file's end, one for each
/// override, so that a problem found anywhere later can name the variable it came from.
pub(crate) struct Problems<'a> {
    pub(crate) file: &'a SourceFile,
    pub(crate) overrides: Vec<&'a str>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'a> Problems<'a> {
    pub(crate) fn new(file: &'a SourceFile) -> Self {
        Self { file, overrides: Vec::new(), diagnostics: Vec::new() }
    }

    /// Length of the file: ranges that start beyond it belong to overrides.
    pub(crate) fn length(&self) -> usize {
        self.file.text().len()
    }

    /// Registers an override and gives it a range past the end of the file.
    pub(crate) fn override_range(&mut self, name: &'a str) -> Range<usize> {
        self.overrides.push(name);
        let start = self.length() + self.overrides.len();
        start..start + 1
    }

    /// A diagnostic about a range: placed in the file, or naming the environment variable.
    pub(crate) fn diagnostic(
        &self,
        code: Code,
        range: &Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        let message = message.into();
        match span_in_file(range, self.length()) {
            Some(span) => Diagnostic::new(code, message).at(self.file, span),
            None => match self.overrides.get(range.start - self.length() - 1) {
                Some(name) => Diagnostic::new(code, format!("{message} (from the environment: `{name}`)")),
                None => Diagnostic::new(code, message),
            },
        }
    }

    pub(crate) fn report(&mut self, code: Code, range: &Range<usize>, message: impl Into<String>) {
        let diagnostic = self.diagnostic(code, range, message);
        self.diagnostics.push(diagnostic);
    }

    pub(crate) fn report_with_help(
        &mut self,
        code: Code,
        range: &Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        let diagnostic = self.diagnostic(code, range, message).maybe_help(help);
        self.diagnostics.push(diagnostic);
    }

    /// A second place, if it is in the file.
    pub(crate) fn labelled(&self, diagnostic: Diagnostic, range: &Range<usize>, text: &str) -> Diagnostic {
        match span_in_file(range, self.length()) {
            Some(span) => diagnostic.label(self.file, span, text),
            None => diagnostic,
        }
    }

    /// The start of the file, for what is missing from it.
    pub(crate) fn start() -> Range<usize> {
        let Span { start, end } = Span::default();
        start as usize..end as usize
    }
}
