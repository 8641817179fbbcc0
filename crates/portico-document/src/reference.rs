//! The addresses that content names: in Markdown, in components and in HTML.

use portico_diagnostics::{SourceFile, Span};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Node, NodeKind};

/// An address in the content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// As it is written.
    pub address: String,
    /// What it is for.
    pub role: Role,
    /// Where it stands, or what it stands in.
    span: Span,
    /// Whether the span is that of the address alone.
    is_exact: bool,
}

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Something to go to.
    Link,
    /// Something that the page is made of.
    Asset,
}

/// Where an address of a partial is written. Its node carries the place of the tag that includes the partial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncludedAddress {
    /// The address, as its node has it.
    pub address: String,
    /// The tag in the document's source file.
    pub included_at: Span,
    /// The partial.
    pub file: SourceFile,
    /// Where the address stands in the partial.
    pub span: Span,
}

impl Reference {
    fn exact(address: &str, role: Role, span: Span) -> Self {
        Self { address: address.to_owned(), role, span, is_exact: true }
    }

    fn within(address: &str, role: Role, span: Span) -> Self {
        Self { address: address.to_owned(), role, span, is_exact: false }
    }

    /// The place of what it stands in: of the address alone, or of a node.
    pub fn node_span(&self) -> Span {
        self.span
    }

    /// Where it stands in the document's source file.
    pub fn place(&self, file: &SourceFile) -> Span {
        if self.is_exact { self.span } else { value_within(file, self.span, &self.address) }
    }
}

/// The part of a span that is a value written in it: in quotes if it can be found so, else as it stands, else the
/// whole span.
pub fn value_within(file: &SourceFile, span: Span, value: &str) -> Span {
    if value.is_empty() {
        return span;
    }
    let text = file.slice(span);
    let quoted =
        ['"', '\''].iter().find_map(|quote| text.find(&format!("{quote}{value}{quote}")).map(|at| at + 1));
    match quoted.or_else(|| text.find(value)) {
        Some(at) => Span::new(at, at + value.len()).shifted(span.start as usize),
        None => span,
    }
}

/// Adds the addresses that a node itself names, without those of the nodes inside it.
pub(crate) fn push_references(node: &Node, found: &mut Vec<Reference>) {
    let span = node.span;
    match &node.kind {
        NodeKind::Link(link) => found.push(Reference::exact(&link.href, Role::Link, link.href_span)),
        NodeKind::Image(image) => found.push(Reference::exact(&image.src, Role::Asset, image.src_span)),
        NodeKind::Html(html) => {
            found.extend(html_references(html).map(|(address, role)| Reference::within(address, role, span)));
        }
        NodeKind::Element { tag, attributes, .. } => {
            for attribute in attributes {
                let value = attribute.value.as_deref().unwrap_or_default();
                let named = addresses(tag, &attribute.name, value);
                found.extend(named.map(|(address, role)| Reference::within(address, role, span)));
            }
        }
        NodeKind::Component(component) => push_props(&component.props, span, found),
        _ => {}
    }
}

/// Properties named `href`, `to` and `src`, also inside lists and objects.
fn push_props(props: &Map<String, Value>, span: Span, found: &mut Vec<Reference>) {
    for (name, value) in props {
        push_prop(Some(name), value, span, found);
    }
}

fn push_prop(name: Option<&str>, value: &Value, span: Span, found: &mut Vec<Reference>) {
    match (name, value) {
        (Some("href" | "to"), Value::String(address)) => {
            found.push(Reference::within(address, Role::Link, span));
        }
        (Some("src"), Value::String(address)) => found.push(Reference::within(address, Role::Asset, span)),
        (_, Value::Array(items)) => {
            for item in items {
                push_prop(None, item, span, found);
            }
        }
        (_, Value::Object(inner)) => push_props(inner, span, found),
        _ => {}
    }
}

/// The addresses that an attribute of an element holds.
fn addresses<'a>(
    tag: &str,
    attribute: &str,
    value: &'a str,
) -> impl Iterator<Item = (&'a str, Role)> + use<'a> {
    let is_set = matches!((tag, attribute), ("img" | "source", "srcset"));
    let set = is_set.then(|| srcset_candidates(value).map(|(address, _)| (address, Role::Asset)));
    let one = role(tag, attribute).filter(|_| !value.is_empty()).map(|role| (value, role));
    set.into_iter().flatten().chain(one)
}

/// The candidates of a `srcset`: addresses and their descriptors (`2x`, `640w`, or nothing).
pub fn srcset_candidates(srcset: &str) -> impl Iterator<Item = (&str, &str)> {
    // A comma may be part of an address, but white space may not.
    let mut rest = srcset.trim_start_matches([',', ' ', '\t', '\n', '\r']);
    std::iter::from_fn(move || {
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (address, after) = rest.split_at(length);
        let bare = address.trim_end_matches(',');
        let (descriptor, after) = if bare.len() < address.len() {
            ("", after)
        } else {
            after.split_at(after.find(',').unwrap_or(after.len()))
        };
        rest = after.trim_start_matches(|character: char| character == ',' || character.is_whitespace());
        (!bare.is_empty()).then(|| (bare, descriptor.trim()))
    })
}

/// What an attribute of an element names; `None` for attributes that hold no address.
fn role(tag: &str, attribute: &str) -> Option<Role> {
    match (tag, attribute) {
        ("a" | "area", "href") | ("iframe", "src") => Some(Role::Link),
        (_, "href" | "src" | "poster") => Some(Role::Asset),
        _ => None,
    }
}

/// The addresses in a piece of HTML. A scanner for start tags and their attributes; it reads what browsers read,
/// but does not judge it.
pub fn html_references(html: &str) -> impl Iterator<Item = (&str, Role)> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        if !rest.starts_with(|first: char| first.is_ascii_alphabetic()) {
            continue;
        }
        let name_end = rest.find(|character: char| !character.is_ascii_alphanumeric() && character != '-');
        let (tag, attributes) = rest.split_at(name_end.unwrap_or(rest.len()));
        let tag = tag.to_ascii_lowercase();
        rest = scan_attributes(attributes, |name, value| {
            found.extend(addresses(&tag, &name.to_ascii_lowercase(), value));
        });
    }
    found.into_iter()
}

/// Calls `visit` with every attribute that has a value; returns what follows the tag.
fn scan_attributes<'a>(mut rest: &'a str, mut visit: impl FnMut(&str, &'a str)) -> &'a str {
    loop {
        rest = rest.trim_start_matches(|character: char| character.is_whitespace() || character == '/');
        if rest.is_empty() || rest.starts_with('<') {
            return rest;
        }
        if let Some(after) = rest.strip_prefix('>') {
            return after;
        }
        let name_end = rest
            .char_indices()
            .skip(1)
            .find(|(_, character)| character.is_whitespace() || matches!(character, '=' | '>' | '/'));
        let (name, after) = rest.split_at(name_end.map_or(rest.len(), |(at, _)| at));
        let after = after.trim_start();
        let Some(value) = after.strip_prefix('=').map(str::trim_start) else {
            rest = after;
            continue;
        };
        let (value, after) = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => {
                let inside = &value[1..];
                inside.split_once(quote).unwrap_or((inside, ""))
            }
            _ => value.split_at(
                value
                    .find(|character: char| character.is_whitespace() || character == '>')
                    .unwrap_or(value.len()),
            ),
        };
        visit(name, value);
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, Component, ElementAttribute};

    #[test]
    fn components_and_elements_name_addresses_at_their_place() {
        let text = r#"<Card href="/a" icon="/no" items={[{to: "/b"}]}>
<img src="/c.png" alt="/c">
</Card>"#;
        let span = Span::new(0, text.len());
        let attribute =
            |name: &str, value: &str| ElementAttribute { name: name.into(), value: Some(value.into()) };
        let image = NodeKind::Element {
            tag: "img".into(),
            attributes: vec![attribute("src", "/c.png"), attribute("alt", "/c")],
            children: Vec::new(),
        };
        let props = serde_json::json!({ "href": "/a", "icon": "/no", "items": [{ "to": "/b" }] });
        let card = NodeKind::Component(Box::new(Component {
            name: "Card".into(),
            props: props.as_object().cloned().expect("an object"),
            children: vec![Node::new(image, span)],
            is_inline: false,
        }));
        let source = SourceFile::new("content/a.mdx", text);
        let body = Body::from(vec![Node::new(card, span)]);
        let shown: Vec<_> = body
            .outline()
            .references
            .iter()
            .map(|found| (found.address.as_str(), found.role, source.slice(found.place(&source)).to_owned()))
            .collect();
        assert_eq!(
            shown,
            [
                ("/a", Role::Link, "/a".to_owned()),
                ("/b", Role::Link, "/b".to_owned()),
                ("/c.png", Role::Asset, "/c.png".to_owned()),
            ]
        );
    }

    #[test]
    fn addresses_are_found_in_html() {
        for (html, expected) in [
            (r#"<a href="/a">x</a>"#, vec![("/a", Role::Link)]),
            ("<A class=x HREF='/b'>", vec![("/b", Role::Link)]),
            ("<img src=/c.png alt=\"a > b\"><a href=/d>", vec![("/c.png", Role::Asset), ("/d", Role::Link)]),
            ("<!-- <a href='/e'> --><br/>", vec![]),
            ("a < b <a disabled href=\"/f", vec![("/f", Role::Link)]),
            ("<iframe src='/g'></iframe>", vec![("/g", Role::Link)]),
            ("<a data-href='/h' title='<a href=\"/i\">'>", vec![]),
            (
                "<img srcset='/a.png 1x, /b,c.png 2x,/d.png'>",
                vec![("/a.png", Role::Asset), ("/b,c.png", Role::Asset), ("/d.png", Role::Asset)],
            ),
            ("<", vec![]),
            ("<a =é='x'", vec![]),
        ] {
            assert_eq!(html_references(html).collect::<Vec<_>>(), expected, "{html}");
        }
    }
}
