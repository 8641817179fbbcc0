//! Bytes packed and unpacked, many small ones after another.
//!
//! The tables of a compressor are larger than most of what it packs: each thread makes them once.

use std::cell::RefCell;

use zstd::bulk::{Compressor, Decompressor};

/// What is packed is small and many: higher levels cost more time than they save memory, negative ones the other way round.
const LEVEL: i32 = 1;

/// Packs bytes that are kept for a while, such as a body or an entry of a cache: quickly rather than closely.
///
/// # Panics
///
/// If there is no memory for it.
pub fn compress(plain: &[u8]) -> Vec<u8> {
    thread_local! {
        static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    }
    COMPRESSOR.with_borrow_mut(|compressor| {
        let compressor =
            compressor.get_or_insert_with(|| Compressor::new(LEVEL).expect("memory for a compressor"));
        compressor.compress(plain).expect("memory can be packed")
    })
}

/// The bytes that others were packed from, at most so many; `None` for bytes that were not packed.
pub(crate) fn decompress(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    thread_local! {
        static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
    }
    DECOMPRESSOR.with_borrow_mut(|decompressor| {
        let decompressor =
            decompressor.get_or_insert_with(|| Decompressor::new().expect("memory for a decompressor"));
        decompressor.decompress(packed, length).ok()
    })
}
