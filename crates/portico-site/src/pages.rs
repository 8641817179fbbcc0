//! Gives documents their ids and routes.

use std::collections::HashMap;
use std::sync::Arc;

use portico_config::{LinkSeverity, Settings};
use portico_diagnostics::{Code, Diagnostic, Severity};
use portico_document::{Document, PageLayout};

use crate::content_path::page_path_id;
use crate::place::{at_document, front_matter_value};
use crate::route::is_route_character;
use crate::toc::toc;
use crate::{Page, Route};

/// Where the content of a site lies.
pub(crate) const CONTENT_FOLDER: &str = "content/";

/// A document that is no page because another one has its route.
pub(crate) struct HiddenDocument {
    pub(crate) document: Arc<Document>,
    pub(crate) route: Route,
}

/// Makes pages of documents, sorted by route. Of two pages with one route the first (by source path) stays; the others
/// come apart.
pub(crate) fn pages(
    mut documents: Vec<Arc<Document>>,
    settings: &Settings,
    search_route: &Route,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Page>, Vec<HiddenDocument>) {
    documents.sort_by(|a, b| (a.source.path(), &a.id).cmp(&(b.source.path(), &b.id)));
    let mut pages: Vec<Page> = Vec::with_capacity(documents.len());
    let mut hidden = Vec::new();
    let mut by_key: HashMap<String, usize> = HashMap::new();
    let mut by_id: HashMap<String, usize> = HashMap::new();
    for document in documents {
        let route = route(&document, diagnostics);
        if route.key() == search_route.key() {
            report_search_route(&document, &route, diagnostics);
            continue;
        }
        if let Some(first) = by_key.get(route.key()) {
            report_duplicate(&document, &pages[*first], settings.links.duplicate_routes, diagnostics);
            hidden.push(HiddenDocument { document, route });
            continue;
        }
        let id = page_id(&document);
        by_key.insert(route.key().to_owned(), pages.len());
        match by_id.get(&id) {
            Some(first) => report_duplicate_id(&document, &id, &pages[*first], diagnostics),
            None => drop(by_id.insert(id.clone(), pages.len())),
        }
        pages.push(page(document, id, route, settings));
    }
    pages.sort_by(|a, b| a.route.cmp(&b.route));
    (pages, hidden)
}

fn page(document: Arc<Document>, id: String, route: Route, settings: &Settings) -> Page {
    let front_matter = &document.front_matter;
    let edit_url = match &front_matter.custom_edit_url {
        Some(own) => own.clone(),
        None => {
            settings.docs.edit_url.as_ref().map(|template| template.replace("{path}", document.source.path()))
        }
    };
    let toc = if front_matter.hide_table_of_contents || front_matter.layout == PageLayout::Home {
        Vec::new()
    } else {
        toc(&document, &settings.docs)
    };
    Page {
        route,
        id,
        title: document.title.clone(),
        document_title: settings.document_title(&document.title),
        description: document.description.clone(),
        sidebar: None,
        breadcrumbs: Vec::new(),
        toc,
        previous: None,
        next: None,
        edit_url,
        is_unlisted: front_matter.is_unlisted,
        is_draft: front_matter.is_draft,
        document,
    }
}

/// The id of a document's page: the front matter's `id` takes the place of the file name.
pub(crate) fn page_id(document: &Document) -> String {
    let own = document.front_matter.id.clone().or_else(|| whole_name(document));
    match (own, document.id.rsplit_once('/')) {
        (None, _) => document.id.clone(),
        (Some(own), Some((folder, _))) => format!("{folder}/{own}"),
        (Some(own), None) => own,
    }
}

/// The file name with its number prefix, of a document whose front matter says `parse_number_prefixes: false`.
pub(crate) fn whole_name(document: &Document) -> Option<String> {
    if document.front_matter.other.get("parse_number_prefixes") != Some(&serde_json::Value::Bool(false)) {
        return None;
    }
    let name = document.source.path().rsplit('/').next()?;
    Some(name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned())
}

/// The folder and file name that a document's id comes from.
fn folder_and_name(document: &Document) -> (String, String) {
    let from_path = document.source.path().strip_prefix(CONTENT_FOLDER).and_then(page_path_id);
    let id = from_path.unwrap_or_else(|| document.id.clone());
    let (folder, name) = match id.rsplit_once('/') {
        Some((folder, name)) => (folder.to_owned(), name.to_owned()),
        None => (String::new(), id),
    };
    (folder, whole_name(document).unwrap_or(name))
}

/// Whether a document stands for its folder: `index`, `readme` or a file named like the folder, in any letter case.
pub(crate) fn is_folder_index(document: &Document) -> bool {
    let (folder, name) = folder_and_name(document);
    let folder_name = folder.rsplit('/').next().filter(|name| !name.is_empty());
    ["index", "readme"].into_iter().chain(folder_name).any(|special| name.eq_ignore_ascii_case(special))
}

fn route(document: &Document, diagnostics: &mut Vec<Diagnostic>) -> Route {
    let (folder, _) = folder_and_name(document);
    let folder = if folder.is_empty() { "/".to_owned() } else { format!("/{folder}/") };
    let slug = document.front_matter.slug.as_deref().filter(|slug| !slug.is_empty());
    let declared = match slug {
        Some(slug) if slug.starts_with('/') => slug.to_owned(),
        Some(slug) => resolve_dots(&format!("{folder}{slug}")),
        None if is_folder_index(document) => folder,
        None => format!("/{}", page_id(document)),
    };
    match Route::parse(&declared) {
        Ok(route) => route,
        Err(error) => {
            let fallback = nearest_route(&declared);
            let diagnostic = Diagnostic::new(Code::RouteInvalid, format!("the route `{declared}` {error}"))
                .help(format!("set a `slug` in the front matter, such as `slug: {fallback}`"));
            diagnostics.push(at_document(diagnostic, document, "slug"));
            fallback
        }
    }
}

/// A route that is much like the declared one, so that links to the page are not reported as well.
fn nearest_route(declared: &str) -> Route {
    let segments: Vec<String> = declared
        .split('/')
        .map(|segment| {
            let dashed: String = segment
                .chars()
                .map(|character| if is_route_character(character) { character } else { '-' })
                .collect();
            dashed.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
        })
        .map(|segment| segment.trim_end_matches(".html").chars().take(80).collect())
        .filter(|segment: &String| segment.chars().any(|character| character != '.'))
        .collect();
    let path = format!("/{}", segments.join("/"));
    Route::parse(&path)
        .or_else(|_| Route::parse(&format!("{path}-page")))
        .unwrap_or_else(|_| Route::parse("/page").expect("letters after a slash are a route"))
}

/// Takes `.` and `..` out of a root-relative path; `..` at the root stays there.
pub(crate) fn resolve_dots(path: &str) -> String {
    let mut resolved = String::with_capacity(path.len() + 1);
    let mut is_folder = true;
    for segment in path.split('/').skip(1) {
        is_folder = matches!(segment, "" | "." | "..");
        match segment {
            "" | "." => {}
            ".." => resolved.truncate(resolved.rfind('/').unwrap_or(0)),
            name => {
                resolved.push('/');
                resolved.push_str(name);
            }
        }
    }
    if is_folder || resolved.is_empty() {
        resolved.push('/');
    }
    resolved
}

fn report_search_route(document: &Document, route: &Route, diagnostics: &mut Vec<Diagnostic>) {
    let diagnostic =
        Diagnostic::new(Code::RouteDuplicate, format!("`{route}` is the route of the search page"))
            .help("give the page another `slug`, or set `search.route` in `portal.toml`");
    diagnostics.push(at_document(diagnostic, document, "slug"));
}

fn report_duplicate(
    document: &Document,
    first: &Page,
    severity: LinkSeverity,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(severity) = to_severity(severity) else { return };
    let place = front_matter_value(&first.document, "slug");
    let diagnostic =
        Diagnostic::new(Code::RouteDuplicate, format!("two pages have the route `{}`", first.route))
            .with_severity(severity)
            .label(&first.document.source, place, "the other page")
            .help("give one of them another `slug`, or move its file");
    diagnostics.push(at_document(diagnostic, document, "slug"));
}

fn report_duplicate_id(document: &Document, id: &str, first: &Page, diagnostics: &mut Vec<Diagnostic>) {
    let place = front_matter_value(&first.document, "id");
    let diagnostic = Diagnostic::new(Code::RouteDuplicateId, format!("two pages have the id `{id}`"))
        .label(&first.document.source, place, "the other page")
        .help("give one of them another `id`");
    diagnostics.push(at_document(diagnostic, document, "id"));
}

/// The severity that a site gives a finding; `None` when it is not to be reported.
pub(crate) fn to_severity(severity: LinkSeverity) -> Option<Severity> {
    match severity {
        LinkSeverity::Error => Some(Severity::Error),
        LinkSeverity::Warning => Some(Severity::Warning),
        LinkSeverity::Ignore => None,
    }
}
