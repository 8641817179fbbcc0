//! Compressed siblings of text files, for servers that send them as they are.

use std::io::Write as _;

/// Below this size in bytes, compression does not pay for its headers.
const SMALLEST: usize = 1024;

/// Brotli quality: the best that costs about as little as gzip.
const BROTLI_QUALITY: u32 = 5;

/// The siblings of a file: ending and bytes. Empty for files that do not shrink.
pub(crate) fn siblings(path: &str, bytes: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    if bytes.len() < SMALLEST || !is_compressible(path) {
        return Vec::new();
    }
    vec![(".br", brotli(bytes)), (".gz", gzip(bytes))]
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
