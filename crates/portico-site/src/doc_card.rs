//! The pages around a page, as cards show them.

use crate::{Destination, Page, SidebarEntry, SidebarEntryKind, Site};

/// What a card says of an entry of a sidebar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocCard {
    /// Its label.
    pub label: String,
    /// Where it leads.
    pub destination: Destination,
    /// The page's description, or how many entries a category has.
    pub description: String,
}

/// The entries of the category that the page is the page of; for any other page those that stand beside it.
pub fn doc_cards(site: &Site, page: &Page) -> Vec<DocCard> {
    let Some((sidebar, key)) = page.sidebar.as_ref().and_then(|own| {
        let sidebar = site.sidebars.get(&own.id)?;
        Some((sidebar, own.key.as_ref()?))
    }) else {
        return Vec::new();
    };
    let trail = sidebar.trail(key);
    let inside = trail.last().map(|entry| entry.entries()).unwrap_or_default();
    let beside = match trail.iter().rev().nth(1) {
        Some(parent) => parent.entries(),
        None => &sidebar.entries,
    };
    let (entries, own) = if inside.is_empty() { (beside, key.as_str()) } else { (inside, "") };
    entries.iter().filter(|entry| entry.key != own).map(|entry| card(site, entry)).collect()
}

fn card(site: &Site, entry: &SidebarEntry) -> DocCard {
    let page = entry.route().and_then(|route| site.pages.iter().find(|page| page.route == *route));
    let description = match (page, &entry.kind) {
        (Some(page), _) if !page.description.is_empty() => page.description.clone(),
        (_, SidebarEntryKind::Category { entries, .. }) => match entries.len() {
            1 => "1 item".to_owned(),
            n => format!("{n} items"),
        },
        _ => String::new(),
    };
    DocCard { label: entry.label.clone(), destination: entry.first().clone(), description }
}
