//! The files of a site that are not pages: lists for crawlers and agents, rules for hosts, the search index, assets.

use std::collections::HashMap;

use portico_contract::Manifest;
use portico_render::{
    LLMS_FULL_FILE, TextFile, caddy_rules, host_headers, host_redirects, llms_full_txt, llms_txt, manifest,
    nginx_http_rules, nginx_server_rules, opensearch, redirect_address, redirect_document, redirect_pages,
    response_headers, robots, sitemap,
};
use portico_search::Sections;
use portico_site::Route;
use portico_theme::theme;
use rayon::prelude::*;

use crate::build::BuildError;
use crate::pages::Work;
use crate::publish::PublishError;
use crate::search::write_search_index;

impl Work<'_> {
    /// Writes all twins as one text.
    fn write_all_twins(&self) -> Result<(), PublishError> {
        let names = self.site.pages.iter().map(|page| page.route.markdown_name());
        let n_bytes = names.map(|name| self.outputs.length(&name)).sum();
        let TextFile { path, text } =
            llms_full_txt(self.site, n_bytes, |page| self.outputs.text(&page.route.markdown_name()))?;
        self.outputs.file(&path, text.as_bytes()).map(drop)
    }

    /// Writes what is not a page; gives the manifest, which is written last.
    pub(crate) fn write_shared(&self, sections: HashMap<&Route, Sections>) -> Result<Manifest, BuildError> {
        let Self { site, folder, stage, outputs, .. } = *self;
        let settings = &site.settings;
        let headers = response_headers(settings, theme());
        let last_modified = site
            .pages
            .iter()
            .filter_map(|page| Some((page.route.to_string(), stage.changed_on(page)?.to_owned())))
            .collect();
        let texts = [
            llms_txt(site),
            sitemap(site, &last_modified),
            robots(settings),
            opensearch(site),
            host_redirects(site),
            host_headers(settings, &headers),
        ];
        if !folder.statics.contains_key(LLMS_FULL_FILE) {
            self.write_all_twins()?;
        }
        for TextFile { path, text } in texts.iter().filter(|file| !folder.statics.contains_key(&file.path)) {
            outputs.file(path, text.as_bytes())?;
        }
        for (path, redirect) in redirect_pages(site) {
            let address = redirect_address(settings, redirect);
            let canonical = match redirect.to.route() {
                Some(route) => settings.canonical_url(route.as_str()),
                None => address.clone(),
            };
            outputs.file(&path, redirect_document(&settings.locale, &address, &canonical).as_bytes())?;
            let data = serde_json::json!({ "redirect": redirect.to.href() }).to_string();
            outputs.file(&format!("page-data/{}", path.replace(".html", ".json")), data.as_bytes())?;
        }
        let manifest = manifest(site, &headers);
        for rules in [nginx_http_rules(&manifest), nginx_server_rules(&manifest), caddy_rules(&manifest)] {
            outputs.plain_file(&rules.path, rules.text.as_bytes())?;
        }
        if settings.search.has_embedded {
            write_search_index(site, folder, self.documents, self.cache, outputs, sections)?;
        }
        stage.files.par_iter().try_for_each(|(path, bytes)| outputs.file(path, bytes).map(drop))?;
        let assets = &theme().assets;
        assets.par_iter().try_for_each(|(path, bytes)| outputs.theme_file(path, bytes))?;
        let beside = stage.assets.par_iter().filter(|(source, _)| !source.starts_with("static/"));
        beside.try_for_each(|(source, asset)| {
            let content = folder.assets.get(source).or_else(|| folder.fingerprints.get(source));
            if content
                .is_some_and(|content| outputs.reuse(&asset.path, *content).is_ok_and(|is_there| is_there))
            {
                return Ok(());
            }
            Ok::<_, BuildError>(outputs.file(&asset.path, &folder.bytes(source)?).map(drop)?)
        })?;
        folder.statics.par_iter().try_for_each(|(path, content)| {
            if outputs.reuse(path, *content)? {
                return Ok(());
            }
            let bytes = folder.bytes(&format!("static/{path}"))?;
            Ok::<_, BuildError>(outputs.file(path, &bytes).map(drop)?)
        })?;
        Ok(manifest)
    }
}
