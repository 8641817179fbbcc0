//! Layered layout of a directed graph (Sugiyama): layers, few crossings, straight lines, square turns.
//!
//! Everything here goes from top to bottom: `x` runs along a layer, `y` from layer to layer. Who draws another
//! direction turns the result. Blocks are boxes; this module knows neither text nor shapes.

mod acyclic;
mod layers;
mod order;
mod place;
mod ports;
mod route;
mod simplex;
mod tracks;

use crate::geometry::Point;

pub(crate) use acyclic::find_reversed;

/// A box around an axis. Sizes are whole pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Block {
    /// From the axis to the left and to the right end.
    pub(crate) left: i64,
    pub(crate) right: i64,
    /// From the middle to the upper and to the lower end.
    pub(crate) above: i64,
    pub(crate) below: i64,
    /// From the middle to where links meet the block.
    pub(crate) core: i64,
    /// How far from the axis links may meet the block.
    pub(crate) room: i64,
    pub(crate) pin: Option<Pin>,
}

/// A block that does not stand where its links alone would put it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pin {
    /// Before all others: a link enters the graph here.
    First,
    /// Behind all others: a link leaves the graph here.
    Last,
    /// Right behind the block that links to it, among the labels.
    Near,
}

/// A link from an upper to a lower block; cycles are gone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) upper: usize,
    pub(crate) lower: usize,
    /// Where it must meet the blocks, from their axes.
    pub(crate) ports: [Option<i64>; 2],
    /// Width and height of the label.
    pub(crate) label: Option<(i64, i64)>,
    /// Least number of layers between the ends.
    pub(crate) length: i64,
}

/// Where everything is.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// The axis and the middle of each block.
    pub(crate) blocks: Vec<Point>,
    /// The points of each link, from the upper block down.
    pub(crate) links: Vec<Vec<Point>>,
    pub(crate) labels: Vec<Option<Point>>,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// What stands in a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Block(usize),
    /// A long link passes.
    Bend,
    /// The label of a link.
    Label,
}

/// A piece of a link between two neighbouring layers.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// Items above and below.
    ends: [usize; 2],
    /// From the axes of the items.
    ports: [i64; 2],
    /// Whether a port is fixed.
    is_fixed: [bool; 2],
    /// Straightened before others.
    is_main: bool,
}

/// The layered graph.
#[derive(Debug, Default)]
struct Net {
    items: Vec<Item>,
    /// Size of each item, for blocks the block itself.
    sizes: Vec<Block>,
    layer_of: Vec<usize>,
    /// Items of each layer from left to right.
    layers: Vec<Vec<usize>>,
    segments: Vec<Segment>,
    /// Segments of each link from top to bottom.
    chains: Vec<Vec<usize>>,
    /// The item that is the label of a link.
    labels: Vec<Option<usize>>,
}

/// More items than this are not laid out.
pub(crate) const MAX_ITEMS: usize = 2500;

/// Lays out blocks and links; nothing if the links cross more layers than can be drawn.
pub(crate) fn lay_out(blocks: &[Block], links: &[Link]) -> Option<Layout> {
    if blocks.is_empty() {
        return Some(Layout::default());
    }
    let mut net = layers::build(blocks, links)?;
    order::reduce_crossings(&mut net);
    ports::spread(&mut net);
    let x = place::place(&net);
    Some(route::route(&net, &x, blocks.len()))
}
