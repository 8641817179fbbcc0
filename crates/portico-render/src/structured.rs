//! What a document's head says to machines beside its title: JSON-LD, preview cards and the Markdown twin.
//!
//! `web/src/navigation/document-head.ts` says the same when readers come to a page by a link; a browser test compares.

use portico_contract::{Layout, PageData, SiteData, SocialImage};
use serde_json::{Map, Value, json};

use crate::document::PageHead;
use crate::escape::script_json;
use crate::head_tags::push_link;

/// A `<meta>` element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetaTag {
    /// The attribute that holds the name: `name` or `property`.
    pub attribute: &'static str,
    /// Name.
    pub name: &'static str,
    /// Content.
    pub content: String,
}

/// Facts about a page in the words of schema.org, ready for `<script type="application/ld+json">` elements.
///
/// A page of the docs is a `TechArticle` with a `BreadcrumbList`, the home page a `WebSite`; search and not-found
/// pages are nothing. `url` is the origin of the published site.
pub fn structured_data(
    page: &PageData,
    site: &SiteData,
    url: &str,
    image: Option<&SocialImage>,
) -> Vec<Value> {
    match page.layout {
        Layout::Home => vec![web_site(page, site)],
        Layout::Doc => vec![breadcrumb_list(page, site, url), article(page, site, image)],
        Layout::Search | Layout::NotFound => Vec::new(),
    }
}

/// Meta elements for preview cards: the kind of card, the picture and the day of the last change.
///
/// Title, description and address come from the elements that every page has.
pub fn social_meta(page: &PageData, image: Option<&SocialImage>) -> Vec<MetaTag> {
    let card = if image.is_some() { "summary_large_image" } else { "summary" };
    let mut tags = vec![MetaTag { attribute: "name", name: "twitter:card", content: card.to_owned() }];
    let mut property = |name, content| tags.push(MetaTag { attribute: "property", name, content });
    if let Some(updated) = page.last_updated.as_ref().filter(|_| page.layout == Layout::Doc) {
        property("article:modified_time", updated.date.clone());
    }
    if let Some(SocialImage { url, size }) = image {
        property("og:image", url.clone());
        if let Some((width, height)) = size {
            property("og:image:width", width.to_string());
            property("og:image:height", height.to_string());
        }
        property("og:image:alt", page.title.clone());
    }
    tags
}

/// Writes all of it into a document's head.
pub(crate) fn push_structured(
    page: &PageData,
    site: &SiteData,
    url: &str,
    own: PageHead<'_>,
    html: &mut String,
) {
    // An author's picture takes the place of all that is said of ours.
    let image = page.image.as_ref().filter(|_| !own.has("property", "og:image"));
    for tag in social_meta(page, image) {
        own.meta(html, tag.attribute, tag.name, &tag.content);
    }
    if let Some(address) = page.markdown_url.as_ref().filter(|_| !own.has("type", "text/markdown")) {
        push_link(html, "alternate", address, " type=\"text/markdown\"");
    }
    for data in structured_data(page, site, url, image) {
        html.extend([
            "<script type=\"application/ld+json\">",
            &script_json(&data.to_string()),
            "</script>\n",
        ]);
    }
}

fn breadcrumb_list(page: &PageData, site: &SiteData, url: &str) -> Value {
    let canonical = |route: &str| format!("{url}{}{}", site.base_path, route.trim_start_matches('/'));
    let home = (site.title.as_str(), canonical("/"));
    // The last crumb is the page, which its canonical URL names.
    let above = page.breadcrumbs.split_last().map(|(_, above)| above).unwrap_or_default();
    let linked =
        above.iter().filter_map(|crumb| Some((crumb.label.as_str(), canonical(crumb.href.as_ref()?))));
    let steps =
        std::iter::once(home).chain(linked).chain([(page.title.as_str(), page.canonical_url.clone())]);
    let items: Vec<Value> = (1..)
        .zip(steps)
        .map(|(position, (name, item))| {
            json!({ "@type": "ListItem", "position": position, "name": name, "item": item })
        })
        .collect();
    json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items })
}

fn article(page: &PageData, site: &SiteData, image: Option<&SocialImage>) -> Value {
    let mut article = described("TechArticle", "headline", &page.title, page, site);
    if let Some(updated) = &page.last_updated {
        article.insert("dateModified".into(), json!(updated.date));
    }
    if let Some(image) = image {
        article.insert("image".into(), json!(image.url));
    }
    Value::Object(article)
}

fn web_site(page: &PageData, site: &SiteData) -> Value {
    Value::Object(described("WebSite", "name", &site.title, page, site))
}

fn described(
    kind: &str,
    title_key: &str,
    title: &str,
    page: &PageData,
    site: &SiteData,
) -> Map<String, Value> {
    let mut facts = Map::new();
    facts.insert("@context".into(), json!("https://schema.org"));
    facts.insert("@type".into(), json!(kind));
    facts.insert(title_key.into(), json!(title));
    if !page.description.is_empty() {
        facts.insert("description".into(), json!(page.description));
    }
    facts.insert("url".into(), json!(page.canonical_url));
    facts.insert("inLanguage".into(), json!(site.locale));
    if !site.provider.name.is_empty() {
        let mut publisher = Map::new();
        publisher.insert("@type".into(), json!("Organization"));
        publisher.insert("name".into(), json!(site.provider.name));
        if !site.provider.website_url.is_empty() {
            publisher.insert("url".into(), json!(site.provider.website_url));
        }
        facts.insert("publisher".into(), Value::Object(publisher));
    }
    facts
}
