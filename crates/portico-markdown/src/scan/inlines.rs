//! The part of the first pass that looks into lines.

use portico_diagnostics::Span;

use super::{Dialect, Scanner, indentation};
use crate::mask::{CLOSE, OPEN, PARAGRAPH, Token, TokenKind};
use crate::tag::skip_braces;
use crate::variables::variable_at;

/// How far a closing tag, a code span's end or a paragraph's end is looked for.
pub(super) const MAX_LOOK_AHEAD: usize = 8 * 1024;

/// Expressions that nothing closes are tried so many times.
const MAX_UNBALANCED: usize = 64;

/// State of the line that is written.
pub(super) struct Line<'p> {
    pub(super) continuation: &'p str,
    /// Whether only the prefix has been written.
    pub(super) is_fresh: bool,
    /// Whether the text that follows must be made a paragraph.
    wants_paragraph: bool,
    /// Whether comments are all that the line holds.
    pub(super) is_comment: bool,
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

    pub(super) fn begin_text(&mut self, line: &mut Line<'_>) {
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
    pub(super) fn replace(&mut self, line: &mut Line<'_>, end: usize, kind: TokenKind) {
        self.begin_text(line);
        self.out.copy(self.text, line.run, self.pos);
        self.out.token(Token { kind, span: Span::new(self.pos, end), is_flow: false });
        self.pos = end;
        line.run = end;
    }

    /// Puts a token on a line of its own in place of the source from `pos` to `end`.
    pub(super) fn replace_flow(&mut self, line: &mut Line<'_>, end: usize, kind: TokenKind) {
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
    pub(super) fn paragraph_end(&self, from: usize) -> usize {
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
}

/// How many marks the bytes begin with.
fn run_length(bytes: &[u8], mark: u8) -> usize {
    bytes.iter().take_while(|byte| **byte == mark).count()
}

/// Whether the text starts with a heading id: `{#some-id}`.
fn heading_id(text: &str) -> bool {
    text.find('}')
        .is_some_and(|end| end > 2 && !text[2..end].contains(|c: char| c.is_whitespace() || c == '{'))
}
