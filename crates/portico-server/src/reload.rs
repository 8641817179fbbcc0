//! Following the published folder from build to build.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use portico_contract::MANIFEST_FILE;
use tokio::sync::{Notify, watch};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

use crate::error::LoadError;
use crate::metrics::Metrics;
use crate::options::Notice;
use crate::per_worker::PerWorker;
use crate::published::PublishedSite;
use crate::stored::Identity;

/// How a folder is followed.
pub(crate) struct Follow {
    /// How often to look.
    pub(crate) every: Duration,
    /// When to look besides.
    pub(crate) hangup: Hangup,
    pub(crate) metrics: Option<Arc<Metrics>>,
    pub(crate) notify: fn(&Notice),
}

/// Whether there was a new build.
struct IsNew(bool);

/// The site as it is published now.
#[derive(Debug)]
pub(crate) struct CurrentSite {
    dir: PathBuf,
    memory: u64,
    /// Written together.
    sites: PerWorker<RwLock<Arc<PublishedSite>>>,
    generation: watch::Sender<u64>,
    wanted: Notify,
}

impl CurrentSite {
    /// Loads the site in a folder.
    pub(crate) fn load(dir: PathBuf, memory: u64) -> Result<Self, LoadError> {
        let site = Arc::new(load_settled(&dir, memory)?);
        let sites = PerWorker::new(|| RwLock::new(Arc::clone(&site)));
        Ok(Self { dir, memory, sites, generation: watch::Sender::new(0), wanted: Notify::new() })
    }

    /// Answers from the present build.
    pub(crate) fn with<T>(&self, answer: impl FnOnce(&PublishedSite) -> T) -> T {
        answer(&self.site())
    }

    fn site(&self) -> RwLockReadGuard<'_, Arc<PublishedSite>> {
        self.sites.own().read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for the next build and waits for it, though not for long.
    pub(crate) async fn next_build(&self) {
        let mut generation = self.generation.subscribe();
        generation.mark_unchanged();
        self.wanted.notify_one();
        let _ = tokio::time::timeout(Duration::from_secs(5), generation.changed()).await;
    }

    /// Follows the folder for ever: a new build takes the place of the old one once it is loaded whole.
    ///
    /// A folder that cannot be loaded, such as one being copied, is tried again; until then the old build stays.
    pub(crate) async fn follow(self: Arc<Self>, follow: Follow) {
        let Follow { every, mut hangup, metrics, notify } = follow;
        // What cannot be served is told of once and not at every look.
        let mut refused = None;
        let mut ticks = interval(every.max(Duration::from_millis(10)));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let is_asked = tokio::select! {
                _ = ticks.tick() => false,
                () = self.wanted.notified() => true,
                () = hangup.received() => true,
            };
            let current = Arc::clone(&self);
            let reloaded = spawn_blocking(move || current.reload(is_asked)).await;
            match reloaded {
                Ok(Ok(IsNew(true))) => {
                    refused = None;
                    if let Some(metrics) = &metrics {
                        metrics.count_build();
                    }
                    notify(&Notice::NewBuild);
                }
                Ok(Err(error)) if refused.as_ref() != Some(&error.to_string()) => {
                    refused = Some(error.to_string());
                    if let Some(metrics) = &metrics {
                        metrics.count_refused_build();
                    }
                    notify(&Notice::BuildRefused(error));
                }
                _ => {}
            }
        }
    }

    fn reload(&self, is_asked: bool) -> Result<IsNew, LoadError> {
        let present = Arc::clone(&self.site());
        let found = manifest_identity(&self.dir);
        if !is_asked && found.as_ref().is_none_or(|found| found == present.identity()) {
            return Ok(IsNew(false));
        }
        let mut site = load_settled(&self.dir, self.memory)?;
        site.keep_immutable_of(&present);
        let site = Arc::new(site);
        for copy in self.sites.all() {
            *copy.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&site);
        }
        self.generation.send_modify(|generation| *generation += 1);
        Ok(IsNew(true))
    }
}

/// Loads a folder, and again if it was replaced meanwhile, so that no site is half of one build and half of another.
fn load_settled(dir: &Path, memory: u64) -> Result<PublishedSite, LoadError> {
    const ATTEMPTS: usize = 5;
    let mut loaded = PublishedSite::load(dir, memory);
    for _ in 1..ATTEMPTS {
        let is_settled = match &loaded {
            Ok(site) => manifest_identity(dir).as_ref() == Some(site.identity()),
            // Files that go while they are read; a site that was never there is no such case.
            Err(LoadError::Read { .. } | LoadError::Incomplete { .. }) => false,
            Err(_) => true,
        };
        if is_settled {
            break;
        }
        loaded = PublishedSite::load(dir, memory);
    }
    loaded
}

fn manifest_identity(dir: &Path) -> Option<Identity> {
    std::fs::metadata(dir.join(MANIFEST_FILE)).ok().as_ref().map(Identity::of)
}

/// The signal by which an operator asks for a reload, where the system has it and lets us have it.
pub(crate) struct Hangup {
    #[cfg(unix)]
    signal: Option<tokio::signal::unix::Signal>,
}

impl Hangup {
    /// Begins to listen for the signal.
    pub(crate) fn new() -> Self {
        Self {
            #[cfg(unix)]
            signal: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup()).ok(),
        }
    }

    /// Waits for the signal.
    pub(crate) async fn received(&mut self) {
        #[cfg(unix)]
        if let Some(signal) = &mut self.signal
            && signal.recv().await.is_some()
        {
            return;
        }
        std::future::pending::<()>().await;
    }
}
