//! A sequence diagram while it is read: what its statements have said so far.

use super::model::{FrameKind, Participant, Sequence, Step};
use crate::cursor::Cursor;
use crate::error::{DiagramError, Result};

const MAX_PARTICIPANTS: usize = 40;

/// The diagram so far.
#[derive(Default)]
pub(super) struct Reader<'a> {
    pub(super) sequence: Sequence,
    /// The open frames, with the place where each began.
    pub(super) frames: Vec<(FrameKind, Cursor<'a>)>,
    /// Open activations of each participant.
    n_active: Vec<usize>,
    /// The next number and the step, once `autonumber` is on.
    pub(super) numbering: Option<(u32, u32)>,
}

impl<'a> Reader<'a> {
    pub(super) fn activate(&mut self, index: usize) {
        self.n_active[index] += 1;
        self.sequence.steps.push(Step::Activate(index));
    }

    pub(super) fn deactivate(&mut self, index: usize, at: &Cursor<'a>) -> Result<()> {
        if self.n_active[index] == 0 {
            let name = &self.sequence.participants[index].id;
            return Err(at.error(format!("`{name}` is not active here")).with_help("activate it before"));
        }
        self.n_active[index] -= 1;
        self.sequence.steps.push(Step::Deactivate(index));
        Ok(())
    }

    /// The index of a participant; one that nobody declared joins at the right.
    pub(super) fn intern(&mut self, id: &str, at: &Cursor<'a>) -> Result<usize> {
        if id.is_empty() {
            return Err(at.error("a participant is missing"));
        }
        if let Some(index) = self.sequence.participants.iter().position(|it| it.id == id) {
            return Ok(index);
        }
        if self.sequence.participants.len() == MAX_PARTICIPANTS {
            return Err(DiagramError::too_large(at.line, "participants", MAX_PARTICIPANTS));
        }
        let participant = Participant { id: id.to_owned(), label: id.to_owned(), is_actor: false };
        self.sequence.participants.push(participant);
        self.n_active.push(0);
        Ok(self.sequence.participants.len() - 1)
    }
}
