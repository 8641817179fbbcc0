//! What one index leaves for the next: facts of its pages, and all terms with their sections.
//!
//! A page that has the same key as before is not read again: its sections keep their terms, and get other numbers if pages
//! before it changed. Only the others are cut into terms.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::bytes::{ByteReader, put_varint};
use super::dictionary::{Dictionary, TermPostings, compare};
use super::pages::{IndexPages, Key};
use super::{IndexOptions, texts, weights};
use crate::Record;

/// What is kept of an index: by it the next one is planned without reading pages that stay the same.
#[derive(Default)]
pub struct IndexBase {
    /// Of the options that terms depend on.
    options: Key,
    pub(super) pages: Vec<PageFacts>,
    /// In order.
    pub(super) terms: Vec<TermPostings>,
}

/// What is to be known of a page without its texts.
#[derive(Clone)]
pub(super) struct PageFacts {
    key: Key,
    /// Of its texts.
    pub(super) content: Key,
    /// The part of the site that it belongs to.
    pub(super) area: String,
    /// Bytes of its text and code.
    pub(super) n_raw: usize,
    /// About how many bytes a file of texts holds besides its sections.
    pub(super) head_size: usize,
    /// About how many bytes each of its sections takes there.
    pub(super) sizes: Vec<usize>,
}

impl PageFacts {
    fn new(key: Key, records: &[Record]) -> Self {
        let (content, head_size, sizes) = texts::measure(records);
        Self {
            key,
            content,
            area: records[0].page.area.clone(),
            n_raw: records.iter().map(|record| record.text.len() + record.code.len()).sum(),
            head_size,
            sizes,
        }
    }
}

/// Stands for a section that is no more.
const GONE: u32 = u32::MAX;

/// The base of an index of these pages, made upon another one. Records that were made for it and for which there is room are
/// kept for the files of texts.
pub(super) fn update(
    pages: &mut IndexPages<'_>,
    before: Option<IndexBase>,
    options: &IndexOptions,
    stop_words: &[&str],
) -> IndexBase {
    let made_with = options.key();
    let before = before.filter(|before| before.options == made_with).unwrap_or_default();
    let mut known = HashMap::new();
    let mut n_before = 0;
    for facts in &before.pages {
        known.insert(facts.key, (n_before, facts));
        n_before += facts.sizes.len();
    }
    let mut moved = vec![GONE; n_before];
    let mut dictionary = Dictionary::new(stop_words);
    let mut facts: Vec<PageFacts> = Vec::with_capacity(pages.keys.len());
    let mut next = 0;
    for page in 0..pages.keys.len() {
        let key = pages.keys[page];
        if let Some((start, same)) = known.get(&key) {
            for place in &mut moved[*start..start + same.sizes.len()] {
                *place = next;
                next += 1;
            }
            facts.push((*same).clone());
            continue;
        }
        let fresh = pages.first_records(page);
        for record in fresh.iter() {
            weights::add_record(&mut dictionary, next, record, options);
            next = next.checked_add(1).expect("fewer than four thousand million sections");
        }
        let fresh_facts = PageFacts::new(key, &fresh);
        pages.keep(page, fresh, fresh_facts.n_raw);
        facts.push(fresh_facts);
    }
    let terms = merge(before.terms, &moved, dictionary.into_sorted());
    IndexBase { options: made_with, pages: facts, terms }
}

/// Terms of an index with its sections moved, and those of other sections.
fn merge(old: Vec<TermPostings>, moved: &[u32], new: Vec<TermPostings>) -> Vec<TermPostings> {
    if old.is_empty() {
        return new;
    }
    let is_same = moved.iter().zip(0..).all(|(to, from)| *to == from);
    let mut merged = Vec::with_capacity(old.len() + new.len());
    let mut new = new.into_iter().peekable();
    for old in old {
        while let Some(next) = new.next_if(|next| compare(&next.term, &old.term) == Ordering::Less) {
            merged.push(next);
        }
        let added = new.next_if(|next| next.term == old.term);
        if is_same && added.is_none() {
            merged.push(old);
            continue;
        }
        let mut sections = old.decode();
        let is_untouched = added.is_none() && sections.iter().all(|(at, _)| moved[*at as usize] == *at);
        if is_untouched {
            merged.push(old);
            continue;
        }
        sections.retain_mut(|(at, _)| {
            *at = moved[*at as usize];
            *at != GONE
        });
        sections.extend(added.iter().flat_map(TermPostings::decode));
        if !sections.is_sorted_by_key(|(at, _)| *at) {
            sections.sort_unstable_by_key(|(at, _)| *at);
        }
        if !sections.is_empty() {
            merged.push(TermPostings::new(old.term, &sections));
        }
    }
    merged.extend(new);
    merged
}

impl IndexBase {
    /// Adds it to bytes that are to be kept.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let put_text = |bytes: &mut Vec<u8>, text: &[u8]| {
            put_varint(bytes, text.len());
            bytes.extend_from_slice(text);
        };
        bytes.extend_from_slice(&self.options);
        put_varint(bytes, self.pages.len());
        for page in &self.pages {
            bytes.extend_from_slice(&page.key);
            bytes.extend_from_slice(&page.content);
            put_text(bytes, page.area.as_bytes());
            put_varint(bytes, page.n_raw);
            put_varint(bytes, page.head_size);
            put_varint(bytes, page.sizes.len());
            for size in &page.sizes {
                put_varint(bytes, *size);
            }
        }
        put_varint(bytes, self.terms.len());
        for term in &self.terms {
            put_text(bytes, term.term.as_bytes());
            put_varint(bytes, term.n_sections as usize * 2 + usize::from(term.is_prominent));
            put_text(bytes, &term.bytes);
        }
    }

    /// From the bytes that [`IndexBase::write`] added; nothing if they are cut off. That they are otherwise the same is
    /// for the caller to know.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut reader = ByteReader::new(bytes);
        let options = reader.key()?;
        let mut pages = Vec::new();
        for _ in 0..reader.varint()? {
            let (key, content) = (reader.key()?, reader.key()?);
            let area = reader.text()?.to_owned();
            let (n_raw, head_size, n_sections) = (reader.varint()?, reader.varint()?, reader.varint()?);
            let sizes = (0..n_sections).map(|_| reader.varint()).collect::<Option<_>>()?;
            pages.push(PageFacts { key, content, area, n_raw, head_size, sizes });
        }
        let mut terms = Vec::new();
        for _ in 0..reader.varint()? {
            let term = reader.text()?.into();
            let n_twice = reader.varint()?;
            let n_sections = u32::try_from(n_twice / 2).ok()?;
            let bytes = reader.part()?.to_vec();
            terms.push(TermPostings { term, n_sections, is_prominent: n_twice % 2 == 1, bytes });
        }
        Some(Self { options, pages, terms })
    }
}
