//! The pages of a build: rendered and written, or taken over from the site in place.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use portico_diagnostics::Diagnostic;
use portico_document::Node;
use portico_render::{
    RenderContext, markdown_twin, not_found_page_data, page_inputs, render_data, render_page,
    search_page_data,
};
use portico_search::Sections;
use portico_site::{Page, Route, Site};
use portico_theme::theme;
use rayon::prelude::*;

use crate::build::BuildError;
use crate::cache::{Cache, StoredDiagnostic};
use crate::fingerprint::Fingerprint;
use crate::folder::SiteFolder;
use crate::model::ParseCache;
use crate::outputs::Outputs;
use crate::publish::PublishError;
use crate::stage::Stage;

/// What is kept of the pages once they are written.
pub(crate) struct Rendered<'a> {
    /// Ids of their articles.
    pub(crate) ids: BTreeMap<Route, Arc<BTreeSet<String>>>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What can be found on them.
    pub(crate) sections: HashMap<&'a Route, Sections>,
}

/// One page, written.
struct RenderedOne {
    ids: BTreeSet<String>,
    diagnostics: Vec<Diagnostic>,
    /// What can be found on it, where that was cut at once.
    sections: Option<Sections>,
}

/// What is kept of a page for the next build: its ids, what was said about it, and what its document, its page data and
/// its twin hold.
type KeptPage = (BTreeSet<String>, Vec<StoredDiagnostic>, [Fingerprint; 3]);

/// A site on its way to its files.
pub(crate) struct Work<'a> {
    pub(crate) site: &'a Site,
    pub(crate) folder: &'a SiteFolder,
    pub(crate) stage: &'a Stage,
    pub(crate) documents: &'a ParseCache,
    /// Of what all pages are made from.
    pub(crate) shared: Fingerprint,
    pub(crate) cache: &'a Cache,
    pub(crate) outputs: &'a Outputs,
    /// Whether pages are cut into what can be found on them while their bodies are at hand.
    pub(crate) cuts_sections: bool,
}

impl<'a> Work<'a> {
    /// Renders and writes every page, or takes it over from the site in place.
    pub(crate) fn render_pages(&self) -> Result<Rendered<'a>, BuildError> {
        let context = self.stage.context(self.site);
        let pages = self.site.pages.par_iter().map(|page| {
            let key = self.key(&context, page);
            let known = key.map(|key| self.kept(page, key)).transpose()?.flatten();
            let one = match known {
                Some(known) => known,
                None => self.render(&context, page, key)?,
            };
            Ok::<_, BuildError>((&page.route, one))
        });
        let pages: Vec<_> = pages.collect::<Result<_, _>>()?;
        let mut kept = Rendered { ids: BTreeMap::new(), diagnostics: Vec::new(), sections: HashMap::new() };
        for (route, RenderedOne { ids, diagnostics, sections }) in pages {
            kept.ids.insert(route.clone(), Arc::new(ids));
            kept.diagnostics.extend(diagnostics);
            kept.sections.extend(sections.map(|sections| (route, sections)));
        }
        let fingerprint = &theme().manifest.fingerprint;
        let search = &self.site.search_route;
        let made = [
            (search.file_name(), Some(search.page_data_name()), search_page_data(self.site, fingerprint)),
            ("404.html".to_owned(), None, not_found_page_data(self.site, fingerprint)),
        ];
        for (file, data_name, data) in made {
            let rendered = self
                .stage
                .generation
                .with_prerenderer(|prerenderer| render_data(&context, prerenderer, data))?;
            self.outputs.file(&file, rendered.html.as_bytes())?;
            if let Some(name) = data_name {
                self.outputs.file(&format!("page-data/{name}"), rendered.page_data.as_bytes())?;
            }
        }
        Ok(kept)
    }

    /// Of everything that a page is made from.
    fn key(&self, context: &RenderContext<'_>, page: &Page) -> Option<Fingerprint> {
        let document = self.documents.fingerprint(page)?;
        let inputs = page_inputs(context, page);
        Some(Fingerprint::of_parts([self.shared.as_ref(), document.as_ref(), inputs.as_bytes()]))
    }

    /// The page as an earlier build made it from the same, with its files taken over.
    fn kept(&self, page: &Page, key: Fingerprint) -> Result<Option<RenderedOne>, PublishError> {
        let Some((ids, diagnostics, contents)) = self.cache.store.get::<KeptPage>(key) else {
            return Ok(None);
        };
        let diagnostics =
            diagnostics.into_iter().map(|it| it.into_diagnostic(&|path| self.folder.source(path)));
        let Some(diagnostics) = diagnostics.collect::<Option<_>>() else { return Ok(None) };
        let files = file_names(page);
        for (path, content) in files.iter().zip(contents) {
            if !self.outputs.reuse(path, content)? {
                return Ok(None);
            }
        }
        Ok(Some(RenderedOne { ids, diagnostics, sections: None }))
    }

    fn render(
        &self,
        context: &RenderContext<'_>,
        page: &Page,
        key: Option<Fingerprint>,
    ) -> Result<RenderedOne, BuildError> {
        let generation = &self.stage.generation;
        let body = page.document.body.nodes();
        let rendered =
            generation.with_prerenderer(|prerenderer| render_page(context, prerenderer, page, &body))?;
        let twin = markdown_twin(page, &body, &self.stage.twin_context(self.site, page));
        let sections = self.sections(page, &body);
        drop(body);
        let [document, data, markdown] = file_names(page);
        let contents = [
            self.outputs.file(&document, rendered.html.as_bytes())?,
            self.outputs.file(&data, rendered.page_data.as_bytes())?,
            self.outputs.file(&markdown, twin.as_bytes())?,
        ];
        if let Some(key) = key {
            let said: Vec<_> = rendered.diagnostics.iter().map(StoredDiagnostic::new).collect();
            self.cache.store.put(key, &(&rendered.ids, said, contents));
        }
        Ok(RenderedOne { ids: rendered.ids, diagnostics: rendered.diagnostics, sections })
    }

    fn sections(&self, page: &Page, body: &[Node]) -> Option<Sections> {
        let is_wanted = self.cuts_sections && !page.is_unlisted && !page.is_draft;
        is_wanted.then(|| Sections::new(&page.title, body))
    }
}

/// The files of a page: its document, its page data and its twin.
fn file_names(page: &Page) -> [String; 3] {
    let route = &page.route;
    [route.file_name(), format!("page-data/{}", route.page_data_name()), route.markdown_name()]
}
