//! The texts that results are shown with, in files of neighbouring pages.

use std::borrow::Cow;
use std::ops::Range;

use portico_contract::{SearchPageText, SearchSectionText};

use super::base::PageFacts;
use super::bytes::put_varint;
use super::pages::{Key, key_of};
use crate::Record;

/// Bytes of code kept for a section: enough to show what matched, as samples repeat the text in other words.
const MOST_CODE: usize = 1200;

/// What one file holds: parts of neighbouring pages.
pub(super) struct Chunk {
    /// Number of its first section.
    pub(super) first: usize,
    parts: Vec<Part>,
    /// About as many bytes as it has so far.
    size: usize,
}

/// Some sections of a page.
struct Part {
    page: usize,
    sections: Range<usize>,
}

/// Cuts pages into files of about that many bytes, long pages between their sections.
pub(super) fn cut(pages: &[PageFacts], size: usize) -> Vec<Chunk> {
    let mut chunks = vec![Chunk { first: 0, parts: Vec::new(), size: 0 }];
    let mut section = 0;
    for (page, facts) in pages.iter().enumerate() {
        for (at, section_size) in facts.sizes.iter().enumerate() {
            let chunk = chunks.last().expect("begun above");
            if chunk.size >= size || (at == 0 && chunk.size >= size / 2) {
                chunks.push(Chunk { first: section, parts: Vec::new(), size: 0 });
            }
            let chunk = chunks.last_mut().expect("begun above");
            if at == 0 || chunk.parts.is_empty() {
                chunk.size += facts.head_size;
                chunk.parts.push(Part { page, sections: at..at });
            }
            chunk.size += section_size;
            chunk.parts.last_mut().expect("begun above").sections.end = at + 1;
            section += 1;
        }
    }
    chunks
}

impl Chunk {
    /// What tells its content from another's.
    pub(super) fn content(&self, pages: &[PageFacts]) -> Key {
        let mut parts = Vec::new();
        for Part { page, sections } in &self.parts {
            parts.extend_from_slice(&pages[*page].content);
            put_varint(&mut parts, sections.start);
            put_varint(&mut parts, sections.end);
        }
        key_of(&parts)
    }

    /// Its bytes, from the records of its pages.
    pub(super) fn bytes<'a>(&self, records: impl Fn(usize) -> Cow<'a, [Record]>) -> Vec<u8> {
        let texts = self.parts.iter().map(|part| page_text(&records(part.page), part.sections.clone()));
        serde_json::to_vec(&texts.collect::<Vec<_>>()).expect("plain data")
    }
}

/// What there is to show of a page, or of some of its sections.
fn page_text(records: &[Record], sections: Range<usize>) -> SearchPageText {
    let page = &records[0].page;
    SearchPageText {
        route: page.route.clone(),
        title: page.title.clone(),
        crumbs: page.crumbs.clone(),
        first: u32::try_from(sections.start).expect("fewer sections than bytes"),
        sections: records[sections].iter().map(section_text).collect(),
    }
}

/// What tells the texts of a page from others, and about how many bytes its head and each of its sections take in a file.
pub(super) fn measure(records: &[Record]) -> (Key, usize, Vec<usize>) {
    let page = &records[0].page;
    let mut content = Vec::new();
    put_all(&mut content, [&page.route, &page.title]);
    put_all(&mut content, &page.crumbs);
    let size = |record: &Record| {
        let (text, code) = (text_of(record), code_of(record));
        content.push(record.kind as u8);
        put_all(&mut content, &record.trail);
        put_all(&mut content, [record.anchor.as_str(), &record.heading, text, code]);
        70 + record.heading.len() + text.len() + code.len()
    };
    let sizes = records.iter().map(size).collect();
    (key_of(&content), 60 + page.route.len() + page.title.len(), sizes)
}

/// Texts with their number and lengths, so that others give other bytes.
fn put_all<T: AsRef<str>>(
    bytes: &mut Vec<u8>,
    texts: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
) {
    let texts = texts.into_iter();
    put_varint(bytes, texts.len());
    for text in texts {
        put_varint(bytes, text.as_ref().len());
        bytes.extend_from_slice(text.as_ref().as_bytes());
    }
}

fn section_text(record: &Record) -> SearchSectionText {
    SearchSectionText {
        anchor: record.anchor.clone(),
        kind: record.kind,
        trail: record.trail.clone(),
        heading: record.heading.clone(),
        text: text_of(record).to_owned(),
        code: code_of(record).to_owned(),
    }
}

/// The text that a result shows; of a page without any, its description.
fn text_of(record: &Record) -> &str {
    let is_bare_page = record.anchor.is_empty() && record.trail.is_empty() && record.text.is_empty();
    if is_bare_page { &record.page.description } else { &record.text }
}

fn code_of(record: &Record) -> &str {
    start_of(&record.code, MOST_CODE)
}

/// At most that many bytes, cut between characters.
fn start_of(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}
