//! Threads that serve connections.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

use crate::per_worker::{become_worker, n_workers};

/// One thread for each processor, with an event loop of its own.
///
/// A connection stays with the worker that it was given to. Answers are worked out in microseconds, so that evening the
/// work out between threads, as a shared runtime does, costs more than it brings.
#[derive(Debug)]
pub(crate) struct Workers {
    workers: Vec<Worker>,
    n_given: AtomicUsize,
}

#[derive(Debug)]
struct Worker {
    handle: Handle,
    /// Dropped with the worker, which ends its thread and what is left of its connections.
    _stop: oneshot::Sender<()>,
}

impl Workers {
    /// Starts a worker for each processor that this process may use.
    pub(crate) fn start() -> io::Result<Self> {
        let workers = (0..n_workers()).map(Worker::start).collect::<io::Result<_>>()?;
        Ok(Self { workers, n_given: AtomicUsize::new(0) })
    }

    /// The worker whose turn it is.
    pub(crate) fn next(&self) -> Handle {
        let turn = self.n_given.fetch_add(1, Ordering::Relaxed) % self.workers.len();
        self.workers[turn].handle.clone()
    }
}

impl Worker {
    fn start(number: usize) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel();
        let run = move || {
            become_worker(number);
            // Ends when the sender is gone.
            let _ = runtime.block_on(stopped);
        };
        thread::Builder::new().name("portico-worker".to_owned()).spawn(run)?;
        Ok(Self { handle, _stop: stop })
    }
}
