//! The embedded search index of a site.

use std::convert::Infallible;

use portico_config::Settings;
use portico_diagnostics::{Code, Diagnostic, SourceFile};
use portico_js::Engine;
use portico_search::{IndexFile, IndexOptions, Synonyms, parse_synonyms, records, search_pages, write_index};
use portico_site::Site;
use rayon::prelude::*;

use crate::cache::Store;
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

/// Writes the index, unless the one in place was made from the same pages.
pub(crate) fn write_search_index(
    site: &Site,
    folder: &SiteFolder,
    documents: &ParseCache,
    store: &Store,
    outputs: &Outputs,
) -> Result<(), PublishError> {
    let key = inputs(site, folder, documents);
    if let Some(files) = store.get::<Vec<(String, Fingerprint)>>(key) {
        let reused = files.iter().map(|(path, content)| outputs.reuse(path, *content));
        if reused.collect::<Result<Vec<_>, _>>()?.into_iter().all(|is_reused| is_reused) {
            return Ok(());
        }
    }
    let (synonyms, _) = synonyms(folder);
    let mut written = Vec::new();
    let mut batch = Vec::new();
    write(site, IndexOptions { synonyms, ..IndexOptions::default() }, |file| {
        batch.push(file);
        if batch.len() == AT_ONCE {
            written.extend(output(std::mem::take(&mut batch), outputs)?);
        }
        Ok::<_, PublishError>(())
    })?;
    written.extend(output(batch, outputs)?);
    store.put(key, &written);
    Ok(())
}

/// Files of the index that are written at once.
const AT_ONCE: usize = 128;

fn output(files: Vec<IndexFile>, outputs: &Outputs) -> Result<Vec<(String, Fingerprint)>, PublishError> {
    let written = files.into_par_iter().map(|file| {
        let content = outputs.file(&file.path, &file.bytes)?;
        Ok((file.path, content))
    });
    written.collect()
}

/// Of everything that the index is made from.
fn inputs(site: &Site, folder: &SiteFolder, documents: &ParseCache) -> Fingerprint {
    let pages = site.pages.iter().map(|page| {
        let document = documents.fingerprint(page);
        let place = format!("{} {:?} {document:?}", page.route, page.breadcrumbs);
        Fingerprint::of_parts([place.as_str(), &page.title, &page.description])
    });
    let synonyms = format!("{:?}", folder.fingerprints.get(SYNONYMS_FILE));
    let others = [Fingerprint::of_parts(["search index", &site.settings.locale, &synonyms])];
    Fingerprint::of_parts(others.into_iter().chain(pages))
}

/// The index as one file of any size.
pub(crate) fn whole_index(site: &Site, synonyms: Synonyms) -> Option<IndexFile> {
    let options = IndexOptions { synonyms, largest_whole: usize::MAX, ..IndexOptions::default() };
    let mut entry = None;
    let Ok(()) = write(site, options, |file| {
        entry = Some(file);
        Ok::<_, Infallible>(())
    });
    entry
}

fn write<E>(
    site: &Site,
    options: IndexOptions,
    put: impl FnMut(IndexFile) -> Result<(), E>,
) -> Result<(), E> {
    let options = IndexOptions { language: site.settings.locale.clone(), ..options };
    write_index(&records(&search_pages(site)), &options, put)
}
