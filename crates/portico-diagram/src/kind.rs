//! The kinds of diagrams, known by the first word of the source.

use crate::cursor::Cursor;
use crate::error::{DiagramError, Result, suggest};

/// A kind of diagram that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sequence,
    State,
    Flow,
    Pie,
}

const KNOWN: [(&str, Kind); 6] = [
    ("sequenceDiagram", Kind::Sequence),
    ("stateDiagram-v2", Kind::State),
    ("stateDiagram", Kind::State),
    ("flowchart", Kind::Flow),
    ("graph", Kind::Flow),
    ("pie", Kind::Pie),
];

/// Kinds that the notation has and this crate does not draw.
const UNDRAWN: [&str; 14] = [
    "classDiagram",
    "erDiagram",
    "gantt",
    "journey",
    "gitGraph",
    "mindmap",
    "timeline",
    "quadrantChart",
    "requirementDiagram",
    "C4Context",
    "sankey-beta",
    "xychart-beta",
    "block-beta",
    "architecture-beta",
];

impl Kind {
    /// Reads the word that names the kind; what follows on the line is left to the kind.
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let at = cursor.clone();
        let word = cursor.take_while(|it| !it.is_whitespace() && it != ';');
        if let Some((_, kind)) = KNOWN.iter().find(|(name, _)| *name == word) {
            return Ok(*kind);
        }
        if UNDRAWN.contains(&word) {
            return Err(at.error(format!("diagrams of the kind `{word}` are not drawn")).with_help(
                "draw it as `flowchart`, `sequenceDiagram`, `stateDiagram-v2` or `pie`, or use an image",
            ));
        }
        let names: Vec<&str> = KNOWN.iter().map(|(name, _)| *name).collect();
        let help = suggest(word, &names).unwrap_or_else(|| {
            "begin with `sequenceDiagram`, `stateDiagram-v2`, `flowchart` or `pie`".to_owned()
        });
        Err(at.error(format!("no kind of diagram is called `{word}`")).with_help(help))
    }

    /// What the kind is called where a reader hears it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sequence => "Sequence diagram",
            Self::State => "State diagram",
            Self::Flow => "Flowchart",
            Self::Pie => "Pie chart",
        }
    }

    /// The value of `data-kind` on the SVG.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Sequence => "sequence",
            Self::State => "state",
            Self::Flow => "flowchart",
            Self::Pie => "pie",
        }
    }
}

/// The error of a diagram without a first line.
pub(crate) fn missing(line: usize) -> DiagramError {
    DiagramError::new(line, 1, "the diagram is empty")
        .with_help("begin with `sequenceDiagram`, `stateDiagram-v2`, `flowchart` or `pie`")
}
