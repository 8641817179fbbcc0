//! Page data: the JSON that one page gives the browser.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

/// The shape of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Full width, no sidebar, no toc: the home page.
    Home,
    /// An article with whatever of sidebar, breadcrumbs, toc and prev/next the page has.
    Doc,
    /// The search page.
    Search,
    /// The not-found page.
    NotFound,
}

/// What the browser needs to show one page.
///
/// Fetched from `/page-data/<route>.json` on client navigation (`/` is `index`, slashes at the end are dropped), and
/// carried inline by the page's own document. What a page does not have is absent: that is less to send with every page.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PageData {
    /// Fingerprint of the theme that made this data. A client with another one loads the document anew.
    pub theme: String,
    /// The route as declared: `/quickstart/`, `/api/overview`.
    pub route: String,
    /// Shape of the page.
    pub layout: Layout,
    /// Title of the page: its h1.
    pub title: String,
    /// Text for `<title>`: `Page | Site`.
    pub document_title: String,
    /// Text for `<meta name="description">`.
    pub description: String,
    /// Canonical URL.
    pub canonical_url: String,
    /// Whether the title is shown as the h1 above the content.
    pub has_title: bool,
    /// Id of the page's sidebar.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sidebar: Option<String>,
    /// Key of the page's entry in its sidebar.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sidebar_key: Option<String>,
    /// Path to here, from the outermost category; empty for pages without a sidebar.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Crumb>>", optional)]
    pub breadcrumbs: Vec<Crumb>,
    /// Headings of the page, nested.
    pub toc: Vec<TocEntry>,
    /// The page before this one in its sidebar.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub previous: Option<PageLink>,
    /// The page after this one in its sidebar.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next: Option<PageLink>,
    /// Where the source can be edited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub edit_url: Option<String>,
    /// Address of the page's Markdown twin, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub markdown_url: Option<String>,
    /// When the source last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub last_updated: Option<LastUpdated>,
    /// Picture for previews of links, if the page has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub image: Option<SocialImage>,
    /// The article as HTML. Empty in a document's inline data.
    pub html: String,
    /// Names of the islands that the article uses, sorted; their code is loaded only then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>", optional)]
    pub islands: Vec<String>,
    /// Elements that the page's author wants in the document's head; few pages have any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<HeadElement>>", optional)]
    pub head: Vec<HeadElement>,
}

/// An element of the document's head that belongs to one page. The page's own document marks it with
/// `data-page-head`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HeadElement {
    /// `meta` or `link`.
    pub tag: String,
    /// Attributes by name.
    pub attributes: BTreeMap<String, String>,
}

/// A picture that stands for a page where links to it are shown. What it shows is told by the page's title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SocialImage {
    /// Absolute address.
    pub url: String,
    /// Width and height in pixels, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub size: Option<(usize, usize)>,
}

/// One step of the breadcrumbs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Crumb {
    /// Text.
    pub label: String,
    /// Route, for steps that can be visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub href: Option<String>,
}

/// One heading in the toc.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TocEntry {
    /// Id of the heading.
    pub id: String,
    /// Its text as inline HTML (`code`, `em`, `strong`, `del` only).
    pub html: String,
    /// Headings below it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<TocEntry>>", optional)]
    pub children: Vec<TocEntry>,
}

/// A link to a neighbouring page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PageLink {
    /// Text.
    pub label: String,
    /// Route.
    pub href: String,
}

/// When and by whom a page last changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct LastUpdated {
    /// Day for machines: `2026-11-20`.
    pub date: String,
    /// Day for people: `20 November 2026`.
    pub label: String,
    /// Who changed it, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub author: Option<String>,
}
