//! Search settings as meant.

use std::collections::BTreeMap;

use portico_diagnostics::Code;
use serde_json::{Map, Value};

use crate::address::{is_host_name, is_route, web_address};
use crate::at::At;
use crate::meaning::Meaning;
use crate::secrets::looks_like_admin_key;
use crate::settings::{Search, Typesense, TypesenseNode};
use crate::template::Medium;
use crate::written;

/// Parameters that are the search's own: what is asked, where, and how the answer is marked.
pub const RESERVED_PARAMETERS: [&str; 7] = [
    "collection",
    "highlight_end_tag",
    "highlight_start_tag",
    "page",
    "per_page",
    "q",
    "x-typesense-api-key",
];

/// Milliseconds that a node may take unless the settings say otherwise.
const TIMEOUT_MS: u32 = 5_000;

/// Makes the search settings.
pub(crate) fn search(written: &written::Search, meaning: &mut Meaning<'_, '_>) -> Search {
    let typesense = written.typesense.as_ref().and_then(|table| typesense(table.value(), meaning));
    let has_embedded = written.embedded.as_ref().is_none_or(|flag| *flag.value());
    if let (Some(flag), None) = (written.embedded.as_ref().filter(|_| !has_embedded), &written.typesense) {
        let help = "add a table `[search.typesense]`, or leave `embedded` out".to_owned();
        meaning.invalid(
            flag,
            "`search.embedded` is false, and nothing else can search".to_owned(),
            Some(help),
        );
    }
    Search {
        route: route(written.route.as_ref(), meaning),
        report_url: report_url(written.report_url.as_ref(), meaning),
        has_embedded,
        typesense,
    }
}

fn route(written: Option<&At<String>>, meaning: &mut Meaning<'_, '_>) -> String {
    let usual = || "/search".to_owned();
    let Some(written) = written else { return usual() };
    let value = written.value();
    if is_route(value) && value != "/" {
        return value.clone();
    }
    meaning.invalid(written, format!("`search.route` is `{value}`, not a route such as `/search`"), None);
    usual()
}

fn report_url(written: Option<&At<String>>, meaning: &mut Meaning<'_, '_>) -> Option<String> {
    let written = written?;
    let value = meaning.fill(written, Medium::Text);
    let is_address = web_address(&value).is_some() || value.starts_with("mailto:") || value.contains("{{");
    if !is_address {
        meaning.not_an_address("search.report_url", written);
    }
    is_address.then_some(value)
}

/// The cluster; `None` if it cannot be used as written, which is reported.
fn typesense(written: &written::Typesense, meaning: &mut Meaning<'_, '_>) -> Option<Typesense> {
    let collection = written.collection.as_ref().map(|name| collection(name, meaning));
    let search_key = search_key(written.search_key.as_ref(), meaning);
    let nodes = written.nodes.as_ref().map(|list| {
        if list.value().is_empty() {
            meaning.invalid(list, "`search.typesense.nodes` is empty".to_owned(), None);
        }
        list.value().iter().filter_map(|at| node(at.value(), meaning)).collect::<Vec<_>>()
    });
    let length = meaning.problems.length();
    let pattern = written.external_url_pattern.as_ref();
    let typesense = Typesense {
        nearest_node: written.nearest_node.as_ref().and_then(|at| node(at.value(), meaning)),
        is_contextual: written.contextual.unwrap_or(true),
        external_url_pattern: pattern
            .filter(|text| !text.value().is_empty())
            .map(|text| text.located(text.value().clone(), length)),
        timeout_ms: written.timeout_ms.as_ref().map_or(TIMEOUT_MS, |time| *time.value()),
        parameters: written.parameters.as_ref().map(|table| parameters(table, meaning)).unwrap_or_default(),
        nodes: nodes.filter(|nodes| !nodes.is_empty())?,
        collection: collection?,
        search_key: search_key?,
    };
    Some(typesense)
}

/// A name that can stand in a path of the API as it is.
fn collection(written: &At<String>, meaning: &mut Meaning<'_, '_>) -> String {
    let value = written.value();
    let is_name = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    if value.is_empty() || !is_name {
        let message = format!(
            "`search.typesense.collection` is `{value}`, not a name of letters, digits, `-`, `_` and `.`"
        );
        meaning.invalid(written, message, None);
    }
    value.clone()
}

fn search_key(written: Option<&At<String>>, meaning: &mut Meaning<'_, '_>) -> Option<String> {
    let written = written?;
    let value = written.value();
    if looks_like_admin_key(value) {
        let help = "write a search-only key here (an API key whose only action is `documents:search`)";
        meaning.problems.report_with_help(
            Code::ConfigSecret,
            &written.range(),
            "`search.typesense.search_key` is published, and looks like an admin key",
            Some(help.to_owned()),
        );
        return None;
    }
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_graphic()) {
        let message = "`search.typesense.search_key` is not a key: those have no spaces".to_owned();
        meaning.invalid(written, message, None);
        return None;
    }
    Some(value.clone())
}

fn node(written: &written::TypesenseNode, meaning: &mut Meaning<'_, '_>) -> Option<TypesenseNode> {
    let host = written.host.as_ref()?;
    if !is_host_name(host.value()) {
        let address = web_address(host.value());
        let help = address.map(|_| "write the host alone, and `port` and `protocol` beside it".to_owned());
        let value = host.value();
        let message = format!("`host` is `{value}`, not a host name such as `search.example.com`");
        meaning.invalid(host, message, help);
        return None;
    }
    let port = written.port.as_ref().map_or(443, |port| *port.value());
    let (scheme, usual_port) = match written.protocol {
        Some(written::Protocol::Http) => ("http", 80),
        Some(written::Protocol::Https) | None => ("https", 443),
    };
    let origin = if port == usual_port {
        format!("{scheme}://{}", host.value())
    } else {
        format!("{scheme}://{}:{port}", host.value())
    };
    let mut path = String::new();
    if let Some(written) = written.path.as_ref().filter(|path| !matches!(path.value().as_str(), "" | "/")) {
        if is_route(written.value()) {
            written.value().trim_end_matches('/').clone_into(&mut path);
        } else {
            let message = format!("`path` is `{}`, not a path such as `/typesense`", written.value());
            meaning.invalid(written, message, None);
        }
    }
    Some(TypesenseNode { origin, path })
}

fn parameters(written: &At<Map<String, Value>>, meaning: &mut Meaning<'_, '_>) -> BTreeMap<String, String> {
    let mut parameters = BTreeMap::new();
    for (name, value) in written.value() {
        if RESERVED_PARAMETERS.contains(&name.as_str()) {
            let message = format!("`search.typesense.parameters` has `{name}`, which the search sets itself");
            meaning.invalid(written, message, None);
            continue;
        }
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => {
                let message = format!(
                    "`search.typesense.parameters.{name}` is neither text, a number nor a truth value"
                );
                meaning.invalid(written, message, None);
                continue;
            }
        };
        parameters.insert(name.clone(), text);
    }
    parameters
}
