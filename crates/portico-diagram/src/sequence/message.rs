//! Reading a message: `Alice->>+Bob: hello`.

use super::model::{Message, Step};
use super::reader::Reader;
use crate::cursor::Cursor;
use crate::error::Result;
use crate::svg::Head;

/// The arrows; of two that begin alike the longer one first.
const ARROWS: [(&str, bool, [Head; 2]); 10] = [
    ("<<-->>", true, [Head::Arrow, Head::Arrow]),
    ("<<->>", false, [Head::Arrow, Head::Arrow]),
    ("-->>", true, [Head::None, Head::Arrow]),
    ("->>", false, [Head::None, Head::Arrow]),
    ("-->", true, [Head::None, Head::None]),
    ("--x", true, [Head::None, Head::Cross]),
    ("--)", true, [Head::None, Head::Open]),
    ("->", false, [Head::None, Head::None]),
    ("-x", false, [Head::None, Head::Cross]),
    ("-)", false, [Head::None, Head::Open]),
];

/// Offset and kind of the first arrow before the text of the message. A cross or an open head counts only where no
/// other arrow stands: `proxy-x->>api` is a message of `proxy-x`.
pub(super) fn find_arrow(cursor: &Cursor<'_>) -> Option<(usize, usize)> {
    let rest = cursor.rest();
    let head = rest.split(':').next().unwrap_or(rest);
    let first = |is_plain: bool| {
        let arrows = ARROWS.iter().enumerate().filter(|(_, (arrow, ..))| arrow.contains('>') == is_plain);
        arrows.filter_map(|(kind, (arrow, ..))| head.find(arrow).map(|at| (at, kind))).min()
    };
    first(true).or_else(|| first(false))
}

/// Reads a message and what it activates.
pub(super) fn read<'a>(reader: &mut Reader<'a>, mut cursor: Cursor<'a>) -> Result<()> {
    let at = cursor.clone();
    let (offset, kind) = find_arrow(&cursor).expect("the caller found an arrow");
    let sender = cursor.advance(offset).trim();
    let (arrow, is_dashed, heads) = ARROWS[kind];
    cursor.advance(arrow.len());
    let activates = cursor.eat("+");
    let deactivates = !activates && cursor.eat("-");
    cursor.skip_space();
    let to_place = cursor.clone();
    let receiver = match cursor.take_until(":") {
        Some(receiver) => receiver.trim(),
        None => cursor.take_rest(),
    };
    let text = cursor.take_rest().to_owned();
    let missing = |place: &Cursor<'_>, what: &str| {
        place.error(format!("the message has no {what}")).with_help("write `Alice->>Bob: text`")
    };
    if sender.is_empty() {
        return Err(missing(&at, "sender"));
    }
    if receiver.is_empty() {
        return Err(missing(&to_place, "receiver"));
    }
    let from = reader.intern(sender, &at)?;
    let to = reader.intern(receiver, &to_place)?;
    let number = reader.numbering.map(|(number, step)| {
        reader.numbering = Some((number.saturating_add(step), step));
        number
    });
    let message = Message { from, to, text, is_dashed, heads, number };
    reader.sequence.steps.push(Step::Message(message));
    if activates {
        reader.activate(to);
    }
    if deactivates {
        reader.deactivate(from, &at)?;
    }
    Ok(())
}
