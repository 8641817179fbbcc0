//! A whole build: read, model, render, check, publish.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use portico_config::parse_settings;
use portico_contract::{LastUpdated, Manifest};
use portico_diagnostics::{Diagnostic, has_errors, sort};
use portico_render::{
    LLMS_FULL_FILE, PrerenderError, RenderContext, TextFile, caddy_rules, host_headers, host_redirects,
    llms_full_txt, llms_txt, manifest, markdown_twin, nginx_http_rules, nginx_server_rules,
    not_found_page_data, opensearch, page_inputs, redirect_address, redirect_document, redirect_pages,
    render_data, render_page, response_headers, robots, search_page_data, shared_inputs, sitemap,
};
use portico_site::{Drafts, OutsideLink, Page, Route, Site, check_links, outside_links};
use portico_theme::theme;
use rayon::prelude::*;

use crate::assets::ImageSizes;
use crate::cache::{Cache, StoredDiagnostic};
use crate::cards::{cards, write_cards};
use crate::components::COMPONENTS_FOLDER;
use crate::fingerprint::Fingerprint;
use crate::folder::{FolderError, SiteFolder};
use crate::history::last_updates;
use crate::memory;
use crate::model::{ParseCache, Parsing, make_model};
use crate::outputs::{About, Outputs, Record};
use crate::publish::PublishError;
use crate::search::write_search_index;
use crate::stage::{Purpose, Stage, StageInput};
use crate::workers::pool;

/// What to build and where to.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The site folder.
    pub site: PathBuf,
    /// Settings from the environment: names such as `PORTICO_PROVIDER__NAME`, and values.
    pub overrides: BTreeMap<String, String>,
    /// Where the published site goes; `None` only checks.
    pub out: Option<PathBuf>,
    /// Whether warnings keep a site from being published.
    pub is_strict: bool,
    /// Folder for what one build keeps for the next; `None` makes everything anew.
    pub cache: Option<PathBuf>,
}

/// What came of a build.
#[derive(Debug)]
pub struct Report {
    /// Everything the author should know, in order.
    pub diagnostics: Vec<Diagnostic>,
    /// What a person may want to know about the build itself.
    pub notes: Vec<String>,
    /// Whether the site was published (or could have been, for a check).
    pub is_good: bool,
    /// Number of pages.
    pub n_pages: usize,
    /// Number of files written.
    pub n_files: usize,
    /// Their size in bytes, compressed siblings included.
    pub n_bytes: u64,
    /// The links that lead out of the site; only of a check.
    pub outside_links: Vec<OutsideLink>,
    /// How long each stage took, in order.
    pub times: Vec<(&'static str, Duration)>,
}

/// Why a build could not be carried out at all. Mistakes of the author are diagnostics, not errors.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The site folder cannot be read.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The published site cannot be written.
    #[error(transparent)]
    Publish(#[from] PublishError),
    /// The theme failed.
    #[error(transparent)]
    Prerender(#[from] PrerenderError),
}

/// Builds a site, or only checks it. `progress` is told what begins.
pub fn build(options: &BuildOptions, progress: &(dyn Fn(&str) + Sync)) -> Result<Report, BuildError> {
    pool().install(|| run(options, progress))
}

fn run(options: &BuildOptions, progress: &(dyn Fn(&str) + Sync)) -> Result<Report, BuildError> {
    let mut clock = Clock::start();
    progress("reading the site folder");
    let folder = SiteFolder::read(&options.site)?;
    memory::spare_for(folder.texts.len());
    let cache = Cache::open(options.cache.as_deref());
    let dates = dates(&folder, options);
    let inputs = inputs(&folder, &options.overrides, &dates);
    let before = options.out.as_deref().map(|out| Record::read(&cache, out)).unwrap_or_default();
    clock.lap("read");
    if let Some(report) = unchanged(&before, inputs, &folder, options, &cache, &mut clock) {
        return Ok(report);
    }
    progress("parsing pages");
    let mut documents = ParseCache::default();
    let parsing = Parsing { overrides: &options.overrides, drafts: Drafts::LeftOut, store: &cache.store };
    let model = make_model(&folder, &parsing, &mut documents);
    clock.lap("parse");
    let mut diagnostics = model.diagnostics;
    let Some(site) = model.site else {
        return Ok(finish(diagnostics, options, clock, 0, (0, 0), cache.notes));
    };

    let cards = cards(&site, &cache.store);
    let stage = Stage::prepare(StageInput {
        site: &site,
        folder: &folder,
        last_updated: dates,
        cards: &cards,
        sizes: &ImageSizes::default(),
        purpose: Purpose::Publish,
        generation: None,
    })?;
    clock.lap("prepare");
    progress("rendering pages");
    let outputs = match options.out.as_ref().filter(|_| !is_bad(&diagnostics, options)) {
        Some(out) => Outputs::begin(out, before)?,
        None => Outputs::nowhere(),
    };
    let shared = shared_fingerprint(&folder, &options.overrides, &stage.context(&site));
    let work = Work {
        site: &site,
        folder: &folder,
        stage: &stage,
        documents: &documents,
        shared,
        cache: &cache,
        outputs: &outputs,
    };
    let rendered = work.render_pages()?;
    clock.lap("render");
    progress("checking links");
    let ids = &rendered.ids;
    diagnostics.extend(stage.diagnostics.iter().cloned());
    diagnostics.extend(rendered.diagnostics.iter().cloned());
    diagnostics.extend(check_links(&site, &|route| ids.get(route).cloned()));
    clock.lap("check");
    let n_pages = site.pages.len();
    let mut written = (0, 0);
    if !is_bad(&diagnostics, options) {
        progress("writing the published site");
        let manifest = work.write_shared()?;
        write_cards(&site, &cards, &outputs)?;
        sort(&mut diagnostics);
        let kept = diagnostics.iter().map(StoredDiagnostic::new).collect();
        let about = About { inputs: Some(inputs), diagnostics: kept, n_pages };
        written = outputs.commit(&cache, about, manifest)?;
        clock.lap("write");
    }
    cache.save();
    clock.lap("keep");
    let outside_links = if options.out.is_none() { outside_links(&site) } else { Vec::new() };
    Ok(Report { outside_links, ..finish(diagnostics, options, clock, n_pages, written, cache.notes) })
}

/// When sources last changed, if the site tells it.
fn dates(folder: &SiteFolder, options: &BuildOptions) -> BTreeMap<String, LastUpdated> {
    let (settings, _) = parse_settings(&folder.settings, &options.overrides);
    let is_told = settings.is_some_and(|settings| settings.docs.has_last_updated);
    if is_told { last_updates(&options.site) } else { BTreeMap::new() }
}

/// Of everything that a build reads.
fn inputs(
    folder: &SiteFolder,
    overrides: &BTreeMap<String, String>,
    dates: &BTreeMap<String, LastUpdated>,
) -> Fingerprint {
    let mut parts = vec![settings_fingerprint(folder, overrides).to_string()];
    for file in [&folder.sidebars, &folder.redirects] {
        parts.push(file.as_ref().map_or("none", |file| file.text()).to_owned());
    }
    for files in [&folder.fingerprints, &folder.assets, &folder.statics] {
        parts.push(format!("{files:?}"));
    }
    parts.push(format!("{dates:?} {:?}", folder.diagnostics));
    Fingerprint::of_parts(parts)
}

fn settings_fingerprint(folder: &SiteFolder, overrides: &BTreeMap<String, String>) -> Fingerprint {
    let overrides = overrides.iter().flat_map(|(name, value)| [name.as_str(), value]);
    Fingerprint::of_parts(std::iter::once(folder.settings.text()).chain(overrides))
}

/// Of everything that all pages are made from.
fn shared_fingerprint(
    folder: &SiteFolder,
    overrides: &BTreeMap<String, String>,
    context: &RenderContext<'_>,
) -> Fingerprint {
    let settings = settings_fingerprint(folder, overrides);
    let components = folder.fingerprints.iter().filter(|(path, _)| path.starts_with(COMPONENTS_FOLDER));
    let components = format!("{:?}", components.collect::<Vec<_>>());
    Fingerprint::of_parts([settings.as_ref(), components.as_bytes(), shared_inputs(context).as_bytes()])
}

/// What there is to tell if nothing has changed since the site in place was built.
fn unchanged(
    before: &Record,
    inputs: Fingerprint,
    folder: &SiteFolder,
    options: &BuildOptions,
    cache: &Cache,
    clock: &mut Clock,
) -> Option<Report> {
    let out = options.out.as_deref().filter(|_| before.about.inputs == Some(inputs))?;
    let kept = before.about.diagnostics.iter().cloned();
    let diagnostics: Vec<Diagnostic> =
        kept.map(|it| it.into_diagnostic(&|path| folder.source(path))).collect::<Option<_>>()?;
    if is_bad(&diagnostics, options) || !before.is_in_place(out) {
        return None;
    }
    clock.lap("compare");
    let clock = std::mem::replace(clock, Clock::start());
    Some(finish(diagnostics, options, clock, before.about.n_pages, before.size(), cache.notes.clone()))
}

fn is_bad(diagnostics: &[Diagnostic], options: &BuildOptions) -> bool {
    has_errors(diagnostics) || (options.is_strict && !diagnostics.is_empty())
}

fn finish(
    mut diagnostics: Vec<Diagnostic>,
    options: &BuildOptions,
    clock: Clock,
    n_pages: usize,
    (n_files, n_bytes): (u64, u64),
    notes: Vec<String>,
) -> Report {
    sort(&mut diagnostics);
    Report {
        is_good: !is_bad(&diagnostics, options),
        diagnostics,
        notes,
        n_pages,
        n_files: usize::try_from(n_files).unwrap_or(usize::MAX),
        n_bytes,
        outside_links: Vec::new(),
        times: clock.laps,
    }
}

/// What is kept of the pages once they are written.
struct Rendered {
    /// Ids of their articles.
    ids: BTreeMap<Route, Arc<BTreeSet<String>>>,
    diagnostics: Vec<Diagnostic>,
}

/// One page, written.
struct RenderedOne {
    ids: BTreeSet<String>,
    diagnostics: Vec<Diagnostic>,
}

/// What is kept of a page for the next build: its ids, what was said about it, and what its document, its page data and
/// its twin hold.
type KeptPage = (BTreeSet<String>, Vec<StoredDiagnostic>, [Fingerprint; 3]);

/// A site on its way to its files.
struct Work<'a> {
    site: &'a Site,
    folder: &'a SiteFolder,
    stage: &'a Stage,
    documents: &'a ParseCache,
    /// Of what all pages are made from.
    shared: Fingerprint,
    cache: &'a Cache,
    outputs: &'a Outputs,
}

impl Work<'_> {
    /// Renders and writes every page, or takes it over from the site in place.
    fn render_pages(&self) -> Result<Rendered, BuildError> {
        let context = self.stage.context(self.site);
        let pages = self.site.pages.par_iter().map(|page| {
            let key = self.key(&context, page);
            let known = key.map(|key| self.kept(page, key)).transpose()?.flatten();
            let one = match known {
                Some(known) => known,
                None => self.render(&context, page, key)?,
            };
            Ok::<_, BuildError>((page.route.clone(), one))
        });
        let pages: Vec<_> = pages.collect::<Result<_, _>>()?;
        let mut kept = Rendered { ids: BTreeMap::new(), diagnostics: Vec::new() };
        for (route, RenderedOne { ids, diagnostics }) in pages {
            kept.ids.insert(route, Arc::new(ids));
            kept.diagnostics.extend(diagnostics);
        }
        let fingerprint = &theme().manifest.fingerprint;
        let search = &self.site.search_route;
        let made = [
            (search.file_name(), Some(search.page_data_name()), search_page_data(self.site, fingerprint)),
            ("404.html".to_owned(), None, not_found_page_data(self.site, fingerprint)),
        ];
        for (file, data_name, data) in made {
            let rendered = self
                .stage
                .generation
                .with_prerenderer(|prerenderer| render_data(&context, prerenderer, data))?;
            self.outputs.file(&file, rendered.html.as_bytes())?;
            if let Some(name) = data_name {
                self.outputs.file(&format!("page-data/{name}"), rendered.page_data.as_bytes())?;
            }
        }
        Ok(kept)
    }

    /// Of everything that a page is made from.
    fn key(&self, context: &RenderContext<'_>, page: &Page) -> Option<Fingerprint> {
        let document = self.documents.fingerprint(page)?;
        let inputs = page_inputs(context, page);
        Some(Fingerprint::of_parts([self.shared.as_ref(), document.as_ref(), inputs.as_bytes()]))
    }

    /// The page as an earlier build made it from the same, with its files taken over.
    fn kept(&self, page: &Page, key: Fingerprint) -> Result<Option<RenderedOne>, PublishError> {
        let Some((ids, diagnostics, contents)) = self.cache.store.get::<KeptPage>(key) else {
            return Ok(None);
        };
        let diagnostics =
            diagnostics.into_iter().map(|it| it.into_diagnostic(&|path| self.folder.source(path)));
        let Some(diagnostics) = diagnostics.collect::<Option<_>>() else { return Ok(None) };
        let files = file_names(page);
        for (path, content) in files.iter().zip(contents) {
            if !self.outputs.reuse(path, content)? {
                return Ok(None);
            }
        }
        Ok(Some(RenderedOne { ids, diagnostics }))
    }

    fn render(
        &self,
        context: &RenderContext<'_>,
        page: &Page,
        key: Option<Fingerprint>,
    ) -> Result<RenderedOne, BuildError> {
        let generation = &self.stage.generation;
        let body = page.document.body.nodes();
        let rendered =
            generation.with_prerenderer(|prerenderer| render_page(context, prerenderer, page, &body))?;
        let twin = markdown_twin(page, &body, &self.stage.twin_context(self.site, page));
        drop(body);
        let [document, data, markdown] = file_names(page);
        let contents = [
            self.outputs.file(&document, rendered.html.as_bytes())?,
            self.outputs.file(&data, rendered.page_data.as_bytes())?,
            self.outputs.file(&markdown, twin.as_bytes())?,
        ];
        if let Some(key) = key {
            let said: Vec<_> = rendered.diagnostics.iter().map(StoredDiagnostic::new).collect();
            self.cache.store.put(key, &(&rendered.ids, said, contents));
        }
        Ok(RenderedOne { ids: rendered.ids, diagnostics: rendered.diagnostics })
    }

    /// Writes all twins as one text.
    fn write_all_twins(&self) -> Result<(), PublishError> {
        let names = self.site.pages.iter().map(|page| page.route.markdown_name());
        let n_bytes = names.map(|name| self.outputs.length(&name)).sum();
        let TextFile { path, text } =
            llms_full_txt(self.site, n_bytes, |page| self.outputs.text(&page.route.markdown_name()))?;
        self.outputs.file(&path, text.as_bytes()).map(drop)
    }

    /// Writes what is not a page; gives the manifest, which is written last.
    fn write_shared(&self) -> Result<Manifest, BuildError> {
        let Self { site, folder, stage, outputs, .. } = *self;
        let settings = &site.settings;
        let headers = response_headers(settings, theme());
        let last_modified = site
            .pages
            .iter()
            .filter_map(|page| Some((page.route.to_string(), stage.changed_on(page)?.to_owned())))
            .collect();
        let texts = [
            llms_txt(site),
            sitemap(site, &last_modified),
            robots(settings),
            opensearch(site),
            host_redirects(site),
            host_headers(settings, &headers),
        ];
        if !folder.statics.contains_key(LLMS_FULL_FILE) {
            self.write_all_twins()?;
        }
        for TextFile { path, text } in texts.iter().filter(|file| !folder.statics.contains_key(&file.path)) {
            outputs.file(path, text.as_bytes())?;
        }
        for (path, redirect) in redirect_pages(site) {
            let address = redirect_address(settings, redirect);
            let canonical = match redirect.to.route() {
                Some(route) => settings.canonical_url(route.as_str()),
                None => address.clone(),
            };
            outputs.file(&path, redirect_document(&settings.locale, &address, &canonical).as_bytes())?;
            let data = serde_json::json!({ "redirect": redirect.to.href() }).to_string();
            outputs.file(&format!("page-data/{}", path.replace(".html", ".json")), data.as_bytes())?;
        }
        let manifest = manifest(site, &headers);
        for rules in [nginx_http_rules(&manifest), nginx_server_rules(&manifest), caddy_rules(&manifest)] {
            outputs.plain_file(&rules.path, rules.text.as_bytes())?;
        }
        if settings.search.has_embedded {
            write_search_index(site, folder, self.documents, self.cache, outputs)?;
        }
        stage.files.par_iter().try_for_each(|(path, bytes)| outputs.file(path, bytes).map(drop))?;
        let assets = &theme().assets;
        assets.par_iter().try_for_each(|(path, bytes)| outputs.theme_file(path, bytes))?;
        let beside = stage.assets.par_iter().filter(|(source, _)| !source.starts_with("static/"));
        beside.try_for_each(|(source, asset)| {
            let content = folder.assets.get(source).or_else(|| folder.fingerprints.get(source));
            if content
                .is_some_and(|content| outputs.reuse(&asset.path, *content).is_ok_and(|is_there| is_there))
            {
                return Ok(());
            }
            Ok::<_, BuildError>(outputs.file(&asset.path, &folder.bytes(source)?).map(drop)?)
        })?;
        folder.statics.par_iter().try_for_each(|(path, content)| {
            if outputs.reuse(path, *content)? {
                return Ok(());
            }
            let bytes = folder.bytes(&format!("static/{path}"))?;
            Ok::<_, BuildError>(outputs.file(path, &bytes).map(drop)?)
        })?;
        Ok(manifest)
    }
}

/// The files of a page: its document, its page data and its twin.
fn file_names(page: &Page) -> [String; 3] {
    let route = &page.route;
    [route.file_name(), format!("page-data/{}", route.page_data_name()), route.markdown_name()]
}

struct Clock {
    last: Instant,
    laps: Vec<(&'static str, Duration)>,
}

impl Clock {
    fn start() -> Self {
        Self { last: Instant::now(), laps: Vec::new() }
    }

    fn lap(&mut self, stage: &'static str) {
        let now = Instant::now();
        self.laps.push((stage, now - self.last));
        self.last = now;
    }
}
