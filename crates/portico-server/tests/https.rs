//! HTTPS, and figures for Prometheus: what is given only when it is asked for.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly, and uses disk and clock"
)]

mod common;

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use common::https::{certificate, connect, get, write_certificate};
use common::{Client, Server, Site, any_port};
use portico_server::{HttpRedirect, Limits, ServeError, ServeOptions, TlsError, TlsFiles, serve_until};

/// Taken and let go: the port is free, and another program seldom takes it in between.
fn free_address() -> SocketAddr {
    TcpListener::bind(any_port()).unwrap().local_addr().unwrap()
}

const HSTS: &str = "strict-transport-security: max-age=31536000\r\n";

fn serve_securely(site: &Site, limits: Limits) -> (Server, TlsFiles) {
    let files = write_certificate(site.folder.path());
    let options =
        ServeOptions { tls: Some(files.clone()), limits, ..ServeOptions::new(site.dir(), any_port()) };
    (Server::start_with(options), files)
}

#[test]
fn every_answer_over_https_says_to_come_no_other_way() {
    let site = Site::publish();
    let (server, files) = serve_securely(&site, Limits::default());
    for (target, status) in [
        ("/", "200 OK"),
        ("/assets/app.0123abcd.js", "200 OK"),
        ("/missing", "404 Not Found"),
        ("/getting-started", "301 Moved Permanently"),
        ("/%00", "400 Bad Request"),
    ] {
        let answer = get(server.address, certificate(&files), target);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{answer}");
        assert!(answer.contains(HSTS), "{answer}");
    }
    // Over plain HTTP it would be no more than a claim (RFC 6797, section 7.2).
    let plain = Server::start(site.dir(), Limits::default());
    assert!(!plain.connect().get("/").headers.contains_key("strict-transport-security"));
}

#[test]
fn plain_http_leads_to_https() {
    let site = Site::publish();
    let files = write_certificate(site.folder.path());
    for (https_port, expected) in
        [(Some(443), "https://portal.test"), (Some(8443), "https://portal.test:8443")]
    {
        let address = free_address();
        let redirect = Some(HttpRedirect { address, https_port });
        let options =
            ServeOptions { tls: Some(files.clone()), redirect, ..ServeOptions::new(site.dir(), any_port()) };
        let server = Server::start_with(options);
        let mut plain = Client::connect(address);
        for target in ["/", "/quickstart/?a=1&b=%20", "/missing", "//elsewhere.test/x"] {
            let reply = plain.get(target);
            assert_eq!((reply.status, &*reply.headers["location"]), (301, &*format!("{expected}{target}")));
            assert!(!reply.headers.contains_key("strict-transport-security"));
        }
        assert_eq!(plain.request("HEAD", "/", &[]).headers["location"], format!("{expected}/"));
        assert_eq!(plain.request("POST", "/", &[]).status, 405);
        server.stop();
    }
}

#[test]
fn a_redirect_goes_to_the_host_that_was_asked() {
    let site = Site::publish();
    let tls = Some(write_certificate(site.folder.path()));
    let address = free_address();
    let redirect = Some(HttpRedirect { address, https_port: None });
    let options = ServeOptions { tls, redirect, ..ServeOptions::new(site.dir(), any_port()) };
    let server = Server::start_with(options);
    let port = server.address.port();
    for (request, expected) in [
        ("GET /a HTTP/1.1\r\nHost: a.test:80\r\n\r\n", Some(format!("https://a.test:{port}/a"))),
        ("GET /a HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", Some(format!("https://[::1]:{port}/a"))),
        ("GET http://b.test/a HTTP/1.1\r\nHost: b.test\r\n\r\n", Some(format!("https://b.test:{port}/a"))),
        ("GET /a HTTP/1.1\r\n\r\n", None),
        ("GET /a HTTP/1.0\r\n\r\n", None),
        ("GET /a HTTP/1.1\r\nHost:\r\n\r\n", None),
        ("GET /a HTTP/1.1\r\nHost: us@er.test\r\n\r\n", None),
        ("GET /a HTTP/1.1\r\nHost: a.test/b\r\n\r\n", None),
    ] {
        let mut client = Client::connect(address);
        client.stream.write_all(request.as_bytes()).unwrap();
        let reply = client.receive_head().unwrap();
        assert_eq!(reply.headers.get("location"), expected.as_ref(), "{request}");
        assert_eq!(reply.status, if expected.is_some() { 301 } else { 400 }, "{request}");
    }
}

#[test]
fn client_and_server_agree_on_a_version() {
    let site = Site::publish();
    let (server, files) = serve_securely(&site, Limits::default());
    let agreed = |versions: &[&str]| {
        let connection = connect(server.address, certificate(&files), versions).unwrap();
        connection.conn.alpn_protocol().map(|version| String::from_utf8_lossy(version).into_owned())
    };
    assert_eq!(agreed(&["http/1.1", "h2"]).as_deref(), Some("h2"));
    assert_eq!(agreed(&["http/1.1"]).as_deref(), Some("http/1.1"));
    assert_eq!(agreed(&[]), None);
    assert!(connect(server.address, certificate(&files), &["spdy/3"]).is_err());

    let mut connection = connect(server.address, certificate(&files), &["h2"]).unwrap();
    let settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
    let request = common::http_2::head("/digits.txt");
    let frame = [0, 0, u8::try_from(request.len()).unwrap(), 1, 5, 0, 0, 0, 1];
    let said = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &settings[..], &frame, &request].concat();
    connection.write_all(&said).unwrap();
    let mut heard = Vec::new();
    while !heard.ends_with(b"0123456789") {
        let mut bytes = [0; 1024];
        let n_read = connection.read(&mut bytes).unwrap();
        assert!(n_read > 0, "closed without an answer: {heard:?}");
        heard.extend(&bytes[..n_read]);
    }
}

#[test]
fn a_client_that_does_not_finish_its_handshake_is_cut_off() {
    let site = Site::publish();
    let limits = Limits { header_timeout: Duration::from_millis(200), ..Limits::default() };
    let (server, files) = serve_securely(&site, limits);
    let mut begun = server.connect();
    begun.stream.write_all(&[22, 3, 1]).unwrap();
    assert_eq!(begun.read_to_close(), b"");
    let mut plain = server.connect();
    plain.send("GET", "/", &[]).unwrap();
    assert!(!String::from_utf8_lossy(&plain.read_to_close()).contains("home"));
    assert!(get(server.address, certificate(&files), "/").ends_with("home html"));
}

#[test]
fn a_certificate_that_cannot_be_used_is_told_of() {
    let site = Site::publish();
    let good = write_certificate(site.folder.path());
    let other = site.folder.path().join("other");
    std::fs::create_dir(&other).unwrap();
    let other = write_certificate(&other);
    let start = |certificate: &std::path::Path, key: &std::path::Path| {
        let tls = Some(TlsFiles { certificate: certificate.to_owned(), key: key.to_owned() });
        let options = ServeOptions { tls, ..ServeOptions::new(site.dir(), any_port()) };
        match serve_until(options, |_| {}, std::future::ready(())) {
            Err(ServeError::Tls(error)) => error,
            result => panic!("{result:?}"),
        }
    };
    let error = start(&site.dir().join("nowhere.pem"), &good.key);
    assert!(matches!(error, TlsError::Read { what: "certificate", .. }), "{error}");
    let error = start(&good.key, &good.key);
    assert!(error.to_string().ends_with("there is none"), "{error}");
    let error = start(&good.certificate, &good.certificate);
    assert!(matches!(error, TlsError::Read { what: "private key", .. }), "{error}");
    let error = start(&good.certificate, &other.key);
    assert!(matches!(error, TlsError::Unusable { .. }), "{error}");
    assert!(error.help().contains("its own private key"));
}

#[test]
fn figures_are_given_at_an_address_of_their_own() {
    let site = Site::publish();
    let metrics = free_address();
    let options = ServeOptions { metrics: Some(metrics), ..ServeOptions::new(site.dir(), any_port()) };
    let server = Server::start_with(options);
    let mut client = server.connect();
    for target in ["/", "/digits.txt", "/missing"] {
        client.get(target);
    }
    assert_eq!(client.get("/metrics").status, 404);
    let mut collector = Client::connect(metrics);
    let figures = collector.get("/metrics");
    assert_eq!(figures.headers["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    for line in [
        "portico_requests_total{status=\"200\"} 2",
        "portico_requests_total{status=\"404\"} 2",
        "portico_connections_open 1",
        "portico_answer_seconds_count 4",
    ] {
        assert!(figures.text().lines().any(|found| found == line), "no `{line}` in\n{}", figures.text());
    }
    assert_eq!(collector.get("/").status, 404);
    drop(client);
    server.stop();
}
