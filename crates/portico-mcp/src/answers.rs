//! What tools answer: Markdown for the model, and the same as data.

use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::Serialize;

use crate::pages::ListedPage;
use crate::search::{Found, Place};

/// What `search` found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SearchOutput {
    /// Number of pages found.
    #[schemars(with = "i64")]
    total: usize,
    /// The best places, best first.
    results: Vec<SearchResult>,
    /// Parts of the site with results, to narrow the search to.
    areas: Vec<String>,
    /// Other queries, if nothing was found.
    suggestions: Vec<String>,
}

/// A place that was found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SearchResult {
    /// Route of the page with the anchor: pass it to `read_page`.
    page: String,
    /// `page`, `heading`, `text`, `operation`, `field` or `code`.
    kind: String,
    /// Titles from the part of the site down to the place.
    path: Vec<String>,
    /// The best part of its text.
    excerpt: String,
}

/// What `look_up_code` found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LookUpOutput {
    /// The name that was looked up.
    name: String,
    /// Places that explain it, the best first.
    places: Vec<LookUpPlace>,
}

/// A place that explains a name.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct LookUpPlace {
    /// Route of the page with the anchor: pass it to `read_page`.
    page: String,
    /// `code`, `field`, `operation`, `heading` or `page`.
    kind: String,
    /// The whole heading: `R01 Insufficient Funds`.
    heading: String,
    /// Titles from the page down to the place.
    path: Vec<String>,
    /// All that is said there.
    text: String,
}

/// What `list_pages` gives.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ListOutput {
    /// Pages in the order of the site's navigation.
    pages: Vec<ListedPage>,
}

/// What `read_page` gives.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct PageOutput {
    /// Route.
    pub(crate) page: String,
    /// The page as Markdown.
    pub(crate) markdown: String,
}

pub(crate) fn search_output(found: Found) -> SearchOutput {
    let mut results = Vec::new();
    for group in found.groups {
        for hit in group.hits {
            let heading = hit.heading();
            let mut path = group.crumbs.clone();
            path.push(group.title.clone());
            path.extend(hit.trail.iter().cloned());
            if heading != group.title {
                path.push(heading);
            }
            results.push(SearchResult { excerpt: hit.excerpt(), page: hit.href, kind: hit.kind, path });
        }
    }
    let areas = found.areas.into_iter().map(|area| area.name).filter(|name| !name.is_empty()).collect();
    SearchOutput { total: found.total, results, areas, suggestions: found.suggestions }
}

impl SearchOutput {
    pub(crate) fn markdown(&self, query: &str) -> String {
        if self.results.is_empty() {
            let hint = self.suggestions.join(", ");
            let hint = if hint.is_empty() { String::new() } else { format!(" Try: {hint}.") };
            return format!("Nothing was found for \"{query}\".{hint}\n");
        }
        let mut text = format!("{} pages found for \"{query}\".\n", self.total);
        for SearchResult { page, kind, path, excerpt } in &self.results {
            let excerpt = excerpt.replace('\n', " ");
            write!(text, "\n- {page} ({kind}): {}\n  {excerpt}\n", path.join(" > "))
                .expect("writing to a string");
        }
        text
    }
}

pub(crate) fn look_up_output(name: &str, places: Vec<Place>) -> LookUpOutput {
    let to_place = |place: Place| {
        let path = [vec![place.page], place.trail].concat();
        let anchor = if place.anchor.is_empty() { String::new() } else { format!("#{}", place.anchor) };
        let parts = [place.text, place.code];
        LookUpPlace {
            page: format!("{}{anchor}", place.route),
            kind: place.kind,
            heading: place.heading,
            path,
            text: parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n"),
        }
    };
    LookUpOutput { name: name.to_owned(), places: places.into_iter().map(to_place).collect() }
}

impl LookUpOutput {
    pub(crate) fn markdown(&self) -> String {
        if self.places.is_empty() {
            return format!("Nothing explains `{}` by that name; try `search`.\n", self.name);
        }
        let mut text = String::new();
        for LookUpPlace { page, kind, heading, path, text: said } in &self.places {
            write!(text, "## {heading}\n\n{kind}, at {page} ({})\n\n{said}\n\n", path.join(" > "))
                .expect("writing to a string");
        }
        text
    }
}

pub(crate) fn list_output(pages: &[ListedPage], under: Option<&str>) -> ListOutput {
    let under = under.unwrap_or_default().trim().to_ascii_lowercase();
    let is_wanted = |page: &&ListedPage| {
        let route = page.route.to_ascii_lowercase();
        let section = page.section.to_ascii_lowercase();
        under.is_empty()
            || route.trim_start_matches('/').starts_with(under.trim_start_matches('/'))
            || section.contains(&under)
    };
    ListOutput { pages: pages.iter().filter(is_wanted).cloned().collect() }
}

impl ListOutput {
    pub(crate) fn markdown(&self) -> String {
        if self.pages.is_empty() {
            return "No page is there.\n".to_owned();
        }
        let mut text = String::new();
        let mut last = None;
        for page in &self.pages {
            if last != Some(&page.section) {
                write!(text, "\n## {}\n\n", page.section).expect("writing to a string");
                last = Some(&page.section);
            }
            writeln!(text, "- {}: {}. {}", page.route, page.title, page.description)
                .expect("writing to a string");
        }
        text.trim_start().to_owned()
    }
}
