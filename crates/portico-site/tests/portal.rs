//! The portal's own routes, sidebars and redirects.

mod common;

use std::sync::Arc;

use common::{TestSite, document};
use portico_site::{Site, check_links};

/// Every route of the portal with its sidebar, as the specification lists them.
const ROUTES: &str = include_str!("data/routes.csv");
const SETTINGS: &str = include_str!("../../../site/portal.toml");
const SIDEBARS: &str = include_str!("../../../site/sidebars.toml");
const REDIRECTS: &str = include_str!("../../../site/redirects.toml");

fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROUTES.lines().skip(1).map(|line| {
        let mut cells = line.split(',');
        (cells.next().expect("a route"), cells.next().expect("a sidebar"))
    })
}

/// The portal with empty pages at every route.
fn portal() -> Site {
    let mut site = TestSite::new(&[]).sidebars(SIDEBARS).redirects(REDIRECTS);
    SETTINGS.clone_into(&mut site.settings);
    for (route, _) in rows().filter(|(route, _)| *route != "/search") {
        let path = route.trim_start_matches('/');
        let path = if path.is_empty() || path.ends_with('/') {
            format!("{path}index.md")
        } else {
            format!("{path}.md")
        };
        site.documents.push(Arc::new(document(&path, "")));
    }
    site.built()
}

#[test]
fn every_route_is_there_with_its_sidebar() {
    let site = portal();
    assert_eq!(rows().count(), 56);
    for (route, sidebar) in rows().filter(|(route, _)| *route != "/search") {
        let page = site.page_at(route).unwrap_or_else(|| panic!("no page at {route}"));
        assert_eq!(page.route.as_str(), route);
        let found = page.sidebar.as_ref().map_or("none", |sidebar| sidebar.id.as_str());
        assert_eq!(found, if sidebar == "not shown" { "none" } else { sidebar }, "{route}");
    }
    assert_eq!(site.pages.len(), 55);
}

#[test]
fn sidebars_lead_to_their_entry_points() {
    let site = portal();
    let entry = |id: &str| site.sidebars[id].entry_point().expect("an entry point").0.href();
    assert_eq!(entry("integration"), "/quickstart/");
    assert_eq!(entry("resources"), "/resources/platforms/overview");
}

#[test]
fn navbar_and_footer_lead_where_the_specification_says() {
    use portico_site::NavbarItem;
    let site = portal();
    let show = |items: &[NavbarItem]| -> Vec<String> {
        items
            .iter()
            .map(|item| match item {
                NavbarItem::Link(link) => format!("{} {}", link.label, link.destination.href()),
                other => format!("{other:?}"),
            })
            .collect()
    };
    assert_eq!(
        show(&site.navbar.left),
        ["Home /", "Integration /quickstart/", "Resources /resources/platforms/overview"]
    );
    assert_eq!(show(&site.navbar.right), ["Support /support", "Search"]);
    let links: Vec<String> = site.footer[0].links.iter().map(|link| link.destination.href()).collect();
    assert_eq!(
        links,
        ["/", "/quickstart/", "/resources/platforms/overview", "/disclaimer", "https://www.example.com"]
    );
}

#[test]
fn links_of_the_site_itself_are_whole() {
    let site = portal();
    assert_eq!(common::messages(&check_links(&site, &|_| None)), "");
}

#[test]
fn reading_on_from_the_entry_point_passes_every_page_of_the_sidebar() {
    let site = portal();
    for sidebar in site.sidebars.values() {
        let mut page =
            sidebar.entry_point().and_then(|(to, _)| site.page(to.route()?)).expect("an entry point");
        let mut n_pages = 1;
        while let Some(next) = &page.next {
            let following = site.page(&next.route).expect("a next page");
            assert_eq!(following.previous.as_ref().map(|link| &link.route), Some(&page.route));
            assert_eq!(following.breadcrumbs.last().and_then(|crumb| crumb.route.clone()), None);
            page = following;
            n_pages += 1;
        }
        let n_members = rows().filter(|(_, id)| *id == sidebar.id).count();
        assert_eq!((n_pages, sidebar.n_links), (n_members, n_members), "{}", sidebar.id);
    }
}

#[test]
fn old_paths_lead_on() {
    use portico_site::match_redirect;
    let site = portal();
    for (from, to) in [
        ("/quick-start", Some("/quickstart/")),
        ("/quick-start/", Some("/quickstart/")),
        ("/quick-start.html", Some("/quickstart/")),
        ("/home", Some("/")),
        ("/docs/authentication/session", Some("/api/authentication/overview")),
        ("/sdk/android/setup", Some("/sdks/overview")),
        ("/docs/api/payments", Some("/api/overview")),
        ("/reference", Some("/resources/ach-reference/overview")),
        ("/providers", Some("/resources/platforms/providers")),
        ("/quickstart", None),
        ("/unknown", None),
    ] {
        assert_eq!(
            match_redirect(&site.redirects, from).map(|redirect| redirect.to.href()).as_deref(),
            to,
            "{from}"
        );
    }
}
