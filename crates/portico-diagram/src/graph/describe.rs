//! The graph as sentences: each edge in the order in which it was written.

use super::model::{Edge, Graph, Shape, Stroke, Words};
use crate::svg::Head;

/// One sentence for each edge, group and note.
pub(super) fn describe(graph: &Graph) -> Vec<String> {
    let mut sentences: Vec<String> = graph
        .edges
        .iter()
        .filter(|edge| edge.stroke != Stroke::Invisible)
        .map(|edge| sentence(graph, edge))
        .collect();
    let mut is_linked = vec![false; graph.nodes.len()];
    for edge in &graph.edges {
        is_linked[edge.from] = true;
        is_linked[edge.to] = true;
    }
    for (index, node) in graph.nodes.iter().enumerate() {
        let inside: Vec<String> = (0..graph.nodes.len())
            .filter(|child| holder(graph, *child) == Some(index))
            .map(|child| name(graph, child))
            .filter(|name| !name.is_empty())
            .collect();
        if node.shape == Shape::Group && !inside.is_empty() {
            sentences.push(format!("{} contains {}", name(graph, index), inside.join(", ")));
        } else if !is_linked[index] && !node.shape.is_group() && !node.label.lines.is_empty() {
            sentences.push(name(graph, index));
        }
    }
    for note in &graph.notes {
        sentences.push(format!("Note on {}: {}", name(graph, note.node), note.text.plain()));
    }
    sentences
}

/// The group around a node; regions have no name and do not count.
fn holder(graph: &Graph, node: usize) -> Option<usize> {
    graph.groups_around(node).find(|group| graph.nodes[*group].shape == Shape::Group)
}

fn sentence(graph: &Graph, edge: &Edge) -> String {
    let label = edge.label.as_ref().map(|label| format!(": {}", label.plain())).unwrap_or_default();
    let (from, to) = (name(graph, edge.from), name(graph, edge.to));
    let scope =
        holder(graph, edge.from).map(|group| format!("In {}, ", name(graph, group))).unwrap_or_default();
    match (graph.nodes[edge.from].shape, graph.nodes[edge.to].shape) {
        (Shape::Start, _) if scope.is_empty() => format!("Start: {to}{label}"),
        (Shape::Start, _) => format!("{scope}start: {to}{label}"),
        (_, Shape::End) => format!("{from} is an end{label}"),
        _ if edge.from == edge.to => format!("{from} to itself{label}"),
        _ => {
            let verb = match (edge.heads, graph.words) {
                ([Head::None, Head::None], _) => "is connected with",
                ([Head::None, _], Words::States) => "becomes",
                ([Head::None, _], Words::Steps) => "leads to",
                _ => "and back to",
            };
            format!("{from} {verb} {to}{label}")
        }
    }
}

fn name(graph: &Graph, index: usize) -> String {
    let node = &graph.nodes[index];
    let words = match node.shape {
        Shape::Bar => "a fork",
        Shape::Choice => "a choice",
        Shape::Region => "a part",
        _ => return node.label.plain(),
    };
    words.to_owned()
}
