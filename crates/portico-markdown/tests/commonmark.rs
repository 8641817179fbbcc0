//! The examples of the `CommonMark` specification and of GitHub's extensions to it, where the parser's crate brings them along.
//!
//! Our tree is written as HTML in the specification's own way and compared. Examples in which we mean to differ are
//! named with the reason.

#![allow(clippy::unwrap_used, reason = "writing to a string cannot fail")]

mod common;

use std::fmt::Write as _;
use std::path::PathBuf;

use common::parse_text;
use portico_document::{Node, NodeKind, TableCell, plain_text};

/// Examples whose result we mean to be another.
const DIFFERENT: &[(&str, &[u64])] = &[
    ("the parser's copy of the specification lacks a no-break space", &[25]),
    (
        "broken tags at the start of an HTML block are text, so that they cannot swallow the page",
        &[156, 157, 158],
    ),
    ("a capitalised tag is a component", &[163]),
    ("the parser's copy of the specification lacks a no-break space here too", &[353, 507]),
    ("bare addresses are links, as on GitHub", &[602, 606, 608, 611, 612]),
    ("elements that end with a slash are closed properly", &[614, 615, 616, 617]),
];

#[test]
#[expect(clippy::disallowed_methods, reason = "the examples stand in a file of a dependency")]
fn examples_of_the_specification() {
    let path = spec().expect("cargo unpacks the parser's sources, which hold the examples");
    let text = std::fs::read_to_string(path).expect("a readable file");
    let examples: Vec<serde_json::Value> = serde_json::from_str(&text).expect("a list of examples");
    let mut failures = Vec::new();
    for example in &examples {
        let number = example["example"].as_u64().unwrap();
        let (markdown, html) = (example["markdown"].as_str().unwrap(), example["html"].as_str().unwrap());
        // Without a title a leading heading would become it and leave the body.
        let (document, _) = parse_text(&format!("---\ntitle: Some title\n---\n\n{markdown}"));
        let mut found = String::new();
        let nodes = document.body.nodes();
        let body: Vec<&Node> = nodes.iter().collect();
        blocks(&body, &mut found);
        if normal(&found) != normal(html) {
            failures.push((number, markdown.to_owned(), html.to_owned(), found));
        }
    }
    let expected: Vec<u64> = DIFFERENT.iter().flat_map(|(_, numbers)| numbers.iter().copied()).collect();
    for (number, markdown, html, found) in &failures {
        if !expected.contains(number) {
            println!("--- {number}\n{markdown}\n--- expected\n{html}\n--- found\n{found}");
        }
    }
    let numbers: Vec<u64> = failures.iter().map(|failure| failure.0).collect();
    println!("CommonMark: {} of {} examples", examples.len() - numbers.len(), examples.len());
    assert_eq!(numbers, expected, "{} of {} examples", examples.len() - numbers.len(), examples.len());
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the examples stand in files of a dependency")]
fn examples_of_github() {
    let folder = sources().expect("cargo unpacks the parser's sources").join("third_party/GitHub");
    let mut failures = Vec::new();
    let mut n_examples = 0;
    for name in ["gfm_autolink.txt", "gfm_strikethrough.txt", "gfm_table.txt", "gfm_tasklist.txt"] {
        let text = std::fs::read_to_string(folder.join(name)).expect("a readable file");
        for (at, (markdown, html)) in github_examples(&text).into_iter().enumerate() {
            n_examples += 1;
            let (document, _) = parse_text(&format!("---\ntitle: Some title\n---\n\n{markdown}"));
            let mut found = String::new();
            let nodes = document.body.nodes();
            let body: Vec<&Node> = nodes.iter().collect();
            blocks(&body, &mut found);
            if normal(&found) != normal(&html) {
                failures.push(((name, at + 1), markdown, html, found));
            }
        }
    }
    assert!(n_examples > 20, "only {n_examples} examples");
    for (place, markdown, html, found) in &failures {
        println!("--- {place:?}\n{markdown}\n--- expected\n{html}\n--- found\n{found}");
    }
    println!("GitHub: {} of {n_examples} examples", n_examples - failures.len());
    assert!(failures.is_empty(), "{} of {n_examples} examples differ", failures.len());
}

/// The examples of a text in the specification's form: a fence of 32 backticks, the Markdown, a full stop, the HTML.
fn github_examples(text: &str) -> Vec<(String, String)> {
    let fence = "`".repeat(32);
    let mut examples = Vec::new();
    let mut open: Option<(String, Option<String>)> = None;
    for line in text.split_inclusive('\n') {
        match &mut open {
            None if line.starts_with(&fence) && line.contains("example") => {
                open = Some((String::new(), None));
            }
            None => {}
            Some((markdown, html)) if line.starts_with(&fence) => {
                examples.push((std::mem::take(markdown), html.take().unwrap_or_default()));
                open = None;
            }
            Some((_, html @ None)) if line.trim_end() == "." => *html = Some(String::new()),
            Some((markdown, html)) => {
                html.as_mut().unwrap_or(markdown).push_str(&line.replace('\u{2192}', "\t"));
            }
        }
    }
    examples
}

/// The specification, in the sources of the parser, if they are on this machine.
fn spec() -> Option<PathBuf> {
    sources().map(|sources| sources.join("third_party/CommonMark/spec.json")).filter(|path| path.exists())
}

/// The sources of the parser, if they are on this machine.
#[expect(clippy::disallowed_methods, reason = "the sources of dependencies stand in cargo's home")]
fn sources() -> Option<PathBuf> {
    let home = std::env::var("CARGO_HOME").ok().map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var("HOME").ok()?).join(".cargo")))?;
    let registries = std::fs::read_dir(home.join("registry/src")).ok()?;
    registries
        .flatten()
        .map(|entry| entry.path().join("satteri-pulldown-cmark-0.6.6"))
        .find(|path| path.exists())
}

/// White space between tags says nothing, and empty elements may end with a slash.
fn normal(html: &str) -> String {
    let html = without_comments(html).replace(" />", ">").replace("/>", ">").replace("DIV", "div");
    let html = html.replace(" CLASS=", " class=").replace('\n', " ");
    let html = html.replace(" disabled=\"\"", " disabled").replace(" checked=\"\"", " checked");
    let html = html.replace(" class=\"contains-task-list\"", "").replace(" class=\"task-list-item\"", "");
    let html = html.replace(" checked disabled", " disabled checked");
    let html = ["left", "center", "right"].iter().fold(html, |html, side| {
        html.replace(&format!(" style=\"text-align: {side}\""), &format!(" align=\"{side}\""))
    });
    let mut out = String::new();
    for word in html.split(' ').filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.replace("> <", "><").replace("> ", ">").replace(" <", "<")
}

/// Comments are dropped.
fn without_comments(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(at) = rest.find("<!--") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let short = ["<!-->", "<!--->"].into_iter().find(|short| rest.starts_with(short)).map(str::len);
        let end = short.or_else(|| rest.find("-->").map(|end| end + 3)).unwrap_or(rest.len());
        rest = &rest[end..];
    }
    out + rest
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn url(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'&' => out.push_str("&amp;"),
            b'"' | b'\\' | b'[' | b']' | b'`' | b' ' | b'<' | b'>' | 0x80.. => {
                write!(out, "%{byte:02X}").unwrap();
            }
            _ => out.push(char::from(byte)),
        }
    }
    out
}

fn blocks(nodes: &[&Node], out: &mut String) {
    for node in nodes {
        match &node.kind {
            NodeKind::Paragraph(children) => {
                writeln!(out, "<p>{}</p>", inlines(children)).unwrap();
            }
            NodeKind::Heading { level, children, .. } => {
                writeln!(out, "<h{level}>{}</h{level}>", inlines(children)).unwrap();
            }
            NodeKind::Quote(children) => wrap("blockquote", children, out),
            NodeKind::List(list) => {
                let (open, close) = match list.start {
                    Some(1) => ("<ol>".to_owned(), "</ol>"),
                    Some(start) => (format!("<ol start=\"{start}\">"), "</ol>"),
                    None => ("<ul>".to_owned(), "</ul>"),
                };
                out.push_str(&open);
                for item in &list.items {
                    out.push_str("<li>");
                    if let Some(is_checked) = item.is_checked {
                        let checked = if is_checked { " checked" } else { "" };
                        write!(out, "<input type=\"checkbox\" disabled{checked}> ").unwrap();
                    }
                    for child in &item.children {
                        match &child.kind {
                            NodeKind::Paragraph(children) if list.is_tight => {
                                writeln!(out, "{}", inlines(children)).unwrap();
                            }
                            _ => blocks(&[child], out),
                        }
                    }
                    out.push_str("</li>");
                }
                out.push_str(close);
            }
            NodeKind::Code(code) => {
                let class = if code.language.is_empty() {
                    String::new()
                } else {
                    format!(" class=\"language-{}\"", escape(&code.language))
                };
                let text = code.text();
                let end = if text.is_empty() && code.lines.len() < 2 { "" } else { "\n" };
                writeln!(out, "<pre><code{class}>{}{end}</code></pre>", escape(&text)).unwrap();
            }
            NodeKind::ThematicBreak => out.push_str("<hr>\n"),
            NodeKind::Table(table) => {
                out.push_str("<table><thead>");
                row("th", &table.head, out);
                out.push_str("</thead>");
                if !table.rows.is_empty() {
                    out.push_str("<tbody>");
                    table.rows.iter().for_each(|cells| row("td", cells, out));
                    out.push_str("</tbody>");
                }
                out.push_str("</table>\n");
            }
            _ => out.push_str(&inlines(std::slice::from_ref(*node))),
        }
    }
}

fn row(tag: &str, cells: &[TableCell], out: &mut String) {
    out.push_str("<tr>");
    for cell in cells {
        let align = cell.align.map(|align| format!(" align=\"{align}\"")).unwrap_or_default();
        writeln!(out, "<{tag}{align}>{}</{tag}>", inlines(&cell.children)).unwrap();
    }
    out.push_str("</tr>\n");
}

fn wrap(tag: &str, children: &[Node], out: &mut String) {
    writeln!(out, "<{tag}>").unwrap();
    blocks(&children.iter().collect::<Vec<_>>(), out);
    writeln!(out, "</{tag}>").unwrap();
}

fn inlines(nodes: &[Node]) -> String {
    let mut out = String::new();
    for node in nodes {
        match &node.kind {
            NodeKind::Text(text) => out.push_str(&escape(text)),
            NodeKind::Emphasis(children) => write!(out, "<em>{}</em>", inlines(children)).unwrap(),
            NodeKind::Strong(children) => write!(out, "<strong>{}</strong>", inlines(children)).unwrap(),
            NodeKind::Strikethrough(children) => write!(out, "<del>{}</del>", inlines(children)).unwrap(),
            NodeKind::InlineCode(code) => write!(out, "<code>{}</code>", escape(code)).unwrap(),
            NodeKind::Link(link) => {
                let title = link.title.as_ref().map(|title| format!(" title=\"{}\"", escape(title)));
                let title = title.unwrap_or_default();
                write!(out, "<a href=\"{}\"{title}>{}</a>", url(&link.href), inlines(&link.children))
                    .unwrap();
            }
            NodeKind::Image(image) => {
                let title = image.title.as_ref().map(|title| format!(" title=\"{}\"", escape(title)));
                let title = title.unwrap_or_default();
                write!(out, "<img src=\"{}\" alt=\"{}\"{title}>", url(&image.src), escape(&image.alt))
                    .unwrap();
            }
            NodeKind::Html(html) => out.push_str(html),
            NodeKind::LineBreak => out.push_str("<br>\n"),
            NodeKind::Element { tag, attributes, children } => {
                write!(out, "<{tag}").unwrap();
                for attribute in attributes {
                    write!(out, " {}", attribute.name).unwrap();
                    if let Some(value) = &attribute.value {
                        write!(out, "=\"{}\"", escape(value)).unwrap();
                    }
                }
                out.push('>');
                if !matches!(tag.as_str(), "br" | "img" | "hr") {
                    let children: Vec<&Node> = children.iter().collect();
                    blocks(&children, &mut out);
                    write!(out, "</{tag}>").unwrap();
                }
            }
            other => write!(out, "{other:?} {}", plain_text(nodes)).unwrap(),
        }
    }
    out
}
