//! The server under rough handling: slow and oversized clients, new builds, and the end.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly, and uses disk and clock"
)]

mod common;

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use common::{Client, PATIENCE, Server, Site, any_port, manifest, write_site};
use portico_contract::{MANIFEST_FILE, Manifest};
use portico_server::{Limits, LoadError, ServeError, ServeOptions, serve_until};

fn serve_now(dir: std::path::PathBuf, address: SocketAddr) -> Result<(), ServeError> {
    serve_until(ServeOptions::new(dir, address), |_| {}, std::future::ready(()))
}

#[test]
fn one_connection_carries_many_requests() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits::default());
    let mut client = server.connect();
    for _ in 0..100 {
        assert_eq!(client.get("/quickstart/").text(), "quickstart html");
        assert_eq!(client.request("HEAD", "/", &[]).headers["content-length"], "9");
        assert_eq!(client.get("/missing").status, 404);
        assert_eq!(client.request("POST", "/", &[]).status, 405);
    }
    // Pipelined: all sent before the first answer is read.
    for target in ["/", "/digits.txt", "/support"] {
        client.send("GET", target, &[]).unwrap();
    }
    let texts: Vec<String> = (0..3).map(|_| client.receive("GET").unwrap().text()).collect();
    assert_eq!(texts, ["home html", "0123456789", "support html"]);
    server.stop();
}

#[test]
fn a_request_without_a_host_is_refused() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits::default());
    let mut client = server.connect();
    client.stream.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
    assert_eq!(client.receive("GET").unwrap().status, 400);
    let mut client = server.connect();
    client.stream.write_all(b"GET / HTTP/1.0\r\n\r\n").unwrap();
    assert!(String::from_utf8_lossy(&client.read_to_close()).ends_with("home html"));
}

#[test]
fn a_slow_request_head_is_cut_off() {
    let site = Site::publish();
    let limits = Limits { header_timeout: Duration::from_millis(200), ..Limits::default() };
    let server = Server::start(site.dir(), limits);
    let started = Instant::now();
    let mut slow = server.connect();
    // A byte now and then does not help: the time is for the whole head.
    let mut trickle = slow.stream.try_clone().unwrap();
    let trickling = thread::spawn(move || {
        trickle.write_all(b"GET / HTTP/1.1\r\nX-Slow: ").unwrap();
        while started.elapsed() < PATIENCE && trickle.write_all(b"a").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
    });
    assert_eq!(slow.read_to_close(), b"");
    assert!(started.elapsed() >= Duration::from_millis(200));
    trickling.join().unwrap();
    assert_eq!(server.connect().get("/").status, 200);
}

#[test]
fn an_idle_connection_is_closed() {
    let site = Site::publish();
    let limits = Limits { idle_timeout: Duration::from_millis(200), ..Limits::default() };
    let server = Server::start(site.dir(), limits);
    let mut silent = server.connect();
    let mut used = server.connect();
    assert_eq!(used.get("/").status, 200);
    assert_eq!(silent.read_to_close(), b"");
    assert_eq!(used.read_to_close(), b"");
}

/// A site with one file that is larger than what sockets hold on their way.
fn large_site(site: &Site) -> Vec<u8> {
    let large: Vec<u8> = (0..32 * 1024 * 1024_u32).map(|n| u8::try_from(n % 251).unwrap()).collect();
    fs::write(site.dir().join("large.bin"), &large).unwrap();
    large
}

#[test]
fn a_client_that_takes_nothing_is_cut_off() {
    let site = Site::publish();
    let large = large_site(&site);
    let limits = Limits { write_timeout: Duration::from_millis(200), ..Limits::default() };
    let server = Server::start(site.dir(), limits);
    let mut client = server.connect();
    client.send("GET", "/large.bin", &[]).unwrap();
    // Long enough for the limit to pass many times over; what the sockets hold is all there is to read then.
    thread::sleep(Duration::from_secs(1));
    assert!(client.read_to_close().len() < large.len());
}

#[test]
fn a_client_that_takes_little_is_cut_off() {
    let site = Site::publish();
    let large = large_site(&site);
    let limits = Limits {
        write_timeout: Duration::from_secs(1),
        min_bytes_per_second: 16 * 1024 * 1024,
        ..Limits::default()
    };
    let server = Server::start(site.dir(), limits);
    // Never still for long, but slow: about a megabyte a second.
    let mut slow = server.connect();
    slow.send("GET", "/large.bin", &[]).unwrap();
    let mut n_taken = 0;
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(n_bytes @ 1..) = slow.stream.read(&mut bytes) {
        n_taken += n_bytes;
        thread::sleep(Duration::from_millis(50));
    }
    assert!(n_taken < large.len(), "got all");
    // The time between requests counts for nothing.
    let mut fast = server.connect();
    for _ in 0..2 {
        assert!(fast.get("/large.bin").body == large);
        thread::sleep(Duration::from_millis(1500));
    }
    assert_eq!(fast.get("/").status, 200);
}

#[test]
fn slow_readers_do_not_keep_others_out() {
    let site = Site::publish();
    large_site(&site);
    let limits = Limits { connections: 4, write_timeout: Duration::from_millis(300), ..Limits::default() };
    let server = Server::start(site.dir(), limits);
    let slow: Vec<Client> = (0..4)
        .map(|_| {
            let mut client = server.connect();
            client.send("GET", "/large.bin", &[]).unwrap();
            client.receive_head().unwrap();
            client
        })
        .collect();
    assert_eq!(server.connect().get("/").status, 200);
    drop(slow);
}

#[test]
fn an_oversized_head_is_refused() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits { header_bytes: 8192, ..Limits::default() });
    let mut client = server.connect();
    let long = [("X-Long".to_owned(), "a".repeat(10_000))];
    assert_eq!(client.request("GET", "/", &long).status, 431);
    let many: Vec<_> = (0..200).map(|n| (format!("X-{n}"), "a".to_owned())).collect();
    assert_eq!(server.connect().request("GET", "/", &many).status, 431);
    assert!([414, 431].contains(&server.connect().get(&format!("/{}", "a".repeat(70_000))).status));
    assert_eq!(server.connect().get("/").status, 200);
}

#[test]
fn a_connection_that_asks_too_often_is_told_to_wait() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits { requests_per_second: 5, ..Limits::default() });
    let mut hasty = server.connect();
    let statuses: Vec<u16> = (0..20).map(|_| hasty.get("/").status).collect();
    assert_eq!(statuses[..5], [200; 5]);
    assert!(statuses.contains(&429), "{statuses:?}");
    let started = Instant::now();
    while hasty.get("/").status != 200 {
        assert!(started.elapsed() < PATIENCE, "never welcome again");
        thread::sleep(Duration::from_millis(20));
    }
    // Other connections are not to suffer.
    assert_eq!(server.connect().get("/").status, 200);
}

#[test]
fn at_the_limit_an_idle_connection_makes_room() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits { connections: 2, ..Limits::default() });
    let mut first = server.connect();
    assert_eq!(first.get("/").status, 200);
    let mut second = server.connect();
    assert_eq!(second.get("/").status, 200);
    let mut third = server.connect();
    assert_eq!(third.get("/").status, 200);
    assert_eq!(first.read_to_close(), b"");
    assert_eq!(second.get("/").status, 200);
}

#[test]
fn files_beyond_the_memory_limit_are_served_from_disk() {
    let site = Site::publish();
    let large = large_site(&site);
    let server = Server::start(site.dir(), Limits { memory: 1024 * 1024, ..Limits::default() });
    let mut client = server.connect();
    assert!(client.get("/large.bin").body == large);
    let range = [("Range".to_owned(), "bytes=1000-1009".to_owned())];
    assert_eq!(client.request("GET", "/large.bin", &range).body, large[1000..1010]);
    // Changed in place: the answer is the file as it is now, never a mixture of two.
    fs::write(site.dir().join("large.bin"), "small now").unwrap();
    assert_eq!(client.get("/large.bin").text(), "small now");
}

/// Publishes a build as the builder does: beside the old one, then in its place.
fn publish_build(site: &Site, number: usize) {
    let next = site.folder.path().join("next");
    let old = site.folder.path().join("old");
    let text = format!("build {number}");
    let script = format!("assets/app.{number}.js");
    let files = [("index.html", text.as_str()), ("page.html", &text), (script.as_str(), "script")];
    let pages = [("/", "index.html"), ("/page", "page.html")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    write_site(&next, &Manifest { pages: pages.into(), redirects: Vec::new(), ..manifest() }, &files);
    if site.dir().exists() {
        fs::rename(site.dir(), &old).unwrap();
    }
    fs::rename(&next, site.dir()).unwrap();
    let _ = fs::remove_dir_all(&old);
}

fn reload_under_load(memory: u64) {
    const BUILDS: usize = 12;
    let site = Site { folder: tempfile::tempdir().unwrap() };
    publish_build(&site, 0);
    let reload_interval = Duration::from_millis(10);
    let server = Server::start(site.dir(), Limits { memory, reload_interval, ..Limits::default() });
    let (is_over, n_requests) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| {
        for target in ["/", "/page"] {
            let (is_over, n_requests, address) = (&is_over, &n_requests, server.address);
            scope.spawn(move || {
                let mut client = Client::connect(address);
                let mut latest = 0;
                while !is_over.load(Ordering::Relaxed) {
                    let reply = client.get(target);
                    assert_eq!(reply.status, 200);
                    let text = reply.text();
                    let number: usize = text.strip_prefix("build ").expect("a build's page").parse().unwrap();
                    assert!(number >= latest, "went back from build {latest} to {number}");
                    latest = number;
                    n_requests.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let mut client = server.connect();
        for number in 1..=BUILDS {
            publish_build(&site, number);
            let started = Instant::now();
            while client.get("/").text() != format!("build {number}") {
                assert!(started.elapsed() < PATIENCE, "build {number} is not served");
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
    assert!(n_requests.load(Ordering::Relaxed) >= BUILDS);
    if memory > 0 {
        // A page that a reader has open still finds the script of the build before, not older ones.
        let mut client = server.connect();
        for (number, status) in [(BUILDS, 200), (BUILDS - 1, 200), (BUILDS - 2, 404)] {
            assert_eq!(client.get(&format!("/assets/app.{number}.js")).status, status);
        }
    }
    server.stop();
}

#[test]
fn a_new_build_takes_over_under_load() {
    reload_under_load(u64::MAX);
}

#[test]
fn a_new_build_takes_over_under_load_from_disk() {
    reload_under_load(0);
}

#[test]
fn a_broken_build_does_not_take_over() {
    let site = Site { folder: tempfile::tempdir().unwrap() };
    publish_build(&site, 1);
    let reload_interval = Duration::from_millis(10);
    let server = Server::start(site.dir(), Limits { reload_interval, ..Limits::default() });
    let mut client = server.connect();
    fs::remove_file(site.dir().join("page.html")).unwrap();
    fs::write(site.dir().join(MANIFEST_FILE), "{").unwrap();
    for _ in 0..20 {
        assert_eq!(client.get("/page").text(), "build 1");
    }
    publish_build(&site, 2);
    let started = Instant::now();
    while client.get("/page").text() != "build 2" {
        assert!(started.elapsed() < PATIENCE, "build 2 is not served");
    }
}

#[test]
fn open_requests_finish_before_the_end() {
    let site = Site::publish();
    let large = large_site(&site);
    let mut server = Server::start(site.dir(), Limits::default());
    let address = server.address;
    let mut idle = server.connect();
    assert_eq!(idle.get("/").status, 200);
    let mut unused = server.connect();
    let mut busy = server.connect();
    busy.send("GET", "/large.bin", &[]).unwrap();
    let head = busy.receive_head().unwrap();
    assert_eq!(head.headers["content-length"], large.len().to_string());
    server.tell_to_stop();
    // Idle connections end while the busy one goes on, and no new ones are taken.
    assert_eq!(idle.read_to_close(), b"");
    assert_eq!(unused.read_to_close(), b"");
    assert!(TcpStream::connect(address).is_err());
    let mut body = vec![0; large.len()];
    busy.stream.read_exact(&mut body).unwrap();
    assert!(body == large);
    assert_eq!(busy.read_to_close(), b"");
    server.stop();
}

#[test]
fn a_request_that_does_not_end_is_cut_off_after_the_grace() {
    let site = Site::publish();
    large_site(&site);
    let mut server =
        Server::start(site.dir(), Limits { shutdown_grace: Duration::from_millis(100), ..Limits::default() });
    let mut busy = server.connect();
    busy.send("GET", "/large.bin", &[]).unwrap();
    busy.receive_head().unwrap();
    server.tell_to_stop();
    server.stop();
}

#[test]
fn what_is_wrong_is_said() {
    let site = Site::publish();
    let taken = TcpListener::bind(any_port()).unwrap();
    let error = serve_now(site.dir(), taken.local_addr().unwrap()).unwrap_err();
    assert!(matches!(error, ServeError::AddressInUse { .. }));
    assert_eq!(error.to_string(), format!("`{}` is already in use", taken.local_addr().unwrap()));
    assert!(error.help().unwrap().contains("another port"));

    let error = serve_now(site.folder.path().join("nowhere"), any_port()).unwrap_err();
    assert!(matches!(error, ServeError::Load(LoadError::NoSite { .. })));
    assert!(error.help().unwrap().contains("portico build"));

    fs::remove_file(site.dir().join("support.html")).unwrap();
    let error = serve_now(site.dir(), any_port()).unwrap_err();
    assert!(
        error.to_string().starts_with("`support.html`, the page at `/support`, is missing from"),
        "{error}"
    );

    fs::write(site.dir().join(MANIFEST_FILE), "{").unwrap();
    assert!(matches!(serve_now(site.dir(), any_port()), Err(ServeError::Load(LoadError::Manifest { .. }))));

    let newer = Manifest { format: 99, ..manifest() };
    fs::write(site.dir().join(MANIFEST_FILE), serde_json::to_vec(&newer).unwrap()).unwrap();
    let error = serve_now(site.dir(), any_port()).unwrap_err();
    assert!(error.to_string().contains("has format 99, this version reads format 1"), "{error}");
}

#[test]
fn a_site_below_a_base_path() {
    let site = Site { folder: tempfile::tempdir().unwrap() };
    let mut manifest = Manifest { base_path: "/docs/".to_owned(), ..manifest() };
    // As the builder writes them: pages as declared, redirects with the base path.
    for redirect in &mut manifest.redirects {
        redirect.from.insert_str(0, "/docs");
        if redirect.to.starts_with('/') {
            redirect.to.insert_str(0, "/docs");
        }
    }
    write_site(&site.dir(), &manifest, common::FILES);
    let server = Server::start(site.dir(), Limits::default());
    let mut client = server.connect();
    for target in ["/docs/", "/docs/index.html"] {
        assert_eq!(client.get(target).text(), "home html", "{target}");
    }
    for target in ["/docs/quickstart/", "/docs/quickstart", "/docs/quickstart.html"] {
        assert_eq!(client.get(target).text(), "quickstart html", "{target}");
    }
    for target in ["/", "/docs"] {
        assert_eq!(client.get(target).headers["location"], "/docs/", "{target}");
    }
    assert_eq!(client.get("/docs/home").headers["location"], "/docs/");
    assert_eq!(client.get("/docs/getting-started?a=1").headers["location"], "/docs/quickstart/?a=1");
    assert_eq!(client.get("/docs/sdk/android").headers["location"], "/docs/api/overview");
    assert_eq!(client.get("/docs/elsewhere").headers["location"], "https://example.com/start");
    let markdown = [("Accept".to_owned(), "text/markdown".to_owned())];
    let reply = client.request("GET", "/docs/quickstart/", &markdown);
    assert_eq!(reply.headers["content-location"], "/docs/quickstart.md");
    for target in ["/quickstart/", "/docsquickstart", "/docs2/", "/docs/docs/"] {
        assert_eq!(client.get(target).status, 404, "{target}");
    }
    assert_eq!(client.get("/-/health").text(), "ok\n");
}
