//! Request paths: from what a client wrote to what is looked up.
//!
//! Nothing here meets the file system. A path that comes out is a string to look up in a list; the strictness is so
//! that one resource has few spellings, and that other programs in front of this one cannot read a path differently.

use std::borrow::Cow;

/// Why a request path cannot name anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BadPath {
    /// It is no path at all: broken percent-encoding, bytes that are not UTF-8, control characters.
    Malformed,
    /// It is well formed, but nothing can be there: dot segments, empty segments, an encoded slash, a backslash.
    Unknown,
}

/// Decodes a request path and makes sure that it is plain: `/` and segments that are neither empty nor dots.
///
/// A slash may end it. No allocation unless something was percent-encoded.
pub(crate) fn normalise(raw: &str) -> Result<Cow<'_, str>, BadPath> {
    if is_plain(raw) { Ok(Cow::Borrowed(raw)) } else { look_closely(raw) }
}

fn look_closely(raw: &str) -> Result<Cow<'_, str>, BadPath> {
    let decoded = decode(raw)?;
    if decoded.bytes().any(|byte| byte < 0x20 || byte == 0x7f) {
        return Err(BadPath::Malformed);
    }
    let Some(relative) = decoded.strip_prefix('/') else { return Err(BadPath::Malformed) };
    let segments = relative.strip_suffix('/').unwrap_or(relative);
    let is_root = relative.is_empty();
    if relative == "/" || !is_root && segments.split('/').any(is_odd) {
        return Err(BadPath::Unknown);
    }
    Ok(decoded)
}

/// Tells at one look of most paths that they are plain; others may be as well.
fn is_plain(raw: &str) -> bool {
    let mut previous = None;
    let is_odd = |byte: u8| {
        let begins_segment = previous.replace(byte) == Some(b'/');
        match byte {
            b'/' | b'.' => begins_segment,
            b'%' | b'\\' | 0x7f => true,
            _ => byte < 0x20,
        }
    };
    raw.starts_with('/') && !raw.bytes().any(is_odd)
}

/// Gives the spelling under which a page is looked up, if this path ends like another spelling of one.
///
/// `/a/`, `/a.html` and `/a/index.html` are `/a`; `/index.html` is `/`.
pub(crate) fn without_ending(path: &str) -> Option<&str> {
    let stripped = path
        .strip_suffix("/index.html")
        .or_else(|| path.strip_suffix(".html").filter(|rest| !rest.ends_with('/')))
        .or_else(|| path.strip_suffix('/'))?;
    Some(if stripped.is_empty() { "/" } else { stripped })
}

/// Gives the spelling under which the page or redirect at a declared route is looked up.
pub(crate) fn page_key(route: &str) -> &str {
    without_ending(route).unwrap_or(route)
}

fn is_odd(segment: &str) -> bool {
    segment.is_empty() || segment == "." || segment == ".." || segment.contains('\\')
}

fn decode(raw: &str) -> Result<Cow<'_, str>, BadPath> {
    let Some(first) = raw.bytes().position(|byte| byte == b'%') else { return Ok(Cow::Borrowed(raw)) };
    let (plain, encoded) = raw.split_at(first);
    let mut decoded = plain.as_bytes().to_vec();
    let mut bytes = encoded.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            decoded.push(byte);
            continue;
        }
        let (Some(high), Some(low)) = (hex_digit(bytes.next()), hex_digit(bytes.next())) else {
            return Err(BadPath::Malformed);
        };
        let value = high << 4 | low;
        if value == b'/' {
            return Err(BadPath::Unknown);
        }
        decoded.push(value);
    }
    String::from_utf8(decoded).map(Cow::Owned).map_err(|_| BadPath::Malformed)
}

fn hex_digit(byte: Option<u8>) -> Option<u8> {
    char::from(byte?).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str, expected: Result<&str, BadPath>) {
        assert_eq!(normalise(raw), expected.map(Cow::Borrowed), "{raw}");
    }

    #[test]
    fn plain_paths_stay() {
        for path in ["/", "/a", "/a/", "/a/b.html", "/.well-known/x", "/a..b", "/...", "/é"] {
            check(path, Ok(path));
            assert!(matches!(normalise(path), Ok(Cow::Borrowed(_))), "{path} was copied");
        }
    }

    #[test]
    fn percent_encoding_is_undone_once() {
        check("/%61", Ok("/a"));
        check("/caf%C3%A9", Ok("/café"));
        check("/a%20b", Ok("/a b"));
        check("/%2561", Ok("/%61"));
        for raw in ["/%", "/%4", "/%zz", "/%+1", "/%ff", "/%c0%af", "/%e0%80%af", "/%00", "/%0d%0a", "/%7f"] {
            check(raw, Err(BadPath::Malformed));
        }
    }

    #[test]
    fn what_seems_plain_is_plain() {
        let signs = ["/", ".", "%", "\\", "a", "\u{1f}", "\u{7f}", "é", "2e"];
        let mut paths = vec![String::new()];
        for _ in 0..5 {
            paths = paths.iter().flat_map(|path| signs.map(|sign| format!("{path}{sign}"))).collect();
            for path in paths.iter().filter(|path| is_plain(path)) {
                assert_eq!(look_closely(path), Ok(Cow::Borrowed(path.as_str())), "{path:?}");
            }
        }
    }

    #[test]
    fn nothing_leads_out() {
        for raw in
            ["//", "//a", "/a//b", "/a//", "/..", "/../a", "/a/..", "/./a", "/a/./", "/%2e%2e/a", "/.%2e/a"]
        {
            check(raw, Err(BadPath::Unknown));
        }
        for raw in ["/..%2fa", "/a%2Fb", "/a\\b", "/..\\a", "/%5c", "/..%5ca"] {
            check(raw, Err(BadPath::Unknown));
        }
        for raw in ["", "*", "a", "example.com:80", "http://x/"] {
            check(raw, Err(BadPath::Malformed));
        }
    }

    #[test]
    fn endings_are_one_page() {
        for path in ["/a/", "/a.html", "/a/index.html"] {
            assert_eq!(without_ending(path), Some("/a"), "{path}");
        }
        assert_eq!(without_ending("/index.html"), Some("/"));
        assert_eq!(without_ending("/a/.html"), None);
        assert_eq!(without_ending("/a"), None);
        assert_eq!(page_key("/quickstart/"), "/quickstart");
        assert_eq!(page_key("/"), "/");
    }
}
