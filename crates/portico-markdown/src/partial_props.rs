//! Properties on which a partial and the page that includes it disagree.

use portico_diagnostics::{Code, Diagnostic, Span, nearest};
use serde_json::{Map, Value};

use crate::page::Region;
use crate::tag::Tag;

/// A place where code reads `props`.
#[derive(Debug, PartialEq, Eq)]
struct Read<'c> {
    /// The property; `None` if `props` is read as a whole.
    name: Option<&'c str>,
    /// Offset of `props`, and after the name.
    start: usize,
    end: usize,
}

/// Properties that say nothing to the partial.
const SILENT: &[&str] = &["key", "children"];

impl Region<'_, '_> {
    /// Reports properties in a tag that the partial never reads.
    pub(crate) fn report_unread_props(&mut self, path: &str, tag: &Tag) {
        // What the engine adds has the place of the tag or of its name.
        let is_written = |place: Span| place != tag.span && place != tag.name_span;
        let written = tag.attributes.iter().filter(|attribute| is_written(attribute.span));
        let given: Vec<_> = written.filter(|attribute| !attribute.name.is_empty()).collect();
        if given.is_empty() {
            return;
        }
        let Some(partial) = self.page.file(path) else { return };
        let reads: Vec<_> = reads(partial.text()).collect();
        if reads.iter().any(|read| read.name.is_none()) {
            return;
        }
        let is_read = |name: &str| reads.iter().any(|read| read.name == Some(name));
        for attribute in given {
            let name = attribute.name.as_str();
            if is_read(name) || SILENT.contains(&name) {
                continue;
            }
            let missing = reads.iter().filter_map(|read| read.name);
            let missing =
                missing.filter(|name| !tag.attributes.iter().any(|attribute| attribute.name == *name));
            let near =
                nearest(name, missing).and_then(|near| reads.iter().find(|read| read.name == Some(near)));
            let mut diagnostic = Diagnostic::new(
                Code::MarkdownPartialProperty,
                format!("`{path}` never reads `props.{name}`"),
            );
            diagnostic = match near {
                Some(read) => diagnostic
                    .label(&partial, Span::new(read.start, read.end), "it reads this, which is not given")
                    .help("give both the same name"),
                None => diagnostic.help(format!("remove it, or show it there with `{{props.{name}}}`")),
            };
            self.report(diagnostic, attribute.span);
        }
    }

    /// Reports properties that an expression of a partial reads and that are not given.
    pub(crate) fn report_missing_props(&mut self, code: &str, start: usize) {
        let Some(Value::Object(given)) = self.props.as_ref().filter(|_| !self.scope.contains_key("props"))
        else {
            return;
        };
        // What has something to fall back on may be missing.
        if code.contains("??") || code.contains("?.") {
            return;
        }
        let missing: Vec<_> = reads(code).filter(|read| is_missing(read, given)).collect();
        for read in missing {
            let name = read.name.unwrap_or_default();
            let message = format!("this partial is not given `{name}`");
            let help = format!(
                "add `{name}=\"…\"` where it is included, or write `props.{name} ?? \"\"` if it may be missing"
            );
            let diagnostic = Diagnostic::new(Code::MarkdownPartialProperty, message).help(help);
            self.report(diagnostic, Span::new(start + read.start, start + read.end));
        }
    }
}

fn is_missing(read: &Read<'_>, given: &Map<String, Value>) -> bool {
    let Some(name) = read.name else { return false };
    let has_near = || nearest(name, given.keys().map(String::as_str)).is_some();
    // A property that is nearly right is reported where it is given.
    !SILENT.contains(&name) && !given.contains_key(name) && !has_near()
}

/// Whether code is one property and nothing else. An attribute with such a value is left out if it is missing.
pub(crate) fn is_property(code: &str) -> bool {
    let code = code.trim();
    reads(code).next().is_some_and(|read| read.name.is_some() && read.start == 0 && read.end == code.len())
}

/// Where code reads `props`.
fn reads(code: &str) -> impl Iterator<Item = Read<'_>> {
    const PROPS: &str = "props";
    code.match_indices(PROPS).filter_map(move |(start, _)| {
        let is_in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        let before = &code[..start];
        let is_member = before.ends_with('.') && !before.ends_with("...");
        let rest = &code[start + PROPS.len()..];
        if is_member || before.ends_with(is_in_word) || rest.starts_with(is_in_word) {
            return None;
        }
        let member = rest.strip_prefix("?.").or_else(|| rest.strip_prefix('.'));
        let bracket = rest.strip_prefix('[').and_then(|rest| Some((rest, rest.chars().next()?)));
        let name = match (member, bracket) {
            (Some(rest), _) => {
                let length = rest.find(|c: char| !is_in_word(c)).unwrap_or(rest.len());
                Some(&rest[..length])
            }
            (None, Some((rest, quote @ ('"' | '\'')))) => rest[1..].split(quote).next(),
            _ => None,
        };
        let name = name.filter(|name| !name.is_empty());
        let end =
            name.map_or(start + PROPS.len(), |name| name.as_ptr().addr() - code.as_ptr().addr() + name.len());
        Some(Read { name, start, end })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_read() {
        let check = |code: &str, expected: &[Option<&str>]| {
            let found: Vec<_> = reads(code).map(|read| read.name).collect();
            assert_eq!(found, expected, "{code}");
        };
        check("{props.a} {props?.b ?? 'x'}", &[Some("a"), Some("b")]);
        check("{props[\"a b\"]} `${props.c}`", &[Some("a b"), Some("c")]);
        check("{...props} {props}", &[None, None]);
        check("myprops.a x.props.a properties propsy", &[]);
    }
}
