//! The development server: a preview from memory that follows the author's edits.

use std::net::{IpAddr, SocketAddr};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use hyper::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use hyper::{HeaderMap, Method, Request, Response, StatusCode};
use tokio::task::spawn_blocking;
use tokio::time::interval;

use crate::access_log::{Entry, Logger};
use crate::error::ServeError;
use crate::events::{EVENTS_PATH, Hub};
use crate::http::{Handler, ResponseBody, head_of, text_reply};
use crate::listen::{Endpoint, listen, run, runtime, stop_signal};
use crate::negotiate::prefers_markdown;
use crate::options::{AccessLog, Limits};
use crate::paths::{BadPath, normalise, without_ending};
use crate::prepare::NOSNIFF;
use crate::preview::{Findings, Preview, PreviewResponse, PreviewUpdate};
use crate::respond::{HEALTH_PATH, plain_text, refuse};
use crate::watch::{Stopper, Watch};

/// How [`develop`] is to run.
#[derive(Clone, Copy, Debug)]
pub struct DevelopOptions {
    /// Where to listen; port 0 takes any free port.
    pub address: SocketAddr,
    /// Whether and how requests are logged.
    pub access_log: AccessLog,
    /// How long the files have to be quiet before the preview is rebuilt.
    pub debounce: Duration,
}

impl DevelopOptions {
    /// The usual options for an address: no access log, 15 milliseconds of quiet.
    pub fn at(address: SocketAddr) -> Self {
        Self { address, access_log: AccessLog::Off, debounce: Duration::from_millis(15) }
    }
}

/// Serves a preview until a signal to stop comes, rebuilding it when watched files change.
///
/// Blocks. `ready` is called once the server listens and watches, with the address that it came to have. Browsers
/// listen at `/-/events`, where they are told of changes and diagnostics.
pub fn develop(
    options: DevelopOptions,
    preview: Arc<dyn Preview>,
    ready: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    develop_until(options, preview, ready, async {
        // Without signals there is nothing to wait for; whoever started the server ends it by force.
        if stop_signal().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Serves a preview as [`develop`] does, until `stop` is ready.
pub fn develop_until(
    options: DevelopOptions,
    preview: Arc<dyn Preview>,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    const GRACE: Duration = Duration::from_secs(1);
    const HEARTBEAT: Duration = Duration::from_secs(15);
    let DevelopOptions { address, access_log, debounce } = options;
    let runtime = runtime()?;
    let hub = Arc::new(Hub::new());
    let served = runtime.block_on(async {
        let (listener, bound) = listen(address).await?;
        let stopper = start_rebuilding(&preview, &hub, debounce)?;
        let pulse = Arc::clone(&hub);
        tokio::spawn(async move {
            let mut ticks = interval(HEARTBEAT);
            loop {
                ticks.tick().await;
                pulse.keep_alive();
            }
        });
        ready(bound);
        let logger = Logger::start(access_log);
        let handler = Arc::new(Developed { preview, hub: Arc::clone(&hub), logger });
        let limits = Limits { shutdown_grace: GRACE, ..Limits::default() };
        let stop = async {
            stop.await;
            stopper.stop();
            hub.close();
        };
        run(Endpoint::plain(listener), handler, limits, stop).await;
        Ok(())
    });
    // A page that is being made for nobody is not waited for.
    runtime.shutdown_timeout(GRACE);
    served
}

/// Starts the thread that rebuilds the preview when files change.
fn start_rebuilding(
    preview: &Arc<dyn Preview>,
    hub: &Arc<Hub>,
    debounce: Duration,
) -> Result<Stopper, ServeError> {
    let (mut watch, stopper) = Watch::start(&preview.watched(), debounce)?;
    let (preview, hub) = (Arc::clone(preview), Arc::clone(hub));
    let rebuild = move || {
        let mut changed = Vec::new();
        loop {
            hub.publish(attempt(&changed, || preview.refresh(&changed)).unwrap_or_else(|failed| failed));
            if let Ok(paths) = catch_unwind(AssertUnwindSafe(|| preview.watched())) {
                // What cannot be watched now, such as a folder just deleted, is tried again after the next change.
                let _ = watch.follow(&paths, &changed);
            }
            while !watch.has_news() {
                match attempt(&changed, || preview.settle()) {
                    Ok(Some(update)) => hub.publish(update),
                    Ok(None) => break,
                    Err(failed) => {
                        hub.publish(failed);
                        break;
                    }
                }
            }
            match watch.next_changes() {
                Some(next) => changed = next,
                None => return,
            }
        }
    };
    thread::Builder::new().name("portico-rebuild".to_owned()).spawn(rebuild).map_err(ServeError::Start)?;
    Ok(stopper)
}

/// Works on the preview; work that panics is a diagnostic like any other.
fn attempt<T>(changed: &[PathBuf], work: impl FnOnce() -> T) -> Result<T, PreviewUpdate> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        let files: Vec<String> = changed.iter().map(|path| format!("  --> {}\n", path.display())).collect();
        let message = format!(
            "error: the rebuild came to an unexpected end\n{}help: the cause is on the terminal; saving again tries again\n",
            files.concat()
        );
        let findings = Findings { diagnostics: vec![message], n_errors: 1 };
        PreviewUpdate { findings: Some(findings), ..PreviewUpdate::default() }
    })
}

struct Developed {
    preview: Arc<dyn Preview>,
    hub: Arc<Hub>,
    logger: Option<Logger>,
}

impl Handler for Developed {
    async fn handle(&self, client: IpAddr, request: Request<Incoming>) -> Response<ResponseBody> {
        let started = Instant::now();
        let response = self.answer(&request).await;
        if let Some(logger) = &self.logger {
            let bytes = match response.body() {
                ResponseBody::Full(bytes) | ResponseBody::Mirrored(bytes, _) => bytes.len() as u64,
                ResponseBody::Empty | ResponseBody::Events(_) => 0,
            };
            logger.log(&Entry {
                client,
                method: request.method().as_str(),
                target: request.uri().path_and_query().map_or("*", |target| target.as_str()),
                status: response.status().as_u16(),
                bytes,
                took: started.elapsed(),
                headers: request.headers(),
            });
        }
        response
    }
}

impl Developed {
    async fn answer(&self, request: &Request<Incoming>) -> Response<ResponseBody> {
        let head = head_of(request);
        let line = |status, text| text_reply(plain_text(&head, status, text));
        if let Some(plan) = refuse(&head) {
            return text_reply(plan);
        }
        match head.path {
            HEALTH_PATH => return line(StatusCode::OK, "ok\n"),
            // Browsers ask below the site's base path, which only the preview knows.
            path if path.ends_with(EVENTS_PATH) => return self.events(request),
            _ => {}
        }
        let path = match normalise(head.path) {
            Ok(path) => Some(path.into_owned()),
            Err(BadPath::Unknown) => None,
            Err(BadPath::Malformed) => return line(StatusCode::BAD_REQUEST, "bad request\n"),
        };
        let wants_markdown = prefers_markdown(request.headers());
        let preview = Arc::clone(&self.preview);
        let moment = self.hub.now();
        let found = spawn_blocking(move || {
            let path = path.as_deref();
            path.and_then(|path| find(preview.as_ref(), path, wants_markdown))
                .unwrap_or_else(|| preview.not_found())
        });
        match found.await {
            Ok(found) => preview_response(request, found, &moment),
            Err(_) => {
                line(StatusCode::INTERNAL_SERVER_ERROR, "this page could not be made; see the terminal\n")
            }
        }
    }

    fn events(&self, request: &Request<Incoming>) -> Response<ResponseBody> {
        // A browser that connects again says itself what it has seen; one that comes with a new page, in the address.
        let last_seen = request.headers().get("last-event-id").and_then(|id| id.to_str().ok());
        let of_page = request.uri().query().and_then(|query| query.strip_prefix("seen="));
        let last_seen = last_seen.or(of_page);
        let is_head = *request.method() == Method::HEAD;
        let mut response = Response::new(if is_head {
            ResponseBody::Empty
        } else {
            ResponseBody::Events(self.hub.connect(last_seen))
        });
        response.headers_mut().extend([
            (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
            (CACHE_CONTROL, HeaderValue::from_static("no-store")),
            (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
            (X_CONTENT_TYPE_OPTIONS, NOSNIFF),
        ]);
        response
    }
}

/// Asks a preview for a path in each of its spellings, for the Markdown twin first where that is wanted.
fn find(preview: &dyn Preview, path: &str, wants_markdown: bool) -> Option<PreviewResponse> {
    let page = without_ending(path).unwrap_or(path);
    if wants_markdown {
        let twin = preview.respond(&format!("{}.md", if page == "/" { "/index" } else { page }));
        if twin.is_some() {
            return twin;
        }
    }
    let with_slash = format!("{page}/");
    let spellings = [path, page, &with_slash];
    let mut distinct = spellings.iter().enumerate().filter(|(n, path)| !spellings[..*n].contains(path));
    distinct.find_map(|(_, path)| preview.respond(path))
}

/// An answer of the preview. It tells the browser's script the moment that it was made at, as the id of an event.
fn preview_response(
    request: &Request<Incoming>,
    found: PreviewResponse,
    moment: &str,
) -> Response<ResponseBody> {
    let length = HeaderValue::from(found.body.len());
    let body = match *request.method() {
        Method::HEAD => ResponseBody::Empty,
        _ => ResponseBody::Full(found.body),
    };
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::from_u16(found.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let content_type = HeaderValue::try_from(found.content_type);
    let mut headers = HeaderMap::from_iter([
        (CONTENT_TYPE, content_type.unwrap_or(HeaderValue::from_static("application/octet-stream"))),
        (CONTENT_LENGTH, length),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (VARY, HeaderValue::from_static("Accept")),
        (X_CONTENT_TYPE_OPTIONS, NOSNIFF),
    ]);
    if let Ok(moment) = HeaderValue::try_from(format!("preview;desc=\"{moment}\"")) {
        headers.insert(HeaderName::from_static("server-timing"), moment);
    }
    let location = found.location.map(|location| with_query(location, request.uri().query()));
    if let Some(Ok(location)) = location.map(HeaderValue::try_from) {
        headers.insert(LOCATION, location);
    }
    *response.headers_mut() = headers;
    response
}

/// A redirect keeps the query of the request, unless it leads to one of its own.
fn with_query(location: String, query: Option<&str>) -> String {
    let Some(query) = query.filter(|_| !location.contains('?')) else { return location };
    let (address, hash) = location.split_at(location.find('#').unwrap_or(location.len()));
    format!("{address}?{query}{hash}")
}

#[cfg(test)]
mod tests {
    use super::with_query;

    #[test]
    fn a_redirect_keeps_the_query() {
        assert_eq!(with_query("/new".into(), Some("a=1")), "/new?a=1");
        assert_eq!(with_query("/new#part".into(), Some("a=1")), "/new?a=1#part");
        assert_eq!(with_query("/new?b=2".into(), Some("a=1")), "/new?b=2");
        assert_eq!(with_query("/new".into(), None), "/new");
    }
}
