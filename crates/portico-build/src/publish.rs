//! Putting a built site in place of the old one, atomically.
//!
//! Files are written to a folder beside the target, which then changes places with the old one. Whatever happens before
//! that moment, the old site stays whole.

use std::fs::{self, File, Metadata};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use portico_contract::MANIFEST_FILE;

/// Why a site could not be put in place. The old one is whole in every case.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// Another build is writing to the same place.
    #[error("another build is writing to `{}`: wait for it to end", .0.display())]
    Busy(PathBuf),
    /// The place holds something that Portico did not write.
    #[error(
        "`{}` holds files that are not a published site: choose another folder with --out, or empty it first",
        .0.display()
    )]
    Foreign(PathBuf),
    /// The disk said no.
    #[error("cannot write `{}`: {error}", path.display())]
    Io {
        /// File or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// A site that is being written beside the one in place. Dropped without [`Staging::commit`], it leaves no trace.
pub(crate) struct Staging {
    target: PathBuf,
    next: PathBuf,
    /// Held while a build writes; the system lets go of it when the process ends, however it ends.
    _lock: File,
}

impl Staging {
    /// Begins a site that will stand at `target`.
    pub(crate) fn begin(target: &Path) -> Result<Self, PublishError> {
        refuse_foreign(target)?;
        let parent =
            target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(at(parent))?;
        let lock = lock(target)?;
        let next = beside(target, "next");
        remove(&next)?;
        fs::create_dir(&next).map_err(at(&next))?;
        Ok(Self { target: target.to_owned(), next, _lock: lock })
    }

    /// Writes a file; may be called by many threads at once. Says how the file looks on the disk.
    pub(crate) fn write(&self, path: &str, bytes: &[u8]) -> Result<Metadata, PublishError> {
        let path = self.next.join(path);
        let write = || {
            let mut file = File::create_new(&path)?;
            file.write_all(bytes)?;
            file.metadata()
        };
        self.make_room(&path, write)?.map_err(at(&path))
    }

    /// Takes a file over from the site in place, under whatever name: as a link to it, which looks as the file does, or
    /// where there are no links, as a copy. Says how a copy looks on the disk.
    pub(crate) fn reuse(&self, from: &str, to: &str) -> Result<Option<Metadata>, PublishError> {
        let (old, new) = (self.target.join(from), self.next.join(to));
        if self.make_room(&new, || fs::hard_link(&old, &new))?.is_ok() {
            return Ok(None);
        }
        let copied = fs::copy(&old, &new).and_then(|_| fs::symlink_metadata(&new));
        copied.map(Some).map_err(at(&new))
    }

    /// The text of a file of the new site.
    pub(crate) fn text(&self, path: &str) -> Result<String, PublishError> {
        let path = self.next.join(path);
        fs::read_to_string(&path).map_err(at(&path))
    }

    /// Makes a file; once more where its folder was missing, or where a file was in its place. That one may be a link into
    /// the old site, and must not be written to.
    fn make_room<T>(
        &self,
        path: &Path,
        make: impl Fn() -> io::Result<T>,
    ) -> Result<io::Result<T>, PublishError> {
        match make().map_err(|error| (error.kind(), error)) {
            Err((io::ErrorKind::NotFound, _)) => {
                let folder = path.parent().unwrap_or(&self.next);
                fs::create_dir_all(folder).map_err(at(folder))?;
                Ok(make())
            }
            Err((io::ErrorKind::AlreadyExists, _)) => {
                fs::remove_file(path).map_err(at(path))?;
                Ok(make())
            }
            result => Ok(result.map_err(|(_, error)| error)),
        }
    }

    /// Puts the new site in place of the old one, which is removed.
    pub(crate) fn commit(self) -> Result<(), PublishError> {
        swap(&self.next, &self.target)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // The unfinished site, or the old one after a swap. What cannot be removed now is removed by the next build.
        let _ = remove(&self.next);
    }
}

/// A folder that we did not make may hold somebody's work.
fn refuse_foreign(target: &Path) -> Result<(), PublishError> {
    let is_empty = fs::read_dir(target).map_or(true, |mut entries| entries.next().is_none());
    let is_ours = target.join(MANIFEST_FILE).exists();
    if is_empty || is_ours { Ok(()) } else { Err(PublishError::Foreign(target.to_owned())) }
}

fn lock(target: &Path) -> Result<File, PublishError> {
    let path = beside(target, "lock");
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(at(&path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(PublishError::Busy(target.to_owned())),
        Err(fs::TryLockError::Error(error)) => Err(PublishError::Io { path, error }),
    }
}

/// Makes `next` the target, and the old target `next`.
fn swap(next: &Path, target: &Path) -> Result<(), PublishError> {
    if !target.exists() {
        return fs::rename(next, target).map_err(at(target));
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, next, CWD, target, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    // File systems without an atomic exchange: the target is missing for the time between two renames.
    let old = beside(target, "old");
    remove(&old)?;
    fs::rename(target, &old).map_err(at(target))?;
    if let Err(error) = fs::rename(next, target) {
        fs::rename(&old, target).map_err(at(target))?;
        return Err(PublishError::Io { path: target.to_owned(), error });
    }
    fs::rename(&old, next).map_err(at(next))
}

fn remove(folder: &Path) -> Result<(), PublishError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(PublishError::Io { path: folder.to_owned(), error })
        }
        _ => Ok(()),
    }
}

/// `dist` -> `.dist.next`, in the same folder, so that a rename is enough.
fn beside(target: &Path, suffix: &str) -> PathBuf {
    let name = target.file_name().map_or_else(|| "dist".into(), |name| name.to_string_lossy());
    target.with_file_name(format!(".{name}.{suffix}"))
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> PublishError + '_ {
    move |error| PublishError::Io { path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn publish(target: &Path, files: &[(&str, &str)]) -> Result<(), PublishError> {
        let staging = Staging::begin(target)?;
        staging.write(MANIFEST_FILE, b"{}")?;
        for (path, text) in files {
            staging.write(path, text.as_bytes())?;
        }
        staging.commit()
    }

    #[test]
    fn replaces_the_whole_site_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("dist");
        publish(&target, &[("a/b.html", "one"), ("old.html", "old")]).expect("written");
        publish(&target, &[("a/b.html", "two")]).expect("replaced");
        assert_eq!(fs::read_to_string(target.join("a/b.html")).expect("present"), "two");
        assert!(!target.join("old.html").exists());
        let left = fs::read_dir(folder.path()).expect("listed").count();
        assert_eq!(left, 2, "only the site and its lock");
    }

    #[test]
    fn refuses_a_folder_that_is_not_a_published_site() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("thesis.txt"), "years of work").expect("written");
        assert!(matches!(publish(folder.path(), &[]), Err(PublishError::Foreign(_))));
        assert!(folder.path().join("thesis.txt").exists());
    }

    #[test]
    fn a_second_build_says_that_the_first_is_busy() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("dist");
        let _first = Staging::begin(&target).expect("free");
        assert!(matches!(publish(&target, &[]), Err(PublishError::Busy(_))));
    }

    #[test]
    fn an_unfinished_build_leaves_the_old_site_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("dist");
        publish(&target, &[("a.html", "one")]).expect("written");
        let staging = Staging::begin(&target).expect("free");
        staging.write("a.html", b"two").expect("written");
        drop(staging);
        assert_eq!(fs::read_to_string(target.join("a.html")).expect("present"), "one");
        // A file and a folder of the same name cannot both be written.
        assert!(publish(&target, &[("a.html", "two"), ("a.html/b.html", "two")]).is_err());
        assert_eq!(fs::read_to_string(target.join("a.html")).expect("present"), "one");
    }
}
