//! `redirects.toml`, from the redirects plugin and from routes that had to change.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use portico_site::route_key;
use serde_json::Value;

use crate::config::Config;
use crate::report::Report;
use crate::routes::Routes;
use crate::toml_text::quote;
use crate::value::{Object, list, says_something, text};

/// Redirects: the new route of each old path, in the order of the project.
#[derive(Debug, Default)]
pub(crate) struct Redirects {
    found: Vec<(String, String)>,
}

impl Redirects {
    /// Reads the redirects plugin.
    pub(crate) fn read(
        config: &Config,
        moved: &[(String, String)],
        routes: &Routes,
        report: &mut Report,
    ) -> Self {
        let mut redirects = Self::default();
        for (from, to) in moved {
            // A spelling of the same route needs no redirect.
            if route_key(from) != route_key(to) && is_old_path(from) && !routes.has_page(from) {
                redirects.found.push((from.clone(), to.clone()));
            }
        }
        for plugin in config.plugins.iter().filter(|plugin| plugin.name == "client-redirects") {
            redirects.add(&plugin.options, &config.file, routes, report);
        }
        redirects
    }

    pub(crate) fn len(&self) -> usize {
        self.found.len()
    }

    fn add(&mut self, options: &Object, file: &str, routes: &Routes, report: &mut Report) {
        for redirect in list(options, "redirects").iter().filter_map(Value::as_object) {
            let to = text(redirect, "to").unwrap_or_default();
            let froms: Vec<&str> = match redirect.get("from") {
                Some(Value::String(from)) => vec![from],
                Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
                _ => Vec::new(),
            };
            let is_outside = to.starts_with("https://") || to.starts_with("http://");
            let is_inside = to.starts_with('/') && routes.leads_somewhere(to);
            if !is_outside && !is_inside {
                report.note(file, format!("the redirect to `{to}` is left out: no page is there"));
                continue;
            }
            for from in froms {
                self.add_one(from, to, file, routes, report);
            }
        }
        if options.get("createRedirects").is_some_and(says_something) {
            report
                .note(file, "redirects that `createRedirects` makes are left out: write them as `redirects`");
        }
        for key in ["fromExtensions", "toExtensions"] {
            let endings =
                list(options, key).iter().filter_map(Value::as_str).filter(|ending| *ending != "html");
            for ending in endings {
                report.note(file, format!("redirects for the ending `.{ending}` (`{key}`) are left out"));
            }
        }
    }

    fn add_one(&mut self, from: &str, to: &str, file: &str, routes: &Routes, report: &mut Report) {
        let key = route_key(from);
        if !is_old_path(from) {
            report.note(file, format!("the redirect from `{from}` is left out: it is no path from the root"));
        } else if routes.leads_somewhere(from) {
            report.note(file, format!("the redirect from `{from}` is left out: a page is there"));
        } else if self.found.iter().any(|(other, _)| route_key(other) == key) {
            report.note(file, format!("the second redirect from `{from}` is left out"));
        } else {
            self.found.push((from.to_owned(), to.to_owned()));
        }
    }

    /// The file: redirects to one page stand together.
    pub(crate) fn to_toml(&self) -> String {
        let mut text = "# Old paths and the pages that replaced them.\n".to_owned();
        let mut groups: BTreeMap<usize, (&str, Vec<&str>)> = BTreeMap::new();
        for (from, to) in &self.found {
            let at = self.found.iter().position(|(_, other)| other == to).unwrap_or_default();
            groups.entry(at).or_insert_with(|| (to, Vec::new())).1.push(from);
        }
        for (to, froms) in groups.into_values() {
            let from = match froms.as_slice() {
                [one] => quote(one),
                many => format!("[{}]", many.iter().map(|from| quote(from)).collect::<Vec<_>>().join(", ")),
            };
            let _ = write!(text, "\n[[redirect]]\nfrom = {from}\nto = {}\n", quote(to));
        }
        text
    }
}

/// Whether a redirect can start at a path.
fn is_old_path(path: &str) -> bool {
    path.starts_with('/')
        && !path.contains("//")
        && !path.contains(['?', '#', '*'])
        && !path.contains(|character: char| character.is_whitespace() || character.is_control())
}
