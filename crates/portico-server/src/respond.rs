//! From a request to its answer, without a socket in sight.

use hyper::body::Bytes;
use hyper::header::{
    ACCEPT_RANGES, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_LOCATION, CONTENT_RANGE,
    CONTENT_TYPE, ETAG, HOST, HeaderValue, LOCATION, RANGE, X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, Method, StatusCode, Version};
use std::ops::Range;
use std::sync::Arc;

use crate::conditional::{Condition, range_applies, weigh};
use crate::mirror::{Mirror, Mirrors};
use crate::negotiate::{Encoding, choose_encoding, prefers_markdown};
use crate::paths::{BadPath, normalise, without_ending};
use crate::prepare::{NO_CACHE, NOSNIFF, own_value};
use crate::published::{Page, PublishedSite, RedirectTarget, Representation, Resource, Target, text};
use crate::range::{Wanted, parse_range};
use crate::stored::{DiskFile, Stored};

/// Where monitors ask whether the server is there.
pub(crate) const HEALTH_PATH: &str = "/-/health";

/// What of a request decides its answer.
#[derive(Clone, Copy, Debug)]
pub struct RequestHead<'r> {
    /// The method.
    pub method: &'r Method,
    /// The path as the client wrote it.
    pub path: &'r str,
    /// The query without its question mark.
    pub query: Option<&'r str>,
    /// The protocol's version.
    pub version: Version,
    /// The header fields.
    pub headers: &'r HeaderMap,
}

/// An answer, ready to be sent.
#[derive(Debug)]
pub struct ResponsePlan {
    /// The status.
    pub status: StatusCode,
    /// The header fields, all but `Date` and those of the connection.
    pub headers: HeaderMap,
    /// The body.
    pub body: PlannedBody,
}

/// The body of an answer.
#[derive(Debug)]
pub enum PlannedBody {
    /// None at all.
    Empty,
    /// These bytes.
    Bytes(Bytes),
    /// These bytes, many, which the system can send from their mirror.
    Mirrored(Bytes, Arc<Mirror>),
    /// A part of a file that is still on disk.
    File(Arc<DiskFile>, Range<u64>),
}

/// Works out the answer to a request.
pub fn respond(site: &PublishedSite, request: &RequestHead<'_>) -> ResponsePlan {
    if let Some(plan) = refuse(request) {
        return plan;
    }
    if request.path == HEALTH_PATH {
        return plain_text(request, StatusCode::OK, "ok\n");
    }
    let path = match normalise(request.path) {
        Ok(path) => path,
        Err(BadPath::Malformed) => return plain_text(request, StatusCode::BAD_REQUEST, "bad request\n"),
        Err(BadPath::Unknown) => return not_found(site, request),
    };
    match look_up(site, &path) {
        Found::Page(page) => page_plan(request, page),
        Found::File(file) => resource_plan(request, file),
        Found::Redirect(target) => redirect(site, request, target),
        Found::Base => base_redirect(site, request),
        Found::Nothing => not_found(site, request),
    }
}

/// Answers what is wrong whatever the site holds: another method, a request without a host.
pub(crate) fn refuse(request: &RequestHead<'_>) -> Option<ResponsePlan> {
    const ALLOWED: HeaderValue = HeaderValue::from_static("GET, HEAD, OPTIONS");
    if request.version == Version::HTTP_11 && !request.headers.contains_key(HOST) {
        return Some(plain_text(request, StatusCode::BAD_REQUEST, "bad request: no host\n"));
    }
    match *request.method {
        Method::GET | Method::HEAD => None,
        Method::OPTIONS => {
            let headers = HeaderMap::from_iter([(ALLOW, ALLOWED), (X_CONTENT_TYPE_OPTIONS, NOSNIFF)]);
            Some(ResponsePlan { status: StatusCode::NO_CONTENT, headers, body: PlannedBody::Empty })
        }
        _ => {
            let mut plan = plain_text(request, StatusCode::METHOD_NOT_ALLOWED, "method not allowed\n");
            plan.headers.insert(ALLOW, ALLOWED);
            Some(plan)
        }
    }
}

/// An answer in a line of text.
pub(crate) fn plain_text(request: &RequestHead<'_>, status: StatusCode, body: &'static str) -> ResponsePlan {
    let headers = HeaderMap::from_iter([
        (CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8")),
        (CONTENT_LENGTH, number(body.len() as u64)),
        (CACHE_CONTROL, NO_CACHE),
        (X_CONTENT_TYPE_OPTIONS, NOSNIFF),
    ]);
    let body =
        if *request.method == Method::HEAD { PlannedBody::Empty } else { PlannedBody::Bytes(text(body)) };
    ResponsePlan { status, headers, body }
}

enum Found<'s> {
    Page(&'s Page),
    File(&'s Resource),
    Redirect(&'s RedirectTarget),
    /// The place above the base path, which leads to it.
    Base,
    Nothing,
}

fn look_up<'s>(site: &'s PublishedSite, path: &str) -> Found<'s> {
    let base = site.base();
    // Below `/docs/`, the path `/docs/a` is `/a` of the site. The base ends with the slash that the rest begins with.
    let Some(path) = (if base == "/" { Some(path) } else { path.strip_prefix(&base[..base.len() - 1]) })
    else {
        return if path == "/" { Found::Base } else { Found::Nothing };
    };
    if path.is_empty() {
        return Found::Base;
    }
    match site.target(path) {
        Some(Target::Page(page)) => return Found::Page(page),
        Some(Target::File(file)) => return Found::File(file),
        Some(Target::Redirect(target)) => return Found::Redirect(target),
        None => {}
    }
    match without_ending(path).and_then(|page| site.target(page)) {
        Some(Target::Page(page)) => return Found::Page(page),
        Some(Target::Redirect(target)) => return Found::Redirect(target),
        Some(Target::File(_)) | None => {}
    }
    site.wildcard(path).map_or(Found::Nothing, Found::Redirect)
}

fn page_plan(request: &RequestHead<'_>, page: &Page) -> ResponsePlan {
    match &page.markdown {
        Some(twin) if prefers_markdown(request.headers) => {
            let mut plan = resource_plan(request, &twin.resource);
            plan.headers.insert(CONTENT_LOCATION, twin.location.clone());
            plan
        }
        _ => resource_plan(request, &page.html),
    }
}

fn resource_plan(request: &RequestHead<'_>, resource: &Resource) -> ResponsePlan {
    let chosen = choose(request, resource);
    match weigh(request.headers, &chosen.tag) {
        Condition::Proceed => {}
        Condition::NotModified => {
            let mut headers = chosen_headers(chosen);
            for name in [CONTENT_TYPE, CONTENT_LENGTH, CONTENT_ENCODING, ACCEPT_RANGES] {
                headers.remove(name);
            }
            return ResponsePlan { status: StatusCode::NOT_MODIFIED, headers, body: PlannedBody::Empty };
        }
        Condition::Failed => {
            return plain_text(request, StatusCode::PRECONDITION_FAILED, "precondition failed\n");
        }
    }
    // A range is defined for GET alone.
    let range = request.headers.get(RANGE).filter(|_| *request.method == Method::GET);
    let wanted = range
        .filter(|_| range_applies(request.headers, &chosen.tag))
        .and_then(|value| value.to_str().ok())
        .map_or(Wanted::Whole, |value| parse_range(value, chosen.length));
    let headers = chosen_headers(chosen);
    match wanted {
        Wanted::Whole => send(request, chosen, StatusCode::OK, headers),
        Wanted::Part { start, end } => send_part(chosen, start..end, headers),
        Wanted::Nothing => {
            let mut plan = plain_text(request, StatusCode::RANGE_NOT_SATISFIABLE, "range not satisfiable\n");
            plan.headers.insert(CONTENT_RANGE, content_range(None, chosen.length));
            plan.headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
            plan
        }
    }
}

fn choose<'s>(request: &RequestHead<'_>, resource: &'s Resource) -> &'s Representation {
    let encoding = if resource.is_compressed() {
        choose_encoding(request.headers, |encoding| resource.has(encoding))
    } else {
        Encoding::Identity
    };
    resource.encoded(encoding)
}

/// The headers of a representation with its tag and length put in their places.
fn chosen_headers(chosen: &Representation) -> HeaderMap {
    let mut headers = chosen.headers.own().clone();
    headers.insert(ETAG, own_value(&chosen.tag));
    headers.insert(CONTENT_LENGTH, number(chosen.length));
    headers
}

fn send(
    request: &RequestHead<'_>,
    chosen: &Representation,
    status: StatusCode,
    headers: HeaderMap,
) -> ResponsePlan {
    let body = match &chosen.stored {
        _ if *request.method == Method::HEAD => PlannedBody::Empty,
        Stored::Memory(bytes, None) => PlannedBody::Bytes(bytes.clone()),
        Stored::Memory(_, Some(mirrors)) => mirrored(mirrors, Bytes::clone),
        Stored::Disk(file) => PlannedBody::File(Arc::clone(file), 0..chosen.length),
    };
    ResponsePlan { status, headers, body }
}

fn send_part(chosen: &Representation, part: Range<u64>, mut headers: HeaderMap) -> ResponsePlan {
    headers.insert(CONTENT_RANGE, content_range(Some(&part), chosen.length));
    headers.insert(CONTENT_LENGTH, number(part.end - part.start));
    let body = match &chosen.stored {
        Stored::Memory(bytes, None) => PlannedBody::Bytes(cut(bytes, &part)),
        Stored::Memory(_, Some(mirrors)) => mirrored(mirrors, |bytes| cut(bytes, &part)),
        Stored::Disk(file) => PlannedBody::File(Arc::clone(file), part),
    };
    ResponsePlan { status: StatusCode::PARTIAL_CONTENT, headers, body }
}

/// What the worker that answers is to send of bytes that are mirrored.
fn mirrored(mirrors: &Mirrors, wanted: impl FnOnce(&Bytes) -> Bytes) -> PlannedBody {
    let mirror = mirrors.own();
    PlannedBody::Mirrored(wanted(mirror.bytes()), Arc::clone(mirror))
}

/// Cuts a range out of bytes without copying them.
pub(crate) fn cut(bytes: &Bytes, part: &Range<u64>) -> Bytes {
    let within =
        |position: u64| usize::try_from(position).map_or(bytes.len(), |position| position.min(bytes.len()));
    bytes.slice(within(part.start)..within(part.end))
}

/// A number as a header's value, in one piece of memory where the conversion of the header's crate takes two.
fn number(value: u64) -> HeaderValue {
    let mut digits = [0; 20];
    let (mut first, mut rest) = (digits.len(), value);
    while rest > 0 || first == digits.len() {
        first -= 1;
        digits[first] = b'0' + u8::try_from(rest % 10).expect("a digit is below ten");
        rest /= 10;
    }
    HeaderValue::from_bytes(&digits[first..]).expect("numbers are plain ASCII")
}

fn content_range(part: Option<&Range<u64>>, length: u64) -> HeaderValue {
    let value = match part {
        Some(part) => format!("bytes {}-{}/{length}", part.start, part.end - 1),
        None => format!("bytes */{length}"),
    };
    HeaderValue::try_from(value).expect("numbers are plain ASCII")
}

fn redirect(site: &PublishedSite, request: &RequestHead<'_>, target: &RedirectTarget) -> ResponsePlan {
    let query = request.query.filter(|_| target.keeps_query);
    let location = match query {
        Some(query) => HeaderValue::try_from(format!("{}?{query}{}", target.address, target.hash)),
        None => HeaderValue::try_from(format!("{}{}", target.address, target.hash)),
    };
    match location {
        Ok(location) => moved(site, request, StatusCode::MOVED_PERMANENTLY, location),
        Err(_) => plain_text(request, StatusCode::BAD_REQUEST, "bad request\n"),
    }
}

fn base_redirect(site: &PublishedSite, request: &RequestHead<'_>) -> ResponsePlan {
    match HeaderValue::try_from(site.base()) {
        Ok(location) => moved(site, request, StatusCode::FOUND, location),
        Err(_) => not_found(site, request),
    }
}

fn moved(
    site: &PublishedSite,
    request: &RequestHead<'_>,
    status: StatusCode,
    location: HeaderValue,
) -> ResponsePlan {
    let mut plan = plain_text(request, status, "moved\n");
    for (name, value) in site.site_headers() {
        plan.headers.insert(name.clone(), value.clone());
    }
    plan.headers.insert(LOCATION, location);
    plan
}

fn not_found(site: &PublishedSite, request: &RequestHead<'_>) -> ResponsePlan {
    let Some(page) = site.not_found() else {
        return plain_text(request, StatusCode::NOT_FOUND, "not found\n");
    };
    let chosen = choose(request, page);
    let mut headers = chosen_headers(chosen);
    // The tag and ranges are of a page that is there.
    headers.remove(ETAG);
    headers.remove(ACCEPT_RANGES);
    send(request, chosen, StatusCode::NOT_FOUND, headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        for value in [0, 7, 10, 60_809, u64::MAX] {
            assert_eq!(number(value), value.to_string());
        }
    }
}
