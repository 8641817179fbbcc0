//! The plain text of content.

use crate::{Formula, Node, NodeKind};

/// The text a reader would read aloud: markup, raw HTML and image files left out, inline code kept.
pub fn plain_text(nodes: &[Node]) -> String {
    text_with(nodes, |formula| &formula.text)
}

/// The text that ids are made of: like [`plain_text`], but with formulas as they are written, so that an id stays when
/// formulas are read better.
pub fn id_text(nodes: &[Node]) -> String {
    text_with(nodes, |formula| &formula.source)
}

fn text_with(nodes: &[Node], text_of: fn(&Formula) -> &str) -> String {
    let mut text = String::new();
    push(nodes.iter(), text_of, &mut text);
    text
}

fn push<'a>(nodes: impl Iterator<Item = &'a Node>, text_of: fn(&Formula) -> &str, text: &mut String) {
    for node in nodes {
        match &node.kind {
            NodeKind::Text(value) | NodeKind::InlineCode(value) => text.push_str(value),
            NodeKind::Math(formula) => text.push_str(text_of(formula)),
            NodeKind::LineBreak => text.push(' '),
            NodeKind::Image(image) => text.push_str(&image.alt),
            _ => push(node.children().into_iter(), text_of, text),
        }
    }
}
