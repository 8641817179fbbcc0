//! Copies content: which files come along, where to, and what changes in them on the way.

use std::collections::{BTreeMap, BTreeSet};

use crate::ImportError;
use crate::config::Config;
use crate::docs::Catalogue;
use crate::expressions::Expressions;
use crate::front_matter::with_changes;
use crate::project::{Project, ending, folder_of, is_markdown, is_script, join};
use crate::references::{Place, Reference, Use, rewrite};
use crate::report::{Report, some_of};
use crate::shared::{Shared, SharedFile, module};

/// Files of the new site, before they are written.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// Texts, by path.
    pub(crate) texts: BTreeMap<String, String>,
    /// Files that are copied as they are: the new path, and the one in the project.
    pub(crate) copies: BTreeMap<String, String>,
}

/// Copies everything below the docs and pages folders, and what these name elsewhere.
pub(crate) fn copy(
    project: &Project,
    config: &Config,
    catalogue: &Catalogue,
    report: &mut Report,
) -> Result<Output, ImportError> {
    let mut copier = Copier {
        project,
        mapping: Mapping::new(config),
        output: Output::default(),
        shared: Shared::default(),
        expressions: Expressions::new(config.version_label()),
        components: BTreeMap::new(),
        missing: BTreeMap::new(),
        report,
    };
    for docs in &config.docs {
        copier.folder(&docs.folder, &docs.base, catalogue, Keep::Everything)?;
    }
    if let Some(pages) = &config.pages {
        copier.folder(pages, "", catalogue, Keep::Content)?;
    }
    copier.statics(config)?;
    copier.shared_files(catalogue);
    copier.report_components();
    Ok(copier.output)
}

/// What of a folder comes along.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// Docs: all but components.
    Everything,
    /// Pages: all but scripts and styles.
    Content,
}

/// Where folders of the project are in the new site.
#[derive(Debug)]
pub(crate) struct Mapping {
    /// Folders in the project and in the new site, the longest first.
    folders: Vec<(String, String)>,
}

impl Mapping {
    fn new(config: &Config) -> Self {
        let docs = config.docs.iter().map(|docs| (docs.folder.clone(), join("content", &docs.base)));
        let pages = config.pages.iter().map(|pages| (pages.clone(), "content".to_owned()));
        let statics = config.statics.iter().map(|folder| (folder.clone(), "static".to_owned()));
        let mut folders: Vec<(String, String)> = docs.chain(pages).chain(statics).collect();
        for (_, target) in &mut folders {
            *target = target.trim_end_matches('/').to_owned();
        }
        folders.sort_by_key(|(folder, _)| std::cmp::Reverse(folder.len()));
        Self { folders }
    }

    /// The place of a file of the project; `None` if it lies in no folder that is copied as a whole.
    pub(crate) fn target(&self, source: &str) -> Option<String> {
        self.folders.iter().find_map(|(folder, target)| {
            let rest =
                if folder.is_empty() { Some(source) } else { source.strip_prefix(folder)?.strip_prefix('/') };
            Some(join(target, rest?))
        })
    }
}

struct Copier<'a> {
    project: &'a Project,
    mapping: Mapping,
    output: Output,
    /// Files elsewhere in the project that content names.
    shared: Shared,
    expressions: Expressions,
    /// Components of the project, and the content that imports them.
    components: BTreeMap<String, BTreeSet<String>>,
    /// What content imports and the project does not have.
    missing: BTreeMap<String, BTreeSet<String>>,
    report: &'a mut Report,
}

impl Copier<'_> {
    fn folder(
        &mut self,
        folder: &str,
        base: &str,
        catalogue: &Catalogue,
        keep: Keep,
    ) -> Result<(), ImportError> {
        let found = self.project.files(folder)?;
        for link in found.links {
            self.report.note(&link, "it is a link to a folder, or out of the project, and is left out");
        }
        let mut react_pages = Vec::new();
        for source in found.files {
            let name = source.rsplit('/').next().unwrap_or_default();
            let path = source[folder.len()..].trim_start_matches('/');
            let target = join("content", &join(base, path));
            let is_settings = name.starts_with("_category_.");
            if is_markdown(&source) {
                self.markdown(&source, &target, catalogue);
            } else if keep == Keep::Content && is_script(&source) {
                let is_page = !path.split('/').any(|part| part.starts_with('_') || part == "__tests__");
                if is_page && !name.contains(".test.") && !name.ends_with(".d.ts") {
                    react_pages.push(source);
                }
            } else if keep == Keep::Content
                && matches!(ending(name).as_str(), "css" | "scss" | "sass" | "less")
            {
                // Styles of React pages.
            } else if is_settings || (is_script(&source) && self.shared.is_component(self.project, &source)) {
                // Read elsewhere, or reported where content imports it.
            } else {
                self.output.copies.insert(target, source);
            }
        }
        for page in react_pages {
            self.report.note(&page, "it is a page made with React and is left out");
        }
        Ok(())
    }

    fn statics(&mut self, config: &Config) -> Result<(), ImportError> {
        for folder in &config.statics {
            let found = self.project.files(folder)?;
            for link in found.links {
                self.report.note(&link, "it is a link to a folder, or out of the project, and is left out");
            }
            for source in found.files {
                let target = join("static", source[folder.len()..].trim_start_matches('/'));
                self.output.copies.insert(target, source);
            }
        }
        Ok(())
    }

    fn markdown(&mut self, source: &str, target: &str, catalogue: &Catalogue) {
        let Some(text) = self.project.text(source) else { return };
        let text = self.expressions.write_out(self.project, source, &text, self.report).unwrap_or(text);
        let file = Place { source, site: self.project.site() };
        let rewritten = rewrite(&text, file, &mut |reference| self.refer(source, reference));
        let doc = catalogue.docs.iter().find(|doc| doc.source == source);
        let text = match doc {
            Some(doc) if !doc.changes.is_empty() => with_changes(&rewritten, &doc.changes),
            _ => rewritten,
        };
        self.output.texts.insert(target.to_owned(), text);
    }

    /// What a reference to another file of the project becomes; `None` if it stays as it is.
    fn refer(&mut self, from: &str, reference: &Reference<'_>) -> Option<String> {
        let found = match reference.how {
            Use::Import => module(self.project, &reference.path),
            Use::Link => self.project.is_file(&reference.path).then(|| reference.path.clone()),
        };
        let Some(found) = found else {
            if reference.how == Use::Import {
                self.missing.entry(reference.path.clone()).or_default().insert(from.to_owned());
            }
            return None;
        };
        let is_component = reference.how == Use::Import
            && !reference.is_raw
            && is_script(&found)
            && self.shared.is_component(self.project, &found);
        if is_component {
            self.components.entry(found).or_default().insert(from.to_owned());
            return None;
        }
        if let Some(target) = self.mapping.target(&found) {
            let is_beside = !reference.is_site
                && self.mapping.target(from).is_some_and(|own| top_two(&own) == top_two(&target));
            return (!is_beside).then(|| format!("@site/{target}"));
        }
        let target = self.shared.add(self.project, &found, reference.how == Use::Import && !reference.is_raw);
        Some(format!("@site/{target}"))
    }

    /// Copies files that content names and that lie elsewhere; partials among them may name more.
    fn shared_files(&mut self, catalogue: &Catalogue) {
        while let Some((source, file)) = self.shared.next() {
            match file {
                SharedFile::Text { target, text } => {
                    self.output.texts.insert(target, text);
                }
                SharedFile::Copy { target } if is_markdown(&source) => {
                    self.markdown(&source, &target, catalogue);
                }
                SharedFile::Copy { target } => {
                    self.output.copies.insert(target, source);
                }
            }
        }
    }

    fn report_components(&mut self) {
        for (component, pages) in &self.components {
            let pages: Vec<String> = pages.iter().cloned().collect();
            let has_markup = self.shared.has_markup(component);
            let what = if has_markup { "is a component of the site" } else { "holds code, not constants" };
            let message = format!("it {what}; it is used in {}", some_of(&pages));
            self.report.note(component, message);
        }
        for (path, pages) in &self.missing {
            let pages: Vec<String> = pages.iter().cloned().collect();
            self.report
                .note(path, format!("there is no such file, but it is imported in {}", some_of(&pages)));
        }
    }
}

/// The first two segments of a path: what moves as a whole.
fn top_two(path: &str) -> (&str, &str) {
    let mut parts = folder_of(path).split('/');
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}
