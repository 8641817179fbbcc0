//! TOML files with spans.

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span};
use toml::Spanned;
use toml::de::DeTable;

/// Parses a TOML file and reports every syntax error in it under the given code.
///
/// The table holds whatever could be read; with errors it may be incomplete.
pub fn parse_toml(file: &SourceFile, code: Code) -> (Spanned<DeTable<'_>>, Vec<Diagnostic>) {
    let (table, errors) = DeTable::parse_recoverable(file.text());
    let diagnostics = errors
        .iter()
        .map(|error| {
            let span = error.span().unwrap_or(0..0);
            Diagnostic::new(code, error.message()).at(file, Span::new(span.start, span.end))
        })
        .collect();
    (table, diagnostics)
}
