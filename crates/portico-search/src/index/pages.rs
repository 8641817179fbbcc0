//! The pages that an index is made of, each with what tells its content from another.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::record::{area_of, areas_by_folder, page_records};
use crate::{Record, SearchPage};

/// A hash of content: equal for equal content, and for practical purposes only then.
pub type Key = [u8; 16];

/// The pages of an index. Their records are made when they are asked for.
pub struct IndexPages<'a> {
    pub(super) keys: Vec<Key>,
    source: Source<'a>,
    /// Records that were made, by page.
    kept: BTreeMap<usize, Vec<Record>>,
    /// Bytes of text and code in them.
    n_kept: usize,
}

/// Bytes of text and code for which records are kept. They are needed for their terms, and once more for their texts: for
/// most sites that is all; those of a large one would be as large as the site. Sections are worth
/// cutting in advance only for sites whose sources are no larger.
pub const MOST_KEPT: usize = 12_000_000;

enum Source<'a> {
    Records(Vec<&'a [Record]>),
    Pages(Vec<SearchPage<'a>>, BTreeMap<&'a str, Option<&'a str>>),
}

impl<'a> IndexPages<'a> {
    /// The pages of a site. `bodies` has a key for the content of each.
    pub fn new(pages: Vec<SearchPage<'a>>, bodies: &[Key]) -> Self {
        let areas = areas_by_folder(&pages);
        let key = |(page, body): (&SearchPage<'_>, &Key)| {
            let SearchPage {
                route,
                title,
                label,
                description,
                crumbs,
                area: _,
                keywords,
                body: _,
                sections: _,
            } = page;
            let mut hasher = blake3::Hasher::new();
            let mut add = |part: &[u8]| {
                hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
            };
            for part in [route, title, label, description, &area_of(page, &areas)] {
                add(part.as_bytes());
            }
            add(&crumbs.len().to_le_bytes());
            for part in crumbs {
                add(part.as_bytes());
            }
            for part in *keywords {
                add(part.as_bytes());
            }
            add(body);
            first_half(&hasher)
        };
        let keys = pages.iter().zip(bodies).map(key).collect();
        Self { keys, source: Source::Pages(pages, areas), kept: BTreeMap::new(), n_kept: 0 }
    }

    /// Of all pages and their order.
    pub fn key(&self) -> Key {
        key_of(self.keys.as_flattened())
    }

    /// The pages of records, which stand in the order of the pages. They have no keys of use.
    pub(super) fn of_records(records: &'a [Record]) -> Self {
        let pages: Vec<&[Record]> =
            records.chunk_by(|one, other| Arc::ptr_eq(&one.page, &other.page)).collect();
        let keys = vec![Key::default(); pages.len()];
        Self { keys, source: Source::Records(pages), kept: BTreeMap::new(), n_kept: 0 }
    }

    /// The records of a page, as they are kept or made anew.
    pub(super) fn records(&self, page: usize) -> Cow<'_, [Record]> {
        self.kept.get(&page).map_or_else(|| self.make_records(page), |kept| Cow::Borrowed(kept))
    }

    /// Keeps records that were made for a page, which have that many bytes of text and code, if there is room.
    pub(super) fn keep(&mut self, page: usize, records: Cow<'a, [Record]>, n_bytes: usize) {
        if let Cow::Owned(records) = records
            && self.n_kept + n_bytes <= MOST_KEPT
        {
            self.n_kept += n_bytes;
            self.kept.insert(page, records);
        }
    }

    /// The records of a page, asked for the first time.
    pub(super) fn first_records(&mut self, page: usize) -> Cow<'a, [Record]> {
        match &mut self.source {
            Source::Records(pages) => Cow::Borrowed(pages[page]),
            Source::Pages(pages, areas) => {
                let known = pages[page].sections.take();
                Cow::Owned(page_records(&pages[page], areas, known))
            }
        }
    }

    /// The records of a page, made anew.
    fn make_records(&self, page: usize) -> Cow<'a, [Record]> {
        match &self.source {
            Source::Records(pages) => Cow::Borrowed(pages[page]),
            Source::Pages(pages, areas) => Cow::Owned(page_records(&pages[page], areas, None)),
        }
    }
}

/// The key of bytes.
pub(super) fn key_of(bytes: &[u8]) -> Key {
    first_half(blake3::Hasher::new().update(bytes))
}

fn first_half(hasher: &blake3::Hasher) -> Key {
    let mut key = Key::default();
    key.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    key
}
