//! From documents to the site.

use std::collections::BTreeSet;
use std::sync::Arc;

use portico_config::Settings;
use portico_diagnostics::{Diagnostic, SourceFile};
use portico_document::Document;

use crate::site::SiteIndex;
use crate::{Navbar, Route, Site};

/// What a site is made from.
pub struct SiteInput<'a> {
    /// Settings as meant.
    pub settings: Arc<Settings>,
    /// Every document, in any order.
    pub documents: Vec<Arc<Document>>,
    /// `sidebars.toml`.
    pub sidebars: Option<&'a SourceFile>,
    /// `redirects.toml`.
    pub redirects: Option<&'a SourceFile>,
    /// `portal.toml`, for the places of navbar and footer items.
    pub settings_file: &'a SourceFile,
    /// Every file that is published at the root beside the pages: paths below `static/` (`img/logo.svg`) and files
    /// that the build makes (`openapi.yaml`, `llms.txt`).
    pub static_files: &'a BTreeSet<String>,
    /// Other files that content can name, relative to the site folder: `content/guides/diagram.png`.
    pub asset_files: &'a BTreeSet<String>,
    /// What becomes of drafts.
    pub drafts: Drafts,
}

/// What becomes of drafts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drafts {
    /// They are not part of the site: published sites.
    #[default]
    LeftOut,
    /// They are pages like others, marked as drafts: the preview.
    Included,
}

/// Gives every document its route and its place in the site.
pub fn build_site(input: SiteInput<'_>) -> (Site, Vec<Diagnostic>) {
    let site = Site {
        settings: input.settings,
        pages: Vec::new(),
        sidebars: std::collections::BTreeMap::new(),
        redirects: Vec::new(),
        navbar: Navbar::default(),
        footer: Vec::new(),
        search_route: Route::root(),
        index: SiteIndex::default(),
    };
    (site, Vec::new())
}
