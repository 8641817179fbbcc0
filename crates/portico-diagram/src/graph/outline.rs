//! The size of shapes, and where a line from outside meets them.

use super::model::{Node, Shape};

/// Width and height of a node without its groups' content; even numbers, so that half of them is whole.
pub(super) fn size(node: &Node) -> (f64, f64) {
    let (width, height) = (node.label.width, node.label.height);
    let (width, height) = match node.shape {
        Shape::Rect | Shape::Rounded => ((width + 28.0).max(64.0), height + 19.0),
        Shape::Stadium => (width + 40.0, height + 19.0),
        Shape::Subroutine => (width + 44.0, height + 19.0),
        Shape::Flag | Shape::Hexagon => (width + 48.0, height + 21.0),
        Shape::Lean(_) | Shape::Trapezoid(_) => (width + 56.0, height + 21.0),
        Shape::Cylinder => ((width + 32.0).max(64.0), height + 37.0),
        Shape::Circle | Shape::DoubleCircle => {
            let around = width.hypot(height) + if node.shape == Shape::Circle { 16.0 } else { 26.0 };
            (around, around)
        }
        Shape::Diamond => (width + height + 40.0, (width * 0.42 + height + 28.0).max(56.0)),
        Shape::Start => (14.0, 14.0),
        Shape::End => (18.0, 18.0),
        Shape::Choice => (28.0, 28.0),
        Shape::Bar => (72.0, 6.0),
        Shape::Group | Shape::Region => ((width + 40.0).max(80.0), height + 28.0),
    };
    (even(width), even(height))
}

pub(super) fn even(value: f64) -> f64 {
    (value / 2.0).ceil() * 2.0
}

/// Half the stretch, around the middle of a side of length `along`, on which lines may meet the shape.
pub(super) fn room(shape: Shape, along: f64, across: f64) -> f64 {
    let half = along / 2.0;
    match shape {
        Shape::Start | Shape::End => 0.0,
        Shape::Choice => half * 0.5,
        Shape::Diamond => half * 0.4,
        Shape::Circle | Shape::DoubleCircle => half * 0.55,
        Shape::Stadium => (half - across / 2.0).max(half * 0.4),
        Shape::Hexagon | Shape::Lean(_) | Shape::Trapezoid(_) | Shape::Flag => (half - 18.0).max(4.0),
        Shape::Bar => half - 4.0,
        _ => (half - 12.0).max(4.0),
    }
}

/// How far inside the box of the shape, `offset` from the middle of the side, its outline is.
pub(super) fn depth(shape: Shape, along: f64, across: f64, offset: f64, is_side: bool) -> f64 {
    let (half, offset) = (along / 2.0, offset.abs().min(along / 2.0));
    match shape {
        Shape::Diamond | Shape::Choice => across / 2.0 * offset / half,
        Shape::Circle | Shape::DoubleCircle | Shape::Start | Shape::End => {
            across / 2.0 * (1.0 - (1.0 - (offset / half).powi(2)).max(0.0).sqrt())
        }
        Shape::Lean(_) | Shape::Trapezoid(_) if is_side => 8.0,
        Shape::Hexagon if is_side => 14.0 * offset / half,
        Shape::Stadium if is_side => half - (half * half - offset * offset).max(0.0).sqrt(),
        Shape::Cylinder if !is_side => 7.0 * (1.0 - (1.0 - (offset / half).powi(2)).max(0.0).sqrt()),
        _ => 0.0,
    }
}
