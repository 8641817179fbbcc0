//! `portico search` as an operator types it, against the stand-in for a server in `web/tests/typesense`.
#![allow(clippy::disallowed_methods, reason = "tests read what the binary wrote")]

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use common::{command, fixture};
use serde_json::Value;

const ADMIN_KEY: &str = "the-key-that-may-do-all";
const SEARCH_KEY: &str = "the-key-that-may-search";

/// The program, to be run on a small site.
fn on_a_small_site(arguments: &[&str]) -> Command {
    in_folder(&fixture("nested-sidebar"), arguments)
}

/// The program, to be run on the site in this folder.
fn in_folder(site: &Path, arguments: &[&str]) -> Command {
    let mut command = command(arguments, site);
    command.args(["--site", "."]);
    command
}

/// Runs the command on a small site with a cluster at this port.
fn portico(arguments: &[&str], port: u16, environment: &[(&str, &str)]) -> Output {
    portico_at(&fixture("nested-sidebar"), arguments, port, environment)
}

fn portico_at(site: &Path, arguments: &[&str], port: u16, environment: &[(&str, &str)]) -> Output {
    let nodes = format!("[{{ host = '127.0.0.1', port = {port}, protocol = 'http' }}]");
    in_folder(site, &[&["search"], arguments].concat())
        .env("PORTICO_SEARCH__TYPESENSE__NODES", nodes)
        .env("PORTICO_SEARCH__TYPESENSE__COLLECTION", "docs")
        .env("PORTICO_SEARCH__TYPESENSE__SEARCH_KEY", SEARCH_KEY)
        .envs(environment.iter().copied())
        .output()
        .expect("portico runs")
}

/// What the command said, on either output.
fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

/// The stand-in; it ends with the test.
struct Double {
    process: Child,
    port: u16,
}

impl Double {
    fn start() -> Self {
        let mut process = Command::new("node")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/tests/typesense/main.mjs"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Node.js is installed");
        let mut address = String::new();
        BufReader::new(process.stdout.take().expect("it is piped"))
            .read_line(&mut address)
            .expect("an address");
        let port = address.trim().rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        Self { process, port }
    }
}

impl Drop for Double {
    fn drop(&mut self) {
        self.process.kill().expect("it is ours");
        self.process.wait().expect("it ends");
    }
}

#[test]
fn an_export_is_one_document_a_line_and_always_the_same() {
    let first = portico(&["export"], 9, &[]);
    assert!(first.status.success(), "{}", said(&first));
    let lines = String::from_utf8(first.stdout).expect("text");
    let rows: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let start = rows.iter().find(|row| row["url"] == "https://docs.example.com/docs/start").expect("a page");
    assert_eq!((&start["hierarchy.lvl1"], &start["type"]), (&"Start & go".into(), &"lvl1".into()));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("records.jsonl");
    let again = portico(&["export", "--out", file.to_str().expect("a path of ours")], 9, &[]);
    assert!(again.status.success(), "{}", said(&again));
    assert_eq!(fs::read_to_string(&file).expect("written"), lines);
}

#[test]
fn a_push_says_what_it_does_and_never_the_key() {
    let double = Double::start();
    let key = [("TYPESENSE_ADMIN_KEY", ADMIN_KEY)];
    let planned = portico(&["push", "--dry-run"], double.port, &[]);
    assert!(planned.status.success() && said(&planned).contains("would push"), "{}", said(&planned));
    for _ in 0..2 {
        let pushed = portico(&["push"], double.port, &key);
        let said = said(&pushed);
        assert!(pushed.status.success(), "{said}");
        assert!(
            said.contains("switching the alias") && said.contains("`docs` now leads to `docs_"),
            "{said}"
        );
        assert!(!said.contains(ADMIN_KEY) && !said.contains(SEARCH_KEY), "{said}");
    }
}

#[test]
fn a_push_brings_the_synonyms_of_the_site() {
    let site = &fixture("../site");
    let double = Double::start();
    let planned = said(&portico_at(site, &["push", "--dry-run"], double.port, &[]));
    let groups = planned.split_once(" groups of synonyms to the alias `docs`").map(|(before, _)| before);
    let n_groups = groups.and_then(|before| before.rsplit(' ').next()).unwrap_or_default();
    assert!(n_groups.parse::<usize>().is_ok_and(|n| n > 1), "{planned}");
    let key = [("TYPESENSE_ADMIN_KEY", ADMIN_KEY)];
    let pushed = said(&portico_at(site, &["push"], double.port, &key));
    assert!(pushed.contains("setting synonyms and curation"), "{pushed}");
    assert!(pushed.contains(&format!("and {n_groups} groups of synonyms: `docs` now leads")), "{pushed}");
}

#[test]
fn a_push_that_cannot_be_done_is_told_with_a_remedy() {
    let double = Double::start();
    let missing = portico(&["push"], double.port, &[]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(said(&missing).contains("`TYPESENSE_ADMIN_KEY` is not set"), "{}", said(&missing));
    let wrong = portico(&["push"], double.port, &[("TYPESENSE_ADMIN_KEY", "a-key-that-nobody-knows")]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(said(&wrong).contains("help: check the key"), "{}", said(&wrong));
    assert!(!said(&wrong).contains("a-key-that-nobody-knows"), "{}", said(&wrong));
    let down = portico(&["push"], 9, &[("TYPESENSE_ADMIN_KEY", ADMIN_KEY)]);
    assert!(said(&down).contains("searches see what they saw before"), "{}", said(&down));
}

#[test]
fn a_site_whose_settings_hold_the_admin_key_is_not_built() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("dist");
    let built = on_a_small_site(&["build", "--out", out.to_str().expect("a path of ours")])
        .env("PORTICO_CUSTOM__SAMPLE", format!("curl -H 'X-TYPESENSE-API-KEY: {ADMIN_KEY}'"))
        .env("TYPESENSE_ADMIN_KEY", ADMIN_KEY)
        .output()
        .expect("portico runs");
    assert_eq!(built.status.code(), Some(1));
    assert!(
        said(&built).contains("error[config/secret]") && !said(&built).contains(ADMIN_KEY),
        "{}",
        said(&built)
    );
    assert!(!out.exists());
}

#[test]
fn a_pattern_that_is_no_regular_expression_is_told_before_readers_meet_it() {
    for (pattern, is_good) in
        [("^https://(a|b)\\.example\\.com/", true), ("(?<=x)\\p{L}", true), ("(", false)]
    {
        let checked = on_a_small_site(&["check"])
            .env("PORTICO_SEARCH__TYPESENSE__NODES", "[{ host = 'search.example.com' }]")
            .env("PORTICO_SEARCH__TYPESENSE__COLLECTION", "docs")
            .env("PORTICO_SEARCH__TYPESENSE__SEARCH_KEY", SEARCH_KEY)
            .env("PORTICO_SEARCH__TYPESENSE__EXTERNAL_URL_PATTERN", pattern)
            .output()
            .expect("portico runs");
        assert_eq!(checked.status.success(), is_good, "{pattern}: {}", said(&checked));
        let is_told = said(&checked).contains("is no regular expression of JavaScript");
        assert_eq!(is_told, !is_good, "{pattern}: {}", said(&checked));
    }
}
