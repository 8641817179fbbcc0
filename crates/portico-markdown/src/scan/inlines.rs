//! The part of the first pass that looks into lines.

use std::rc::Rc;

use portico_diagnostics::Span;

use super::{Dialect, MAX_OPEN, Open, Scanner, indentation};
use crate::MAX_DEPTH;
use crate::mask::{CLOSE, OPEN, PARAGRAPH, Token, TokenKind};
use crate::tag::{Form, Tag, parse_tag, skip_braces};
use crate::variables::variable_at;

/// How far a closing tag, a code span's end or a paragraph's end is looked for.
const MAX_LOOK_AHEAD: usize = 8 * 1024;

/// Expressions that nothing closes are tried so many times.
const MAX_UNBALANCED: usize = 64;

/// State of the line that is written.
struct Line<'p> {
    continuation: &'p str,
    /// Whether only the prefix has been written.
    is_fresh: bool,
    /// Whether the text that follows must be made a paragraph.
    wants_paragraph: bool,
    /// Whether comments are all that the line holds.
    is_comment: bool,
    /// Start of the text that is still to be copied.
    run: usize,
}

impl<'p> Line<'p> {
    fn new(continuation: &'p str, run: usize) -> Self {
        Self { continuation, is_fresh: true, wants_paragraph: false, is_comment: false, run }
    }
}

impl Scanner<'_> {
    /// Handles the rest of the line at `pos`, and further lines if a construct spans them.
    pub(super) fn inline_line(&mut self, continuation: &str) {
        let starts_heading = self.bytes().get(self.pos) == Some(&b'#');
        let mut line = Line::new(continuation, self.pos);
        while let Some(&byte) = self.bytes().get(self.pos) {
            let at = self.pos;
            match byte {
                b'\n' => break,
                b'\\' => self.escape(&mut line),
                b'`' => self.code_span(&mut line),
                b'$' if self.has_math => self.formula_span(&mut line),
                b'{' => self.brace(&mut line),
                b'<' => self.angle(&mut line),
                0xEE => self.private_use(&mut line),
                _ => {
                    if line.is_fresh && !byte.is_ascii_whitespace() {
                        self.begin_text(&mut line);
                    }
                    self.pos += 1;
                    continue;
                }
            }
            // A handler that finds nothing leaves the character as text.
            if self.pos == at {
                self.begin_text(&mut line);
                self.pos += 1;
            }
        }
        let end = self.pos.min(self.text.len());
        self.out.copy(self.text, line.run, end);
        self.is_in_paragraph = !line.is_fresh && !starts_heading && !line.is_comment;
        self.finish_line(end);
    }

    /// Copies text that stays on one line and holds no tags of its own flow: the title of a container.
    pub(super) fn copy_inline(&mut self, from: usize, to: usize) {
        let mut line = Line { is_fresh: false, ..Line::new("", from) };
        self.pos = from;
        while self.pos < to {
            let at = self.pos;
            match self.bytes()[at] {
                b'\\' => self.escape(&mut line),
                b'{' => self.brace(&mut line),
                b'<' => self.angle(&mut line),
                0xEE => self.private_use(&mut line),
                _ => {}
            }
            if self.pos == at || self.pos > to {
                self.pos = at + 1;
            }
        }
        self.out.copy(self.text, line.run.min(to), to);
    }

    /// Copies code, in which only variables mean something.
    pub(super) fn copy_code(&mut self, from: usize, to: usize) {
        self.copy_plain(from, to, Self::code);
    }

    /// Copies a formula, in which nothing else means anything.
    pub(super) fn copy_formula(&mut self, from: usize, to: usize) {
        self.copy_plain(from, to, Self::formula);
    }

    fn copy_plain(&mut self, from: usize, to: usize, read: fn(&mut Self, &mut Line<'_>, usize)) {
        let mut line = Line { is_fresh: false, ..Line::new("", from) };
        self.pos = from;
        read(self, &mut line, to);
        self.out.copy(self.text, line.run, to);
    }

    fn code(&mut self, line: &mut Line<'_>, to: usize) {
        self.each_byte(to, |scan, byte| match byte {
            b'{' => scan.variable(line),
            b'\\' => scan.escaped_variable(line),
            0xEE => scan.private_use(line),
            _ => {}
        });
    }

    fn formula(&mut self, line: &mut Line<'_>, to: usize) {
        self.each_byte(to, |scan, byte| {
            if byte == 0xEE {
                scan.private_use(line);
            }
        });
    }

    /// Goes from here on from byte to byte; what `read` takes in is passed over.
    fn each_byte(&mut self, to: usize, mut read: impl FnMut(&mut Self, u8)) {
        while self.pos < to {
            let at = self.pos;
            read(self, self.bytes()[at]);
            if self.pos == at {
                self.pos += 1;
            }
        }
    }

    fn begin_text(&mut self, line: &mut Line<'_>) {
        if line.wants_paragraph {
            self.out.copy(self.text, line.run, self.pos);
            line.run = self.pos;
            let mut mark = [0; 4];
            self.out.glue(PARAGRAPH.encode_utf8(&mut mark), self.pos);
        }
        line.is_fresh = false;
        line.wants_paragraph = false;
    }

    /// Puts a token in place of the source from `pos` to `end`, within the line.
    fn replace(&mut self, line: &mut Line<'_>, end: usize, kind: TokenKind) {
        self.begin_text(line);
        self.out.copy(self.text, line.run, self.pos);
        self.out.token(Token { kind, span: Span::new(self.pos, end), is_flow: false });
        self.pos = end;
        line.run = end;
    }

    /// Puts a token on a line of its own in place of the source from `pos` to `end`.
    fn replace_flow(&mut self, line: &mut Line<'_>, end: usize, kind: TokenKind) {
        self.out.copy(self.text, line.run, self.pos);
        if !line.is_fresh {
            self.out.glue(&format!("\n{}", line.continuation), self.pos);
        }
        self.out.token(Token { kind, span: Span::new(self.pos, end), is_flow: true });
        line.is_fresh = true;
        line.wants_paragraph = true;
        self.pos = end;
        let line_end = self.line_end(end);
        let rest = &self.text[end..line_end];
        if rest.trim().is_empty() {
            self.pos = line_end;
        } else {
            self.pos += indentation(rest).1;
            self.out.glue(&format!("\n{}", line.continuation), self.pos);
        }
        line.run = self.pos;
    }

    fn escape(&mut self, line: &mut Line<'_>) {
        self.escaped_variable(line);
        if self.bytes().get(self.pos) == Some(&b'\\')
            && self.bytes().get(self.pos + 1).is_some_and(u8::is_ascii_punctuation)
        {
            self.begin_text(line);
            self.pos += 2;
        }
    }

    /// `\{{name}}`: the braces stand for themselves.
    fn escaped_variable(&mut self, line: &mut Line<'_>) {
        if self.bytes().get(self.pos) == Some(&b'\\') && variable_at(self.text, self.pos + 1).is_some() {
            self.replace(line, self.pos + 3, TokenKind::Literal("{{"));
        }
    }

    fn variable(&mut self, line: &mut Line<'_>) {
        if let Some((name, end)) = variable_at(self.text, self.pos) {
            let kind = TokenKind::Variable(name.to_owned());
            self.replace(line, end, kind);
        }
    }

    fn private_use(&mut self, line: &mut Line<'_>) {
        let literal = match self.text[self.pos..].chars().next() {
            Some(OPEN) => "\u{e000}",
            Some(CLOSE) => "\u{e001}",
            Some(PARAGRAPH) => "\u{e002}",
            Some(other) => {
                self.begin_text(line);
                self.pos += other.len_utf8();
                return;
            }
            None => return,
        };
        self.replace(line, self.pos + literal.len(), TokenKind::Literal(literal));
    }

    fn code_span(&mut self, line: &mut Line<'_>) {
        self.span(line, Self::code);
    }

    fn formula_span(&mut self, line: &mut Line<'_>) {
        self.span(line, Self::formula);
    }

    /// Goes past a run of marks and, if as long a run follows, past that; `copy` handles what stands between them.
    fn span(&mut self, line: &mut Line<'_>, copy: fn(&mut Self, &mut Line<'_>, usize)) {
        let mark = self.bytes()[self.pos];
        let length = run_length(&self.bytes()[self.pos..], mark);
        self.begin_text(line);
        self.pos += length;
        if let Some(end) = self.span_end(self.pos, mark, length) {
            copy(self, line, end);
            self.pos = end + length;
        }
    }

    fn span_end(&self, from: usize, mark: u8, length: usize) -> Option<usize> {
        let end = self.paragraph_end(from);
        let bytes = &self.bytes()[..end];
        let mut at = from;
        while at < end {
            let run = run_length(&bytes[at..], mark);
            if run == length {
                return Some(at);
            }
            at += run.max(1);
        }
        None
    }

    /// Where the paragraph ends that holds `from`: at a blank line, or where looking further would cost too much.
    fn paragraph_end(&self, from: usize) -> usize {
        let bytes = self.bytes();
        let limit = (from + MAX_LOOK_AHEAD).min(bytes.len());
        let mut at = from;
        while let Some(length) = bytes[at..limit].iter().position(|byte| *byte == b'\n') {
            at += length + 1;
            let next = bytes[at..limit].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
            if next.is_none_or(|byte| *byte == b'\n') {
                return at;
            }
        }
        limit
    }

    fn brace(&mut self, line: &mut Line<'_>) {
        let start = self.pos;
        self.variable(line);
        if self.pos != start || self.n_unbalanced >= MAX_UNBALANCED {
            return;
        }
        let rest = &self.text[start..];
        if rest.starts_with("{#") && (self.dialect == Dialect::Lenient || heading_id(rest)) {
            return;
        }
        let is_comment = rest.starts_with("{/*");
        if !is_comment && self.dialect == Dialect::Lenient {
            return;
        }
        let Some(end) = skip_braces(self.text, start) else {
            self.n_unbalanced += 1;
            if self.dialect == Dialect::Strict {
                self.unbalanced.get_or_insert(Span::new(start, start + 1));
            }
            return;
        };
        let inner = Span::new(start + 1, end - 1);
        let code = &self.text[inner.range()];
        let kind = match code.trim().strip_prefix("/*").and_then(|text| text.strip_suffix("*/")) {
            Some(comment) if is_comment && !comment.contains("*/") => TokenKind::Comment(comment.to_owned()),
            _ if self.dialect == Dialect::Lenient => return,
            _ => TokenKind::Expression(inner),
        };
        if line.is_fresh && !self.is_in_paragraph && self.is_rest_flow(end, 0) {
            self.replace_flow(line, end, kind);
        } else {
            self.replace(line, end, kind);
        }
    }

    fn angle(&mut self, line: &mut Line<'_>) {
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
    fn is_rest_flow(&self, from: usize, depth: usize) -> bool {
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

/// How many marks the bytes begin with.
fn run_length(bytes: &[u8], mark: u8) -> usize {
    bytes.iter().take_while(|byte| **byte == mark).count()
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

/// Whether the text starts with a heading id: `{#some-id}`.
fn heading_id(text: &str) -> bool {
    text.find('}')
        .is_some_and(|end| end > 2 && !text[2..end].contains(|c: char| c.is_whitespace() || c == '{'))
}
