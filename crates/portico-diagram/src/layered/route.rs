//! The heights of layers, and the lines between them.

use super::tracks::{self, Run};
use super::{Block, Item, Layout, Net};
use crate::geometry::Point;

/// Between two lines along the same gap.
const TRACK: i64 = 12;

/// Puts everything at its height and draws the links.
#[expect(clippy::cast_precision_loss, reason = "coordinates are far below 2^52")]
pub(super) fn route(net: &Net, x: &[i64], n_blocks: usize) -> Layout {
    let mut gaps: Vec<Vec<usize>> = vec![Vec::new(); net.layers.len()];
    for (index, segment) in net.segments.iter().enumerate() {
        gaps[net.layer_of[segment.ends[0]]].push(index);
    }
    let mut turns: Vec<Option<i64>> = vec![None; net.segments.len()];
    let mut middles = vec![0_i64; net.layers.len()];
    let mut bottom = 0;
    for (layer, items) in net.layers.iter().enumerate() {
        let extent =
            |of: fn(&Block) -> i64| items.iter().map(|item| of(&net.sizes[*item])).max().unwrap_or(0);
        middles[layer] = bottom + extent(|size| size.above);
        bottom = middles[layer] + extent(|size| size.below);
        let Some(below) = net.layers.get(layer + 1) else { break };
        let runs: Vec<Run> = gaps[layer].iter().map(|index| run(net, x, *index)).collect();
        let (tracks, n_tracks) = tracks::assign(&runs);
        let (before, after) = (margin(net, items, 16), margin(net, below, 19));
        let n_tracks = i64::try_from(n_tracks).expect("there are few links");
        for (index, track) in gaps[layer].iter().zip(tracks) {
            turns[*index] = track.map(|track| bottom + before + TRACK * i64::try_from(track).unwrap_or(0));
        }
        bottom += (before + after + TRACK * (n_tracks - 1)).max(if n_tracks == 0 {
            straight(before, after)
        } else {
            0
        });
    }
    let at = |item: usize| Point::new(x[item] as f64, middles[net.layer_of[item]] as f64);
    let links = net.chains.iter().map(|chain| {
        let mut points = Vec::new();
        for (place, index) in chain.iter().enumerate() {
            let segment = &net.segments[*index];
            let run = run(net, x, *index);
            if place == 0 {
                let upper = segment.ends[0];
                points.push(Point::new(run.top as f64, at(upper).y + net.sizes[upper].core as f64));
            }
            if let Some(turn) = turns[*index] {
                points.push(Point::new(run.top as f64, turn as f64));
                points.push(Point::new(run.bottom as f64, turn as f64));
            }
            if place + 1 == chain.len() {
                let lower = segment.ends[1];
                points.push(Point::new(run.bottom as f64, at(lower).y - net.sizes[lower].core as f64));
            }
        }
        points
    });
    let width = (0..net.items.len()).map(|item| x[item] + net.sizes[item].right).max().unwrap_or(0);
    Layout {
        blocks: (0..n_blocks).map(at).collect(),
        links: links.collect(),
        labels: net.labels.iter().map(|label| label.map(at)).collect(),
        width: width as f64,
        height: bottom as f64,
    }
}

fn run(net: &Net, x: &[i64], index: usize) -> Run {
    let segment = &net.segments[index];
    let [top, bottom] = [0, 1].map(|end| x[segment.ends[end]] + segment.ports[end]);
    Run { top, bottom }
}

/// The gap in which no line turns: long enough for an arrow to be one.
fn straight(before: i64, after: i64) -> i64 {
    if before > LABEL_MARGIN && after > LABEL_MARGIN { 40 } else { before.max(after) + 8 }
}

const LABEL_MARGIN: i64 = 9;

/// Between a layer and the nearest line along it: `room` for arrow heads where there are blocks.
fn margin(net: &Net, layer: &[usize], room: i64) -> i64 {
    let is_block = |item: &usize| matches!(net.items[*item], Item::Block(block) if net.sizes[block].core > 0);
    if layer.iter().any(is_block) { room } else { LABEL_MARGIN }
}
