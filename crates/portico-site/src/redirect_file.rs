//! `redirects.toml` as written: `[[redirect]]` tables with `from` (one path or a list) and `to`.

use std::ops::Range;

use percent_encoding::percent_decode_str;
use portico_config::parse_toml;
use portico_diagnostics::{Code, Diagnostic, SourceFile, Span, nearest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::route_key;
use crate::sidebar_file::to_span;

/// One old path and where it leads, as written.
#[derive(Clone, Debug)]
pub(crate) struct WrittenRedirect {
    pub(crate) from: String,
    pub(crate) from_span: Span,
    pub(crate) old: OldPath,
    /// `None` if it was reported: what is wrong with the old path is told all the same.
    pub(crate) target: Option<WrittenTarget>,
}

/// Where a redirect leads, as written.
#[derive(Clone, Debug)]
pub(crate) struct WrittenTarget {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// The paths that a redirect stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum OldPath {
    /// One path, by its key.
    Exact(String),
    /// Everything below a path, by its key; not the path itself.
    Below(String),
}

impl OldPath {
    /// Whether a key is among the paths; for those below a path, the length of that path decides between redirects.
    pub(crate) fn covers(&self, key: &str) -> bool {
        match self {
            Self::Exact(own) => own == key,
            Self::Below(own) => {
                let prefix = own.trim_end_matches('/');
                key.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('/') && rest.len() > 1)
            }
        }
    }

    /// Reads an old path, `*` at its end included.
    pub(crate) fn parse(text: &str) -> Self {
        let decoded = percent_decode_str(text).decode_utf8_lossy().into_owned();
        match decoded.strip_suffix("/*") {
            Some(folder) => Self::Below(route_key(&format!("{folder}/")).to_owned()),
            None => Self::Exact(route_key(&decoded).to_owned()),
        }
    }
}

/// Reads the file: redirects in the order they are written. What is wrong is reported and left out.
///
/// Of a file that is not valid TOML, what could be read counts, so that links to old paths are not wrong as well; what
/// is missing from it is no mistake then.
pub(crate) fn read(file: &SourceFile, diagnostics: &mut Vec<Diagnostic>) -> Vec<WrittenRedirect> {
    let (table, mut problems) = parse_toml(file, Code::RedirectSyntax);
    if !problems.is_empty() {
        let found = read_table(file, table.get_ref(), &mut Vec::new());
        diagnostics.append(&mut problems);
        return found;
    }
    read_table(file, table.get_ref(), diagnostics)
}

fn read_table(
    file: &SourceFile,
    table: &DeTable<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<WrittenRedirect> {
    let mut reader = Reader { file, diagnostics, found: Vec::new() };
    for (key, value) in table {
        if key.get_ref() != "redirect" {
            reader.report(
                &key.span(),
                format!("no key of this file has the name `{}`", key.get_ref()),
                Some("start each redirect with `[[redirect]]`".to_owned()),
            );
        } else if let DeValue::Array(items) = value.get_ref() {
            items.iter().for_each(|item| reader.item(item));
        } else {
            let help = "write `[[redirect]]`, in double brackets".to_owned();
            reader.report(&key.span(), "`redirect` is not a list", Some(help));
        }
    }
    reader.found
}

struct Reader<'a> {
    file: &'a SourceFile,
    diagnostics: &'a mut Vec<Diagnostic>,
    found: Vec<WrittenRedirect>,
}

impl Reader<'_> {
    fn report(&mut self, range: &Range<usize>, message: impl Into<String>, help: Option<String>) {
        let diagnostic =
            Diagnostic::new(Code::RedirectSyntax, message).at(self.file, to_span(range)).maybe_help(help);
        self.diagnostics.push(diagnostic);
    }

    fn item(&mut self, item: &Spanned<DeValue<'_>>) {
        let Some(table) = item.get_ref().as_table() else {
            self.report(&item.span(), "the redirect is not a table with `from` and `to`", None);
            return;
        };
        for key in table.keys().filter(|key| !["from", "to"].contains(&key.get_ref().as_ref())) {
            let help = nearest(key.get_ref(), ["from", "to"]).map(|near| format!("did you mean `{near}`?"));
            self.report(&key.span(), format!("no key of a redirect has the name `{}`", key.get_ref()), help);
        }
        let target = self.target(table, &item.span());
        let olds = self.old_paths(table, &item.span());
        self.found.extend(olds.into_iter().map(|(from, from_span)| WrittenRedirect {
            old: OldPath::parse(&from),
            from,
            from_span,
            target: target.clone(),
        }));
    }

    fn missing(&mut self, table: &DeTable<'_>, range: &Range<usize>, key: &str) {
        // A misspelt key has its own message.
        let is_misspelt = table.keys().any(|other| nearest(other.get_ref(), ["from", "to"]) == Some(key));
        if !is_misspelt {
            self.report(range, format!("the redirect has no `{key}`"), Some(format!("add `{key} = \"/…\"`")));
        }
    }

    fn target(&mut self, table: &DeTable<'_>, range: &Range<usize>) -> Option<WrittenTarget> {
        let Some(value) = table.get("to") else {
            self.missing(table, range, "to");
            return None;
        };
        let Some(to) = value.get_ref().as_str() else {
            self.report(&value.span(), "`to` is not text in quotes", None);
            return None;
        };
        let is_route = to.starts_with('/') && !to.starts_with("//");
        let is_web = ["https://", "http://"]
            .iter()
            .any(|scheme| to.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty()));
        if !(is_route || is_web) || to.contains(char::is_whitespace) {
            let help = "write a route (`/quickstart/`) or an address (`https://www.example.com`)".to_owned();
            self.report(&value.span(), format!("`to` is `{to}`, neither a route nor an address"), Some(help));
            return None;
        }
        Some(WrittenTarget { text: to.to_owned(), span: to_span(&value.span()) })
    }

    fn old_paths(&mut self, table: &DeTable<'_>, range: &Range<usize>) -> Vec<(String, Span)> {
        let Some(value) = table.get("from") else {
            self.missing(table, range, "from");
            return Vec::new();
        };
        let values: Vec<&Spanned<DeValue<'_>>> = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => vec![value],
        };
        if values.is_empty() {
            self.report(&value.span(), "`from` is an empty list", None);
        }
        values.into_iter().filter_map(|value| self.old_path(value)).collect()
    }

    fn old_path(&mut self, value: &Spanned<DeValue<'_>>) -> Option<(String, Span)> {
        let range = value.span();
        let Some(from) = value.get_ref().as_str() else {
            self.report(&range, "`from` is neither text in quotes nor a list of it", None);
            return None;
        };
        let problem = if !from.starts_with('/') || from.starts_with("//") {
            Some("is not a path from the root")
        } else if from.contains(['?', '#']) {
            Some("has a query or a fragment, which redirects do not look at")
        } else if from.contains(|character: char| character.is_whitespace() || character.is_control()) {
            Some("has a space; write `%20`")
        } else if from.strip_suffix("/*").unwrap_or(from).contains('*') {
            Some("has a `*` that does not stand as `/*` at the end")
        } else if from.contains("//") {
            Some("has an empty segment")
        } else {
            None
        };
        if let Some(problem) = problem {
            let is_bare = !from.starts_with('/') && !from.contains(':') && !from.is_empty();
            let help = is_bare.then(|| format!("did you mean `/{from}`?"));
            self.report(&range, format!("the old path `{from}` {problem}"), help);
            return None;
        }
        Some((from.to_owned(), to_span(&range)))
    }
}
