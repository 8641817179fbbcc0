//! Writing TOML by hand, so that the files read as if a person had written them.

use serde_json::Value;

use crate::value::{Object, stand_in};

/// Text in quotes.
pub(crate) fn quote(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// Text for a setting in which `{{name}}` would stand for a variable.
pub(crate) fn literal(text: &str) -> String {
    quote(&text.replace("{{", "\\{{"))
}

/// A key, in quotes if it must be.
pub(crate) fn key(name: &str) -> String {
    let is_bare = !name.is_empty()
        && name.chars().all(|character| character.is_ascii_alphanumeric() || "-_".contains(character));
    if is_bare { name.to_owned() } else { quote(name) }
}

/// The members of an object as lines `key = value`, and the names of those that TOML cannot hold.
pub(crate) fn members(object: &Object) -> (Vec<String>, Vec<String>) {
    let (mut lines, mut left_out) = (Vec::new(), Vec::new());
    for (name, value) in object {
        match to_toml(value) {
            Some(value) => lines.push(format!("{} = {value}", key(name))),
            None => left_out.push(name.clone()),
        }
    }
    (lines, left_out)
}

fn to_toml(value: &Value) -> Option<String> {
    Some(match value {
        _ if stand_in(value).is_some() => return None,
        Value::Null => return None,
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => quote(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().filter_map(to_toml).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(inner) if inner.is_empty() => "{}".to_owned(),
        Value::Object(inner) => format!("{{ {} }}", members(inner).0.join(", ")),
    })
}
