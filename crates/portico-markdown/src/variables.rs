//! `{{name}}` in the text.

/// Reads a variable at `at`. Returns its name and the offset after it.
pub(crate) fn variable_at(text: &str, at: usize) -> Option<(&str, usize)> {
    let inner = text.get(at..)?.strip_prefix("{{")?;
    let start = inner.len() - inner.trim_start_matches(' ').len();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let length = inner[start..].bytes().position(|byte| !is_name(byte))?;
    let name = &inner[start..start + length];
    let after = inner[start + length..].trim_start_matches(' ');
    if !after.starts_with("}}") || after.starts_with("}}}") {
        return None;
    }
    let is_well_formed = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && !name.ends_with(['.', '-'])
        && !name.contains("..");
    is_well_formed.then(|| (name, text.len() - after.len() + 2))
}

#[cfg(test)]
mod tests {
    use super::variable_at;

    #[test]
    fn reads_names_only() {
        for (text, expected) in [
            ("{{a.b_c}}x", Some(("a.b_c", 9))),
            ("{{ a }}", Some(("a", 7))),
            ("{{a: 1}}", None),
            ("{{}}", None),
            ("{{.Values}}", None),
            ("{{a}", None),
            ("{a}", None),
            ("{{{a}}}", None),
        ] {
            assert_eq!(variable_at(text, 0), expected, "{text}");
        }
    }
}
