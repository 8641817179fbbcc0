//! From the folder to the site: parse every page, then give each its place.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use portico_config::{Settings, parse_settings};
use portico_diagnostics::{Diagnostic, SourceFile};
use portico_document::Document;
use portico_markdown::{Components, ParseInput, parse};
use portico_site::{Drafts, Site, SiteInput, build_site, page_path_id};
use rayon::prelude::*;

use crate::folder::SiteFolder;

/// Files at the site's root that the build makes, which content may link to.
const MADE_FILES: [&str; 5] = ["llms-full.txt", "llms.txt", "opensearch.xml", "robots.txt", "sitemap.xml"];

/// A parsed page and what was said about it, kept for as long as nothing that it was made from changes.
#[derive(Clone)]
pub(crate) struct Parsed {
    document: Arc<Document>,
    diagnostics: Arc<Vec<Diagnostic>>,
    /// Texts of the files that the document was made from besides its own.
    dependencies: Arc<Vec<(String, Option<SourceFile>)>>,
}

/// Parsed pages by path, and the variables they were parsed with.
#[derive(Default)]
pub(crate) struct ParseCache {
    variables: BTreeMap<String, String>,
    pages: BTreeMap<String, Parsed>,
}

/// What the folder means.
pub(crate) struct Model {
    /// The site; `None` if the settings cannot be read at all.
    pub(crate) site: Option<Site>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Makes the site, parsing only pages that are not in the cache as they stand.
pub(crate) fn make_model(
    folder: &SiteFolder,
    overrides: &BTreeMap<String, String>,
    components: &Components,
    drafts: Drafts,
    cache: &mut ParseCache,
) -> Model {
    let mut diagnostics = folder.diagnostics.clone();
    let (settings, found) = parse_settings(&folder.settings, overrides);
    diagnostics.extend(found);
    let Some(settings) = settings else { return Model { site: None, diagnostics } };
    let documents = parse_pages(folder, &settings, components, cache, &mut diagnostics);
    let static_files: BTreeSet<String> =
        folder.statics.iter().cloned().chain(MADE_FILES.map(str::to_owned)).collect();
    let (site, found) = build_site(SiteInput {
        settings: Arc::new(settings),
        documents,
        sidebars: folder.sidebars.as_ref(),
        redirects: folder.redirects.as_ref(),
        settings_file: &folder.settings,
        static_files: &static_files,
        asset_files: &folder.assets,
        drafts,
    });
    diagnostics.extend(found);
    Model { site: Some(site), diagnostics }
}

fn parse_pages(
    folder: &SiteFolder,
    settings: &Settings,
    components: &Components,
    cache: &mut ParseCache,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Arc<Document>> {
    let variables = settings.variables();
    if cache.variables != variables {
        *cache = ParseCache { variables, pages: BTreeMap::new() };
    }
    let sources: Vec<(&SourceFile, String)> = folder
        .texts
        .values()
        .filter_map(|source| Some((source, page_path_id(source.path().strip_prefix("content/")?)?)))
        .collect();
    let parsed: Vec<Parsed> = sources
        .par_iter()
        .map(|(source, id)| {
            let known = cache.pages.get(source.path()).filter(|known| is_current(known, source, folder));
            known.cloned().unwrap_or_else(|| {
                parse_page(
                    &ParseInput { source, id, variables: &cache.variables, files: folder, components },
                    folder,
                )
            })
        })
        .collect();
    cache.pages = parsed.iter().map(|page| (page.document.source.path().to_owned(), page.clone())).collect();
    let found = parsed.iter().flat_map(|page| page.diagnostics.iter().cloned());
    diagnostics.extend(found.filter_map(|found| settings.content.apply(found)));
    parsed.into_iter().map(|page| page.document).collect()
}

fn parse_page(input: &ParseInput<'_>, folder: &SiteFolder) -> Parsed {
    let (document, diagnostics) = parse(input);
    let dependencies =
        document.dependencies.iter().map(|path| (path.clone(), folder.texts.get(path).cloned())).collect();
    Parsed {
        document: Arc::new(document),
        diagnostics: Arc::new(diagnostics),
        dependencies: Arc::new(dependencies),
    }
}

fn is_current(known: &Parsed, source: &SourceFile, folder: &SiteFolder) -> bool {
    known.document.source == *source
        && known.dependencies.iter().all(|(path, file)| folder.texts.get(path) == file.as_ref())
}
