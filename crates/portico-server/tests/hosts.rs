//! The deployment kits' nginx and Caddy, held against the same table as our own server.
//!
//! Run by `cargo xtask test`, which brings both servers and names them in `E2E_NGINX` and `E2E_CADDY`. Where
//! one of them answers differently, `hosts.tsv` says how and why.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly, and uses disk, environment and clock"
)]

mod common;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use common::table::{Answer, Row, problem, rows};
use common::{Client, FILES, PATIENCE, Site, manifest, write_site};
use portico_contract::Manifest;
use portico_render::{TextFile, caddy_rules, nginx_http_rules, nginx_server_rules};

/// A foreign server at work, ended when dropped.
struct Host {
    process: Child,
    address: SocketAddr,
    log: PathBuf,
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Host {
    /// Starts a server with the kit's configuration, which is written for another folder and port.
    fn start(variable: &str, kit: &str, arguments: &dyn Fn(&str, &str) -> Vec<String>, site: &Site) -> Self {
        let program = env::var_os(variable)
            .unwrap_or_else(|| panic!("{variable} names no server: run `cargo xtask test --only hosts`"));
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let folder = site.folder.path().to_str().unwrap();
        let kit_file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(kit);
        let text = fs::read_to_string(kit_file).unwrap();
        let text = text
            .replace("/srv/portal", folder)
            .replace("listen 80;", &format!("listen {address};"))
            .replace("\n:80 {", &format!("\nhttp://:{} {{\n\tbind 127.0.0.1", address.port()));
        let configuration = site.folder.path().join(kit);
        fs::write(&configuration, text).unwrap();
        let log = site.folder.path().join(format!("{kit}.log"));
        let process = Command::new(program)
            .args(arguments(configuration.to_str().unwrap(), folder))
            .env("HOME", folder)
            .stdout(Stdio::null())
            .stderr(fs::File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let mut host = Self { process, address, log };
        host.wait();
        host
    }

    fn wait(&mut self) {
        let start = Instant::now();
        while TcpStream::connect(self.address).is_err() {
            let is_gone = self.process.try_wait().unwrap().is_some();
            assert!(!is_gone && start.elapsed() < PATIENCE, "{}", fs::read_to_string(&self.log).unwrap());
            sleep(Duration::from_millis(20));
        }
    }

    fn ask(&self, method: &str, target: &str, headers: &[(String, String)]) -> Answer {
        let mut client = Client::connect(self.address);
        client.send(method, target, headers).unwrap();
        let reply = client.receive(method).unwrap();
        let headers = reply.headers.into_iter().collect();
        Answer { status: reply.status, headers, body: reply.body }
    }

    fn tag(&self, place: &str) -> String {
        let (kind, target) = place.split_once(':').unwrap();
        let fields: Vec<(String, String)> =
            if kind == "br" { vec![("Accept-Encoding".into(), "br".into())] } else { Vec::new() };
        let answer = self.ask("HEAD", target, &fields);
        answer.headers.into_iter().find(|(name, _)| name == "etag").map_or_else(String::new, |(_, tag)| tag)
    }
}

/// What `hosts.tsv` says of a host: by request, the answer and the reason.
fn differences(host: &str) -> BTreeMap<String, String> {
    let table = include_str!("hosts.tsv").lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    table
        .filter_map(|line| {
            let [of, request, answer, reason] =
                line.split('\t').collect::<Vec<_>>().try_into().expect("a row has four columns");
            assert!(!reason.is_empty(), "{request} is not explained");
            (of == host).then(|| (request.to_owned(), answer.to_owned()))
        })
        .collect()
}

/// Holds a host against the table; every difference has to be a known one, and every known one has to be there.
fn check(name: &str, host: &Host) {
    let mut known = differences(name);
    let mut problems = Vec::new();
    for row in rows(&|place| host.tag(place)) {
        let answer = host.ask(row.method, row.target, &row.headers);
        let request = format!("{} {} {}", row.method, row.target, row.written).trim_end().to_owned();
        let expected = known.remove(&request);
        match (expected, problem(&row, &answer)) {
            (None, None) => {}
            (None, Some(problem)) => {
                problems.push(format!("{name}\t{request}\t{}\t{problem}", summary(&row, &answer)));
            }
            (Some(_), None) => problems.push(format!("{request}: no longer different")),
            (Some(expected), Some(_)) => {
                let given = summary(&row, &answer);
                if given != expected {
                    problems.push(format!("{request}: `{given}` instead of `{expected}`"));
                }
            }
        }
    }
    problems.extend(known.keys().map(|request| format!("{request}: not in the table")));
    assert!(problems.is_empty(), "{} of {name}:\n{}", problems.len(), problems.join("\n"));
}

/// The status, and what of the expected headers and body is otherwise. A status that differs tells enough.
fn summary(row: &Row<'_>, answer: &Answer) -> String {
    let mut parts = vec![answer.status.to_string()];
    if answer.status == row.status {
        for expected in row.expected.iter().filter(|expected| !answer.has(expected)) {
            parts.push(match expected.strip_prefix('!') {
                Some(name) => name.to_owned(),
                None => {
                    let name = expected.split(':').next().unwrap();
                    answer.header(name).map_or(format!("!{name}"), |value| format!("{name}: {value}"))
                }
            });
        }
        if !answer.has_body(row) {
            let body = String::from_utf8_lossy(&answer.body);
            parts.push(format!("body {}", body.lines().next().unwrap_or_default()));
        }
    }
    parts.join(" | ")
}

/// The usual site with the rules that a build writes for other hosts.
fn publish() -> Site {
    let site = Site::publish();
    write_rules(&site.dir(), &manifest());
    site
}

fn write_rules(dir: &Path, manifest: &Manifest) {
    for TextFile { path, text } in
        [nginx_http_rules(manifest), nginx_server_rules(manifest), caddy_rules(manifest)]
    {
        fs::write(dir.join(path), text).unwrap();
    }
}

/// A site that is published below `/docs/`, in a folder of that name.
fn publish_below() -> Site {
    let site = Site { folder: tempfile::tempdir().unwrap() };
    let below = |path: &str| format!("/docs{path}");
    let mut manifest = Manifest { base_path: "/docs/".to_owned(), ..manifest() };
    for redirect in &mut manifest.redirects {
        redirect.from = below(&redirect.from);
        if redirect.to.starts_with('/') {
            redirect.to = below(&redirect.to);
        }
    }
    write_site(&site.dir().join("docs"), &manifest, FILES);
    write_rules(&site.dir(), &manifest);
    site
}

/// What a site below a base path answers: path, status, and a header or nothing.
const BELOW: [(&str, u16, &str); 12] = [
    ("/", 302, "location: /docs/"),
    ("/docs", 302, "location: /docs/"),
    ("/docs/", 200, "content-type: text/html; charset=utf-8"),
    ("/docs/quickstart.html", 200, "content-type: text/html; charset=utf-8"),
    ("/docs/api/overview/", 200, "cache-control: no-cache"),
    ("/docs/assets/app.0123abcd.css", 200, "cache-control: public, max-age=31536000, immutable"),
    ("/docs/getting-started.html?a=b", 301, "location: /docs/quickstart/?a=b"),
    ("/docs/sdk/android", 301, "location: /docs/api/overview"),
    ("/docs/_headers", 404, ""),
    ("/docs/build-manifest.json", 404, ""),
    ("/docs/missing", 404, "referrer-policy: strict-origin-when-cross-origin"),
    ("/quickstart/", 404, ""),
];

fn check_below(host: &Host) {
    for (path, status, header) in BELOW {
        let answer = host.ask("GET", path, &[]);
        let is_so = answer.status == status && (header.is_empty() || answer.has(header));
        assert!(is_so, "{path}: {} {:?}", answer.status, answer.headers);
    }
}

fn nginx(site: &Site) -> Host {
    let arguments = |configuration: &str, folder: &str| {
        let global = format!("daemon off; master_process off; pid {folder}/nginx.pid;");
        ["-p", folder, "-e", "stderr", "-c", configuration, "-g", &global].map(str::to_owned).into()
    };
    Host::start("E2E_NGINX", "nginx.conf", &arguments, site)
}

fn caddy(site: &Site) -> Host {
    let arguments = |configuration: &str, _: &str| {
        ["run", "--config", configuration, "--adapter", "caddyfile"].map(str::to_owned).into()
    };
    Host::start("E2E_CADDY", "Caddyfile", &arguments, site)
}

#[test]
fn nginx_answers_as_we_do() {
    let site = publish();
    check("nginx", &nginx(&site));
}

#[test]
fn caddy_answers_as_we_do() {
    let site = publish();
    check("caddy", &caddy(&site));
}

#[test]
fn nginx_serves_below_a_base_path() {
    let site = publish_below();
    check_below(&nginx(&site));
}

#[test]
fn caddy_serves_below_a_base_path() {
    let site = publish_below();
    check_below(&caddy(&site));
}
