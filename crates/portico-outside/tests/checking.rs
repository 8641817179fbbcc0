//! A check against a server of our own: what is asked, how often, how fast, and what is said of it.
#![allow(clippy::disallowed_methods, reason = "tests have a server, a disk and a clock")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portico_diagnostics::{SourceFile, Span};
use portico_outside::{Options, Outcome, check};
use portico_site::OutsideLink;

const PAUSE: Duration = Duration::from_millis(30);

/// Method, path and user agent of a request, and when it came.
type Seen = Arc<Mutex<Vec<(String, String, String, Instant)>>>;

struct Server {
    address: SocketAddr,
    seen: Seen,
}

impl Server {
    /// Answers for as long as the test runs.
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("bound");
        let seen = Seen::default();
        let noted = Arc::clone(&seen);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let noted = Arc::clone(&noted);
                thread::spawn(move || answer(stream, &noted));
            }
        });
        Self { address, seen }
    }

    fn requests(&self) -> Vec<(String, String)> {
        let seen = self.seen.lock().expect("not poisoned");
        seen.iter().map(|(method, path, ..)| (method.clone(), path.clone())).collect()
    }
}

fn answer(mut stream: TcpStream, seen: &Seen) {
    let mut lines = BufReader::new(stream.try_clone().expect("cloned")).lines().map_while(Result::ok);
    while let Some(first) = lines.next() {
        let agent: String = lines
            .by_ref()
            .take_while(|line| !line.is_empty())
            .filter_map(|line| line.to_ascii_lowercase().strip_prefix("user-agent: ").map(str::to_owned))
            .collect();
        let mut words = first.split(' ').map(str::to_owned);
        let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let mut noted = seen.lock().expect("not poisoned");
        let n_before = noted.iter().filter(|(_, before, ..)| *before == path).count();
        noted.push((method.clone(), path.clone(), agent, Instant::now()));
        drop(noted);
        let (status, header) = match (method.as_str(), path.as_str()) {
            ("HEAD", "/get-only") => ("405 Method Not Allowed", ""),
            (_, "/members") => ("403 Forbidden", ""),
            (_, "/gone") => ("410 Gone", ""),
            (_, "/missing") => ("404 Not Found", ""),
            (_, "/moved") => ("301 Moved Permanently", "Location: /new\r\n"),
            (_, "/elsewhere-today") => ("302 Found", "Location: here\r\n"),
            (_, "/moved-to-nothing") => ("308 Permanent Redirect", "Location: /missing\r\n"),
            (_, "/round") => ("302 Found", "Location: /round\r\n"),
            (_, "/busy") if n_before == 0 => ("429 Too Many Requests", "Retry-After: 0\r\n"),
            (_, "/ok" | "/get-only" | "/new" | "/here" | "/busy") => ("200 OK", ""),
            (_, "/always-busy") => ("429 Too Many Requests", "Retry-After: 86400\r\n"),
            (_, "/broken") => ("500 Internal Server Error", ""),
            _ => {
                thread::sleep(Duration::from_secs(2));
                ("200 OK", "")
            }
        };
        let reply = format!("HTTP/1.1 {status}\r\n{header}Content-Length: 0\r\n\r\n");
        if stream.write_all(reply.as_bytes()).is_err() {
            return;
        }
    }
}

fn options(cache: Option<PathBuf>) -> Options {
    Options { cache, pause: PAUSE, timeout: Duration::from_millis(500), limit: usize::MAX }
}

/// Links to these addresses, one on a line of a file.
fn links(addresses: &[String]) -> Vec<OutsideLink> {
    let file = SourceFile::new("content/index.md", addresses.join("\n"));
    let mut at = 0;
    let place = |address: &String| {
        let span = Span::new(at, at + address.len());
        at += address.len() + 1;
        OutsideLink { address: address.clone(), place: Some((file.clone(), span)) }
    };
    addresses.iter().map(place).collect()
}

fn run(links: &[OutsideLink], options: &Options) -> Outcome {
    check(links, options, &|_| ()).expect("the answers are kept")
}

/// Code, line and message of each diagnostic.
fn said(outcome: &Outcome, server: &Server) -> Vec<String> {
    let host = server.address.to_string();
    let diagnostics = outcome.diagnostics.iter();
    diagnostics
        .map(|it| {
            let line = it.place.as_ref().map_or(0, |place| place.file.line_column(place.span.start).line);
            format!("{} {line} {}", it.code, it.message).replace(&host, "HOST")
        })
        .collect()
}

#[test]
fn each_answer_has_its_meaning() {
    let server = Server::start();
    let on_host = |path: &str| format!("http://{}{path}", server.address);
    let mut addresses: Vec<String> = [
        "/ok",
        "/get-only",
        "/members",
        "/gone",
        "/missing",
        "/moved",
        "/elsewhere-today",
        "/moved-to-nothing",
        "/round",
        "/busy",
        "/always-busy",
        "/broken",
        "/slow",
        "/ok#part",
        "/missing#part",
    ]
    .map(on_host)
    .into();
    addresses.push("http://127.0.0.1:1/nobody".to_owned());
    addresses.push("https://www.example.com/".to_owned());
    let outcome = run(&links(&addresses), &options(None));
    let said = said(&outcome, &server);
    let expected = [
        "link/outside-broken 4 nothing is at `http://HOST/gone`: it answers 410",
        "link/outside-broken 5 nothing is at `http://HOST/missing`: it answers 404",
        "link/outside-moved 6 `http://HOST/moved` has moved for good",
        "link/outside-broken 8 nothing is at `http://HOST/moved-to-nothing`: it answers 404",
        "link/outside-broken 9 nothing is at `http://HOST/round`: it leads on more than 8 times",
        "link/outside-unreachable 11 `http://HOST/always-busy` cannot be reached: it answers 429",
        "link/outside-unreachable 12 `http://HOST/broken` cannot be reached: it answers 500",
        "link/outside-unreachable 13 `http://HOST/slow` cannot be reached: timeout",
        "link/outside-broken 15 nothing is at `http://HOST/missing#part`: it answers 404",
        "link/outside-unreachable 16 `http://127.0.0.1:1/nobody` cannot be reached: ",
    ];
    assert_eq!(said.len(), expected.len(), "{said:#?}");
    for (said, expected) in said.iter().zip(expected) {
        assert!(said.starts_with(expected), "{said} is not {expected}");
    }
    assert_eq!((outcome.n_asked, outcome.n_reserved), (14, 1));
    let moved = outcome.diagnostics.iter().find(|it| it.code.id() == "link/outside-moved").expect("said");
    assert!(moved.help.as_deref().is_some_and(|help| help.ends_with("/new`")), "{moved:?}");

    let seen = server.seen.lock().expect("not poisoned");
    assert!(seen.iter().all(|(_, _, agent, _)| agent.starts_with("portico/")), "we say who we are");
    let head_first =
        seen.iter().filter(|(_, path, ..)| path == "/get-only").map(|(method, ..)| method.as_str());
    assert_eq!(head_first.collect::<Vec<_>>(), ["HEAD", "GET"]);
    // The pause begins with the end of an answer; clocks of two threads may differ by a little.
    let mut times: Vec<Instant> = seen.iter().map(|(.., time)| *time).collect();
    times.sort();
    assert!(times.windows(2).all(|pair| pair[1] - pair[0] > PAUSE / 2), "a host is asked with pauses");
}

#[test]
fn answers_are_remembered_and_the_limit_is_kept() {
    let server = Server::start();
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Some(folder.path().join("answers.json"));
    let addresses: Vec<String> =
        ["/gone", "/ok", "/new"].iter().map(|path| format!("http://{}{path}", server.address)).collect();
    let links = links(&addresses);
    let limited = run(&links, &Options { limit: 2, ..options(cache.clone()) });
    assert_eq!((limited.n_asked, limited.n_known, limited.n_left), (2, 0, 1));
    let rest = run(&links, &options(cache.clone()));
    assert_eq!((rest.n_asked, rest.n_known, rest.n_left), (1, 2, 0));
    let n_requests = server.requests().len();
    let known = run(&links, &options(cache));
    assert_eq!((known.n_asked, known.n_known), (0, 3));
    assert_eq!(server.requests().len(), n_requests, "nobody is asked again");
    assert_eq!(said(&known, &server), said(&rest, &server), "what is remembered is reported too");
    assert_eq!(known.diagnostics.len(), 1);
}
