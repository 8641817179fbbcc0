//! Twins of small hand-made trees, and properties of all of them.

use portico_diagnostics::Span;
use portico_document::{
    AdmonitionKind, CodeBlock, CodeLine, Component, Formula, Image, LineMark, Link, List, ListItem, Node,
    NodeKind, Table, TableCell,
};
use proptest::prelude::*;
use satteri_pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::{Map, Value, json};

use super::{Addresses, head, markdown};

struct Absolute;

impl Addresses for Absolute {
    fn absolute(&self, target: &str) -> String {
        if target.starts_with('/') { format!("https://docs.example.com{target}") } else { target.to_owned() }
    }
}

fn node(kind: NodeKind) -> Node {
    Node::new(kind, Span::default())
}

fn text(value: &str) -> Node {
    node(NodeKind::Text(value.to_owned()))
}

fn code(value: &str) -> Node {
    node(NodeKind::InlineCode(value.to_owned()))
}

fn paragraph(children: Vec<Node>) -> Node {
    node(NodeKind::Paragraph(children))
}

fn strong(children: Vec<Node>) -> Node {
    node(NodeKind::Strong(children))
}

fn emphasis(children: Vec<Node>) -> Node {
    node(NodeKind::Emphasis(children))
}

fn link(href: &str, children: Vec<Node>) -> Node {
    node(NodeKind::Link(Box::new(Link {
        href: href.to_owned(),
        href_span: Span::default(),
        title: None,
        children,
    })))
}

fn item(children: Vec<Node>) -> ListItem {
    ListItem { is_checked: None, children, span: Span::default() }
}

fn list(start: Option<u64>, items: Vec<ListItem>) -> Node {
    node(NodeKind::List(List { start, is_tight: true, items }))
}

fn block(language: &str, lines: &[(Option<LineMark>, &str)]) -> CodeBlock {
    let lines = lines.iter().map(|(mark, line)| CodeLine { mark: *mark, ..CodeLine::plain(*line) }).collect();
    CodeBlock { language: language.to_owned(), lines, ..CodeBlock::default() }
}

fn component(name: &str, props: Value, children: Vec<Node>) -> Node {
    let Value::Object(props) = props else { panic!("properties are an object") };
    node(NodeKind::Component(Box::new(Component {
        name: name.to_owned(),
        props,
        children,
        is_inline: false,
    })))
}

fn check(nodes: &[Node], expected: &str) {
    assert_eq!(markdown(nodes, &Absolute), expected);
}

#[test]
fn head_names_the_page() {
    let head = head(
        "Returns #",
        Some("Every *code* in use."),
        "https://docs.example.com/returns",
        Some("2026-11-20"),
    );
    insta::assert_snapshot!(head);
}

#[test]
fn marks_are_written_where_they_are_read() {
    for (nodes, expected) in [
        (vec![text("a "), strong(vec![text("b")]), text(" c")], "a **b** c\n"),
        (vec![text("a "), emphasis(vec![text("b")]), text(" c")], "a _b_ c\n"),
        // Within a word only asterisks work.
        (vec![text("un"), emphasis(vec![text("frigging")]), text("real")], "un*frigging*real\n"),
        // A full stop inside and a letter outside: nothing would close.
        (vec![strong(vec![text("Note:")]), text("this")], "Note:this\n"),
        (vec![strong(vec![text("Note: ")]), text("this")], "**Note:** this\n"),
        (vec![strong(vec![emphasis(vec![text("both")])])], "**_both_**\n"),
        (vec![strong(vec![text("a")]), strong(vec![text("b")])], "**ab**\n"),
        (vec![emphasis(vec![text("a")]), strong(vec![text("b")])], "_a_**b**\n"),
        (vec![strong(vec![text(" ")]), text("a")], "a\n"),
        (vec![code("a"), code("b")], "`ab`\n"),
        (vec![text("Read!"), link("/a", vec![text("this")])], "Read\\![this](https://docs.example.com/a)\n"),
        (vec![link("https://a.example/", vec![text("https://a.example/")])], "<https://a.example/>\n"),
        (vec![text("a\nb"), node(NodeKind::LineBreak), text("- c")], "a b\\\n\\- c\n"),
        (
            vec![
                text("x"),
                node(NodeKind::Element { tag: "sup".into(), attributes: vec![], children: vec![text("2")] }),
            ],
            "x<sup>2</sup>\n",
        ),
        (
            vec![
                node(NodeKind::Html("<kbd class=\"k\">".into())),
                text("Esc"),
                node(NodeKind::Html("</kbd>".into())),
            ],
            "Esc\n",
        ),
    ] {
        check(&[paragraph(nodes)], expected);
    }
}

#[test]
fn lists_nest_and_stay_apart() {
    let inner = list(None, vec![item(vec![paragraph(vec![text("inner")])])]);
    let tasks = NodeKind::List(List {
        start: None,
        is_tight: true,
        items: [true, false]
            .map(|is_checked| ListItem {
                is_checked: Some(is_checked),
                ..item(vec![paragraph(vec![text("task")])])
            })
            .into(),
    });
    let numbered = list(
        Some(9),
        vec![
            item(vec![paragraph(vec![text("nine")]), inner.clone()]),
            item(vec![
                paragraph(vec![text("ten")]),
                node(NodeKind::Code(Box::new(block("", &[(None, "a"), (None, ""), (None, "b")])))),
            ]),
        ],
    );
    insta::assert_snapshot!(markdown(&[inner.clone(), node(tasks), numbered, inner], &Absolute));
}

#[test]
fn lists_that_cannot_interrupt_a_paragraph_have_a_blank_line_before() {
    let x = || paragraph(vec![text("x")]);
    let of = |start, children| list(start, vec![item(children)]);
    for (inner, expected) in [
        (of(None, vec![x()]), "- x\n  - x\n"),
        (of(Some(1), vec![x()]), "- x\n  1. x\n"),
        (of(Some(2), vec![x()]), "- x\n\n  2. x\n"),
        (of(None, vec![of(Some(2), vec![x()])]), "- x\n\n  - 2. x\n"),
        (of(Some(1), vec![of(None, vec![of(Some(1), vec![x()])])]), "- x\n  1. - 1. x\n"),
        (of(None, vec![of(None, vec![])]), "- x\n\n  - -\n"),
        (of(None, vec![paragraph(vec![text("2 -5")])]), "- x\n  - 2 -5\n"),
    ] {
        check(&[of(None, vec![x(), inner])], expected);
    }
}

#[test]
fn code_keeps_its_title_its_backticks_and_what_changed() {
    let titled = CodeBlock { title: Some("Say \"hi\"".into()), ..block("bash", &[(None, "echo hi")]) };
    let fenced = block("md", &[(None, "```"), (None, "code"), (None, "```")]);
    let changed =
        block("js", &[(None, "a();"), (Some(LineMark::Removed), "b();"), (Some(LineMark::Added), "c();")]);
    let blocks = [titled, fenced, changed].map(|code| node(NodeKind::Code(Box::new(code))));
    insta::assert_snapshot!(markdown(&blocks, &Absolute));
}

#[test]
fn tables_escape_pipes() {
    let cell = |align, children| TableCell { align, children };
    let table = Table {
        head: vec![cell(None, vec![text("Value")]), cell(Some("right"), vec![text("Meaning")])],
        rows: vec![
            vec![
                cell(None, vec![code("a|b")]),
                cell(None, vec![text("a | b"), node(NodeKind::LineBreak), text("# c")]),
            ],
            vec![cell(None, vec![]), cell(None, vec![link("/x", vec![text("x")])])],
        ],
        row_ids: vec![Some("a".into()), None],
    };
    insta::assert_snapshot!(markdown(&[node(NodeKind::Table(Box::new(table)))], &Absolute));
}

#[test]
fn admonitions_diagrams_and_footnotes() {
    let admonition = |kind, title: Option<&str>| {
        node(NodeKind::Admonition {
            kind,
            title: title.map(|title| vec![text(title)]),
            children: vec![paragraph(vec![text("Content")]), list(None, vec![item(vec![text("item")])])],
        })
    };
    let nodes = [
        admonition(AdmonitionKind::Note, Some("No single answer")),
        admonition(AdmonitionKind::Warning, None),
        node(NodeKind::Diagram { notation: "mermaid".into(), source: "graph TD\n  a --> b\n".into() }),
        paragraph(vec![
            text("See"),
            node(NodeKind::FootnoteReference { label: "one two".into() }),
            text("."),
        ]),
        paragraph(vec![text("Gone"), node(NodeKind::FootnoteReference { label: "gone".into() })]),
        node(NodeKind::FootnoteDefinition {
            label: "one two".into(),
            children: vec![paragraph(vec![text("First")]), paragraph(vec![text("Second")])],
        }),
        node(NodeKind::ThematicBreak),
        paragraph(vec![node(NodeKind::Math(Box::new(Formula {
            source: "a_1".into(),
            ..Formula::default()
        })))]),
        node(NodeKind::Math(Box::new(Formula {
            source: "x^2".into(),
            is_block: true,
            ..Formula::default()
        }))),
    ];
    insta::assert_snapshot!(markdown(&nodes, &Absolute));
}

#[test]
fn components_are_flattened() {
    let image = Image { src: "/a b.png".into(), src_span: Span::default(), alt: "A [b]".into(), title: None };
    let nodes = [
        component(
            "Hero",
            json!({ "title": "Take payments", "lead": "From bank accounts." }),
            vec![
                component(
                    "HeroAction",
                    json!({ "href": "/quickstart/", "kind": "primary" }),
                    vec![text("Start")],
                ),
                component(
                    "HeroAction",
                    json!({ "href": "/api" }),
                    vec![paragraph(vec![text("See the API")])],
                ),
            ],
        ),
        component("Endpoint", json!({ "method": "post", "path": "/v2/payments" }), vec![]),
        component(
            "CardGrid",
            json!({}),
            vec![
                component(
                    "Card",
                    json!({ "title": "Webhooks", "href": "/webhooks" }),
                    vec![paragraph(vec![text("Signed "), code("events"), text(".")])],
                ),
                component(
                    "Card",
                    json!({ "title": "No link" }),
                    vec![text("Inline"), node(NodeKind::Code(Box::new(block("", &[(None, "x")]))))],
                ),
            ],
        ),
        component(
            "Tabs",
            json!({ "groupId": "language" }),
            vec![
                component(
                    "TabItem",
                    json!({ "value": "js", "label": "JavaScript" }),
                    vec![node(NodeKind::Code(Box::new(block("js", &[(None, "a()")]))))],
                ),
                component("TabItem", json!({ "value": "Go" }), vec![paragraph(vec![text("Later.")])]),
            ],
        ),
        component(
            "Steps",
            json!({}),
            vec![
                component("Step", json!({ "title": "First" }), vec![paragraph(vec![text("Do.")])]),
                component("Step", json!({}), vec![paragraph(vec![text("Rest.")])]),
            ],
        ),
        component("Unknown", json!({ "a": 1 }), vec![paragraph(vec![text("Kept.")])]),
        paragraph(vec![node(NodeKind::Image(Box::new(image)))]),
        node(NodeKind::Element {
            tag: "div".into(),
            attributes: vec![],
            children: vec![text("Loose text"), paragraph(vec![text("and a paragraph")])],
        }),
        node(NodeKind::Html("<iframe src=\"a\"></iframe>".into())),
    ];
    insta::assert_snapshot!(markdown(&nodes, &Absolute));
}

/// The options that readers of GFM have.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
}

/// What a reader of the Markdown sees, and which marks it has.
fn read(markdown: &str) -> (String, Vec<String>) {
    let (mut seen, mut marks) = (String::new(), Vec::new());
    for event in Parser::new_ext(markdown, options()) {
        match event {
            Event::Text(text) | Event::Code(text) => seen.push_str(&text),
            Event::SoftBreak | Event::HardBreak => seen.push(' '),
            Event::InlineHtml(html) if html.as_ref() == "<br>" => seen.push(' '),
            Event::InlineHtml(html) if html.ends_with("code>") => {}
            Event::InlineHtml(html) | Event::Html(html) => marks.push(html.to_string()),
            Event::FootnoteReference(label) => marks.push(format!("footnote {label}")),
            Event::Rule => marks.push("rule".into()),
            Event::Start(tag) => match tag {
                Tag::Link { dest_url, .. } => marks.push(format!("link {dest_url}")),
                Tag::Image { dest_url, .. } => marks.push(format!("image {dest_url}")),
                Tag::Heading { level, .. } => {
                    seen.push(' ');
                    marks.push(format!("{level:?}"));
                }
                Tag::BlockQuote(..) => {
                    seen.push(' ');
                    marks.push("quote".into());
                }
                Tag::List(start, _) => {
                    seen.push(' ');
                    marks.push(format!("list {start:?}"));
                }
                Tag::Item => marks.push("item".into()),
                Tag::CodeBlock(_) => {
                    seen.push(' ');
                    marks.push("code".into());
                }
                Tag::Table(_) => marks.push("table".into()),
                _ => {}
            },
            Event::End(
                TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell | TagEnd::CodeBlock,
            ) => {
                seen.push(' ');
            }
            _ => {}
        }
    }
    (seen.split_whitespace().collect::<Vec<_>>().join(" "), marks)
}

/// What the tree says, in the same form.
fn say(nodes: &[Node], said: &mut (String, Vec<String>)) {
    for node in nodes {
        match &node.kind {
            NodeKind::Text(text) | NodeKind::InlineCode(text) => said.0.push_str(text),
            NodeKind::LineBreak => said.0.push(' '),
            NodeKind::Link(link) => {
                said.1.push(format!("link {}", link.href));
                say(&link.children, said);
            }
            NodeKind::Heading { level, children, .. } => {
                said.1.push(format!("H{level}"));
                say(children, said);
                said.0.push(' ');
            }
            NodeKind::Quote(children) => {
                said.1.push("quote".into());
                say(children, said);
            }
            NodeKind::List(list) => {
                said.1.push(format!("list {:?}", list.start));
                for item in &list.items {
                    said.1.push("item".into());
                    say(&item.children, said);
                    said.0.push(' ');
                }
            }
            NodeKind::Table(table) => {
                said.1.push("table".into());
                for cell in table.head.iter().chain(table.rows.iter().flatten()) {
                    say(&cell.children, said);
                    said.0.push(' ');
                }
            }
            NodeKind::Code(code) => {
                said.1.push("code".into());
                said.0.push_str(&code.text());
                said.0.push(' ');
            }
            NodeKind::Paragraph(children) => {
                say(children, said);
                said.0.push(' ');
            }
            _ => node.children().into_iter().for_each(|child| say(std::slice::from_ref(child), said)),
        }
    }
}

fn any_text() -> impl Strategy<Value = Node> {
    let piece = prop_oneof![
        4 => "[a-z]{1,4}",
        4 => "[ *_`~<>&#+=|:!.()0-9\\[\\]\\\\-]{1,3}",
        1 => Just("&amp;".to_owned()),
        1 => Just("1. ".to_owned()),
        1 => Just("<b>".to_owned()),
        1 => Just("é→\u{a0}".to_owned()),
    ];
    proptest::collection::vec(piece, 1..5).prop_map(|pieces| text(&pieces.concat()))
}

fn any_inline() -> impl Strategy<Value = Node> {
    let leaf = prop_oneof![
        6 => any_text(),
        2 => "[a-z`|\\\\*]{1,4}".prop_map(|value| code(&value)),
        1 => Just(node(NodeKind::LineBreak)),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let inside = || proptest::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            inside().prop_map(strong),
            inside().prop_map(emphasis),
            inside().prop_map(|children| node(NodeKind::Strikethrough(children))),
        ]
    })
}

fn any_line() -> impl Strategy<Value = Vec<Node>> {
    let linked = proptest::collection::vec(any_inline(), 0..2)
        .prop_map(|inside| link("/a_(b)*c", [vec![text("x")], inside].concat()));
    proptest::collection::vec(prop_oneof![5 => any_inline(), 1 => linked], 0..5)
        // A letter, so that no block is empty: empty ones are left out.
        .prop_map(|line| [line, vec![text("x")]].concat())
}

fn any_block() -> impl Strategy<Value = Node> {
    let cell = || any_line().prop_map(|children| TableCell { align: None, children });
    let leaf = prop_oneof![
        4 => any_line().prop_map(paragraph),
        1 => (1..=6_u8, any_line())
            .prop_map(|(level, children)| node(NodeKind::Heading { level, id: String::new(), children })),
        1 => "[a-z`~\\n#-]{1,12}[a-z]".prop_map(|code| {
            let lines: Vec<_> = code.split('\n').map(|line| (None, line)).collect();
            node(NodeKind::Code(Box::new(block("js", &lines))))
        }),
        1 => proptest::collection::vec(proptest::collection::vec(cell(), 2), 1..3).prop_map(|mut rows| {
            let head = rows.remove(0);
            node(NodeKind::Table(Box::new(Table { head, rows, row_ids: vec![] })))
        }),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let blocks = proptest::collection::vec(inner, 1..4);
        let items = proptest::collection::vec(blocks.clone().prop_map(item), 1..4);
        prop_oneof![
            blocks.prop_map(|children| node(NodeKind::Quote(children))),
            (items, any::<bool>(), proptest::option::of(0..12_u64))
                .prop_map(|(items, is_tight, start)| node(NodeKind::List(List { start, is_tight, items }))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_a_twin_gives_the_text_and_the_structure_of_the_tree(
        nodes in proptest::collection::vec(any_block(), 1..5)
    ) {
        let written = markdown(&nodes, &super::AsWritten);
        let mut said = (String::new(), Vec::new());
        say(&nodes, &mut said);
        let said = (said.0.split_whitespace().collect::<Vec<_>>().join(" "), said.1);
        let seen = read(&written);
        prop_assert!(seen == said, "{}\nread: {:?}\nsaid: {:?}", written, seen, said);
    }

    #[test]
    fn text_of_any_kind_comes_through(value in "\\PC{0,40}") {
        let written = markdown(&[paragraph(vec![text(&value)])], &super::AsWritten);
        let expected = value.split_whitespace().collect::<Vec<_>>().join(" ");
        prop_assert_eq!(read(&written).0, expected, "{}", written);
    }
}

#[test]
fn equal_trees_give_equal_bytes() {
    let nodes = [
        paragraph(vec![text("a"), strong(vec![text("b")])]),
        component("Card", Value::Object(Map::new()), vec![]),
    ];
    assert_eq!(markdown(&nodes, &Absolute), markdown(&nodes.clone(), &Absolute));
}
