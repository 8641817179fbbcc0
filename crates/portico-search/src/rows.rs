//! Rows of tables: many a reader looks for one code, field or event, and tables are where those are explained.

use std::collections::BTreeMap;

use portico_document::{Node, NodeKind, Table, TableCell, plain_text};

use crate::sections::{code_names, tidy};

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) place: RowPlace,
    /// What it is called: its code or name, and its title if a short one follows.
    pub(crate) heading: String,
    /// Codes and names that it explains; at least one unless its place is the section.
    pub(crate) names: Vec<String>,
    pub(crate) text: String,
}

/// Where a row's result leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RowPlace {
    /// To an anchor of its own.
    Own(String),
    /// To the section that the table stands in; but it has a name.
    Named,
    /// It is part of that section's text.
    Section,
}

/// A short title has at most so many words.
const LONGEST_TITLE: usize = 14;

/// Reads a table: the text of its head, and its rows.
pub(crate) fn read_rows(table: &Table) -> (String, Vec<Row>) {
    let head = row_text(&table.head);
    let mut rows: Vec<Row> = table
        .rows
        .iter()
        .enumerate()
        .map(|(at, cells)| read_row(cells, table.row_ids.get(at).and_then(Option::as_deref)))
        .collect();
    rows.extend(status_rows(table, &rows));
    (head, rows)
}

/// An HTTP status usually begins several rows. Where those have anchors, it leads to the first of them, else to the
/// table.
fn status_rows(table: &Table, rows: &[Row]) -> Vec<Row> {
    let mut by_status: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
    for (cells, row) in table.rows.iter().zip(rows) {
        if let Some(status) = status_number(cells) {
            by_status.entry(status).or_default().push(row);
        }
    }
    let to_row = |(status, rows): (String, Vec<&Row>)| {
        let names: Vec<&str> = rows.iter().flat_map(|row| &row.names).map(String::as_str).collect();
        let place = rows.iter().map(|row| &row.place).find(|place| matches!(place, RowPlace::Own(_)));
        Row {
            place: place.cloned().unwrap_or(RowPlace::Section),
            heading: status.clone(),
            text: if place.is_some() { names.join(", ") } else { String::new() },
            names: vec![status],
        }
    };
    by_status.into_iter().map(to_row).collect()
}

fn read_row(cells: &[TableCell], row_id: Option<&str>) -> Row {
    let text = row_text(cells);
    let own = row_id.map(|id| (id.to_owned(), 0)).or_else(|| {
        cells.iter().enumerate().take(2).find_map(|(at, cell)| Some((anchor_in(&cell.children)?, at)))
    });
    if let Some((anchor, at)) = own {
        let name = own_name(&cells[at], &anchor);
        let heading = match cells.get(at + 1).map(|cell| tidy(&plain_text(&cell.children))) {
            Some(title) if is_title(&title) => format!("{name} {title}"),
            _ => name.clone(),
        };
        return Row { place: RowPlace::Own(anchor), heading, names: vec![name], text };
    }
    let names = cells.first().map(|cell| explained_names(&cell.children)).unwrap_or_default();
    if names.is_empty() {
        return Row { place: RowPlace::Section, heading: String::new(), names, text };
    }
    Row { place: RowPlace::Named, heading: names.join(", "), names, text }
}

/// What a row with an anchor explains: the code in the anchored cell, else the cell's text, else the anchor.
fn own_name(cell: &TableCell, anchor: &str) -> String {
    let name =
        code_names(&cell.children).into_iter().next().unwrap_or_else(|| tidy(&plain_text(&cell.children)));
    if name.is_empty() { anchor.to_owned() } else { name }
}

fn is_title(text: &str) -> bool {
    let n_words = text.split(' ').count();
    !text.is_empty() && n_words <= LONGEST_TITLE && !text.ends_with('.')
}

/// The id of an element among inline content.
fn anchor_in(nodes: &[Node]) -> Option<String> {
    nodes.iter().find_map(|node| match &node.kind {
        NodeKind::Element { attributes, children, .. } => attributes
            .iter()
            .find(|attribute| attribute.name == "id")
            .and_then(|attribute| attribute.value.clone())
            .or_else(|| anchor_in(children)),
        _ => None,
    })
}

/// The names in a cell that holds nothing but codes or terms: `` `a`, `b` `` or `**Term**`; none for other cells.
fn explained_names(nodes: &[Node]) -> Vec<String> {
    let mut names = Vec::new();
    for node in nodes {
        match &node.kind {
            NodeKind::InlineCode(code) => names.push(code.trim().to_owned()),
            NodeKind::Strong(children) => names.push(tidy(&plain_text(children))),
            NodeKind::Link(link) => names.extend(explained_names(&link.children)),
            NodeKind::LineBreak => {}
            NodeKind::Text(text) if is_separator(text) => {}
            _ => return Vec::new(),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn is_separator(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.is_empty() || words.iter().all(|word| matches!(*word, "," | ";" | "/" | "or" | "and"))
}

/// The HTTP status that a row begins with.
fn status_number(cells: &[TableCell]) -> Option<String> {
    let text = tidy(&plain_text(&cells.first()?.children));
    let is_status =
        text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit()) && text.as_str() < "600";
    is_status.then_some(text)
}

fn row_text(cells: &[TableCell]) -> String {
    let texts = cells.iter().map(|cell| tidy(&plain_text(&cell.children)));
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" · ")
}
