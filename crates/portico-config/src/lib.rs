//! Site configuration, as written and as meant.
//!
//! `portal.toml` becomes [`Settings`] in three steps: the file and the overrides from the environment are laid over
//! each other; the result is held against the JSON schema of the settings *as written*, which finds every unknown key
//! and every value of the wrong kind at once; what is left is turned into settings *as meant*, with defaults,
//! checked addresses and filled-in variables. The schema is also what editors get, so that the three never differ.
//!
//! This crate knows nothing of pages: whether a route or a sidebar exists is for `portico-site` to say. It touches
//! neither the disk nor the environment; both arrive as values.

mod settings;
mod variables;

use std::collections::BTreeMap;

use portico_diagnostics::{Diagnostic, SourceFile};

pub use settings::{
    Analytics, AnnouncementBar, ColorMode, ColorModeSettings, Docs, Footer, FooterColumn, ItemLink,
    ItemTarget, LinkSeverities, LinkSeverity, Located, Navbar, NavbarItem, NavbarItemKind, Position,
    Provider, Search, Security, Settings, SiteComponent,
};

/// Reads the settings of a site, reporting every problem at once.
///
/// `overrides` are environment-style names and values: `PORTICO_PROVIDER__API_BASE_URL` stands for
/// `provider.api_base_url`, and its value is read as that setting's type. Settings come back whenever the file can be
/// read at all, with placeholders for what is missing or wrong, so that later stages can report their own problems;
/// whether the site may be published is for the diagnostics to say.
pub fn parse_settings(
    file: &SourceFile,
    overrides: &BTreeMap<String, String>,
) -> (Option<Settings>, Vec<Diagnostic>) {
    let _ = (file, overrides);
    (None, Vec::new())
}

/// The JSON schema of `portal.toml`, for editors.
pub fn json_schema() -> serde_json::Value {
    serde_json::Value::Null
}
