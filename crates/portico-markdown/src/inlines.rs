//! Content within lines: text, emphasis, links, images.

use portico_diagnostics::Span;
use portico_document::{Image, Link, Node, NodeKind};
use satteri_ast::mdast::{
    MdastNodeType, decode_image_data, decode_image_reference_alt, decode_link_data, decode_math_data,
    decode_reference_data, decode_string_ref_data,
};

use crate::addresses::AddressRole;
use crate::assemble::Piece;
use crate::html::HtmlPlace;
use crate::mask::{OPEN, PARAGRAPH, Part, TokenKind, parts};
use crate::math::FormulaPlace;
use crate::page::Region;
use crate::text::Use;
use crate::tree::Tree;

impl Region<'_, '_> {
    /// The children of a node as inline content.
    pub(crate) fn inlines(&mut self, tree: &Tree<'_>, parent: u32, depth: usize) -> Vec<Node> {
        let pieces = self.inline_pieces(tree, parent, depth);
        self.assemble(pieces, depth)
    }

    pub(crate) fn inline_pieces(&mut self, tree: &Tree<'_>, parent: u32, depth: usize) -> Vec<Piece> {
        let children = tree.children(parent);
        let mut pieces = Vec::with_capacity(children.len());
        for child in children {
            self.inline(tree, *child, depth, &mut pieces);
        }
        pieces
    }

    fn inline(&mut self, tree: &Tree<'_>, id: u32, depth: usize, pieces: &mut Vec<Piece>) {
        let (start, end) = tree.range(id);
        let own = self.mask.source_span(start, end);
        if self.is_too_deep(depth, own) {
            return;
        }
        let span = self.node_span(own);
        let data = tree.data(id);
        let kind = match tree.kind(id) {
            MdastNodeType::Text => {
                let value = tree.string(decode_string_ref_data(data));
                if value.contains(']') {
                    self.check_link_text(own);
                    self.check_references(tree, own);
                }
                return self.text(value, own, pieces);
            }
            MdastNodeType::Html => {
                let value = tree.string(decode_string_ref_data(data));
                return self.html(value, (tree.masked_text(start, end), start), HtmlPlace::Inline, pieces);
            }
            MdastNodeType::InlineCode => {
                NodeKind::InlineCode(self.restore(tree.string(decode_string_ref_data(data)), Use::Code))
            }
            MdastNodeType::Emphasis => NodeKind::Emphasis(self.inlines(tree, id, depth + 1)),
            MdastNodeType::Strong => NodeKind::Strong(self.inlines(tree, id, depth + 1)),
            MdastNodeType::Delete => NodeKind::Strikethrough(self.inlines(tree, id, depth + 1)),
            MdastNodeType::Break => NodeKind::LineBreak,
            MdastNodeType::Link => {
                let link = decode_link_data(data);
                let (href, title) = (tree.string(link.url), tree.string(link.title));
                let href_span = self.target_span(tree, id, href);
                self.link(tree, id, (href, title, href_span), depth)
            }
            MdastNodeType::LinkReference => {
                let reference = decode_reference_data(data);
                let Some(target) = tree.definition(tree.string(reference.identifier)) else {
                    let text = tree.masked_text(start, end);
                    return self.text(text, own, pieces);
                };
                let href_span = self.definition_span(&target);
                self.link(tree, id, (target.url, target.title, href_span), depth)
            }
            MdastNodeType::Image => {
                let image = decode_image_data(data);
                let (src, alt, title) =
                    (tree.string(image.url), tree.string(image.alt), tree.string(image.title));
                let src_span = self.target_span(tree, id, src);
                self.image((src, title, src_span), alt)
            }
            MdastNodeType::ImageReference => {
                let reference = decode_reference_data(data);
                let alt = tree.string(decode_image_reference_alt(data));
                let Some(target) = tree.definition(tree.string(reference.identifier)) else {
                    let text = tree.masked_text(start, end);
                    return self.text(text, own, pieces);
                };
                let src_span = self.definition_span(&target);
                self.image((target.url, target.title, src_span), alt)
            }
            MdastNodeType::FootnoteReference => {
                let reference = decode_reference_data(data);
                NodeKind::FootnoteReference { label: tree.string(reference.label).to_owned() }
            }
            MdastNodeType::InlineMath => {
                let source = self.restore(tree.string(decode_math_data(data).value), Use::Code);
                self.formula((tree, id), source, FormulaPlace::Inline)
            }
            _ => {
                let text = tree.masked_text(start, end);
                return self.text(text, own, pieces);
            }
        };
        pieces.push(Piece::Node(Node::new(kind, span)));
    }

    /// Splits text at its tokens; variables and escapes become part of the text.
    pub(crate) fn text(&mut self, value: &str, span: Span, pieces: &mut Vec<Piece>) {
        if !value.contains([OPEN, PARAGRAPH]) {
            if !value.is_empty() {
                pieces.push(Piece::Node(Node::new(NodeKind::Text(value.to_owned()), self.node_span(span))));
            }
            return;
        }
        let mut text = String::new();
        let mut from = span.start as usize;
        for part in parts(value) {
            let index = match part {
                Part::Text(part) => {
                    text.push_str(part);
                    continue;
                }
                Part::Token(index) => index,
            };
            let Some(token) = self.mask.tokens.get(index).cloned() else { continue };
            let place = token.span;
            if matches!(token.kind, TokenKind::Variable(_) | TokenKind::Literal(_)) {
                text.push_str(&self.token_text(index, Use::Plain));
                continue;
            }
            let comment = match &token.kind {
                TokenKind::Comment(comment) => Some(comment.clone()),
                _ => None,
            };
            self.flush(&mut text, Span::new(from, place.start as usize), pieces);
            from = place.end as usize;
            pieces.push(comment.map_or(Piece::Token(index), Piece::Comment));
        }
        self.flush(&mut text, Span::new(from, span.end as usize), pieces);
    }

    fn flush(&mut self, text: &mut String, span: Span, pieces: &mut Vec<Piece>) {
        if !text.is_empty() {
            let text = std::mem::take(text);
            pieces.push(Piece::Node(Node::new(NodeKind::Text(text), self.node_span(span))));
        }
    }

    fn link(&mut self, tree: &Tree<'_>, id: u32, target: (&str, &str, Span), depth: usize) -> NodeKind {
        let (href, title, href_span) = target;
        NodeKind::Link(Box::new(Link {
            href: self.address(href, AddressRole::Link, href_span),
            href_span: self.node_span(href_span),
            title: self.title(title),
            children: self.inlines(tree, id, depth + 1),
        }))
    }

    fn image(&mut self, (src, title, src_span): (&str, &str, Span), alt: &str) -> NodeKind {
        NodeKind::Image(Box::new(Image {
            src: self.address(src, AddressRole::Asset, src_span),
            src_span: self.node_span(src_span),
            alt: self.restore(alt, Use::Plain),
            title: self.title(title),
        }))
    }

    fn address(&mut self, address: &str, role: AddressRole, place: Span) -> String {
        let address = self.restore(address, Use::Plain);
        self.anchored(&address, role, place)
    }

    fn title(&mut self, title: &str) -> Option<String> {
        (!title.is_empty()).then(|| self.restore(title, Use::Plain))
    }

    /// Where the target of a link or image stands: after `](`, or the whole of an autolink.
    fn target_span(&self, tree: &Tree<'_>, id: u32, target: &str) -> Span {
        let (start, end) = tree.range(id);
        let text = tree.masked_text(start, end);
        let content_end = tree.children(id).last().map_or(start, |child| tree.range(*child).1);
        let from = content_end.saturating_sub(start).min(text.len());
        let is_image = text.starts_with('!');
        let tail = text.get(from..).unwrap_or_default();
        let found = if is_image {
            // An image's text alternative has no nodes of its own: the last `](` before the target is meant.
            text.rfind("](").map(|at| at + 2)
        } else {
            tail.find("](").map(|at| from + at + 2)
        };
        let Some(open) = found else {
            return self.mask.source_span(start, end);
        };
        let rest = &text[open..];
        let skipped = rest.len() - rest.trim_start().len();
        let is_pointy = rest[skipped..].starts_with('<');
        let begin = open + skipped + usize::from(is_pointy);
        let written = &text[begin..];
        let length = if written.starts_with(target) && !target.is_empty() {
            target.len()
        } else if is_pointy {
            written.find('>').unwrap_or(written.len())
        } else {
            destination_length(written)
        };
        self.mask.source_span(start + begin, start + begin + length)
    }

    fn definition_span(&self, target: &crate::tree::Definition<'_>) -> Span {
        let (start, end) = target.range;
        match target.text.find(target.url).filter(|_| !target.url.is_empty()) {
            Some(at) => self.mask.source_span(start + at, start + at + target.url.len()),
            None => self.mask.source_span(start, end),
        }
    }
}

/// Length of a destination without brackets: up to white space or the parenthesis that ends the link.
fn destination_length(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '(' => depth += 1,
            ')' if depth == 0 => return at,
            ')' => depth -= 1,
            space if space.is_whitespace() => return at,
            _ => {}
        }
    }
    text.len()
}
