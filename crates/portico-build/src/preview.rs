//! A site kept in memory while it is written: pages are rendered when they are asked for.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use portico_contract::LastUpdated;
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

use crate::assets::ImageSizes;
use crate::build::BuildError;
use crate::cache::{Cache, Store};
use crate::folder::{FOLDERS, SiteFolder};
use crate::former_files::FormerFiles;
use crate::history::last_updates;
use crate::model::{ParseCache, Parsing, make_model};
use crate::search;
use crate::stage::{Purpose, Stage, StageInput};
use crate::workers::pool;

/// A site folder that is being written.
pub struct PreviewSite {
    root: PathBuf,
    overrides: BTreeMap<String, String>,
    pool: rayon::ThreadPool,
    /// What rebuilding works with. Held only by whoever rebuilds: pages are answered meanwhile.
    draft: Mutex<Draft>,
    /// The last site that could be made.
    shown: RwLock<Option<Arc<Shown>>>,
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
    /// Every diagnostic that stands now, in order; `None` if [`PreviewSite::settle`] is to find out.
    pub diagnostics: Option<Vec<Diagnostic>>,
}

/// What came of a part of the work that a refresh left for later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Nothing is left.
    Done,
    /// There is more to do.
    Working,
    /// Every diagnostic that stands now, in order. There may be more to do.
    Checked(Vec<Diagnostic>),
}

/// What is known of the site folder, from refresh to refresh.
#[derive(Default)]
struct Draft {
    folder: Option<Arc<SiteFolder>>,
    documents: ParseCache,
    sizes: ImageSizes,
    dates: Option<BTreeMap<String, LastUpdated>>,
    articles: Articles,
    /// What was said when the site was made.
    diagnostics: Vec<Diagnostic>,
    /// Whether the diagnostics have yet to be told.
    is_unchecked: bool,
    /// Pages whose articles are not known, the last one first.
    unknown: Vec<Route>,
}

/// What is known of the articles.
type Articles = HashMap<Route, Article>;

/// What is known of an article, for as long as its document stays the same.
struct Article {
    document: Arc<Document>,
    ids: Arc<BTreeSet<String>>,
    diagnostics: Vec<Diagnostic>,
}

/// A site that could be made.
struct Shown {
    site: Site,
    stage: Stage,
    folder: Arc<SiteFolder>,
    former: FormerFiles,
}

impl PreviewSite {
    /// Opens a site folder and reads it. `cache` is the folder in which builds keep what they parsed.
    pub fn open(
        root: &Path,
        overrides: BTreeMap<String, String>,
        cache: Option<&Path>,
    ) -> Result<Self, BuildError> {
        let site = Self {
            root: root.to_owned(),
            overrides,
            pool: pool(),
            draft: Mutex::default(),
            shown: RwLock::default(),
        };
        let cache = Cache::open(cache);
        site.pool.install(|| site.rebuild(&[], &cache.store))?;
        cache.save();
        Ok(site)
    }

    /// Files and folders whose changes matter, also those that are not there yet.
    pub fn watched(&self) -> Vec<PathBuf> {
        let files = ["portal.toml", "sidebars.toml", "redirects.toml"];
        files.into_iter().chain(FOLDERS).map(|name| self.root.join(name)).collect()
    }

    /// Takes in what changed (absolute paths; a folder stands for all that is below it) and says which pages differ. If
    /// the site can no longer be made, the last one stays.
    pub fn refresh(&self, changed: &[PathBuf]) -> Result<PreviewChange, BuildError> {
        self.pool.install(|| self.rebuild(changed, &Store::default()))
    }

    fn rebuild(&self, changed: &[PathBuf], store: &Store) -> Result<PreviewChange, BuildError> {
        let mut draft = lock(&self.draft);
        let draft = &mut *draft;
        let folder = match &mut draft.folder {
            Some(folder) => {
                Arc::make_mut(folder).update(changed)?;
                folder
            }
            None => draft.folder.insert(Arc::new(SiteFolder::read(&self.root)?)),
        };
        let parsing = Parsing { overrides: &self.overrides, drafts: Drafts::Included, store };
        let model = make_model(folder, &parsing, &mut draft.documents);
        draft.diagnostics = model.diagnostics;
        let Some(site) = model.site else {
            sort(&mut draft.diagnostics);
            draft.is_unchecked = false;
            draft.unknown.clear();
            return Ok(PreviewChange {
                routes: Some(Vec::new()),
                diagnostics: Some(draft.diagnostics.clone()),
            });
        };
        let last_updated = if site.settings.docs.has_last_updated {
            // Commits are not watched; the day of a page being written is of no interest to its author.
            draft.dates.get_or_insert_with(|| last_updates(&self.root)).clone()
        } else {
            BTreeMap::new()
        };
        let old = self.shown();
        let stage = Stage::prepare(StageInput {
            site: &site,
            folder,
            last_updated,
            cards: &[],
            sizes: &draft.sizes,
            purpose: Purpose::Preview,
            generation: old.as_ref().map(|old| &old.stage.generation),
        })?;
        if old.as_ref().is_some_and(|old| old.stage.generation.modules != stage.generation.modules) {
            // They may throw on other pages now.
            draft.articles.clear();
        }
        draft.diagnostics.extend(stage.diagnostics.iter().cloned());
        let is_known = |page: &Page| {
            let known = draft.articles.get(&page.route);
            known.is_some_and(|known| Arc::ptr_eq(&known.document, &page.document))
        };
        draft.unknown =
            site.pages.iter().rev().filter(|page| !is_known(page)).map(|page| page.route.clone()).collect();
        draft.is_unchecked = true;
        let former = old
            .as_ref()
            .map_or_else(FormerFiles::default, |old| old.former.after(&old.stage.files, &stage.files));
        let new = Arc::new(Shown { site, stage, folder: Arc::clone(folder), former });
        let routes = old.and_then(|old| changed_routes(&old, &new));
        *self.shown.write().unwrap_or_else(PoisonError::into_inner) = Some(new);
        Ok(PreviewChange { routes, diagnostics: None })
    }

    /// Does a part of what refreshing left for later: renders pages for what only rendering finds out, checks links.
    pub fn settle(&self) -> Result<Settled, BuildError> {
        self.pool.install(|| self.settle_here())
    }

    fn settle_here(&self) -> Result<Settled, BuildError> {
        /// So many pages take about as long as an author does not notice.
        const PART: usize = 16;
        let Some(shown) = self.shown() else { return Ok(Settled::Done) };
        let mut draft = lock(&self.draft);
        let draft = &mut *draft;
        let is_first_look = draft.is_unchecked && draft.unknown.len() > PART;
        if !is_first_look && !draft.unknown.is_empty() {
            let part = draft.unknown.split_off(draft.unknown.len().saturating_sub(PART));
            draft.articles.extend(articles(&shown, &part)?);
            if !draft.unknown.is_empty() {
                return Ok(Settled::Working);
            }
            draft.is_unchecked = true;
        }
        if !std::mem::take(&mut draft.is_unchecked) {
            return Ok(Settled::Done);
        }
        draft.articles.retain(|route, _| shown.site.page(route).is_some());
        Ok(Settled::Checked(diagnostics(&shown.site, draft)))
    }

    /// What is at a path (percent-decoded); `None` if nothing is.
    pub fn answer(&self, path: &str) -> Result<Option<PreviewAnswer>, BuildError> {
        let Some(shown) = self.shown() else { return Ok(None) };
        self.pool.install(|| shown.answer(path))
    }

    /// The not-found page.
    pub fn not_found(&self) -> Result<String, BuildError> {
        let Some(shown) = self.shown() else {
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

    fn shown(&self) -> Option<Arc<Shown>> {
        self.shown.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn lock(draft: &Mutex<Draft>) -> MutexGuard<'_, Draft> {
    draft.lock().unwrap_or_else(PoisonError::into_inner)
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
            let body = page.document.body.nodes();
            let text = markdown_twin(page, &body, &self.stage.twin_context(&self.site, page));
            return Ok(Some(PreviewAnswer::File { path: name.to_owned(), bytes: text.into_bytes() }));
        }
        if name == ENTRY_FILE {
            return Ok(self.search_index());
        }
        if let Some(bytes) = self.file(name)? {
            return Ok(Some(PreviewAnswer::File { path: name.to_owned(), bytes }));
        }
        let redirect = match_redirect(&self.site.redirects, path);
        Ok(redirect.map(|redirect| PreviewAnswer::Redirect(redirect_address(&self.site.settings, redirect))))
    }

    /// The bytes of a file that is no page.
    fn file(&self, name: &str) -> Result<Option<Vec<u8>>, BuildError> {
        let made = || self.stage.files.iter().find(|(path, _)| path == name).map(|(_, bytes)| bytes.clone());
        let themes = || theme().assets.iter().find(|(path, _)| path == name).map(|(_, bytes)| bytes.to_vec());
        if let Some(bytes) = made().or_else(|| self.former.bytes(name)).or_else(themes) {
            return Ok(Some(bytes));
        }
        let source = if self.folder.statics.contains_key(name) {
            Some(format!("static/{name}"))
        } else {
            self.stage.assets.iter().find(|(_, asset)| asset.path == name).map(|(source, _)| source.clone())
        };
        Ok(source.map(|source| self.folder.bytes(&source)).transpose()?)
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
            let body = page.document.body.nodes();
            return generation
                .with_prerenderer(|prerenderer| render_page(&context, prerenderer, page, &body))
                .map(Some);
        }
        if portico_site::route_key(path) != self.site.search_route.key() {
            return Ok(None);
        }
        let data = search_page_data(&self.site, &theme().manifest.fingerprint);
        generation.with_prerenderer(|prerenderer| render_data(&context, prerenderer, data)).map(Some)
    }
}

/// What is to be known of some articles.
fn articles(shown: &Shown, routes: &[Route]) -> Result<Vec<(Route, Article)>, PrerenderError> {
    let context = shown.stage.context(&shown.site);
    let pages = routes.par_iter().filter_map(|route| shown.site.page(route));
    let articles = pages.map(|page| {
        let generation = &shown.stage.generation;
        let body = page.document.body.nodes();
        let rendered =
            generation.with_prerenderer(|prerenderer| render_page(&context, prerenderer, page, &body))?;
        let article = Article {
            document: Arc::clone(&page.document),
            ids: Arc::new(rendered.ids),
            diagnostics: rendered.diagnostics,
        };
        Ok((page.route.clone(), article))
    });
    articles.collect()
}

/// Everything that is to be said of a site, as far as its articles are known.
fn diagnostics(site: &Site, draft: &Draft) -> Vec<Diagnostic> {
    let known = |page: &Page| {
        let article = draft.articles.get(&page.route)?;
        Arc::ptr_eq(&article.document, &page.document).then_some(article)
    };
    let mut diagnostics = draft.diagnostics.clone();
    let articles = site.pages.iter().filter_map(known);
    diagnostics.extend(articles.flat_map(|article| article.diagnostics.iter().cloned()));
    diagnostics.extend(check_links(site, &|route| {
        site.page(route).and_then(known).map(|article| Arc::clone(&article.ids))
    }));
    sort(&mut diagnostics);
    diagnostics
}

/// Routes of pages that differ, gone ones included; `None` if something changed that pages share, or that their links
/// may lead to.
fn changed_routes(old: &Shown, new: &Shown) -> Option<Vec<String>> {
    let is_shared_same = Arc::ptr_eq(&old.stage.generation, &new.stage.generation)
        && old.stage.sidebars == new.stage.sidebars
        && old.stage.assets == new.stage.assets
        && old.site.redirects == new.site.redirects
        && old.folder.settings == new.folder.settings
        && old.folder.statics.keys().eq(new.folder.statics.keys())
        && is_same_by(&old.site.pages, &new.site.pages, |page| (&page.route, page.document.source.path()));
    if !is_shared_same {
        return None;
    }
    let pairs = old.site.pages.iter().zip(&new.site.pages);
    let changed = pairs.filter(|(old, new)| !is_same_page(old, new)).map(|(_, new)| new.route.to_string());
    Some(changed.collect())
}

fn is_same_by<'a, T, K: PartialEq>(old: &'a [T], new: &'a [T], key: impl Fn(&'a T) -> K) -> bool {
    old.len() == new.len() && old.iter().zip(new).all(|(old, new)| key(old) == key(new))
}

/// Whether a page looks the same. Documents are compared by where they are: what is parsed anew counts as changed.
fn is_same_page(old: &Page, new: &Page) -> bool {
    Arc::ptr_eq(&old.document, &new.document)
        && old.sidebar == new.sidebar
        && old.breadcrumbs == new.breadcrumbs
        && old.previous == new.previous
        && old.next == new.next
}
