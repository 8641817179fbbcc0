//! Reports links that lead nowhere.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use portico_config::{LinkSeverity, Located};
use portico_diagnostics::{Code, Diagnostic, SourceFile, Span, nearest};
use portico_document::{Document, IncludedAddress, Reference, Role, html_references, value_within};

use crate::address::{in_style, split_address};
use crate::link::{Origin, resolve};
use crate::pages::to_severity;
use crate::place::front_matter_value;
use crate::sidebar_build::flatten;
use crate::suggestion::{suggest_file, suggest_route, suggest_source};
use crate::{
    BrokenKind, Destination, LinkTarget, NavbarItem, NavbarLink, Page, Route, SidebarEntryKind, Site,
};

/// The ids of a finished page's elements; `None` where they are not known, and anchors are not checked.
pub type AnchorIds<'a> = dyn Fn(&Route) -> Option<Arc<BTreeSet<String>>> + Sync + 'a;

/// Every broken link of the site, with the severities of its settings, sorted by path and place.
pub fn check_links(site: &Site, ids: &AnchorIds<'_>) -> Vec<Diagnostic> {
    let mut diagnostics = check_site_links(site, ids);
    let mut checker = Checker::new(site, ids);
    for page in &site.pages {
        checker.page(page);
    }
    diagnostics.extend(checker.diagnostics);
    portico_diagnostics::sort(&mut diagnostics);
    diagnostics
}

/// A link to somewhere that is not on the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideLink {
    /// The address as it is written: `http` or `https`.
    pub address: String,
    /// Where it is written, if that is known.
    pub place: Option<(SourceFile, Span)>,
}

/// Every link of the site that leads out of it by HTTP, in the order of pages, those of navbar and footer first.
pub fn outside_links(site: &Site) -> Vec<OutsideLink> {
    let no_ids = |_: &Route| None;
    let mut checker = Checker::new(site, &no_ids);
    checker.site();
    for page in &site.pages {
        checker.page(page);
    }
    checker.outside
}

/// The broken links of one page's content.
pub fn check_page_links(site: &Site, page: &Page, ids: &AnchorIds<'_>) -> Vec<Diagnostic> {
    let mut checker = Checker::new(site, ids);
    checker.page(page);
    checker.diagnostics
}

/// The broken links of navbar, footer, announcement bar, sidebars and redirects, and their missing files.
pub fn check_site_links(site: &Site, ids: &AnchorIds<'_>) -> Vec<Diagnostic> {
    let mut checker = Checker::new(site, ids);
    checker.site();
    portico_diagnostics::sort(&mut checker.diagnostics);
    checker.diagnostics
}

type MaybePlace<'a> = Option<(&'a SourceFile, Span)>;

/// How many broken addresses get a suggestion. Each is compared with every page, and whoever has more of them has
/// another problem than spelling.
const MAX_SUGGESTIONS: usize = 1_000;

struct Checker<'a> {
    site: &'a Site,
    ids: &'a AnchorIds<'a>,
    diagnostics: Vec<Diagnostic>,
    outside: Vec<OutsideLink>,
    /// What broken paths may have meant: one mistake in a partial is on many pages.
    suggestions: HashMap<String, Option<String>>,
}

impl<'a> Checker<'a> {
    fn new(site: &'a Site, ids: &'a AnchorIds<'a>) -> Self {
        Self { site, ids, diagnostics: Vec::new(), outside: Vec::new(), suggestions: HashMap::new() }
    }

    /// What is not on a page: navbar, footer, announcement bar, sidebars, redirects and their files.
    fn site(&mut self) {
        let site = self.site;
        let settings = &site.settings;
        for item in site.navbar.left.iter().chain(&site.navbar.right) {
            match item {
                // What a sidebar item leads to is checked with the sidebar.
                NavbarItem::Link(link) if link.sidebar.is_some() => {}
                NavbarItem::Link(link) => self.link(link),
                NavbarItem::Dropdown { items, .. } => items.iter().for_each(|link| self.link(link)),
                NavbarItem::Search | NavbarItem::Html(_) => {}
            }
        }
        for item in &settings.navbar.items {
            if let portico_config::NavbarItemKind::Html(html) = &item.kind {
                self.html(&html.value, html.span);
            }
        }
        site.footer.iter().flat_map(|column| &column.links).for_each(|link| self.link(link));
        self.html(&settings.footer.copyright_html, settings.footer.copyright_span);
        if let Some(bar) = &settings.announcement_bar {
            self.html(&bar.html.value, bar.html.span);
        }
        for file in
            [&settings.favicon, &settings.navbar.logo, &settings.navbar.logo_dark].into_iter().flatten()
        {
            self.file(file);
        }
        for sidebar in site.sidebars.values() {
            for entry in flatten(&sidebar.entries) {
                if let SidebarEntryKind::Link(destination) = &entry.kind {
                    let place = site.files.sidebars.as_ref().map(|file| (file, entry.span));
                    self.check(&Origin::site(), None, &destination.href(), Role::Link, place);
                }
            }
        }
        for redirect in &site.redirects {
            let is_checked_already =
                matches!(&redirect.to, Destination::Page { suffix, .. } if suffix.is_empty());
            if !is_checked_already {
                let place = site.files.redirects.as_ref().map(|file| (file, redirect.to_span));
                self.check(&Origin::site(), None, &redirect.to.href(), Role::Link, place);
            }
        }
    }

    fn page(&mut self, page: &Page) {
        let document = &page.document;
        let origin = Origin::page(page);
        if let Some(image) = &document.front_matter.image {
            let place = Some((&document.source, front_matter_value(document, "image")));
            self.check(&origin, Some(&page.route), image, Role::Asset, place);
        }
        let references = &document.body.outline().references;
        for (at, reference) in references.iter().enumerate() {
            let n_before = (self.diagnostics.len(), self.outside.len());
            let place = Some((&document.source, reference.place(&document.source)));
            self.check(&origin, Some(&page.route), &reference.address, reference.role, place);
            if n_before != (self.diagnostics.len(), self.outside.len())
                && let Some(included) = included(document, &references[..=at])
            {
                self.place_in_partial(included, page, n_before);
            }
        }
    }

    /// Gives what was found since the place in the partial that it was found in.
    fn place_in_partial(
        &mut self,
        included: &IncludedAddress,
        page: &Page,
        (n_diagnostics, n_outside): (usize, usize),
    ) {
        for mut found in self.diagnostics.split_off(n_diagnostics) {
            if let Some(rest) = found.message.strip_prefix("this page has ") {
                found.message = format!("the page `{}` has {rest}", page.route);
            }
            let found = found.at(&included.file, included.span);
            let label = found.label(&page.document.source, included.included_at, "included here");
            self.diagnostics.push(label);
        }
        for found in &mut self.outside[n_outside..] {
            found.place = Some((included.file.clone(), included.span));
        }
    }

    fn suggestion(&mut self, path: &str, find: impl FnOnce(&Site) -> Option<String>) -> Option<String> {
        if let Some(known) = self.suggestions.get(path) {
            return known.clone();
        }
        if self.suggestions.len() >= MAX_SUGGESTIONS {
            return None;
        }
        let found = find(self.site);
        self.suggestions.insert(path.to_owned(), found.clone());
        found
    }

    fn link(&mut self, link: &NavbarLink) {
        let place = link.span.map(|span| (&self.site.files.settings, span));
        self.check(&Origin::site(), None, &link.destination.href(), Role::Link, place);
    }

    fn html(&mut self, html: &str, span: Option<Span>) {
        let file = &self.site.files.settings;
        for (address, role) in html_references(html) {
            let place = span.map(|span| (file, value_within(file, span, address)));
            self.check(&Origin::site(), None, address, role, place);
        }
    }

    fn file(&mut self, file: &Located<String>) {
        let place = file.span.map(|span| (&self.site.files.settings, span));
        self.check(&Origin::site(), None, &file.value, Role::Asset, place);
    }

    /// Checks one address; `page` is the route of the page it stands on, for anchors of the page itself.
    fn check(
        &mut self,
        origin: &Origin<'_>,
        page: Option<&Route>,
        address: &str,
        role: Role,
        place: MaybePlace<'_>,
    ) {
        match resolve(&self.site.directory(), origin, address) {
            LinkTarget::Page { route, .. } if role == Role::Asset => {
                self.report(
                    Code::LinkMissingAsset,
                    format!("`{address}` is the page `{route}`, not a file"),
                    place,
                    None,
                );
            }
            LinkTarget::Page { route, fragment: Some(fragment), .. } => {
                self.anchor(&route, page == Some(&route), &fragment, place);
            }
            LinkTarget::SamePage { .. } if address.trim().is_empty() => self.empty(role, place),
            LinkTarget::SamePage { fragment } => {
                if let Some(route) = page {
                    self.anchor(route, true, &fragment, place);
                }
            }
            LinkTarget::Broken { path, kind } => {
                self.broken(&Broken { path, kind, address, source: origin.source() }, role, place);
            }
            LinkTarget::External(address) if is_web(&address) => {
                let place = place.map(|(file, span)| (file.clone(), span));
                self.outside.push(OutsideLink { address, place });
            }
            LinkTarget::External(address) => {
                if let Some((message, help)) = scheme_mistake(&address) {
                    self.report(Code::LinkBroken, message, place, Some(help));
                }
            }
            _ => {}
        }
    }

    fn empty(&mut self, role: Role, place: MaybePlace<'_>) {
        let (code, what) = match role {
            Role::Link => (Code::LinkBroken, "link"),
            Role::Asset => (Code::LinkMissingAsset, "image"),
        };
        let help = "write where it leads between the parentheses".to_owned();
        self.report(code, format!("this {what} has no address"), place, Some(help));
    }

    fn broken(&mut self, link: &Broken<'_>, role: Role, place: MaybePlace<'_>) {
        let path = link.path.as_str();
        match link.kind {
            BrokenKind::Route if role == Role::Link => {
                let near =
                    self.suggestion(path, |site| suggest_route(&site.directory(), path).map(str::to_owned));
                let help =
                    link.web_help().or_else(|| Some(format!("did you mean `{}{}`?", near?, link.suffix())));
                self.report(Code::LinkBroken, format!("no page at `{path}`"), place, help);
            }
            BrokenKind::Source => {
                let near =
                    self.suggestion(path, |site| suggest_source(&site.directory(), path).map(str::to_owned));
                let help = near.map(|near| link.help(&near));
                self.report(Code::LinkBroken, format!("no page is made from `{path}`"), place, help);
            }
            BrokenKind::Draft => {
                let help = "publish the draft, or remove the link".to_owned();
                self.report(
                    Code::LinkBroken,
                    format!("the page made from `{path}` is a draft"),
                    place,
                    Some(help),
                );
            }
            BrokenKind::Route | BrokenKind::Asset => {
                let near = self.suggestion(path, |site| suggest_file(&site.directory(), path));
                let help = link.web_help().or_else(|| Some(link.help(&near?)));
                self.report(Code::LinkMissingAsset, format!("no file at `{path}`"), place, help);
            }
        }
    }

    /// Checks an anchor. The top of the page needs no element, and text fragments name none.
    fn anchor(&mut self, route: &Route, is_own: bool, fragment: &str, place: MaybePlace<'_>) {
        let fragment = fragment.split(":~:").next().unwrap_or_default();
        if fragment.is_empty() || fragment.eq_ignore_ascii_case("top") {
            return;
        }
        let Some(ids) = (self.ids)(route) else { return };
        let decoded = percent_decode_str(fragment).decode_utf8_lossy();
        if ids.contains(fragment) || ids.contains(decoded.as_ref()) {
            return;
        }
        let near =
            nearest(&decoded, ids.iter().map(String::as_str)).map(|near| format!("did you mean `#{near}`?"));
        let message = if is_own {
            format!("this page has no anchor `#{decoded}`")
        } else {
            format!("the page `{route}` has no anchor `#{decoded}`")
        };
        self.report(Code::LinkBrokenAnchor, message, place, near);
    }

    fn report(&mut self, code: Code, message: String, place: MaybePlace<'_>, help: Option<String>) {
        let severities = &self.site.settings.links;
        let severity = match code {
            Code::LinkBroken => severities.broken,
            Code::LinkBrokenAnchor => severities.broken_anchors,
            Code::LinkMissingAsset => severities.missing_assets,
            _ => LinkSeverity::Error,
        };
        let Some(severity) = to_severity(severity) else { return };
        let mut diagnostic = Diagnostic::new(code, message).with_severity(severity).maybe_help(help);
        if let Some((file, span)) = place {
            diagnostic = diagnostic.at(file, span);
        }
        self.diagnostics.push(diagnostic);
    }
}

/// Where the last of some references of a document is written, if it stands in a partial.
fn included<'d>(document: &'d Document, references: &[Reference]) -> Option<&'d IncludedAddress> {
    let (last, before) = references.split_last()?;
    let is_same = |it: &&Reference| it.address == last.address && it.node_span() == last.node_span();
    let n_before = before.iter().filter(is_same).count();
    let mut places = document
        .included
        .iter()
        .filter(|it| it.address == last.address && it.included_at == last.node_span());
    let first = places.next()?;
    // What an import names is written once and may be shown more often.
    Some(n_before.checked_sub(1).and_then(|n| places.nth(n)).unwrap_or(first))
}

/// A link that leads nowhere.
struct Broken<'a> {
    /// The path that was looked for.
    path: String,
    kind: BrokenKind,
    /// As it is written.
    address: &'a str,
    /// The file that it is written in.
    source: &'a str,
}

impl Broken<'_> {
    /// Query and fragment as written.
    fn suffix(&self) -> &str {
        split_address(self.address).1
    }

    /// The help for an address that looks like one of the web without its scheme.
    fn web_help(&self) -> Option<String> {
        let host = self.address.split(['/', '?', '#']).next()?;
        let (name, last) = host.rsplit_once('.')?;
        let is_host = !name.is_empty() && (host.starts_with("www.") || TOP_LEVEL_DOMAINS.contains(&last));
        is_host.then(|| format!("did you mean `https://{}`?", self.address))
    }

    /// The help that names a file, so that it can be written in place of the address.
    fn help(&self, file: &str) -> String {
        format!("did you mean `{}{}`?", in_style(file, self.address, self.source), self.suffix())
    }
}

/// Ends of host names that no file of a site has.
const TOP_LEVEL_DOMAINS: &[&str] = &["app", "com", "dev", "edu", "gov", "io", "net", "org"];

/// What is wrong with the scheme of an outside address, and how to mend it.
fn scheme_mistake(address: &str) -> Option<(String, String)> {
    let (scheme, rest) = address.split_once(':')?;
    let lower = scheme.to_ascii_lowercase();
    match lower.as_str() {
        "" | "mailto" | "tel" => None,
        "http" | "https" if rest.starts_with("//") => None,
        "http" | "https" => {
            let help = format!("did you mean `{lower}://{}`?", rest.trim_start_matches('/'));
            Some((format!("`{address}` is no address: two slashes stand behind `{scheme}:`"), help))
        }
        _ => {
            let near = nearest(&lower, ["http", "https", "mailto"])?;
            Some((format!("no scheme `{scheme}`"), format!("did you mean `{near}:{rest}`?")))
        }
    }
}

/// Whether an address is asked for by HTTP.
fn is_web(address: &str) -> bool {
    let scheme = address.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    matches!(scheme.as_deref(), Some("http" | "https"))
}
