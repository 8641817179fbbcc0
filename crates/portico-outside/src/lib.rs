//! Checks the links that lead out of a site: asks each address once, politely, and remembers the answers.
//!
//! Hosts are asked side by side, each by one request at a time with a pause between. What they said is kept in a file,
//! so that the next check asks only what is not known or too old. Nothing here knows how a site is built.

#![allow(
    clippy::disallowed_methods,
    reason = "asking others takes the network, the clock and a file of answers"
)]

mod ask;
mod cache;
mod queue;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use portico_diagnostics::{Code, Diagnostic};
use portico_site::OutsideLink;
use serde::{Deserialize, Serialize};

use crate::ask::Asker;
use crate::cache::Cache;
pub use crate::cache::CacheError;

/// How to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// File with the answers of earlier checks; `None` keeps none.
    pub cache: Option<PathBuf>,
    /// Pause between two requests to one host.
    pub pause: Duration,
    /// How long to wait for an answer.
    pub timeout: Duration,
    /// Most addresses to ask in one check; the rest waits for the next.
    pub limit: usize,
}

/// What came of a check.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What the author should know, by path and place.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of addresses that were asked.
    pub n_asked: usize,
    /// Number of addresses whose answer was known already.
    pub n_known: usize,
    /// Number of addresses left for the next check, by the limit.
    pub n_left: usize,
    /// Number of addresses of hosts that exist in examples alone (RFC 2606, RFC 6761) and cannot be asked.
    pub n_reserved: usize,
}

/// What an address answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// There is something, or a door that is not open to us.
    Alive,
    /// What was there is elsewhere for good.
    Moved(String),
    /// Whoever should know says that there is nothing.
    Broken(String),
    /// Nobody answers, or nobody can.
    Unreachable(String),
}

/// Checks links; `progress` is told which address is asked.
pub fn check(
    links: &[OutsideLink],
    options: &Options,
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Outcome, CacheError> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut cache = Cache::read(options.cache.as_deref())?;
    let mut outcome = Outcome::default();
    let mut verdicts = BTreeMap::new();
    let mut wanted = Vec::new();
    let addresses: BTreeSet<&str> = links.iter().map(address_of).collect();
    for address in addresses {
        if ask::is_reserved(address) {
            outcome.n_reserved += 1;
        } else if let Some(verdict) = cache.fresh(address, now) {
            outcome.n_known += 1;
            verdicts.insert(address, verdict.clone());
        } else if wanted.len() == options.limit {
            outcome.n_left += 1;
        } else {
            wanted.push(address);
        }
    }
    outcome.n_asked = wanted.len();
    if !wanted.is_empty() {
        let asker = Asker::new(options.timeout);
        for (address, verdict) in queue::ask_all(&asker, &wanted, options.pause, progress) {
            cache.put(address, verdict.clone(), now);
            verdicts.insert(address, verdict);
        }
        cache.write(options.cache.as_deref(), now)?;
    }
    outcome.diagnostics =
        links.iter().filter_map(|link| report(link, verdicts.get(address_of(link))?)).collect();
    portico_diagnostics::sort(&mut outcome.diagnostics);
    Ok(outcome)
}

/// The address without its fragment, which no server sees.
fn address_of(link: &OutsideLink) -> &str {
    link.address.split('#').next().unwrap_or_default()
}

fn report(link: &OutsideLink, verdict: &Verdict) -> Option<Diagnostic> {
    let address = &link.address;
    let (code, message, help) = match verdict {
        Verdict::Alive => return None,
        Verdict::Moved(to) => {
            let fragment = &address[address_of(link).len()..];
            let help = format!("write `{to}{fragment}`");
            (Code::LinkOutsideMoved, format!("`{address}` has moved for good"), help)
        }
        Verdict::Broken(reason) => (
            Code::LinkOutsideBroken,
            format!("nothing is at `{address}`: {reason}"),
            "find where it went, or remove the link".to_owned(),
        ),
        Verdict::Unreachable(reason) => (
            Code::LinkOutsideUnreachable,
            format!("`{address}` cannot be reached: {reason}"),
            "try again later; if it stays so, the link is of no use to readers either".to_owned(),
        ),
    };
    let diagnostic = Diagnostic::new(code, message).help(help);
    Some(match &link.place {
        Some((file, span)) => diagnostic.at(file, *span),
        None => diagnostic,
    })
}
