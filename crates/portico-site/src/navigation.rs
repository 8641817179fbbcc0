//! The place of each page in its sidebar: breadcrumbs and neighbours.

use std::collections::HashMap;

use portico_config::Settings;
use portico_diagnostics::{Code, Diagnostic, nearest};
use portico_document::{DisplayedSidebar, Pagination};

use crate::directory::Index;
use crate::place::at_document;
use crate::sidebar_build::{Sidebars, flatten, membership};
use crate::{Crumb, Page, PageLink, PageSidebar, Route, Sidebar};

/// What the sidebars say about one page.
pub(crate) struct Place {
    sidebar: Option<PageSidebar>,
    breadcrumbs: Vec<Crumb>,
    previous: Option<PageLink>,
    next: Option<PageLink>,
}

impl Place {
    pub(crate) fn apply(self, page: &mut Page) {
        page.sidebar = self.sidebar;
        page.breadcrumbs = self.breadcrumbs;
        page.previous = self.previous;
        page.next = self.next;
    }
}

/// A page among the linked entries of a sidebar, in reading order.
struct Stop<'a> {
    route: &'a Route,
    key: &'a str,
}

/// The places of all pages, in their order.
pub(crate) fn places(
    pages: &[Page],
    index: &Index,
    sidebars: &Sidebars,
    settings: &Settings,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Place> {
    let members = membership(sidebars);
    let unlisted: HashMap<&str, &str> =
        sidebars.unlisted.iter().rev().map(|(key, id)| (key.as_str(), id.as_str())).collect();
    let stops: HashMap<&str, Vec<Stop<'_>>> =
        sidebars.by_id.values().map(|sidebar| (sidebar.id.as_str(), stops(sidebar))).collect();
    let positions: HashMap<&str, HashMap<&str, usize>> = sidebars
        .by_id
        .keys()
        .map(|id| {
            let of_sidebar = stops.get(id.as_str()).into_iter().flatten();
            (id.as_str(), of_sidebar.enumerate().map(|(at, stop)| (stop.key, at)).collect())
        })
        .collect();
    let mut ctx = Context { pages, index, sidebars, stops: &stops, diagnostics };
    pages
        .iter()
        .map(|page| {
            let own = members
                .get(page.route.key())
                .map(|(id, key)| PageSidebar { id: id.clone(), key: Some(key.clone()) });
            let own = own.or_else(|| {
                let id = unlisted.get(page.route.key())?;
                Some(PageSidebar { id: (*id).to_owned(), key: None })
            });
            let sidebar = ctx.displayed(page, own);
            let entry = sidebar.as_ref().and_then(|shown| Some((shown.id.as_str(), shown.key.as_deref()?)));
            let breadcrumbs = match entry {
                Some((id, key)) if settings.docs.has_breadcrumbs => breadcrumbs(&sidebars.by_id[id], key),
                _ => Vec::new(),
            };
            let (before, after) = entry
                .and_then(|(id, key)| Some((stops.get(id)?, *positions.get(id)?.get(key)?)))
                .map(|(stops, at)| {
                    (neighbour(stops[..at].iter().rev(), page), neighbour(stops[at + 1..].iter(), page))
                })
                .unwrap_or_default();
            let front_matter = &page.document.front_matter;
            let previous = ctx.pagination(page, &front_matter.pagination_prev, "pagination_prev", before);
            let next = ctx.pagination(page, &front_matter.pagination_next, "pagination_next", after);
            Place { sidebar, breadcrumbs, previous, next }
        })
        .collect()
}

fn stops(sidebar: &Sidebar) -> Vec<Stop<'_>> {
    flatten(&sidebar.entries)
        .into_iter()
        .filter_map(|entry| Some(Stop { route: entry.route()?, key: &entry.key }))
        .collect()
}

/// The nearest stop that is another page.
fn neighbour<'a, 'b: 'a>(mut stops: impl Iterator<Item = &'a Stop<'b>>, page: &Page) -> Option<&'a Stop<'b>> {
    stops.find(|stop| *stop.route != page.route)
}

/// The categories on the way to an entry, and the entry itself.
fn breadcrumbs(sidebar: &Sidebar, key: &str) -> Vec<Crumb> {
    let trail = sidebar.trail(key);
    let last = trail.len().saturating_sub(1);
    trail
        .into_iter()
        .enumerate()
        .map(|(at, entry)| Crumb {
            label: entry.label.clone(),
            route: entry.route().filter(|_| at < last).cloned(),
        })
        .collect()
}

struct Context<'a> {
    pages: &'a [Page],
    index: &'a Index,
    sidebars: &'a Sidebars,
    stops: &'a HashMap<&'a str, Vec<Stop<'a>>>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Context<'_> {
    /// The sidebar that a page shows: the one its front matter names, else its own.
    fn displayed(&mut self, page: &Page, own: Option<PageSidebar>) -> Option<PageSidebar> {
        let name = match &page.document.front_matter.displayed_sidebar {
            DisplayedSidebar::Own => return own,
            DisplayedSidebar::Hidden => return None,
            DisplayedSidebar::Named(name) => name,
        };
        let Some(sidebar) = self.sidebars.by_id.get(name) else {
            let near = nearest(name, self.sidebars.by_id.keys().map(String::as_str));
            let diagnostic =
                Diagnostic::new(Code::SidebarUnknown, format!("no sidebar has the name `{name}`"))
                    .maybe_help(near.map(|near| format!("did you mean `{near}`?")));
            self.diagnostics.push(at_document(diagnostic, &page.document, "displayed_sidebar"));
            return own;
        };
        let stops = self.stops.get(sidebar.id.as_str()).into_iter().flatten();
        let key = stops.into_iter().find(|stop| *stop.route == page.route).map(|stop| stop.key.to_owned());
        Some(PageSidebar { id: name.clone(), key })
    }

    /// A prev/next link: what the front matter says, else the neighbour.
    fn pagination(
        &mut self,
        page: &Page,
        own: &Pagination,
        key: &str,
        neighbour: Option<&Stop<'_>>,
    ) -> Option<PageLink> {
        let target = match own {
            Pagination::Hidden => return None,
            Pagination::Neighbour => self.index.page_at(self.pages, neighbour?.route.as_str())?,
            Pagination::Page(id) => {
                let Some(target) = self.index.by_id(self.pages, id) else {
                    self.report_unknown(page, id, key);
                    return None;
                };
                target
            }
        };
        // Sidebar labels are short because their category stands above them; out of it, "Overview" says nothing.
        let label = target.document.front_matter.pagination_label.as_deref().unwrap_or(&target.title);
        Some(PageLink { label: label.to_owned(), route: target.route.clone() })
    }

    fn report_unknown(&mut self, page: &Page, id: &str, key: &str) {
        if self.index.is_draft_id(id) {
            return;
        }
        let near = nearest(id, self.pages.iter().map(|page| page.id.as_str()));
        let message = format!("`{key}` names the page `{id}`, which does not exist");
        let diagnostic = Diagnostic::new(Code::FrontMatterInvalidValue, message)
            .maybe_help(near.map(|near| format!("did you mean `{near}`?")));
        self.diagnostics.push(at_document(diagnostic, &page.document, key));
    }
}
