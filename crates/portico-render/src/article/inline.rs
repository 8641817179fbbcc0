//! Inline content: text, emphasis, links and images.

use portico_diagnostics::Span;
use portico_document::{ElementAttribute, Image, Link, Node, NodeKind};

use super::{ResolvedImage, Writer};
use crate::escape::escape;

impl Writer<'_> {
    pub(super) fn inlines(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.inline(node);
        }
    }

    pub(super) fn inline(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Text(text) => self.push_text(text),
            NodeKind::InlineCode(code) => {
                self.push("<code>");
                self.push_text(code);
                self.push("</code>");
            }
            NodeKind::Emphasis(children) => self.within("em", children),
            NodeKind::Strong(children) => self.within("strong", children),
            NodeKind::Strikethrough(children) => self.within("del", children),
            NodeKind::Link(link) => self.link(link),
            NodeKind::Image(image) => self.image(image),
            NodeKind::LineBreak => self.push("<br>"),
            NodeKind::FootnoteReference { label } => self.footnote_reference(label),
            NodeKind::Math(formula) if !formula.is_block => self.formula(formula),
            NodeKind::Element { tag, attributes, children } if is_phrasing(tag) => {
                self.open_element(tag, attributes);
                self.inlines(children);
                self.close(tag);
            }
            _ => self.blocks(std::slice::from_ref(node)),
        }
    }

    fn link(&mut self, link: &Link) {
        let target = self.context.resolve_link(&link.href);
        self.push("<a");
        self.attribute("href", &target.href);
        if target.is_external && target.href.starts_with("http") {
            self.push(" class=\"external\" rel=\"noopener noreferrer\"");
        }
        if let Some(title) = &link.title {
            self.attribute("title", title);
        }
        self.push(">");
        self.inlines(&link.children);
        self.push("</a>");
    }

    fn image(&mut self, image: &Image) {
        let resolved = self.context.resolve_image(image);
        self.push("<img");
        self.attribute("src", &resolved.src);
        self.attribute("alt", &image.alt);
        if let Some((width, height)) = resolved.size {
            self.attribute("width", &width.to_string());
            self.attribute("height", &height.to_string());
        }
        if let Some(title) = &image.title {
            self.attribute("title", title);
        }
        self.push(" loading=\"lazy\" decoding=\"async\">");
    }

    /// Writes a start tag; addresses in it are resolved like those of Markdown links and images.
    pub(super) fn open_element(&mut self, tag: &str, attributes: &[ElementAttribute]) {
        let has = |name: &str| attributes.iter().any(|attribute| attribute.name == name);
        self.push("<");
        self.push(tag);
        let mut size = None;
        for ElementAttribute { name, value } in attributes {
            let Some(value) = value else {
                self.push(" ");
                self.push(name);
                continue;
            };
            match (tag, name.as_str()) {
                ("a" | "area", "href") => {
                    let target = self.context.resolve_link(value);
                    self.attribute("href", &target.href);
                }
                ("iframe", "src") => {
                    let target = self.context.resolve_link(value);
                    self.attribute("src", &target.href);
                }
                (_, "src" | "poster") => {
                    let resolved = self.resolve_source(value);
                    self.attribute(name, &resolved.src);
                    size = resolved.size.filter(|_| tag == "img");
                }
                ("img" | "source", "srcset") => {
                    let candidates = self.candidates(value);
                    self.attribute(name, &candidates);
                }
                (_, name) => self.attribute(name, value),
            }
        }
        if let Some((width, height)) = size.filter(|_| !has("width") && !has("height")) {
            self.attribute("width", &width.to_string());
            self.attribute("height", &height.to_string());
        }
        if tag == "img" && !has("loading") {
            self.push(" loading=\"lazy\" decoding=\"async\"");
        }
        self.push(">");
    }

    fn resolve_source(&self, src: &str) -> ResolvedImage {
        let src = src.to_owned();
        self.context.resolve_image(&Image { src, src_span: Span::default(), alt: String::new(), title: None })
    }

    /// The candidates of a `srcset`, resolved.
    fn candidates(&self, srcset: &str) -> String {
        let resolved = portico_document::srcset_candidates(srcset).map(|(address, descriptor)| {
            let address = self.resolve_source(address).src;
            if descriptor.is_empty() { address } else { format!("{address} {descriptor}") }
        });
        resolved.collect::<Vec<_>>().join(", ")
    }
}

/// Elements whose content is text with marks, not blocks.
fn is_phrasing(tag: &str) -> bool {
    const TAGS: [&str; 20] = [
        "a", "abbr", "b", "bdi", "cite", "code", "dfn", "em", "i", "kbd", "mark", "q", "s", "samp", "small",
        "span", "strong", "sub", "sup", "u",
    ];
    TAGS.contains(&tag)
}

/// Inline content for labels: marks and code only.
pub(super) fn label(nodes: &[Node], html: &mut String) {
    for node in nodes {
        let tag = match &node.kind {
            NodeKind::Text(text) => {
                html.push_str(&escape(text));
                continue;
            }
            NodeKind::Math(formula) => {
                html.push_str(&escape(&formula.text));
                continue;
            }
            NodeKind::InlineCode(code) => {
                html.extend(["<code>", &escape(code), "</code>"]);
                continue;
            }
            NodeKind::Emphasis(_) => "em",
            NodeKind::Strong(_) => "strong",
            NodeKind::Strikethrough(_) => "del",
            NodeKind::Link(link) => {
                label(&link.children, html);
                continue;
            }
            NodeKind::Element { children, .. } => {
                label(children, html);
                continue;
            }
            _ => continue,
        };
        html.extend(["<", tag, ">"]);
        for child in node.children() {
            label(std::slice::from_ref(child), html);
        }
        html.extend(["</", tag, ">"]);
    }
}
