//! The embedded index: records in, files out. `docs/search-index.md` in this crate describes the format.

mod base;
mod bytes;
mod dictionary;
mod pages;
mod shards;
mod stop_words;
mod texts;
mod weights;

use std::ops::Range;

use portico_contract::{SEARCH_INDEX_FORMAT, SearchIndexHead};
use portico_gzip::gzip;

use crate::{Record, Synonyms};
pub use base::IndexBase;
use base::PageFacts;
use pages::key_of;
pub use pages::{IndexPages, Key, MOST_KEPT};
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
            shard_size: 6_000,
            text_size: 10_000,
        }
    }
}

impl IndexOptions {
    /// Equal for options that give the same index of the same pages.
    pub fn key(&self) -> Key {
        let Self { language, synonyms, largest_whole, shard_size, text_size } = self;
        let sizes = [largest_whole, shard_size, text_size];
        key_of(format!("{language:?} {sizes:?} {}", synonyms.described()).as_bytes())
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
    let plan = plan_index(IndexPages::of_records(records), None, options);
    plan.files.iter().try_for_each(|file| put(IndexFile { path: file.path.clone(), bytes: plan.bytes(file) }))
}

/// An index of which the files are known, but not yet their bytes.
pub struct IndexPlan<'a> {
    /// Its files; the entry is the first.
    pub files: Vec<PlannedFile>,
    pages: IndexPages<'a>,
    texts: Vec<texts::Chunk>,
    base: IndexBase,
}

/// A file of a planned index.
pub struct PlannedFile {
    /// Path below the site's root.
    pub path: String,
    /// Of what it holds: a file with the same one has the same bytes.
    pub content: Key,
    source: Source,
}

/// What a file is made from.
enum Source {
    /// Bytes to be compressed.
    Bytes(Vec<u8>),
    /// Bytes that are compressed already.
    Packed(Vec<u8>),
    /// A shard of these terms.
    Terms(Range<usize>),
    /// Texts of that number.
    Texts(usize),
}

impl PlannedFile {
    fn new(path: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { path: path.into(), content: key_of(&bytes), source: Source::Bytes(bytes) }
    }
}

/// Plans the index of some pages upon an earlier one: its `base` saves reading pages that were in it as they are now. The
/// files are the same with any base.
///
/// # Panics
///
/// If there are more than four thousand million sections.
pub fn plan_index<'a>(
    mut pages: IndexPages<'a>,
    base: Option<IndexBase>,
    options: &IndexOptions,
) -> IndexPlan<'a> {
    let stop_words = stop_words(&options.language);
    let base = base::update(&mut pages, base, options, stop_words);
    let head = head(&base.pages, options, stop_words);
    let table = Pages::new(&base.pages, &head.areas);
    let mut plan = IndexPlan { files: Vec::new(), pages, texts: Vec::new(), base };
    if let Some(bytes) = plan.whole(&table, &head, options) {
        plan.files.push(bytes);
        return plan;
    }
    let terms = &plan.base.terms;
    let mut files = vec![PlannedFile::new("words.bin", shards::lexicon(terms))];
    let mut shards = Vec::new();
    shards::cut(terms, options.shard_size, |start, range, bytes| {
        let path = format!("terms-{}.bin", shards.len());
        files.push(PlannedFile { path, content: key_of(bytes), source: Source::Terms(range) });
        shards.push(start.to_owned());
    });
    plan.texts = texts::cut(&plan.base.pages, options.text_size);
    files.extend(plan.texts.iter().enumerate().map(|(number, chunk)| PlannedFile {
        path: format!("texts-{number}.bin"),
        content: chunk.content(&plan.base.pages),
        source: Source::Texts(number),
    }));
    let folder = folder_name(&files);
    let head = SearchIndexHead { folder: format!("../{folder}/"), shards, is_whole: false, ..head };
    let text_starts: Vec<usize> = plan.texts.iter().map(|chunk| chunk.first).collect();
    plan.files.push(PlannedFile::new(ENTRY_FILE, entry(&head, &table, &text_starts)));
    plan.files.extend(
        files.into_iter().map(|file| PlannedFile { path: format!("{folder}/{}", file.path), ..file }),
    );
    plan
}

impl IndexPlan<'_> {
    /// The bytes of one of its files: compressed, to be served as they are.
    pub fn bytes(&self, file: &PlannedFile) -> Vec<u8> {
        match &file.source {
            Source::Bytes(bytes) => gzip(bytes, FAST),
            Source::Packed(bytes) => bytes.clone(),
            Source::Terms(range) => gzip(&shards::shard(&self.base.terms[range.clone()]), FAST),
            Source::Texts(number) => gzip(&self.texts(&self.texts[*number]), FAST),
        }
    }

    /// What the next index may be planned upon.
    pub fn into_base(self) -> IndexBase {
        self.base
    }

    fn texts(&self, chunk: &texts::Chunk) -> Vec<u8> {
        chunk.bytes(|page| self.pages.records(page))
    }

    /// The index as one file, unless that would be too large.
    fn whole(&self, table: &Pages, head: &SearchIndexHead, options: &IndexOptions) -> Option<PlannedFile> {
        /// Text shrinks at least threefold and seldom more than sixfold.
        const MOST_SHRINKING: usize = 10;
        let n_raw: usize = self.base.pages.iter().map(|page| page.n_raw).sum();
        if n_raw / MOST_SHRINKING > options.largest_whole {
            return None;
        }
        let mut bytes = entry(head, table, &[0]);
        let mut put = |part: &[u8]| {
            bytes::put_u32(&mut bytes, part.len());
            bytes.extend_from_slice(part);
        };
        shards::cut(&self.base.terms, usize::MAX, |_, _, part| put(part));
        for chunk in texts::cut(&self.base.pages, usize::MAX) {
            put(&self.texts(&chunk));
        }
        let packed = gzip(&bytes, SMALL);
        let is_small = packed.len() <= options.largest_whole;
        is_small.then(|| PlannedFile {
            path: ENTRY_FILE.to_owned(),
            content: key_of(&bytes),
            source: Source::Packed(packed),
        })
    }
}

/// The pages among the sections.
struct Pages {
    /// Position of the first section of each page, and the end.
    starts: Vec<usize>,
    /// For each page the position of its area in the head.
    areas: Vec<usize>,
}

impl Pages {
    fn new(pages: &[PageFacts], areas: &[String]) -> Self {
        let position = |page: &PageFacts| areas.iter().position(|area| *area == page.area);
        let mut starts = vec![0];
        for page in pages {
            starts.push(starts[starts.len() - 1] + page.sizes.len());
        }
        Self {
            starts,
            areas: pages.iter().map(|page| position(page).expect("an area of the pages")).collect(),
        }
    }
}

/// The areas of all pages, in the order of their first pages.
fn areas(pages: &[PageFacts]) -> Vec<String> {
    let mut areas: Vec<String> = Vec::new();
    for page in pages {
        if !areas.contains(&page.area) {
            areas.push(page.area.clone());
        }
    }
    areas
}

fn head(pages: &[PageFacts], options: &IndexOptions, stop_words: &[&str]) -> SearchIndexHead {
    SearchIndexHead {
        format: SEARCH_INDEX_FORMAT,
        language: options.language.clone(),
        folder: String::new(),
        areas: areas(pages),
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
const SMALL: i32 = 9;
const FAST: i32 = 6;

/// The parts of an index lie in a folder named after what they hold: they never change under the same name.
fn folder_name(files: &[PlannedFile]) -> String {
    let mut hasher = blake3::Hasher::new();
    for file in files {
        hasher.update(file.path.as_bytes()).update(&[0]).update(&file.content);
    }
    format!("assets/search/{}", &hasher.finalize().to_hex()[..10])
}
