//! Search: `[search]` of `portal.toml`, from what a project says of its search service.

use std::fmt::Write as _;

use portico_config::RESERVED_PARAMETERS;
use serde_json::Value;

use crate::report::Report;
use crate::toml_text::{members, quote};
use crate::value::{Object, flag, list, object, text};

/// Keys of `themeConfig.typesense` that are read here, or that say nothing of what is searched.
const KNOWN: [&str; 8] = [
    "typesenseCollectionName",
    "typesenseServerConfig",
    "typesenseSearchParameters",
    "contextualSearch",
    "externalUrlRegex",
    "searchPagePath",
    "placeholder",
    "translations",
];
/// The same of `typesenseServerConfig`.
const KNOWN_SERVER: [&str; 4] = ["nodes", "nearestNode", "apiKey", "connectionTimeoutSeconds"];

/// Writes the tables; what has no counterpart is reported.
pub(crate) fn search(theme: &Object, file: &str, report: &mut Report) -> String {
    let mut tables = String::new();
    for name in ["algolia", "typesense"] {
        let Some(service) = object(theme, name) else { continue };
        if tables.is_empty()
            && let Some(route) = text(service, "searchPagePath")
        {
            let _ = writeln!(tables, "[search]\nroute = {}", quote(&format!("/{}", route.trim_matches('/'))));
        }
        if flag(service, "searchPagePath") == Some(false) {
            report.note(file, format!("`themeConfig.{name}.searchPagePath`: there is always a search page"));
        }
    }
    if theme.contains_key("algolia") {
        report.note(file, "`themeConfig.algolia` is not needed: search is built in and needs no service");
    }
    if let Some(written) = object(theme, "typesense") {
        match typesense(written, file, report) {
            Ok(table) => {
                if !tables.is_empty() {
                    tables.push('\n');
                }
                tables.push_str(&table);
                report.note(
                    file,
                    "`themeConfig.typesense` is carried over: fill its collection with `portico search push`",
                );
            }
            Err(missing) => {
                let message = format!(
                    "`themeConfig.typesense` is left out, for its {missing} cannot be read; search is built in and needs no service"
                );
                report.note(file, message);
            }
        }
    }
    tables
}

/// The table of a Typesense cluster, or what it lacks.
fn typesense(written: &Object, file: &str, report: &mut Report) -> Result<String, &'static str> {
    let server = object(written, "typesenseServerConfig").ok_or("server")?;
    let collection = text(written, "typesenseCollectionName").ok_or("collection")?;
    let search_key = text(server, "apiKey").filter(|key| !key.is_empty()).ok_or("key")?;
    let nodes: Vec<String> = list(server, "nodes").iter().filter_map(|one| node(one.as_object()?)).collect();
    if nodes.is_empty() {
        return Err("nodes");
    }
    let mut table = String::from("[search.typesense]\n");
    let _ = writeln!(table, "collection = {}", quote(collection));
    let _ = writeln!(table, "search_key = {}", quote(search_key));
    let _ = writeln!(table, "nodes = [{}]", nodes.join(", "));
    if let Some(nearest) = object(server, "nearestNode").and_then(node) {
        let _ = writeln!(table, "nearest_node = {nearest}");
    }
    if flag(written, "contextualSearch") == Some(false) {
        table.push_str("contextual = false\n");
    }
    if let Some(pattern) = text(written, "externalUrlRegex") {
        let _ = writeln!(table, "external_url_pattern = {}", quote(pattern));
    }
    if let Some(seconds) = server.get("connectionTimeoutSeconds").and_then(Value::as_u64) {
        let _ = writeln!(table, "timeout_ms = {}", seconds.saturating_mul(1000).clamp(100, 60_000));
    }
    for (known, place, object) in [
        (&KNOWN[..], "themeConfig.typesense", written),
        (&KNOWN_SERVER[..], "themeConfig.typesense.typesenseServerConfig", server),
    ] {
        for name in object.keys().filter(|name| !known.contains(&name.as_str())) {
            report.note(file, format!("`{place}.{name}` has no counterpart"));
        }
    }
    table.push_str(&parameters(written, file, report));
    Ok(table)
}

fn parameters(written: &Object, file: &str, report: &mut Report) -> String {
    let (mut table, mut left_out) = (String::new(), Vec::new());
    for (name, value) in object(written, "typesenseSearchParameters").into_iter().flatten() {
        let is_plain = matches!(value, Value::String(_) | Value::Number(_) | Value::Bool(_));
        if !is_plain || RESERVED_PARAMETERS.contains(&name.as_str()) {
            left_out.push(name);
            continue;
        }
        let one = Object::from_iter([(name.clone(), value.clone())]);
        table.extend(members(&one).0.into_iter().map(|line| line + "\n"));
    }
    for name in left_out {
        let place = "themeConfig.typesense.typesenseSearchParameters";
        report
            .note(file, format!("`{place}.{name}` is left out: the search sets it itself, or it is no data"));
    }
    if table.is_empty() { table } else { format!("[search.typesense.parameters]\n{table}") }
}

/// A node of the cluster, which may be written as one address.
fn node(written: &Object) -> Option<String> {
    let mut parts = Vec::new();
    let address = text(written, "url").and_then(|url| url.split_once("://"));
    let (host, protocol, port, path) = if let Some((protocol, rest)) = address {
        let (place, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (host, port) = place.split_once(':').unwrap_or((place, ""));
        (host, Some(protocol), port.parse().ok(), path)
    } else {
        let port = written.get("port");
        let port = port.and_then(|port| port.as_u64().or_else(|| port.as_str()?.parse().ok()));
        (text(written, "host")?, text(written, "protocol"), port, text(written, "path").unwrap_or(""))
    };
    parts.push(format!("host = {}", quote(host)));
    // The usual port is that of https, whatever the protocol.
    let port = port.or_else(|| (protocol == Some("http")).then_some(80));
    parts.extend(port.map(|port: u64| format!("port = {port}")));
    parts.extend(protocol.map(|protocol| format!("protocol = {}", quote(protocol))));
    let path = path.trim_matches('/');
    parts.extend((!path.is_empty()).then(|| format!("path = {}", quote(&format!("/{path}")))));
    Some(format!("{{ {} }}", parts.join(", ")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(theme: Value, expected: &str, notes: &[&str]) {
        let Value::Object(theme) = theme else { panic!("a theme is an object") };
        let mut report = Report::default();
        let found = search(&theme, "c.js", &mut report);
        assert_eq!(found, expected);
        assert_eq!(report.notes.get("c.js").cloned().unwrap_or_default(), notes);
    }

    #[test]
    fn a_cluster_is_carried_over() {
        let theme = json!({ "typesense": {
            "typesenseCollectionName": "docs",
            "typesenseServerConfig": {
                "nodes": [
                    { "host": "a.example.com", "port": "8108", "protocol": "http", "path": "/ts" },
                    { "url": "https://b.example.com:444/" },
                ],
                "nearestNode": { "host": "c.example.com", "port": 443, "protocol": "https" },
                "apiKey": "k",
                "connectionTimeoutSeconds": 2,
                "numRetries": 3,
            },
            "typesenseSearchParameters": { "per_page": 5, "num_typos": 1, "query_by": "content", "x": {} },
            "contextualSearch": false,
            "externalUrlRegex": "other\\.example",
            "searchPagePath": "find",
            "searchParameters": {},
        }});
        check(
            theme,
            r#"[search]
route = "/find"

[search.typesense]
collection = "docs"
search_key = "k"
nodes = [{ host = "a.example.com", port = 8108, protocol = "http", path = "/ts" }, { host = "b.example.com", port = 444, protocol = "https" }]
nearest_node = { host = "c.example.com", port = 443, protocol = "https" }
contextual = false
external_url_pattern = 'other\.example'
timeout_ms = 2000
[search.typesense.parameters]
num_typos = 1
query_by = "content"
"#,
            &[
                "`themeConfig.typesense.searchParameters` has no counterpart",
                "`themeConfig.typesense.typesenseServerConfig.numRetries` has no counterpart",
                "`themeConfig.typesense.typesenseSearchParameters.per_page` is left out: the search sets it itself, or it is no data",
                "`themeConfig.typesense.typesenseSearchParameters.x` is left out: the search sets it itself, or it is no data",
                "`themeConfig.typesense` is carried over: fill its collection with `portico search push`",
            ],
        );
    }

    #[test]
    fn what_is_not_needed_or_not_whole_is_reported() {
        check(
            json!({ "algolia": { "appId": "A", "searchPagePath": false } }),
            "",
            &[
                "`themeConfig.algolia.searchPagePath`: there is always a search page",
                "`themeConfig.algolia` is not needed: search is built in and needs no service",
            ],
        );
        check(
            json!({ "typesense": { "typesenseCollectionName": "docs", "typesenseServerConfig": {} } }),
            "",
            &[
                "`themeConfig.typesense` is left out, for its key cannot be read; search is built in and needs no service",
            ],
        );
    }
}
