//! One page, from the site to its document and its page data.

use std::collections::{BTreeMap, BTreeSet};

use portico_contract::{LastUpdated, PageData, SidebarView, SocialImage};
use portico_diagnostics::{Code, Diagnostic, SourceFile, Span};
use portico_document::{Image, Node};
use portico_site::{DocCard, LinkTarget, Page, Site, doc_cards, resolve_link};

use crate::answer::PrerenderError;
use crate::article::{
    Article, ArticleContext, ComponentUse, Failure, FailureReason, RenderedComponent, ResolvedImage,
    ResolvedLink, render_article,
};
use crate::document::{DocumentFrame, PageHead};
use crate::page_data::{page_data, pruned, with_article};
use crate::prerender::Prerenderer;

/// Width and height of a card in pixels.
const CARD_SIZE: (usize, usize) = (1200, 630);

/// A file beside the content, as it is published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedAsset {
    /// Address below the site's root: `assets/diagram-1a2b3c4d.png`.
    pub path: String,
    /// Width and height in pixels, for images whose format is known.
    pub size: Option<(usize, usize)>,
}

/// What all pages of a site are rendered with.
pub struct RenderContext<'a> {
    /// The site.
    pub site: &'a Site,
    /// What all documents have in common.
    pub frame: DocumentFrame<'a>,
    /// Whole sidebars by id, with their number of links.
    pub sidebars: &'a BTreeMap<String, (SidebarView, usize)>,
    /// Files beside the content by path relative to the site folder; images of `static/` as `static/…`.
    pub assets: &'a BTreeMap<String, PublishedAsset>,
    /// Pictures for previews of links, by route: addresses below the site's root.
    pub cards: &'a BTreeMap<String, String>,
    /// When sources last changed, by path relative to the site folder.
    pub last_updated: &'a BTreeMap<String, LastUpdated>,
}

/// A rendered page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedPage {
    /// The HTML document.
    pub html: String,
    /// The page data as JSON.
    pub page_data: String,
    /// Every id in the article, for the link check.
    pub ids: BTreeSet<String>,
    /// What the author should know that only shows when the page is rendered.
    pub diagnostics: Vec<Diagnostic>,
}

/// Renders a document's page; `body` are the nodes of its document.
#[inline(never)] // `cargo xtask counts` finds it by its name.
pub fn render_page(
    context: &RenderContext<'_>,
    prerenderer: &Prerenderer,
    page: &Page,
    body: &[Node],
) -> Result<RenderedPage, PrerenderError> {
    let article_context = Content { context, prerenderer, page };
    let article = render_article(body, &article_context);
    let settings = &context.site.settings;
    let theme = &context.frame.theme.manifest.fingerprint;
    let last_updated = context.last_updated.get(page.document.source.path()).cloned();
    let data = page_data(page, settings, theme, last_updated);
    let data = with_article(PageData { image: article_context.social_image(), ..data }, &article);
    let diagnostics = article.failures.iter().map(|it| diagnose(&page.document.source, it)).collect();
    let head = PageHead { elements: &page.document.head };
    Ok(RenderedPage { diagnostics, ..finish(context, prerenderer, data, article, head)? })
}

/// Renders a page that no document made: search, not found.
pub fn render_data(
    context: &RenderContext<'_>,
    prerenderer: &Prerenderer,
    data: PageData,
) -> Result<RenderedPage, PrerenderError> {
    finish(context, prerenderer, data, Article::default(), PageHead::default())
}

fn finish(
    context: &RenderContext<'_>,
    prerenderer: &Prerenderer,
    mut data: PageData,
    article: Article,
    head: PageHead<'_>,
) -> Result<RenderedPage, PrerenderError> {
    let sidebar = page_sidebar(context, &data);
    let app = prerenderer.page(&data, sidebar.as_deref(), &article.html)?;
    let html = context.frame.document(&data, sidebar.as_deref(), &app, head);
    data.html = article.html;
    let page_data = serde_json::to_string(&data).expect("contract types are plain data");
    Ok(RenderedPage { html, page_data, ids: article.ids, diagnostics: Vec::new() })
}

/// Says what could not be rendered, and where.
fn diagnose(file: &SourceFile, failure: &Failure) -> Diagnostic {
    match &failure.reason {
        FailureReason::Diagram(error) => {
            let place = place_in_diagram(file, failure.span, error.line, error.column);
            Diagnostic::new(Code::MarkdownDiagram, error.message.clone())
                .at(file, place)
                .maybe_help(error.help.clone())
        }
        FailureReason::Component(message) => {
            Diagnostic::new(Code::MarkdownInvalidProperty, message.clone()).at(file, failure.span)
        }
        FailureReason::Module(module, message) => {
            Diagnostic::new(Code::ComponentFailed, format!("`{module}` throws when it is rendered: {message}"))
                .at(file, failure.span)
                .help("components are rendered at build too, without a browser: use `window` and its like in effects and handlers only")
        }
    }
}

/// The rest of a line of a diagram from a column on. Its text begins on the line after the fence.
fn place_in_diagram(file: &SourceFile, block: Span, line: usize, column: usize) -> Span {
    let line = file.line_column(block.start).line + u32::try_from(line).unwrap_or(u32::MAX);
    let start = file.line_start(line) as usize;
    let text = file.text().get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let column = text.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
    Span::new(start + column, start + text.len())
}

/// The sidebar as a page's document holds it.
pub fn page_sidebar<'a>(
    context: &'a RenderContext<'_>,
    data: &PageData,
) -> Option<std::borrow::Cow<'a, SidebarView>> {
    let (view, n_links) = context.sidebars.get(data.sidebar.as_ref()?)?;
    if *n_links > crate::page_data::PRUNE_ABOVE {
        return Some(std::borrow::Cow::Owned(pruned(view, data.sidebar_key.as_deref())));
    }
    Some(std::borrow::Cow::Borrowed(view))
}

/// A page's content and the world around it.
struct Content<'a> {
    context: &'a RenderContext<'a>,
    prerenderer: &'a Prerenderer,
    page: &'a Page,
}

impl Content<'_> {
    fn below_base(&self, path: &str) -> String {
        self.context.site.settings.path_below_base(path)
    }

    /// The picture for previews of links: the author's own, else the page's card.
    fn social_image(&self) -> Option<SocialImage> {
        let settings = &self.context.site.settings;
        if let Some(src) = &self.page.document.front_matter.image {
            let image =
                Image { src: src.clone(), src_span: Span::default(), alt: String::new(), title: None };
            let ResolvedImage { src, size } = self.resolve_image(&image);
            let url = if src.starts_with('/') { format!("{}{src}", settings.url) } else { src };
            return Some(SocialImage { url, size });
        }
        let card = self.context.cards.get(self.page.route.as_str())?;
        Some(SocialImage { url: settings.canonical_url(card), size: Some(CARD_SIZE) })
    }

    /// The published form of a file, by its path relative to the site folder.
    fn asset(&self, path: &str) -> Option<&PublishedAsset> {
        self.context.assets.get(path)
    }
}

impl ArticleContext for Content<'_> {
    fn resolve_link(&self, href: &str) -> ResolvedLink {
        let suffixed = |path: &str, query: Option<String>, fragment: Option<String>| {
            let query = query.map(|query| format!("?{query}")).unwrap_or_default();
            let fragment = fragment.map(|fragment| format!("#{fragment}")).unwrap_or_default();
            format!("{path}{query}{fragment}")
        };
        let internal = |href: String| ResolvedLink { href, is_external: false };
        match resolve_link(self.context.site, self.page, href) {
            LinkTarget::Page { route, query, fragment } => {
                internal(suffixed(&self.below_base(route.as_str()), query, fragment))
            }
            LinkTarget::SamePage { fragment } => internal(format!("#{fragment}")),
            LinkTarget::StaticFile { path, suffix } => {
                internal(format!("{}{suffix}", self.below_base(&path)))
            }
            LinkTarget::Redirect { from, .. } => internal(self.below_base(&from)),
            LinkTarget::ContentAsset { path, suffix } => {
                let published = self.asset(&path).map_or(path.as_str(), |asset| asset.path.as_str());
                internal(format!("{}{suffix}", self.below_base(published)))
            }
            LinkTarget::External(address) => ResolvedLink { href: address, is_external: true },
            // Left as it is: it was reported.
            LinkTarget::Broken { .. } => internal(href.to_owned()),
        }
    }

    fn resolve_image(&self, image: &Image) -> ResolvedImage {
        match resolve_link(self.context.site, self.page, &image.src) {
            LinkTarget::ContentAsset { path, suffix } => {
                let asset = self.asset(&path);
                let published = asset.map_or(path.as_str(), |asset| asset.path.as_str());
                ResolvedImage {
                    src: format!("{}{suffix}", self.below_base(published)),
                    size: asset.and_then(|asset| asset.size),
                }
            }
            LinkTarget::StaticFile { path, suffix } => ResolvedImage {
                src: format!("{}{suffix}", self.below_base(&path)),
                size: self.asset(&format!("static/{path}")).and_then(|asset| asset.size),
            },
            _ => ResolvedImage { src: image.src.clone(), size: None },
        }
    }

    fn doc_cards(&self) -> Vec<DocCard> {
        doc_cards(self.context.site, self.page)
    }

    fn render_component(&self, used: &ComponentUse<'_>) -> Result<Option<RenderedComponent>, FailureReason> {
        self.prerenderer.component(used).map_err(|error| match self.prerenderer.module(used.name) {
            Some(module) => FailureReason::Module(module.source.clone(), error.message()),
            None => FailureReason::Component(error.message()),
        })
    }
}
