//! `<DocCardList>` and `<DocCard>` in terms of cards.

use portico_diagnostics::Span;
use portico_document::{Component, Node, NodeKind};
use portico_site::DocCard;
use serde_json::{Map, Value};

/// The cards that the component stands for; `None` if it is another one. `around` gives what a list without items of
/// its own shows.
pub(crate) fn card_grid(component: &Component, around: &dyn Fn() -> Vec<DocCard>) -> Option<Component> {
    let items: Vec<Node> = match component.name.as_str() {
        "DocCard" => component.props.get("item").and_then(listed).into_iter().collect(),
        "DocCardList" => match component.props.get("items") {
            Some(Value::Array(items)) => items.iter().filter_map(listed).collect(),
            _ => around().iter().map(of_entry).collect(),
        },
        _ => return None,
    };
    Some(component_of("CardGrid", Map::new(), items))
}

/// A card of an item that the page lists: `{label, href, description}`.
fn listed(item: &Value) -> Option<Node> {
    let text = |name: &str| item.get(name).and_then(Value::as_str);
    Some(card(text("label")?, text("href")?, text("description").unwrap_or_default()))
}

fn of_entry(entry: &DocCard) -> Node {
    card(&entry.label, &entry.destination.href(), &entry.description)
}

fn card(title: &str, href: &str, description: &str) -> Node {
    let mut props = Map::new();
    props.insert("title".to_owned(), Value::String(title.to_owned()));
    props.insert("href".to_owned(), Value::String(href.to_owned()));
    let content = if description.is_empty() { vec![] } else { vec![NodeKind::Text(description.to_owned())] };
    let content = content.into_iter().map(|kind| Node::new(kind, Span::default())).collect();
    Node::new(NodeKind::Component(Box::new(component_of("Card", props, content))), Span::default())
}

fn component_of(name: &str, props: Map<String, Value>, children: Vec<Node>) -> Component {
    Component { name: name.to_owned(), props, children, is_inline: false }
}
