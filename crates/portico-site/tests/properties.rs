//! What holds for every site.

mod common;

use std::fmt::Write as _;

use common::TestSite;
use portico_diagnostics::has_errors;
use portico_site::{LinkTarget, Route, check_links, match_redirect, page_path_id, resolve_link, route_key};
use proptest::prelude::*;

/// Segments that make paths meet often.
fn segment() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b", "c", "index", "01-a", "readme", "x.y"])
}

fn path() -> impl Strategy<Value = String> {
    prop::collection::vec(segment(), 1..4).prop_map(|segments| format!("{}.md", segments.join("/")))
}

fn site_from(paths: &[String]) -> TestSite {
    TestSite::new(&paths.iter().map(String::as_str).collect::<Vec<_>>())
}

/// An old path or a target, mostly without a page.
fn redirect() -> impl Strategy<Value = (String, String)> {
    let path = || prop::sample::select(vec!["/p", "/q", "/r", "/r/s", "/a", "/p/", "/q.html"]);
    (path(), any::<bool>(), prop_oneof![3 => path(), 1 => Just("/b"), 1 => Just("https://www.example.com")])
        .prop_map(|(from, is_wildcard, to)| {
            let from =
                if is_wildcard { format!("{}/*", from.trim_end_matches('/')) } else { from.to_owned() };
            (from, to.to_owned())
        })
}

proptest! {
    #[test]
    fn routes_are_url_safe_and_their_own_spelling(text in "\\PC{0,24}") {
        if let Ok(route) = Route::parse(&text) {
            prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte)));
            prop_assert_eq!(route_key(route.as_str()), route.key());
            let file = format!("/{}", route.file_name());
            prop_assert_eq!(route_key(&file), route.key());
            prop_assert_eq!(Route::parse(route.as_str()), Ok(route));
        }
    }

    #[test]
    fn every_page_has_a_route_whatever_its_path(path in "(\\PC{1,6}/){0,2}\\PC{1,6}", slug in "\\PC{0,10}") {
        let text = format!("---\nslug: {slug}\n---\n");
        let text = if slug.trim().is_empty() { "" } else { &text };
        let (site, _) = TestSite::new(&[]).page(&format!("{path}.md"), text).build();
        prop_assert!(site.pages.len() <= 1);
        for page in &site.pages {
            prop_assert_eq!(Route::parse(page.route.as_str()), Ok(page.route.clone()));
        }
    }

    #[test]
    fn page_ids_never_panic(path in "\\PC{0,20}") {
        let _ = page_path_id(&path);
        let _ = page_path_id(&format!("{path}.md"));
    }

    #[test]
    fn links_to_pages_reach_them_in_every_spelling(paths in prop::collection::vec(path(), 1..8)) {
        let (site, _) = site_from(&paths).build();
        for from in &site.pages {
            for to in &site.pages {
                let source = to.document.source.path();
                let key = if to.route.key() == "/" { "" } else { to.route.key() };
                let spellings = [
                    to.route.to_string(), format!("{key}/"), format!("{key}.html"), format!("{key}/index.html"),
                    format!("@site/{source}"), source.replacen("content", "", 1),
                ];
                for spelling in spellings.iter().filter(|spelling| *spelling != ".html") {
                    let target = resolve_link(&site, from, &format!("{spelling}#x"));
                    let expected = LinkTarget::Page { route: to.route.clone(), query: None, fragment: Some("x".into()) };
                    prop_assert_eq!(&target, &expected, "{}", spelling);
                    let written = target.href().expect("a page has an address");
                    prop_assert_eq!(resolve_link(&site, from, &written), expected);
                }
            }
        }
    }

    #[test]
    fn resolving_never_panics(href in "\\PC{0,20}", start in prop::sample::select(vec!["", "/", "./", "../", "@site/", "?", "#", "%"])) {
        let site = TestSite::new(&["index.md", "a/b.md"]).built();
        for page in &site.pages {
            let _ = resolve_link(&site, page, &format!("{start}{href}"));
        }
        let checked = TestSite::new(&[]).page("a.md", &format!("<a href={start}{href}>\n[x]({href})\n")).build().0;
        let _ = check_links(&checked, &|_| None);
    }

    #[test]
    fn accepted_redirects_end_at_a_page_or_outside(redirects in prop::collection::vec(redirect(), 0..8)) {
        let mut text = String::new();
        for (from, to) in &redirects {
            writeln!(text, "[[redirect]]\nfrom = '{from}'\nto = '{to}'").expect("writing to a string");
        }
        let site = TestSite::new(&["a.md", "b.md", "c.md"]).redirects(&text);
        let (site, diagnostics) = site.build();
        for redirect in &site.redirects {
            let href = redirect.to.href();
            prop_assert!(redirect.to.is_external() || site.page_at(&href).is_some());
            prop_assert!(match_redirect(&site.redirects, &href).is_none(), "{} leads on", href);
        }
        if !has_errors(&diagnostics) {
            prop_assert_eq!(site.redirects.len(), redirects.len());
        }
    }

    #[test]
    fn the_order_of_documents_does_not_matter(
        paths in prop::collection::vec(path(), 1..8).prop_shuffle(),
        sidebar in prop::collection::vec(segment(), 0..4),
    ) {
        let sidebar = format!("docs = [{}, {{ autogenerated = '.' }}]\n",
            sidebar.iter().map(|id| format!("'{id}'")).collect::<Vec<_>>().join(", "));
        let site = site_from(&paths).sidebars(sidebar.trim_start_matches(", "));
        let mut turned = site.clone();
        turned.documents.reverse();
        let (first, second) = (site.build(), turned.build());
        prop_assert_eq!(first.0.pages.len(), second.0.pages.len());
        prop_assert_eq!(first, second);
    }
}
