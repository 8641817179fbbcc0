//! Turns projects written for other documentation engines into site folders.
//!
//! [`import_docusaurus`] reads a Docusaurus project and writes a site folder: content, static files, `portal.toml`,
//! `sidebars.toml` and `redirects.toml`. Whatever it cannot carry over it names, file by file, in a [`Report`].
//!
//! The project's configuration is code. It is evaluated in the embedded engine, within bounds of time and memory, and
//! finds nothing there but the project's own files: no network, no environment, no installed packages. Nothing outside
//! the project folder is read.

#![allow(clippy::disallowed_methods, reason = "an import reads one folder and writes another")]

mod config;
mod content;
mod docs;
mod evaluate;
mod expressions;
mod front_matter;
mod gaps;
mod generated;
mod home;
mod navigation;
mod portal;
mod project;
mod quality;
mod redirects;
mod references;
mod report;
mod routes;
mod script;
mod search;
mod shared;
mod sidebars;
mod sidebars_file;
mod toml_text;
mod value;
mod write;

#[cfg(test)]
mod hostile_test;

use std::io;
use std::path::{Path, PathBuf};

use crate::config::{Config, SidebarsFile};
use crate::docs::Catalogue;
use crate::evaluate::{Wanted, evaluate};
use crate::generated::{Categories, categories};
use crate::navigation::Targets;
use crate::project::{Project, is_markdown};
use crate::redirects::Redirects;
use crate::routes::Routes;
use crate::sidebars::{CategoryLink, Item, Sidebar};

pub use quality::{Quality, quality};
pub use report::Report;

/// Name of the report in the new site folder.
pub const REPORT_FILE: &str = "import-report.md";

/// Why a project cannot be imported at all.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The project is no folder.
    #[error("there is no folder `{}`", .0.display())]
    NoProject(PathBuf),
    /// The project has no docs and no pages.
    #[error("`{}` has no Markdown below {}: is it the folder that holds the configuration?", project.display(), folders.join(" or "))]
    NoContent {
        /// The project.
        project: PathBuf,
        /// Folders that were looked at.
        folders: Vec<String>,
    },
    /// There is something in the folder to be made.
    #[error("`{}` is not empty: name a folder that does not exist yet", .0.display())]
    NotEmpty(PathBuf),
    /// The configuration cannot be evaluated.
    #[error("cannot evaluate `{file}`: {message}")]
    Config {
        /// The file, relative to the project.
        file: String,
        /// What is wrong.
        message: String,
    },
    /// The configuration asks for something outside the project.
    #[error(
        "`{file}` names `{path}`, which is outside the project folder; nothing there is read. If it belongs to the project, import the folder above"
    )]
    Outside {
        /// The file that asks, relative to the project.
        file: String,
        /// What it asks for.
        path: String,
    },
    /// A folder is too large to be meant.
    #[error("`{folder}` has more than {limit} files")]
    TooManyFiles {
        /// The folder, relative to the project.
        folder: String,
        /// The limit.
        limit: usize,
    },
    /// The disk said no.
    #[error("cannot read or write `{}`: {error}", path.display())]
    Io {
        /// File or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// Imports a Docusaurus project: reads the folder `project` and makes the site folder `out`.
///
/// A project without a configuration has the family's defaults: docs in `docs/` with routes below `/docs`, a title
/// from `package.json` or the folder's name, and the sidebars of `sidebars.js`, or one made from the folders. If only one
/// folder directly in the project has a configuration, that one is used, and docs beside it belong to the project.
pub fn import_docusaurus(project: &Path, out: &Path) -> Result<Report, ImportError> {
    write::check_empty(out)?;
    let folder = with_site(Project::open(project)?);
    let mut report = Report::default();
    let config = Config::read(&folder, &mut report)?;
    if !config.is_written {
        report.note(
            &config.file,
            "there is no `docusaurus.config.*`: the defaults are used, with routes below `/docs`",
        );
    }
    let mut catalogue = Catalogue::default();
    for (set, docs) in config.docs.iter().enumerate() {
        catalogue.add_docs(&folder, set, docs, &mut report)?;
    }
    if let Some(pages) = &config.pages {
        catalogue.add_folder(&folder, pages, "", None, &mut report)?;
    }
    if catalogue.docs.is_empty() {
        let folders =
            config.docs.iter().map(|docs| format!("`{}/`", docs.folder)).chain(config.pages.clone());
        return Err(ImportError::NoContent { project: project.to_owned(), folders: folders.collect() });
    }
    let bases: Vec<String> = config.docs.iter().map(|docs| docs.base.clone()).collect();
    let sets: Vec<String> = config.docs.iter().map(|docs| docs.id.clone()).collect();
    let mut sidebars = read_sidebars(&folder, &config, &catalogue, &mut report)?;
    sidebars_file::name(&mut sidebars, &sets, &config.file, &mut report);
    let mut made = sidebars_file::index_pages(&mut sidebars, &bases, &catalogue);
    sidebars_file::keep_owners(&sidebars, &mut catalogue, &mut report);
    made.extend(home::page(&config, &catalogue, &sidebars));

    let mut output = content::copy(&folder, &config, &catalogue, &mut report)?;
    let mut routes = Routes::default();
    let own = catalogue.docs.iter().map(|doc| &doc.route).chain(made.iter().map(|page| &page.route));
    for route in own {
        routes.add_page(route);
    }
    routes.add_page("/search");
    for path in output.copies.keys().filter_map(|path| path.strip_prefix("static/")) {
        routes.add_file(path);
    }
    let redirects = Redirects::read(&config, &catalogue.moved, &routes, &mut report);
    let has_gaps = report_parts(&folder, &config, &mut report);
    let base_path = format!("/{}", value::text(&config.value, "baseUrl").unwrap_or("/").trim_matches('/'));
    let mut targets = Targets {
        file: &config.file,
        base_path: if base_path == "/" { "/" } else { &base_path },
        routes: &routes,
        catalogue: &catalogue,
        sidebars: &sidebars,
        sets: &sets,
        report: &mut report,
    };
    let portal = portal::write(&config, has_gaps, &mut targets);

    output.texts.extend(made.into_iter().map(|page| (page.target, page.text)));
    let texts = output.texts.keys().filter(|path| path.starts_with("content/") && is_markdown(path));
    let n_markdown = texts.clone().count();
    report.n_pages =
        texts.filter(|path| portico_site::page_path_id(&path["content/".len()..]).is_some()).count();
    report.n_partials = n_markdown - report.n_pages;
    report.n_files = output.copies.len();
    report.n_sidebars = sidebars.iter().filter(|sidebar| !sidebar.items.is_empty()).count();
    report.n_redirects = redirects.len();
    output.texts.insert("portal.toml".to_owned(), portal);
    output.texts.insert("sidebars.toml".to_owned(), sidebars_file::write(&sidebars, &bases));
    output.texts.insert("redirects.toml".to_owned(), redirects.to_toml());
    output.texts.insert(REPORT_FILE.to_owned(), report.to_markdown());
    write::write(&folder, &output, out)?;
    Ok(report)
}

/// The project, with the folder of its configuration: its own, or the only one in it that has one.
fn with_site(project: Project) -> Project {
    if Config::find(&project, "").is_some() {
        return project;
    }
    let folders: Vec<String> =
        project.names("").into_iter().filter(|name| Config::find(&project, name).is_some()).collect();
    match folders.as_slice() {
        [one] => project.with_site(one),
        _ => project,
    }
}

/// The sidebars of every set of docs, folders spelt out where that says more than the folders alone.
fn read_sidebars(
    project: &Project,
    config: &Config,
    catalogue: &Catalogue,
    report: &mut Report,
) -> Result<Vec<Sidebar>, ImportError> {
    let mut all = Vec::new();
    for (set, docs) in config.docs.iter().enumerate() {
        let mut sidebars = match &docs.sidebars {
            SidebarsFile::None => Vec::new(),
            SidebarsFile::Generated => {
                let items = vec![Item::Generated { folder: String::new() }];
                let name = "defaultSidebar".to_owned();
                vec![Sidebar { id: name.clone(), name, set, items }]
            }
            SidebarsFile::File(file) if !project.is_file(file) => {
                report.note(&config.file, format!("there is no file `{file}`, so the docs have no sidebar"));
                Vec::new()
            }
            SidebarsFile::File(file) => {
                let evaluated = evaluate(project, file, Wanted::Value)?;
                for (file, message) in evaluated.notes {
                    report.note(&file, message);
                }
                sidebars::read(&evaluated.value, file, set, catalogue, report)
            }
        };
        let categories = categories(project, docs, report);
        let has_index = sidebars.iter().flat_map(|sidebar| &sidebar.items).any(has_index);
        if !categories.is_empty() || docs.base.is_empty() || has_index {
            for sidebar in &mut sidebars {
                sidebar.items = spelt_out(std::mem::take(&mut sidebar.items), catalogue, set, &categories);
            }
        }
        if catalogue.in_set(set).next().is_some() {
            all.append(&mut sidebars);
        }
    }
    Ok(all)
}

fn has_index(item: &Item) -> bool {
    match item {
        Item::Category { link: CategoryLink::Index(_), .. } => true,
        Item::Category { items, .. } => items.iter().any(has_index),
        _ => false,
    }
}

fn spelt_out(items: Vec<Item>, catalogue: &Catalogue, set: usize, categories: &Categories) -> Vec<Item> {
    let spell = |item| match item {
        Item::Generated { folder } => generated::items(catalogue, set, &folder, categories),
        Item::Category { label, items, link, is_collapsed } => {
            let items = spelt_out(items, catalogue, set, categories);
            vec![Item::Category { label, items, link, is_collapsed }]
        }
        other => vec![other],
    };
    items.into_iter().flat_map(spell).collect()
}

/// Reports parts of a project that have no counterpart. Whether pages may link to any of them.
fn report_parts(project: &Project, config: &Config, report: &mut Report) -> bool {
    let mut has_gaps = false;
    if let Some(blog) = config.blog.as_ref().filter(|blog| project.is_folder(blog)) {
        let files = project.files(blog).map(|found| found.files).unwrap_or_default();
        let n_posts = files.iter().filter(|file| is_markdown(file)).count();
        report.note(blog, format!("the blog is left out ({})", report::counted(n_posts, "post")));
        has_gaps = true;
    }
    for name in project.names(project.site()) {
        let message = if name == "versioned_docs" || name.ends_with("_versioned_docs") {
            "older versions of the docs are left out"
        } else if name == "i18n" {
            "translations are left out"
        } else {
            continue;
        };
        let folder = project::join(project.site(), &name);
        if project.is_folder(&folder) {
            report.note(&folder, message);
            has_gaps = true;
        }
    }
    let is_react = |notes: &Vec<String>| notes.iter().any(|note| note.contains("made with React"));
    has_gaps || report.notes.values().any(is_react)
}
