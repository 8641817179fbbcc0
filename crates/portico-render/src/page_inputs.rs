//! What pages are made from: by it a page that an earlier build made is known to be still the same.
//!
//! The one place that knows it. Whatever [`crate::render_page`] or [`crate::markdown_twin`] come to read belongs here
//! too; the tests of `portico-build` compare builds that trust this with builds that do not, byte for byte.

use std::fmt::Write as _;

use portico_site::{LinkTarget, Page, doc_cards, page_targets};
use serde::Serialize;

use crate::page::{RenderContext, page_sidebar};
use crate::page_data::{PRUNE_ABOVE, page_data};

/// Everything that all pages are made from, beside the settings and the theme.
pub fn shared_inputs(context: &RenderContext<'_>) -> String {
    let frame = &context.frame;
    let mut inputs = json(frame.site);
    for (id, (view, n_links)) in context.sidebars {
        // Of large sidebars each page holds another part.
        if *n_links <= PRUNE_ABOVE {
            push(&mut inputs, id);
            push(&mut inputs, &json(view));
        }
    }
    for part in [frame.url, frame.site_style, frame.favicon.unwrap_or_default()] {
        push(&mut inputs, part);
    }
    inputs
}

/// Everything that one page's document, page data and Markdown twin are made from, beside its source document and
/// [`shared_inputs`].
pub fn page_inputs(context: &RenderContext<'_>, page: &Page) -> String {
    let site = context.site;
    let last_updated = context.last_updated.get(page.document.source.path()).cloned();
    let data = page_data(page, &site.settings, &context.frame.theme.manifest.fingerprint, last_updated);
    let mut inputs = json(&data);
    if let Some(view) = page_sidebar(context, &data).filter(|view| view.is_pruned) {
        push(&mut inputs, &json(view.as_ref()));
    }
    push(&mut inputs, context.cards.get(page.route.as_str()).map_or("", String::as_str));
    if page.document.body.outline().components.contains("DocCardList") {
        push(&mut inputs, &format!("{:?}", doc_cards(site, page)));
    }
    for target in page_targets(site, page) {
        let asset = match &target {
            LinkTarget::ContentAsset { path, .. } => context.assets.get(path),
            LinkTarget::StaticFile { path, .. } => context.assets.get(&format!("static/{path}")),
            _ => None,
        };
        write!(inputs, "\n{target:?} {asset:?}").expect("writing to memory");
    }
    inputs
}

fn push(inputs: &mut String, part: &str) {
    inputs.push('\n');
    inputs.push_str(part);
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("contract types are plain data")
}
