//! Records as documents of the `DocSearch` schema.

use std::collections::BTreeMap;
use std::sync::Arc;

use portico_config::Settings;
use portico_search::{Record, RecordKind};
use serde::Serialize;

/// The topmost level of pages that belong to no part of the site, as crawlers of the field call it.
const NO_AREA: &str = "Documentation";
/// Deepest level of the hierarchy.
const DEEPEST: usize = 6;
/// What one level is worth against positions on a page, and how much less each level is.
const LEVEL_WORTH: u64 = 1_000;

/// A document: one place that a search can lead to. Its JSON has the fields of the collection's schema, and two that
/// only results need (`kind`, `crumbs`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Document {
    /// Id, the same for the same place in every push.
    pub id: String,
    /// Canonical URL with the anchor.
    pub url: String,
    /// Canonical URL of the page.
    pub url_without_anchor: String,
    /// Anchor; `None` for the top of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// Headings: `hierarchy.lvl0` the part of the site, `hierarchy.lvl1` the page's title, and so on.
    #[serde(flatten)]
    pub hierarchy: BTreeMap<String, String>,
    /// Level of the place: `lvl1`.
    #[serde(rename = "type")]
    pub level: String,
    /// Text, then code.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub content: String,
    /// Words that it should be found by, and names that are explained here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Language of the site.
    pub language: String,
    /// Docs versions; none for pages outside the docs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub version: Vec<String>,
    /// The docs it belongs to: `docs-default-current`, or `default` for other pages.
    pub docusaurus_tag: String,
    /// Order among equally good results: pages before headings, and those by their place.
    pub item_priority: u64,
    /// What it is: `page`, `heading`, `operation`, `field`, `code`.
    pub kind: &'static str,
    /// Labels of the categories above the page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub crumbs: Vec<String>,
}

/// The documents of all records. `is_doc` tells whether a route belongs to the docs.
pub fn documents(records: &[Record], settings: &Settings, is_doc: impl Fn(&str) -> bool) -> Vec<Document> {
    let of_pages = records.chunk_by(|one, other| Arc::ptr_eq(&one.page, &other.page));
    of_pages
        .flat_map(|records| {
            let is_doc = is_doc(&records[0].page.route);
            let place = move |at: usize| Place { at, n: records.len(), is_doc };
            records.iter().enumerate().map(move |(at, record)| document(record, place(at), settings))
        })
        .collect()
}

/// Documents as JSON, each on a line of its own.
pub fn jsonl(documents: &[Document]) -> String {
    documents.iter().map(|document| json(document) + "\n").collect()
}

/// A document as JSON.
pub(crate) fn json(document: &Document) -> String {
    serde_json::to_string(document).expect("documents are plain data")
}

/// Where a record stands among those of its page.
#[derive(Clone, Copy)]
struct Place {
    at: usize,
    n: usize,
    is_doc: bool,
}

fn document(record: &Record, place: Place, settings: &Settings) -> Document {
    let page = &record.page;
    let page_url = settings.canonical_url(&page.route);
    let anchor = Some(record.anchor.clone()).filter(|anchor| !anchor.is_empty());
    let area = if page.area.is_empty() { NO_AREA } else { &page.area };
    let mut headings = vec![area, &page.title];
    if record.kind != RecordKind::Page {
        headings.extend(record.trail.iter().map(String::as_str));
        headings.truncate(DEEPEST);
        headings.push(&record.heading);
    }
    let level = headings.len() - 1;
    let hierarchy = headings.iter().enumerate().filter(|(_, heading)| !heading.is_empty());
    let is_page = record.kind == RecordKind::Page;
    let description = if is_page { page.description.as_str() } else { "" };
    let label = if is_page { page.label.as_str() } else { "" };
    let content = [description, &record.text, &record.code];
    let keywords = page.keywords.iter().filter(|_| is_page);
    let mut tags: Vec<String> = keywords
        .map(String::as_str)
        .chain([label])
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    tags.extend(record.names.iter().cloned());
    Document {
        id: id(record, place.at),
        url: anchor.as_ref().map_or_else(|| page_url.clone(), |anchor| format!("{page_url}#{anchor}")),
        url_without_anchor: page_url,
        anchor,
        hierarchy: hierarchy
            .map(|(level, text)| (format!("hierarchy.lvl{level}"), (*text).to_owned()))
            .collect(),
        level: format!("lvl{level}"),
        content: content.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n"),
        tags,
        language: settings.locale.clone(),
        version: place.is_doc.then(|| settings.docs.version_name.clone()).into_iter().collect(),
        docusaurus_tag: if place.is_doc { settings.docs_tag() } else { "default".to_owned() },
        item_priority: (100 - 10 * level as u64) * LEVEL_WORTH + (place.n - place.at) as u64,
        kind: kind(record.kind),
        crumbs: page.crumbs.clone(),
    }
}

/// Ids stand in addresses, so they are letters and digits.
fn id(record: &Record, at: usize) -> String {
    let mut hasher = blake3::Hasher::new();
    let at = at.to_string();
    for part in [record.page.route.as_str(), record.anchor.as_str(), record.heading.as_str(), at.as_str()] {
        hasher.update(part.as_bytes()).update(&[0]);
    }
    hasher.finalize().to_hex()[..24].to_owned()
}

fn kind(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Page => "page",
        RecordKind::Heading => "heading",
        RecordKind::Operation => "operation",
        RecordKind::Field => "field",
        RecordKind::Code => "code",
    }
}
