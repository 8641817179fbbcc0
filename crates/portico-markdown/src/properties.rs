//! Values of a tag's attributes, and whether a component takes them.

use portico_diagnostics::{Code, Diagnostic, Span, nearest};
use serde_json::{Map, Value};

use crate::elements::not_evaluated;
use crate::page::Region;
use crate::partial_props::is_property;
use crate::script;
use crate::tag::{Attribute, AttributeValue, Tag};
use crate::variables::variable_at;

/// So many properties of a tag are compared with each other.
const MAX_COMPARED_PROPS: usize = 100;

impl Region<'_, '_> {
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
        self.anchor_props(&mut props, tag.span);
        props
    }

    pub(crate) fn attribute(&mut self, attribute: &Attribute) -> Option<Value> {
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
