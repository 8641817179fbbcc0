//! Indexes a small corpus. What comes out is kept in `web/src/search/fixture`, where the reader's tests search it: so
//! the two sides are tested against each other, each with its own tools.
//!
//! After a change of the format or the weights, write it anew: `PORTICO_WRITE=1 cargo test -p portico-search`.
#![allow(clippy::disallowed_methods, reason = "compares with files")]

mod corpus;

use std::convert::Infallible;
use std::fs;
use std::io::Read as _;
use std::path::Path;

use corpus::corpus;
use flate2::read::GzDecoder;
use portico_search::{IndexFile, IndexOptions, Record, RecordKind, Synonyms, write_index};

fn options() -> IndexOptions {
    let words = ["seller", "sub-merchant"].map(str::to_owned).to_vec();
    IndexOptions { synonyms: Synonyms::new([words]), ..IndexOptions::default() }
}

/// Shards and texts so small that there are many of them.
fn sharded_options() -> IndexOptions {
    IndexOptions { largest_whole: 0, shard_size: 900, text_size: 1500, ..options() }
}

fn index_files(records: &[Record], options: &IndexOptions) -> Vec<IndexFile> {
    let mut files = Vec::new();
    let Ok(()) = write_index(records, options, |file| {
        files.push(file);
        Ok::<_, Infallible>(())
    });
    files
}

#[test]
fn rows_with_anchors_are_codes_and_named_rows_are_fields() {
    let records = corpus();
    let named = |heading: &str| {
        let found = records.iter().find(|record| record.heading == heading);
        found.unwrap_or_else(|| panic!("no record `{heading}`"))
    };
    let r01 = named("R01 Insufficient Funds");
    assert_eq!((r01.kind, r01.anchor.as_str()), (RecordKind::Code, "R01"));
    assert!(r01.text.contains("Try again at most twice."), "both tables speak of it: {}", r01.text);
    let limit = named("amount_exceeds_limit");
    assert_eq!((limit.kind, limit.anchor.as_str()), (RecordKind::Code, "error-amount_exceeds_limit"));
    assert_eq!(limit.trail, ["Errors"]);
    let status = named("422");
    assert_eq!((status.kind, status.anchor.as_str()), (RecordKind::Code, "error-amount_exceeds_limit"));
    let field = named("statement_descriptor");
    assert_eq!((field.kind, field.anchor.as_str()), (RecordKind::Field, "request"));
    let events = named("transaction.returned, transaction.failed");
    assert_eq!(events.names, ["transaction.returned", "transaction.failed"]);
    assert_eq!(named("Make payment").kind, RecordKind::Operation);
    assert_eq!(named("Retry a returned payment").trail, ["Errors"]);
    assert!(named("Verify the signature").text.contains("timingSafeEqual"), "tabs are read");
}

#[test]
fn equal_records_give_equal_bytes() {
    for options in [options(), sharded_options()] {
        assert_eq!(index_files(&corpus(), &options), index_files(&corpus(), &options));
    }
}

#[test]
fn small_sites_are_one_file_and_large_ones_are_many() {
    let names = |files: &[IndexFile]| -> Vec<String> {
        files.iter().map(|file| file.path.rsplit('/').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names(&index_files(&corpus(), &options())), ["index.bin"]);
    let names = names(&index_files(&corpus(), &sharded_options()));
    assert_eq!(names[..2], ["index.bin", "words.bin"]);
    assert!(
        names.contains(&"terms-2.bin".to_owned()) && names.contains(&"texts-2.bin".to_owned()),
        "{names:?}"
    );
}

#[test]
fn a_site_without_pages_has_an_index() {
    assert_eq!(index_files(&[], &options()).len(), 1);
}

#[test]
fn the_readers_fixture_is_what_we_write() {
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/search/fixture");
    let is_writing = std::env::var("PORTICO_WRITE").is_ok();
    for (name, options) in [("whole", options()), ("sharded", sharded_options())] {
        let folder = target.join(name);
        let files = index_files(&corpus(), &options);
        if is_writing {
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).expect("a folder");
        }
        for file in &files {
            let path = folder.join(file.path.rsplit('/').next().expect("a name"));
            if is_writing {
                fs::write(&path, &file.bytes).expect("written");
            }
            let kept = fs::read(&path).unwrap_or_default();
            assert!(
                unpacked(&kept) == unpacked(&file.bytes),
                "{} is stale: PORTICO_WRITE=1 writes it anew",
                path.display()
            );
        }
        assert_eq!(
            fs::read_dir(&folder).expect("a folder").count(),
            files.len(),
            "files of an older index in {name}"
        );
    }
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    let _ = GzDecoder::new(bytes).read_to_end(&mut all);
    all
}
