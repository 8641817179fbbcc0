//! The browser that the tests drive.

use std::path::PathBuf;

use crate::packages::{Program, find_or_install};

/// Chromium with fonts: without any, text has no width and every layout test would be about something else.
const CHROMIUM: Program = Program {
    title: "Chromium",
    needed_by: "the browser tests",
    names: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    companion: None,
    packages: &["chromium", "fonts-liberation", "fonts-dejavu-core"],
    variable: "E2E_CHROMIUM",
};

/// Path of a Chromium; installed where there is none and this process may.
pub(crate) fn chromium() -> anyhow::Result<PathBuf> {
    find_or_install(&CHROMIUM)
}
