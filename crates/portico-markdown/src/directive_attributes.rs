//! What stands in braces behind a container's name: `:::tip{title="Short" .wide #first}`.

use portico_diagnostics::Span;

/// One attribute of a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DirectiveAttribute {
    /// `class` and `id` for their short forms.
    pub(crate) name: String,
    /// Empty for a name alone.
    pub(crate) value: String,
    /// The whole attribute.
    pub(crate) span: Span,
}

/// Reads attributes. Spans are offsets in the text.
pub(crate) fn directive_attributes(text: &str) -> Vec<DirectiveAttribute> {
    let mut found = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start_matches(|c: char| c.is_whitespace() || c == ',').len();
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else { return found };
        let (name, value, length) = match first {
            '#' | '.' => {
                let end = rest[1..].find(is_shorthand_end).map_or(rest.len(), |length| length + 1);
                (if first == '#' { "id" } else { "class" }, &rest[1..end], end)
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
                let (value, length) = rest[end..].strip_prefix('=').map_or(("", 0), attribute_value);
                (&rest[..end], value, end + length)
            }
        };
        // A lone `=` has no name, and is passed over.
        let length = length.max(first.len_utf8());
        if !name.is_empty() {
            let span = Span::new(at, at + length);
            found.push(DirectiveAttribute { name: name.to_owned(), value: value.to_owned(), span });
        }
        at += length;
    }
}

fn is_shorthand_end(character: char) -> bool {
    character.is_whitespace() || matches!(character, '#' | '.')
}

/// A value, and its length with the `=` before it and the quotes around it.
fn attribute_value(text: &str) -> (&str, usize) {
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\''));
    if let Some((value, _)) = quote.and_then(|quote| text[1..].split_once(quote)) {
        return (value, value.len() + 3);
    }
    let value = &text[..text.find(char::is_whitespace).unwrap_or(text.len())];
    (value, value.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_read_as_directives_write_them() {
        let check = |text: &str, expected: &[(&str, &str, &str)]| {
            let found = directive_attributes(text);
            let found: Vec<_> = found
                .iter()
                .map(|it| (it.name.as_str(), it.value.as_str(), &text[it.span.range()]))
                .collect();
            assert_eq!(found, expected, "{text}");
        };
        check("", &[]);
        check(" title=\"A b\" ", &[("title", "A b", "title=\"A b\"")]);
        check("title='é'", &[("title", "é", "title='é'")]);
        check("title=x", &[("title", "x", "title=x")]);
        check("#a.b .c", &[("id", "a", "#a"), ("class", "b", ".b"), ("class", "c", ".c")]);
        check(
            "open icon=🔥, x=\"y",
            &[("open", "", "open"), ("icon", "🔥,", "icon=🔥,"), ("x", "\"y", "x=\"y")],
        );
        check("= # a=", &[("id", "", "#"), ("a", "", "a=")]);
    }
}
