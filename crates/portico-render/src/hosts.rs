//! Rules that make foreign servers answer as `portico serve` does: nginx and Caddy.
//!
//! Written from the build manifest alone, as the server reads it; what the two servers answer is tested against the
//! same table of requests.

mod caddy;
mod nginx;

use std::fmt::Write as _;

use portico_contract::{Manifest, ManifestRedirect};

pub use caddy::caddy_rules;
pub use nginx::{nginx_http_rules, nginx_server_rules};

/// What both hosts need to know of a manifest.
struct Rules {
    /// Base path with a slash at both ends.
    base: String,
    /// Redirects of one path each: the path without its ending, and where to.
    exact: Vec<(String, Address)>,
    /// Redirects of everything below a path, which ends with a slash, in the order they apply.
    below: Vec<(String, Address)>,
    /// Response headers.
    headers: Vec<(String, String)>,
    /// Folders whose files never change, below the base path.
    immutable: Vec<String>,
}

/// Where a redirect leads.
struct Address {
    /// Percent-encoded, without its hash.
    path: String,
    /// With its `#`, or nothing.
    hash: String,
    /// Whether the request's query is handed on: not to an address with its own.
    keeps_query: bool,
}

impl Rules {
    fn new(manifest: &Manifest) -> Self {
        let base = format!("/{}/", manifest.base_path.trim_matches('/')).replace("//", "/");
        let page_keys: Vec<String> =
            manifest.pages.keys().map(|route| key(&format!("{base}{}", &route[1..])).to_owned()).collect();
        let mut rules = Self {
            base: base.clone(),
            exact: Vec::new(),
            below: Vec::new(),
            headers: headers(manifest),
            immutable: manifest
                .immutable
                .iter()
                .map(|folder| format!("{base}{}/", folder.trim_matches('/')))
                .collect(),
        };
        for ManifestRedirect { from, to } in &manifest.redirects {
            let address = address(to);
            if let Some(folder) = from.strip_suffix('*') {
                rules.below.push((folder.to_owned(), address));
                continue;
            }
            // The first rule for a path counts, and a page that is declared before all of them.
            let key = key(from);
            let is_taken = page_keys.iter().any(|page| page == key)
                || rules.exact.iter().any(|(taken, _)| taken == key)
                || rules.below.iter().any(|(folder, _)| key.len() > folder.len() && key.starts_with(folder));
            if !is_taken {
                rules.exact.push((key.to_owned(), address));
            }
        }
        rules
    }
}

/// The spelling under which a route is looked up: without its ending.
fn key(route: &str) -> &str {
    let stripped = route.strip_suffix("/index.html").or_else(|| route.strip_suffix(".html"));
    match stripped.or_else(|| route.strip_suffix('/')) {
        Some("") => "/",
        Some(key) => key,
        None => route,
    }
}

/// Headers of the site that a host can send as they are. What describes the bytes is the host's own matter.
fn headers(manifest: &Manifest) -> Vec<(String, String)> {
    const OURS: [&str; 11] = [
        "accept-ranges",
        "cache-control",
        "connection",
        "date",
        "etag",
        "last-modified",
        "location",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "vary",
    ];
    let mut headers: Vec<(String, String)> = manifest
        .headers
        .iter()
        .filter(|(name, value)| {
            let name = name.to_ascii_lowercase();
            let is_token = !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
            let describes_bytes =
                name.starts_with("content-") && !name.starts_with("content-security-policy");
            is_token
                && !describes_bytes
                && !OURS.contains(&name.as_str())
                && !name.eq_ignore_ascii_case("x-content-type-options")
                && !value.chars().any(char::is_control)
        })
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    headers.push(("X-Content-Type-Options".to_owned(), "nosniff".to_owned()));
    headers
}

fn address(to: &str) -> Address {
    let (path, hash) = match to.split_once('#') {
        Some((path, hash)) => (path, format!("#{hash}")),
        None => (to, String::new()),
    };
    Address { path: encode(path), hash: encode(&hash), keeps_query: !path.contains('?') }
}

/// Percent-encodes what may not stand in a `Location`, and what the hosts' own syntaxes would read as theirs.
fn encode(address: &str) -> String {
    let mut encoded = String::with_capacity(address.len());
    for byte in address.bytes() {
        if byte.is_ascii_graphic() && !br#""$'<>\^`{|}"#.contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            write!(encoded, "%{byte:02X}").expect("writing to a string");
        }
    }
    encoded
}

/// A text that stands for itself in a regular expression, in either host's dialect.
fn regex_escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() && !"/_-".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
