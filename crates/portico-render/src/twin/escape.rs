//! Escaping: as little as keeps text from being read as markup.

use std::borrow::Cow;

/// What stands around a piece of text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surroundings {
    /// Whether the text begins a line, so that its first characters could begin a block.
    pub(super) is_line_start: bool,
    /// Whether the text lies between the brackets of a link or image.
    pub(super) is_in_brackets: bool,
}

/// Escapes text. White space must have been put in order before.
///
/// Both ends of the text are taken as meeting markup: a character that could join with its neighbour is escaped there.
pub(super) fn escape_text(text: &str, surroundings: Surroundings) -> Cow<'_, str> {
    let line_start = if surroundings.is_line_start { line_start_escape(text) } else { None };
    if line_start.is_none() && !text.contains(is_special) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    let mut before = None;
    for (at, character) in text.char_indices() {
        let rest = &text[at + character.len_utf8()..];
        if line_start == Some(at) || needs_escape(character, before, rest, surroundings) {
            escaped.push('\\');
        }
        escaped.push(character);
        before = Some(character);
    }
    Cow::Owned(escaped)
}

fn is_special(character: char) -> bool {
    matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '&' | '~')
}

fn needs_escape(character: char, before: Option<char>, rest: &str, surroundings: Surroundings) -> bool {
    let after = rest.chars().next();
    let stands_alone = || before.is_some_and(char::is_whitespace) && after.is_some_and(char::is_whitespace);
    match character {
        '`' | '[' => true,
        ']' => surroundings.is_in_brackets,
        // A delimiter with white space on both sides, or an underscore within a word, neither opens nor closes.
        '*' | '~' => !stands_alone(),
        '_' => {
            let is_within_word =
                before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric);
            !is_within_word && !stands_alone()
        }
        '\\' => after.is_none_or(|after| after.is_ascii_punctuation()),
        '<' => after.is_none_or(|after| after.is_ascii_alphabetic() || matches!(after, '/' | '!' | '?')),
        '&' => begins_entity(rest),
        _ => false,
    }
}

/// Whether what follows an ampersand makes an entity of it: `copy;`, `#169;`.
fn begins_entity(rest: &str) -> bool {
    let name = rest.strip_prefix('#').unwrap_or(rest);
    name.find(|character: char| !character.is_ascii_alphanumeric())
        .is_some_and(|end| end > 0 && name[end..].starts_with(';'))
}

/// The position of the character to escape so that a line that begins with this text does not begin a block.
fn line_start_escape(text: &str) -> Option<usize> {
    let ends_marker = |rest: &str| rest.is_empty() || rest.starts_with(char::is_whitespace);
    let first = text.chars().next()?;
    match first {
        '#' => {
            let rest = text.trim_start_matches('#');
            (text.len() - rest.len() <= 6 && ends_marker(rest)).then_some(0)
        }
        '-' | '+' => (ends_marker(&text[1..]) || text[1..].starts_with(first)).then_some(0),
        '>' | '|' | '=' => Some(0),
        ':' => text[1..].starts_with('-').then_some(0),
        '0'..='9' => {
            let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
            let n_digits = text.len() - rest.len();
            let is_marker = rest.starts_with(['.', ')']) && ends_marker(&rest[1..]);
            (n_digits <= 9 && is_marker).then_some(n_digits)
        }
        _ => None,
    }
}

/// A code span. Line breaks in it are spaces, as they are for a reader.
pub(super) fn code_span(code: &str) -> String {
    let code = code.replace(['\n', '\r'], " ");
    let fence = "`".repeat(longest_run(&code, '`') + 1);
    // One space at both ends belongs to the span's frame, so code that begins and ends with one needs another.
    let is_padded = code.starts_with('`')
        || code.ends_with('`')
        || (code.starts_with(' ') && code.ends_with(' ') && !code.trim().is_empty());
    let space = if is_padded { " " } else { "" };
    format!("{fence}{space}{code}{space}{fence}")
}

/// The length of the longest run of a character.
pub(super) fn longest_run(text: &str, wanted: char) -> usize {
    text.split(|character| character != wanted).map(str::len).max().unwrap_or(0)
}

/// A link's address between parentheses. Characters that would end it, or begin a code span, are percent-encoded.
pub(super) fn destination(address: &str) -> String {
    if address.is_empty() {
        return "<>".to_owned();
    }
    let is_balanced = has_balanced_parentheses(address);
    let mut written = String::with_capacity(address.len());
    for (at, character) in address.char_indices() {
        match character {
            '&' if begins_entity(&address[at + 1..]) => written.push_str("&amp;"),
            '(' | ')' if !is_balanced => percent_encode(character, &mut written),
            '<' | '>' | '`' | '\\' => percent_encode(character, &mut written),
            other if other.is_whitespace() || other.is_control() => percent_encode(other, &mut written),
            other => written.push(other),
        }
    }
    written
}

fn percent_encode(character: char, written: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for byte in character.encode_utf8(&mut [0; 4]).bytes() {
        written.push('%');
        written.push(char::from(DIGITS[usize::from(byte >> 4)]));
        written.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
}

fn has_balanced_parentheses(address: &str) -> bool {
    let mut depth = 0_i32;
    for character in address.chars() {
        depth += match character {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// The title of a link, with the space before it and its quotes; nothing for no title.
pub(super) fn link_title(title: Option<&str>) -> String {
    let Some(title) = title.map(str::trim).filter(|title| !title.is_empty()) else { return String::new() };
    let mut written = String::from(" \"");
    for (at, character) in title.char_indices() {
        match character {
            '"' | '\\' | '`' => written.extend(['\\', character]),
            '&' if begins_entity(&title[at + 1..]) => written.push_str("&amp;"),
            '\n' | '\r' => written.push(' '),
            other => written.push(other),
        }
    }
    written.push('"');
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let surroundings = Surroundings { is_line_start: true, is_in_brackets: false };
        assert_eq!(escape_text(text, surroundings), expected, "{text:?}");
    }

    #[test]
    fn escapes_what_could_be_markup() {
        for (text, expected) in [
            ("plain text, (really) - yes!", "plain text, (really) - yes!"),
            ("a*b*c", r"a\*b\*c"),
            ("2 * 3 * 4", "2 * 3 * 4"),
            ("snake_case_name", "snake_case_name"),
            ("_private and last_", r"\_private and last\_"),
            ("call `it`", r"call \`it\`"),
            ("array[0]", r"array\[0]"),
            ("a < b > c", "a < b > c"),
            ("<b> </b> <!-- <? <", r"\<b> \</b> \<!-- \<? \<"),
            ("AT&T &copy; &#169; & co;", r"AT&T \&copy; \&#169; & co;"),
            (r"C:\temp \* end\", r"C:\temp \\\* end\\"),
            ("~5 days ~~gone~~", r"\~5 days \~\~gone\~\~"),
        ] {
            check(text, expected);
        }
    }

    #[test]
    fn escapes_block_markers_at_the_start_of_a_line_only() {
        for (text, expected) in [
            ("# not a heading", r"\# not a heading"),
            ("#channel", "#channel"),
            ("####### seven", "####### seven"),
            ("- item", r"\- item"),
            ("-1 degree", "-1 degree"),
            ("--- ", r"\--- "),
            ("+ plus", r"\+ plus"),
            ("+1", "+1"),
            ("> quote", r"\> quote"),
            ("1. first", r"1\. first"),
            ("2) second", r"2\) second"),
            ("2026. A year", r"2026\. A year"),
            ("1.5 times", "1.5 times"),
            ("1234567890. too long", "1234567890. too long"),
            ("=", r"\="),
            ("| cell", r"\| cell"),
        ] {
            check(text, expected);
            assert_eq!(escape_text(text, Surroundings::default()), text, "{text:?} within a line");
        }
    }

    #[test]
    fn brackets_are_escaped_between_brackets() {
        let surroundings = Surroundings { is_line_start: false, is_in_brackets: true };
        assert_eq!(escape_text("a [b] c", surroundings), r"a \[b\] c");
    }

    #[test]
    fn code_spans_hold_backticks() {
        for (code, expected) in [
            ("a", "`a`"),
            ("a`b", "``a`b``"),
            ("`", "`` ` ``"),
            ("a``b`c", "```a``b`c```"),
            (" a ", "`  a  `"),
            (" ", "` `"),
            ("a\nb", "`a b`"),
        ] {
            assert_eq!(code_span(code), expected);
        }
    }

    #[test]
    fn addresses_stay_within_their_parentheses() {
        for (address, expected) in [
            ("https://a.example/b?c=1&d=2#e", "https://a.example/b?c=1&d=2#e"),
            ("https://a.example/a_(b)", "https://a.example/a_(b)"),
            ("/a)b", "/a%29b"),
            ("/a b<c>`", "/a%20b%3Cc%3E%60"),
            ("/?a&copy;b", "/?a&amp;copy;b"),
            ("", "<>"),
        ] {
            assert_eq!(destination(address), expected);
        }
        assert_eq!(link_title(Some("say \"hi\"")), r#" "say \"hi\"""#);
    }
}
