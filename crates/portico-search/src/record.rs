//! Records: everything on the site that a search can lead to.

use std::collections::BTreeMap;
use std::sync::Arc;

pub use portico_contract::SearchKind as RecordKind;

use crate::SearchPage;
use crate::sections::{Section, Sections};

/// What a search can lead to: a page, or a place on one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its page.
    pub page: Arc<RecordPage>,
    /// Anchor on the page; empty for its top.
    pub anchor: String,
    /// What it is.
    pub kind: RecordKind,
    /// Headings above it on the page, outermost first; without the page's title.
    pub trail: Vec<String>,
    /// Its heading, name or code; the title for a page.
    pub heading: String,
    /// Identifiers and codes that are explained here.
    pub names: Vec<String>,
    /// Text, with line breaks between paragraphs.
    pub text: String,
    /// Code.
    pub code: String,
}

/// What the records of a page have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordPage {
    /// Route.
    pub route: String,
    /// Title.
    pub title: String,
    /// What sidebars call it; empty if they use the title.
    pub label: String,
    /// Description.
    pub description: String,
    /// Labels of the categories above it, outermost first.
    pub crumbs: Vec<String>,
    /// The part of the site that a search can be narrowed to; empty for none.
    pub area: String,
    /// Words that it should be found by.
    pub keywords: Vec<String>,
}

/// The records of all pages, in the order of the pages; each page's first record is the page itself.
pub fn records(pages: &[SearchPage<'_>]) -> Vec<Record> {
    let areas = areas_by_folder(pages);
    pages.iter().flat_map(|page| page_records(page, &areas, None)).collect()
}

/// The records of one page, of its sections if they are known.
pub(crate) fn page_records(
    page: &SearchPage<'_>,
    areas: &BTreeMap<&str, Option<&str>>,
    sections: Option<Sections>,
) -> Vec<Record> {
    let area = area_of(page, areas);
    let common = Arc::new(RecordPage {
        route: page.route.to_owned(),
        title: page.title.to_owned(),
        label: page.label.to_owned(),
        description: page.description.to_owned(),
        crumbs: page.crumbs.iter().map(|&label| label.to_owned()).collect(),
        area: area.to_owned(),
        keywords: page.keywords.to_vec(),
    });
    let to_record = |Section { anchor, kind, trail, heading, names, text, code }| Record {
        page: Arc::clone(&common),
        anchor,
        kind,
        trail,
        heading,
        names,
        text,
        code,
    };
    let Sections(sections) = sections.unwrap_or_else(|| Sections::new(page.title, &page.body.nodes()));
    sections.into_iter().map(to_record).collect()
}

/// The area of each folder of routes: that of all its pages that have one; `None` if they are of several. The root has
/// that of the pages just below it.
pub(crate) fn areas_by_folder<'a>(pages: &[SearchPage<'a>]) -> BTreeMap<&'a str, Option<&'a str>> {
    let mut areas = BTreeMap::new();
    for page in pages {
        let Some(area) = page.area else { continue };
        for folder in folders(page.route) {
            let is_far_root = folder == "/" && page.route.trim_end_matches('/').rfind('/') != Some(0);
            if !is_far_root {
                let known = areas.entry(folder).or_insert(Some(area));
                *known = known.filter(|known| *known == area);
            }
        }
    }
    areas
}

/// The part of the site that a page belongs to; empty for none.
pub(crate) fn area_of<'a>(page: &SearchPage<'a>, areas: &BTreeMap<&str, Option<&'a str>>) -> &'a str {
    page.area.or_else(|| inherited_area(page.route, areas)).unwrap_or_default()
}

/// A page that names no area belongs to that of its nearest neighbours.
fn inherited_area<'a>(route: &str, areas: &BTreeMap<&str, Option<&'a str>>) -> Option<&'a str> {
    folders(route).find_map(|folder| areas.get(folder).copied().flatten())
}

/// The folders that a route lies in, innermost first: `/api/payouts/`, `/api/`, `/`.
fn folders(route: &str) -> impl Iterator<Item = &str> {
    route.rmatch_indices('/').map(|(at, _)| &route[..=at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_without_an_area_take_their_neighbours() {
        let page = |route, area| SearchPage { route, area, ..SearchPage::default() };
        let pages = [
            page("/api/customers/overview", Some("API")),
            page("/api/payouts/get-payout", None),
            page("/best-practices", Some("Guides")),
            page("/quickstart/", None),
            page("/integration/overview", None),
            page("/resources/ach/returns", Some("ACH reference")),
            page("/resources/platforms/providers", Some("Platforms")),
            page("/resources/overview", None),
        ];
        let areas: Vec<String> = records(&pages).iter().map(|record| record.page.area.clone()).collect();
        assert_eq!(
            areas,
            ["API", "API", "Guides", "Guides", "Guides", "ACH reference", "Platforms", "Guides"]
        );
        let alone = [page("/a/b", Some("A")), page("/c/d", None)];
        let areas: Vec<String> = records(&alone).iter().map(|record| record.page.area.clone()).collect();
        assert_eq!(areas, ["A", ""], "pages of other folders are no neighbours");
    }
}
