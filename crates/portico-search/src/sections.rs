//! From a page's body to its sections: what stands at the top, what stands below each heading, and rows of tables that
//! are worth a result of their own.

use std::collections::HashMap;

use portico_document::{Component, Node, NodeKind, plain_text};
use serde_json::Value;

use crate::RecordKind;
use crate::rows::{Row, RowPlace, read_rows};

/// A section of a page, as [`crate::Record`] describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) anchor: String,
    pub(crate) kind: RecordKind,
    pub(crate) trail: Vec<String>,
    pub(crate) heading: String,
    pub(crate) names: Vec<String>,
    pub(crate) text: String,
    pub(crate) code: String,
}

/// Properties of components that readers see.
const VISIBLE_PROPERTIES: [&str; 7] = ["title", "label", "summary", "lead", "eyebrow", "caption", "text"];

/// What can be found on a page; the first of its sections is the page itself.
#[derive(Clone, Debug)]
pub struct Sections(pub(crate) Vec<Section>);

impl Sections {
    /// Cuts a page's content.
    pub fn new(title: &str, nodes: &[Node]) -> Self {
        let first = Section {
            anchor: String::new(),
            kind: RecordKind::Page,
            trail: Vec::new(),
            heading: title.to_owned(),
            names: Vec::new(),
            text: String::new(),
            code: String::new(),
        };
        let mut cutter = Cutter { sections: vec![first], open: Vec::new(), rows: HashMap::new() };
        cutter.nodes(nodes.iter());
        Self(cutter.sections)
    }
}

struct Cutter {
    sections: Vec<Section>,
    /// The headings that we are below: level and position in `sections`.
    open: Vec<(u8, usize)>,
    /// Sections made from rows, by the code or field that they explain and the section they stand in (none for codes,
    /// which are explained once on a page).
    rows: HashMap<(String, Option<usize>), usize>,
}

impl Cutter {
    fn nodes<'a>(&mut self, nodes: impl Iterator<Item = &'a Node>) {
        nodes.for_each(|node| self.node(node));
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Heading { level, id, children } => self.heading(*level, id, children),
            NodeKind::Paragraph(children) => self.text(&plain_text(children)),
            NodeKind::Code(code) => {
                self.text(code.title.as_deref().unwrap_or_default());
                self.code(&code.text());
            }
            NodeKind::Math(formula) => self.text(&formula.text),
            NodeKind::Table(table) => {
                let (text, rows) = read_rows(table);
                self.text(&text);
                for row in rows {
                    self.row(row);
                }
            }
            NodeKind::Admonition { title, children, .. } => {
                self.text(&plain_text(title.as_deref().unwrap_or_default()));
                self.nodes(children.iter());
            }
            NodeKind::Component(component) => self.component(component),
            NodeKind::List(_) | NodeKind::Quote(_) | NodeKind::FootnoteDefinition { .. } => {
                self.nodes(node.children().into_iter());
            }
            NodeKind::Element { children, .. } if children.iter().any(is_block) => {
                self.nodes(children.iter());
            }
            NodeKind::Html(_) | NodeKind::Diagram { .. } | NodeKind::ThematicBreak => {}
            _ => self.text(&plain_text(std::slice::from_ref(node))),
        }
    }

    fn heading(&mut self, level: u8, id: &str, children: &[Node]) {
        self.open.retain(|(above, _)| *above < level);
        let trail = self.open.iter().map(|(_, at)| self.sections[*at].heading.clone()).collect();
        self.open.push((level, self.sections.len()));
        self.sections.push(Section {
            anchor: id.to_owned(),
            kind: RecordKind::Heading,
            trail,
            heading: tidy(&plain_text(children)),
            names: code_names(children),
            text: String::new(),
            code: String::new(),
        });
    }

    /// The section that is being read.
    fn current(&self) -> usize {
        self.open.last().map_or(0, |(_, at)| *at)
    }

    fn text(&mut self, text: &str) {
        let at = self.current();
        push_line(&mut self.sections[at].text, &tidy(text));
    }

    fn code(&mut self, code: &str) {
        let at = self.current();
        push_line(&mut self.sections[at].code, code.trim());
    }

    fn component(&mut self, component: &Component) {
        if component.name == "Endpoint" {
            self.endpoint(component);
        }
        for name in VISIBLE_PROPERTIES {
            if let Some(text) = component.props.get(name).and_then(Value::as_str) {
                self.text(text);
            }
        }
        if component.is_inline {
            self.text(&plain_text(&component.children));
        } else {
            self.nodes(component.children.iter());
        }
    }

    /// The section that names an endpoint is an operation.
    fn endpoint(&mut self, component: &Component) {
        let property = |name| component.props.get(name).and_then(Value::as_str).unwrap_or_default();
        let (method, path) = (property("method"), property("path"));
        let at = self.current();
        let section = &mut self.sections[at];
        section.kind = RecordKind::Operation;
        section.names.push(path.to_owned());
        push_line(&mut section.text, format!("{method} {path}").trim());
    }

    fn row(&mut self, row: Row) {
        let current = self.current();
        let (anchor, kind, key) = match row.place {
            RowPlace::Section => {
                let section = &mut self.sections[current];
                push_line(&mut section.text, &row.text);
                let new: Vec<String> =
                    row.names.into_iter().filter(|name| !section.names.contains(name)).collect();
                section.names.extend(new);
                return;
            }
            RowPlace::Own(anchor) => (anchor, RecordKind::Code, (row.names[0].clone(), None)),
            RowPlace::Named => {
                let anchor = self.sections[current].anchor.clone();
                (anchor, RecordKind::Field, (row.names[0].clone(), Some(current)))
            }
        };
        // A second table may say more about a code that has its anchor in the first one.
        let known = self.rows.get(&key).or_else(|| self.rows.get(&(key.0.clone(), None))).copied();
        if let Some(known) = known {
            push_line(&mut self.sections[known].text, &row.text);
            return;
        }
        let mut trail = self.sections[current].trail.clone();
        if current > 0 {
            trail.push(self.sections[current].heading.clone());
        }
        // The section itself is found by the names in it as well, though less than the rows.
        push_line(&mut self.sections[current].code, &row.names.join(" "));
        self.rows.insert(key, self.sections.len());
        self.sections.push(Section {
            anchor,
            kind,
            trail,
            heading: row.heading,
            names: row.names,
            text: row.text,
            code: String::new(),
        });
    }
}

/// The codes among inline content.
pub(crate) fn code_names(nodes: &[Node]) -> Vec<String> {
    let mut names = Vec::new();
    for node in nodes {
        match &node.kind {
            NodeKind::InlineCode(code) => names.push(code.trim().to_owned()),
            _ => names.extend(
                node.children().into_iter().flat_map(|child| code_names(std::slice::from_ref(child))),
            ),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn is_block(node: &Node) -> bool {
    matches!(
        node.kind,
        NodeKind::Paragraph(_)
            | NodeKind::Heading { .. }
            | NodeKind::List(_)
            | NodeKind::Code(_)
            | NodeKind::Table(_)
            | NodeKind::Quote(_)
            | NodeKind::Admonition { .. }
            | NodeKind::Component(_)
            | NodeKind::Element { .. }
    )
}

/// Text with single spaces.
pub(crate) fn tidy(text: &str) -> String {
    if is_tidy(text.as_bytes()) {
        return text.to_owned();
    }
    let mut tidy = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !tidy.is_empty() {
            tidy.push(' ');
        }
        tidy.push_str(word);
    }
    tidy
}

/// Whether [`tidy`] would change nothing: most texts are so. Says no to what is not ASCII, where spaces are many.
fn is_tidy(text: &[u8]) -> bool {
    let is_plain = text.iter().all(|byte| matches!(byte, b' '..=b'~'));
    is_plain && !text.starts_with(b" ") && !text.ends_with(b" ") && !text.windows(2).any(|pair| pair == b"  ")
}

fn push_line(text: &mut String, line: &str) {
    if line.is_empty() {
        return;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}
