//! What the keys of front matter mean, and what their values may be.

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span, nearest};
use portico_document::{DisplayedSidebar, FrontMatter, PageLayout, Pagination};
use serde_json::Value;

/// Where an entry stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) key: Span,
    pub(super) value: Span,
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

/// Puts the values of entries into the front matter, and reports those that are of the wrong kind.
pub(super) struct Reader<'a> {
    pub(super) source: &'a SourceFile,
    pub(super) diagnostics: &'a mut Vec<Diagnostic>,
    pub(super) result: FrontMatter,
}

impl Reader<'_> {
    /// Takes an entry.
    pub(super) fn set(&mut self, key: &str, value: Value, place: Place) {
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
