//! Bodies large enough for the system to send them: whole, in parts, and when their files are touched meanwhile.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly, and uses disk and clock"
)]

mod common;

use std::fs;
use std::io::Read as _;
use std::net::Shutdown;
use std::path::Path;
use std::time::{Duration, Instant};

use common::{PATIENCE, Server, Site, manifest};
use portico_contract::MANIFEST_FILE;
use portico_server::Limits;

/// Adds a file to a site that no socket takes at once.
fn add_large(site: &Site, path: &str) -> Vec<u8> {
    let large: Vec<u8> = (0..32 * 1024 * 1024_u32).map(|n| u8::try_from(n % 251).unwrap()).collect();
    let place = site.dir().join(path);
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::write(place, &large).unwrap();
    large
}

#[test]
fn large_bodies_arrive_as_they_are() {
    let site = Site::publish();
    let large = add_large(&site, "large.bin");
    let reload_interval = Duration::from_millis(10);
    let server = Server::start(site.dir(), Limits { reload_interval, ..Limits::default() });
    let mut client = server.connect();
    // Asked for side by side, so that one answer begins where another ends.
    for _ in 0..3 {
        client.send("GET", "/large.bin", &[]).unwrap();
        client.send("GET", "/digits.txt", &[]).unwrap();
    }
    for _ in 0..3 {
        assert!(client.receive("GET").unwrap().body == large);
        assert_eq!(client.receive("GET").unwrap().text(), "0123456789");
    }
    for (range, expected) in [("0-99999", &large[..100_000]), ("-70000", &large[large.len() - 70_000..])] {
        let range = [("Range".to_owned(), format!("bytes={range}"))];
        assert!(client.request("GET", "/large.bin", &range).body == expected);
    }
    // An answer that is on its way when the build goes ends as it began.
    let mut slow = server.connect();
    slow.send("GET", "/large.bin", &[]).unwrap();
    slow.receive_head().unwrap();
    fs::write(site.dir().join("large.bin"), vec![0; large.len()]).unwrap();
    fs::write(site.dir().join(MANIFEST_FILE), serde_json::to_vec(&manifest()).unwrap()).unwrap();
    let started = Instant::now();
    while client.get("/large.bin").body == large {
        assert!(started.elapsed() < PATIENCE, "the new build is not served");
    }
    let mut body = vec![0; large.len()];
    slow.stream.read_exact(&mut body).unwrap();
    assert!(body == large);
}

#[test]
fn an_asset_is_sent_whole_whatever_becomes_of_its_file() {
    let site = Site::publish();
    let large = add_large(&site, "assets/large.bin");
    let place = site.dir().join("assets/large.bin");
    let server = Server::start(site.dir(), Limits::default());
    assert!(!cfg!(target_os = "linux") || is_open(&place), "an asset is sent from its file");
    let mut client = server.connect();
    let mut check = || {
        assert!(client.get("/assets/large.bin").body == large);
        let range = [("Range".to_owned(), "bytes=90000-190000".to_owned())];
        assert!(client.request("GET", "/assets/large.bin", &range).body == large[90_000..=190_000]);
    };
    check();
    // In place, which no publication does: what is missing comes from memory.
    fs::OpenOptions::new().write(true).open(&place).unwrap().set_len(100_000).unwrap();
    check();
    fs::remove_file(&place).unwrap();
    check();
    // On its way to a client that reads only now.
    let mut slow = server.connect();
    slow.send("GET", "/assets/large.bin", &[]).unwrap();
    slow.receive_head().unwrap();
    let mut body = vec![0; large.len()];
    slow.stream.read_exact(&mut body).unwrap();
    assert!(body == large);
}

#[test]
fn whoever_will_ask_no_more_gets_all_that_was_asked_for() {
    let site = Site::publish();
    let large = add_large(&site, "large.bin");
    let server = Server::start(site.dir(), Limits::default());
    let mut client = server.connect();
    client.send("GET", "/large.bin", &[]).unwrap();
    client.receive_head().unwrap();
    client.stream.shutdown(Shutdown::Write).unwrap();
    let mut body = Vec::new();
    client.stream.read_to_end(&mut body).unwrap();
    assert!(body == large, "{} bytes of {}", body.len(), large.len());
}

/// Tells whether this process has a file open.
fn is_open(place: &Path) -> bool {
    let mut open = fs::read_dir("/proc/self/fd").unwrap();
    open.any(|entry| fs::read_link(entry.unwrap().path()).is_ok_and(|target| target == place))
}
