//! Attributes of HTML elements, which may be written as JSX writes them.

use portico_document::ElementAttribute;
use serde_json::{Map, Value};

use crate::addresses::AddressRole;
use crate::elements::not_evaluated;
use crate::page::Region;
use crate::script;
use crate::tag::{AttributeValue, Tag};

impl Region<'_, '_> {
    /// The attributes of an HTML element, under their HTML names.
    pub(crate) fn attributes(&mut self, tag: &Tag) -> Vec<ElementAttribute> {
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
                        Some(role) => value.map(|value| self.anchored(&value, role, attribute.value_span)),
                        None => value,
                    };
                    attributes.push(ElementAttribute { name, value });
                }
            }
        }
        attributes
    }
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
