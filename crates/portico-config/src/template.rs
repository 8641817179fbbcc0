//! Fills variables into labels, addresses and HTML of the settings.

use std::collections::BTreeMap;

use portico_diagnostics::{Code, SourceFile, nearest};

use crate::at::At;
use crate::problems::Problems;

/// What a filled-in text will be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Medium {
    /// Text or an address: values stand as they are.
    Text,
    /// HTML: values are escaped.
    Html,
}

/// Replaces every `{{name}}` by its value. Unknown names are reported at their place and left as they are; `\{{`
/// stands for the braces themselves.
pub(crate) fn fill(
    written: &At<String>,
    medium: Medium,
    variables: &BTreeMap<String, String>,
    problems: &mut Problems<'_>,
) -> String {
    let mut filled = String::new();
    let mut rest = written.value().as_str();
    let mut n_openings = 0;
    while let Some(opening) = rest.find("{{") {
        n_openings += 1;
        let (before, after) = (&rest[..opening], &rest[opening + 2..]);
        if let Some(before) = before.strip_suffix('\\') {
            filled.push_str(before);
            filled.push_str("{{");
            rest = after;
            continue;
        }
        filled.push_str(before);
        let Some(length) = after.find("}}") else {
            filled.push_str("{{");
            rest = after;
            continue;
        };
        let name = after[..length].trim();
        rest = &after[length + 2..];
        if let Some(value) = variables.get(name) {
            push(&mut filled, value, medium);
            continue;
        }
        filled.push_str("{{");
        filled.push_str(&after[..length + 2]);
        let place = place_of(problems.file, written, n_openings, length + 4);
        let help =
            nearest(name, variables.keys().map(String::as_str)).map(|near| format!("did you mean `{near}`?"));
        problems.report_with_help(
            Code::MarkdownUnknownVariable,
            &place,
            format!("no variable has the name `{name}`"),
            help,
        );
    }
    filled.push_str(rest);
    filled
}

fn push(filled: &mut String, value: &str, medium: Medium) {
    if medium == Medium::Text {
        filled.push_str(value);
        return;
    }
    for character in value.chars() {
        match character {
            '&' => filled.push_str("&amp;"),
            '<' => filled.push_str("&lt;"),
            '>' => filled.push_str("&gt;"),
            '"' => filled.push_str("&quot;"),
            other => filled.push(other),
        }
    }
}

/// The place of the `n`th opening inside a written text; the whole text if its spelling in the file differs.
fn place_of(file: &SourceFile, written: &At<String>, n: usize, length: usize) -> std::ops::Range<usize> {
    let range = written.range();
    let spelling = file.text().get(range.clone()).unwrap_or_default();
    match spelling.match_indices("{{").nth(n - 1) {
        Some((at, _)) if at + length <= spelling.len() => range.start + at..range.start + at + length,
        _ => range,
    }
}
