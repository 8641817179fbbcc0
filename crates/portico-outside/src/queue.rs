//! Who is asked when: hosts side by side, each with a pause between its requests.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::Verdict;
use crate::ask::{Asker, host_of};

/// Most hosts that are asked at one time.
const MOST_HOSTS: usize = 8;

/// Asks every address; the answers come in no order.
pub(crate) fn ask_all<'a>(
    asker: &Asker,
    addresses: &[&'a str],
    pause: Duration,
    progress: &(dyn Fn(&str) + Sync),
) -> Vec<(&'a str, Verdict)> {
    let mut hosts: BTreeMap<&str, Vec<&'a str>> = BTreeMap::new();
    for address in addresses {
        hosts.entry(host_of(address)).or_default().push(address);
    }
    let n_workers = hosts.len().min(MOST_HOSTS);
    let waiting = Mutex::new(hosts.into_values());
    let answers = Mutex::new(Vec::with_capacity(addresses.len()));
    let work = || {
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(of_host) = next else { return };
            for (number, address) in of_host.into_iter().enumerate() {
                if number > 0 {
                    thread::sleep(pause);
                }
                progress(address);
                let verdict = asker.ask(address, pause);
                answers.lock().unwrap_or_else(PoisonError::into_inner).push((address, verdict));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..n_workers {
            scope.spawn(work);
        }
    });
    answers.into_inner().unwrap_or_else(PoisonError::into_inner)
}
