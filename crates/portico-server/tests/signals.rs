//! Signals. One test, as a signal is for the whole process.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly, and uses disk and clock"
)]
#![cfg(unix)]

mod common;

use std::process::Command;
use std::time::{Duration, Instant};

use common::{PATIENCE, Server, Site, any_port};
use portico_server::{Limits, ServeOptions, serve};

fn send_signal(name: &str) {
    let status = Command::new("kill").args(["-s", name, &std::process::id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn hangup_reloads_and_terminate_ends() {
    let site = Site::publish();
    let dir = site.dir();
    let server = Server::run(move |ready, _| {
        // Only the signal brings the new build in time.
        let limits = Limits { reload_interval: Duration::from_hours(1), ..Limits::default() };
        serve(ServeOptions { limits, ..ServeOptions::new(dir, any_port()) }, ready)
    });
    let mut client = server.connect();
    assert_eq!(client.get("/digits.txt").text(), "0123456789");
    std::fs::write(site.dir().join("digits.txt"), "new digits").unwrap();
    assert_eq!(client.get("/digits.txt").text(), "0123456789");
    send_signal("HUP");
    let started = Instant::now();
    while client.get("/digits.txt").text() != "new digits" {
        assert!(started.elapsed() < PATIENCE, "the new build is not served");
    }
    send_signal("TERM");
    assert_eq!(client.read_to_close(), b"");
    server.stop();
}
