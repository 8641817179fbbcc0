//! The JSON schema of `portal.toml`: for editors, and for [`crate::check`].

use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::written::Written;

/// The JSON schema of `portal.toml`, for editors.
pub fn json_schema() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<Written>().to_value();
    without_null(&mut schema);
    schema
}

/// TOML has no null: an optional key is one that may be left out, not one that may be null. Number formats of Rust
/// say nothing to an editor.
fn without_null(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("default").is_some_and(Value::is_null) {
                object.shift_remove("default");
            }
            object.shift_remove("format");
            if let Some(Value::Array(types)) = object.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    object.insert("type".to_owned(), only);
                }
            }
            if let Some(Value::Array(values)) = object.get_mut("enum") {
                values.retain(|value| !value.is_null());
            }
            if let Some(Value::Array(mut options)) = object.shift_remove("anyOf") {
                options.retain(|option| option.get("type").is_none_or(|name| name != "null"));
                if let [Value::Object(only)] = options.as_mut_slice() {
                    for (key, value) in std::mem::take(only) {
                        object.entry(key).or_insert(value);
                    }
                } else {
                    object.insert("anyOf".to_owned(), Value::Array(options));
                }
            }
            object.values_mut().for_each(without_null);
        }
        Value::Array(items) => items.iter_mut().for_each(without_null),
        _ => {}
    }
}

/// A schema with its definitions at hand.
#[derive(Clone, Copy)]
pub(crate) struct SchemaNode<'a> {
    root: &'a Value,
    node: &'a Value,
}

/// The kinds of values that settings have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueKind {
    Text,
    Flag,
    Integer,
    List,
    Table,
    Any,
}

impl<'a> SchemaNode<'a> {
    pub(crate) fn root(root: &'a Value) -> Self {
        Self { root, node: root }
    }

    fn at(self, node: &'a Value) -> Self {
        let target = node.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix('#'));
        let node = target.and_then(|pointer| self.root.pointer(pointer)).unwrap_or(node);
        Self { root: self.root, node }
    }

    pub(crate) fn kind(self) -> ValueKind {
        match self.node.get("type").and_then(Value::as_str) {
            Some("string") => ValueKind::Text,
            Some("boolean") => ValueKind::Flag,
            Some("integer") => ValueKind::Integer,
            Some("array") => ValueKind::List,
            Some("object") => ValueKind::Table,
            _ => ValueKind::Any,
        }
    }

    /// The named keys of a table, in the order they are described.
    pub(crate) fn keys(self) -> impl Iterator<Item = &'a str> {
        self.node
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(key, _)| key.as_str())
    }

    /// What a table takes under a key: by its name, or what it takes under any name. What is free is free all the
    /// way down.
    pub(crate) fn entry(self, key: &str) -> Option<Self> {
        if self.kind() == ValueKind::Any {
            return Some(self);
        }
        let named = self.node.get("properties").and_then(|properties| properties.get(key));
        named.or_else(|| self.any_entry()).map(|node| self.at(node))
    }

    fn any_entry(self) -> Option<&'a Value> {
        self.node.get("additionalProperties").filter(|node| **node != Value::Bool(false))
    }

    pub(crate) fn required(self) -> impl Iterator<Item = &'a str> {
        self.list("required").filter_map(Value::as_str)
    }

    pub(crate) fn item(self) -> Option<Self> {
        self.node.get("items").map(|node| self.at(node))
    }

    /// The words that a text may be; empty when it may be any.
    pub(crate) fn words(self) -> Vec<&'a str> {
        self.list("enum").filter_map(Value::as_str).collect()
    }

    fn list(self, key: &str) -> impl Iterator<Item = &'a Value> {
        self.node.get(key).and_then(Value::as_array).into_iter().flatten()
    }

    pub(crate) fn range(self) -> (i64, i64) {
        let bound = |key, otherwise| self.node.get(key).and_then(Value::as_i64).unwrap_or(otherwise);
        (bound("minimum", i64::MIN), bound("maximum", i64::MAX))
    }
}
