//! Every type that the browser reads.
//!
//! These are plain data without behaviour: the model crates convert into them by hand and never derive `Serialize`
//! themselves. `cargo xtask codegen` writes them to `web/src/contract/`, where React and the prerender bundle read
//! them. `Option<T>` is always `T | null`; nothing is left out.

mod manifest;
mod media_type;
mod page;
mod search;
mod sidebar;
mod site;
mod typescript;

pub use manifest::{HOST_RULE_FILES, MANIFEST_FILE, MANIFEST_FORMAT, Manifest, ManifestRedirect};
pub use media_type::{MEDIA_TYPES, UNKNOWN_MEDIA_TYPE, media_type};
pub use page::{Crumb, HeadElement, LastUpdated, Layout, PageData, PageLink, SocialImage, TocEntry};
pub use search::{SEARCH_INDEX_FORMAT, SearchIndexHead, SearchKind, SearchPageText, SearchSectionText};
pub use sidebar::{SidebarCategory, SidebarEntry, SidebarLink, SidebarView};
pub use site::{
    AnnouncementBar, ColorMode, ColorModeSettings, DocsVersion, Footer, FooterColumn, HostedSearch, Navbar,
    NavbarItem, NavbarLink, Provider, SearchSettings, SiteData, TagManager,
};
pub use typescript::{TypeScriptFile, typescript_files};

/// What the HTML document of a page carries inline for hydration (`<script type="application/json" id="portico-data">`).
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, ts_rs::TS)]
#[serde(rename_all = "camelCase")]
pub struct Bootstrap<'a> {
    /// Site-wide facts.
    pub site: &'a SiteData,
    /// The page, with `html` empty: the content is adopted from the document, not sent twice.
    pub page: &'a PageData,
    /// The page's sidebar as prerendered, or `null` for pages without one.
    pub sidebar: Option<&'a SidebarView>,
}
