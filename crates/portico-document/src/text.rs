//! The plain text of content.

use crate::{Node, NodeKind};

/// The text a reader would read aloud: markup, raw HTML and image files left out, inline code kept.
pub fn plain_text(nodes: &[Node]) -> String {
    let mut text = String::new();
    push(nodes.iter(), &mut text);
    text
}

fn push<'a>(nodes: impl Iterator<Item = &'a Node>, text: &mut String) {
    for node in nodes {
        match &node.kind {
            NodeKind::Text(value) | NodeKind::InlineCode(value) => text.push_str(value),
            NodeKind::LineBreak => text.push(' '),
            NodeKind::Image(image) => text.push_str(&image.alt),
            _ => push(node.children().into_iter(), text),
        }
    }
}
