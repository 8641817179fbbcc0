//! The components that a page may name, and the properties they take.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// The known components. The built-in ones come from [`Components::built_in`]; a site registers its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Components {
    known: BTreeMap<String, Component>,
    fences: BTreeMap<String, CustomFence>,
}

/// A language of code fences that means more than its colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CustomFence {
    /// Language to colour the code as; empty for none.
    pub language: String,
    /// The component that shows the code. It gets what the fence's first line says as properties, the code as
    /// `code`, and the code block as its content.
    pub component: Option<String>,
}

/// What is known of a component.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Component {
    /// The properties it takes; `None` if it takes any.
    pub properties: Option<Vec<Property>>,
    /// What stands for it.
    pub source: ComponentSource,
}

/// What stands for a component that a page names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ComponentSource {
    /// The theme: React renders it.
    #[default]
    React,
    /// A template of the site, by its path relative to the site folder. It sees `props` and `props.children`.
    Template(String),
    /// Another component under another name.
    Alias(Alias),
}

/// Another component under another name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alias {
    /// Name of the other component.
    pub of: String,
    /// Properties that have another name there: the name here, and the one there.
    pub renamed: BTreeMap<String, String>,
    /// Properties that the other one gets unless the page sets them.
    pub fixed: Map<String, Value>,
}

/// A property of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// What its value may be.
    pub kind: PropertyKind,
    /// Whether the component needs it.
    pub is_required: bool,
}

/// What a property's value may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    /// Anything.
    Any,
    /// Text, or a number that is shown as text.
    Text,
    /// A number, also written as text.
    Number,
    /// The level of a heading, also written as text.
    HeadingLevel,
    /// `true` or `false`; present without a value means `true`.
    Boolean,
    /// A list.
    List,
    /// An object.
    Object,
    /// One of a few words.
    OneOf(Vec<String>),
}

impl PropertyKind {
    /// Whether a value is of this kind.
    pub fn admits(&self, value: &Value) -> bool {
        match self {
            Self::Any => true,
            Self::Text => value.is_string() || value.is_number(),
            Self::Number => {
                value.is_number() || value.as_str().is_some_and(|text| text.parse::<f64>().is_ok())
            }
            Self::HeadingLevel => heading_level(value).is_some(),
            Self::Boolean => value.is_boolean() || matches!(value.as_str(), Some("true" | "false")),
            Self::List => value.is_array(),
            Self::Object => value.is_object(),
            Self::OneOf(words) => value.as_str().is_some_and(|text| words.iter().any(|word| word == text)),
        }
    }

    /// What a value should be, for messages: "a number".
    pub fn description(&self) -> String {
        match self {
            Self::Any => "anything".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Number => "a number".to_owned(),
            Self::HeadingLevel => "a heading level from 1 to 6".to_owned(),
            Self::Boolean => "`true` or `false`".to_owned(),
            Self::List => "a list".to_owned(),
            Self::Object => "an object".to_owned(),
            Self::OneOf(words) => {
                let words: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
                words.join(", ")
            }
        }
    }
}

/// Properties that every component takes.
const COMMON: &[&str] = &["key", "id", "className", "style", "children"];

/// The built-in components, one line each: name, then properties as `name:kind`, `!` for required ones.
const BUILT_IN: &str = "
Tabs groupId:text defaultValue:any values:list queryString:any lazy:boolean block:boolean
TabItem value:text label:text default:boolean attributes:object hidden:boolean
CardGrid columns:number
Card title:text! href:text icon:text
Hero title:text! lead:text eyebrow:text
HeroAction href:text! kind:primary|secondary
Endpoint method:text! path:text! summary:text
Steps
Step title:text
Details summary:text open:boolean
Admonition type:text title:any icon:any
CodeBlock language:text title:text metastring:text showLineNumbers:any className:text
DataTable src:text! columns:text where:text sort:text id:text code:text labels:any caption:text
TOCInline toc:any minHeadingLevel:level maxHeadingLevel:level
Highlight color:text
Badge kind:text type:text
Link to:text href:text target:text rel:text title:text
Head
DocCardList items:list
DocCard item:object!
Translate id:text description:text values:object
ThemedImage sources:object! alt:text
BrowserOnly fallback:any
";

impl Components {
    /// The components that Portico itself provides.
    pub fn built_in() -> Self {
        let mut components = Self::default();
        for line in BUILT_IN.lines().filter(|line| !line.is_empty()) {
            let mut words = line.split(' ');
            let name = words.next().unwrap_or_default();
            components.register(name, Component::taking(words.map(property).collect()));
        }
        components
    }

    /// Makes a component known, in place of an earlier one of the same name.
    pub fn register(&mut self, name: impl Into<String>, component: Component) {
        self.known.insert(name.into(), component);
    }

    /// The component of that name.
    pub fn get(&self, name: &str) -> Option<&Component> {
        self.known.get(name)
    }

    /// Gives code fences of a language a meaning of their own.
    pub fn register_fence(&mut self, language: impl Into<String>, fence: CustomFence) {
        self.fences.insert(language.into(), fence);
    }

    /// What fences of that language mean, if it is more than their colours.
    pub fn fence(&self, language: &str) -> Option<&CustomFence> {
        self.fences.get(language)
    }

    /// The languages of code fences that have a meaning of their own.
    pub(crate) fn fence_names(&self) -> impl Iterator<Item = &str> {
        self.fences.keys().map(String::as_str)
    }

    /// All names in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.known.keys().map(String::as_str)
    }
}

impl Component {
    /// A component that takes any properties.
    pub fn any() -> Self {
        Self::default()
    }

    /// A component that takes these properties and no others.
    pub fn taking(properties: Vec<Property>) -> Self {
        Self { properties: Some(properties), source: ComponentSource::React }
    }

    /// A component that a template of the site stands for.
    pub fn template(path: impl Into<String>) -> Self {
        Self { properties: None, source: ComponentSource::Template(path.into()) }
    }

    /// Another component under another name.
    pub fn alias(alias: Alias) -> Self {
        Self { properties: None, source: ComponentSource::Alias(alias) }
    }

    /// The property of that name. `Err` if the component does not take it.
    pub(crate) fn property(&self, name: &str) -> Result<Option<&Property>, ()> {
        let Some(properties) = &self.properties else { return Ok(None) };
        if let Some(property) = properties.iter().find(|property| property.name == name) {
            return Ok(Some(property));
        }
        let is_common = COMMON.contains(&name) || name.starts_with("data-") || name.starts_with("aria-");
        if is_common { Ok(None) } else { Err(()) }
    }
}

/// The level of a heading that a value stands for.
pub(crate) fn heading_level(value: &Value) -> Option<u8> {
    let number = value.as_u64().or_else(|| value.as_str()?.trim().parse().ok())?;
    u8::try_from(number).ok().filter(|level| (1..=6).contains(level))
}

fn property(text: &str) -> Property {
    let (name, kind) = text.split_once(':').unwrap_or((text, "any"));
    let (kind, is_required) = kind.strip_suffix('!').map_or((kind, false), |kind| (kind, true));
    let kind = match kind {
        "any" => PropertyKind::Any,
        "text" => PropertyKind::Text,
        "number" => PropertyKind::Number,
        "level" => PropertyKind::HeadingLevel,
        "boolean" => PropertyKind::Boolean,
        "list" => PropertyKind::List,
        "object" => PropertyKind::Object,
        words => PropertyKind::OneOf(words.split('|').map(str::to_owned).collect()),
    };
    Property { name: name.to_owned(), kind, is_required }
}
