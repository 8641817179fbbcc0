//! `portico new`: a fresh site folder that builds.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, bail};

use crate::arguments::NewArguments;

/// The files of a fresh site folder.
const FILES: [(&str, &str); 6] = [
    ("portal.toml", include_str!("../starter/portal.toml")),
    ("sidebars.toml", include_str!("../starter/sidebars.toml")),
    ("redirects.toml", include_str!("../starter/redirects.toml")),
    ("content/index.mdx", include_str!("../starter/content/index.mdx")),
    ("content/guides/first-steps.md", include_str!("../starter/content/guides/first-steps.md")),
    ("content/guides/writing.md", include_str!("../starter/content/guides/writing.md")),
];

/// Makes the folder and says what to do with it.
pub(crate) fn run(arguments: &NewArguments) -> anyhow::Result<ExitCode> {
    write(&arguments.dir)?;
    let dir = arguments.dir.display();
    println!("made {dir}/ with {} files", FILES.len());
    println!("next: portico dev --site {dir}");
    Ok(ExitCode::SUCCESS)
}

fn write(dir: &Path) -> anyhow::Result<()> {
    if fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!("`{}` is not empty: name a folder that does not exist yet", dir.display());
    }
    for (name, text) in FILES {
        let path = dir.join(name);
        let folder = path.parent().expect("every file is below the site folder");
        fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
        fs::write(&path, text).with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(())
}
