//! The files beside the pages: sitemap, robots, opensearch, redirects and rules for static hosts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use portico_config::Settings;
use portico_contract::{MANIFEST_FORMAT, Manifest, ManifestRedirect};
use portico_site::{Destination, Redirect, Site, route_key};

use crate::escape::escape;

/// A text file below the published site's root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFile {
    /// Path with forward slashes.
    pub path: String,
    /// Content.
    pub text: String,
}

/// Folders whose files never change under the same name.
pub const IMMUTABLE_FOLDERS: [&str; 1] = ["assets/"];

/// Dates (`2026-11-20`) by route, for the sitemap.
pub type LastModified = BTreeMap<String, String>;

/// `sitemap.xml`: every listed page, with the day it last changed where that is known.
pub fn sitemap(site: &Site, last_modified: &LastModified) -> TextFile {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for page in site.pages.iter().filter(|page| !page.is_unlisted && !page.is_draft) {
        let address = site.settings.canonical_url(page.route.as_str());
        write!(text, "<url><loc>{}</loc>", escape(&address)).expect("writing to a string");
        if let Some(day) = last_modified.get(page.route.as_str()) {
            write!(text, "<lastmod>{}</lastmod>", escape(day)).expect("writing to a string");
        }
        text.push_str("</url>\n");
    }
    text.push_str("</urlset>\n");
    TextFile { path: "sitemap.xml".into(), text }
}

/// `robots.txt`: all are welcome; points to the sitemap.
pub fn robots(settings: &Settings) -> TextFile {
    let sitemap = settings.canonical_url("/sitemap.xml");
    TextFile { path: "robots.txt".into(), text: format!("User-agent: *\nAllow: /\n\nSitemap: {sitemap}\n") }
}

/// `opensearch.xml`: lets browsers search the site from the address bar.
pub fn opensearch(site: &Site) -> TextFile {
    let title = escape(&site.settings.title).into_owned();
    let template = format!("{}?q={{searchTerms}}", site.settings.canonical_url(site.search_route.as_str()));
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n\
         <ShortName>{title}</ShortName>\n<Description>Search {title}</Description>\n\
         <InputEncoding>UTF-8</InputEncoding>\n<Url type=\"text/html\" template=\"{}\"/>\n\
         </OpenSearchDescription>\n",
        escape(&template)
    );
    TextFile { path: "opensearch.xml".into(), text }
}

/// The address that a redirect leads to, below the base path.
pub fn redirect_address(settings: &Settings, redirect: &Redirect) -> String {
    match &redirect.to {
        Destination::Page { .. } => settings.path_below_base(&redirect.to.href()),
        Destination::External(address) => address.clone(),
    }
}

/// The redirects of exact paths that a static host can serve as pages: file name (without a page of that name) and
/// redirect.
pub fn redirect_pages(site: &Site) -> Vec<(String, &Redirect)> {
    let exact = site.redirects.iter().filter(|redirect| !redirect.from.ends_with("/*"));
    exact
        .filter_map(|redirect| {
            let key = route_key(&redirect.from).trim_start_matches('/');
            let name = key.rsplit('/').next().unwrap_or_default();
            (!key.is_empty() && name != "index").then(|| (format!("{key}.html"), redirect))
        })
        .collect()
}

/// `_redirects`: the rules as Netlify and Cloudflare Pages read them.
pub fn host_redirects(site: &Site) -> TextFile {
    let mut text = String::new();
    for redirect in &site.redirects {
        let from = site.settings.path_below_base(&redirect.from);
        let to = redirect_address(&site.settings, redirect);
        writeln!(text, "{from} {to} 301").expect("writing to a string");
    }
    TextFile { path: "_redirects".into(), text }
}

/// `_headers`: the response headers as Netlify and Cloudflare Pages read them.
pub fn host_headers(settings: &Settings, headers: &BTreeMap<String, String>) -> TextFile {
    let mut text = format!("{}*\n", settings.base_path);
    for (name, value) in headers {
        writeln!(text, "  {name}: {value}").expect("writing to a string");
    }
    // Hosts that read these rules speak HTTPS. `portico serve` sends this by itself, over HTTPS alone.
    if settings.url.starts_with("https://") && !headers.contains_key("Strict-Transport-Security") {
        writeln!(text, "  Strict-Transport-Security: max-age=31536000").expect("writing to a string");
    }
    for folder in IMMUTABLE_FOLDERS {
        writeln!(
            text,
            "{}{folder}*\n  Cache-Control: public, max-age=31536000, immutable",
            settings.base_path
        )
        .expect("writing to a string");
    }
    TextFile { path: "_headers".into(), text }
}

/// The build manifest, but for the release: that is known when all files are.
pub fn manifest(site: &Site, headers: &BTreeMap<String, String>) -> Manifest {
    let routes = site.pages.iter().map(|page| &page.route).chain([&site.search_route]);
    Manifest {
        format: MANIFEST_FORMAT,
        base_path: site.settings.base_path.clone(),
        pages: routes.map(|route| (route.to_string(), route.file_name())).collect(),
        redirects: site
            .redirects
            .iter()
            .map(|redirect| ManifestRedirect {
                from: site.settings.path_below_base(&redirect.from),
                to: redirect_address(&site.settings, redirect),
            })
            .collect(),
        headers: headers.clone(),
        immutable: IMMUTABLE_FOLDERS.map(str::to_owned).into(),
        release: String::new(),
        retained: Vec::new(),
    }
}
