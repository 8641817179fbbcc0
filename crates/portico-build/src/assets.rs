//! Files beside the content, under the names they are published by.

use std::collections::{BTreeMap, BTreeSet};

use portico_render::PublishedAsset;
use portico_site::{Site, content_assets};
use rayon::prelude::*;

use crate::folder::{FolderError, SiteFolder};

/// A file's published name and its bytes.
pub(crate) type AssetFile = (PublishedAsset, Vec<u8>);

/// A short hash of bytes, for names that must change when the content does.
pub(crate) fn content_hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..10].to_owned()
}

/// The files beside the content that pages refer to, and the images of `static/`, by path relative to the site folder.
///
/// Files of `static/` keep their names, and have no bytes here.
pub(crate) fn read_assets(
    folder: &SiteFolder,
    site: &Site,
) -> Result<BTreeMap<String, AssetFile>, FolderError> {
    let mut wanted: BTreeSet<String> =
        site.pages.iter().flat_map(|page| content_assets(site, page)).collect();
    wanted.retain(|path| folder.assets.contains_key(path) || folder.texts.contains_key(path));
    let content = wanted.into_par_iter().map(|path| {
        let bytes = folder.bytes(&path)?;
        let name = path.rsplit('/').next().unwrap_or(&path);
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "bin"));
        let published = format!("assets/{stem}-{}.{ending}", content_hash(&bytes));
        Ok((path, (PublishedAsset { path: published, size: image_size(&bytes) }, bytes)))
    });
    let images = folder.statics.par_iter().filter(|(path, _)| is_image(path)).map(|(path, _)| {
        let name = format!("static/{path}");
        let dimensions = image_size(&folder.bytes(&name)?);
        Ok((name, (PublishedAsset { path: path.clone(), size: dimensions }, Vec::new())))
    });
    content.chain(images).collect()
}

fn is_image(path: &str) -> bool {
    const ENDINGS: [&str; 7] = ["avif", "gif", "jpeg", "jpg", "png", "svg", "webp"];
    path.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

fn image_size(bytes: &[u8]) -> Option<(usize, usize)> {
    imagesize::blob_size(bytes).ok().map(|size| (size.width, size.height))
}
