//! The documents of the small corpus and the schema of their collection, kept in `web/src/search/fixture/hosted`: there
//! the tests of the browser's side load them into the stand-in for a server.
//!
//! After a change of the records or the documents, write them anew: `PORTICO_WRITE=1 cargo test -p portico-typesense`.
#![allow(clippy::disallowed_methods, reason = "compares with files")]

#[path = "../../portico-search/tests/corpus/mod.rs"]
mod corpus;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use portico_config::parse_settings;
use portico_diagnostics::SourceFile;
use portico_typesense::{documents, jsonl, schema};

const SITE: &str = r#"title = "A site"
url = "https://docs.example.com"
provider = { name = "Example", api_base_url = "https://api.example.com", sdk_script_url = "https://js.example.com", website_url = "https://www.example.com" }
"#;

#[test]
fn the_readers_fixture_is_what_we_write() {
    let (settings, _) = parse_settings(&SourceFile::new("portal.toml", SITE), &BTreeMap::new());
    let documents = documents(&corpus::corpus(), &settings.expect("settings"), |_| true);
    let schema = serde_json::to_string_pretty(&schema("docs_1", "en")).expect("JSON") + "\n";
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/search/fixture/hosted");
    for (name, text) in [("documents.jsonl", jsonl(&documents)), ("schema.json", schema)] {
        let path = folder.join(name);
        if std::env::var("PORTICO_WRITE").is_ok() {
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(&path, &text).expect("written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == text, "{} is stale: PORTICO_WRITE=1 writes it anew", path.display());
    }
}
