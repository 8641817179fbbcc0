//! Pages.

use std::sync::Arc;

use portico_document::{Document, Node};

use crate::Route;

/// A document that has a route, and its place among the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Where it is.
    pub route: Route,
    /// Page id: the path of its folder and the front matter's `id`, else the file name.
    pub id: String,
    /// What its author wrote.
    pub document: Arc<Document>,
    /// Title.
    pub title: String,
    /// Text for `<title>`: `Page | Site`, or the site's title alone.
    pub document_title: String,
    /// Description.
    pub description: String,
    /// The sidebar that it shows.
    pub sidebar: Option<PageSidebar>,
    /// The way to here through its sidebar; the last one is the page itself.
    pub breadcrumbs: Vec<Crumb>,
    /// Headings, nested, of the levels that the toc shows.
    pub toc: Vec<TocNode>,
    /// The page before it.
    pub previous: Option<PageLink>,
    /// The page after it.
    pub next: Option<PageLink>,
    /// Where its source can be edited.
    pub edit_url: Option<String>,
    /// Whether it is published but in no list, sidebar or index.
    pub is_unlisted: bool,
    /// Whether it is not to be published yet.
    pub is_draft: bool,
}

/// The sidebar that a page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageSidebar {
    /// Id of the sidebar.
    pub id: String,
    /// Key of the page's entry; `None` for a page that shows a sidebar without being in it.
    pub key: Option<String>,
}

/// One step of the breadcrumbs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crumb {
    /// Text.
    pub label: String,
    /// Route, for categories that have a page; `None` for the page itself.
    pub route: Option<Route>,
}

/// A heading in the toc.
#[derive(Clone, Debug, PartialEq)]
pub struct TocNode {
    /// Id of the heading.
    pub id: String,
    /// Level of the heading, 1 to 6.
    pub level: u8,
    /// Its text: links unwrapped, images left out.
    pub inline: Vec<Node>,
    /// Headings below it.
    pub children: Vec<TocNode>,
}

/// A link to a neighbouring page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLink {
    /// Text.
    pub label: String,
    /// Where it leads.
    pub route: Route,
}
