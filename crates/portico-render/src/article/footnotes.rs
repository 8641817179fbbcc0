//! Footnotes: numbered by first reference, collected at the end of the article.

use std::collections::BTreeMap;

use portico_document::{Node, NodeKind};

use super::Writer;

/// All footnote texts of a body by label.
pub(super) fn collect(body: &[Node]) -> BTreeMap<String, &[Node]> {
    let mut found = BTreeMap::new();
    let mut queue: Vec<&Node> = body.iter().collect();
    while let Some(node) = queue.pop() {
        if let NodeKind::FootnoteDefinition { label, children } = &node.kind {
            found.insert(label.clone(), children.as_slice());
        }
        queue.extend(node.children());
    }
    found
}

impl Writer<'_> {
    pub(super) fn footnote_reference(&mut self, label: &str) {
        if !self.footnotes.contains_key(label) {
            self.push_text(&format!("[^{label}]"));
            return;
        }
        let next = self.referenced.len() + 1;
        let (number, n_references) = self.referenced.entry(label.to_owned()).or_insert((next, 0));
        *n_references += 1;
        let id = reference_id(*number, *n_references);
        let number = *number;
        self.push("<sup><a class=\"footnote-ref\"");
        self.attribute("href", &format!("#fn-{number}"));
        self.attribute("id", &id);
        self.attribute("aria-label", &format!("Footnote {number}"));
        self.push(">");
        self.push_text(&number.to_string());
        self.push("</a></sup>");
    }

    pub(super) fn footnote_section(&mut self) {
        if self.referenced.is_empty() {
            return;
        }
        self.push("<section class=\"footnotes\" aria-label=\"Footnotes\"><ol>");
        // A footnote may refer to another one, which then gets the next number: the list grows while it is written.
        let mut number = 0;
        while let Some((label, n_references)) = self.footnote(number + 1) {
            number += 1;
            let children = self.footnotes[&label];
            self.push("<li");
            self.attribute("id", &format!("fn-{number}"));
            self.push(">");
            self.blocks(children);
            for reference in 1..=n_references {
                self.push("<a class=\"footnote-back\"");
                self.attribute("href", &format!("#{}", reference_id(number, reference)));
                self.attribute("aria-label", &format!("Back to reference {number}"));
                self.push(">\u{21a9}\u{fe0e}</a>");
            }
            self.push("</li>");
        }
        self.push("</ol></section>");
    }

    fn footnote(&self, wanted: usize) -> Option<(String, usize)> {
        let mut footnotes = self.referenced.iter();
        let (label, (_, n_references)) = footnotes.find(|(_, (number, _))| *number == wanted)?;
        Some((label.clone(), *n_references))
    }
}

fn reference_id(number: usize, reference: usize) -> String {
    match reference {
        1 => format!("fnref-{number}"),
        _ => format!("fnref-{number}-{reference}"),
    }
}
