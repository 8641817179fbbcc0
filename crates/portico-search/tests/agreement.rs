//! Indexes invented corpora and keeps, beside what was written, what a reader has to find in it. The reader's tests
//! (`web/src/search/engine/agreement.test.ts`) read that file.
//!
//! After a change of the format, write it anew: `PORTICO_WRITE=1 cargo test -p portico-search`.
#![allow(clippy::disallowed_methods, reason = "compares with a file")]

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::fmt::Write as _;
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use flate2::read::GzDecoder;
use portico_search::{IndexFile, IndexOptions, Record, RecordKind, RecordPage, for_each_term, write_index};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

const N_CORPORA: usize = 8;

/// A page: area, and for each section its heading and text.
type Page = (usize, Vec<(String, String)>);

/// Words alike and unlike, names, numbers, other scripts, and characters outside the basic plane.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-c]{1,4}",
        4 => "[a-zäöß]{3,9}",
        1 => "[a-z]{2,5}_[a-z]{2,5}\\.[a-z]{1,4}",
        1 => "[0-9]{1,6}",
        1 => "[一-丐]{1,4}",
        1 => "[\u{20000}-\u{20010}]{1,3}",
        1 => "[а-я]{2,7}",
    ]
}

fn words(most: usize) -> impl Strategy<Value = String> {
    vec(word(), 0..most).prop_map(|words| words.join(" "))
}

fn corpus() -> impl Strategy<Value = Vec<Page>> {
    vec((0_usize..3, vec((words(5), words(40)), 1..6)), 0..9)
}

fn records(pages: &[Page]) -> Vec<Record> {
    let to_records = |(number, (area, sections)): (usize, &Page)| -> Vec<Record> {
        let page = Arc::new(RecordPage {
            route: format!("/p{number}"),
            title: sections[0].0.clone(),
            area: ["", "Guides", "API"][*area].to_owned(),
            ..RecordPage::default()
        });
        let to_record = |(at, (heading, text)): (usize, &(String, String))| Record {
            page: Arc::clone(&page),
            anchor: if at == 0 { String::new() } else { format!("s{at}") },
            kind: if at == 0 { RecordKind::Page } else { RecordKind::Heading },
            trail: Vec::new(),
            heading: heading.clone(),
            names: Vec::new(),
            text: text.clone(),
            code: String::new(),
        };
        sections.iter().enumerate().map(to_record).collect()
    };
    pages.iter().enumerate().flat_map(to_records).collect()
}

fn terms(text: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for_each_term(text, |term| {
        all.insert(term.text().to_owned());
    });
    all
}

/// For each term the sections that it stands in; of headings the number is negative and one less.
fn expected(records: &[Record]) -> BTreeMap<String, Vec<i64>> {
    let mut postings: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for (number, record) in (0_i64..).zip(records) {
        let headings = terms(&record.heading);
        let mut others = terms(&record.text);
        if record.kind == RecordKind::Page {
            others.extend(terms(&record.page.route));
        }
        for term in headings.union(&others) {
            let place = if headings.contains(term) { -number - 1 } else { number };
            postings.entry(term.clone()).or_default().push(place);
        }
    }
    postings
}

fn options(number: usize) -> IndexOptions {
    // A language without stop words, so that every word counts; every third index is one file.
    let largest_whole = if number.is_multiple_of(3) { 1 << 20 } else { 0 };
    IndexOptions {
        language: "xx".to_owned(),
        largest_whole,
        shard_size: 40 + 150 * (number % 5),
        text_size: 100 + 400 * (number % 4),
        ..IndexOptions::default()
    }
}

fn index_files(records: &[Record], options: &IndexOptions) -> Vec<IndexFile> {
    let mut files = Vec::new();
    let Ok(()) = write_index(records, options, |file| {
        files.push(file);
        Ok::<_, Infallible>(())
    });
    files
}

fn written(number: usize, pages: &[Page]) -> Value {
    let records = records(pages);
    let files: BTreeMap<String, String> = index_files(&records, &options(number))
        .into_iter()
        .map(|file| (file.path.rsplit('/').next().unwrap_or_default().to_owned(), hex(&file.bytes)))
        .collect();
    let sections: Vec<Value> = records
        .iter()
        .map(|record| {
            json!([record.page.route, record.page.area, record.anchor, record.heading, record.text])
        })
        .collect();
    json!({ "files": files, "sections": sections, "terms": expected(&records) })
}

/// What a file holds, unpacked: other versions of the compressor may pack it otherwise.
fn hex(bytes: &[u8]) -> String {
    let mut unpacked = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut unpacked).expect("gzip");
    let mut digits = String::with_capacity(2 * unpacked.len());
    for byte in unpacked {
        write!(digits, "{byte:02x}").expect("writing to memory");
    }
    digits
}

#[test]
fn the_readers_corpora_are_what_we_write() {
    let mut runner = TestRunner::deterministic();
    let corpora: Vec<Value> = (0..N_CORPORA)
        .map(|number| written(number, &corpus().new_tree(&mut runner).expect("a corpus").current()))
        .collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/search/fixture/corpora.json");
    let text = format!("{}\n", serde_json::to_string(&corpora).expect("plain data"));
    if std::env::var("PORTICO_WRITE").is_ok() {
        fs::write(&path, &text).expect("written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == text, "{} is stale: PORTICO_WRITE=1 writes it anew", path.display());
}

proptest! {
    #[test]
    fn any_corpus_can_be_written_and_gives_the_same_bytes_again(pages in corpus(), number in 0_usize..60) {
        let records = records(&pages);
        prop_assert_eq!(index_files(&records, &options(number)), index_files(&records, &options(number)));
    }
}
