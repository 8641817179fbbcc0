//! Components in terms of plain content.

use portico_diagnostics::Span;
use portico_document::{Component, Link, List, ListItem, Node, NodeKind, plain_text};
use portico_site::DocCard;
use serde_json::Value;

use crate::doc_cards::card_grid;

/// What a component says, without components of its own kind. Unknown components are their content. `around` gives
/// what a `<DocCardList>` without items shows.
pub(super) fn lower_component(component: &Component, around: &dyn Fn() -> Vec<DocCard>) -> Vec<Node> {
    if let Some(grid) = card_grid(component, around) {
        return card_list(&grid.children);
    }
    match component.name.as_str() {
        "Tabs" => tabs(component),
        "TabItem" => {
            labelled(text_prop(component, "label").or_else(|| text_prop(component, "value")), component)
        }
        "CardGrid" => card_list(&component.children),
        "Card" => card_list(&[node(NodeKind::Component(Box::new(component.clone())))]),
        "Hero" => hero(component),
        "HeroAction" => list(vec![vec![paragraph(link(component))]]),
        "Endpoint" => endpoint(component),
        "Steps" => steps(component),
        "Step" => labelled(text_prop(component, "title"), component),
        "Details" => labelled(text_prop(component, "summary"), component),
        _ => component.children.clone(),
    }
}

fn node(kind: NodeKind) -> Node {
    Node::new(kind, Span::default())
}

fn text(text: impl Into<String>) -> Node {
    node(NodeKind::Text(text.into()))
}

fn paragraph(children: Vec<Node>) -> Node {
    node(NodeKind::Paragraph(children))
}

fn strong(label: impl Into<String>) -> Node {
    node(NodeKind::Strong(vec![text(label)]))
}

fn list(items: Vec<Vec<Node>>) -> Vec<Node> {
    if items.is_empty() {
        return Vec::new();
    }
    let item = |children| ListItem { is_checked: None, children, span: Span::default() };
    vec![node(NodeKind::List(List {
        start: None,
        is_tight: true,
        items: items.into_iter().map(item).collect(),
    }))]
}

fn text_prop(component: &Component, name: &str) -> Option<String> {
    match component.props.get(name)? {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A label in bold above the component's content.
fn labelled(label: Option<String>, component: &Component) -> Vec<Node> {
    let label = label.map(|label| paragraph(vec![strong(label)]));
    label.into_iter().chain(component.children.iter().cloned()).collect()
}

fn tabs(component: &Component) -> Vec<Node> {
    let labels = component.props.get("values").and_then(Value::as_array);
    let label_of = |item: &Component| {
        let value = text_prop(item, "value");
        let named = labels.into_iter().flatten().find(|tab| tab["value"].as_str() == value.as_deref());
        text_prop(item, "label").or_else(|| Some(named?["label"].as_str()?.to_owned())).or(value)
    };
    component
        .children
        .iter()
        .flat_map(|child| match &child.kind {
            NodeKind::Component(item) => labelled(label_of(item), item),
            _ => vec![child.clone()],
        })
        .collect()
}

/// Cards as a list of links, and whatever else stands among them as it is.
fn card_list(children: &[Node]) -> Vec<Node> {
    let (mut nodes, mut items) = (Vec::new(), Vec::new());
    for child in children {
        match &child.kind {
            NodeKind::Component(card) if card.name == "Card" => items.push(card_item(card)),
            NodeKind::Text(text) if text.trim().is_empty() => {}
            _ => {
                nodes.extend(list(std::mem::take(&mut items)));
                nodes.push(child.clone());
            }
        }
    }
    nodes.extend(list(items));
    nodes
}

fn card_item(card: &Component) -> Vec<Node> {
    let title = text_prop(card, "title");
    let mut line = match (title, text_prop(card, "href")) {
        (Some(title), Some(href)) => vec![link_to(href, vec![text(title)])],
        (Some(title), None) => vec![strong(title)],
        (None, Some(href)) => return vec![paragraph(vec![link_to(href, card.children.clone())])],
        (None, None) => return card.children.clone(),
    };
    let n_inline = card.children.iter().take_while(|child| super::block::is_inline(child)).count();
    let (inline, blocks) = card.children.split_at(n_inline);
    let (first, rest) = match blocks.split_first() {
        Some((Node { kind: NodeKind::Paragraph(first), .. }, rest)) if inline.is_empty() => {
            (first.as_slice(), rest)
        }
        _ => (inline, blocks),
    };
    if !plain_text(first).trim().is_empty() {
        line.push(text(": "));
        line.extend_from_slice(first);
    }
    std::iter::once(paragraph(line)).chain(rest.iter().cloned()).collect()
}

fn link_to(href: String, children: Vec<Node>) -> Node {
    node(NodeKind::Link(Box::new(Link { href, href_span: Span::default(), title: None, children })))
}

fn link(component: &Component) -> Vec<Node> {
    match text_prop(component, "href").or_else(|| text_prop(component, "to")) {
        Some(href) => vec![link_to(href, unwrapped(&component.children))],
        None => component.children.clone(),
    }
}

/// Content without the paragraphs around it.
fn unwrapped(children: &[Node]) -> Vec<Node> {
    let inside = children.iter().flat_map(|child| match &child.kind {
        NodeKind::Paragraph(inside) => inside.clone(),
        _ => vec![child.clone()],
    });
    inside.collect()
}

fn hero(component: &Component) -> Vec<Node> {
    let mut nodes: Vec<Node> = Vec::new();
    nodes.extend(text_prop(component, "eyebrow").map(|eyebrow| paragraph(vec![text(eyebrow)])));
    nodes.extend(text_prop(component, "title").map(|title| paragraph(vec![strong(title)])));
    nodes.extend(text_prop(component, "lead").map(|lead| paragraph(vec![text(lead)])));
    let mut actions = Vec::new();
    collect_actions(&component.children, &mut nodes, &mut actions);
    nodes.extend(list(actions));
    nodes
}

/// The actions of a hero, also those that a paragraph holds; other content is kept in its place.
fn collect_actions(children: &[Node], nodes: &mut Vec<Node>, actions: &mut Vec<Vec<Node>>) {
    for child in children {
        match &child.kind {
            NodeKind::Component(action) if action.name == "HeroAction" => {
                actions.push(vec![paragraph(link(action))]);
            }
            NodeKind::Paragraph(inside) if inside.iter().any(is_action) => {
                collect_actions(inside, nodes, actions);
            }
            NodeKind::Text(text) if text.trim().is_empty() => {}
            _ => nodes.push(child.clone()),
        }
    }
}

fn is_action(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Component(component) if component.name == "HeroAction")
}

fn endpoint(component: &Component) -> Vec<Node> {
    let [method, path] = ["method", "path"].map(|name| text_prop(component, name).unwrap_or_default());
    let operation = format!("{} {path}", method.to_uppercase());
    let mut line = vec![node(NodeKind::InlineCode(operation.trim().to_owned()))];
    if let Some(summary) = text_prop(component, "summary") {
        line.push(text(format!(": {summary}")));
    }
    std::iter::once(paragraph(line)).chain(component.children.iter().cloned()).collect()
}

fn steps(component: &Component) -> Vec<Node> {
    let is_step = |child: &&Node| matches!(&child.kind, NodeKind::Component(step) if step.name == "Step");
    if !component.children.iter().any(|child| is_step(&child)) {
        return component.children.clone();
    }
    let items = component.children.iter().filter(is_step).map(|child| ListItem {
        is_checked: None,
        children: vec![child.clone()],
        span: Span::default(),
    });
    vec![node(NodeKind::List(List { start: Some(1), is_tight: false, items: items.collect() }))]
}
