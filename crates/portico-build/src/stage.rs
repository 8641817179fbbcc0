//! A site made ready for rendering: shared files named, sidebars converted, site data fixed.

use std::collections::BTreeMap;
use std::sync::Arc;

use portico_contract::{LastUpdated, SidebarView};
use portico_diagnostics::Diagnostic;
use portico_render::{
    BuildFacts, DocumentFrame, PRUNE_ABOVE, PrerenderError, PublishedAsset, RenderContext, TwinContext,
    import_map, sidebar_view, site_data, site_style_sheet,
};
use portico_search::ENTRY_FILE;
use portico_site::{Page, Site};
use portico_theme::theme;

use crate::assets::{ImageSizes, content_hash, published_assets, referenced_assets};
use crate::cards::PageCard;
use crate::component_modules::{module_problems, site_modules};
use crate::folder::SiteFolder;
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

/// What a stage is made from.
pub(crate) struct StageInput<'a> {
    pub(crate) site: &'a Site,
    pub(crate) folder: &'a SiteFolder,
    /// When sources last changed, by path.
    pub(crate) last_updated: BTreeMap<String, LastUpdated>,
    /// The pictures of the pages.
    pub(crate) cards: &'a [PageCard<'a>],
    /// Of the images that are known already.
    pub(crate) sizes: &'a ImageSizes,
    pub(crate) purpose: Purpose,
    /// The engines that run; they stay if they were told the same about the site.
    pub(crate) generation: Option<&'a Arc<Generation>>,
}

/// Everything that rendering needs and that is the same for all pages.
pub(crate) struct Stage {
    pub(crate) generation: Arc<Generation>,
    pub(crate) sidebars: BTreeMap<String, (SidebarView, usize)>,
    pub(crate) assets: BTreeMap<String, PublishedAsset>,
    pub(crate) last_updated: BTreeMap<String, LastUpdated>,
    cards: BTreeMap<String, String>,
    /// Files that the pages' sidebars and styles are in: path below the site's root, and bytes.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// What is wrong with files that only rendering reads.
    pub(crate) diagnostics: Vec<Diagnostic>,
    site_style: String,
    favicon: Option<String>,
    import_map: Option<String>,
}

impl Stage {
    /// Names and converts what pages share.
    pub(crate) fn prepare(input: StageInput<'_>) -> Result<Self, PrerenderError> {
        let StageInput { site, folder, last_updated, cards, sizes, purpose, generation } = input;
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
        let wanted = match purpose {
            Purpose::Publish => referenced_assets(site),
            // Whether a file is referred to is a question to all pages, and makes no difference to those that do not.
            Purpose::Preview => folder.files_beside_pages().cloned().collect(),
        };
        let assets = published_assets(&wanted, folder, sizes);
        let favicon = site.settings.favicon.as_ref().map(|favicon| favicon.value.clone());
        let modules = site_modules(folder, &site.settings);
        files.extend(
            modules.iter().map(|module| (module.published.clone(), module.text.clone().into_bytes())),
        );
        let generation = Generation::of(site_data(site, &facts), modules, generation);
        diagnostics.extend(module_problems(folder, &generation)?);
        let import_map = import_map(&site.settings, theme());
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
            import_map,
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
                import_map: self.import_map.as_deref(),
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
