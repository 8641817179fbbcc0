//! A site kept in memory while it is written: pages are rendered when they are asked for.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use portico_diagnostics::{Diagnostic, sort};
use portico_document::Document;
use portico_render::{
    PrerenderError, RenderedPage, markdown_twin, not_found_page_data, redirect_address, render_data,
    render_page, search_page_data,
};
use portico_search::ENTRY_FILE;
use portico_site::{Drafts, Page, Route, Site, check_links, match_redirect};
use portico_theme::theme;
use rayon::prelude::*;

use crate::build::BuildError;
use crate::cache::Store;
use crate::folder::{FOLDERS, SiteFolder};
use crate::history::last_updates;
use crate::model::{ParseCache, Parsing, make_model};
use crate::search;
use crate::stage::{Purpose, Stage};
use crate::workers::pool;

/// A site folder that is being written.
pub struct PreviewSite {
    root: PathBuf,
    overrides: BTreeMap<String, String>,
    pool: rayon::ThreadPool,
    state: RwLock<State>,
}

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PreviewAnswer {
    /// A page's document.
    Document(String),
    /// Page data or other data for the client.
    Data(String),
    /// A file under the name that says its type.
    File {
        /// Path below the site's root.
        path: String,
        /// Content.
        bytes: Vec<u8>,
    },
    /// An old route.
    Redirect(String),
}

/// What a refresh changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewChange {
    /// Routes whose pages differ now; `None` if any may.
    pub routes: Option<Vec<String>>,
    /// Every diagnostic that stands now, in order.
    pub diagnostics: Vec<Diagnostic>,
}

#[derive(Default)]
struct State {
    shown: Option<Shown>,
    cache: ParseCache,
    articles: Articles,
}

/// What is known of the articles.
type Articles = HashMap<Route, Article>;

/// What is known of an article, for as long as its document stays the same.
struct Article {
    document: Arc<Document>,
    ids: Arc<BTreeSet<String>>,
    diagnostics: Vec<Diagnostic>,
}

/// The last site that could be made.
struct Shown {
    site: Site,
    stage: Stage,
    folder: SiteFolder,
}

impl PreviewSite {
    /// Opens a site folder; nothing is parsed before the first [`PreviewSite::refresh`].
    pub fn open(root: &Path, overrides: BTreeMap<String, String>) -> Result<Self, BuildError> {
        Ok(Self { root: root.to_owned(), overrides, pool: pool(), state: RwLock::default() })
    }

    /// Files and folders whose changes matter.
    pub fn watched(&self) -> Vec<PathBuf> {
        let files = ["portal.toml", "sidebars.toml", "redirects.toml"];
        files
            .into_iter()
            .chain(FOLDERS)
            .map(|name| self.root.join(name))
            .filter(|path| path.exists())
            .collect()
    }

    /// Reads what changed and says which pages differ. If the site can no longer be made, the last one stays.
    pub fn refresh(&self) -> Result<PreviewChange, BuildError> {
        self.pool.install(|| self.refresh_here())
    }

    fn refresh_here(&self) -> Result<PreviewChange, BuildError> {
        let folder = SiteFolder::read(&self.root)?;
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let parsing =
            Parsing { overrides: &self.overrides, drafts: Drafts::Included, store: &Store::default() };
        let model = make_model(&folder, &parsing, &mut state.cache);
        let mut diagnostics = model.diagnostics;
        let Some(site) = model.site else {
            sort(&mut diagnostics);
            return Ok(PreviewChange { routes: Some(Vec::new()), diagnostics });
        };
        let dates =
            if site.settings.docs.has_last_updated { last_updates(&self.root) } else { BTreeMap::new() };
        let prepared = Stage::prepare(&site, &folder, dates, &[], Purpose::Preview)?;
        diagnostics.extend(prepared.diagnostics.iter().cloned());
        let known = std::mem::take(&mut state.articles);
        state.articles = articles(&site, &prepared, known)?;
        let articles = &state.articles;
        diagnostics.extend(articles.values().flat_map(|article| article.diagnostics.iter().cloned()));
        diagnostics
            .extend(check_links(&site, &|route| articles.get(route).map(|article| Arc::clone(&article.ids))));
        sort(&mut diagnostics);
        let new = Shown { site, stage: prepared, folder };
        let routes = state.shown.as_ref().and_then(|old| changed_routes(old, &new));
        state.shown = Some(new);
        Ok(PreviewChange { routes, diagnostics })
    }

    /// What is at a path (percent-decoded); `None` if nothing is.
    pub fn answer(&self, path: &str) -> Result<Option<PreviewAnswer>, BuildError> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let Some(shown) = &state.shown else { return Ok(None) };
        self.pool.install(|| shown.answer(path))
    }

    /// The not-found page.
    pub fn not_found(&self) -> Result<String, BuildError> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let Some(shown) = &state.shown else {
            return Ok(
                "<!doctype html><title>Not ready</title><p>The site could not be made yet.</p>".to_owned()
            );
        };
        let data = not_found_page_data(&shown.site, &theme().manifest.fingerprint);
        let rendered = self.pool.install(|| {
            shown.stage.generation.with_prerenderer(|prerenderer| {
                render_data(&shown.stage.context(&shown.site), prerenderer, data)
            })
        })?;
        Ok(rendered.html)
    }
}

impl Shown {
    fn answer(&self, path: &str) -> Result<Option<PreviewAnswer>, BuildError> {
        let Some(path) = path.strip_prefix(self.site.settings.base_path.trim_end_matches('/')) else {
            return Ok(None);
        };
        let name = path.trim_start_matches('/');
        if let Some(data) = name.strip_prefix("page-data/") {
            return self.data(data);
        }
        if let Some(rendered) = self.rendered(path)? {
            return Ok(Some(PreviewAnswer::Document(rendered.html)));
        }
        if let Some(page) = path.strip_suffix(".md").and_then(|path| self.page_with_twin(path)) {
            let text = markdown_twin(page, &self.stage.twin_context(&self.site, page));
            return Ok(Some(PreviewAnswer::File { path: name.to_owned(), bytes: text.into_bytes() }));
        }
        if name == ENTRY_FILE {
            return Ok(self.search_index());
        }
        if let Some((path, bytes)) = self.stage.files.iter().find(|(known, _)| known == name) {
            return Ok(Some(PreviewAnswer::File { path: path.clone(), bytes: bytes.clone() }));
        }
        if self.folder.statics.contains_key(name) {
            let bytes = self.folder.bytes(&format!("static/{name}"))?;
            return Ok(Some(PreviewAnswer::File { path: name.to_owned(), bytes }));
        }
        let redirect = match_redirect(&self.site.redirects, path);
        Ok(redirect.map(|redirect| PreviewAnswer::Redirect(redirect_address(&self.site.settings, redirect))))
    }

    fn page_with_twin(&self, path: &str) -> Option<&Page> {
        self.site.page_at(if path == "/index" { "/" } else { path })
    }

    fn search_index(&self) -> Option<PreviewAnswer> {
        let (synonyms, _) = search::synonyms(&self.folder);
        let entry = search::whole_index(&self.site, synonyms)?;
        Some(PreviewAnswer::File { path: entry.path, bytes: entry.bytes })
    }

    fn data(&self, name: &str) -> Result<Option<PreviewAnswer>, BuildError> {
        if name == "-/site.json" {
            let json =
                serde_json::to_string(&self.stage.generation.site).expect("contract types are plain data");
            return Ok(Some(PreviewAnswer::Data(json)));
        }
        let Some(key) = name.strip_suffix(".json") else { return Ok(None) };
        let path = if key == "index" { "/".to_owned() } else { format!("/{key}") };
        if let Some(rendered) = self.rendered(&path)? {
            return Ok(Some(PreviewAnswer::Data(rendered.page_data)));
        }
        let redirect = match_redirect(&self.site.redirects, &path);
        Ok(redirect.map(|redirect| {
            PreviewAnswer::Data(serde_json::json!({ "redirect": redirect.to.href() }).to_string())
        }))
    }

    fn rendered(&self, path: &str) -> Result<Option<RenderedPage>, PrerenderError> {
        let context = self.stage.context(&self.site);
        let generation = &self.stage.generation;
        if let Some(page) = self.site.page_at(path) {
            return generation
                .with_prerenderer(|prerenderer| render_page(&context, prerenderer, page))
                .map(Some);
        }
        if portico_site::route_key(path) != self.site.search_route.key() {
            return Ok(None);
        }
        let data = search_page_data(&self.site, &theme().manifest.fingerprint);
        generation.with_prerenderer(|prerenderer| render_data(&context, prerenderer, data)).map(Some)
    }
}

/// What is to be known of all articles; of documents that did not change it is taken over.
fn articles(site: &Site, stage: &Stage, mut known: Articles) -> Result<Articles, PrerenderError> {
    let context = stage.context(site);
    let pages: Vec<_> = site.pages.iter().map(|page| (page, known.remove(&page.route))).collect();
    let articles = pages.into_par_iter().map(|(page, known)| {
        if let Some(article) = known.filter(|known| Arc::ptr_eq(&known.document, &page.document)) {
            return Ok((page.route.clone(), article));
        }
        let rendered =
            stage.generation.with_prerenderer(|prerenderer| render_page(&context, prerenderer, page))?;
        let article = Article {
            document: Arc::clone(&page.document),
            ids: Arc::new(rendered.ids),
            diagnostics: rendered.diagnostics,
        };
        Ok((page.route.clone(), article))
    });
    articles.collect()
}

/// Routes of pages that differ, gone ones included; `None` if something changed that all pages share.
fn changed_routes(old: &Shown, new: &Shown) -> Option<Vec<String>> {
    let is_shared_same = old.stage.generation.site == new.stage.generation.site
        && old.stage.sidebars == new.stage.sidebars
        && old.stage.assets == new.stage.assets
        && old.site.redirects.len() == new.site.redirects.len();
    if !is_shared_same {
        return None;
    }
    let before: BTreeMap<&Route, &Page> = old.site.pages.iter().map(|page| (&page.route, page)).collect();
    let changed = new.site.pages.iter().filter(|page| before.get(&page.route).is_none_or(|old| old != page));
    let gone = before.keys().filter(|route| new.site.page(route).is_none());
    Some(changed.map(|page| &page.route).chain(gone.copied()).map(ToString::to_string).collect())
}
