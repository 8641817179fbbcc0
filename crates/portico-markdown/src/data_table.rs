//! `<DataTable>`: a table made from a CSV file when the page is parsed.

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span, nearest};
use portico_document::{Node, NodeKind, Table, TableCell, slugify};
use serde_json::{Map, Value};

use crate::csv_quotes::quote_problems;
use crate::imports::{normalise, resolve_path};
use crate::page::Region;
use crate::tag::Tag;

/// So many rows that are too long are told of.
const MAX_LONG_ROWS: usize = 20;

/// A file with column names.
struct Records {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A condition of `where`.
struct Condition {
    column: usize,
    value: String,
    is_negated: bool,
}

impl Records {
    fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }
}

impl Region<'_, '_> {
    /// Expands a `<DataTable>`; nothing if the file cannot be used.
    pub(crate) fn data_table(&mut self, tag: &Tag) -> Option<NodeKind> {
        let props = self.checked_props(tag, "DataTable");
        let records = self.records(tag, &props)?;
        let shown = self.shown_columns(tag, &props, &records);
        let conditions = self.conditions(tag, &props, &records);
        let mut rows: Vec<&Vec<String>> = records
            .rows
            .iter()
            .filter(|row| {
                conditions.iter().all(|condition| {
                    let cell = row.get(condition.column).map_or("", String::as_str);
                    (cell == condition.value) != condition.is_negated
                })
            })
            .collect();
        for (name, is_descending) in sort_keys(&text(&props, "sort")).into_iter().rev() {
            if let Some(column) = self.find_column(tag, "sort", &name, &records) {
                rows.sort_by(|a, b| {
                    let order = compare(cell(a, column), cell(b, column));
                    if is_descending { order.reverse() } else { order }
                });
            }
        }
        let code_columns = self.column_list(tag, &props, "code", &records);
        let id_column = text(&props, "id");
        let id_column =
            if id_column.is_empty() { None } else { self.find_column(tag, "id", id_column.trim(), &records) };
        let labels = props.get("labels").and_then(Value::as_object).cloned().unwrap_or_default();
        let place = self.node_span(tag.span);
        let make = |text: String, is_code: bool| {
            let kind =
                if is_code { NodeKind::InlineCode(text.clone()) } else { NodeKind::Text(text.clone()) };
            let children = if text.is_empty() { Vec::new() } else { vec![Node::new(kind, place)] };
            TableCell { align: None, children }
        };
        let head = shown.iter().map(|(_, label)| make(label.clone(), false)).collect();
        let body = rows
            .iter()
            .map(|row| {
                let cells = shown.iter().map(|(column, _)| {
                    let value = cell(row, *column);
                    let label = label(&labels, &records.columns[*column], value);
                    make(label.unwrap_or(value).to_owned(), code_columns.contains(column))
                });
                cells.collect()
            })
            .collect();
        let row_ids = id_column.map_or_else(Vec::new, |column| {
            rows.iter().map(|row| Some(row_id(cell(row, column))).filter(|id| !id.is_empty())).collect()
        });
        Some(NodeKind::Table(Box::new(Table { head, rows: body, row_ids })))
    }

    fn records(&mut self, tag: &Tag, props: &Map<String, Value>) -> Option<Records> {
        let src = text(props, "src");
        if src.is_empty() {
            return None;
        }
        let at = attribute_span(tag, "src");
        let path = resolve_path(self.file.path(), &src).or_else(|| normalise("", &src));
        let file = path.as_ref().and_then(|path| self.page.file(path));
        let Some(file) = file else {
            let shown = path.unwrap_or(src);
            self.report(
                Diagnostic::new(Code::MarkdownImport, format!("no file `{shown}`"))
                    .help("a path that starts with `/` is relative to the site folder"),
                at,
            );
            return None;
        };
        let text = file.text().strip_prefix('\u{feff}').unwrap_or(file.text());
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
        let mut read = || -> Result<Records, csv::Error> {
            let columns = reader.headers()?.iter().map(|name| name.trim().to_owned()).collect();
            let rows = reader
                .records()
                .map(|record| Ok(record?.iter().map(|cell| cell.trim().to_owned()).collect()))
                .collect::<Result<_, csv::Error>>()?;
            Ok(Records { columns, rows })
        };
        match read() {
            Ok(records) => {
                // A cell that swallows others makes rows too long or too short: one message is enough.
                if !self.report_quotes(&file, at) {
                    self.report_long_rows(&file, records.columns.len(), at);
                }
                Some(records)
            }
            Err(error) => {
                let message = format!("`{}` is not valid CSV: {error}", file.path());
                self.report(Diagnostic::new(Code::MarkdownImport, message), at);
                None
            }
        }
    }

    /// Reports quotes that do not enclose a cell. Returns whether there are any.
    fn report_quotes(&mut self, file: &SourceFile, used_at: Span) -> bool {
        let n_before = self.page.diagnostics.len();
        let offset = file.text().len() - file.text().trim_start_matches('\u{feff}').len();
        for (diagnostic, span) in quote_problems(&file.text()[offset..]) {
            let diagnostic = diagnostic.at(file, span.shifted(offset));
            self.page.diagnostics.push(diagnostic.label(&self.file, used_at, "shown here"));
        }
        self.page.diagnostics.len() > n_before
    }

    /// Reports rows with more cells than there are columns: the rest is not shown.
    fn report_long_rows(&mut self, file: &SourceFile, n_columns: usize, used_at: Span) {
        let offset = file.text().len() - file.text().trim_start_matches('\u{feff}').len();
        let mut reader =
            csv::ReaderBuilder::new().flexible(true).from_reader(&file.text().as_bytes()[offset..]);
        let long = reader.records().flatten().filter(|row| row.len() > n_columns);
        for row in long.take(MAX_LONG_ROWS) {
            let byte = row.position().map_or(0, csv::Position::byte);
            let start = offset + usize::try_from(byte).unwrap_or_default();
            let line = file.text().get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
            let n_cells = row.len();
            let message =
                format!("this row has {n_cells} cells and the header {n_columns}: the rest is not shown");
            let diagnostic = Diagnostic::new(Code::MarkdownTable, message)
                .help("put a cell that holds a comma in quotes, or name the column in the first line")
                .at(file, Span::new(start, start + line.trim_end().len()))
                .label(&self.file, used_at, "shown here");
            self.page.diagnostics.push(diagnostic);
        }
    }

    /// `columns="code: Code; title"`: columns with their labels; all of them if none are named.
    fn shown_columns(
        &mut self,
        tag: &Tag,
        props: &Map<String, Value>,
        records: &Records,
    ) -> Vec<(usize, String)> {
        let wanted = text(props, "columns");
        if wanted.trim().is_empty() {
            return records.columns.iter().cloned().enumerate().collect();
        }
        let mut shown = Vec::new();
        for part in wanted.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let (name, label) = part.split_once(':').unwrap_or((part, part));
            if let Some(column) = self.find_column(tag, "columns", name.trim(), records) {
                shown.push((column, label.trim().to_owned()));
            }
        }
        shown
    }

    /// `where="status=in_use and group!=iat"`.
    fn conditions(&mut self, tag: &Tag, props: &Map<String, Value>, records: &Records) -> Vec<Condition> {
        let mut conditions = Vec::new();
        for part in text(props, "where").split(" and ").map(str::trim).filter(|part| !part.is_empty()) {
            let split = part.split_once("!=").map(|(name, value)| (name, value, true));
            let Some((name, value, is_negated)) =
                split.or_else(|| part.split_once('=').map(|(name, value)| (name, value, false)))
            else {
                let at = part_span(self.file.text(), tag, "where", part);
                let message = format!("`{part}` is not a condition");
                self.report(
                    Diagnostic::new(Code::MarkdownInvalidProperty, message)
                        .help("write `column=value` or `column!=value`, joined by ` and `"),
                    at,
                );
                continue;
            };
            if let Some(column) = self.find_column(tag, "where", name.trim(), records) {
                conditions.push(Condition { column, value: value.trim().to_owned(), is_negated });
            }
        }
        conditions
    }

    fn column_list(
        &mut self,
        tag: &Tag,
        props: &Map<String, Value>,
        property: &str,
        records: &Records,
    ) -> Vec<usize> {
        let wanted = text(props, property);
        let names = wanted.split([';', ',']).map(str::trim).filter(|name| !name.is_empty());
        names.filter_map(|name| self.find_column(tag, property, name, records)).collect()
    }

    fn find_column(&mut self, tag: &Tag, property: &str, name: &str, records: &Records) -> Option<usize> {
        let found = records.column(name);
        if found.is_none() {
            let at = part_span(self.file.text(), tag, property, name);
            let near = nearest(name, records.columns.iter().map(String::as_str));
            let help = near.map_or_else(
                || format!("the columns are {}", records.columns.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            self.report(
                Diagnostic::new(Code::MarkdownInvalidProperty, format!("the data has no column `{name}`"))
                    .help(help),
                at,
            );
        }
        found
    }
}

fn text(props: &Map<String, Value>, name: &str) -> String {
    props.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn cell(row: &[String], column: usize) -> &str {
    row.get(column).map_or("", String::as_str)
}

/// The id of a row: the value if it can be one, so that `R01` stays `R01`, else its slug.
fn row_id(value: &str) -> String {
    let is_id = value.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    if is_id { value.to_owned() } else { slugify(value) }
}

/// `labels={{retryable: {no: 'No'}}}`: what a value is shown as.
fn label<'l>(labels: &'l Map<String, Value>, column: &str, value: &str) -> Option<&'l str> {
    labels.get(column)?.get(value)?.as_str()
}

/// `sort="group; -code"`: columns, with a minus for descending order.
fn sort_keys(text: &str) -> Vec<(String, bool)> {
    let names = text.split([';', ',']).map(str::trim).filter(|name| !name.is_empty());
    names.map(|name| (name.trim_start_matches('-').to_owned(), name.starts_with('-'))).collect()
}

/// Numbers by value, other text by its characters.
fn compare(a: &str, b: &str) -> std::cmp::Ordering {
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(x), Ok(y)) => x.total_cmp(&y),
        _ => a.cmp(b),
    }
}

fn attribute_span(tag: &Tag, name: &str) -> Span {
    tag.attributes
        .iter()
        .find(|attribute| attribute.name == name)
        .map_or(tag.name_span, |found| found.value_span)
}

/// The place of a word within an attribute's value.
fn part_span(source: &str, tag: &Tag, property: &str, part: &str) -> Span {
    let span = attribute_span(tag, property);
    let found = source.get(span.range()).and_then(|value| value.find(part));
    found.map_or(span, |at| Span::new(at, at + part.len()).shifted(span.start as usize))
}
