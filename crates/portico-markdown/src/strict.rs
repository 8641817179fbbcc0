//! The second opinion on `.mdx` files: what an MDX parser would refuse is an error here too.

use std::panic::{AssertUnwindSafe, catch_unwind};

use portico_diagnostics::{Code, Diagnostic, Place, Span};
use satteri_pulldown_cmark::Options;
use satteri_pulldown_cmark::document::parse;

use crate::foreign_tags::is_foreign;
use crate::mask::TokenKind;
use crate::page::Region;
use crate::tag::parse_tag;

/// Reports the first thing that keeps the file from being MDX, if it stands before `end`: what was found there is known,
/// and what comes after it may follow from it.
pub(crate) fn check(region: &mut Region<'_, '_>, body_start: usize, statements: &[Span], end: usize) {
    let tokens = region.mask.tokens.iter();
    let code = tokens.filter(|token| !matches!(token.kind, TokenKind::Variable(_))).map(|token| token.span);
    if code.chain(statements.iter().copied()).any(|span| is_risky(region.file.slice(span))) {
        return;
    }
    // The library reads past an escape that ends the text: a line break is what it may find there.
    let text = plain_mdx(region, body_start) + "\n";
    let mut options = Options::ENABLE_GFM | Options::ENABLE_FOOTNOTES | Options::ENABLE_MDX;
    // Braces in formulas are LaTeX's.
    options.set(Options::ENABLE_MATH, region.page.has_math);
    let Ok(errors) = catch_unwind(AssertUnwindSafe(|| parse(&text, options, false).1)) else { return };
    let Some((offset, message)) = errors.into_iter().min().filter(|(offset, _)| *offset < end) else {
        return;
    };
    let length = text[floor(&text, offset)..].chars().next().map_or(0, char::len_utf8);
    let start = floor(&text, offset);
    let mut message = message;
    if let Some(first) = message.get(..1).map(str::to_ascii_lowercase) {
        message.replace_range(..1, &first);
    }
    let is_tag = message.starts_with("unexpected character after `<`") && parse_tag(&text, start).is_some();
    let help = if is_tag {
        "give each property a value in quotes or braces: `name=\"value\"`, `name={1}`"
    } else {
        "write `\\{` or `\\<` for the character itself, or rename the file to `.md`"
    };
    let message = if is_tag {
        "not valid MDX: this tag has a property that JSX cannot read".to_owned()
    } else {
        format!("not valid MDX: {}", message.trim_end_matches('.'))
    };
    let place = Span::new(start, start + length);
    // That code which is no JavaScript cannot be evaluated either need not be said.
    let file = region.file.clone();
    region.page.diagnostics.retain(|known| {
        let holds = |known: &Place| known.file == file && known.span.range().contains(&start);
        known.code != Code::MarkdownExpression || !known.place.as_ref().is_some_and(holds)
    });
    region.report(Diagnostic::new(Code::MarkdownSyntax, message).help(help), place);
}

/// Whether the library's JavaScript parser, which is recursive, should not be given this code.
fn is_risky(code: &str) -> bool {
    let (mut depth, mut deepest, mut n_operators, mut n_tags) = (0_usize, 0, 0, 0);
    for byte in code.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'?' | b'!' | b'~' | b'>' => n_operators += 1,
            b'<' => n_tags += 1,
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    code.len() > 16 * 1024 || deepest > 24 || n_operators > 200 || n_tags > 100
}

fn floor(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The file with everything blanked that is ours and not MDX, byte for byte in the same place.
fn plain_mdx(region: &Region<'_, '_>, body_start: usize) -> String {
    let mut bytes = region.file.text().as_bytes().to_vec();
    blank(&mut bytes, 0, body_start, b' ');
    for token in &region.mask.tokens {
        let (start, end) = (token.span.start as usize, token.span.end as usize);
        match token.kind {
            TokenKind::Variable(_) | TokenKind::Literal(_) => blank(&mut bytes, start, end, b'x'),
            // Reported as what it is.
            TokenKind::Expression(_) if is_foreign(region.file.slice(token.span)) => {
                blank(&mut bytes, start, end, b' ');
            }
            TokenKind::ContainerOpen(_) | TokenKind::ContainerClose(_) | TokenKind::Comment(_) => {
                blank(&mut bytes, start, end, b' ');
            }
            _ => {}
        }
    }
    let mut text = String::from_utf8(bytes).unwrap_or_default();
    blank_between(&mut text, "<!--", "-->");
    blank_between(&mut text, "{#", "}");
    for fence in ["````mdx-code-block", "```mdx-code-block"] {
        while let Some(at) = text.find(fence) {
            let mark = &fence[..fence.len() - 14];
            let close = text[at + fence.len()..]
                .find(&format!("\n{mark}"))
                .map(|length| at + fence.len() + length + 1);
            blank_text(&mut text, at, at + fence.len());
            if let Some(close) = close {
                blank_text(&mut text, close, close + mark.len());
            }
        }
    }
    text
}

fn blank(bytes: &mut [u8], start: usize, end: usize, filler: u8) {
    let end = end.min(bytes.len());
    for byte in &mut bytes[start.min(end)..end] {
        if *byte != b'\n' {
            *byte = filler;
        }
    }
}

fn blank_text(text: &mut String, start: usize, end: usize) {
    let filled: String =
        text[start..end].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(start..end, &filled);
}

fn blank_between(text: &mut String, open: &str, close: &str) {
    let mut from = 0;
    while let Some(at) = text[from..].find(open).map(|at| from + at) {
        let Some(length) = text[at..].find(close) else { return };
        let end = at + length + close.len();
        // An id is one word. What stands there in a heading is none otherwise, which is reported as such.
        let is_heading =
            text[..at].rsplit('\n').next().is_some_and(|line| line.trim_start().starts_with('#'));
        let is_line = !text[at..end].contains('\n');
        let is_id = is_line && (is_heading || !text[at..end].contains(' '));
        if open == "<!--" || is_id {
            blank_text(text, at, end);
        }
        from = at + open.len();
    }
}
