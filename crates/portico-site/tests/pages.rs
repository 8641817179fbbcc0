//! Routes, ids and tocs of pages.

mod common;

use common::TestSite;
use portico_document::plain_text;
use portico_site::{Drafts, TocNode};

#[test]
fn routes_come_from_paths_and_slugs() {
    for (path, text, route) in [
        ("index.md", "", "/"),
        ("support.md", "", "/support"),
        ("quickstart/index.md", "", "/quickstart/"),
        ("quickstart/README.md", "", "/quickstart/"),
        ("quickstart/Quickstart.mdx", "", "/quickstart/"),
        ("02-guides/01-install.md", "", "/guides/install"),
        ("02-guides/guides.md", "", "/guides/"),
        ("guides/install.md", "---\nid: setup\n---\n", "/guides/setup"),
        ("guides/install.md", "---\nslug: setup\n---\n", "/guides/setup"),
        ("guides/install.md", "---\nslug: ../setup/\n---\n", "/setup/"),
        ("guides/install.md", "---\nslug: /\n---\n", "/"),
        ("guides/install.md", "---\nslug: /start/here/\n---\n", "/start/here/"),
        ("guides/index.md", "---\nslug: ./\n---\n", "/guides/"),
    ] {
        let site = TestSite::new(&[]).page(path, text).built();
        assert_eq!(site.pages[0].route.as_str(), route, "{path} {text}");
    }
}

#[test]
fn pages_are_found_by_route_id_and_source() {
    let site = TestSite::new(&["index.md", "01-a/index.md"]).page("b.md", "---\nid: c\n---\n").built();
    for path in ["/a/", "/a", "/a.html", "/a/index.html"] {
        assert_eq!(site.page_at(path).map(|page| page.id.as_str()), Some("a/index"), "{path}");
    }
    assert_eq!(site.page_by_id("c").map(|page| page.route.as_str()), Some("/c"));
    assert_eq!(site.page_by_source("content/01-a/index.md").map(|page| page.route.as_str()), Some("/a/"));
    assert_eq!(site.page_at("/d"), None);
}

#[test]
fn clashes_and_odd_routes_are_reported() {
    let site = TestSite::new(&["guides/install.md", "größe/über uns.md", "404.md"])
        .page("a.md", "---\nslug: /guides/install/\n---\n")
        .page("b.md", "---\nslug: /search\n---\n")
        .page("c.md", "---\ntitle: C\nslug: a b\n---\n")
        .page("d/one.md", "---\nid: same\nslug: /one\n---\n")
        .page("d/two.md", "---\nid: same\n---\n");
    insta::assert_snapshot!(site.problems());
}

#[test]
fn a_site_may_think_otherwise_of_clashes() {
    let site = TestSite::new(&["a.md"]).page("b.md", "---\nslug: /a/\n---\n");
    assert!(
        site.clone().settings("[links]\nduplicate_routes = 'warning'\n").problems().starts_with("warning")
    );
    assert_eq!(site.settings("[links]\nduplicate_routes = 'ignore'\n").problems(), "");
}

#[test]
fn titles_of_documents_end_in_the_site_title() {
    let site = TestSite::new(&[])
        .page("a.md", "---\ntitle: Page\n---\n")
        .page("b.md", "---\ntitle: A site\n---\n")
        .settings("[docs]\nedit_url = 'https://git.example.com/{path}'\n")
        .built();
    assert_eq!(site.pages[0].document_title, "Page | A site");
    assert_eq!(site.pages[1].document_title, "A site");
    assert_eq!(site.pages[0].edit_url.as_deref(), Some("https://git.example.com/content/a.md"));
}

#[test]
fn drafts_are_left_out_or_marked() {
    let mut site = TestSite::new(&["index.md"])
        .page("draft.md", "---\ndraft: true\n---\n")
        .sidebars("[[docs]]\npage = 'index'\n[[docs]]\npage = 'draft'\n");
    assert_eq!(site.built().pages.len(), 1);
    assert_eq!(site.built().sidebars["docs"].n_links, 1);
    site.drafts = Drafts::Included;
    assert!(site.built().page_at("/draft").is_some_and(|page| page.is_draft));
    assert_eq!(site.built().sidebars["docs"].n_links, 2);
}

#[test]
fn the_toc_is_a_tree_of_the_wanted_levels() {
    let check = |text: &str, expected: &str| {
        let site = TestSite::new(&[]).page("a.md", text).built();
        assert_eq!(outline(&site.pages[0].toc), expected, "{text}");
    };
    check("## A\n### B\n#### C\n### D\n## E\n", "A(B D) E");
    check("# T\n## A\n", "A");
    check("### A\n## B\n### C\n", "A B(C)");
    check("## A\n#### B\n### C\n", "A(C)");
    check("---\ntoc_max_heading_level: 4\n---\n## A\n#### B\n### C\n", "A(B C)");
    check("text\n", "");
}

fn outline(nodes: &[TocNode]) -> String {
    let texts: Vec<String> = nodes
        .iter()
        .map(|node| {
            let text = plain_text(&node.inline);
            if node.children.is_empty() { text } else { format!("{text}({})", outline(&node.children)) }
        })
        .collect();
    texts.join(" ")
}
