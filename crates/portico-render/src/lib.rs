//! Site to page data to HTML: prerendering, head, sitemap, redirect pages and host rules.
//!
//! An article's prose and the document's `<head>` are written here; everything else of a page is rendered by React
//! (see [`Prerenderer`]). Nothing here touches the disk.

mod answer;
mod article;
mod doc_cards;
mod document;
mod escape;
mod head_tags;
mod headers;
mod hosts;
mod llms;
mod outputs;
mod page;
mod page_data;
mod page_inputs;
mod prerender;
mod shape;
mod sidebar;
mod site_modules;
mod site_style;
mod structured;
mod tokens;
mod twin;

pub use answer::PrerenderError;
pub use article::{
    Article, ArticleContext, ComponentUse, Failure, FailureReason, RenderedComponent, ResolvedImage,
    ResolvedLink, ids_of, render_article, render_inline_label, slot_token, syntax_class,
};
pub use document::{DocumentFrame, PageHead, redirect_document};
pub use headers::response_headers;
pub use hosts::{caddy_rules, nginx_http_rules, nginx_server_rules};
pub use llms::{LLMS_FULL_FILE, llms_full_txt, llms_txt, markdown_url};
pub use outputs::{
    IMMUTABLE_FOLDERS, LastModified, TextFile, host_headers, host_redirects, manifest, opensearch,
    redirect_address, redirect_pages, robots, sitemap,
};
pub use page::{PublishedAsset, RenderContext, RenderedPage, page_sidebar, render_data, render_page};
pub use page_data::{
    BuildFacts, PRUNE_ABOVE, not_found_page_data, page_data, pruned, search_page_data, sidebar_view,
    site_data,
};
pub use page_inputs::{page_inputs, shared_inputs};
pub use prerender::{ComponentInfo, Prerenderer};
pub use site_modules::{ModuleFailure, ModuleFailureReason, SiteModule, import_map};
pub use site_style::site_style_sheet;
pub use structured::{MetaTag, social_meta, structured_data};
pub use twin::{TwinContext, markdown_twin};
