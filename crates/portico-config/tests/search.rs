//! Search settings as an operator meets them.

use std::collections::BTreeMap;

use portico_config::{Settings, Typesense, parse_settings};
use portico_diagnostics::{SourceFile, render_human};

const SITE: &str = r#"title = "A site"
url = "https://docs.example.com"
provider = { name = "Example", api_base_url = "https://api.example.com", sdk_script_url = "https://js.example.com", website_url = "https://www.example.com" }
"#;

const CLUSTER: &str = r#"
[search.typesense]
collection = "developer-portal"
search_key = "only-for-searching"
nodes = [{ host = "search-1.example.com" }]
"#;

fn parse(addition: &str, environment: &[(&str, &str)]) -> (Option<Settings>, String) {
    let environment: BTreeMap<String, String> =
        environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let file = SourceFile::new("portal.toml", format!("{SITE}{addition}"));
    let (settings, diagnostics) = parse_settings(&file, &environment);
    (settings, diagnostics.iter().map(|diagnostic| render_human(diagnostic, false)).collect())
}

fn cluster(addition: &str, environment: &[(&str, &str)]) -> (Settings, Typesense) {
    let (settings, messages) = parse(addition, environment);
    assert_eq!(messages, "");
    let settings = settings.expect("settings");
    let typesense = settings.search.typesense.clone().expect("a cluster");
    (settings, typesense)
}

#[test]
fn a_node_is_secure_and_on_port_443_unless_it_says_otherwise() {
    let (settings, typesense) = cluster(CLUSTER, &[]);
    let addresses: Vec<String> = typesense.all_nodes().map(portico_config::TypesenseNode::address).collect();
    assert_eq!(addresses, ["https://search-1.example.com"]);
    assert!(typesense.is_contextual && settings.search.has_embedded);
    assert_eq!(typesense.timeout_ms, 5_000);
    assert_eq!(
        settings.contextual_filter(),
        "language:=en && docusaurus_tag:=[default,docs-default-current]"
    );
}

#[test]
fn everything_can_be_set_and_the_nearest_node_comes_first() {
    let (_, typesense) = cluster(
        r#"
[search]
embedded = false
[search.typesense]
collection = "docs"
search_key = "abc"
contextual = false
external_url_pattern = "example\\.org"
timeout_ms = 900
nearest_node = { host = "near.example.com", path = "/typesense/" }
parameters = { filter_by = "tags:=ach", num_typos = 1, prefix = true }
[[search.typesense.nodes]]
host = "127.0.0.1"
port = 8108
protocol = "http"
"#,
        &[],
    );
    let addresses: Vec<String> = typesense.all_nodes().map(portico_config::TypesenseNode::address).collect();
    assert_eq!(addresses, ["https://near.example.com/typesense", "http://127.0.0.1:8108"]);
    let parameters: Vec<(&str, &str)> =
        typesense.parameters.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(parameters, [("filter_by", "tags:=ach"), ("num_typos", "1"), ("prefix", "true")]);
    assert_eq!(typesense.external_url_pattern.expect("a pattern").value, r"example\.org");
}

#[test]
fn a_deployment_can_name_the_cluster_in_its_environment() {
    let (_, typesense) = cluster(
        "",
        &[
            ("PORTICO_SEARCH__TYPESENSE__COLLECTION", "docs"),
            ("PORTICO_SEARCH__TYPESENSE__SEARCH_KEY", "abc"),
            ("PORTICO_SEARCH__TYPESENSE__NODES", "[{ host = 'search.example.com', port = 8443 }]"),
            ("TYPESENSE_ADMIN_KEY", "quite-another-key"),
        ],
    );
    assert_eq!(typesense.nodes[0].address(), "https://search.example.com:8443");
}

#[test]
fn mistakes_are_explained() {
    let (_, messages) = parse(
        r#"
[search]
route = "search"
embedded = false
[search.typesense]
collection = "developer portal"
search_key = "two words"
timeout_ms = 5
parameters = { q = "x", sort_by = ["a"] }
[[search.typesense.nodes]]
host = "https://search.example.com"
[[search.typesense.nodes]]
port = 8108
protocol = "htp"
path = "a b"
"#,
        &[],
    );
    insta::assert_snapshot!(messages);
    let (_, messages) = parse("[search]\nembedded = false\n", &[]);
    insta::assert_snapshot!(messages);
}

#[test]
fn secrets_are_refused_and_never_shown() {
    let secret = "Zx81Q7-Zx81Q7";
    let mistakes = [
        (format!("{CLUSTER}admin_key = \"{secret}\"\n"), vec![]),
        (CLUSTER.replace("only-for-searching", &format!("admin-{secret}")), vec![]),
        (CLUSTER.replace("only-for-searching", secret), vec![("TYPESENSE_ADMIN_KEY", secret)]),
        (format!("[custom]\nsample = 'curl -H \"{secret}\"'\n"), vec![("TYPESENSE_ADMIN_KEY", secret)]),
        (CLUSTER.to_owned(), vec![("PORTICO_SEARCH__TYPESENSE__ADMIN_KEY", secret)]),
        (
            CLUSTER.to_owned(),
            vec![("PORTICO_SEARCH__TYPESENSE__SEARCH_KEY", secret), ("TYPESENSE_ADMIN_KEY", secret)],
        ),
        (format!("[custom\nsample = \"{secret}\"\n"), vec![("TYPESENSE_ADMIN_KEY", secret)]),
    ];
    for (text, environment) in mistakes {
        let (_, messages) = parse(&text, &environment);
        assert!(messages.contains("error["), "nothing was said of {text}");
        assert!(messages.contains("config/secret") || messages.contains("config/syntax"), "{messages}");
        assert!(!messages.contains(secret), "the message shows the secret: {messages}");
    }
}
