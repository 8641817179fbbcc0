//! How far the steps go down, and where each of them stands.

use super::columns::{Columns, LOOP, NOTE, NOTE_GAP, NOTE_OVERHANG};
use super::frame::{Frame, Opening, TAB};
use super::model::{Message, Sequence, Side, Step};
use crate::geometry::{Point, Rect};

/// Half the width of the bar of an active participant, and the step of a nested one.
pub(super) const BAR: (f64, f64) = (5.0, 4.0);
const BEFORE_MESSAGE: f64 = 15.0;
const BELOW_TEXT: f64 = 5.0;
/// Height of the way of a message to oneself.
const LOOP_HEIGHT: f64 = 22.0;

/// The places of everything below the participants.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Left and right end of all there is.
    pub(super) extent: (f64, f64),
    /// Where the lifelines end.
    pub(super) bottom: f64,
    pub(super) messages: Vec<Arrow>,
    /// Step and place of each note.
    pub(super) notes: Vec<(usize, Rect)>,
    pub(super) bars: Vec<Rect>,
    /// The outer frame before the frames in it.
    pub(super) frames: Vec<Frame>,
}

/// The line of a message.
#[derive(Debug)]
pub(super) struct Arrow {
    pub(super) step: usize,
    pub(super) points: Vec<Point>,
    pub(super) text_centre: Point,
}

struct Progress<'a> {
    columns: &'a Columns,
    rows: Rows,
    y: f64,
    /// Height of the last message: there activations begin and end.
    last: f64,
    /// Where the open bars of each participant began.
    active: Vec<Vec<f64>>,
    open: Vec<(usize, Opening)>,
    whole: (f64, f64),
}

/// Places the steps below `top`, the height at which the lifelines begin.
pub(super) fn lay_out(sequence: &Sequence, columns: &Columns, top: f64) -> Rows {
    let n_participants = sequence.participants.len();
    let whole = (columns.centres[0], columns.centres[n_participants - 1]);
    let mut extent = (f64::MAX, f64::MIN);
    for (index, centre) in columns.centres.iter().enumerate() {
        let half = columns.box_width(index) / 2.0;
        extent = (extent.0.min(centre - half), extent.1.max(centre + half));
    }
    let rows = Rows { extent, ..Rows::default() };
    let active = vec![Vec::new(); n_participants];
    let mut progress = Progress { columns, rows, y: top, last: top + 10.0, active, open: Vec::new(), whole };
    for (index, step) in sequence.steps.iter().enumerate() {
        let activated = match sequence.steps.get(index + 1) {
            Some(Step::Activate(activated)) => Some(*activated),
            _ => None,
        };
        progress.place(index, step, activated);
    }
    progress.finish()
}

impl Progress<'_> {
    fn place(&mut self, index: usize, step: &Step, activated: Option<usize>) {
        let text = &self.columns.texts[index];
        match step {
            Step::Message(message) if message.from == message.to => self.place_loop(index, message),
            Step::Message(message) => self.place_message(index, message, activated),
            Step::Note { first, last, side, .. } => self.place_note(index, *first, *last, *side),
            Step::Activate(participant) => self.active[*participant].push(self.last),
            Step::Deactivate(participant) => self.end_bar(*participant),
            Step::Open(kind, _) => {
                self.y += 16.0;
                let mut opening = Opening::new(*kind, self.y);
                let height = text.height.max(TAB);
                if !text.lines.is_empty() {
                    opening.add_condition(index, self.y + height / 2.0 + 1.0, text.width);
                }
                self.y += height;
                // The outer frame keeps its place before the frames in it.
                self.open.push((self.rows.frames.len(), opening));
            }
            Step::Divide(_) => {
                self.y += 14.0;
                if let Some((_, opening)) = self.open.last_mut() {
                    opening.divide(self.y);
                    if !text.lines.is_empty() {
                        self.y += 5.0;
                        opening.add_condition(index, self.y + text.height / 2.0, text.width);
                        self.y += text.height;
                    }
                }
            }
            Step::Close => {
                self.y += 14.0;
                if let Some((place, opening)) = self.open.pop() {
                    let frame = opening.close(self.y, self.whole);
                    let (left, right) = frame.extent();
                    self.hold(left, right);
                    self.rows.extent.0 = self.rows.extent.0.min(frame.rect.x);
                    self.rows.extent.1 = self.rows.extent.1.max(frame.rect.right());
                    self.rows.frames.insert(place, frame);
                }
                self.last = self.y;
            }
        }
    }

    fn place_message(&mut self, index: usize, message: &Message, activated: Option<usize>) {
        let text = &self.columns.texts[index];
        self.y += BEFORE_MESSAGE + text.height + if text.height > 0.0 { BELOW_TEXT } else { 0.0 };
        let is_rightward = message.to > message.from;
        let opens = usize::from(activated == Some(message.to));
        let from = self.edge(message.from, self.active[message.from].len(), is_rightward);
        let to = self.edge(message.to, self.active[message.to].len() + opens, !is_rightward);
        let centre = Point::new(f64::midpoint(from, to), self.y - BELOW_TEXT - text.height / 2.0);
        let points = vec![Point::new(from, self.y), Point::new(to, self.y)];
        self.rows.messages.push(Arrow { step: index, points, text_centre: centre });
        self.hold(from.min(to), from.max(to));
        self.last = self.y;
        self.y += 2.0;
    }

    fn place_loop(&mut self, index: usize, message: &Message) {
        let text = &self.columns.texts[index];
        self.y += BEFORE_MESSAGE;
        let height = text.height.max(LOOP_HEIGHT);
        let middle = self.y + height / 2.0;
        let start = self.edge(message.from, self.active[message.from].len(), true);
        let (far, top, bottom) = (start + LOOP, middle - LOOP_HEIGHT / 2.0, middle + LOOP_HEIGHT / 2.0);
        let points = vec![
            Point::new(start, top),
            Point::new(far, top),
            Point::new(far, bottom),
            Point::new(start, bottom),
        ];
        let centre = Point::new(far + 8.0 + text.width / 2.0, middle);
        self.rows.messages.push(Arrow { step: index, points, text_centre: centre });
        self.hold(start, far + 8.0 + text.width);
        self.last = bottom;
        self.y += height + 2.0;
    }

    fn place_note(&mut self, index: usize, first: usize, last: usize, side: Side) {
        let text = &self.columns.texts[index];
        let (width, height) = (text.width + 2.0 * NOTE.0, text.height + 2.0 * NOTE.1);
        let (left, right) = (self.columns.centres[first], self.columns.centres[last]);
        self.y += BEFORE_MESSAGE - 3.0;
        let (x, width) = match side {
            Side::Left => (left - NOTE_GAP - width, width),
            Side::Right => (right + NOTE_GAP, width),
            Side::Over if first == last => (left - width / 2.0, width),
            Side::Over => {
                let width = width.max(right - left + 2.0 * NOTE_OVERHANG);
                (f64::midpoint(left, right) - width / 2.0, width)
            }
        };
        self.rows.notes.push((index, Rect { x, y: self.y, width, height }));
        self.hold(x, x + width);
        self.y += height + 2.0;
        self.last = self.y;
    }

    /// Where a line meets a participant: its lifeline or the edge of its outermost bar.
    fn edge(&self, participant: usize, n_bars: usize, is_right: bool) -> f64 {
        let centre = self.columns.centres[participant];
        #[expect(clippy::cast_precision_loss, reason = "there are at most 600 steps")]
        match n_bars {
            0 => centre,
            n_bars if is_right => centre + BAR.0 + BAR.1 * (n_bars - 1) as f64,
            _ => centre - BAR.0,
        }
    }

    fn end_bar(&mut self, participant: usize) {
        let Some(start) = self.active[participant].pop() else { return };
        let right = self.edge(participant, self.active[participant].len() + 1, true);
        let height = (self.last - start).max(12.0);
        self.y = self.y.max(start + height);
        self.rows.bars.push(Rect { x: right - 2.0 * BAR.0, y: start, width: 2.0 * BAR.0, height });
    }

    /// Widens the diagram and the open frame.
    fn hold(&mut self, left: f64, right: f64) {
        self.rows.extent = (self.rows.extent.0.min(left), self.rows.extent.1.max(right));
        if let Some((_, opening)) = self.open.last_mut() {
            opening.hold(left, right);
        }
    }

    fn finish(mut self) -> Rows {
        self.last = self.last.max(self.y + 10.0);
        for participant in 0..self.active.len() {
            while !self.active[participant].is_empty() {
                self.end_bar(participant);
            }
        }
        // A nested bar lies on the bar that it is nested in.
        self.rows.bars.sort_by(|a, b| (a.y, a.x).partial_cmp(&(b.y, b.x)).expect("coordinates are finite"));
        self.rows.bottom = self.y + 16.0;
        self.rows
    }
}
