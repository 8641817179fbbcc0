//! The development server: a preview that follows its files, and browsers that are told.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly, and uses disk and clock"
)]

mod common;

use std::fs;
use std::io::Read as _;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Client, Reply, Server};
use portico_server::{
    ChangedRoutes, DevelopOptions, Findings, Preview, PreviewResponse, PreviewUpdate, ServeError,
    develop_until,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A site whose pages are the Markdown files of a folder, and that dislikes the word `broken`.
struct Notes {
    folder: PathBuf,
}

fn response(status: u16, content_type: &str, body: String) -> PreviewResponse {
    PreviewResponse { status, content_type: content_type.to_owned(), location: None, body: body.into() }
}

impl Preview for Notes {
    fn respond(&self, path: &str) -> Option<PreviewResponse> {
        match path {
            "/panic" => panic!("a page that cannot be made"),
            "/old" => {
                let location = Some("/a".to_owned());
                return Some(PreviewResponse { location, ..response(301, "text/plain", String::new()) });
            }
            _ => {}
        }
        let (name, content_type) = match path.strip_suffix(".md") {
            Some(name) => (name, "text/markdown; charset=utf-8"),
            None => (path, "text/html; charset=utf-8"),
        };
        let text = fs::read_to_string(self.folder.join(format!("{}.md", &name[1..]))).ok()?;
        Some(response(200, content_type, text))
    }

    fn not_found(&self) -> PreviewResponse {
        response(404, "text/html; charset=utf-8", "nothing here".to_owned())
    }

    fn refresh(&self, changed: &[PathBuf]) -> PreviewUpdate {
        let mut diagnostics = Vec::new();
        let mut routes = Vec::new();
        for path in changed.iter().filter(|path| path.is_file()) {
            let text = fs::read_to_string(path).unwrap_or_default();
            assert!(!text.contains("panic"), "a rebuild that cannot be made");
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            if text.contains("broken") {
                diagnostics.push(format!("error: `{name}` is broken"));
            } else {
                routes.push(format!("/{name}"));
            }
        }
        PreviewUpdate {
            routes: ChangedRoutes::Some(routes),
            findings: Some(Findings { n_errors: diagnostics.len(), diagnostics }),
        }
    }

    fn watched(&self) -> Vec<PathBuf> {
        vec![self.folder.clone(), self.folder.with_file_name("later.toml")]
    }
}

fn start() -> (TempDir, PathBuf, Server) {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("site");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a.md"), "a first").unwrap();
    let preview = Arc::new(Notes { folder: folder.clone() });
    let server = Server::run(move |ready, stopped| {
        develop_until(DevelopOptions::at(SocketAddr::from(([127, 0, 0, 1], 0))), preview, ready, stopped)
    });
    (root, folder, server)
}

/// A browser that listens for events.
struct Browser {
    client: Client,
    text: String,
    last_id: String,
}

impl Browser {
    fn listen(server: &Server, last_id: Option<&str>) -> Self {
        let fields: Vec<_> =
            last_id.map(|id| ("Last-Event-ID".to_owned(), id.to_owned())).into_iter().collect();
        Self::ask(server, "/-/events", &fields)
    }

    /// A browser with a page that says of itself when it was made.
    fn with_page(server: &Server, page: &Reply) -> Self {
        let moment = page.headers["server-timing"].strip_prefix("preview;desc=\"").unwrap();
        Self::ask(server, &format!("/-/events?seen={}", moment.trim_end_matches('"')), &[])
    }

    fn ask(server: &Server, target: &str, fields: &[(String, String)]) -> Self {
        let mut client = server.connect();
        client.send("GET", target, fields).unwrap();
        let head = client.receive_head().unwrap();
        assert_eq!(head.status, 200);
        assert_eq!(head.headers["content-type"], "text/event-stream");
        assert_eq!(head.headers["cache-control"], "no-store");
        Self { client, text: String::new(), last_id: String::new() }
    }

    /// The next message.
    fn next(&mut self) -> Value {
        loop {
            while let Some((line, rest)) = self.text.split_once('\n') {
                let (line, rest) = (line.trim_end().to_owned(), rest.to_owned());
                self.text = rest;
                if let Some(id) = line.strip_prefix("id: ") {
                    id.clone_into(&mut self.last_id);
                }
                if let Some(data) = line.strip_prefix("data: ") {
                    return serde_json::from_str(data).unwrap();
                }
            }
            let mut buffer = [0; 4096];
            let n_read = self.client.stream.read(&mut buffer).expect("an event in time");
            assert!(n_read > 0, "the stream ended");
            self.text.push_str(&String::from_utf8_lossy(&buffer[..n_read]));
        }
    }

    /// The next message of a kind.
    fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next();
            if message["kind"] == kind {
                return message;
            }
        }
    }

    /// Waits until the diagnostics are such.
    fn wait_for_diagnostics(&mut self, is_it: impl Fn(&str) -> bool) {
        while !is_it(&self.next_of("diagnostics")["items"].to_string()) {}
    }
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
}

#[test]
fn pages_are_answered_in_every_spelling() {
    let (_root, _folder, server) = start();
    let mut client = server.connect();
    for target in ["/a", "/a/", "/a.html", "/a/index.html", "/%61?x=y"] {
        let reply = client.get(target);
        assert_eq!((reply.status, reply.text().as_str()), (200, "a first"), "{target}");
        assert_eq!(reply.headers["cache-control"], "no-store");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
    }
    let markdown = [("Accept".to_owned(), "text/markdown".to_owned())];
    assert_eq!(
        client.request("GET", "/a/", &markdown).headers["content-type"],
        "text/markdown; charset=utf-8"
    );
    assert_eq!(client.request("HEAD", "/a", &[]).headers["content-length"], "7");
    assert_eq!(client.get("/old").headers["location"], "/a");
    for target in ["/missing", "/../a", "/..%2fa", "//a", "/site\\a"] {
        assert_eq!(
            (client.get(target).status, client.get(target).text().as_str()),
            (404, "nothing here"),
            "{target}"
        );
    }
    assert_eq!(client.get("/a%00").status, 400);
    assert_eq!(client.request("POST", "/a", &[]).status, 405);
    for target in ["/-/events", "/docs/-/events"] {
        assert_eq!(client.request("HEAD", target, &[]).status, 200, "{target}");
    }
    assert_eq!(client.get("/-/health").text(), "ok\n");
    assert_eq!(client.get("/panic").status, 500);
    assert_eq!(client.get("/a").status, 200);
    server.stop();
}

#[test]
fn browsers_hear_of_edits() {
    let (_root, folder, server) = start();
    let mut browser = Browser::listen(&server, None);
    assert_eq!(browser.next_of("diagnostics")["items"], json!([]));

    let saved = Instant::now();
    write(&folder.join("a.md"), "a second");
    assert_eq!(browser.next_of("update"), json!({"kind": "update", "routes": ["/a"], "all": false}));
    assert!(saved.elapsed() < Duration::from_secs(5));
    assert_eq!(server.connect().get("/a").text(), "a second");

    // As editors save: a new file in the place of the old one, with a backup left behind.
    fs::copy(folder.join("a.md"), folder.join("a.md~")).unwrap();
    write(&folder.join(".a.md.swp"), "swap");
    write(&folder.join("a.md.new"), "a third");
    fs::rename(folder.join("a.md.new"), folder.join("a.md")).unwrap();
    while browser.next_of("update")["routes"] != json!(["/a"]) {}
    assert_eq!(server.connect().get("/a").text(), "a third");

    // A file of its own beside the folder, which is not there at first.
    write(&folder.with_file_name("later.toml"), "here now");
    assert_eq!(browser.next_of("update")["routes"], json!(["/later"]));

    // A folder that is made later, with what comes into it.
    fs::create_dir(folder.join("deep")).unwrap();
    write(&folder.join("deep/b.md"), "b");
    write(&folder.join("b.md"), "b");
    while browser.next_of("update")["routes"].as_array().is_none_or(|routes| !routes.contains(&json!("/b"))) {
    }
    server.stop();
}

#[test]
fn a_broken_edit_is_told_and_survived() {
    let (_root, folder, server) = start();
    let mut browser = Browser::listen(&server, None);
    write(&folder.join("a.md"), "broken");
    browser.wait_for_diagnostics(|items| items.contains("`a` is broken"));
    let mut late = Browser::listen(&server, None);
    late.wait_for_diagnostics(|items| items.contains("`a` is broken"));

    write(&folder.join("a.md"), "panic");
    browser.wait_for_diagnostics(|items| items.contains("unexpected end"));
    assert_eq!(server.connect().get("/a").status, 200);

    write(&folder.join("a.md"), "well again");
    browser.wait_for_diagnostics(|items| items == "[]");
    assert_eq!(browser.next_of("update")["routes"], json!(["/a"]));
    server.stop();
}

#[test]
fn a_browser_that_comes_back_catches_up() {
    let (_root, folder, server) = start();
    let mut browser = Browser::listen(&server, None);
    browser.next();
    let before = browser.last_id.clone();
    write(&folder.join("a.md"), "a second");
    browser.next_of("update");
    let now = browser.last_id.clone();
    assert_ne!(before, now);
    let mut back = Browser::listen(&server, Some(&before));
    assert_eq!(back.next(), json!({"kind": "update", "routes": null, "all": true}));
    let mut current = Browser::listen(&server, Some(&now));
    assert_eq!(current.next()["kind"], "diagnostics");
    let mut of_another_run = Browser::listen(&server, Some("0-0"));
    assert_eq!(of_another_run.next(), json!({"kind": "restart"}));
    server.stop();
}

#[test]
fn an_edit_between_a_page_and_its_events_is_told() {
    let (_root, folder, server) = start();
    let mut other = Browser::listen(&server, None);
    other.next();
    let page = server.connect().get("/a");
    write(&folder.join("a.md"), "a second");
    other.next_of("update");
    let mut browser = Browser::with_page(&server, &page);
    assert_eq!(browser.next(), json!({"kind": "update", "routes": null, "all": true}));
    let page = server.connect().get("/a");
    assert_eq!(page.text(), "a second");
    assert_eq!(Browser::with_page(&server, &page).next()["kind"], "diagnostics");
    server.stop();
}

#[test]
fn open_event_streams_do_not_hold_up_the_end() {
    let (_root, _folder, server) = start();
    let mut browser = Browser::listen(&server, None);
    browser.next();
    let started = Instant::now();
    server.stop();
    assert!(started.elapsed() < Duration::from_secs(5));
    assert!(browser.client.read_to_close().ends_with(b"0\r\n\r\n"));
}

#[test]
fn an_address_in_use_is_said() {
    let preview = Arc::new(Notes { folder: PathBuf::from("nowhere") });
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let options = DevelopOptions::at(taken.local_addr().unwrap());
    let error = develop_until(options, preview, |_| {}, std::future::ready(())).unwrap_err();
    assert!(matches!(error, ServeError::AddressInUse { .. }));
}
