//! The HTML document around a prerendered page: everything but what React renders.

use portico_contract::{Bootstrap, Layout, PageData, SidebarView, SiteData};
use portico_document::{ElementAttribute, HeadElement};
use portico_theme::Theme;

use crate::escape::{escape, script_json};
use crate::head_tags::{push_attribute, push_link, push_meta};
use crate::sidebar::below_base;
use crate::structured::push_structured;

/// What the head of every document of a site has in common.
pub struct DocumentFrame<'a> {
    /// The theme.
    pub theme: &'a Theme,
    /// The site.
    pub site: &'a SiteData,
    /// Origin of the published site.
    pub url: &'a str,
    /// Address of the site's own icon.
    pub favicon: Option<&'a str>,
    /// Path of the style sheet that the build makes (syntax colours), below the site's root.
    pub site_style: &'a str,
    /// The import map, for sites with React components of their own ([`crate::import_map`]).
    pub import_map: Option<&'a str>,
}

/// What the head of one page's document has of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageHead<'a> {
    /// Elements that the page's author wrote; they take the place of ours of the same name.
    pub elements: &'a [HeadElement],
}

impl PageHead<'_> {
    /// Whether the author wrote a `<meta>` of that name, or a `<link>` of that relation.
    pub(crate) fn has(&self, kind: &str, name: &str) -> bool {
        let is_it = |attribute: &ElementAttribute| {
            attribute.name == kind
                && attribute.value.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name))
        };
        self.elements.iter().any(|element| element.attributes.iter().any(is_it))
    }

    pub(crate) fn meta(&self, html: &mut String, kind: &str, name: &str, content: &str) {
        if !self.has(kind, name) {
            push_meta(html, kind, name, content);
        }
    }

    fn write(&self, html: &mut String) {
        for HeadElement { tag, attributes } in self.elements {
            html.extend(["<", tag.as_str(), " data-page-head"]);
            for attribute in attributes {
                push_attribute(html, &attribute.name, attribute.value.as_deref().unwrap_or_default());
            }
            html.push_str(">\n");
        }
    }
}

impl DocumentFrame<'_> {
    /// The whole HTML document of a page. `app` is the inside of `<div id="app">`.
    #[expect(clippy::missing_panics_doc, reason = "contract types always serialise")]
    pub fn document(
        &self,
        page: &PageData,
        sidebar: Option<&SidebarView>,
        app: &str,
        head: PageHead<'_>,
    ) -> String {
        let bootstrap = Bootstrap { site: self.site, page, sidebar };
        let json = serde_json::to_string(&bootstrap).expect("contract types are plain data");
        let mut html = String::with_capacity(app.len() + json.len() + 4096);
        html.push_str("<!doctype html>\n<html");
        self.root_attributes(page, &mut html);
        html.push_str(">\n<head>\n");
        self.head(page, head, &mut html);
        html.push_str("</head>\n<body>\n<div id=\"app\">");
        html.push_str(app);
        html.push_str("</div>\n<script type=\"application/json\" id=\"portico-data\">");
        html.push_str(&script_json(&json));
        html.push_str("</script>\n<script type=\"module\"");
        push_attribute(&mut html, "src", &self.asset(&self.theme.manifest.client));
        html.push_str("></script>\n</body>\n</html>\n");
        html
    }

    fn root_attributes(&self, page: &PageData, html: &mut String) {
        let mode = match self.site.color_mode.default_mode {
            portico_contract::ColorMode::Light => "light",
            portico_contract::ColorMode::Dark => "dark",
        };
        push_attribute(html, "lang", &self.site.locale);
        push_attribute(html, "dir", "ltr");
        push_attribute(html, "data-theme", mode);
        push_attribute(html, "data-layout", layout_name(page.layout));
        if self.site.color_mode.is_switch_disabled {
            push_attribute(html, "data-theme-switch", "disabled");
        }
        if let Some(bar) = &self.site.announcement_bar {
            push_attribute(html, "data-announcement-id", &bar.id);
        }
    }

    fn head(&self, page: &PageData, own: PageHead<'_>, html: &mut String) {
        let is_listed = matches!(page.layout, Layout::Home | Layout::Doc);
        html.push_str("<meta charset=\"utf-8\">\n");
        push_meta(html, "name", "viewport", "width=device-width, initial-scale=1");
        html.extend(["<title>", &escape(&page.document_title), "</title>\n"]);
        own.meta(html, "name", "description", &page.description);
        push_meta(html, "name", "generator", concat!("Portico ", env!("CARGO_PKG_VERSION")));
        if is_listed {
            if !own.has("rel", "canonical") {
                push_link(html, "canonical", &page.canonical_url, "");
            }
            own.meta(html, "property", "og:url", &page.canonical_url);
        } else {
            own.meta(html, "name", "robots", "noindex, nofollow");
        }
        own.meta(html, "property", "og:title", &page.document_title);
        own.meta(html, "property", "og:description", &page.description);
        own.meta(
            html,
            "property",
            "og:type",
            if page.layout == Layout::Home { "website" } else { "article" },
        );
        own.meta(html, "property", "og:site_name", &self.site.title);
        own.meta(html, "property", "og:locale", &self.site.locale);
        self.search_meta(page, own, html);
        push_structured(page, self.site, self.url, own, html);
        own.write(html);
        self.resources(html);
    }

    /// The names that search crawlers of the field read.
    fn search_meta(&self, page: &PageData, own: PageHead<'_>, html: &mut String) {
        let version = &self.site.docs_version.name;
        let tag = match page.layout {
            Layout::Doc => format!("docs-default-{version}"),
            _ => "default".to_owned(),
        };
        own.meta(html, "name", "docsearch:language", &self.site.locale);
        if page.layout == Layout::Doc {
            own.meta(html, "name", "docsearch:version", version);
        }
        own.meta(html, "name", "docsearch:docusaurus_tag", &tag);
    }

    fn resources(&self, html: &mut String) {
        let manifest = &self.theme.manifest;
        // Before the style sheets: a script waits for those above it.
        html.extend(["<script>", self.theme.before_paint.trim_end(), "</script>\n"]);
        let favicon = self.favicon.map_or_else(
            || self.asset(&manifest.favicon),
            |favicon| below_base(&self.site.base_path, favicon).into_owned(),
        );
        push_link(html, "icon", &favicon, "");
        push_link(
            html,
            "preload",
            &self.asset(&manifest.font_preload),
            " as=\"font\" type=\"font/woff2\" crossorigin",
        );
        push_link(html, "stylesheet", &self.asset(&manifest.style), "");
        push_link(html, "stylesheet", &self.asset(self.site_style), "");
        if let Some(map) = self.import_map {
            html.extend(["<script type=\"importmap\">", map, "</script>\n"]);
        }
        for module in &manifest.preload_modules {
            push_link(html, "modulepreload", &self.asset(module), "");
        }
    }

    fn asset(&self, path: &str) -> String {
        format!("{}{path}", self.site.base_path)
    }
}

/// The page that a static host shows at an old route: leads on at once, and says where without script.
pub fn redirect_document(locale: &str, href: &str, canonical_url: &str) -> String {
    let [locale, href, canonical_url] = [locale, href, canonical_url].map(escape);
    format!(
        "<!doctype html>\n<html lang=\"{locale}\">\n<head>\n<meta charset=\"utf-8\">\n<title>Redirect</title>\n\
         <meta name=\"robots\" content=\"noindex\">\n<link rel=\"canonical\" href=\"{canonical_url}\">\n\
         <script data-to=\"{href}\">{REDIRECT_SCRIPT}</script>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={href}\">\n</head>\n<body>\n\
         <p>This page is now at <a href=\"{href}\">{href}</a>.</p>\n</body>\n</html>\n"
    )
}

/// Sends the reader on with query and hash, which a refresh by `<meta>` would lose. The same on every redirect page,
/// so that one hash in the Content-Security-Policy allows it.
pub(crate) const REDIRECT_SCRIPT: &str = "const to = new URL(document.currentScript.dataset.to, location.href);\
to.search ||= location.search; to.hash ||= location.hash; location.replace(to);";

fn layout_name(layout: Layout) -> &'static str {
    match layout {
        Layout::Home => "home",
        Layout::Doc => "doc",
        Layout::Search => "search",
        Layout::NotFound => "not-found",
    }
}
