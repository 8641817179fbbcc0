//! Parsing for tests, and trees as short text.

#![allow(dead_code, reason = "each test file uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use portico_diagnostics::{Diagnostic, SourceFile};
use portico_document::{Document, Node, NodeKind, TableCell};
use portico_markdown::{Alias, Component, Components, CustomFence, Files, ParseInput, parse};

/// Files of a site, in memory.
#[derive(Default)]
pub(crate) struct Memory(pub(crate) BTreeMap<String, String>);

impl Memory {
    pub(crate) fn of(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect())
    }
}

impl Files for Memory {
    fn file(&self, path: &str) -> Option<SourceFile> {
        self.0.get(path).map(|text| SourceFile::new(path, text.as_str()))
    }
}

pub(crate) fn variables() -> BTreeMap<String, String> {
    [("provider.name", "Acme"), ("provider.url", "https://acme.example"), ("custom.key", "k_1")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// The built-in components, and some of a site.
pub(crate) fn components() -> Components {
    let mut components = Components::built_in();
    components.register("Video", Component::template("components/Video.mdx"));
    components.register(
        "Explanation",
        Component::alias(Alias {
            of: "Details".to_owned(),
            renamed: [("title".to_owned(), "summary".to_owned())].into(),
            fixed: [("open".to_owned(), true.into())].into_iter().collect(),
        }),
    );
    components
        .register_fence("Player", CustomFence { language: "jsx".into(), component: Some("Video".into()) });
    components.register_fence("console", CustomFence { language: "sh".into(), component: None });
    components
}

pub(crate) fn parse_file(path: &str, text: &str, files: &[(&str, &str)]) -> (Document, Vec<Diagnostic>) {
    let source = SourceFile::new(path, text);
    let memory = Memory::of(files);
    let components = components();
    let variables = variables();
    parse(&ParseInput {
        source: &source,
        id: "page",
        variables: &variables,
        files: &memory,
        components: &components,
        has_math: false,
    })
}

pub(crate) fn parse_text(text: &str) -> (Document, Vec<Diagnostic>) {
    parse_file("content/page.md", text, &[])
}

/// The body as a compact tree, then the diagnostics as `code @ slice: message (help)`.
pub(crate) fn dump_with(path: &str, text: &str, files: &[(&str, &str)]) -> String {
    let (document, diagnostics) = parse_file(path, text, files);
    let mut out = dump(&document.body.nodes());
    for diagnostic in diagnostics {
        let place = diagnostic.place.as_ref().unwrap();
        let slice = place.file.slice(place.span).replace('\n', "⏎");
        let help = diagnostic.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
        writeln!(out, "! {} @ {slice:?}: {}{help}", diagnostic.code, diagnostic.message).unwrap();
    }
    out
}

pub(crate) fn dump(nodes: &[Node]) -> String {
    let mut out = String::new();
    for node in nodes {
        block(node, 0, &mut out);
    }
    out
}

fn block(node: &Node, depth: usize, out: &mut String) {
    let pad = "  ".repeat(depth);
    let children =
        |nodes: &[Node], out: &mut String| nodes.iter().for_each(|node| block(node, depth + 1, out));
    match &node.kind {
        NodeKind::Paragraph(nodes) => writeln!(out, "{pad}p: {}", inline(nodes)).unwrap(),
        NodeKind::Heading { level, id, children } => {
            writeln!(out, "{pad}h{level} #{id}: {}", inline(children)).unwrap();
        }
        NodeKind::Quote(nodes) => {
            writeln!(out, "{pad}quote").unwrap();
            children(nodes, out);
        }
        NodeKind::List(list) => {
            let start = list.start.map(|start| format!(" {start}.")).unwrap_or_default();
            writeln!(out, "{pad}list{start}{}", if list.is_tight { "" } else { " loose" }).unwrap();
            for item in &list.items {
                let checked = match item.is_checked {
                    Some(true) => " [x]",
                    Some(false) => " [ ]",
                    None => "",
                };
                writeln!(out, "{pad}-{checked}").unwrap();
                children(&item.children, out);
            }
        }
        NodeKind::Code(code) => {
            let title = code.title.as_ref().map(|title| format!(" title={title:?}")).unwrap_or_default();
            let number = code.first_line_number.map(|first| format!(" from={first}")).unwrap_or_default();
            let meta = if code.meta.is_empty() { String::new() } else { format!(" meta={:?}", code.meta) };
            writeln!(out, "{pad}code {}{title}{number}{meta}", code.language).unwrap();
            for line in &code.lines {
                let mark = match line.mark {
                    Some(portico_document::LineMark::Highlighted) => '*',
                    Some(portico_document::LineMark::Added) => '+',
                    Some(portico_document::LineMark::Removed) => '-',
                    None => '|',
                };
                writeln!(out, "{pad}  {mark}{}", line.text).unwrap();
            }
        }
        NodeKind::Table(table) => {
            let row = |cells: &[TableCell]| {
                let cells: Vec<_> = cells
                    .iter()
                    .map(|cell| {
                        format!("{}{}", inline(&cell.children), cell.align.map_or("", |align| &align[..1]))
                    })
                    .collect();
                cells.join(" | ")
            };
            writeln!(out, "{pad}table {}", row(&table.head)).unwrap();
            for (index, cells) in table.rows.iter().enumerate() {
                let id = table
                    .row_ids
                    .get(index)
                    .cloned()
                    .flatten()
                    .map(|id| format!("#{id} "))
                    .unwrap_or_default();
                writeln!(out, "{pad}  {id}{}", row(cells)).unwrap();
            }
        }
        NodeKind::Admonition { kind, title, children: nodes } => {
            let title = title.as_ref().map(|title| format!(": {}", inline(title))).unwrap_or_default();
            writeln!(out, "{pad}{}{title}", kind.name()).unwrap();
            children(nodes, out);
        }
        NodeKind::Component(component) => {
            let props = serde_json::Value::Object(component.props.clone());
            writeln!(out, "{pad}<{} {props}>", component.name).unwrap();
            children(&component.children, out);
        }
        NodeKind::Element { tag, attributes, children: nodes } => {
            let attributes: Vec<_> = attributes
                .iter()
                .map(|a| a.value.as_ref().map_or(a.name.clone(), |value| format!("{}={value:?}", a.name)))
                .collect();
            writeln!(
                out,
                "{pad}<{tag}{}{}>",
                if attributes.is_empty() { "" } else { " " },
                attributes.join(" ")
            )
            .unwrap();
            children(nodes, out);
        }
        NodeKind::FootnoteDefinition { label, children: nodes } => {
            writeln!(out, "{pad}footnote {label}").unwrap();
            children(nodes, out);
        }
        NodeKind::Diagram { notation, source } => {
            writeln!(out, "{pad}diagram {notation} {source:?}").unwrap();
        }
        NodeKind::ThematicBreak => writeln!(out, "{pad}rule").unwrap(),
        _ => writeln!(out, "{pad}{}", inline(std::slice::from_ref(node))).unwrap(),
    }
}

/// Inline content on one line; adjacent pieces are separated by `·`.
fn inline(nodes: &[Node]) -> String {
    let pieces: Vec<String> = nodes
        .iter()
        .map(|node| match &node.kind {
            NodeKind::Text(text) => text.replace('\n', "⏎"),
            NodeKind::Emphasis(nodes) => format!("*{}*", inline(nodes)),
            NodeKind::Strong(nodes) => format!("**{}**", inline(nodes)),
            NodeKind::Strikethrough(nodes) => format!("~{}~", inline(nodes)),
            NodeKind::InlineCode(code) => format!("`{code}`"),
            NodeKind::Link(link) => {
                let title = link.title.as_ref().map(|title| format!(" {title:?}")).unwrap_or_default();
                format!("[{}]({}{title})", inline(&link.children), link.href)
            }
            NodeKind::Image(image) => {
                let title = image.title.as_ref().map(|title| format!(" {title:?}")).unwrap_or_default();
                format!("![{}]({}{title})", image.alt, image.src)
            }
            NodeKind::Html(html) => format!("html({})", html.replace('\n', "⏎")),
            NodeKind::LineBreak => "⏎⏎".to_owned(),
            NodeKind::FootnoteReference { label } => format!("[^{label}]"),
            NodeKind::Math(formula) => {
                format!("{}{}", if formula.is_block { "$$" } else { "$" }, formula.source)
            }
            NodeKind::Element { tag, attributes, children } => {
                let attributes: String = attributes
                    .iter()
                    .map(|a| {
                        a.value
                            .as_ref()
                            .map_or(format!(" {}", a.name), |value| format!(" {}={value:?}", a.name))
                    })
                    .collect();
                format!("<{tag}{attributes}>{}</>", inline(children))
            }
            NodeKind::Component(component) => {
                let props = serde_json::Value::Object(component.props.clone());
                let mark = if component.is_inline { "" } else { "!" };
                format!("<{}{mark} {props}>{}</>", component.name, inline(&component.children))
            }
            NodeKind::Paragraph(nodes) => format!("p({})", inline(nodes)),
            other => format!("?{other:?}"),
        })
        .collect();
    pieces.join("·")
}

/// Compares what is said of a page at that path with what should be, in the order of its places.
#[track_caller]
pub(crate) fn check_in(path: &str, text: &str, expected: &[&str]) {
    let found = dump_with(path, text, &[]);
    let found: Vec<_> = found.lines().filter_map(|line| line.strip_prefix("! ")).collect();
    assert_eq!(found, expected, "\n--- source\n{text}");
}

/// Compares what is said of a page in lenient Markdown.
#[track_caller]
pub(crate) fn check(text: &str, expected: &[&str]) {
    check_in("content/page.md", text, expected);
}

/// Compares what is said of a page in strict MDX.
#[track_caller]
pub(crate) fn check_mdx(text: &str, expected: &[&str]) {
    check_in("content/page.mdx", text, expected);
}
