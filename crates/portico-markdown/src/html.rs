//! Raw HTML taken apart into tags and text, so that elements can be matched with their ends.

use std::rc::Rc;

use portico_diagnostics::Span;
use portico_document::{Node, NodeKind};

use crate::assemble::Piece;
use crate::entities::{decode_entities, decodes_fully};
use crate::loose_tags::Language;
use crate::mask::{OPEN, Part, parts};
use crate::page::Region;
use crate::scan::comment_length;
use crate::tag::{Form, Tag, parse_tag};
use crate::text::Use;

/// Where raw HTML stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum HtmlPlace {
    Block,
    Inline,
}

/// Elements whose content is not taken apart.
const RAW: &[&str] = &["script", "style", "pre", "textarea", "svg"];

/// Elements after which white space shows.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "br", "button", "code", "em", "i", "img", "input", "kbd", "label", "mark", "s",
    "small", "span", "strong", "sub", "sup", "u",
];

impl Region<'_, '_> {
    /// Takes raw HTML apart. `masked` is the masked text that it was read from, which begins at `start`.
    pub(crate) fn html(
        &mut self,
        value: &str,
        (masked, start): (&str, usize),
        place: HtmlPlace,
        pieces: &mut Vec<Piece>,
    ) {
        let end = start + masked.len();
        let is_verbatim = masked.starts_with(value.trim_end());
        let whole = self.mask.source_span(start, end);
        // White space around a block says nothing.
        let value = if place == HtmlPlace::Block { value.trim_end() } else { value };
        let locate = |region: &Self, from: usize, to: usize| {
            if is_verbatim { region.mask.source_span(start + from, start + to) } else { whole }
        };
        let mut at = 0;
        let mut text_from = 0;
        while let Some(length) = value[at..].find('<') {
            let from = at + length;
            let rest = &value[from..];
            if rest.starts_with("<!--") {
                let inner = comment_length(rest).unwrap_or(rest.len());
                self.html_text(&value[text_from..from], locate(self, text_from, from), place, pieces);
                html_comment(&rest[..inner], pieces);
                at = from + inner;
                text_from = at;
            } else if rest.starts_with("<!") || rest.starts_with("<?") {
                let close = match rest {
                    _ if rest.starts_with("<?") => "?>",
                    _ if rest.starts_with("<![CDATA[") => "]]>",
                    _ => ">",
                };
                let to = rest.find(close).map_or(value.len(), |length| from + length + close.len());
                self.html_text(&value[text_from..from], locate(self, text_from, from), place, pieces);
                let span = self.node_span(locate(self, from, to));
                let raw = self.restore(&value[from..to], Use::Plain);
                pieces.push(Piece::Node(Node::new(NodeKind::Html(raw), span)));
                at = to;
                text_from = to;
            } else if let Some((mut tag, mut to)) = parse_tag(value, from) {
                self.html_text(&value[text_from..from], locate(self, text_from, from), place, pieces);
                if place == HtmlPlace::Block && tag.form == Form::Open && RAW.contains(&tag.name.as_str()) {
                    let close = format!("</{}>", tag.name);
                    let end = value[to..].find(&close).map(|length| to + length + close.len());
                    if end.is_none() {
                        let span = locate(self, from, to);
                        self.add_loose_tag(Rc::new(Tag { span, ..tag }), Language::Html);
                    }
                    to = end.unwrap_or(value.len());
                    let span = self.node_span(locate(self, from, to));
                    let raw = self.restore(&value[from..to], Use::Plain);
                    pieces.push(Piece::Node(Node::new(NodeKind::Html(raw), span)));
                } else {
                    let raw = self.restore(&value[from..to], Use::Plain);
                    let span = locate(self, from, to);
                    if tag.is_component() {
                        // The first pass took this for text: `List<String>`.
                        pieces.push(Piece::Node(Node::new(NodeKind::Text(raw), self.node_span(span))));
                        at = to;
                        text_from = to;
                        continue;
                    }
                    self.relocate(&mut tag, |from, to| {
                        if is_verbatim { (start + from, start + to) } else { (start, end) }
                    });
                    tag.span = span;
                    pieces.push(Piece::Html { tag, raw });
                }
                at = to;
                text_from = to;
            } else {
                at = from + 1;
            }
        }
        self.html_text(&value[text_from..], locate(self, text_from, value.len()), place, pieces);
    }

    /// Turns a tag's spans, which are offsets in a piece of masked text, into places in the source, and puts values
    /// of variables into its attributes.
    fn relocate(&mut self, tag: &mut Tag, to_masked: impl Fn(usize, usize) -> (usize, usize)) {
        let place = |region: &Self, span: Span| {
            let (from, to) = to_masked(span.start as usize, span.end as usize);
            region.mask.source_span(from, to)
        };
        tag.name_span = place(self, tag.name_span);
        for attribute in &mut tag.attributes {
            attribute.span = place(self, attribute.span);
            attribute.value_span = place(self, attribute.value_span);
            if let crate::tag::AttributeValue::Text(text) = &mut attribute.value {
                *text = self.restore(text, Use::Plain);
            }
        }
    }

    fn html_text(&mut self, text: &str, span: Span, place: HtmlPlace, pieces: &mut Vec<Piece>) {
        let is_layout = place == HtmlPlace::Block
            && text.trim().is_empty()
            && !matches!(pieces.last(), Some(Piece::Html { tag, .. }) if INLINE.contains(&tag.name.as_str()));
        if text.is_empty() || is_layout {
            return;
        }
        if decodes_fully(text) {
            self.text(&decode_entities(text), span, pieces);
        } else {
            let raw = self.restore(text, Use::Plain);
            pieces.push(Piece::Node(Node::new(NodeKind::Html(raw), self.node_span(span))));
        }
    }
}

fn html_comment(comment: &str, pieces: &mut Vec<Piece>) {
    let is_token = comment.strip_prefix("<!--").is_some_and(|rest| rest.starts_with(OPEN));
    if let Some(Part::Token(index)) = parts(comment).first().filter(|_| is_token) {
        pieces.push(Piece::Token(*index));
    } else {
        let text = comment.trim_start_matches("<!--").trim_end_matches("-->");
        pieces.push(Piece::Comment(text.to_owned()));
    }
}
