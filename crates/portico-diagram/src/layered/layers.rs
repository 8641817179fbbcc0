//! Blocks get layers, long links get an item in each layer that they pass, labels get layers of their own.

use super::simplex::{self, Constraint};
use super::{Block, Item, Link, MAX_ITEMS, Net, Pin, Segment};

/// What it costs a label to stand one row further from the beginning of its link, in pixels of a fuller row.
const DISTANCE: i64 = 40;
/// Around the text of a label.
const LABEL_BESIDE: i64 = 6;

/// Builds the layered graph, in the order in which blocks were given.
pub(super) fn build(blocks: &[Block], links: &[Link]) -> Option<Net> {
    // Even rows hold blocks. Odd rows hold labels and what stands near; empty rows are left out.
    let block_rows = rows(blocks, links);
    let (label_rows, n_rows) = choose_label_rows(links, &block_rows);
    let mut is_row = vec![false; n_rows];
    for row in &block_rows {
        is_row[*row] = true;
    }
    for row in label_rows.iter().flatten() {
        is_row[*row] = true;
    }
    let mut layers = 0..;
    let layer_of_row: Vec<Option<usize>> =
        is_row.iter().map(|is_row| is_row.then(|| layers.next()).flatten()).collect();

    let mut net = Net { layers: vec![Vec::new(); is_row.iter().filter(|it| **it).count()], ..Net::default() };
    for (index, block) in blocks.iter().enumerate() {
        net.add(Item::Block(index), *block, layer_of_row[block_rows[index]]?);
    }
    for (link, label_row) in links.iter().zip(&label_rows) {
        let (first, last) = (block_rows[link.upper] + 1, block_rows[link.lower]);
        let mut chain = Vec::new();
        let mut label = None;
        let mut above = link.upper;
        for (row, layer) in layer_of_row.iter().enumerate().take(last).skip(first) {
            let Some(layer) = *layer else { continue };
            if net.items.len() >= MAX_ITEMS {
                return None;
            }
            let item = match link.label {
                Some((width, height)) if *label_row == Some(row) => {
                    let (half, height) = ((width + 1) / 2 + LABEL_BESIDE, (height + 1) / 2);
                    let size =
                        Block { left: half, right: half, above: height, below: height, ..Block::default() };
                    let item = net.add(Item::Label, size, layer);
                    label = Some(item);
                    item
                }
                _ => net.add(Item::Bend, Block::default(), layer),
            };
            let port = if above == link.upper { link.ports[0] } else { None };
            chain.push(net.join(above, item, [port, None]));
            above = item;
        }
        let port = if above == link.upper { link.ports[0] } else { None };
        chain.push(net.join(above, link.lower, [port, link.ports[1]]));
        net.chains.push(chain);
        net.labels.push(label);
    }
    Some(net)
}

impl Net {
    fn add(&mut self, item: Item, size: Block, layer: usize) -> usize {
        let index = self.items.len();
        self.items.push(item);
        self.sizes.push(size);
        self.layer_of.push(layer);
        self.layers[layer].push(index);
        index
    }

    fn join(&mut self, upper: usize, lower: usize, ports: [Option<i64>; 2]) -> usize {
        self.segments.push(Segment {
            ends: [upper, lower],
            ports: ports.map(Option::unwrap_or_default),
            is_fixed: ports.map(|it| it.is_some()),
            is_main: false,
        });
        self.segments.len() - 1
    }
}

/// The row of each block: links short, pins first and last.
fn rows(blocks: &[Block], links: &[Link]) -> Vec<usize> {
    let constraint = |link: &Link| Constraint {
        tail: link.upper,
        head: link.lower,
        length: link.length.clamp(1, 8),
        weight: if link.label.is_some() { 2 } else { 3 },
    };
    let constraints: Vec<Constraint> = links.iter().map(constraint).collect();
    let mut ranks = simplex::solve(blocks.len(), &constraints);
    let inner: Vec<i64> = ranks
        .iter()
        .zip(blocks)
        .filter(|(_, block)| !matches!(block.pin, Some(Pin::First | Pin::Last)))
        .map(|(rank, _)| *rank)
        .collect();
    let top = inner.iter().min().copied().unwrap_or_default();
    let bottom = inner.iter().max().copied().unwrap_or_default();
    for (rank, block) in ranks.iter_mut().zip(blocks) {
        match block.pin {
            Some(Pin::First) => *rank = top - 1,
            Some(Pin::Last) => *rank = bottom + 1,
            Some(Pin::Near) | None => {}
        }
    }
    let base = ranks.iter().min().copied().unwrap_or_default();
    let row = |rank: i64| 2 * usize::try_from(rank - base).expect("the least rank is taken off");
    let mut rows: Vec<usize> = ranks.iter().map(|rank| row(*rank)).collect();
    for link in links.iter().filter(|link| blocks[link.lower].pin == Some(Pin::Near)) {
        rows[link.lower] = rows[link.upper] + 1;
    }
    rows
}

/// The row of each label, and the number of rows. A long link has a choice: it takes a row that is not full, rather
/// near its beginning.
fn choose_label_rows(links: &[Link], block_rows: &[usize]) -> (Vec<Option<usize>>, usize) {
    let n_rows = block_rows.iter().max().copied().unwrap_or_default() + 1;
    let mut loads = vec![0_i64; n_rows];
    let mut rows = vec![None; links.len()];
    let distance = |n_rows: usize| i64::try_from(n_rows).unwrap_or(i64::MAX / DISTANCE);
    let span = |link: &Link| (block_rows[link.upper], block_rows[link.lower]);
    let mut by_length: Vec<usize> = (0..links.len()).filter(|index| links[*index].label.is_some()).collect();
    by_length.sort_by_key(|index| span(&links[*index]).1 - span(&links[*index]).0);
    for index in by_length {
        let (first, last) = span(&links[index]);
        let odd_rows = (first + 1..last).filter(|row| row % 2 == 1);
        let Some(row) = odd_rows.min_by_key(|row| loads[*row] + DISTANCE * distance(*row - first)) else {
            continue;
        };
        loads[row] += links[index].label.map_or(0, |(width, _)| width + 20);
        rows[index] = Some(row);
    }
    (rows, n_rows)
}
