//! What holds for every text whatsoever.

mod common;

use common::parse_file;
use portico_diagnostics::Span;
use portico_document::{Node, NodeKind};
use proptest::prelude::*;

/// Pieces that mean something, so that random text is not all plain.
const PIECES: &[&str] = &[
    "<Tabs>",
    "</Tabs>",
    "<TabItem value=\"a\">",
    "</TabItem>",
    "<Card title='x'>",
    "</Card>",
    "<Badge/>",
    "<b>",
    "</b>",
    "<div>",
    "</div>",
    "<br>",
    "<!--",
    "-->",
    "{{provider.name}}",
    "{{nope}}",
    "\\{{",
    "{",
    "}",
    "{/*",
    "*/}",
    ":::note",
    ":::",
    "::::tip[T]",
    "```js",
    "```",
    "~~~",
    "`",
    "``",
    "- ",
    "1. ",
    "> ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "# ",
    "## x {#y}",
    "| a | b |\n|---|---|\n| c |\n",
    "[a](b)",
    "[a]: b\n",
    "![",
    "](",
    "<https://x.y>",
    "*",
    "**",
    "_",
    "~~",
    "&amp;",
    "\\",
    "import A from './a.mdx'\n",
    "export const b = 1\n",
    "<A/>",
    "{b}",
    "é",
    "日本",
    "\u{e000}",
    "\u{e001}1",
    "\r\n",
    "---\n",
    "---\ntitle: {{x}}\n---\n",
    "[^1]",
    "[^1]: n\n",
    "<CodeBlock>",
    "</CodeBlock>",
    "<style>",
    "$",
    "<DataTable src=\"/d.csv\" columns=\"a\" />",
    "<",
    ">",
    "text",
    " ",
    "=",
    "mdx-code-block",
];

fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => "\\PC{0,6}".prop_map(|text| text),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn each_span(nodes: &[&Node], spans: &mut Vec<Span>) {
    for node in nodes {
        spans.push(node.span);
        match &node.kind {
            NodeKind::Link(link) => spans.push(link.href_span),
            NodeKind::Image(image) => spans.push(image.src_span),
            NodeKind::List(list) => spans.extend(list.items.iter().map(|item| item.span)),
            _ => {}
        }
        each_span(&node.children(), spans);
    }
}

const FILES: &[(&str, &str)] =
    &[("content/a.mdx", "part {props.x} <Card>y</Card>\n"), ("d.csv", "a,b\n1,2\n")];

fn holds(path: &str, text: &str) -> Result<(), TestCaseError> {
    let (document, diagnostics) = parse_file(path, text, FILES);
    let mut spans = Vec::new();
    each_span(&document.body.nodes().iter().collect::<Vec<_>>(), &mut spans);
    for span in spans {
        prop_assert!(text.get(span.range()).is_some(), "{span:?} is not in {text:?}");
    }
    for diagnostic in &diagnostics {
        let place = diagnostic.place.as_ref().expect("every diagnostic has a place");
        prop_assert!(place.file.text().get(place.span.range()).is_some(), "{diagnostic:?}");
    }
    let (again, diagnostics_again) = parse_file(path, text, FILES);
    prop_assert_eq!(document, again);
    prop_assert_eq!(diagnostics, diagnostics_again);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parsing_any_text_is_total_and_repeatable(text in texts()) {
        holds("content/page.md", &text)?;
        holds("content/page.mdx", &text)?;
    }

    #[test]
    fn no_token_is_left_in_the_result(text in texts()) {
        let (document, _) = parse_file("content/page.md", &text.replace(['\u{e000}', '\u{e001}'], ""), FILES);
        let dump = format!("{:?}", document.body);
        prop_assert!(!dump.contains("\\u{e000}") && !dump.contains("\\u{e002}"), "{}", dump);
    }
}

/// Deep and long input that makes naive parsers hang or overflow the stack.
#[test]
fn hostile_input_comes_to_an_end() {
    let n = 2_000;
    for piece in [
        "> ",
        "- ",
        "[",
        "![",
        "*",
        "`a``b",
        "{",
        "<A>",
        "<A ",
        "<!--",
        "{{a",
        ":::a\n",
        "</A>",
        "<b>",
        "1. ",
        "|",
        "<A>\n",
        "- <A>\n  ",
        "(",
        "[a](",
        "&",
        "<A a={",
        "{`${",
        "\\",
    ] {
        let text = piece.repeat(n);
        for path in ["content/page.md", "content/page.mdx"] {
            let _ = parse_file(path, &text, FILES);
        }
    }
    let nested = format!("{}1{}", "<A a={".repeat(20), "}/>".repeat(20));
    let _ = parse_file("content/page.mdx", &nested, FILES);
}
