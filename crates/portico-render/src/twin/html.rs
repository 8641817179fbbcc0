//! Raw HTML: only its text is kept.

use portico_diagnostics::Span;
use portico_document::{Node, NodeKind};

/// The text of a piece of HTML, with its line breaks; tags, comments, scripts and styles are left out.
pub(super) fn text_of(html: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut text = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let Some(tag) = Tag::at(rest) else {
            text.push('<');
            rest = &rest[1..];
            continue;
        };
        rest = &rest[tag.length..];
        match tag.name.to_ascii_lowercase().as_str() {
            "br" => {
                push_text(&mut text, &mut nodes);
                nodes.push(Node::new(NodeKind::LineBreak, Span::default()));
            }
            name @ ("script" | "style" | "template") if !tag.is_end => rest = after_element(rest, name),
            // A block's text must not run into the text before it.
            "p" | "div" | "li" | "tr" | "td" | "th" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                text.push(' ');
            }
            _ => {}
        }
    }
    text.push_str(rest);
    push_text(&mut text, &mut nodes);
    nodes
}

fn push_text(text: &mut String, nodes: &mut Vec<Node>) {
    if !text.is_empty() {
        nodes.push(Node::new(NodeKind::Text(decode(text)), Span::default()));
        text.clear();
    }
}

struct Tag<'a> {
    /// Name; empty for comments and declarations.
    name: &'a str,
    is_end: bool,
    length: usize,
}

impl<'a> Tag<'a> {
    /// The tag or comment that a text begins with.
    fn at(text: &'a str) -> Option<Self> {
        if text.starts_with("<!--") {
            let length = text.find("-->").map_or(text.len(), |end| end + 3);
            return Some(Self { name: "", is_end: false, length });
        }
        let inside = &text[1..];
        let is_end = inside.starts_with('/');
        let inside = inside.strip_prefix('/').unwrap_or(inside);
        if !inside.starts_with(|first: char| first.is_ascii_alphabetic() || matches!(first, '!' | '?')) {
            return None;
        }
        let end = inside.find(|character: char| !character.is_ascii_alphanumeric() && character != '-');
        let name = &inside[..end.unwrap_or(inside.len())];
        Some(Self { name, is_end, length: end_of_tag(text)? })
    }
}

/// The position behind the `>` that ends a tag; one within quotes does not.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None, '>') => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// What follows the end tag of an element whose content is no text.
fn after_element<'a>(text: &'a str, name: &str) -> &'a str {
    let lower = text.to_ascii_lowercase();
    let Some(end) = lower.find(&format!("</{name}")) else { return "" };
    text[end..].find('>').map_or("", |close| &text[end + close + 1..])
}

/// Decodes the entities that text in HTML needs, and numeric ones.
fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let known =
            rest.find(';').filter(|end| *end <= 10).and_then(|end| Some((entity(&rest[1..end])?, end + 1)));
        let (character, length) = known.unwrap_or(('&', 1));
        decoded.push(character);
        rest = &rest[length..];
    }
    decoded.push_str(rest);
    decoded
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        "mdash" => Some('\u{2014}'),
        "ndash" => Some('\u{2013}'),
        "hellip" => Some('\u{2026}'),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_text_alone() {
        for (html, expected) in [
            ("<span class=\"a>b\">text</span>", "text"),
            ("<!-- gone --><script>gone()</script>kept<style>a{}</style>", "kept"),
            ("a &amp; b &#169; &#x41; &unknown; & c", "a & b © A &unknown; & c"),
            ("1 < 2", "1 < 2"),
            ("<td>a</td><td>b</td>", " a  b "),
            ("<video src=\"a.mp4\"></video>", ""),
        ] {
            assert_eq!(portico_document::plain_text(&text_of(html)), expected, "{html}");
        }
    }
}
