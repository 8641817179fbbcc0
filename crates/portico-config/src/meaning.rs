//! What turning settings as written into settings as meant needs at every step: the variables, the problems, and the
//! values that settings share (texts, addresses, files).

use std::collections::BTreeMap;

use portico_diagnostics::Code;

use crate::address::web_address;
use crate::at::At;
use crate::problems::Problems;
use crate::settings::Located;
use crate::template::{Medium, fill};

/// Stands in for addresses that are missing or wrong, so that later stages report only their own problems.
pub(crate) const PLACEHOLDER_URL: &str = "https://site.invalid";

/// What the conversion needs at every step.
pub(crate) struct Meaning<'a, 'b> {
    pub(crate) problems: &'a mut Problems<'b>,
    pub(crate) variables: BTreeMap<String, String>,
}

impl Meaning<'_, '_> {
    /// Fills variables into a text.
    pub(crate) fn fill(&mut self, written: &At<String>, medium: Medium) -> String {
        fill(written, medium, &self.variables, self.problems)
    }

    pub(crate) fn invalid(&mut self, written: &At<impl Sized>, message: String, help: Option<String>) {
        self.problems.report_with_help(Code::ConfigInvalidValue, &written.range(), message, help);
    }

    /// A text that says something.
    pub(crate) fn text(&mut self, name: &str, written: Option<&At<String>>) -> Option<String> {
        let written = written?;
        if written.value().trim().is_empty() {
            self.invalid(written, format!("`{name}` is empty"), None);
        }
        Some(written.value().clone())
    }

    pub(crate) fn not_an_address(&mut self, name: &str, written: &At<String>) {
        let value = written.value();
        let help =
            web_address(&format!("https://{value}")).map(|_| format!("did you mean `https://{value}`?"));
        self.invalid(
            written,
            format!("`{name}` is `{value}`, not an address such as `https://www.example.com`"),
            help,
        );
    }

    /// A web address without a slash at its end, so that paths can be put behind it.
    pub(crate) fn address(&mut self, name: &str, written: Option<&At<String>>) -> String {
        let Some(written) = written else { return PLACEHOLDER_URL.to_owned() };
        if web_address(written.value()).is_none() {
            self.not_an_address(name, written);
            return PLACEHOLDER_URL.to_owned();
        }
        written.value().trim_end_matches('/').to_owned()
    }

    /// A file below `static/`, as a root-relative address, or an outside address.
    pub(crate) fn file(&mut self, name: &str, written: Option<&At<String>>) -> Option<Located<String>> {
        let written = written?;
        let value = written.value();
        let length = self.problems.length();
        if value.contains(':') || value.starts_with("//") {
            if web_address(value).is_none() {
                self.not_an_address(name, written);
                return None;
            }
            return Some(written.located(value.clone(), length));
        }
        let path = value.trim_start_matches('/');
        let is_path = !path.is_empty() && path.split('/').all(|segment| !matches!(segment, "" | "." | ".."));
        if !is_path {
            self.invalid(written, format!("`{name}` is `{value}`, not a path such as `/img/logo.svg`"), None);
            return None;
        }
        Some(written.located(format!("/{path}"), length))
    }
}
