//! The article: a document's body as HTML.
//!
//! The markup contract with the style sheet is written down in `web/README.md`. Components are not known here: they
//! are handed to [`ArticleContext::render_component`], which asks React.

mod block;
mod code;
mod footnotes;
mod inline;
mod math;

use std::collections::{BTreeMap, BTreeSet};

use portico_diagnostics::Span;
use portico_diagram::DiagramError;
use portico_document::{Component, Image, Node, plain_text};
use portico_site::DocCard;
use serde_json::{Map, Value};

use crate::doc_cards::card_grid;
use crate::escape::escape;

pub use code::syntax_class;
pub(crate) use math::style_class;

/// What an article needs to know of the world around it.
pub trait ArticleContext {
    /// The address to write for a link target as the author wrote it.
    fn resolve_link(&self, href: &str) -> ResolvedLink;

    /// The address and size to write for an image.
    fn resolve_image(&self, image: &Image) -> ResolvedImage;

    /// The HTML of a component, with a token for each slot (see [`slot_token`]); `None` if there is no such
    /// component, in which case its name is shown with its content.
    fn render_component(&self, used: &ComponentUse<'_>) -> Result<Option<RenderedComponent>, FailureReason>;

    /// What `<DocCardList>` shows on this page.
    fn doc_cards(&self) -> Vec<DocCard>;
}

/// A component as a page uses it.
#[derive(Clone, Copy, Debug)]
pub struct ComponentUse<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its properties.
    pub props: &'a Map<String, Value>,
    /// How many parts its content has.
    pub n_slots: usize,
    /// Whether it stands within a line.
    pub is_inline: bool,
    /// What ids begin with that React makes in a component of the site, so that those of two uses on a page differ.
    /// Components of the theme make none.
    pub id_prefix: &'a str,
}

/// A link target, ready to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolvedLink {
    /// Address.
    pub href: String,
    /// Whether it leads outside the site.
    pub is_external: bool,
}

/// An image, ready to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolvedImage {
    /// Address.
    pub src: String,
    /// Width and height in pixels, if known.
    pub size: Option<(usize, usize)>,
}

/// A component as React rendered it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedComponent {
    /// HTML with slot tokens.
    pub html: String,
    /// Whether the browser makes it interactive.
    pub is_interactive: bool,
    /// Address of the module that the browser loads it from; `None` for components of the theme.
    pub module: Option<String>,
}

/// An article as HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Article {
    /// The HTML.
    pub html: String,
    /// Every id in it, for the link check.
    pub ids: BTreeSet<String>,
    /// Names of the islands in it.
    pub islands: BTreeSet<String>,
    /// Parts that could not be rendered.
    pub failures: Vec<Failure>,
}

/// A part of an article that could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Where the whole part stands in the page's source.
    pub span: Span,
    /// Why.
    pub reason: FailureReason,
}

/// Why a part of an article could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FailureReason {
    /// A diagram has a mistake; the place is in the diagram's own text.
    Diagram(DiagramError),
    /// A component does not take its properties; this is what it says.
    Component(String),
    /// A component of the site throws; the path of its module, and what it says.
    Module(String, String),
}

/// Stands in a component's HTML for the content of its `index`th slot.
pub fn slot_token(index: usize) -> String {
    format!("\u{e000}slot:{index}\u{e001}")
}

/// Writes a body as HTML.
pub fn render_article(body: &[Node], context: &dyn ArticleContext) -> Article {
    let mut writer = Writer {
        context,
        html: String::new(),
        islands: BTreeSet::new(),
        footnotes: footnotes::collect(body),
        referenced: BTreeMap::new(),
        heading: String::new(),
        n_diagrams: 0,
        n_formulas: 0,
        n_components: 0,
        failures: Vec::new(),
        table_labels: BTreeMap::new(),
    };
    writer.blocks(body);
    writer.footnote_section();
    let ids = ids_of(&writer.html);
    Article { html: writer.html, ids, islands: writer.islands, failures: writer.failures }
}

/// Inline content as HTML, for toc entries: emphasis and code are kept, links and images are unwrapped.
pub fn render_inline_label(nodes: &[Node]) -> String {
    let mut html = String::new();
    inline::label(nodes, &mut html);
    html
}

struct Writer<'a> {
    context: &'a dyn ArticleContext,
    html: String,
    islands: BTreeSet<String>,
    footnotes: BTreeMap<String, &'a [Node]>,
    /// Footnotes in the order of their first reference, with the number of references so far.
    referenced: BTreeMap<String, (usize, usize)>,
    /// Text of the last heading: the name of the tables below it.
    heading: String,
    n_diagrams: usize,
    /// Formulas that stand on their own.
    n_formulas: usize,
    n_components: usize,
    failures: Vec<Failure>,
    /// How many tables have each name.
    table_labels: BTreeMap<String, usize>,
}

impl Writer<'_> {
    fn push(&mut self, html: &str) {
        self.html.push_str(html);
    }

    fn push_text(&mut self, text: &str) {
        self.html.push_str(&escape(text));
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.push(" ");
        self.push(name);
        self.push("=\"");
        self.push_text(value);
        self.push("\"");
    }

    fn close(&mut self, tag: &str) {
        self.push("</");
        self.push(tag);
        self.push(">");
    }

    /// Inline content in an element without attributes.
    fn within(&mut self, tag: &str, children: &[Node]) {
        self.push("<");
        self.push(tag);
        self.push(">");
        self.inlines(children);
        self.close(tag);
    }

    /// Writes nodes and gives their HTML instead of adding it to the article.
    fn captured(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.html);
        write(self);
        std::mem::replace(&mut self.html, before)
    }

    fn component(&mut self, component: &Component, span: Span) {
        let around = || self.context.doc_cards();
        if let Some(grid) = card_grid(component, &around) {
            return self.component(&grid, span);
        }
        let id_prefix = format!("i{}-", self.n_components);
        self.n_components += 1;
        let (props, slots) = component_parts(component);
        let props = self.resolve_props(props);
        let contents: Vec<String> =
            slots
                .iter()
                .map(|nodes| {
                    self.captured(|writer| {
                        if component.is_inline { writer.inlines(nodes) } else { writer.blocks(nodes) }
                    })
                })
                .collect();
        let Component { name, is_inline, .. } = component;
        let n_slots = contents.len();
        let used =
            ComponentUse { name, props: &props, n_slots, is_inline: *is_inline, id_prefix: &id_prefix };
        let rendered = match self.context.render_component(&used) {
            Ok(Some(rendered)) => rendered,
            Ok(None) => return self.unknown_component(component, &contents),
            Err(reason) => {
                self.failures.push(Failure { span, reason });
                return self.unknown_component(component, &contents);
            }
        };
        let filled = contents
            .iter()
            .enumerate()
            .fold(rendered.html, |html, (index, content)| html.replacen(&slot_token(index), content, 1));
        if rendered.is_interactive {
            self.islands.insert(component.name.clone());
            self.push("<portico-island");
            self.attribute("data-component", &component.name);
            if let Some(module) = &rendered.module {
                self.attribute("data-module", module);
                self.attribute("data-id-prefix", &id_prefix);
            }
            self.attribute("data-props", &Value::Object(props).to_string());
            self.push(">");
            self.push(&filled);
            self.push("</portico-island>");
        } else {
            self.push(&filled);
        }
    }

    /// Says which component is missing, so that nothing vanishes without a trace, and writes its content.
    fn unknown_component(&mut self, component: &Component, contents: &[String]) {
        let (outer, label) = if component.is_inline { ("span", "span") } else { ("div", "p") };
        self.push("<");
        self.push(outer);
        self.push(" class=\"missing-component\">");
        self.push("<");
        self.push(label);
        self.push(" class=\"missing-component-name\">Not shown here: <code>");
        self.push_text(&component.name);
        self.push("</code>");
        self.close(label);
        for content in contents {
            if component.is_inline {
                self.push(" ");
            }
            self.push(content);
        }
        self.close(outer);
    }

    /// Properties that name places are written as links are.
    fn resolve_props(&self, mut props: Map<String, Value>) -> Map<String, Value> {
        for name in ["href", "to"] {
            if let Some(Value::String(href)) = props.get_mut(name) {
                *href = self.context.resolve_link(href).href;
            }
        }
        props
    }
}

/// A component's properties and the parts of its content that become slots.
///
/// `<Tabs>` is the one component whose children are data: each `<TabItem>` gives a tab and a slot.
fn component_parts(component: &Component) -> (Map<String, Value>, Vec<&[Node]>) {
    let mut props = component.props.clone();
    if component.name != "Tabs" {
        let slots = if component.children.is_empty() { vec![] } else { vec![component.children.as_slice()] };
        return (props, slots);
    }
    let (mut tabs, mut slots) = (Vec::new(), Vec::new());
    let wanted = props.remove("defaultValue");
    for node in &component.children {
        if let portico_document::NodeKind::Component(item) = &node.kind {
            let text = |name: &str| item.props.get(name).and_then(Value::as_str).map(str::to_owned);
            let value = text("value").or_else(|| text("label")).unwrap_or_else(|| plain_text(&item.children));
            let label = text("label").unwrap_or_else(|| value.clone());
            let is_default = wanted.as_ref().and_then(Value::as_str) == Some(value.as_str())
                || item.props.get("default").is_some_and(|flag| flag != &Value::Bool(false));
            tabs.push(serde_json::json!({ "value": value, "label": label, "isDefault": is_default }));
            slots.push(item.children.as_slice());
        }
    }
    let has_default = tabs.iter().any(|tab| tab["isDefault"] == Value::Bool(true));
    if let Some(first) = tabs.first_mut().filter(|_| !has_default) {
        first["isDefault"] = Value::Bool(true);
    }
    props.insert("tabs".into(), Value::Array(tabs));
    (props, slots)
}

/// Every `id` and `name` attribute in a piece of HTML that we or the author wrote.
pub fn ids_of(html: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for marker in [" id=\"", " name=\""] {
        for at in memchr::memmem::find_iter(html.as_bytes(), marker) {
            let bracket = html[..at].rfind(['<', '>']);
            let is_in_tag = bracket.is_some_and(|at| html[at..].starts_with('<'));
            let value = html[at + marker.len()..].split('"').next();
            ids.extend(value.filter(|value| is_in_tag && !value.is_empty()).map(unescape));
        }
    }
    ids
}

fn unescape(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&amp;", "&")];
    pairs.iter().fold(text.to_owned(), |text, (entity, character)| text.replace(entity, character))
}
