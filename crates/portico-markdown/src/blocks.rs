//! Blocks: paragraphs, headings, lists, quotes, tables, footnotes.

use portico_diagnostics::{Code, Diagnostic, Span};
use portico_document::{AdmonitionKind, List, ListItem, Node, NodeKind, Table, TableCell};
use satteri_ast::mdast::{
    ColumnAlign, MdastNodeType, decode_code_data, decode_footnote_definition_data, decode_heading_data,
    decode_list_data, decode_list_item_data, decode_math_data, decode_string_ref_data,
    decode_table_alignments,
};

use crate::assemble::Piece;
use crate::code::Fence;
use crate::elements::own_title;
use crate::html::HtmlPlace;
use crate::include::is_blank;
use crate::math::FormulaPlace;
use crate::page::Region;
use crate::text::Use;
use crate::tree::Tree;
use crate::{MAX_TABLE_CELLS, MAX_TABLE_COLUMNS};

impl Region<'_, '_> {
    /// The children of a node as blocks.
    pub(crate) fn blocks(&mut self, tree: &Tree<'_>, parent: u32, depth: usize) -> Vec<Node> {
        let children = tree.children(parent);
        let mut pieces = Vec::with_capacity(children.len());
        for child in children {
            self.block(tree, *child, depth, &mut pieces);
        }
        self.assemble(pieces, depth)
    }

    fn block(&mut self, tree: &Tree<'_>, id: u32, depth: usize, pieces: &mut Vec<Piece>) {
        let (start, end) = tree.range(id);
        let own = self.mask.source_span(start, end);
        if self.is_too_deep(depth, own) {
            return;
        }
        let span = self.node_span(own);
        let data = tree.data(id);
        let kind = match tree.kind(id) {
            MdastNodeType::Paragraph => {
                let children = self.inlines(tree, id, depth + 1);
                return push_paragraphs(children, span, pieces);
            }
            MdastNodeType::Heading => self.heading(tree, id, decode_heading_data(data).depth, depth),
            MdastNodeType::ThematicBreak => NodeKind::ThematicBreak,
            MdastNodeType::Blockquote => quote(self.blocks(tree, id, depth + 1), span),
            MdastNodeType::List => self.list(tree, id, depth),
            MdastNodeType::Html => {
                let value = tree.string(decode_string_ref_data(data));
                return self.html(value, (tree.masked_text(start, end), start), HtmlPlace::Block, pieces);
            }
            MdastNodeType::Code => {
                let code = decode_code_data(data);
                let language = self.restore(tree.string(code.lang), Use::Plain);
                let meta = self.restore(tree.string(code.meta), Use::Plain);
                let text = self.restore(tree.string(code.value), Use::Code);
                let fence = Fence { language: &language, meta: &meta, code: &text, span: own };
                let node = self.code_block(&fence);
                return pieces.push(Piece::Node(node));
            }
            MdastNodeType::Table => NodeKind::Table(Box::new(self.table(tree, id, depth))),
            MdastNodeType::FootnoteDefinition => {
                let label = tree.string(decode_footnote_definition_data(data).label).to_owned();
                NodeKind::FootnoteDefinition { label, children: self.blocks(tree, id, depth + 1) }
            }
            MdastNodeType::Math => {
                let source = self.restore(tree.string(decode_math_data(data).value), Use::Code);
                self.formula((tree, id), source, FormulaPlace::Block)
            }
            MdastNodeType::Definition => return,
            _ => {
                let children = self.inlines(tree, id, depth + 1);
                NodeKind::Paragraph(children)
            }
        };
        pieces.push(Piece::Node(Node::new(kind, span)));
    }

    fn list(&mut self, tree: &Tree<'_>, id: u32, depth: usize) -> NodeKind {
        let list = decode_list_data(tree.data(id));
        let mut is_tight = !list.spread;
        let mut items = Vec::with_capacity(tree.children(id).len());
        for &child in tree.children(id) {
            let item = decode_list_item_data(tree.data(child));
            is_tight &= !item.spread;
            let (start, end) = tree.range(child);
            let span = self.node_span(self.mask.source_span(start, end));
            let is_checked = match item.checked {
                0 => Some(false),
                1 => Some(true),
                _ => None,
            };
            items.push(ListItem { is_checked, children: self.blocks(tree, child, depth + 1), span });
        }
        let start = list.ordered.then_some(u64::from(list.start));
        NodeKind::List(List { start, is_tight, items })
    }

    fn table(&mut self, tree: &Tree<'_>, id: u32, depth: usize) -> Table {
        let aligns: Vec<Option<&'static str>> = decode_table_alignments(tree.data(id))
            .into_iter()
            .map(|align| match align {
                ColumnAlign::None => None,
                ColumnAlign::Left => Some("left"),
                ColumnAlign::Right => Some("right"),
                ColumnAlign::Center => Some("center"),
            })
            .collect();
        let mut rows: Vec<Vec<TableCell>> = Vec::new();
        for &row in tree.children(id) {
            let mut cells = Vec::with_capacity(aligns.len());
            for (column, &cell) in tree.children(row).iter().enumerate() {
                let align = aligns.get(column).copied().flatten();
                cells.push(TableCell { align, children: self.inlines(tree, cell, depth + 1) });
            }
            rows.push(cells);
        }
        let mut head = if rows.is_empty() { Vec::new() } else { rows.remove(0) };
        let (start, end) = tree.range(id);
        let place = self.mask.source_span(start, end);
        if head.len() > MAX_TABLE_COLUMNS {
            head.truncate(MAX_TABLE_COLUMNS);
            let message =
                format!("the table has more than {MAX_TABLE_COLUMNS} columns; the others are left out");
            self.report(Diagnostic::new(Code::MarkdownLimit, message), place);
        }
        // Short rows are filled up, so that few bytes can ask for many cells.
        let n_rows = MAX_TABLE_CELLS / head.len().max(1);
        if rows.len() > n_rows {
            rows.truncate(n_rows);
            let message =
                format!("the table has more than {MAX_TABLE_CELLS} cells; the rows after them are left out");
            self.report(Diagnostic::new(Code::MarkdownLimit, message), place);
        }
        for row in &mut rows {
            for column in row.len()..head.len() {
                row.push(TableCell { align: aligns.get(column).copied().flatten(), children: Vec::new() });
            }
            row.truncate(head.len());
        }
        Table { head, rows, row_ids: Vec::new() }
    }
}

/// Makes a paragraph of a line's content; blocks that a partial brought into it stand between paragraphs.
fn push_paragraphs(children: Vec<Node>, span: Span, pieces: &mut Vec<Piece>) {
    let mut line = Vec::new();
    if children.iter().any(|child| is_block(&child.kind)) {
        for child in children {
            if is_block(&child.kind) {
                push_paragraph(std::mem::take(&mut line), span, pieces);
                pieces.push(Piece::Node(child));
            } else {
                line.push(child);
            }
        }
    } else {
        line = children;
    }
    push_paragraph(line, span, pieces);
}

fn push_paragraph(line: Vec<Node>, span: Span, pieces: &mut Vec<Piece>) {
    if !line.iter().all(is_blank) {
        pieces.push(Piece::Node(Node::new(NodeKind::Paragraph(line), span)));
    }
}

/// Whether a node is never part of a line of text.
fn is_block(kind: &NodeKind) -> bool {
    if let NodeKind::Math(formula) = kind {
        return formula.is_block;
    }
    matches!(
        kind,
        NodeKind::Paragraph(_)
            | NodeKind::Heading { .. }
            | NodeKind::Quote(_)
            | NodeKind::List(_)
            | NodeKind::Code(_)
            | NodeKind::Table(_)
            | NodeKind::Admonition { .. }
            | NodeKind::Diagram { .. }
            | NodeKind::ThematicBreak
            | NodeKind::FootnoteDefinition { .. }
    )
}

/// A block quote, or the admonition that GitHub makes of one that begins with `[!NOTE]`.
fn quote(mut children: Vec<Node>, span: Span) -> NodeKind {
    let Some((kind, name)) = alert(&mut children) else { return NodeKind::Quote(children) };
    NodeKind::Admonition { kind, title: own_title(name, span), children }
}

fn alert(children: &mut Vec<Node>) -> Option<(AdmonitionKind, &'static str)> {
    let NodeKind::Paragraph(inlines) = &mut children.first_mut()?.kind else { return None };
    let NodeKind::Text(text) = &mut inlines.first_mut()?.kind else { return None };
    let (name, rest) = text.strip_prefix("[!")?.split_once(']')?;
    let found = match name.to_ascii_lowercase().as_str() {
        "note" => (AdmonitionKind::Note, "note"),
        "important" => (AdmonitionKind::Note, "important"),
        "tip" => (AdmonitionKind::Tip, "tip"),
        "warning" => (AdmonitionKind::Warning, "warning"),
        "caution" => (AdmonitionKind::Danger, "caution"),
        _ => return None,
    };
    if !rest.is_empty() && !rest.starts_with('\n') {
        return None;
    }
    let rest = rest.trim_start().to_owned();
    if rest.is_empty() {
        inlines.remove(0);
        if matches!(inlines.first().map(|node| &node.kind), Some(NodeKind::LineBreak)) {
            inlines.remove(0);
        }
    } else {
        *text = rest;
    }
    if inlines.is_empty() {
        children.remove(0);
    }
    Some(found)
}
