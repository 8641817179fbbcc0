//! What stands beside a node and belongs to it: its way back to itself, and notes.

use super::model::Graph;
use crate::geometry::{Point, Rect};
use crate::text::{Text, Type};

const LOOP: f64 = 24.0;
const NOTE_GAP: f64 = 22.0;
const BETWEEN_NOTES: f64 = 8.0;
/// Padding of a note: beside and above its text.
const PADDING: (f64, f64) = (10.0, 7.0);

/// Places from the middle of the node.
#[derive(Debug, Default)]
pub(super) struct Beside {
    /// The edge, its points, and its label with the middle of it.
    pub(super) self_loop: Option<(usize, Vec<Point>, Text, Point)>,
    /// Each note with its place and the line to it.
    pub(super) notes: Vec<(usize, Rect, [Point; 2])>,
    /// How far all of it goes, with the node: left, right, up, down.
    pub(super) extent: [f64; 4],
}

/// Places everything beside a node of the given size. In a graph that runs from left to right it stands below and
/// above the node, else to the right and to the left: never in the way of the layers.
pub(super) fn place(graph: &Graph, node: usize, size: (f64, f64), is_horizontal: bool) -> Beside {
    let (half_width, half_height) = (size.0 / 2.0, size.1 / 2.0);
    let mut beside =
        Beside { extent: [half_width, half_width, half_height, half_height], ..Beside::default() };
    beside.add_loop(graph, node, (half_width, half_height), is_horizontal);
    for is_left in [false, true] {
        let notes: Vec<usize> = (0..graph.notes.len())
            .filter(|index| graph.notes[*index].node == node && graph.notes[*index].is_left == is_left)
            .collect();
        beside.add_notes(graph, &notes, is_left, is_horizontal);
    }
    beside
}

impl Beside {
    fn hold(&mut self, rect: Rect) {
        self.extent[0] = self.extent[0].max(-rect.x);
        self.extent[1] = self.extent[1].max(rect.right());
        self.extent[2] = self.extent[2].max(-rect.y);
        self.extent[3] = self.extent[3].max(rect.bottom());
    }

    /// All edges of a node to itself are one line, with all their labels.
    fn add_loop(&mut self, graph: &Graph, node: usize, half: (f64, f64), is_horizontal: bool) {
        let loops: Vec<usize> = (0..graph.edges.len())
            .filter(|index| graph.edges[*index].from == node && graph.edges[*index].to == node)
            .collect();
        let Some(first) = loops.first().copied() else { return };
        let labels = loops.iter().filter_map(|index| graph.edges[*index].label.as_ref());
        let lines: Vec<String> = labels.flat_map(|label| label.lines.iter().cloned()).collect();
        let label = Text::wrap(&lines.join("\n"), Type::Label, 400.0);
        let (points, centre) = if is_horizontal {
            let side = 12.0_f64.min(half.0 / 2.0);
            let (start, end) = (half.1, half.1 + LOOP);
            let points = vec![(side, start), (side, end), (-side, end), (-side, start)];
            (points, Point::new(0.0, end + 6.0 + label.height / 2.0))
        } else {
            let side = 9.0_f64.min(half.1 / 2.0);
            let (start, end) = (half.0, half.0 + LOOP);
            let points = vec![(start, -side), (end, -side), (end, side), (start, side)];
            (points, Point::new(end + 8.0 + label.width / 2.0, 0.0))
        };
        let points: Vec<Point> = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
        self.hold(Rect::around(centre, label.width + 8.0, label.height + 4.0));
        self.self_loop = Some((first, points, label, centre));
    }

    fn add_notes(&mut self, graph: &Graph, notes: &[usize], is_left: bool, is_horizontal: bool) {
        let padded = |index: usize| {
            let text = &graph.notes[index].text;
            (text.width + 2.0 * PADDING.0, text.height + 2.0 * PADDING.1)
        };
        // Side by side along the layers, one after the other across them.
        let along = |(width, height): (f64, f64)| if is_horizontal { width } else { height };
        let total: f64 =
            notes.iter().map(|index| along(padded(*index)) + BETWEEN_NOTES).sum::<f64>() - BETWEEN_NOTES;
        let mut at = -total / 2.0;
        let sign = if is_left { -1.0 } else { 1.0 };
        let before = self.extent;
        for index in notes {
            let (width, height) = padded(*index);
            let (rect, line) = if is_horizontal {
                let start = if is_left { before[2] } else { before[3] };
                let edge = sign * (start + NOTE_GAP);
                let y = if is_left { edge - height } else { edge };
                let rect = Rect { x: at, y, width, height };
                (rect, [Point::new(0.0, sign * start), Point::new(0.0, edge)])
            } else {
                let start = if is_left { before[0] } else { before[1] };
                let edge = sign * (start + NOTE_GAP);
                let x = if is_left { edge - width } else { edge };
                let rect = Rect { x, y: at, width, height };
                (rect, [Point::new(sign * start, 0.0), Point::new(edge, 0.0)])
            };
            at += along((width, height)) + BETWEEN_NOTES;
            self.hold(rect);
            self.notes.push((*index, rect, line));
        }
    }
}
