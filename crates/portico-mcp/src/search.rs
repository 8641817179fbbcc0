//! Search: the browser's engine over the published index.
//!
//! The engine is JavaScript and belongs to one thread. It has no files of its own: it names one that it lacks, is given
//! it, and is asked again.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use portico_js::{Engine, EngineError};
use portico_theme::theme;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::pages::PublishedSite;

/// Entry file of the index below the site's root.
const ENTRY: &str = "search-index/index.bin";
/// Files that a single search may ask for.
const MOST_FILES: usize = 500;

/// Why a search gave nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SearchError {
    /// The site has no index.
    #[error(
        "this site was published without its embedded search index (`search.embedded = false`): use `list_pages`"
    )]
    NoIndex,
    /// A file of the index is missing.
    #[error("the search index lacks `{0}`; was the site published whole?")]
    MissingFile(String),
    /// The engine failed, or the index is damaged or of another version.
    #[error("the search failed: {0}")]
    Engine(#[from] EngineError),
    /// The engine's answer is not what it should be.
    #[error("the search gave no answer: {0}")]
    Answer(#[from] serde_json::Error),
}

/// What a search found.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Found {
    pub(crate) total: usize,
    pub(crate) groups: Vec<Group>,
    pub(crate) areas: Vec<Area>,
    pub(crate) suggestions: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Area {
    pub(crate) name: String,
}

/// A page and what was found on it.
#[derive(Debug, Deserialize)]
pub(crate) struct Group {
    pub(crate) title: String,
    pub(crate) crumbs: Vec<String>,
    pub(crate) hits: Vec<Hit>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Hit {
    pub(crate) href: String,
    pub(crate) kind: String,
    heading: Vec<Part>,
    pub(crate) trail: Vec<String>,
    excerpt: Vec<Part>,
}

#[derive(Debug, Deserialize)]
struct Part {
    text: String,
}

impl Hit {
    pub(crate) fn heading(&self) -> String {
        self.heading.iter().map(|part| part.text.as_str()).collect()
    }

    pub(crate) fn excerpt(&self) -> String {
        self.excerpt.iter().map(|part| part.text.as_str()).collect()
    }
}

/// A place that explains a name.
#[derive(Debug, Deserialize)]
pub(crate) struct Place {
    pub(crate) route: String,
    pub(crate) page: String,
    pub(crate) anchor: String,
    pub(crate) kind: String,
    pub(crate) heading: String,
    pub(crate) trail: Vec<String>,
    pub(crate) text: String,
    pub(crate) code: String,
}

/// The engine with an index.
pub(crate) struct SearchEngine {
    engine: Engine,
}

#[derive(Deserialize)]
struct Reply<T> {
    value: Option<T>,
    missing: Option<String>,
}

impl SearchEngine {
    /// An engine for the index of a site.
    pub(crate) fn new(site: &PublishedSite) -> Result<Self, SearchError> {
        site.file(Path::new(ENTRY)).ok_or(SearchError::NoIndex)?;
        Ok(Self { engine: Engine::new("search.js", &theme().search_bundle)? })
    }

    /// The best pages for a query, in an area if one is named.
    pub(crate) fn search(
        &self,
        site: &PublishedSite,
        text: &str,
        area: Option<&str>,
        limit: usize,
    ) -> Result<Found, SearchError> {
        let areas: Vec<&str> = area.into_iter().collect();
        let query = serde_json::json!({ "text": text, "areas": areas, "page": 0, "perPage": limit });
        self.ask(site, "search", &query.to_string())
    }

    /// The places that explain a code, field, event or operation, the best first.
    pub(crate) fn look_up(&self, site: &PublishedSite, name: &str) -> Result<Vec<Place>, SearchError> {
        self.ask(site, "lookUp", name)
    }

    fn ask<T: DeserializeOwned>(
        &self,
        site: &PublishedSite,
        function: &str,
        argument: &str,
    ) -> Result<T, SearchError> {
        let mut last = String::new();
        for _ in 0..MOST_FILES {
            let reply: Reply<T> = serde_json::from_str(&self.engine.call(function, argument)?)?;
            if let Some(value) = reply.value {
                return Ok(value);
            }
            let name = reply.missing.unwrap_or_default();
            let path = relative(&name);
            let bytes =
                site.file(&path).ok_or_else(|| SearchError::MissingFile(path.display().to_string()))?;
            // Every byte as the character of that number.
            let text: String = unpacked(bytes).into_iter().map(char::from).collect();
            self.engine.call("give", &format!("{name}\n{text}"))?;
            last = name;
        }
        Err(SearchError::MissingFile(last))
    }
}

/// Where a file of the index is, named relative to the entry.
fn relative(name: &str) -> PathBuf {
    let mut path = PathBuf::from(ENTRY);
    path.pop();
    path.join(name)
}

/// Files of the index are gzip streams. One that cannot be unpacked is given as it is, for the engine to refuse.
fn unpacked(bytes: Vec<u8>) -> Vec<u8> {
    let mut all = Vec::new();
    match GzDecoder::new(&*bytes).read_to_end(&mut all) {
        Ok(_) => all,
        Err(_) => bytes,
    }
}
