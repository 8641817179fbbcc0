//! HTTP/1.1 over a stream. Everything hyper needs to know is here.
//!
//! A [`Handler`] is the same for any version of HTTP and any stream: HTTP/2 or TLS is another way to call
//! [`Handler::handle`], chosen in [`serve_connection`].

use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

use crate::connection::{Observed, Pulse};
use crate::events::EventStream;
use crate::options::Limits;
use crate::respond::RequestHead;

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

/// Serves one connection until it is closed; when told to drain, finishes the request at hand first.
pub(crate) async fn serve_connection<H: Handler>(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    client: IpAddr,
    pulse: Arc<Pulse>,
    handler: Arc<H>,
    limits: &Limits,
    mut draining: watch::Receiver<bool>,
) {
    let service = service_fn(|request| {
        let (pulse, handler) = (&pulse, &handler);
        async move {
            pulse.begin_answer();
            let response = handler.handle(client, request).await;
            pulse.end_answer();
            Ok::<_, Infallible>(response)
        }
    });
    let mut builder = http1::Builder::new();
    // Time limits are the sweeper's, which needs no timer for each request.
    builder.header_read_timeout(None);
    builder.max_header_size(limits.header_bytes).max_buf_size((limits.header_bytes * 2).max(64 * 1024));
    let io = TokioIo::new(Observed::new(stream, Arc::clone(&pulse)));
    let mut connection = pin!(builder.serve_connection(io, service));
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

/// Waits for a flag; for ever if whoever could set it is gone.
async fn until_true(flag: &mut watch::Receiver<bool>) {
    if flag.wait_for(|is_set| *is_set).await.is_err() {
        std::future::pending::<()>().await;
    }
}
