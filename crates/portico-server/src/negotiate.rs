//! Choosing among representations by `Accept` and `Accept-Encoding`.

use hyper::HeaderMap;
use hyper::header::{ACCEPT, ACCEPT_ENCODING, HeaderName};

/// How a representation is compressed, in the order we prefer them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Encoding {
    Brotli,
    Zstd,
    Gzip,
    Identity,
}

impl Encoding {
    /// The compressed ones, best first.
    pub(crate) const COMPRESSED: [Self; 3] = [Self::Brotli, Self::Zstd, Self::Gzip];

    /// The name in `Content-Encoding`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }

    /// What a compressed sibling's file name has at its end.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Zstd => ".zst",
            Self::Gzip => ".gz",
            Self::Identity => "",
        }
    }
}

/// Chooses the encoding a client likes best among those there are; at equal liking, the one we prefer.
pub(crate) fn choose_encoding(headers: &HeaderMap, is_available: impl Fn(Encoding) -> bool) -> Encoding {
    let mut wildcard = None;
    let mut qualities = [None; 4];
    for (name, quality) in weighted(headers, &ACCEPT_ENCODING) {
        let slot = match name {
            name if name.eq_ignore_ascii_case("br") => 0,
            name if name.eq_ignore_ascii_case("zstd") => 1,
            name if name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip") => 2,
            name if name.eq_ignore_ascii_case("identity") => 3,
            "*" => {
                wildcard = Some(quality);
                continue;
            }
            _ => continue,
        };
        qualities[slot] = Some(quality);
    }
    // What is not named is not wanted, except the plain form, which everybody reads if need be.
    let mut best = (Encoding::Identity, qualities[3].unwrap_or(0));
    for (slot, encoding) in Encoding::COMPRESSED.into_iter().enumerate().rev() {
        let quality = qualities[slot].or(wildcard).unwrap_or(0);
        if quality > 0 && quality >= best.1 && is_available(encoding) {
            best = (encoding, quality);
        }
    }
    best.0
}

/// Tells whether a client asks for Markdown rather than HTML.
///
/// It has to name `text/markdown`. When it likes both equally, the one it names first wins; no browser names Markdown.
pub(crate) fn prefers_markdown(headers: &HeaderMap) -> bool {
    let mut markdown = None;
    let mut html = None;
    let mut range = None;
    for (position, (name, quality)) in weighted(headers, &ACCEPT).enumerate() {
        let slot = match name {
            name if name.eq_ignore_ascii_case("text/markdown") => &mut markdown,
            name if name.eq_ignore_ascii_case("text/html") => &mut html,
            "text/*" | "*/*" => &mut range,
            _ => continue,
        };
        slot.get_or_insert((quality, position));
    }
    let Some((wanted, position)) = markdown else { return false };
    let (other, other_position) = html.or(range).unwrap_or((0, usize::MAX));
    wanted > 0 && (wanted > other || wanted == other && position < other_position)
}

/// The items of a list header with their quality in thousandths; an item with a broken quality has none.
fn weighted<'h>(headers: &'h HeaderMap, name: &HeaderName) -> impl Iterator<Item = (&'h str, u16)> {
    headers
        .get_all(name)
        .into_iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|list| list.split(','))
        .map(|item| {
            let mut parts = item.split(';');
            let name = parts.next().unwrap_or_default().trim_ascii();
            let quality = parts
                .filter_map(|parameter| parameter.split_once('='))
                .find(|(key, _)| key.trim_ascii().eq_ignore_ascii_case("q"))
                .map_or(1000, |(_, value)| parse_quality(value.trim_ascii()).unwrap_or(0));
            (name, quality)
        })
}

fn parse_quality(text: &str) -> Option<u16> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = fraction.len() <= 3 && fraction.bytes().all(|byte| byte.is_ascii_digit());
    let thousandths = fraction
        .bytes()
        .chain(*b"000")
        .take(3)
        .fold(0, |sum, digit| sum * 10 + u16::from(digit.wrapping_sub(b'0')));
    match whole {
        "0" if is_number => Some(thousandths),
        "1" if is_number && thousandths == 0 => Some(1000),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn headers(name: HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn encodings_follow_quality_then_our_order() {
        let cases = [
            ("", Encoding::Identity),
            ("br", Encoding::Brotli),
            ("gzip, deflate, br, zstd", Encoding::Brotli),
            ("gzip, zstd", Encoding::Zstd),
            ("GZIP", Encoding::Gzip),
            ("x-gzip", Encoding::Gzip),
            ("br;q=0.5, gzip;q=0.8", Encoding::Gzip),
            ("br;q=0, gzip", Encoding::Gzip),
            ("br;q=0.001", Encoding::Brotli),
            ("*", Encoding::Brotli),
            ("br;q=0, *", Encoding::Zstd),
            ("*;q=0", Encoding::Identity),
            ("identity, gzip;q=0.5", Encoding::Identity),
            ("identity;q=0.5, gzip;q=0.5", Encoding::Gzip),
            ("deflate", Encoding::Identity),
            ("br;q=2", Encoding::Identity),
            ("br;q=0.1234", Encoding::Identity),
            ("br ; q=1.000", Encoding::Brotli),
            (",,;q=1,=", Encoding::Identity),
        ];
        for (value, expected) in cases {
            assert_eq!(choose_encoding(&headers(ACCEPT_ENCODING, value), |_| true), expected, "{value}");
        }
        assert_eq!(choose_encoding(&HeaderMap::new(), |_| true), Encoding::Identity);
        let only_gzip = |encoding| encoding == Encoding::Gzip;
        assert_eq!(choose_encoding(&headers(ACCEPT_ENCODING, "br, gzip;q=0.1"), only_gzip), Encoding::Gzip);
    }

    #[test]
    fn markdown_has_to_be_asked_for() {
        let cases = [
            ("text/markdown", true),
            ("text/markdown, text/html;q=0.9", true),
            ("text/markdown, text/html, */*", true),
            ("text/markdown, */*", true),
            ("text/markdown;q=0.5, text/*;q=0.4", true),
            ("text/html, text/markdown", false),
            ("text/html, text/markdown;q=0.9", false),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false),
            ("*/*", false),
            ("text/markdown;q=0", false),
            ("", false),
        ];
        for (value, expected) in cases {
            assert_eq!(prefers_markdown(&headers(ACCEPT, value)), expected, "{value}");
        }
    }
}
