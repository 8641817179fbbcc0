//! HTTP/1.1 and HTTP/2 over a stream. Everything hyper needs to know is here.
//!
//! A [`Handler`] is the same for any version of HTTP and any stream.

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::{HeaderValue, RETRY_AFTER};
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper::{HeaderMap, Request, Response, StatusCode};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Notify;

use crate::events::EventStream;
use crate::mirror::{Mirror, NextMirror};
use crate::options::Limits;
use crate::pulse::{OpenAnswer, Pulse};
use crate::respond::{PlannedBody, RequestHead, ResponsePlan, plain_text};

/// Bytes of a body in one HTTP/2 frame, unless a client agrees to more (RFC 9113, section 6.5.2).
const LARGEST_FRAME: usize = 16 * 1024;

/// Answers requests.
pub(crate) trait Handler: Send + Sync + 'static {
    /// Answers one request from a client.
    fn handle(
        &self,
        client: IpAddr,
        request: Request<Incoming>,
    ) -> impl Future<Output = Response<ResponseBody>> + Send;

    /// Answers a request that its connection may not make yet.
    fn turn_away(&self, _client: IpAddr, request: &Request<Incoming>) -> Response<ResponseBody> {
        too_many(request)
    }

    /// Hears of what a client sent that is no request, and of the status that it was answered with.
    fn note_unreadable(&self, _client: IpAddr, _status: StatusCode) {}
}

/// A response body.
#[derive(Debug)]
pub(crate) enum ResponseBody {
    /// Nothing more.
    Empty,
    /// These bytes at once.
    Full(Bytes),
    /// These bytes at once, from their mirror where that can be.
    Mirrored(Bytes, Arc<Mirror>),
    /// Events as they come.
    Events(EventStream),
}

impl ResponseBody {
    /// Leaves the mirror, if there is one, to a connection that can send from it; the bytes say what is to be sent.
    fn mirrored_in(self, next: Option<&NextMirror>) -> Self {
        match (self, next) {
            (Self::Mirrored(bytes, mirror), Some(next)) => {
                next.set(mirror);
                Self::Full(bytes)
            }
            (body, _) => body,
        }
    }
}

/// What of a request decides its answer.
pub(crate) fn head_of(request: &Request<Incoming>) -> RequestHead<'_> {
    RequestHead {
        method: request.method(),
        path: request.uri().path(),
        query: request.uri().query(),
        version: request.version(),
        headers: request.headers(),
    }
}

/// Puts a head before a body.
pub(crate) fn reply(status: StatusCode, headers: HeaderMap, body: ResponseBody) -> Response<ResponseBody> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

/// Makes a response of a plan whose body, if it has one, is in memory.
pub(crate) fn text_reply(plan: ResponsePlan) -> Response<ResponseBody> {
    let body = match plan.body {
        PlannedBody::Bytes(bytes) => ResponseBody::Full(bytes),
        PlannedBody::Empty | PlannedBody::Mirrored(..) | PlannedBody::File(..) => ResponseBody::Empty,
    };
    reply(plan.status, plan.headers, body)
}

/// What every request of a connection is answered with.
pub(crate) struct Exchange<H> {
    pub(crate) client: IpAddr,
    pub(crate) pulse: Arc<Pulse>,
    /// What the connection is to send from a mirror, if it can.
    pub(crate) mirror: Option<Arc<NextMirror>>,
    pub(crate) handler: Arc<H>,
    pub(crate) limits: Arc<Limits>,
    /// Told when the connection is to end as soon as what was asked is answered.
    pub(crate) drain: Arc<Notify>,
}

/// Serves one HTTP/1.1 connection until it is closed; when told to drain, finishes the request at hand first.
pub(crate) async fn serve_http_1<H: Handler>(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    exchange: Exchange<H>,
) {
    let Exchange { client, pulse, mirror, handler, limits, drain } = exchange;
    let service = service_fn(|request| {
        let (pulse, next_mirror, handler, limits) = (&pulse, mirror.as_deref(), &handler, &limits);
        async move {
            pulse.begin_answer();
            let response = if pulse.may_ask(limits.requests_per_second) {
                handler.handle(client, request).await
            } else {
                handler.turn_away(client, &request)
            };
            let response =
                response.map(|body| SentBody { body: body.mirrored_in(next_mirror), answer: None });
            pulse.end_answer();
            Ok::<_, Infallible>(response)
        }
    });
    let mut builder = http1::Builder::new();
    // Time limits are the sweeper's, which needs no timer for each request.
    builder.header_read_timeout(None);
    // A client may say that it will ask no more and still get all that it asked for; one that is gone is noticed by writing.
    // Looking for its leaving in the middle of an answer would cost every request a buffer and a read.
    builder.half_close(true);
    builder.max_header_size(limits.header_bytes).max_buf_size((limits.header_bytes * 2).max(64 * 1024));
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    let ended = tokio::select! {
        biased;
        ended = connection.as_mut() => ended,
        () = drain.notified() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // A client that goes away is its own business.
    if let Some(status) = ended.err().as_ref().and_then(status_of_unreadable) {
        handler.note_unreadable(client, status);
    }
}

/// The status that hyper answers with what it cannot read (RFC 9112, section 2.2; RFC 6585, section 5).
fn status_of_unreadable(error: &hyper::Error) -> Option<StatusCode> {
    if error.is_parse_too_large() {
        return Some(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE);
    }
    error.is_parse().then_some(StatusCode::BAD_REQUEST)
}

/// Serves one HTTP/2 connection as [`serve_http_1`] does, its requests side by side.
pub(crate) async fn serve_http_2<H: Handler>(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    exchange: Exchange<H>,
) {
    /// Streams that a client may take back before we have seen them, and broken ones that we answer with a reset;
    /// beyond, the connection ends (CVE-2023-44487 and its kin).
    const RESETS: usize = 64;
    /// Requests have no bodies that we would read.
    const REQUEST_BODY_WINDOW: u32 = 65_535;
    let Exchange { client, pulse, mirror: _, handler, limits, drain } = exchange;
    pulse.begin_multiplexing();
    let requests_per_second = limits.requests_per_second;
    let service = service_fn(move |request| {
        // Counted as it comes, not when its turn comes.
        let is_welcome = pulse.may_ask(requests_per_second);
        let answer = pulse.begin_multiplexed_answer();
        let handler = Arc::clone(&handler);
        async move {
            let response = if is_welcome {
                handler.handle(client, request).await
            } else {
                handler.turn_away(client, &request)
            };
            Ok::<_, Infallible>(response.map(|body| SentBody { body, answer: Some(answer) }))
        }
    });
    let header_bytes = u32::try_from(limits.header_bytes).unwrap_or(u32::MAX);
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder
        .max_concurrent_streams(limits.streams.max(1))
        .max_header_list_size(header_bytes)
        .max_pending_accept_reset_streams(RESETS)
        .max_local_error_reset_streams(RESETS)
        .initial_stream_window_size(REQUEST_BODY_WINDOW)
        .initial_connection_window_size(REQUEST_BODY_WINDOW);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    tokio::select! {
        biased;
        _ = connection.as_mut() => {}
        () = drain.notified() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// Asks to come again in a second.
pub(crate) fn too_many(request: &Request<Incoming>) -> Response<ResponseBody> {
    let text = "too many requests\n";
    let mut plan = plain_text(&head_of(request), StatusCode::TOO_MANY_REQUESTS, text);
    plan.headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
    text_reply(plan)
}

/// A response body on its way.
#[derive(Debug)]
struct SentBody {
    body: ResponseBody,
    /// On a connection that carries others side by side: tells it that this one is being sent.
    answer: Option<OpenAnswer>,
}

impl Body for SentBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let is_multiplexed = self.answer.is_some();
        let bytes = match &mut self.body {
            ResponseBody::Empty => return Poll::Ready(None),
            // Handed over whole, an answer would seem sent when its first byte is.
            ResponseBody::Full(bytes) | ResponseBody::Mirrored(bytes, _)
                if is_multiplexed && bytes.len() > LARGEST_FRAME =>
            {
                bytes.split_to(LARGEST_FRAME)
            }
            ResponseBody::Full(bytes) | ResponseBody::Mirrored(bytes, _) => {
                let bytes = std::mem::take(bytes);
                self.body = ResponseBody::Empty;
                bytes
            }
            ResponseBody::Events(events) => {
                return events.poll_next(context).map(|event| event.map(|text| Ok(Frame::data(text))));
            }
        };
        Poll::Ready(Some(Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.body, ResponseBody::Empty)
    }

    fn size_hint(&self) -> SizeHint {
        match &self.body {
            ResponseBody::Empty => SizeHint::with_exact(0),
            ResponseBody::Full(bytes) | ResponseBody::Mirrored(bytes, _) => {
                SizeHint::with_exact(bytes.len() as u64)
            }
            ResponseBody::Events(_) => SizeHint::default(),
        }
    }
}
