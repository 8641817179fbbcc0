//! Large files once more in memory of the system's own, from where it sends them without copying.
//!
//! Bytes of ours that go to a socket are copied; bytes of a file are not (`sendfile`). So large files are mirrored in a
//! file that lives in memory and that nobody can change. HTTP is written as ever: where a write is to take bytes that
//! are mirrored, [`MirroredStream`] has the system send the mirror instead. Encrypted connections never come to that, as
//! what they write is made for them alone. Linux only; elsewhere there are no mirrors.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, ready};

use hyper::body::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;

use self::system::SealedFile;

/// Length from which bytes are mirrored, and sent that way: below, another call to the system costs more than a copy.
const WORTH_IT: usize = 32 * 1024;

/// Where bytes in memory are once more in a file of the system's, from where it can send them without copying.
#[derive(Debug)]
pub struct Mirror {
    bytes: Bytes,
    /// Of all files of a site.
    file: Arc<SealedFile>,
    offset: u64,
}

/// Memory that bytes of this length take up when they are held, with their mirror if they have one.
pub(crate) fn memory_for(length: u64) -> u64 {
    if cfg!(target_os = "linux") && length >= WORTH_IT as u64 { length.saturating_mul(2) } else { length }
}

/// Mirrors those of many bytes that are large enough, in their order; none if the system has no room or no such thing.
pub(crate) fn mirror_all<'b>(all: impl Iterator<Item = &'b Bytes>) -> Vec<Option<Arc<Mirror>>> {
    let all: Vec<&Bytes> = all.collect();
    let large: Vec<&Bytes> = all.iter().copied().filter(|bytes| bytes.len() >= WORTH_IT).collect();
    let sealed = if large.is_empty() { None } else { SealedFile::of(&large).ok().map(Arc::new) };
    let Some(file) = sealed else { return vec![None; all.len()] };
    let mut offset = 0;
    all.into_iter()
        .map(|bytes| {
            let mirror = Mirror { bytes: bytes.clone(), file: Arc::clone(&file), offset };
            (bytes.len() >= WORTH_IT).then(|| {
                offset += bytes.len() as u64;
                Arc::new(mirror)
            })
        })
        .collect()
}

impl Mirror {
    /// Finds a part of the mirrored bytes: the very ones in memory, not their like.
    fn offset_of(&self, part: &[u8]) -> Option<u64> {
        let from_start = part.as_ptr().addr().checked_sub(self.bytes.as_ptr().addr())?;
        let is_within = from_start + part.len() <= self.bytes.len();
        is_within.then(|| self.offset + from_start as u64)
    }
}

/// The mirror of what a connection is about to write.
#[derive(Debug, Default)]
pub(crate) struct NextMirror(Mutex<Weak<Mirror>>);

impl NextMirror {
    /// Notes that a mirrored body comes next.
    pub(crate) fn set(&self, mirror: &Arc<Mirror>) {
        // Weak, so that a connection without requests holds no build that is gone.
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(mirror);
    }

    /// Finds what of a write is mirrored: how many slices come before it, and where it is in which mirror.
    fn find(&self, slices: &[IoSlice<'_>]) -> Option<Found> {
        let n_before = slices.iter().position(|slice| slice.len() >= WORTH_IT)?;
        let mirror = self.0.lock().unwrap_or_else(PoisonError::into_inner).upgrade()?;
        let offset = mirror.offset_of(&slices[n_before])?;
        Some(Found { mirror, n_before, offset })
    }
}

struct Found {
    mirror: Arc<Mirror>,
    n_before: usize,
    offset: u64,
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
        let Some(found) = self.next.find(slices) else {
            return Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        };
        loop {
            ready!(self.stream.poll_write_ready(context))?;
            let sent = self.stream.try_io(Interest::WRITABLE, || {
                let Found { mirror, n_before, offset } = &found;
                let (before, body) = (&slices[..*n_before], &slices[*n_before]);
                mirror.file.send(&self.stream, before, *offset, body.len())
            });
            match sent {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                sent => return Poll::Ready(sent),
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
    use std::io::{self, IoSlice, Write as _};

    use hyper::body::Bytes;
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create, sendfile};
    use rustix::net::{SendFlags, send};
    use tokio::net::TcpStream;

    /// A file in memory that nobody can change any more.
    #[derive(Debug)]
    pub(super) struct SealedFile(File);

    impl SealedFile {
        /// Writes bytes one after another.
        pub(super) fn of(all: &[&Bytes]) -> io::Result<Self> {
            let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
            let mut file = File::from(memfd_create("portico-mirror", flags)?);
            for bytes in all {
                file.write_all(bytes)?;
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
    use std::io::{self, IoSlice};

    use hyper::body::Bytes;
    use tokio::net::TcpStream;

    /// There is none where files cannot be sealed.
    #[derive(Debug)]
    pub(super) enum SealedFile {}

    impl SealedFile {
        pub(super) fn of(_: &[&Bytes]) -> io::Result<Self> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub(super) fn send(&self, _: &TcpStream, _: &[IoSlice<'_>], _: u64, _: usize) -> io::Result<usize> {
            match *self {}
        }
    }
}
