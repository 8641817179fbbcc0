//! Items of navbar and footer.
//!
//! An item that cannot be rendered is an error that shows the item and its place; the others stay.

use std::ops::Range;

use portico_diagnostics::{Code, Diagnostic, nearest};

use crate::address::{has_scheme, web_address};
use crate::at::At;
use crate::meaning::Meaning;
use crate::settings::{
    Footer, FooterColumn, ItemLink, ItemTarget, Located, Navbar, NavbarItem, NavbarItemKind, Position,
};
use crate::template::Medium;
use crate::wording::alternatives;
use crate::written;

const KINDS: [&str; 5] = ["link", "sidebar", "dropdown", "search", "html"];

/// The navbar as meant.
pub(crate) fn navbar(written: &written::Navbar, meaning: &mut Meaning<'_, '_>) -> Navbar {
    let mut items = Vec::new();
    for (at, item) in written.items.iter().enumerate() {
        let owner = Owner::item(item, &format!("navbar item {}", at + 1), "navbar item");
        match navbar_item(item, &owner, meaning) {
            Ok(kind) => {
                let position = match item.value().position {
                    Some(written::Side::Right) => Position::Right,
                    Some(written::Side::Left) | None => Position::Left,
                };
                items.push(NavbarItem { position, kind, span: item.span(meaning.problems.length()) });
            }
            Err(diagnostic) => meaning.problems.diagnostics.push(*diagnostic),
        }
    }
    let title = written.title.as_ref().map(|title| meaning.fill(title, Medium::Text)).unwrap_or_default();
    let logo = meaning.file("navbar.logo", written.logo.as_ref());
    let logo_dark = meaning.file("navbar.logo_dark", written.logo_dark.as_ref());
    Navbar { title, logo, logo_dark, items }
}

/// The footer as meant.
pub(crate) fn footer(written: &written::Footer, meaning: &mut Meaning<'_, '_>) -> Footer {
    let copyright_html = copyright(written, meaning);
    if let (Some(row), Some(column)) = (written.links.first(), written.columns.first()) {
        let diagnostic = meaning
            .problems
            .diagnostic(
                Code::ConfigNavbarItem,
                &row.range(),
                "the footer has both columns and a row of links",
            )
            .help("move the links of the row into a column");
        let diagnostic = meaning.problems.labelled(diagnostic, &column.range(), "a column");
        meaning.problems.diagnostics.push(diagnostic);
    }
    let mut columns: Vec<FooterColumn> = written
        .columns
        .iter()
        .map(|column| FooterColumn {
            title: column.value().title.as_ref().map(|title| meaning.fill(title, Medium::Text)),
            links: footer_links(&column.value().links, meaning),
        })
        .collect();
    if !written.links.is_empty() {
        columns.push(FooterColumn { title: None, links: footer_links(&written.links, meaning) });
    }
    let copyright_span = written.copyright.as_ref().and_then(|text| text.span(meaning.problems.length()));
    Footer { columns, copyright_html, copyright_span }
}

fn copyright(written: &written::Footer, meaning: &mut Meaning<'_, '_>) -> String {
    let Some(copyright) = &written.copyright else { return String::new() };
    let html = meaning.fill(copyright, Medium::Html);
    match &written.copyright_year {
        Some(year) => html.replace("{year}", &year.value().to_string()),
        None if html.contains("{year}") => {
            meaning.problems.report_with_help(
                Code::ConfigInvalidValue,
                &copyright.range(),
                "`footer.copyright` has `{year}`, but `footer.copyright_year` is not set",
                Some("add `copyright_year = 2025`".to_owned()),
            );
            html
        }
        None => html,
    }
}

fn footer_links(written: &[At<written::FooterLink>], meaning: &mut Meaning<'_, '_>) -> Vec<ItemLink> {
    let mut links = Vec::new();
    for (at, item) in written.iter().enumerate() {
        let written::FooterLink { label, to, href } = item.value();
        let owner =
            Owner::new(label.as_ref(), item.range(), &format!("footer link {}", at + 1), "footer link");
        let parts =
            LinkParts { label: label.as_ref(), to: to.as_ref(), href: href.as_ref(), active_prefix: None };
        match link(&parts, &owner, meaning) {
            Ok(link) => links.push(link),
            Err(diagnostic) => meaning.problems.diagnostics.push(*diagnostic),
        }
    }
    links
}

/// The item that a diagnostic is about.
struct Owner {
    /// What messages call it: ``navbar item `Pricing` ``.
    name: String,
    range: Range<usize>,
}

impl Owner {
    fn new(label: Option<&At<String>>, range: Range<usize>, numbered: &str, noun: &str) -> Self {
        let name = label.map_or_else(|| numbered.to_owned(), |label| format!("{noun} `{}`", label.value()));
        Self { name, range }
    }

    fn item(item: &At<written::Item>, numbered: &str, noun: &str) -> Self {
        Self::new(item.value().label.as_ref(), item.range(), numbered, noun)
    }

    fn problem(&self, meaning: &Meaning<'_, '_>, message: &str) -> Diagnostic {
        let message = format!("{} {message}", self.name);
        meaning.problems.diagnostic(Code::ConfigNavbarItem, &self.range, message)
    }

    /// A problem of one value of the item, with the item's own place beside it.
    fn problem_at(&self, meaning: &Meaning<'_, '_>, range: &Range<usize>, message: &str) -> Diagnostic {
        let message = format!("{} {message}", self.name);
        let diagnostic = meaning.problems.diagnostic(Code::ConfigNavbarItem, range, message);
        meaning.problems.labelled(diagnostic, &self.range, "the item")
    }
}

type Item<T> = Result<T, Box<Diagnostic>>;

fn navbar_item(
    item: &At<written::Item>,
    owner: &Owner,
    meaning: &mut Meaning<'_, '_>,
) -> Item<NavbarItemKind> {
    let written = item.value();
    let kind = written.kind.as_ref().map_or("link", |kind| kind.value().as_str());
    let takes: &[&str] = match kind {
        "link" => &["label", "to", "href", "active_prefix"],
        "sidebar" => &["label", "sidebar"],
        "dropdown" => &["label", "items"],
        "search" => &[],
        "html" => &["html"],
        _ => return Err(unknown_kind(written, kind, owner, meaning).into()),
    };
    refuse_others(written, kind, takes, owner, meaning)?;
    match kind {
        "sidebar" => {
            let Some(sidebar) = &written.sidebar else {
                let problem = owner.problem(meaning, "names no sidebar");
                return Err(problem
                    .help("add `sidebar = \"…\"`, the name of a table in `sidebars.toml`")
                    .into());
            };
            let label = written.label.as_ref().map(|label| meaning.fill(label, Medium::Text));
            let sidebar = sidebar.located(sidebar.value().clone(), meaning.problems.length());
            Ok(NavbarItemKind::Sidebar { sidebar, label })
        }
        "dropdown" => dropdown(written, owner, meaning),
        "search" => Ok(NavbarItemKind::Search),
        "html" => {
            let Some(html) = written.html.as_ref().filter(|html| !html.value().trim().is_empty()) else {
                return Err(owner.problem(meaning, "has no HTML").help("add `html = \"…\"`").into());
            };
            let filled = meaning.fill(html, Medium::Html);
            Ok(NavbarItemKind::Html(html.located(filled, meaning.problems.length())))
        }
        _ => link(&LinkParts::of(written), owner, meaning).map(NavbarItemKind::Link),
    }
}

fn unknown_kind(written: &written::Item, kind: &str, owner: &Owner, meaning: &Meaning<'_, '_>) -> Diagnostic {
    let range = written.kind.as_ref().map_or(owner.range.clone(), At::range);
    let help = match nearest(kind, KINDS) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("items have the type {}", alternatives(KINDS, "or")),
    };
    owner.problem_at(meaning, &range, &format!("has the unknown type `{kind}`")).help(help)
}

/// A key that the item's type has no use for is a misunderstanding that would stay unseen.
fn refuse_others(
    written: &written::Item,
    kind: &str,
    takes: &[&str],
    owner: &Owner,
    meaning: &Meaning<'_, '_>,
) -> Item<()> {
    let present = [
        ("label", written.label.as_ref().map(At::range)),
        ("to", written.to.as_ref().map(At::range)),
        ("href", written.href.as_ref().map(At::range)),
        ("active_prefix", written.active_prefix.as_ref().map(At::range)),
        ("sidebar", written.sidebar.as_ref().map(At::range)),
        ("items", written.items.as_ref().map(At::range)),
        ("html", written.html.as_ref().map(At::range)),
    ];
    let other = present
        .into_iter()
        .find_map(|(key, range)| Some((key, range?)).filter(|(key, _)| !takes.contains(key)));
    let Some((key, range)) = other else { return Ok(()) };
    let mut problem =
        owner.problem_at(meaning, &range, &format!("has `{key}`, which the type `{kind}` does not take"));
    if let Some(near) = KINDS.iter().find(|name| **name == key || (**name == "dropdown" && key == "items")) {
        problem = problem.help(format!("add `type = \"{near}\"`"));
    }
    Err(problem.into())
}

fn dropdown(written: &written::Item, owner: &Owner, meaning: &mut Meaning<'_, '_>) -> Item<NavbarItemKind> {
    let label = label(written.label.as_ref(), owner, meaning)?;
    let Some(inner) = written.items.as_ref().filter(|items| !items.value().is_empty()) else {
        return Err(owner.problem(meaning, "is an empty dropdown").help("add links to its `items`").into());
    };
    let mut items = Vec::new();
    for (at, item) in inner.value().iter().enumerate() {
        let owner = Owner::item(item, &format!("dropdown item {}", at + 1), "dropdown item");
        let written = item.value();
        if let Some(kind) = written.kind.as_ref().filter(|kind| kind.value() != "link") {
            let message = format!("has the type `{}`, but a dropdown holds links only", kind.value());
            return Err(owner.problem_at(meaning, &kind.range(), &message).into());
        }
        refuse_others(written, "link", &["label", "to", "href", "active_prefix"], &owner, meaning)?;
        items.push(link(&LinkParts::of(written), &owner, meaning)?);
    }
    Ok(NavbarItemKind::Dropdown { label, items })
}

/// A link as written.
struct LinkParts<'a> {
    label: Option<&'a At<String>>,
    to: Option<&'a At<String>>,
    href: Option<&'a At<String>>,
    active_prefix: Option<&'a At<String>>,
}

impl<'a> LinkParts<'a> {
    fn of(written: &'a written::Item) -> Self {
        Self {
            label: written.label.as_ref(),
            to: written.to.as_ref(),
            href: written.href.as_ref(),
            active_prefix: written.active_prefix.as_ref(),
        }
    }
}

fn label(written: Option<&At<String>>, owner: &Owner, meaning: &mut Meaning<'_, '_>) -> Item<String> {
    match written {
        Some(label) if !label.value().trim().is_empty() => Ok(meaning.fill(label, Medium::Text)),
        _ => Err(owner.problem(meaning, "has no label").help("add `label = \"…\"`").into()),
    }
}

fn link(parts: &LinkParts<'_>, owner: &Owner, meaning: &mut Meaning<'_, '_>) -> Item<ItemLink> {
    let label = label(parts.label, owner, meaning)?;
    let target = match (parts.to, parts.href) {
        (Some(to), None) => route(to, owner, meaning)?,
        (None, Some(href)) => address(href, owner, meaning)?,
        (Some(to), Some(href)) => {
            let problem = owner.problem(meaning, "has both `to` and `href`").help("remove one of them");
            let problem = meaning.problems.labelled(problem, &to.range(), "a route");
            return Err(meaning.problems.labelled(problem, &href.range(), "an address").into());
        }
        (None, None) => {
            let problem = owner.problem(meaning, "leads nowhere");
            return Err(problem.help("add `to = \"/route\"` or `href = \"https://…\"`").into());
        }
    };
    let active_prefix = parts.active_prefix.map(|prefix| prefix.value().clone());
    Ok(ItemLink { label, target, active_prefix })
}

fn route(to: &At<String>, owner: &Owner, meaning: &mut Meaning<'_, '_>) -> Item<Located<ItemTarget>> {
    let value = meaning.fill(to, Medium::Text);
    if !value.starts_with('/') || value.starts_with("//") {
        let help = if has_scheme(&value) || value.starts_with("//") {
            format!("for an outside address write `href = \"{value}\"`")
        } else {
            format!("did you mean `/{value}`?")
        };
        let problem =
            owner.problem_at(meaning, &to.range(), &format!("leads to `{value}`, which is not a route"));
        return Err(problem.help(help).into());
    }
    Ok(to.located(ItemTarget::Route(value), meaning.problems.length()))
}

fn address(href: &At<String>, owner: &Owner, meaning: &mut Meaning<'_, '_>) -> Item<Located<ItemTarget>> {
    let value = meaning.fill(href, Medium::Text);
    let is_web = value.starts_with("https:") || value.starts_with("http:");
    let is_address = if is_web {
        web_address(&value).is_some()
    } else {
        value.starts_with('/') || value.starts_with("mailto:") || value.starts_with("tel:")
    };
    // An unknown variable has its own diagnostic.
    if !is_address && !value.contains("{{") {
        let message = format!("leads to `{value}`, which is not an address");
        let mut problem = owner.problem_at(meaning, &href.range(), &message);
        if web_address(&format!("https://{value}")).is_some() {
            problem = problem.help(format!("did you mean `https://{value}`?"));
        }
        return Err(problem.into());
    }
    Ok(href.located(ItemTarget::Address(value), meaning.problems.length()))
}
