//! Overrides from the environment, laid over the file.
//!
//! `PORTICO_DOCS__VERSION_LABEL` stands for `docs.version_label`: two underscores part the tables, letter case does
//! not count, and in names that the author chose an underscore also stands for a hyphen. A value is read as the
//! setting's type: texts as they stand, the rest as TOML. An empty value takes the setting away.

use std::collections::BTreeMap;
use std::ops::Range;

use portico_diagnostics::{Code, nearest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::problems::Problems;
use crate::schema::{SchemaNode, ValueKind};
use crate::secrets::{REMEDY, is_secret_name};

const PREFIX: &str = "PORTICO_";
const SEPARATOR: &str = "__";

/// Lays the overrides over the table. Types are read here, but checked with the file's own values afterwards.
pub(crate) fn apply<'a>(
    table: &mut DeTable<'a>,
    schema: SchemaNode<'_>,
    overrides: &'a BTreeMap<String, String>,
    problems: &mut Problems<'a>,
) {
    for (name, value) in overrides.iter().filter(|(name, _)| name.starts_with(PREFIX)) {
        let range = problems.override_range(name);
        let segments: Vec<String> = name
            .strip_prefix(PREFIX)
            .map(|path| path.split(SEPARATOR).map(str::to_ascii_lowercase).collect())
            .unwrap_or_default();
        let place = Override { value, range: range.clone() };
        if segments.is_empty() || !place.set(table, schema, &segments) {
            if segments.last().is_some_and(|name| is_secret_name(name)) {
                let message = "a secret is no setting";
                problems.report_with_help(Code::ConfigSecret, &range, message, Some(REMEDY.to_owned()));
                continue;
            }
            let names = setting_names(schema);
            let help =
                nearest(name, names.iter().map(String::as_str)).map(|near| format!("did you mean `{near}`?"));
            let message = "no setting has this name";
            problems.report_with_help(Code::ConfigUnknownKey, &range, message, help);
        }
    }
}

struct Override<'a> {
    value: &'a str,
    range: Range<usize>,
}

impl<'a> Override<'a> {
    /// Puts the value where it belongs. Returns whether there is such a setting.
    fn set(&self, table: &mut DeTable<'a>, schema: SchemaNode<'_>, segments: &[String]) -> bool {
        let [segment, rest @ ..] = segments else { return false };
        let key = key_meant(table, schema, segment);
        let Some(entry) = schema.entry(&key).filter(|_| !key.is_empty()) else { return false };
        if rest.is_empty() {
            if self.value.is_empty() {
                table.remove(key.as_str());
            } else {
                let value = self.read(entry, table.get(key.as_str()).map(Spanned::get_ref));
                table.insert(self.spanned(key.into()), value);
            }
            return true;
        }
        match (entry.kind(), table.get_mut(key.as_str()).map(Spanned::get_mut)) {
            (ValueKind::Table | ValueKind::Any, Some(DeValue::Table(inner))) => self.set(inner, entry, rest),
            (ValueKind::Table, _) | (ValueKind::Any, None) => {
                let mut inner = DeTable::new();
                let is_known = self.set(&mut inner, entry, rest);
                if is_known && !inner.is_empty() {
                    table.insert(self.spanned(key.into()), self.spanned(DeValue::Table(inner)));
                }
                is_known
            }
            _ => false,
        }
    }

    /// The value by the type of its setting; what cannot be read as that type stays text, for the check to report.
    fn read(&self, schema: SchemaNode<'_>, present: Option<&DeValue<'_>>) -> Spanned<DeValue<'a>> {
        let is_text = match schema.kind() {
            ValueKind::Text => true,
            ValueKind::Any => present.is_none_or(DeValue::is_str),
            ValueKind::Flag | ValueKind::Integer | ValueKind::List | ValueKind::Table => false,
        };
        let parsed = if is_text { None } else { DeValue::parse(self.value).ok() };
        let mut value = parsed.map_or_else(|| DeValue::String(self.value.into()), Spanned::into_inner);
        self.move_inside(&mut value);
        self.spanned(value)
    }

    /// Gives everything inside a value the range of the override.
    fn move_inside(&self, value: &mut DeValue<'a>) {
        match value {
            DeValue::Array(items) => {
                for item in items.iter_mut() {
                    self.move_inside(item.get_mut());
                    *item = self.spanned(std::mem::replace(item.get_mut(), DeValue::Boolean(false)));
                }
            }
            DeValue::Table(table) => {
                *table = std::mem::take(table)
                    .into_iter()
                    .map(|(key, value)| {
                        let mut value = value.into_inner();
                        self.move_inside(&mut value);
                        (self.spanned(key.into_inner()), self.spanned(value))
                    })
                    .collect();
            }
            _ => {}
        }
    }

    fn spanned<T>(&self, value: T) -> Spanned<T> {
        Spanned::new(self.range.clone(), value)
    }
}

/// The key that a segment of the name means: a key of the schema, one that the file has, or a new one.
fn key_meant(table: &DeTable<'_>, schema: SchemaNode<'_>, segment: &str) -> String {
    let is_meant = |key: &str| key.replace('-', "_").eq_ignore_ascii_case(segment);
    let known = schema.keys().find(|key| is_meant(key)).map(str::to_owned);
    let written = || table.keys().map(|key| key.get_ref().to_string()).find(|key| is_meant(key));
    known.or_else(written).unwrap_or_else(|| segment.to_owned())
}

/// The names of all settings, for suggestions.
fn setting_names(schema: SchemaNode<'_>) -> Vec<String> {
    let mut names = Vec::new();
    collect_names(schema, PREFIX, &mut names);
    names
}

fn collect_names(schema: SchemaNode<'_>, prefix: &str, names: &mut Vec<String>) {
    for key in schema.keys() {
        let name = format!("{prefix}{}", key.to_ascii_uppercase());
        if let Some(entry) = schema.entry(key) {
            collect_names(entry, &format!("{name}{SEPARATOR}"), names);
        }
        names.push(name);
    }
}
