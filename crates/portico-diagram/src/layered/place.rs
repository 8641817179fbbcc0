//! The place along the layer: links as straight as the distances between items allow.

use super::simplex::{self, Constraint};
use super::{Item, Net, Pin};

/// The axis of each item.
pub(super) fn place(net: &Net) -> Vec<i64> {
    let n_items = net.items.len();
    let mut constraints = Vec::new();
    for layer in &net.layers {
        for pair in layer.windows(2) {
            let (tail, head) = (pair[0], pair[1]);
            let length = net.sizes[tail].right + gap(net.items[tail], net.items[head]) + net.sizes[head].left;
            constraints.push(Constraint { tail, head, length, weight: 0 });
        }
    }
    // A node at the left end of each segment: the distances from it to both ends are the segment's slant.
    for (index, segment) in net.segments.iter().enumerate() {
        let kinds = segment.ends.map(|item| matches!(net.items[item], Item::Block(_)));
        let weight = match kinds {
            [false, false] => 10,
            _ => 2,
        };
        let is_near = net.sizes[segment.ends[1]].pin == Some(Pin::Near);
        let weight = if is_near {
            20
        } else if segment.is_main {
            weight * 3
        } else {
            weight
        };
        for (item, port) in segment.ends.into_iter().zip(segment.ports) {
            constraints.push(Constraint { tail: n_items + index, head: item, length: -port, weight });
        }
    }
    let mut x = simplex::solve(n_items + net.segments.len(), &constraints);
    x.truncate(n_items);
    let left = (0..n_items).map(|item| x[item] - net.sizes[item].left).min().unwrap_or_default();
    for x in &mut x {
        *x -= left;
    }
    x
}

/// The least distance between two items.
fn gap(left: Item, right: Item) -> i64 {
    match (left, right) {
        (Item::Block(_), Item::Block(_)) => 32,
        (Item::Label, Item::Label) => 12,
        (Item::Bend, Item::Bend) => 14,
        (Item::Block(_), _) | (_, Item::Block(_)) => 20,
        (Item::Label | Item::Bend, _) => 10,
    }
}
