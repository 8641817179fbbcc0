//! The order within layers: barycentre sweeps and swaps of neighbours, the best of several starts.

use super::{Item, Net};

const N_SWEEPS: usize = 12;

/// Neighbours of an item in one direction: the item, and how far from its middle the link meets it (-0.5 to 0.5).
type Neighbours = Vec<Vec<(usize, f64)>>;

/// Orders each layer so that few links cross.
pub(super) fn reduce_crossings(net: &mut Net) {
    let (above, below) = neighbours(net);
    let mut best: Option<(usize, Vec<Vec<usize>>)> = None;
    for start in 0..4 {
        let mut layers = initial(net, &above, &below, start >= 2);
        for sweep in 0..N_SWEEPS {
            let is_down = (sweep + start).is_multiple_of(2);
            sweep_layers(&mut layers, if is_down { &above } else { &below }, is_down);
            swap_neighbours(&mut layers, &above, &below);
            let n_crossings = count_crossings(&layers, &below);
            if best.as_ref().is_none_or(|(least, _)| n_crossings < *least) {
                best = Some((n_crossings, layers.clone()));
            }
            if n_crossings == 0 {
                break;
            }
        }
    }
    if let Some((_, layers)) = best {
        net.layers = layers;
    }
}

fn neighbours(net: &Net) -> (Neighbours, Neighbours) {
    let mut above = vec![Vec::new(); net.items.len()];
    let mut below = vec![Vec::new(); net.items.len()];
    for segment in &net.segments {
        let [upper, lower] = segment.ends;
        above[lower].push((upper, bias(net, upper, segment.ports[0])));
        below[upper].push((lower, bias(net, lower, segment.ports[1])));
    }
    (above, below)
}

#[expect(clippy::cast_precision_loss, reason = "sizes are small")]
fn bias(net: &Net, item: usize, port: i64) -> f64 {
    let size = net.sizes[item];
    let width = (size.left + size.right).max(1);
    (port as f64 / width as f64).clamp(-0.49, 0.49)
}

/// Depth first from the top, or from the bottom: links that belong together begin side by side.
fn initial(net: &Net, above: &Neighbours, below: &Neighbours, from_bottom: bool) -> Vec<Vec<usize>> {
    let mut layers = vec![Vec::new(); net.layers.len()];
    let mut is_seen = vec![false; net.items.len()];
    let mut starts: Vec<usize> =
        (0..net.items.len()).filter(|item| matches!(net.items[*item], Item::Block(_))).collect();
    starts
        .sort_by_key(|item| if from_bottom { usize::MAX - net.layer_of[*item] } else { net.layer_of[*item] });
    let onward = if from_bottom { above } else { below };
    for start in starts {
        let mut stack = vec![start];
        while let Some(item) = stack.pop() {
            if std::mem::replace(&mut is_seen[item], true) {
                continue;
            }
            layers[net.layer_of[item]].push(item);
            stack.extend(onward[item].iter().rev().map(|(item, _)| *item));
        }
    }
    layers
}

fn positions(layers: &[Vec<usize>], n_items: usize) -> Vec<f64> {
    let mut positions = vec![0.0; n_items];
    for layer in layers {
        for (position, item) in layer.iter().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "there are few items")]
            let position = position as f64;
            positions[*item] = position;
        }
    }
    positions
}

fn sweep_layers(layers: &mut [Vec<usize>], neighbours: &Neighbours, is_down: bool) {
    let mut positions = positions(layers, neighbours.len());
    let n_layers = layers.len();
    for step in 1..n_layers {
        let layer = &mut layers[if is_down { step } else { n_layers - 1 - step }];
        let mut keys: Vec<(f64, usize)> = Vec::with_capacity(layer.len());
        for item in layer.iter() {
            let near = &neighbours[*item];
            #[expect(clippy::cast_precision_loss, reason = "there are few items")]
            let key = if near.is_empty() {
                positions[*item]
            } else {
                near.iter().map(|(item, bias)| positions[*item] + bias).sum::<f64>() / near.len() as f64
            };
            keys.push((key, *item));
        }
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (position, (_, item)) in keys.iter().enumerate() {
            layer[position] = *item;
            #[expect(clippy::cast_precision_loss, reason = "there are few items")]
            let position = position as f64;
            positions[*item] = position;
        }
    }
}

/// Swaps two that stand side by side where that saves crossings.
fn swap_neighbours(layers: &mut [Vec<usize>], above: &Neighbours, below: &Neighbours) {
    let mut positions = positions(layers, above.len());
    for _ in 0..4 {
        let mut is_better = false;
        for layer in layers.iter_mut() {
            for index in 1..layer.len() {
                let (left, right) = (layer[index - 1], layer[index]);
                let [now, then] = [(left, right), (right, left)].map(|(left, right)| {
                    [above, below]
                        .into_iter()
                        .map(|it| pair_crossings(&it[left], &it[right], &positions))
                        .sum::<usize>()
                });
                if then < now {
                    layer.swap(index - 1, index);
                    positions.swap(left, right);
                    is_better = true;
                }
            }
        }
        if !is_better {
            return;
        }
    }
}

fn pair_crossings(left: &[(usize, f64)], right: &[(usize, f64)], positions: &[f64]) -> usize {
    let at = |(item, bias): &(usize, f64)| positions[*item] + bias;
    left.iter().map(|a| right.iter().filter(|b| at(a) > at(b)).count()).sum()
}

fn count_crossings(layers: &[Vec<usize>], below: &Neighbours) -> usize {
    let positions = positions(layers, below.len());
    let mut n_crossings = 0;
    for layer in layers {
        let mut ends: Vec<f64> = Vec::new();
        for item in layer {
            let mut near: Vec<f64> =
                below[*item].iter().map(|(item, bias)| positions[*item] + bias).collect();
            near.sort_by(f64::total_cmp);
            n_crossings += near.iter().map(|at| ends.iter().filter(|end| *end > at).count()).sum::<usize>();
            ends.extend(near);
        }
    }
    n_crossings
}
