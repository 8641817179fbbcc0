//! What something was made from, as a hash: the same sources need not be made into it again.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// A hash over the names and contents of files: those that are named, and those below folders that are.
pub(crate) fn fingerprint(folder: &Path, names: &[&str]) -> anyhow::Result<String> {
    let mut files = BTreeSet::new();
    for name in names {
        collect(&folder.join(name), &mut files)?;
    }
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.strip_prefix(folder).unwrap_or(&file).hash(&mut hasher);
        fs::read(&file).with_context(|| format!("reading {}", file.display()))?.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn collect(path: &Path, files: &mut BTreeSet<PathBuf>) -> anyhow::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path).with_context(|| format!("listing {}", path.display()))? {
            collect(&entry?.path(), files)?;
        }
    } else if path.is_file() {
        files.insert(path.to_owned());
    }
    Ok(())
}
