//! What hosts said, kept from one check to the next.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Verdict;

/// How long a good answer holds, in seconds: a week.
const GOOD_FOR: u64 = 7 * 24 * 60 * 60;
/// How long a bad answer holds: an hour, so that a mended link is seen at once and a host is not asked for nothing.
const BAD_FOR: u64 = 60 * 60;

/// Why the file of answers is of no use.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// The disk said no.
    #[error("cannot keep what outside links answered in `{}`: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// Answers by address.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Cache {
    answers: BTreeMap<String, Answer>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Answer {
    /// When it was given, in seconds since 1970.
    asked: u64,
    verdict: Verdict,
}

impl Answer {
    fn holds(&self, now: u64) -> bool {
        let is_good = matches!(self.verdict, Verdict::Alive | Verdict::Moved(_));
        now < self.asked.saturating_add(if is_good { GOOD_FOR } else { BAD_FOR })
    }
}

impl Cache {
    /// The answers in a file; none if there is no file, or if it was made by another version.
    pub(crate) fn read(path: Option<&Path>) -> Result<Self, CacheError> {
        let Some(path) = path else { return Ok(Self::default()) };
        match fs::read(path) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(CacheError::Io { path: path.to_owned(), error }),
        }
    }

    /// What an address said, if that still holds.
    pub(crate) fn fresh(&self, address: &str, now: u64) -> Option<&Verdict> {
        self.answers.get(address).filter(|answer| answer.holds(now)).map(|answer| &answer.verdict)
    }

    /// Notes an answer.
    pub(crate) fn put(&mut self, address: &str, verdict: Verdict, now: u64) {
        self.answers.insert(address.to_owned(), Answer { asked: now, verdict });
    }

    /// Writes the answers that still hold, at once or not at all.
    pub(crate) fn write(&mut self, path: Option<&Path>, now: u64) -> Result<(), CacheError> {
        let Some(path) = path else { return Ok(()) };
        self.answers.retain(|_, answer| answer.holds(now));
        let text = serde_json::to_vec_pretty(self).expect("answers are plain data");
        let next = path.with_extension("next");
        let write = || {
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(&next, &text)?;
            fs::rename(&next, path)
        };
        write().map_err(|error| CacheError::Io { path: path.to_owned(), error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_hold_for_a_while() {
        let mut cache = Cache::default();
        cache.put("https://a.test/", Verdict::Alive, 1_000);
        cache.put("https://b.test/", Verdict::Broken("it says 404".into()), 1_000);
        assert!(cache.fresh("https://a.test/", 1_000 + GOOD_FOR - 1).is_some());
        assert!(cache.fresh("https://a.test/", 1_000 + GOOD_FOR).is_none());
        assert!(cache.fresh("https://b.test/", 1_000 + BAD_FOR - 1).is_some());
        assert!(cache.fresh("https://b.test/", 1_000 + BAD_FOR).is_none());
        assert!(cache.fresh("https://c.test/", 1_000).is_none());
    }

    #[test]
    fn a_broken_file_is_begun_anew() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deeper/answers.json");
        let mut cache = Cache::read(Some(&path)).expect("empty");
        cache.put("https://a.test/", Verdict::Moved("https://b.test/".into()), 1_000);
        cache.write(Some(&path), 1_000).expect("written");
        let read = Cache::read(Some(&path)).expect("read");
        assert_eq!(read.fresh("https://a.test/", 1_001), Some(&Verdict::Moved("https://b.test/".into())));
        fs::write(&path, "{").expect("written");
        assert!(Cache::read(Some(&path)).expect("begun anew").answers.is_empty());
    }
}
