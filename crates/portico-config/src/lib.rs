//! Site configuration, as written and as meant.
//!
//! `portal.toml` becomes [`Settings`] in three steps: the file and the overrides from the environment are laid over
//! each other; the result is held against the JSON schema of the settings *as written*, which finds every unknown key
//! and every value of the wrong kind at once; what is left is turned into settings *as meant*, with defaults,
//! checked addresses and filled-in variables. The schema is also what editors get, so that the three never differ.
//!
//! This crate knows nothing of pages: whether a route or a sidebar exists is for `portico-site` to say. It touches
//! neither the disk nor the environment; both arrive as values.

mod address;
mod at;
mod check;
mod components;
mod items;
mod meaning;
mod meant;
mod overrides;
mod problems;
mod schema;
mod search;
mod secrets;
mod security;
mod settings;
mod template;
mod toml_text;
mod variables;
mod wording;
mod written;

use std::collections::BTreeMap;

use portico_diagnostics::{Code, Diagnostic, SourceFile};
use serde::Deserialize;
use toml::Spanned;

pub use schema::json_schema;
pub use search::RESERVED_PARAMETERS;
pub use secrets::ADMIN_KEY_VARIABLE;
pub use settings::{
    Analytics, AnnouncementBar, CodeFence, ColorMode, ColorModeSettings, ContentSeverities, Docs, Footer,
    FooterColumn, ItemLink, ItemTarget, LinkSeverities, LinkSeverity, Located, Markdown, Navbar, NavbarItem,
    NavbarItemKind, Position, Provider, Search, Security, Settings, SiteComponent, Typesense, TypesenseNode,
};
pub use toml_text::parse_toml;

/// Reads the settings of a site, reporting every problem at once.
///
/// `environment` are names and values from the environment. `PORTICO_PROVIDER__API_BASE_URL` stands for
/// `provider.api_base_url`, and its value is read as that setting's type; an empty value takes the setting away. The
/// value of [`ADMIN_KEY_VARIABLE`] must stand nowhere in the settings. Other names without the prefix are no business
/// of the settings.
///
/// Settings come back whenever the file is valid TOML, with placeholders for what is missing or wrong, so that later
/// stages can report their own problems; whether the site may be published is for the diagnostics to say.
pub fn parse_settings(
    file: &SourceFile,
    environment: &BTreeMap<String, String>,
) -> (Option<Settings>, Vec<Diagnostic>) {
    // Messages quote the file; a secret in it must not get into anybody's log.
    let shown = secrets::covered(file, environment);
    let (_, syntax_errors) = parse_toml(&shown, Code::ConfigSyntax);
    if !syntax_errors.is_empty() {
        return (None, sorted(syntax_errors));
    }
    let (mut table, _) = parse_toml(file, Code::ConfigSyntax);
    let schema = json_schema();
    let schema = schema::SchemaNode::root(&schema);
    let mut problems = problems::Problems::new(&shown);
    overrides::apply(table.get_mut(), schema, environment, &mut problems);
    check::check(table.get_mut(), schema, &mut problems);
    problems.diagnostics.extend(secrets::check(&shown, file.text(), environment));
    let settings = read(table, &mut problems).map(|written| meant::settings(written, &mut problems));
    (settings, sorted(problems.diagnostics))
}

/// Reads the checked table. What passed the check can be read; if the two ever differ, that is reported too.
fn read(
    table: Spanned<toml::de::DeTable<'_>>,
    problems: &mut problems::Problems<'_>,
) -> Option<written::Written> {
    match written::Written::deserialize(toml::de::Deserializer::from(table)) {
        Ok(written) => Some(written),
        Err(error) => {
            let range = error.span().unwrap_or(0..0);
            problems.report(Code::ConfigInvalidValue, &range, error.message());
            None
        }
    }
}

fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    portico_diagnostics::sort(&mut diagnostics);
    diagnostics
}
