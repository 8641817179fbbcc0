//! The site folder, read into memory: the one place where content comes from the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span};
use portico_markdown::Files;

/// Names of the files at the top of a site folder.
pub(crate) const SETTINGS_FILE: &str = "portal.toml";
const SIDEBARS_FILE: &str = "sidebars.toml";
const REDIRECTS_FILE: &str = "redirects.toml";

/// Folders that are watched and read.
pub(crate) const FOLDERS: [&str; 3] = ["content", "data", "static"];

/// Why a site folder could not be read.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// There is no configuration file.
    #[error(
        "no `{SETTINGS_FILE}` in `{}`: name the site folder with --site, or make one with `portico new`",
        .0.display()
    )]
    NoSettings(PathBuf),
    /// The disk said no.
    #[error("cannot read `{}`: {error}", path.display())]
    Io {
        /// File or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// A site folder in memory. Paths are relative to it, with forward slashes.
pub(crate) struct SiteFolder {
    pub(crate) root: PathBuf,
    pub(crate) settings: SourceFile,
    pub(crate) sidebars: Option<SourceFile>,
    pub(crate) redirects: Option<SourceFile>,
    /// Markdown, data and other text below `content/` and `data/`.
    pub(crate) texts: BTreeMap<String, SourceFile>,
    /// Files beside the content that are not text: images and downloads.
    pub(crate) assets: BTreeSet<String>,
    /// Paths below `static/`.
    pub(crate) statics: BTreeSet<String>,
    /// Files that should be text and are not.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl SiteFolder {
    /// Reads a site folder.
    pub(crate) fn read(root: &Path) -> Result<Self, FolderError> {
        let settings_path = root.join(SETTINGS_FILE);
        if !settings_path.is_file() {
            return Err(FolderError::NoSettings(root.to_owned()));
        }
        let mut diagnostics = Vec::new();
        let mut top = |name: &str| -> Result<Option<SourceFile>, FolderError> {
            let path = root.join(name);
            if path.is_file() { read_text(&path, name, &mut diagnostics) } else { Ok(None) }
        };
        let settings = top(SETTINGS_FILE)?.unwrap_or_else(|| SourceFile::new(SETTINGS_FILE, ""));
        let (sidebars, redirects) = (top(SIDEBARS_FILE)?, top(REDIRECTS_FILE)?);
        let (mut texts, mut assets) = (BTreeMap::new(), BTreeSet::new());
        for folder in ["content", "data"] {
            for name in list(root, folder)? {
                if !is_text(&name) {
                    assets.insert(name);
                } else if let Some(file) = read_text(&root.join(&name), &name, &mut diagnostics)? {
                    texts.insert(name, file);
                }
            }
        }
        let statics = list(root, "static")?
            .into_iter()
            .filter_map(|name| Some(name.strip_prefix("static/")?.to_owned()));
        let statics = statics.collect();
        Ok(Self { root: root.to_owned(), settings, sidebars, redirects, texts, assets, statics, diagnostics })
    }

    /// Bytes of a file of the folder.
    pub(crate) fn bytes(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        let path = self.root.join(name);
        fs::read(&path).map_err(|error| FolderError::Io { path, error })
    }
}

impl Files for SiteFolder {
    fn file(&self, path: &str) -> Option<SourceFile> {
        self.texts.get(path).cloned()
    }
}

/// All files below a folder, sorted; hidden ones are left out. A folder that does not exist is empty.
fn list(root: &Path, folder: &str) -> Result<Vec<String>, FolderError> {
    let path = root.join(folder);
    let entries = match fs::read_dir(&path) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(FolderError::Io { path, error }),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| FolderError::Io { path: path.clone(), error })?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') {
            continue;
        }
        let name = format!("{folder}/{name}");
        if entry.path().is_dir() {
            names.extend(list(root, &name)?);
        } else {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Whether a file is read as text, by its ending.
fn is_text(name: &str) -> bool {
    const ENDINGS: [&str; 12] =
        ["md", "mdx", "csv", "json", "js", "jsx", "ts", "tsx", "txt", "toml", "yaml", "yml"];
    name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

fn read_text(
    path: &Path,
    name: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<SourceFile>, FolderError> {
    let bytes = fs::read(path).map_err(|error| FolderError::Io { path: path.to_owned(), error })?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(SourceFile::new(name, text))),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let valid = String::from_utf8_lossy(&error.as_bytes()[..at]).into_owned();
            let file = SourceFile::new(name, valid);
            let diagnostic = Diagnostic::new(Code::SourceEncoding, format!("`{name}` is not UTF-8 text"))
                .at(&file, Span::new(at, at))
                .help("convert the file to UTF-8");
            diagnostics.push(diagnostic);
            Ok(None)
        }
    }
}
