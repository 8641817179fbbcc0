//! The embedded index: records in, files out. `docs/search-index.md` in this crate describes the format.

mod bytes;
mod dictionary;
mod shards;
mod stop_words;
mod texts;
mod weights;

use std::convert::Infallible;
use std::io::Write as _;
use std::sync::Arc;

use flate2::write::GzEncoder;
use portico_contract::{SEARCH_INDEX_FORMAT, SearchIndexHead};

use crate::{Record, Synonyms};
use dictionary::{Dictionary, TermPostings};
use stop_words::stop_words;

/// How the index is to be written.
#[derive(Clone, Debug)]
pub struct IndexOptions {
    /// Language of the pages: `en`.
    pub language: String,
    /// Words that mean the same.
    pub synonyms: Synonyms,
    /// Up to this many bytes, compressed, the whole index is one file.
    pub largest_whole: usize,
    /// Size of a shard of terms in bytes, before compression.
    pub shard_size: usize,
    /// Size of a file of texts in bytes, before compression.
    pub text_size: usize,
}

impl Default for IndexOptions {
    fn default() -> Self {
        Self {
            language: "en".to_owned(),
            synonyms: Synonyms::default(),
            largest_whole: 40_000,
            shard_size: 12_000,
            text_size: 10_000,
        }
    }
}

/// A file of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexFile {
    /// Path below the site's root: `search-index/index.bin`, `assets/search/1a2b3c4d5e/terms-0.bin`.
    pub path: String,
    /// Its bytes: compressed, to be served as they are.
    pub bytes: Vec<u8>,
}

/// The entry file. Its name never changes, so no page changes with the index; it is to be asked for anew each time.
pub const ENTRY_FILE: &str = "search-index/index.bin";

/// Begins the entry file, inside the compression.
const MAGIC: &[u8; 4] = b"PSI2";

/// Writes the index: hands over one file after another, the entry first; the others are found from it. Together they are a
/// good part of the site, so none is kept. Equal records give equal files.
///
/// # Errors
///
/// What `put` fails with.
///
/// # Panics
///
/// If there are more than four thousand million sections.
pub fn write_index<E>(
    records: &[Record],
    options: &IndexOptions,
    mut put: impl FnMut(IndexFile) -> Result<(), E>,
) -> Result<(), E> {
    let stop_words = stop_words(&options.language);
    let mut dictionary = Dictionary::new(stop_words);
    for (section, record) in records.iter().enumerate() {
        let section = u32::try_from(section).expect("fewer than four thousand million sections");
        weights::add_record(&mut dictionary, section, record, options);
    }
    let terms = dictionary.into_sorted();
    let head = head(records, options, stop_words);
    let pages = Pages::new(records);
    if let Some(bytes) = whole(records, &pages, &terms, &head, options) {
        return put(IndexFile { path: ENTRY_FILE.to_owned(), bytes });
    }
    let mut folder = FolderName::default();
    let words = shards::lexicon(&terms);
    folder.add("words.bin", &words);
    let mut files = vec![("words.bin".to_owned(), gzip(&words, FAST))];
    let mut shards = Vec::new();
    shards::cut(&terms, options.shard_size, |start, bytes| {
        let name = format!("terms-{}.bin", shards.len());
        folder.add(&name, bytes);
        files.push((name, gzip(bytes, FAST)));
        shards.push(start.to_owned());
    });
    drop(terms);
    // The texts are the larger part. They are cut twice, as the folder that they go to is named after them.
    let mut text_starts = Vec::new();
    let Ok(()) = texts::cut(records, &pages.starts, options.text_size, |number, first, bytes| {
        folder.add(&texts_name(number), bytes);
        text_starts.push(first);
        Ok::<_, Infallible>(())
    });
    let folder = folder.finish();
    let head = SearchIndexHead { folder: format!("../{folder}/"), shards, is_whole: false, ..head };
    put(IndexFile { path: ENTRY_FILE.to_owned(), bytes: gzip(&entry(&head, &pages, &text_starts), FAST) })?;
    for (name, bytes) in files {
        put(IndexFile { path: format!("{folder}/{name}"), bytes })?;
    }
    texts::cut(records, &pages.starts, options.text_size, |number, _, bytes| {
        put(IndexFile { path: format!("{folder}/{}", texts_name(number)), bytes: gzip(bytes, FAST) })
    })
}

fn texts_name(number: usize) -> String {
    format!("texts-{number}.bin")
}

/// The index as one file, unless that would be too large.
fn whole(
    records: &[Record],
    pages: &Pages,
    terms: &[TermPostings],
    head: &SearchIndexHead,
    options: &IndexOptions,
) -> Option<Vec<u8>> {
    /// Text shrinks at least threefold and seldom more than sixfold.
    const MOST_SHRINKING: usize = 10;
    let n_raw: usize = records.iter().map(|record| record.text.len() + record.code.len()).sum();
    if n_raw / MOST_SHRINKING > options.largest_whole {
        return None;
    }
    let mut bytes = entry(head, pages, &[0]);
    let mut put = |part: &[u8]| {
        bytes::put_u32(&mut bytes, part.len());
        bytes.extend_from_slice(part);
    };
    shards::cut(terms, usize::MAX, |_, part| put(part));
    let Ok(()) = texts::cut(records, &pages.starts, usize::MAX, |_, _, part| {
        put(part);
        Ok::<_, Infallible>(())
    });
    let bytes = gzip(&bytes, SMALL);
    (bytes.len() <= options.largest_whole).then_some(bytes)
}

/// The pages among the records.
struct Pages {
    /// Position of the first record of each page, and the end.
    starts: Vec<usize>,
    /// For each page the position of its area in the head.
    areas: Vec<usize>,
}

impl Pages {
    fn new(records: &[Record]) -> Self {
        let is_first = |at: &usize| *at == 0 || !Arc::ptr_eq(&records[*at].page, &records[*at - 1].page);
        let mut starts: Vec<usize> = (0..records.len()).filter(is_first).collect();
        let names = areas(records);
        let position = |start: &usize| names.iter().position(|name| *name == records[*start].page.area);
        let areas = starts.iter().map(|start| position(start).expect("an area of the records")).collect();
        starts.push(records.len());
        Self { starts, areas }
    }
}

/// The areas of all records, in the order of their first pages.
fn areas(records: &[Record]) -> Vec<&str> {
    let mut areas: Vec<&str> = Vec::new();
    for record in records {
        if !areas.contains(&record.page.area.as_str()) {
            areas.push(&record.page.area);
        }
    }
    areas
}

fn head(records: &[Record], options: &IndexOptions, stop_words: &[&str]) -> SearchIndexHead {
    SearchIndexHead {
        format: SEARCH_INDEX_FORMAT,
        language: options.language.clone(),
        folder: String::new(),
        areas: areas(records).into_iter().map(str::to_owned).collect(),
        stop_words: stop_words.iter().map(|&word| word.to_owned()).collect(),
        shards: vec![String::new()],
        is_whole: true,
    }
}

/// The entry file: head, then numbers of sections and areas of all pages, then where files of texts begin.
fn entry(head: &SearchIndexHead, pages: &Pages, text_starts: &[usize]) -> Vec<u8> {
    let json = serde_json::to_vec(head).expect("contract types are plain data");
    let mut bytes = MAGIC.to_vec();
    bytes::put_u32(&mut bytes, json.len());
    bytes.extend_from_slice(&json);
    bytes::put_varint(&mut bytes, pages.areas.len());
    pages.starts.windows(2).for_each(|bounds| bytes::put_varint(&mut bytes, bounds[1] - bounds[0]));
    for alike in pages.areas.chunk_by(|one, other| one == other) {
        bytes::put_varint(&mut bytes, alike[0]);
        bytes::put_varint(&mut bytes, alike.len());
    }
    put_text_starts(&mut bytes, pages, text_starts);
    bytes
}

/// Where files of texts begin: the distance in pages from the one before, and the number of the section on its page. Most
/// begin with a page, so these columns need few bits where numbers of sections would need many.
fn put_text_starts(bytes: &mut Vec<u8>, pages: &Pages, text_starts: &[usize]) {
    bytes::put_varint(bytes, text_starts.len());
    let mut sections = Vec::new();
    let mut page = 0;
    for start in text_starts {
        let before = page;
        while page + 1 < pages.areas.len() && pages.starts[page + 1] <= *start {
            page += 1;
        }
        bytes::put_varint(bytes, page - before);
        bytes::put_varint(&mut sections, start - pages.starts[page]);
    }
    bytes.extend_from_slice(&sections);
}

/// Compression levels: for the one file of a small site, and for the many files of a large one.
const SMALL: u32 = 9;
const FAST: u32 = 6;

fn gzip(bytes: &[u8], level: u32) -> Vec<u8> {
    // The header's time stays zero: equal input, equal bytes.
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::new(level));
    encoder.write_all(bytes).expect("writing to memory");
    encoder.finish().expect("writing to memory")
}

/// The parts of an index lie in a folder named after what they hold, unpacked: they never change under the same name.
#[derive(Default)]
struct FolderName(blake3::Hasher);

impl FolderName {
    fn add(&mut self, file_name: &str, content: &[u8]) {
        self.0.update(file_name.as_bytes()).update(&[0]).update(content);
    }

    fn finish(self) -> String {
        format!("assets/search/{}", &self.0.finalize().to_hex()[..10])
    }
}
