//! TOML files with spans.

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span};
use toml::Spanned;
use toml::de::DeTable;

/// Parses a TOML file and reports every syntax error in it under the given code.
///
/// The table holds whatever could be read; with errors it may be incomplete.
pub fn parse_toml(file: &SourceFile, code: Code) -> (Spanned<DeTable<'_>>, Vec<Diagnostic>) {
    let (table, errors) = DeTable::parse_recoverable(file.text());
    let has_open_list = errors.iter().any(|error| error.message().starts_with("unclosed array,"));
    let open = has_open_list.then(|| unclosed_list(file.text())).flatten();
    let mut diagnostics: Vec<Diagnostic> = errors
        .iter()
        .filter_map(|error| {
            let span = error.span().unwrap_or(0..0);
            // What was read as items of the list is not wrong where it stands.
            if open.is_some_and(|open| span.start >= open) {
                return None;
            }
            let place = Span::new(span.start, span.end);
            let help = remedy(error.message(), file.slice(place));
            Some(Diagnostic::new(code, error.message()).at(file, place).maybe_help(help))
        })
        .collect();
    diagnostics.extend(open.map(|open| {
        Diagnostic::new(code, "this list is not closed")
            .at(file, Span::new(open, open + 1))
            .help("end it with `]`")
    }));
    (table, diagnostics)
}

/// What to do about an error, where the message does not say it.
fn remedy(message: &str, written: &str) -> Option<String> {
    let (what, _) = message.split_once(',').unwrap_or((message, ""));
    let help = match what {
        "string values must be quoted" if written.trim().is_empty() => "write a value behind the `=`",
        "string values must be quoted" if written.contains(['"', '\n']) => "put the text in quotes",
        "string values must be quoted" => return Some(format!("put the text in quotes: `\"{written}\"`")),
        "invalid basic string" | "invalid literal string" => {
            "end the text with a quote on the same line; write `\\\"` for a quote within it"
        }
        "missing opening quote" => "begin the text with a quote",
        "missing comma between array elements" | "missing comma between key-value pairs" => {
            "put a comma between the two"
        }
        "duplicate key" => "remove one of the two, or put what both hold under one",
        "key with no value" => "write `key = value`",
        "missing escaped value" => "write `\\\\` for a backslash, or put the text in single quotes",
        "unclosed table" => "end the header with `]`",
        "unclosed array table" => "end the header with `]]`",
        "unclosed inline table" => "end it with `}` on the same line",
        _ => return None,
    };
    Some(help.to_owned())
}

/// The bracket of the first list that goes on into another table or to the end.
fn unclosed_list(text: &str) -> Option<usize> {
    text.match_indices('[').map(|(at, _)| at).find(|at| is_value(text, *at) && !is_closed(&text[*at..]))
}

fn is_value(text: &str, at: usize) -> bool {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    line.trim_end().ends_with('=') && !line.trim_start().starts_with('#')
}

/// Whether the list that the text begins with ends before anything that cannot stand in one.
fn is_closed(list: &str) -> bool {
    let mut depth = 0_usize;
    for (n, line) in list.split('\n').enumerate() {
        let is_header =
            line.starts_with('[') && line.trim_end().ends_with(']') && !line.contains(['"', '\'', ',']);
        if n > 0 && is_header {
            return false;
        }
        let mut quote = None;
        for character in line.chars() {
            match (quote, character) {
                (Some(open), _) => quote = (open != character).then_some(open),
                (None, '"' | '\'') => quote = Some(character),
                (None, '#') => break,
                (None, '[') => depth += 1,
                (None, ']') => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        if depth == 0 {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let file = SourceFile::new("portal.toml", text);
        let (_, found) = parse_toml(&file, Code::ConfigSyntax);
        let found: Vec<_> = found
            .iter()
            .map(|found| {
                let start = found.place.as_ref().map_or(0, |place| place.span.start);
                format!("{start} {} ({})", found.message, found.help.as_deref().unwrap_or_default())
            })
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn errors_say_what_to_do() {
        check(
            "a = https://b.example\n",
            &[
                "4 string values must be quoted, expected literal string (put the text in quotes: `\"https://b.example\"`)",
            ],
        );
        check(
            "a = 1\na = 2\n",
            &["6 duplicate key (remove one of the two, or put what both hold under one)"],
        );
        check("a\n", &["1 key with no value, expected `=` (write `key = value`)"]);
    }

    #[test]
    fn a_list_that_is_not_closed_is_one_error() {
        for text in ["a = [\n\n[b]\nc = \"1\"\n", "a = [\n  \"x]\", # ]\n\n[b]\nc = [\"1\"]\nd = 2\n"] {
            check(text, &["4 this list is not closed (end it with `]`)"]);
        }
        check("a = [\n  [1], [2]\n", &["4 this list is not closed (end it with `]`)"]);
    }
}
