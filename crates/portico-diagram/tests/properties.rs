//! Whatever is written: no panic, a bounded answer, and the same answer each time.

use std::fmt::Write as _;

use portico_diagram::{Options, render};
use proptest::prelude::*;

/// Draws twice and checks what holds for every diagram.
fn check(source: &str) -> Result<(), TestCaseError> {
    let options = Options { id_prefix: "p".to_owned(), title: None };
    let (first, second) = (render(source, &options), render(source, &options));
    prop_assert_eq!(&first, &second);
    match first {
        Ok(diagram) => {
            prop_assert!(diagram.width.is_finite() && diagram.height.is_finite());
            prop_assert!(diagram.width > 0.0 && diagram.height > 0.0);
            prop_assert!(!diagram.svg.contains("NaN") && !diagram.svg.contains("inf"));
            prop_assert_eq!(diagram.svg.matches("<g ").count(), diagram.svg.matches("</g>").count());
        }
        Err(error) => {
            let line = source.lines().nth(error.line - 1).unwrap_or_default();
            prop_assert!(error.column <= line.chars().count() + 1, "{} in {:?}", error, line);
        }
    }
    Ok(())
}

/// Words of all notations in any order.
fn words() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "a",
        "b",
        "c",
        "d",
        "A",
        "-->",
        "->>",
        "-->>",
        "-x",
        "-.->",
        "==>",
        "--",
        "---",
        "|x|",
        "|",
        "&",
        ";",
        ":",
        "[x]",
        "{y}",
        "((z))",
        "[(",
        "subgraph",
        "end",
        "state",
        "{",
        "}",
        "[*]",
        "note right of",
        "note over",
        "end note",
        "alt",
        "else",
        "loop",
        "participant",
        "activate",
        "deactivate",
        "+",
        "\n",
        "\n",
        "\n",
        "\"",
        "direction LR",
        "<<fork>>",
        "<<choice>>",
        "%%",
        "autonumber",
        "é",
        "~~~",
        "o--o",
        "as",
        "#35;",
        "<br>",
    ]);
    let kind =
        prop::sample::select(vec!["sequenceDiagram", "stateDiagram-v2", "flowchart TD", "graph LR", "pie"]);
    (kind, prop::collection::vec(word, 0..60))
        .prop_map(|(kind, words)| format!("{kind}\n{}", words.join(" ")))
}

/// State machines and flowcharts with edges between everything, also across groups.
fn graphs() -> impl Strategy<Value = String> {
    let edges = prop::collection::vec((0..14_usize, 0..14_usize, any::<bool>()), 0..40);
    (edges, 0..4_usize).prop_map(|(edges, direction)| {
        let mut source = format!("flowchart {}\n", ["TD", "LR", "BT", "RL"][direction]);
        source += "subgraph g0\nsubgraph g1\nn1\nn2\nend\nn3\nend\nsubgraph g2\ndirection LR\nn4\nn5\nend\n";
        for (from, to, is_labelled) in edges {
            let name =
                |index: usize| if index > 11 { format!("g{}", index - 12) } else { format!("n{index}") };
            let label = if is_labelled { "|a label|" } else { "" };
            let _ = writeln!(source, "{} -->{label} {}", name(from), name(to));
        }
        source
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_answered(source in "(sequenceDiagram|stateDiagram-v2|flowchart LR|pie|)\\PC{0,200}") {
        check(&source)?;
    }

    #[test]
    fn any_words_are_answered(source in words()) {
        check(&source)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_graph_is_drawn(source in graphs()) {
        check(&source)?;
        prop_assert!(render(&source, &Options::default()).is_ok(), "{}", source);
    }
}

#[test]
fn the_largest_graphs_are_drawn_or_refused() {
    let edges = |edge: fn(usize) -> String| (0..149).map(edge).collect::<Vec<_>>().join("\n");
    let chain = edges(|it| format!("n{it} --> n{}", it + 1));
    assert!(render(&format!("flowchart TD\n{chain}"), &Options::default()).is_ok());
    let shortcuts = edges(|it| format!("n{it} --> n149"));
    let error = render(&format!("flowchart TD\n{chain}\n{shortcuts}"), &Options::default())
        .expect_err("it is refused");
    assert_eq!(error.message, "the diagram is too interwoven to be drawn");
    let dense: Vec<String> = (0..17).flat_map(|a| (0..17).map(move |b| format!("a{a} --> b{b}"))).collect();
    assert!(render(&format!("flowchart TD\n{}", dense.join("\n")), &Options::default()).is_ok());
}
