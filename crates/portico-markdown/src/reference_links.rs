//! `[text][label]` whose label nothing defines: `CommonMark` takes it for text.

use portico_diagnostics::{Code, Diagnostic, Span, nearest};

use crate::page::Region;
use crate::tree::Tree;

/// The text of a link is looked for so far back.
const MAX_TEXT_BYTES: usize = 500;

/// A label that is longer is hardly one.
const MAX_LABEL_BYTES: usize = 100;

/// Something written as a reference, without the brackets.
struct Reference<'t> {
    text: &'t str,
    /// Empty if the text itself is the label.
    label: &'t str,
    is_image: bool,
    span: Span,
}

impl Region<'_, '_> {
    /// Reports references in text that are surely meant as links. `own` is the text's place.
    pub(crate) fn check_references(&mut self, tree: &Tree<'_>, own: Span) {
        let file = self.file.clone();
        let start = own.start as usize;
        for (at, _) in file.slice(own).match_indices("][") {
            let Some(reference) = reference_at(file.text(), start + at) else { continue };
            let label = if reference.label.is_empty() { reference.text } else { reference.label };
            let near = near_label(tree, label);
            if near.is_none() && !reference.is_meant(tree.has_definitions()) {
                continue;
            }
            let message = format!("nothing is defined as `{label}`, so that this is shown as text");
            let mark = if reference.is_image { "!" } else { "" };
            let help = near.map_or_else(
                || {
                    format!(
                        "add a line `[{label}]: …` to this file, or write `{mark}[{}](…)`",
                        reference.text
                    )
                },
                |near| format!("did you mean `[{near}]`?"),
            );
            self.report(Diagnostic::new(Code::MarkdownLink, message).help(help), reference.span);
        }
    }
}

impl Reference<'_> {
    /// Whether nobody writes this but for a link: not `[rows][columns]` or `[string, number][]`.
    fn is_meant(&self, has_definitions: bool) -> bool {
        let is_phrase = self.text.split_whitespace().nth(1).is_some();
        let is_plain = !self.text.contains([',', '|', ':', '=', '<', '>', '{', '?', ';', '&', '/']);
        let is_word = !self.label.contains(char::is_whitespace);
        self.is_image || (is_plain && (has_definitions || (is_phrase && is_word)))
    }
}

/// The label of a definition of this file that may be meant; numbers are near to nothing.
fn near_label<'t>(tree: &'t Tree<'_>, label: &str) -> Option<&'t str> {
    let is_word = label.len() > 2 && label.contains(char::is_alphabetic);
    is_word.then(|| nearest(&label.to_lowercase(), tree.labels())).flatten()
}

/// The reference whose text ends at `bracket`, which a `[` follows.
fn reference_at(source: &str, bracket: usize) -> Option<Reference<'_>> {
    let open = opening_bracket(source, bracket)?;
    let before = source[..open].chars().next_back();
    let is_image = before == Some('!');
    let may_begin =
        before.is_none_or(|c| c.is_whitespace() || matches!(c, '!' | '(' | '*' | '"' | '\'' | '|' | '>'));
    let text = source[open + 1..bracket].trim();
    let rest = &source[bracket + 2..];
    let label = rest[..rest.find([']', '[', '\n', '`']).filter(|length| *length <= MAX_LABEL_BYTES)?].trim();
    let follows = rest[rest.find(']')? + 1..].chars().next();
    let is_label =
        |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | '/' | ':' | '#' | '\'');
    let has_words = text.chars().filter(|c| c.is_alphabetic()).nth(1).is_some();
    let is_reference = may_begin
        && has_words
        && !text.starts_with('^')
        && !text.contains(['[', ']'])
        && label.chars().all(is_label)
        && !matches!(follows, Some('[' | '=' | '('));
    let start = open - usize::from(is_image);
    let end = bracket + 2 + rest.find(']')? + 1;
    is_reference.then(|| Reference { text, label, is_image, span: Span::new(start, end) })
}

/// The bracket that the one at `bracket` closes, in the same paragraph and not escaped.
fn opening_bracket(source: &str, bracket: usize) -> Option<usize> {
    let bytes = source.as_bytes();
    let mut depth = 0_usize;
    for at in (bracket.saturating_sub(MAX_TEXT_BYTES)..bracket).rev() {
        match bytes[at] {
            b'\n' if bytes.get(at + 1) == Some(&b'\n') => return None,
            b']' => depth += 1,
            b'[' if depth == 0 => return (at == 0 || bytes[at - 1] != b'\\').then_some(at),
            b'[' => depth -= 1,
            _ => {}
        }
    }
    None
}
