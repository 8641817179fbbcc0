//! Escaping, exactly as React does it: what Rust fills into React's templates must hydrate without a difference.

use std::borrow::Cow;

/// Escapes text for element content and for double-quoted attribute values.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#x27;"),
            other => escaped.push(other),
        }
    }
    Cow::Owned(escaped)
}

/// JSON for a `<script type="application/json">` element: nothing in it can end the element or open a comment.
pub(crate) fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_like_react() {
        assert_eq!(escape(r#"a<b>&"c"'d'"#), "a&lt;b&gt;&amp;&quot;c&quot;&#x27;d&#x27;");
        assert!(matches!(escape("plain"), Cow::Borrowed("plain")));
        assert_eq!(script_json(r#"{"a":"</script><!--"}"#), r#"{"a":"\u003c/script>\u003c!--"}"#);
    }
}
