//! Small diagrams as they are drawn, and their words.

use portico_diagram::{Diagram, Options, render};

#[track_caller]
fn draw(source: &str) -> Diagram {
    let options = Options { id_prefix: "d1".to_owned(), title: None };
    render(source, &options).unwrap_or_else(|error| panic!("{error}: {source}"))
}

/// One element on a line.
fn lines(diagram: &Diagram) -> String {
    diagram.svg.replace("><", ">\n<")
}

#[test]
fn a_sequence() {
    let diagram = draw(
        "sequenceDiagram\nactor A as Ann\nA->>+B: ask\nalt known\nB-->>-A: answer\nelse\nB-xA: fail\nend",
    );
    insta::assert_snapshot!("sequence", lines(&diagram));
    insta::assert_snapshot!(diagram.description, @r"
    1. Ann to B: ask
    If, known:
    2. B to Ann: answer
    Otherwise:
    3. B to Ann: fail
    End of the alternatives
    ");
}

#[test]
fn a_state_machine() {
    let diagram = draw(
        "stateDiagram-v2\n[*] --> open\nopen --> done: close\ndone --> open: reopen\nopen --> open: edit\ndone --> [*]",
    );
    insta::assert_snapshot!("state", lines(&diagram));
    insta::assert_snapshot!(diagram.description, @r"
    Start: open
    open becomes done: close
    done becomes open: reopen
    open to itself: edit
    done is an end
    ");
}

#[test]
fn a_flowchart() {
    let diagram =
        draw("flowchart LR\nA[Your app] -- TLS --> B{ok?}\nsubgraph S [Server]\nB -.->|yes| C[(Store)]\nend");
    insta::assert_snapshot!("flowchart", lines(&diagram));
    insta::assert_snapshot!(diagram.description, @r"
    Your app leads to ok?: TLS
    ok? leads to Store: yes
    Server contains ok?, Store
    ");
}

#[test]
fn a_pie() {
    let diagram = draw("pie title Shares\n\"a\" : 3\n\"b\" : 1");
    insta::assert_snapshot!("pie", lines(&diagram));
    assert_eq!(diagram.description, "Shares\na: 75 %\nb: 25 %");
}

#[test]
fn names_and_descriptions_of_the_author_come_first() {
    let source = "---\ntitle: \"My <title>\"\n---\n%%{init: {}}%%\nflowchart TD\naccDescr {\n  One\n  two\n}\na-->b %% remark";
    let diagram = draw(source);
    assert_eq!((diagram.title.as_str(), diagram.description.as_str()), ("My <title>", "One\ntwo"));
    assert!(diagram.svg.contains("<title id=\"d1-title\">My &lt;title&gt;</title>"), "{}", diagram.svg);
    assert!(diagram.svg.contains("<desc id=\"d1-desc\">One. two</desc>"), "{}", diagram.svg);
    let titled = Options { id_prefix: "x".to_owned(), title: Some("Flow of money".to_owned()) };
    assert_eq!(render("graph TD\na", &titled).expect("a diagram").title, "Flow of money");
}

#[test]
fn the_svg_has_no_colour_style_or_script_of_its_own() {
    for (_, source) in fixtures() {
        let svg = draw(&source).svg;
        for forbidden in ["style=", "<style", "<script", "foreignObject", "#", "rgb", "href", "\u{0}"] {
            assert!(
                !svg.replace("&#123;", "").replace("&#125;", "").contains(forbidden),
                "{forbidden} in {svg}"
            );
        }
    }
}

#[test]
fn nodes_and_labels_do_not_overlap() {
    for (name, source) in fixtures() {
        let svg = draw(&source).svg;
        let mut rects: Vec<(String, [f64; 4])> = Vec::new();
        for element in svg.split("<rect ").skip(1) {
            let attribute = |key: &str| {
                let value = element.split_once(&format!("{key}=\"")).expect("a rectangle").1;
                value.split_once('"').expect("an attribute").0.to_owned()
            };
            let class = attribute("class");
            if ["diagram-node", "diagram-plate", "diagram-note"].contains(&class.as_str()) {
                let number = |key: &str| attribute(key).parse::<f64>().expect("a number");
                rects.push((class, [number("x"), number("y"), number("width"), number("height")]));
            }
        }
        for (index, (_, a)) in rects.iter().enumerate() {
            for (_, b) in &rects[index + 1..] {
                let is_apart =
                    a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1];
                assert!(is_apart, "{name}: {a:?} lies on {b:?}");
            }
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the fixtures are files")]
fn fixtures() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures");
    let mut names: Vec<_> =
        std::fs::read_dir(folder).expect("fixtures").flatten().map(|it| it.path()).collect();
    names.sort();
    let read = |path: &std::path::PathBuf| std::fs::read_to_string(path).expect("a fixture is text");
    names.iter().map(|path| (path.display().to_string(), read(path))).collect()
}
