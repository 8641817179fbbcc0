//! Tags with their content: what becomes of components and HTML elements.

use std::rc::Rc;

use portico_diagnostics::{Code, Diagnostic, Span, nearest};
use portico_document::{Component, Node, NodeKind};
use serde_json::{Map, Value};

use crate::assemble::{Shape, unwrap_paragraph};
use crate::code::Fence;
use crate::components::{Alias, ComponentSource};
use crate::foreign_components::counterpart;
use crate::page::{Binding, Region};
use crate::script;
use crate::tag::{Attribute, AttributeValue, Form, Tag};

impl Region<'_, '_> {
    /// Makes content of a tag and what stands in it.
    pub(crate) fn element(
        &mut self,
        tag: &Rc<Tag>,
        shape: Shape,
        mut children: Vec<Node>,
        span: Span,
    ) -> Vec<Node> {
        if tag.name.is_empty() {
            return children;
        }
        let first = tag.name.split('.').next().unwrap_or_default();
        let mut name = tag.name.clone();
        match self.scope.get(first).cloned() {
            Some(Binding::Partial(path)) => return self.partial(&path, tag, shape, children),
            Some(Binding::Component(own)) if !tag.name.contains('.') => name = own,
            Some(Binding::Unusable) => return children,
            _ => {}
        }
        let place = self.node_span(span);
        if !tag.is_component() && name == tag.name {
            let attributes = self.attributes(tag);
            return vec![Node::new(NodeKind::Element { tag: name, attributes, children }, place)];
        }
        let components = self.page.components;
        let is_inline = shape == Shape::Inline;
        let Some(known) = components.get(&name) else {
            self.unknown_component(tag);
            return vec![self.unknown(&name, shape, children, span)];
        };
        match &known.source {
            ComponentSource::React => {}
            ComponentSource::Template(path) => return self.partial(path, tag, shape, children),
            ComponentSource::Alias(alias) => {
                return self.element(&Rc::new(aliased(tag, alias)), shape, children, span);
            }
        }
        if let Some(nodes) = self.built_in(&name, tag, shape, &mut children, place) {
            return nodes;
        }
        let mut props = self.checked_props(tag, &name);
        if name == "TOCInline" {
            self.check_toc_levels(tag, &props);
        } else if name == "TabItem" {
            self.page.n_loose_items += 1;
        } else if name == "Tabs" {
            self.tabs(tag, &mut props, &mut children);
            if children.is_empty() {
                return Vec::new();
            }
        }
        vec![Node::new(NodeKind::Component(Box::new(Component { name, props, children, is_inline })), place)]
    }

    /// Makes content of a component that no tag of the page names.
    pub(crate) fn named_component(
        &mut self,
        name: &str,
        props: Map<String, Value>,
        children: Vec<Node>,
        span: Span,
    ) -> Vec<Node> {
        let attributes =
            props.into_iter().map(|(name, value)| Attribute::literal(&name, value, span)).collect();
        let name = name.to_owned();
        let tag = Rc::new(Tag { name, form: Form::Open, attributes, span, name_span: span });
        self.element(&tag, Shape::Block, children, span)
    }

    /// Puts a partial or a template in place of a tag.
    fn partial(&mut self, path: &str, tag: &Tag, shape: Shape, children: Vec<Node>) -> Vec<Node> {
        let mut props = self.props(tag);
        props.remove("children");
        let nodes = self.include(path, props, tag.span, children);
        self.report_unread_props(path, tag);
        if shape == Shape::Inline { unwrap_paragraph(nodes) } else { nodes }
    }

    /// What stands for a component that nobody registered: the article shows its name there.
    pub(crate) fn unknown(&self, name: &str, shape: Shape, children: Vec<Node>, span: Span) -> Node {
        let is_inline = shape == Shape::Inline;
        let unknown = Component { name: name.to_owned(), props: Map::new(), children, is_inline };
        Node::new(NodeKind::Component(Box::new(unknown)), self.node_span(span))
    }

    /// The component that an unknown name may be meant for.
    pub(crate) fn near_component(&self, name: &str) -> Option<&str> {
        nearest(name, self.page.components.names().chain(self.scope.keys().map(String::as_str)))
    }

    /// Reports a component that nobody registered.
    pub(crate) fn unknown_component(&mut self, tag: &Tag) {
        let near = || self.near_component(&tag.name).map(|near| format!("did you mean `{near}`?"));
        let near = counterpart(tag).or_else(near);
        let written = self.file.slice(tag.span);
        let is_text = tag.form == Form::Open
            && !written.contains('\n')
            && tag.attributes.iter().all(|attribute| attribute.value == AttributeValue::Present);
        let help = near.or_else(|| is_text.then(|| format!("if text is meant, write `\\{written}`")));
        self.report(
            Diagnostic::new(Code::MarkdownUnknownComponent, format!("no component `{}`", tag.name))
                .maybe_help(help),
            tag.name_span,
        );
    }

    /// Makes content of an element whose content is not Markdown.
    pub(crate) fn raw_element(&mut self, tag: &Rc<Tag>, content: Span, span: Span) -> Vec<Node> {
        let text = self.file.slice(content).to_owned();
        if tag.name != "CodeBlock" {
            let raw = self.file.slice(span).to_owned();
            return vec![Node::new(NodeKind::Html(raw), self.node_span(span))];
        }
        let props = self.checked_props(tag, "CodeBlock");
        let trimmed = text.trim();
        let code = match trimmed.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
            Some(code) => {
                if let Some(value) = script::evaluate(code, &|name| self.lookup(name)) {
                    script::to_text(&value)
                } else {
                    let start = content.start as usize + (text.len() - text.trim_start().len());
                    self.report(not_evaluated(), Span::new(start, start + trimmed.len()));
                    trimmed.to_owned()
                }
            }
            None => dedent(&text),
        };
        let code = self.substitute(&code, content);
        let prop = |name: &str| props.get(name).map(script::to_text).unwrap_or_default();
        let class = prop("className");
        let language = props
            .get("language")
            .map_or_else(|| class.strip_prefix("language-").unwrap_or_default().to_owned(), script::to_text);
        let mut meta = prop("metastring");
        if let Some(title) = props.get("title").map(script::to_text) {
            meta = format!("title=\"{}\" {meta}", title.replace('"', "'"));
        }
        match props.get("showLineNumbers") {
            Some(Value::Bool(true)) => meta.push_str(" showLineNumbers"),
            Some(Value::Number(first)) => meta = format!("{meta} showLineNumbers={first}"),
            _ => {}
        }
        vec![self.code_block(&Fence {
            language: &language,
            meta: &meta,
            code: code.trim_matches('\n'),
            span,
        })]
    }
}

/// The tag as the component that it is another name for takes it.
fn aliased(tag: &Tag, alias: &Alias) -> Tag {
    let mut tag = Tag { name: alias.of.clone(), ..tag.clone() };
    for attribute in &mut tag.attributes {
        if let Some(name) = alias.renamed.get(&attribute.name) {
            attribute.name.clone_from(name);
        }
    }
    for (name, value) in &alias.fixed {
        if !tag.attributes.iter().any(|attribute| attribute.name == *name) {
            tag.attributes.push(Attribute::literal(name, value.clone(), tag.name_span));
        }
    }
    tag
}

pub(crate) fn not_evaluated() -> Diagnostic {
    Diagnostic::new(Code::MarkdownExpression, "this expression cannot be evaluated")
        .help("use a literal, an imported constant, `props` or `frontMatter`")
}

/// Text without the indentation that all its lines share.
fn dedent(text: &str) -> String {
    let common = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let lines: Vec<_> = text.lines().map(|line| line.get(common..).unwrap_or_default().trim_end()).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}
