//! Prerendering: React in the embedded engine, with what pages share rendered once.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use portico_contract::{Bootstrap, PageData, SidebarView, SiteData};
use portico_js::{Engine, EngineError};
use portico_theme::Theme;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::article::RenderedComponent;
use crate::sidebar::{Assembly, SidebarTemplates};
use crate::tokens::fill;

/// Why a page could not be prerendered. Each is a defect of the theme, not of the author's content.
#[derive(Debug, thiserror::Error)]
pub enum PrerenderError {
    /// The engine or the theme's bundle failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The theme's bundle answered with something unexpected.
    #[error("the theme's bundle gave an unexpected answer to `{function}`: {reason}")]
    Answer {
        /// Name of the function.
        function: &'static str,
        /// What is wrong with it.
        reason: String,
    },
}

impl PrerenderError {
    /// What was thrown, without its stack.
    pub(crate) fn message(&self) -> String {
        let message = match self {
            Self::Engine(EngineError::Call { message, .. }) => message.clone(),
            other => other.to_string(),
        };
        message.lines().next().unwrap_or_default().trim_start_matches("Error: ").to_owned()
    }
}

/// Renders pages of one site. Belongs to one thread.
pub struct Prerenderer {
    engine: Engine,
    base_path: String,
    templates: SidebarTemplates,
    components: BTreeMap<String, ComponentInfo>,
    /// Fragments that pages share, by slot name and state.
    fragments: RefCell<HashMap<String, String>>,
}

/// What the theme says about a component that content can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ComponentInfo {
    /// Whether the browser makes it interactive.
    pub is_interactive: bool,
}

#[derive(Serialize)]
struct SlotRequest<'a> {
    name: &'a str,
    page: &'a PageData,
}

#[derive(Serialize)]
struct ComponentRequest<'a> {
    name: &'a str,
    props: &'a Map<String, Value>,
    slots: usize,
}

impl Prerenderer {
    /// Starts an engine with the theme's bundle and tells it about the site.
    pub fn new(theme: &Theme, site: &SiteData) -> Result<Self, PrerenderError> {
        let engine = Engine::new("theme.js", &theme.server_bundle)?;
        engine.call("setSite", &json(site))?;
        let templates = answer("sidebarTemplates", &engine.call("sidebarTemplates", "")?)?;
        let components = answer("contentComponents", &engine.call("contentComponents", "")?)?;
        Ok(Self {
            engine,
            base_path: site.base_path.clone(),
            templates,
            components,
            fragments: RefCell::default(),
        })
    }

    /// The inside of `<div id="app">`. `page.html` should be empty: the article is filled in here.
    pub fn page(
        &self,
        page: &PageData,
        sidebar: Option<&SidebarView>,
        article: &str,
    ) -> Result<String, PrerenderError> {
        let html = self.engine.call("renderPage", &json(page))?;
        let mut failure = None;
        let filled = fill(&html, |name| match name {
            "content" => Some(article.to_owned()),
            "sidebar" => Some(sidebar.map(|view| self.sidebar(view, page)).unwrap_or_default()),
            name => self.fragment(name, page).map_err(|error| failure = Some(error)).ok(),
        });
        failure.map_or(Ok(filled), Err)
    }

    /// The same page rendered by React in one go, for the comparison with [`Prerenderer::page`].
    pub fn whole(&self, bootstrap: &Bootstrap, article: &str) -> Result<String, PrerenderError> {
        let html = self.engine.call("renderWhole", &json(bootstrap))?;
        Ok(fill(&html, |name| (name == "content").then(|| article.to_owned())))
    }

    /// A component named in content; `None` if the theme has none of that name.
    pub fn component(
        &self,
        name: &str,
        props: &Map<String, Value>,
        n_slots: usize,
    ) -> Result<Option<RenderedComponent>, PrerenderError> {
        let Some(info) = self.components.get(name) else { return Ok(None) };
        let html =
            self.engine.call("renderIsland", &json(&ComponentRequest { name, props, slots: n_slots }))?;
        Ok(Some(RenderedComponent { html, is_interactive: info.is_interactive }))
    }

    fn sidebar(&self, view: &SidebarView, page: &PageData) -> String {
        let active = page.sidebar_key.as_deref();
        Assembly { templates: &self.templates, base_path: &self.base_path, active }.sidebar(view)
    }

    fn fragment(&self, slot: &str, page: &PageData) -> Result<String, PrerenderError> {
        if let Some(html) = self.fragments.borrow().get(slot) {
            return Ok(html.clone());
        }
        let name = slot.split_once(':').map_or(slot, |(name, _)| name);
        let html = self.engine.call("renderSlot", &json(&SlotRequest { name, page }))?;
        self.fragments.borrow_mut().insert(slot.to_owned(), html.clone());
        Ok(html)
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("contract types are plain data")
}

fn answer<T: for<'de> Deserialize<'de>>(function: &'static str, json: &str) -> Result<T, PrerenderError> {
    serde_json::from_str(json).map_err(|error| PrerenderError::Answer { function, reason: error.to_string() })
}
