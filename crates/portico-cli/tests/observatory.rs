//! The published headers, graded as Mozilla's HTTP Observatory grades a site.
//!
//! The rules are those of <https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring>, told in our own words:
//! a site begins with 100 points, loses some for what it leaves open, and gains some for what it need not have done, which
//! count only from 90 points on. 100 and more is an A+. The graded site is a built one, served over HTTPS.
#![allow(clippy::disallowed_methods, reason = "tests read what the binary wrote")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use common::https::{certificate, get, write_certificate};
use common::{Served, command, portico, said};

/// An answer as a client sees it; names of headers in lower case.
#[derive(Clone, Debug, Default)]
struct Answer {
    status: u16,
    headers: BTreeMap<String, Vec<String>>,
    body: String,
}

impl Answer {
    fn parse(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").expect("an answer has a head");
        let mut lines = head.lines();
        let status =
            lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|status| status.parse().ok());
        let mut headers: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
            headers.entry(name.to_ascii_lowercase()).or_default().push(value.to_owned());
        }
        Self { status: status.expect("an answer has a status"), headers, body: body.to_owned() }
    }

    /// The only value of a header.
    fn header(&self, name: &str) -> Option<&str> {
        match self.headers.get(name)?.as_slice() {
            [value] => Some(value.as_str()),
            values => panic!("{name} is sent {} times", values.len()),
        }
    }
}

/// Points that each test takes or gives, by its name.
fn points(answer: &Answer) -> BTreeMap<&'static str, i32> {
    let policy = answer.header("content-security-policy").map(directives);
    [
        ("content security policy", policy.as_ref().map_or(-25, policy_points)),
        ("cookies", if answer.headers.contains_key("set-cookie") { -40 } else { 0 }),
        ("cross-origin resource sharing", sharing_points(answer)),
        ("referrer policy", referrer_points(answer.header("referrer-policy"))),
        ("strict transport security", transport_points(answer.header("strict-transport-security"))),
        ("subresource integrity", script_points(&answer.body)),
        (
            "content type options",
            if answer.header("x-content-type-options") == Some("nosniff") { 0 } else { -5 },
        ),
        ("frame options", frame_points(answer, policy.as_ref())),
        ("cross-origin resource policy", resource_points(answer.header("cross-origin-resource-policy"))),
        ("cross-origin opener policy", opener_points(answer.header("cross-origin-opener-policy"))),
        ("cross-origin embedder policy", embedder_points(answer.header("cross-origin-embedder-policy"))),
        // There is nothing at all on plain HTTP, so there is nothing to redirect from.
        ("redirection", 0),
    ]
    .into()
}

/// The score of an answer.
fn score(answer: &Answer) -> i32 {
    let points = points(answer);
    let without_bonus = 100 + points.values().filter(|points| **points < 0).sum::<i32>();
    let bonus: i32 = points.values().filter(|points| **points > 0).sum();
    if without_bonus >= 90 { without_bonus + bonus } else { without_bonus.max(0) }
}

/// The grade for a score, A+ to F.
fn grade(score: i32) -> &'static str {
    const GRADES: [(i32, &str); 13] = [
        (100, "A+"),
        (90, "A"),
        (85, "A-"),
        (80, "B+"),
        (70, "B"),
        (65, "B-"),
        (60, "C+"),
        (50, "C"),
        (45, "C-"),
        (40, "D+"),
        (30, "D"),
        (25, "D-"),
        (0, "F"),
    ];
    GRADES.iter().find(|(least, _)| score >= *least).map_or("F", |(_, grade)| grade)
}

type Directives<'p> = BTreeMap<&'p str, BTreeSet<&'p str>>;

fn directives(policy: &str) -> Directives<'_> {
    let mut found = Directives::new();
    for directive in policy.split(';') {
        let mut words = directive.split_whitespace();
        let Some(name) = words.next() else { continue };
        assert!(found.insert(name, words.collect()).is_none(), "{name} is there twice");
    }
    found
}

fn policy_points(policy: &Directives<'_>) -> i32 {
    const ANYWHERE: [&str; 8] =
        ["*", "http:", "https:", "ftp:", "http://*", "http://*.*", "https://*", "https://*.*"];
    let everything = BTreeSet::from(["*"]);
    let sources = |name: &str| policy.get(name).or(policy.get("default-src")).unwrap_or(&everything);
    let is_broad = |name: &str| sources(name).iter().any(|source| ANYWHERE.contains(source));
    let is_inline = |name: &str| {
        let has_hash = sources(name).iter().any(|it| it.starts_with("'sha") || it.starts_with("'nonce-"));
        sources(name).contains("data:") || sources(name).contains("'unsafe-inline'") && !has_hash
    };
    let is_plain =
        |sources: &BTreeSet<&str>| sources.iter().any(|it| it.starts_with("http:") || it.starts_with("ftp:"));
    let (passive, active): (Vec<_>, Vec<_>) =
        policy.iter().partition(|(name, _)| ["img-src", "media-src"].contains(*name));
    if is_inline("script-src") || is_broad("script-src") || is_broad("object-src") {
        return -20;
    }
    if active.iter().any(|(_, sources)| is_plain(sources)) {
        return -20;
    }
    if ["script-src", "style-src"].iter().any(|name| sources(name).contains("'unsafe-eval'")) {
        return -10;
    }
    if passive.iter().any(|(_, sources)| is_plain(sources)) {
        return -10;
    }
    if is_inline("style-src") || is_broad("style-src") {
        return 0;
    }
    if policy.get("default-src") == Some(&BTreeSet::from(["'none'"])) { 10 } else { 5 }
}

fn sharing_points(answer: &Answer) -> i32 {
    let is_with_credentials = answer.header("access-control-allow-credentials") == Some("true");
    if answer.header("access-control-allow-origin").is_some() && is_with_credentials { -50 } else { 0 }
}

fn referrer_points(policy: Option<&str>) -> i32 {
    match policy {
        Some("no-referrer" | "same-origin" | "strict-origin" | "strict-origin-when-cross-origin") => 5,
        Some(_) => -5,
        None => 0,
    }
}

/// Half a year is what is asked for.
fn transport_points(value: Option<&str>) -> i32 {
    const HALF_A_YEAR: u64 = 15_768_000;
    let age = value.and_then(|value| value.split(';').find_map(|part| part.trim().strip_prefix("max-age=")));
    match age.and_then(|age| age.parse::<u64>().ok()) {
        Some(age) if age >= HALF_A_YEAR => 0,
        Some(_) => -10,
        None => -20,
    }
}

/// Scripts from elsewhere need a hash.
fn script_points(html: &str) -> i32 {
    let outside = html.split("<script").skip(1).filter_map(|rest| {
        let tag = rest.split('>').next()?;
        let source = tag.split("src=\"").nth(1)?.split('"').next()?;
        (source.contains("//") && !tag.contains("integrity=")).then_some(source)
    });
    outside.map(|source| if source.starts_with("http:") { -50 } else { -5 }).min().unwrap_or(0)
}

fn frame_points(answer: &Answer, policy: Option<&Directives<'_>>) -> i32 {
    let ancestors = policy.and_then(|policy| policy.get("frame-ancestors"));
    if ancestors.is_some_and(|sources| !sources.contains("*") && !sources.contains("https:")) {
        return 5;
    }
    match answer.header("x-frame-options") {
        Some("DENY" | "SAMEORIGIN") => 5,
        _ => -20,
    }
}

fn resource_points(value: Option<&str>) -> i32 {
    match value {
        Some("same-origin" | "same-site") => 10,
        Some("cross-origin") | None => 0,
        Some(_) => -5,
    }
}

fn opener_points(value: Option<&str>) -> i32 {
    match value {
        Some("same-origin" | "same-origin-allow-popups" | "noopener-allow-popups") => 10,
        Some("unsafe-none") | None => 0,
        Some(_) => -5,
    }
}

fn embedder_points(value: Option<&str>) -> i32 {
    match value {
        Some("require-corp" | "credentialless") => 10,
        Some("unsafe-none") | None => 0,
        Some(_) => -5,
    }
}

#[test]
fn a_published_site_has_an_a_plus() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(portico(&["new", "docs"], folder.path()).status.success());
    let built = portico(&["build", "--site", "docs"], folder.path());
    assert!(built.status.success(), "{}", said(&built));
    write_certificate(folder.path());
    let arguments =
        ["serve", "--addr", "127.0.0.1:0", "--tls-cert", "certificate.pem", "--tls-key", "key.pem"];
    let served = Served::start(command(&arguments, folder.path()));
    let files = portico_server::TlsFiles {
        certificate: folder.path().join("certificate.pem"),
        key: folder.path().join("key.pem"),
    };
    let ask = |target: &str| Answer::parse(&get(served.address, certificate(&files), target));

    for (target, status) in [("/", 200), ("/guides/first-steps", 200), ("/search", 200), ("/not/here", 404)] {
        let answer = ask(target);
        assert_eq!(answer.status, status, "{target}");
        let score = score(&answer);
        assert_eq!(grade(score), "A+", "{target} has {score} points: {:?}", points(&answer));
        assert!(score >= 135, "{target} has {score} points, fewer than once: {:?}", points(&answer));
        assert!(answer.header("permissions-policy").is_some(), "{target}");
    }

    // What is no document has the same protection: a script may run as a worker, a picture may be opened by itself.
    let assets = fs::read_dir(folder.path().join("dist/assets")).expect("there are assets");
    let names = assets.map(|entry| entry.expect("readable").file_name().into_string().expect("plain names"));
    let mut kinds = BTreeMap::new();
    for name in names {
        let ending = name.rsplit('.').next().unwrap_or_default().to_owned();
        if !["br", "gz", "zst"].contains(&ending.as_str()) {
            kinds.insert(ending, format!("/assets/{name}"));
        }
    }
    assert!(
        kinds.contains_key("js") && kinds.contains_key("css") && kinds.contains_key("woff2"),
        "{kinds:?}"
    );
    let others = ["/sitemap.xml", "/index.md", "/robots.txt", "/page-data/index.json"].map(str::to_owned);
    for target in kinds.into_values().chain(others) {
        let answer = ask(&target);
        assert_eq!(answer.status, 200, "{target}");
        for (name, points) in points(&answer) {
            assert!(points >= 0, "{target} loses {points} points for its {name}");
        }
        assert_eq!(resource_points(answer.header("cross-origin-resource-policy")), 10, "{target}");
    }

    // A static host that reads `_headers` gives the same.
    let rules = fs::read_to_string(folder.path().join("dist/_headers")).expect("written");
    let for_all = rules.strip_prefix("/*\n").expect("rules for every path come first");
    let lines = for_all.lines().take_while(|line| line.starts_with(' ')).map(str::trim).collect::<Vec<_>>();
    let hosted = Answer::parse(&format!("HTTP/1.1 200 OK\r\n{}\r\n\r\n", lines.join("\r\n")));
    assert!(score(&hosted) >= 135, "{:?}", points(&hosted));
}

#[test]
fn what_is_left_open_costs_points() {
    let good = "HTTP/1.1 200 OK\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; frame-ancestors 'none'\r\n\
        Strict-Transport-Security: max-age=31536000\r\nX-Content-Type-Options: nosniff\r\n\r\n<script src=\"/a.js\">";
    assert_eq!(score(&Answer::parse(good)), 115);
    for (from, to, expected) in [
        ("default-src 'none'", "default-src 'self'", 110),
        ("script-src 'self'", "script-src 'self' 'unsafe-inline'", 80),
        ("script-src 'self'", "script-src 'self' 'unsafe-inline' 'sha256-x'", 115),
        ("script-src 'self'", "script-src https:", 80),
        ("script-src 'self'", "script-src 'self' 'unsafe-eval'", 95),
        ("script-src 'self'", "script-src 'self'; style-src 'unsafe-inline'", 105),
        ("script-src 'self'", "script-src 'self'; img-src http://x.test", 95),
        ("; frame-ancestors 'none'", "", 80),
        ("max-age=31536000", "max-age=300", 105),
        ("Strict-Transport-Security: max-age=31536000\r\n", "", 80),
        ("X-Content-Type-Options: nosniff\r\n", "", 110),
        ("/a.js", "//elsewhere.test/a.js", 110),
        ("\r\n\r\n", "\r\nSet-Cookie: a=b\r\n\r\n", 60),
    ] {
        let changed = good.replace(from, to);
        assert_ne!(changed, good, "{from}");
        assert_eq!(score(&Answer::parse(&changed)), expected, "{from} -> {to}");
    }
    let bare = Answer::parse("HTTP/1.1 200 OK\r\n\r\n");
    assert_eq!((score(&bare), grade(score(&bare))), (30, "D"));
}
