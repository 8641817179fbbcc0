//! The records that a hosted search is fed with: what the embedded index is made of, without making a site.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use portico_config::Settings;
use portico_diagnostics::{Diagnostic, has_errors, sort};
use portico_document::PageLayout;
use portico_search::{Record, Synonyms, records, search_pages};
use portico_site::Drafts;

use crate::build::BuildError;
use crate::cache::Store;
use crate::folder::SiteFolder;
use crate::model::{ParseCache, Parsing, make_model};
use crate::search::synonyms;
use crate::workers::pool;

/// The records of a site and what is needed to make sense of them.
pub struct SearchRecords {
    /// Everything that a search can lead to, in the order of the pages.
    pub records: Vec<Record>,
    /// Number of pages that they come from.
    pub n_pages: usize,
    /// Settings of the site.
    pub settings: Arc<Settings>,
    /// Words that mean the same on the site.
    pub synonyms: Synonyms,
    /// Routes of the pages that belong to the docs.
    pub docs: BTreeSet<String>,
}

/// Reads a site folder and cuts its pages into records. Without records the site has errors, which are among the
/// diagnostics.
pub fn search_records(
    site: &Path,
    environment: &BTreeMap<String, String>,
) -> Result<(Option<SearchRecords>, Vec<Diagnostic>), BuildError> {
    pool().install(|| {
        let folder = SiteFolder::read(site)?;
        let mut cache = ParseCache::default();
        let parsing = Parsing { overrides: environment, drafts: Drafts::LeftOut, store: &Store::default() };
        let mut model = make_model(&folder, &parsing, &mut cache);
        sort(&mut model.diagnostics);
        let Some(site) = model.site.filter(|_| !has_errors(&model.diagnostics)) else {
            return Ok((None, model.diagnostics));
        };
        let pages = search_pages(&site);
        let is_doc = |layout| layout == PageLayout::Doc;
        let docs = site.pages.iter().filter(|page| is_doc(page.document.front_matter.layout));
        let found = SearchRecords {
            records: records(&pages),
            n_pages: pages.len(),
            settings: Arc::clone(&site.settings),
            synonyms: synonyms(&folder).0,
            docs: docs.map(|page| page.route.to_string()).collect(),
        };
        Ok((Some(found), model.diagnostics))
    })
}
