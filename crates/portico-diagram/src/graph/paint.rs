//! Drawing the placed graph: groups, then edges, then nodes, then labels.

use super::model::{Edge, Graph, Shape, Stroke};
use super::outline;
use super::scene::Scene;
use crate::geometry::{Point, Rect};
use crate::svg::{Anchor, Canvas, number, text_class};

/// Draws everything.
pub(super) fn paint(graph: &Graph, scene: &Scene) -> Canvas {
    let mut canvas = Canvas::new(0.0, scene.width, scene.height);
    let mut groups: Vec<usize> =
        (0..graph.nodes.len()).filter(|index| graph.nodes[*index].shape.is_group()).collect();
    groups.sort_by_key(|group| graph.groups_around(*group).count());
    for group in &groups {
        paint_group(&mut canvas, graph, scene, *group);
    }
    canvas.open("diagram-edges");
    for (index, edge) in graph.edges.iter().enumerate() {
        paint_edge(&mut canvas, graph, scene, index, edge);
    }
    canvas.close();
    canvas.open("diagram-nodes");
    for (index, node) in graph.nodes.iter().enumerate() {
        if !node.shape.is_group() {
            paint_shape(&mut canvas, node.shape, scene.nodes[index]);
            canvas.text(
                text_class(node.label.style),
                &node.label,
                scene.nodes[index].centre(),
                Anchor::Middle,
            );
        }
        paint_beside(&mut canvas, graph, scene, index);
    }
    canvas.close();
    for is_inside in [false, true] {
        canvas.open(if is_inside { "diagram-labels diagram-inside" } else { "diagram-labels" });
        for (index, edge) in graph.edges.iter().enumerate() {
            let (Some(label), Some(at)) = (&edge.label, scene.labels[index]) else { continue };
            if is_in_group(graph, edge) == is_inside {
                canvas.plated(label, at);
            }
        }
        canvas.close();
    }
    canvas
}

/// Whether an edge runs on the ground of a group.
fn is_in_group(graph: &Graph, edge: &Edge) -> bool {
    let around = |node: usize| std::iter::once(node).chain(graph.groups_around(node));
    around(edge.from)
        .any(|group| graph.nodes[group].shape.is_group() && around(edge.to).any(|it| it == group))
}

fn paint_group(canvas: &mut Canvas, graph: &Graph, scene: &Scene, group: usize) {
    let (node, rect) = (&graph.nodes[group], scene.nodes[group]);
    if node.shape == Shape::Region {
        canvas.rect("diagram-region", rect, 6.0);
        return;
    }
    canvas.rect("diagram-group", rect, 8.0);
    let middle = Point::new(rect.x + 14.0, rect.y + 12.0 + node.label.height / 2.0);
    canvas.text("diagram-title", &node.label, middle, Anchor::Start);
}

fn paint_edge(canvas: &mut Canvas, graph: &Graph, scene: &Scene, index: usize, edge: &Edge) {
    let class = match edge.stroke {
        Stroke::Solid => "diagram-edge",
        Stroke::Dashed => "diagram-edge diagram-dashed",
        Stroke::Thick => "diagram-edge diagram-thick",
        Stroke::Invisible => return,
    };
    let mut points = scene.edges[index].clone();
    let n_points = points.len();
    if n_points < 2 {
        return;
    }
    points[0] = meet(graph, scene, edge.from, points[0], points[1]);
    points[n_points - 1] = meet(graph, scene, edge.to, points[n_points - 1], points[n_points - 2]);
    canvas.arrow(class, &points, edge.heads);
}

/// Moves the end of a line from the box of a node to its outline.
#[expect(clippy::float_cmp, reason = "a vertical line has one x")]
fn meet(graph: &Graph, scene: &Scene, node: usize, end: Point, before: Point) -> Point {
    let (rect, shape) = (scene.nodes[node], graph.nodes[node].shape);
    let centre = rect.centre();
    if end.x == before.x {
        let depth = outline::depth(shape, rect.width, rect.height, end.x - centre.x, false);
        return end.offset(0.0, if end.y > centre.y { -depth } else { depth });
    }
    let depth = outline::depth(shape, rect.height, rect.width, end.y - centre.y, true);
    end.offset(if end.x > centre.x { -depth } else { depth }, 0.0)
}

fn paint_beside(canvas: &mut Canvas, graph: &Graph, scene: &Scene, index: usize) {
    let beside = &scene.beside[index];
    let centre = scene.nodes[index].centre();
    if let Some((edge, points, label, at)) = &beside.self_loop {
        let edge = &graph.edges[*edge];
        let mut points: Vec<Point> = points.iter().map(|point| point.offset(centre.x, centre.y)).collect();
        let last = points.len() - 1;
        points[0] = meet(graph, scene, index, points[0], points[1]);
        points[last] = meet(graph, scene, index, points[last], points[last - 1]);
        canvas.arrow("diagram-edge", &points, edge.heads);
        canvas.text("diagram-label", label, at.offset(centre.x, centre.y), Anchor::Middle);
    }
    for (note, rect, line) in &beside.notes {
        canvas.line("diagram-note-line", &line.map(|point| point.offset(centre.x, centre.y)));
        let rect = rect.offset(centre.x, centre.y);
        canvas.rect("diagram-note", rect, 4.0);
        canvas.text("diagram-label", &graph.notes[*note].text, rect.centre(), Anchor::Middle);
    }
}

fn paint_shape(canvas: &mut Canvas, shape: Shape, rect: Rect) {
    let (x, y, right, bottom) = (rect.x, rect.y, rect.right(), rect.bottom());
    let (centre, class) = (rect.centre(), "diagram-node");
    let corner = |x: f64, y: f64| Point::new(x, y);
    match shape {
        Shape::Rect => canvas.rect(class, rect, 5.0),
        Shape::Rounded => canvas.rect(class, rect, 9.0),
        Shape::Stadium => canvas.rect(class, rect, rect.height / 2.0),
        Shape::Circle => canvas.circle(class, centre, rect.width / 2.0),
        Shape::DoubleCircle => {
            canvas.circle(class, centre, rect.width / 2.0);
            canvas.circle(class, centre, rect.width / 2.0 - 4.0);
        }
        Shape::Diamond | Shape::Choice => canvas.polygon(
            class,
            &[corner(centre.x, y), corner(right, centre.y), corner(centre.x, bottom), corner(x, centre.y)],
        ),
        Shape::Hexagon => canvas.polygon(
            class,
            &[
                corner(x + 14.0, y),
                corner(right - 14.0, y),
                corner(right, centre.y),
                corner(right - 14.0, bottom),
                corner(x + 14.0, bottom),
                corner(x, centre.y),
            ],
        ),
        Shape::Lean(is_right) => {
            let (top, low) = if is_right { (16.0, 0.0) } else { (0.0, 16.0) };
            canvas.polygon(
                class,
                &[
                    corner(x + top, y),
                    corner(right - low, y),
                    corner(right - top, bottom),
                    corner(x + low, bottom),
                ],
            );
        }
        Shape::Trapezoid(is_narrow_above) => {
            let (top, low) = if is_narrow_above { (16.0, 0.0) } else { (0.0, 16.0) };
            canvas.polygon(
                class,
                &[
                    corner(x + top, y),
                    corner(right - top, y),
                    corner(right - low, bottom),
                    corner(x + low, bottom),
                ],
            );
        }
        Shape::Flag => canvas.polygon(
            class,
            &[
                corner(x, y),
                corner(right, y),
                corner(right, bottom),
                corner(x, bottom),
                corner(x + 14.0, centre.y),
            ],
        ),
        Shape::Subroutine => {
            canvas.rect(class, rect, 3.0);
            for x in [x + 9.0, right - 9.0] {
                canvas.line("diagram-node-rule", &[corner(x, y), corner(x, bottom)]);
            }
        }
        Shape::Cylinder => paint_cylinder(canvas, rect),
        Shape::Start => canvas.circle("diagram-start", centre, 7.0),
        Shape::End => {
            canvas.circle("diagram-end", centre, 8.25);
            canvas.circle("diagram-end-dot", centre, 4.75);
        }
        Shape::Bar => canvas.rect("diagram-bar", rect, 3.0),
        Shape::Group | Shape::Region => {}
    }
}

fn paint_cylinder(canvas: &mut Canvas, rect: Rect) {
    let (left, right, radius) = (number(rect.x), number(rect.right()), number(rect.width / 2.0));
    let (top, bottom) = (number(rect.y + 7.0), number(rect.bottom() - 7.0));
    let arc = |to: &str, y: &str, sweep: u8| format!("A{radius} 7 0 0 {sweep} {to} {y}");
    let body = format!("M{left} {top}{}V{bottom}{}Z", arc(&right, &top, 1), arc(&left, &bottom, 1));
    canvas.path("diagram-node", &body);
    canvas.path("diagram-node-rule", &format!("M{left} {top}{}", arc(&right, &top, 0)));
}
