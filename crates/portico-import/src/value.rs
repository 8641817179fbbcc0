//! Reading evaluated values.

use serde_json::{Map, Value};

/// An object of a configuration.
pub(crate) type Object = Map<String, Value>;

/// The text under a key; empty text counts as none.
pub(crate) fn text<'a>(object: &'a Object, key: &str) -> Option<&'a str> {
    object.get(key)?.as_str().filter(|text| !text.trim().is_empty())
}

pub(crate) fn flag(object: &Object, key: &str) -> Option<bool> {
    object.get(key)?.as_bool()
}

pub(crate) fn list<'a>(object: &'a Object, key: &str) -> &'a [Value] {
    object.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

pub(crate) fn object<'a>(object: &'a Object, key: &str) -> Option<&'a Object> {
    object.get(key)?.as_object().filter(|inner| !is_mark(inner))
}

/// Whether an object stands for something that data cannot say.
fn is_mark(object: &Object) -> bool {
    object.contains_key("$standIn") || object.contains_key("$function")
}

/// What a value that is no data stands for: the name of a package, or `a function`.
pub(crate) fn stand_in(value: &Value) -> Option<&str> {
    let object = value.as_object()?;
    object
        .get("$standIn")
        .and_then(Value::as_str)
        .or_else(|| object.contains_key("$function").then_some("a function"))
}

/// Whether a value says something: not absent, empty, false or null.
pub(crate) fn says_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        Value::Bool(true) | Value::Number(_) => true,
    }
}
