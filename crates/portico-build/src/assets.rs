//! Files beside the content, under the names they are published by.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use portico_render::PublishedAsset;
use portico_site::{Site, content_assets};
use rayon::prelude::*;

use crate::fingerprint::Fingerprint;
use crate::folder::SiteFolder;

/// A short hash of bytes, for names that must change when the content does.
pub(crate) fn content_hash(bytes: &[u8]) -> String {
    short(Fingerprint::of(bytes))
}

fn short(content: Fingerprint) -> String {
    content.to_string()[..10].to_owned()
}

/// Sizes of images that are known already, by content.
#[derive(Default)]
pub(crate) struct ImageSizes(Mutex<HashMap<Fingerprint, Option<(usize, usize)>>>);

impl ImageSizes {
    fn of(&self, name: &str, content: Fingerprint, folder: &SiteFolder) -> Option<(usize, usize)> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&content).copied() {
            return known;
        }
        // A file that has gone since it was listed is missed by whoever writes it.
        let bytes = folder.bytes(name).unwrap_or_default();
        let size = imagesize::blob_size(&bytes).ok().map(|size| (size.width, size.height));
        lock().insert(content, size);
        size
    }
}

/// Files beside the content under the names that they are published by, and the images of `static/`, which keep theirs,
/// by path relative to the site folder.
pub(crate) fn published_assets(
    wanted: &BTreeSet<String>,
    folder: &SiteFolder,
    sizes: &ImageSizes,
) -> BTreeMap<String, PublishedAsset> {
    let content = wanted.par_iter().filter_map(|path| {
        let content = *folder.assets.get(path).or_else(|| folder.fingerprints.get(path))?;
        let name = path.rsplit('/').next().unwrap_or(path);
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "bin"));
        let published = format!("assets/{stem}-{}.{ending}", short(content));
        let size = if is_image(path) { sizes.of(path, content, folder) } else { None };
        Some((path.clone(), PublishedAsset { path: published, size }))
    });
    let images = folder.statics.par_iter().filter(|(path, _)| is_image(path)).map(|(path, content)| {
        let name = format!("static/{path}");
        let size = sizes.of(&name, *content, folder);
        (name, PublishedAsset { path: path.clone(), size })
    });
    content.chain(images).collect()
}

/// The files beside the content that pages refer to: a published site has these and no others.
pub(crate) fn referenced_assets(site: &Site) -> BTreeSet<String> {
    site.pages.par_iter().flat_map_iter(|page| content_assets(site, page)).collect()
}

fn is_image(path: &str) -> bool {
    const ENDINGS: [&str; 7] = ["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"];
    path.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}
