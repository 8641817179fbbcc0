//! What is certain of a site whose settings cannot be read, so that its writers get all their mistakes at once.
//!
//! The site is made with placeholders for the settings, and of what is said of it only that is kept which no settings
//! could make untrue. Links, components and variables wait until the settings can be read.

use portico_config::{Settings, parse_settings};
use portico_diagnostics::{Code, Diagnostic, SourceFile};
use portico_markdown::Components;

use crate::cache::Store;
use crate::folder::SiteFolder;
use crate::model::{ParseCache, Parsing, make_site};

/// A route that no page has.
const NO_ROUTE: &str = "/-/settings-that-cannot-be-read";

/// What the last message about the settings says besides its own remedy.
const WHAT_WAITS: &str = "links, components, variables and what else depends on the settings are checked once this file can be read";

/// The problems of the settings, which nothing could be made of, and those of the site that are certain nevertheless.
pub(crate) fn problems(
    folder: &SiteFolder,
    parsing: &Parsing<'_>,
    mut in_settings: Vec<Diagnostic>,
) -> Vec<Diagnostic> {
    if let Some(last) = in_settings.last_mut() {
        let help = last.help.take();
        last.help = Some(help.map_or_else(|| WHAT_WAITS.to_owned(), |help| format!("{help}; {WHAT_WAITS}")));
    }
    let is_silent = may_silence(folder, parsing);
    let mut found = site_problems(folder, parsing, Formulas::Off);
    if folder.texts.values().any(|file| file.text().contains('$')) {
        // What is a formula is no expression, and the settings say whether there are any.
        let with_formulas = site_problems(folder, parsing, Formulas::On);
        found.retain(|problem| with_formulas.contains(problem));
    }
    found.retain(|problem| is_certain(problem, is_silent));
    in_settings.extend(found);
    in_settings
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Formulas {
    On,
    Off,
}

/// Everything that is said of the site with placeholders for its settings.
fn site_problems(folder: &SiteFolder, parsing: &Parsing<'_>, formulas: Formulas) -> Vec<Diagnostic> {
    let Some(mut settings) = placeholders() else { return Vec::new() };
    settings.markdown.has_math = formulas == Formulas::On;
    let apart = Parsing { overrides: parsing.overrides, drafts: parsing.drafts, store: &Store::default() };
    make_site(folder, settings, &apart, &mut ParseCache::default()).1
}

fn placeholders() -> Option<Settings> {
    let nothing = SourceFile::new("portal.toml", "");
    let mut settings = parse_settings(&nothing, &std::collections::BTreeMap::new()).0?;
    NO_ROUTE.clone_into(&mut settings.search.route);
    Some(settings)
}

/// Whether the settings may say that some mistakes of pages are none (`[content]`).
fn may_silence(folder: &SiteFolder, parsing: &Parsing<'_>) -> bool {
    folder.settings.text().contains("content")
        || parsing.overrides.keys().any(|name| name.contains("CONTENT"))
}

/// Whether a problem is one whatever the settings are.
fn is_certain(problem: &Diagnostic, may_be_silenced: bool) -> bool {
    match problem.code {
        Code::MarkdownSyntax => !may_be_silenced && !names_own_component(problem),
        Code::MarkdownImport | Code::RouteDuplicate => !may_be_silenced,
        Code::MarkdownUnclosedContainer => !names_own_component(problem),
        Code::FrontMatterSyntax | Code::FrontMatterInvalidValue => !names_variable(problem),
        Code::SourceEncoding
        | Code::FrontMatterUnknownKey
        | Code::MarkdownLimit
        | Code::MarkdownUnknownAdmonition
        | Code::MarkdownTable
        | Code::MarkdownCodeMeta
        | Code::MarkdownMagicComment
        | Code::MarkdownDiagram
        | Code::MarkdownHeadingId
        | Code::MarkdownHeading
        | Code::MarkdownLink
        | Code::MarkdownFootnote
        | Code::MarkdownForeignSyntax
        | Code::MarkdownDuplicateId
        | Code::RouteDuplicateId
        | Code::RouteInvalid
        | Code::SidebarSyntax
        | Code::SidebarUnknownPage
        | Code::SidebarEmptyCategory
        | Code::SidebarUnknown
        | Code::RedirectSyntax
        | Code::RedirectOverPage
        | Code::RedirectDuplicate => true,
        _ => false,
    }
}

/// Whether the file's front matter has a variable in it, whose value decides what it means.
fn names_variable(problem: &Diagnostic) -> bool {
    let Some(place) = &problem.place else { return false };
    let text = place.file.text();
    let end = text.find("\n---").unwrap_or(text.len());
    text[..end].contains("{{")
}

/// Whether the problem is a tag that only the settings can say to be a component's.
fn names_own_component(problem: &Diagnostic) -> bool {
    let Some(place) = &problem.place else { return false };
    let tag = place.file.slice(place.span).trim_start_matches(['<', '/']);
    let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    name.starts_with(|c: char| c.is_ascii_uppercase()) && Components::built_in().get(name).is_none()
}
