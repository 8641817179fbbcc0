//! Where a page may hold code: blocks of imports and exports, and braces outside code blocks.

use std::ops::Range;

use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;

/// A block of statements goes over so many blank lines at most.
const MAX_BLANK_LINES: usize = 20;

/// Parts of a page that may hold code.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Parts {
    /// Blocks of imports and exports.
    pub(super) statements: Vec<Range<usize>>,
    /// What stands between braces.
    pub(super) expressions: Vec<Range<usize>>,
}

/// Finds them.
pub(super) fn parts(text: &str) -> Parts {
    let mut parts = Parts::default();
    scan(text, front_matter_end(text)..text.len(), &mut parts);
    parts
}

/// Adds what a range of a text holds.
fn scan(text: &str, range: Range<usize>, parts: &mut Parts) {
    let text = &text[..range.end];
    let mut at = range.start;
    let mut is_line_start = true;
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        if is_line_start {
            if let Some(fence) = fence(rest) {
                if fence.is_content {
                    scan(text, at + fence.inside.start..at + fence.inside.end, parts);
                }
                at += fence.length;
                continue;
            }
            if ["import ", "import{", "export "].iter().any(|word| rest.starts_with(word))
                && let Some(length) = statements(rest)
            {
                parts.statements.push(at..at + length);
                at += length;
                continue;
            }
        }
        is_line_start = character == '\n';
        let length = match character {
            '\\' => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            '<' if rest.starts_with("<!--") => rest.find("-->").map_or(rest.len(), |end| end + 3),
            '`' => code_span(rest),
            '{' => match brace_end(rest) {
                Some(end) => {
                    parts.expressions.push(at + 1..at + end);
                    end + 1
                }
                None => 1,
            },
            _ => character.len_utf8(),
        };
        at += length;
    }
}

fn front_matter_end(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("---\n") else { return 0 };
    rest.find("\n---\n").map_or(0, |end| 4 + end + 5)
}

/// A code block.
struct Fence {
    length: usize,
    inside: Range<usize>,
    /// Whether what it holds is a part of the page that other readers of Markdown are to leave alone.
    is_content: bool,
}

/// The code block that begins with a line.
fn fence(rest: &str) -> Option<Fence> {
    let line = rest.lines().next().unwrap_or_default();
    let trimmed = line.trim_start_matches([' ', '\t', '>']);
    let mark = trimmed.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let size = trimmed.chars().take_while(|character| *character == mark).count();
    let info = trimmed[size..].trim();
    if size < 3 || (mark == '`' && info.contains('`')) {
        return None;
    }
    let is_content = info.starts_with("mdx-code-block");
    let mut at = line.len();
    for line in rest[line.len()..].split_inclusive('\n') {
        let trimmed = line.trim_matches([' ', '\t', '>', '\n', '\r']);
        if trimmed.len() >= size && trimmed.chars().all(|character| character == mark) {
            return Some(Fence { length: at + line.len(), inside: line_end(rest)..at, is_content });
        }
        at += line.len();
    }
    Some(Fence { length: rest.len(), inside: line_end(rest)..rest.len(), is_content })
}

/// Offset after the first line of a text.
fn line_end(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |at| at + 1)
}

/// Length of the block of statements that a text begins with: up to a blank line after which it is whole.
fn statements(rest: &str) -> Option<usize> {
    let mut ends = rest.match_indices("\n\n").map(|(at, _)| at).chain([rest.len()]);
    (0..MAX_BLANK_LINES).map_while(|_| ends.next()).find(|end| {
        let allocator = Allocator::default();
        Parser::new(&allocator, &rest[..*end], SourceType::tsx()).parse().errors.is_empty()
    })
}

/// Length of the code that a text begins with; one if nothing closes it in its paragraph.
fn code_span(rest: &str) -> usize {
    let size = rest.len() - rest.trim_start_matches('`').len();
    let paragraph = &rest[..rest.find("\n\n").unwrap_or(rest.len())];
    let mut at = size;
    while let Some(found) = paragraph[at..].find('`') {
        at += found;
        let run = paragraph[at..].len() - paragraph[at..].trim_start_matches('`').len();
        at += run;
        if run == size {
            return at;
        }
    }
    size
}

/// Offset of the brace that closes the one at the start; `None` if there is none.
fn brace_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    // Open braces; true for those of `${` in a template.
    let mut open: Vec<bool> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' => open.push(false),
            b'}' => match open.pop()? {
                true => {
                    at = template(bytes, at + 1, &mut open)?;
                    continue;
                }
                false if open.is_empty() => return Some(at),
                false => {}
            },
            b'"' | b'\'' => at = string_end(bytes, at)?,
            b'`' => {
                at = template(bytes, at + 1, &mut open)?;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => at += text[at..].find("*/")? + 1,
            b'/' if bytes.get(at + 1) == Some(&b'/') => at += text[at..].find('\n')?,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Offset after the part of a template that begins here: after its end, or after the next `${`.
fn template(bytes: &[u8], from: usize, open: &mut Vec<bool>) -> Option<usize> {
    let mut at = from;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 1,
            b'`' => return Some(at + 1),
            b'$' if bytes.get(at + 1) == Some(&b'{') => {
                open.push(true);
                return Some(at + 2);
            }
            _ => {}
        }
        at += 1;
    }
}

fn string_end(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from + 1;
    loop {
        match bytes.get(at)? {
            b'\\' => at += 1,
            b'\n' => return None,
            byte if *byte == bytes[from] => return Some(at),
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let parts = parts(text);
        let found: Vec<&str> =
            parts.statements.iter().chain(&parts.expressions).map(|range| &text[range.clone()]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn code_is_found_where_it_counts() {
        check("---\na: {b}\n---\n\n{c} and {d({e: '}'})}\n", &["c", "d({e: '}'})"]);
        check("<A b={`x${c({})}y`} />", &["`x${c({})}y`"]);
        check("`{a}` ``{b} ` `` {c} \\{d} <!-- {e} -->", &["c"]);
        check("```js\n{a}\n```\n{b}\n> ~~~\n> {c}\n> ~~~\n{d}", &["b", "d"]);
        check("```mdx-code-block\n{a()}\n```\n{b} `{c}`", &["a()", "b"]);
        check("```mdx-code-block\nimport a from 'a';\n```\n", &["import a from 'a';\n"]);
        check(
            "import A from './a'; import B from './b'\n\nText {a\n\nimport the package\n",
            &["import A from './a'; import B from './b'"],
        );
        check(
            "export const a = {\n\n  b: c(),\n};\n\n{a.b}",
            &["export const a = {\n\n  b: c(),\n};", "a.b"],
        );
        check("{'open} {\"é\"} {", &["\"é\""]);
    }
}
