//! Attributes as Python's Markdown and kramdown give them: `{: .lead }`, `[text](address){ .button }`.

/// The length of the list of attributes that stands at `at` in a piece of text that begins at `text_start`.
///
/// With a colon it stands anywhere, without one right behind a link or an image.
pub(crate) fn attribute_list(source: &str, at: usize, text_start: usize) -> Option<usize> {
    let line = source[at..].split('\n').next()?;
    let length = line.find('}')? + 1;
    let inside = &line[1..length - 1];
    let follows_link = at == text_start && source[..at].ends_with(')');
    let list = match inside.strip_prefix(':') {
        Some(list) if follows_link || list.starts_with([' ', '.', '#']) => list,
        None if follows_link => inside,
        _ => return None,
    };
    let mut words = list.split_whitespace().peekable();
    words.peek()?;
    words.all(is_attribute).then_some(length)
}

/// `.class`, `#id` or `name=value`; a quoted value may have been split at its spaces.
fn is_attribute(word: &str) -> bool {
    let is_name = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '#'))
    };
    match word.strip_prefix(['.', '#']) {
        Some(name) => is_name(name),
        None => word.split_once('=').is_some_and(|(name, _)| is_name(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_attributes_are_told_from_braces() {
        let check = |source: &str, is_after_link: bool, expected: Option<&str>| {
            let at = source.find('{').expect("a brace");
            let start = if is_after_link { at } else { 0 };
            let found = attribute_list(source, at, start).map(|length| &source[at..at + length]);
            assert_eq!(found, expected, "{source}");
        };
        check("a\n{: .lead #x } b", false, Some("{: .lead #x }"));
        check("[a](b){ .md-button }", true, Some("{ .md-button }"));
        check("[a](b){:target=\"_blank\"}", true, Some("{:target=\"_blank\"}"));
        check("[a](b){a, b}", true, None);
        check("[a](b){}", true, None);
        check("f(x){ .a }", false, None);
        check("{:ok, value}", false, None);
        check("{: a", false, None);
        check("{:", false, None);
    }
}
