//! A whole build: read, model, render, check, publish.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use portico_contract::MANIFEST_FILE;
use portico_diagnostics::{Diagnostic, has_errors, sort};
use portico_markdown::Components;
use portico_render::{
    PrerenderError, RenderedPage, TextFile, Twin, host_headers, host_redirects, llms_full_txt, llms_txt,
    manifest, markdown_twin, not_found_page_data, opensearch, redirect_address, redirect_document,
    redirect_pages, render_data, render_page, response_headers, robots, search_page_data, sitemap,
};
use portico_site::{Drafts, Route, Site, check_links};
use portico_theme::theme;
use rayon::prelude::*;

use crate::compress::siblings;
use crate::folder::{FolderError, SiteFolder};
use crate::history::last_updates;
use crate::model::{ParseCache, make_model};
use crate::publish::{PublishError, Staging};
use crate::stage::{Purpose, Stage};
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
}

/// What came of a build.
#[derive(Debug)]
pub struct Report {
    /// Everything the author should know, in order.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether the site was published (or could have been, for a check).
    pub is_good: bool,
    /// Number of pages.
    pub n_pages: usize,
    /// Number of files written.
    pub n_files: usize,
    /// Their size in bytes, compressed siblings included.
    pub n_bytes: u64,
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
    clock.lap("read");
    progress("parsing pages");
    let components = Components::built_in();
    let mut cache = ParseCache::default();
    let model = make_model(&folder, &options.overrides, &components, Drafts::LeftOut, &mut cache);
    clock.lap("parse");
    let mut diagnostics = model.diagnostics;
    let Some(site) = model.site else {
        return Ok(finish(diagnostics, options, clock, 0, &Written::default()));
    };

    let has_dates = site.settings.docs.has_last_updated;
    let dates = if has_dates { last_updates(&options.site) } else { BTreeMap::new() };
    let stage = Stage::prepare(&site, &folder, dates, Purpose::Publish)?;
    clock.lap("prepare");
    progress("rendering pages");
    let target = options.out.as_ref().filter(|_| !is_bad(&diagnostics, options));
    let output =
        Output { staging: target.map(|out| Staging::begin(out)).transpose()?, written: Written::default() };
    let rendered = render_pages(&site, &stage, &output)?;
    clock.lap("render");
    progress("checking links");
    let ids = &rendered.ids;
    diagnostics.extend(stage.diagnostics.iter().cloned());
    diagnostics.extend(rendered.diagnostics.iter().cloned());
    diagnostics.extend(check_links(&site, &|route| ids.get(route).cloned()));
    clock.lap("check");
    let n_pages = site.pages.len();
    if !is_bad(&diagnostics, options) {
        progress("writing the published site");
        write_shared(&site, &stage, &folder, &rendered, &output)?;
        if let Some(staging) = output.staging {
            staging.commit()?;
        }
        clock.lap("write");
    }
    Ok(finish(diagnostics, options, clock, n_pages, &output.written))
}

fn is_bad(diagnostics: &[Diagnostic], options: &BuildOptions) -> bool {
    has_errors(diagnostics) || (options.is_strict && !diagnostics.is_empty())
}

fn finish(
    mut diagnostics: Vec<Diagnostic>,
    options: &BuildOptions,
    clock: Clock,
    n_pages: usize,
    written: &Written,
) -> Report {
    sort(&mut diagnostics);
    Report {
        is_good: !is_bad(&diagnostics, options),
        diagnostics,
        n_pages,
        n_files: usize::try_from(written.files.load(Ordering::Relaxed)).unwrap_or(usize::MAX),
        n_bytes: written.bytes.load(Ordering::Relaxed),
        times: clock.laps,
    }
}

/// What is kept of the pages once they are written.
struct Rendered {
    /// Ids of their articles.
    ids: BTreeMap<Route, Arc<BTreeSet<String>>>,
    /// Their Markdown twins.
    twins: BTreeMap<Route, String>,
    diagnostics: Vec<Diagnostic>,
}

/// Renders and writes every page.
fn render_pages(site: &Site, stage: &Stage, output: &Output) -> Result<Rendered, BuildError> {
    let context = stage.context(site);
    let pages = site.pages.par_iter().map(|page| {
        let rendered =
            stage.generation.with_prerenderer(|prerenderer| render_page(&context, prerenderer, page))?;
        output.page(&page.route.file_name(), Some(&page.route.page_data_name()), &rendered)?;
        let twin = markdown_twin(page, &stage.twin_context(site, page));
        output.file(&page.route.markdown_name(), twin.as_bytes())?;
        Ok::<_, BuildError>((page.route.clone(), rendered, twin))
    });
    let pages: Vec<_> = pages.collect::<Result<_, _>>()?;
    let mut kept = Rendered { ids: BTreeMap::new(), twins: BTreeMap::new(), diagnostics: Vec::new() };
    for (route, rendered, twin) in pages {
        kept.ids.insert(route.clone(), Arc::new(rendered.ids));
        kept.diagnostics.extend(rendered.diagnostics);
        kept.twins.insert(route, twin);
    }
    let fingerprint = &theme().manifest.fingerprint;
    let search = &site.search_route;
    let made = [
        (search.file_name(), Some(search.page_data_name()), search_page_data(site, fingerprint)),
        ("404.html".to_owned(), None, not_found_page_data(site, fingerprint)),
    ];
    for (file, data_name, data) in made {
        let rendered =
            stage.generation.with_prerenderer(|prerenderer| render_data(&context, prerenderer, data))?;
        output.page(&file, data_name.as_deref(), &rendered)?;
    }
    Ok(kept)
}

/// Writes what is not a page.
fn write_shared(
    site: &Site,
    stage: &Stage,
    folder: &SiteFolder,
    rendered: &Rendered,
    output: &Output,
) -> Result<(), BuildError> {
    let settings = &site.settings;
    let headers = response_headers(settings, theme());
    let last_modified = site
        .pages
        .iter()
        .filter_map(|page| Some((page.route.to_string(), stage.changed_on(page)?.to_owned())))
        .collect();
    let twins = rendered.twins.iter().map(|(route, markdown)| Twin { route, markdown });
    let texts = [
        llms_txt(site),
        llms_full_txt(site, twins),
        sitemap(site, &last_modified),
        robots(settings),
        opensearch(site),
        host_redirects(site),
        host_headers(settings, &headers),
    ];
    for TextFile { path, text } in texts.iter().filter(|file| !folder.statics.contains(&file.path)) {
        output.file(path, text.as_bytes())?;
    }
    for (path, redirect) in redirect_pages(site) {
        let address = redirect_address(settings, redirect);
        let canonical = match redirect.to.route() {
            Some(route) => settings.canonical_url(route.as_str()),
            None => address.clone(),
        };
        output.file(&path, redirect_document(&settings.locale, &address, &canonical).as_bytes())?;
        let data = serde_json::json!({ "redirect": redirect.to.href() }).to_string();
        output.file(&format!("page-data/{}", path.replace(".html", ".json")), data.as_bytes())?;
    }
    let manifest = serde_json::to_vec_pretty(&manifest(site, &headers)).expect("the manifest is plain data");
    output.plain_file(MANIFEST_FILE, &manifest)?;
    stage.files.par_iter().try_for_each(|(path, bytes)| output.file(path, bytes))?;
    folder.statics.par_iter().try_for_each(|path| {
        let bytes = folder.bytes(&format!("static/{path}"))?;
        Ok::<_, BuildError>(output.file(path, &bytes)?)
    })
}

/// Where files go, or nowhere for a check.
struct Output {
    staging: Option<Staging>,
    written: Written,
}

#[derive(Default)]
struct Written {
    files: AtomicU64,
    bytes: AtomicU64,
}

impl Output {
    fn page(&self, file: &str, data_name: Option<&str>, page: &RenderedPage) -> Result<(), PublishError> {
        self.file(file, page.html.as_bytes())?;
        let Some(name) = data_name else { return Ok(()) };
        self.file(&format!("page-data/{name}"), page.page_data.as_bytes())
    }

    /// A file and its compressed siblings.
    fn file(&self, path: &str, bytes: &[u8]) -> Result<(), PublishError> {
        self.plain_file(path, bytes)?;
        if self.staging.is_some() {
            for (ending, compressed) in siblings(path, bytes) {
                self.plain_file(&format!("{path}{ending}"), &compressed)?;
            }
        }
        Ok(())
    }

    fn plain_file(&self, path: &str, bytes: &[u8]) -> Result<(), PublishError> {
        let Some(staging) = &self.staging else { return Ok(()) };
        staging.write(path, bytes)?;
        self.written.files.fetch_add(1, Ordering::Relaxed);
        self.written.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(())
    }
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
