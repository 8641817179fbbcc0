//! The threads that parse and prerender. Each has a prerender engine of its own.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use portico_contract::SiteData;
use portico_render::{PrerenderError, Prerenderer, SiteModule};
use portico_theme::theme;

/// A pool of threads with stacks deep enough for the engine.
pub(crate) fn pool() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .stack_size(portico_js::THREAD_STACK_SIZE)
        .thread_name(|index| format!("portico-{index}"))
        .build()
        .expect("threads can be started")
}

/// Site data with a number of its own: engines made for another one are replaced.
pub(crate) struct Generation {
    pub(crate) site: SiteData,
    /// React components of the site.
    pub(crate) modules: Vec<SiteModule>,
    number: u64,
}

impl Generation {
    /// For a site; the one before, if the site is still the same to its engines.
    pub(crate) fn of(site: SiteData, modules: Vec<SiteModule>, before: Option<&Arc<Self>>) -> Arc<Self> {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        match before.filter(|before| before.site == site && before.modules == modules) {
            Some(before) => Arc::clone(before),
            None => Arc::new(Self { site, modules, number: NUMBERS.fetch_add(1, Ordering::Relaxed) }),
        }
    }

    /// Runs `work` with this thread's engine, which is made when it is first needed.
    pub(crate) fn with_prerenderer<T>(
        &self,
        work: impl FnOnce(&Prerenderer) -> Result<T, PrerenderError>,
    ) -> Result<T, PrerenderError> {
        thread_local! {
            static ENGINE: RefCell<Option<(u64, Prerenderer)>> = const { RefCell::new(None) };
        }
        ENGINE.with_borrow_mut(|engine| {
            if engine.as_ref().is_none_or(|(number, _)| *number != self.number) {
                *engine = Some((self.number, Prerenderer::new(theme(), &self.site, &self.modules)?));
            }
            let (_, prerenderer) = engine.as_ref().expect("made above");
            work(prerenderer)
        })
    }
}
