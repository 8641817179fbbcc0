//! What the new site will have at its addresses, so that nothing is carried over that leads nowhere.

use std::collections::BTreeSet;

use portico_site::route_key;

/// Everything that an address of the new site can lead to.
#[derive(Debug, Default)]
pub(crate) struct Routes {
    pages: BTreeSet<String>,
    files: BTreeSet<String>,
}

impl Routes {
    pub(crate) fn add_page(&mut self, route: &str) {
        self.pages.insert(route_key(route).to_owned());
    }

    /// A file, by its path below the root of the published site.
    pub(crate) fn add_file(&mut self, path: &str) {
        self.files.insert(path.to_owned());
    }

    /// Whether a root-relative address leads to a page.
    pub(crate) fn has_page(&self, address: &str) -> bool {
        self.pages.contains(route_key(path_of(address)))
    }

    /// Whether a root-relative address leads anywhere.
    pub(crate) fn leads_somewhere(&self, address: &str) -> bool {
        self.has_page(address) || self.files.contains(path_of(address).trim_start_matches('/'))
    }
}

/// An address without query and fragment.
fn path_of(address: &str) -> &str {
    address.split(['?', '#']).next().unwrap_or(address)
}
