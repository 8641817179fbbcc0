//! Compressed siblings of text files, for servers that send them as they are.

use std::cell::RefCell;

use brotlic::{CompressionMode, Quality, WindowSize};
use portico_gzip::gzip;

use crate::gzip_blocks::LARGE;

/// Below this size in bytes, compression does not pay for its headers.
const SMALLEST: usize = 1024;

/// Gzip level: the next one costs a tenth more and saves a quarter of a percent.
const GZIP_LEVEL: i32 = 5;

/// Gzip level of what has brotli too, which all browsers ask for: a tenth less work, and two percent more bytes.
const GZIP_BESIDE_BROTLI: i32 = 4;

/// Brotli quality: the lowest that makes files clearly smaller than gzip does.
const BROTLI_QUALITY: Quality = match Quality::new(5) {
    Ok(quality) => quality,
    Err(_) => panic!("there are eleven"),
};

/// Binary logarithms of the smallest and the largest window for brotli. Smaller ones are slower, and larger ones cost
/// every file the time to clear them.
const BROTLI_WINDOWS: (u32, u32) = (18, 22);

/// Zstandard level: above it, files of the usual size hardly shrink further.
const ZSTD_LEVEL: i32 = 9;

/// Endings of files that compress.
const COMPRESSIBLE: [&str; 13] =
    ["css", "csv", "html", "js", "json", "md", "mjs", "svg", "txt", "wasm", "xml", "yaml", "yml"];

/// The siblings of a file: ending and bytes. Only those that are smaller than the file.
///
/// Every client reads gzip, so every file has that. Pages have brotli besides, since they stand between a reader and the
/// first paint; assets of the site, which are few and seldom change, have everything. More would cost more than all other
/// stages of a build together (`docs/performance.md`). Those of the theme bring their siblings with them.
#[inline(never)] // `cargo xtask counts` finds it by its name.
pub(crate) fn siblings(path: &str, bytes: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let ending = ending(path);
    if bytes.len() < SMALLEST || !COMPRESSIBLE.contains(&ending) {
        return Vec::new();
    }
    let is_asset = path.starts_with("assets/");
    let has_brotli = is_asset || ending == "html";
    let level = if has_brotli { GZIP_BESIDE_BROTLI } else { GZIP_LEVEL };
    let mut siblings = vec![(".gz", gzip(bytes, level))];
    if has_brotli {
        siblings.push((".br", brotli(bytes)));
    }
    if is_asset {
        siblings.push((".zst", zstd(bytes)));
    }
    siblings.retain(|(_, compressed)| compressed.len() < bytes.len());
    siblings
}

/// Whether a file is compressed as one gzip stream in blocks, by [`crate::gzip_blocks`], and by nothing else.
pub(crate) fn is_in_blocks(path: &str, bytes: &[u8]) -> bool {
    let (is_asset, ending) = (path.starts_with("assets/"), ending(path));
    bytes.len() >= LARGE && !is_asset && ending != "html" && COMPRESSIBLE.contains(&ending)
}

fn ending(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, ending)| ending)
}

thread_local! {
    /// Where streams are written to: room has to be cleared when it is made.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let (smallest, largest) = BROTLI_WINDOWS;
    let window = (usize::BITS - bytes.len().leading_zeros()).clamp(smallest, largest);
    let window = u8::try_from(window).ok().and_then(|window| WindowSize::new(window).ok());
    let window = window.expect("between the smallest and the largest");
    let bound = brotlic::compress_bound(bytes.len(), BROTLI_QUALITY).expect("a quality above 1");
    ROOM.with_borrow_mut(|room| {
        room.resize(bound.max(room.len()), 0);
        let length = brotlic::compress(bytes, room, BROTLI_QUALITY, window, CompressionMode::Generic);
        room[..length.expect("there is room for any bytes")].to_vec()
    })
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, ZSTD_LEVEL).expect("writing to memory")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    fn unpacked(ending: &str, compressed: &[u8]) -> Vec<u8> {
        let mut read = Vec::new();
        match ending {
            ".br" => brotlic::DecompressorReader::new(compressed).read_to_end(&mut read),
            ".gz" => flate2::read::GzDecoder::new(compressed).read_to_end(&mut read),
            _ => zstd::Decoder::new(compressed).and_then(|mut decoder| decoder.read_to_end(&mut read)),
        }
        .expect("what was compressed can be read");
        read
    }

    #[test]
    fn every_sibling_gives_the_file_back() {
        let text = "The quick brown fox pays by bank. ".repeat(200).into_bytes();
        let siblings = siblings("assets/page.js", &text);
        assert_eq!(siblings.iter().map(|(ending, _)| *ending).collect::<Vec<_>>(), [".gz", ".br", ".zst"]);
        for (ending, compressed) in siblings {
            assert!(unpacked(ending, &compressed) == text, "{ending}");
        }
    }

    #[test]
    fn the_theme_brings_siblings_that_are_smaller_than_ours() {
        let mut n_brought = 0;
        for (path, bytes) in &portico_theme::theme().assets {
            let brought = portico_theme::siblings(path);
            for (ending, ours) in siblings(path, bytes).iter().filter(|(ending, _)| *ending != ".zst") {
                let sibling = brought.iter().find(|(name, _)| name == ending);
                let (_, compressed) = sibling.unwrap_or_else(|| panic!("{path} has no {ending}"));
                assert!(unpacked(ending, compressed) == **bytes, "{path}{ending}");
                assert!(compressed.len() <= ours.len(), "{path}{ending}");
                n_brought += 1;
            }
        }
        assert!(n_brought > 10, "{n_brought}");
    }

    #[test]
    fn pages_have_more_siblings_than_what_is_fetched_later() {
        let endings =
            |path| siblings(path, &[b'x'; 4096]).into_iter().map(|(ending, _)| ending).collect::<Vec<_>>();
        assert_eq!(endings("guides/start.html"), [".gz", ".br"]);
        assert_eq!(endings("page-data/guides/start.json"), [".gz"]);
        assert_eq!(endings("llms-full.txt"), [".gz"]);
    }

    #[test]
    fn what_does_not_shrink_has_no_sibling() {
        // Bytes without a pattern, as of an encrypted text.
        let mut state = 1_u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        })
        .take(4096)
        .collect();
        assert!(siblings("data.csv", &noise).is_empty());
        assert!(siblings("small.html", b"small").is_empty());
        assert!(siblings("picture.png", &[0; 4096]).is_empty());
    }
}
