//! Reading the statements of a state diagram.

use super::reader::{Place, Reader};
use crate::cursor::Cursor;
use crate::error::{DiagramError, Result, suggest};
use crate::graph::{Direction, Shape};

const WORDS: [&str; 6] = ["state", "direction", "note", "end note", "classDef", "class"];

/// Reads one line.
pub(super) fn read<'a>(reader: &mut Reader<'a>, mut cursor: Cursor<'a>) -> Result<()> {
    if reader.note.is_some() {
        continue_note(reader, &mut cursor);
        return Ok(());
    }
    let start = cursor.clone();
    // `state A { … }` may close on the line of its last statement.
    if cursor.eat("}") {
        reader.close(&start)?;
        cursor.skip_space();
        return if cursor.is_done() { Ok(()) } else { read(reader, cursor) };
    }
    if cursor.rest().starts_with("--") && cursor.rest().chars().all(|it| it == '-') {
        return reader.divide(&start);
    }
    if cursor.eat_word("direction") {
        let word = cursor.rest();
        let direction = Direction::read(word).ok_or_else(|| unknown_direction(&cursor, word))?;
        reader.set_direction(direction);
        return Ok(());
    }
    if cursor.eat_word("note") || cursor.eat_word("Note") {
        return read_note(reader, cursor);
    }
    if cursor.starts_with("state") && !cursor.rest().contains("-->") && cursor.eat_word("state") {
        return read_state(reader, cursor);
    }
    // Colours are the matter of the site.
    if ["classDef", "class", "style", "hide empty description", "scale"]
        .into_iter()
        .any(|it| cursor.eat_word(it))
    {
        return Ok(());
    }
    read_transition(reader, cursor)
}

/// The error for a direction that there is not.
pub(crate) fn unknown_direction(at: &Cursor<'_>, word: &str) -> DiagramError {
    at.error(format!("no direction is called `{word}`")).with_help("write `TB`, `BT`, `LR` or `RL`")
}

/// `A --> B: label`, `A: description` or `A`.
fn read_transition<'a>(reader: &mut Reader<'a>, mut cursor: Cursor<'a>) -> Result<()> {
    let start = cursor.clone();
    let from = read_place(&mut cursor)?;
    cursor.skip_space();
    if cursor.eat("-->") {
        cursor.skip_space();
        let to = read_place(&mut cursor)?;
        cursor.skip_space();
        let label = if cursor.eat(":") { cursor.take_rest() } else { "" };
        if !cursor.is_done() {
            return Err(cursor
                .error(format!("`{}` follows the transition", cursor.rest()))
                .with_help("write a label after a colon: `open --> closed: close`"));
        }
        return reader.add_transition((from, to), label, start.line);
    }
    let Place::State(id) = from else {
        return Err(start.error("`[*]` leads nowhere").with_help("write `[*] --> state`"));
    };
    if cursor.eat(":") {
        let state = reader.state(id, start.line)?;
        reader.rename(state, cursor.take_rest());
        return Ok(());
    }
    if cursor.is_done() {
        reader.state(id, start.line)?;
        return Ok(());
    }
    let help = if cursor.starts_with("-") || cursor.starts_with("=") {
        "a transition is written `open --> closed`".to_owned()
    } else {
        suggest(id, &WORDS).unwrap_or_else(|| "a transition is written `open --> closed: label`".to_owned())
    };
    Err(cursor.error(format!("`{}` is not a statement of a state diagram", start.rest())).with_help(help))
}

fn read_place<'a>(cursor: &mut Cursor<'a>) -> Result<Place<'a>> {
    if cursor.eat("[*]") {
        return Ok(Place::Edge);
    }
    let start = cursor.clone();
    let mut id = read_id(cursor);
    // A dash inside a name, but not the dash of an arrow.
    while cursor.starts_with("-") && !cursor.starts_with("--") {
        cursor.advance(1);
        let more = read_id(cursor);
        id = &start.rest()[..id.len() + 1 + more.len()];
    }
    if id.is_empty() {
        return Err(start.error("a state is missing").with_help("a transition is written `open --> closed`"));
    }
    if cursor.eat(":::") {
        read_id(cursor);
    }
    Ok(Place::State(id))
}

fn read_id<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    cursor.take_while(|it| it.is_alphanumeric() || it == '_' || it == '.')
}

/// `state "label" as A`, `state A { …`, `state A <<fork>>`.
fn read_state<'a>(reader: &mut Reader<'a>, mut cursor: Cursor<'a>) -> Result<()> {
    let start = cursor.clone();
    let mut label = None;
    if cursor.eat("\"") {
        label = Some(cursor.expect_until("\"", "the name")?);
        cursor.skip_space();
        if !cursor.eat_word("as") {
            return Err(cursor.error("the state has no id").with_help("write `state \"Label\" as id`"));
        }
    }
    let Place::State(id) = read_place(&mut cursor)? else {
        return Err(start.error("`[*]` cannot be declared"));
    };
    cursor.skip_space();
    if cursor.eat("{") {
        reader.open(id, label, &start)?;
        cursor.skip_space();
        return if cursor.is_done() { Ok(()) } else { read(reader, cursor) };
    }
    let state = reader.state(id, start.line)?;
    if let Some(label) = label {
        reader.rename(state, label);
    }
    if cursor.eat("<<") {
        let at = cursor.clone();
        let shape = match cursor.expect_until(">>", "the kind of the state")? {
            "fork" | "join" => Shape::Bar,
            "choice" => Shape::Choice,
            other => {
                let help = suggest(other, &["fork", "join", "choice"])
                    .unwrap_or_else(|| "write `<<fork>>`, `<<join>>` or `<<choice>>`".to_owned());
                return Err(at.error(format!("no kind of state is called `{other}`")).with_help(help));
            }
        };
        reader.set_shape(state, shape, &start)?;
    }
    if cursor.eat(":") {
        reader.rename(state, cursor.take_rest());
    }
    if !cursor.is_done() {
        return Err(cursor.error(format!("`{}` follows the state", cursor.rest())));
    }
    Ok(())
}

/// `note right of A: text`, or the lines up to `end note`.
fn read_note<'a>(reader: &mut Reader<'a>, mut cursor: Cursor<'a>) -> Result<()> {
    let start = cursor.clone();
    let is_left = if cursor.eat_word("left of") {
        true
    } else if cursor.eat_word("right of") {
        false
    } else {
        return Err(cursor
            .error("the note does not say where it stands")
            .with_help("write `note right of state: text` or `note left of state: text`"));
    };
    let Place::State(id) = read_place(&mut cursor)? else {
        return Err(start.error("a note cannot stand beside `[*]`"));
    };
    let state = reader.state(id, start.line)?;
    cursor.skip_space();
    if cursor.eat(":") {
        reader.add_note(state, is_left, cursor.take_rest());
        return Ok(());
    }
    if !cursor.is_done() {
        return Err(cursor.error("the note has no colon before its text"));
    }
    reader.note = Some((state, is_left, Vec::new(), start));
    Ok(())
}

fn continue_note<'a>(reader: &mut Reader<'a>, cursor: &mut Cursor<'a>) {
    let Some((state, is_left, mut lines, at)) = reader.note.take() else { return };
    if cursor.rest() == "end note" {
        reader.add_note(state, is_left, &lines.join("\n"));
    } else {
        lines.push(cursor.take_rest().to_owned());
        reader.note = Some((state, is_left, lines, at));
    }
}
