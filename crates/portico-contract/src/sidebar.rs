//! Sidebars.

use serde::Serialize;
use ts_rs::TS;

/// A sidebar as one page shows it, or (from its shared file) as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SidebarView {
    /// Id of the sidebar.
    pub id: String,
    /// Its top level.
    pub entries: Vec<SidebarEntry>,
    /// Whether closed categories were left without their children because the sidebar is large.
    pub is_pruned: bool,
}

/// One entry of a sidebar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SidebarEntry {
    /// A page or an outside address.
    Link(SidebarLink),
    /// A category with entries of its own.
    Category(SidebarCategory),
}

/// A link of a sidebar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SidebarLink {
    /// Stable key, unique in the sidebar: the positions on the way to it (`2.0.1`).
    pub key: String,
    /// Text.
    pub label: String,
    /// Route or outside address.
    pub href: String,
    /// Whether it leads outside the site.
    pub is_external: bool,
}

/// A category of a sidebar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SidebarCategory {
    /// Stable key, unique in the sidebar.
    pub key: String,
    /// Text.
    pub label: String,
    /// The category's own page, if it has one.
    pub href: Option<String>,
    /// Route of the first page inside: where a reader without JavaScript goes when the entries are left out.
    pub first_href: String,
    /// Whether it starts closed when the current page is not inside.
    pub is_collapsed: bool,
    /// Its entries; `null` when they were left out of a pruned sidebar.
    pub entries: Option<Vec<SidebarEntry>>,
}
