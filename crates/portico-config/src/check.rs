//! Holds a file against the schema of the settings as written.
//!
//! Everything that does not fit is reported and taken out, so that the rest can be read.

use std::ops::Range;

use portico_diagnostics::{Code, nearest};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::problems::Problems;
use crate::schema::{SchemaNode, ValueKind};
use crate::secrets::{REMEDY, is_secret_name};
use crate::wording::alternatives;

/// Checks the whole file.
pub(crate) fn check(table: &mut DeTable<'_>, schema: SchemaNode<'_>, problems: &mut Problems<'_>) {
    Checker { root: schema, problems }.table(table, schema, "", &Problems::start());
}

struct Checker<'a, 'b> {
    root: SchemaNode<'a>,
    problems: &'a mut Problems<'b>,
}

impl Checker<'_, '_> {
    fn table(&mut self, table: &mut DeTable<'_>, schema: SchemaNode<'_>, path: &str, place: &Range<usize>) {
        for key in schema.required().filter(|key| !table.contains_key(*key)) {
            // A misspelt key has its own message.
            let is_meant =
                |other: &str| schema.entry(other).is_none() && nearest(other, schema.keys()) == Some(key);
            if !table.keys().any(|other| is_meant(other.get_ref())) {
                self.missing(schema, path, key, place);
            }
        }
        let keys: Vec<(String, Range<usize>)> =
            table.keys().map(|key| (key.get_ref().to_string(), key.span())).collect();
        for (key, span) in keys {
            let path = join(path, &key);
            let fits = if let (Some(entry), Some(value)) = (schema.entry(&key), table.get_mut(key.as_str())) {
                self.value(value, entry, &path)
            } else {
                self.unknown(schema, &path, &key, &span);
                false
            };
            if !fits {
                table.remove(key.as_str());
            }
        }
    }

    /// Whether a value can stay.
    fn value(&mut self, value: &mut Spanned<DeValue<'_>>, schema: SchemaNode<'_>, path: &str) -> bool {
        let range = value.span();
        match (schema.kind(), value.get_mut()) {
            (ValueKind::Text, DeValue::String(text)) => self.word(text, schema, path, &range),
            (ValueKind::Flag, DeValue::Boolean(_)) => true,
            (ValueKind::Integer, DeValue::Integer(number)) => {
                let (low, high) = schema.range();
                let number = i64::from_str_radix(number.as_str(), number.radix());
                let fits = number.is_ok_and(|number| (low..=high).contains(&number));
                if !fits {
                    let written = self.problems.file.text().get(range.clone()).unwrap_or("another one");
                    let message = format!("`{path}` is {written}, not a whole number from {low} to {high}");
                    self.problems.report(Code::ConfigInvalidValue, &range, message);
                }
                fits
            }
            (ValueKind::List, DeValue::Array(items)) => {
                if let Some(item) = schema.item() {
                    *items = std::mem::replace(items, DeArray::new())
                        .into_iter()
                        .filter_map(|mut value| self.value(&mut value, item, path).then_some(value))
                        .collect();
                }
                true
            }
            (ValueKind::Table, DeValue::Table(table)) => {
                self.table(table, schema, path, &range);
                true
            }
            (ValueKind::Any, value) => {
                plain(value);
                true
            }
            (kind, value) => {
                let message = format!("`{path}` is {}, not {}", found(value), wanted(kind, schema));
                self.problems.report(Code::ConfigInvalidValue, &range, message);
                false
            }
        }
    }

    fn word(&mut self, text: &str, schema: SchemaNode<'_>, path: &str, range: &Range<usize>) -> bool {
        let words = schema.words();
        if words.is_empty() || words.contains(&text) {
            return true;
        }
        let message = format!("`{path}` is `{text}`, not {}", wanted(ValueKind::Text, schema));
        let help = nearest(text, words).map(|word| format!("did you mean `{word}`?"));
        self.problems.report_with_help(Code::ConfigInvalidValue, range, message, help);
        false
    }

    fn missing(&mut self, schema: SchemaNode<'_>, path: &str, key: &str, place: &Range<usize>) {
        let entry = schema.entry(key);
        let help = match entry.filter(|entry| entry.kind() == ValueKind::Table) {
            Some(table) => {
                let keys = alternatives(table.required(), "and");
                format!("add a table `[{}]` with {keys}", join(path, key))
            }
            None if path.is_empty() => format!("add `{key} = \"…\"` above the first table"),
            None => format!("add `{key} = \"…\"` to `[{path}]`"),
        };
        let message = format!("`{}` is not set", join(path, key));
        self.problems.report_with_help(Code::ConfigMissingKey, place, message, Some(help));
    }

    fn unknown(&mut self, schema: SchemaNode<'_>, path: &str, key: &str, span: &Range<usize>) {
        if is_secret_name(key) {
            let message = format!("`{path}` is a secret, which no setting holds");
            self.problems.report_with_help(Code::ConfigSecret, span, message, Some(REMEDY.to_owned()));
            return;
        }
        let help = match nearest(key, schema.keys()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                self.other_home(key).unwrap_or_else(|| "values of your own belong in `[custom]`".to_owned())
            }
        };
        let message = format!("no setting has the name `{path}`");
        self.problems.report_with_help(Code::ConfigUnknownKey, span, message, Some(help));
    }

    /// A key of another table, or of the top level: in TOML a key belongs to the table header above it, which is
    /// easily overlooked.
    fn other_home(&self, key: &str) -> Option<String> {
        if self.root.keys().any(|name| name == key) {
            return Some(format!("`{key}` is a key of the top level: move it above the first table"));
        }
        let mut homes = self.root.keys().filter(|table| {
            self.root.entry(table).is_some_and(|schema| schema.keys().any(|name| name == key))
        });
        let home = homes.next()?;
        homes.next().is_none().then(|| format!("`{key}` is a key of `[{home}]`: move it there"))
    }
}

/// Dates are texts to everyone who reads a free value.
fn plain(value: &mut DeValue<'_>) {
    match value {
        DeValue::Datetime(date) => *value = DeValue::String(date.to_string().into()),
        DeValue::Array(items) => items.iter_mut().for_each(|item| plain(item.get_mut())),
        DeValue::Table(table) => table.iter_mut().for_each(|(_, value)| plain(value.get_mut())),
        _ => {}
    }
}

pub(crate) fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn found(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a truth value",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn wanted(kind: ValueKind, schema: SchemaNode<'_>) -> String {
    match kind {
        ValueKind::Text if !schema.words().is_empty() => alternatives(schema.words(), "or"),
        ValueKind::Text => "text in quotes".to_owned(),
        ValueKind::Flag => "`true` or `false`".to_owned(),
        ValueKind::Integer => {
            let (low, high) = schema.range();
            format!("a whole number from {low} to {high}")
        }
        ValueKind::List => "a list".to_owned(),
        ValueKind::Table => "a table".to_owned(),
        ValueKind::Any => "a value".to_owned(),
    }
}
