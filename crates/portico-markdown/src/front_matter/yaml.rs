//! The YAML of front matter. The only place that knows the library that reads it.

use std::fmt;

use portico_diagnostics::Span;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_saphyr::Spanned;

use crate::mask::Mask;

/// The place in the source that the library names in the masked text.
pub(super) fn locate(location: &serde_saphyr::Location, mask: &Mask) -> Span {
    let offset = |value: Option<u64>| value.and_then(|value| usize::try_from(value).ok());
    let start = offset(location.span().byte_offset()).or_else(|| {
        // Some errors know only line and column.
        let line = offset(Some(location.line()))?.checked_sub(1)?;
        let column = offset(Some(location.column()))?.saturating_sub(1);
        let before: usize = mask.text.split_inclusive('\n').take(line).map(str::len).sum();
        let within = mask.text[before..].char_indices().nth(column).map_or(0, |(at, _)| at);
        Some(before + within)
    });
    let Some(start) = start else { return Span::default() };
    let length = offset(location.span().byte_len()).unwrap_or(0);
    let start =
        (0..=start.min(mask.text.len())).rev().find(|at| mask.text.is_char_boundary(*at)).unwrap_or(0);
    let rest = &mask.text[start..];
    let written = rest.get(..length.min(rest.len())).map_or(0, |text| text.trim_end().len());
    // An error at a point is shown on the character there.
    let length = if written == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { written };
    mask.source_span(start, start + length)
}

/// The keys and values of a mapping in order, with their places.
pub(super) struct Entries(pub(super) Vec<(Spanned<String>, Spanned<Value>)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys;
        impl<'de> Visitor<'de> for Keys {
            type Value = Entries;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("keys with values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Keys)
    }
}

/// Reads a mapping.
pub(super) fn entries(yaml: &str) -> Result<Entries, serde_saphyr::Error> {
    let has_content = yaml.lines().any(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    if !has_content {
        return Ok(Entries(Vec::new()));
    }
    let options = serde_saphyr::options! { strict_booleans: true, with_snippet: false };
    serde_saphyr::from_str_with_options(yaml, options)
}

/// The first tab that indents a line: YAML knows only spaces there.
pub(super) fn tab_indentation(text: &str, yaml: Span) -> Option<Span> {
    let yaml_text = &text[yaml.range()];
    let mut at = yaml.start as usize;
    for line in yaml_text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indent].find('\t').filter(|_| !line.trim().is_empty()) {
            return Some(Span::new(at + tab, at + tab + 1));
        }
        at += line.len();
    }
    None
}

/// What mends YAML that cannot be read.
pub(super) fn yaml_help(message: &str) -> &'static str {
    if message.contains("tab") {
        "indent with spaces: YAML knows no tabs there"
    } else if message.contains("quoted scalar") {
        "close the quote that a value before this place begins with"
    } else {
        "write each entry as `key: value`, with quotes around a value that holds `:`, `#` or a quote"
    }
}
