//! Documents to Site: routes, sidebars, breadcrumbs, toc, links and redirects.
//!
//! [`build_site`] gives every document its route and its place among the others. [`resolve_link`] says where a link
//! leads, and [`check_links`] reports those that lead nowhere. All of it is pure: documents, files and settings come
//! in as values, and diagnostics come back beside the result.
//!
//! This crate knows neither HTML output nor the browser: anchors of finished pages are handed to [`check_links`] from
//! outside, and `portico-render` turns a [`Site`] into what the browser reads.

mod build;
mod content_path;
mod destination;
mod link;
mod link_check;
mod navbar;
mod page;
mod redirect;
mod route;
mod sidebar;
mod site;

pub use build::{Drafts, SiteInput, build_site};
pub use content_path::page_path_id;
pub use destination::Destination;
pub use link::{BrokenKind, LinkTarget, resolve_link};
pub use link_check::{AnchorIds, check_links, check_page_links, check_site_links};
pub use navbar::{FooterColumn, Navbar, NavbarItem, NavbarLink};
pub use page::{Crumb, Page, PageLink, PageSidebar, TocNode};
pub use redirect::{Redirect, match_redirect};
pub use route::{Route, RouteError, route_key};
pub use sidebar::{Sidebar, SidebarEntry, SidebarEntryKind};
pub use site::Site;
