//! The foreign servers that the deployment kits are for.

use std::path::PathBuf;

use crate::packages::{Program, find_or_install};

const NGINX: Program = Program {
    title: "nginx with Brotli",
    needed_by: "the tests of the deployment kits",
    names: &["nginx"],
    companion: Some("/usr/lib/nginx/modules/ngx_http_brotli_static_module.so"),
    packages: &["nginx", "libnginx-mod-http-brotli-static"],
    variable: "E2E_NGINX",
};

const CADDY: Program = Program {
    title: "Caddy",
    needed_by: "the tests of the deployment kits",
    names: &["caddy"],
    companion: None,
    packages: &["caddy"],
    variable: "E2E_CADDY",
};

/// Path of nginx; installed where there is none and this process may.
pub(crate) fn nginx() -> anyhow::Result<PathBuf> {
    find_or_install(&NGINX)
}

/// Path of Caddy; installed where there is none and this process may.
pub(crate) fn caddy() -> anyhow::Result<PathBuf> {
    find_or_install(&CADDY)
}
