//! Sidebars, assembled from templates that React rendered once for each kind and state of entry.

use std::borrow::Cow;

use portico_contract::{SidebarCategory, SidebarEntry, SidebarLink, SidebarView};
use serde::Deserialize;

use crate::escape::escape;
use crate::tokens::fill;

/// Templates of all kinds of entries. In each, tokens stand for `label`, `href`, `firstHref` and `entries`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SidebarTemplates {
    frame: String,
    link: String,
    link_active: String,
    link_external: String,
    category: CategoryTemplates,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct CategoryTemplates {
    unlinked: CategoryStates,
    linked: CategoryStates,
    linked_active: CategoryStates,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct CategoryStates {
    closed: String,
    open: String,
    trail: String,
    lazy: String,
}

/// Fills the templates for the sidebar of one page.
pub(crate) struct Assembly<'a> {
    /// What React rendered.
    pub(crate) templates: &'a SidebarTemplates,
    /// Path that all routes are below, with slashes at both ends.
    pub(crate) base_path: &'a str,
    /// Key of the page's own entry.
    pub(crate) active: Option<&'a str>,
}

impl Assembly<'_> {
    /// The whole sidebar.
    pub(crate) fn sidebar(&self, view: &SidebarView) -> String {
        let entries = self.entries(&view.entries);
        fill(&self.templates.frame, |name| (name == "entries").then(|| entries.clone()))
    }

    fn entries(&self, entries: &[SidebarEntry]) -> String {
        entries
            .iter()
            .map(|entry| match entry {
                SidebarEntry::Link(link) => self.link(link),
                SidebarEntry::Category(category) => self.category(category),
            })
            .collect()
    }

    fn link(&self, link: &SidebarLink) -> String {
        let template = match link {
            link if link.is_external => &self.templates.link_external,
            link if self.active == Some(link.key.as_str()) => &self.templates.link_active,
            _ => &self.templates.link,
        };
        self.entry(template, &link.label, &link.href, "")
    }

    fn category(&self, category: &SidebarCategory) -> String {
        let is_active = self.active == Some(category.key.as_str());
        let is_trail = is_active || self.active.is_some_and(|active| is_below(active, &category.key));
        let states = match category.href {
            None => &self.templates.category.unlinked,
            Some(_) if is_active => &self.templates.category.linked_active,
            Some(_) => &self.templates.category.linked,
        };
        let href = category.href.as_deref().unwrap_or_default();
        let Some(entries) = &category.entries else {
            return self.entry(&states.lazy, &category.label, href, &category.first_href);
        };
        let template = match (is_trail, category.is_collapsed) {
            (true, _) => &states.trail,
            (false, true) => &states.closed,
            (false, false) => &states.open,
        };
        self.entry(template, &category.label, href, &self.entries(entries))
    }

    /// `inside` is the entries of a category, or for one whose entries are left out, where it leads instead.
    fn entry(&self, template: &str, label: &str, href: &str, inside: &str) -> String {
        fill(template, |name| match name {
            "label" => Some(escape(label).into_owned()),
            "href" => Some(self.address(href)),
            "firstHref" => Some(self.address(inside)),
            "entries" => Some(inside.to_owned()),
            _ => None,
        })
    }

    fn address(&self, href: &str) -> String {
        escape(&below_base(self.base_path, href)).into_owned()
    }
}

/// A root-relative address below the base path; other addresses as they are. React does the same in `toHref`.
pub(crate) fn below_base<'a>(base_path: &str, href: &'a str) -> Cow<'a, str> {
    match href.strip_prefix('/') {
        Some(path) if !path.starts_with('/') && base_path != "/" => Cow::Owned(format!("{base_path}{path}")),
        _ => Cow::Borrowed(href),
    }
}

fn is_below(key: &str, category: &str) -> bool {
    key.strip_prefix(category).is_some_and(|rest| rest.starts_with('.'))
}
