//! The frames around alternatives, options and loops: where they begin, divide and end.

use super::model::FrameKind;
use crate::geometry::{Point, Rect};

/// Height of the tab that names the frame.
pub(super) const TAB: f64 = 22.0;
const INSIDE: f64 = 18.0;
const AROUND_FRAME: f64 = 8.0;

/// A frame with its place.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) kind: FrameKind,
    pub(super) rect: Rect,
    pub(super) tab_width: f64,
    /// Step and place of each condition: left end, middle of the height.
    pub(super) conditions: Vec<(usize, Point)>,
    /// Height of each line between two branches.
    pub(super) dividers: Vec<f64>,
}

/// A frame that is still open.
#[derive(Debug)]
pub(super) struct Opening {
    kind: FrameKind,
    top: f64,
    /// Left and right end of what it holds.
    extent: Option<(f64, f64)>,
    /// Step, middle of the height, width, and whether the tab stands before it.
    conditions: Vec<(usize, f64, f64, bool)>,
    dividers: Vec<f64>,
}

impl Opening {
    pub(super) fn new(kind: FrameKind, top: f64) -> Self {
        Self { kind, top, extent: None, conditions: Vec::new(), dividers: Vec::new() }
    }

    /// Makes room for something that reaches from `left` to `right`.
    pub(super) fn hold(&mut self, left: f64, right: f64) {
        let (least, most) = self.extent.unwrap_or((left, right));
        self.extent = Some((least.min(left), most.max(right)));
    }

    pub(super) fn add_condition(&mut self, step: usize, middle: f64, width: f64) {
        self.conditions.push((step, middle, width, self.dividers.is_empty()));
    }

    pub(super) fn divide(&mut self, at: f64) {
        self.dividers.push(at);
    }

    /// Ends the frame at `bottom`; `whole` is the extent of the diagram, for a frame that holds nothing.
    pub(super) fn close(self, bottom: f64, whole: (f64, f64)) -> Frame {
        let (left, right) = self.extent.unwrap_or(whole);
        let left = left - INSIDE;
        #[expect(clippy::cast_precision_loss, reason = "the words are short")]
        let tab_width = self.kind.word().len() as f64 * 8.0 + 18.0;
        let indent = |is_first: bool| if is_first { tab_width + 10.0 } else { 12.0 };
        let widest = self.conditions.iter().map(|(_, _, width, is_first)| width + indent(*is_first) + 10.0);
        let right =
            widest.map(|width| left + width).fold(right + INSIDE, f64::max).max(left + tab_width + 24.0);
        let conditions = self
            .conditions
            .iter()
            .map(|(step, middle, _, is_first)| (*step, Point::new(left + indent(*is_first), *middle)));
        Frame {
            kind: self.kind,
            rect: Rect { x: left, y: self.top, width: right - left, height: bottom - self.top },
            tab_width,
            conditions: conditions.collect(),
            dividers: self.dividers,
        }
    }
}

impl Frame {
    /// What the frame asks of the frame around it.
    pub(super) fn extent(&self) -> (f64, f64) {
        (self.rect.x + INSIDE - AROUND_FRAME, self.rect.right() - INSIDE + AROUND_FRAME)
    }
}
