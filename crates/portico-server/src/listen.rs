//! Listening, accepting, and ending without cutting anybody off.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::connection::{Connections, Listed, Observed};
use crate::error::ServeError;
use crate::http::{Exchange, Handler, serve_http_1, serve_http_2};
use crate::mirror::{MirroredStream, NextMirror};
use crate::options::Limits;
use crate::tls::{HTTP_2, Tls};
use crate::workers::Workers;

/// Connections that nothing has been asked on are not waited for longer than this when the server ends.
const DRAINING_IDLE_TIMEOUT: Duration = Duration::from_millis(250);

/// Where a server listens and what it speaks there.
pub(crate) struct Endpoint {
    pub(crate) listener: TcpListener,
    /// What makes connections private, if they are to be.
    pub(crate) tls: Option<Arc<Tls>>,
    /// Whether HTTP/2 is spoken with clients who want it.
    pub(crate) speaks_http_2: bool,
    pub(crate) connections: Arc<Connections>,
    /// Who serves the connections; without them, the runtime that accepts does.
    pub(crate) workers: Option<Workers>,
}

impl Endpoint {
    /// HTTP/1.1 alone, for all to read.
    pub(crate) fn plain(listener: TcpListener) -> Self {
        Self { listener, tls: None, speaks_http_2: false, connections: Connections::new(), workers: None }
    }
}

/// Makes the runtime that a server owns.
pub(crate) fn runtime() -> Result<Runtime, ServeError> {
    Builder::new_multi_thread().enable_all().thread_name("portico-server").build().map_err(ServeError::Start)
}

/// Listens at an address and tells which one it came to be.
pub(crate) async fn listen(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::AddrInUse => ServeError::AddressInUse { address },
        io::ErrorKind::PermissionDenied => ServeError::AddressNotPermitted { address },
        _ => ServeError::Listen { address, source },
    };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let bound = listener.local_addr().map_err(failed)?;
    Ok((listener, bound))
}

/// Waits for a signal to stop: interrupt, or on Unix also terminate.
pub(crate) async fn stop_signal() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        Ok(())
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}

/// Accepts and serves connections until told to stop, then lets open requests finish.
pub(crate) async fn run<H: Handler>(
    endpoint: Endpoint,
    handler: Arc<H>,
    limits: Limits,
    stop: impl Future<Output = ()>,
) {
    let limits = Arc::new(limits);
    let Endpoint { listener, tls, speaks_http_2, connections, workers } = endpoint;
    let sweeper = tokio::spawn(sweep(Arc::clone(&connections), Arc::clone(&limits)));
    let start = |(stream, client): Accepted, permit| {
        // Answers go out whole; waiting to fill a packet only delays them.
        let _ = stream.set_nodelay(true);
        limit_unsent(&stream);
        let (tls, handler, limits) = (tls.clone(), Arc::clone(&handler), Arc::clone(&limits));
        // Taken off this thread's event loop, to be put on the worker's.
        let Ok(stream) = stream.into_std() else { return };
        let worker = workers.as_ref().map_or_else(Handle::current, Workers::next);
        connections.open(|pulse, drain, listed| {
            let task = worker.spawn(async move {
                let _held: (Listed, OwnedSemaphorePermit) = (listed, permit);
                let Ok(stream) = TcpStream::from_std(stream) else { return };
                let mirror = Arc::new(NextMirror::default());
                let stream = MirroredStream::new(stream, Arc::clone(&mirror));
                // What is encrypted is in no mirror.
                let mirror = tls.is_none().then_some(mirror);
                let exchange = Exchange { client: client.ip(), pulse, mirror, handler, limits, drain };
                serve_connection(stream, tls.as_deref(), speaks_http_2, exchange).await;
            });
            task.abort_handle()
        });
    };
    let places = Arc::new(Semaphore::new(limits.connections.max(1)));
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            biased;
            () = &mut stop => break,
            (accepted, permit) = accept(&listener, &connections, &places) => start(accepted, permit),
        }
    }
    // Whoever is already in the queue was promised an answer.
    while let Some(Ok(accepted)) = poll_once(listener.accept()).await {
        let Ok(permit) = Arc::clone(&places).try_acquire_owned() else { break };
        start(accepted, permit);
    }
    drop(listener);
    connections.drain();
    if timeout(limits.shutdown_grace, connections.wait_until_none()).await.is_err() {
        connections.end_all();
    }
    sweeper.abort();
}

/// Has the system take no more of an answer than it is soon to send, so that what a client takes is seen in time.
///
/// Left to itself, it takes megabytes at once and then says nothing while a slow client gets them.
fn limit_unsent(stream: &TcpStream) {
    #[cfg(target_os = "linux")]
    {
        const UNSENT_BYTES: u32 = 128 * 1024;
        // Without it, only very slow clients fare worse.
        let _ = socket2::SockRef::from(stream).set_tcp_notsent_lowat(UNSENT_BYTES);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = stream;
}

type Accepted = (TcpStream, SocketAddr);

/// Waits for a place and then for a connection to take it.
async fn accept(
    listener: &TcpListener,
    connections: &Connections,
    places: &Arc<Semaphore>,
) -> (Accepted, OwnedSemaphorePermit) {
    loop {
        let accepted = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                if !is_of_the_client(&error) {
                    // Most likely no file descriptors are left: make room, and do not spin meanwhile.
                    connections.end_idlest();
                    sleep(Duration::from_millis(50)).await;
                }
                continue;
            }
        };
        if places.available_permits() == 0 {
            connections.end_idlest();
        }
        if let Ok(permit) = Arc::clone(places).acquire_owned().await {
            return (accepted, permit);
        }
    }
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Finds out what a client speaks and speaks it until the connection is closed.
async fn serve_connection<H: Handler>(
    stream: MirroredStream,
    tls: Option<&Tls>,
    speaks_http_2: bool,
    exchange: Exchange<H>,
) {
    let mut stream = Observed::new(stream, Arc::clone(&exchange.pulse));
    if let Some(tls) = tls {
        let Ok(stream) = tls.acceptor().accept(stream).await else { return };
        exchange.pulse.end_handshake();
        if speaks_http_2 && stream.get_ref().1.alpn_protocol() == Some(HTTP_2) {
            serve_http_2(stream, exchange).await;
        } else {
            serve_http_1(stream, exchange).await;
        }
    } else if speaks_http_2 {
        match stream.begins_with_http_2().await {
            Ok(true) => serve_http_2(stream, exchange).await,
            Ok(false) => serve_http_1(stream, exchange).await,
            Err(_) => {}
        }
    } else {
        serve_http_1(stream, exchange).await;
    }
}

async fn sweep(connections: Arc<Connections>, limits: Arc<Limits>) {
    let shortest = limits.header_timeout.min(limits.idle_timeout).min(limits.write_timeout);
    let mut ticks = interval((shortest / 4).clamp(Duration::from_millis(10), DRAINING_IDLE_TIMEOUT));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let idle_timeout = if connections.is_draining() {
            limits.idle_timeout.min(DRAINING_IDLE_TIMEOUT)
        } else {
            limits.idle_timeout
        };
        connections.sweep(&limits, idle_timeout);
    }
}

/// Polls a future once: its output if it is ready, or `None`.
async fn poll_once<T>(future: impl Future<Output = T>) -> Option<T> {
    tokio::select! {
        biased;
        output = future => Some(output),
        () = std::future::ready(()) => None,
    }
}
