//! Large files as gzip in blocks that stand by themselves, so that a build compresses only what changed of them.
//!
//! A block ends at a line that the text itself chooses: an edit moves no end but those beside it. What comes out is one
//! gzip stream of one member, as of any compressor that flushes now and then (RFC 1951, 3.2.4).

use std::collections::HashMap;

use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::fingerprint::Fingerprint;

/// Files of at least so many bytes are compressed in blocks.
pub(crate) const LARGE: usize = 256 << 10;

/// Least and greatest size of a block in bytes. What repeats is found within 32 KB, and each block begins without any.
const LEAST: usize = 64 << 10;
const MOST: usize = 256 << 10;

/// Header of a stream without name and time, and its last block, which is empty.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
const END: [u8; 2] = [3, 0];

/// As of other files: the next one costs a fifth more and saves less than a percent.
const LEVEL: u32 = 5;

/// What a block holds, and its length in the stream in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Block {
    content: Fingerprint,
    length: usize,
}

/// A stream and the blocks that it consists of. Blocks of an earlier stream are taken over; with any or none, equal bytes
/// give equal streams.
pub(crate) fn gzip_in_blocks(bytes: &[u8], before: Option<(&[u8], &[Block])>) -> (Vec<u8>, Vec<Block>) {
    let known = before.map(|(stream, blocks)| blocks_of(stream, blocks)).unwrap_or_default();
    let blocks = cut(bytes);
    let packed = blocks.par_iter().map(|block| {
        let content = Fingerprint::of(block);
        let packed = known.get(&content).map_or_else(|| compress(block), |known| known.to_vec());
        (content, packed)
    });
    let packed: Vec<(Fingerprint, Vec<u8>)> = packed.collect();
    let mut stream = HEADER.to_vec();
    for (_, packed) in &packed {
        stream.extend_from_slice(packed);
    }
    stream.extend_from_slice(&END);
    let mut crc = Crc::new();
    crc.update(bytes);
    stream.extend_from_slice(&crc.sum().to_le_bytes());
    stream.extend_from_slice(&crc.amount().to_le_bytes());
    let blocks = packed.iter().map(|(content, packed)| Block { content: *content, length: packed.len() });
    (stream, blocks.collect())
}

/// The blocks of a stream by what they hold.
fn blocks_of<'a>(stream: &'a [u8], blocks: &[Block]) -> HashMap<Fingerprint, &'a [u8]> {
    let mut at = HEADER.len();
    let mut known = HashMap::new();
    for Block { content, length } in blocks {
        if let Some(packed) = stream.get(at..at + length) {
            known.insert(*content, packed);
        }
        at += length;
    }
    known
}

/// Cuts before lines whose first bytes are as one in sixteen, and else where a block would be too large.
fn cut(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut blocks = Vec::new();
    while bytes.len() > LEAST {
        let most = bytes.len().min(MOST);
        let is_end = |end: &usize| bytes[end - 1] == b'\n' && is_chosen(&bytes[*end..]);
        let (block, rest) = bytes.split_at((LEAST..most).find(is_end).unwrap_or(most));
        blocks.push(block);
        bytes = rest;
    }
    if !bytes.is_empty() {
        blocks.push(bytes);
    }
    blocks
}

fn is_chosen(line: &[u8]) -> bool {
    let mix = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    line.iter().take(24).fold(0x811c_9dc5, mix) >> 28 == 0
}

/// A block that ends at a whole byte and leaves nothing for the next one to refer to.
fn compress(block: &[u8]) -> Vec<u8> {
    let mut encoder = Compress::new(Compression::new(LEVEL), false);
    let mut packed = Vec::with_capacity(block.len() / 2 + 64);
    loop {
        let rest = &block[usize::try_from(encoder.total_in()).expect("as long as the block")..];
        let status = encoder.compress_vec(rest, &mut packed, FlushCompress::Full).expect("memory to memory");
        // All is written once there is room left.
        if status != Status::Ok || packed.len() < packed.capacity() {
            return packed;
        }
        packed.reserve(block.len() / 2 + 64);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn text(n_lines: u32, edited: Option<u32>) -> Vec<u8> {
        let line = |n: u32| format!("{n:x}: {} pays {}\n", n.wrapping_mul(2_654_435_761), n / 7);
        let lines = (0..n_lines).map(|n| if Some(n) == edited { "edited\n".to_owned() } else { line(n) });
        lines.collect::<String>().into_bytes()
    }

    fn unpacked(stream: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Reads one member only, and refuses a wrong checksum.
        let mut decoder = flate2::bufread::GzDecoder::new(stream);
        decoder.read_to_end(&mut bytes).expect("a whole stream");
        assert!(decoder.into_inner().is_empty(), "nothing follows");
        bytes
    }

    #[test]
    fn gives_the_bytes_back_whatever_they_are() {
        for bytes in [Vec::new(), b"short".to_vec(), text(40_000, None), vec![b'x'; 3 * MOST + 1]] {
            let (stream, blocks) = gzip_in_blocks(&bytes, None);
            assert!(unpacked(&stream) == bytes);
            assert!(blocks.len() >= bytes.len() / MOST);
        }
        let mut state = 1_u32;
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        });
        let noise: Vec<u8> = noise.take(MOST * 2).collect();
        assert!(unpacked(&gzip_in_blocks(&noise, None).0) == noise);
    }

    #[test]
    fn an_edit_changes_the_blocks_around_it_only() {
        let (before, blocks) = gzip_in_blocks(&text(60_000, None), None);
        for edited in [0, 30_000, 59_999] {
            let bytes = text(60_000, Some(edited));
            let (cold, _) = gzip_in_blocks(&bytes, None);
            let (warm, now) = gzip_in_blocks(&bytes, Some((&before, &blocks)));
            assert!(warm == cold, "line {edited}");
            let n_new = now.iter().filter(|block| blocks.iter().all(|old| old.content != block.content));
            assert!(now.len() > 12 && n_new.count() <= 2, "line {edited} of {} blocks", now.len());
        }
    }

    #[test]
    fn blocks_that_a_stream_does_not_have_are_no_use() {
        let bytes = text(30_000, None);
        let (stream, blocks) = gzip_in_blocks(&bytes, None);
        let (again, _) = gzip_in_blocks(&bytes, Some((&stream[..HEADER.len() + 9], &blocks)));
        assert!(again == stream);
    }
}
