//! Mermaid diagrams as static, accessible SVG: parsing, layout and drawing.
//!
//! [`render`] reads the notations that documentation uses (sequence, state, flowchart and pie) and draws them at
//! build time, so that no diagram script reaches the browser. The SVG has no colours of its own, no style attributes
//! and no script: every part carries a class, and the style sheet gives it a colour role.
//!
//! This crate knows no Markdown, no page and no theme. It is pure, equal input gives equal bytes, and its time and
//! size are bounded by [limits](render#errors) that it reports as errors.
//!
//! ```
//! use portico_diagram::{Options, render};
//!
//! let options = Options { id_prefix: "diagram-1".to_owned(), title: None };
//! let diagram = render("sequenceDiagram\n  A->>B: hello", &options)?;
//! assert!(diagram.svg.starts_with("<svg class=\"diagram-svg\""));
//! assert_eq!(diagram.description, "1. A to B: hello");
//! # Ok::<(), portico_diagram::DiagramError>(())
//! ```

mod cursor;
mod error;
mod flow;
mod geometry;
mod graph;
mod kind;
mod layered;
mod pie;
mod sequence;
mod source;
mod state;
mod svg;
mod text;

use error::Result;
use kind::Kind;
use source::Source;
use svg::Canvas;

pub use error::DiagramError;

/// How to render a diagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What the ids in the SVG begin with; two diagrams of one page need two prefixes.
    pub id_prefix: String,
    /// The accessible name. A title in the source comes first; without both, the kind names the diagram.
    pub title: Option<String>,
}

/// A rendered diagram.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagram {
    /// The `<svg>` element, to be put into a page as it is.
    pub svg: String,
    /// The accessible name, as it stands in the SVG.
    pub title: String,
    /// What the diagram says, as sentences, one on a line.
    pub description: String,
    /// Natural width in pixels.
    pub width: f64,
    /// Natural height in pixels.
    pub height: f64,
}

/// What a kind of diagram hands back: a drawing and its words.
struct Drawing {
    canvas: Canvas,
    description: Vec<String>,
}

/// Draws a diagram.
///
/// # Errors
/// Source that is not a diagram of a known kind, a statement that the kind does not have, and a diagram beyond the
/// limits: 64 KiB of source, 150 nodes, 300 edges, 600 steps of a sequence.
pub fn render(source: &str, options: &Options) -> Result<Diagram> {
    let source = Source::read(source)?;
    let drawing = match source.kind {
        Kind::Sequence => sequence::draw(&source)?,
        Kind::State => graph::draw(&state::parse(&source)?)?,
        Kind::Flow => graph::draw(&flow::parse(&source)?)?,
        Kind::Pie => pie::draw(&source)?,
    };
    let title = source.title.as_ref().or(options.title.as_ref());
    let title = title.map_or_else(|| source.kind.name().to_owned(), Clone::clone);
    let description = match &source.description {
        Some(description) => description.clone(),
        None => drawing.description.join("\n"),
    };
    let (width, height) = (drawing.canvas.width, drawing.canvas.height);
    let svg = drawing.canvas.finish(&svg::Frame {
        id_prefix: &options.id_prefix,
        kind: source.kind.key(),
        title: &title,
        description: &description,
    });
    Ok(Diagram { svg, title, description, width, height })
}
