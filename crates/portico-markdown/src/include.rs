//! Files within files: what imports bind, and partials.

use std::collections::{BTreeMap, HashSet};

use portico_diagnostics::{Code, Diagnostic, Severity, SourceFile, Span, nearest};
use portico_document::{Node, NodeKind};
use serde_json::{Map, Value};

use crate::addresses::AddressRole;
use crate::front_matter;
use crate::imports::{Imported, Statement, exported_constants, resolve_path};
use crate::page::{Binding, Children, Page, Region};
use crate::scan::{Dialect, Syntax, scan};
use crate::script;
use crate::strict;
use crate::tree::{ROOT, Tree};
use crate::{MAX_FILE_BYTES, MAX_INCLUDE_DEPTH, MAX_INCLUDES};

/// A file to parse as part of a page.
pub(crate) struct Part<'f> {
    pub(crate) file: &'f SourceFile,
    /// Offset of the body, after the front matter.
    pub(crate) body_start: usize,
    pub(crate) props: Option<Value>,
    /// What stands between the tags of a partial.
    pub(crate) children: Vec<Node>,
    pub(crate) included_at: Option<Span>,
}

/// Parses one file of a page to nodes.
pub(crate) fn parse_part(page: &mut Page<'_>, part: Part<'_>) -> Vec<Node> {
    let file = part.file;
    let dialect = Dialect::of(file.path());
    if file.text().len() > MAX_FILE_BYTES {
        page.diagnostics.push(
            Diagnostic::new(
                Code::MarkdownLimit,
                format!("the file has {} bytes; at most {MAX_FILE_BYTES} can be parsed", file.text().len()),
            )
            .at(file, Span::new(0, 0)),
        );
        return Vec::new();
    }
    let components = page.components;
    let has_math = page.has_math;
    let syntax = Syntax { dialect, has_math };
    let scanned = scan(file.text(), part.body_start, syntax, &|name| components.get(name).is_some());
    let mut mask = scanned.mask;
    let text = std::mem::take(&mut mask.text);
    let n_before = page.diagnostics.len();
    let mut region = Region {
        page,
        file: file.clone(),
        dialect,
        mask,
        scope: BTreeMap::new(),
        props: part.props,
        children: Children { nodes: part.children, is_shown: false },
        included_at: part.included_at,
        reported: HashSet::new(),
        loose_tags: Vec::new(),
    };
    for statement in scanned.statements {
        region.bind(statement);
    }
    for span in scanned.stray_closes {
        region.report(
            Diagnostic::new(Code::MarkdownUnclosedContainer, "this line closes no container")
                .help("remove it, or open a container with `:::type` before it"),
            span,
        );
    }
    if let [fence, _, ..] = scanned.formula_fences[..]
        && region.page.is_math_undecided
    {
        region.report(
            Diagnostic::new(Code::MarkdownMath, "this looks like a formula, but formulas are not turned on").help(
                "set `math = true` in `[markdown]` of `portal.toml`, or say `math: true` or `false` in the front matter",
            ),
            fence,
        );
    }
    for span in scanned.unreadable {
        region.report(
            Diagnostic::new(Code::MarkdownSyntax, "this import cannot be read")
                .help("write `import Name from './file.mdx'` on a line of its own"),
            span,
        );
    }
    if let Some(span) = scanned.unbalanced {
        region.report(
            Diagnostic::new(Code::MarkdownSyntax, "this brace is not closed")
                .help("write `\\{` for the character itself, or rename the file to `.md`"),
            span,
        );
    }
    let Some(tree) = Tree::parse(&text, has_math) else {
        region.report(
            Diagnostic::new(
                Code::MarkdownSyntax,
                "this page cannot be parsed: the Markdown parser failed on it",
            ),
            Span::new(part.body_start, part.body_start),
        );
        return Vec::new();
    };
    let nodes = region.blocks(&tree, ROOT, 0);
    let first_loose_tag = region.report_loose_tags();
    region.check_footnotes(&tree);
    region.check_foreign_tags(&tree);
    region.report_hidden_children();
    if dialect == Dialect::Strict && scanned.unbalanced.is_none() {
        let found = region.page.diagnostics[n_before..].iter().filter(|d| d.code == Code::MarkdownSyntax);
        let places = found.filter_map(|found| found.place.as_ref()).filter(|place| place.file == *file);
        let spans = places.map(|place| place.span).chain(first_loose_tag);
        let first = spans.map(|span| span.start as usize).min();
        strict::check(&mut region, part.body_start, &scanned.statement_spans, first.unwrap_or(usize::MAX));
    }
    nodes
}

impl Region<'_, '_> {
    /// Gives a statement's names their meaning.
    fn bind(&mut self, statement: Statement) {
        match statement {
            Statement::Import { names, from, from_span } => self.bind_import(names, &from, from_span),
            Statement::Export { name, value } => {
                let code = self.file.slice(value).trim().trim_end_matches(';').to_owned();
                if let Some(value) = script::evaluate(&code, &|name| self.lookup(name)) {
                    self.scope.insert(name, Binding::Value(value));
                } else {
                    self.report(not_constant(), value);
                    self.scope.insert(name, Binding::Unusable);
                }
            }
            Statement::Code { span } => self.report(not_constant(), span),
        }
    }

    fn bind_import(&mut self, names: Vec<(Imported, String)>, from: &str, span: Span) {
        let (is_raw, from) =
            from.rsplit_once('!').map_or((false, from), |(loader, path)| (loader.contains("raw"), path));
        if let Some(name) = from.strip_prefix("@theme/").or_else(|| from.strip_prefix("@docusaurus/")) {
            for (imported, local) in names {
                let own = match imported {
                    Imported::Default => name.rsplit('/').next().unwrap_or(name).to_owned(),
                    Imported::Named(name) => name,
                    Imported::All => local.clone(),
                };
                let own = self.theme_component(own, span);
                self.scope.insert(local, Binding::Component(own));
            }
            return;
        }
        let Some(path) = resolve_path(self.file.path(), from) else {
            // A package: its components may be registered under the name they have here.
            for (_, local) in names {
                self.scope.insert(local.clone(), Binding::Component(local));
            }
            return;
        };
        if is_style(&path) {
            for (_, local) in names {
                self.scope.insert(local, Binding::Value(Value::Object(Map::new())));
            }
            return;
        }
        if is_asset(&path) && !is_raw {
            let address = self.anchored(from, AddressRole::Asset, span);
            for (_, local) in names {
                self.scope.insert(local, Binding::Value(Value::String(address.clone())));
            }
            return;
        }
        let Some((path, file)) = self.find_file(&path) else {
            // A component's code is not looked at, so it need not be there; whether it is known is asked where it is used.
            let is_component = |local: &str| local.starts_with(|c: char| c.is_ascii_uppercase());
            let are_components = !names.is_empty()
                && !has_content_ending(&path)
                && names.iter().all(|(_, local)| is_component(local));
            if !are_components {
                self.report(
                    Diagnostic::new(Code::MarkdownImport, format!("no file `{path}`")).help(
                        "the path is relative to this file, or starts at the site folder with `@site/`",
                    ),
                    span,
                );
            }
            for (_, local) in names {
                let binding =
                    if are_components { Binding::Component(local.clone()) } else { Binding::Unusable };
                self.scope.insert(local, binding);
            }
            return;
        };
        for (imported, local) in names {
            let binding = self.imported(&path, &file, is_raw, &imported, &local, span);
            self.scope.insert(local, binding);
        }
    }

    /// The component of the theme that an import names; a misspelt name is reported and taken for the one meant.
    fn theme_component(&mut self, name: String, span: Span) -> String {
        let components = self.page.components;
        let is_component = name.starts_with(|first: char| first.is_ascii_uppercase());
        if !is_component || components.get(&name).is_some() {
            return name;
        }
        let Some(near) = nearest(&name, components.names()) else { return name };
        let diagnostic = Diagnostic::new(Code::MarkdownUnknownComponent, format!("no component `{name}`"))
            .help(format!("did you mean `{}`?", self.file.slice(span).replace(&name, near)));
        self.report(diagnostic, span);
        near.to_owned()
    }

    fn imported(
        &mut self,
        path: &str,
        file: &SourceFile,
        is_raw: bool,
        imported: &Imported,
        local: &str,
        span: Span,
    ) -> Binding {
        if is_raw || has_ending(path, &["txt"]) {
            return Binding::Value(Value::String(file.text().to_owned()));
        }
        if is_markdown(path) {
            return Binding::Partial(path.to_owned());
        }
        let is_json = has_ending(path, &["json"]);
        let value = if is_json {
            match serde_json::from_str::<Value>(file.text()) {
                Ok(value) => Some(value),
                Err(error) => {
                    let message = format!("`{path}` is not valid JSON: {error}");
                    self.report(Diagnostic::new(Code::MarkdownImport, message), span);
                    return Binding::Unusable;
                }
            }
        } else {
            let constants = exported_constants(file.text());
            match imported {
                Imported::All => Some(Value::Object(constants)),
                Imported::Default => constants.get("default").cloned(),
                Imported::Named(name) => constants.get(name).cloned(),
            }
        };
        let value = match (value, imported) {
            (Some(value), Imported::Named(name)) if is_json => value.get(name).cloned(),
            (value, _) => value,
        };
        if let Some(value) = value {
            return Binding::Value(value);
        }
        if local.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Binding::Component(local.to_owned());
        }
        let message = format!("`{path}` exports no constant for `{local}`");
        self.report(
            Diagnostic::new(Code::MarkdownImport, message).help("only literal values can be imported"),
            span,
        );
        Binding::Unusable
    }

    /// The file of that path, with the endings that imports leave out.
    fn find_file(&mut self, path: &str) -> Option<(String, SourceFile)> {
        if let Some(file) = self.page.file(path) {
            return Some((path.to_owned(), file));
        }
        if has_content_ending(path) {
            return None;
        }
        for ending in
            [".mdx", ".md", ".js", ".ts", ".tsx", ".jsx", ".json", "/index.js", "/index.ts", "/index.tsx"]
        {
            let candidate = format!("{path}{ending}");
            if let Some(file) = self.page.file(&candidate) {
                return Some((candidate, file));
            }
        }
        None
    }

    /// Puts a partial in place of its tag.
    pub(crate) fn include(
        &mut self,
        path: &str,
        props: Map<String, Value>,
        span: Span,
        children: Vec<Node>,
    ) -> Vec<Node> {
        if let Some(at) = self.page.including.iter().position(|open| open == path) {
            let cycle: Vec<_> = self.page.including[at..].iter().map(String::as_str).chain([path]).collect();
            let message = format!("`{path}` includes itself: {}", cycle.join(" → "));
            self.report(Diagnostic::new(Code::MarkdownImport, message), span);
            return children;
        }
        self.page.n_included += 1;
        if self.page.including.len() > MAX_INCLUDE_DEPTH || self.page.n_included > MAX_INCLUDES {
            let message = if self.page.n_included > MAX_INCLUDES {
                format!("the page includes more than {MAX_INCLUDES} partials")
            } else {
                format!("partials are nested more than {MAX_INCLUDE_DEPTH} deep")
            };
            self.report(Diagnostic::new(Code::MarkdownLimit, message), span);
            return children;
        }
        let Some(file) = self.page.file(path) else { return children };
        self.page.including.push(path.to_owned());
        let included_at = Some(self.node_span(span));
        let n_before = self.page.diagnostics.len();
        let mut ignored = Vec::new();
        let (front_matter, body_start) = front_matter::read(&file, &mut ignored, &mut |_, _| String::new());
        if front_matter.span != Span::default() {
            let fence = Span::new(front_matter.span.start as usize, front_matter.span.start as usize + 3);
            let diagnostic = Diagnostic::new(
                Code::FrontMatterInvalidValue,
                "a partial has no front matter of its own; this is left out",
            )
            .with_severity(Severity::Warning)
            .help("give the values as properties where the partial is included")
            .at(&file, fence);
            self.page.diagnostics.push(diagnostic);
        }
        let part = Part { file: &file, body_start, props: Some(Value::Object(props)), children, included_at };
        let nodes = parse_part(self.page, part);
        self.page.including.pop();
        for diagnostic in &mut self.page.diagnostics[n_before..] {
            if diagnostic.labels.is_empty() {
                *diagnostic = diagnostic.clone().label(&self.file, span, "included here");
            }
        }
        nodes
    }

    /// Content between the tags of a partial that shows none would be lost without a word.
    fn report_hidden_children(&mut self) {
        if self.children.is_shown || self.children.nodes.iter().all(is_blank) {
            return;
        }
        let diagnostic = Diagnostic::new(
            Code::MarkdownInvalidProperty,
            format!("`{}` shows no content of its own, so that this is left out", self.file.path()),
        )
        .help("write `{props.children}` in the partial where the content belongs");
        let start = self.file.text().len();
        self.report(diagnostic, Span::new(start, start));
    }
}

fn not_constant() -> Diagnostic {
    Diagnostic::new(Code::MarkdownExpression, "this export is not a constant")
        .help("only literal values can be exported; components are registered by the site")
}

fn is_markdown(path: &str) -> bool {
    has_ending(path, &["md", "mdx"])
}

fn is_style(path: &str) -> bool {
    has_ending(path, &["css", "scss", "sass", "less"])
}

fn is_asset(path: &str) -> bool {
    has_ending(
        path,
        &["png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "ico", "mp4", "webm", "pdf", "zip"],
    )
}

/// Whether the path names a file whose content can be imported, so that no other ending is tried.
fn has_content_ending(path: &str) -> bool {
    is_markdown(path) || has_ending(path, &["json", "js", "jsx", "ts", "tsx", "txt"])
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, ending)| endings.iter().any(|own| ending.eq_ignore_ascii_case(own)))
}

/// Whether a node shows nothing: empty text.
pub(crate) fn is_blank(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Text(text) if text.trim().is_empty())
}
