//! Pages to search records, and records to the index that the browser searches.
//!
//! [`records`] cuts pages into what a reader can be sent to: pages, headings, operations, fields and codes, each with
//! its anchor. [`write_index`] turns records into the files of the embedded index; `web/src/search` reads them. Both
//! are pure: values in, values out.
//!
//! The embedded index needs no server and no service: it is a set of static files. A small site's is one file; a large
//! one's is cut up so that a search loads only the parts that its words need. `docs/search-index.md` in this crate
//! describes the format.
//!
//! This crate knows neither HTML nor the disk nor the network.

mod index;
mod page;
mod record;
mod rows;
mod sections;
mod synonyms;
mod terms;

pub use index::{
    ENTRY_FILE, IndexBase, IndexFile, IndexOptions, IndexPages, IndexPlan, Key, MOST_KEPT, PlannedFile,
    plan_index, write_index,
};
pub use page::{SearchPage, search_pages};
pub use record::{Record, RecordKind, RecordPage, records};
pub use sections::Sections;
pub use synonyms::{Synonyms, parse_synonyms};
pub use terms::{Term, for_each_term};
