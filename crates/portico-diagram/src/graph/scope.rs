//! The levels of a graph with groups: each edge belongs to the innermost level that holds both ends, and goes through
//! the borders of the groups below.

use std::collections::BTreeMap;

use super::model::{Direction, Graph};
use crate::layered::{Pin, find_reversed};

/// A place on the border of a group where an edge passes: the edge, and whether its beginning is inside.
pub(super) type Passage = (usize, bool);

/// One level: the whole graph, or the inside of a group.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) direction: Direction,
    /// The nodes and groups directly in it.
    pub(super) children: Vec<usize>,
    pub(super) links: Vec<ScopeLink>,
    /// Where edges leave it.
    pub(super) passages: BTreeMap<Passage, Pin>,
}

/// A piece of an edge inside one level, from upper to lower end.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScopeLink {
    pub(super) edge: usize,
    pub(super) upper: End,
    pub(super) lower: End,
    /// The piece with the label.
    pub(super) is_whole: bool,
    /// The upper end is where the edge ends.
    pub(super) is_reversed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Child(usize),
    Passage(Passage),
}

/// The levels by their group; the whole graph is the last.
pub(super) fn scopes(graph: &Graph) -> Vec<Scope> {
    let root = graph.nodes.len();
    let mut scopes: Vec<Scope> = (0..=root)
        .map(|_| Scope {
            direction: graph.direction,
            children: Vec::new(),
            links: Vec::new(),
            passages: BTreeMap::new(),
        })
        .collect();
    for (index, node) in graph.nodes.iter().enumerate() {
        scopes[node.parent.unwrap_or(root)].children.push(index);
    }
    for (scope, edges) in edges_by_scope(graph) {
        let links: Vec<(usize, usize)> = edges.iter().map(|(_, from, to)| (*from, *to)).collect();
        let reversed = find_reversed(graph.nodes.len(), &links);
        for ((edge, from, to), is_reversed) in edges.into_iter().zip(reversed) {
            let ends = if is_reversed { (to, from) } else { (from, to) };
            scopes[scope].links.push(ScopeLink {
                edge,
                upper: End::Child(ends.0),
                lower: End::Child(ends.1),
                is_whole: true,
                is_reversed,
            });
            let sides = if is_reversed { (Pin::First, Pin::Last) } else { (Pin::Last, Pin::First) };
            pass(graph, &mut scopes, (edge, true), from, sides.0);
            pass(graph, &mut scopes, (edge, false), to, sides.1);
        }
    }
    add_border_edges(graph, &mut scopes);
    set_directions(graph, &mut scopes);
    scopes
}

/// For each level its edges, with the children of the level that hold their ends.
fn edges_by_scope(graph: &Graph) -> BTreeMap<usize, Vec<(usize, usize, usize)>> {
    let root = graph.nodes.len();
    let mut by_scope: BTreeMap<usize, Vec<(usize, usize, usize)>> = BTreeMap::new();
    for (index, edge) in graph.edges.iter().enumerate() {
        let (from, to) = (path(graph, edge.from), path(graph, edge.to));
        let n_common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        let (Some(from), Some(to)) = (from.get(n_common), to.get(n_common)) else { continue };
        let scope = graph.nodes[*from].parent.unwrap_or(root);
        by_scope.entry(scope).or_default().push((index, *from, *to));
    }
    by_scope
}

/// From the outermost group to the node.
fn path(graph: &Graph, node: usize) -> Vec<usize> {
    let mut path: Vec<usize> = graph.groups_around(node).collect();
    path.reverse();
    path.push(node);
    path
}

/// Leads an edge out of all groups between its end and `child`.
fn pass(graph: &Graph, scopes: &mut [Scope], passage: Passage, child: usize, side: Pin) {
    let edge = &graph.edges[passage.0];
    let end = if passage.1 { edge.from } else { edge.to };
    let mut inner = end;
    while inner != child {
        let Some(group) = graph.nodes[inner].parent else { return };
        add_passage(&mut scopes[group], passage, inner, side, false);
        inner = group;
    }
}

fn add_passage(scope: &mut Scope, passage: Passage, child: usize, side: Pin, is_whole: bool) {
    scope.passages.insert(passage, side);
    let (upper, lower) = match side {
        Pin::First => (End::Passage(passage), End::Child(child)),
        Pin::Last | Pin::Near => (End::Child(child), End::Passage(passage)),
    };
    let is_reversed = passage.1 == (side == Pin::First);
    scope.links.push(ScopeLink { edge: passage.0, upper, lower, is_whole, is_reversed });
}

/// Edges between a group and something in it.
fn add_border_edges(graph: &Graph, scopes: &mut [Scope]) {
    for (index, edge) in graph.edges.iter().enumerate() {
        if edge.from == edge.to {
            continue;
        }
        let holds = |group: usize, node: usize| graph.groups_around(node).any(|it| it == group);
        let (group, inner, begins_inside) = if holds(edge.from, edge.to) {
            (edge.from, edge.to, false)
        } else if holds(edge.to, edge.from) {
            (edge.to, edge.from, true)
        } else {
            continue;
        };
        let side = if begins_inside { Pin::Last } else { Pin::First };
        let mut child = inner;
        while let Some(parent) = graph.nodes[child].parent {
            add_passage(&mut scopes[parent], (index, begins_inside), child, side, parent == group);
            if parent == group {
                break;
            }
            child = parent;
        }
    }
}

/// A group has its own direction only if no edge leaves it: a passage must be at the same side inside and outside.
fn set_directions(graph: &Graph, scopes: &mut [Scope]) {
    let root = graph.nodes.len();
    let mut outer_first: Vec<usize> = (0..root).collect();
    outer_first.sort_by_key(|index| graph.groups_around(*index).count());
    for index in outer_first {
        let around = scopes[graph.nodes[index].parent.unwrap_or(root)].direction;
        let own = graph.nodes[index].direction.filter(|_| scopes[index].passages.is_empty());
        scopes[index].direction = own.unwrap_or(around);
    }
}
