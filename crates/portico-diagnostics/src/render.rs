//! Diagnostics as people read them (rustc's look) and as machines read them (one JSON object each).

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use crate::{Diagnostic, LineColumn, Place, Severity};

/// Whether rendered text carries terminal colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    Plain,
    Styled,
}

/// Renders one diagnostic for a terminal, with its source line. Ends with a line break.
///
/// Without `styled` the text has no escape codes and is complete: colour never carries meaning alone.
pub fn render_human(diagnostic: &Diagnostic, styled: bool) -> String {
    render(diagnostic, if styled { Colour::Styled } else { Colour::Plain })
}

fn render(diagnostic: &Diagnostic, colour: Colour) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.id());
    let primary = diagnostic.place.iter().map(|place| (place, AnnotationKind::Primary, None));
    let context = diagnostic
        .labels
        .iter()
        .map(|label| (&label.place, AnnotationKind::Context, Some(label.text.as_str())));
    let mut main = Group::with_title(title);
    for (place, kind, text) in primary.chain(context) {
        let mut annotation = kind.span(visible_range(place));
        if let Some(text) = text {
            annotation = annotation.label(text);
        }
        main =
            main.element(Snippet::source(place.file.text()).path(place.file.path()).annotation(annotation));
    }
    let mut groups = vec![main];
    if let Some(help) = &diagnostic.help {
        groups.push(Group::with_title(Level::HELP.secondary_title(help.as_str())));
    }
    let renderer = match colour {
        Colour::Plain => Renderer::plain(),
        Colour::Styled => Renderer::styled(),
    };
    let mut text = renderer.render(&groups);
    text.push('\n');
    text
}

/// Only the first line of a long span is shown: a whole unclosed block would bury the message.
fn visible_range(place: &Place) -> std::ops::Range<usize> {
    let text = place.file.text();
    let start = floor_boundary(text, place.span.start as usize);
    let end = floor_boundary(text, place.span.end as usize).max(start);
    let first_line = text[start..end].find('\n').map_or(end, |at| start + at);
    start..first_line
}

fn floor_boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    code: &'a str,
    severity: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: Option<JsonPlace<'a>>,
    labels: Vec<JsonLabel<'a>>,
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonPlace<'a> {
    path: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
struct JsonLabel<'a> {
    text: &'a str,
    #[serde(flatten)]
    place: JsonPlace<'a>,
}

/// Renders one diagnostic as a JSON object on a single line, without a line break.
///
/// Fields: `code`, `severity` (`error` or `warning`), `message`, `path`, `line`, `column`, `end_line`, `end_column`
/// (absent without a place), `labels`, `help`.
#[expect(clippy::missing_panics_doc, reason = "text and numbers always serialise")]
pub fn render_json(diagnostic: &Diagnostic) -> String {
    let json = JsonDiagnostic {
        code: diagnostic.code.id(),
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: &diagnostic.message,
        place: diagnostic.place.as_ref().map(json_place),
        labels: diagnostic
            .labels
            .iter()
            .map(|label| JsonLabel { text: &label.text, place: json_place(&label.place) })
            .collect(),
        help: diagnostic.help.as_deref(),
    };
    serde_json::to_string(&json).expect("a diagnostic holds only text and numbers")
}

fn json_place(place: &Place) -> JsonPlace<'_> {
    let LineColumn { line, column } = place.file.line_column(place.span.start);
    let end = place.file.line_column(place.span.end);
    JsonPlace { path: place.file.path(), line, column, end_line: end.line, end_column: end.column }
}

/// A closing line such as `2 errors, 1 warning`; `None` when there is nothing to report.
pub fn summarise(diagnostics: &[Diagnostic]) -> Option<String> {
    let count = |severity| diagnostics.iter().filter(|d| d.severity == severity).count();
    let mut text = String::new();
    for (n, word) in [(count(Severity::Error), "error"), (count(Severity::Warning), "warning")] {
        if n > 0 {
            let separator = if text.is_empty() { "" } else { ", " };
            let plural = if n == 1 { "" } else { "s" };
            write!(text, "{separator}{n} {word}{plural}").expect("writing to a string");
        }
    }
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, SourceFile, Span};

    fn broken_link() -> Diagnostic {
        let text = "---\ntitle: A\n---\nRead [the guide](/guides/instal/) first.\n";
        let file = SourceFile::new("content/quickstart.md", text);
        let start = text.find("/guides").expect("present");
        Diagnostic::new(Code::LinkBroken, "no page at `/guides/instal/`")
            .at(&file, Span::new(start, start + 15))
            .help("did you mean `/guides/install/`?")
    }

    #[test]
    fn says_where_what_and_how_to_mend_it() {
        insta::assert_snapshot!(render_human(&broken_link(), false), @r"
        error[link/broken]: no page at `/guides/instal/`
         --> content/quickstart.md:4:18
          |
        4 | Read [the guide](/guides/instal/) first.
          |                  ^^^^^^^^^^^^^^^
          |
        help: did you mean `/guides/install/`?
        ");
    }

    #[test]
    fn speaks_to_machines() {
        insta::assert_snapshot!(render_json(&broken_link()), @r#"{"code":"link/broken","severity":"error","message":"no page at `/guides/instal/`","path":"content/quickstart.md","line":4,"column":18,"end_line":4,"end_column":33,"labels":[],"help":"did you mean `/guides/install/`?"}"#);
    }

    #[test]
    fn sums_up() {
        let error = broken_link();
        let warning = error.clone().with_severity(Severity::Warning);
        assert_eq!(summarise(&[]), None);
        assert_eq!(summarise(std::slice::from_ref(&error)).as_deref(), Some("1 error"));
        assert_eq!(summarise(&[error.clone(), error, warning]).as_deref(), Some("2 errors, 1 warning"));
    }
}
