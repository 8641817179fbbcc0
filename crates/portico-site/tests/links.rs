//! Where links lead, and which are reported.

mod common;

use common::{TestSite, heading_ids, messages};
use portico_site::{BrokenKind, LinkTarget, Site, check_links, resolve_link};

fn site() -> TestSite {
    TestSite::new(&[
        "index.md",
        "quickstart/index.md",
        "guides/install.md",
        "guides/deep/more.mdx",
        "api/overview.md",
    ])
    .page("guides/moved.md", "---\nslug: /elsewhere/moved\n---\n")
    .page("draft.md", "---\ndraft: true\n---\n")
    .redirects("[[redirect]]\nfrom = ['/old', '/older/*']\nto = '/quickstart/#start'\n")
    .files(
        &["img/logo.svg", "llms.txt", "notes.md"],
        &["content/guides/plan.pdf", "content/a b.png", "data/x.csv"],
    )
}

fn show(site: &Site, from: &str, href: &str) -> String {
    let page = site.page_at(from).expect("a page");
    match resolve_link(site, page, href) {
        LinkTarget::Broken { path, kind } => format!("broken {kind:?} {path}"),
        LinkTarget::ContentAsset { path, suffix } => format!("asset {path}{suffix}"),
        LinkTarget::StaticFile { path, suffix } => format!("file {path}{suffix}"),
        LinkTarget::Redirect { from, suffix, to } => format!("redirect {from}{suffix} to {}", to.href()),
        LinkTarget::External(address) => format!("outside {address}"),
        LinkTarget::SamePage { fragment } => format!("here {fragment}"),
        LinkTarget::Page { route, query, fragment } => format!("page {route} {query:?} {fragment:?}")
            .replace(" None", "")
            .replace("Some(\"", "")
            .replace("\")", ""),
    }
}

#[test]
fn links_lead_where_the_author_means() {
    let site = site().built();
    for (from, href, expected) in [
        // Outside.
        ("/", "https://www.example.com/a", "outside https://www.example.com/a"),
        ("/", "//cdn.example.com/a.js", "outside //cdn.example.com/a.js"),
        ("/", "mailto:help@example.com", "outside mailto:help@example.com"),
        ("/", "tel:+15550100", "outside tel:+15550100"),
        // The page itself.
        ("/", "", "here "),
        ("/", "#part", "here part"),
        ("/api/overview", "?tab=2#part", "page /api/overview tab=2 part"),
        // Routes in every spelling.
        ("/", "/quickstart/", "page /quickstart/"),
        ("/", "/quickstart", "page /quickstart/"),
        ("/", "/quickstart.html", "page /quickstart/"),
        ("/", "/quickstart/index.html#go", "page /quickstart/ go"),
        ("/", "/guides/install/?a=b#c", "page /guides/install a=b c"),
        ("/", "/index.html", "page /"),
        ("/", "/guides/../api/./overview", "page /api/overview"),
        ("/", "/guides/inst%61ll", "page /guides/install"),
        ("/", "/search?q=ach", "page /search q=ach"),
        ("/", " /quickstart/ ", "page /quickstart/"),
        // Relative addresses: the last segment of the route is a file.
        ("/guides/install", "deep/more", "page /guides/deep/more"),
        ("/guides/install", "./deep/more", "page /guides/deep/more"),
        ("/guides/install", "../quickstart", "page /quickstart/"),
        ("/quickstart/", "../api/overview", "page /api/overview"),
        ("/quickstart/", "overview", "broken Route /quickstart/overview"),
        ("/elsewhere/moved", "moved", "page /elsewhere/moved"),
        // Source files.
        ("/guides/install", "./deep/more.mdx#x", "page /guides/deep/more x"),
        ("/guides/install", "deep/more.mdx", "page /guides/deep/more"),
        ("/guides/install", "api/overview.md", "page /api/overview"),
        ("/guides/install", "./api/overview.md", "broken Source content/guides/api/overview.md"),
        ("/guides/deep/more", "../install.md?a", "page /guides/install a"),
        ("/guides/deep/more", "/guides/moved.md", "page /elsewhere/moved"),
        ("/elsewhere/moved", "./install.md", "page /guides/install"),
        ("/", "/content/api/overview.md", "page /api/overview"),
        ("/", "@site/content/api/overview.md", "page /api/overview"),
        ("/", "./missing.md", "broken Source content/missing.md"),
        ("/", "./draft.md", "broken Draft content/draft.md"),
        ("/", "/notes.md", "file notes.md"),
        // Files.
        ("/", "/img/logo.svg#dark", "file img/logo.svg#dark"),
        ("/guides/install", "../img/logo.svg", "file img/logo.svg"),
        ("/", "@site/static/img/logo.svg", "file img/logo.svg"),
        ("/", "@site/data/x.csv", "asset data/x.csv"),
        ("/", "/data/x.csv", "asset data/x.csv"),
        ("/", "/guides/plan.pdf", "asset content/guides/plan.pdf"),
        ("/guides/install", "./plan.pdf#page=2", "asset content/guides/plan.pdf#page=2"),
        ("/elsewhere/moved", "plan.pdf", "asset content/guides/plan.pdf"),
        ("/", "a%20b.png", "asset content/a b.png"),
        ("/", "/img/lgo.svg", "broken Asset /img/lgo.svg"),
        ("/", "pathname:///reports/q1.html", "file reports/q1.html"),
        // Redirects.
        ("/", "/old?a#b", "redirect /old?a#b to /quickstart/#start"),
        ("/", "/older/than/that", "redirect /older/than/that to /quickstart/#start"),
        ("/", "/older", "broken Route /older"),
        // Nothing.
        ("/", "/guides/instal", "broken Route /guides/instal"),
        ("/", "/draft", "broken Route /draft"),
        ("/", "/Quickstart", "broken Route /Quickstart"),
        ("/", "../../..", "page /"),
        ("/", "a:b", "outside a:b"),
        ("/", "./a:b", "broken Route /a:b"),
        ("/", "%ff", "broken Route /\u{fffd}"),
    ] {
        assert_eq!(show(&site, from, href), expected, "{href} on {from}");
    }
}

#[test]
fn the_base_path_may_be_part_of_a_link() {
    let text = "base_path = '/docs/'\n";
    let mut site = site();
    site.settings = format!("{text}{}", site.settings);
    let site = site.built();
    assert_eq!(show(&site, "/", "/docs/quickstart"), "page /quickstart/");
    assert_eq!(show(&site, "/", "/docs/"), "page /");
    assert_eq!(show(&site, "/", "/quickstart"), "page /quickstart/");
    assert_eq!(show(&site, "/", "/docs/img/logo.svg"), "file img/logo.svg");
}

#[test]
fn addresses_can_be_written_out_again() {
    let site = site().built();
    let page = site.page_at("/").expect("a page");
    for (href, expected) in [
        ("/quickstart.html?a=b#c", Some("/quickstart/?a=b#c")),
        ("#x", Some("#x")),
        ("/img/logo.svg#x", Some("/img/logo.svg#x")),
        ("/old#x", Some("/old#x")),
        ("mailto:a@example.com", Some("mailto:a@example.com")),
        ("/nowhere", None),
    ] {
        assert_eq!(resolve_link(&site, page, href).href().as_deref(), expected, "{href}");
    }
}

fn problems(site: &TestSite) -> String {
    let site = site.built();
    messages(&check_links(&site, &|route| heading_ids(&site, route)))
}

#[test]
fn broken_links_are_reported_with_a_way_out() {
    let text = "# First steps\n\
        [a](/quickstrat/) and [b](/quickstart#first-step)\n\
        [c](#frist-steps) [d](/nowhere/deep/more) ![e](/img/lgo.svg) ![f](./missing.png)\n\
        [g](./instal.md) [h](./draft.md) ![i](/quickstart/) [j](/reports/q1.pdf)\n\
        <a href=\"/quickstrat\">k</a> <img src='/img/logo.svg'> <a href='/old'>l</a>\n\
        [fine](/quickstart/#first-steps) [fine](#) [fine](#top) [fine](#:~:text=x) [fine](/old) [fine](/search?q=x)\n";
    let site = site().page("page.md", text).page("quickstart2.md", "");
    insta::assert_snapshot!(problems(&site));
}

#[test]
fn a_site_judges_links_for_itself() {
    let site = site().page("page.md", "[a](/quickstrat/) [b](#x) ![c](/x.png)\n");
    let with = |links: &str| problems(&site.clone().settings(&format!("[links]\n{links}\n")));
    assert_eq!(with("broken = 'ignore'\nbroken_anchors = 'ignore'\nmissing_assets = 'ignore'"), "");
    let warned = with("broken = 'warning'\nbroken_anchors = 'ignore'\nmissing_assets = 'ignore'");
    assert!(warned.starts_with("warning[link/broken]"), "{warned}");
    assert!(with("broken = 'ignore'\nmissing_assets = 'ignore'").starts_with("error[link/broken-anchor]"));
    assert!(with("broken = 'ignore'\nbroken_anchors = 'ignore'").starts_with("error[link/missing-asset]"));
}

#[test]
fn links_of_the_site_itself_are_checked() {
    let site = site()
        .settings(
            r#"
[navbar]
logo = "/img/lgoo.svg"
items = [
  { label = "A", to = "/quickstrat" },
  { label = "B", items = [{ label = "C", to = "/quickstart#nowhere" }], type = "dropdown" },
  { label = "D", href = "/files/missing.pdf" },
  { type = "html", html = "<a href='/quickstrat'>x</a>" },
]
[footer]
copyright = "<a href='/disclaimer'>x</a>"
links = [{ label = "E", to = "/gone" }, { label = "F", href = "https://www.example.com" }]
[announcement_bar]
content = "<a href=\"/api/overveiw\">x</a> <a href='#here'>y</a>"
"#,
        )
        .sidebars(
            "docs = [{ link = '/guides/instal', label = 'x' }, { link = '/img/logo.svg', label = 'y' }]\n",
        );
    insta::assert_snapshot!(problems(&site));
}

#[test]
fn broken_kinds_are_told_apart() {
    let site = site().built();
    let page = site.page_at("/").expect("a page");
    for (href, kind) in [
        ("/v1.2", BrokenKind::Route),
        ("/a.pdf", BrokenKind::Asset),
        ("/a.html", BrokenKind::Route),
        ("a.md", BrokenKind::Source),
        ("@site/x/y.png", BrokenKind::Asset),
    ] {
        let LinkTarget::Broken { kind: found, .. } = resolve_link(&site, page, href) else {
            panic!("{href}")
        };
        assert_eq!(found, kind, "{href}");
    }
}
