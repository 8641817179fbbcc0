//! The text handed to the Markdown parser: constructs that it does not know are replaced by tokens, and every place
//! in the result leads back to the source.
//!
//! A token inside a line is `\u{E000}n\u{E001}`; one that stands between blocks is the same within an HTML comment on
//! a line of its own, because a comment may stand anywhere and ends on its line. `n` is the index of the [`Token`].
//! [`PARAGRAPH`] at the start of a line makes it a paragraph whatever follows; it is dropped from the result.

use std::rc::Rc;

use portico_diagnostics::Span;

use crate::directive_attributes::DirectiveAttribute;
use crate::tag::Tag;

pub(crate) const OPEN: char = '\u{e000}';
pub(crate) const CLOSE: char = '\u{e001}';
pub(crate) const PARAGRAPH: char = '\u{e002}';

/// Something taken out of the text.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    /// Whether it stands between blocks rather than in a line of text.
    pub(crate) is_flow: bool,
}

/// What was taken out.
#[derive(Clone, Debug)]
pub(crate) enum TokenKind {
    /// A tag.
    Tag(Rc<Tag>),
    /// A tag whose content stays on its line and so is not wrapped in paragraphs.
    LineTag(Rc<Tag>),
    /// A component whose content is not Markdown, with the place of that content.
    RawTag(Rc<Tag>, Span),
    /// The first line of a `:::` container.
    ContainerOpen(Rc<Container>),
    /// Ends the title that follows a container's first line.
    TitleEnd,
    /// The last line of a container: the index of the token that opened it.
    ContainerClose(usize),
    /// `{{name}}`.
    Variable(String),
    /// Characters that stand for themselves.
    Literal(&'static str),
    /// `{…}`: the span of what is between the braces.
    Expression(Span),
    /// `{/* … */}`: its text.
    Comment(String),
}

/// The first line of a container: `:::tip[Title]{#id}`.
#[derive(Clone, Debug)]
pub(crate) struct Container {
    pub(crate) name: String,
    pub(crate) name_span: Span,
    /// What stands in braces behind the name, with places in the source.
    pub(crate) attributes: Vec<DirectiveAttribute>,
    pub(crate) is_closed: bool,
}

/// Masked text under construction, then the way back from it.
#[derive(Debug, Default)]
pub(crate) struct Mask {
    pub(crate) text: String,
    pub(crate) tokens: Vec<Token>,
    segments: Vec<Segment>,
}

#[derive(Clone, Copy, Debug)]
struct Segment {
    /// Offset in the masked text.
    at: usize,
    /// Offset in the source.
    source: usize,
    /// Length in the source of what was replaced; `None` for text that was copied.
    replaced: Option<usize>,
}

impl Mask {
    /// Copies source text.
    pub(crate) fn copy(&mut self, source: &str, start: usize, end: usize) {
        if start >= end {
            return;
        }
        let goes_on = self.segments.last().is_some_and(|last| {
            last.replaced.is_none() && last.source + (self.text.len() - last.at) == start
        });
        if !goes_on {
            self.segments.push(Segment { at: self.text.len(), source: start, replaced: None });
        }
        self.text.push_str(&source[start..end]);
    }

    /// Adds text that the source does not have; it counts as an empty place at `at`.
    pub(crate) fn glue(&mut self, text: &str, at: usize) {
        self.segments.push(Segment { at: self.text.len(), source: at, replaced: Some(0) });
        self.text.push_str(text);
    }

    /// Adds a token within a line, or between blocks (on a line of its own, without the line break).
    pub(crate) fn token(&mut self, token: Token) {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        self.segments.push(Segment { at: self.text.len(), source: start, replaced: Some(end - start) });
        let index = self.tokens.len();
        let (before, after) = if token.is_flow { ("<!--", "-->") } else { ("", "") };
        self.text.push_str(before);
        self.text.push(OPEN);
        self.text.push_str(&index.to_string());
        self.text.push(CLOSE);
        self.text.push_str(after);
        self.tokens.push(token);
    }

    /// The place in the source of a place in the masked text.
    pub(crate) fn source_span(&self, start: usize, end: usize) -> Span {
        let from = self.source_offset(start, Side::Start);
        let to = if end > start { self.source_offset(end, Side::End) } else { from };
        Span::new(from, to.max(from))
    }

    fn source_offset(&self, offset: usize, side: Side) -> usize {
        let inside = match side {
            Side::Start => offset,
            Side::End => offset.saturating_sub(1),
        };
        let index = self.segments.partition_point(|segment| segment.at <= inside);
        let Some(segment) = index.checked_sub(1).and_then(|index| self.segments.get(index)) else {
            return 0;
        };
        match (segment.replaced, side) {
            (None, _) => segment.source + (offset - segment.at),
            (Some(_), Side::Start) => segment.source,
            (Some(length), Side::End) => segment.source + length,
        }
    }
}

#[derive(Clone, Copy)]
enum Side {
    Start,
    End,
}

/// A piece of masked text: plain, or the index of a token.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part<'a> {
    Text(&'a str),
    Token(usize),
}

/// Splits a string that may hold tokens, comment delimiters around them included.
pub(crate) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(OPEN) {
        let Some(length) = rest[at..].find(CLOSE) else { break };
        let Ok(index) = rest[at + OPEN.len_utf8()..at + length].parse() else { break };
        let (mut before, mut after) = (&rest[..at], &rest[at + length + CLOSE.len_utf8()..]);
        if let (Some(outer), Some(inner)) = (before.strip_suffix("<!--"), after.strip_prefix("-->")) {
            (before, after) = (outer, inner);
        }
        push_text(&mut parts, before);
        parts.push(Part::Token(index));
        rest = after;
    }
    push_text(&mut parts, rest);
    parts
}

fn push_text<'a>(parts: &mut Vec<Part<'a>>, text: &'a str) {
    let mut rest = text;
    while let Some(at) = rest.find(PARAGRAPH) {
        if at > 0 {
            parts.push(Part::Text(&rest[..at]));
        }
        rest = &rest[at + PARAGRAPH.len_utf8()..];
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_back_to_the_source() {
        let source = "ab{{x}}cd";
        let mut mask = Mask::default();
        mask.copy(source, 0, 2);
        let kind = TokenKind::Variable("x".to_owned());
        mask.token(Token { kind, span: Span::new(2, 7), is_flow: false });
        mask.copy(source, 7, 9);
        let after = mask.text.len();
        assert_eq!(mask.source_span(0, 2), Span::new(0, 2));
        assert_eq!(mask.source_span(0, after), Span::new(0, 9));
        assert_eq!(mask.source_span(2, after - 2), Span::new(2, 7));
        assert_eq!(mask.source_span(after - 1, after), Span::new(8, 9));
        assert_eq!(parts(&mask.text), [Part::Text("ab"), Part::Token(0), Part::Text("cd")]);
    }
}
