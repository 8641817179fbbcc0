//! The embedded search index of a site.

use std::collections::HashMap;
use std::convert::Infallible;

use portico_config::Settings;
use portico_diagnostics::{Code, Diagnostic, SourceFile};
use portico_js::Engine;
use portico_search::{
    IndexBase, IndexFile, IndexOptions, IndexPages, Key, SearchPage, Sections, Synonyms, parse_synonyms,
    plan_index, records, search_pages, write_index,
};
use portico_site::{Route, Site};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cache::{Cache, engine};
use crate::fingerprint::Fingerprint;
use crate::folder::SiteFolder;
use crate::model::ParseCache;
use crate::outputs::Outputs;
use crate::publish::PublishError;

/// Words that mean the same, where a site has some.
const SYNONYMS_FILE: &str = "data/synonyms.toml";

/// The site's synonyms; none if there is no file.
pub(crate) fn synonyms(folder: &SiteFolder) -> (Synonyms, Vec<Diagnostic>) {
    folder.texts.get(SYNONYMS_FILE).map(parse_synonyms).unwrap_or_default()
}

/// Tells what a regular expression lacks to be one.
const PATTERN_CHECK: &str = "export const problem = (text) => { try { RegExp(text); return ''; } catch (error) { return error.message; } };";

/// What is wrong with the regular expression for results outside the site. Browsers read it, so the JavaScript engine
/// judges it.
pub(crate) fn pattern_problems(settings: &Settings, file: &SourceFile) -> Option<Diagnostic> {
    let pattern = settings.search.typesense.as_ref()?.external_url_pattern.as_ref()?;
    let engine = Engine::new("pattern.js", PATTERN_CHECK).expect("the script above is valid");
    let problem = engine.call("problem", &pattern.value).expect("the script above catches what it throws");
    let message =
        format!("`search.typesense.external_url_pattern` is no regular expression of JavaScript: {problem}");
    let diagnostic = Diagnostic::new(Code::ConfigInvalidValue, message);
    let placed = match pattern.span {
        Some(span) => diagnostic.at(file, span),
        None => diagnostic,
    };
    (!problem.is_empty()).then_some(placed)
}

/// Where the cache keeps which files an index had, and what the next one may be planned upon.
const KEPT_FILES: &str = "search-files";
const KEPT_BASE: &str = "search-base";

/// Which files an index had.
#[derive(Default, Serialize, Deserialize)]
struct KeptFiles {
    engine: Option<Fingerprint>,
    /// Of everything that it was made from.
    inputs: Option<Fingerprint>,
    files: Vec<KeptFile>,
}

/// Path, what the plan said of the content, and what the bytes are.
type KeptFile = (String, Key, Fingerprint);

/// Writes the index. Files of the one in place that hold the same are taken over, under whatever name. `sections` has those of
/// the pages that were cut already.
#[inline(never)] // `cargo xtask counts` finds it by its name.
pub(crate) fn write_search_index(
    site: &Site,
    folder: &SiteFolder,
    documents: &ParseCache,
    cache: &Cache,
    outputs: &Outputs,
    sections: HashMap<&Route, Sections>,
) -> Result<(), PublishError> {
    let (synonyms, _) = synonyms(folder);
    let options = options_of(site, IndexOptions { synonyms, ..IndexOptions::default() });
    let (pages, bodies) = pages(site, documents, sections);
    let pages = IndexPages::new(pages, &bodies);
    let inputs = Fingerprint::of_parts([pages.key(), options.key()]);
    let kept = read_files(cache).unwrap_or_default();
    if kept.inputs == Some(inputs) && reuse_all(&kept.files, outputs)? {
        return Ok(());
    }
    let plan = plan_index(pages, read_base(cache), &options);
    let known: HashMap<Key, &KeptFile> = kept.files.iter().map(|file| (file.1, file)).collect();
    let files = plan.files.par_iter().map(|file| {
        if let Some((path, _, bytes)) = known.get(&file.content)
            && outputs.reuse_as(path, &file.path, *bytes)?
        {
            return Ok((file.path.clone(), file.content, *bytes));
        }
        let bytes = outputs.file(&file.path, &plan.bytes(file))?;
        Ok((file.path.clone(), file.content, bytes))
    });
    let files = files.collect::<Result<_, PublishError>>()?;
    let kept = KeptFiles { engine: Some(engine()), inputs: Some(inputs), files };
    cache.write_checked(KEPT_FILES, rmp_serde::to_vec(&kept).expect("plain data can be written to memory"));
    let mut base = engine().as_ref().to_vec();
    plan.into_base().write(&mut base);
    cache.write_checked(KEPT_BASE, base);
    Ok(())
}

fn reuse_all(files: &[KeptFile], outputs: &Outputs) -> Result<bool, PublishError> {
    let reused = files.par_iter().map(|(path, _, bytes)| outputs.reuse(path, *bytes));
    reused.try_reduce(|| true, |one, other| Ok(one && other))
}

fn read_files(cache: &Cache) -> Option<KeptFiles> {
    let kept: KeptFiles = rmp_serde::from_slice(&cache.read_checked(KEPT_FILES)?).ok()?;
    (kept.engine == Some(engine())).then_some(kept)
}

fn read_base(cache: &Cache) -> Option<IndexBase> {
    let bytes = cache.read_checked(KEPT_BASE)?;
    IndexBase::read(bytes.strip_prefix(engine().as_ref())?)
}

/// The pages that can be found, and what tells the content of each from another.
fn pages<'a>(
    site: &'a Site,
    documents: &ParseCache,
    mut sections: HashMap<&Route, Sections>,
) -> (Vec<SearchPage<'a>>, Vec<Key>) {
    let mut pages = search_pages(site);
    for page in &mut pages {
        page.sections = site.page_at(page.route).and_then(|page| sections.remove(&page.route));
    }
    let body = |page: &SearchPage<'_>| {
        let document = site.page_at(page.route).and_then(|page| documents.fingerprint(page));
        // Pages that no file stands for, such as those of categories.
        document.unwrap_or_else(|| Fingerprint::of(page.body.packed())).to_bytes()
    };
    let bodies = pages.iter().map(body).collect();
    (pages, bodies)
}

/// The index as one file of any size.
pub(crate) fn whole_index(site: &Site, synonyms: Synonyms) -> Option<IndexFile> {
    let options = IndexOptions { synonyms, largest_whole: usize::MAX, ..IndexOptions::default() };
    let mut entry = None;
    let Ok(()) = write_index(&records(&search_pages(site)), &options_of(site, options), |file| {
        entry = Some(file);
        Ok::<_, Infallible>(())
    });
    entry
}

fn options_of(site: &Site, options: IndexOptions) -> IndexOptions {
    IndexOptions { language: site.settings.locale.clone(), ..options }
}
