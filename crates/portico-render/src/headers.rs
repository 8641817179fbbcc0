//! Response headers of the published site.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use portico_config::Settings;
use portico_theme::Theme;
use sha2::{Digest as _, Sha256};

use crate::document::REDIRECT_SCRIPT;
use crate::site_modules::import_map;

/// Where the tag manager's script comes from.
const TAG_MANAGER: &str = "https://www.googletagmanager.com";

/// The headers of every file: the Content-Security-Policy and its kin, the site's own added.
pub fn response_headers(settings: &Settings, theme: &Theme) -> BTreeMap<String, String> {
    let mut headers: BTreeMap<String, String> = [
        ("Content-Security-Policy", content_security_policy(settings, theme)),
        ("Cross-Origin-Opener-Policy", "same-origin".to_owned()),
        ("Cross-Origin-Resource-Policy", "same-origin".to_owned()),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()".to_owned()),
        ("Referrer-Policy", "strict-origin-when-cross-origin".to_owned()),
        ("X-Content-Type-Options", "nosniff".to_owned()),
        ("X-Frame-Options", "DENY".to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into();
    headers.extend(settings.security.headers.clone());
    headers
}

/// Scripts only from the site itself and the inline ones by their hashes.
fn content_security_policy(settings: &Settings, theme: &Theme) -> String {
    let mut directives: BTreeMap<&str, Vec<String>> = [
        ("base-uri", vec!["'none'"]),
        ("connect-src", vec!["'self'"]),
        ("default-src", vec!["'none'"]),
        ("font-src", vec!["'self'"]),
        ("form-action", vec!["'self'"]),
        ("frame-ancestors", vec!["'none'"]),
        ("img-src", vec!["'self'", "data:"]),
        ("manifest-src", vec!["'self'"]),
        ("script-src", vec!["'self'"]),
        ("style-src", vec!["'self'"]),
        ("worker-src", vec!["'self'"]),
    ]
    .map(|(name, values)| (name, values.into_iter().map(str::to_owned).collect()))
    .into();
    let hashes = [theme.before_paint.trim_end(), REDIRECT_SCRIPT].map(script_hash);
    let hashes = hashes.into_iter().chain(import_map(settings, theme).map(|map| script_hash(&map)));
    directives.entry("script-src").or_default().extend(hashes);
    if settings.analytics.tag_manager_id.is_some() {
        for directive in ["connect-src", "img-src", "script-src"] {
            directives.entry(directive).or_default().push(TAG_MANAGER.to_owned());
        }
    }
    if let Some(typesense) = &settings.search.typesense {
        let sources = directives.entry("connect-src").or_default();
        for node in typesense.all_nodes() {
            if !sources.contains(&node.origin) {
                sources.push(node.origin.clone());
            }
        }
    }
    for (directive, origins) in &settings.security.extra_origins {
        directives.entry(directive).or_default().extend(origins.iter().cloned());
    }
    let directives: Vec<String> =
        directives.iter().map(|(name, values)| format!("{name} {}", values.join(" "))).collect();
    directives.join("; ")
}

/// A script's hash as the Content-Security-Policy writes it (CSP level 3, section 2.3.1).
fn script_hash(script: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script.as_bytes())))
}
