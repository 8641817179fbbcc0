//! Listening, accepting, and ending without cutting anybody off.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::connection::Connections;
use crate::error::ServeError;
use crate::http::{Handler, serve_connection};
use crate::options::Limits;

/// Connections that nothing has been asked on are not waited for longer than this when the server ends.
const DRAINING_IDLE_TIMEOUT: Duration = Duration::from_millis(250);

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
    listener: TcpListener,
    handler: Arc<H>,
    limits: Limits,
    stop: impl Future<Output = ()>,
) {
    let limits = Arc::new(limits);
    let connections = Connections::new();
    let (drain, draining) = watch::channel(false);
    let sweeper = tokio::spawn(sweep(Arc::clone(&connections), Arc::clone(&limits), draining.clone()));
    let start = |accepted, permit| {
        start_connection(accepted, permit, &connections, &handler, &limits, &draining);
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
    let _ = drain.send(true);
    if timeout(limits.shutdown_grace, connections.wait_until_none()).await.is_err() {
        connections.end_all();
    }
    sweeper.abort();
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

fn start_connection<H: Handler>(
    (stream, client): Accepted,
    permit: OwnedSemaphorePermit,
    connections: &Arc<Connections>,
    handler: &Arc<H>,
    limits: &Arc<Limits>,
    draining: &watch::Receiver<bool>,
) {
    // Answers go out whole; waiting to fill a packet only delays them.
    let _ = stream.set_nodelay(true);
    let (handler, limits, draining) = (Arc::clone(handler), Arc::clone(limits), draining.clone());
    connections.open(|pulse, listed| {
        let task = tokio::spawn(async move {
            let _held = (listed, permit);
            serve_connection(stream, client.ip(), pulse, handler, &limits, draining).await;
        });
        task.abort_handle()
    });
}

async fn sweep(connections: Arc<Connections>, limits: Arc<Limits>, draining: watch::Receiver<bool>) {
    let shortest = limits.header_timeout.min(limits.idle_timeout).min(limits.write_timeout);
    let mut ticks = interval((shortest / 4).clamp(Duration::from_millis(10), DRAINING_IDLE_TIMEOUT));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let is_draining = *draining.borrow();
        let idle_timeout =
            if is_draining { limits.idle_timeout.min(DRAINING_IDLE_TIMEOUT) } else { limits.idle_timeout };
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
