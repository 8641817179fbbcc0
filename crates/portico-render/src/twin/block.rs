//! Blocks: paragraphs, headings, lists, quotes, tables and code.

use std::collections::BTreeMap;

use portico_diagnostics::Span;
use portico_document::{
    AdmonitionKind, CodeBlock, CodeLine, LineMark, List, ListItem, Node, NodeKind, Table, TableCell,
};

use super::Addresses;
use super::components::lower_component;
use super::elements::{ElementRole, element_role, lower_element};
use super::escape::longest_run;
use super::inline::Place;

/// Writes content as Markdown.
pub(super) struct Writer<'a> {
    pub(super) addresses: &'a dyn Addresses,
    /// Labels of the footnotes that have a text, as written there and as written here.
    footnotes: BTreeMap<String, String>,
}

/// A finished block, without a line break at its end.
struct Block {
    text: String,
    kind: BlockKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BlockKind {
    Paragraph,
    List(Marker),
    Other,
}

/// How the items of a list are marked. Neighbouring lists need different ones, or they would be one list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marker {
    Hyphen,
    Plus,
    Stop,
    Parenthesis,
}

impl<'a> Writer<'a> {
    pub(super) fn new(addresses: &'a dyn Addresses, body: &[Node]) -> Self {
        Self { addresses, footnotes: footnote_labels(body) }
    }

    /// A document's content; ends in a line break unless it is empty.
    pub(super) fn document(&self, nodes: &[Node]) -> String {
        let text = self.flow_text(nodes);
        if text.is_empty() { text } else { text + "\n" }
    }

    /// The label of a footnote that has a text.
    pub(super) fn footnote_label(&self, label: &str) -> Option<&str> {
        self.footnotes.get(label).map(String::as_str)
    }

    fn flow_text(&self, nodes: &[Node]) -> String {
        let blocks: Vec<String> = self.flow(nodes).into_iter().map(|block| block.text).collect();
        blocks.join("\n\n")
    }

    fn flow(&self, nodes: &[Node]) -> Vec<Block> {
        let mut blocks = Vec::new();
        self.push_flow(nodes, &mut blocks);
        blocks
    }

    /// Writes blocks; inline content among them becomes a paragraph.
    fn push_flow(&self, nodes: &[Node], blocks: &mut Vec<Block>) {
        let mut line: Vec<&Node> = Vec::new();
        for node in nodes {
            if is_inline(node) {
                line.push(node);
                continue;
            }
            self.push_paragraph(&std::mem::take(&mut line), blocks);
            self.push_block(node, blocks);
        }
        self.push_paragraph(&line, blocks);
    }

    fn push_paragraph(&self, nodes: &[&Node], blocks: &mut Vec<Block>) {
        push(BlockKind::Paragraph, self.inline_text(nodes, Place::Paragraph), blocks);
    }

    fn push_block(&self, node: &Node, blocks: &mut Vec<Block>) {
        match &node.kind {
            NodeKind::Paragraph(children) => self.push_flow(children, blocks),
            NodeKind::Heading { level, children, .. } => {
                let text = self.inline_text(&children.iter().collect::<Vec<_>>(), Place::Heading);
                if !text.is_empty() {
                    let signs = "#".repeat(usize::from((*level).clamp(1, 6)));
                    push(BlockKind::Other, format!("{signs} {text}"), blocks);
                }
            }
            NodeKind::Quote(children) => push(BlockKind::Other, quoted(&self.flow_text(children)), blocks),
            NodeKind::List(list) => self.push_list(list, blocks),
            NodeKind::Code(code) => push(BlockKind::Other, code_block(code), blocks),
            NodeKind::Table(table) => push(BlockKind::Other, self.table(table), blocks),
            NodeKind::Admonition { kind, title, children } => {
                let nodes = admonition(*kind, title.as_deref(), children);
                push(BlockKind::Other, quoted(&self.flow_text(&nodes)), blocks);
            }
            NodeKind::Component(component) => {
                self.push_flow(&lower_component(component, &|| self.addresses.doc_cards()), blocks);
            }
            NodeKind::Element { tag, attributes, children } => {
                self.push_flow(&lower_element(tag, attributes, children), blocks);
            }
            NodeKind::Diagram { notation, source } => {
                push(BlockKind::Other, fence(notation, source.trim_matches('\n')), blocks);
            }
            NodeKind::Math(formula) => {
                push(BlockKind::Other, fence("math", formula.source.trim_matches('\n')), blocks);
            }
            NodeKind::ThematicBreak => push(BlockKind::Other, "***".to_owned(), blocks),
            NodeKind::FootnoteDefinition { label, children } => self.push_footnote(label, children, blocks),
            _ => self.push_paragraph(&[node], blocks),
        }
    }

    fn push_footnote(&self, label: &str, children: &[Node], blocks: &mut Vec<Block>) {
        if let Some(label) = self.footnote_label(label) {
            let text = indented(&self.flow_text(children), 4);
            push(BlockKind::Other, format!("[^{label}]: {text}"), blocks);
        }
    }

    fn push_list(&self, list: &List, blocks: &mut Vec<Block>) {
        let before = blocks.last().map(|block| block.kind);
        let marker = match list.start {
            None if before == Some(BlockKind::List(Marker::Hyphen)) => Marker::Plus,
            None => Marker::Hyphen,
            Some(_) if before == Some(BlockKind::List(Marker::Stop)) => Marker::Parenthesis,
            Some(_) => Marker::Stop,
        };
        let items: Vec<String> =
            (0..).zip(&list.items).map(|(at, item)| self.item(list, item, at, marker)).collect();
        push(BlockKind::List(marker), items.join(if list.is_tight { "\n" } else { "\n\n" }), blocks);
    }

    fn item(&self, list: &List, item: &ListItem, at: u64, marker: Marker) -> String {
        // Readers take at most nine digits.
        let number = list.start.unwrap_or(1).min(900_000_000) + at;
        let marker = match marker {
            Marker::Hyphen => "-".to_owned(),
            Marker::Plus => "+".to_owned(),
            Marker::Stop => format!("{number}."),
            Marker::Parenthesis => format!("{number})"),
        };
        let blocks = self.flow(&item.children);
        let check = match (item.is_checked, blocks.first().map(|block| block.kind)) {
            (Some(true), Some(BlockKind::Paragraph)) => "[x] ",
            (Some(false), Some(BlockKind::Paragraph)) => "[ ] ",
            _ => "",
        };
        let mut text = String::from(check);
        let mut before = None;
        for Block { text: block, kind } in blocks {
            match before {
                None => {}
                Some(BlockKind::Paragraph) if list.is_tight && can_follow_directly(kind, &block) => {
                    text.push('\n');
                }
                Some(_) => text.push_str("\n\n"),
            }
            text.push_str(&block);
            before = Some(kind);
        }
        if text.is_empty() { marker } else { format!("{marker} {}", indented(&text, marker.len() + 1)) }
    }

    fn table(&self, table: &Table) -> String {
        let n_columns = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.head.len());
        if n_columns == 0 {
            return String::new();
        }
        let rule: String = (0..n_columns)
            .map(|at| match table.head.get(at).and_then(|cell| cell.align) {
                Some("left") => " :-- |",
                Some("center") => " :-: |",
                Some("right") => " --: |",
                _ => " --- |",
            })
            .collect();
        let mut lines = vec![self.row(&table.head, n_columns), format!("|{rule}")];
        lines.extend(table.rows.iter().map(|row| self.row(row, n_columns)));
        lines.join("\n")
    }

    fn row(&self, cells: &[TableCell], n_columns: usize) -> String {
        let mut row = String::from("|");
        for at in 0..n_columns {
            let nodes: Vec<&Node> =
                cells.get(at).map(|cell| cell.children.iter().collect()).unwrap_or_default();
            row.extend([" ", &self.inline_text(&nodes, Place::Cell), " |"]);
        }
        row
    }
}

fn push(kind: BlockKind, text: String, blocks: &mut Vec<Block>) {
    if !text.is_empty() {
        blocks.push(Block { text, kind });
    }
}

/// Whether a node stands within a line.
pub(super) fn is_inline(node: &Node) -> bool {
    match &node.kind {
        NodeKind::Text(_)
        | NodeKind::InlineCode(_)
        | NodeKind::Emphasis(_)
        | NodeKind::Strong(_)
        | NodeKind::Strikethrough(_)
        | NodeKind::Link(_)
        | NodeKind::Image(_)
        | NodeKind::LineBreak
        | NodeKind::Html(_)
        | NodeKind::FootnoteReference { .. } => true,
        NodeKind::Math(formula) => !formula.is_block,
        NodeKind::Component(component) => component.is_inline,
        NodeKind::Element { tag, children, .. } => match element_role(tag) {
            ElementRole::Inline => children.iter().all(is_inline),
            ElementRole::Block => false,
        },
        _ => false,
    }
}

/// Whether a block can follow a paragraph without a blank line: readers let only some lists interrupt one.
fn can_follow_directly(kind: BlockKind, text: &str) -> bool {
    matches!(kind, BlockKind::List(_)) && interrupts_paragraph(text)
}

/// Whether a list interrupts a paragraph: its first item has a text, and a number is one (`CommonMark` 0.31.2, 5.2). Some
/// readers ask the same of a list that begins within the first item, as in `- 2. x`.
fn interrupts_paragraph(list: &str) -> bool {
    let inner = ["- ", "+ ", "1. "].iter().find_map(|marker| list.strip_prefix(marker));
    inner.is_some_and(|inner| !begins_with_marker(inner) || interrupts_paragraph(inner))
}

fn begins_with_marker(text: &str) -> bool {
    let after_digits = text.trim_start_matches(|character: char| character.is_ascii_digit());
    let signs = if after_digits.len() < text.len() { ['.', ')'] } else { ['-', '+'] };
    after_digits.strip_prefix(signs).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n']))
}

fn quoted(text: &str) -> String {
    let lines: Vec<String> =
        text.lines().map(|line| if line.is_empty() { ">".to_owned() } else { format!("> {line}") }).collect();
    lines.join("\n")
}

/// Every line but the first moved to the right.
fn indented(text: &str, width: usize) -> String {
    let space = " ".repeat(width);
    let mut indented = String::with_capacity(text.len() + 16);
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            indented.push('\n');
            if !line.is_empty() {
                indented.push_str(&space);
            }
        }
        indented.push_str(line);
    }
    indented
}

fn code_block(code: &CodeBlock) -> String {
    let language = code.language.replace(['`', ' '], "");
    let is_change = |line: &CodeLine| matches!(line.mark, Some(LineMark::Added | LineMark::Removed));
    // Colours say which lines come and go; without them, signs have to.
    let (language, text) = if language != "diff" && code.lines.iter().any(is_change) {
        ("diff".to_owned(), with_signs(code))
    } else {
        (language, code.text())
    };
    match code.title.as_deref().filter(|title| !title.is_empty()) {
        Some(title) => {
            let title = title.replace(['`', '"'], "'").replace('\\', "\\\\");
            fence(format!("{language} title=\"{title}\"").trim_start(), &text)
        }
        None => fence(&language, &text),
    }
}

fn with_signs(code: &CodeBlock) -> String {
    let lines = code.lines.iter().zip(code.text().split('\n').map(str::to_owned).collect::<Vec<_>>());
    let signed = lines.map(|(line, text)| match line.mark {
        Some(LineMark::Added) => format!("+ {text}"),
        Some(LineMark::Removed) => format!("- {text}"),
        _ => format!("  {text}"),
    });
    signed.collect::<Vec<_>>().join("\n")
}

fn fence(info: &str, text: &str) -> String {
    let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
    let end = if text.is_empty() { "" } else { "\n" };
    format!("{fence}{info}\n{text}{end}{fence}")
}

/// An admonition as the content of a quote: its kind and title in bold, then what it says.
fn admonition(kind: AdmonitionKind, title: Option<&[Node]>, children: &[Node]) -> Vec<Node> {
    let name = match kind {
        AdmonitionKind::Note => "Note",
        AdmonitionKind::Tip => "Tip",
        AdmonitionKind::Info => "Info",
        AdmonitionKind::Warning => "Warning",
        AdmonitionKind::Danger => "Danger",
    };
    let title = title.filter(|title| {
        let text = portico_document::plain_text(title);
        !text.trim().is_empty() && !text.trim().eq_ignore_ascii_case(name)
    });
    let node = |kind| Node::new(kind, Span::default());
    let label = match title {
        Some(title) => {
            let mut label = vec![node(NodeKind::Text(format!("{name}: ")))];
            label.extend_from_slice(title);
            label
        }
        None => vec![node(NodeKind::Text(name.to_owned()))],
    };
    let mut nodes = vec![node(NodeKind::Paragraph(vec![node(NodeKind::Strong(label))]))];
    nodes.extend_from_slice(children);
    nodes
}

/// Labels of all footnotes with a text; characters that a reader would not take in a label are replaced.
fn footnote_labels(body: &[Node]) -> BTreeMap<String, String> {
    let mut labels = BTreeMap::new();
    let mut queue: Vec<&Node> = body.iter().collect();
    while let Some(node) = queue.pop() {
        if let NodeKind::FootnoteDefinition { label, .. } = &node.kind {
            let safe = label.chars().map(|character| {
                if character.is_alphanumeric() || matches!(character, '-' | '_' | '.') {
                    character
                } else {
                    '-'
                }
            });
            labels.insert(label.clone(), safe.collect());
        }
        queue.extend(node.children());
    }
    labels
}
