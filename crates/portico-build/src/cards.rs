//! The pictures that are shown where links to pages are shared.

use portico_card::{Card, draw_card};
use portico_site::{Page, Site};
use rayon::prelude::*;

use crate::assets::content_hash;
use crate::cache::Store;
use crate::fingerprint::Fingerprint;
use crate::outputs::Outputs;
use crate::publish::PublishError;

/// Larger sites get none: a card costs about as much time as everything else of a page together.
const MOST_PAGES: usize = 1_000;

/// The picture of a page.
pub(crate) struct PageCard<'a> {
    pub(crate) page: &'a Page,
    /// Path below the site's root.
    pub(crate) path: String,
    content: Fingerprint,
    /// `None` for a picture that an earlier build drew.
    png: Option<Vec<u8>>,
}

/// The pictures of all pages, but of those whose title the font cannot set. Only new ones are drawn.
pub(crate) fn cards<'a>(site: &'a Site, store: &Store) -> Vec<PageCard<'a>> {
    if site.pages.len() > MOST_PAGES {
        return Vec::new();
    }
    let wanted = site.pages.par_iter().filter(|page| page.document.front_matter.image.is_none());
    let drawn = wanted.filter_map(|page| {
        let card = card(site, page);
        let Card { title, section, site: name, provider } = card;
        let key = Fingerprint::of_parts(["card", title, section, name, provider]);
        if let Some(known) = store.get::<Option<(String, Fingerprint)>>(key) {
            let (path, content) = known?;
            return Some(PageCard { page, path, content, png: None });
        }
        let drawn = draw_card(&card).map(|png| {
            let path = format!("assets/card-{}.png", content_hash(&png));
            PageCard { page, path, content: Fingerprint::of(&png), png: Some(png) }
        });
        store.put(key, &drawn.as_ref().map(|card| (&card.path, card.content)));
        drawn
    });
    drawn.collect()
}

/// Writes the pictures.
pub(crate) fn write_cards(
    site: &Site,
    cards: &[PageCard<'_>],
    outputs: &Outputs,
) -> Result<(), PublishError> {
    cards.par_iter().try_for_each(|PageCard { page, path, content, png }| {
        if let Some(png) = png {
            return outputs.file(path, png).map(drop);
        }
        if outputs.reuse(path, *content)? {
            return Ok(());
        }
        let png = draw_card(&card(site, page)).unwrap_or_default();
        outputs.file(path, &png).map(drop)
    })
}

fn card<'a>(site: &'a Site, page: &'a Page) -> Card<'a> {
    Card {
        title: &page.title,
        section: page
            .breadcrumbs
            .first()
            .filter(|_| page.breadcrumbs.len() > 1)
            .map_or("", |crumb| &crumb.label),
        site: &site.settings.title,
        provider: &site.settings.provider.name,
    }
}
