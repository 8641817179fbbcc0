//! Pages of one shape: React renders the first of them with marks for its values, the others are filled in.
//!
//! Two pages have the same shape if they differ only in what is shown, not in which parts there are. A component that
//! did more with such a value than show it would render a page that differs; `portico-build` compares every page of
//! several sites with what React renders in one go.

use portico_contract::{Crumb, LastUpdated, Layout, PageData, PageLink, TocEntry};
use serde::Deserialize;

use crate::escape::escape;
use crate::sidebar::below_base;

/// Begins and ends a mark. Not the tokens of slots: those lose the comments that React puts between texts.
const MARK: [char; 2] = ['\u{e002}', '\u{e003}'];

/// Begins and ends the token of a slot.
const SLOT: [char; 2] = ['\u{e000}', '\u{e001}'];

/// A page with marks in place of its values, and these in the order of their marks.
pub(crate) struct Shape<'a> {
    pub(crate) page: PageData,
    pub(crate) values: Vec<Value<'a>>,
}

/// What a mark stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value<'a> {
    /// Shown as it is.
    Text(&'a str),
    /// A route, shown below the site's base path.
    Address(&'a str),
}

/// The shape of a page.
pub(crate) fn shape_of(page: &PageData) -> Shape<'_> {
    // Pages other than articles are few; each is its own shape.
    if page.layout != Layout::Doc {
        return Shape { page: page.clone(), values: Vec::new() };
    }
    let mut marks = Marks::default();
    let shape = PageData {
        theme: marks.text(&page.theme),
        route: marks.text(&page.route),
        layout: page.layout,
        title: marks.text(&page.title),
        document_title: marks.text(&page.document_title),
        description: marks.text(&page.description),
        canonical_url: marks.text(&page.canonical_url),
        has_title: page.has_title,
        sidebar: page.sidebar.clone(),
        sidebar_key: None,
        breadcrumbs: page
            .breadcrumbs
            .iter()
            .map(|crumb| Crumb {
                label: marks.text(&crumb.label),
                href: crumb.href.as_deref().map(|href| marks.address(href)),
            })
            .collect(),
        // The list is a slot: all that matters is whether there is one.
        toc: page
            .toc
            .first()
            .map(|_| TocEntry { id: String::new(), html: String::new(), children: Vec::new() })
            .into_iter()
            .collect(),
        previous: page.previous.as_ref().map(|link| marks.link(link)),
        next: page.next.as_ref().map(|link| marks.link(link)),
        edit_url: page.edit_url.as_deref().map(|url| marks.text(url)),
        markdown_url: page.markdown_url.as_deref().map(|url| marks.text(url)),
        last_updated: page.last_updated.as_ref().map(|update| LastUpdated {
            date: marks.text(&update.date),
            label: marks.text(&update.label),
            author: update.author.as_deref().map(|author| marks.text(author)),
        }),
        html: String::new(),
        islands: Vec::new(),
        // In the document's head, outside of what React renders.
        image: None,
        head: Vec::new(),
    };
    Shape { page: shape, values: marks.0 }
}

#[derive(Default)]
struct Marks<'a>(Vec<Value<'a>>);

impl<'a> Marks<'a> {
    fn mark(&mut self, value: Value<'a>) -> String {
        self.0.push(value);
        format!("{}{}{}", MARK[0], self.0.len() - 1, MARK[1])
    }

    fn text(&mut self, text: &'a str) -> String {
        self.mark(Value::Text(text))
    }

    fn address(&mut self, route: &'a str) -> String {
        self.mark(Value::Address(route))
    }

    fn link(&mut self, link: &'a PageLink) -> PageLink {
        PageLink { label: self.text(&link.label), href: self.address(&link.href) }
    }
}

/// HTML that was rendered once, cut at its marks and slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Html(String),
    Mark(usize),
    Slot(String),
}

impl Template {
    /// Cuts rendered HTML at its marks and slots.
    pub(crate) fn new(html: &str) -> Self {
        let mut parts = Vec::new();
        let mut rest = html;
        while let Some(start) = rest.find([MARK[0], SLOT[0]]) {
            let (before, token) = rest.split_at(start);
            let is_mark = token.starts_with(MARK[0]);
            let [open, close] = if is_mark { MARK } else { SLOT };
            let Some(end) = token.find(close) else { break };
            let name = &token[open.len_utf8()..end];
            let part =
                if is_mark { name.parse().ok().map(Part::Mark) } else { Some(Part::Slot(name.to_owned())) };
            parts.push(Part::Html(before.to_owned()));
            parts.extend(part);
            rest = &token[end + close.len_utf8()..];
        }
        parts.push(Part::Html(rest.to_owned()));
        Self(parts)
    }

    /// Appends the HTML with its values; `slot` appends what belongs in a slot.
    pub(crate) fn push(
        &self,
        html: &mut String,
        values: &[Value<'_>],
        base_path: &str,
        mut slot: impl FnMut(&str, &mut String),
    ) {
        for part in &self.0 {
            match part {
                Part::Html(text) => html.push_str(text),
                Part::Slot(name) => slot(name, html),
                Part::Mark(index) => match values.get(*index) {
                    Some(Value::Text(text)) => html.push_str(&escape(text)),
                    Some(Value::Address(route)) => html.push_str(&escape(&below_base(base_path, route))),
                    None => {}
                },
            }
        }
    }
}

/// What React rendered of a toc: tokens stand for the `entries` of a list, and for `id`, `html` and `children` of an
/// entry.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "RenderedToc")]
pub(crate) struct TocTemplates {
    list: Template,
    entry: Template,
}

#[derive(Deserialize)]
struct RenderedToc {
    list: String,
    entry: String,
}

impl From<RenderedToc> for TocTemplates {
    fn from(RenderedToc { list, entry }: RenderedToc) -> Self {
        Self { list: Template::new(&list), entry: Template::new(&entry) }
    }
}

impl TocTemplates {
    /// Appends the list of these headings.
    pub(crate) fn push_list(&self, entries: &[TocEntry], html: &mut String) {
        self.list.push(html, &[], "", |name, html| {
            if name == "entries" {
                for entry in entries {
                    self.push_entry(entry, html);
                }
            }
        });
    }

    fn push_entry(&self, entry: &TocEntry, html: &mut String) {
        self.entry.push(html, &[], "", |name, html| match name {
            "id" => html.push_str(&escape(&entry.id)),
            "html" => html.push_str(&entry.html),
            "children" if !entry.children.is_empty() => self.push_list(&entry.children, html),
            _ => {}
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_marks_as_react_escapes_and_slots_as_they_are() {
        let template =
            Template::new("<a href=\"\u{e002}1\u{e003}\">\u{e002}0\u{e003}<!-- -->.</a>\u{e000}foot\u{e001}");
        let mut html = String::new();
        template.push(&mut html, &[Value::Text("A & B"), Value::Address("/x")], "/docs/", |name, html| {
            html.extend(["<", name, ">"]);
        });
        assert_eq!(html, "<a href=\"/docs/x\">A &amp; B<!-- -->.</a><foot>");
    }

    #[test]
    fn a_stray_character_of_a_token_stays() {
        let mut html = String::new();
        Template::new("a\u{e000}b").push(&mut html, &[], "/", |_, _| {});
        assert_eq!(html, "a\u{e000}b");
    }

    #[test]
    fn nests_lists_of_headings() {
        let json = "{\"list\": \"<ul>\u{e000}entries\u{e001}</ul>\", \"entry\": \"<li \u{e000}id\u{e001}>\u{e000}html\u{e001}\u{e000}children\u{e001}</li>\"}";
        let templates: TocTemplates = serde_json::from_str(json).expect("it is one");
        let leaf = TocEntry { id: "b".to_owned(), html: "<code>B</code>".to_owned(), children: Vec::new() };
        let top = TocEntry { id: "a\"".to_owned(), html: "A".to_owned(), children: vec![leaf] };
        let mut html = String::new();
        templates.push_list(&[top], &mut html);
        assert_eq!(html, "<ul><li a&quot;>A<ul><li b><code>B</code></li></ul></li></ul>");
    }
}
