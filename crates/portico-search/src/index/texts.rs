//! The texts that results are shown with, in files of neighbouring pages.

use portico_contract::{SearchPageText, SearchSectionText};

use crate::Record;

/// A file of texts.
#[derive(Debug)]
pub(super) struct TextChunk {
    pub(super) first_page: u32,
    pub(super) bytes: Vec<u8>,
}

/// Bytes of code kept for a section: enough to show what matched, as samples repeat the text in other words.
const MOST_CODE: usize = 1200;

/// Cuts pages into files of about that many bytes.
pub(super) fn cut(records: &[Record], page_starts: &[usize], size: usize) -> Vec<TextChunk> {
    let mut chunks: Vec<TextChunk> = Vec::new();
    let mut is_full = true;
    for (page, bounds) in page_starts.windows(2).enumerate() {
        let json = serde_json::to_vec(&page_text(&records[bounds[0]..bounds[1]])).expect("plain data");
        if is_full {
            let first_page = u32::try_from(page).expect("fewer pages than bytes");
            chunks.push(TextChunk { first_page, bytes: b"[".to_vec() });
        }
        let bytes = &mut chunks.last_mut().expect("begun above").bytes;
        if bytes.len() > 1 {
            bytes.push(b',');
        }
        bytes.extend_from_slice(&json);
        is_full = bytes.len() >= size;
    }
    if chunks.is_empty() {
        chunks.push(TextChunk { first_page: 0, bytes: b"[".to_vec() });
    }
    for chunk in &mut chunks {
        chunk.bytes.push(b']');
    }
    chunks
}

fn page_text(sections: &[Record]) -> SearchPageText {
    let page = &sections[0].page;
    SearchPageText {
        route: page.route.clone(),
        title: page.title.clone(),
        crumbs: page.crumbs.clone(),
        sections: sections
            .iter()
            .map(|record| SearchSectionText {
                anchor: record.anchor.clone(),
                kind: record.kind,
                trail: record.trail.clone(),
                heading: record.heading.clone(),
                text: if record.anchor.is_empty() && record.trail.is_empty() && record.text.is_empty() {
                    page.description.clone()
                } else {
                    record.text.clone()
                },
                code: start_of(&record.code, MOST_CODE).to_owned(),
            })
            .collect(),
    }
}

/// At most that many bytes, cut between characters.
fn start_of(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}
