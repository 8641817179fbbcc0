//! Where links meet their blocks: side by side, in the order of the blocks at their other ends.

use super::{Item, Net};

/// Between two links at the same side of a block.
const SPACING: i64 = 16;

/// Sets the ports of all segments that may choose. One of them meets the block in the middle.
pub(super) fn spread(net: &mut Net) {
    let mut positions = vec![0; net.items.len()];
    for layer in &net.layers {
        for (position, item) in layer.iter().enumerate() {
            positions[*item] = position;
        }
    }
    let mut sides = vec![[Vec::new(), Vec::new()]; net.items.len()];
    for (index, segment) in net.segments.iter().enumerate() {
        sides[segment.ends[1]][0].push(index);
        sides[segment.ends[0]][1].push(index);
    }
    let mut lengths = vec![0; net.segments.len()];
    for chain in &net.chains {
        for segment in chain {
            lengths[*segment] = chain.len();
        }
    }
    // What stands closest to the middle at each end; a segment that does at both is a main one.
    let mut n_middles = vec![0; net.segments.len()];
    for (item, sides) in sides.into_iter().enumerate() {
        for (side, mut segments) in sides.into_iter().enumerate() {
            // At the upper side of an item a segment ends, at the lower side it begins.
            let (here, there) = (1 - side, side);
            let far = |index: usize| {
                let segment = &net.segments[index];
                (positions[segment.ends[there]], segment.ports[there], index)
            };
            segments.sort_by_key(|index| far(*index));
            if !matches!(net.items[item], Item::Block(_)) {
                for index in segments {
                    n_middles[index] += 1;
                }
                continue;
            }
            let (fixed, segments): (Vec<usize>, Vec<usize>) =
                segments.into_iter().partition(|index| net.segments[*index].is_fixed[here]);
            for index in fixed {
                n_middles[index] += 1;
            }
            let Some(middle) = choose_middle(&segments, &lengths) else { continue };
            n_middles[segments[middle]] += 1;
            let n_beside = middle.max(segments.len() - 1 - middle).max(1);
            let n_beside = i64::try_from(n_beside).expect("there are few links");
            let spacing = SPACING.min(net.sizes[item].room / n_beside);
            for (place, index) in segments.iter().enumerate() {
                let steps = i64::try_from(place).unwrap_or(0) - i64::try_from(middle).unwrap_or(0);
                net.segments[*index].ports[here] = steps * spacing;
            }
        }
    }
    for (segment, n_middles) in net.segments.iter_mut().zip(n_middles) {
        segment.is_main = n_middles == 2;
    }
}

/// The middle one; of two the one whose link is shorter, then the one written first.
fn choose_middle(segments: &[usize], lengths: &[usize]) -> Option<usize> {
    let last = segments.len().checked_sub(1)?;
    let candidates = [last / 2, last.div_ceil(2)];
    candidates.into_iter().min_by_key(|place| (lengths[segments[*place]], segments[*place]))
}
