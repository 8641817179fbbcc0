//! Values by fingerprint, in one file: a head, then entries one after the other. New entries go to the end.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{self, BufWriter, Read as _, Write as _};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use portico_document::compress;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::fingerprint::Fingerprint;

/// Begins the file; the engine's fingerprint follows.
const MAGIC: &[u8; 8] = b"PORTICO1";
const HEAD: usize = MAGIC.len() + 16;

/// Before each value: its key, its length in four bytes, its own fingerprint.
const ENTRY_HEAD: usize = 16 + 4 + 16;

/// No entry is larger than this when unpacked.
const LARGEST: u64 = 256 << 20;

/// What was kept, and what is to be.
#[derive(Default)]
pub(crate) struct Store {
    bytes: Vec<u8>,
    known: HashMap<Fingerprint, Range<usize>>,
    /// Whether there is a file; without one nothing is kept.
    is_open: bool,
    /// Whether the file has to be written as a whole.
    is_torn: bool,
    changes: Mutex<Changes>,
}

#[derive(Default)]
struct Changes {
    used: HashSet<Fingerprint>,
    added: Vec<(Fingerprint, Arc<[u8]>)>,
}

impl Store {
    /// Reads what an engine kept, and says what is wrong with it.
    pub(crate) fn open(path: &Path, engine: Fingerprint) -> (Self, Option<&'static str>) {
        let torn = Self { is_open: true, is_torn: true, ..Self::default() };
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (torn, None),
            Err(_) => return (torn, Some("the cache cannot be read")),
        };
        if !bytes.starts_with(MAGIC) {
            return (torn, Some("the cache is damaged"));
        }
        if bytes.get(MAGIC.len()..HEAD) != Some(engine.as_ref()) {
            return (torn, Some("another version of portico wrote the cache"));
        }
        let (known, end) = entries(&bytes);
        let is_torn = end != bytes.len();
        let note = is_torn.then_some("part of the cache is damaged");
        (Self { known, bytes, is_open: true, is_torn, changes: Mutex::default() }, note)
    }

    /// The value that was kept under a key, if it is as it was.
    pub(crate) fn get<T: DeserializeOwned>(&self, key: Fingerprint) -> Option<T> {
        let packed = self.checked(key)?;
        let mut plain = Vec::new();
        zstd::Decoder::new(packed).ok()?.take(LARGEST).read_to_end(&mut plain).ok()?;
        let value = rmp_serde::from_slice(&plain).ok()?;
        self.note_used(key);
        Some(value)
    }

    /// The bytes that were kept under a key by [`Store::put_packed`], if they are as they were.
    pub(crate) fn get_packed(&self, key: Fingerprint) -> Option<Arc<[u8]>> {
        let packed = self.checked(key)?.into();
        self.note_used(key);
        Some(packed)
    }

    /// Keeps a value under a key.
    pub(crate) fn put<T: Serialize>(&self, key: Fingerprint, value: &T) {
        if !self.is_open {
            return;
        }
        let plain = rmp_serde::to_vec(value).expect("plain data can be written to memory");
        let packed = compress(&plain);
        self.put_packed(key, packed.into());
    }

    /// Keeps bytes under a key, which are as small as can be.
    pub(crate) fn put_packed(&self, key: Fingerprint, packed: Arc<[u8]>) {
        if !self.is_open {
            return;
        }
        let mut changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        changes.used.insert(key);
        changes.added.push((key, packed));
    }

    /// The bytes of an entry, if they are as they were.
    fn checked(&self, key: Fingerprint) -> Option<&[u8]> {
        let value = &self.bytes[self.known.get(&key)?.clone()];
        let (check, packed) = value.split_at_checked(16)?;
        (Fingerprint::of(packed).as_ref() == check).then_some(packed)
    }

    fn note_used(&self, key: Fingerprint) {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner).used.insert(key);
    }

    /// Writes what was added to the end of the file, or the whole file anew once most of it was not used.
    pub(crate) fn save(&self, path: &Path, engine: Fingerprint) -> io::Result<()> {
        let changes = self.changes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_used = |key: &Fingerprint| changes.used.contains(key);
        let used: usize = self.known.iter().filter(|(key, _)| is_used(key)).map(|(_, at)| at.len()).sum();
        if !self.is_torn && used * 2 >= self.bytes.len() - HEAD {
            if changes.added.is_empty() {
                return Ok(());
            }
            let file = fs::File::options().append(true).open(path)?;
            return write_entries(&changes.added, file);
        }
        let replaced: HashSet<Fingerprint> = changes.added.iter().map(|(key, _)| *key).collect();
        let mut kept: Vec<_> = self.known.iter().filter(|(key, _)| is_used(key)).collect();
        kept.retain(|(key, _)| !replaced.contains(key));
        kept.sort_by_key(|(_, at)| at.start);
        let next = path.with_extension("next");
        let mut file = BufWriter::new(fs::File::create(&next)?);
        file.write_all(MAGIC)?;
        file.write_all(engine.as_ref())?;
        for (_, at) in kept {
            file.write_all(&self.bytes[at.start - (ENTRY_HEAD - 16)..at.end])?;
        }
        write_entries(&changes.added, file)?;
        fs::rename(next, path)
    }
}

/// Where each entry's fingerprint and value lie, and where the last whole entry ends.
fn entries(bytes: &[u8]) -> (HashMap<Fingerprint, Range<usize>>, usize) {
    let mut known = HashMap::new();
    let mut at = HEAD;
    while let Some(head) = bytes.get(at..at + ENTRY_HEAD) {
        let key = Fingerprint::from_bytes(head[..16].try_into().expect("16 bytes"));
        let length = u32::from_le_bytes(head[16..20].try_into().expect("4 bytes")) as usize;
        let end = at + ENTRY_HEAD + length;
        if end > bytes.len() {
            break;
        }
        known.insert(key, at + ENTRY_HEAD - 16..end);
        at = end;
    }
    (known, at)
}

fn write_entries(entries: &[(Fingerprint, Arc<[u8]>)], file: impl io::Write) -> io::Result<()> {
    let mut file = BufWriter::new(file);
    for (key, packed) in entries {
        let length = u32::try_from(packed.len()).expect("no entry is larger than 4 GiB");
        file.write_all(key.as_ref())?;
        file.write_all(&length.to_le_bytes())?;
        file.write_all(Fingerprint::of(packed).as_ref())?;
        file.write_all(packed)?;
    }
    file.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Fingerprint {
        Fingerprint::of(name.as_bytes())
    }

    fn saved(path: &Path, entries: &[(&str, &str)]) {
        let (store, _) = Store::open(path, key("engine"));
        for (name, value) in entries {
            store.put(key(name), value);
        }
        for name in ["a", "b", "c"] {
            let _ = store.get::<String>(key(name));
        }
        store.save(path, key("engine")).expect("saved");
    }

    fn read(path: &Path, name: &str) -> Option<String> {
        Store::open(path, key("engine")).0.get(key(name))
    }

    #[test]
    fn gives_back_what_it_was_given() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pack");
        saved(&path, &[("a", "one"), ("b", "two")]);
        saved(&path, &[("c", "three")]);
        assert_eq!(
            ["a", "b", "c", "d"].map(|name| read(&path, name)).map(Option::unwrap_or_default),
            ["one", "two", "three", ""]
        );
    }

    #[test]
    fn what_is_not_used_is_dropped_in_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pack");
        saved(&path, &[("x", "one"), ("y", "two"), ("z", "three"), ("a", "four")]);
        saved(&path, &[]);
        assert_eq!(read(&path, "x"), None);
        assert_eq!(read(&path, "a").as_deref(), Some("four"));
    }

    #[test]
    fn damage_is_noticed_and_mended() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pack");
        saved(&path, &[("a", "one"), ("b", "two")]);
        let whole = fs::read(&path).expect("written");
        for (at, is_head) in [(3, true), (20, true), (HEAD + 18, false), (whole.len() - 1, false)] {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            fs::write(&path, &bytes).expect("written");
            let (store, note) = Store::open(&path, key("engine"));
            assert_eq!(note.is_some(), is_head || at == HEAD + 18, "{at}");
            let values = [store.get::<String>(key("a")), store.get(key("b"))];
            assert!(values.iter().any(Option::is_none), "{at}");
            assert!(values.iter().flatten().all(|value| ["one", "two"].contains(&value.as_str())), "{at}");
        }
        fs::write(&path, &whole[..whole.len() - 2]).expect("written");
        assert!(Store::open(&path, key("engine")).1.is_some());
        assert_eq!(read(&path, "a").as_deref(), Some("one"));
        saved(&path, &[("b", "two")]);
        assert_eq!(read(&path, "b").as_deref(), Some("two"));
        assert!(Store::open(&path, key("another engine")).1.is_some());
    }
}
