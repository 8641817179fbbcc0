//! A small published site, a server around it, and a client that shows what is on the wire.

#![allow(dead_code, reason = "each test file uses its own part")]

pub(crate) mod http_2;
pub(crate) mod https;

pub(crate) mod table;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use portico_contract::{MANIFEST_FILE, MANIFEST_FORMAT, Manifest, ManifestRedirect};
use portico_server::{Limits, ServeError, ServeOptions, serve_until};
use tempfile::TempDir;
use tokio::sync::oneshot;

/// Nothing that should happen takes nearly as long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// Files of the site with their text. Compressed siblings are not really compressed: a test is to see which was sent.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("index.html", "home html"),
    ("index.html.br", "home br"),
    ("index.html.gz", "home gz"),
    ("index.html.zst", "home zst"),
    ("index.md", "home markdown"),
    ("404.html", "nothing here html"),
    ("404.html.br", "nothing here br"),
    ("quickstart/index.html", "quickstart html"),
    ("quickstart/index.html.br", "quickstart br"),
    ("quickstart/index.html.gz", "quickstart gz"),
    ("quickstart/index.html.zst", "quickstart zst"),
    ("quickstart.md", "quickstart markdown"),
    ("quickstart.md.gz", "quickstart markdown gz"),
    ("api/overview.html", "overview html"),
    ("api/overview.md", "overview markdown"),
    ("support.html", "support html"),
    ("support.html.gz", "support gz"),
    ("search.html", "search html"),
    ("café menu.html", "menu html"),
    ("old/page.html", "redirect page for plain hosts"),
    ("wild/kept.html", "kept html"),
    ("assets/app.0123abcd.js", "script"),
    ("assets/app.0123abcd.js.br", "script br"),
    ("assets/app.0123abcd.css", "style"),
    ("assets/font.woff2", "font"),
    ("data/quickstart.json", "{\"page\":\"data\"}"),
    ("data/codes.csv", "code"),
    ("logo.svg", "<svg/>"),
    ("sitemap.xml", "<urlset/>"),
    ("openapi.yaml", "openapi: 3.1.0"),
    ("openapi.json", "{}"),
    ("robots.txt", "User-agent: *"),
    ("llms.txt", "# Portal"),
    ("digits.txt", "0123456789"),
    ("empty.txt", ""),
    ("a b.txt", "spaced"),
    ("100%.txt", "percent"),
    ("plain+sign.txt", "plus"),
    ("release.tar.gz", "archive"),
    (".well-known/security.txt", "Contact: mailto:security@example.com"),
    // Not for readers:
    ("_headers", "SECRET host rules"),
    ("_redirects", "SECRET host rules"),
    (".env", "SECRET environment"),
    (".git/config", "SECRET repository"),
    ("build-manifest.json.br", "SECRET manifest"),
];

/// The manifest of the site.
pub(crate) fn manifest() -> Manifest {
    let owned = |(a, b): (&str, &str)| (a.to_owned(), b.to_owned());
    let pages = [
        ("/", "index.html"),
        ("/quickstart/", "quickstart/index.html"),
        ("/api/overview", "api/overview.html"),
        ("/support", "support.html"),
        ("/search", "search.html"),
        ("/café menu", "café menu.html"),
    ];
    let redirects = [
        ("/getting-started", "/quickstart/"),
        ("/home", "/"),
        ("/index", "/"),
        ("/old/page", "/support#contact"),
        ("/sdk", "/api/overview?from=sdk"),
        ("/sdk/*", "/api/overview"),
        ("/elsewhere", "https://example.com/start"),
        ("/wild/*", "/support"),
        ("/wild/early", "/search"),
        ("/support", "/search"),
        ("/menu", "/café menu"),
    ];
    let headers = [
        ("Content-Security-Policy", "default-src 'self'"),
        ("Referrer-Policy", "strict-origin-when-cross-origin"),
        ("Content-Type", "text/evil"),
        ("X-Broken", "a\nb"),
    ];
    Manifest {
        format: MANIFEST_FORMAT,
        base_path: "/".to_owned(),
        pages: pages.into_iter().map(owned).collect(),
        redirects: redirects
            .into_iter()
            .map(|(from, to)| ManifestRedirect { from: from.to_owned(), to: to.to_owned() })
            .collect(),
        headers: headers.into_iter().map(owned).collect(),
        immutable: vec!["assets/".to_owned()],
        release: String::new(),
        retained: Vec::new(),
    }
}

/// A published site in a folder of its own, with secrets around it.
pub(crate) struct Site {
    pub(crate) folder: TempDir,
}

impl Site {
    /// Publishes the usual site.
    pub(crate) fn publish() -> Self {
        let site = Self { folder: tempfile::tempdir().unwrap() };
        write_site(&site.dir(), &manifest(), FILES);
        fs::write(site.folder.path().join("secret.txt"), "SECRET outside").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink(site.folder.path().join("secret.txt"), site.dir().join("leak.txt")).unwrap();
            symlink(site.folder.path(), site.dir().join("up")).unwrap();
            symlink("digits.txt", site.dir().join("alias.txt")).unwrap();
            symlink(".env", site.dir().join("alias-of-hidden.txt")).unwrap();
            symlink(MANIFEST_FILE, site.dir().join("alias-of-manifest.json")).unwrap();
        }
        site
    }

    /// The published folder.
    pub(crate) fn dir(&self) -> PathBuf {
        self.folder.path().join("dist")
    }
}

/// Writes a published folder.
pub(crate) fn write_site(dir: &Path, manifest: &Manifest, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = dir.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::write(dir.join(MANIFEST_FILE), serde_json::to_vec(manifest).unwrap()).unwrap();
}

/// An address of this machine with a port that is free.
pub(crate) fn any_port() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 0))
}

/// A server in a thread of its own, stopped when dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

impl Server {
    /// Serves a folder.
    pub(crate) fn start(dir: PathBuf, limits: Limits) -> Self {
        Self::run(move |ready, stopped| {
            serve_until(ServeOptions { limits, ..ServeOptions::new(dir, any_port()) }, ready, stopped)
        })
    }

    /// Serves as the options say.
    pub(crate) fn start_with(options: ServeOptions) -> Self {
        Self::run(move |ready, stopped| serve_until(options, ready, stopped))
    }

    /// Runs any server.
    pub(crate) fn run(
        server: impl FnOnce(Box<dyn FnOnce(SocketAddr)>, Stopped) -> Result<(), ServeError> + Send + 'static,
    ) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let (ready, address) = channel();
        let thread = thread::spawn(move || {
            let stopped: Stopped = Box::pin(async {
                let _ = stopped.await;
            });
            server(Box::new(move |address| ready.send(address).unwrap()), stopped)
        });
        let address = address.recv_timeout(PATIENCE).expect("the server starts");
        Self { address, stop: Some(stop), thread: Some(thread) }
    }

    /// Tells the server to stop, without waiting for it.
    pub(crate) fn tell_to_stop(&mut self) {
        drop(self.stop.take());
    }

    /// Stops the server and waits until it has.
    pub(crate) fn stop(mut self) {
        self.tell_to_stop();
        self.thread.take().unwrap().join().unwrap().unwrap();
    }

    pub(crate) fn connect(&self) -> Client {
        Client::connect(self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.tell_to_stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

pub(crate) type Stopped = std::pin::Pin<Box<dyn Future<Output = ()> + Send>>;

/// A client that knows just enough HTTP.
pub(crate) struct Client {
    pub(crate) stream: TcpStream,
}

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream }
    }

    pub(crate) fn get(&mut self, target: &str) -> Reply {
        self.request("GET", target, &[])
    }

    pub(crate) fn request(&mut self, method: &str, target: &str, headers: &[(String, String)]) -> Reply {
        self.send(method, target, headers).unwrap();
        self.receive(method).unwrap()
    }

    pub(crate) fn send(
        &mut self,
        method: &str,
        target: &str,
        headers: &[(String, String)],
    ) -> io::Result<()> {
        let fields: String =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect::<Vec<_>>().concat();
        self.stream
            .write_all(format!("{method} {target} HTTP/1.1\r\nHost: portal.test\r\n{fields}\r\n").as_bytes())
    }

    pub(crate) fn receive(&mut self, method: &str) -> io::Result<Reply> {
        let mut reply = self.receive_head()?;
        let has_body = method != "HEAD" && !matches!(reply.status, 204 | 304);
        if has_body && let Some(length) = reply.headers.get("content-length") {
            reply.body.resize(length.parse().unwrap(), 0);
            self.stream.read_exact(&mut reply.body)?;
        }
        Ok(reply)
    }

    pub(crate) fn receive_head(&mut self) -> io::Result<Reply> {
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") {
            self.stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        let head = String::from_utf8_lossy(&head).into_owned();
        let mut lines = head.lines();
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let mut headers: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
            // One header on two lines is a list (RFC 9110, section 5.3).
            let known = headers.entry(name.to_ascii_lowercase()).or_default();
            *known = if known.is_empty() { value.to_owned() } else { format!("{known}, {value}") };
        }
        Ok(Reply { status, headers, body: Vec::new() })
    }

    /// Reads until the server closes the connection; a reset is a way to close.
    pub(crate) fn read_to_close(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Err(error) if error.kind() != io::ErrorKind::ConnectionReset => panic!("not closed: {error}"),
            _ => rest,
        }
    }
}
