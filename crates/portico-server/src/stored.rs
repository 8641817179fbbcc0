//! Where the bytes of a published file are: in memory, or still on disk.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use hyper::body::Bytes;

use crate::mirror::Mirrors;

/// The bytes of a published file.
#[derive(Clone, Debug)]
pub(crate) enum Stored {
    /// All in memory; twice, if it is large.
    Memory(Bytes, Option<Arc<Mirrors>>),
    /// Read when asked for.
    Disk(Arc<DiskFile>),
}

/// A published file that is not held in memory.
///
/// Requests at the same time share one copy of it, so that slow readers of a large file cost no more than one.
#[derive(Debug)]
pub struct DiskFile {
    path: PathBuf,
    identity: Identity,
    shared: Mutex<Weak<[u8]>>,
}

/// A published file is no longer the one that was found when the site was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file changed since the site was loaded")]
pub struct FileChanged;

/// What tells one state of a file from another without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    length: u64,
    modified: Option<SystemTime>,
    #[cfg(unix)]
    inode: (u64, u64),
}

impl Identity {
    /// Reads the identity out of a file's metadata.
    pub(crate) fn of(metadata: &Metadata) -> Self {
        Self {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            #[cfg(unix)]
            inode: {
                use std::os::unix::fs::MetadataExt as _;
                (metadata.dev(), metadata.ino())
            },
        }
    }

    /// The file's length in bytes.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }
}

impl DiskFile {
    pub(crate) fn new(path: PathBuf, identity: Identity) -> Self {
        Self { path, identity, shared: Mutex::new(Weak::<[u8; 0]>::new()) }
    }

    /// Reads the file, or shares what another request has read and not yet sent. Blocks on the disk.
    pub fn read(&self) -> Result<Bytes, FileChanged> {
        // Held while reading, so that a crowd asking for one file reads it once.
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bytes) = shared.upgrade() {
            return Ok(Bytes::from_owner(bytes));
        }
        let (found, bytes) = read_with_identity(&self.path).map_err(|_| FileChanged)?;
        if found != self.identity {
            return Err(FileChanged);
        }
        let bytes: Arc<[u8]> = bytes.into();
        *shared = Arc::downgrade(&bytes);
        Ok(Bytes::from_owner(bytes))
    }
}

/// Reads a file together with the identity of what was read.
pub(crate) fn read_with_identity(path: &Path) -> io::Result<(Identity, Vec<u8>)> {
    open_and_read(path).map(|(_, identity, bytes)| (identity, bytes))
}

/// Reads a file together with the identity of what was read, and leaves it open.
pub(crate) fn open_and_read(path: &Path) -> io::Result<(File, Identity, Vec<u8>)> {
    let mut file = File::open(path)?;
    let identity = Identity::of(&file.metadata()?);
    let mut bytes = Vec::with_capacity(usize::try_from(identity.length()).unwrap_or(0));
    file.read_to_end(&mut bytes)?;
    Ok((file, identity, bytes))
}
