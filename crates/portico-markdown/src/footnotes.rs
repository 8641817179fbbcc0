//! Footnotes without a partner: references to none, and those that nothing refers to.

use std::collections::{BTreeMap, BTreeSet};

use portico_diagnostics::{Code, Diagnostic, nearest};
use satteri_ast::mdast::{MdastNodeType, decode_footnote_definition_data, decode_reference_data};

use crate::page::Region;
use crate::tree::Tree;

impl Region<'_, '_> {
    /// Reports footnotes of this file without a partner. Files of a page share none: the parser resolves references.
    pub(crate) fn check_footnotes(&mut self, tree: &Tree<'_>) {
        let written: Vec<(usize, &str)> = references(tree.text()).collect();
        let is_defined = tree.text().contains("[^") && tree.text().contains("]:");
        if written.is_empty() && !is_defined {
            return;
        }
        let mut defined = BTreeMap::new();
        let mut referenced = BTreeSet::new();
        let mut texts = Vec::new();
        for id in tree.ids() {
            match tree.kind(id) {
                MdastNodeType::FootnoteDefinition => {
                    let label = tree.string(decode_footnote_definition_data(tree.data(id)).label);
                    if let Some(first) = defined.get(label) {
                        self.repeated_footnote(label, tree.range(*first).0, tree.range(id).0);
                    } else {
                        defined.insert(label, id);
                    }
                }
                MdastNodeType::FootnoteReference => {
                    referenced.insert(tree.string(decode_reference_data(tree.data(id)).label).to_lowercase());
                }
                MdastNodeType::Text => texts.push(tree.range(id)),
                _ => {}
            }
        }
        for (label, id) in &defined {
            if !referenced.contains(&label.to_lowercase()) {
                self.unused_footnote(label, tree.range(*id).0);
            }
        }
        // What the parser made a reference of, or code, is no text.
        for (at, label) in written {
            if texts.iter().any(|(start, end)| (*start..*end).contains(&at)) {
                let near = nearest(label, defined.keys().copied());
                self.missing_footnote(label, at, near);
            }
        }
    }

    fn missing_footnote(&mut self, label: &str, at: usize, near: Option<&str>) {
        let help = near.map_or_else(
            || {
                format!(
                    "add a line `[^{label}]: …` to this file, or write `\\[^{label}]` for the text itself"
                )
            },
            |near| format!("did you mean `[^{near}]`?"),
        );
        self.footnote(format!("no footnote `{label}`"), help, label, at);
    }

    fn unused_footnote(&mut self, label: &str, at: usize) {
        let help = format!("refer to it with `[^{label}]`, or remove it");
        self.footnote(
            format!("nothing refers to the footnote `{label}`, so that it is not shown"),
            help,
            label,
            at,
        );
    }

    fn repeated_footnote(&mut self, label: &str, first: usize, at: usize) {
        let first = self.mask.source_span(first, first + label.len() + 3);
        let span = self.mask.source_span(at, at + label.len() + 3);
        let diagnostic =
            Diagnostic::new(Code::MarkdownFootnote, format!("the footnote `{label}` is there twice"))
                .label(&self.file, first, "first defined here")
                .help("give one of them another name");
        self.report(diagnostic, span);
    }

    fn footnote(&mut self, message: String, help: String, label: &str, at: usize) {
        let span = self.mask.source_span(at, at + label.len() + 3);
        self.report(Diagnostic::new(Code::MarkdownFootnote, message).help(help), span);
    }
}

/// What looks like references to footnotes: offset and label of each `[^label]` that is not escaped.
fn references(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("[^").filter_map(move |(at, open)| {
        let rest = &text[at + open.len()..];
        let label = &rest[..rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_')))?];
        let n_backslashes = text[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        let is_reference =
            rest[label.len()..].starts_with(']') && !label.is_empty() && n_backslashes % 2 == 0;
        (is_reference && !is_character_class(label)).then_some((at, label))
    })
}

/// Whether the label is a part of a regular expression: `[^a-z]`.
fn is_character_class(label: &str) -> bool {
    ["a-z", "A-Z", "0-9"].iter().any(|range| label.contains(range))
}
