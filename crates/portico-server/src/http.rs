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
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

use crate::connection::{OpenAnswer, Pulse};
use crate::events::EventStream;
use crate::options::Limits;
use crate::respond::{PlannedBody, RequestHead, ResponsePlan, plain_text};

/// Answers requests.
pub(crate) trait Handler: Send + Sync + 'static {
    /// Answers one request from a client.
    fn handle(
        &self,
        client: IpAddr,
        request: Request<Incoming>,
    ) -> impl Future<Output = Response<ResponseBody>> + Send;
}

/// A response body.
#[derive(Debug)]
pub(crate) enum ResponseBody {
    /// Nothing more.
    Empty,
    /// These bytes at once.
    Full(Bytes),
    /// Events as they come.
    Events(EventStream),
}

impl Body for ResponseBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut *self {
            Self::Empty => Poll::Ready(None),
            Self::Full(bytes) => {
                let bytes = std::mem::take(bytes);
                *self = Self::Empty;
                Poll::Ready(Some(Ok(Frame::data(bytes))))
            }
            Self::Events(events) => {
                events.poll_next(context).map(|event| event.map(|text| Ok(Frame::data(text))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self, Self::Empty)
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Empty => SizeHint::with_exact(0),
            Self::Full(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Self::Events(_) => SizeHint::default(),
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

/// Puts a plan's head before a body.
pub(crate) fn reply(plan: ResponsePlan, body: ResponseBody) -> Response<ResponseBody> {
    let mut response = Response::new(body);
    *response.status_mut() = plan.status;
    *response.headers_mut() = plan.headers;
    response
}

/// Makes a response of a plan whose body, if it has one, is in memory.
pub(crate) fn text_reply(plan: ResponsePlan) -> Response<ResponseBody> {
    let body = match &plan.body {
        PlannedBody::Bytes(bytes) => ResponseBody::Full(bytes.clone()),
        PlannedBody::Empty | PlannedBody::File(..) => ResponseBody::Empty,
    };
    reply(plan, body)
}

/// What every request of a connection is answered with.
pub(crate) struct Exchange<H> {
    pub(crate) client: IpAddr,
    pub(crate) pulse: Arc<Pulse>,
    pub(crate) handler: Arc<H>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) draining: watch::Receiver<bool>,
}

/// Serves one HTTP/1.1 connection until it is closed; when told to drain, finishes the request at hand first.
pub(crate) async fn serve_http_1<H: Handler>(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    exchange: Exchange<H>,
) {
    let Exchange { client, pulse, handler, limits, mut draining } = exchange;
    let service = service_fn(|request| {
        let (pulse, handler, limits) = (&pulse, &handler, &limits);
        async move {
            pulse.begin_answer();
            let response = if pulse.may_ask(limits.requests_per_second) {
                handler.handle(client, request).await
            } else {
                too_many(&request)
            };
            pulse.end_answer();
            Ok::<_, Infallible>(response)
        }
    });
    let mut builder = http1::Builder::new();
    // Time limits are the sweeper's, which needs no timer for each request.
    builder.header_read_timeout(None);
    builder.max_header_size(limits.header_bytes).max_buf_size((limits.header_bytes * 2).max(64 * 1024));
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service));
    // A client that goes away or breaks the protocol is its own business: there is nobody to tell.
    tokio::select! {
        biased;
        _ = connection.as_mut() => {}
        () = until_true(&mut draining) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
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
    let Exchange { client, pulse, handler, limits, mut draining } = exchange;
    pulse.begin_multiplexing();
    let requests_per_second = limits.requests_per_second;
    let service = service_fn(move |request| {
        // Counted as it comes, not when its turn comes.
        let is_welcome = pulse.may_ask(requests_per_second);
        let answer = pulse.begin_multiplexed_answer();
        let handler = Arc::clone(&handler);
        async move {
            let response =
                if is_welcome { handler.handle(client, request).await } else { too_many(&request) };
            Ok::<_, Infallible>(response.map(|body| MultiplexedBody { body, _answer: answer }))
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
        () = until_true(&mut draining) => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

fn too_many(request: &Request<Incoming>) -> Response<ResponseBody> {
    let text = "too many requests\n";
    let mut plan = plain_text(&head_of(request), StatusCode::TOO_MANY_REQUESTS, text);
    plan.headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
    text_reply(plan)
}

/// A response body whose connection knows that it is being sent.
#[derive(Debug)]
struct MultiplexedBody {
    body: ResponseBody,
    _answer: OpenAnswer,
}

impl Body for MultiplexedBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Waits for a flag; for ever if whoever could set it is gone.
async fn until_true(flag: &mut watch::Receiver<bool>) {
    if flag.wait_for(|is_set| *is_set).await.is_err() {
        std::future::pending::<()>().await;
    }
}
