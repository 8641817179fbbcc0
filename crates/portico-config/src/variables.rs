//! Variables: the settings that content and labels may name as `{{name}}`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::settings::{Provider, Settings};

impl Settings {
    /// The values that content may name as `{{name}}`: `provider.*`, `custom.*`, `site.title` and `site.url`.
    pub fn variables(&self) -> BTreeMap<String, String> {
        variables(&self.title, &self.url, &self.provider, &self.custom)
    }
}

/// Every variable with its value.
pub(crate) fn variables(
    title: &str,
    url: &str,
    provider: &Provider,
    custom: &Map<String, Value>,
) -> BTreeMap<String, String> {
    let mut found = BTreeMap::from([
        ("site.title".to_owned(), title.to_owned()),
        ("site.url".to_owned(), url.to_owned()),
        ("provider.name".to_owned(), provider.name.clone()),
        ("provider.api_base_url".to_owned(), provider.api_base_url.clone()),
        ("provider.sdk_script_url".to_owned(), provider.sdk_script_url.clone()),
        ("provider.website_url".to_owned(), provider.website_url.clone()),
    ]);
    collect_custom("custom", custom, &mut found);
    found
}

/// Texts, numbers and truth values are variables; tables nest with a dot; lists are not variables.
fn collect_custom(prefix: &str, table: &Map<String, Value>, found: &mut BTreeMap<String, String>) {
    for (key, value) in table {
        let name = format!("{prefix}.{key}");
        match value {
            Value::String(text) => drop(found.insert(name, text.clone())),
            Value::Number(number) => drop(found.insert(name, number.to_string())),
            Value::Bool(flag) => drop(found.insert(name, flag.to_string())),
            Value::Object(inner) => collect_custom(&name, inner, found),
            Value::Array(_) | Value::Null => {}
        }
    }
}
