//! Every row of `urls.tsv`, through the pure function and through a socket.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly, and uses disk and clock"
)]

mod common;

use std::str::FromStr as _;

use common::table::{Answer, problem, rows};
use common::{Server, Site};
use hyper::header::{HOST, HeaderName, HeaderValue};
use hyper::{HeaderMap, Method, Uri, Version};
use portico_server::{Limits, PlannedBody, PublishedSite, RequestHead, respond};

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
        PlannedBody::Bytes(bytes) | PlannedBody::Mirrored(bytes, _) => bytes.to_vec(),
        PlannedBody::File(file, part) => {
            let part = usize::try_from(part.start).unwrap()..usize::try_from(part.end).unwrap();
            file.read().unwrap()[part].to_vec()
        }
    };
    let text = |value: &HeaderValue| value.to_str().unwrap().to_owned();
    let headers = plan.headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect();
    Some(Answer { status: plan.status.as_u16(), headers, body })
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
