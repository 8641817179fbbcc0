//! The part of the first pass that reads tags: whose they are, and whether they stand between blocks or in a line.

use std::rc::Rc;

use portico_diagnostics::Span;

use super::inlines::{Line, MAX_LOOK_AHEAD};
use super::{Dialect, MAX_OPEN, Open, Scanner, indentation};
use crate::MAX_DEPTH;
use crate::mask::TokenKind;
use crate::tag::{Form, Tag, parse_tag};

impl Scanner<'_> {
    /// Reads what begins with `<`.
    pub(super) fn angle(&mut self, line: &mut Line<'_>) {
        let start = self.pos;
        if self.text[start..].starts_with("<!--") {
            return self.html_comment(line);
        }
        let Some((tag, end)) = parse_tag(self.text, start) else { return };
        if self.dialect == Dialect::Lenient {
            if !self.is_ours(&tag, start) {
                if tag.form == Form::Open && matches!(tag.name.as_str(), "script" | "style") {
                    self.skip_raw(line, &tag.name, end);
                }
                return;
            }
        } else if tag.form == Form::Open && matches!(tag.name.as_str(), "script" | "style") {
            return self.raw_tag(line, tag, end);
        }
        if tag.form == Form::Open && tag.name == "CodeBlock" {
            return self.raw_tag(line, tag, end);
        }
        match tag.form {
            Form::Close => self.close_tag(line, tag, end),
            Form::Open | Form::Empty => self.open_tag(line, tag, end),
        }
    }

    /// In a lenient file: whether the tag is a component's, or an element's written as JSX.
    fn is_ours(&self, tag: &Tag, start: usize) -> bool {
        if tag.name.is_empty() {
            return false;
        }
        if tag.is_component() {
            let follows_word = start > 0 && self.bytes()[start - 1].is_ascii_alphanumeric();
            let is_capitalised = tag.name.starts_with(|first: char| first.is_ascii_uppercase());
            // `List<String>` is text; a component may follow a word if something says that it is one.
            let is_certain = (self.is_known)(&tag.name)
                || !tag.attributes.is_empty()
                || tag.form == Form::Empty
                || (tag.form == Form::Close && self.open.iter().any(|open| open.name == tag.name));
            return is_certain || (is_capitalised && !follows_word);
        }
        match tag.form {
            Form::Close => self.open.iter().any(|open| open.name == tag.name),
            Form::Open | Form::Empty => tag.has_braces(),
        }
    }

    fn html_comment(&mut self, line: &mut Line<'_>) {
        if self.has_no_comment_end {
            return;
        }
        match comment_length(&self.text[self.pos..]) {
            Some(length) => {
                let is_first = line.is_fresh || line.is_comment;
                self.begin_text(line);
                self.pos += length;
                let rest = self.text[self.pos..self.line_end(self.pos)].trim_start();
                line.is_comment = is_first && (rest.is_empty() || rest.starts_with("<!--"));
            }
            None => self.has_no_comment_end = true,
        }
    }

    /// Goes past an element whose content is not Markdown.
    fn skip_raw(&mut self, line: &mut Line<'_>, name: &str, from: usize) {
        if let Some(length) = self.text[from..].find(&format!("</{name}")) {
            self.begin_text(line);
            self.pos = from + length;
        }
    }

    /// Takes an element with its content, which is not Markdown.
    fn raw_tag(&mut self, line: &mut Line<'_>, tag: Tag, content: usize) {
        let Some(length) = self.text[content..].find(&format!("</{}>", tag.name)) else {
            let kind = TokenKind::Tag(Rc::new(tag));
            return self.replace_flow(line, content, kind);
        };
        let inner = Span::new(content, content + length);
        let end = content + length + tag.name.len() + 3;
        let kind = TokenKind::RawTag(Rc::new(tag), inner);
        if line.is_fresh && self.is_rest_flow(end, 0) {
            self.replace_flow(line, end, kind);
        } else {
            self.replace(line, end, kind);
        }
    }

    fn close_tag(&mut self, line: &mut Line<'_>, tag: Tag, end: usize) {
        let at = self.open.iter().rposition(|open| open.name == tag.name && open.colons == 0);
        let is_flow = match at {
            Some(at) => {
                let is_flow = self.open[at].is_flow;
                self.open.truncate(at);
                is_flow
            }
            None => line.is_fresh && self.is_rest_flow(end, 0),
        };
        let kind = TokenKind::Tag(Rc::new(tag));
        if is_flow {
            self.replace_flow(line, end, kind);
        } else {
            self.replace(line, end, kind);
        }
    }

    fn open_tag(&mut self, line: &mut Line<'_>, tag: Tag, end: usize) {
        let flow = if line.is_fresh { self.flow(&tag, end, 0) } else { Flow::Inline };
        let (strip, column) = self.strip();
        let mut open = Open {
            name: tag.name.clone(),
            is_flow: flow != Flow::Inline,
            strip,
            column,
            indent: line.continuation.len(),
            token: self.out.tokens.len(),
            colons: 0,
        };
        let is_open = tag.form == Form::Open;
        if flow == Flow::Block && is_open {
            let own = self.column_of(self.pos);
            let first_child = self.first_child_column(end).unwrap_or(own);
            open.column = own.saturating_sub(strip);
            open.strip = strip + first_child.saturating_sub(own);
        }
        match flow {
            Flow::Inline => self.replace(line, end, TokenKind::Tag(Rc::new(tag))),
            Flow::Line => self.replace_flow(line, end, TokenKind::LineTag(Rc::new(tag))),
            Flow::Block => self.replace_flow(line, end, TokenKind::Tag(Rc::new(tag))),
        }
        if is_open && self.open.len() < MAX_OPEN {
            self.open.push(open);
        }
    }

    /// Column of a place in its line.
    fn column_of(&self, at: usize) -> usize {
        let start = self.text[..at].rfind('\n').map_or(0, |before| before + 1);
        self.text[start..at]
            .chars()
            .fold(0, |column, c| if c == '\t' { column + 4 - column % 4 } else { column + 1 })
    }

    /// Column of the first line with content after the line that holds `from`.
    fn first_child_column(&self, from: usize) -> Option<usize> {
        let limit = (from + MAX_LOOK_AHEAD).min(self.text.len());
        let limit = (limit..=self.text.len()).find(|at| self.text.is_char_boundary(*at))?;
        let after = self.line_end(from);
        let rest = self.text.get(after..limit.max(after))?;
        rest.lines().skip(1).find(|line| !line.trim().is_empty()).map(|line| indentation(line).0)
    }

    /// Whether a tag at the start of a line stands between blocks, as MDX decides it: nothing but tags shares its
    /// lines.
    fn flow(&self, tag: &Tag, end: usize, depth: usize) -> Flow {
        if tag.form == Form::Empty {
            return if self.is_rest_flow(end, depth) { Flow::Block } else { Flow::Inline };
        }
        // Nothing may be nested deeper anyway, and looking ahead from every level would cost too much.
        if self.open.len() >= MAX_DEPTH {
            return Flow::Block;
        }
        match self.matching_close(&tag.name, end) {
            None => Flow::Block,
            Some((close_start, close_end)) if self.is_rest_flow(close_end, depth) => {
                if self.text[end..close_start].contains('\n') { Flow::Block } else { Flow::Line }
            }
            Some(_) => Flow::Inline,
        }
    }

    /// Whether nothing but tags follows on the line.
    pub(super) fn is_rest_flow(&self, from: usize, depth: usize) -> bool {
        let end = self.line_end(from);
        let rest = &self.text[from..end];
        let next = from + indentation(rest).1;
        if rest.trim().is_empty() {
            return true;
        }
        if self.bytes()[next] != b'<' || depth > 8 {
            return false;
        }
        match parse_tag(self.text, next) {
            Some((tag, tag_end)) if tag.form == Form::Close => {
                self.open.iter().rev().find(|open| open.name == tag.name).is_none_or(|open| open.is_flow)
                    && self.is_rest_flow(tag_end, depth + 1)
            }
            Some((tag, tag_end)) => self.flow(&tag, tag_end, depth + 1) != Flow::Inline,
            None => false,
        }
    }

    /// The closing tag that belongs to an opening one, if it follows within the paragraph.
    fn matching_close(&self, name: &str, from: usize) -> Option<(usize, usize)> {
        let limit = self.paragraph_end(from);
        let mut depth = 0_usize;
        let mut at = from;
        while let Some(length) = self.bytes()[at..limit].iter().position(|byte| *byte == b'<') {
            at += length;
            let Some((tag, end)) = parse_tag(self.text, at) else {
                at += 1;
                continue;
            };
            if tag.name == name {
                match tag.form {
                    Form::Open => depth += 1,
                    Form::Close if depth == 0 => return Some((at, end)),
                    Form::Close => depth -= 1,
                    Form::Empty => {}
                }
            }
            at = end;
            if at >= limit {
                break;
            }
        }
        None
    }
}

/// Length of the HTML comment that the text starts with.
pub(crate) fn comment_length(text: &str) -> Option<usize> {
    let short = ["<!-->", "<!--->"].into_iter().find(|short| text.starts_with(short));
    short.map(str::len).or_else(|| Some(4 + text.get(4..)?.find("-->")? + 3))
}

/// Where a tag stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// In a line of text.
    Inline,
    /// Between blocks, its content on its own line.
    Line,
    /// Between blocks, with blocks as content.
    Block,
}
