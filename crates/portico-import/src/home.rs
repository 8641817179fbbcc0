//! A home page for projects whose own cannot be carried over.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::config::Config;
use crate::docs::{Catalogue, Doc};
use crate::sidebars::{CategoryLink, Item, Sidebar};
use crate::sidebars_file::MadePage;
use crate::value::text;

/// A page at `/` that leads to every sidebar; `None` if the project has one.
pub(crate) fn page(config: &Config, catalogue: &Catalogue, sidebars: &[Sidebar]) -> Option<MadePage> {
    if catalogue.has_route("/") || catalogue.docs.iter().any(|doc| doc.target.starts_with("content/index.")) {
        return None;
    }
    let firsts = sidebars.iter().filter_map(|sidebar| first_doc(&sidebar.items, catalogue));
    let mut firsts: Vec<&Doc> = firsts.collect();
    let mut seen = BTreeSet::new();
    firsts.retain(|doc| seen.insert(doc.route.as_str()));
    if firsts.is_empty() {
        firsts.extend(catalogue.docs.iter().min_by(|a, b| a.route.cmp(&b.route)));
    }
    let quoted = |text: &str| serde_json::Value::String(text.to_owned()).to_string();
    let title = text(&config.value, "title").unwrap_or("Documentation");
    let mut page = format!("---\ntitle: {}\nhide_table_of_contents: true\n---\n\n", quoted(title));
    if let Some(tagline) = text(&config.value, "tagline") {
        let _ = writeln!(page, "{}\n", tagline.replace(['{', '}', '<'], ""));
    }
    page.push_str("<CardGrid>\n");
    for doc in firsts {
        let label = doc.label().replace('"', "&quot;");
        let _ = writeln!(page, "  <Card title=\"{label}\" href=\"{}\"></Card>", doc.route);
    }
    page.push_str("</CardGrid>\n");
    Some(MadePage { target: "content/index.mdx".to_owned(), route: "/".to_owned(), text: page })
}

fn first_doc<'a>(items: &[Item], catalogue: &'a Catalogue) -> Option<&'a Doc> {
    items.iter().find_map(|item| match item {
        Item::Page { id, .. } => catalogue.by_page_id(id),
        Item::Category { items, link, .. } => {
            let own = match link {
                CategoryLink::Page(id) => catalogue.by_page_id(id),
                _ => None,
            };
            own.or_else(|| first_doc(items, catalogue))
        }
        Item::Generated { .. } => {
            catalogue.docs.iter().filter(|doc| doc.set.is_some()).min_by(|a, b| a.route.cmp(&b.route))
        }
        Item::Link { .. } => None,
    })
}
