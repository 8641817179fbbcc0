//! What a new release keeps of the one before.
//!
//! A reader may have a page open while the site is published anew. It goes on asking for what its own release named:
//! chunks and style sheets by names with hashes, and the data of pages that are gone. So these files stay for one
//! release and are dropped by the next. The manifest lists them; a build into an empty folder keeps nothing, and is the
//! same everywhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use portico_contract::{MANIFEST_FILE, Manifest};

/// Where the data of pages is, beside the folders that the manifest calls immutable.
const PAGE_DATA_FOLDER: &str = "page-data";

/// The files of the site at `target` that the release to come keeps: sorted paths below it.
///
/// `next` is the manifest to come, and `own` are the files that the release brings itself.
pub(crate) fn files_to_keep(target: &Path, next: &Manifest, own: &BTreeSet<String>) -> Vec<String> {
    let previous = fs::read(target.join(MANIFEST_FILE)).ok();
    let Some(previous) = previous.and_then(|bytes| serde_json::from_slice::<Manifest>(&bytes).ok()) else {
        return Vec::new();
    };
    let retained: BTreeSet<&String> = previous.retained.iter().collect();
    // The same release once more is no further one: what it kept, it goes on keeping.
    let is_same = previous.release == next.release;
    let mut found = Vec::new();
    let folders = previous.immutable.iter().map(|folder| folder.trim_matches('/'));
    for folder in folders.chain([PAGE_DATA_FOLDER]) {
        list(target, folder, &mut found);
    }
    found.retain(|path| retained.contains(path) == is_same && !own.contains(path));
    found.sort();
    found
}

/// The files below a folder. What cannot be read is not kept: it could not be served either.
fn list(root: &Path, folder: &str, found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(root.join(folder)) else { return };
    for entry in entries.filter_map(Result::ok) {
        let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) else { continue };
        let path = format!("{folder}/{name}");
        if kind.is_dir() {
            list(root, &path, found);
        } else if kind.is_file() {
            found.push(path);
        }
    }
}
