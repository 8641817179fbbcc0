//! The part of the first pass that looks at the start of lines.

use std::rc::Rc;

use portico_diagnostics::Span;

use super::{Dialect, Fence, MAX_OPEN, MIN_COLONS, Open, Scanner, cut, indentation};
use crate::directive_attributes::{DirectiveAttribute, directive_attributes};
use crate::mask::{Container, PARAGRAPH, Token, TokenKind};
use crate::tag::{parse_tag, skip_braces};

/// What stands before the content of a line: quote marks, list markers, white space.
pub(super) struct Prefix {
    /// Length in bytes.
    pub(super) length: usize,
    /// What a line that goes on in the same place starts with.
    pub(super) continuation: String,
    is_quoted: bool,
    has_marker: bool,
}

impl Scanner<'_> {
    /// Handles the line at `pos`, and more lines if a construct spans them.
    pub(super) fn line(&mut self) {
        let start = self.pos;
        let end = self.line_end(start);
        let line = &self.text[start..end];
        if let Some(fence) = self.fence {
            if !fence.is_quoted || line.trim_start().starts_with('>') {
                return self.fence_line(fence, end);
            }
            self.fence = None;
        }
        if line.trim().is_empty() {
            self.is_in_paragraph = false;
            return self.finish_line_from(start, end);
        }
        let mut body = start + self.removed(line);
        let (indent, _) = indentation(&self.text[body..end]);
        let mut prefix = prefix(&self.text[body..end]);
        if !prefix.is_quoted {
            while self.lists.last().is_some_and(|content| indent < *content) {
                self.lists.pop();
            }
            let base = self.lists.last().copied().unwrap_or(0);
            if !self.is_in_paragraph && indent >= base + 4 {
                if self.dialect == Dialect::Lenient {
                    self.copy_code(body, end);
                    return self.finish_line(end);
                }
                let excess = cut(&self.text[body..end], indent - base);
                body += excess;
                prefix = self::prefix(&self.text[body..end]);
            }
            if prefix.has_marker && self.lists.len() < MAX_OPEN {
                self.lists.push(prefix.length);
            }
        }
        let content = body + prefix.length;
        if self.closes_unwrapped(content, end) {
            return self.finish_line(end);
        }
        if let Some(fence) = self.open_fence(&self.text[content..end], prefix.is_quoted) {
            self.is_in_paragraph = false;
            let info = self.text[content + fence.length..end].trim();
            if info.split_whitespace().next() == Some("mdx-code-block") {
                self.unwrapped.push(fence);
                return self.finish_line(end);
            }
            self.fence = Some(fence);
            self.copy_fenced(fence, body, end);
            return self.finish_line(end);
        }
        if !self.has_math && self.text[content..end].trim_end() == "$$" {
            self.formula_fences.push(Span::new(content, content + 2));
        }
        if self.text[content..end].starts_with(":::") && self.container(body, content, end, &prefix) {
            return;
        }
        if prefix.length == 0 && !self.is_in_paragraph && self.statements(body) {
            return;
        }
        match self.closed_by(content) {
            Some(at) if !prefix.has_marker => {
                let indent = self.open_indent(at);
                self.copy_close_prefix(body, content, &prefix, indent);
                if !prefix.is_quoted {
                    prefix.continuation = " ".repeat(indent);
                }
            }
            _ => self.out.copy(self.text, body, content),
        }
        self.pos = content;
        self.inline_line(&prefix.continuation);
    }

    fn open_indent(&self, at: usize) -> usize {
        self.open.get(at).map_or(0, |open| open.indent)
    }

    /// What the closing tag at `at` closes, if one stands there and ends something between blocks.
    fn closed_by(&self, at: usize) -> Option<usize> {
        if !self.text[at..].starts_with("</") {
            return None;
        }
        let (tag, _) = parse_tag(self.text, at)?;
        self.open
            .iter()
            .rposition(|open| open.name == tag.name && open.colons == 0)
            .filter(|at| self.open[*at].is_flow)
    }

    /// Begins the line of an end at the column of its beginning: people indent it with the list before it.
    fn copy_close_prefix(&mut self, body: usize, content: usize, prefix: &Prefix, indent: usize) {
        if prefix.is_quoted {
            self.out.copy(self.text, body, content);
        } else {
            self.out.glue(&" ".repeat(indent), content);
        }
    }

    fn finish_line_from(&mut self, start: usize, end: usize) {
        self.out.copy(self.text, start, end);
        self.finish_line(end);
    }

    /// Bytes of indentation that the line loses because it stands in an indented component.
    fn removed(&self, line: &str) -> usize {
        let (strip, column) = self.strip();
        if strip == 0 {
            return 0;
        }
        let (indent, _) = indentation(line);
        cut(line, strip.min(indent.saturating_sub(column)))
    }

    fn fence_line(&mut self, fence: Fence, end: usize) {
        let start = self.pos;
        let line = &self.text[start..end];
        let content = line.trim_start_matches(|c: char| c.is_whitespace() || (fence.is_quoted && c == '>'));
        if closes(content, fence) {
            self.fence = None;
        }
        self.copy_fenced(fence, start + self.removed(line), end);
        self.finish_line(end);
    }

    fn copy_fenced(&mut self, fence: Fence, from: usize, to: usize) {
        match fence.mark {
            b'$' => self.copy_formula(from, to),
            _ => self.copy_code(from, to),
        }
    }

    /// The fence of code, or of a formula, that a line opens.
    fn open_fence(&self, content: &str, is_quoted: bool) -> Option<Fence> {
        let is_mark = |byte: &u8| matches!(byte, b'`' | b'~') || (*byte == b'$' && self.has_math);
        let mark = *content.as_bytes().first().filter(|byte| is_mark(byte))?;
        let length = content.bytes().take_while(|byte| *byte == mark).count();
        let min_length = if mark == b'$' { 2 } else { 3 };
        let is_fence =
            length >= min_length && (mark == b'~' || !content[length..].contains(char::from(mark)));
        is_fence.then_some(Fence { mark, length, is_quoted })
    }

    fn closes_unwrapped(&mut self, content: usize, end: usize) -> bool {
        let is_close = self.unwrapped.last().is_some_and(|fence| closes(&self.text[content..end], *fence));
        if is_close {
            self.unwrapped.pop();
            self.is_in_paragraph = false;
        }
        is_close
    }

    /// Reads a `:::` line. Returns whether it was one.
    fn container(&mut self, body: usize, content: usize, end: usize, prefix: &Prefix) -> bool {
        let line = &self.text[content..end];
        let colons = line.bytes().take_while(|byte| *byte == b':').count();
        let rest = line[colons..].trim();
        let span = Span::new(content, content + line.trim_end().len());
        if rest.is_empty() {
            let Some(at) = self.innermost_container(colons) else {
                self.stray_closes.push(span);
                self.finish_line(end);
                return true;
            };
            let opener = self.open[at].token;
            if let TokenKind::ContainerOpen(container) = &mut self.out.tokens[opener].kind {
                Rc::make_mut(container).is_closed = true;
            }
            self.copy_close_prefix(body, content, prefix, self.open_indent(at));
            self.open.truncate(at);
            self.out.token(Token { kind: TokenKind::ContainerClose(opener), span, is_flow: true });
            self.is_in_paragraph = false;
            self.finish_line(end);
            return true;
        }
        let name_start = content + colons + (line[colons..].len() - line[colons..].trim_start().len());
        let name_length = rest
            .bytes()
            .position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')))
            .unwrap_or(rest.len());
        if name_length == 0 || !rest.as_bytes()[0].is_ascii_alphabetic() {
            return false;
        }
        let (title, attributes) = self.container_title(name_start + name_length, end);
        let token = self.out.tokens.len();
        let container = Container {
            name: rest[..name_length].to_owned(),
            name_span: Span::new(name_start, name_start + name_length),
            attributes,
            is_closed: false,
        };
        self.out.copy(self.text, body, content);
        self.out.token(Token { kind: TokenKind::ContainerOpen(Rc::new(container)), span, is_flow: true });
        if let Some((from, to)) = title {
            let next_line = format!("\n{}{PARAGRAPH}", prefix.continuation);
            self.out.glue(&next_line, from);
            self.copy_inline(from, to);
            self.out.glue(&format!("\n{}", prefix.continuation), to);
            self.out.token(Token { kind: TokenKind::TitleEnd, span: Span::new(to, to), is_flow: true });
        }
        if self.open.len() < MAX_OPEN {
            let (strip, column) = self.strip();
            let indent = prefix.continuation.len();
            self.open.push(Open { name: String::new(), is_flow: true, strip, column, indent, token, colons });
        }
        self.is_in_paragraph = false;
        self.finish_line(end);
        true
    }

    /// The container that a line of so many colons closes: the innermost with just as many, else with fewer.
    fn innermost_container(&self, colons: usize) -> Option<usize> {
        let find = |fits: &dyn Fn(usize) -> bool| {
            self.open.iter().rposition(|open| open.colons >= MIN_COLONS && fits(open.colons))
        };
        find(&|own| own == colons).or_else(|| find(&|own| own < colons))
    }

    /// The title after a container's name: in brackets, or plain text; and what stands in braces.
    fn container_title(&self, from: usize, end: usize) -> (Option<(usize, usize)>, Vec<DirectiveAttribute>) {
        let mut at = from;
        let mut title = None;
        if self.bytes().get(at) == Some(&b'[')
            && let Some(length) = closing_bracket(&self.text[at..end])
        {
            title = Some((at + 1, at + length));
            at += length + 1;
        }
        let rest = self.text[at..end].trim();
        let rest_start = at + (self.text[at..end].len() - self.text[at..end].trim_start().len());
        if rest.starts_with('{')
            && !rest.starts_with("{{")
            && let Some(close) = skip_braces(self.text, rest_start).filter(|close| *close <= end)
        {
            let from = rest_start + 1;
            let mut attributes = directive_attributes(&self.text[from..close - 1]);
            for attribute in &mut attributes {
                attribute.span = attribute.span.shifted(from);
            }
            return (title, attributes);
        }
        if title.is_none() && !rest.is_empty() {
            title = Some((rest_start, rest_start + rest.len()));
        }
        (title.filter(|(from, to)| from < to), Vec::new())
    }
}

/// The offset of the bracket that closes the one at the start.
fn closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'[' => depth += 1,
            b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Reads quote marks, list markers and the white space around them.
fn prefix(line: &str) -> Prefix {
    let bytes = line.as_bytes();
    let mut prefix = Prefix { length: 0, continuation: String::new(), is_quoted: false, has_marker: false };
    loop {
        let (_, spaces) = indentation(&line[prefix.length..]);
        prefix.continuation.push_str(&line[prefix.length..prefix.length + spaces]);
        prefix.length += spaces;
        let rest = &bytes[prefix.length..];
        let marker = match rest.first() {
            Some(b'>') => {
                prefix.is_quoted = true;
                prefix.continuation.push('>');
                prefix.length += 1;
                continue;
            }
            Some(b'-' | b'*' | b'+') => 1,
            Some(b'0'..=b'9') => {
                let digits = rest.iter().take(9).take_while(|byte| byte.is_ascii_digit()).count();
                if matches!(rest.get(digits), Some(b'.' | b')')) { digits + 1 } else { return prefix }
            }
            _ => return prefix,
        };
        if !matches!(rest.get(marker), Some(b' ' | b'\t')) || prefix.length > 200 {
            return prefix;
        }
        prefix.has_marker = true;
        prefix.continuation.push_str(&" ".repeat(marker));
        prefix.length += marker;
    }
}

fn closes(content: &str, fence: Fence) -> bool {
    let length = content.bytes().take_while(|byte| *byte == fence.mark).count();
    length >= fence.length && content[length..].trim().is_empty()
}
