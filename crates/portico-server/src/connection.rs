//! Open connections: what each is doing, since when, and which has done it for too long.
//!
//! A connection notes its state in two atomics. One sweeper looks at all of them a few times a second, which costs a
//! request no timer.

use std::collections::HashMap;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;
use tokio::task::AbortHandle;

use crate::options::Limits;

/// Nothing of a request has come yet.
const IDLE: u8 = 0;
/// A request head has begun.
const HEAD: u8 = 1;
/// A request is being answered.
const BUSY: u8 = 2;
/// All is said, and the client has yet to close its side.
const CLOSING: u8 = 3;

/// Time that a client has for closing its side.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(1);

/// What a connection is doing.
#[derive(Debug)]
pub(crate) struct Pulse {
    phase: AtomicU8,
    is_write_pending: AtomicBool,
    since: AtomicU64,
    epoch: Instant,
}

impl Pulse {
    fn new(epoch: Instant) -> Self {
        let pulse = Self {
            phase: AtomicU8::new(IDLE),
            is_write_pending: AtomicBool::new(false),
            since: AtomicU64::new(0),
            epoch,
        };
        pulse.touch();
        pulse
    }

    /// Notes that a request head is complete and its answer is being made.
    pub(crate) fn begin_answer(&self) {
        self.phase.store(BUSY, Ordering::Relaxed);
    }

    /// Notes that an answer is made; from here on only the client can be slow.
    pub(crate) fn end_answer(&self) {
        self.touch();
        self.phase.store(IDLE, Ordering::Relaxed);
    }

    fn begin_closing(&self) {
        self.touch();
        self.phase.store(CLOSING, Ordering::Relaxed);
    }

    fn touch(&self) {
        self.since.store(millis(self.epoch.elapsed()), Ordering::Relaxed);
    }

    fn note_read(&self) {
        if self.phase.compare_exchange(IDLE, HEAD, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.touch();
        }
    }

    fn note_write(&self, is_pending: bool) {
        if self.is_write_pending.swap(is_pending, Ordering::Relaxed) != is_pending || !is_pending {
            // What a client takes of an answer does not prolong its next request head.
            if self.phase.load(Ordering::Relaxed) != HEAD {
                self.touch();
            }
        }
    }

    fn is_idle(&self) -> bool {
        self.phase.load(Ordering::Relaxed) == IDLE && !self.is_write_pending.load(Ordering::Relaxed)
    }

    fn is_overdue(&self, now: u64, limits: &Limits, idle_timeout: Duration) -> bool {
        let is_write_pending = self.is_write_pending.load(Ordering::Relaxed);
        let limit = match self.phase.load(Ordering::Relaxed) {
            HEAD => limits.header_timeout,
            _ if is_write_pending => limits.write_timeout,
            IDLE => idle_timeout,
            CLOSING => CLOSING_TIMEOUT.min(idle_timeout),
            _ => return false,
        };
        now.saturating_sub(self.since.load(Ordering::Relaxed)) > millis(limit)
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// A stream whose reads and writes are noted.
#[derive(Debug)]
pub(crate) struct Observed<S> {
    stream: S,
    pulse: Arc<Pulse>,
    /// What was read only to be ignored, once the connection is being closed.
    n_ignored: Option<usize>,
}

impl<S> Observed<S> {
    pub(crate) fn new(stream: S, pulse: Arc<Pulse>) -> Self {
        Self { stream, pulse, n_ignored: None }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Observed<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.pulse.note_read();
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
        self.pulse.note_write(polled.is_pending());
        polled
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.pulse.note_write(polled.is_pending());
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
    epoch: Instant,
    emptied: Notify,
}

#[derive(Debug)]
struct Open {
    pulse: Arc<Pulse>,
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
        let (open, next) = (Mutex::new(HashMap::new()), AtomicU64::new(0));
        Arc::new(Self { open, next, epoch: Instant::now(), emptied: Notify::new() })
    }

    /// Starts a connection's task; the task has to hold what it is given until it ends.
    pub(crate) fn open(self: &Arc<Self>, spawn: impl FnOnce(Arc<Pulse>, Listed) -> AbortHandle) {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let pulse = Arc::new(Pulse::new(self.epoch));
        let listed = Listed { connections: Arc::clone(self), id };
        // Held until the connection is listed, so that a task that ends at once still finds itself to take off.
        let mut open = self.lock();
        let task = spawn(Arc::clone(&pulse), listed);
        open.insert(id, Open { pulse, task });
    }

    /// Ends the connections that have been doing the same thing for too long.
    pub(crate) fn sweep(&self, limits: &Limits, idle_timeout: Duration) {
        let now = millis(self.epoch.elapsed());
        for open in self.lock().values().filter(|open| open.pulse.is_overdue(now, limits, idle_timeout)) {
            open.task.abort();
        }
    }

    /// Ends the connection that has been idle longest, if any is idle.
    pub(crate) fn end_idlest(&self) {
        let open = self.lock();
        let idle = open.iter().filter(|(_, open)| open.pulse.is_idle());
        if let Some((_, idlest)) =
            idle.min_by_key(|(id, open)| (open.pulse.since.load(Ordering::Relaxed), **id))
        {
            idlest.task.abort();
        }
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
