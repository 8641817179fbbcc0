//! Reading the statements of a sequence diagram.

use super::message;
use super::model::{FrameKind, Sequence, Side, Step};
use super::reader::Reader;
use crate::cursor::Cursor;
use crate::error::{DiagramError, Result, suggest};
use crate::source::Source;

const MAX_STEPS: usize = 600;
const MAX_DEPTH: usize = 12;

const WORDS: [&str; 17] = [
    "participant",
    "actor",
    "activate",
    "deactivate",
    "note",
    "Note",
    "alt",
    "else",
    "opt",
    "loop",
    "par",
    "and",
    "critical",
    "option",
    "break",
    "end",
    "autonumber",
];

/// Reads a sequence diagram.
pub(super) fn parse(source: &Source<'_>) -> Result<Sequence> {
    let mut reader = Reader::default();
    for line in &source.lines {
        reader.read_line(line.clone())?;
        if reader.sequence.steps.len() > MAX_STEPS {
            return Err(DiagramError::too_large(line.line, "steps", MAX_STEPS));
        }
    }
    if let Some((kind, at)) = reader.frames.pop() {
        return Err(at.error(format!("`{}` is not closed", kind.word())).with_help("close it with `end`"));
    }
    if reader.sequence.participants.is_empty() {
        let at = source.lines.last().unwrap_or(&source.head);
        return Err(DiagramError::new(at.line, 1, "the sequence has no message")
            .with_help("write a message: `Alice->>Bob: hello`"));
    }
    Ok(reader.sequence)
}

impl<'a> Reader<'a> {
    fn read_line(&mut self, mut cursor: Cursor<'a>) -> Result<()> {
        let start = cursor.clone();
        if message::find_arrow(&cursor).is_some() && !begins_statement(&cursor) {
            return message::read(self, cursor);
        }
        if cursor.eat_word("participant") {
            return self.read_participant(cursor, false);
        }
        if cursor.eat_word("actor") {
            return self.read_participant(cursor, true);
        }
        if cursor.eat_word("activate") {
            let index = self.participant(&mut cursor)?;
            self.activate(index);
            return Ok(());
        }
        if cursor.eat_word("deactivate") {
            let at = cursor.clone();
            let index = self.participant(&mut cursor)?;
            return self.deactivate(index, &at);
        }
        if cursor.eat_word("note") || cursor.eat_word("Note") {
            return self.read_note(cursor);
        }
        if cursor.eat_word("autonumber") {
            return self.read_numbering(&cursor);
        }
        if cursor.eat_word("title") {
            return Ok(());
        }
        if cursor.eat_word("end") {
            if self.frames.pop().is_none() {
                return Err(start.error("`end` closes nothing"));
            }
            self.sequence.steps.push(Step::Close);
            return Ok(());
        }
        for kind in FrameKind::ALL {
            if cursor.eat_word(kind.word()) {
                return self.open(kind, cursor.take_rest(), start);
            }
            if let Some(word) = kind.divider().filter(|word| cursor.eat_word(word)) {
                return self.divide(word, kind, cursor.take_rest(), &start);
            }
        }
        Err(unknown(&start))
    }

    fn open(&mut self, kind: FrameKind, condition: &str, at: Cursor<'a>) -> Result<()> {
        if self.frames.len() == MAX_DEPTH {
            return Err(at.error(format!("frames are nested deeper than {MAX_DEPTH}")));
        }
        self.frames.push((kind, at));
        self.sequence.steps.push(Step::Open(kind, condition.to_owned()));
        Ok(())
    }

    fn divide(&mut self, word: &str, kind: FrameKind, condition: &str, at: &Cursor<'a>) -> Result<()> {
        if self.frames.last().is_none_or(|(open, _)| *open != kind) {
            return Err(at
                .error(format!("`{word}` stands outside of `{}`", kind.word()))
                .with_help(format!("open the frame with `{}` before it", kind.word())));
        }
        self.sequence.steps.push(Step::Divide(condition.to_owned()));
        Ok(())
    }

    fn read_participant(&mut self, mut cursor: Cursor<'a>, is_actor: bool) -> Result<()> {
        let at = cursor.clone();
        let rest = cursor.take_rest();
        let (id, label) = match rest.split_once(" as ") {
            Some((id, label)) => (id.trim(), label.trim()),
            None => (rest, rest),
        };
        if id.is_empty() {
            return Err(at.error("the participant has no name").with_help("write `participant A as Name`"));
        }
        let index = self.intern(id, &at)?;
        let participant = &mut self.sequence.participants[index];
        label.clone_into(&mut participant.label);
        participant.is_actor = is_actor;
        Ok(())
    }

    fn read_note(&mut self, mut cursor: Cursor<'a>) -> Result<()> {
        let side = if cursor.eat_word("over") {
            Side::Over
        } else if cursor.eat_word("left of") {
            Side::Left
        } else if cursor.eat_word("right of") {
            Side::Right
        } else {
            return Err(cursor.error("the note does not say where it stands").with_help(
                "write `note over A,B: text`, `note left of A: text` or `note right of A: text`",
            ));
        };
        let at = cursor.clone();
        let Some(names) = cursor.take_until(":") else {
            return Err(at.error("the note has no text").with_help("write the text after a colon"));
        };
        let text = cursor.take_rest().to_owned();
        let mut ends = Vec::new();
        for name in names.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            ends.push(self.intern(name, &at)?);
        }
        let (Some(first), Some(last)) = (ends.iter().min().copied(), ends.iter().max().copied()) else {
            return Err(at.error("the note names no participant"));
        };
        self.sequence.steps.push(Step::Note { first, last, side, text });
        Ok(())
    }

    fn read_numbering(&mut self, cursor: &Cursor<'a>) -> Result<()> {
        let mut words = cursor.rest().split_whitespace();
        let mut number = |default: u32| match words.next() {
            None => Some(default),
            Some(word) => word.parse().ok().filter(|it| *it < 100_000),
        };
        if cursor.rest() == "off" {
            self.numbering = None;
            return Ok(());
        }
        let (Some(first), Some(step)) = (number(1), number(1)) else {
            return Err(cursor
                .error("`autonumber` takes a start and a step")
                .with_help("write `autonumber 10 5`"));
        };
        self.numbering = Some((first, step));
        Ok(())
    }

    fn participant(&mut self, cursor: &mut Cursor<'a>) -> Result<usize> {
        let at = cursor.clone();
        self.intern(cursor.take_rest(), &at)
    }
}

/// Whether the line begins with the word of a statement whose text may hold an arrow: `alt a -> b`.
fn begins_statement(cursor: &Cursor<'_>) -> bool {
    WORDS.iter().any(|word| {
        let mut cursor = cursor.clone();
        cursor.eat_word(word) && !cursor.starts_with("-") && !cursor.starts_with("<")
    })
}

fn unknown(at: &Cursor<'_>) -> DiagramError {
    let word = at.clone().take_while(|it| !it.is_whitespace());
    let help = match word {
        "box" | "rect" | "create" | "destroy" | "link" | "links" => "take it out: it is not drawn".to_owned(),
        _ => suggest(word, &WORDS).unwrap_or_else(|| "a message is written `Alice->>Bob: text`".to_owned()),
    };
    at.error(format!("`{word}` is not a statement of a sequence diagram")).with_help(help)
}
