//! The engine over the index that the browser's tests search too.

use std::fs;
use std::path::{Component, Path};

use portico_contract::{MANIFEST_FILE, MANIFEST_FORMAT};

use crate::pages::PublishedSite;
use crate::search::{SearchEngine, SearchError};

/// A published folder with the index of `web/src/search/fixture`, as one file or as many.
fn site(kind: &str) -> (tempfile::TempDir, PublishedSite) {
    let dir = tempfile::tempdir().expect("a folder");
    let manifest = serde_json::json!({
        "format": MANIFEST_FORMAT, "basePath": "/", "pages": {}, "redirects": [], "headers": {}, "immutable": []
    });
    fs::write(dir.path().join(MANIFEST_FILE), manifest.to_string()).expect("written");
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/search/fixture").join(kind);
    let index = dir.path().join("search-index");
    fs::create_dir(&index).expect("made");
    for file in fs::read_dir(fixture).expect("the fixture is there") {
        let file = file.expect("readable");
        fs::copy(file.path(), index.join(file.file_name())).expect("copied");
    }
    let site = PublishedSite::open(dir.path()).expect("a site");
    (dir, site)
}

#[test]
fn agents_find_what_readers_find() {
    let (_dir, site) = site("whole");
    let engine = SearchEngine::new(&site).expect("an index");
    for (query, href) in [
        ("quickstart", "/quickstart/"),
        ("verify the signature", "/webhooks#verify-the-signature"),
        ("webhoks", "/webhooks"),
        ("R01", "/reference/returns#R01"),
        ("422", "/api/make-payment#error-amount_exceeds_limit"),
        ("返金", "/ja/payments#返金"),
    ] {
        let found = engine.search(&site, query, None, 3).expect("an answer");
        assert_eq!(found.groups[0].hits[0].href, href, "{query}");
    }
    let narrowed = engine.search(&site, "account", Some("Guides"), 10).expect("an answer");
    assert_eq!(narrowed.total, 2);
    assert_eq!(engine.search(&site, "zzzzqqqq", None, 3).expect("an answer").total, 0);
}

#[test]
fn codes_events_and_fields_are_looked_up_by_their_exact_name() {
    let (_dir, site) = site("whole");
    let engine = SearchEngine::new(&site).expect("an index");
    for (name, heading, text) in [
        ("R01", "R01 Insufficient Funds", "Try again at most twice."),
        ("c05", "C05", ""),
        ("422", "422", "amount_exceeds_limit"),
        ("amount_exceeds_limit", "amount_exceeds_limit", ""),
        ("transaction.returned", "transaction.returned, transaction.failed", ""),
        ("statement_descriptor", "statement_descriptor", ""),
    ] {
        let places = engine.look_up(&site, name).expect("an answer");
        let first = places.first().unwrap_or_else(|| panic!("nothing explains {name}"));
        assert!(first.heading.starts_with(heading), "{name}: {}", first.heading);
        assert!(first.text.contains(text), "{name}: {}", first.text);
    }
    for name in ["R", "R0", "insufficient", "", "no such thing"] {
        assert!(engine.look_up(&site, name).expect("an answer").is_empty(), "{name}");
    }
}

#[test]
fn an_index_of_many_files_is_read_as_far_as_needed() {
    let (dir, site) = site("sharded");
    let engine = SearchEngine::new(&site).expect("an index");
    let Err(SearchError::MissingFile(missing)) = engine.search(&site, "payment", None, 3) else {
        panic!("the other files lie elsewhere")
    };
    let folder = dir.path().join(&missing).parent().expect("a folder").components().fold(
        std::path::PathBuf::new(),
        |path, part| match part {
            Component::ParentDir => path.parent().expect("inside").to_owned(),
            part => path.join(part),
        },
    );
    fs::create_dir_all(&folder).expect("made");
    for file in fs::read_dir(dir.path().join("search-index")).expect("listed") {
        let file = file.expect("readable");
        fs::copy(file.path(), folder.join(file.file_name())).expect("copied");
    }
    let found = engine.search(&site, "verify the signature", None, 3).expect("an answer");
    assert_eq!(found.groups[0].hits[0].href, "/webhooks#verify-the-signature");
    assert!(!engine.look_up(&site, "R01").expect("an answer").is_empty());
}

#[test]
fn a_site_without_an_index_or_with_a_damaged_one_is_told() {
    let (dir, site) = site("whole");
    let index = dir.path().join("search-index/index.bin");
    fs::write(&index, "<!doctype html>").expect("written");
    let engine = SearchEngine::new(&site).expect("a file");
    assert!(matches!(engine.search(&site, "payment", None, 3), Err(SearchError::Engine(_))));
    fs::remove_file(&index).expect("removed");
    assert!(matches!(SearchEngine::new(&site), Err(SearchError::NoIndex)));
}
