//! Tables, and lines that look like one and are none.

use portico_diagnostics::{Code, Diagnostic};
use portico_document::{Table, TableCell};
use satteri_ast::mdast::{ColumnAlign, decode_table_alignments};

use crate::page::Region;
use crate::tree::Tree;
use crate::{MAX_TABLE_CELLS, MAX_TABLE_COLUMNS};

impl Region<'_, '_> {
    /// Makes a table of a node.
    pub(crate) fn table(&mut self, tree: &Tree<'_>, id: u32, depth: usize) -> Table {
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
            if !rows.is_empty() {
                self.check_row(tree, row, rows[0].len());
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

    /// Reports what stands in a row behind the last column: GFM drops it.
    fn check_row(&mut self, tree: &Tree<'_>, row: u32, n_columns: usize) {
        let (start, end) = tree.range(row);
        let text = tree.masked_text(start, end);
        let Some(excess) = cells(text).nth(n_columns) else { return };
        let n_cells = cells(text).count();
        let rest = text[excess..].trim_end().trim_end_matches('|').trim_end();
        if rest.trim_matches(['|', ' ', '\t']).is_empty() {
            return;
        }
        let from = start + excess + (rest.len() - rest.trim_start().len());
        let place = self.mask.source_span(from, start + excess + rest.len());
        let message =
            format!("this row has {n_cells} cells and the table {n_columns}: the rest is not shown");
        let help =
            "write `\\|` for the character itself, or add a column to the header and the line below it";
        self.report(Diagnostic::new(Code::MarkdownTable, message).help(help), place);
    }

    /// Reports a line as below the header of a table, in a paragraph: something keeps the table from being one.
    pub(crate) fn check_table_lines(&mut self, tree: &Tree<'_>, (start, end): (usize, usize)) {
        let text = tree.masked_text(start, end);
        if !text.contains('|') {
            return;
        }
        let mut at = start;
        let mut header = None;
        for line in text.split_inclusive('\n') {
            let row = line.trim_start_matches(['>', ' ', '\t']);
            let from = at + (line.len() - row.len());
            let row = row.trim_end();
            if is_delimiter_row(row) {
                let diagnostic = no_table(header, row);
                let place = self.mask.source_span(from, from + row.len());
                return self.report(diagnostic, place);
            }
            header = Some(row);
            at += line.len();
        }
    }
}

/// Where the cells of a row begin, as GFM takes rows apart: at each `|` without a backslash, also within code.
fn cells(row: &str) -> impl Iterator<Item = usize> {
    let row = row.trim_end();
    let first = row.len() - row.trim_start().strip_prefix('|').unwrap_or(row.trim_start()).len();
    let inner = row.strip_suffix('|').filter(|row| row.len() >= first && !row.ends_with('\\')).unwrap_or(row);
    let is_border = move |at: usize| at >= first && !inner[..at].ends_with('\\');
    let borders = inner.match_indices('|').map(|(at, _)| at).filter(move |at| is_border(*at));
    std::iter::once(first).chain(borders.map(|at| at + 1))
}

/// Whether a line is one that stands below a table's header: `| --- | :-: |`.
fn is_delimiter_row(line: &str) -> bool {
    // Some editors make one dash of two hyphens.
    let line = line.replace(['–', '—'], "--");
    line.contains('|')
        && line.contains('-')
        && line.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t'))
}

fn no_table(header: Option<&str>, delimiter: &str) -> Diagnostic {
    let Some(header) = header else {
        let message = "this table has no header row, so that it is shown as text";
        let help = "write the names of the columns on the line before, with no empty line between";
        return Diagnostic::new(Code::MarkdownTable, message).help(help);
    };
    let (n_header, n_delimiter) = (cells(header).count(), cells(delimiter).count());
    let message = if n_header == n_delimiter {
        "this line below the header of a table cannot be read, so that the table is shown as text".to_owned()
    } else {
        let s = if n_header == 1 { "" } else { "s" };
        format!(
            "the header above has {n_header} cell{s} and this line {n_delimiter}, so that the table is shown as text"
        )
    };
    let line = format!("|{}", " --- |".repeat(n_header.min(12)));
    let help = if n_header > 12 {
        "give this line as many cells as the header has".to_owned()
    } else {
        format!("write `{line}`")
    };
    Diagnostic::new(Code::MarkdownTable, message).help(help)
}
