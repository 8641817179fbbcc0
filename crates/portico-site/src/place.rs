//! Places of things that a document says in its front matter.

use portico_diagnostics::{Diagnostic, Span};
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
