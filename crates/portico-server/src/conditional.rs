//! Conditional requests by entity tag.
//!
//! There is no `Last-Modified`: a tag is the content's hash and so says more than a time of a copy.

use hyper::HeaderMap;
use hyper::header::{HeaderName, HeaderValue, IF_MATCH, IF_NONE_MATCH, IF_RANGE};

/// What the conditions of a request come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Condition {
    /// Answer as if there were none.
    Proceed,
    /// The client has this already.
    NotModified,
    /// The client wants another state than the present one.
    Failed,
}

/// Weighs `If-Match` and `If-None-Match` against the tag of the chosen representation.
pub(crate) fn weigh(headers: &HeaderMap, tag: &HeaderValue) -> Condition {
    if headers.contains_key(IF_MATCH) && !lists(headers, &IF_MATCH, tag, Comparison::Strong) {
        return Condition::Failed;
    }
    if lists(headers, &IF_NONE_MATCH, tag, Comparison::Weak) {
        Condition::NotModified
    } else {
        Condition::Proceed
    }
}

/// Tells whether a `Range` may be followed: `If-Range` is absent or names exactly this representation.
pub(crate) fn range_applies(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    headers.get(IF_RANGE).is_none_or(|value| value == tag)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Comparison {
    Strong,
    Weak,
}

fn lists(headers: &HeaderMap, name: &HeaderName, tag: &HeaderValue, comparison: Comparison) -> bool {
    // Our tags hold no comma, so cutting at commas cannot make one out of the pieces of another.
    headers.get_all(name).into_iter().flat_map(|value| value.as_bytes().split(|byte| *byte == b',')).any(
        |item| {
            let item = item.trim_ascii();
            let opaque = match comparison {
                Comparison::Weak => item.strip_prefix(b"W/").unwrap_or(item),
                Comparison::Strong => item,
            };
            item == b"*" || opaque == tag.as_bytes()
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(name: HeaderName, value: &'static str) -> Condition {
        let headers = HeaderMap::from_iter([(name, HeaderValue::from_static(value))]);
        weigh(&headers, &HeaderValue::from_static("\"abc\""))
    }

    #[test]
    fn tags_are_compared_as_the_header_asks() {
        for value in ["\"abc\"", "W/\"abc\"", "\"x\", \"abc\"", "\"x,y\",W/\"abc\"", "*"] {
            assert_eq!(weighed(IF_NONE_MATCH, value), Condition::NotModified, "{value}");
        }
        for value in ["\"ab\"", "abc", "", ",", "w/\"abc\""] {
            assert_eq!(weighed(IF_NONE_MATCH, value), Condition::Proceed, "{value}");
        }
        assert_eq!(weighed(IF_MATCH, "\"abc\""), Condition::Proceed);
        assert_eq!(weighed(IF_MATCH, "*"), Condition::Proceed);
        assert_eq!(weighed(IF_MATCH, "W/\"abc\""), Condition::Failed);
        assert_eq!(weighed(IF_MATCH, "\"x\""), Condition::Failed);
    }
}
