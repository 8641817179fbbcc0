//! Reading a published folder: which files there are, their bytes and hashes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use hyper::body::Bytes;
use portico_contract::{HOST_RULE_FILES, MANIFEST_FILE, MANIFEST_FORMAT, Manifest};

use crate::error::LoadError;
use crate::mirror::{Opening, is_worth_mirroring, memory_for, mirror_all, mirror_published};
use crate::negotiate::Encoding;
use crate::per_worker::n_workers;
use crate::prepare::ImmutableFolders;
use crate::stored::{DiskFile, Identity, Stored, open_and_read, read_with_identity};

/// A published folder as found.
pub(crate) struct Scanned {
    pub(crate) manifest: Manifest,
    /// The manifest's identity, which changes with every build.
    pub(crate) identity: Identity,
    /// Files by path below the folder, siblings put to the file they belong to.
    pub(crate) files: BTreeMap<String, ScannedFile>,
}

/// A file with its compressed siblings, in the order of [`Encoding::COMPRESSED`].
pub(crate) struct ScannedFile {
    pub(crate) content: Content,
    pub(crate) compressed: [Option<Content>; 3],
}

/// What is in a file.
pub(crate) struct Content {
    pub(crate) stored: Stored,
    pub(crate) hash: String,
    pub(crate) length: u64,
}

/// Reads a published folder, holding up to so many bytes in memory, the smallest files first.
pub(crate) fn scan(dir: &Path, memory: u64) -> Result<Scanned, LoadError> {
    let no_site = || LoadError::NoSite { dir: dir.to_owned() };
    let root = dir.canonicalize().map_err(|_| no_site())?;
    let (identity, text) = read_with_identity(&root.join(MANIFEST_FILE)).map_err(|_| no_site())?;
    let manifest: Manifest = serde_json::from_slice(&text)
        .map_err(|error| LoadError::Manifest { dir: dir.to_owned(), message: error.to_string() })?;
    if manifest.format != MANIFEST_FORMAT {
        let (found, known) = (manifest.format, MANIFEST_FORMAT);
        return Err(LoadError::Format { dir: dir.to_owned(), found, known });
    }
    let mut found = Vec::new();
    list(&root, &root, "", &mut found)?;
    let contents = read_all(&mut found, &ImmutableFolders::of(&manifest), memory)?;
    Ok(Scanned { manifest, identity, files: join_siblings(contents) })
}

struct Found {
    path: String,
    place: PathBuf,
    length: u64,
}

/// Lists the files below a folder. Symbolic links count if they lead to a file within the site; linked folders do not.
fn list(root: &Path, folder: &Path, prefix: &str, found: &mut Vec<Found>) -> Result<(), LoadError> {
    let failed = |source| LoadError::Read { path: folder.to_owned(), source };
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let is_host_rule = prefix.is_empty() && HOST_RULE_FILES.contains(&name.as_str());
        let is_hidden = name.starts_with('.') && name != ".well-known";
        // Looked up by the decoded path, a name with these could only confuse.
        let is_odd = name.contains(|c: char| c == '\\' || c.is_control());
        if is_hidden || is_host_rule || is_odd || prefix.is_empty() && name.starts_with(MANIFEST_FILE) {
            continue;
        }
        let mut place = entry.path();
        let mut kind = entry.file_type().map_err(failed)?;
        if kind.is_symlink() {
            let Ok(target) = place.canonicalize() else { continue };
            let is_servable = target.starts_with(root) && !is_private(root, &target);
            let Ok(metadata) = fs::symlink_metadata(&target) else { continue };
            if !is_servable || !metadata.is_file() {
                continue;
            }
            (place, kind) = (target, metadata.file_type());
        }
        let path = format!("{prefix}{name}");
        if kind.is_dir() {
            list(root, &place, &format!("{path}/"), found)?;
        } else if kind.is_file() {
            let length = fs::metadata(&place).map_err(failed)?.len();
            found.push(Found { path, place, length });
        }
    }
    Ok(())
}

/// Tells whether a file within the site is one that is not served under its own name either.
fn is_private(root: &Path, target: &Path) -> bool {
    let Ok(relative) = target.strip_prefix(root) else { return true };
    let is_hidden = |part: &str| part.starts_with('.') && part != ".well-known";
    let starts_with_manifest = relative.to_str().is_none_or(|path| path.starts_with(MANIFEST_FILE));
    starts_with_manifest || relative.iter().any(|part| part.to_str().is_none_or(is_hidden))
}

/// How a file is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    OnDisk,
    InMemory,
    /// In memory, and open besides, to be sent from where it is.
    InMemoryAndOpen(Opening),
}

/// Decides how each of the files is kept, the smallest first.
fn plan(found: &[Found], immutable: &ImmutableFolders, memory: u64) -> Vec<Keep> {
    /// Well below the 1024 files that a process may have open if nobody gives it more.
    const MOST_OPEN: usize = 128;
    let may_be_open = |file: &&Found| is_worth_mirroring(file.length) && immutable.hold(&file.path);
    let n_open_by_all = found.iter().filter(may_be_open).count() * n_workers();
    let opening = if n_open_by_all <= MOST_OPEN { Opening::PerWorker } else { Opening::Shared };
    let (mut n_bytes, mut n_open) = (0_u64, 0);
    let keep = |file: &Found| {
        n_bytes = n_bytes.saturating_add(memory_for(file.length));
        if n_bytes > memory {
            return Keep::OnDisk;
        }
        let is_opened = n_open < MOST_OPEN && may_be_open(&file);
        n_open += usize::from(is_opened);
        if is_opened { Keep::InMemoryAndOpen(opening) } else { Keep::InMemory }
    };
    found.iter().map(keep).collect()
}

fn read_all(
    found: &mut [Found],
    immutable: &ImmutableFolders,
    memory: u64,
) -> Result<BTreeMap<String, Content>, LoadError> {
    found.sort_by(|a, b| a.length.cmp(&b.length).then_with(|| a.path.cmp(&b.path)));
    let n_threads = thread::available_parallelism().map_or(1, usize::from).min(8);
    let planned: Vec<_> = found.iter().zip(plan(found, immutable, memory)).collect();
    // Dealt out like cards, as neighbours are of like size.
    let hands = (0..n_threads).map(|first| planned.iter().skip(first).step_by(n_threads));
    thread::scope(|scope| {
        let readers: Vec<_> =
            hands
                .map(|hand| {
                    scope.spawn(move || {
                        hand.map(|(file, keep)| Ok((file.path.clone(), read_one(file, *keep)?)))
                            .collect::<Result<Vec<_>, LoadError>>()
                    })
                })
                .collect();
        let mut contents = BTreeMap::new();
        for reader in readers {
            contents.extend(reader.join().expect("reading a file does not panic")?);
        }
        mirror_large(&mut contents);
        Ok(contents)
    })
}

fn mirror_large(contents: &mut BTreeMap<String, Content>) {
    let in_memory = contents.values().filter_map(|content| match &content.stored {
        Stored::Memory(bytes, None) => Some(bytes),
        Stored::Memory(_, Some(_)) | Stored::Disk(_) => None,
    });
    let mut mirrors = mirror_all(in_memory).into_iter();
    for content in contents.values_mut() {
        if let Stored::Memory(_, none @ None) = &mut content.stored {
            *none = mirrors.next().flatten();
        }
    }
}

fn read_one(file: &Found, keep: Keep) -> Result<Content, LoadError> {
    let (open, identity, bytes) =
        open_and_read(&file.place).map_err(|source| LoadError::Read { path: file.place.clone(), source })?;
    let mut hash = blake3::hash(&bytes).to_hex().to_string();
    hash.truncate(32);
    let length = bytes.len() as u64;
    let bytes = Bytes::from(bytes);
    let stored = match keep {
        Keep::OnDisk => Stored::Disk(Arc::new(DiskFile::new(file.place.clone(), identity))),
        Keep::InMemory => Stored::Memory(bytes, None),
        Keep::InMemoryAndOpen(opening) => {
            let mirrors = mirror_published(&bytes, open, opening);
            Stored::Memory(bytes, Some(mirrors))
        }
    };
    Ok(Content { stored, hash, length })
}

/// Puts `x.br`, `x.zst` and `x.gz` to `x`. One whose plain file is not there is a file of its own.
fn join_siblings(mut contents: BTreeMap<String, Content>) -> BTreeMap<String, ScannedFile> {
    let names: Vec<String> = contents.keys().cloned().collect();
    let mut siblings: BTreeMap<String, [Option<Content>; 3]> = BTreeMap::new();
    for name in names {
        for (slot, encoding) in Encoding::COMPRESSED.into_iter().enumerate() {
            if let Some(plain) = name.strip_suffix(encoding.suffix())
                && contents.contains_key(plain)
                && let Some(content) = contents.remove(&name)
            {
                siblings.entry(plain.to_owned()).or_default()[slot] = Some(content);
            }
        }
    }
    contents
        .into_iter()
        .map(|(name, content)| {
            let compressed = siblings.remove(&name).unwrap_or_default();
            (name, ScannedFile { content, compressed })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn assets_are_opened_for_each_worker_while_they_are_few() {
        let manifest = Manifest { immutable: vec!["assets".to_owned()], ..Manifest::default() };
        let kept = |n_assets: usize| {
            let asset = |n| Found { path: format!("assets/{n}"), place: PathBuf::new(), length: 100_000 };
            let found: Vec<_> = (0..n_assets).map(asset).collect();
            plan(&found, &ImmutableFolders::of(&manifest), u64::MAX)
        };
        assert!(kept(1) == [Keep::InMemoryAndOpen(Opening::PerWorker)]);
        let many = kept(129);
        assert!(many[..128].iter().all(|keep| *keep == Keep::InMemoryAndOpen(Opening::Shared)));
        assert!(many[128] == Keep::InMemory);
    }
}
