//! Navbar and footer with their links resolved.

use portico_diagnostics::Span;

use crate::Destination;

/// The navbar's items by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Navbar {
    /// Items on the left.
    pub left: Vec<NavbarItem>,
    /// Items on the right.
    pub right: Vec<NavbarItem>,
}

/// An item of the navbar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NavbarItem {
    /// A link to a page, to a sidebar's entry point or outside.
    Link(NavbarLink),
    /// A menu of links.
    Dropdown {
        /// Text of the button.
        label: String,
        /// What it opens.
        items: Vec<NavbarLink>,
    },
    /// The search button.
    Search,
    /// HTML written by the site's owner.
    Html(String),
}

/// A link of the navbar or footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NavbarLink {
    /// Text.
    pub label: String,
    /// Where it leads.
    pub destination: Destination,
    /// Sidebar whose pages make it active.
    pub sidebar: Option<String>,
    /// Route prefix that makes it active; `None` means the exact route, or the sidebar.
    pub active_prefix: Option<String>,
    /// Where it stands in the settings file.
    pub span: Option<Span>,
}

/// A column of the footer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FooterColumn {
    /// Title; `None` for a plain row.
    pub title: Option<String>,
    /// Its links.
    pub links: Vec<NavbarLink>,
}
