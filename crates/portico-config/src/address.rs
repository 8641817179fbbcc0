//! Addresses: what a URL or a path in the settings may look like.

/// A web address in parts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WebAddress<'a> {
    /// Scheme, host and port: `https://docs.example.com`.
    pub(crate) origin: &'a str,
    /// The rest: empty, or it starts with `/`, `?` or `#`.
    pub(crate) rest: &'a str,
}

/// Reads an `http` or `https` address; `None` if it is none.
pub(crate) fn web_address(text: &str) -> Option<WebAddress<'_>> {
    let after_scheme = ["https://", "http://"].iter().find_map(|scheme| text.strip_prefix(scheme))?;
    let authority_length = after_scheme.find(['/', '?', '#']).unwrap_or(after_scheme.len());
    let (authority, rest) = after_scheme.split_at(authority_length);
    let is_whole = is_authority(authority) && !rest.contains(is_forbidden);
    is_whole.then(|| WebAddress { origin: &text[..text.len() - rest.len()], rest })
}

/// Characters that an address escapes.
fn is_forbidden(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(character, '<' | '>' | '"' | '\\' | '^' | '`')
}

/// Host and port, without user name.
fn is_authority(authority: &str) -> bool {
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (authority, None),
    };
    let is_port = port.is_none_or(|port| port.parse::<u16>().is_ok());
    let is_address = host
        .strip_prefix('[')
        .and_then(|inside| inside.strip_suffix(']'))
        .is_some_and(|inside| inside.parse::<std::net::Ipv6Addr>().is_ok());
    is_port && (is_address || is_host(host))
}

/// Whether a text is a host alone: a name, or an address of IPv4 or, in brackets, IPv6.
pub(crate) fn is_host_name(text: &str) -> bool {
    (text.starts_with('[') || !text.contains(':')) && is_authority(text)
}

fn is_host(host: &str) -> bool {
    !host.is_empty()
        && host.split('.').all(|label| {
            !label.is_empty()
                && !label.starts_with('-')
                && !label.ends_with('-')
                && label
                    .chars()
                    .all(|character| character.is_alphanumeric() || matches!(character, '-' | '_'))
        })
}

/// Whether a text is an address with a scheme of any kind: `https://…`, `mailto:…`.
pub(crate) fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, rest)| {
        !rest.is_empty()
            && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|character| character.is_ascii_alphanumeric() || "+-.".contains(character))
    })
}

/// Whether a text is a route: segments of letters, digits, `-`, `_`, `.` and `~` between slashes.
pub(crate) fn is_route(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('/') else { return false };
    let inside = inside.strip_suffix('/').unwrap_or(inside);
    text == "/"
        || inside.split('/').all(|segment| {
            !segment.is_empty()
                && segment.chars().any(|character| character != '.')
                && segment
                    .chars()
                    .all(|character| character.is_ascii_alphanumeric() || "-_.~".contains(character))
        })
}

/// Whether a text can stand in a Content-Security-Policy as a source: an origin, perhaps with `*.` before the host,
/// or a scheme alone (`data:`).
pub(crate) fn is_policy_source(text: &str) -> bool {
    if let Some(scheme) = text.strip_suffix(':') {
        return matches!(scheme, "data" | "blob" | "https" | "wss");
    }
    let after_scheme =
        ["https://", "http://", "wss://", "ws://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    after_scheme.is_some_and(|host| is_authority(host.strip_prefix("*.").unwrap_or(host)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_addresses_are_split_after_the_origin() {
        for (text, expected) in [
            ("https://docs.example.com", Some(("https://docs.example.com", ""))),
            ("http://localhost:3000/a?b#c", Some(("http://localhost:3000", "/a?b#c"))),
            ("https://[::1]:8080/", Some(("https://[::1]:8080", "/"))),
            ("https://example.com?x", Some(("https://example.com", "?x"))),
            ("https://", None),
            ("docs.example.com", None),
            ("ftp://example.com", None),
            ("https://exa mple.com", None),
            ("https://example.com/a b", None),
            ("https://user@example.com", None),
            ("https://example.com:port", None),
            ("https://example..com", None),
        ] {
            let found = web_address(text).map(|address| (address.origin, address.rest));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn hosts_have_neither_scheme_nor_port() {
        for (text, expected) in [
            ("search.example.com", true),
            ("127.0.0.1", true),
            ("[::1]", true),
            ("search.example.com:443", false),
            ("https://search.example.com", false),
            ("search.example.com/x", false),
            ("*", false),
            ("", false),
        ] {
            assert_eq!(is_host_name(text), expected, "{text}");
        }
    }

    #[test]
    fn policy_sources_are_origins() {
        for (text, expected) in [
            ("https://cdn.example.com", true),
            ("https://*.example.com", true),
            ("wss://live.example.com:443", true),
            ("data:", true),
            ("'unsafe-inline'", false),
            ("https://cdn.example.com; script-src *", false),
            ("javascript:", false),
        ] {
            assert_eq!(is_policy_source(text), expected, "{text}");
        }
    }

    #[test]
    fn routes_are_root_relative() {
        for (text, expected) in [
            ("/", true),
            ("/search", true),
            ("/a/b/", true),
            ("search", false),
            ("//a", false),
            ("/a/../b", false),
            ("/a b", false),
        ] {
            assert_eq!(is_route(text), expected, "{text}");
        }
    }
}
