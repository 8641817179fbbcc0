//! Whatever a client sends: no panic, and nothing from outside the published files.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly, and uses disk and clock"
)]

mod common;

use std::sync::LazyLock;

use common::{FILES, Site};
use hyper::header::{HOST, HeaderName, HeaderValue};
use hyper::{HeaderMap, Method, Version};
use portico_server::{PlannedBody, PublishedSite, RequestHead, ResponsePlan, respond};
use proptest::collection::vec;
use proptest::prelude::*;

static SITE: LazyLock<(Site, PublishedSite)> = LazyLock::new(|| {
    let published = Site::publish();
    let site = PublishedSite::load(&published.dir(), u64::MAX).unwrap();
    (published, site)
});

fn planned(
    method: &Method,
    path: &str,
    query: Option<&str>,
    fields: Vec<(HeaderName, HeaderValue)>,
) -> ResponsePlan {
    let mut headers = HeaderMap::from_iter([(HOST, HeaderValue::from_static("portal.test"))]);
    for (name, value) in fields {
        headers.append(name, value);
    }
    let head = RequestHead { method, path, query, version: Version::HTTP_11, headers: &headers };
    respond(&SITE.1, &head)
}

/// Checks what holds for every answer.
fn check(method: &Method, path: &str, query: Option<&str>, fields: Vec<(HeaderName, HeaderValue)>) {
    let plan = planned(method, path, query, fields);
    let status = plan.status.as_u16();
    assert!([200, 204, 206, 301, 304, 400, 404, 405, 412, 416].contains(&status), "{status} for {path:?}");
    assert_eq!(plan.headers["x-content-type-options"], "nosniff");
    let body = match plan.body {
        PlannedBody::Empty => return,
        PlannedBody::Bytes(bytes) => String::from_utf8(bytes.to_vec()).expect("the files are text"),
        PlannedBody::Mirrored(..) | PlannedBody::File(..) => panic!("the site is small and in memory"),
    };
    assert_eq!(plan.headers["content-length"], body.len().to_string());
    assert!(!body.contains("SECRET"), "{path:?} gave {body:?}");
    let is_published = FILES.iter().any(|(_, text)| text.contains(&body));
    assert!(is_published || ![200, 206].contains(&status) || path == "/-/health", "{path:?} gave {body:?}");
}

/// Paths made of pieces that mean something to a server.
fn path() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "/",
            "//",
            "\\",
            ".",
            "..",
            "...",
            "%2e",
            "%2E%2e",
            "%2f",
            "%5c",
            "%00",
            "%",
            "%c0%af",
            "%252e",
            "~",
            ";",
            "?",
            "#",
            "*",
            ":",
            " ",
            "\0",
            "é",
            "secret.txt",
            "up",
            "leak.txt",
            "dist",
            "etc/passwd",
            ".env",
            ".git",
            "config",
            "build-manifest.json",
            "_headers",
            "index",
            ".html",
            "/index.html",
            "quickstart",
            "api",
            "overview",
            "assets",
            "app.0123abcd.js",
            ".br",
            ".gz",
            ".md",
            "sdk",
            "wild",
            "-/health",
            "404",
        ])
        .prop_map(str::to_owned),
        ".{0,3}",
    ];
    vec(piece, 0..8).prop_map(|pieces| format!("/{}", pieces.concat()))
}

fn header_value() -> impl Strategy<Value = HeaderValue> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "br",
            "gzip",
            "zstd",
            "identity",
            "*",
            ";q=",
            "0",
            "1",
            ".5",
            ",",
            ";",
            "=",
            "\"",
            "W/",
            "bytes=",
            "-",
            "9",
            "text/markdown",
            "text/html",
            "*/*",
            " ",
            "99999999999999999999",
        ])
        .prop_map(|piece| piece.as_bytes().to_vec()),
        vec(any::<u8>(), 0..3),
    ];
    vec(piece, 0..10).prop_filter_map("bytes that may be in a header", |pieces| {
        HeaderValue::from_bytes(&pieces.concat()).ok()
    })
}

fn field() -> impl Strategy<Value = (HeaderName, HeaderValue)> {
    let names = [
        "accept",
        "accept-encoding",
        "if-none-match",
        "if-match",
        "if-range",
        "range",
        "if-modified-since",
        "host",
    ];
    (prop::sample::select(names.to_vec()).prop_map(HeaderName::from_static), header_value())
}

fn method() -> impl Strategy<Value = Method> {
    prop::sample::select(vec![Method::GET, Method::GET, Method::HEAD, Method::OPTIONS, Method::POST])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_path_stays_inside(method in method(), path in path()) {
        check(&method, &path, None, Vec::new());
    }

    #[test]
    fn any_text_stays_inside(path in ".*", query in proptest::option::of(".*")) {
        check(&Method::GET, &path, query.as_deref(), Vec::new());
    }

    #[test]
    fn any_headers_are_borne(
        method in method(),
        target in prop::sample::select(vec!["/", "/quickstart/", "/digits.txt", "/empty.txt", "/missing", "/home"]),
        fields in vec(field(), 0..5),
    ) {
        check(&method, target, None, fields);
    }

    #[test]
    fn a_range_is_that_part(length in 0_u64..12, start in 0_u64..12) {
        let value = HeaderValue::try_from(format!("bytes={start}-{}", start + length)).unwrap();
        let plan = planned(&Method::GET, "/digits.txt", None, vec![(HeaderName::from_static("range"), value)]);
        match plan.body {
            PlannedBody::Bytes(bytes) if start < 10 => {
                let (start, end) = (usize::try_from(start).unwrap(), usize::try_from(start + length).unwrap());
                prop_assert_eq!(&bytes[..], &b"0123456789"[start..10.min(end + 1)]);
            }
            _ => prop_assert_eq!(plan.status.as_u16(), 416),
        }
    }

    #[test]
    fn equal_requests_have_equal_answers(path in path(), fields in vec(field(), 0..3)) {
        let first = planned(&Method::GET, &path, None, fields.clone());
        let second = planned(&Method::GET, &path, None, fields);
        prop_assert_eq!(format!("{first:?}"), format!("{second:?}"));
    }
}
