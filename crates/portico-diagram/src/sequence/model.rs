//! What a sequence diagram says.

use crate::svg::Head;

/// A sequence diagram as written.
#[derive(Debug, Default)]
pub(crate) struct Sequence {
    pub(crate) participants: Vec<Participant>,
    pub(crate) steps: Vec<Step>,
}

#[derive(Debug)]
pub(crate) struct Participant {
    pub(crate) id: String,
    pub(crate) label: String,
    /// Drawn as a person rather than as a box.
    pub(crate) is_actor: bool,
}

/// One line of the diagram, from top to bottom. Participants are indexes.
#[derive(Debug)]
pub(crate) enum Step {
    Message(Message),
    Note {
        first: usize,
        last: usize,
        side: Side,
        text: String,
    },
    Activate(usize),
    Deactivate(usize),
    /// A frame begins: its kind and its condition.
    Open(FrameKind, String),
    /// Another branch of the innermost frame.
    Divide(String),
    Close,
}

#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) text: String,
    pub(crate) is_dashed: bool,
    /// Heads at the sender and at the receiver.
    pub(crate) heads: [Head; 2],
    /// Counted by `autonumber`.
    pub(crate) number: Option<u32>,
}

/// Where a note stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameKind {
    Alt,
    Opt,
    Loop,
    Par,
    Critical,
    Break,
}

impl FrameKind {
    pub(crate) const ALL: [Self; 6] =
        [Self::Alt, Self::Opt, Self::Loop, Self::Par, Self::Critical, Self::Break];

    /// The word that opens the frame.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Alt => "alt",
            Self::Opt => "opt",
            Self::Loop => "loop",
            Self::Par => "par",
            Self::Critical => "critical",
            Self::Break => "break",
        }
    }

    /// The word that begins another branch.
    pub(crate) fn divider(self) -> Option<&'static str> {
        match self {
            Self::Alt => Some("else"),
            Self::Par => Some("and"),
            Self::Critical => Some("option"),
            Self::Opt | Self::Loop | Self::Break => None,
        }
    }
}
