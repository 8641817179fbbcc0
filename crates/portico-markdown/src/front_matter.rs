//! The YAML block at the head of a file.

use std::fmt;

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span, nearest};
use portico_document::{DisplayedSidebar, FrontMatter, PageLayout, Pagination};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_saphyr::Spanned;

use crate::mask::{Mask, Part, Token, TokenKind, parts};
use crate::variables::variable_at;

/// Reads the front matter of a file. Variables in it stay as written; [`crate::parse`] puts their values in.
pub fn parse_front_matter(source: &SourceFile) -> (FrontMatter, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let (front_matter, _) = read(source, &mut diagnostics, &mut |name, _| format!("{{{{{name}}}}}"));
    (front_matter, diagnostics)
}

/// Gives the text of a variable; the span is the variable's own.
pub(crate) type Resolve<'a> = &'a mut dyn FnMut(&str, Span) -> String;

/// Reads the front matter and gives the offset at which the body starts.
pub(crate) fn read(
    source: &SourceFile,
    diagnostics: &mut Vec<Diagnostic>,
    resolve: Resolve<'_>,
) -> (FrontMatter, usize) {
    let text = source.text();
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let Some((yaml, end)) = block(text, start) else {
        if text[start..].lines().next().is_some_and(|line| line.trim_end() == "---")
            && text[start..].lines().nth(1).is_some_and(|line| line.contains(':'))
        {
            let fence = Span::new(start, start + 3);
            diagnostics.push(
                Diagnostic::new(Code::FrontMatterSyntax, "the front matter is not closed")
                    .at(source, fence)
                    .help("end it with a line of `---`"),
            );
        }
        report_misplaced(source, start, diagnostics);
        return (FrontMatter::default(), start);
    };
    let span = Span::new(start, end);
    let mut reader = Reader { source, diagnostics, result: FrontMatter { span, ..FrontMatter::default() } };
    let mask = mask(text, yaml);
    match entries(&mask.text) {
        Ok(entries) => {
            for (key, value) in entries.0 {
                let value_span = locate(&value.referenced, &mask);
                let key_span = locate(&key.referenced, &mask);
                let value = restore(value.value, &mask, resolve);
                reader.set(&key.value, value, Place { key: key_span, value: value_span });
            }
        }
        Err(error) => {
            let error = error.without_snippet();
            let place = error.location().map_or(span, |location| locate(&location, &mask));
            let place = tab_indentation(text, yaml).unwrap_or(place);
            let place = if place == Span::default() { Span::new(start, start + 3) } else { place };
            let message = error.to_string();
            // The place is shown anyway, and the library's own settings mean nothing to an author.
            let message = message.split(" at line ").next().unwrap_or_default();
            let message = message.split(", set ").next().unwrap_or_default().trim_end_matches([',', ':']);
            reader.diagnostics.push(
                Diagnostic::new(
                    Code::FrontMatterSyntax,
                    format!("the front matter is not valid YAML: {message}"),
                )
                .at(source, place)
                .help(yaml_help(message)),
            );
        }
    }
    let mut result = reader.result;
    if let (Some(min), Some(max)) = (result.toc_min_heading_level, result.toc_max_heading_level)
        && min > max
    {
        diagnostics.push(
            Diagnostic::new(
                Code::FrontMatterInvalidValue,
                format!(
                    "`toc_min_heading_level` is {min}, which is more than `toc_max_heading_level`, {max}"
                ),
            )
            .at(source, span),
        );
        result.toc_max_heading_level = result.toc_min_heading_level;
    }
    (result, end)
}

/// Reports front matter that is none: not on the first line, or between other marks than those of YAML.
fn report_misplaced(source: &SourceFile, start: usize, diagnostics: &mut Vec<Diagnostic>) {
    let text = &source.text()[start..];
    let begins = text.trim_start();
    if !begins.starts_with(['-', '+']) {
        return;
    }
    let mut lines = begins.lines();
    let (mark, first) = (lines.next().unwrap_or_default().trim_end(), lines.next().unwrap_or_default());
    let is_mark = mark.len() >= 3 && (mark == "+++" || mark.bytes().all(|byte| byte == b'-'));
    let key = first.split([':', '=']).next().unwrap_or_default().trim_end();
    let is_entry = key.len() < first.len()
        && !key.is_empty()
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if !is_mark || !is_entry || !lines.any(|line| line.trim_end() == mark) {
        return;
    }
    let (message, help) = match mark {
        "+++" => ("front matter is YAML here, not TOML", "write `key: value` between two lines of `---`"),
        "---" => ("front matter begins on the first line of the file", "remove the empty lines before it"),
        _ => ("front matter stands between lines of three hyphens", "write `---` before and after it"),
    };
    let at = start + (text.len() - begins.len());
    let span = Span::new(at, at + mark.len());
    diagnostics.push(Diagnostic::new(Code::FrontMatterSyntax, message).at(source, span).help(help));
}

/// The YAML between the fences, and the offset of the line after the closing one.
fn block(text: &str, start: usize) -> Option<(Span, usize)> {
    let mut at = start;
    let mut yaml_start = None;
    for line in text[start..].split_inclusive('\n') {
        let is_fence = line.trim_end() == "---";
        match yaml_start {
            None if is_fence => yaml_start = Some(at + line.len()),
            None => return None,
            Some(from) if is_fence => return Some((Span::new(from, at), at + line.len())),
            Some(_) => {}
        }
        at += line.len();
    }
    None
}

/// Masks variables: `{{` would start a mapping in YAML.
fn mask(text: &str, yaml: Span) -> Mask {
    let mut mask = Mask::default();
    let mut run = yaml.start as usize;
    let end = yaml.end as usize;
    while let Some(length) = text[run..end].find("{{") {
        let at = run + length;
        let (kind, after) = match variable_at(text, at) {
            Some((_, after)) if text[..at].ends_with('\\') => {
                mask.copy(text, run, at - 1);
                mask.token(Token {
                    kind: TokenKind::Literal("{{"),
                    span: Span::new(at - 1, at + 2),
                    is_flow: false,
                });
                mask.copy(text, at + 2, after);
                run = after;
                continue;
            }
            Some((name, after)) => (TokenKind::Variable(name.to_owned()), after),
            None => {
                mask.copy(text, run, at + 2);
                run = at + 2;
                continue;
            }
        };
        mask.copy(text, run, at);
        mask.token(Token { kind, span: Span::new(at, after), is_flow: false });
        run = after;
    }
    mask.copy(text, run, end);
    mask
}

/// The first tab that indents a line: YAML knows only spaces there.
fn tab_indentation(text: &str, yaml: Span) -> Option<Span> {
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
fn yaml_help(message: &str) -> &'static str {
    if message.contains("tab") {
        "indent with spaces: YAML knows no tabs there"
    } else if message.contains("quoted scalar") {
        "close the quote that a value before this place begins with"
    } else {
        "write each entry as `key: value`, with quotes around a value that holds `:`, `#` or a quote"
    }
}

fn restore(value: Value, mask: &Mask, resolve: Resolve<'_>) -> Value {
    match value {
        Value::String(text) if text.contains(crate::mask::OPEN) => {
            let mut restored = String::new();
            for part in parts(&text) {
                match part {
                    Part::Text(text) => restored.push_str(text),
                    Part::Token(index) => match mask.tokens.get(index).map(|token| (&token.kind, token.span))
                    {
                        Some((TokenKind::Variable(name), span)) => restored.push_str(&resolve(name, span)),
                        Some((TokenKind::Literal(text), _)) => restored.push_str(text),
                        _ => {}
                    },
                }
            }
            Value::String(restored)
        }
        Value::Array(values) => {
            Value::Array(values.into_iter().map(|value| restore(value, mask, resolve)).collect())
        }
        Value::Object(members) => Value::Object(
            members.into_iter().map(|(key, value)| (key, restore(value, mask, resolve))).collect(),
        ),
        other => other,
    }
}

fn locate(location: &serde_saphyr::Location, mask: &Mask) -> Span {
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
struct Entries(Vec<(Spanned<String>, Spanned<Value>)>);

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

fn entries(yaml: &str) -> Result<Entries, serde_saphyr::Error> {
    let has_content = yaml.lines().any(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    if !has_content {
        return Ok(Entries(Vec::new()));
    }
    let options = serde_saphyr::options! { strict_booleans: true, with_snippet: false };
    serde_saphyr::from_str_with_options(yaml, options)
}

#[derive(Clone, Copy)]
struct Place {
    key: Span,
    value: Span,
}

/// Keys that set a typed field.
const KEYS: &[&str] = &[
    "id",
    "slug",
    "title",
    "description",
    "keywords",
    "image",
    "layout",
    "hide_title",
    "hide_table_of_contents",
    "toc_min_heading_level",
    "toc_max_heading_level",
    "sidebar_label",
    "sidebar_position",
    "displayed_sidebar",
    "pagination_label",
    "pagination_next",
    "pagination_prev",
    "custom_edit_url",
    "draft",
    "unlisted",
    "last_update",
];

struct Reader<'a> {
    source: &'a SourceFile,
    diagnostics: &'a mut Vec<Diagnostic>,
    result: FrontMatter,
}

impl Reader<'_> {
    fn set(&mut self, key: &str, value: Value, place: Place) {
        if KEYS.contains(&key) {
            if let Err(expected) = self.set_known(key, &value, place) {
                let message = format!("`{key}` is {}, not {expected}", kind(&value));
                let at = self.whole(if place.value == Span::default() { place.key } else { place.value });
                self.diagnostics
                    .push(Diagnostic::new(Code::FrontMatterInvalidValue, message).at(self.source, at));
            }
        } else {
            if let Some(near) = nearest(key, KEYS.iter().copied()) {
                let diagnostic =
                    Diagnostic::new(Code::FrontMatterUnknownKey, format!("`{key}` means nothing here"));
                let diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
                self.diagnostics.push(diagnostic.at(self.source, self.whole(place.key)));
            }
            if key == "tags" {
                self.check_tags(&value, place);
            }
            self.result.other.insert(key.to_owned(), value);
        }
    }

    /// Tags mean nothing to the engine, but pages and other engines read them as a list of words, or of mappings with
    /// `label` and `permalink`.
    fn check_tags(&mut self, value: &Value, place: Place) {
        let is_tag = |tag: &Value| scalar(tag).is_some() || tag.get("label").is_some();
        let help = match value {
            Value::Null => return,
            Value::Array(tags) if tags.iter().all(is_tag) => return,
            Value::String(_) | Value::Number(_) | Value::Bool(_) => {
                let written = self.source.slice(place.value).trim();
                let words = written.trim_matches(['"', '\'']).split(',').map(str::trim);
                format!("write `tags: [{}]`", words.collect::<Vec<_>>().join(", "))
            }
            _ => "write `tags: [first, second]`".to_owned(),
        };
        let what = if value.is_array() { "a list with something else in it" } else { kind(value) };
        let message = format!("`tags` is {what}, not a list of words");
        let at = self.whole(place.value);
        let diagnostic = Diagnostic::new(Code::FrontMatterInvalidValue, message).help(help);
        self.diagnostics.push(diagnostic.at(self.source, at));
    }

    fn set_known(&mut self, key: &str, value: &Value, place: Place) -> Result<(), String> {
        let text = || self.text(value, place);
        match key {
            "id" => {
                let id = text()?;
                if id.as_deref().is_some_and(|id| id.contains('/')) {
                    return Err("a name without `/`".to_owned());
                }
                self.result.id = id;
            }
            "slug" => self.result.slug = text()?,
            "title" => self.result.title = text()?,
            "description" => self.result.description = text()?,
            "image" => self.result.image = text()?,
            "sidebar_label" => self.result.sidebar_label = text()?,
            "pagination_label" => self.result.pagination_label = text()?,
            "keywords" => self.result.keywords = list(value)?,
            "layout" => {
                let layout = text()?.unwrap_or_default();
                self.result.layout = match layout.as_str() {
                    "doc" | "" => PageLayout::Doc,
                    "home" => PageLayout::Home,
                    other => {
                        let help =
                            nearest(other, ["doc", "home"]).map(|near| format!("did you mean `{near}`?"));
                        self.diagnostics.push(
                            Diagnostic::new(Code::FrontMatterInvalidValue, format!("no layout `{other}`"))
                                .at(self.source, place.value)
                                .help("a layout is `doc` or `home`")
                                .maybe_help(help),
                        );
                        PageLayout::Doc
                    }
                };
            }
            "hide_title" => self.result.hide_title = boolean(value)?,
            "hide_table_of_contents" => self.result.hide_table_of_contents = boolean(value)?,
            "draft" => self.result.is_draft = boolean(value)?,
            "unlisted" => self.result.is_unlisted = boolean(value)?,
            "toc_min_heading_level" => self.result.toc_min_heading_level = level(value)?,
            "toc_max_heading_level" => self.result.toc_max_heading_level = level(value)?,
            "sidebar_position" => {
                self.result.sidebar_position = match value {
                    Value::Null => None,
                    Value::Number(number) => number.as_f64(),
                    _ => return Err("a number".to_owned()),
                }
            }
            "displayed_sidebar" => {
                self.result.displayed_sidebar =
                    text()?.map_or(DisplayedSidebar::Hidden, DisplayedSidebar::Named);
            }
            "pagination_next" => {
                self.result.pagination_next = text()?.map_or(Pagination::Hidden, Pagination::Page);
            }
            "pagination_prev" => {
                self.result.pagination_prev = text()?.map_or(Pagination::Hidden, Pagination::Page);
            }
            "custom_edit_url" => self.result.custom_edit_url = Some(text()?),
            _ => self.result.last_update = last_update(value)?,
        }
        Ok(())
    }

    /// The parser names only the first character of a list or mapping: the rest of its line is meant too.
    fn whole(&self, span: Span) -> Span {
        if !matches!(self.source.slice(span), "[" | "{") {
            return span;
        }
        let rest = &self.source.text()[span.start as usize..];
        let line = rest.lines().next().unwrap_or_default();
        Span::new(span.start as usize, span.start as usize + line.trim_end().len())
    }

    /// Numbers and booleans count as the text they are written as.
    fn text(&self, value: &Value, place: Place) -> Result<Option<String>, String> {
        match value {
            Value::Null => Ok(None),
            Value::String(text) => Ok(Some(text.clone())),
            Value::Number(_) | Value::Bool(_) => Ok(Some(self.source.slice(place.value).trim().to_owned())),
            _ => Err("text".to_owned()),
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "empty",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a mapping",
    }
}

fn boolean(value: &Value) -> Result<bool, String> {
    match value {
        Value::Bool(value) => Ok(*value),
        Value::Null => Ok(false),
        _ => Err("`true` or `false`".to_owned()),
    }
}

fn level(value: &Value) -> Result<Option<u8>, String> {
    let level =
        value.as_u64().and_then(|level| u8::try_from(level).ok()).filter(|level| (2..=6).contains(level));
    match (value, level) {
        (Value::Null, _) => Ok(None),
        (_, Some(level)) => Ok(Some(level)),
        _ => Err("a heading level from 2 to 6".to_owned()),
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

fn list(value: &Value) -> Result<Vec<String>, String> {
    let error = || "a list of words".to_owned();
    match value {
        Value::Null => Ok(Vec::new()),
        Value::Array(values) => values.iter().map(|value| scalar(value).ok_or_else(error)).collect(),
        Value::String(text) => Ok(text.split(',').map(|word| word.trim().to_owned()).collect()),
        _ => Err(error()),
    }
}

/// Date and author, as the front matter keeps them.
type LastUpdate = Option<(Option<String>, Option<String>)>;

fn last_update(value: &Value) -> Result<LastUpdate, String> {
    let expected = || "a mapping with `date` and `author`".to_owned();
    match value {
        Value::Null | Value::Bool(false) => Ok(None),
        Value::Object(members) => {
            let date = members.get("date").and_then(scalar);
            let author = members.get("author").and_then(scalar);
            if date.is_none() && author.is_none() { Err(expected()) } else { Ok(Some((date, author))) }
        }
        _ => Err(expected()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (FrontMatter, Vec<String>) {
        let source = SourceFile::new("content/a.md", text);
        let (front_matter, diagnostics) = parse_front_matter(&source);
        let messages = diagnostics
            .iter()
            .map(|d| {
                let slice = d.place.as_ref().map(|place| source.slice(place.span).to_owned());
                format!("{}: {} @ {}", d.code, d.message, slice.unwrap_or_default())
            })
            .collect();
        (front_matter, messages)
    }

    fn check(yaml: &str, errors: &[&str]) -> FrontMatter {
        let (front_matter, messages) = read_text(&format!("---\n{yaml}\n---\nbody\n"));
        assert_eq!(messages, errors, "{yaml}");
        front_matter
    }

    #[test]
    fn reads_every_key() {
        let found = check(
            "id: a\nslug: /x\ntitle: 2.10\ndescription: on\nkeywords: [a, 1]\nimage: ./a.png\nlayout: home\n\
             hide_title: true\ntoc_min_heading_level: 2\ntoc_max_heading_level: 4\nsidebar_position: 1.5\n\
             displayed_sidebar: null\npagination_next: null\npagination_prev: b\ncustom_edit_url: null\n\
             draft: false\nunlisted: true\nlast_update: {date: 2026-11-20, author: Ann}\nother_key: [1]",
            &[],
        );
        assert_eq!(found.title.as_deref(), Some("2.10"));
        assert_eq!(found.description.as_deref(), Some("on"));
        assert_eq!(found.keywords, ["a", "1"]);
        assert_eq!(found.layout, PageLayout::Home);
        assert_eq!(found.sidebar_position, Some(1.5));
        assert_eq!(found.displayed_sidebar, DisplayedSidebar::Hidden);
        assert_eq!(found.pagination_next, Pagination::Hidden);
        assert_eq!(found.pagination_prev, Pagination::Page("b".to_owned()));
        assert_eq!(found.custom_edit_url, Some(None));
        assert_eq!(found.last_update, Some((Some("2026-11-20".to_owned()), Some("Ann".to_owned()))));
        assert!(found.hide_title && found.is_unlisted && !found.is_draft);
        assert_eq!(found.other.get("other_key"), Some(&serde_json::json!([1])));
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        check(
            "hide_title: yes",
            &["front-matter/invalid-value: `hide_title` is text, not `true` or `false` @ yes"],
        );
        check("title: [a]", &["front-matter/invalid-value: `title` is a list, not text @ [a]"]);
        check("layout: hone", &["front-matter/invalid-value: no layout `hone` @ hone"]);
        check(
            "toc_max_heading_level: 9",
            &[
                "front-matter/invalid-value: `toc_max_heading_level` is a number, not a heading level from 2 to 6 @ 9",
            ],
        );
        check(
            "a: 1\na: 2",
            &["front-matter/syntax: the front matter is not valid YAML: duplicate mapping key: a @ a"],
        );
    }

    #[test]
    fn front_matter_that_is_none_is_told() {
        for (text, expected) in [
            ("\n\n---\ntitle: a\n---\n", "front matter begins on the first line of the file @ ---"),
            ("----\ntitle: a\n----\n", "front matter stands between lines of three hyphens @ ----"),
            ("+++\ntitle = 'a'\n+++\n", "front matter is YAML here, not TOML @ +++"),
        ] {
            assert_eq!(read_text(text).1, [format!("front-matter/syntax: {expected}")], "{text}");
        }
        for text in ["\n---\na b: c\n---\n", "- a: b\n- c\n", "--- \n\ntitle: x\n---\n", "\n---\ntitle: x\n"]
        {
            assert_eq!(read_text(text).1, Vec::<String>::new(), "{text}");
        }
        assert_eq!(read_text("---\na: b\n\tc: d\n---\n").1.len(), 1, "a tab that indents is told of");
    }

    #[test]
    fn an_error_at_a_point_covers_a_whole_character() {
        let text = "---\n<Tabs>[^1]: n\né---\ntitle: x\n---\n";
        let (_, diagnostics) = parse_front_matter(&SourceFile::new("content/a.md", text));
        let place = diagnostics[0].place.as_ref().expect("a place");
        assert_eq!(text.get(place.span.range()), Some("é"));
    }

    #[test]
    fn keeps_variables_for_later() {
        let found = check("title: {{provider.name}} docs\ndescription: 'a \\{{b}}'", &[]);
        assert_eq!(found.title.as_deref(), Some("{{provider.name}} docs"));
        assert_eq!(found.description.as_deref(), Some("a {{b}}"));
    }

    #[test]
    fn knows_where_the_block_ends() {
        assert_eq!(read_text("---\na: 1\n---\nx").0.span, Span::new(0, 13));
        assert_eq!(read_text("x\n---\na: 1\n---\n").0.span, Span::default());
        assert_eq!(read_text("---\n---\n").1, Vec::<String>::new());
        assert_eq!(read_text("---\n\ntext").1, Vec::<String>::new());
        assert_eq!(
            read_text("---\ntitle: a\n").1,
            ["front-matter/syntax: the front matter is not closed @ ---"]
        );
    }
}
