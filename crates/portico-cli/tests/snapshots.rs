//! What the build writes for small sites: documents and page data, with the theme's fingerprints taken out.
#![allow(clippy::disallowed_methods, reason = "tests read what the binary wrote")]

mod common;

use std::fs;

use common::{fixture, portico, said};

/// Builds a fixture and gives the named files.
fn build<const N: usize>(site: &str, names: [&str; N]) -> [String; N] {
    let site = fixture(site);
    let folder = tempfile::tempdir().expect("a folder");
    let site = site.to_str().expect("a path of ours");
    let built = portico(&["build", "--strict", "--site", site], folder.path());
    assert!(built.status.success(), "{}", said(&built));
    names.map(|name| {
        fs::read_to_string(folder.path().join("dist").join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    })
}

/// Replaces what changes with the theme's code: hashes in names, its fingerprint and the inline script.
fn without_fingerprints(text: &str) -> String {
    let mut clean = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("assets/") {
        let (before, after) = rest.split_at(at);
        let end = after.find(['"', ')', '\\', '>', ' ']).unwrap_or(after.len());
        let (stem, ending) = after[..end].rsplit_once('.').unwrap_or((&after[..end], ""));
        // The frontend's hashes have 8 characters, hyphens among them; ours have 10.
        let dash = [9, 11].map(|length| stem.len().saturating_sub(length));
        let name = dash.iter().find(|at| stem[**at..].starts_with('-')).map_or(stem, |at| &stem[..*at]);
        clean.extend([before, name, "-[hash].", ending]);
        rest = &after[end..];
    }
    clean.push_str(rest);
    let clean = between(&clean, "<script>", "</script>", "[before paint]");
    between(&clean, "\"theme\":\"", "\"", "[fingerprint]")
}

fn between(text: &str, open: &str, close: &str, replacement: &str) -> String {
    let Some((before, after)) = text.split_once(open) else { return text.to_owned() };
    let (_, after) = after.split_once(close).expect("what opens closes");
    format!("{before}{open}{replacement}{close}{after}")
}

/// One tag a line, so that a difference can be read.
fn lines(html: &str) -> String {
    html.replace("><", ">\n<")
}

fn pretty(json: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(json).expect("JSON");
    serde_json::to_string_pretty(&value).expect("JSON")
}

#[test]
fn a_minimal_site() {
    let [document, data] = build("minimal", ["index.html", "page-data/index.json"]);
    insta::assert_snapshot!("minimal_document", lines(&without_fingerprints(&document)));
    insta::assert_snapshot!("minimal_page_data", pretty(&without_fingerprints(&data)));
}

#[test]
fn a_nested_sidebar_below_a_base_path() {
    let [document, data] = build("nested-sidebar", ["a/deep/two.html", "page-data/a/deep/two.json"]);
    insta::assert_snapshot!("nested_document", lines(&without_fingerprints(&document)));
    insta::assert_snapshot!("nested_page_data", pretty(&without_fingerprints(&data)));
}

#[test]
fn what_stands_beside_the_pages() {
    let [sitemap, robots, opensearch, redirects] =
        build("nested-sidebar", ["sitemap.xml", "robots.txt", "opensearch.xml", "_redirects"]);
    insta::assert_snapshot!("outputs", [sitemap, robots, opensearch, redirects].join("\n---\n"));
}
