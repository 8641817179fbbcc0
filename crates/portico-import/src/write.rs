//! Writes the site folder.

use std::fs;
use std::io;
use std::path::Path;

use crate::ImportError;
use crate::content::Output;
use crate::project::Project;

/// Refuses a folder that has something in it.
pub(crate) fn check_empty(out: &Path) -> Result<(), ImportError> {
    match fs::read_dir(out) {
        Ok(mut entries) => match entries.next() {
            Some(_) => Err(ImportError::NotEmpty(out.to_owned())),
            None => Ok(()),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(ImportError::Io { path: out.to_owned(), error }),
    }
}

/// Writes all files.
pub(crate) fn write(project: &Project, output: &Output, out: &Path) -> Result<(), ImportError> {
    for (path, source) in &output.copies {
        write_file(&out.join(path), &project.bytes(source)?)?;
    }
    for (path, text) in &output.texts {
        write_file(&out.join(path), text.as_bytes())?;
    }
    Ok(())
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), ImportError> {
    let failed = |error| ImportError::Io { path: path.to_owned(), error };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, bytes).map_err(failed)
}
