//! A site made ready for rendering: shared files named, sidebars converted, site data fixed.

use std::collections::BTreeMap;

use portico_contract::{LastUpdated, SidebarView};
use portico_diagnostics::Diagnostic;
use portico_render::{
    BuildFacts, DocumentFrame, PRUNE_ABOVE, PublishedAsset, RenderContext, TwinContext, sidebar_view,
    site_data, site_style_sheet,
};
use portico_search::ENTRY_FILE;
use portico_site::{Page, Site};
use portico_theme::theme;

use crate::assets::{AssetFile, content_hash, read_assets};
use crate::cards::PageCard;
use crate::folder::{FolderError, SiteFolder};
use crate::search;
use crate::workers::Generation;

/// Whether a site is made for readers or for its writer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To be published.
    #[default]
    Publish,
    /// To be looked at while writing.
    Preview,
}

/// Files by path below the site's root, with their bytes.
type Contents = Vec<(String, Vec<u8>)>;

/// Everything that rendering needs and that is the same for all pages.
pub(crate) struct Stage {
    pub(crate) generation: Generation,
    pub(crate) sidebars: BTreeMap<String, (SidebarView, usize)>,
    pub(crate) assets: BTreeMap<String, PublishedAsset>,
    pub(crate) last_updated: BTreeMap<String, LastUpdated>,
    cards: BTreeMap<String, String>,
    /// Files that pages share: path below the site's root, and bytes.
    pub(crate) files: Contents,
    /// What is wrong with files that only rendering reads.
    pub(crate) diagnostics: Vec<Diagnostic>,
    site_style: String,
    favicon: Option<String>,
}

impl Stage {
    /// Names and converts what pages share.
    pub(crate) fn prepare(
        site: &Site,
        folder: &SiteFolder,
        last_updated: BTreeMap<String, LastUpdated>,
        cards: &[PageCard<'_>],
        purpose: Purpose,
    ) -> Result<Self, FolderError> {
        let mut files = Vec::new();
        let mut facts = BuildFacts { is_preview: purpose == Purpose::Preview, ..BuildFacts::default() };
        let (_, mut diagnostics) = search::synonyms(folder);
        diagnostics.extend(search::pattern_problems(&site.settings, &folder.settings));
        let has_index = purpose == Purpose::Preview || site.settings.search.has_embedded;
        facts.search_index = has_index.then(|| format!("/{ENTRY_FILE}"));
        let cards = cards.iter().map(|card| (card.page.route.to_string(), card.path.clone())).collect();
        let mut sidebars = BTreeMap::new();
        for (id, sidebar) in &site.sidebars {
            let view = sidebar_view(sidebar);
            let is_pruned = sidebar.n_links > PRUNE_ABOVE;
            let whole = SidebarView { is_pruned, ..view.clone() };
            let json = serde_json::to_vec(&whole).expect("contract types are plain data");
            let path = format!("assets/sidebar-{id}-{}.json", content_hash(&json));
            facts.sidebar_files.insert(id.clone(), site.settings.path_below_base(&path));
            files.push((path, json));
            sidebars.insert(id.clone(), (view, sidebar.n_links));
        }
        let css = site_style_sheet(site).into_bytes();
        let site_style = format!("assets/site-{}.css", content_hash(&css));
        files.push((site_style.clone(), css));
        files.extend(theme().assets.iter().map(|(path, bytes)| (path.clone(), bytes.to_vec())));
        let (assets, contents) = split(read_assets(folder, site)?);
        files.extend(contents);
        let favicon = site.settings.favicon.as_ref().map(|favicon| favicon.value.clone());
        let generation = Generation::new(site_data(site, &facts));
        Ok(Self {
            generation,
            sidebars,
            assets,
            last_updated,
            cards,
            files,
            diagnostics,
            site_style,
            favicon,
        })
    }

    /// What pages are rendered with.
    pub(crate) fn context<'a>(&'a self, site: &'a Site) -> RenderContext<'a> {
        RenderContext {
            site,
            frame: DocumentFrame {
                theme: theme(),
                site: &self.generation.site,
                url: &site.settings.url,
                favicon: self.favicon.as_deref(),
                site_style: &self.site_style,
            },
            sidebars: &self.sidebars,
            assets: &self.assets,
            cards: &self.cards,
            last_updated: &self.last_updated,
        }
    }

    /// What a page's Markdown twin is made with.
    pub(crate) fn twin_context<'a>(&'a self, site: &'a Site, page: &Page) -> TwinContext<'a> {
        TwinContext { site, assets: &self.assets, last_updated: self.changed_on(page) }
    }

    /// The day a page last changed.
    pub(crate) fn changed_on(&self, page: &Page) -> Option<&str> {
        self.last_updated.get(page.document.source.path()).map(|update| update.date.as_str())
    }
}

/// What pages need to know of the assets, and the contents of those that are to be written.
fn split(files: BTreeMap<String, AssetFile>) -> (BTreeMap<String, PublishedAsset>, Contents) {
    let mut contents = Vec::new();
    let assets = files
        .into_iter()
        .map(|(path, (asset, bytes))| {
            if !bytes.is_empty() {
                contents.push((asset.path.clone(), bytes));
            }
            (path, asset)
        })
        .collect();
    (assets, contents)
}
