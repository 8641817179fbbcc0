//! Built-in components that are made of plain content here, so that everything later knows them as such.

use portico_diagnostics::{Code, Diagnostic, Span, nearest};
use portico_document::{
    Component, ElementAttribute, HeadElement, Image, Link, List, ListItem, Node, NodeKind, value_within,
};
use serde_json::{Map, Value};

use crate::assemble::{Shape, unwrap_paragraph};
use crate::components::heading_level;
use crate::include::is_blank;
use crate::page::Region;
use crate::script;
use crate::tag::Tag;

/// The modes that readers choose from; a `<ThemedImage>` has an image for each.
const COLOR_MODES: &[&str] = &["light", "dark"];

/// Elements that `<Head>` takes.
const HEAD_ELEMENTS: [&str; 2] = ["meta", "link"];

impl Region<'_, '_> {
    /// The content that a built-in component stands for; `None` if React renders it.
    pub(crate) fn built_in(
        &mut self,
        name: &str,
        tag: &Tag,
        shape: Shape,
        children: &mut Vec<Node>,
        place: Span,
    ) -> Option<Vec<Node>> {
        let nodes = match name {
            "Admonition" => vec![self.admonition_component(tag, std::mem::take(children), place)],
            "DataTable" => self.data_table(tag).into_iter().map(|kind| Node::new(kind, place)).collect(),
            "Link" => {
                let children = unwrap_paragraph(std::mem::take(children));
                match self.link_component(tag, children.clone()) {
                    Some(link) => in_shape(Node::new(link, place), shape),
                    None => children,
                }
            }
            "Head" => {
                self.checked_props(tag, name);
                self.head(std::mem::take(children), tag.span);
                Vec::new()
            }
            "Translate" => {
                self.checked_props(tag, name);
                let children = std::mem::take(children);
                if shape == Shape::Inline { unwrap_paragraph(children) } else { children }
            }
            "BrowserOnly" => {
                let props = self.checked_props(tag, name);
                let children = std::mem::take(children);
                match props.get("fallback").and_then(Value::as_str) {
                    Some(fallback) if children.iter().all(is_blank) => {
                        in_shape(Node::new(NodeKind::Text(fallback.to_owned()), place), shape)
                    }
                    _ => children,
                }
            }
            "Steps" => {
                let props = self.checked_props(tag, name);
                let children = numbered_steps(std::mem::take(children), place);
                let is_inline = shape == Shape::Inline;
                let steps = Component { name: name.to_owned(), props, children, is_inline };
                vec![Node::new(NodeKind::Component(Box::new(steps)), place)]
            }
            "ThemedImage" => {
                let props = self.checked_props(tag, name);
                let alt = props.get("alt").and_then(Value::as_str).unwrap_or_default();
                self.check_sources(tag, &props);
                in_shape(self.themed_image(tag.span, props.get("sources"), alt), shape)
            }
            _ => return None,
        };
        Some(nodes)
    }

    /// Takes what belongs into the document's head.
    fn head(&mut self, children: Vec<Node>, span: Span) {
        for node in children {
            match node.kind {
                NodeKind::Element { tag, attributes, .. } if HEAD_ELEMENTS.contains(&tag.as_str()) => {
                    self.page.head.push(HeadElement { tag, attributes });
                }
                NodeKind::Paragraph(inside) => self.head(inside, span),
                NodeKind::Text(text) if text.trim().is_empty() => {}
                other => {
                    let found = match &other {
                        NodeKind::Element { tag, .. } => format!("`{tag}`"),
                        _ => "this".to_owned(),
                    };
                    let diagnostic = Diagnostic::new(
                        Code::MarkdownInvalidProperty,
                        format!("`Head` takes `meta` and `link` elements; {found} is left out"),
                    )
                    .help("the title and the description of a page stand in its front matter");
                    self.report(diagnostic, span);
                }
            }
        }
    }

    /// Reports levels between which there is no heading.
    pub(crate) fn check_toc_levels(&mut self, tag: &Tag, props: &Map<String, Value>) {
        let (min, max) = toc_levels(props);
        if min <= max {
            return;
        }
        let message = format!("the lowest level of this table of contents is {min} and the highest {max}");
        let help = "give `minHeadingLevel` and `maxHeadingLevel` so that the first is not above the second";
        self.report(Diagnostic::new(Code::MarkdownInvalidProperty, message).help(help), tag.span);
    }

    /// Reports images that a reader of one mode would not see, or nobody.
    fn check_sources(&mut self, tag: &Tag, props: &Map<String, Value>) {
        let Some(sources) = props.get("sources").and_then(Value::as_object) else { return };
        let attribute = tag.attributes.iter().find(|attribute| attribute.name == "sources");
        let place = attribute.map_or(tag.span, |attribute| attribute.value_span);
        let mut meant = Vec::new();
        for name in sources.keys().filter(|name| !COLOR_MODES.contains(&name.as_str())) {
            let near = nearest(name, COLOR_MODES.iter().copied());
            meant.extend(near);
            let help = near.map_or_else(
                || "the images are `light` and `dark`".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            let message = format!("`sources` takes no image `{name}`");
            let diagnostic = Diagnostic::new(Code::MarkdownInvalidProperty, message).help(help);
            let at = value_within(&self.file, place, name);
            self.report(diagnostic, at);
        }
        for mode in COLOR_MODES {
            // What cannot be evaluated was reported, and is null.
            let message = match sources.get(*mode) {
                Some(Value::String(_) | Value::Null) => continue,
                None if meant.contains(mode) => continue,
                Some(_) => format!("the image `{mode}` of `sources` is no path in quotes"),
                None => format!("`sources` has no image `{mode}`: nothing is shown in {mode} mode"),
            };
            let help = format!("write `{mode}: '/img/…'`");
            self.report(Diagnostic::new(Code::MarkdownInvalidProperty, message).help(help), place);
        }
    }

    /// Both images; the style sheet shows the one for the reader's colour mode.
    fn themed_image(&mut self, own: Span, sources: Option<&Value>, alt: &str) -> Node {
        let place = self.node_span(own);
        let mut images = Vec::new();
        for mode in COLOR_MODES {
            let Some(src) = sources.and_then(|sources| sources.get(*mode)).and_then(Value::as_str) else {
                continue;
            };
            let src_span = self.included_at.unwrap_or_else(|| value_within(&self.file, place, src));
            let src = self.anchored(src, crate::addresses::AddressRole::Asset, own);
            let image = Image { src, src_span, alt: alt.to_owned(), title: None };
            let image = Node::new(NodeKind::Image(Box::new(image)), place);
            images.push(span_of(&format!("only-{mode}"), vec![image], place));
        }
        span_of("themed-image", images, place)
    }
}

/// Steps as the items of one ordered list; content without any `<Step>` stays as it is.
fn numbered_steps(children: Vec<Node>, place: Span) -> Vec<Node> {
    let is_step = |node: &Node| matches!(&node.kind, NodeKind::Component(step) if step.name == "Step");
    if !children.iter().any(is_step) {
        return children;
    }
    let mut items: Vec<ListItem> = Vec::new();
    let mut before = Vec::new();
    for node in children {
        let span = node.span;
        match node.kind {
            NodeKind::Component(step) if step.name == "Step" => {
                let title = step.props.get("title").map(script::to_text);
                let title = title.map(|title| {
                    let strong = NodeKind::Strong(vec![Node::new(NodeKind::Text(title), span)]);
                    Node::new(NodeKind::Paragraph(vec![Node::new(strong, span)]), span)
                });
                let children = title.into_iter().chain(step.children).collect();
                items.push(ListItem { is_checked: None, children, span });
            }
            kind => {
                let node = Node::new(kind, span);
                match items.last_mut() {
                    Some(item) => item.children.push(node),
                    None => before.push(node),
                }
            }
        }
    }
    before.push(Node::new(NodeKind::List(List { start: Some(1), is_tight: false, items }), place));
    before
}

/// Replaces `<TOCInline>` by links to the headings of the page, which must have their ids.
pub(crate) fn fill_inline_tocs(body: &mut [Node]) {
    if !has_inline_toc(body) {
        return;
    }
    let headings = portico_document::headings(body);
    fill(body, &headings);
}

fn has_inline_toc(nodes: &[Node]) -> bool {
    fn is_toc(node: &Node) -> bool {
        let is_own = matches!(&node.kind, NodeKind::Component(component) if component.name == "TOCInline");
        is_own || node.children().into_iter().any(is_toc)
    }
    nodes.iter().any(is_toc)
}

fn fill(nodes: &mut [Node], headings: &[portico_document::Heading]) {
    for node in nodes {
        if let NodeKind::Component(component) = &node.kind
            && component.name == "TOCInline"
        {
            node.kind = inline_toc(component, headings, node.span);
            continue;
        }
        for part in crate::headings::parts_mut(&mut node.kind) {
            fill(part, headings);
        }
    }
}

/// The levels of the headings that a table of contents shows.
fn toc_levels(props: &Map<String, Value>) -> (u8, u8) {
    let level = |name: &str, usual: u8| props.get(name).and_then(heading_level).unwrap_or(usual);
    (level("minHeadingLevel", 2), level("maxHeadingLevel", 3))
}

fn inline_toc(component: &Component, headings: &[portico_document::Heading], place: Span) -> NodeKind {
    let (min, max) = toc_levels(&component.props);
    let shown: Vec<_> = headings.iter().filter(|heading| (min..=max).contains(&heading.level)).collect();
    if shown.is_empty() {
        return NodeKind::Paragraph(Vec::new());
    }
    NodeKind::List(toc_list(&shown, place))
}

/// Headings as nested lists: each with those after it that are deeper.
fn toc_list(headings: &[&portico_document::Heading], place: Span) -> List {
    let mut items = Vec::new();
    let mut rest = headings;
    while let Some((first, after)) = rest.split_first() {
        let n_deeper = after.iter().take_while(|heading| heading.level > first.level).count();
        let (deeper, next) = after.split_at(n_deeper);
        let link = Link {
            href: format!("#{}", first.id),
            href_span: place,
            title: None,
            children: first.children.clone(),
        };
        let link = Node::new(NodeKind::Link(Box::new(link)), place);
        let mut children = vec![Node::new(NodeKind::Paragraph(vec![link]), place)];
        if !deeper.is_empty() {
            children.push(Node::new(NodeKind::List(toc_list(deeper, place)), place));
        }
        items.push(ListItem { is_checked: None, children, span: place });
        rest = next;
    }
    List { start: None, is_tight: true, items }
}

/// An inline node where it stands: in a paragraph of its own between blocks.
fn in_shape(node: Node, shape: Shape) -> Vec<Node> {
    let place = node.span;
    if shape == Shape::Inline { vec![node] } else { vec![Node::new(NodeKind::Paragraph(vec![node]), place)] }
}

fn span_of(class: &str, children: Vec<Node>, place: Span) -> Node {
    let class = ElementAttribute { name: "class".to_owned(), value: Some(class.to_owned()) };
    Node::new(NodeKind::Element { tag: "span".to_owned(), attributes: vec![class], children }, place)
}
