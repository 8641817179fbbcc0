//! The texts that results are shown with, in files of neighbouring pages.

use portico_contract::{SearchPageText, SearchSectionText};

use crate::Record;

/// Bytes of code kept for a section: enough to show what matched, as samples repeat the text in other words.
const MOST_CODE: usize = 1200;

/// Cuts pages into files of about that many bytes, long pages between their sections. Each is handed over, with its number
/// and the number of its first section, as soon as it is complete: together they are as large as the site. Ends with the
/// first error.
pub(super) fn cut<E>(
    records: &[Record],
    page_starts: &[usize],
    size: usize,
    mut done: impl FnMut(usize, usize, &[u8]) -> Result<(), E>,
) -> Result<(), E> {
    let mut chunk = Chunk::default();
    let mut number = 0;
    let mut close = |chunk: &mut Chunk, next: usize| {
        let complete = std::mem::replace(chunk, Chunk { first: next, ..Chunk::default() });
        let first = complete.first;
        number += 1;
        done(number - 1, first, &complete.into_bytes())
    };
    for bounds in page_starts.windows(2) {
        for (at, record) in records[bounds[0]..bounds[1]].iter().enumerate() {
            if chunk.size >= size || (at == 0 && chunk.size >= size / 2) {
                close(&mut chunk, bounds[0] + at)?;
            }
            if at == 0 || chunk.pages.is_empty() {
                chunk.begin(record, at);
            }
            chunk.add(record);
        }
    }
    close(&mut chunk, records.len())
}

/// What one file holds.
#[derive(Default)]
struct Chunk {
    first: usize,
    pages: Vec<SearchPageText>,
    /// About as many bytes as it has so far.
    size: usize,
}

impl Chunk {
    /// Begins a page, or goes on with it.
    fn begin(&mut self, record: &Record, first: usize) {
        let page = &record.page;
        self.size += 60 + page.route.len() + page.title.len();
        self.pages.push(SearchPageText {
            route: page.route.clone(),
            title: page.title.clone(),
            crumbs: page.crumbs.clone(),
            first: u32::try_from(first).expect("fewer sections than bytes"),
            sections: Vec::new(),
        });
    }

    fn add(&mut self, record: &Record) {
        let text = section_text(record);
        self.size += 70 + text.heading.len() + text.text.len() + text.code.len();
        self.pages.last_mut().expect("a page was begun").sections.push(text);
    }

    fn into_bytes(self) -> Vec<u8> {
        serde_json::to_vec(&self.pages).expect("plain data")
    }
}

fn section_text(record: &Record) -> SearchSectionText {
    let is_bare_page = record.anchor.is_empty() && record.trail.is_empty() && record.text.is_empty();
    SearchSectionText {
        anchor: record.anchor.clone(),
        kind: record.kind,
        trail: record.trail.clone(),
        heading: record.heading.clone(),
        text: if is_bare_page { record.page.description.clone() } else { record.text.clone() },
        code: start_of(&record.code, MOST_CODE).to_owned(),
    }
}

/// At most that many bytes, cut between characters.
fn start_of(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}
