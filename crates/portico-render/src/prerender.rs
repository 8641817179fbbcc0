//! Prerendering: React in the embedded engine, with what pages share rendered once.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use portico_contract::{Bootstrap, PageData, SidebarView, SiteData};
use portico_js::Engine;
use portico_theme::Theme;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::answer::{PrerenderError, answer, json};
use crate::article::{ComponentUse, RenderedComponent};
use crate::shape::{Template, TocTemplates, shape_of};
use crate::sidebar::{Assembly, SidebarTemplates};
use crate::site_modules::{self, Fuel, ModuleFailure, SiteModule};
use crate::tokens::fill;

/// Renders pages of one site. Belongs to one thread.
pub struct Prerenderer {
    engine: Engine,
    base_path: String,
    templates: SidebarTemplates,
    toc: TocTemplates,
    components: BTreeMap<String, ComponentInfo>,
    /// React components of the site.
    modules: BTreeMap<String, SiteModule>,
    /// What is wrong with others.
    module_failures: Vec<ModuleFailure>,
    fuel: Fuel,
    /// Fragments that pages share, by slot name and state.
    fragments: RefCell<HashMap<String, Rc<str>>>,
    /// Pages with marks for their values, by shape.
    shapes: RefCell<HashMap<String, Rc<Template>>>,
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

/// What the navbar's state depends on.
#[derive(Serialize)]
struct Place<'a> {
    route: &'a str,
    sidebar: Option<&'a str>,
}

impl<'a> Place<'a> {
    fn of(page: &'a PageData) -> Self {
        Self { route: &page.route, sidebar: page.sidebar.as_deref() }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ComponentRequest<'a> {
    name: &'a str,
    props: &'a Map<String, Value>,
    slots: usize,
    is_inline: bool,
    id_prefix: &'a str,
}

impl Prerenderer {
    /// Starts an engine with the theme's bundle and tells it about the site. Of the site's own components those that
    /// cannot be used are left out: [`Prerenderer::module_failures`].
    pub fn new(theme: &Theme, site: &SiteData, modules: &[SiteModule]) -> Result<Self, PrerenderError> {
        let (fuel, limits) = Fuel::limits();
        let engine = Engine::with_limits(site_modules::BUNDLE, &theme.server_bundle, limits)?;
        engine.call("setSite", &json(site))?;
        let templates = answer("sidebarTemplates", &engine.call("sidebarTemplates", "")?)?;
        let toc = answer("tocTemplates", &engine.call("tocTemplates", "")?)?;
        let components = answer("contentComponents", &engine.call("contentComponents", "")?)?;
        let (modules, module_failures) = site_modules::load(&engine, &fuel, modules)?;
        Ok(Self {
            engine,
            base_path: site.base_path.clone(),
            templates,
            toc,
            components,
            modules,
            module_failures,
            fuel,
            fragments: RefCell::default(),
            shapes: RefCell::default(),
        })
    }

    /// The inside of `<div id="app">`. `page.html` should be empty: the article is filled in here.
    pub fn page(
        &self,
        page: &PageData,
        sidebar: Option<&SidebarView>,
        article: &str,
    ) -> Result<String, PrerenderError> {
        let shape = shape_of(page);
        let template = self.template(&shape.page)?;
        let mut failure = None;
        let mut html = String::with_capacity(article.len() + 16 * 1024);
        template.push(&mut html, &shape.values, &self.base_path, |name, html| match name {
            "content" => html.push_str(article),
            "sidebar" => html.push_str(&sidebar.map(|view| self.sidebar(view, page)).unwrap_or_default()),
            "toc" => self.toc.push_list(&page.toc, html),
            name => match self.fragment(name, page) {
                Ok(fragment) => html.push_str(&fragment),
                Err(error) => failure = Some(error),
            },
        });
        failure.map_or(Ok(html), Err)
    }

    /// What all pages of a shape have in common.
    fn template(&self, shape: &PageData) -> Result<Rc<Template>, PrerenderError> {
        let json = json(shape);
        if let Some(template) = self.shapes.borrow().get(&json) {
            return Ok(template.clone());
        }
        let template = Rc::new(Template::new(&self.engine.call("renderPage", &json)?));
        self.shapes.borrow_mut().insert(json, template.clone());
        Ok(template)
    }

    /// The same page rendered by React in one go, for the comparison with [`Prerenderer::page`].
    pub fn whole(&self, bootstrap: &Bootstrap<'_>, article: &str) -> Result<String, PrerenderError> {
        let html = self.engine.call("renderWhole", &json(bootstrap))?;
        Ok(fill(&html, |name| (name == "content").then(|| article.to_owned())))
    }

    /// What is wrong with components of the site.
    pub fn module_failures(&self) -> &[ModuleFailure] {
        &self.module_failures
    }

    /// The module of a component, if it is one of the site's and can be used.
    pub fn module(&self, component: &str) -> Option<&SiteModule> {
        self.modules.get(component)
    }

    /// A component named in content; `None` if neither the site nor the theme has one of that name.
    pub fn component(&self, used: &ComponentUse<'_>) -> Result<Option<RenderedComponent>, PrerenderError> {
        let ComponentUse { name, props, n_slots, is_inline, id_prefix } = *used;
        let render = |id_prefix| {
            let request = ComponentRequest { name, props, slots: n_slots, is_inline, id_prefix };
            self.engine.call("renderIsland", &json(&request))
        };
        if let Some(module) = self.modules.get(name) {
            let html = self.fuel.burn(|| render(id_prefix))?;
            let module = Some(format!("{}{}", self.base_path, module.published));
            return Ok(Some(RenderedComponent { html, is_interactive: true, module }));
        }
        let Some(info) = self.components.get(name) else { return Ok(None) };
        Ok(Some(RenderedComponent { html: render("")?, is_interactive: info.is_interactive, module: None }))
    }

    fn sidebar(&self, view: &SidebarView, page: &PageData) -> String {
        let active = page.sidebar_key.as_deref();
        Assembly { templates: &self.templates, base_path: &self.base_path, active }.sidebar(view)
    }

    fn fragment(&self, name: &str, page: &PageData) -> Result<Rc<str>, PrerenderError> {
        // The navbar depends on the page: pages with equal keys share one.
        let slot = match name {
            "navbar" => format!("navbar:{}", self.engine.call("navbarKey", &json(&Place::of(page)))?),
            name => name.to_owned(),
        };
        if let Some(html) = self.fragments.borrow().get(&slot) {
            return Ok(html.clone());
        }
        let html: Rc<str> = self.engine.call("renderSlot", &json(&SlotRequest { name, page }))?.into();
        self.fragments.borrow_mut().insert(slot, html.clone());
        Ok(html)
    }
}
