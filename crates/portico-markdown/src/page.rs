//! What the parts of the parser share while one page is parsed.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span, nearest};
use portico_document::{HeadElement, IncludedAddress, Node};
use serde_json::Value;

use crate::loose_tags::LooseTag;
use crate::mask::Mask;
use crate::math::Formulas;
use crate::scan::Dialect;
use crate::{Components, Files, ParseInput};

/// The page as a whole, partials included.
pub(crate) struct Page<'a> {
    pub(crate) variables: &'a BTreeMap<String, String>,
    pub(crate) files: &'a dyn Files,
    pub(crate) components: &'a Components,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) dependencies: BTreeSet<String>,
    /// Where addresses of partials are written.
    pub(crate) included: Vec<IncludedAddress>,
    /// Elements for the document's head.
    pub(crate) head: Vec<HeadElement>,
    /// Front matter as expressions see it.
    pub(crate) front_matter: Value,
    /// Whether dollar signs enclose formulas.
    pub(crate) has_math: bool,
    /// Whether the page itself does not say so.
    pub(crate) is_math_undecided: bool,
    /// Reads the formulas, and numbers equations through the page.
    pub(crate) formulas: Formulas,
    /// Paths of the files that are being included, outermost first.
    pub(crate) including: Vec<String>,
    /// Items of `Tabs` that no `Tabs` has taken yet.
    pub(crate) n_loose_items: usize,
    /// Partials included so far.
    pub(crate) n_included: usize,
}

/// What a name stands for in a file.
#[derive(Clone, Debug)]
pub(crate) enum Binding {
    Value(Value),
    /// A partial, by its path.
    Partial(String),
    /// A component of the theme or of a package, by its own name.
    Component(String),
    /// Something that could not be used, and was reported.
    Unusable,
}

/// One file of a page while it is parsed.
pub(crate) struct Region<'p, 'a> {
    pub(crate) page: &'p mut Page<'a>,
    pub(crate) file: SourceFile,
    pub(crate) dialect: Dialect,
    pub(crate) mask: Mask,
    pub(crate) scope: BTreeMap<String, Binding>,
    pub(crate) props: Option<Value>,
    /// In a partial: what stands between its tags, until it is shown.
    pub(crate) children: Children,
    /// In a partial: where the page includes it. Nodes carry this place.
    pub(crate) included_at: Option<Span>,
    pub(crate) reported: HashSet<usize>,
    /// Tags that found no partner, until the whole file is read.
    pub(crate) loose_tags: Vec<LooseTag>,
}

/// What stands between the tags of a partial.
#[derive(Clone, Debug, Default)]
pub(crate) struct Children {
    pub(crate) nodes: Vec<Node>,
    pub(crate) is_shown: bool,
}

impl<'a> Page<'a> {
    pub(crate) fn new(input: &ParseInput<'a>) -> Self {
        Self {
            variables: input.variables,
            files: input.files,
            components: input.components,
            diagnostics: Vec::new(),
            dependencies: BTreeSet::new(),
            included: Vec::new(),
            head: Vec::new(),
            front_matter: Value::Null,
            has_math: input.has_math,
            is_math_undecided: true,
            formulas: Formulas::default(),
            including: vec![input.source.path().to_owned()],
            n_included: 0,
            n_loose_items: 0,
        }
    }

    /// A file by its path relative to the site folder, recorded as a dependency whether it exists or not.
    pub(crate) fn file(&mut self, path: &str) -> Option<SourceFile> {
        self.dependencies.insert(path.to_owned());
        self.files.file(path)
    }
}

/// Reports a variable that is not defined.
pub(crate) fn unknown_variable(variables: &BTreeMap<String, String>, name: &str) -> Diagnostic {
    let near = nearest(name, variables.keys().map(String::as_str));
    Diagnostic::new(Code::MarkdownUnknownVariable, format!("no variable `{name}`"))
        .maybe_help(near.map(|near| format!("did you mean `{{{{{near}}}}}`?")))
}

impl Region<'_, '_> {
    /// Reports something at a place in this file.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic, span: Span) {
        self.page.diagnostics.push(diagnostic.at(&self.file, span));
    }

    /// The place that a node from this file carries.
    pub(crate) fn node_span(&self, span: Span) -> Span {
        self.included_at.unwrap_or(span)
    }

    /// The value of a variable in text. An unknown one is reported and shown as written.
    pub(crate) fn variable(&mut self, name: &str, span: Span) -> String {
        if let Some(value) = self.page.variables.get(name) {
            return value.clone();
        }
        if self.reported.insert(span.start as usize) {
            let diagnostic = unknown_variable(self.page.variables, name);
            self.report(diagnostic, span);
        }
        self.file.slice(span).to_owned()
    }

    /// The value of a variable in code, where `{{ name }}` may also belong to a template language: unknown names are
    /// reported only if they look like ours.
    pub(crate) fn code_variable(&mut self, name: &str, span: Span) -> String {
        let written = self.file.slice(span);
        let is_tight = !written.contains(' ');
        let namespace = name.split('.').next().unwrap_or_default();
        let is_known_namespace =
            self.page.variables.keys().any(|known| known.split('.').next() == Some(namespace));
        let is_foreign = self.file.text()[..span.start as usize].ends_with('$')
            || !name.contains('.')
            || !(is_tight || is_known_namespace);
        if is_foreign && !self.page.variables.contains_key(name) {
            return written.to_owned();
        }
        self.variable(name, span)
    }

    /// What an identifier stands for in an expression.
    pub(crate) fn lookup(&self, name: &str) -> Option<Value> {
        match self.scope.get(name) {
            Some(Binding::Value(value)) => return Some(value.clone()),
            // Reported where it was bound: that is enough.
            Some(Binding::Unusable) => return Some(Value::Null),
            Some(_) => return None,
            None => {}
        }
        match name {
            "props" => self.props.clone(),
            "frontMatter" => Some(self.page.front_matter.clone()),
            _ => None,
        }
    }

    /// Whether a tag of that name is a component that this file may use.
    pub(crate) fn is_known_component(&self, name: &str) -> bool {
        let first = name.split('.').next().unwrap_or_default();
        self.page.components.get(name).is_some() || self.scope.contains_key(first)
    }
}
