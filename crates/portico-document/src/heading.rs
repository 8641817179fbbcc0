//! Headings of a body, as the toc and the search index see them.

use serde::{Deserialize, Serialize};

use crate::{Node, NodeKind};

/// A heading in the order of the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Id.
    pub id: String,
    /// Inline content.
    pub children: Vec<Node>,
}

/// All headings of a body in reading order, also those inside admonitions, tabs and other containers.
pub fn headings(body: &[Node]) -> Vec<Heading> {
    let mut found = Vec::new();
    collect(body.iter(), &mut found);
    found
}

fn collect<'a>(nodes: impl Iterator<Item = &'a Node>, found: &mut Vec<Heading>) {
    for node in nodes {
        if let NodeKind::Heading { level, id, children } = &node.kind {
            found.push(Heading { level: *level, id: id.clone(), children: children.clone() });
        } else {
            collect(node.children().into_iter(), found);
        }
    }
}
