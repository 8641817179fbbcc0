//! The table of contents of a page.

use portico_config::Docs;
use portico_document::{Document, Heading, Node, NodeKind};

use crate::TocNode;

/// The headings of a document as a tree, limited to the levels that the toc shows.
///
/// The tree is made first and filtered afterwards: what lies below a heading that is not shown moves up to where
/// that heading was.
pub(crate) fn toc(document: &Document, docs: &Docs) -> Vec<TocNode> {
    let front_matter = &document.front_matter;
    let low = front_matter.toc_min_heading_level.unwrap_or(docs.toc_min_level);
    let high = front_matter.toc_max_heading_level.unwrap_or(docs.toc_max_level).max(low);
    filter(tree(&document.body.outline().headings), low, high)
}

fn tree(headings: &[Heading]) -> Vec<TocNode> {
    let mut roots = Vec::new();
    let mut open: Vec<TocNode> = Vec::new();
    for heading in headings {
        close(&mut open, &mut roots, heading.level);
        open.push(TocNode {
            id: heading.id.clone(),
            level: heading.level,
            inline: inline(heading.children.clone()),
            children: Vec::new(),
        });
    }
    close(&mut open, &mut roots, 0);
    roots
}

/// Ends the open headings that a heading of a level does not belong to.
fn close(open: &mut Vec<TocNode>, roots: &mut Vec<TocNode>, level: u8) {
    while open.last().is_some_and(|last| last.level >= level) {
        if let Some(done) = open.pop() {
            open.last_mut().map_or(&mut *roots, |parent| &mut parent.children).push(done);
        }
    }
}

fn filter(nodes: Vec<TocNode>, low: u8, high: u8) -> Vec<TocNode> {
    let mut shown = Vec::new();
    for mut node in nodes {
        let children = filter(std::mem::take(&mut node.children), low, high);
        if (low..=high).contains(&node.level) {
            shown.push(TocNode { children, ..node });
        } else {
            shown.extend(children);
        }
    }
    // All pages keep theirs.
    shown.shrink_to_fit();
    shown
}

/// What a toc entry shows of a heading: text, code and emphasis. Links and elements give way to their content; images
/// and footnote marks go.
fn inline(nodes: Vec<Node>) -> Vec<Node> {
    let mut kept = Vec::new();
    for Node { kind, span } in nodes {
        let kind = match kind {
            NodeKind::Text(_) | NodeKind::InlineCode(_) | NodeKind::LineBreak | NodeKind::Math(_) => kind,
            NodeKind::Emphasis(children) => NodeKind::Emphasis(inline(children)),
            NodeKind::Strong(children) => NodeKind::Strong(inline(children)),
            NodeKind::Strikethrough(children) => NodeKind::Strikethrough(inline(children)),
            NodeKind::Link(link) => {
                kept.extend(inline(link.children));
                continue;
            }
            NodeKind::Element { children, .. } => {
                kept.extend(inline(children));
                continue;
            }
            NodeKind::Component(component) => {
                kept.extend(inline(component.children));
                continue;
            }
            _ => continue,
        };
        kept.push(Node { kind, span });
    }
    kept.shrink_to_fit();
    kept
}
