//! Pushes to the stand-in for a Typesense server in `web/tests/typesense`, which runs in Node.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use portico_config::{Settings, parse_settings};
use portico_diagnostics::SourceFile;
use portico_search::{Record, RecordKind, RecordPage};
use portico_typesense::{
    Cluster, Document, Push, PushError, PushReport, PushStep, SynonymItems, documents, jsonl, push,
};
use serde_json::{Value, json};

const ADMIN_KEY: &str = "the-key-that-may-do-all";
const SEARCH_KEY: &str = "the-key-that-may-search";

/// The stand-in; it ends with the test.
struct Double {
    process: Child,
    address: String,
}

impl Double {
    fn start() -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/tests/typesense/main.mjs");
        let mut process = Command::new("node")
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Node.js is installed");
        let mut address = String::new();
        let output = process.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut address).expect("it says where it is");
        Self { process, address: address.trim().to_owned() }
    }

    fn cluster(&self) -> Cluster {
        Cluster::new(vec![self.address.clone()], ADMIN_KEY.to_owned())
    }

    fn with_faults(self, faults: &Value) -> Self {
        self.ask("PUT", "/-/", Some(faults));
        self
    }

    /// What the stand-in holds and what it was asked.
    fn state(&self) -> Value {
        self.ask("GET", "/-/", None)
    }

    fn collections(&self) -> Vec<String> {
        self.names("collections")
    }

    fn synonym_sets(&self) -> Vec<String> {
        self.names("synonymSets")
    }

    fn names(&self, of: &str) -> Vec<String> {
        let state = self.state();
        let names = state[of].as_array().expect("a list");
        names.iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
    }

    fn alias(&self) -> Option<String> {
        self.state()["aliases"]["docs"].as_str().map(str::to_owned)
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.address))
            .header("X-TYPESENSE-API-KEY", ADMIN_KEY)
            .body(body.map(Value::to_string).unwrap_or_default())
            .expect("a request");
        let mut response = ureq::run(request).expect("it answers");
        serde_json::from_str(&response.body_mut().read_to_string().expect("text")).expect("JSON")
    }
}

impl Drop for Double {
    fn drop(&mut self) {
        self.process.kill().expect("it is ours");
        self.process.wait().expect("it ends");
    }
}

fn settings() -> Settings {
    let text = r#"title = "A site"
url = "https://docs.example.com"
base_path = "/portal/"
provider = { name = "Example", api_base_url = "https://api.example.com", sdk_script_url = "https://js.example.com", website_url = "https://www.example.com" }
"#;
    parse_settings(&SourceFile::new("portal.toml", text), &std::collections::BTreeMap::new())
        .0
        .expect("settings")
}

/// A page with so many records.
fn corpus(n: usize) -> Vec<Document> {
    let page = Arc::new(RecordPage {
        route: "/returns".to_owned(),
        title: "Returns".to_owned(),
        description: "What comes back.".to_owned(),
        crumbs: vec!["ACH".to_owned(), "Reference".to_owned()],
        area: "ACH".to_owned(),
        keywords: vec!["chargeback".to_owned()],
        ..RecordPage::default()
    });
    let record = |at: usize| Record {
        page: Arc::clone(&page),
        anchor: if at == 0 { String::new() } else { format!("R{at:02}") },
        kind: if at == 0 { RecordKind::Page } else { RecordKind::Code },
        trail: if at == 0 { Vec::new() } else { vec!["Codes".to_owned()] },
        heading: if at == 0 { "Returns".to_owned() } else { format!("R{at:02}") },
        names: if at == 0 { Vec::new() } else { vec![format!("R{at:02}")] },
        text: format!("Text {at}."),
        code: String::new(),
    };
    let records: Vec<Record> = (0..n).map(record).collect();
    documents(&records, &settings(), |route| route == "/returns")
}

fn run(double: &Double, collection: &str, n: usize) -> Result<PushReport, PushError> {
    run_with(double, collection, n, &SynonymItems::default())
}

fn run_with(
    double: &Double,
    collection: &str,
    n: usize,
    synonyms: &SynonymItems,
) -> Result<PushReport, PushError> {
    push(&double.cluster(), &plan(collection, synonyms), &corpus(n), &mut |_| ())
}

fn plan<'a>(collection: &'a str, synonyms: &'a SynonymItems) -> Push<'a> {
    Push { alias: "docs", collection, language: "en", synonyms, search_key: SEARCH_KEY }
}

/// Two groups that mean something, and one of a single word.
fn synonyms(language: &str) -> SynonymItems {
    let groups = [vec!["return", "charge-back"], vec!["alone"], vec!["payout", "disbursement"]];
    SynonymItems::new(&groups.map(|words| words.into_iter().map(str::to_owned).collect()), language)
}

#[test]
fn documents_have_the_fields_of_the_schema() {
    let lines = jsonl(&corpus(2));
    let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        rows[0],
        json!({
            "id": rows[0]["id"], "url": "https://docs.example.com/portal/returns",
            "url_without_anchor": "https://docs.example.com/portal/returns",
            "hierarchy.lvl0": "ACH", "hierarchy.lvl1": "Returns", "type": "lvl1",
            "content": "What comes back.\nText 0.", "tags": ["chargeback"], "language": "en",
            "version": ["current"], "docusaurus_tag": "docs-default-current", "item_priority": 90_002,
            "kind": "page", "crumbs": ["ACH", "Reference"],
        })
    );
    assert_eq!(rows[1]["url"], "https://docs.example.com/portal/returns#R01");
    assert_eq!(
        (&rows[1]["hierarchy.lvl2"], &rows[1]["hierarchy.lvl3"], &rows[1]["type"]),
        (&json!("Codes"), &json!("R01"), &json!("lvl3"))
    );
    assert_ne!(rows[0]["id"], rows[1]["id"]);
}

#[test]
fn the_alias_is_switched_and_the_old_collection_removed() {
    let double = Double::start();
    let mut steps = Vec::new();
    let none = SynonymItems::default();
    let first = push(&double.cluster(), &plan("docs_1", &none), &corpus(230), &mut |step| steps.push(step))
        .expect("pushed");
    assert_eq!(first, PushReport { n_documents: 230, replaced: None, left_over: None });
    let sent: Vec<&PushStep> = steps.iter().filter(|step| matches!(step, PushStep::Importing(..))).collect();
    let wanted = [0, 100, 200, 230].map(|sent| PushStep::Importing(sent, 230));
    assert_eq!(sent, wanted.iter().collect::<Vec<_>>());
    let second = run(&double, "docs_2", 3).expect("pushed");
    assert_eq!(second.replaced.as_deref(), Some("docs_1"));
    assert_eq!(
        (double.alias().as_deref(), double.collections()),
        (Some("docs_2"), vec!["docs_2".to_owned()])
    );
}

#[test]
fn whatever_fails_leaves_searches_as_they_were() {
    let failures = [
        (json!({ "badRow": 104 }), "refused 1 of 150 documents"),
        (json!({ "lostRow": 104 }), "holds 149 documents, though 150 were sent"),
        (json!({ "path": "POST /collections/docs_2/documents/import", "pathStatus": 503 }), "answered 503"),
        (json!({ "path": "PUT /aliases", "pathStatus": 500 }), "answered 500"),
        (json!({ "path": "POST /collections", "pathStatus": 400 }), "answered 400"),
        (json!({ "path": "GET /collections/docs_2", "pathStatus": 500 }), "answered 500"),
        (json!({ "path": "GET /synonym_sets", "pathStatus": 401 }), "answered 401"),
        (json!({ "path": "PUT /synonym_sets/docs_2", "pathStatus": 400 }), "answered 400"),
        (json!({ "path": "PATCH /collections/docs_2", "pathStatus": 500 }), "answered 500"),
        (
            json!({ "isLegacy": true, "path": "PUT /collections/docs_2/synonyms/site-2", "pathStatus": 400 }),
            "answered 400",
        ),
    ];
    for (faults, said) in failures {
        let double = Double::start().with_faults(&json!({ "isLegacy": faults["isLegacy"] == true }));
        run_with(&double, "docs_1", 3, &synonyms("en")).expect("pushed");
        let kept_sets = double.synonym_sets();
        let shifted = match &faults["badRow"] {
            Value::Null => faults.clone(),
            row => json!({ "badRow": row.as_u64().expect("a number") + 3 }),
        };
        let shifted = match &faults["lostRow"] {
            Value::Null => shifted,
            row => json!({ "lostRow": row.as_u64().expect("a number") + 3 }),
        };
        let double = double.with_faults(&shifted);
        let error = run_with(&double, "docs_2", 150, &synonyms("en")).expect_err("it fails").to_string();
        assert!(error.contains(said), "{faults}: {error}");
        assert!(!error.contains(ADMIN_KEY), "the message shows the key");
        let double = double.with_faults(&json!({}));
        assert_eq!(double.alias().as_deref(), Some("docs_1"), "{faults}");
        assert_eq!(double.collections(), ["docs_1"], "{faults}: what was half made is gone");
        assert_eq!(double.synonym_sets(), kept_sets, "{faults}: and so are its synonyms");
    }
}

#[test]
fn a_refused_row_is_named() {
    let double = Double::start().with_faults(&json!({ "badRow": 2 }));
    let error = run(&double, "docs_1", 3).expect_err("it fails").to_string();
    assert!(error.contains("https://docs.example.com/portal/returns#R01: Field `content`"), "{error}");
}

#[test]
fn a_switch_that_was_done_without_an_answer_is_a_switch() {
    let double = Double::start();
    run(&double, "docs_1", 3).expect("pushed");
    let double = double.with_faults(&json!({ "path": "PUT /aliases", "pathStatus": 500, "applied": true }));
    run(&double, "docs_2", 3).expect("the alias leads there");
    assert_eq!(
        (double.alias().as_deref(), double.collections()),
        (Some("docs_2"), vec!["docs_2".to_owned()])
    );
}

#[test]
fn an_old_collection_that_stays_is_told() {
    let double = Double::start();
    run(&double, "docs_1", 3).expect("pushed");
    let double = double.with_faults(&json!({ "path": "DELETE /collections/docs_1", "pathStatus": 500 }));
    let report = run(&double, "docs_2", 3).expect("pushed");
    assert!(report.left_over.expect("a warning").contains("`docs_1` could not be removed"));
    assert_eq!(double.alias().as_deref(), Some("docs_2"));
}

#[test]
fn a_node_that_is_down_is_passed_over() {
    let double = Double::start();
    let nobody = "http://127.0.0.1:9".to_owned();
    let cluster = Cluster::new(vec![nobody.clone(), double.address.clone()], ADMIN_KEY.to_owned());
    let none = SynonymItems::default();
    push(&cluster, &plan("docs_1", &none), &corpus(3), &mut |_| ()).expect("pushed");
    assert_eq!(double.alias().as_deref(), Some("docs_1"));

    let cluster = Cluster::new(vec![nobody], ADMIN_KEY.to_owned());
    let error = push(&cluster, &plan("docs_1", &none), &corpus(3), &mut |_| ())
        .expect_err("nobody is there")
        .to_string();
    assert!(error.contains("no node of the cluster answers") && error.contains("127.0.0.1:9"), "{error}");
}

#[test]
fn only_a_search_only_key_may_be_published() {
    let double = Double::start();
    let none = SynonymItems::default();
    let plan = Push { search_key: ADMIN_KEY, ..plan("docs_1", &none) };
    let error = push(&double.cluster(), &plan, &corpus(3), &mut |_| ()).expect_err("it is refused");
    assert!(matches!(error, PushError::SearchKeyIsMore), "{error}");
    assert!(double.collections().is_empty());
}

#[test]
fn a_wrong_key_and_a_taken_name_are_told() {
    let double = Double::start();
    let cluster = Cluster::new(vec![double.address.clone()], "wrong".to_owned());
    let none = SynonymItems::default();
    let plan = plan("docs_1", &none);
    let error = push(&cluster, &plan, &corpus(3), &mut |_| ()).expect_err("it is refused");
    assert!(matches!(&error, PushError::Client(error) if error.is_forbidden()), "{error}");

    let schema = json!({ "name": "docs", "fields": [{ "name": "a", "type": "string" }] });
    double.ask("POST", "/collections", Some(&schema));
    let error = run(&double, "docs_1", 3).expect_err("it is refused");
    assert!(matches!(error, PushError::NameTaken(_)), "{error}");
    assert!(matches!(run(&double, "docs_1", 0), Err(PushError::NoRecords)));
    assert_eq!(double.collections(), ["docs"]);
}

#[test]
fn synonyms_and_curation_stay_with_the_alias() {
    let double = Double::start();
    run(&double, "docs_1", 3).expect("pushed");
    double.ask("PATCH", "/collections/docs_1", Some(&json!({ "synonym_sets": ["ach"] })));
    run(&double, "docs_2", 3).expect("pushed");
    assert_eq!(double.ask("GET", "/collections/docs_2", None)["synonym_sets"], json!(["ach"]));

    let double = double.with_faults(&json!({ "isLegacy": true }));
    let synonym = json!({ "synonyms": ["return", "chargeback"] });
    double.ask("PUT", "/collections/docs_2/synonyms/a%2Fb", Some(&synonym));
    run(&double, "docs_3", 3).expect("pushed");
    let kept = double.ask("GET", "/collections/docs_3/synonyms", None);
    assert_eq!(kept["synonyms"][0], json!({ "id": "a/b", "synonyms": ["return", "chargeback"] }));
}

#[test]
fn synonyms_of_the_site_come_with_the_collection() {
    let double = Double::start();
    run_with(&double, "docs_1", 3, &synonyms("en")).expect("pushed");
    double.ask("PUT", "/synonym_sets/by-hand", Some(&json!({ "items": [] })));
    double.ask("PATCH", "/collections/docs_1", Some(&json!({ "synonym_sets": ["by-hand", "docs_1"] })));
    run_with(&double, "docs_2", 3, &synonyms("ja")).expect("pushed");
    let linked = double.ask("GET", "/collections/docs_2", None);
    assert_eq!(linked["synonym_sets"], json!(["by-hand", "docs_2"]));
    assert_eq!(double.synonym_sets(), ["by-hand", "docs_2"], "the old set went with its collection");
    let items = json!([
        { "id": "site-1", "synonyms": ["return", "charge back"], "locale": "ja" },
        { "id": "site-2", "synonyms": ["payout", "disbursement"], "locale": "ja" },
    ]);
    assert_eq!(double.ask("GET", "/synonym_sets/docs_2", None)["items"], items);
}

#[test]
fn older_servers_have_the_synonyms_as_a_list() {
    let double = Double::start().with_faults(&json!({ "isLegacy": true }));
    run_with(&double, "docs_1", 3, &synonyms("en")).expect("pushed");
    let by_hand = json!({ "synonyms": ["bank", "lender"] });
    double.ask("PUT", "/collections/docs_1/synonyms/by-hand", Some(&by_hand));
    let one = SynonymItems::new(&[vec!["hold".to_owned(), "freeze".to_owned()]], "en");
    run_with(&double, "docs_2", 3, &one).expect("pushed");
    let kept = double.ask("GET", "/collections/docs_2/synonyms", None);
    let wanted = json!([
        { "id": "by-hand", "synonyms": ["bank", "lender"] },
        { "id": "site-1", "synonyms": ["hold", "freeze"] },
    ]);
    assert_eq!(kept["synonyms"], wanted, "those of an earlier push are gone");
}

#[test]
fn an_answer_that_cannot_be_read_is_a_failure() {
    let double = Double::start().with_faults(&json!({ "notJson": true }));
    let error = run(&double, "docs_1", 3).expect_err("it fails").to_string();
    assert!(error.contains("cannot be read"), "{error}");
}
