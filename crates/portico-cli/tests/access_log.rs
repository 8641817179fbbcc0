//! What an operator reads of the requests that a server answered.
#![allow(clippy::disallowed_methods, reason = "tests run the binary on a folder of their own")]
#![cfg(unix)]

mod common;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use common::{PATIENCE, Served, command, fixture, portico, said};
use serde_json::{Value, json};

/// Asks one connection for all targets at once.
fn ask(served: &Served, requests: &[&str]) {
    let mut stream = TcpStream::connect(served.address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    let headers = "Host: portal.test\r\nUser-Agent: a \"reader\"\r\nReferer: https://portal.test/";
    let heads: Vec<String> =
        requests.iter().map(|request| format!("{request} HTTP/1.1\r\n{headers}\r\n\r\n")).collect();
    stream.write_all(heads.concat().as_bytes()).expect("asked");
    stream.shutdown(std::net::Shutdown::Write).expect("no more is asked");
    stream.read_to_end(&mut Vec::new()).expect("answered");
}

/// Sends bytes and gives the first line of the answer.
fn first_line(served: &Served, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(served.address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    stream.write_all(bytes).expect("sent");
    let mut line = String::new();
    BufReader::new(stream).read_line(&mut line).expect("answered");
    line
}

#[test]
fn every_answer_is_a_line_that_machines_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let site = fixture("nested-sidebar");
    let site = site.to_str().expect("UTF-8");
    let built = portico(&["build", "--site", site, "--out", "dist", "--no-cache"], folder.path());
    assert!(built.status.success(), "{}", said(&built));
    let arguments = ["serve", "--dir", "dist", "--addr", "127.0.0.1:0", "--access-log", "json"];
    let mut serve = command(&[&arguments[..], &["--max-requests-per-second", "4"]].concat(), folder.path());
    serve.stderr(Stdio::piped());
    let mut served = Served::start(serve);
    let log = BufReader::new(served.process.stderr.take().expect("piped"));
    ask(&served, &["GET /docs/", "HEAD /docs/", "GET /missing?a=%22b", "POST /docs/", "GET /docs/"]);
    assert_eq!(first_line(&served, b"GET nowhere at all\r\n\r\n"), "HTTP/1.1 400 Bad Request\r\n");
    let oversized =
        format!("GET /docs/ HTTP/1.1\r\nHost: portal.test\r\nCookie: {}\r\n\r\n", "a".repeat(70_000));
    let refusal = first_line(&served, oversized.as_bytes());
    assert_eq!(refusal, "HTTP/1.1 431 Request Header Fields Too Large\r\n");
    let pid = served.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("there is `kill`").success());

    // Ends with the server, which writes its last line before.
    let lines = log.lines().map(|line| line.expect("a line of text"));
    let entries: Vec<Value> =
        lines.map(|line| serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"))).collect();
    let told = |entry: &Value| json!([entry["method"], entry["target"], entry["status"]]);
    let expected = [
        json!(["GET", "/docs/", 200]),
        json!(["HEAD", "/docs/", 200]),
        json!(["GET", "/missing?a=%22b", 404]),
        json!(["POST", "/docs/", 405]),
        json!(["GET", "/docs/", 429]),
        json!(["-", "-", 400]),
        json!(["-", "-", 431]),
    ];
    let mut found: Vec<Value> = entries.iter().map(told).collect();
    // Of two connections, either may end first.
    found[5..].sort_by_key(|entry| entry[2].as_u64());
    assert_eq!(found, expected);
    for (index, entry) in entries.iter().enumerate() {
        assert_eq!(entry["client"], "127.0.0.1");
        if index < 5 {
            assert_eq!(entry["userAgent"], "a \"reader\"");
            assert_eq!(entry["referer"], "https://portal.test/");
        }
        assert!(entry["time"].as_str().is_some_and(|time| time.ends_with('Z')), "{entry}");
        assert!(entry["micros"].is_u64(), "{entry}");
    }
    let bytes = |entry: &Value| entry["bytes"].as_u64().expect("a number");
    assert!(bytes(&entries[0]) > 100, "{}", entries[0]);
    assert_eq!(bytes(&entries[1]), 0, "HEAD has no body");
}
