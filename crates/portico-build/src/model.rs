//! From the folder to the site: parse every page, then give each its place.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use portico_config::{Settings, parse_settings};
use portico_diagnostics::{Diagnostic, SourceFile};
use portico_document::Document;
use portico_markdown::{Components, ParseInput, parse, suggest_file};
use portico_site::{Drafts, Page, Site, SiteInput, build_site, is_category_file, page_path_id};
use rayon::prelude::*;

use crate::cache::{Store, StoredDiagnostic, StoredDocument};
use crate::components::site_components;
use crate::fingerprint::Fingerprint;
use crate::folder::SiteFolder;
use crate::unsettled;

/// Files at the site's root that the build makes, which content may link to.
const MADE_FILES: [&str; 5] = ["llms-full.txt", "llms.txt", "opensearch.xml", "robots.txt", "sitemap.xml"];

/// A parsed page and what was said about it, kept for as long as nothing that it was made from changes.
#[derive(Clone)]
struct Parsed {
    document: Arc<Document>,
    diagnostics: Arc<Vec<Diagnostic>>,
    /// Of the page's own text and what it was parsed with.
    own: Fingerprint,
    /// Of the files that the document was made from besides its own, by name; `None` for those that were not there.
    others: Arc<Others>,
}

type Others = Vec<(String, Option<Fingerprint>)>;

/// Parsed pages by path.
#[derive(Default)]
pub(crate) struct ParseCache {
    pages: BTreeMap<String, Parsed>,
}

/// What the folder means.
pub(crate) struct Model {
    /// The site; `None` if the settings cannot be read at all.
    pub(crate) site: Option<Site>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// What is parsed with: the same for all pages.
pub(crate) struct Parsing<'a> {
    pub(crate) overrides: &'a BTreeMap<String, String>,
    pub(crate) drafts: Drafts,
    /// Pages of earlier builds.
    pub(crate) store: &'a Store,
}

/// Makes the site, parsing only pages that are not known as they stand.
pub(crate) fn make_model(folder: &SiteFolder, parsing: &Parsing<'_>, cache: &mut ParseCache) -> Model {
    let (settings, found) = parse_settings(&folder.settings, parsing.overrides);
    let Some(settings) = settings else {
        return Model { site: None, diagnostics: unsettled::problems(folder, parsing, found) };
    };
    let (site, mut diagnostics) = make_site(folder, settings, parsing, cache);
    diagnostics.extend(found);
    Model { site: Some(site), diagnostics }
}

/// Makes the site with these settings, and says what is wrong with its files.
pub(crate) fn make_site(
    folder: &SiteFolder,
    settings: Settings,
    parsing: &Parsing<'_>,
    cache: &mut ParseCache,
) -> (Site, Vec<Diagnostic>) {
    let mut diagnostics = folder.diagnostics.clone();
    let components = site_components(folder, &settings, &mut diagnostics);
    let documents = parse_pages(folder, (&settings, &components), parsing, cache, &mut diagnostics);
    let static_files: BTreeSet<String> =
        folder.statics.keys().cloned().chain(MADE_FILES.map(str::to_owned)).collect();
    // Data and other text that is no page can be downloaded too.
    let downloads = folder.texts.keys().filter(|path| !is_page(path));
    let asset_files = folder.assets.keys().chain(downloads).cloned().collect();
    let (site, found) = build_site(SiteInput {
        settings: Arc::new(settings),
        documents,
        sidebars: folder.sidebars.as_ref(),
        redirects: folder.redirects.as_ref(),
        categories: folder.texts.values().filter(|file| is_category_file(file.path())).collect(),
        settings_file: &folder.settings,
        static_files: &static_files,
        asset_files: &asset_files,
        drafts: parsing.drafts,
    });
    diagnostics.extend(found);
    (site, diagnostics)
}

fn is_page(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| matches!(ending, "md" | "mdx"))
}

impl ParseCache {
    /// Of everything that a page's document was made from.
    pub(crate) fn fingerprint(&self, page: &Page) -> Option<Fingerprint> {
        let Parsed { own, others, .. } = self.pages.get(page.document.source.path())?;
        let others = others.iter().map(|(_, other)| other.as_ref().map_or(&[][..], AsRef::as_ref));
        Some(Fingerprint::of_parts([own.as_ref()].into_iter().chain(others)))
    }
}

fn parse_pages(
    folder: &SiteFolder,
    (settings, components): (&Settings, &Components),
    parsing: &Parsing<'_>,
    cache: &mut ParseCache,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Arc<Document>> {
    let variables = settings.variables();
    let has_math = settings.markdown.has_math;
    let known = format!("{components:?} {has_math}");
    let common = variables.iter().flat_map(|(name, value)| [name, value]).chain([&known]);
    let common = Fingerprint::of_parts(common);
    let sources: Vec<(&SourceFile, String)> = folder
        .texts
        .values()
        .filter_map(|source| Some((source, page_path_id(source.path().strip_prefix("content/")?)?)))
        .collect();
    let parsed: Vec<Parsed> = sources
        .into_par_iter()
        .map(|(source, id)| {
            let own = own_fingerprint(source, folder, common);
            if let Some(known) = cache.pages.get(source.path())
                && known.own == own
                && is_current(&known.others, folder)
            {
                return known.clone();
            }
            stored(source, &id, own, folder, parsing.store).unwrap_or_else(|| {
                let input = ParseInput {
                    source,
                    id: &id,
                    variables: &variables,
                    files: folder,
                    components,
                    has_math,
                };
                parse_page(&input, own, folder, parsing.store)
            })
        })
        .collect();
    cache.pages = parsed.iter().map(|page| (page.document.source.path().to_owned(), page.clone())).collect();
    let found = parsed.iter().flat_map(|page| page.diagnostics.iter().cloned());
    let found = found.map(|found| {
        let meant = suggest_file(&found, folder.texts.keys().map(String::as_str));
        found.maybe_help(meant)
    });
    diagnostics.extend(found.filter_map(|found| settings.content.apply(found)));
    parsed.into_iter().map(|page| page.document).collect()
}

fn own_fingerprint(source: &SourceFile, folder: &SiteFolder, common: Fingerprint) -> Fingerprint {
    let text = folder.fingerprints.get(source.path()).copied();
    let text = text.unwrap_or_else(|| Fingerprint::of(source.text().as_bytes()));
    Fingerprint::of_parts([b"document", source.path().as_bytes(), text.as_ref(), common.as_ref()])
}

fn is_current(others: &Others, folder: &SiteFolder) -> bool {
    others.iter().all(|(path, known)| folder.fingerprints.get(path) == known.as_ref())
}

/// Where the nodes of a page are kept.
fn nodes_key(own: Fingerprint) -> Fingerprint {
    Fingerprint::of_parts([b"nodes", own.as_ref()])
}

/// A page as an earlier build parsed it, unless one of its files has changed.
fn stored(
    source: &SourceFile,
    id: &str,
    own: Fingerprint,
    folder: &SiteFolder,
    store: &Store,
) -> Option<Parsed> {
    let (others, diagnostics, document): (Others, Vec<StoredDiagnostic>, StoredDocument<'_>) =
        store.get(own)?;
    if !is_current(&others, folder) {
        return None;
    }
    let nodes = store.get_packed(nodes_key(own))?;
    let diagnostics = diagnostics.into_iter().map(|it| it.into_diagnostic(&|path| folder.source(path)));
    Some(Parsed {
        diagnostics: Arc::new(diagnostics.collect::<Option<_>>()?),
        document: Arc::new(
            document.into_document(source.clone(), id.to_owned(), nodes, &|path| folder.source(path)),
        ),
        own,
        others: Arc::new(others),
    })
}

fn parse_page(input: &ParseInput<'_>, own: Fingerprint, folder: &SiteFolder, store: &Store) -> Parsed {
    let (document, diagnostics) = parse(input);
    let others: Others = document
        .dependencies
        .iter()
        .map(|path| (path.clone(), folder.fingerprints.get(path).copied()))
        .collect();
    let kept: Vec<StoredDiagnostic> = diagnostics.iter().map(StoredDiagnostic::new).collect();
    store.put(own, &(&others, kept, StoredDocument::new(&document)));
    store.put_packed(nodes_key(own), Arc::clone(document.body.packed()));
    Parsed { document: Arc::new(document), diagnostics: Arc::new(diagnostics), own, others: Arc::new(others) }
}
