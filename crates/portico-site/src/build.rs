//! From documents to the site.

use std::collections::BTreeSet;
use std::sync::Arc;

use portico_config::Settings;
use portico_diagnostics::{Code, Diagnostic, SourceFile};
use portico_document::Document;

use crate::directory::{Directory, Index};
use crate::site::SiteFiles;
use crate::{
    Route, Site, category_file, generated_index, navbar_build, navigation, pages, redirect_build,
    sidebar_build, sidebar_file,
};

/// What a site is made from.
pub struct SiteInput<'a> {
    /// Settings as meant.
    pub settings: Arc<Settings>,
    /// Every document, in any order.
    pub documents: Vec<Arc<Document>>,
    /// `sidebars.toml`.
    pub sidebars: Option<&'a SourceFile>,
    /// `redirects.toml`.
    pub redirects: Option<&'a SourceFile>,
    /// `_category_` files of `content/` (see [`crate::is_category_file`]).
    pub categories: Vec<&'a SourceFile>,
    /// `portal.toml`, for the places of navbar and footer items.
    pub settings_file: &'a SourceFile,
    /// Every file that is published at the root beside the pages: paths below `static/` (`img/logo.svg`) and files
    /// that the build makes (`openapi.yaml`, `llms.txt`).
    pub static_files: &'a BTreeSet<String>,
    /// Other files that content can name, relative to the site folder: `content/guides/diagram.png`.
    pub asset_files: &'a BTreeSet<String>,
    /// What becomes of drafts.
    pub drafts: Drafts,
}

/// What becomes of drafts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drafts {
    /// They are not part of the site: published sites.
    #[default]
    LeftOut,
    /// They are pages like others, marked as drafts: the preview.
    Included,
}

/// Gives every document its route and its place in the site.
///
/// Links are not looked at here: see [`crate::check_links`]. Diagnostics come sorted by path and place.
pub fn build_site(input: SiteInput<'_>) -> (Site, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let search_route = Route::parse(&input.settings.search.route).unwrap_or_else(|_| Route::usual_search());
    let (drafts, documents): (Vec<_>, Vec<_>) = input
        .documents
        .into_iter()
        .partition(|document| document.front_matter.is_draft && input.drafts == Drafts::LeftOut);
    let categories = category_file::read(input.categories, &mut diagnostics);
    let (written, problems) = input.sidebars.map(sidebar_file::read).unwrap_or_default();
    let are_sidebars_readable = problems.is_empty();
    let are_sidebars_known = are_sidebars_readable || !written.is_empty();
    diagnostics.extend(problems);
    let generated = generated_index::documents(&categories, &written, &documents);
    let documents = documents.into_iter().chain(generated).collect();
    let (mut pages, hidden) = pages::pages(documents, &input.settings, &search_route, &mut diagnostics);
    let index = Index::new(&pages, &hidden, drafts.iter().map(AsRef::as_ref));

    let directory = Directory {
        pages: &pages,
        index: &index,
        search_route: &search_route,
        base_path: &input.settings.base_path,
        static_files: input.static_files,
        asset_files: input.asset_files,
        redirects: &[],
    };
    let sidebars = input
        .sidebars
        .map(|file| sidebar_build::build(file, &written, &directory, &categories, &mut diagnostics))
        .unwrap_or_default();
    let redirects = input
        .redirects
        .map(|file| redirect_build::build(file, &directory, &mut diagnostics))
        .unwrap_or_default();
    let context = navbar_build::Context {
        settings: &input.settings,
        file: input.settings_file,
        directory: &directory,
        sidebars: are_sidebars_readable.then_some(&sidebars.by_id),
    };
    let navbar = navbar_build::navbar(&context, &mut diagnostics);
    let footer = navbar_build::footer(&context);
    let places = navigation::places(&pages, &index, &sidebars, &input.settings, &mut diagnostics);
    if !are_sidebars_known {
        diagnostics.retain(|found| found.code != Code::SidebarUnknown);
    }
    for (page, place) in pages.iter_mut().zip(places) {
        place.apply(page);
    }
    let files = SiteFiles {
        static_files: input.static_files.clone(),
        asset_files: input.asset_files.clone(),
        settings: input.settings_file.clone(),
        sidebars: input.sidebars.cloned(),
        redirects: input.redirects.cloned(),
    };
    portico_diagnostics::sort(&mut diagnostics);
    let sidebars = sidebars.by_id;
    (
        Site {
            settings: input.settings,
            pages,
            sidebars,
            redirects,
            navbar,
            footer,
            search_route,
            index,
            files,
        },
        diagnostics,
    )
}
