//! What a built site weighs.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Size of a built site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_field_names, reason = "counts begin with `n`")]
pub(crate) struct Output {
    /// Files.
    pub(crate) n_files: u64,
    /// Bytes, compressed siblings not counted.
    pub(crate) n_bytes: u64,
    /// Bytes of compressed siblings: files that end in `.br`, `.gz` or `.zst`.
    pub(crate) n_sibling_bytes: u64,
    /// HTML documents.
    pub(crate) n_documents: u64,
    /// Their bytes.
    pub(crate) n_html_bytes: u64,
}

impl Output {
    /// Mean size of a document in kB.
    pub(crate) fn html_per_page(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^52 bytes")]
        let mean = self.n_html_bytes as f64 / self.n_documents.max(1) as f64;
        mean / 1e3
    }
}

/// Weighs the site in a folder.
pub(crate) fn weigh(folder: &Path) -> anyhow::Result<Output> {
    let mut output = Output::default();
    for path in files(folder)? {
        let size = fs::metadata(&path)?.len();
        output.n_files += 1;
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("br" | "gz" | "zst") => output.n_sibling_bytes += size,
            ending => {
                output.n_bytes += size;
                if ending == Some("html") {
                    output.n_documents += 1;
                    output.n_html_bytes += size;
                }
            }
        }
    }
    Ok(output)
}

/// What a page's first view sends over the wire, each file compressed by gzip at level 9: the document, and the scripts
/// and style sheets that it names in `src` and `href` of `<script>` and `<link>`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FirstLoad {
    /// The document.
    pub(crate) html: usize,
    /// Scripts, modules that are loaded ahead included.
    pub(crate) script: usize,
    /// Style sheets.
    pub(crate) style: usize,
}

/// The first load of one document of a site, whose path is below the site's folder.
pub(crate) fn first_load(site: &Path, document: &Path) -> anyhow::Result<FirstLoad> {
    let html = fs::read_to_string(document).with_context(|| format!("reading {}", document.display()))?;
    let mut load = FirstLoad { html: gzip_size(html.as_bytes()), ..FirstLoad::default() };
    for tag in html.split('<').filter(|tag| tag.starts_with("script") || tag.starts_with("link")) {
        let relations = attribute(tag, "rel").unwrap_or_default();
        let is_style = relations.split(' ').any(|relation| relation == "stylesheet");
        let is_script = tag.starts_with("script") || tag.contains("modulepreload");
        let Some(address) = attribute(tag, "src").or_else(|| attribute(tag, "href")) else { continue };
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let file = match path.strip_prefix('/') {
            Some(rooted) => site.join(rooted),
            None => document.parent().unwrap_or(site).join(path),
        };
        let Ok(bytes) = fs::read(file) else { continue };
        match (is_script, is_style) {
            (true, _) => load.script += gzip_size(&bytes),
            (_, true) => load.style += gzip_size(&bytes),
            _ => {}
        }
    }
    Ok(load)
}

/// The document of the page whose file name holds `slug`.
pub(crate) fn find_document(site: &Path, slug: &str) -> anyhow::Result<PathBuf> {
    let is_it = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "html") && path.to_string_lossy().contains(slug)
    };
    files(site)?
        .into_iter()
        .find(is_it)
        .with_context(|| format!("no document of `{slug}` in {}", site.display()))
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}="))?;
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split([' ', '>']).next(),
    }
}

fn gzip_size(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).expect("writing to memory");
    encoder.finish().expect("writing to memory").len()
}

/// All files below a folder, sorted.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("listing {}", folder.display()))? {
            let entry = entry?;
            if entry.file_type()?.is_dir() { folders.push(entry.path()) } else { found.push(entry.path()) }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weighs_a_site_and_what_one_page_loads() {
        let folder = tempfile::tempdir().expect("a folder");
        let put = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has one")).expect("made");
            fs::write(path, text).expect("written");
        };
        let page = "<link rel=\"preload stylesheet\" href=\"/a.css\"><script type=module src=\"../b.js?x\"></script><link rel=icon href=/i.svg>";
        put("guide/page-7/index.html", page);
        put("guide/page-7/index.html.gz", "123");
        put("a.css", &"a{}".repeat(100));
        put("guide/b.js", &"b();".repeat(100));
        put("i.svg", "<svg/>");
        let output = weigh(folder.path()).expect("read");
        assert_eq!((output.n_files, output.n_documents, output.n_sibling_bytes), (5, 1, 3));
        assert_eq!(output.n_html_bytes, page.len() as u64);
        let document = find_document(folder.path(), "page-7").expect("it is there");
        let load = first_load(folder.path(), &document).expect("read");
        assert!(
            load.html > 60 && (20..60).contains(&load.script) && (20..60).contains(&load.style),
            "{load:?}"
        );
        assert!(find_document(folder.path(), "page-8").is_err());
    }
}
