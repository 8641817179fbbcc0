//! The whole site.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use portico_config::Settings;
use portico_diagnostics::SourceFile;

use crate::{FooterColumn, Navbar, Page, Redirect, Route, Sidebar, route_key};

/// All pages and what holds them together.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Settings as meant.
    pub settings: Arc<Settings>,
    /// Pages, sorted by route.
    pub pages: Vec<Page>,
    /// Sidebars by id.
    pub sidebars: BTreeMap<String, Sidebar>,
    /// Redirects in the order they apply: exact ones as written, then wildcards, the longest first.
    pub redirects: Vec<Redirect>,
    /// Navbar.
    pub navbar: Navbar,
    /// Columns of the footer.
    pub footer: Vec<FooterColumn>,
    /// Route of the search page. It is no document: `page` does not know it, links do.
    pub search_route: Route,
    pub(crate) index: SiteIndex,
}

/// What links are looked up in.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SiteIndex {
    pub(crate) by_key: HashMap<String, usize>,
    pub(crate) by_id: HashMap<String, usize>,
    pub(crate) by_source: HashMap<String, usize>,
    /// Sources of drafts that are left out.
    pub(crate) draft_sources: BTreeSet<String>,
    pub(crate) static_files: BTreeSet<String>,
    pub(crate) asset_files: BTreeSet<String>,
    pub(crate) settings_file: Option<SourceFile>,
    pub(crate) sidebars_file: Option<SourceFile>,
    pub(crate) redirects_file: Option<SourceFile>,
}

impl Site {
    /// The page at a route.
    pub fn page(&self, route: &Route) -> Option<&Page> {
        self.page_at(route.as_str())
    }

    /// The page at a path in any spelling: either slash, `.html`, `/index.html`.
    pub fn page_at(&self, path: &str) -> Option<&Page> {
        self.index.by_key.get(route_key(path)).map(|at| &self.pages[*at])
    }

    /// The page with an id.
    pub fn page_by_id(&self, id: &str) -> Option<&Page> {
        self.index.by_id.get(id).map(|at| &self.pages[*at])
    }

    /// The page made from a source file, by its path relative to the site folder: `content/quickstart.md`.
    pub fn page_by_source(&self, path: &str) -> Option<&Page> {
        self.index.by_source.get(path).map(|at| &self.pages[*at])
    }
}
