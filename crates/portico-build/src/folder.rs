//! The site folder, read into memory: the one place where content comes from the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span};
use portico_markdown::Files;
use rayon::prelude::*;

use crate::fingerprint::Fingerprint;

/// Names of the files at the top of a site folder.
pub(crate) const SETTINGS_FILE: &str = "portal.toml";
const SIDEBARS_FILE: &str = "sidebars.toml";
const REDIRECTS_FILE: &str = "redirects.toml";

/// Folders that are watched and read.
pub(crate) const FOLDERS: [&str; 4] = ["components", "content", "data", "static"];

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
#[derive(Clone)]
pub(crate) struct SiteFolder {
    pub(crate) root: PathBuf,
    pub(crate) settings: SourceFile,
    pub(crate) sidebars: Option<SourceFile>,
    pub(crate) redirects: Option<SourceFile>,
    /// Markdown, data and other text below `content/` and `data/`.
    pub(crate) texts: BTreeMap<String, SourceFile>,
    /// Of the texts.
    pub(crate) fingerprints: BTreeMap<String, Fingerprint>,
    /// Files beside the content that are not text: images and downloads.
    pub(crate) assets: BTreeMap<String, Fingerprint>,
    /// Paths below `static/`.
    pub(crate) statics: BTreeMap<String, Fingerprint>,
    /// Files that should be text and are not.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl SiteFolder {
    /// Reads a site folder.
    pub(crate) fn read(root: &Path) -> Result<Self, FolderError> {
        let mut diagnostics = Vec::new();
        let settings = read_settings(root, &mut diagnostics)?;
        let mut folder = Self {
            root: root.to_owned(),
            settings,
            sidebars: None,
            redirects: None,
            texts: BTreeMap::new(),
            fingerprints: BTreeMap::new(),
            assets: BTreeMap::new(),
            statics: BTreeMap::new(),
            diagnostics,
        };
        folder.sidebars = folder.read_top(SIDEBARS_FILE)?;
        folder.redirects = folder.read_top(REDIRECTS_FILE)?;
        for name in FOLDERS {
            folder.read_below(name)?;
        }
        Ok(folder)
    }

    /// Reads again what changed: absolute paths of files and of folders, which stand for all that is below them.
    pub(crate) fn update(&mut self, changed: &[PathBuf]) -> Result<(), FolderError> {
        let names: BTreeSet<String> = changed.iter().filter_map(|path| self.name_of(path)).collect();
        for name in &names {
            match name.as_str() {
                "" => {
                    *self = Self::read(&self.root)?;
                    return Ok(());
                }
                SETTINGS_FILE => {
                    self.forget(name);
                    self.settings = read_settings(&self.root, &mut self.diagnostics)?;
                }
                SIDEBARS_FILE => {
                    self.forget(name);
                    self.sidebars = self.read_top(name)?;
                }
                REDIRECTS_FILE => {
                    self.forget(name);
                    self.redirects = self.read_top(name)?;
                }
                name if FOLDERS.iter().any(|folder| is_at_or_below(name, folder)) => {
                    self.forget(name);
                    if name.split('/').all(|part| !part.starts_with('.')) {
                        self.read_below(name)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Everything below `content/` and `data/` that is no page: what pages may link to or show.
    pub(crate) fn files_beside_pages(&self) -> impl Iterator<Item = &String> {
        let is_page = |path: &&String| matches!(path.rsplit_once('.'), Some((_, "md" | "mdx")));
        self.assets.keys().chain(self.texts.keys().filter(move |path| !is_page(path)))
    }

    /// The file of a name, as diagnostics point into it.
    pub(crate) fn source(&self, name: &str) -> Option<SourceFile> {
        let top = [Some(&self.settings), self.sidebars.as_ref(), self.redirects.as_ref()];
        let mut top = top.into_iter().flatten();
        top.find(|file| file.path() == name).or_else(|| self.texts.get(name)).cloned()
    }

    /// Bytes of a file of the folder.
    pub(crate) fn bytes(&self, name: &str) -> Result<Vec<u8>, FolderError> {
        let path = self.root.join(name);
        fs::read(&path).map_err(|error| FolderError::Io { path, error })
    }

    /// A path relative to the folder; empty for the folder itself and what holds it.
    fn name_of(&self, path: &Path) -> Option<String> {
        if self.root.starts_with(path) {
            return Some(String::new());
        }
        let parts = path.strip_prefix(&self.root).ok()?.iter().map(|part| part.to_str());
        Some(parts.collect::<Option<Vec<_>>>()?.join("/"))
    }

    fn read_top(&mut self, name: &str) -> Result<Option<SourceFile>, FolderError> {
        let path = self.root.join(name);
        if path.is_file() { Ok(read_text(&path, name, &mut self.diagnostics)?) } else { Ok(None) }
    }

    /// Drops what is known of a file, or of all files below a folder.
    fn forget(&mut self, name: &str) {
        self.texts.retain(|known, _| !is_at_or_below(known, name));
        self.fingerprints.retain(|known, _| !is_at_or_below(known, name));
        self.assets.retain(|known, _| !is_at_or_below(known, name));
        let below_static = name.strip_prefix("static").map(|rest| rest.trim_start_matches('/'));
        if let Some(below) = below_static {
            self.statics.retain(|known, _| !below.is_empty() && !is_at_or_below(known, below));
        }
        let is_elsewhere = |found: &Diagnostic| {
            found.place.as_ref().is_none_or(|place| !is_at_or_below(place.file.path(), name))
        };
        self.diagnostics.retain(is_elsewhere);
    }

    /// Reads a file, or all files below a folder.
    fn read_below(&mut self, name: &str) -> Result<(), FolderError> {
        let root = self.root.clone();
        let names = if root.join(name).is_file() { vec![name.to_owned()] } else { list(&root, name)? };
        let files = names.into_par_iter().map(|name| match fs::read(root.join(&name)) {
            Ok(bytes) => Ok(Some((name, Fingerprint::of(&bytes), bytes))),
            // Deleted since it was listed.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FolderError::Io { path: root.join(&name), error }),
        });
        for (name, fingerprint, bytes) in files.collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
            if let Some(name) = name.strip_prefix("static/") {
                self.statics.insert(name.to_owned(), fingerprint);
            } else if !is_text(&name) {
                self.assets.insert(name, fingerprint);
            } else if let Some(file) = to_text(&name, bytes, &mut self.diagnostics) {
                self.fingerprints.insert(name.clone(), fingerprint);
                self.texts.insert(name, file);
            }
        }
        Ok(())
    }
}

/// Whether a path is a folder's own or below it.
fn is_at_or_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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
    name.rsplit_once('.').is_some_and(|(_, ending)| {
        ENDINGS.contains(&ending) || (name.starts_with("components/") && ending == "html")
    })
}

fn read_settings(root: &Path, diagnostics: &mut Vec<Diagnostic>) -> Result<SourceFile, FolderError> {
    let path = root.join(SETTINGS_FILE);
    if !path.is_file() {
        return Err(FolderError::NoSettings(root.to_owned()));
    }
    let text = read_text(&path, SETTINGS_FILE, diagnostics)?;
    Ok(text.unwrap_or_else(|| SourceFile::new(SETTINGS_FILE, "")))
}

fn read_text(
    path: &Path,
    name: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<SourceFile>, FolderError> {
    let bytes = fs::read(path).map_err(|error| FolderError::Io { path: path.to_owned(), error })?;
    Ok(to_text(name, bytes, diagnostics))
}

fn to_text(name: &str, bytes: Vec<u8>, diagnostics: &mut Vec<Diagnostic>) -> Option<SourceFile> {
    match String::from_utf8(bytes) {
        Ok(text) => Some(SourceFile::new(name, text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let valid = String::from_utf8_lossy(&error.as_bytes()[..at]).into_owned();
            let file = SourceFile::new(name, valid);
            let diagnostic = Diagnostic::new(Code::SourceEncoding, format!("`{name}` is not UTF-8 text"))
                .at(&file, Span::new(at, at))
                .help("convert the file to UTF-8");
            diagnostics.push(diagnostic);
            None
        }
    }
}
