//! The build manifest: what a published site says about itself to servers and tools.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Name of the manifest below the published site's root.
pub const MANIFEST_FILE: &str = "build-manifest.json";

/// Rules for foreign servers, below the published site's root. They are for the host, not for readers.
pub const HOST_RULE_FILES: [&str; 5] =
    ["_headers", "_redirects", "_nginx-http.conf", "_nginx-server.conf", "_Caddyfile"];

/// The build manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Version of this format; readers refuse one they do not know.
    pub format: u32,
    /// Path that all routes are below: `/` or `/docs/`.
    pub base_path: String,
    /// Pages by route, with the file that holds each (relative to the root).
    pub pages: BTreeMap<String, String>,
    /// Redirects, in the order they apply.
    pub redirects: Vec<ManifestRedirect>,
    /// Response headers for every file, such as the Content-Security-Policy.
    pub headers: BTreeMap<String, String>,
    /// Folders whose files never change under the same name, with a slash at the end: `assets/`.
    pub immutable: Vec<String>,
    /// Names the release by its files: equal for equal content, wherever and whenever it was built.
    #[serde(default)]
    pub release: String,
    /// Files of the release before, kept for readers who still have a page of it open. The next release drops them.
    #[serde(default)]
    pub retained: Vec<String>,
}

/// The manifest format that this code reads and writes.
pub const MANIFEST_FORMAT: u32 = 1;

/// A redirect of the published site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ManifestRedirect {
    /// Old path; with `/*` at the end it stands for everything below.
    pub from: String,
    /// Route or outside address. Query and hash of the request are kept unless this has its own.
    pub to: String,
}
