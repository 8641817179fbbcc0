//! Where links lead.

use crate::{Destination, Page, Route, Site};

/// What a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// A page of the site (perhaps the one that the link is on).
    Page {
        /// Its route.
        route: Route,
        /// Query without `?`, as written.
        query: Option<String>,
        /// Fragment without `#`, as written.
        fragment: Option<String>,
    },
    /// A place on the page that the link is on.
    SamePage {
        /// Fragment without `#`, as written; empty for the top of the page.
        fragment: String,
    },
    /// A file of the site that is not a page: from `static/`, or made by the build.
    StaticFile {
        /// Path below the site's root, without a slash at the start: `img/logo.svg`.
        path: String,
        /// Query and fragment as written, with `?` and `#`.
        suffix: String,
    },
    /// An old path, which leads on.
    Redirect {
        /// The path as written.
        from: String,
        /// Where it leads; the link's own query and fragment are carried along unless the redirect has its own.
        to: Destination,
    },
    /// An address outside the site, as written.
    External(String),
    /// A file beside the content, which the build must publish.
    ContentAsset {
        /// Path relative to the site folder: `content/guides/diagram.png`.
        path: String,
        /// Query and fragment as written, with `?` and `#`.
        suffix: String,
    },
    /// Nothing.
    Broken {
        /// The path that was looked for.
        path: String,
        /// What it would have been.
        kind: BrokenKind,
    },
}

/// What a broken link seems to mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokenKind {
    /// A page by its route.
    Route,
    /// A page by its source file.
    Source,
    /// A page that is a draft and left out.
    Draft,
    /// An image or another file.
    Asset,
}

/// Says where a link on a page leads.
pub fn resolve_link(site: &Site, from: &Page, href: &str) -> LinkTarget {
    let _ = (site, from);
    LinkTarget::External(href.to_owned())
}
