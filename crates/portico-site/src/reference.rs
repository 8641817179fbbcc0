//! The addresses that content names: in Markdown, in components and in HTML.

use portico_diagnostics::{SourceFile, Span};
use portico_document::{Document, Node, NodeKind};
use serde_json::{Map, Value};

use crate::place::{front_matter_value, value_within};

/// An address in the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference<'a> {
    pub(crate) address: &'a str,
    pub(crate) span: Span,
    pub(crate) role: Role,
}

/// What an address is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Something to go to.
    Link,
    /// Something that the page is made of.
    Asset,
}

/// All addresses of a document in reading order, the preview image of its front matter first.
pub(crate) fn references(document: &Document) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    if let Some(image) = &document.front_matter.image {
        let span = front_matter_value(document, "image");
        found.push(Reference { address: image, span, role: Role::Asset });
    }
    collect(&document.body, &document.source, &mut found);
    found
}

fn collect<'a>(nodes: impl IntoIterator<Item = &'a Node>, file: &SourceFile, found: &mut Vec<Reference<'a>>) {
    for node in nodes {
        match &node.kind {
            NodeKind::Link(link) => {
                found.push(Reference { address: &link.href, span: link.href_span, role: Role::Link });
            }
            NodeKind::Image(image) => {
                found.push(Reference { address: &image.src, span: image.src_span, role: Role::Asset });
            }
            NodeKind::Html(html) => {
                found.extend(html_references(html).map(|(address, role)| Reference {
                    address,
                    span: value_within(file, node.span, address),
                    role,
                }));
            }
            NodeKind::Element { tag, attributes, .. } => {
                for attribute in attributes {
                    let value = attribute.value.as_deref().unwrap_or_default();
                    found.extend(addresses(tag, &attribute.name, value).map(|(address, role)| Reference {
                        address,
                        span: value_within(file, node.span, address),
                        role,
                    }));
                }
            }
            NodeKind::Component(component) => collect_props(&component.props, file, node.span, found),
            _ => {}
        }
        collect(node.children(), file, found);
    }
}

/// Properties named `href`, `to` and `src`, also inside lists and objects.
fn collect_props<'a>(
    props: &'a Map<String, Value>,
    file: &SourceFile,
    span: Span,
    found: &mut Vec<Reference<'a>>,
) {
    for (name, value) in props {
        collect_prop(Some(name), value, file, span, found);
    }
}

fn collect_prop<'a>(
    name: Option<&str>,
    value: &'a Value,
    file: &SourceFile,
    span: Span,
    found: &mut Vec<Reference<'a>>,
) {
    match (name, value) {
        (Some("href" | "to"), Value::String(address)) => {
            found.push(Reference { address, span: value_within(file, span, address), role: Role::Link });
        }
        (Some("src"), Value::String(address)) => {
            found.push(Reference { address, span: value_within(file, span, address), role: Role::Asset });
        }
        (_, Value::Array(items)) => {
            for item in items {
                collect_prop(None, item, file, span, found);
            }
        }
        (_, Value::Object(inner)) => collect_props(inner, file, span, found),
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
pub(crate) fn html_references(html: &str) -> impl Iterator<Item = (&str, Role)> {
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
    use portico_document::{Component, ElementAttribute, FrontMatter};

    use super::*;

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
        let document = Document {
            source: SourceFile::new("content/a.mdx", text),
            id: "a".into(),
            front_matter: FrontMatter::default(),
            title: String::new(),
            description: String::new(),
            body: vec![Node::new(card, span)],
            head: Vec::new(),
            dependencies: Vec::new(),
        };
        let found = references(&document);
        let shown: Vec<_> = found
            .iter()
            .map(|found| (found.address, found.role, text[found.span.range()].to_owned()))
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
