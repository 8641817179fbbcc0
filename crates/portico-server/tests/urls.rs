//! Every row of `urls.tsv`, through the pure function and through a socket.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly, and uses disk and clock"
)]

mod common;

use std::str::FromStr as _;

use common::{Server, Site};
use hyper::header::{HOST, HeaderName, HeaderValue};
use hyper::{HeaderMap, Method, Uri, Version};
use portico_server::{Limits, PlannedBody, PublishedSite, RequestHead, respond};

struct Row<'t> {
    line: usize,
    method: &'t str,
    target: &'t str,
    headers: Vec<(String, String)>,
    status: u16,
    expected: Vec<String>,
    body: String,
}

fn rows(tags: &impl Fn(&str) -> String) -> Vec<Row<'static>> {
    let table = include_str!("urls.tsv").lines().enumerate();
    table
        .filter(|(_, line)| !line.starts_with('#') && !line.is_empty())
        .map(|(number, line)| {
            let [method, target, headers, status, expected, body] =
                line.split('\t').collect::<Vec<_>>().try_into().expect("a row has six columns");
            let list = |text: &str| {
                text.split(" | ")
                    .filter(|item| !item.is_empty())
                    .map(|item| fill(item, tags))
                    .collect::<Vec<_>>()
            };
            Row {
                line: number + 1,
                method,
                target,
                headers: list(headers).iter().map(|field| field_of(field)).collect(),
                status: status.parse().unwrap(),
                expected: list(expected),
                body: body.replace("\\n", "\n"),
            }
        })
        .collect()
}

fn field_of(field: &str) -> (String, String) {
    let (name, value) = field.split_once(':').expect("a header has a colon");
    (name.to_owned(), value.trim().to_owned())
}

/// Puts entity tags in the places that are kept for them.
fn fill(item: &str, tags: &impl Fn(&str) -> String) -> String {
    match item.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?))) {
        Some((before, (place, after))) => format!("{before}{}{after}", tags(place)),
        None => item.to_owned(),
    }
}

struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

fn answer(site: &PublishedSite, method: &str, target: &str, fields: &[(String, String)]) -> Option<Answer> {
    let uri = Uri::from_str(target).ok()?;
    let mut headers = HeaderMap::from_iter([(HOST, HeaderValue::from_static("portal.test"))]);
    for (name, value) in fields {
        headers.append(HeaderName::from_str(name).unwrap(), HeaderValue::from_str(value).unwrap());
    }
    let method = Method::from_str(method).unwrap();
    let plan = respond(
        site,
        &RequestHead {
            method: &method,
            path: uri.path(),
            query: uri.query(),
            version: Version::HTTP_11,
            headers: &headers,
        },
    );
    let body = match plan.body {
        PlannedBody::Empty => Vec::new(),
        PlannedBody::Bytes(bytes) => bytes.to_vec(),
        PlannedBody::File(file, part) => {
            let part = usize::try_from(part.start).unwrap()..usize::try_from(part.end).unwrap();
            file.read().unwrap()[part].to_vec()
        }
    };
    let text = |value: &HeaderValue| value.to_str().unwrap().to_owned();
    let headers = plan.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
    Some(Answer { status: plan.status.as_u16(), headers, body })
}

/// What is wrong with an answer, or nothing.
fn problem(row: &Row<'_>, answer: &Answer) -> Option<String> {
    let header =
        |name: &str| answer.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str());
    let body = String::from_utf8_lossy(&answer.body);
    let wrong = |what: String| Some(format!("line {}: {} {}: {what}", row.line, row.method, row.target));
    if answer.status != row.status {
        return wrong(format!("status {} instead of {}, body {body:?}", answer.status, row.status));
    }
    for expected in &row.expected {
        let is_so = match (expected.strip_prefix('!'), expected.split_once(": ")) {
            (Some(name), _) => header(name).is_none(),
            (None, Some((name, value))) => header(name) == Some(value),
            (None, None) => header(expected).is_some(),
        };
        if !is_so {
            return wrong(format!("expected `{expected}` among {:?}", answer.headers));
        }
    }
    let is_body = match row.body.strip_prefix('=') {
        Some(whole) => body == whole,
        None => body.contains(&row.body),
    };
    if is_body && !body.contains("SECRET") { None } else { wrong(format!("body {body:?}")) }
}

fn tags(site: &PublishedSite, place: &str) -> String {
    let (kind, target) = place.split_once(':').unwrap();
    let fields =
        if kind == "br" { vec![("accept-encoding".to_owned(), "br".to_owned())] } else { Vec::new() };
    let answer = answer(site, "HEAD", target, &fields).unwrap();
    answer.headers.into_iter().find(|(name, _)| name == "etag").unwrap().1
}

fn check_pure(memory: u64) {
    let published = Site::publish();
    let site = PublishedSite::load(&published.dir(), memory).unwrap();
    let problems: Vec<String> = rows(&|place| tags(&site, place))
        .iter()
        .filter_map(|row| match answer(&site, row.method, row.target, &row.headers) {
            Some(answer) => problem(row, &answer),
            None if row.status == 400 => None,
            None => Some(format!("line {}: {} is no address", row.line, row.target)),
        })
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn answers_from_memory() {
    check_pure(u64::MAX);
}

#[test]
fn answers_from_disk() {
    check_pure(0);
}

#[test]
fn answers_through_a_socket() {
    let published = Site::publish();
    let site = PublishedSite::load(&published.dir(), u64::MAX).unwrap();
    let server = Server::start(published.dir(), Limits::default());
    let rows = rows(&|place| tags(&site, place));
    assert!(rows.len() >= 120);
    let problems: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let reply = server.connect().request(row.method, row.target, &row.headers);
            // A request line that is broken is refused before anything of ours sees it.
            let is_refused = reply.status == 400 && row.status == 400 && reply.body.is_empty();
            let headers = reply.headers.into_iter().collect();
            let answer = Answer { status: reply.status, headers, body: reply.body };
            if is_refused { None } else { problem(row, &answer) }
        })
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    server.stop();
}
