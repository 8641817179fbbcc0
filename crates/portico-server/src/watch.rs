//! Watching files: which changes there were, gathered until an author's editor is done writing.
//!
//! Gathering waits on the channel of events rather than on a clock, so an idle server does nothing at all.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf, absolute};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use notify::event::EventKind;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::error::ServeError;

/// Watches files and folders.
pub(crate) struct Watch {
    watcher: RecommendedWatcher,
    signals: Receiver<Signal>,
    /// Signals that were looked at and not yet acted upon.
    waiting: VecDeque<Signal>,
    /// What the site cares about, as absolute paths.
    concerns: Vec<PathBuf>,
    /// What the system is asked to watch.
    places: BTreeMap<PathBuf, RecursiveMode>,
    debounce: Duration,
}

/// Ends a [`Watch`] from another thread.
pub(crate) struct Stopper(Sender<Signal>);

enum Signal {
    Event(notify::Result<Event>),
    Stop,
}

impl Stopper {
    pub(crate) fn stop(&self) {
        let _ = self.0.send(Signal::Stop);
    }
}

impl Watch {
    /// Begins to watch; changes from here on are not missed.
    pub(crate) fn start(paths: &[PathBuf], debounce: Duration) -> Result<(Self, Stopper), ServeError> {
        let (sender, signals) = channel();
        let events = sender.clone();
        let watcher = notify::recommended_watcher(move |event| {
            let _ = events.send(Signal::Event(event));
        })
        .map_err(|error| ServeError::Watch { path: PathBuf::new(), message: error.to_string() })?;
        let (concerns, places) = (Vec::new(), BTreeMap::new());
        let mut watch = Self { watcher, signals, waiting: VecDeque::new(), concerns, places, debounce };
        match watch.follow(paths, &[]).pop() {
            Some((path, message)) => Err(ServeError::Watch { path, message }),
            None => Ok((watch, Stopper(sender))),
        }
    }

    /// Watches these paths from now on, and gives those that cannot be watched with the reason.
    ///
    /// `changed` are the latest changes: a folder among them may be another one of the same name and is taken up anew.
    pub(crate) fn follow(&mut self, paths: &[PathBuf], changed: &[PathBuf]) -> Vec<(PathBuf, String)> {
        self.concerns = paths.iter().filter_map(|path| absolute(path).ok()).collect();
        let wanted = places_to_watch(&self.concerns);
        let (watcher, places) = (&mut self.watcher, &mut self.places);
        places.retain(|path, mode| {
            let stays = wanted.get(path) == Some(mode) && !changed.contains(path);
            if !stays {
                // It may be gone, and then so is its watch.
                let _ = watcher.unwatch(path);
            }
            stays
        });
        let mut failures = Vec::new();
        for (path, mode) in wanted {
            if places.contains_key(&path) {
                continue;
            }
            match watcher.watch(&path, mode) {
                Ok(()) => drop(places.insert(path, mode)),
                Err(error) => failures.push((path, error.to_string())),
            }
        }
        failures
    }

    /// Whether there is something that [`Watch::next_changes`] would not wait for.
    pub(crate) fn has_news(&mut self) -> bool {
        self.waiting.extend(self.signals.try_iter());
        self.waiting.iter().any(|signal| match signal {
            Signal::Stop | Signal::Event(Err(_)) => true,
            Signal::Event(Ok(event)) => self.tells_of(event).next().is_some() || event.need_rescan(),
        })
    }

    /// Waits for the next changes; `None` once stopped.
    pub(crate) fn next_changes(&mut self) -> Option<Vec<PathBuf>> {
        /// A folder that is written to without pause is not waited for longer than this many times the debounce.
        const PATIENCE: u32 = 20;
        let mut changed = BTreeSet::new();
        while changed.is_empty() {
            let signal = match self.waiting.pop_front() {
                Some(signal) => signal,
                None => self.signals.recv().ok()?,
            };
            self.note(signal, &mut changed)?;
        }
        for signal in std::mem::take(&mut self.waiting) {
            self.note(signal, &mut changed)?;
        }
        let latest = Instant::now() + self.debounce * PATIENCE;
        let mut quiet = Instant::now() + self.debounce;
        loop {
            let wait = quiet.min(latest).saturating_duration_since(Instant::now());
            match self.signals.recv_timeout(wait) {
                Ok(signal) => {
                    if self.note(signal, &mut changed)? {
                        quiet = Instant::now() + self.debounce;
                    }
                    if Instant::now() < latest {
                        continue;
                    }
                    return Some(changed.into_iter().collect());
                }
                Err(RecvTimeoutError::Timeout) => return Some(changed.into_iter().collect()),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Adds what an event tells of and says whether it told of anything; `None` for the signal to stop.
    fn note(&self, signal: Signal, changed: &mut BTreeSet<PathBuf>) -> Option<bool> {
        let event = match signal {
            Signal::Stop => return None,
            Signal::Event(Ok(event)) => event,
            // What cannot be told apart is taken for a change of everything.
            Signal::Event(Err(_)) => Event::new(EventKind::Other).set_flag(notify::event::Flag::Rescan),
        };
        if event.need_rescan() {
            changed.extend(self.concerns.iter().cloned());
            return Some(true);
        }
        let paths: Vec<PathBuf> = self.tells_of(&event).cloned().collect();
        let is_relevant = !paths.is_empty();
        changed.extend(paths);
        Some(is_relevant)
    }

    /// The paths of an event that the site cares about.
    fn tells_of<'a>(&self, event: &'a Event) -> impl Iterator<Item = &'a PathBuf> {
        let is_change = !matches!(event.kind, EventKind::Access(_));
        event.paths.iter().filter(move |path| {
            let is_concern = self.concerns.iter().any(|concern| path.starts_with(concern));
            is_change && is_concern && !is_by_the_way(path)
        })
    }
}

/// Folders are watched with all that is below; a file, or what is not there yet, by way of the folder that holds it.
fn places_to_watch(concerns: &[PathBuf]) -> BTreeMap<PathBuf, RecursiveMode> {
    let mut places = BTreeMap::new();
    for concern in concerns {
        if concern.is_dir() {
            places.insert(concern.clone(), RecursiveMode::Recursive);
        } else if let Some(folder) = concern.ancestors().skip(1).find(|folder| folder.is_dir()) {
            places.entry(folder.to_owned()).or_insert(RecursiveMode::NonRecursive);
        }
    }
    // What is below a watched folder is watched already.
    let folders: Vec<PathBuf> = places
        .iter()
        .filter(|(_, mode)| **mode == RecursiveMode::Recursive)
        .map(|(path, _)| path.clone())
        .collect();
    places.retain(|path, _| !folders.iter().any(|folder| path != folder && path.starts_with(folder)));
    places
}

/// Tells files that programs leave behind while they write from files that an author means.
fn is_by_the_way(path: &Path) -> bool {
    let is_repository = path.iter().any(|part| part == ".git" || part == ".hg" || part == ".jj");
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return true };
    let is_backup =
        name.ends_with('~') || name.starts_with(".#") || name.starts_with('#') && name.ends_with('#');
    let is_swap = name.starts_with('.') && [".swp", ".swo", ".swx"].iter().any(|end| name.ends_with(end));
    let is_known = matches!(name, "4913" | ".DS_Store" | "Thumbs.db") || name.ends_with(".kate-swp");
    is_repository || is_backup || is_swap || is_known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_by_the_way() {
        for name in ["a.md~", ".a.md.swp", "4913", ".#a.md", "#a.md#", ".git/index", ".DS_Store"] {
            assert!(is_by_the_way(Path::new(name)), "{name}");
        }
        for name in ["a.md", ".env", "a.swp", "git/index", "a#b.md", "notes.tmp"] {
            assert!(!is_by_the_way(Path::new(name)), "{name}");
        }
    }
}
