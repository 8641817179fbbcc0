//! What one build keeps for the next: a folder of its own, by content.
//!
//! Everything is kept under a fingerprint of what it was made from and by, so nothing here can be stale; it can only
//! be of no use. What cannot be read, or was not written by this very engine, is left aside with a note: a cache never
//! makes a build fail.

mod documents;
mod store;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

pub(crate) use documents::{StoredDiagnostic, StoredDocument};
pub(crate) use store::Store;

use crate::fingerprint::Fingerprint;

/// Marks a folder that holds nothing worth keeping (<https://bford.info/cachedir/>), and one as ours.
const TAG_FILE: &str = "CACHEDIR.TAG";
const TAG: &str = "Signature: 8a477f597d28d172789f06886806bc55\n# Kept by portico between builds. Delete it whenever you like.\n";

/// Bytes at the end of a file of the cache that tell whether the others are as they were.
const CHECK: usize = 16;

/// The version of the engine and its theme: others may make something else of the same input.
pub(crate) fn engine() -> Fingerprint {
    let theme = &portico_theme::theme().manifest.fingerprint;
    Fingerprint::of_parts([env!("PORTICO_ENGINE"), theme])
}

/// The cache of a site; one that is not there keeps nothing.
#[derive(Default)]
pub(crate) struct Cache {
    folder: Option<PathBuf>,
    /// Parts of earlier builds.
    pub(crate) store: Store,
    /// What a person may want to know about the cache.
    pub(crate) notes: Vec<String>,
    /// Held for as long as the cache is used; the system lets go of it when the process ends, however it ends.
    _lock: Option<File>,
}

impl Cache {
    /// Opens the cache in a folder, which is made if need be; `None` for none.
    pub(crate) fn open(folder: Option<&Path>) -> Self {
        let Some(folder) = folder else { return Self::default() };
        let shown = folder.display();
        let without = |why: String| Self { notes: vec![why], ..Self::default() };
        let lock = match claim(folder) {
            Ok(Some(lock)) => lock,
            Ok(None) => {
                return without(format!("another build uses the cache in `{shown}`: built without it"));
            }
            Err(error) => return without(format!("no cache in `{shown}`: {error}")),
        };
        let (store, note) = Store::open(&folder.join("pages.pack"), engine());
        let notes = note.map(|note| format!("{note} in `{shown}`: everything is made anew"));
        Self { folder: Some(folder.to_owned()), store, notes: notes.into_iter().collect(), _lock: Some(lock) }
    }

    /// What was kept under a name of the cache's own, such as the record of an output; nothing if it is damaged.
    pub(crate) fn read_checked(&self, name: &str) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.folder.as_ref()?.join(name)).ok()?;
        let body = bytes.len().checked_sub(CHECK)?;
        let check = bytes.split_off(body);
        (Fingerprint::of(&bytes).as_ref() == check).then_some(bytes)
    }

    /// Keeps something under a name. What cannot be kept is made anew the next time.
    pub(crate) fn write_checked(&self, name: &str, mut bytes: Vec<u8>) {
        let Some(folder) = &self.folder else { return };
        bytes.extend_from_slice(Fingerprint::of(&bytes).as_ref());
        let (path, next) = (folder.join(name), folder.join(format!("{name}.next")));
        let _ = fs::write(&next, bytes).and_then(|()| fs::rename(&next, &path));
    }

    /// Keeps what this build made and used.
    pub(crate) fn save(&self) {
        if let Some(folder) = &self.folder {
            // A full disk costs time in the next build, and nothing else.
            let _ = self.store.save(&folder.join("pages.pack"), engine());
        }
    }
}

/// Makes the folder ours, and locks it; `None` if somebody else has.
fn claim(folder: &Path) -> io::Result<Option<File>> {
    fs::create_dir_all(folder)?;
    let tag = folder.join(TAG_FILE);
    if !tag.exists() {
        if fs::read_dir(folder)?.next().is_some() {
            return Err(io::Error::other("the folder holds files that are not a cache"));
        }
        fs::write(&tag, TAG)?;
        fs::write(folder.join(".gitignore"), "*\n")?;
    }
    let lock = File::options().create(true).truncate(false).write(true).open(folder.join("lock"))?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}
