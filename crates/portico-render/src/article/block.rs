//! Blocks: headings, lists, tables, admonitions and containers.

use portico_document::{AdmonitionKind, List, Node, NodeKind, Table, TableCell, plain_text};

use portico_diagnostics::Span;
use portico_diagram::Options;

use super::{Failure, FailureReason, Writer};

/// Elements without content.
const VOID_ELEMENTS: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

impl Writer<'_> {
    pub(super) fn blocks(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.block(node);
        }
    }

    fn block(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Paragraph(children) => self.within("p", children),
            NodeKind::Heading { level, id, children } => self.heading(*level, id, children),
            NodeKind::Quote(children) => {
                self.push("<blockquote>");
                self.blocks(children);
                self.push("</blockquote>");
            }
            NodeKind::List(list) => self.list(list),
            NodeKind::Code(code) => self.code(code),
            NodeKind::Table(table) => self.table(table),
            NodeKind::Admonition { kind, title, children } => {
                self.admonition(*kind, title.as_deref(), children);
            }
            NodeKind::Component(component) => self.component(component, node.span),
            NodeKind::Element { tag, attributes, children } => {
                self.open_element(tag, attributes);
                if !VOID_ELEMENTS.contains(&tag.as_str()) {
                    self.blocks(children);
                    self.close(tag);
                }
            }
            NodeKind::Html(html) => self.push(html),
            NodeKind::Diagram { notation, source } => self.diagram(notation, source, node.span),
            NodeKind::Math(formula) if formula.is_block => self.block_formula(formula),
            NodeKind::ThematicBreak => self.push("<hr>"),
            NodeKind::FootnoteDefinition { .. } => {}
            _ => self.inline(node),
        }
    }

    fn heading(&mut self, level: u8, id: &str, children: &[Node]) {
        let tag = ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(level.clamp(1, 6)) - 1];
        let text = plain_text(children);
        self.push("<");
        self.push(tag);
        self.attribute("id", id);
        self.push(">");
        self.inlines(children);
        self.push("<a class=\"anchor\"");
        self.attribute("href", &format!("#{id}"));
        self.attribute("aria-label", &format!("Direct link to {text}"));
        self.push("></a>");
        self.close(tag);
        self.heading = text;
    }

    fn list(&mut self, list: &List) {
        let tag = if list.start.is_some() { "ol" } else { "ul" };
        self.push("<");
        self.push(tag);
        if let Some(start) = list.start.filter(|start| *start != 1) {
            self.attribute("start", &start.to_string());
        }
        if list.items.iter().any(|item| item.is_checked.is_some()) {
            self.attribute("class", "task-list");
        }
        self.push(">");
        for item in &list.items {
            self.push("<li>");
            if let Some(is_checked) = item.is_checked {
                let label = plain_text(&item.children);
                self.push("<input type=\"checkbox\" disabled");
                self.push(if is_checked { " checked" } else { "" });
                self.attribute("aria-label", &label);
                self.push("> ");
            }
            for child in &item.children {
                match &child.kind {
                    NodeKind::Paragraph(children) if list.is_tight => self.inlines(children),
                    _ => self.block(child),
                }
            }
            self.push("</li>");
        }
        self.close(tag);
    }

    fn table(&mut self, table: &Table) {
        let label = self.table_label();
        self.push("<div class=\"table\" role=\"region\" tabindex=\"0\"");
        self.attribute("aria-label", &label);
        self.push("><table><thead><tr>");
        for cell in &table.head {
            self.cell("th", cell);
        }
        self.push("</tr></thead><tbody>");
        for (index, row) in table.rows.iter().enumerate() {
            self.push("<tr");
            if let Some(id) = table.row_ids.get(index).and_then(Option::as_ref) {
                self.attribute("id", id);
            }
            self.push(">");
            for cell in row {
                self.cell("td", cell);
            }
            self.push("</tr>");
        }
        self.push("</tbody></table></div>");
    }

    /// Names a table by the heading it stands under, so that no two on a page have the same name.
    fn table_label(&mut self) -> String {
        let label = match self.heading.as_str() {
            "" => "Table".to_owned(),
            heading => format!("Table: {heading}"),
        };
        let n_before = self.table_labels.entry(label.clone()).or_default();
        *n_before += 1;
        if *n_before == 1 { label } else { format!("{label}, {n_before}") }
    }

    fn cell(&mut self, tag: &str, cell: &TableCell) {
        // A head without text heads nothing.
        let tag = if cell.children.is_empty() { "td" } else { tag };
        self.push("<");
        self.push(tag);
        if tag == "th" {
            self.attribute("scope", "col");
        }
        if let Some(align) = cell.align {
            self.attribute("data-align", align);
        }
        self.push(">");
        self.inlines(&cell.children);
        self.close(tag);
    }

    fn admonition(&mut self, kind: AdmonitionKind, title: Option<&[Node]>, children: &[Node]) {
        self.push("<div class=\"admonition\" role=\"note\"");
        self.attribute("data-kind", kind.name());
        self.push("><p class=\"admonition-title\">");
        match title {
            Some(title) => self.inlines(title),
            None => self.push(match kind {
                AdmonitionKind::Note => "Note",
                AdmonitionKind::Tip => "Tip",
                AdmonitionKind::Info => "Info",
                AdmonitionKind::Warning => "Warning",
                AdmonitionKind::Danger => "Danger",
            }),
        }
        self.push("</p>");
        self.blocks(children);
        self.push("</div>");
    }

    /// Draws a diagram; one that cannot be drawn is shown as its source.
    fn diagram(&mut self, notation: &str, source: &str, span: Span) {
        self.push("<figure class=\"diagram\"");
        self.attribute("data-notation", notation);
        self.push(">");
        self.n_diagrams += 1;
        let title = Some(self.heading.clone()).filter(|heading| !heading.is_empty());
        let options = Options { id_prefix: format!("diagram-{}", self.n_diagrams), title };
        match portico_diagram::render(source, &options) {
            Ok(diagram) => {
                self.push("<div class=\"diagram-scroll\" role=\"region\" tabindex=\"0\"");
                self.attribute("aria-label", &format!("Diagram {}: {}", self.n_diagrams, diagram.title));
                self.push(">");
                self.push(&diagram.svg);
                self.push("</div>");
            }
            Err(error) => {
                self.failures.push(Failure { span, reason: FailureReason::Diagram(error) });
                self.push("<pre tabindex=\"0\">");
                self.push_text(source);
                self.push("</pre>");
            }
        }
        self.push("</figure>");
    }
}
