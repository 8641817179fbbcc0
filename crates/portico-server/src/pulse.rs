//! What one connection is doing, since when, and whether that is too long or too slow.
//!
//! All in atomics: the connection's own task writes them, the sweeper reads them.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::task::Poll;
use std::time::Duration;

use crate::clock::Clock;
use crate::options::Limits;

/// Nothing of a request has come yet.
const IDLE: u8 = 0;
/// A request head has begun.
const HEAD: u8 = 1;
/// A request is being answered.
const BUSY: u8 = 2;
/// All is said, and the client has yet to close its side.
const CLOSING: u8 = 3;
/// Requests come and are answered side by side, as HTTP/2 has it.
const MULTIPLEXED: u8 = 4;

/// Time that a client has for closing its side.
const CLOSING_TIMEOUT: Duration = Duration::from_secs(1);

/// The time of something that is not so.
const NEVER: u64 = u64::MAX;

/// On a multiplexed connection, writes up to so many bytes are small talk that does not prolong anything: answers to pings
/// and settings, and crumbs of a body that a client asks for byte by byte.
const SMALL_TALK: usize = 64;

/// What a connection is doing.
#[derive(Debug)]
pub(crate) struct Pulse {
    phase: AtomicU8,
    /// Answers that are being made or sent on a multiplexed connection.
    n_answers: AtomicU32,
    /// When the next request would come if all came evenly at the limit, in microseconds of the clock.
    next_request: AtomicU64,
    is_write_pending: AtomicBool,
    since: AtomicU64,
    /// Since when the client has had something to take without having caught up, or [`NEVER`].
    behind_since: AtomicU64,
    /// Bytes that it has taken since.
    n_taken: AtomicU64,
    clock: Clock,
}

impl Pulse {
    /// A connection that is new, and idle.
    pub(crate) fn new(clock: Clock) -> Self {
        let pulse = Self {
            phase: AtomicU8::new(IDLE),
            n_answers: AtomicU32::new(0),
            next_request: AtomicU64::new(0),
            is_write_pending: AtomicBool::new(false),
            since: AtomicU64::new(0),
            behind_since: AtomicU64::new(NEVER),
            n_taken: AtomicU64::new(0),
            clock,
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

    /// Notes that the connection is private now and that no request has begun.
    pub(crate) fn end_handshake(&self) {
        self.end_answer();
    }

    /// Notes that requests come side by side from here on.
    pub(crate) fn begin_multiplexing(&self) {
        self.touch();
        self.phase.store(MULTIPLEXED, Ordering::Relaxed);
    }

    /// Notes a request on a multiplexed connection; its answer is open until what this gives is dropped.
    pub(crate) fn begin_multiplexed_answer(self: &Arc<Self>) -> OpenAnswer {
        if self.n_answers.fetch_add(1, Ordering::Relaxed) == 0 {
            self.begin_behind();
        }
        self.touch();
        OpenAnswer(Arc::clone(self))
    }

    /// Counts a request and tells whether it is within so many per second (0: any number). A second's worth may come
    /// at once.
    pub(crate) fn may_ask(&self, requests_per_second: u32) -> bool {
        const SECOND: u64 = 1_000_000;
        let Some(interval) = SECOND.checked_div(u64::from(requests_per_second)) else { return true };
        let now = self.clock.micros();
        let next = self.next_request.load(Ordering::Relaxed).max(now) + interval;
        if next - now > SECOND {
            return false;
        }
        self.next_request.store(next, Ordering::Relaxed);
        true
    }

    /// Notes that all is said and the client has yet to close its side.
    pub(crate) fn begin_closing(&self) {
        self.touch();
        self.phase.store(CLOSING, Ordering::Relaxed);
    }

    fn touch(&self) {
        self.since.store(self.clock.millis(), Ordering::Relaxed);
    }

    fn begin_behind(&self) {
        self.n_taken.store(0, Ordering::Relaxed);
        self.behind_since.store(self.clock.millis(), Ordering::Relaxed);
    }

    /// Notes that everything is sent and nothing more is asked.
    pub(crate) fn note_silence(&self) {
        if self.phase.load(Ordering::Relaxed) == IDLE && !self.is_write_pending.load(Ordering::Relaxed) {
            self.behind_since.store(NEVER, Ordering::Relaxed);
        }
    }

    /// Notes that bytes came.
    pub(crate) fn note_read(&self) {
        if self.phase.compare_exchange(IDLE, HEAD, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.touch();
        }
    }

    /// Notes how a write went.
    pub(crate) fn note_write(&self, polled: &Poll<io::Result<usize>>) {
        let is_pending = polled.is_pending();
        let n_bytes = if let Poll::Ready(Ok(n_bytes)) = polled { *n_bytes } else { 0 };
        if self.phase.load(Ordering::Relaxed) == MULTIPLEXED {
            let is_progress = n_bytes > SMALL_TALK;
            if is_progress {
                self.add_taken(n_bytes);
            }
            if self.is_write_pending.swap(is_pending, Ordering::Relaxed) != is_pending || is_progress {
                self.touch();
            }
            return;
        }
        self.add_taken(n_bytes);
        if is_pending && self.behind_since.load(Ordering::Relaxed) == NEVER {
            self.begin_behind();
        }
        if self.is_write_pending.swap(is_pending, Ordering::Relaxed) != is_pending || !is_pending {
            // What a client takes of an answer does not prolong its next request head.
            if self.phase.load(Ordering::Relaxed) != HEAD {
                self.touch();
            }
        }
    }

    fn add_taken(&self, n_bytes: usize) {
        // Only the connection's own task writes this.
        let n_taken = self.n_taken.load(Ordering::Relaxed).saturating_add(n_bytes as u64);
        self.n_taken.store(n_taken, Ordering::Relaxed);
    }

    /// When it began to do what it is doing, in milliseconds of the clock.
    pub(crate) fn since(&self) -> u64 {
        self.since.load(Ordering::Relaxed)
    }

    /// Tells whether nothing is asked and nothing is being sent.
    pub(crate) fn is_idle(&self) -> bool {
        let is_asked = match self.phase.load(Ordering::Relaxed) {
            IDLE => false,
            MULTIPLEXED => self.n_answers.load(Ordering::Relaxed) > 0,
            _ => true,
        };
        !is_asked && !self.is_write_pending.load(Ordering::Relaxed)
    }

    /// Tells whether it has been doing the same thing for too long, or what it does too slowly.
    pub(crate) fn is_overdue(&self, now: u64, limits: &Limits, idle_timeout: Duration) -> bool {
        let is_write_pending = self.is_write_pending.load(Ordering::Relaxed);
        let phase = self.phase.load(Ordering::Relaxed);
        let is_answered = phase == MULTIPLEXED && self.n_answers.load(Ordering::Relaxed) > 0;
        if phase != HEAD && (is_write_pending || is_answered) && self.is_too_slow(now, limits) {
            return true;
        }
        let limit = match phase {
            HEAD => limits.header_timeout,
            _ if is_write_pending || is_answered => limits.write_timeout,
            // Once told to go, it closes by itself when all is sent, part of which may wait in its buffers.
            MULTIPLEXED => limits.idle_timeout,
            IDLE => idle_timeout,
            CLOSING => CLOSING_TIMEOUT.min(idle_timeout),
            _ => return false,
        };
        now.saturating_sub(self.since()) > millis(limit)
    }

    /// Tells whether the client takes what it asked for more slowly than is allowed.
    ///
    /// Bytes count when the system has room for them, which is a little before the client takes them.
    fn is_too_slow(&self, now: u64, limits: &Limits) -> bool {
        let behind_since = self.behind_since.load(Ordering::Relaxed);
        let n_taken = self.n_taken.load(Ordering::Relaxed);
        let Some(earned) = n_taken.saturating_mul(1000).checked_div(u64::from(limits.min_bytes_per_second))
        else {
            return false;
        };
        now.saturating_sub(behind_since) > millis(limits.write_timeout).saturating_add(earned)
    }
}

/// An answer on a multiplexed connection that is not sent yet.
#[derive(Debug)]
pub(crate) struct OpenAnswer(Arc<Pulse>);

impl Drop for OpenAnswer {
    fn drop(&mut self) {
        if self.0.n_answers.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.behind_since.store(NEVER, Ordering::Relaxed);
        }
        self.0.touch();
    }
}

/// A duration as times are counted here.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_no_more_than_its_requests() {
        let pulse = Pulse::new(Clock::start());
        assert!(pulse.may_ask(1));
        // The clock has gone on, and the second has not passed.
        std::thread::sleep(Duration::from_millis(20));
        assert!(!pulse.may_ask(1));
        assert!(pulse.may_ask(0));

        let pulse = Pulse::new(Clock::start());
        let n_welcome = (0..100).filter(|_| pulse.may_ask(40)).count();
        assert!((40..60).contains(&n_welcome), "{n_welcome}");
    }
}
