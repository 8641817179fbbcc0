//! Tags with their content: components, HTML elements, admonitions, and the few components with a node of their own.

use std::rc::Rc;

use portico_diagnostics::{Code, Diagnostic, Span, nearest};
use portico_document::{AdmonitionKind, Component, ElementAttribute, Node, NodeKind};
use serde_json::{Map, Value};

use crate::addresses::AddressRole;
use crate::assemble::{Shape, unwrap_paragraph};
use crate::code::Fence;
use crate::components::{Alias, ComponentSource};
use crate::mask::Container;
use crate::page::{Binding, Region};
use crate::partial_props::is_property;
use crate::script;
use crate::tag::{Attribute, AttributeValue, Form, Tag};
use crate::variables::variable_at;

/// So many properties of a tag are compared with each other.
const MAX_COMPARED_PROPS: usize = 100;

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
        if name == "TabItem" {
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
        let near = self.near_component(&tag.name).map(|near| format!("did you mean `{near}`?"));
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

    /// Makes an admonition of a `:::` container, or plain content if its type is unknown.
    pub(crate) fn container(
        &mut self,
        container: &Container,
        title: Option<Vec<Node>>,
        children: Vec<Node>,
        span: Span,
    ) -> Vec<Node> {
        let place = self.node_span(span);
        let title = title.or_else(|| {
            let text = container.title.clone()?;
            let text = self.substitute(&text, container.name_span);
            Some(vec![Node::new(NodeKind::Text(text), place)])
        });
        if let Some(kind) = admonition_kind(&container.name) {
            let title = title.or_else(|| own_title(&container.name, place));
            return vec![Node::new(NodeKind::Admonition { kind, title, children }, place)];
        }
        self.report(unknown_admonition(&container.name), container.name_span);
        let title = title.map(|title| Node::new(NodeKind::Paragraph(title), place));
        title.into_iter().chain(children).collect()
    }

    pub(crate) fn admonition_component(&mut self, tag: &Tag, children: Vec<Node>, place: Span) -> Node {
        let props = self.checked_props(tag, "Admonition");
        let name = props.get("type").and_then(Value::as_str).unwrap_or("note");
        let kind = admonition_kind(name).unwrap_or_else(|| {
            let at = tag.attributes.iter().find(|attribute| attribute.name == "type");
            self.report(unknown_admonition(name), at.map_or(tag.name_span, |attribute| attribute.value_span));
            AdmonitionKind::Note
        });
        let title = props.get("title").map(script::to_text).filter(|title| !title.is_empty());
        let title = title.map(|title| vec![Node::new(NodeKind::Text(title), place)]);
        let title = title.or_else(|| own_title(name, place));
        Node::new(NodeKind::Admonition { kind, title, children }, place)
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

    /// The properties of a component, checked against what it takes.
    pub(crate) fn checked_props(&mut self, tag: &Tag, name: &str) -> Map<String, Value> {
        let mut props = self.props(tag);
        let Some(component) = self.page.components.get(name) else { return props };
        let mut meant: Vec<String> = Vec::new();
        self.report_repeated_props(tag);
        for attribute in &tag.attributes {
            match component.property(&attribute.name) {
                _ if attribute.name.is_empty() => {}
                Err(()) => {
                    let names = component.properties.iter().flatten().map(|property| property.name.as_str());
                    let near = nearest(&attribute.name, names);
                    // What is meant is clear, so that the page can be shown nevertheless.
                    if let (Some(near), Some(value)) = (near, props.shift_remove(&attribute.name)) {
                        props.entry(near).or_insert(value);
                        meant.push(near.to_owned());
                    }
                    let message = format!("`{name}` takes no property `{}`", attribute.name);
                    let diagnostic = Diagnostic::new(Code::MarkdownInvalidProperty, message)
                        .maybe_help(near.map(|near| format!("did you mean `{near}`?")));
                    self.report(diagnostic, attribute.span);
                }
                Ok(Some(property)) => {
                    if let Some(value) = props
                        .get(&attribute.name)
                        .filter(|value| !value.is_null() && !property.kind.admits(value))
                    {
                        let expected = property.kind.description();
                        let message = format!("`{}` is {}, not {expected}", attribute.name, describe(value));
                        self.report(
                            Diagnostic::new(Code::MarkdownInvalidProperty, message),
                            attribute.value_span,
                        );
                    }
                }
                Ok(None) => {}
            }
        }
        let is_missing = |name: &str| {
            !props.contains_key(name)
                && !meant.iter().any(|meant| meant == name)
                && !tag.attributes.iter().any(|a| a.name == name || a.name.is_empty())
        };
        let missing = component.properties.iter().flatten().filter(|p| p.is_required && is_missing(&p.name));
        let missing: Vec<_> = missing.map(|property| property.name.clone()).collect();
        for property in missing {
            let message = format!("`{name}` needs the property `{property}`");
            self.report(Diagnostic::new(Code::MarkdownInvalidProperty, message), tag.span);
        }
        props
    }

    /// Reports properties that a tag gives twice: the last one counts.
    fn report_repeated_props(&mut self, tag: &Tag) {
        for (at, attribute) in tag.attributes.iter().enumerate().take(MAX_COMPARED_PROPS) {
            let is_same = |other: &Attribute| other.name == attribute.name && !other.name.is_empty();
            if tag.attributes[..at].iter().any(is_same) {
                let message = format!("the property `{}` is given twice", attribute.name);
                let help = "remove one of the two: the last one counts";
                let diagnostic = Diagnostic::new(Code::MarkdownInvalidProperty, message).help(help);
                self.report(diagnostic, attribute.span);
            }
        }
    }

    /// The values of a tag's attributes.
    pub(crate) fn props(&mut self, tag: &Tag) -> Map<String, Value> {
        let mut props = Map::new();
        for attribute in &tag.attributes {
            match &attribute.value {
                // The table of contents is our own business.
                _ if tag.name == "TOCInline" && attribute.name == "toc" => {}
                AttributeValue::Spread(_) => {
                    if let Some(Value::Object(members)) = self.attribute(attribute) {
                        props.extend(members);
                    }
                }
                _ => {
                    if let Some(value) = self.attribute(attribute) {
                        props.insert(attribute.name.clone(), value);
                    }
                }
            }
        }
        self.anchor_props(&mut props);
        props
    }

    fn attribute(&mut self, attribute: &Attribute) -> Option<Value> {
        match &attribute.value {
            AttributeValue::Present => Some(Value::Bool(true)),
            AttributeValue::Literal(value) => Some(value.clone()),
            AttributeValue::Text(text) => {
                let text = self.substitute(text, attribute.value_span);
                Some(Value::String(text))
            }
            AttributeValue::Expression(code) | AttributeValue::Spread(code) => {
                let start = (attribute.value_span.start as usize).saturating_sub(1);
                if let Some((name, end)) = variable_at(self.file.text(), start)
                    .filter(|(name, end)| name.contains('.') && *end == attribute.value_span.end as usize + 1)
                {
                    let name = name.to_owned();
                    return Some(Value::String(self.variable(&name, Span::new(start, end))));
                }
                let value = script::evaluate(code, &|name| self.lookup(name));
                if value.is_none() {
                    self.report(not_evaluated(), attribute.value_span);
                } else if !is_property(code) {
                    self.report_missing_props(code, attribute.value_span.start as usize);
                }
                value.map(|value| self.substitute_value(value, attribute.value_span))
            }
        }
    }

    /// Puts values of variables into every text of a value.
    fn substitute_value(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::String(text) if text.contains("{{") => Value::String(self.substitute(&text, span)),
            Value::Array(values) => {
                Value::Array(values.into_iter().map(|value| self.substitute_value(value, span)).collect())
            }
            Value::Object(members) => Value::Object(
                members.into_iter().map(|(key, value)| (key, self.substitute_value(value, span))).collect(),
            ),
            other => other,
        }
    }

    /// The attributes of an HTML element, under their HTML names.
    fn attributes(&mut self, tag: &Tag) -> Vec<ElementAttribute> {
        let mut attributes = Vec::with_capacity(tag.attributes.len());
        for attribute in &tag.attributes {
            if attribute.name.starts_with("on") && matches!(attribute.value, AttributeValue::Expression(_)) {
                self.report(not_evaluated(), attribute.value_span);
                continue;
            }
            let values = match (&attribute.value, self.attribute(attribute)) {
                (AttributeValue::Spread(_), Some(Value::Object(members))) => members.into_iter().collect(),
                (_, Some(value)) => vec![(attribute.name.clone(), value)],
                (_, None) => Vec::new(),
            };
            for (name, value) in values {
                let value = match value {
                    Value::Bool(true) => None,
                    Value::Bool(false) | Value::Null => continue,
                    Value::Object(style) if name == "style" => Some(style_text(&style)),
                    other => Some(script::to_text(&other)),
                };
                let name = html_name(&name);
                if !matches!(name.as_str(), "key" | "ref") {
                    let role = AddressRole::of_attribute(&tag.name, &name);
                    let value = match role {
                        Some(role) => value.map(|value| self.anchored(&value, role)),
                        None => value,
                    };
                    attributes.push(ElementAttribute { name, value });
                }
            }
        }
        attributes
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

fn not_evaluated() -> Diagnostic {
    Diagnostic::new(Code::MarkdownExpression, "this expression cannot be evaluated")
        .help("use a literal, an imported constant, `props` or `frontMatter`")
}

fn describe(value: &Value) -> String {
    match value {
        Value::String(text) if text.len() <= 40 => format!("`{text}`"),
        Value::String(_) => "text".to_owned(),
        Value::Bool(value) => format!("`{value}`"),
        Value::Number(number) => format!("`{number}`"),
        Value::Null => "empty".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

pub(crate) fn admonition_kind(name: &str) -> Option<AdmonitionKind> {
    Some(match name {
        "note" | "secondary" | "important" => AdmonitionKind::Note,
        "tip" | "success" => AdmonitionKind::Tip,
        "info" => AdmonitionKind::Info,
        "warning" | "caution" => AdmonitionKind::Warning,
        "danger" => AdmonitionKind::Danger,
        _ => return None,
    })
}

/// The word that readers see above an admonition whose type shares its colour with another one.
pub(crate) fn own_title(name: &str, place: Span) -> Option<Vec<Node>> {
    let word = match name {
        "caution" => "Caution",
        "important" => "Important",
        "success" => "Success",
        _ => return None,
    };
    Some(vec![Node::new(NodeKind::Text(word.to_owned()), place)])
}

fn unknown_admonition(name: &str) -> Diagnostic {
    let near = nearest(name, ["note", "tip", "info", "warning", "danger", "caution"]);
    Diagnostic::new(Code::MarkdownUnknownAdmonition, format!("no admonition type `{name}`"))
        .help("the types are note, tip, info, warning and danger")
        .maybe_help(near.map(|near| format!("did you mean `{near}`?")))
}

/// The HTML name of an attribute that may be written the JSX way.
fn html_name(name: &str) -> String {
    match name {
        "className" => "class".to_owned(),
        "htmlFor" => "for".to_owned(),
        "xlinkHref" => "xlink:href".to_owned(),
        "viewBox" | "preserveAspectRatio" | "gradientUnits" | "gradientTransform" => name.to_owned(),
        _ if SVG_PREFIXES.iter().any(|prefix| has_capital_after(name, prefix)) => kebab(name),
        _ => name.to_ascii_lowercase(),
    }
}

/// First words of SVG attributes that JSX writes in camel case and SVG with hyphens.
const SVG_PREFIXES: &[&str] =
    &["stroke", "fill", "clip", "font", "stop", "text", "color", "dominant", "marker"];

fn has_capital_after(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

fn kebab(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 4);
    for character in name.chars() {
        if character.is_ascii_uppercase() {
            text.push('-');
        }
        text.push(character.to_ascii_lowercase());
    }
    text
}

/// CSS properties whose numbers have no unit.
const UNITLESS: &[&str] = &[
    "flex",
    "flexGrow",
    "flexShrink",
    "fontWeight",
    "lineHeight",
    "opacity",
    "order",
    "zIndex",
    "zoom",
    "columns",
    "columnCount",
    "gridRow",
    "gridColumn",
    "fillOpacity",
    "strokeOpacity",
    "aspectRatio",
    "lineClamp",
];

/// A style object as CSS text.
fn style_text(style: &Map<String, Value>) -> String {
    let declarations: Vec<String> = style
        .iter()
        .filter_map(|(name, value)| {
            let text = match value {
                Value::Number(number)
                    if number.as_f64() == Some(0.0) || UNITLESS.contains(&name.as_str()) =>
                {
                    number.to_string()
                }
                Value::Number(number) => format!("{number}px"),
                Value::String(text) => text.clone(),
                _ => return None,
            };
            let name = if name.starts_with("--") { name.clone() } else { kebab(name) };
            Some(format!("{name}:{text}"))
        })
        .collect();
    declarations.join(";")
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
