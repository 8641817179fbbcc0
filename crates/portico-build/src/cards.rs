//! The pictures that are shown where links to pages are shared.

use std::collections::BTreeMap;

use portico_card::{Card, draw_card};
use portico_site::Site;
use rayon::prelude::*;

use crate::assets::content_hash;

/// Larger sites get none: a card costs about as much time as everything else of a page together.
const MOST_PAGES: usize = 1_000;

/// Cards by route: path below the site's root, and the PNG. A page whose title the font cannot set has none.
pub(crate) fn cards(site: &Site) -> BTreeMap<String, (String, Vec<u8>)> {
    if site.pages.len() > MOST_PAGES {
        return BTreeMap::new();
    }
    let drawn =
        site.pages.par_iter().filter(|page| page.document.front_matter.image.is_none()).filter_map(|page| {
            let png = draw_card(&Card {
                title: &page.title,
                section: page
                    .breadcrumbs
                    .first()
                    .filter(|_| page.breadcrumbs.len() > 1)
                    .map_or("", |crumb| &crumb.label),
                site: &site.settings.title,
                provider: &site.settings.provider.name,
            })?;
            Some((page.route.to_string(), (format!("assets/card-{}.png", content_hash(&png)), png)))
        });
    drawn.collect()
}
