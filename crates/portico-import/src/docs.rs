//! The docs of a project: the id, file and route of each, in the project and in the new site.

use portico_diagnostics::SourceFile;
use portico_document::{FrontMatter, Pagination};
use portico_markdown::parse_front_matter;
use portico_site::{Route, page_path_id};

use crate::ImportError;
use crate::config::DocsOptions;
use crate::front_matter::Changes;
use crate::project::{Project, is_markdown, join};
use crate::report::Report;

/// A page that comes from the project.
#[derive(Debug)]
pub(crate) struct Doc {
    /// File in the project.
    pub(crate) source: String,
    /// File in the new site.
    pub(crate) target: String,
    /// Path below its docs folder.
    pub(crate) path: String,
    /// Position of its docs among the sets of docs; `None` for pages that are no docs.
    pub(crate) set: Option<usize>,
    /// Id in the project, number prefixes stripped.
    pub(crate) id: String,
    /// Id in the new site.
    pub(crate) page_id: String,
    pub(crate) route: String,
    pub(crate) title: String,
    pub(crate) front_matter: FrontMatter,
    /// Keys of the front matter that the new site needs differently.
    pub(crate) changes: Changes,
}

/// All pages that come from the project.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    pub(crate) docs: Vec<Doc>,
    /// Routes that had to change: old and new.
    pub(crate) moved: Vec<(String, String)>,
}

impl Catalogue {
    /// The doc with an id of the project, in a set of docs.
    pub(crate) fn by_id(&self, set: usize, id: &str) -> Option<&Doc> {
        let mut docs = self.docs.iter().filter(|doc| doc.set == Some(set));
        let id = id.trim_start_matches("./");
        docs.clone().find(|doc| doc.id == id).or_else(|| docs.find(|doc| doc.path_id() == id))
    }

    pub(crate) fn by_page_id(&self, page_id: &str) -> Option<&Doc> {
        self.docs.iter().find(|doc| doc.page_id == page_id)
    }

    pub(crate) fn in_set(&self, set: usize) -> impl Iterator<Item = &Doc> {
        self.docs.iter().filter(move |doc| doc.set == Some(set))
    }

    /// Adds a set of docs.
    pub(crate) fn add_docs(
        &mut self,
        project: &Project,
        set: usize,
        options: &DocsOptions,
        report: &mut Report,
    ) -> Result<(), ImportError> {
        if options.options.get("numberPrefixParser").is_some() {
            report.note(
                &options.folder,
                "number prefixes of files are always stripped; `numberPrefixParser` is left out",
            );
        }
        self.add_folder(project, &options.folder, &options.base, Some(set), report)
    }

    /// Adds the Markdown pages of a folder.
    pub(crate) fn add_folder(
        &mut self,
        project: &Project,
        folder: &str,
        base: &str,
        set: Option<usize>,
        report: &mut Report,
    ) -> Result<(), ImportError> {
        for source in project.files(folder)?.files {
            let path = source[folder.len()..].trim_start_matches('/').to_owned();
            let Some(id) = page_path_id(&path).filter(|_| is_markdown(&path)) else { continue };
            let Some(text) = project.text(&source) else {
                report.note(&source, "it is no text, or too large, and is left out");
                continue;
            };
            let doc = doc(&source, &path, base, set, &id, &text);
            let (doc, declared) = with_route(doc, base, report);
            if declared != doc.route {
                self.moved.push((declared, doc.route.clone()));
            }
            self.docs.push(doc);
        }
        Ok(())
    }

    /// Whether a page of the project has a route, in any spelling.
    pub(crate) fn has_route(&self, path: &str) -> bool {
        let key = portico_site::route_key(path);
        self.docs.iter().any(|doc| portico_site::route_key(&doc.route) == key)
    }
}

impl Doc {
    /// The id that the path alone gives.
    pub(crate) fn path_id(&self) -> String {
        page_path_id(&self.path).unwrap_or_default()
    }

    /// Folder below the docs folder, number prefixes stripped.
    pub(crate) fn folder(&self) -> String {
        self.path_id().rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned())
    }

    /// Whether it stands for its folder.
    pub(crate) fn is_index(&self) -> bool {
        let id = self.path_id();
        let (folder, name) = id.rsplit_once('/').unwrap_or(("", &id));
        let folder_name = folder.rsplit('/').next().filter(|name| !name.is_empty());
        ["index", "readme"].into_iter().chain(folder_name).any(|special| name.eq_ignore_ascii_case(special))
    }

    pub(crate) fn label(&self) -> &str {
        self.front_matter.sidebar_label.as_deref().unwrap_or(&self.title)
    }
}

fn doc(source: &str, path: &str, base: &str, set: Option<usize>, path_id: &str, text: &str) -> Doc {
    let (front_matter, _) = parse_front_matter(&SourceFile::new(source, text));
    let own = |id: &str| match (&front_matter.id, id.rsplit_once('/')) {
        (None, _) => id.to_owned(),
        (Some(own), Some((folder, _))) => format!("{folder}/{own}"),
        (Some(own), None) => own.clone(),
    };
    let id = own(path_id);
    let title = front_matter.title.clone().or_else(|| heading(text)).unwrap_or_else(|| id.clone());
    let mut changes = Changes::new();
    let prefixed = |id: &str| join(base, id);
    for (key, pagination) in [
        ("pagination_next", &front_matter.pagination_next),
        ("pagination_prev", &front_matter.pagination_prev),
    ] {
        if let (Pagination::Page(id), false) = (pagination, base.is_empty()) {
            changes.insert(key, Some(prefixed(id)));
        }
    }
    Doc {
        source: source.to_owned(),
        target: format!("content/{}", prefixed(path)),
        path: path.to_owned(),
        set,
        page_id: prefixed(&id),
        id,
        route: String::new(),
        title,
        front_matter,
        changes,
    }
}

/// Gives a doc its route. Routes that cannot be served are mended. The second value is the route as declared.
fn with_route(mut doc: Doc, base: &str, report: &mut Report) -> (Doc, String) {
    let root = if base.is_empty() { "/".to_owned() } else { format!("/{base}/") };
    let folder = match doc.folder() {
        folder if folder.is_empty() => root.clone(),
        folder => format!("{root}{folder}/"),
    };
    let slug = doc.front_matter.slug.clone().filter(|slug| !slug.is_empty());
    let declared = match &slug {
        Some(slug) if slug.starts_with('/') => format!("{root}{}", slug.trim_start_matches('/')),
        Some(slug) => without_dots(&format!("{folder}{slug}")),
        None if doc.is_index() => folder,
        None => format!("{root}{}", doc.id),
    };
    doc.route = mended(&declared);
    if doc.route != declared {
        report
            .note(&doc.source, format!("its route `{declared}` cannot be served; it is `{}` now", doc.route));
    }
    let is_absolute = slug.as_ref().is_some_and(|slug| slug.starts_with('/'));
    if doc.route != declared || (is_absolute && !base.is_empty()) {
        doc.changes.insert("slug", Some(doc.route.clone()));
    }
    (doc, declared)
}

/// The nearest route that can be served.
fn mended(declared: &str) -> String {
    if Route::parse(declared).is_ok() {
        return declared.to_owned();
    }
    let is_folder = declared.ends_with('/');
    let mut segments: Vec<String> =
        declared.split('/').map(dashed).filter(|segment| !segment.is_empty()).collect();
    let is_index = segments.last().is_some_and(|last| last == "index");
    if is_index {
        segments.pop();
    }
    let joined = format!("/{}", segments.join("/"));
    let mut path = joined.trim_end_matches(".html").to_owned();
    if (is_folder || is_index) && !path.ends_with('/') {
        path.push('/');
    }
    if Route::parse(&path).is_ok() { path } else { format!("{}-page", path.trim_end_matches('/')) }
}

fn dashed(segment: &str) -> String {
    let safe: String =
        segment
            .chars()
            .map(|character| {
                if character.is_ascii_alphanumeric() || "-_.~".contains(character) { character } else { '-' }
            })
            .collect();
    safe.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}

fn without_dots(path: &str) -> String {
    let end = if path.ends_with('/') { "/" } else { "" };
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            ".." => drop(segments.pop()),
            name => segments.push(name),
        }
    }
    if segments.is_empty() { "/".to_owned() } else { format!("/{}{end}", segments.join("/")) }
}

/// The text of the first heading, if it is a title.
fn heading(text: &str) -> Option<String> {
    let body = match text.strip_prefix("---") {
        Some(rest) => rest.split_once("\n---").map_or(text, |(_, body)| body),
        None => text,
    };
    let heading = body.lines().map(str::trim).find(|line| line.starts_with('#'))?;
    let title = heading.strip_prefix("# ")?;
    let title = title.split("{#").next().unwrap_or(title).split("{/*").next().unwrap_or(title);
    Some(title.replace('`', "").trim().to_owned()).filter(|title| !title.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_that_cannot_be_served_are_mended() {
        for (declared, expected) in [
            ("/docs/a", "/docs/a"),
            ("/docs/tutorials/index", "/docs/tutorials/"),
            ("/docs/a b/c: d", "/docs/a-b/c-d"),
            ("/docs/a.html", "/docs/a"),
            ("/docs/größe", "/docs/gr-e"),
            ("/404", "/404-page"),
        ] {
            assert_eq!(mended(declared), expected, "{declared}");
        }
    }

    #[test]
    fn titles_come_from_the_first_heading() {
        assert_eq!(heading("---\na: 1\n---\n\nText\n\n# The `title` {#id}\n").as_deref(), Some("The title"));
        assert_eq!(heading("## Part\n\n# Late\n"), None);
    }
}
