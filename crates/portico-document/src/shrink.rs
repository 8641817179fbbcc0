//! Gives back memory that a tree reserved while it grew: a site's trees are kept together until its last page is written.

use crate::{Node, NodeKind};

/// Gives back what nodes and the texts in them reserved and do not need.
pub fn shrink(nodes: &mut Vec<Node>) {
    nodes.shrink_to_fit();
    for node in nodes {
        match &mut node.kind {
            NodeKind::Paragraph(children)
            | NodeKind::Quote(children)
            | NodeKind::Emphasis(children)
            | NodeKind::Strong(children)
            | NodeKind::Strikethrough(children)
            | NodeKind::Heading { children, .. }
            | NodeKind::FootnoteDefinition { children, .. }
            | NodeKind::Element { children, .. } => shrink(children),
            NodeKind::Admonition { title, children, .. } => {
                title.iter_mut().for_each(shrink);
                shrink(children);
            }
            NodeKind::Component(component) => shrink(&mut component.children),
            NodeKind::Link(link) => shrink(&mut link.children),
            NodeKind::List(list) => {
                list.items.shrink_to_fit();
                list.items.iter_mut().for_each(|item| shrink(&mut item.children));
            }
            NodeKind::Table(table) => {
                let cells = table.head.iter_mut().chain(table.rows.iter_mut().flatten());
                cells.for_each(|cell| shrink(&mut cell.children));
            }
            NodeKind::Text(text) | NodeKind::InlineCode(text) | NodeKind::Html(text) => text.shrink_to_fit(),
            NodeKind::Code(_)
            | NodeKind::Image(_)
            | NodeKind::Diagram { .. }
            | NodeKind::Math { .. }
            | NodeKind::FootnoteReference { .. }
            | NodeKind::LineBreak
            | NodeKind::ThematicBreak => {}
        }
    }
}
