//! `llms.txt` and `llms-full.txt`: the site as an index and as one text, for readers that are programs.
//!
//! The form is that of <https://llmstxt.org>: a title, a quoted summary, free text, then lists of links under headings.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use portico_config::Settings;
use portico_site::{NavbarItem, NavbarLink, Page, Route, Sidebar, SidebarEntry, Site};
use serde_json::Value;

use crate::outputs::TextFile;

/// The site as one text: path below the site's root.
pub const LLMS_FULL_FILE: &str = "llms-full.txt";

/// The address of a page's Markdown twin.
pub fn markdown_url(settings: &Settings, route: &Route) -> String {
    settings.canonical_url(&route.markdown_name())
}

/// `llms.txt`: every listed page with its description, in the order of the sidebars.
///
/// The site may say more to agents in `agent_instructions` under `[custom]`: a text, or a list of texts.
pub fn llms_txt(site: &Site) -> TextFile {
    let settings = &site.settings;
    let mut text = format!("# {}\n", one_line(&settings.title));
    if !settings.tagline.trim().is_empty() {
        write!(text, "\n> {}\n", one_line(&settings.tagline)).expect("writing to a string");
    }
    write!(
        text,
        "\nThe addresses below are pages in Markdown. All pages in one file: {}\n",
        settings.canonical_url("/llms-full.txt")
    )
    .expect("writing to a string");
    push_instructions(settings, &mut text);
    for Section { title, pages } in sections(site) {
        write!(text, "\n## {title}\n\n").expect("writing to a string");
        for page in pages {
            push_entry(settings, page, &mut text);
        }
    }
    TextFile { path: "llms.txt".into(), text }
}

/// `llms-full.txt`: the twins of all listed pages in the order of `llms.txt`. `twin` gives them one at a time, since
/// together they are about as large as the text, which is the largest of a site; `n_bytes` is how much they come to.
///
/// # Errors
///
/// What `twin` fails with.
pub fn llms_full_txt<E>(
    site: &Site,
    n_bytes: usize,
    mut twin: impl FnMut(&Page) -> Result<String, E>,
) -> Result<TextFile, E> {
    /// About as many bytes stand between two pages, and at most so many in front of them all.
    const MARK: usize = 128;
    let settings = &site.settings;
    let pages: Vec<&Page> = sections(site).into_iter().flat_map(|section| section.pages).collect();
    let mut text = String::with_capacity(n_bytes + (pages.len() + 8) * MARK);
    for (number, page) in (1..).zip(&pages) {
        let address = markdown_url(settings, &page.route);
        write!(text, "\n---\n<!-- page {number} of {}: {address} -->\n\n", pages.len())
            .expect("writing to a string");
        text.push_str(twin(page)?.trim_end());
        text.push('\n');
    }
    let mut head = format!("# {}: all pages\n", one_line(&settings.title));
    if !settings.tagline.trim().is_empty() {
        write!(head, "\n> {}\n", one_line(&settings.tagline)).expect("writing to a string");
    }
    write!(
        head,
        "\n{} pages, {} bytes from here on. A line `---` and a comment with the page's number and address stand \
         before each page. The index is at {}\n",
        pages.len(),
        text.len(),
        settings.canonical_url("/llms.txt")
    )
    .expect("writing to a string");
    text.insert_str(0, &head);
    Ok(TextFile { path: LLMS_FULL_FILE.into(), text })
}

/// A heading of the index and its pages.
struct Section<'a> {
    title: String,
    pages: Vec<&'a Page>,
}

/// The listed pages by sidebar and top-level category. A page that is in several places is named at the first one;
/// pages in no sidebar come last.
fn sections(site: &Site) -> Vec<Section<'_>> {
    let mut seen = BTreeSet::new();
    let mut sections = Vec::new();
    for (sidebar, name) in sidebars_in_order(site) {
        let (categories, links): (Vec<_>, Vec<_>) =
            sidebar.entries.iter().partition(|entry| !entry.entries().is_empty());
        let title =
            |label: &str| if site.sidebars.len() > 1 { format!("{name}: {label}") } else { label.to_owned() };
        let own = links.into_iter().flat_map(|entry| pages_of(site, entry, &mut seen)).collect::<Vec<_>>();
        sections.push(Section { title: name.clone(), pages: own });
        for category in categories {
            let pages = pages_of(site, category, &mut seen);
            sections.push(Section { title: title(&one_line(&category.label)), pages });
        }
    }
    let rest = site.pages.iter().filter(|page| is_listed(page) && !seen.contains(&page.route));
    sections.push(Section { title: "More".to_owned(), pages: rest.collect() });
    sections.retain(|section| !section.pages.is_empty());
    sections
}

/// Sidebars in the order in which the navbar leads to them, the others after them by id; each with a name.
fn sidebars_in_order(site: &Site) -> Vec<(&Sidebar, String)> {
    let mut ordered: Vec<(&Sidebar, String)> = Vec::new();
    for link in site.navbar.left.iter().chain(&site.navbar.right).flat_map(links_of) {
        let sidebar = link.sidebar.as_ref().and_then(|id| site.sidebars.get(id));
        if let Some(sidebar) =
            sidebar.filter(|sidebar| ordered.iter().all(|(known, _)| known.id != sidebar.id))
        {
            ordered.push((sidebar, one_line(&link.label)));
        }
    }
    for sidebar in site.sidebars.values() {
        if ordered.iter().all(|(known, _)| known.id != sidebar.id) {
            ordered.push((sidebar, sidebar.id.clone()));
        }
    }
    ordered
}

fn links_of(item: &NavbarItem) -> &[NavbarLink] {
    match item {
        NavbarItem::Link(link) => std::slice::from_ref(link),
        NavbarItem::Dropdown { items, .. } => items,
        NavbarItem::Search | NavbarItem::Html(_) => &[],
    }
}

/// The listed pages of an entry and of all below it that were not seen before.
fn pages_of<'a>(site: &'a Site, entry: &SidebarEntry, seen: &mut BTreeSet<Route>) -> Vec<&'a Page> {
    let mut pages = Vec::new();
    let own = entry.route().and_then(|route| site.page(route));
    pages.extend(own.filter(|page| is_listed(page) && seen.insert(page.route.clone())));
    for inside in entry.entries() {
        pages.extend(pages_of(site, inside, seen));
    }
    pages
}

fn is_listed(page: &Page) -> bool {
    !page.is_unlisted && !page.is_draft
}

fn push_instructions(settings: &Settings, text: &mut String) {
    let instructions: Vec<&str> = match settings.custom.get("agent_instructions") {
        Some(Value::String(instruction)) => vec![instruction],
        Some(Value::Array(instructions)) => instructions.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if instructions.is_empty() {
        return;
    }
    text.push_str("\nInstructions for agents:\n\n");
    for instruction in instructions {
        writeln!(text, "- {}", one_line(instruction)).expect("writing to a string");
    }
}

fn push_entry(settings: &Settings, page: &Page, text: &mut String) {
    let title = match page.title.trim() {
        "" => page.route.as_str(),
        title => title,
    };
    let title = one_line(title).replace('[', "\\[").replace(']', "\\]");
    let address = markdown_url(settings, &page.route);
    write!(text, "- [{title}]({address})").expect("writing to a string");
    if !page.description.trim().is_empty() {
        write!(text, ": {}", one_line(&page.description)).expect("writing to a string");
    }
    text.push('\n');
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
