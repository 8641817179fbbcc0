//! Replays the fuzzers' corpus: what once broke a reader, and samples of what is usual. See `fuzz/README.md`.
#![allow(clippy::disallowed_methods, reason = "tests read the disk")]

#[path = "../../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "public for the fuzz targets")]
mod readers;

use std::fs;
use std::path::Path;

#[test]
fn every_reader_bears_its_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let mut folders: Vec<_> = fs::read_dir(&corpus)
        .expect("the corpus is there")
        .map(|entry| entry.expect("readable").file_name().into_string().expect("names are plain"))
        .collect();
    folders.sort();
    let mut names: Vec<_> = readers::READERS.iter().map(|(name, _)| (*name).to_owned()).collect();
    names.sort();
    assert_eq!(folders, names, "each reader has a folder in the corpus");
    for (name, reader) in readers::READERS {
        let mut n_inputs = 0;
        for entry in fs::read_dir(corpus.join(name)).expect("a folder") {
            let path = entry.expect("readable").path();
            // Shown with a panic, which does not say by itself where its input came from.
            println!("{}", path.display());
            reader(&fs::read(&path).expect("readable"));
            n_inputs += 1;
        }
        assert!(n_inputs >= 3, "{name} has {n_inputs} inputs");
    }
}
