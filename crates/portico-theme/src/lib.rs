//! The built frontend as bytes: prerender bundle, browser assets and their manifest.
//!
//! `web/` is built ahead of this crate and embedded, so that a binary and a site folder are enough to build a portal.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
struct Files;

/// Endings of the compressed siblings that the frontend's build puts beside assets.
const SIBLINGS: [&str; 2] = [".gz", ".br"];

/// The theme that is embedded in this binary.
pub struct Theme {
    /// ES module that prerenders, for the embedded JavaScript engine.
    pub server_bundle: Cow<'static, str>,
    /// ES module that searches the embedded index, for the embedded JavaScript engine.
    pub search_bundle: Cow<'static, str>,
    /// Script for the head of every document: sets state before first paint.
    pub before_paint: Cow<'static, str>,
    /// Names of the files that documents refer to.
    pub manifest: ThemeManifest,
    /// Files for the browser, by path below the site's root, sorted; their names hold a hash of their content.
    pub assets: Vec<(String, Cow<'static, [u8]>)>,
}

/// What the frontend's build says about its output.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThemeManifest {
    /// Module that hydrates a page.
    pub client: String,
    /// Modules that it imports at once.
    pub preload_modules: Vec<String>,
    /// Style sheet.
    pub style: String,
    /// Font that the first paint needs.
    pub font_preload: String,
    /// Icon for sites that bring none.
    pub favicon: String,
    /// Modules that those of a site may import, by the name that they do it by.
    pub site_modules: BTreeMap<String, String>,
    /// Changes whenever any of the theme's files does.
    pub fingerprint: String,
}

static THEME: LazyLock<Theme> = LazyLock::new(|| {
    let manifest =
        serde_json::from_str(&text("manifest.json")).expect("the frontend's build writes this manifest");
    let mut assets: Vec<_> = Files::iter()
        .filter(|name| name.starts_with("assets/") && !SIBLINGS.iter().any(|ending| name.ends_with(ending)))
        .map(|name| (name.to_string(), bytes(&name)))
        .collect();
    assets.sort();
    Theme {
        server_bundle: text("server.js"),
        search_bundle: text("search.js"),
        before_paint: text("before-paint.js"),
        manifest,
        assets,
    }
});

/// The embedded theme.
pub fn theme() -> &'static Theme {
    &THEME
}

/// The compressed siblings of one of the theme's assets, smaller than a portal's build could afford to make them: ending
/// and bytes. Files that compression does not pay for have none.
pub fn siblings(asset: &str) -> Vec<(&'static str, Cow<'static, [u8]>)> {
    let sibling = |ending| Some((ending, Files::get(&format!("{asset}{ending}"))?.data));
    SIBLINGS.into_iter().filter_map(sibling).collect()
}

fn bytes(name: &str) -> Cow<'static, [u8]> {
    Files::get(name).expect("the frontend's build writes this file").data
}

fn text(name: &str) -> Cow<'static, str> {
    match bytes(name) {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).expect("the frontend's build writes UTF-8").into(),
        Cow::Owned(bytes) => String::from_utf8(bytes).expect("the frontend's build writes UTF-8").into(),
    }
}
