//! State diagrams, read into a graph.

mod reader;
mod statement;

use crate::error::Result;
use crate::graph::Graph;
use crate::source::Source;

pub(crate) use statement::unknown_direction;

/// Reads a state diagram.
pub(crate) fn parse(source: &Source<'_>) -> Result<Graph> {
    let mut reader = reader::Reader::new();
    for line in &source.lines {
        statement::read(&mut reader, line.clone())?;
    }
    reader.finish(source.lines.last().map_or(1, |line| line.line))
}
