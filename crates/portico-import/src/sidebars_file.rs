//! `sidebars.toml`, and the pages that categories with an index need.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use portico_document::{DisplayedSidebar, slugify};

use crate::docs::Catalogue;
use crate::project::join;
use crate::report::Report;
use crate::sidebars::{CategoryLink, Index, Item, Sidebar};
use crate::toml_text::{key, quote};

/// A page that the import makes.
#[derive(Debug)]
pub(crate) struct MadePage {
    pub(crate) target: String,
    pub(crate) route: String,
    pub(crate) text: String,
}

/// Gives every sidebar a name of its own that can stand in an address.
pub(crate) fn name(sidebars: &mut [Sidebar], set_ids: &[String], file: &str, report: &mut Report) {
    let mut taken = BTreeSet::new();
    for sidebar in sidebars {
        let safe: String =
            sidebar
                .name
                .chars()
                .map(|character| {
                    if character.is_ascii_alphanumeric() || "-_".contains(character) {
                        character
                    } else {
                        '-'
                    }
                })
                .collect();
        let mut id = safe.clone();
        if taken.contains(&id) {
            id = format!("{}-{safe}", set_ids.get(sidebar.set).map_or("more", String::as_str));
        }
        while !taken.insert(id.clone()) {
            id.push('-');
        }
        if id != sidebar.name {
            report.note(file, format!("the sidebar `{}` is called `{id}` now", sidebar.name));
        }
        sidebar.id = id;
    }
}

/// Makes the pages of categories that list what is in them, and lets the categories lead to them.
pub(crate) fn index_pages(
    sidebars: &mut [Sidebar],
    bases: &[String],
    catalogue: &Catalogue,
) -> Vec<MadePage> {
    let mut made: BTreeMap<String, MadePage> = BTreeMap::new();
    for sidebar in sidebars {
        let base = bases.get(sidebar.set).map_or("", String::as_str);
        for item in &mut sidebar.items {
            make_index(item, base, catalogue, &mut made);
        }
    }
    made.into_values().collect()
}

fn make_index(item: &mut Item, base: &str, catalogue: &Catalogue, made: &mut BTreeMap<String, MadePage>) {
    let Item::Category { label, items, link, .. } = item else { return };
    for inner in items.iter_mut() {
        make_index(inner, base, catalogue, made);
    }
    let CategoryLink::Index(index) = link else { return };
    let slug = index.slug.clone().unwrap_or_else(|| format!("category/{}", slugify(label)));
    let slug = slug.trim_matches('/').to_owned();
    let id = join(base, &slug);
    let is_taken = catalogue.has_route(&format!("/{id}")) || made.contains_key(&id);
    if !is_taken && !slug.is_empty() {
        let text = index_text(label, index, items, catalogue, made);
        let page = MadePage { target: format!("content/{id}.mdx"), route: format!("/{id}"), text };
        made.insert(id.clone(), page);
    }
    *link = if made.contains_key(&id) { CategoryLink::Page(id) } else { CategoryLink::Nothing };
}

fn index_text(
    label: &str,
    index: &Index,
    items: &[Item],
    catalogue: &Catalogue,
    made: &BTreeMap<String, MadePage>,
) -> String {
    let yaml = |text: &str| serde_json::Value::String(text.to_owned()).to_string();
    let title = index.title.as_deref().unwrap_or(label);
    let mut text = format!("---\ntitle: {}\n", yaml(title));
    if let Some(description) = &index.description {
        let _ = writeln!(text, "description: {}", yaml(description));
    }
    text.push_str("---\n\n");
    if let Some(description) = &index.description {
        let escaped = description.replace(['{', '}', '<'], "");
        let _ = writeln!(text, "{escaped}\n");
    }
    text.push_str("<CardGrid>\n");
    for item in items {
        let Some((label, href, description)) = card(item, catalogue, made) else { continue };
        let attribute = |text: &str| text.replace('"', "&quot;");
        let _ = write!(text, "  <Card title=\"{}\" href=\"{}\">", attribute(&label), attribute(&href));
        let description = description.replace(['{', '}', '<', '\n'], " ");
        let _ = writeln!(text, "{}</Card>", description.trim());
    }
    text.push_str("</CardGrid>\n");
    text
}

/// Label, address and description of an item, as a card shows them.
fn card(
    item: &Item,
    catalogue: &Catalogue,
    made: &BTreeMap<String, MadePage>,
) -> Option<(String, String, String)> {
    match item {
        Item::Page { id, label, .. } => {
            let doc = catalogue.by_page_id(id)?;
            let label = label.clone().unwrap_or_else(|| doc.label().to_owned());
            Some((label, doc.route.clone(), doc.front_matter.description.clone().unwrap_or_default()))
        }
        Item::Link { href, label } => Some((label.clone(), href.clone(), String::new())),
        Item::Generated { .. } => None,
        Item::Category { label, items, link, .. } => {
            let href = match link {
                CategoryLink::Page(id) => match (catalogue.by_page_id(id), made.get(id)) {
                    (Some(doc), _) => Some(doc.route.clone()),
                    (None, page) => page.map(|page| page.route.clone()),
                },
                _ => None,
            };
            let href = href.or_else(|| items.iter().find_map(|item| Some(card(item, catalogue, made)?.1)))?;
            Some((label.clone(), href, crate::report::counted(items.len(), "item")))
        }
    }
}

/// Lets pages that a sidebar only refers to keep the sidebar that lists them: in the new site the first sidebar that
/// names a page claims it.
pub(crate) fn keep_owners(sidebars: &[Sidebar], catalogue: &mut Catalogue, report: &mut Report) {
    let (mut first, mut owner) = (BTreeMap::new(), BTreeMap::new());
    for sidebar in sidebars {
        for (page, is_reference) in sidebar.items.iter().flat_map(pages_of) {
            first.entry(page.clone()).or_insert_with(|| sidebar.id.clone());
            if !is_reference {
                owner.insert(page, sidebar.id.clone());
            }
        }
    }
    for doc in &mut catalogue.docs {
        let new = match &doc.front_matter.displayed_sidebar {
            DisplayedSidebar::Hidden => continue,
            DisplayedSidebar::Own => {
                let owner = owner.get(&doc.page_id);
                owner.filter(|owner| first.get(&doc.page_id) != Some(*owner)).cloned().map(Some)
            }
            DisplayedSidebar::Named(name) => {
                let is_named = |sidebar: &&Sidebar| Some(sidebar.set) == doc.set && sidebar.name == *name;
                let known = sidebars.iter().filter(|sidebar| !sidebar.items.is_empty()).find(is_named);
                match known {
                    Some(sidebar) if sidebar.id == *name => None,
                    Some(sidebar) => Some(Some(sidebar.id.clone())),
                    None => {
                        report.note(
                            &doc.source,
                            format!("it asks for the sidebar `{name}`, which does not exist"),
                        );
                        Some(owner.get(&doc.page_id).cloned())
                    }
                }
            }
        };
        if let Some(new) = new {
            doc.changes.insert("displayed_sidebar", new);
        }
    }
}

fn pages_of(item: &Item) -> Vec<(String, bool)> {
    match item {
        Item::Page { id, is_reference, .. } => vec![(id.clone(), *is_reference)],
        Item::Category { items, link, .. } => {
            let own = match link {
                CategoryLink::Page(id) => Some((id.clone(), false)),
                _ => None,
            };
            own.into_iter().chain(items.iter().flat_map(pages_of)).collect()
        }
        Item::Link { .. } | Item::Generated { .. } => Vec::new(),
    }
}

/// The file.
pub(crate) fn write(sidebars: &[Sidebar], bases: &[String]) -> String {
    let mut text =
        "# Sidebars. A page is named by its id: its path below content/ without the ending.\n".to_owned();
    for sidebar in sidebars.iter().filter(|sidebar| !sidebar.items.is_empty()) {
        let base = bases.get(sidebar.set).map_or("", String::as_str);
        for item in &sidebar.items {
            let _ = write!(text, "\n[[{}]]\n{}\n", key(&sidebar.id), members(item, base, 0).join("\n"));
        }
    }
    text
}

/// The members of an item, as lines or to be joined by commas.
fn members(item: &Item, base: &str, depth: usize) -> Vec<String> {
    match item {
        Item::Page { id, label, .. } => {
            let label = label.as_ref().map(|label| format!("label = {}", quote(label)));
            std::iter::once(format!("page = {}", quote(id))).chain(label).collect()
        }
        Item::Link { href, label } => {
            vec![format!("link = {}", quote(href)), format!("label = {}", quote(label))]
        }
        Item::Generated { folder } => {
            let folder = join(base, folder);
            let folder = folder.trim_matches('/');
            vec![format!("autogenerated = {}", quote(if folder.is_empty() { "." } else { folder }))]
        }
        Item::Category { label, items, link, is_collapsed } => {
            let mut lines = vec![format!("category = {}", quote(label))];
            if let CategoryLink::Page(id) = link {
                lines.push(format!("link = {}", quote(id)));
            }
            if !is_collapsed {
                lines.push("collapsed = false".to_owned());
            }
            if !items.is_empty() {
                let indent = "  ".repeat(depth + 1);
                let inner: Vec<String> = items
                    .iter()
                    .map(|item| format!("{indent}{},\n", inline(item, base, depth + 1)))
                    .collect();
                lines.push(format!("items = [\n{}{}]", inner.concat(), "  ".repeat(depth)));
            }
            lines
        }
    }
}

/// An item within a list.
fn inline(item: &Item, base: &str, depth: usize) -> String {
    match item {
        Item::Page { id, label: None, .. } => quote(id),
        _ => format!("{{ {} }}", members(item, base, depth).join(", ")),
    }
}
