//! First pass over a file: finds what `CommonMark` does not know (tags of components, `:::` containers, `{{variables}}`,
//! expressions, imports) and masks it, so that the Markdown parser sees ordinary text. See [`crate::mask`].
//!
//! The pass reads lines with just enough notion of blocks (fences, lists, quotes, paragraphs) to tell code from text.
//! Where it errs, nothing is lost: a token that surfaces in code is turned back into the source it stands for.

mod blocks;
mod inlines;
mod tags;

use portico_diagnostics::Span;

use crate::imports::{Statement, parse_statements};
use crate::mask::Mask;

pub(crate) use tags::comment_length;

/// How braces and unknown tags are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `.md`: `CommonMark`; a brace is text, HTML is HTML, components are known by their capital letter.
    Lenient,
    /// `.mdx`, and `.html` of a template: braces are expressions and every tag is JSX.
    Strict,
}

impl Dialect {
    /// The dialect that a file's name calls for.
    pub(crate) fn of(path: &str) -> Self {
        let is_strict = path.rsplit_once('.').is_some_and(|(_, ending)| {
            ["mdx", "html"].iter().any(|strict| ending.eq_ignore_ascii_case(strict))
        });
        if is_strict { Self::Strict } else { Self::Lenient }
    }
}

/// How a file is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Syntax {
    pub(crate) dialect: Dialect,
    /// Whether dollar signs enclose formulas, in which nothing else means anything.
    pub(crate) has_math: bool,
}

/// What the pass found.
pub(crate) struct Scan {
    pub(crate) mask: Mask,
    /// Imports and exports, in order.
    pub(crate) statements: Vec<Statement>,
    /// Where they stand.
    pub(crate) statement_spans: Vec<Span>,
    /// Closing lines of containers that none opened.
    pub(crate) stray_closes: Vec<Span>,
    /// In a strict file, imports that cannot be read.
    pub(crate) unreadable: Vec<Span>,
    /// In a strict file, the first brace that nothing closes.
    pub(crate) unbalanced: Option<Span>,
    /// Where formulas are not known: lines of `$$` alone, as formulas have before and after them.
    pub(crate) formula_fences: Vec<Span>,
}

/// Runs the pass over the text from `from` on. `is_known` tells the names of components.
pub(crate) fn scan(text: &str, from: usize, syntax: Syntax, is_known: &dyn Fn(&str) -> bool) -> Scan {
    let mut scanner = Scanner {
        text,
        pos: from,
        dialect: syntax.dialect,
        has_math: syntax.has_math,
        is_known,
        out: Mask::default(),
        statements: Vec::new(),
        statement_spans: Vec::new(),
        stray_closes: Vec::new(),
        unreadable: Vec::new(),
        unbalanced: None,
        formula_fences: Vec::new(),
        open: Vec::new(),
        lists: Vec::new(),
        fence: None,
        unwrapped: Vec::new(),
        is_in_paragraph: false,
        has_no_comment_end: false,
        n_unbalanced: 0,
    };
    while scanner.pos < text.len() {
        scanner.line();
    }
    Scan {
        mask: scanner.out,
        statements: scanner.statements,
        statement_spans: scanner.statement_spans,
        stray_closes: scanner.stray_closes,
        unreadable: scanner.unreadable,
        unbalanced: scanner.unbalanced,
        formula_fences: scanner.formula_fences,
    }
}

struct Scanner<'a> {
    text: &'a str,
    pos: usize,
    dialect: Dialect,
    has_math: bool,
    is_known: &'a dyn Fn(&str) -> bool,
    out: Mask,
    statements: Vec<Statement>,
    statement_spans: Vec<Span>,
    stray_closes: Vec<Span>,
    unreadable: Vec<Span>,
    unbalanced: Option<Span>,
    formula_fences: Vec<Span>,
    /// Tags and containers that are open here, outermost first.
    open: Vec<Open>,
    /// Content columns of the lists that are open here.
    lists: Vec<usize>,
    fence: Option<Fence>,
    /// Fences of `mdx-code-block` whose content is read as if it stood in the page.
    unwrapped: Vec<Fence>,
    is_in_paragraph: bool,
    /// Set once no `-->` follows, so that it is not looked for again.
    has_no_comment_end: bool,
    /// Braces that nothing closed; after some of them they are no longer looked at.
    n_unbalanced: usize,
}

/// Something open.
struct Open {
    name: String,
    is_flow: bool,
    /// Columns of indentation that lines within it lose.
    strip: usize,
    /// Column at which it stands in the masked text; no line within moves left of it.
    column: usize,
    /// Column of its own in the masked text, where its end must stand too.
    indent: usize,
    token: usize,
    /// Number of colons, for containers.
    colons: usize,
}

/// A fence of code or of a formula.
#[derive(Clone, Copy)]
struct Fence {
    mark: u8,
    length: usize,
    is_quoted: bool,
}

/// A closing or opening container line holds at least so many colons.
const MIN_COLONS: usize = 3;

/// More open tags than this are not kept track of.
const MAX_OPEN: usize = 1_000;

impl Scanner<'_> {
    fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// The end of the line that holds `at`, without its line break.
    fn line_end(&self, at: usize) -> usize {
        self.text[at..].find('\n').map_or(self.text.len(), |length| at + length)
    }

    /// Copies the line break at `end`, if there is one, and goes on after it.
    fn finish_line(&mut self, end: usize) {
        let next = (end + 1).min(self.text.len());
        self.out.copy(self.text, end, next);
        self.pos = next.max(end);
    }

    fn strip(&self) -> (usize, usize) {
        self.open.last().map_or((0, 0), |open| (open.strip, open.column))
    }

    /// Reads imports and exports at `at`, the start of a line. Returns whether there were any.
    fn statements(&mut self, at: usize) -> bool {
        let rest = &self.bytes()[at..];
        if !(rest.starts_with(b"import") || rest.starts_with(b"export")) {
            return false;
        }
        let Some((statements, end)) = parse_statements(self.text, at) else {
            let line = self.text[at..].lines().next().unwrap_or_default();
            // Text may begin with the word, but hardly quotes something that looks like a file.
            let names_file = ["'.", "\".", "'@", "\"@"].iter().any(|start| line.contains(start));
            if self.dialect == Dialect::Strict && line.starts_with("import ") && names_file {
                self.unreadable.push(Span::new(at, at + line.trim_end().len()));
            }
            return false;
        };
        self.statements.extend(statements);
        self.statement_spans.push(Span::new(at, end));
        self.pos = end;
        self.finish_line(end);
        true
    }
}

/// Width of leading white space in columns, and its length in bytes. A tab goes to the next multiple of four.
fn indentation(line: &str) -> (usize, usize) {
    let mut column = 0;
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b' ' => column += 1,
            b'\t' => column += 4 - column % 4,
            _ => return (column, at),
        }
    }
    (column, line.len())
}

/// Length in bytes of white space that is at most `columns` wide.
fn cut(line: &str, columns: usize) -> usize {
    let mut column = 0;
    for (at, byte) in line.bytes().enumerate() {
        column += match byte {
            b' ' => 1,
            b'\t' => 4 - column % 4,
            _ => return at,
        };
        if column > columns {
            return at;
        }
    }
    line.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::{CLOSE, OPEN, PARAGRAPH, TokenKind};

    fn check(dialect: Dialect, text: &str, expected: &str) {
        check_syntax(Syntax { dialect, has_math: false }, text, expected);
    }

    fn check_syntax(syntax: Syntax, text: &str, expected: &str) {
        let found = scan(text, 0, syntax, &|name| name != "Unknown");
        let masked = found
            .mask
            .text
            .replace(PARAGRAPH, "¶")
            .replace("<!--\u{e000}", "\u{e000}!")
            .replace("\u{e001}-->", "\u{e001}")
            .replace(OPEN, "⟨")
            .replace(CLOSE, "⟩");
        assert_eq!(masked, expected, "{text}");
    }

    #[test]
    fn masks_what_markdown_does_not_know() {
        for (text, expected) in [
            ("plain\n", "plain\n"),
            ("a {{b.c}} d\n", "a ⟨0⟩ d\n"),
            (r"\{{b}}", "⟨0⟩b}}"),
            ("`{{b}}`\n", "`⟨0⟩`\n"),
            ("{ x } <y\n", "{ x } <y\n"),
            (
                "<Tabs>\n<TabItem a='1'>\n\ntext\n\n</TabItem>\n</Tabs>\n",
                "⟨!0⟩\n⟨!1⟩\n\ntext\n\n⟨!2⟩\n⟨!3⟩\n",
            ),
            ("<Card>text</Card>\n", "⟨!0⟩\n¶text\n⟨!1⟩\n"),
            ("<B>a</B> and <B>b</B>\n", "⟨0⟩a⟨1⟩ and ⟨2⟩b⟨3⟩\n"),
            ("x <B/> y\n", "x ⟨0⟩ y\n"),
            ("- <B>a</B>\n", "- ⟨!0⟩\n  ¶a\n  ⟨!1⟩\n"),
            ("> <B>\n> a\n> </B>\n", "> ⟨!0⟩\n> a\n> ⟨!1⟩\n"),
            ("    <B>\n", "    <B>\n"),
            ("<A>\n    <B>\n        text\n    </B>\n</A>\n", "⟨!0⟩\n⟨!1⟩\ntext\n⟨!2⟩\n⟨!3⟩\n"),
            ("- a\n\n  <A>\n    text\n  </A>\n", "- a\n\n  ⟨!0⟩\n  text\n  ⟨!1⟩\n"),
            ("```\n<A>{{b}}\n```\n<A/>\n", "```\n<A>⟨0⟩\n```\n⟨!1⟩\n"),
            ("`<A>` x\n", "`<A>` x\n"),
            (":::note[T *x*]\ntext\n:::\n", "⟨!0⟩\n¶T *x*\n⟨!1⟩\ntext\n⟨!2⟩\n"),
            (":::note Old title\ntext\n:::\n", "⟨!0⟩\n¶Old title\n⟨!1⟩\ntext\n⟨!2⟩\n"),
            ("```mdx-code-block\n<A/>\n```\nx\n", "\n⟨!0⟩\n\nx\n"),
            ("import A from './a.md';\n\nx\n", "\n\nx\n"),
            ("a {/* c */} b\n", "a ⟨0⟩ b\n"),
            ("Map<Unknown> <b>x</b>\n", "Map<Unknown> <b>x</b>\n"),
            ("<div style={{a: 1}}>\n\nx\n\n</div>\n", "⟨!0⟩\n\nx\n\n⟨!1⟩\n"),
            ("text\n:::note\ninner\n:::\nafter\n", "text\n⟨!0⟩\ninner\n⟨!1⟩\nafter\n"),
            ("<A>one\ntwo</A>\n", "⟨!0⟩\n¶one\ntwo\n⟨!1⟩\n"),
        ] {
            check(Dialect::Lenient, text, expected);
        }
    }

    #[test]
    fn strict_files_have_expressions_and_no_indented_code() {
        for (text, expected) in [
            ("a {b} c {{d.e}}\n", "a ⟨0⟩ c ⟨1⟩\n"),
            ("{b}\n", "⟨!0⟩\n"),
            ("# T {#id}\n", "# T {#id}\n"),
            ("<div>*a*</div>\n", "⟨!0⟩\n¶*a*\n⟨!1⟩\n"),
            ("    text\n", "text\n"),
            ("a <b>x</b>\n", "a ⟨0⟩x⟨1⟩\n"),
        ] {
            check(Dialect::Strict, text, expected);
        }
    }

    #[test]
    fn nothing_is_masked_in_formulas() {
        for (text, expected) in [
            ("a $x^{b}$ {c}\n", "a $x^{b}$ ⟨0⟩\n"),
            ("a $$x^{b} $ c$$ {d}\n", "a $$x^{b} $ c$$ ⟨0⟩\n"),
            ("a $x < <b>\n\n$y", "a $x < ⟨0⟩\n\n$y"),
            ("a \\$ {b} $\n", "a \\$ ⟨0⟩ $\n"),
            ("`$` {b} `$`\n", "`$` ⟨0⟩ `$`\n"),
            ("$$\n{{a.b}}\n:::\n$$\n{c}\n", "$$\n{{a.b}}\n:::\n$$\n⟨!0⟩\n"),
            ("- $$\n  \\frac{a}{b}\n  $$\n", "- $$\n  \\frac{a}{b}\n  $$\n"),
            ("$\u{e000}$\n", "$⟨0⟩$\n"),
        ] {
            check_syntax(Syntax { dialect: Dialect::Strict, has_math: true }, text, expected);
        }
        check(Dialect::Strict, "$x^{b}$\n", "$x^⟨0⟩$\n");
    }

    #[test]
    fn containers_close_by_their_colons() {
        let text = "::::a\n:::b\n:::\n::::\n:::\n";
        let syntax = Syntax { dialect: Dialect::Lenient, has_math: false };
        let found = scan(text, 0, syntax, &|_| true);
        let closes: Vec<_> = found
            .mask
            .tokens
            .iter()
            .filter_map(|token| match token.kind {
                TokenKind::ContainerClose(opener) => Some(opener),
                _ => None,
            })
            .collect();
        assert_eq!(closes, [1, 0]);
        assert_eq!(found.stray_closes.len(), 1);
    }
}
