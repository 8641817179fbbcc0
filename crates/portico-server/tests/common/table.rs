//! The table of requests and answers, which more than one server is held against.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeSet;

/// A request, and what is to be answered.
pub(crate) struct Row<'t> {
    pub(crate) line: usize,
    pub(crate) method: &'t str,
    pub(crate) target: &'t str,
    /// The headers as the table writes them.
    pub(crate) written: &'t str,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) status: u16,
    pub(crate) expected: Vec<String>,
    pub(crate) body: String,
}

/// The rows of the table, entity tags filled in.
pub(crate) fn rows(tags: &impl Fn(&str) -> String) -> Vec<Row<'static>> {
    let table = include_str!("../urls.tsv").lines().enumerate();
    table
        .filter(|(_, line)| !line.starts_with('#') && !line.is_empty())
        .map(|(number, line)| {
            let [method, target, headers, status, expected, body] =
                line.split('\t').collect::<Vec<_>>().try_into().expect("a row has six columns");
            let list = |text: &str| {
                text.split(" | ")
                    .filter(|item| !item.is_empty())
                    .map(|item| fill(item, tags))
                    .collect::<Vec<_>>()
            };
            Row {
                line: number + 1,
                method,
                target,
                written: headers,
                headers: list(headers).iter().map(|field| field_of(field)).collect(),
                status: status.parse().unwrap(),
                expected: list(expected),
                body: body.replace("\\n", "\n"),
            }
        })
        .collect()
}

fn field_of(field: &str) -> (String, String) {
    let (name, value) = field.split_once(':').expect("a header has a colon");
    (name.to_owned(), value.trim().to_owned())
}

/// Puts entity tags in the places that are kept for them.
fn fill(item: &str, tags: &impl Fn(&str) -> String) -> String {
    match item.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?))) {
        Some((before, (place, after))) => format!("{before}{}{after}", tags(place)),
        None => item.to_owned(),
    }
}

/// An answer, however it was got.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// Whether the answer has a header as the table writes it.
    pub(crate) fn has(&self, expected: &str) -> bool {
        match (expected.strip_prefix('!'), expected.split_once(": ")) {
            (Some(name), _) => self.header(name).is_none(),
            // The order of the names says nothing.
            (None, Some(("vary", value))) => {
                self.header("vary").is_some_and(|found| names(found) == names(value))
            }
            (None, Some((name, value))) => self.header(name) == Some(value),
            (None, None) => self.header(expected).is_some(),
        }
    }

    /// Whether the answer has the body that a row asks for. Secrets are never a body.
    pub(crate) fn has_body(&self, row: &Row<'_>) -> bool {
        let body = String::from_utf8_lossy(&self.body);
        let is_body = row.body.strip_prefix('=').map_or(body.contains(&row.body), |whole| body == whole);
        is_body && !body.contains("SECRET")
    }
}

fn names(list: &str) -> BTreeSet<&str> {
    list.split(',').map(str::trim).collect()
}

/// What is wrong with an answer, or nothing.
pub(crate) fn problem(row: &Row<'_>, answer: &Answer) -> Option<String> {
    let wrong = |what: String| Some(format!("line {}: {} {}: {what}", row.line, row.method, row.target));
    let body = String::from_utf8_lossy(&answer.body);
    if answer.status != row.status {
        return wrong(format!("status {} instead of {}, body {body:?}", answer.status, row.status));
    }
    if let Some(expected) = row.expected.iter().find(|expected| !answer.has(expected)) {
        return wrong(format!("expected `{expected}` among {:?}", answer.headers));
    }
    if answer.has_body(row) { None } else { wrong(format!("body {body:?}")) }
}
