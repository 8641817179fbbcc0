//! The elements that heads of documents are made of.

use crate::escape::escape;

/// Writes ` name="value"`.
pub(crate) fn push_attribute(html: &mut String, name: &str, value: &str) {
    html.extend([" ", name, "=\"", &escape(value), "\""]);
}

/// Writes `<meta kind="name" content="…">`.
pub(crate) fn push_meta(html: &mut String, kind: &str, name: &str, content: &str) {
    html.push_str("<meta");
    push_attribute(html, kind, name);
    push_attribute(html, "content", content);
    html.push_str(">\n");
}

/// Writes `<link rel="…" href="…">`, with `rest` as further attributes, already in HTML.
pub(crate) fn push_link(html: &mut String, rel: &str, href: &str, rest: &str) {
    html.push_str("<link");
    push_attribute(html, "rel", rel);
    push_attribute(html, "href", href);
    html.extend([rest, ">\n"]);
}
