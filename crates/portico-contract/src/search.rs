//! The embedded search index, as far as it is JSON. `crates/portico-search/docs/search-index.md` has the rest.

use serde::Serialize;
use ts_rs::TS;

/// The format of the index that this code writes. Readers refuse one they do not know.
pub const SEARCH_INDEX_FORMAT: u32 = 2;

/// The head of the index's entry file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchIndexHead {
    /// Version of the format.
    pub format: u32,
    /// Language of the pages: `en`.
    pub language: String,
    /// Where the other files are, relative to the entry file; empty if there are none.
    pub folder: String,
    /// Parts of the site that a search can be narrowed to.
    pub areas: Vec<String>,
    /// Words that say little about a text, sorted.
    pub stop_words: Vec<String>,
    /// Where each shard of terms begins: its terms come at or after that text. The first one is empty.
    pub shards: Vec<String>,
    /// Whether the only shard and the only texts follow in this very file.
    pub is_whole: bool,
}

/// What a search result can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum SearchKind {
    /// A page.
    Page,
    /// A heading and what stands below it.
    Heading,
    /// An operation of the API.
    Operation,
    /// A field, parameter or event named in a table.
    Field,
    /// A code that has an anchor of its own.
    Code,
}

/// The texts that results are shown with: those of a page, or of some of its sections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchPageText {
    /// Route.
    pub route: String,
    /// Title.
    pub title: String,
    /// Labels of the categories above it, outermost first.
    pub crumbs: Vec<String>,
    /// Number of the first of these sections on its page. Section 0 is the page itself.
    pub first: u32,
    /// Its sections, or some of them.
    pub sections: Vec<SearchSectionText>,
}

/// The texts of a section.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchSectionText {
    /// Anchor on the page; empty for its top.
    pub anchor: String,
    /// What it is.
    pub kind: SearchKind,
    /// Headings above it on the page, outermost first; without the page's title.
    pub trail: Vec<String>,
    /// Its heading, name or code; the title for a page.
    pub heading: String,
    /// Text, with line breaks between paragraphs.
    pub text: String,
    /// Code.
    pub code: String,
}
