//! What pages refer to.

use std::collections::BTreeSet;

use crate::{LinkTarget, Page, Site, resolve_link};

/// Where every address on a page leads, in reading order, the preview image of its front matter first.
pub fn page_targets(site: &Site, page: &Page) -> Vec<LinkTarget> {
    let document = &page.document;
    let image = document.front_matter.image.as_ref();
    let references = document.body.outline().references.iter().map(|reference| &reference.address);
    image.into_iter().chain(references).map(|address| resolve_link(site, page, address)).collect()
}

/// Paths, relative to the site folder, of the files beside the content that a page links to or shows. The build
/// publishes them.
pub fn content_assets(site: &Site, page: &Page) -> BTreeSet<String> {
    let assets = page_targets(site, page).into_iter().filter_map(|target| match target {
        LinkTarget::ContentAsset { path, .. } => Some(path),
        _ => None,
    });
    assets.collect()
}
