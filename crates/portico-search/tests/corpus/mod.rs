//! The small corpus of `tests/fixture`, of which this crate makes the embedded index and `portico-typesense` documents.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use portico_diagnostics::SourceFile;
use portico_document::Document;
use portico_markdown::{Components, Files, ParseInput, parse};
use portico_search::{Record, SearchPage, records};

/// Route, file, area.
const PAGES: [(&str, &str, Option<&str>); 6] = [
    ("/api/make-payment", "make-payment.md", Some("API reference")),
    ("/guides/platform-accounts", "seller.md", Some("Guides")),
    ("/ja/payments", "japanese.md", None),
    ("/quickstart/", "quickstart.md", Some("Guides")),
    ("/reference/returns", "returns.md", Some("ACH reference")),
    ("/webhooks", "webhooks.md", None),
];

struct Data(SourceFile);

impl Files for Data {
    fn file(&self, path: &str) -> Option<SourceFile> {
        (path == self.0.path()).then(|| self.0.clone())
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../portico-search/tests/fixture")
}

fn documents() -> Vec<Document> {
    let read = |name: &str| fs::read_to_string(folder().join(name)).expect(name);
    let data = Data(SourceFile::new("data/codes.csv", read("codes.csv")));
    let components = Components::built_in();
    let variables = BTreeMap::new();
    PAGES
        .iter()
        .map(|(_, name, _)| {
            let source = SourceFile::new(format!("content/{name}"), read(name));
            let input = ParseInput {
                source: &source,
                id: name,
                variables: &variables,
                files: &data,
                components: &components,
                has_math: false,
            };
            let (document, diagnostics) = parse(&input);
            assert!(diagnostics.is_empty(), "{diagnostics:?}");
            document
        })
        .collect()
}

/// Its records.
pub(crate) fn corpus() -> Vec<Record> {
    let documents = documents();
    let pages: Vec<SearchPage<'_>> = PAGES
        .iter()
        .zip(&documents)
        .map(|((route, _, area), document)| SearchPage {
            route,
            title: &document.title,
            label: document.front_matter.sidebar_label.as_deref().unwrap_or_default(),
            description: &document.description,
            crumbs: area.iter().copied().collect(),
            area: *area,
            keywords: &document.front_matter.keywords,
            body: document.body.clone(),
            sections: None,
        })
        .collect();
    records(&pages)
}
