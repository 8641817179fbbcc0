//! A new certificate on a hangup signal. One test, as a signal is for the whole process.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly, and uses disk and clock"
)]
#![cfg(unix)]

mod common;

use std::process::Command;
use std::time::Instant;

use common::https::{certificate, connect, get, write_certificate};
use common::{PATIENCE, Server, Site, any_port};
use portico_server::ServeOptions;

fn hang_up() {
    let status = Command::new("kill").args(["-s", "HUP", &std::process::id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn hangup_brings_the_new_certificate() {
    let site = Site::publish();
    let files = write_certificate(site.folder.path());
    let old = certificate(&files);
    let options = ServeOptions { tls: Some(files.clone()), ..ServeOptions::new(site.dir(), any_port()) };
    let server = Server::start_with(options);
    assert!(get(server.address, old.clone(), "/").ends_with("home html"));

    // A broken one leaves the old one in use. Nothing tells when it was refused, so the good one that follows shows that
    // the server still listens to the signal.
    std::fs::write(&files.certificate, "no certificate").unwrap();
    hang_up();
    assert!(get(server.address, old.clone(), "/").ends_with("home html"));

    let new = certificate(&write_certificate(site.folder.path()));
    let started = Instant::now();
    while connect(server.address, new.clone(), &[]).is_err() {
        assert!(started.elapsed() < PATIENCE, "the new certificate is not used");
        hang_up();
    }
    assert!(get(server.address, new, "/").ends_with("home html"));
    assert!(connect(server.address, old, &[]).is_err());
    server.stop();
}
