//! Flowcharts, read into a graph.

mod link;
mod node;
mod statement;

use std::collections::BTreeMap;

use crate::cursor::Cursor;
use crate::error::{DiagramError, Result};
use crate::graph::{Direction, Graph, MAX_DEPTH, Node, Shape, Words};
use crate::source::Source;
use crate::text::{Text, Type};

const NAME_LIMIT: f64 = 190.0;

/// Reads a flowchart.
pub(crate) fn parse(source: &Source<'_>) -> Result<Graph> {
    let mut reader = Reader { graph: Graph::new(Words::Steps), nodes: BTreeMap::new(), open: Vec::new() };
    let mut head = source.head.clone();
    let at = head.clone();
    let word = head.take_while(|it| !it.is_whitespace() && it != ';');
    if !word.is_empty() {
        reader.graph.direction =
            Direction::read(word).ok_or_else(|| crate::state::unknown_direction(&at, word))?;
    }
    for line in std::iter::once(&head).chain(&source.lines) {
        statement::read_line(&mut reader, line.clone())?;
    }
    reader.finish(source.lines.last().map_or(1, |line| line.line))
}

/// The flowchart so far.
struct Reader<'a> {
    graph: Graph,
    nodes: BTreeMap<String, usize>,
    /// Open subgraphs with their places.
    open: Vec<(usize, Cursor<'a>)>,
}

impl<'a> Reader<'a> {
    fn level(&self) -> Option<usize> {
        self.open.last().map(|(group, _)| *group)
    }

    /// The node of an id. The first subgraph that names it holds it.
    fn node(&mut self, id: &str, line: usize) -> Result<usize> {
        if let Some(index) = self.nodes.get(id).copied() {
            let node = &self.graph.nodes[index];
            if node.parent.is_none() && !node.shape.is_group() {
                self.graph.nodes[index].parent = self.level();
            }
            return Ok(index);
        }
        let label = Text::wrap(id, Type::Name, NAME_LIMIT);
        let node = Node { label, shape: Shape::Rect, parent: self.level(), direction: None };
        let index = self.graph.add_node(node, line)?;
        self.nodes.insert(id.to_owned(), index);
        Ok(index)
    }

    fn open(&mut self, id: &str, title: &str, at: Cursor<'a>) -> Result<()> {
        if self.open.len() == MAX_DEPTH {
            return Err(at.error(format!("subgraphs are nested deeper than {MAX_DEPTH}")));
        }
        let level = self.level();
        let index = self.node(id, at.line)?;
        let is_inside_itself = level
            .is_some_and(|level| level == index || self.graph.groups_around(level).any(|it| it == index));
        if is_inside_itself {
            return Err(at.error(format!("`{id}` is inside of itself")));
        }
        let node = &mut self.graph.nodes[index];
        node.label = Text::wrap(title, Type::Title, 2.0 * NAME_LIMIT);
        node.shape = Shape::Group;
        node.parent = level;
        self.open.push((index, at));
        Ok(())
    }

    fn finish(self, last_line: usize) -> Result<Graph> {
        if let Some((_, at)) = self.open.last() {
            return Err(at.error("the subgraph is not closed").with_help("close it with `end`"));
        }
        if self.graph.nodes.is_empty() {
            return Err(DiagramError::new(last_line, 1, "the flowchart has no node")
                .with_help("write an edge: `start --> finish`"));
        }
        Ok(self.graph)
    }
}
