//! Compressed siblings of text files, for servers that send them as they are.

use std::io::Write as _;

/// Below this size in bytes, compression does not pay for its headers.
const SMALLEST: usize = 1024;

/// Brotli quality: the best that costs about as little as gzip.
const BROTLI_QUALITY: u32 = 5;

/// Zstandard level: above it, pages of the usual size hardly shrink further.
const ZSTD_LEVEL: i32 = 9;

/// The siblings of a file: ending and bytes. Only those that are smaller than the file.
pub(crate) fn siblings(path: &str, bytes: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    if bytes.len() < SMALLEST || !is_compressible(path) {
        return Vec::new();
    }
    let mut siblings = vec![(".br", brotli(bytes)), (".gz", gzip(bytes)), (".zst", zstd(bytes))];
    siblings.retain(|(_, compressed)| compressed.len() < bytes.len());
    siblings
}

fn is_compressible(path: &str) -> bool {
    const ENDINGS: [&str; 13] =
        ["css", "csv", "html", "js", "json", "md", "mjs", "svg", "txt", "wasm", "xml", "yaml", "yml"];
    path.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 4096, BROTLI_QUALITY, 22);
    writer.write_all(bytes).expect("writing to memory");
    writer.into_inner()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    // The header's time stays zero: equal input, equal bytes.
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(bytes).expect("writing to memory");
    encoder.finish().expect("writing to memory")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::bulk::compress(bytes, ZSTD_LEVEL).expect("writing to memory")
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn every_sibling_gives_the_file_back() {
        let text = "The quick brown fox pays by bank. ".repeat(200).into_bytes();
        let siblings = siblings("page.html", &text);
        assert_eq!(siblings.iter().map(|(ending, _)| *ending).collect::<Vec<_>>(), [".br", ".gz", ".zst"]);
        for (ending, compressed) in siblings {
            let mut read = Vec::new();
            match ending {
                ".br" => brotli::Decompressor::new(&*compressed, 4096).read_to_end(&mut read),
                ".gz" => flate2::read::GzDecoder::new(&*compressed).read_to_end(&mut read),
                _ => zstd::Decoder::new(&*compressed).and_then(|mut decoder| decoder.read_to_end(&mut read)),
            }
            .expect("what we compressed can be read");
            assert!(read == text, "{ending}");
        }
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
