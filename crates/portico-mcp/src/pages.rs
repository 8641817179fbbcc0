//! The pages of a published site: what there is, and each as Markdown.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use portico_contract::{MANIFEST_FILE, MANIFEST_FORMAT, Manifest};

/// Why a folder cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// It is no published site.
    #[error("`{0}` is no published site: it has no `build-manifest.json` that can be read ({1})")]
    NoManifest(PathBuf, String),
    /// It was published by another version.
    #[error("`{dir}` was published in format {found}; this version reads format {MANIFEST_FORMAT}")]
    Format {
        /// The folder.
        dir: PathBuf,
        /// Its format.
        found: u32,
    },
}

/// A page in the list of pages.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub(crate) struct ListedPage {
    /// Route: `/quickstart/`.
    pub(crate) route: String,
    /// Title.
    pub(crate) title: String,
    /// What it is about.
    pub(crate) description: String,
    /// Part of the site that it belongs to.
    pub(crate) section: String,
}

/// A published site.
pub(crate) struct PublishedSite {
    dir: PathBuf,
    manifest: Manifest,
    /// When the manifest was written: a new one is a new site.
    written: Option<SystemTime>,
    pub(crate) title: String,
    pub(crate) pages: Vec<ListedPage>,
    /// Routes by their key: without slashes at the ends, in lower case.
    routes: BTreeMap<String, String>,
}

impl PublishedSite {
    /// Reads what the site says of itself.
    pub(crate) fn open(dir: &Path) -> Result<Self, SiteError> {
        let path = dir.join(MANIFEST_FILE);
        let no_manifest = |error: String| SiteError::NoManifest(dir.to_owned(), error);
        let text = fs::read_to_string(&path).map_err(|error| no_manifest(error.to_string()))?;
        let manifest: Manifest =
            serde_json::from_str(&text).map_err(|error| no_manifest(error.to_string()))?;
        if manifest.format != MANIFEST_FORMAT {
            return Err(SiteError::Format { dir: dir.to_owned(), found: manifest.format });
        }
        let routes = manifest.pages.keys().map(|route| (key(route), route.clone())).collect();
        // A site without `llms.txt` is one whose owner put another file in its place: pages can still be read.
        let index = fs::read_to_string(dir.join("llms.txt")).unwrap_or_default();
        let mut site = Self {
            dir: dir.to_owned(),
            written: written_at(&path),
            title: index.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default().to_owned(),
            pages: Vec::new(),
            manifest,
            routes,
        };
        site.pages = site.listed(&index);
        Ok(site)
    }

    /// The site as it is now, if it was published anew since it was opened and can be read.
    pub(crate) fn renewed(&self) -> Option<Self> {
        let now = written_at(&self.dir.join(MANIFEST_FILE));
        if now.is_none() || now == self.written { None } else { Self::open(&self.dir).ok() }
    }

    /// The route that somebody means: a route in any spelling, an address, an old path, or a Markdown twin's.
    pub(crate) fn resolve(&self, asked: &str) -> Option<&str> {
        let path = self.path_of(asked);
        let mut wanted = key(path);
        // Redirects lead to pages, not to other redirects.
        for attempt in 0..2 {
            if let Some(route) = self.routes.get(&wanted) {
                return Some(route);
            }
            let target = self.redirect(&wanted).filter(|_| attempt == 0)?;
            wanted = key(self.path_of(target));
        }
        None
    }

    /// A page as Markdown; `None` if it has no twin.
    pub(crate) fn markdown(&self, route: &str) -> Option<String> {
        let name = match route.trim_matches('/') {
            "" => "index",
            name => name,
        };
        fs::read_to_string(self.dir.join(format!("{name}.md"))).ok()
    }

    /// Bytes of a file, by its path relative to the folder; only of files inside it.
    pub(crate) fn file(&self, path: &Path) -> Option<Vec<u8>> {
        let file = self.dir.join(path).canonicalize().ok()?;
        file.starts_with(self.dir.canonicalize().ok()?).then(|| fs::read(file).ok())?
    }

    /// The path in an address, below the base path.
    fn path_of<'a>(&self, address: &'a str) -> &'a str {
        let address = address.trim();
        let after_scheme = ["https://", "http://"].iter().find_map(|scheme| address.strip_prefix(scheme));
        let path = after_scheme.map_or(address, |rest| rest.find('/').map_or("/", |at| &rest[at..]));
        let path = &path[..path.find(['?', '#']).unwrap_or(path.len())];
        path.strip_prefix(self.manifest.base_path.trim_end_matches('/')).unwrap_or(path)
    }

    fn redirect(&self, wanted: &str) -> Option<&str> {
        let leads_from = |from: &str| match from.strip_suffix("/*") {
            Some(folder) => wanted.starts_with(&format!("{}/", key(folder))),
            None => key(from) == wanted,
        };
        let found = self.manifest.redirects.iter().find(|redirect| leads_from(&redirect.from))?;
        Some(&found.to)
    }

    /// The entries of `llms.txt`: `- [Title](address): description` under headings.
    fn listed(&self, index: &str) -> Vec<ListedPage> {
        let mut section = "";
        let mut pages = Vec::new();
        for line in index.lines() {
            if let Some(title) = line.strip_prefix("## ") {
                section = title;
            } else if let Some((title, rest)) =
                line.strip_prefix("- [").and_then(|entry| entry.split_once("]("))
            {
                let (address, rest) = rest.split_once(')').unwrap_or((rest, ""));
                let Some(route) = self.resolve(address) else { continue };
                pages.push(ListedPage {
                    route: route.to_owned(),
                    title: title.replace('\\', ""),
                    description: rest.strip_prefix(": ").unwrap_or_default().to_owned(),
                    section: section.to_owned(),
                });
            }
        }
        pages
    }
}

fn written_at(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|facts| facts.modified()).ok()
}

/// A path as pages are told apart by: `/quickstart/index.html`, `/quickstart.md` and `/quickstart/` are one.
fn key(path: &str) -> String {
    let path = path.trim_matches('/');
    let path = ["index.html", ".html", "index.md", ".md"]
        .iter()
        .find_map(|end| path.strip_suffix(end))
        .unwrap_or(path);
    path.trim_end_matches('/').to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    const INDEX: &str = "# Example docs\n\n> About.\n\n## Guides\n\n- [Start here](https://docs.example.com/docs/start.md): First steps.\n- [Gone](https://docs.example.com/docs/gone.md)\n\n## ACH: Reference\n\n- [Home \\[1\\]](https://docs.example.com/docs/index.md)\n";

    fn site(dir: &Path) -> PublishedSite {
        let manifest = serde_json::json!({
            "format": MANIFEST_FORMAT, "basePath": "/docs/",
            "pages": { "/": "index.html", "/start/": "start/index.html", "/api/R01": "api/R01.html" },
            "redirects": [{ "from": "/begin", "to": "/start/" }, { "from": "/old/*", "to": "/api/R01#x" }],
            "headers": {}, "immutable": []
        });
        fs::write(dir.join(MANIFEST_FILE), manifest.to_string()).expect("written");
        fs::write(dir.join("llms.txt"), INDEX).expect("written");
        fs::write(dir.join("start.md"), "# Start here\n").expect("written");
        PublishedSite::open(dir).expect("a site")
    }

    #[test]
    fn pages_are_known_by_any_spelling() {
        let dir = tempfile::tempdir().expect("a folder");
        let site = site(dir.path());
        for (asked, route) in [
            ("/start/", Some("/start/")),
            ("start", Some("/start/")),
            ("/docs/start/index.html?x#y", Some("/start/")),
            ("https://docs.example.com/docs/start.md", Some("/start/")),
            ("https://docs.example.com/docs", Some("/")),
            ("", Some("/")),
            ("/api/r01", Some("/api/R01")),
            ("/begin", Some("/start/")),
            ("/old/deep/er", Some("/api/R01")),
            ("/nowhere", None),
            ("../../etc/passwd", None),
        ] {
            assert_eq!(site.resolve(asked), route, "{asked}");
        }
    }

    #[test]
    fn the_list_has_titles_descriptions_and_sections() {
        let dir = tempfile::tempdir().expect("a folder");
        let site = site(dir.path());
        let pages: Vec<String> = site
            .pages
            .iter()
            .map(|page| [&*page.section, &page.title, &page.route, &page.description].join("|"))
            .collect();
        assert_eq!(pages, ["Guides|Start here|/start/|First steps.", "ACH: Reference|Home [1]|/|"]);
        assert_eq!(site.title, "Example docs");
        assert_eq!(site.markdown("/start/").as_deref(), Some("# Start here\n"));
        assert_eq!(site.markdown("/api/R01"), None);
    }

    #[test]
    fn files_outside_the_folder_are_not_read() {
        let dir = tempfile::tempdir().expect("a folder");
        fs::write(dir.path().join("secret"), "x").expect("written");
        fs::create_dir(dir.path().join("dist")).expect("made");
        let site = site(&dir.path().join("dist"));
        assert!(site.file(Path::new("start.md")).is_some());
        assert!(site.file(Path::new("../secret")).is_none());
        assert!(site.file(Path::new("missing")).is_none());
    }

    #[test]
    fn a_folder_that_is_no_site_is_told() {
        let dir = tempfile::tempdir().expect("a folder");
        assert!(matches!(PublishedSite::open(dir.path()), Err(SiteError::NoManifest(..))));
        fs::write(
            dir.path().join(MANIFEST_FILE),
            r#"{"format":99,"basePath":"/","pages":{},"redirects":[],"headers":{},"immutable":[]}"#,
        )
        .expect("written");
        assert!(matches!(PublishedSite::open(dir.path()), Err(SiteError::Format { found: 99, .. })));
    }
}
