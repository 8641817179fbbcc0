//! Markdown and MDX text to [`Document`], code highlighting included.
//!
//! [`parse`] never fails: it gives the best document it can and every problem it found, with places in the source.
//! It knows nothing of routes, sidebars or HTML; links and images keep the targets that the author wrote.
//!
//! A file goes through these steps: front matter ([`parse_front_matter`]); a first pass that masks what `CommonMark`
//! does not know, such as tags, `:::` containers and variables; the Markdown parser; a walk over its tree that puts
//! back what was masked and matches tags with their ends; ids for headings. `.md` files are lenient (a brace is text),
//! `.mdx` files strict (a brace is an expression).

mod addresses;
mod admonitions;
mod alerts;
mod assemble;
mod attribute_lists;
mod blocks;
mod built_in;
mod code;
mod components;
mod csv_quotes;
mod data_table;
mod directive_attributes;
mod elements;
mod entities;
mod expressions;
mod footnotes;

mod foreign_beginnings;
mod foreign_components;
mod foreign_tags;
mod front_matter;
mod headings;
mod highlight;
mod html;
mod html_attributes;
mod imports;
mod include;
mod inlines;
mod lookalikes;
mod loose_tags;
mod mask;
mod math;
mod missing_file;
mod package_managers;
mod page;
mod partial_props;
mod properties;
mod reference_links;
mod scan;
mod script;
mod strict;
mod tables;
mod tabs;
mod tag;
mod text;
mod tree;
mod variables;

use std::collections::BTreeMap;

use portico_diagnostics::{Diagnostic, SourceFile};
use portico_document::{Document, FrontMatter, Node, NodeKind, plain_text};
use serde_json::Value;

pub use components::{Alias, Component, ComponentSource, Components, CustomFence, Property, PropertyKind};
pub use front_matter::parse_front_matter;
pub use missing_file::suggest_file;

/// Content may be nested so deep.
const MAX_DEPTH: usize = 64;
/// Larger files are not parsed.
const MAX_FILE_BYTES: usize = 4 * 1024 * 1024;
/// A table may have so many columns.
const MAX_TABLE_COLUMNS: usize = 1_000;
/// A table may have so many cells, those that fill up short rows included.
const MAX_TABLE_CELLS: usize = 1_000_000;
/// Partials may include partials so deep.
const MAX_INCLUDE_DEPTH: usize = 16;
/// A page may include so many partials.
const MAX_INCLUDES: usize = 1_000;

/// What [`parse`] works on.
#[derive(Clone, Copy)]
pub struct ParseInput<'a> {
    /// The file. Its name decides whether it is lenient (`.md`) or strict (`.mdx`).
    pub source: &'a SourceFile,
    /// Page id: path below `content/` without number prefixes and ending.
    pub id: &'a str,
    /// Values of the variables that content may refer to: `provider.name` and so on.
    pub variables: &'a BTreeMap<String, String>,
    /// Partials, constants and data, by path relative to the site folder.
    pub files: &'a dyn Files,
    /// Components that content may name.
    pub components: &'a Components,
    /// Whether dollar signs enclose formulas, unless the page's front matter says otherwise (`math`).
    pub has_math: bool,
}

/// Gives the text of files that a page includes.
pub trait Files: Sync {
    /// The file with that path relative to the site folder, forward slashes; `None` if there is none.
    fn file(&self, path: &str) -> Option<SourceFile>;
}

/// Parses a file. The diagnostics are in order of their places.
#[inline(never)] // `cargo xtask counts` finds it by its name.
pub fn parse(input: &ParseInput<'_>) -> (Document, Vec<Diagnostic>) {
    let source = input.source;
    let mut page = page::Page::new(input);
    let mut diagnostics = Vec::new();
    let mut unknown = Vec::new();
    let (front_matter, body_start) = front_matter::read(source, &mut diagnostics, &mut |name, span| {
        input.variables.get(name).cloned().unwrap_or_else(|| {
            unknown.push(page::unknown_variable(input.variables, name).at(source, span));
            source.slice(span).to_owned()
        })
    });
    diagnostics.append(&mut unknown);
    page.diagnostics = diagnostics;
    page.front_matter = front_matter_value(&front_matter);
    let wants_math = front_matter.other.get("math").and_then(Value::as_bool);
    page.has_math = wants_math.unwrap_or(input.has_math);
    page.is_math_undecided = wants_math.is_none();
    let part =
        include::Part { file: source, body_start, props: None, children: Vec::new(), included_at: None };
    let mut body = include::parse_part(&mut page, part);
    if page.n_loose_items > 0 {
        tabs::report_loose_items(&body, source, &mut page.diagnostics);
    }
    headings::assign_ids(&mut body, source, &mut page.diagnostics);
    built_in::fill_inline_tocs(&mut body);
    let title = take_title(&front_matter, &mut body, source);
    let description = front_matter.description.clone().unwrap_or_else(|| first_paragraph(&body));
    let mut diagnostics = page.diagnostics;
    portico_diagnostics::sort(&mut diagnostics);
    let document = Document {
        source: source.clone(),
        id: input.id.to_owned(),
        front_matter,
        title,
        description,
        body: body.into(),
        head: page.head,
        dependencies: page.dependencies.into_iter().collect(),
        included: page.included,
    };
    (document, diagnostics)
}

/// The title, and the body without the heading that gave it or says the same.
fn take_title(front_matter: &FrontMatter, body: &mut Vec<Node>, source: &SourceFile) -> String {
    let leading = body.iter().position(|node| !include::is_blank(node)).and_then(|at| match &body[at].kind {
        NodeKind::Heading { level: 1, children, .. } => Some((at, plain_text(children))),
        _ => None,
    });
    match (&front_matter.title, leading) {
        (Some(title), Some((at, heading))) => {
            if heading.trim() == title.trim() {
                body.remove(at);
            }
            title.clone()
        }
        (Some(title), None) => title.clone(),
        (None, Some((at, heading))) => {
            body.remove(at);
            heading.trim().to_owned()
        }
        (None, None) => file_title(source.path()),
    }
}

/// A title made from a file name: `02-get-started.md` is "get started".
fn file_title(path: &str) -> String {
    let mut parts = path.rsplit('/');
    let name = parts.next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let folder = parts.next().filter(|_| matches!(stem.to_ascii_lowercase().as_str(), "index" | "readme"));
    let stem = folder.filter(|folder| *folder != "content").unwrap_or(stem);
    let without_number = stem.trim_start_matches(|c: char| c.is_ascii_digit());
    let stem = match without_number.strip_prefix(['-', '_', '.']) {
        Some(rest) if without_number.len() < stem.len() && !rest.is_empty() => rest,
        _ => stem,
    };
    stem.replace(['-', '_'], " ")
}

/// The text of the first paragraph, on one line.
fn first_paragraph(nodes: &[Node]) -> String {
    let paragraph = nodes.iter().find_map(|node| match &node.kind {
        NodeKind::Paragraph(children) => Some(plain_text(children)),
        _ => None,
    });
    paragraph.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).unwrap_or_default()
}

/// Front matter as expressions read it.
fn front_matter_value(front_matter: &FrontMatter) -> Value {
    let mut members = front_matter.other.clone();
    let known = [
        ("id", &front_matter.id),
        ("slug", &front_matter.slug),
        ("title", &front_matter.title),
        ("description", &front_matter.description),
        ("image", &front_matter.image),
        ("sidebar_label", &front_matter.sidebar_label),
    ];
    for (key, value) in known {
        if let Some(value) = value {
            members.insert(key.to_owned(), Value::String(value.clone()));
        }
    }
    Value::Object(members)
}

/// No files at all: for pages that include nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn file(&self, _path: &str) -> Option<SourceFile> {
        None
    }
}
