//! What links and sidebars are looked up in.

use std::collections::{BTreeSet, HashMap};

use crate::link::{Origin, resolve};
use crate::pages::{CONTENT_FOLDER, HiddenDocument, page_id};
use crate::{Destination, LinkTarget, Page, Redirect, Route, route_key};

/// Indexes over the pages of a site.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Index {
    by_key: HashMap<String, usize>,
    by_id: HashMap<String, usize>,
    by_source: HashMap<String, usize>,
    /// Drafts that are left out: source paths and page ids.
    draft_sources: BTreeSet<String>,
    draft_ids: BTreeSet<String>,
}

impl Index {
    /// Indexes pages in their final order, and the drafts that are not among them. Who names a hidden document gets the
    /// page that hides it: what is wrong was said of the two.
    pub(crate) fn new<'a>(
        pages: &[Page],
        hidden: &[HiddenDocument],
        drafts: impl IntoIterator<Item = &'a portico_document::Document>,
    ) -> Self {
        let mut index = Self::default();
        for (at, page) in pages.iter().enumerate() {
            index.by_key.insert(page.route.key().to_owned(), at);
            index.by_source.entry(page.document.source.path().to_owned()).or_insert(at);
            index.by_id.entry(page.id.clone()).or_insert(at);
        }
        for HiddenDocument { document, route } in hidden {
            let Some(at) = index.by_key.get(route.key()).copied() else { continue };
            index.by_source.entry(document.source.path().to_owned()).or_insert(at);
            index.by_id.entry(page_id(document)).or_insert(at);
        }
        for draft in drafts {
            index.draft_sources.insert(draft.source.path().to_owned());
            index.draft_ids.insert(page_id(draft));
        }
        index
    }

    pub(crate) fn by_id<'a>(&self, pages: &'a [Page], id: &str) -> Option<&'a Page> {
        self.by_id.get(id).and_then(|at| pages.get(*at))
    }

    pub(crate) fn page_at<'a>(&self, pages: &'a [Page], path: &str) -> Option<&'a Page> {
        self.by_key.get(route_key(path)).and_then(|at| pages.get(*at))
    }

    pub(crate) fn is_draft_id(&self, id: &str) -> bool {
        self.draft_ids.contains(id)
    }
}

/// Everything that can be linked to, as far as it is known.
#[derive(Clone, Copy)]
pub(crate) struct Directory<'a> {
    pub(crate) pages: &'a [Page],
    pub(crate) index: &'a Index,
    pub(crate) search_route: &'a Route,
    pub(crate) base_path: &'a str,
    pub(crate) static_files: &'a BTreeSet<String>,
    pub(crate) asset_files: &'a BTreeSet<String>,
    pub(crate) redirects: &'a [Redirect],
}

impl<'a> Directory<'a> {
    pub(crate) fn by_id(&self, id: &str) -> Option<&'a Page> {
        self.index.by_id(self.pages, id)
    }

    pub(crate) fn by_source(&self, path: &str) -> Option<&'a Page> {
        self.index.by_source.get(path).and_then(|at| self.pages.get(*at))
    }

    /// The page at a path in any spelling.
    pub(crate) fn page_at(&self, path: &str) -> Option<&'a Page> {
        self.index.page_at(self.pages, path)
    }

    /// The route at a path in any spelling: a page's, or the search page's.
    pub(crate) fn route_at(&self, path: &str) -> Option<&'a Route> {
        let search = (route_key(path) == self.search_route.key()).then_some(self.search_route);
        self.page_at(path).map(|page| &page.route).or(search)
    }

    pub(crate) fn is_draft_id(&self, id: &str) -> bool {
        self.index.is_draft_id(id)
    }

    pub(crate) fn is_draft_source(&self, path: &str) -> bool {
        self.index.draft_sources.contains(path)
    }

    pub(crate) fn has_draft_below(&self, folder: &str) -> bool {
        let prefix = format!("{CONTENT_FOLDER}{folder}/");
        self.index.draft_sources.iter().any(|source| source.starts_with(&prefix))
    }

    /// Where an address in a sidebar, in the navbar or in the footer leads. What is no page stays as it is written;
    /// whether there is something is found out when links are checked.
    pub(crate) fn destination(&self, href: &str) -> Destination {
        match resolve(self, &Origin::site(), href) {
            LinkTarget::Page { route, query, fragment } => {
                let query = query.map(|query| format!("?{query}")).unwrap_or_default();
                let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
                Destination::Page { route, suffix: query + &fragment }
            }
            _ => Destination::External(href.to_owned()),
        }
    }
}
