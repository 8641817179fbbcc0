//! The whole site.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use portico_config::Settings;
use portico_diagnostics::SourceFile;

use crate::directory::{Directory, Index};
use crate::{FooterColumn, Navbar, Page, Redirect, Route, Sidebar};

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
    pub(crate) index: Index,
    pub(crate) files: SiteFiles,
}

/// Files of the site: those that links may name, and those that diagnostics point into.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SiteFiles {
    pub(crate) static_files: BTreeSet<String>,
    pub(crate) asset_files: BTreeSet<String>,
    pub(crate) settings: SourceFile,
    pub(crate) sidebars: Option<SourceFile>,
    pub(crate) redirects: Option<SourceFile>,
}

impl Site {
    /// The page at a route.
    pub fn page(&self, route: &Route) -> Option<&Page> {
        self.page_at(route.as_str())
    }

    /// The page at a path in any spelling: either slash, `.html`, `/index.html`. Escapes must be decoded.
    pub fn page_at(&self, path: &str) -> Option<&Page> {
        self.directory().page_at(path)
    }

    /// The page with an id.
    pub fn page_by_id(&self, id: &str) -> Option<&Page> {
        self.directory().by_id(id)
    }

    /// The page made from a source file, by its path relative to the site folder: `content/quickstart.md`.
    pub fn page_by_source(&self, path: &str) -> Option<&Page> {
        self.directory().by_source(path)
    }

    pub(crate) fn directory(&self) -> Directory<'_> {
        Directory {
            pages: &self.pages,
            index: &self.index,
            search_route: &self.search_route,
            base_path: &self.settings.base_path,
            static_files: &self.files.static_files,
            asset_files: &self.files.asset_files,
            redirects: &self.redirects,
        }
    }
}
