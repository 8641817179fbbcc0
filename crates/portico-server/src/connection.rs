//! Open connections, and the end of those that do one thing for too long.
//!
//! A connection notes its state ([`Pulse`]). One sweeper looks at all of them a few times a second, which costs a request
//! no timer.

use std::collections::HashMap;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use hyper::body::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use crate::clock::Clock;
use crate::options::Limits;
use crate::pulse::Pulse;

/// A stream whose reads and writes are noted.
#[derive(Debug)]
pub(crate) struct Observed<S> {
    stream: S,
    pulse: Arc<Pulse>,
    /// What was read to find out the protocol and is to be read again.
    prefix: Bytes,
    /// What was read only to be ignored, once the connection is being closed.
    n_ignored: Option<usize>,
}

impl<S> Observed<S> {
    pub(crate) fn new(stream: S, pulse: Arc<Pulse>) -> Self {
        Self { stream, pulse, prefix: Bytes::new(), n_ignored: None }
    }
}

impl<S: AsyncRead + Unpin> Observed<S> {
    /// Tells whether the client begins as an HTTP/2 client does that knows what to expect (RFC 9113, section 3.4).
    ///
    /// What was read for it is read again afterwards.
    pub(crate) async fn begins_with_http_2(&mut self) -> io::Result<bool> {
        const PREFACE: &[u8] = b"PRI * HTTP/2.0";
        let mut begin = Vec::with_capacity(512);
        loop {
            let n_read = self.read_buf(&mut begin).await?;
            let is_whole = begin.len() >= PREFACE.len();
            let is_so = begin.iter().zip(PREFACE).all(|(found, expected)| found == expected);
            if n_read == 0 || is_whole || !is_so {
                self.prefix = begin.into();
                return Ok(is_whole && is_so);
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Observed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.prefix.is_empty() {
            let n_bytes = self.prefix.len().min(buffer.remaining());
            buffer.put_slice(&self.prefix.split_to(n_bytes));
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.pulse.note_read();
        } else if polled.is_pending() {
            self.pulse.note_silence();
        }
        polled
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Observed<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.pulse.note_write(&polled);
        polled
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.pulse.note_write(&polled);
        polled
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    /// Says that nothing more will be written, then waits a little for the client to see it: closing with something
    /// unread would take back what was just sent, such as the reason for closing.
    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        const MOST: usize = 256 * 1024;
        let this = &mut *self;
        if this.n_ignored.is_none() {
            ready!(Pin::new(&mut this.stream).poll_shutdown(context))?;
            this.pulse.begin_closing();
        }
        let n_ignored = this.n_ignored.get_or_insert(0);
        while *n_ignored < MOST {
            let mut bytes = [0; 4096];
            let mut buffer = ReadBuf::new(&mut bytes);
            let read = ready!(Pin::new(&mut this.stream).poll_read(context, &mut buffer));
            if read.is_err() || buffer.filled().is_empty() {
                break;
            }
            *n_ignored += buffer.filled().len();
        }
        Poll::Ready(Ok(()))
    }
}

/// All open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    open: Mutex<HashMap<u64, Open>>,
    next: AtomicU64,
    clock: Clock,
    is_draining: AtomicBool,
    emptied: Notify,
}

#[derive(Debug)]
struct Open {
    pulse: Arc<Pulse>,
    /// Of its own, as a connection looks whether it was told at each of its turns.
    drain: Arc<Notify>,
    task: AbortHandle,
}

/// Takes a connection off the list when its task ends, in whichever way.
#[derive(Debug)]
pub(crate) struct Listed {
    connections: Arc<Connections>,
    id: u64,
}

impl Drop for Listed {
    fn drop(&mut self) {
        let mut open = self.connections.lock();
        open.remove(&self.id);
        if open.is_empty() {
            self.connections.emptied.notify_waiters();
        }
    }
}

impl Connections {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            open: Mutex::default(),
            next: AtomicU64::new(0),
            clock: Clock::start(),
            is_draining: AtomicBool::new(false),
            emptied: Notify::new(),
        })
    }

    /// Number of connections that are open, and of all that ever were.
    pub(crate) fn counts(&self) -> (usize, u64) {
        (self.lock().len(), self.next.load(Ordering::Relaxed))
    }

    /// Starts a connection's task; the task has to hold what it is given until it ends, and to end when it is told that
    /// connections are drained.
    pub(crate) fn open(self: &Arc<Self>, spawn: impl FnOnce(Arc<Pulse>, Arc<Notify>, Listed) -> AbortHandle) {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (pulse, drain) = (Arc::new(Pulse::new(self.clock)), Arc::new(Notify::new()));
        let listed = Listed { connections: Arc::clone(self), id };
        // Held until the connection is listed, so that a task that ends at once still finds itself to take off.
        let mut open = self.lock();
        let task = spawn(Arc::clone(&pulse), Arc::clone(&drain), listed);
        open.insert(id, Open { pulse, drain, task });
    }

    /// Ends the connections that have been doing the same thing for too long.
    pub(crate) fn sweep(&self, limits: &Limits, idle_timeout: Duration) {
        let now = self.clock.millis();
        for open in self.lock().values().filter(|open| open.pulse.is_overdue(now, limits, idle_timeout)) {
            open.task.abort();
        }
    }

    /// Ends the connection that has been idle longest, if any is idle.
    pub(crate) fn end_idlest(&self) {
        let open = self.lock();
        let idle = open.iter().filter(|(_, open)| open.pulse.is_idle());
        if let Some((_, idlest)) = idle.min_by_key(|(id, open)| (open.pulse.since(), **id)) {
            idlest.task.abort();
        }
    }

    /// Tells every connection to end once it has answered what was asked.
    pub(crate) fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
        self.lock().values().for_each(|open| open.drain.notify_one());
    }

    /// Tells whether connections are to end.
    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Ends every connection.
    pub(crate) fn end_all(&self) {
        self.lock().values().for_each(|open| open.task.abort());
    }

    /// Waits until no connection is open.
    pub(crate) async fn wait_until_none(&self) {
        loop {
            let emptied = self.emptied.notified();
            if self.lock().is_empty() {
                return;
            }
            emptied.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
