//! CPU time of prerendering one page, by size of its sidebar.
//!
//! `cargo run --release --package portico-render --example prerender_cost`
#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "a report of averages")]

use portico_contract::{
    Bootstrap, Crumb, Layout, PageData, PageLink, SidebarCategory, SidebarEntry, SidebarLink, SidebarView,
    SiteData, TocEntry,
};
use portico_render::{PRUNE_ABOVE, Prerenderer, pruned};
use portico_theme::theme;
use rustix::time::{ClockId, clock_gettime};

/// Pages to render for one figure.
const N_PAGES: u32 = 1000;

/// Entries of one category.
const N_ENTRIES: usize = 15;

fn main() {
    let run = || {
        let site = site();
        let started = cpu_ms();
        let prerenderer = Prerenderer::new(theme(), &site, &[]).expect("the theme works");
        println!("engine started: {:.1} ms", cpu_ms() - started);
        println!("{:>8} {:>12} {:>12} {:>10}", "links", "assembled", "whole", "HTML");
        for n_links in [0, 60, 300, 1000, 3000] {
            measure(&prerenderer, &site, n_links);
        }
    };
    let thread = std::thread::Builder::new().stack_size(portico_js::THREAD_STACK_SIZE).spawn(run);
    thread.expect("a thread starts").join().expect("no panic");
}

fn measure(prerenderer: &Prerenderer, site: &SiteData, n_links: usize) {
    let sidebar = sidebar(n_links);
    let article = "<p>Text of the article.</p>".repeat(500);
    let mut page = page();
    let started = cpu_ms();
    let mut n_bytes = 0;
    for number in 0..N_PAGES {
        let at = number as usize % n_links.max(1);
        page.sidebar_key = Some(format!("{}.{}", at / N_ENTRIES, at % N_ENTRIES));
        let shown =
            if n_links > PRUNE_ABOVE { &pruned(&sidebar, page.sidebar_key.as_deref()) } else { &sidebar };
        let html = prerenderer.page(&page, Some(shown), &article).expect("the theme renders");
        n_bytes = html.len() - article.len();
    }
    let assembled = (cpu_ms() - started) / f64::from(N_PAGES);
    let bootstrap = Bootstrap { site, page: &page, sidebar: Some(&sidebar) };
    let started = cpu_ms();
    for _ in 0..10 {
        prerenderer.whole(&bootstrap, &article).expect("the theme renders");
    }
    let whole = (cpu_ms() - started) / 10.0;
    println!("{n_links:>8} {assembled:>9.2} ms {whole:>9.2} ms {:>7} kB", n_bytes / 1000);
}

/// CPU time of this thread in milliseconds.
fn cpu_ms() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e3 + time.tv_nsec as f64 / 1e6
}

fn sidebar(n_links: usize) -> SidebarView {
    let link = |key: String, number: usize| {
        SidebarEntry::Link(SidebarLink {
            label: format!("Page number {number}"),
            href: format!("/section/page-{number}"),
            key,
            is_external: false,
        })
    };
    let categories = (0..n_links.div_ceil(N_ENTRIES)).map(|category| {
        let numbers = category * N_ENTRIES..((category + 1) * N_ENTRIES).min(n_links);
        let entries = numbers.enumerate().map(|(at, number)| link(format!("{category}.{at}"), number));
        SidebarEntry::Category(SidebarCategory {
            key: category.to_string(),
            label: format!("Category {category}"),
            href: None,
            first_href: format!("/section/page-{}", category * N_ENTRIES),
            is_collapsed: true,
            entries: Some(entries.collect()),
        })
    });
    SidebarView { id: "main".into(), entries: categories.collect(), is_pruned: n_links > PRUNE_ABOVE }
}

fn page() -> PageData {
    let entry = |number: u32, children: Vec<TocEntry>| TocEntry {
        id: format!("heading-{number}"),
        html: format!("Heading number {number}"),
        children,
    };
    let link = |label: &str| PageLink { label: label.into(), href: "/section/neighbour".into() };
    PageData {
        theme: theme().manifest.fingerprint.clone(),
        route: "/section/page".into(),
        layout: Layout::Doc,
        title: "A page".into(),
        document_title: "A page | Portal".into(),
        description: "What the page is about.".into(),
        canonical_url: "https://docs.example.com/section/page".into(),
        has_title: true,
        sidebar: Some("main".into()),
        sidebar_key: None,
        breadcrumbs: ["Section", "Category", "A page"]
            .map(|label| Crumb { label: label.into(), href: Some("/section".into()) })
            .into(),
        toc: (0..8).map(|number| entry(number, vec![entry(number * 10, Vec::new())])).collect(),
        previous: Some(link("Before")),
        next: Some(link("After")),
        edit_url: Some("https://example.com/edit".into()),
        markdown_url: None,
        last_updated: None,
        image: None,
        html: String::new(),
        islands: Vec::new(),
        head: Vec::new(),
    }
}

fn site() -> SiteData {
    use portico_contract::{
        ColorMode, ColorModeSettings, DocsVersion, Footer, FooterColumn, Navbar, NavbarItem, NavbarLink,
        Provider, SearchSettings,
    };
    let link = |label: &str, href: &str| NavbarLink {
        label: label.into(),
        href: href.into(),
        is_external: false,
        sidebar: None,
        active_prefix: None,
    };
    let item = |label: &str, href: &str| NavbarItem::Link(link(label, href));
    SiteData {
        title: "Portal".into(),
        title_delimiter: "|".into(),
        base_path: "/".into(),
        locale: "en".into(),
        provider: Provider {
            name: "Example Pay".into(),
            api_base_url: "https://api.example.com".into(),
            sdk_script_url: "https://js.example.com/sdk.js".into(),
            website_url: "https://www.example.com".into(),
        },
        announcement_bar: None,
        navbar: Navbar {
            title: "Portal".into(),
            logo: None,
            logo_dark: None,
            left: vec![item("Home", "/"), item("Integration", "/a"), item("Resources", "/b")],
            right: vec![item("Support", "/support"), NavbarItem::Search],
        },
        footer: Footer {
            columns: vec![FooterColumn {
                title: None,
                links: vec![link("Home", "/"), link("Support", "/support")],
            }],
            copyright_html: "Copyright 2025".into(),
        },
        color_mode: ColorModeSettings { default_mode: ColorMode::Light, is_switch_disabled: false },
        docs_version: DocsVersion { name: "current".into(), label: "Next".into() },
        search: SearchSettings { route: "/search".into(), index_url: None, report_url: None, hosted: None },
        tag_manager: None,
        sidebar_files: std::collections::BTreeMap::new(),
        is_preview: false,
    }
}
