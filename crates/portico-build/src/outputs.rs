//! The files of a published site: written, or taken over from the last build where they are the same.
//!
//! A record says of every file what it was made of and how it looked on the disk when it was written. A file that still
//! looks so is linked into the new site, with its compressed siblings, which cost the most.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use portico_contract::{MANIFEST_FILE, Manifest};
use serde::{Deserialize, Serialize};

use crate::cache::{Cache, StoredDiagnostic, engine};
use crate::compress::{is_in_blocks, siblings};
use crate::fingerprint::Fingerprint;
use crate::gzip_blocks::{Block, gzip_in_blocks};
use crate::publish::{PublishError, Staging};
use crate::retention::files_to_keep;

/// What the last good build wrote to a place.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Record {
    /// What made it.
    engine: Option<Fingerprint>,
    /// What is to be known of it.
    pub(crate) about: About,
    files: BTreeMap<String, Written>,
    /// Files of the release before that were kept.
    retained: BTreeMap<String, Look>,
}

/// What a good build came from, and what it said.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct About {
    /// Of everything that it was made from.
    pub(crate) inputs: Option<Fingerprint>,
    /// Everything that was said.
    pub(crate) diagnostics: Vec<StoredDiagnostic>,
    /// Number of pages.
    pub(crate) n_pages: usize,
}

/// A file as it was written.
#[derive(Clone, Serialize, Deserialize)]
struct Written {
    content: Fingerprint,
    look: Look,
    /// Its compressed siblings, by ending.
    siblings: Vec<(String, Look)>,
    /// What a large file's gzip stream consists of.
    blocks: Vec<Block>,
}

/// What tells that a file has not been touched.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Look {
    length: u64,
    /// Seconds and nanoseconds since 1970.
    modified: (u64, u32),
}

impl Look {
    fn of(metadata: &Metadata) -> Self {
        let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let modified = modified.unwrap_or_default();
        Self { length: metadata.len(), modified: (modified.as_secs(), modified.subsec_nanos()) }
    }
}

impl Record {
    /// What is known of the site at a place; nothing if that is of no use.
    pub(crate) fn read(cache: &Cache, target: &Path) -> Self {
        let kept = cache.read_checked(&name(target));
        let record = kept.and_then(|bytes| rmp_serde::from_slice::<Self>(&bytes).ok());
        record.filter(|record| record.engine == Some(engine())).unwrap_or_default()
    }

    fn keep(&self, cache: &Cache, target: &Path) {
        let bytes = rmp_serde::to_vec(self).expect("plain data can be written to memory");
        cache.write_checked(&name(target), bytes);
    }

    /// Whether these very files, and no others, are at the place.
    pub(crate) fn is_in_place(&self, target: &Path) -> bool {
        let mut expected = BTreeMap::new();
        for (path, file) in &self.files {
            expected.insert(path.clone(), file.look);
            let siblings = file.siblings.iter().map(|(ending, look)| (format!("{path}{ending}"), *look));
            expected.extend(siblings);
        }
        expected.extend(self.retained.iter().map(|(path, look)| (path.clone(), *look)));
        let n_found = count_expected(target, "", &expected);
        n_found.is_some_and(|n_found| n_found == expected.len())
    }

    /// Number of files and their size in bytes.
    pub(crate) fn size(&self) -> (u64, u64) {
        let looks = self
            .files
            .values()
            .flat_map(|file| std::iter::once(&file.look).chain(file.siblings.iter().map(|(_, look)| look)));
        looks
            .chain(self.retained.values())
            .fold((0, 0), |(n_files, n_bytes), look| (n_files + 1, n_bytes + look.length))
    }
}

/// Number of files below a folder; `None` if one of them is not as expected.
fn count_expected(folder: &Path, below: &str, expected: &BTreeMap<String, Look>) -> Option<usize> {
    let mut n_found = 0;
    for entry in fs::read_dir(folder).ok()? {
        let entry = entry.ok()?;
        let name = entry.file_name().into_string().ok()?;
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.file_type().ok()?.is_dir() {
            n_found += count_expected(&entry.path(), &path, expected)?;
        } else {
            let look = Look::of(&entry.metadata().ok()?);
            expected.get(&path).filter(|expected| **expected == look)?;
            n_found += 1;
        }
    }
    Some(n_found)
}

/// Where the record of a place is kept.
fn name(target: &Path) -> String {
    let target = target.canonicalize().or_else(|_| std::path::absolute(target));
    let target = target.unwrap_or_default();
    format!("output-{}", Fingerprint::of(target.as_os_str().as_encoded_bytes()))
}

/// Where files go, or nowhere for a check.
pub(crate) struct Outputs {
    place: Option<Place>,
    n_files: AtomicU64,
    n_bytes: AtomicU64,
}

struct Place {
    target: PathBuf,
    staging: Staging,
    /// The site in place.
    before: Record,
    /// The site that is being written.
    now: Mutex<BTreeMap<String, Written>>,
}

impl Outputs {
    /// For a build that only checks.
    pub(crate) fn nowhere() -> Self {
        Self { place: None, n_files: AtomicU64::new(0), n_bytes: AtomicU64::new(0) }
    }

    /// For a site that will stand at `target`, where there is one now that `before` tells of.
    pub(crate) fn begin(target: &Path, before: Record) -> Result<Self, PublishError> {
        let staging = Staging::begin(target)?;
        let place = Place { target: target.to_owned(), staging, before, now: Mutex::default() };
        Ok(Self { place: Some(place), ..Self::nowhere() })
    }

    /// A file and its compressed siblings. The answer is what [`Outputs::reuse`] knows the content by.
    pub(crate) fn file(&self, path: &str, bytes: &[u8]) -> Result<Fingerprint, PublishError> {
        if is_in_blocks(path, bytes) {
            return self.file_in_blocks(path, bytes);
        }
        self.file_with(path, bytes, || siblings(path, bytes))
    }

    /// A large file, of which only what changed is compressed anew.
    fn file_in_blocks(&self, path: &str, bytes: &[u8]) -> Result<Fingerprint, PublishError> {
        let content = Fingerprint::of(bytes);
        let Some(place) = &self.place else { return Ok(content) };
        if self.reuse(path, content)? {
            return Ok(content);
        }
        let packed = format!("{path}.gz");
        let before = place.before.files.get(path).filter(|known| !known.blocks.is_empty());
        let stream = before.and_then(|known| {
            let look = known.siblings.first()?.1;
            let stream = place.target.join(&packed);
            (look_of(&stream) == Some(look)).then(|| fs::read(stream).ok()).flatten()
        });
        let known = stream.as_deref().zip(before.map(|before| before.blocks.as_slice()));
        let (stream, blocks) = gzip_in_blocks(bytes, known);
        let look = self.plain(place, path, bytes)?;
        let siblings = vec![(".gz".to_owned(), self.plain(place, &packed, &stream)?)];
        place.note(path, Written { content, look, siblings, blocks });
        Ok(content)
    }

    /// A file of the theme, which brings its compressed siblings.
    pub(crate) fn theme_file(&self, path: &str, bytes: &[u8]) -> Result<(), PublishError> {
        self.file_with(path, bytes, || portico_theme::siblings(path)).map(drop)
    }

    fn file_with<B: AsRef<[u8]>>(
        &self,
        path: &str,
        bytes: &[u8],
        siblings: impl FnOnce() -> Vec<(&'static str, B)>,
    ) -> Result<Fingerprint, PublishError> {
        let content = Fingerprint::of(bytes);
        let Some(place) = &self.place else { return Ok(content) };
        if self.reuse(path, content)? {
            return Ok(content);
        }
        let look = self.plain(place, path, bytes)?;
        let siblings = siblings().into_iter().map(|(ending, compressed)| {
            Ok((ending.to_owned(), self.plain(place, &format!("{path}{ending}"), compressed.as_ref())?))
        });
        let siblings = siblings.collect::<Result<_, PublishError>>()?;
        place.note(path, Written { content, look, siblings, blocks: Vec::new() });
        Ok(content)
    }

    /// A file without compressed siblings, written anew with every build: servers know by one that there was a build.
    pub(crate) fn plain_file(&self, path: &str, bytes: &[u8]) -> Result<(), PublishError> {
        let Some(place) = &self.place else { return Ok(()) };
        let look = self.plain(place, path, bytes)?;
        place.note(
            path,
            Written { content: Fingerprint::of(bytes), look, siblings: Vec::new(), blocks: Vec::new() },
        );
        Ok(())
    }

    /// Takes over a file of the site in place with its siblings, if it holds that content; says whether it does.
    pub(crate) fn reuse(&self, path: &str, content: Fingerprint) -> Result<bool, PublishError> {
        self.reuse_as(path, path, content)
    }

    /// Takes over a file of the site in place like [`Outputs::reuse`], under another name.
    pub(crate) fn reuse_as(
        &self,
        known: &str,
        path: &str,
        content: Fingerprint,
    ) -> Result<bool, PublishError> {
        let Some(place) = &self.place else { return Ok(true) };
        let Some((known, written)) =
            place.before.files.get_key_value(known).filter(|(_, written)| written.content == content)
        else {
            return Ok(false);
        };
        let own = std::iter::once(("", written.look));
        let siblings = written.siblings.iter().map(|(ending, look)| (ending.as_str(), *look));
        let is_untouched = |(ending, look): (&str, Look)| {
            look_of(&place.target.join(format!("{known}{ending}"))) == Some(look)
        };
        if !own.chain(siblings).all(is_untouched) {
            return Ok(false);
        }
        let taken = |ending: &str, look: Look| {
            self.count(look.length);
            let copy = place.staging.reuse(&format!("{known}{ending}"), &format!("{path}{ending}"))?;
            Ok::<_, PublishError>(copy.map_or(look, |copy| Look::of(&copy)))
        };
        let look = taken("", written.look)?;
        let siblings =
            written.siblings.iter().map(|(ending, look)| Ok((ending.clone(), taken(ending, *look)?)));
        let siblings = siblings.collect::<Result<_, PublishError>>()?;
        let blocks = written.blocks.clone();
        place.note(path, Written { content, look, siblings, blocks });
        Ok(true)
    }

    /// Number of bytes of a file that was written or taken over; 0 for a build that only checks.
    pub(crate) fn length(&self, path: &str) -> usize {
        let Some(place) = &self.place else { return 0 };
        let now = place.now.lock().unwrap_or_else(PoisonError::into_inner);
        now.get(path).map_or(0, |file| usize::try_from(file.look.length).unwrap_or_default())
    }

    /// The text of a file that was written or taken over; empty for a build that only checks.
    pub(crate) fn text(&self, path: &str) -> Result<String, PublishError> {
        self.place.as_ref().map_or(Ok(String::new()), |place| place.staging.text(path))
    }

    /// Puts the new site in place, and keeps what is to be known of it. `about` tells what it was made from; the
    /// manifest is completed and written last, as servers know by it that there was a build.
    ///
    /// The answer is the number of files and their size in bytes.
    pub(crate) fn commit(
        self,
        cache: &Cache,
        about: About,
        mut manifest: Manifest,
    ) -> Result<(u64, u64), PublishError> {
        let Some(place) = &self.place else { return Ok((0, 0)) };
        let retained = place.retain(&mut manifest)?;
        for look in retained.values() {
            self.count(look.length);
        }
        let manifest = serde_json::to_vec_pretty(&manifest).expect("the manifest is plain data");
        self.plain_file(MANIFEST_FILE, &manifest)?;
        let size = (self.n_files.load(Ordering::Relaxed), self.n_bytes.load(Ordering::Relaxed));
        let Some(Place { target, staging, now, .. }) = self.place else { return Ok(size) };
        staging.commit()?;
        let files = now.into_inner().unwrap_or_else(PoisonError::into_inner);
        Record { engine: Some(engine()), about, files, retained }.keep(cache, &target);
        Ok(size)
    }

    fn plain(&self, place: &Place, path: &str, bytes: &[u8]) -> Result<Look, PublishError> {
        let look = Look::of(&place.staging.write(path, bytes)?);
        self.count(look.length);
        Ok(look)
    }

    fn count(&self, n_bytes: u64) {
        self.n_files.fetch_add(1, Ordering::Relaxed);
        self.n_bytes.fetch_add(n_bytes, Ordering::Relaxed);
    }
}

impl Place {
    /// Names the release, and takes over what it keeps of the one before.
    fn retain(&self, manifest: &mut Manifest) -> Result<BTreeMap<String, Look>, PublishError> {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let parts = now.iter().flat_map(|(path, file)| [path.as_bytes(), file.content.as_ref()]);
        manifest.release = Fingerprint::of_parts(parts).to_string();
        let own = now.iter().flat_map(|(path, file)| {
            let siblings = file.siblings.iter().map(move |(ending, _)| format!("{path}{ending}"));
            std::iter::once(path.clone()).chain(siblings)
        });
        manifest.retained = files_to_keep(&self.target, manifest, &own.collect());
        let looks = manifest.retained.iter().map(|path| {
            let taken = self.staging.reuse(path, path)?.or_else(|| metadata_of(&self.target.join(path)));
            Ok((path.clone(), taken.as_ref().map(Look::of).unwrap_or_default()))
        });
        looks.collect()
    }

    fn note(&self, path: &str, written: Written) {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), written);
    }
}

fn look_of(path: &Path) -> Option<Look> {
    metadata_of(path).as_ref().map(Look::of)
}

fn metadata_of(path: &Path) -> Option<Metadata> {
    fs::symlink_metadata(path).ok().filter(Metadata::is_file)
}
