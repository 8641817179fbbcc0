//! The texts that results are shown with, in files of neighbouring pages.

use portico_contract::{SearchPageText, SearchSectionText};

use crate::Record;

/// Bytes of code kept for a section: enough to show what matched, as samples repeat the text in other words.
const MOST_CODE: usize = 1200;

/// Cuts pages into files of about that many bytes. Each is handed over, with the number of its first page, as soon as it
/// is complete: together they are as large as the site.
pub(super) fn cut(records: &[Record], page_starts: &[usize], size: usize, mut done: impl FnMut(u32, &[u8])) {
    let mut first_page = 0;
    let mut bytes = b"[".to_vec();
    let n_pages = page_starts.len() - 1;
    for (page, bounds) in page_starts.windows(2).enumerate() {
        if bytes.len() > 1 {
            bytes.push(b',');
        }
        let text = page_text(&records[bounds[0]..bounds[1]]);
        serde_json::to_writer(&mut bytes, &text).expect("plain data");
        if bytes.len() >= size && page + 1 < n_pages {
            bytes.push(b']');
            done(first_page, &bytes);
            first_page = u32::try_from(page + 1).expect("fewer pages than bytes");
            bytes.clear();
            bytes.push(b'[');
        }
    }
    bytes.push(b']');
    done(first_page, &bytes);
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
