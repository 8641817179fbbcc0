//! How far the columns stand apart: far enough for the text between them.

use super::model::{Sequence, Side, Step};
use crate::text::{Text, Type};

/// A diagram of this width needs no scrolling beside the text of a page.
const COMFORTABLE: f64 = 700.0;
/// How wide a message may be before it breaks, most wanted first.
const LIMITS: [f64; 5] = [230.0, 200.0, 176.0, 156.0, 136.0];
const NAME_LIMIT: f64 = 130.0;
/// Beside the text of a message: room for the arrow head and the lifelines.
const BESIDE: f64 = 16.0;
const BETWEEN_BOXES: f64 = 20.0;
/// Room for the number of a message.
const NUMBER: f64 = 10.0;

/// How far a message to oneself goes to the right.
pub(super) const LOOP: f64 = 34.0;
/// Padding of a note: beside and above its text.
pub(super) const NOTE: (f64, f64) = (10.0, 7.0);
/// From a lifeline to a note beside it.
pub(super) const NOTE_GAP: f64 = 12.0;
/// How far a note over several participants goes beyond their lifelines.
pub(super) const NOTE_OVERHANG: f64 = 22.0;

/// The columns and the text that decided on them.
#[derive(Debug)]
pub(super) struct Columns {
    /// The lifelines from left to right.
    pub(super) centres: Vec<f64>,
    pub(super) names: Vec<Text>,
    /// The text of each step.
    pub(super) texts: Vec<Text>,
}

impl Columns {
    pub(super) fn box_width(&self, index: usize) -> f64 {
        (self.names[index].width + 28.0).max(72.0)
    }

    fn reach(&self) -> f64 {
        let ends = [self.box_width(0), self.box_width(self.names.len() - 1)];
        self.centres.last().copied().unwrap_or_default() + f64::midpoint(ends[0], ends[1])
    }
}

/// Sets the columns with the widest messages that let the diagram be comfortable.
pub(super) fn lay_out(sequence: &Sequence) -> Columns {
    let mut columns = with_limit(sequence, LIMITS[0]);
    for limit in &LIMITS[1..] {
        if columns.reach() <= COMFORTABLE {
            break;
        }
        columns = with_limit(sequence, *limit);
    }
    columns
}

fn with_limit(sequence: &Sequence, limit: f64) -> Columns {
    let names =
        sequence.participants.iter().map(|it| Text::wrap(&it.label, Type::Name, NAME_LIMIT)).collect();
    let texts = sequence.steps.iter().map(|step| match step {
        Step::Message(message) => {
            Text::wrap(&message.text, Type::Label, limit * across(message.from, message.to))
        }
        Step::Note { first, last, text, .. } => Text::wrap(text, Type::Label, limit * across(*first, *last)),
        Step::Open(_, condition) | Step::Divide(condition) if !condition.is_empty() => {
            Text::wrap(&format!("[{condition}]"), Type::Label, 2.0 * limit)
        }
        _ => Text::wrap("", Type::Label, limit),
    });
    let mut columns = Columns { centres: Vec::new(), names, texts: texts.collect() };
    let mut gaps: Vec<f64> = (1..columns.names.len())
        .map(|index| f64::midpoint(columns.box_width(index - 1), columns.box_width(index)) + BETWEEN_BOXES)
        .collect();
    let mut needs: Vec<(usize, usize, f64)> =
        sequence.steps.iter().zip(&columns.texts).filter_map(|(step, text)| need(step, text)).collect();
    needs.sort_by_key(|(first, last, _)| last - first);
    for (first, last, distance) in needs {
        // A need beyond the last column is no need: there is nothing to run into.
        let Some(gaps) = gaps.get_mut(first..last) else { continue };
        #[expect(clippy::cast_precision_loss, reason = "there are at most 40 participants")]
        let missing = (distance - gaps.iter().sum::<f64>()).max(0.0) / gaps.len() as f64;
        for gap in gaps {
            *gap += missing;
        }
    }
    let mut at = 0.0;
    columns.centres.push(at);
    columns.centres.extend(gaps.into_iter().map(|gap| {
        at += f64::ceil(gap);
        at
    }));
    columns
}

/// How many gaps a text may use.
fn across(first: usize, last: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "there are at most 40 participants")]
    let n_gaps = first.abs_diff(last).max(1) as f64;
    n_gaps
}

/// The least distance between two lifelines that a step asks for.
fn need(step: &Step, text: &Text) -> Option<(usize, usize, f64)> {
    match step {
        Step::Message(message) => {
            let number = if message.number.is_some() { NUMBER } else { 0.0 };
            let (first, last) = (message.from.min(message.to), message.from.max(message.to));
            if first == last {
                return Some((first, first + 1, LOOP + text.width + 24.0));
            }
            Some((first, last, text.width + 2.0 * (BESIDE + number)))
        }
        Step::Note { first, last, side, .. } => {
            let width = text.width + 2.0 * NOTE.0;
            match side {
                Side::Over if first == last => None,
                Side::Over => Some((*first, *last, width - 2.0 * NOTE_OVERHANG)),
                Side::Right => Some((*last, last + 1, width + NOTE_GAP + 10.0)),
                Side::Left => first.checked_sub(1).map(|before| (before, *first, width + NOTE_GAP + 10.0)),
            }
        }
        _ => None,
    }
}
