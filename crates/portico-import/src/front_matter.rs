//! Changes single keys of a page's front matter and leaves the rest as it is written.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// New values of keys; `None` stands for `null`.
pub(crate) type Changes = BTreeMap<&'static str, Option<String>>;

/// The text with some keys of its front matter set.
pub(crate) fn with_changes(text: &str, changes: &Changes) -> String {
    let yaml = |value: &Option<String>| serde_json::Value::from(value.clone()).to_string();
    let mut missing: Vec<(&str, String)> = changes.iter().map(|(key, value)| (*key, yaml(value))).collect();
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = body.split_inclusive('\n');
    if lines.clone().next().is_none_or(|first| first.trim_end() != "---") {
        let lines: Vec<String> = missing.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        return format!("---\n{}\n---\n\n{body}", lines.join("\n"));
    }
    let mut result = lines.next().unwrap_or_default().to_owned();
    let mut is_inside = true;
    for line in lines {
        if is_inside && line.trim_end() == "---" {
            for (key, value) in std::mem::take(&mut missing) {
                let _ = writeln!(result, "{key}: {value}");
            }
            is_inside = false;
        }
        let at = missing.iter().position(|(key, _)| {
            is_inside && line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(':'))
        });
        match at {
            Some(at) => {
                let (key, value) = missing.remove(at);
                let _ = writeln!(result, "{key}: {value}");
            }
            None => result.push_str(line),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_replaced_or_added() {
        let changes = Changes::from([("slug", Some("/docs/a".to_owned()))]);
        for (text, expected) in [
            ("---\ntitle: A\nslug: /a\n---\nslug: b\n", "---\ntitle: A\nslug: \"/docs/a\"\n---\nslug: b\n"),
            ("---\ntitle: A\n---\n", "---\ntitle: A\nslug: \"/docs/a\"\n---\n"),
            ("# A\n", "---\nslug: \"/docs/a\"\n---\n\n# A\n"),
        ] {
            assert_eq!(with_changes(text, &changes), expected);
        }
    }
}
