//! Response headers made once for each kind of file, so that answering copies and does not compose.

use std::collections::HashMap;
use std::sync::Arc;

use hyper::HeaderMap;
use hyper::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONNECTION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE,
    DATE, ETAG, HeaderName, HeaderValue, LAST_MODIFIED, LOCATION, TRAILER, TRANSFER_ENCODING, UPGRADE, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use portico_contract::Manifest;

use crate::negotiate::Encoding;
use crate::per_worker::PerWorker;

/// For files whose name changes with their content.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// For everything else: keep it, but ask before using it.
pub(crate) const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");

/// Browsers are to believe the type that they are told.
pub(crate) const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");

/// Headers that the server answers for, which a site cannot set.
const OURS: [HeaderName; 15] = [
    ACCEPT_RANGES,
    CACHE_CONTROL,
    CONNECTION,
    CONTENT_ENCODING,
    CONTENT_LENGTH,
    CONTENT_RANGE,
    CONTENT_TYPE,
    DATE,
    ETAG,
    LAST_MODIFIED,
    LOCATION,
    TRAILER,
    TRANSFER_ENCODING,
    UPGRADE,
    VARY,
];

/// What the headers of a representation depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Kind {
    pub(crate) media_type: &'static str,
    pub(crate) encoding: Encoding,
    pub(crate) is_immutable: bool,
    pub(crate) varies_by_encoding: bool,
    pub(crate) varies_by_type: bool,
}

/// The folders whose files never change under the same name.
pub(crate) struct ImmutableFolders(Vec<String>);

impl ImmutableFolders {
    pub(crate) fn of(manifest: &Manifest) -> Self {
        Self(manifest.immutable.iter().map(|folder| format!("{}/", folder.trim_matches('/'))).collect())
    }

    /// Tells whether a file is below one of them.
    pub(crate) fn hold(&self, path: &str) -> bool {
        self.0.iter().any(|folder| path.starts_with(folder))
    }
}

/// The headers of every kind that a site has.
pub(crate) struct HeaderKinds {
    immutable: ImmutableFolders,
    site_headers: HeaderMap,
    made: HashMap<Kind, Arc<PerWorker<HeaderMap>>>,
}

impl HeaderKinds {
    pub(crate) fn new(manifest: &Manifest) -> Self {
        let mut site_headers = HeaderMap::new();
        for (name, value) in &manifest.headers {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value))
                && !OURS.contains(&name)
            {
                site_headers.insert(name, value);
            }
        }
        site_headers.insert(X_CONTENT_TYPE_OPTIONS, NOSNIFF);
        Self { immutable: ImmutableFolders::of(manifest), site_headers, made: HashMap::new() }
    }

    /// Tells whether a file never changes under the same name.
    pub(crate) fn is_immutable(&self, path: &str) -> bool {
        self.immutable.hold(path)
    }

    /// Gives the headers of a kind, with the places of the tag and the length kept.
    pub(crate) fn headers(&mut self, kind: Kind) -> Arc<PerWorker<HeaderMap>> {
        let Self { made, site_headers, .. } = self;
        Arc::clone(made.entry(kind).or_insert_with(|| Arc::new(PerWorker::new(|| make(kind, site_headers)))))
    }

    /// Gives what every file carries.
    pub(crate) fn into_site_headers(self) -> HeaderMap {
        self.site_headers
    }
}

fn make(kind: Kind, site_headers: &HeaderMap) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind.media_type));
    headers.insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
    headers.insert(ETAG, HeaderValue::from_static("\"\""));
    headers.insert(CACHE_CONTROL, if kind.is_immutable { IMMUTABLE } else { NO_CACHE });
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    if kind.encoding != Encoding::Identity {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(kind.encoding.name()));
    }
    match (kind.varies_by_type, kind.varies_by_encoding) {
        (true, _) => drop(headers.insert(VARY, HeaderValue::from_static("Accept, Accept-Encoding"))),
        (false, true) => drop(headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"))),
        (false, false) => {}
    }
    // On every file: a script runs as a worker, and a picture opens as a document, under its own headers.
    for (name, value) in site_headers {
        headers.insert(own_name(name), own_value(value));
    }
    headers
}

/// The same name, counted on its own.
fn own_name(name: &HeaderName) -> HeaderName {
    HeaderName::from_bytes(name.as_str().as_bytes()).expect("the name of a header is one")
}

/// The same value, counted on its own.
pub(crate) fn own_value(value: &HeaderValue) -> HeaderValue {
    HeaderValue::from_bytes(value.as_bytes()).expect("the value of a header is one")
}
