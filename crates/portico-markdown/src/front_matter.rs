//! The YAML block at the head of a file.

mod keys;
mod variables;
mod yaml;

use portico_diagnostics::{Code, Diagnostic, SourceFile, Span};
use portico_document::FrontMatter;

use keys::{Place, Reader};
use variables::{mask, restore};
use yaml::{entries, locate, tab_indentation, yaml_help};

/// Reads the front matter of a file. Variables in it stay as written; [`crate::parse`] puts their values in.
pub fn parse_front_matter(source: &SourceFile) -> (FrontMatter, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let (front_matter, _) = read(source, &mut diagnostics, &mut |name, _| format!("{{{{{name}}}}}"));
    (front_matter, diagnostics)
}

/// Gives the text of a variable; the span is the variable's own.
pub(crate) type Resolve<'a> = &'a mut dyn FnMut(&str, Span) -> String;

/// Reads the front matter and gives the offset at which the body starts.
pub(crate) fn read(
    source: &SourceFile,
    diagnostics: &mut Vec<Diagnostic>,
    resolve: Resolve<'_>,
) -> (FrontMatter, usize) {
    let text = source.text();
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let Some((yaml, end)) = block(text, start) else {
        if text[start..].lines().next().is_some_and(|line| line.trim_end() == "---")
            && text[start..].lines().nth(1).is_some_and(|line| line.contains(':'))
        {
            let fence = Span::new(start, start + 3);
            diagnostics.push(
                Diagnostic::new(Code::FrontMatterSyntax, "the front matter is not closed")
                    .at(source, fence)
                    .help("end it with a line of `---`"),
            );
        }
        report_misplaced(source, start, diagnostics);
        return (FrontMatter::default(), start);
    };
    let span = Span::new(start, end);
    let mut reader = Reader { source, diagnostics, result: FrontMatter { span, ..FrontMatter::default() } };
    let mask = mask(text, yaml);
    match entries(&mask.text) {
        Ok(entries) => {
            for (key, value) in entries.0 {
                let value_span = locate(&value.referenced, &mask);
                let key_span = locate(&key.referenced, &mask);
                let value = restore(value.value, &mask, resolve);
                reader.set(&key.value, value, Place { key: key_span, value: value_span });
            }
        }
        Err(error) => {
            let error = error.without_snippet();
            let place = error.location().map_or(span, |location| locate(&location, &mask));
            let place = tab_indentation(text, yaml).unwrap_or(place);
            let place = if place == Span::default() { Span::new(start, start + 3) } else { place };
            let message = error.to_string();
            // The place is shown anyway, and the library's own settings mean nothing to an author.
            let message = message.split(" at line ").next().unwrap_or_default();
            let message = message.split(", set ").next().unwrap_or_default().trim_end_matches([',', ':']);
            reader.diagnostics.push(
                Diagnostic::new(
                    Code::FrontMatterSyntax,
                    format!("the front matter is not valid YAML: {message}"),
                )
                .at(source, place)
                .help(yaml_help(message)),
            );
        }
    }
    let mut result = reader.result;
    if let (Some(min), Some(max)) = (result.toc_min_heading_level, result.toc_max_heading_level)
        && min > max
    {
        diagnostics.push(
            Diagnostic::new(
                Code::FrontMatterInvalidValue,
                format!(
                    "`toc_min_heading_level` is {min}, which is more than `toc_max_heading_level`, {max}"
                ),
            )
            .at(source, span),
        );
        result.toc_max_heading_level = result.toc_min_heading_level;
    }
    (result, end)
}

/// Reports front matter that is none: not on the first line, or between other marks than those of YAML.
fn report_misplaced(source: &SourceFile, start: usize, diagnostics: &mut Vec<Diagnostic>) {
    let text = &source.text()[start..];
    let begins = text.trim_start();
    if !begins.starts_with(['-', '+']) {
        return;
    }
    let mut lines = begins.lines();
    let (mark, first) = (lines.next().unwrap_or_default().trim_end(), lines.next().unwrap_or_default());
    let is_mark = mark.len() >= 3 && (mark == "+++" || mark.bytes().all(|byte| byte == b'-'));
    let key = first.split([':', '=']).next().unwrap_or_default().trim_end();
    let is_entry = key.len() < first.len()
        && !key.is_empty()
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if !is_mark || !is_entry || !lines.any(|line| line.trim_end() == mark) {
        return;
    }
    let (message, help) = match mark {
        "+++" => ("front matter is YAML here, not TOML", "write `key: value` between two lines of `---`"),
        "---" => ("front matter begins on the first line of the file", "remove the empty lines before it"),
        _ => ("front matter stands between lines of three hyphens", "write `---` before and after it"),
    };
    let at = start + (text.len() - begins.len());
    let span = Span::new(at, at + mark.len());
    diagnostics.push(Diagnostic::new(Code::FrontMatterSyntax, message).at(source, span).help(help));
}

/// The YAML between the fences, and the offset of the line after the closing one.
fn block(text: &str, start: usize) -> Option<(Span, usize)> {
    let mut at = start;
    let mut yaml_start = None;
    for line in text[start..].split_inclusive('\n') {
        let is_fence = line.trim_end() == "---";
        match yaml_start {
            None if is_fence => yaml_start = Some(at + line.len()),
            None => return None,
            Some(from) if is_fence => return Some((Span::new(from, at), at + line.len())),
            Some(_) => {}
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use portico_document::{DisplayedSidebar, PageLayout, Pagination};

    use super::*;

    fn read_text(text: &str) -> (FrontMatter, Vec<String>) {
        let source = SourceFile::new("content/a.md", text);
        let (front_matter, diagnostics) = parse_front_matter(&source);
        let messages = diagnostics
            .iter()
            .map(|d| {
                let slice = d.place.as_ref().map(|place| source.slice(place.span).to_owned());
                format!("{}: {} @ {}", d.code, d.message, slice.unwrap_or_default())
            })
            .collect();
        (front_matter, messages)
    }

    fn check(yaml: &str, errors: &[&str]) -> FrontMatter {
        let (front_matter, messages) = read_text(&format!("---\n{yaml}\n---\nbody\n"));
        assert_eq!(messages, errors, "{yaml}");
        front_matter
    }

    #[test]
    fn reads_every_key() {
        let found = check(
            "id: a\nslug: /x\ntitle: 2.10\ndescription: on\nkeywords: [a, 1]\nimage: ./a.png\nlayout: home\n\
             hide_title: true\ntoc_min_heading_level: 2\ntoc_max_heading_level: 4\nsidebar_position: 1.5\n\
             displayed_sidebar: null\npagination_next: null\npagination_prev: b\ncustom_edit_url: null\n\
             draft: false\nunlisted: true\nlast_update: {date: 2026-11-20, author: Ann}\nother_key: [1]",
            &[],
        );
        assert_eq!(found.title.as_deref(), Some("2.10"));
        assert_eq!(found.description.as_deref(), Some("on"));
        assert_eq!(found.keywords, ["a", "1"]);
        assert_eq!(found.layout, PageLayout::Home);
        assert_eq!(found.sidebar_position, Some(1.5));
        assert_eq!(found.displayed_sidebar, DisplayedSidebar::Hidden);
        assert_eq!(found.pagination_next, Pagination::Hidden);
        assert_eq!(found.pagination_prev, Pagination::Page("b".to_owned()));
        assert_eq!(found.custom_edit_url, Some(None));
        assert_eq!(found.last_update, Some((Some("2026-11-20".to_owned()), Some("Ann".to_owned()))));
        assert!(found.hide_title && found.is_unlisted && !found.is_draft);
        assert_eq!(found.other.get("other_key"), Some(&serde_json::json!([1])));
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        check(
            "hide_title: yes",
            &["front-matter/invalid-value: `hide_title` is text, not `true` or `false` @ yes"],
        );
        check("title: [a]", &["front-matter/invalid-value: `title` is a list, not text @ [a]"]);
        check("layout: hone", &["front-matter/invalid-value: no layout `hone` @ hone"]);
        check(
            "toc_max_heading_level: 9",
            &[
                "front-matter/invalid-value: `toc_max_heading_level` is a number, not a heading level from 2 to 6 @ 9",
            ],
        );
        check(
            "a: 1\na: 2",
            &["front-matter/syntax: the front matter is not valid YAML: duplicate mapping key: a @ a"],
        );
    }

    #[test]
    fn front_matter_that_is_none_is_told() {
        for (text, expected) in [
            ("\n\n---\ntitle: a\n---\n", "front matter begins on the first line of the file @ ---"),
            ("----\ntitle: a\n----\n", "front matter stands between lines of three hyphens @ ----"),
            ("+++\ntitle = 'a'\n+++\n", "front matter is YAML here, not TOML @ +++"),
        ] {
            assert_eq!(read_text(text).1, [format!("front-matter/syntax: {expected}")], "{text}");
        }
        for text in ["\n---\na b: c\n---\n", "- a: b\n- c\n", "--- \n\ntitle: x\n---\n", "\n---\ntitle: x\n"]
        {
            assert_eq!(read_text(text).1, Vec::<String>::new(), "{text}");
        }
        assert_eq!(read_text("---\na: b\n\tc: d\n---\n").1.len(), 1, "a tab that indents is told of");
    }

    #[test]
    fn an_error_at_a_point_covers_a_whole_character() {
        let text = "---\n<Tabs>[^1]: n\né---\ntitle: x\n---\n";
        let (_, diagnostics) = parse_front_matter(&SourceFile::new("content/a.md", text));
        let place = diagnostics[0].place.as_ref().expect("a place");
        assert_eq!(text.get(place.span.range()), Some("é"));
    }

    #[test]
    fn keeps_variables_for_later() {
        let found = check("title: {{provider.name}} docs\ndescription: 'a \\{{b}}'", &[]);
        assert_eq!(found.title.as_deref(), Some("{{provider.name}} docs"));
        assert_eq!(found.description.as_deref(), Some("a {{b}}"));
    }

    #[test]
    fn knows_where_the_block_ends() {
        assert_eq!(read_text("---\na: 1\n---\nx").0.span, Span::new(0, 13));
        assert_eq!(read_text("x\n---\na: 1\n---\n").0.span, Span::default());
        assert_eq!(read_text("---\n---\n").1, Vec::<String>::new());
        assert_eq!(read_text("---\n\ntext").1, Vec::<String>::new());
        assert_eq!(
            read_text("---\ntitle: a\n").1,
            ["front-matter/syntax: the front matter is not closed @ ---"]
        );
    }
}
