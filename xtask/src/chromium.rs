//! Finding Chromium for the browser tests, or installing it from the system's packages.

use std::env;
use std::path::PathBuf;

use anyhow::bail;

use crate::step;

/// Names under which systems ship it.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Path of a Chromium; installs Debian's package where this process may.
pub(crate) fn find_or_install() -> anyhow::Result<PathBuf> {
    if let Some(path) = env::var_os("E2E_CHROMIUM") {
        return Ok(path.into());
    }
    if let Some(path) = find() {
        return Ok(path);
    }
    let is_root = step::output("id", &["-u"]).as_deref() == Some("0");
    if is_root && step::output("apt-get", &["--version"]).is_some() {
        step::announce("Installing Chromium for the browser tests (apt-get install chromium)");
        let here = env::current_dir()?;
        step::run(&here, "apt-get", &["update", "-qq"])?;
        step::run(&here, "apt-get", &["install", "-y", "-qq", "--no-install-recommends", "chromium"])?;
        if let Some(path) = find() {
            return Ok(path);
        }
    }
    bail!(
        "the browser tests need Chromium: install it (Debian: `sudo apt install chromium`) or name one in \
         E2E_CHROMIUM"
    )
}

fn find() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&path).collect();
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.is_file())
}
