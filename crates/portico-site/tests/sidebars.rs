//! Sidebars, breadcrumbs and neighbours.

mod common;

use common::TestSite;
use portico_site::{Page, SidebarEntry, SidebarEntryKind, Site, doc_cards};

fn show(entries: &[SidebarEntry]) -> Vec<String> {
    entries
        .iter()
        .flat_map(|entry| {
            let line = match &entry.kind {
                SidebarEntryKind::Link(to) => format!("{} {} {}", entry.key, entry.label, to.href()),
                SidebarEntryKind::Category { link, first, is_collapsed, .. } => format!(
                    "{} {} [{}, first {}{}]",
                    entry.key,
                    entry.label,
                    link.as_ref().map_or("-", |route| route.as_str()),
                    first.href(),
                    if *is_collapsed { "" } else { ", open" }
                ),
            };
            std::iter::once(line).chain(show(entry.entries()))
        })
        .collect()
}

fn page<'a>(site: &'a Site, path: &str) -> &'a Page {
    site.page_at(path).expect("a page")
}

const PATHS: [&str; 6] =
    ["index.md", "start.md", "guides/index.md", "guides/one.md", "guides/two.md", "alone.md"];

#[test]
fn entries_have_keys_labels_and_targets() {
    let site = TestSite::new(&PATHS)
        .page("labelled.md", "---\nsidebar_label: Own label\n---\n")
        .sidebars(
            r#"
            [[docs]]
            page = "start"

            [[docs]]
            page = "labelled"

            [[docs]]
            category = "Guides"
            link = "guides/index"
            collapsed = false
            items = ["guides/one", { category = "Deep", items = [{ page = "guides/two", label = "Two" }] }]

            [[docs]]
            category = "Only a page"
            link = "index"

            [[docs]]
            link = "https://www.example.com"
            label = "Website"

            [[docs]]
            link = "/guides/one.html#part"
            label = "Part"
            "#,
        )
        .built();
    let sidebar = &site.sidebars["docs"];
    assert_eq!(
        show(&sidebar.entries),
        [
            "0 start /start",
            "1 Own label /labelled",
            "2 Guides [/guides/, first /guides/, open]",
            "2.0 one /guides/one",
            "2.1 Deep [-, first /guides/two]",
            "2.1.0 Two /guides/two",
            "3 Only a page /",
            "4 Website https://www.example.com",
            "5 Part /guides/one#part",
        ]
    );
    assert_eq!(sidebar.n_links, 8);
    let trail: Vec<&str> = sidebar.trail("2.1.0").into_iter().map(|entry| entry.label.as_str()).collect();
    assert_eq!(trail, ["Guides", "Deep", "Two"]);
    assert!(sidebar.trail("2.9").is_empty());
    assert!(sidebar.trail("").is_empty());

    let two = page(&site, "/guides/two");
    let crumbs: Vec<_> =
        two.breadcrumbs.iter().map(|crumb| (crumb.label.as_str(), crumb.route.as_ref())).collect();
    let guides = portico_site::Route::parse("/guides/").expect("a route");
    assert_eq!(crumbs, [("Guides", Some(&guides)), ("Deep", None), ("Two", None)]);
    assert_eq!(two.sidebar.as_ref().and_then(|sidebar| sidebar.key.as_deref()), Some("2.1.0"));
    assert_eq!(page(&site, "/alone").sidebar, None);
    assert!(page(&site, "/alone").breadcrumbs.is_empty());
}

#[test]
fn neighbours_follow_the_reading_order() {
    let site = TestSite::new(&PATHS)
        .page("a.md", "---\npagination_label: Page A\npagination_next: alone\n---\n")
        .page("b.md", "---\npagination_prev: null\n---\n")
        .page("hidden.md", "---\nunlisted: true\n---\n")
        .sidebars(
            r#"
            docs = [
              "start",
              "hidden",
              { category = "Guides", link = "guides/index", items = ["guides/one", "a"] },
              { link = "https://www.example.com", label = "Website" },
              { page = "b", label = "B" },
            ]
            "#,
        )
        .built();
    let neighbours = |path: &str| {
        let page = page(&site, path);
        let show = |link: &Option<portico_site::PageLink>| {
            link.as_ref().map_or_else(|| "-".to_owned(), |link| format!("{} {}", link.label, link.route))
        };
        [show(&page.previous), show(&page.next)]
    };
    assert_eq!(neighbours("/start"), ["-", "index /guides/"]);
    assert_eq!(neighbours("/guides/"), ["start /start", "one /guides/one"]);
    assert_eq!(neighbours("/guides/one"), ["index /guides/", "Page A /a"]);
    assert_eq!(neighbours("/a"), ["one /guides/one", "alone /alone"]);
    assert_eq!(neighbours("/b"), ["-", "-"]);
    assert_eq!(neighbours("/hidden"), ["-", "-"]);
    let hidden = page(&site, "/hidden").sidebar.as_ref().expect("a sidebar");
    assert_eq!((hidden.id.as_str(), hidden.key.as_deref()), ("docs", None));
}

#[test]
fn a_page_belongs_to_the_first_sidebar_that_lists_it() {
    let site = TestSite::new(&["a.md", "b.md"])
        .page("c.md", "---\ndisplayed_sidebar: zeta\n---\n")
        .page("d.md", "---\ndisplayed_sidebar: null\n---\n")
        .sidebars("zeta = ['a']\nalpha = ['a', 'b', 'c', 'd']\n")
        .built();
    let shown = |path: &str| {
        page(&site, path).sidebar.as_ref().map(|sidebar| (sidebar.id.clone(), sidebar.key.clone()))
    };
    assert_eq!(shown("/a"), Some(("zeta".to_owned(), Some("0".to_owned()))));
    assert_eq!(shown("/b"), Some(("alpha".to_owned(), Some("1".to_owned()))));
    assert_eq!(shown("/c"), Some(("zeta".to_owned(), None)));
    assert_eq!(shown("/d"), None);
}

#[test]
fn folders_become_categories() {
    let site = TestSite::new(&[
        "guides/index.md",
        "guides/02-second.md",
        "guides/01-first.md",
        "guides/zebra.md",
        "guides/03-deep/readme.md",
        "guides/03-deep/b.md",
        "guides/03-deep/a.md",
        "guides/only/only.md",
        "other/x.md",
    ])
    .page("guides/apple.md", "---\nsidebar_position: 1.5\nsidebar_label: Apple\n---\n")
    .page("guides/hidden/h.md", "---\nunlisted: true\n---\n")
    .sidebars("[[docs]]\nautogenerated = 'guides'\n")
    .built();
    assert_eq!(
        show(&site.sidebars["docs"].entries),
        [
            "0 01-first /guides/first",
            "1 Apple /guides/apple",
            "2 02-second /guides/second",
            "3 deep [/guides/deep/, first /guides/deep/]",
            "3.0 a /guides/deep/a",
            "3.1 b /guides/deep/b",
            "4 index /guides/",
            "5 only /guides/only/",
            "6 zebra /guides/zebra",
        ]
    );
}

#[test]
fn category_files_name_and_order_what_is_generated() {
    let site = || {
        TestSite::new(&[
            "02-guides/a.md",
            "02-guides/start.md",
            "01-api/index.md",
            "01-api/x.md",
            "z/q.md",
            "y/p.md",
        ])
        .sidebars("[[docs]]\nautogenerated = '.'\n")
    };
    let built = site()
        .category("content/02-guides/_category_.json", r#"{"label": "All guides", "position": 0, "collapsed": false, "link": {"type": "doc", "id": "start"}}"#)
        .category("content/01-api/_category_.yml", "label: Reference\nlink: null\ncollapsible: true\n")
        .category("content/z/_category_.yaml", "position: 0.5\n")
        .built();
    assert_eq!(
        show(&built.sidebars["docs"].entries),
        [
            "0 All guides [/guides/start, first /guides/start, open]",
            "0.0 a /guides/a",
            "1 z [-, first /z/q]",
            "1.0 q /z/q",
            "2 Reference [-, first /api/]",
            "2.0 index /api/",
            "2.1 x /api/x",
            "3 y [-, first /y/p]",
            "3.0 p /y/p",
        ]
    );
    let problems = site()
        .category(
            "content/z/_category_.json",
            r#"{"label": 1, "colour": "red", "link": {"type": "generated-index", "slug": "/"}}"#,
        )
        .category("content/y/_category_.yml", "- a\n")
        .problems();
    insta::assert_snapshot!(problems);
}

#[test]
fn categories_get_pages_of_their_own() {
    let site = || {
        TestSite::new(&["index.md", "02-guides/deep/a.md", "02-guides/b.md", "api/x.md"])
            .category("content/empty/_category_.json", r#"{"link": {"type": "generated-index"}}"#)
            .category(
                "content/02-guides/_category_.json",
                r#"{"label": "All guides", "link": {"type": "generated-index", "title": "Guides", "description": "How to."}}"#,
            )
            .category(
                "content/02-guides/deep/_category_.yml",
                "position: 1\nlink:\n  type: generated-index\n  slug: /deep/down\n  keywords: [depth]\n",
            )
    };
    let built = site().sidebars("[[docs]]\nautogenerated = '.'\n").built();
    assert_eq!(
        show(&built.sidebars["docs"].entries),
        [
            "0 All guides [/category/all-guides, first /category/all-guides]",
            "0.0 deep [/deep/down, first /deep/down]",
            "0.0.0 a /guides/deep/a",
            "0.1 b /guides/b",
            "1 api [-, first /api/x]",
            "1.0 x /api/x",
            "2 index /",
        ]
    );
    let page =
        built.pages.iter().find(|page| page.route.as_str() == "/category/all-guides").expect("it is made");
    assert_eq!((page.title.as_str(), page.description.as_str()), ("Guides", "How to."));
    assert_eq!(page.edit_url, None);
    let cards = doc_cards(&built, page);
    let cards: Vec<_> = cards.iter().map(|card| (card.label.as_str(), card.destination.href())).collect();
    assert_eq!(cards, [("deep", "/deep/down".to_owned()), ("b", "/guides/b".to_owned())]);
    assert_eq!(page.next.as_ref().map(|next| next.route.as_str()), Some("/deep/down"));

    // A folder that no sidebar is made from has no category, and the folder itself is none in its own sidebar.
    let routes = |sidebars: &str| {
        let built = site().sidebars(sidebars).built();
        built
            .pages
            .iter()
            .map(|page| page.route.to_string())
            .filter(|route| route.contains("category") || route.contains("down"))
            .collect::<Vec<_>>()
    };
    assert_eq!(routes("docs = ['index']\n"), [""; 0]);
    assert_eq!(routes("[[docs]]\nautogenerated = 'guides'\n"), ["/deep/down"]);
    let both =
        site().sidebars("[[docs]]\nautogenerated = '.'\n[[guides]]\nautogenerated = 'guides'\n").built();
    assert_eq!(
        show(&both.sidebars["guides"].entries),
        ["0 deep [/deep/down, first /deep/down]", "0.0 a /guides/deep/a", "1 b /guides/b"]
    );
}

#[test]
fn everything_can_be_generated() {
    let site = TestSite::new(&["b/c.md", "a.md"]).sidebars("[[docs]]\nautogenerated = '.'\n").built();
    assert_eq!(show(&site.sidebars["docs"].entries), ["0 a /a", "1 b [-, first /b/c]", "1.0 c /b/c"]);
}

#[test]
fn breadcrumbs_can_be_left_out() {
    let site =
        TestSite::new(&["a.md"]).sidebars("docs = ['a']\n").settings("[docs]\nbreadcrumbs = false\n").built();
    assert!(site.pages[0].breadcrumbs.is_empty());
}

#[test]
fn mistakes_are_reported() {
    let site = TestSite::new(&PATHS)
        .page("a.md", "---\ntitle: A\npagination_next: strat\n---\n")
        .page("b.md", "---\ndisplayed_sidebar: dosc\n---\n")
        .sidebars(
            r#"
[[docs]]
page = "strat"

[[docs]]
page = "guides"

[[docs]]
category = "Empty"

[[docs]]
category = "Empty as well"
items = []

[[docs]]
link = "https://www.example.com"

[[docs]]
autogenerated = "guidse"

[[docs]]
pgae = "start"

[[docs]]
label = "Nothing"

[[docs]]
page = "start"
items = []

[[docs]]
category = "Typed"
items = "start"
collapsed = "yes"
link = "index"

[[docs]]
page = ""

[docs2]
page = "start"
"#,
        );
    insta::assert_snapshot!(site.problems());
}

#[test]
fn the_navbar_needs_sidebars_with_pages() {
    let items = "[navbar]\nitems = [\n  { type = 'sidebar', sidebar = 'dosc', label = 'Docs' },\n  { type = 'sidebar', sidebar = 'bare' },\n  { type = 'sidebar', sidebar = 'docs' },\n]\n";
    let site = TestSite::new(&["a.md"])
        .page("draft.md", "---\ndraft: true\n---\n")
        .sidebars("docs = ['a']\nbare = ['draft']\n")
        .settings(items);
    insta::assert_snapshot!(site.problems());
    let (site, _) = site.build();
    let portico_site::NavbarItem::Link(link) = &site.navbar.left[0] else { panic!("a link") };
    assert_eq!((link.label.as_str(), link.destination.href().as_str()), ("a", "/a"));
}

#[test]
fn an_unreadable_file_is_the_only_problem() {
    let site = TestSite::new(&["a.md"])
        .sidebars("[[docs]\npage = 'a'\n")
        .settings("[navbar]\nitems = [{ type = 'sidebar', sidebar = 'docs' }]\n");
    insta::assert_snapshot!(site.problems());
}

#[test]
fn one_mistake_is_told_once() {
    let hidden = TestSite::new(&["index.md"])
        .page("a.md", "---\nslug: /b\n---\n")
        .page("b.md", "---\ntitle: B\n---\n")
        .sidebars("main = ['a', 'b']");
    let unreadable = TestSite::new(&["index.md"])
        .page("a.md", "---\ndisplayed_sidebar: main\n---\n")
        .sidebars("[[main]]\npage = a\n");
    for (site, code) in [(hidden, "route/duplicate"), (unreadable, "sidebar/syntax")] {
        let (_, problems) = site.build();
        let codes: Vec<_> = problems.iter().map(|problem| problem.code.id()).collect();
        assert_eq!(codes, [code]);
    }
}
