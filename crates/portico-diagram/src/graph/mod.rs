//! Graphs of nodes and edges, in groups: what state diagrams and flowcharts have in common.

mod beside;
mod describe;
mod model;
mod outline;
mod paint;
mod scene;
mod scope;

use crate::Drawing;
use crate::error::{DiagramError, Result};

pub(crate) use model::{Direction, Edge, Graph, MAX_DEPTH, Node, Note, Shape, Stroke, Words};

/// Lays out and draws a graph.
pub(crate) fn draw(graph: &Graph) -> Result<Drawing> {
    let scene = scene::lay_out(graph).ok_or_else(|| {
        DiagramError::new(1, 1, "the diagram is too interwoven to be drawn")
            .with_help("split it into several diagrams")
    })?;
    Ok(Drawing { canvas: paint::paint(graph, &scene), description: describe::describe(graph) })
}
