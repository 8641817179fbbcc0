//! Where a link of the site's own parts leads.

use crate::Route;

/// A page of the site or an address outside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A page.
    Page {
        /// Its route.
        route: Route,
        /// Query and fragment as written, with `?` and `#`; usually empty.
        suffix: String,
    },
    /// An outside address, or one of the site that is not a page; used as it stands.
    External(String),
}

impl Destination {
    /// The page without query and fragment.
    pub fn page(route: Route) -> Self {
        Self::Page { route, suffix: String::new() }
    }

    /// The address: root-relative (without the base path) for pages, as it stands otherwise.
    pub fn href(&self) -> String {
        match self {
            Self::Page { route, suffix } => format!("{route}{suffix}"),
            Self::External(address) => address.clone(),
        }
    }

    /// The route of a page.
    pub fn route(&self) -> Option<&Route> {
        match self {
            Self::Page { route, .. } => Some(route),
            Self::External(_) => None,
        }
    }

    /// Whether it leads outside the site.
    pub fn is_external(&self) -> bool {
        matches!(self, Self::External(address) if !address.starts_with('/') || address.starts_with("//"))
    }
}
