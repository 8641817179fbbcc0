//! Site-wide facts.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

/// What every page knows about the site.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SiteData {
    /// Title of the site.
    pub title: String,
    /// What stands between page title and site title: `|`.
    pub title_delimiter: String,
    /// Path that all routes are below, with slashes at both ends: `/` or `/docs/`.
    pub base_path: String,
    /// Language of the site: `en`.
    pub locale: String,
    /// The provider whose portal this is.
    pub provider: Provider,
    /// Announcement bar, if there is one.
    pub announcement_bar: Option<AnnouncementBar>,
    /// Top navbar.
    pub navbar: Navbar,
    /// Footer.
    pub footer: Footer,
    /// Colour mode settings.
    pub color_mode: ColorModeSettings,
    /// The single docs version.
    pub docs_version: DocsVersion,
    /// Search settings.
    pub search: SearchSettings,
    /// Tag manager, in production builds of sites that have one.
    pub tag_manager: Option<TagManager>,
    /// Address of each sidebar's shared file, by sidebar id.
    pub sidebar_files: BTreeMap<String, String>,
    /// Whether this is the development server's output.
    pub is_preview: bool,
}

/// The provider and its three settings (specification section 1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Provider {
    /// Name.
    pub name: String,
    /// API base URL.
    pub api_base_url: String,
    /// SDK script URL.
    pub sdk_script_url: String,
    /// Website URL.
    pub website_url: String,
}

/// The bar above the navbar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementBar {
    /// Dismissal lasts until this changes.
    pub id: String,
    /// Content as HTML, written by the site's owner.
    pub html: String,
    /// CSS colour of the background.
    pub background_color: Option<String>,
    /// CSS colour of the text.
    pub text_color: Option<String>,
    /// Whether readers can dismiss it.
    pub is_closeable: bool,
}

/// The top navbar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Navbar {
    /// Text beside the logo.
    pub title: String,
    /// Address of the logo for light mode.
    pub logo: Option<String>,
    /// Address of the logo for dark mode, if another one.
    pub logo_dark: Option<String>,
    /// Items on the left.
    pub left: Vec<NavbarItem>,
    /// Items on the right.
    pub right: Vec<NavbarItem>,
}

/// An item of the navbar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum NavbarItem {
    /// A link to a page, a sidebar's entry point or an outside address.
    Link(NavbarLink),
    /// A menu of links.
    Dropdown {
        /// Text of the button.
        label: String,
        /// What it opens.
        items: Vec<NavbarLink>,
    },
    /// The search button, where the site wants it.
    Search,
    /// HTML written by the site's owner.
    Html {
        /// The HTML.
        html: String,
    },
}

/// A link in the navbar or footer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct NavbarLink {
    /// Text.
    pub label: String,
    /// Route or outside address.
    pub href: String,
    /// Whether it leads outside the site.
    pub is_external: bool,
    /// Sidebar whose pages make the item active.
    pub sidebar: Option<String>,
    /// Route prefix that makes the item active; `null` means the exact route (or the sidebar) does.
    pub active_prefix: Option<String>,
}

/// The footer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Footer {
    /// Columns of links; a single column without title is a plain row.
    pub columns: Vec<FooterColumn>,
    /// Copyright line as HTML.
    pub copyright_html: String,
}

/// A column of the footer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FooterColumn {
    /// Title of the column.
    pub title: Option<String>,
    /// Its links.
    pub links: Vec<NavbarLink>,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ColorMode {
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Colour mode settings (specification section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ColorModeSettings {
    /// Mode of a reader who never chose.
    pub default_mode: ColorMode,
    /// Whether the switch is left out and a stored choice ignored.
    pub is_switch_disabled: bool,
}

/// The single docs version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct DocsVersion {
    /// Name in storage and search tags: `current`.
    pub name: String,
    /// Label for people: `Next`.
    pub label: String,
}

/// Search settings that the browser needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SearchSettings {
    /// Route of the search page.
    pub route: String,
    /// Address of the embedded index's entry file, or `null` when none was built.
    pub index_url: Option<String>,
    /// The cluster that hosts the search, or `null` when the embedded index is all there is.
    pub hosted: Option<HostedSearch>,
    /// Where readers report missing results; `{query}` stands for the query.
    pub report_url: Option<String>,
}

/// A Typesense cluster, as far as a search needs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct HostedSearch {
    /// Addresses of the nodes, without a slash at the end, in the order they are asked.
    pub nodes: Vec<String>,
    /// Address of the node that is asked before all others.
    pub nearest_node: Option<String>,
    /// Collection to search in.
    pub collection: String,
    /// Search-only API key.
    pub search_key: String,
    /// Filter by language and docs version; `null` if the search is not contextual.
    pub contextual_filter: Option<String>,
    /// Regular expression for addresses of results that lead outside the site.
    pub external_url_pattern: Option<String>,
    /// How long a node may take, in milliseconds.
    pub timeout_ms: u32,
    /// Search parameters of the site's own.
    pub parameters: BTreeMap<String, String>,
}

/// The tag manager container.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct TagManager {
    /// Container id, such as `GTM-XXXXXXX`.
    pub container_id: String,
}
