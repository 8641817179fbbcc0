//! What a graph is made of.

use crate::error::{DiagramError, Result};
use crate::svg::Head;
use crate::text::Text;

const MAX_NODES: usize = 150;
const MAX_EDGES: usize = 300;
/// How deep groups may be nested.
pub(crate) const MAX_DEPTH: usize = 8;

/// A graph as written.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) direction: Direction,
    pub(crate) nodes: Vec<Node>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) notes: Vec<Note>,
    pub(crate) words: Words,
}

/// How the description speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Words {
    States,
    Steps,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Direction {
    #[default]
    Down,
    Up,
    Right,
    Left,
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) label: Text,
    pub(crate) shape: Shape,
    /// The group that holds it.
    pub(crate) parent: Option<usize>,
    /// Of a group, the direction of what it holds.
    pub(crate) direction: Option<Direction>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Rect,
    Rounded,
    Stadium,
    Circle,
    DoubleCircle,
    Diamond,
    Hexagon,
    /// A parallelogram that leans to the right, or to the left.
    Lean(bool),
    /// A trapezoid with the short side above, or below.
    Trapezoid(bool),
    Cylinder,
    Subroutine,
    Flag,
    /// Where a state machine begins and ends.
    Start,
    End,
    /// Where it forks, joins, or chooses.
    Bar,
    Choice,
    Group,
    /// One of several parts of a group that go on side by side.
    Region,
}

impl Shape {
    pub(crate) fn is_group(self) -> bool {
        matches!(self, Self::Group | Self::Region)
    }
}

#[derive(Debug)]
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) label: Option<Text>,
    pub(crate) stroke: Stroke,
    /// Heads at the beginning and at the end.
    pub(crate) heads: [Head; 2],
    /// Least number of layers that it spans.
    pub(crate) length: i64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stroke {
    #[default]
    Solid,
    Dashed,
    Thick,
    Invisible,
}

/// A remark beside a node.
#[derive(Debug)]
pub(crate) struct Note {
    pub(crate) node: usize,
    pub(crate) is_left: bool,
    pub(crate) text: Text,
}

impl Graph {
    pub(crate) fn new(words: Words) -> Self {
        Self { direction: Direction::Down, nodes: Vec::new(), edges: Vec::new(), notes: Vec::new(), words }
    }

    pub(crate) fn add_node(&mut self, node: Node, line: usize) -> Result<usize> {
        if self.nodes.len() == MAX_NODES {
            return Err(DiagramError::too_large(line, "nodes", MAX_NODES));
        }
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    pub(crate) fn add_edge(&mut self, edge: Edge, line: usize) -> Result<()> {
        if self.edges.len() == MAX_EDGES {
            return Err(DiagramError::too_large(line, "edges", MAX_EDGES));
        }
        self.edges.push(edge);
        Ok(())
    }

    /// The groups around a node, the innermost first.
    pub(crate) fn groups_around(&self, node: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.nodes[node].parent, |group| self.nodes[*group].parent)
    }
}

impl Direction {
    pub(crate) fn read(word: &str) -> Option<Self> {
        match word {
            "TB" | "TD" => Some(Self::Down),
            "BT" => Some(Self::Up),
            "LR" => Some(Self::Right),
            "RL" => Some(Self::Left),
            _ => None,
        }
    }

    pub(crate) fn is_horizontal(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }
}
