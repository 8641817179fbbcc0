//! From levels to places: the inside of a group first, then the group as one block of the level around it.

use std::collections::BTreeMap;

use super::beside::{self, Beside};
use super::model::{Direction, Graph, Shape};
use super::outline;
use super::scope::{self, End, Passage, Scope};
use crate::geometry::{Point, Rect};
use crate::layered::{self, Block, Layout, Link, Pin};

const PADDING: f64 = 18.0;

/// Where everything is.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) width: f64,
    pub(super) height: f64,
    /// The place of each node.
    pub(super) nodes: Vec<Rect>,
    /// What stands beside each node, from its middle.
    pub(super) beside: Vec<Beside>,
    /// The points of each edge, from its beginning.
    pub(super) edges: Vec<Vec<Point>>,
    pub(super) labels: Vec<Option<Point>>,
}

/// One level with places from its own corner.
#[derive(Debug)]
struct Inside {
    width: f64,
    height: f64,
    /// The middle of each child.
    children: Vec<(usize, Point)>,
    pieces: Vec<Piece>,
    passages: BTreeMap<Passage, Point>,
}

/// The part of an edge in one level, from the beginning of the edge.
#[derive(Clone, Debug)]
struct Piece {
    edge: usize,
    points: Vec<Point>,
    /// The middle of the label.
    label: Option<Point>,
    place: Place,
}

/// Where a piece belongs in its edge. Levels are visited from the outside in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Middle,
    Before,
    Behind,
}

/// Lays out the whole graph; nothing if it is too interwoven.
pub(super) fn lay_out(graph: &Graph) -> Option<Scene> {
    let scopes = scope::scopes(graph);
    let root = graph.nodes.len();
    let mut work = Work {
        graph,
        sizes: graph.nodes.iter().map(outline::size).collect(),
        insides: (0..=root).map(|_| None).collect(),
        beside: (0..root).map(|_| Beside::default()).collect(),
    };
    let mut groups: Vec<usize> = (0..root).filter(|index| graph.nodes[*index].shape.is_group()).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(graph.groups_around(*group).count()));
    for index in groups {
        let inside = work.lay_out_scope(&scopes[index])?;
        work.wrap(index, inside, scopes[index].children.is_empty());
        let around = &scopes[graph.nodes[index].parent.unwrap_or(root)];
        work.beside[index] = beside::place(graph, index, work.sizes[index], around.direction.is_horizontal());
    }
    let inside = work.lay_out_scope(&scopes[root])?;
    let margin = 2.0;
    let mut scene = Scene {
        width: inside.width + 2.0 * margin,
        height: inside.height + 2.0 * margin,
        nodes: vec![Rect::default(); root],
        beside: Vec::new(),
        edges: vec![Vec::new(); graph.edges.len()],
        labels: vec![None; graph.edges.len()],
    };
    work.insides[root] = Some(inside);
    work.unfold(root, Point::new(margin, margin), &mut scene);
    scene.edges.iter_mut().for_each(straighten);
    scene.beside = work.beside;
    Some(scene)
}

struct Work<'a> {
    graph: &'a Graph,
    sizes: Vec<(f64, f64)>,
    insides: Vec<Option<Inside>>,
    beside: Vec<Beside>,
}

impl Work<'_> {
    fn lay_out_scope(&mut self, scope: &Scope) -> Option<Inside> {
        let is_horizontal = scope.direction.is_horizontal();
        let mut blocks = Vec::new();
        let mut places: BTreeMap<usize, usize> = BTreeMap::new();
        for child in &scope.children {
            if !self.graph.nodes[*child].shape.is_group() {
                self.beside[*child] = beside::place(self.graph, *child, self.sizes[*child], is_horizontal);
            }
            places.insert(*child, blocks.len());
            blocks.push(self.block(*child, is_horizontal));
        }
        let mut pins = BTreeMap::new();
        for (passage, pin) in &scope.passages {
            pins.insert(*passage, blocks.len());
            blocks.push(Block { pin: Some(*pin), ..Block::default() });
        }
        let links = scope.links.iter().map(|link| {
            let edge = &self.graph.edges[link.edge];
            let label = edge.label.as_ref().filter(|_| link.is_whole).map(|text| (text.width, text.height));
            let place = |end: End, begins: bool| match end {
                End::Child(child) => (places[&child], self.port(child, (link.edge, begins), is_horizontal)),
                End::Passage(passage) => (pins[&passage], Some(0)),
            };
            let (upper, lower) = (place(link.upper, !link.is_reversed), place(link.lower, link.is_reversed));
            Link {
                upper: upper.0,
                lower: lower.0,
                ports: [upper.1, lower.1],
                label: label
                    .map(
                        |(width, height)| if is_horizontal { (height, width + 8.0) } else { (width, height) },
                    )
                    .map(|(width, height)| (whole(width), whole(height + 4.0))),
                length: if link.is_whole { edge.length } else { 1 },
            }
        });
        let links: Vec<Link> = links.collect();
        let layout = layered::lay_out(&blocks, &links)?;
        Some(turn(scope, &layout, &places, &pins))
    }

    /// A node as the layers see it.
    fn block(&self, node: usize, is_horizontal: bool) -> Block {
        let [left, right, up, down] = self.beside[node].extent.map(whole);
        let (width, height) = self.sizes[node];
        let (along, across) = if is_horizontal { (height, width) } else { (width, height) };
        let room = whole(outline::room(self.graph.nodes[node].shape, along, across).floor());
        let core = whole(across / 2.0);
        let [left, right, above, below] =
            if is_horizontal { [up, down, left, right] } else { [left, right, up, down] };
        let pin = (self.graph.nodes[node].shape == Shape::End && self.is_single(node)).then_some(Pin::Near);
        Block { left, right, above, below, core, room, pin }
    }

    /// Whether one edge without a label leads to a node.
    fn is_single(&self, node: usize) -> bool {
        let mut edges = self.graph.edges.iter().filter(|edge| edge.to == node || edge.from == node);
        let first = edges.next();
        first.is_some_and(|edge| edge.label.is_none() && edge.to == node) && edges.next().is_none()
    }

    /// Where an edge from inside a group must leave its block, from the middle.
    fn port(&self, child: usize, passage: Passage, is_horizontal: bool) -> Option<i64> {
        let inside = self.insides[child].as_ref()?;
        let place = inside.passages.get(&passage)?;
        let (width, height) = self.sizes[child];
        Some(whole(if is_horizontal { place.y - height / 2.0 } else { place.x - width / 2.0 }))
    }

    /// Puts padding and the title around the inside of a group.
    fn wrap(&mut self, group: usize, mut inside: Inside, is_empty: bool) {
        let node = &self.graph.nodes[group];
        if is_empty {
            self.insides[group] = Some(inside);
            return;
        }
        let is_region = node.shape == Shape::Region;
        let title = if is_region || node.label.lines.is_empty() { 0.0 } else { node.label.height + 12.0 };
        let padding = if is_region { 12.0 } else { PADDING };
        let width = outline::even((inside.width + 2.0 * padding).max(node.label.width + 2.0 * padding));
        let height = outline::even(inside.height + 2.0 * padding + title);
        let shift = (((width - inside.width) / 2.0).floor(), padding + title);
        inside.children.iter_mut().for_each(|(_, at)| *at = at.offset(shift.0, shift.1));
        for piece in &mut inside.pieces {
            piece.points.iter_mut().for_each(|at| *at = at.offset(shift.0, shift.1));
            piece.label = piece.label.map(|at| at.offset(shift.0, shift.1));
        }
        inside.passages.values_mut().for_each(|at| *at = at.offset(shift.0, shift.1));
        self.sizes[group] = (width, height);
        self.insides[group] = Some(inside);
    }

    /// Moves the inside of a level to its place, and then what it holds.
    fn unfold(&self, level: usize, corner: Point, scene: &mut Scene) {
        let Some(inside) = &self.insides[level] else { return };
        for piece in &inside.pieces {
            let points = piece.points.iter().map(|at| at.offset(corner.x, corner.y));
            let line = &mut scene.edges[piece.edge];
            match piece.place {
                Place::Before => drop(line.splice(0..0, points)),
                Place::Middle | Place::Behind => line.extend(points),
            }
            if let Some(label) = piece.label {
                scene.labels[piece.edge] = Some(label.offset(corner.x, corner.y));
            }
        }
        for (child, centre) in &inside.children {
            let (width, height) = self.sizes[*child];
            let rect = Rect::around(centre.offset(corner.x, corner.y), width, height);
            scene.nodes[*child] = rect;
            self.unfold(*child, Point::new(rect.x, rect.y), scene);
        }
    }
}

/// Turns a layout, which goes down, into the direction of the level.
fn turn(
    scope: &Scope,
    layout: &Layout,
    places: &BTreeMap<usize, usize>,
    pins: &BTreeMap<Passage, usize>,
) -> Inside {
    let turned = |at: Point| match scope.direction {
        Direction::Down => at,
        Direction::Up => Point::new(at.x, layout.height - at.y),
        Direction::Right => Point::new(at.y, at.x),
        Direction::Left => Point::new(layout.height - at.y, at.x),
    };
    let (width, height) = if scope.direction.is_horizontal() {
        (layout.height, layout.width)
    } else {
        (layout.width, layout.height)
    };
    let pieces = scope.links.iter().enumerate().map(|(index, link)| {
        let mut points: Vec<Point> = layout.links[index].iter().map(|at| turned(*at)).collect();
        if link.is_reversed {
            points.reverse();
        }
        let begins_inside =
            [link.upper, link.lower].into_iter().any(|end| matches!(end, End::Passage((_, true))));
        let place = match (link.is_whole, begins_inside) {
            (true, _) => Place::Middle,
            (false, true) => Place::Before,
            (false, false) => Place::Behind,
        };
        Piece { edge: link.edge, points, label: layout.labels[index].map(turned), place }
    });
    Inside {
        width,
        height,
        children: places.iter().map(|(child, place)| (*child, turned(layout.blocks[*place]))).collect(),
        pieces: pieces.collect(),
        passages: pins.iter().map(|(passage, place)| (*passage, turned(layout.blocks[*place]))).collect(),
    }
}

/// Takes out the points at which a line does not turn.
fn straighten(line: &mut Vec<Point>) {
    line.dedup();
    let mut index = 1;
    while index + 1 < line.len() {
        let (a, b, c) = (line[index - 1], line[index], line[index + 1]);
        #[expect(clippy::float_cmp, reason = "coordinates are whole numbers and halves")]
        let is_straight = (a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y);
        if is_straight {
            line.remove(index);
        } else {
            index += 1;
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "sizes are small")]
fn whole(value: f64) -> i64 {
    value.ceil() as i64
}
