//! The proof that assembled pages are what React would have rendered in one go, byte for byte.

use std::collections::BTreeMap;
use std::path::Path;

use portico_contract::{Bootstrap, LastUpdated};
use portico_render::{not_found_page_data, page_data, page_sidebar, search_page_data};
use portico_site::Drafts;
use portico_theme::theme;

use crate::assets::ImageSizes;
use crate::cache::Store;
use crate::folder::SiteFolder;
use crate::model::{ParseCache, Parsing, make_model};
use crate::stage::{Purpose, Stage, StageInput};
use crate::workers::pool;

const ARTICLE: &str = "<p>The article.</p>";

fn check(site: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(site);
    let folder = SiteFolder::read(&root).expect("the site is there");
    let mut cache = ParseCache::default();
    let parsing = Parsing { overrides: &BTreeMap::new(), drafts: Drafts::LeftOut, store: &Store::default() };
    let model = make_model(&folder, &parsing, &mut cache);
    assert!(!portico_diagnostics::has_errors(&model.diagnostics), "{:#?}", model.diagnostics);
    let site = model.site.expect("the site can be made");
    let stage = Stage::prepare(StageInput {
        site: &site,
        folder: &folder,
        last_updated: BTreeMap::new(),
        cards: &[],
        sizes: &ImageSizes::default(),
        purpose: Purpose::Publish,
        generation: None,
    })
    .expect("the theme works");
    let context = stage.context(&site);
    let fingerprint = &theme().manifest.fingerprint;
    let pages = site
        .pages
        .iter()
        .enumerate()
        .map(|(index, page)| page_data(page, &site.settings, fingerprint, last_updated(index)));
    let made = [search_page_data(&site, fingerprint), not_found_page_data(&site, fingerprint)];
    for page in pages.chain(made) {
        let sidebar = page_sidebar(&context, &page);
        let bootstrap = Bootstrap { site: &stage.generation.site, page: &page, sidebar: sidebar.as_deref() };
        stage
            .generation
            .with_prerenderer(|prerenderer| {
                let assembled = prerenderer.page(&page, sidebar.as_deref(), ARTICLE)?;
                let whole = prerenderer.whole(&bootstrap, ARTICLE)?;
                assert!(
                    assembled == whole,
                    "{} differs:\n{}",
                    page.route,
                    first_difference(&assembled, &whole)
                );
                Ok(())
            })
            .expect("the theme renders");
    }
}

/// Pages with a date, with an author too, and with neither.
fn last_updated(index: usize) -> Option<LastUpdated> {
    let (date, label) = ("2026-11-20".to_owned(), "20 November 2026".to_owned());
    let author = (index % 3 == 1).then(|| "Ann \"A\" O'Hara <a&b>".to_owned());
    (!index.is_multiple_of(3)).then_some(LastUpdated { date, label, author })
}

fn first_difference(assembled: &str, whole: &str) -> String {
    let at = assembled.bytes().zip(whole.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let start = (0..=at.saturating_sub(120)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text[start..].chars().take(240).collect::<String>()
    };
    format!("assembled: {}\nwhole:     {}", around(assembled), around(whole))
}

#[test]
fn assembled_pages_equal_whole_ones() {
    pool().install(|| ["fixtures/minimal", "fixtures/nested-sidebar", "site"].into_iter().for_each(check));
}
