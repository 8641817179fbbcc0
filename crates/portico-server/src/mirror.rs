//! Large files once more where the system holds them, from where it sends them without copying.
//!
//! Bytes of ours that go to a socket are copied; bytes of a file are not (`sendfile`). A file that never changes under its
//! name is sent from where it was published; others are mirrored in a file that lives in memory and that nobody can change.
//! HTTP is written as ever: where a write is to take bytes that are mirrored, [`MirroredStream`] has the system send the
//! mirror instead, and where that fails, the bytes themselves. Encrypted connections never come to that, as what they
//! write is made for them alone. Linux only; elsewhere there are no mirrors.
//!
//! Each worker has mirrors of its own: sending counts who uses the bytes, their mirror and, inside the system, the open
//! file.

use std::fs::File;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use hyper::body::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;

use self::system::SentFile;
use crate::per_worker::PerWorker;

/// Length from which bytes are mirrored, and sent that way: below, another call to the system costs more than a copy.
const WORTH_IT: usize = 32 * 1024;

/// Where bytes in memory are once more in a file of the system's, from where it can send them without copying.
#[derive(Debug)]
pub struct Mirror {
    bytes: Bytes,
    /// Of the bytes alone, or of all that are mirrored.
    file: Arc<SentFile>,
    offset: u64,
}

/// The mirrors of the same bytes, one for each worker.
pub(crate) type Mirrors = PerWorker<Arc<Mirror>>;

/// Whether a file is opened once, or once for each worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    Shared,
    PerWorker,
}

/// Tells whether the system is to send bytes of this length.
pub(crate) fn is_worth_mirroring(length: u64) -> bool {
    cfg!(target_os = "linux") && length >= WORTH_IT as u64
}

/// Memory that bytes of this length may take up when they are held, with their mirror if they have one.
pub(crate) fn memory_for(length: u64) -> u64 {
    if is_worth_mirroring(length) { length.saturating_mul(2) } else { length }
}

/// Mirrors those of many bytes that are large enough, in their order; none if the system has no room or no such thing.
pub(crate) fn mirror_all<'b>(all: impl Iterator<Item = &'b Bytes>) -> Vec<Option<Arc<Mirrors>>> {
    let all: Vec<&Bytes> = all.collect();
    let large: Vec<&Bytes> = all.iter().copied().filter(|bytes| bytes.len() >= WORTH_IT).collect();
    let sealed = if large.is_empty() { None } else { SentFile::sealed(&large).ok() };
    let Some(file) = sealed else { return vec![None; all.len()] };
    let files = file.open(Opening::PerWorker);
    let mut offset = 0;
    all.into_iter()
        .map(|bytes| {
            (bytes.len() >= WORTH_IT).then(|| {
                let mirrors = mirrors(bytes, &files, offset);
                offset = next_page(offset + bytes.len() as u64);
                mirrors
            })
        })
        .collect()
}

/// Mirrors bytes that were read from a file in that file. It must not change.
pub(crate) fn mirror_published(bytes: &Bytes, file: File, opening: Opening) -> Arc<Mirrors> {
    mirrors(bytes, &SentFile(file).open(opening), 0)
}

fn mirrors(bytes: &Bytes, files: &PerWorker<Arc<SentFile>>, offset: u64) -> Arc<Mirrors> {
    let mirror = |file: &Arc<SentFile>| {
        // The same bytes, counted on their own.
        Arc::new(Mirror { bytes: Bytes::from_owner(bytes.clone()), file: Arc::clone(file), offset })
    };
    Arc::new(files.map(mirror))
}

/// Where the next of the bytes that are mirrored begin: what shares no page with others is sent in the fewest pieces.
fn next_page(offset: u64) -> u64 {
    offset.next_multiple_of(4096)
}

impl Mirror {
    /// The bytes that are mirrored.
    pub(crate) fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Finds a part of the mirrored bytes: the very ones in memory, not their like.
    fn offset_of(&self, part: &[u8]) -> Option<u64> {
        let from_start = part.as_ptr().addr().checked_sub(self.bytes.as_ptr().addr())?;
        let is_within = from_start + part.len() <= self.bytes.len();
        is_within.then(|| self.offset + from_start as u64)
    }
}

/// The mirror of what a connection is about to write.
#[derive(Debug, Default)]
pub(crate) struct NextMirror(Mutex<Option<Arc<Mirror>>>);

impl NextMirror {
    /// Notes that a mirrored body comes next.
    pub(crate) fn set(&self, mirror: Arc<Mirror>) {
        *self.lock() = Some(mirror);
    }

    /// Finds what of a write is mirrored and takes it out; nothing is left here in either case, so that a connection
    /// without requests holds no build that is gone.
    fn take(&self, slices: &[IoSlice<'_>]) -> Option<Found> {
        let mirror = self.lock().take()?;
        let n_before = slices.iter().position(|slice| slice.len() >= WORTH_IT)?;
        let offset = mirror.offset_of(&slices[n_before])?;
        Some(Found { mirror, n_before, offset })
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Mirror>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of a write that is mirrored.
struct Found {
    mirror: Arc<Mirror>,
    /// Slices that come before it.
    n_before: usize,
    offset: u64,
}

impl Found {
    /// Sends what comes before and as much of the mirror as the system takes; tells also whether that was all.
    fn send(&self, socket: &TcpStream, slices: &[IoSlice<'_>]) -> io::Result<(usize, bool)> {
        let (before, body) = (&slices[..self.n_before], &slices[self.n_before]);
        let n_sent = self.mirror.file.send(socket, before, self.offset, body.len())?;
        let n_all = before.iter().map(|slice| slice.len()).sum::<usize>() + body.len();
        Ok((n_sent, n_sent == n_all))
    }
}

/// A connection that has the system send what is mirrored.
#[derive(Debug)]
pub(crate) struct MirroredStream {
    stream: TcpStream,
    next: Arc<NextMirror>,
}

impl MirroredStream {
    pub(crate) fn new(stream: TcpStream, next: Arc<NextMirror>) -> Self {
        Self { stream, next }
    }

    fn poll_send(
        &self,
        context: &mut Context<'_>,
        found: &Found,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<(usize, bool)>> {
        loop {
            ready!(self.stream.poll_write_ready(context))?;
            match self.stream.try_io(Interest::WRITABLE, || found.send(&self.stream, slices)) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                sent => return Poll::Ready(sent),
            }
        }
    }
}

impl AsyncRead for MirroredStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for MirroredStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let Some(found) = self.next.take(slices) else {
            return Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        };
        match self.poll_send(context, &found, slices) {
            Poll::Ready(Ok((n_sent @ 1.., is_all))) => {
                if !is_all {
                    self.next.set(found.mirror);
                }
                Poll::Ready(Ok(n_sent))
            }
            // Whoever cut the file short, or broke its disk, did nothing to the bytes.
            Poll::Ready(Ok((0, _)) | Err(_)) => {
                Pin::new(&mut self.stream).poll_write_vectored(context, slices)
            }
            Poll::Pending => {
                self.next.set(found.mirror);
                Poll::Pending
            }
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs::File;
    use std::io::{self, IoSlice};
    use std::os::fd::AsRawFd as _;
    use std::os::unix::fs::FileExt as _;
    use std::sync::Arc;

    use hyper::body::Bytes;
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create, sendfile};
    use rustix::net::{SendFlags, send};
    use tokio::net::TcpStream;

    use super::{Opening, next_page};
    use crate::per_worker::PerWorker;

    /// A file that the system sends from.
    #[derive(Debug)]
    pub(super) struct SentFile(pub(super) File);

    impl SentFile {
        /// Opens it for the workers: once more for each, or, where that is not wanted or not to be had, as it is for all.
        pub(super) fn open(self, opening: Opening) -> PerWorker<Arc<Self>> {
            let shared = Arc::new(self);
            PerWorker::new(|| match opening {
                Opening::PerWorker => shared.opened_again().map_or_else(|_| Arc::clone(&shared), Arc::new),
                Opening::Shared => Arc::clone(&shared),
            })
        }

        /// The very same file, whatever its name leads to by now.
        fn opened_again(&self) -> io::Result<Self> {
            File::open(format!("/proc/self/fd/{}", self.0.as_raw_fd())).map(Self)
        }

        /// A file in memory that nobody can change any more: bytes one after another, each from a page's beginning.
        pub(super) fn sealed(all: &[&Bytes]) -> io::Result<Self> {
            let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
            let file = File::from(memfd_create("portico-mirror", flags)?);
            let mut offset = 0;
            for bytes in all {
                file.write_all_at(bytes, offset)?;
                offset = next_page(offset + bytes.len() as u64);
            }
            fcntl_add_seals(&file, SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL)?;
            Ok(Self(file))
        }

        /// Sends what comes before, and of the file as much as the socket takes; gives the bytes of both.
        pub(super) fn send(
            &self,
            socket: &TcpStream,
            before: &[IoSlice<'_>],
            mut offset: u64,
            length: usize,
        ) -> io::Result<usize> {
            let mut n_before = 0;
            for slice in before {
                // More comes at once, so that head and body share packets.
                match send(socket, slice, SendFlags::MORE | SendFlags::NOSIGNAL) {
                    Ok(n_sent) if n_sent == slice.len() => n_before += n_sent,
                    Ok(n_sent) => return Ok(n_before + n_sent),
                    Err(_) if n_before > 0 => return Ok(n_before),
                    Err(error) => return Err(error.into()),
                }
            }
            match sendfile(socket, &self.0, Some(&mut offset), length) {
                Ok(n_sent) => Ok(n_before + n_sent),
                Err(_) if n_before > 0 => Ok(n_before),
                Err(error) => Err(error.into()),
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::fs::File;
    use std::io::{self, IoSlice};
    use std::sync::Arc;

    use hyper::body::Bytes;
    use tokio::net::TcpStream;

    use super::Opening;
    use crate::per_worker::PerWorker;

    /// A file that is not sent from where the system does not do so in this way.
    #[derive(Debug)]
    pub(super) struct SentFile(pub(super) File);

    impl SentFile {
        pub(super) fn open(self, _: Opening) -> PerWorker<Arc<Self>> {
            let shared = Arc::new(self);
            PerWorker::new(|| Arc::clone(&shared))
        }

        pub(super) fn sealed(_: &[&Bytes]) -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(super) fn send(&self, _: &TcpStream, _: &[IoSlice<'_>], _: u64, _: usize) -> io::Result<usize> {
            let Self(_not_sent) = self;
            Err(io::ErrorKind::Unsupported.into())
        }
    }
}
