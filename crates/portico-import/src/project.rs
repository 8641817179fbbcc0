//! The project folder: the only place that is read, and never beyond its edges.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::ImportError;

/// Larger texts are not read.
const MAX_TEXT_BYTES: u64 = 4 * 1024 * 1024;
/// A folder with more files than this is surely not meant.
const MAX_FILES: usize = 200_000;

/// A project folder. Paths are relative to it, with forward slashes.
pub(crate) struct Project {
    root: PathBuf,
    /// Where the configuration lies; empty at the top. Docs often lie beside that folder, not in it.
    site: String,
}

/// What a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    File,
    Folder,
    Nothing,
    /// Something that a link puts outside the folder.
    Outside,
}

impl Project {
    pub(crate) fn open(root: &Path) -> Result<Self, ImportError> {
        let canonical = root.canonicalize().ok().filter(|path| path.is_dir());
        match canonical {
            Some(root) => Ok(Self { root, site: String::new() }),
            None => Err(ImportError::NoProject(root.to_owned())),
        }
    }

    /// The folder of the configuration, which its paths start at.
    pub(crate) fn site(&self) -> &str {
        &self.site
    }

    /// The same project with its configuration in a folder of it.
    pub(crate) fn with_site(self, site: &str) -> Self {
        Self { site: site.to_owned(), ..self }
    }

    /// A path that the configuration names; `None` if it lies outside the project.
    pub(crate) fn path(&self, written: &str) -> Option<String> {
        match written.strip_prefix("/project/") {
            Some(path) => resolve("", path),
            None if written.starts_with('/') => None,
            None => resolve(&self.site, written),
        }
    }

    /// Name of the folder itself.
    pub(crate) fn name(&self) -> String {
        self.root
            .file_name()
            .map_or_else(|| "Documentation".to_owned(), |name| name.to_string_lossy().into_owned())
    }

    pub(crate) fn find(&self, path: &str) -> Found {
        let Ok(canonical) = self.root.join(path).canonicalize() else { return Found::Nothing };
        if !canonical.starts_with(&self.root) {
            Found::Outside
        } else if canonical.is_dir() {
            Found::Folder
        } else {
            Found::File
        }
    }

    pub(crate) fn is_file(&self, path: &str) -> bool {
        self.find(path) == Found::File
    }

    pub(crate) fn is_folder(&self, path: &str) -> bool {
        self.find(path) == Found::Folder
    }

    /// The text of a file of the folder; `None` if there is no such file, it is no text or it is too large.
    pub(crate) fn text(&self, path: &str) -> Option<String> {
        if !self.is_file(path) {
            return None;
        }
        let path = self.root.join(path);
        let is_small = fs::metadata(&path).is_ok_and(|data| data.len() <= MAX_TEXT_BYTES);
        if is_small { fs::read_to_string(path).ok() } else { None }
    }

    pub(crate) fn bytes(&self, path: &str) -> Result<Vec<u8>, ImportError> {
        let path = self.root.join(path);
        fs::read(&path).map_err(|error| ImportError::Io { path, error })
    }

    /// Names in a folder, sorted.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = if self.is_folder(folder) { fs::read_dir(self.root.join(folder)).ok() } else { None };
        let mut names: Vec<String> = entries
            .into_iter()
            .flatten()
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }

    /// Every file below a folder, sorted, and the links out of it, which are not followed. Hidden files and installed
    /// packages are left out. A folder that does not exist is empty.
    pub(crate) fn files(&self, folder: &str) -> Result<Files, ImportError> {
        let mut found = Files::default();
        if self.is_folder(folder) {
            self.collect(folder.trim_matches('/'), &mut found)?;
        }
        found.files.sort();
        Ok(found)
    }

    fn collect(&self, folder: &str, found: &mut Files) -> Result<(), ImportError> {
        let path = self.root.join(folder);
        let failed = |error: io::Error| ImportError::Io { path: path.clone(), error };
        for entry in fs::read_dir(&path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if name.starts_with('.') || name == "node_modules" {
                continue;
            }
            let path = join(folder, &name);
            let kind = entry.file_type().map_err(failed)?;
            if kind.is_dir() {
                self.collect(&path, found)?;
            } else if kind.is_symlink() && self.find(&path) != Found::File {
                found.links.push(path);
            } else {
                found.files.push(path);
            }
            if found.files.len() > MAX_FILES {
                return Err(ImportError::TooManyFiles { folder: folder.to_owned(), limit: MAX_FILES });
            }
        }
        Ok(())
    }
}

/// What lies below a folder.
#[derive(Debug, Default)]
pub(crate) struct Files {
    pub(crate) files: Vec<String>,
    /// Links to folders, and links out of the project.
    pub(crate) links: Vec<String>,
}

/// A path below a folder; the folder may be empty.
pub(crate) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

/// The folder of a path; empty at the top.
pub(crate) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Joins a path to a folder and takes out its dots; `None` if it leads out.
pub(crate) fn resolve(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// The ending of a file name, in lower case.
pub(crate) fn ending(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
}

/// Whether a path names Markdown.
pub(crate) fn is_markdown(path: &str) -> bool {
    matches!(ending(path).as_str(), "md" | "mdx")
}

/// Whether a path names a script.
pub(crate) fn is_script(path: &str) -> bool {
    matches!(ending(path).as_str(), "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts")
}
