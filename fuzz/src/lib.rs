//! What is fuzzed: one function for each reader of what others wrote. Each panics if something is wrong.
//!
//! The fuzz targets call these functions, and so does a test of `portico-cli` that replays the corpus in each test run.
//! They read no file but those they write themselves.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use hyper::header::{HOST, HeaderName, HeaderValue};
use hyper::{HeaderMap, Method, Version};
use portico_config::parse_settings;
use portico_contract::{MANIFEST_FILE, MANIFEST_FORMAT, Manifest, ManifestRedirect};
use portico_diagnostics::{Diagnostic, SourceFile, render_human, render_json};
use portico_diagram::Options;
use portico_import::import_docusaurus;
use portico_markdown::{Components, Files, ParseInput, parse, parse_front_matter};
use portico_server::{PlannedBody, PublishedSite, RequestHead, respond};
use portico_site::{Drafts, SiteInput, build_site, match_redirect};
use tempfile::TempDir;

/// A reader of what others wrote.
pub type Reader = fn(&[u8]);

/// Every reader, by the name of its fuzz target and of its folder in `corpus/`.
pub const READERS: [(&str, Reader); 11] = [
    ("request", request),
    ("front_matter", front_matter),
    ("markdown", markdown),
    ("mdx", mdx),
    ("math", math),
    ("settings", settings),
    ("sidebars", sidebars),
    ("redirects", redirects),
    ("docusaurus", docusaurus),
    ("docusaurus_page", docusaurus_page),
    ("diagram", diagram),
];

/// A request as text: `METHOD path?query` on the first line, a header on each of the others.
pub fn request(data: &[u8]) {
    let mut lines = data.split(|byte| *byte == b'\n');
    let first = String::from_utf8_lossy(lines.next().unwrap_or_default()).into_owned();
    let (method, target) = first.split_once(' ').unwrap_or(("GET", &first));
    let Ok(method) = Method::from_bytes(method.as_bytes()) else { return };
    let (path, query) = match target.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (target, None),
    };
    let mut headers = HeaderMap::from_iter([(HOST, HeaderValue::from_static("portal.test"))]);
    for line in lines {
        let Some(colon) = line.iter().position(|byte| *byte == b':') else { continue };
        let (name, value) =
            (HeaderName::from_bytes(&line[..colon]), HeaderValue::from_bytes(&line[colon + 1..]));
        if let (Ok(name), Ok(value)) = (name, value) {
            headers.append(name, value);
        }
    }
    let head = RequestHead { method: &method, path, query, version: Version::HTTP_11, headers: &headers };
    let plan = respond(&PUBLISHED.1, &head);
    let status = plan.status.as_u16();
    assert!([200, 204, 206, 301, 302, 304, 400, 404, 405, 412, 416].contains(&status), "{status}");
    assert_eq!(plan.headers.get_all("x-content-type-options").iter().count(), 1);
    if let PlannedBody::Bytes(bytes) = &plan.body {
        assert!(!bytes.windows(6).any(|window| window == b"SECRET"), "a secret is out");
        assert_eq!(plan.headers["content-length"], bytes.len().to_string());
    }
}

/// The front matter of a page.
pub fn front_matter(data: &[u8]) {
    let source = SourceFile::new("content/page.md", text(data));
    said(&parse_front_matter(&source).1);
}

/// A page in lenient Markdown.
pub fn markdown(data: &[u8]) {
    page("content/page.md", &text(data), false);
}

/// A page in strict MDX.
pub fn mdx(data: &[u8]) {
    page("content/page.mdx", &text(data), false);
}

/// A page in strict MDX with formulas.
pub fn math(data: &[u8]) {
    page("content/page.mdx", &text(data), true);
}

/// `portal.toml`.
pub fn settings(data: &[u8]) {
    let source = SourceFile::new("portal.toml", text(data));
    said(&parse_settings(&source, &BTreeMap::new()).1);
}

/// `sidebars.toml`, with a small site around it.
pub fn sidebars(data: &[u8]) {
    site(Some(&SourceFile::new("sidebars.toml", text(data))), None);
}

/// `redirects.toml`, with a small site around it; what comes out leads somewhere and never in a circle.
pub fn redirects(data: &[u8]) {
    site(None, Some(&SourceFile::new("redirects.toml", text(data))));
}

/// A project with this `docusaurus.config.js`.
pub fn docusaurus(data: &[u8]) {
    import("docusaurus.config.js", data, "portal.toml");
}

/// A project with this page, whose expressions the import evaluates.
pub fn docusaurus_page(data: &[u8]) {
    import("docs/page.mdx", data, "content/page.mdx");
}

/// Imports a project in which a file holds `data`; what `written` then holds is no secret from outside of the project.
fn import(path: &str, data: &[u8], written: &str) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let project = folder.path().join("project");
    fs::create_dir_all(project.join("docs")).expect("a folder can be made");
    write(&project, "docs/intro.md", b"# Intro\n");
    write(&project, "sidebars.js", b"module.exports = {docs: ['intro']};");
    write(
        &project,
        "docusaurus.config.js",
        b"module.exports = {title: 'A project', url: 'https://docs.example.com'};",
    );
    write(&project, path, data);
    write(folder.path(), "secret.js", b"module.exports = 'SECRET';");
    let out = folder.path().join("out");
    if import_docusaurus(&project, &out).is_ok() {
        assert!(out.join("portal.toml").is_file(), "an imported site has settings");
        let written = fs::read_to_string(out.join(written)).unwrap_or_default();
        assert!(
            !written.contains("SECRET") || data.windows(6).any(|window| window == b"SECRET"),
            "a secret is out"
        );
    }
}

/// A Mermaid diagram.
pub fn diagram(data: &[u8]) {
    let options = Options { id_prefix: "p".to_owned(), title: None };
    let source = text(data);
    if let Ok(diagram) = portico_diagram::render(&source, &options) {
        assert!(diagram.width.is_finite() && diagram.width > 0.0 && diagram.height.is_finite());
        assert!(!diagram.svg.contains("NaN") || source.contains("NaN"), "a place is no number");
        assert_eq!(diagram.svg.matches("<g ").count(), diagram.svg.matches("</g>").count());
    }
}

fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

/// Writes out what is said to the author, which shows that every place is in its file.
fn said(diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        render_human(diagnostic, false);
        render_json(diagnostic);
        if let Some(place) = &diagnostic.place {
            assert!(place.file.text().get(place.span.range()).is_some(), "a place outside its file");
        }
    }
}

struct Partials;

impl Files for Partials {
    fn file(&self, path: &str) -> Option<SourceFile> {
        let text = match path {
            "content/part.mdx" => "part {props.x} <Card title=\"t\">y</Card>\n",
            "content/self.mdx" => "import Self from './self.mdx'\n\n<Self/>\n",
            "data/codes.csv" => "code,name\nR01,Insufficient funds\n",
            _ => return None,
        };
        Some(SourceFile::new(path, text))
    }
}

fn page(path: &str, text: &str, has_math: bool) {
    static COMPONENTS: LazyLock<Components> = LazyLock::new(Components::built_in);
    let source = SourceFile::new(path, text);
    let variables = [("provider.name".to_owned(), "Acme".to_owned())].into();
    let input = ParseInput {
        source: &source,
        id: "page",
        variables: &variables,
        files: &Partials,
        components: &COMPONENTS,
        has_math,
    };
    said(&parse(&input).1);
}

fn site(sidebars: Option<&SourceFile>, redirects: Option<&SourceFile>) {
    const SETTINGS: &str = "title = \"A site\"\nurl = \"https://docs.example.com\"\n[provider]\nname = \"Example\"\n\
        api_base_url = \"https://api.example.com\"\nsdk_script_url = \"https://js.example.com/pay.js\"\n\
        website_url = \"https://www.example.com\"\n";
    let settings_file = SourceFile::new("portal.toml", SETTINGS);
    let (settings, _) = parse_settings(&settings_file, &BTreeMap::new());
    let components = Components::built_in();
    let documents = ["index", "start", "guides/index", "guides/one", "guides/two"].map(|id| {
        let source = SourceFile::new(format!("content/{id}.md"), format!("# Page {id}\n\n## Part\n"));
        let variables = BTreeMap::new();
        let input = ParseInput {
            source: &source,
            id,
            variables: &variables,
            files: &Partials,
            components: &components,
            has_math: false,
        };
        Arc::new(parse(&input).0)
    });
    let (site, diagnostics) = build_site(SiteInput {
        settings: Arc::new(settings.expect("the settings are good")),
        documents: documents.into(),
        sidebars,
        redirects,
        categories: Vec::new(),
        settings_file: &settings_file,
        static_files: &BTreeSet::from(["files/spec.pdf".to_owned()]),
        asset_files: &BTreeSet::new(),
        drafts: Drafts::LeftOut,
    });
    said(&diagnostics);
    // What a redirect leads to is not redirected again.
    for redirect in &site.redirects {
        if let Some(route) = redirect.to.route() {
            assert!(
                match_redirect(&site.redirects, route.as_str()).is_none(),
                "{redirect:?} leads to a redirect"
            );
        }
    }
}

/// A published folder with secrets in it and around it.
static PUBLISHED: LazyLock<(TempDir, PublishedSite)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let dir = folder.path().join("dist");
    for (path, text) in [
        ("index.html", "home"),
        ("index.html.br", "home br"),
        ("index.html.gz", "home gz"),
        ("index.html.zst", "home zst"),
        ("index.md", "home markdown"),
        ("404.html", "not found"),
        ("guides/one.html", "one"),
        ("café menu.html", "menu"),
        ("assets/app.0123.js", "script"),
        ("digits.txt", "0123456789"),
        (".env", "SECRET"),
        ("_headers", "SECRET"),
        (".git/config", "SECRET"),
    ] {
        write(&dir, path, text.as_bytes());
    }
    write(folder.path(), "secret.txt", b"SECRET");
    let pages = [("/", "index.html"), ("/guides/one", "guides/one.html"), ("/café menu", "café menu.html")];
    let redirects =
        [("/old", "/guides/one"), ("/sdk/*", "/guides/one?from=sdk#top"), ("/out", "https://example.com/")];
    let manifest = Manifest {
        format: MANIFEST_FORMAT,
        base_path: "/".to_owned(),
        pages: pages.map(|(route, file)| (route.to_owned(), file.to_owned())).into(),
        redirects: redirects
            .map(|(from, to)| ManifestRedirect { from: from.to_owned(), to: to.to_owned() })
            .into(),
        immutable: vec!["assets/".to_owned()],
        ..Manifest::default()
    };
    let manifest = serde_json::to_vec(&manifest).expect("the manifest is plain data");
    write(&dir, MANIFEST_FILE, &manifest);
    let site = PublishedSite::load(&dir, u64::MAX).expect("the site is whole");
    (folder, site)
});

fn write(folder: &Path, path: &str, bytes: &[u8]) {
    let path = folder.join(path);
    fs::create_dir_all(path.parent().expect("below a folder")).expect("a folder can be made");
    fs::write(path, bytes).expect("a file can be written");
}
