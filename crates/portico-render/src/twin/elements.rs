//! HTML elements in terms of plain content: what Markdown has a form for gets it, other tags fall away.

use portico_diagnostics::Span;
use portico_document::{
    CodeBlock, CodeLine, ElementAttribute, Image, Link, List, ListItem, Node, NodeKind, Table, TableCell,
    plain_text,
};

/// Where an element stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementRole {
    /// Within a line.
    Inline,
    /// On its own.
    Block,
}

/// Where elements of a tag stand.
pub(super) fn element_role(tag: &str) -> ElementRole {
    const INLINE: [&str; 33] = [
        "a", "abbr", "b", "bdi", "bdo", "br", "button", "cite", "code", "data", "del", "dfn", "em", "i",
        "img", "input", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong",
        "sub", "sup", "time", "u", "var", "wbr",
    ];
    if INLINE.contains(&tag) { ElementRole::Inline } else { ElementRole::Block }
}

/// What an element says.
pub(super) fn lower_element(tag: &str, attributes: &[ElementAttribute], children: &[Node]) -> Vec<Node> {
    let own = || children.to_vec();
    let attribute = |name: &str| {
        let found = attributes.iter().find(|attribute| attribute.name == name);
        found.and_then(|attribute| attribute.value.clone())
    };
    match tag {
        "a" => match attribute("href") {
            Some(href) => vec![node(NodeKind::Link(Box::new(Link {
                href,
                href_span: Span::default(),
                title: attribute("title"),
                children: own(),
            })))],
            None => own(),
        },
        "img" => attribute("src").map_or_else(Vec::new, |src| {
            let alt = attribute("alt").unwrap_or_default();
            vec![node(NodeKind::Image(Box::new(Image {
                src,
                src_span: Span::default(),
                alt,
                title: attribute("title"),
            })))]
        }),
        "b" | "strong" => vec![node(NodeKind::Strong(own()))],
        "i" | "em" | "cite" | "dfn" | "var" => vec![node(NodeKind::Emphasis(own()))],
        "s" | "del" | "strike" => vec![node(NodeKind::Strikethrough(own()))],
        "code" | "kbd" | "samp" => vec![node(NodeKind::InlineCode(plain_text(children)))],
        "q" => [vec![text("\u{201c}")], own(), vec![text("\u{201d}")]].concat(),
        // Of the two images for two colour modes one is enough.
        "span" if attribute("class").as_deref() == Some("only-dark") => Vec::new(),
        "br" => vec![node(NodeKind::LineBreak)],
        "hr" => vec![node(NodeKind::ThematicBreak)],
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            let level = tag.as_bytes()[1] - b'0';
            vec![node(NodeKind::Heading { level, id: String::new(), children: own() })]
        }
        "blockquote" => vec![node(NodeKind::Quote(own()))],
        "summary" | "dt" | "legend" | "caption" => {
            vec![node(NodeKind::Strong(own()))].into_iter().map(paragraph).collect()
        }
        "pre" => vec![preformatted(children)],
        "ul" => vec![element_list(None, children)],
        "ol" => {
            let start = attribute("start").and_then(|start| start.parse().ok()).unwrap_or(1);
            vec![element_list(Some(start), children)]
        }
        "table" => vec![element_table(children)],
        "script" | "style" | "template" | "svg" | "iframe" | "object" | "noscript" | "head" => Vec::new(),
        _ => own(),
    }
}

fn node(kind: NodeKind) -> Node {
    Node::new(kind, Span::default())
}

fn text(value: &str) -> Node {
    node(NodeKind::Text(value.to_owned()))
}

fn paragraph(child: Node) -> Node {
    node(NodeKind::Paragraph(vec![child]))
}

fn preformatted(children: &[Node]) -> Node {
    let lines = plain_text(children).trim_matches('\n').split('\n').map(CodeLine::plain).collect();
    node(NodeKind::Code(Box::new(CodeBlock { lines, ..CodeBlock::default() })))
}

fn element_list(start: Option<u64>, children: &[Node]) -> Node {
    let items = named(children, &["li"])
        .into_iter()
        .map(|(_, children)| ListItem {
            is_checked: None,
            children: children.to_vec(),
            span: Span::default(),
        })
        .collect();
    node(NodeKind::List(List { start, is_tight: true, items }))
}

/// A table written as HTML; its first row is the head.
fn element_table(children: &[Node]) -> Node {
    let mut rows = named(children, &["tr"]).into_iter().map(|(_, cells)| {
        let cells = named(cells, &["td", "th"]).into_iter();
        cells.map(|(_, children)| TableCell { align: None, children: children.to_vec() }).collect::<Vec<_>>()
    });
    let head = rows.next().unwrap_or_default();
    node(NodeKind::Table(Box::new(Table { head, rows: rows.collect(), row_ids: Vec::new() })))
}

/// The nearest elements of these tags below some nodes, in order.
fn named<'a>(nodes: &'a [Node], tags: &[&str]) -> Vec<(&'a str, &'a [Node])> {
    let mut found = Vec::new();
    for child in nodes {
        match &child.kind {
            NodeKind::Element { tag, children, .. } if tags.contains(&tag.as_str()) => {
                found.push((tag.as_str(), children.as_slice()));
            }
            NodeKind::Element { children, .. } | NodeKind::Paragraph(children) => {
                found.extend(named(children, tags));
            }
            _ => {}
        }
    }
    found
}
