//! Gzip (RFC 1952) and zlib (RFC 1950) streams of bytes in memory, equal for equal bytes.
//!
//! Text is compressed by libdeflate, which takes three quarters of zlib's time. Pictures of few colours are left to zlib:
//! their long runs of equal bytes take libdeflate more than twice as long.

use std::cell::RefCell;

use flate2::{Compress, Compression, FlushCompress, Status};
use libdeflater::{CompressionLvl, Compressor};

/// Least room in bytes that a zlib stream is given at first.
const ROOM: usize = 1024;

/// Compresses bytes; `level` is 1 (fast) to 12 (small). The header's time stays zero: equal input, equal bytes.
///
/// A compressor's tables are larger than most files: each thread makes them once for a level and keeps them, and the room
/// that streams are written to, which would have to be cleared.
///
/// # Panics
///
/// If there is no such level, or no memory for the stream.
pub fn gzip(bytes: &[u8], level: i32) -> Vec<u8> {
    thread_local! {
        static COMPRESSORS: RefCell<Vec<(i32, Compressor)>> = const { RefCell::new(Vec::new()) };
        static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    }
    COMPRESSORS.with_borrow_mut(|compressors| {
        let known = compressors.iter().position(|(of, _)| *of == level);
        let at = known.unwrap_or_else(|| {
            let compressor = Compressor::new(CompressionLvl::new(level).expect("a level that there is"));
            compressors.push((level, compressor));
            compressors.len() - 1
        });
        let compressor = &mut compressors[at].1;
        ROOM.with_borrow_mut(|room| {
            room.resize(compressor.gzip_compress_bound(bytes.len()).max(room.len()), 0);
            let length = compressor.gzip_compress(bytes, room).expect("there is room for any bytes");
            room[..length].to_vec()
        })
    })
}

/// Compresses bytes as a zlib stream, as pictures hold it; `level` is 1 (fast) to 9 (small). `room` is about the length to
/// be expected in bytes: room is cleared before it is used, and doubled where it is too little.
///
/// # Panics
///
/// If there is no memory for the stream.
pub fn zlib(bytes: &[u8], level: u32, room: usize) -> Vec<u8> {
    let mut compressor = Compress::new(Compression::new(level), true);
    let mut compressed = Vec::with_capacity(room.max(ROOM));
    loop {
        let done = usize::try_from(compressor.total_in()).expect("no more than there is");
        let status = compressor.compress_vec(&bytes[done..], &mut compressed, FlushCompress::Finish);
        if status.expect("any bytes can be compressed") == Status::StreamEnd {
            return compressed;
        }
        compressed.reserve(compressed.capacity());
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn streams_give_the_bytes_back_and_depend_on_nothing_else() {
        // Neither shrinks nor repeats, so that the room at first is too small.
        let noise = (0..100_000_u32).flat_map(|at| at.wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        let contents: [Vec<u8>; 4] = [Vec::new(), b"a".to_vec(), b"pay by bank ".repeat(2000), noise];
        for level in [1_u8, 6, 9] {
            let first: Vec<_> = contents.iter().map(|bytes| gzip(bytes, level.into())).collect();
            for (bytes, stream) in contents.iter().zip(&first).rev() {
                assert_eq!(&gzip(bytes, level.into()), stream, "made after others");
                let mut read = Vec::new();
                flate2::read::GzDecoder::new(stream.as_slice())
                    .read_to_end(&mut read)
                    .expect("a whole stream");
                assert_eq!(&read, bytes);
                read.clear();
                let stream = zlib(bytes, level.into(), 0);
                flate2::read::ZlibDecoder::new(stream.as_slice())
                    .read_to_end(&mut read)
                    .expect("a whole stream");
                assert_eq!(&read, bytes);
            }
        }
    }
}
