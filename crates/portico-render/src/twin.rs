//! The Markdown twin: a page as clean `CommonMark` with GFM tables, footnotes and task lists, for readers that are
//! programs.
//!
//! A twin says what the page says and nothing else: components are flattened into plain Markdown, addresses are
//! absolute, tags and styles are gone. It reads the document's tree, never the HTML.

mod block;
mod components;
mod elements;
mod escape;
mod html;
mod inline;

use std::collections::BTreeMap;

use portico_diagnostics::Span;
use portico_document::{Node, NodeKind};
use portico_site::{Destination, DocCard, LinkTarget, Page, Site, doc_cards, resolve_link};

use crate::page::PublishedAsset;
use block::Writer;

/// What a twin needs to know of the world around its page.
#[derive(Clone, Copy, Debug)]
pub struct TwinContext<'a> {
    /// The site.
    pub site: &'a Site,
    /// Files beside the content by path relative to the site folder.
    pub assets: &'a BTreeMap<String, PublishedAsset>,
    /// Day on which the page last changed (`2026-11-20`), where that is known.
    pub last_updated: Option<&'a str>,
}

/// The page as Markdown: title, description, canonical URL and the content; `body` are the nodes of its document.
///
/// Links are canonical URLs; a page's own twin lies beside it under [`portico_site::Route::markdown_name`].
pub fn markdown_twin(page: &Page, body: &[Node], context: &TwinContext<'_>) -> String {
    let canonical = context.site.settings.canonical_url(page.route.as_str());
    // A description that was taken from the first paragraph would say the same thing twice.
    let description = page.document.front_matter.description.is_some().then_some(page.description.as_str());
    let head = head(&page.title, description, &canonical, context.last_updated);
    let addresses = PageAddresses { page, context };
    let body = markdown(body, &addresses);
    if body.is_empty() { head } else { format!("{head}\n{body}") }
}

fn head(title: &str, description: Option<&str>, canonical: &str, last_updated: Option<&str>) -> String {
    let text = |text: &str| vec![Node::new(NodeKind::Text(text.to_owned()), Span::default())];
    let heading = NodeKind::Heading { level: 1, id: String::new(), children: text(title) };
    let mut nodes = vec![Node::new(heading, Span::default())];
    if let Some(description) = description {
        let paragraph = Node::new(NodeKind::Paragraph(text(description)), Span::default());
        nodes.push(Node::new(NodeKind::Quote(vec![paragraph]), Span::default()));
    }
    let mut head = Writer::new(&AsWritten, &nodes).document(&nodes);
    head.extend(["\nCanonical URL: <", canonical, ">\n"]);
    if let Some(day) = last_updated {
        head.extend(["\nLast updated: ", day, "\n"]);
    }
    head
}

/// Content as Markdown; ends in a line break unless it is empty.
fn markdown(body: &[Node], addresses: &dyn Addresses) -> String {
    Writer::new(addresses, body).document(body)
}

/// Where links and images of a page lead, as absolute addresses.
trait Addresses {
    /// The absolute address of a link's or image's target as the author wrote it.
    fn absolute(&self, target: &str) -> String;

    /// What `<DocCardList>` shows on the page.
    fn doc_cards(&self) -> Vec<DocCard> {
        Vec::new()
    }
}

/// Addresses as they stand.
struct AsWritten;

impl Addresses for AsWritten {
    fn absolute(&self, target: &str) -> String {
        target.to_owned()
    }
}

struct PageAddresses<'a> {
    page: &'a Page,
    context: &'a TwinContext<'a>,
}

impl Addresses for PageAddresses<'_> {
    fn doc_cards(&self) -> Vec<DocCard> {
        doc_cards(self.context.site, self.page)
    }

    fn absolute(&self, target: &str) -> String {
        let TwinContext { site, assets, .. } = self.context;
        let canonical = |path: &str| site.settings.canonical_url(path);
        let with =
            |mark: char, part: Option<String>| part.map(|part| format!("{mark}{part}")).unwrap_or_default();
        match resolve_link(site, self.page, target) {
            LinkTarget::Page { route, query, fragment } => {
                format!("{}{}{}", canonical(route.as_str()), with('?', query), with('#', fragment))
            }
            LinkTarget::SamePage { fragment } => {
                let fragment = Some(fragment).filter(|fragment| !fragment.is_empty());
                format!("{}{}", canonical(self.page.route.as_str()), with('#', fragment))
            }
            LinkTarget::StaticFile { path, suffix } => format!("{}{suffix}", canonical(&path)),
            LinkTarget::Redirect { to, .. } => match &to {
                Destination::Page { .. } => canonical(&to.href()),
                Destination::External(address) => address.clone(),
            },
            LinkTarget::ContentAsset { path, suffix } => {
                let published = assets.get(&path).map_or(path.as_str(), |asset| asset.path.as_str());
                format!("{}{suffix}", canonical(published))
            }
            LinkTarget::External(address) if address.starts_with("//") => format!("https:{address}"),
            LinkTarget::External(address) if address.starts_with('/') => {
                format!("{}{address}", site.settings.url)
            }
            LinkTarget::External(address) => address,
            LinkTarget::Broken { path, .. } if path.starts_with('/') => canonical(&path),
            LinkTarget::Broken { .. } => target.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests;
