//! `<Tabs>` and `<Link>`: components whose parts depend on each other.

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span, nearest};
use portico_document::{Component, Link, Node, NodeKind};
use serde_json::{Map, Value};

use crate::page::Region;
use crate::tag::Tag;

impl Region<'_, '_> {
    /// Checks the items of `<Tabs>` and gives them the labels that its `values` holds.
    pub(crate) fn tabs(&mut self, tag: &Tag, props: &mut Map<String, Value>, children: &mut Vec<Node>) {
        let mut seen: Vec<String> = Vec::new();
        let values = props.remove("values");
        for node in children.iter_mut() {
            let NodeKind::Component(item) = &mut node.kind else {
                self.report(
                    Diagnostic::new(Code::MarkdownSyntax, "this stands in `Tabs` but in none of its items")
                        .help("put it into a `<TabItem>`"),
                    own_place(node.span, self.included_at, tag.span),
                );
                continue;
            };
            let own = own_place(node.span, self.included_at, tag.span);
            let is_item = item.name == "TabItem";
            if is_item {
                self.page.n_loose_items = self.page.n_loose_items.saturating_sub(1);
            }
            let Some(value) = item.props.get("value").and_then(Value::as_str).map(str::to_owned) else {
                if is_item && !["value", "label"].iter().any(|name| item.props.contains_key(*name)) {
                    let message = "`TabItem` needs the property `value`";
                    self.report(Diagnostic::new(Code::MarkdownInvalidProperty, message), own);
                }
                continue;
            };
            let listed = values.as_ref().and_then(Value::as_array).into_iter().flatten();
            if let Some(listed) =
                listed.into_iter().find(|listed| listed.get("value").is_some_and(|own| *own == *value))
            {
                complete(item, listed);
            }
            if seen.contains(&value) {
                self.report(
                    Diagnostic::new(
                        Code::MarkdownInvalidProperty,
                        format!("two items of these `Tabs` have the value `{value}`"),
                    ),
                    own_place(node.span, self.included_at, tag.span),
                );
                rename(item, &value, seen.len() + 1);
            }
            seen.push(value);
        }
        let n_before = children.len();
        children.retain(|node| matches!(node.kind, NodeKind::Component(_)));
        if children.is_empty() && n_before == 0 {
            let message = "these `Tabs` have no `TabItem`";
            self.report(Diagnostic::new(Code::MarkdownInvalidProperty, message), tag.span);
        }
        self.check_default(tag, props, &seen);
        if props.get("queryString") == Some(&Value::Bool(true)) && !props.contains_key("groupId") {
            self.report(
                Diagnostic::new(
                    Code::MarkdownInvalidProperty,
                    "`queryString` needs a name without a `groupId`",
                )
                .help("write `queryString=\"name\"`, or add a `groupId`"),
                place_of(tag, "queryString"),
            );
            props.remove("queryString");
        }
    }

    /// The default must be the value of an item; without one the first item is shown.
    fn check_default(&mut self, tag: &Tag, props: &mut Map<String, Value>, values: &[String]) {
        let Some(wanted) = props.get("defaultValue").and_then(Value::as_str) else { return };
        if values.iter().any(|value| value == wanted) || values.is_empty() {
            return;
        }
        let near = nearest(wanted, values.iter().map(String::as_str));
        let diagnostic = Diagnostic::new(
            Code::MarkdownInvalidProperty,
            format!("no item of these `Tabs` has the value `{wanted}`"),
        )
        .maybe_help(near.map(|near| format!("did you mean `{near}`?")));
        self.report(diagnostic, place_of(tag, "defaultValue"));
        props.remove("defaultValue");
    }

    /// `<Link to="…">` is a link like any other.
    pub(crate) fn link_component(&mut self, tag: &Tag, children: Vec<Node>) -> Option<NodeKind> {
        let props = self.checked_props(tag, "Link");
        let (name, href) = ["to", "href"]
            .into_iter()
            .find_map(|name| Some((name, props.get(name)?.as_str()?.to_owned())))?;
        let href_span = self.node_span(place_of(tag, name));
        Some(NodeKind::Link(Box::new(Link { href, href_span, title: None, children })))
    }
}

/// Reports items that stand in no `Tabs`: readers cannot choose them.
pub(crate) fn report_loose_items(nodes: &[Node], source: &SourceFile, diagnostics: &mut Vec<Diagnostic>) {
    let mut open: Vec<&Node> = nodes.iter().collect();
    while let Some(node) = open.pop() {
        match &node.kind {
            NodeKind::Component(component) if component.name == "Tabs" => {}
            NodeKind::Component(component) if component.name == "TabItem" => {
                let message = "this `TabItem` stands in no `Tabs`";
                let diagnostic = Diagnostic::new(Code::MarkdownInvalidProperty, message)
                    .help("put `<Tabs>` and `</Tabs>` around the items that belong together");
                diagnostics.push(diagnostic.at(source, node.span));
            }
            _ => open.extend(node.children()),
        }
    }
}

/// Takes label and default from an entry of `values`, unless the item says otherwise.
fn complete(item: &mut Component, listed: &Value) {
    for name in ["label", "default"] {
        if let Some(value) = listed.get(name).filter(|_| !item.props.contains_key(name)) {
            item.props.insert(name.to_owned(), value.clone());
        }
    }
}

/// Gives an item a value of its own, so that the page can be shown nevertheless.
fn rename(item: &mut Component, value: &str, number: usize) {
    item.props.entry("label").or_insert_with(|| value.into());
    item.props.insert("value".to_owned(), format!("{value} {number}").into());
}

/// A node's place in this file: nodes of a partial carry the place of its tag in the page.
fn own_place(span: Span, included_at: Option<Span>, tag: Span) -> Span {
    if included_at.is_some() { tag } else { span }
}

fn place_of(tag: &Tag, name: &str) -> Span {
    tag.attributes.iter().find(|attribute| attribute.name == name).map_or(tag.span, |found| found.value_span)
}
