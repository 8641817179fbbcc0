//! What an author is told: each line of the tables is one mistake, with its place and its help.

use portico_diagram::{Options, render};

#[track_caller]
fn check(source: &str, expected: &str, help: &str) {
    let error = render(source, &Options::default()).expect_err("the source has a mistake");
    assert_eq!(error.to_string(), expected, "{source}");
    assert_eq!(error.help.unwrap_or_default(), help, "{source}");
}

fn lines(n_lines: usize, line: impl Fn(usize) -> String) -> String {
    (0..n_lines).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn kinds() {
    let begin = "begin with `sequenceDiagram`, `stateDiagram-v2`, `flowchart` or `pie`";
    check("", "1:1: the diagram is empty", begin);
    check("%% nothing\n", "1:1: the diagram is empty", begin);
    check(
        "\n  sequencediagam\n",
        "2:3: no kind of diagram is called `sequencediagam`",
        "did you mean `sequenceDiagram`?",
    );
    check("flowchar TD", "1:1: no kind of diagram is called `flowchar`", "did you mean `flowchart`?");
    check("hello", "1:1: no kind of diagram is called `hello`", begin);
    check(
        "gantt",
        "1:1: diagrams of the kind `gantt` are not drawn",
        "draw it as `flowchart`, `sequenceDiagram`, `stateDiagram-v2` or `pie`, or use an image",
    );
}

#[test]
fn sequences() {
    let check =
        |body: &str, expected: &str, help: &str| check(&format!("sequenceDiagram\n{body}"), expected, help);
    check("", "1:1: the sequence has no message", "write a message: `Alice->>Bob: hello`");
    check("A->>: x", "2:5: the message has no receiver", "write `Alice->>Bob: text`");
    check("->>B: x", "2:1: the message has no sender", "write `Alice->>Bob: text`");
    check("A->>B: x\n  alt y", "3:3: `alt` is not closed", "close it with `end`");
    check("A->>B: x\nend", "3:1: `end` closes nothing", "");
    check(
        "loop x\nelse y\nend",
        "3:1: `else` stands outside of `alt`",
        "open the frame with `alt` before it",
    );
    check(
        " activat A",
        "2:2: `activat` is not a statement of a sequence diagram",
        "did you mean `activate`?",
    );
    check(
        "rect rgb(0,0,0)",
        "2:1: `rect` is not a statement of a sequence diagram",
        "take it out: it is not drawn",
    );
    check("A->>B: x\ndeactivate A", "3:12: `A` is not active here", "activate it before");
    check(
        "note A: x",
        "2:6: the note does not say where it stands",
        "write `note over A,B: text`, `note left of A: text` or `note right of A: text`",
    );
    check("participant", "2:12: the participant has no name", "write `participant A as Name`");
    check("autonumber x", "2:12: `autonumber` takes a start and a step", "write `autonumber 10 5`");
    let participants = lines(41, |it| format!("participant P{it}"));
    check(&participants, "42:1: the diagram has more than 40 participants", "split it into several diagrams");
    let messages = "A->>B: x\n".repeat(601);
    check(&messages, "602:1: the diagram has more than 600 steps", "split it into several diagrams");
}

#[test]
fn states() {
    let check =
        |body: &str, expected: &str, help: &str| check(&format!("stateDiagram-v2\n{body}"), expected, help);
    check("", "1:1: the diagram has no state", "write a transition: `[*] --> open`");
    check("a --> ", "2:6: a state is missing", "a transition is written `open --> closed`");
    check(
        "a -> b",
        "2:3: `a -> b` is not a statement of a state diagram",
        "a transition is written `open --> closed`",
    );
    check("state A {\na --> b", "2:7: the composite state is not closed", "close it with `}`");
    check("}", "2:1: `}` closes nothing", "");
    check("--", "2:1: `--` stands outside of a composite state", "");
    check("direction UP", "2:11: no direction is called `UP`", "write `TB`, `BT`, `LR` or `RL`");
    check("state x <<forc>>", "2:11: no kind of state is called `forc`", "did you mean `fork`?");
    check("note right of x\ntext", "2:6: the note is not closed", "close it with `end note`");
    check("state A {\nstate A {\n}\n}", "3:7: `A` is inside of itself", "");
    let states = lines(151, |it| format!("s{it}"));
    check(&states, "152:1: the diagram has more than 150 nodes", "split it into several diagrams");
}

#[test]
fn flowcharts() {
    let check = |source: &str, expected: &str, help: &str| check(source, expected, help);
    check("flowchart UP", "1:11: no direction is called `UP`", "write `TB`, `BT`, `LR` or `RL`");
    check("flowchart TD", "1:1: the flowchart has no node", "write an edge: `start --> finish`");
    check(
        "flowchart TD\n  a --> ",
        "2:8: a node is missing: the line ends",
        "an edge is written `start --> finish`",
    );
    check("graph LR; a[x --> b", "1:12: `[` is not closed", "close it with `]`");
    check("graph LR\na[\"x] --> b", "2:4: the label is not closed", "close it with `\"`");
    check("graph LR\na -->|x b", "2:7: the label is not closed", "close it with `|`");
    check("graph LR\nsubgraph x\na", "2:1: the subgraph is not closed", "close it with `end`");
    check("graph LR\nend", "2:1: `end` closes nothing", "");
    check(
        "graph LR\nsubgrap x",
        "2:9: `x` is neither an edge nor the end of the statement",
        "did you mean `subgraph`?",
    );
    let edges = "a-->b\n".repeat(301);
    check(
        &format!("graph LR\n{edges}"),
        "302:1: the diagram has more than 300 edges",
        "split it into several diagrams",
    );
}

#[test]
fn pies() {
    let help = "a slice is written `\"Label\" : 42`";
    check("pie\nx : 1", "2:1: the slice has no label in quotes", help);
    check("pie\n\"x\" : many", "2:7: the slice has no number", help);
    check("pie", "1:1: the pie has no slice", "write `\"Label\" : 42`");
}
