//! Navbar and footer as tables of `portal.toml`.

use std::fmt::Write as _;

use serde_json::Value;

use crate::docs::Catalogue;
use crate::report::Report;
use crate::routes::Routes;
use crate::sidebars::Sidebar;
use crate::toml_text::{literal, quote};
use crate::value::{Object, flag, list, object, text};

/// What items may lead to.
pub(crate) struct Targets<'a> {
    pub(crate) file: &'a str,
    pub(crate) base_path: &'a str,
    pub(crate) routes: &'a Routes,
    pub(crate) catalogue: &'a Catalogue,
    pub(crate) sidebars: &'a [Sidebar],
    /// Ids of the sets of docs.
    pub(crate) sets: &'a [String],
    pub(crate) report: &'a mut Report,
}

/// The tables `[navbar]` and `[[navbar.items]]`.
pub(crate) fn navbar(theme: &Object, targets: &mut Targets<'_>) -> String {
    let usual = Object::new();
    let navbar = object(theme, "navbar").unwrap_or(&usual);
    let mut table = "[navbar]\n".to_owned();
    if let Some(title) = text(navbar, "title") {
        let _ = writeln!(table, "title = {}", literal(title));
    }
    if let Some(logo) = object(navbar, "logo") {
        for (key, own) in [("logo", "src"), ("logo_dark", "srcDark")] {
            if let Some(file) = text(logo, own).and_then(|file| targets.file(file, "the navbar's logo")) {
                let _ = writeln!(table, "{key} = {}", quote(&file));
            }
        }
    }
    for key in ["hideOnScroll", "style"] {
        if navbar.contains_key(key) {
            targets.note(&format!("`navbar.{key}` has no counterpart"));
        }
    }
    let items = list(navbar, "items");
    let mut written: Vec<String> = items.iter().filter_map(|item| targets.item(item.as_object()?)).collect();
    let has_search = written.iter().any(|item| item.contains("type = \"search\""));
    if !has_search {
        written.push("type = \"search\"\nposition = \"right\"".to_owned());
    }
    for item in written {
        let _ = write!(table, "\n[[navbar.items]]\n{item}\n");
    }
    table
}

/// The tables of the footer; empty if there is none.
pub(crate) fn footer(theme: &Object, year: i32, targets: &mut Targets<'_>) -> String {
    let Some(footer) = object(theme, "footer") else { return String::new() };
    let mut table = "[footer]\n".to_owned();
    if let Some(copyright) = text(footer, "copyright") {
        let this_year = year.to_string();
        if year > 1900 && copyright.contains(&this_year) {
            let _ = writeln!(table, "copyright = {}", literal(&copyright.replace(&this_year, "{year}")));
            let _ = writeln!(table, "copyright_year = {year}");
        } else {
            let _ = writeln!(table, "copyright = {}", literal(copyright));
        }
    }
    if footer.contains_key("logo") {
        targets.note("the footer's logo has no counterpart");
    }
    let columns: Vec<&Object> = list(footer, "links").iter().filter_map(Value::as_object).collect();
    let are_columns = columns.iter().any(|column| column.contains_key("items"));
    if are_columns {
        for column in columns {
            let title = text(column, "title").map(|title| format!("title = {}\n", literal(title)));
            let _ = write!(table, "\n[[footer.columns]]\n{}", title.unwrap_or_default());
            let links =
                list(column, "items").iter().filter_map(|item| targets.footer_link(item.as_object()?));
            for link in links.collect::<Vec<_>>() {
                let _ = write!(table, "\n[[footer.columns.links]]\n{link}\n");
            }
        }
    } else {
        for link in columns.into_iter().filter_map(|item| targets.footer_link(item)).collect::<Vec<_>>() {
            let _ = write!(table, "\n[[footer.links]]\n{link}\n");
        }
    }
    table
}

impl Targets<'_> {
    fn note(&mut self, message: &str) {
        self.report.note(self.file, message);
    }

    /// A file of the static folder as a setting; `None` if it is missing.
    pub(crate) fn file(&mut self, file: &str, what: &str) -> Option<String> {
        if file.starts_with("https://") || file.starts_with("http://") {
            return Some(file.to_owned());
        }
        let path = file.strip_prefix(self.base_path).unwrap_or(file).trim_start_matches('/');
        let path = format!("/{path}");
        if self.routes.leads_somewhere(&path) {
            return Some(path);
        }
        self.note(&format!("{what} is left out: there is no file `{file}` to publish"));
        None
    }

    fn item(&mut self, item: &Object) -> Option<String> {
        let kind = match item.get("type").and_then(Value::as_str) {
            Some("default") | None if item.contains_key("items") => "dropdown",
            Some(kind) => kind,
            None => "default",
        };
        let label = label_of(item);
        let shown = label.clone().unwrap_or_else(|| "without a label".to_owned());
        let mut lines = match kind {
            "docSidebar" => {
                let name = text(item, "sidebarId").unwrap_or_default();
                let set = self.set(item);
                let Some(id) = self
                    .sidebars
                    .iter()
                    .find(|sidebar| sidebar.name == name && sidebar.set == set && !sidebar.items.is_empty())
                    .map(|sidebar| sidebar.id.clone())
                else {
                    self.note(&format!("the navbar item `{shown}` is left out: no sidebar `{name}`"));
                    return None;
                };
                let label = label.map(|label| format!("label = {}", literal(&label)));
                ["type = \"sidebar\"".to_owned(), format!("sidebar = {}", quote(&id))]
                    .into_iter()
                    .chain(label)
                    .collect()
            }
            "dropdown" => {
                let items = list(item, "items");
                let links: Vec<String> = items
                    .iter()
                    .filter_map(|inner| {
                        Some(format!("  {{ {} }},\n", self.link(inner.as_object()?)?.join(", ")))
                    })
                    .collect();
                if links.is_empty() {
                    self.note(&format!("the dropdown `{shown}` has no link left and is left out"));
                    return None;
                }
                let label = format!("label = {}", literal(&shown));
                vec!["type = \"dropdown\"".to_owned(), label, format!("items = [\n{}]", links.concat())]
            }
            "search" => vec!["type = \"search\"".to_owned()],
            "html" => {
                let html = text(item, "value")?;
                vec!["type = \"html\"".to_owned(), format!("html = {}", literal(html))]
            }
            "doc" | "default" => self.link(item)?,
            "docsVersion" | "docsVersionDropdown" | "localeDropdown" => {
                self.note(&format!("the navbar item of the type `{kind}` has no counterpart: the site has one version and one language"));
                return None;
            }
            _ => {
                self.note(&format!("the navbar item of the type `{kind}` has no counterpart"));
                return None;
            }
        };
        if text(item, "position") == Some("right") {
            lines.push("position = \"right\"".to_owned());
        }
        Some(lines.join("\n"))
    }

    fn set(&self, item: &Object) -> usize {
        let id = text(item, "docsPluginId").unwrap_or("default");
        self.sets.iter().position(|own| own == id).unwrap_or(0)
    }

    /// A link of the navbar; `None` if it leads nowhere any more.
    fn link(&mut self, item: &Object) -> Option<Vec<String>> {
        let set = self.set(item);
        let (mut label, target) = match text(item, "type") {
            Some("doc") => {
                let id = text(item, "docId").unwrap_or_default();
                let Some(doc) = self.catalogue.by_id(set, id) else {
                    self.note(&format!("a navbar item is left out: no doc has the id `{id}`"));
                    return None;
                };
                (Some(doc.label().to_owned()), format!("to = {}", quote(&doc.route)))
            }
            Some("html") => {
                self.note("an HTML item within a dropdown has no counterpart");
                return None;
            }
            _ => (None, self.target(item, "navbar item")?),
        };
        label = label_of(item).or(label);
        let Some(label) = label else {
            self.note(&format!("a navbar item without a label is left out ({target})"));
            return None;
        };
        let prefix = text(item, "activeBasePath")
            .map(|path| format!("active_prefix = {}", quote(&format!("/{}", path.trim_start_matches('/')))));
        Some([format!("label = {}", literal(&label)), target].into_iter().chain(prefix).collect())
    }

    fn footer_link(&mut self, item: &Object) -> Option<String> {
        if let Some(html) = text(item, "html") {
            let Some((label, href)) = plain_link(html) else {
                self.note("an HTML item of the footer has no counterpart");
                return None;
            };
            return Some(format!("label = {}\nhref = {}", literal(&label), literal(&href)));
        }
        let target = self.target(item, "footer link")?;
        let Some(label) = label_of(item) else {
            self.note(&format!("a footer link without a label is left out ({target})"));
            return None;
        };
        Some(format!("label = {}\n{target}", literal(&label)))
    }

    /// `to = "…"` or `href = "…"`.
    fn target(&mut self, item: &Object, noun: &str) -> Option<String> {
        let written = text(item, "to").or_else(|| text(item, "href"))?;
        let shown = label_of(item).unwrap_or_else(|| written.to_owned());
        if let Some(path) = written.strip_prefix("pathname://") {
            return Some(format!("href = {}", quote(&format!("/{}", path.trim_start_matches('/')))));
        }
        if written.starts_with("mailto:") || written.starts_with("tel:") || written.contains("://") {
            return Some(format!("href = {}", literal(written)));
        }
        let path = written.strip_prefix(self.base_path).unwrap_or(written).trim_start_matches('/');
        let path = format!("/{path}");
        if self.routes.has_page(&path) {
            return Some(format!("to = {}", literal(&path)));
        }
        if self.routes.leads_somewhere(&path) {
            return Some(format!("href = {}", literal(&path)));
        }
        if flag(item, "data-noBrokenLinkCheck") == Some(true) {
            return Some(format!("href = {}", literal(&path)));
        }
        self.note(&format!("the {noun} `{shown}` is left out: nothing of the new site is at `{written}`"));
        None
    }
}

/// What an item is called: its label, or what screen readers say.
fn label_of(item: &Object) -> Option<String> {
    let label = ["label", "aria-label", "title"].into_iter().find_map(|key| text(item, key));
    label.map(str::to_owned)
}

/// Text and address of HTML that is one link.
fn plain_link(html: &str) -> Option<(String, String)> {
    let html = html.trim();
    let inside = html.strip_prefix("<a ")?.strip_suffix("</a>")?;
    let (attributes, label) = inside.split_once('>')?;
    let href = attributes.split_once("href=\"")?.1.split_once('"')?.0;
    let is_plain = !label.contains('<') && !label.trim().is_empty() && href.contains("://");
    is_plain.then(|| (label.trim().to_owned(), href.to_owned()))
}
