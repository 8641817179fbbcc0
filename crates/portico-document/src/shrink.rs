//! Gives back memory that a tree reserved while it grew: a site's trees are kept together until its last page is written.

use crate::{Node, NodeKind};

/// Gives back what nodes and the texts in them reserved and do not need.
pub fn shrink(nodes: &mut Vec<Node>) {
    nodes.shrink_to_fit();
    for node in nodes {
        if let NodeKind::Text(text) | NodeKind::InlineCode(text) | NodeKind::Html(text) = &mut node.kind {
            text.shrink_to_fit();
        }
        node.for_each_list(shrink);
    }
}
