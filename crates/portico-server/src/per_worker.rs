//! Copies of a value, one for each worker, so that workers do not write to the same memory.
//!
//! A lock is written to by whoever reads what it guards, and a shared string by whoever copies it, as its count changes.
//! When several processors do so for every request, each waits for the memory to come over from another one.

use std::cell::Cell;
use std::thread;

thread_local! {
    /// The worker that this thread is; 0 also for threads that are none.
    static NUMBER: Cell<usize> = const { Cell::new(0) };
}

/// Number of workers that serve: one for each processor that this process may use.
pub(crate) fn n_workers() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Makes this thread the worker of that number, counted from 0.
pub(crate) fn become_worker(number: usize) {
    NUMBER.set(number);
}

/// One copy of a value for each worker.
#[derive(Debug)]
pub(crate) struct PerWorker<T>(Box<[Apart<T>]>);

/// Far enough from its neighbours that no processor holds both in one line of its cache.
#[derive(Debug)]
#[repr(align(128))]
struct Apart<T>(T);

impl<T> PerWorker<T> {
    /// Makes the copies; nothing in one may be counted or locked together with another.
    pub(crate) fn new(mut make: impl FnMut() -> T) -> Self {
        Self((0..n_workers()).map(|_| Apart(make())).collect())
    }

    /// Makes of each copy one of another value, for the same worker.
    pub(crate) fn map<U>(&self, make: impl FnMut(&T) -> U) -> PerWorker<U> {
        PerWorker(self.all().map(make).map(Apart).collect())
    }

    /// The copy of the worker that this thread is.
    pub(crate) fn own(&self) -> &T {
        &self.0[NUMBER.get() % self.0.len()].0
    }

    /// All copies.
    pub(crate) fn all(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|Apart(copy)| copy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_keeps_to_its_copy() {
        let mut n_made = 0;
        let copies = PerWorker::new(|| {
            n_made += 1;
            n_made
        });
        for (number, copy) in copies.all().enumerate() {
            become_worker(number);
            assert_eq!(copies.own(), copy);
        }
        become_worker(copies.all().count());
        assert_eq!(copies.own(), &1, "more threads than copies share them");
    }
}
