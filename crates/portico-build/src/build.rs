//! A whole build: read, model, render, check, publish.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use portico_config::parse_settings;
use portico_contract::LastUpdated;
use portico_diagnostics::{Diagnostic, has_errors, sort};
use portico_render::{PrerenderError, RenderContext, shared_inputs};
use portico_search::MOST_KEPT;
use portico_site::{Drafts, OutsideLink, Site, check_links, outside_links};

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
use crate::pages::Work;
use crate::publish::PublishError;
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
        cuts_sections: cuts_sections(&site),
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
        let manifest = work.write_shared(rendered.sections)?;
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

/// Whether the search finds what is cut in advance still kept: of a large site it would take too much memory.
fn cuts_sections(site: &Site) -> bool {
    let n_bytes: usize = site.pages.iter().map(|page| page.document.source.text().len()).sum();
    site.settings.search.has_embedded && n_bytes <= MOST_KEPT
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
