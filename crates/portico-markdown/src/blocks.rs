//! Blocks: paragraphs, headings, lists, footnotes; quotes and tables have rooms of their own.

use portico_diagnostics::Span;
use portico_document::{List, ListItem, Node, NodeKind};
use satteri_ast::mdast::{
    MdastNodeType, decode_code_data, decode_footnote_definition_data, decode_heading_data, decode_list_data,
    decode_list_item_data, decode_math_data, decode_string_ref_data,
};

use crate::assemble::Piece;
use crate::code::Fence;
use crate::html::HtmlPlace;
use crate::include::is_blank;
use crate::math::FormulaPlace;
use crate::page::Region;
use crate::text::Use;
use crate::tree::Tree;

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
                self.check_table_lines(tree, (start, end));
                self.check_beginning(tree, own);
                let children = self.inlines(tree, id, depth + 1);
                return push_paragraphs(children, span, pieces);
            }
            MdastNodeType::Heading => self.heading(tree, id, decode_heading_data(data).depth, depth),
            MdastNodeType::ThematicBreak => NodeKind::ThematicBreak,
            MdastNodeType::Blockquote => {
                let children = self.blocks(tree, id, depth + 1);
                self.quote(children, own)
            }
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
