//! The files beside the content that pages refer to.

use std::collections::BTreeSet;

use crate::reference::references;
use crate::{LinkTarget, Page, Site, resolve_link};

/// Paths, relative to the site folder, of the files beside the content that a page links to or shows. The build
/// publishes them.
pub fn content_assets(site: &Site, page: &Page) -> BTreeSet<String> {
    let targets =
        references(&page.document).into_iter().map(|reference| resolve_link(site, page, reference.address));
    let assets = targets.filter_map(|target| match target {
        LinkTarget::ContentAsset { path, .. } => Some(path),
        _ => None,
    });
    assets.collect()
}
