//! Escaping, exactly as React does it: what Rust fills into React's templates must hydrate without a difference.

use std::borrow::Cow;

/// Escapes text for element content and for double-quoted attribute values.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    let Some(first) = text.bytes().position(|byte| entity(byte).is_some()) else {
        return Cow::Borrowed(text);
    };
    let mut escaped = String::with_capacity(text.len() + 16);
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate().skip(first) {
        if let Some(entity) = entity(byte) {
            escaped.push_str(&text[done..at]);
            escaped.push_str(entity);
            done = at + 1;
        }
    }
    escaped.push_str(&text[done..]);
    Cow::Owned(escaped)
}

fn entity(byte: u8) -> Option<&'static str> {
    match byte {
        b'&' => Some("&amp;"),
        b'<' => Some("&lt;"),
        b'>' => Some("&gt;"),
        b'"' => Some("&quot;"),
        b'\'' => Some("&#x27;"),
        _ => None,
    }
}

/// JSON for a `<script type="application/json">` element: nothing in it can end the element or open a comment.
pub(crate) fn script_json(json: &str) -> String {
    let mut safe = json.replace('<', "\\u003c");
    for (separator, escaped) in [("\u{2028}", "\\u2028"), ("\u{2029}", "\\u2029")] {
        if memchr::memmem::find(safe.as_bytes(), separator.as_bytes()).is_some() {
            safe = safe.replace(separator, escaped);
        }
    }
    safe
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
