//! Places of things that a document says in its front matter.

use portico_diagnostics::{Diagnostic, SourceFile, Span};
use portico_document::Document;

/// The value of a front matter key; the start of the file if the key is not there.
pub(crate) fn front_matter_value(document: &Document, key: &str) -> Span {
    let block = document.front_matter.span;
    let mut offset = block.start as usize;
    for line in document.source.slice(block).split_inclusive('\n') {
        if let Some(value) = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(':')) {
            let start = offset + key.len() + 1 + (value.len() - value.trim_start().len());
            return Span::new(start, start + value.trim().len());
        }
        offset += line.len();
    }
    Span::default()
}

/// Adds the place of a document to a diagnostic.
pub(crate) fn at_document(diagnostic: Diagnostic, document: &Document, key: &str) -> Diagnostic {
    diagnostic.at(&document.source, front_matter_value(document, key))
}

/// The part of a span that is a value written in it: in quotes if it can be found so, else as it stands, else the
/// whole span.
pub(crate) fn value_within(file: &SourceFile, span: Span, value: &str) -> Span {
    if value.is_empty() {
        return span;
    }
    let text = file.slice(span);
    let quoted =
        ['"', '\''].iter().find_map(|quote| text.find(&format!("{quote}{value}{quote}")).map(|at| at + 1));
    match quoted.or_else(|| text.find(value)) {
        Some(at) => Span::new(at, at + value.len()).shifted(span.start as usize),
        None => span,
    }
}
