//! Reading a node: `id`, `id[Label]`, `id{{"Label"}}`.

use super::{NAME_LIMIT, Reader};
use crate::cursor::Cursor;
use crate::error::Result;
use crate::graph::Shape;
use crate::text::{Text, Type};

/// Brackets around a label; of two that begin alike the longer one first.
const BRACKETS: [(&str, &[(&str, Shape)]); 12] = [
    ("(((", &[(")))", Shape::DoubleCircle)]),
    ("((", &[("))", Shape::Circle)]),
    ("([", &[("])", Shape::Stadium)]),
    ("(", &[(")", Shape::Rounded)]),
    ("[[", &[("]]", Shape::Subroutine)]),
    ("[(", &[(")]", Shape::Cylinder)]),
    ("[/", &[("/]", Shape::Lean(true)), ("\\]", Shape::Trapezoid(true))]),
    ("[\\", &[("\\]", Shape::Lean(false)), ("/]", Shape::Trapezoid(false))]),
    ("[", &[("]", Shape::Rect)]),
    ("{{", &[("}}", Shape::Hexagon)]),
    ("{", &[("}", Shape::Diamond)]),
    (">", &[("]", Shape::Flag)]),
];

/// Reads a node and gives its index.
pub(super) fn read<'a>(reader: &mut Reader<'a>, cursor: &mut Cursor<'a>) -> Result<usize> {
    let start = cursor.clone();
    let id = read_id(cursor);
    if id.is_empty() {
        let found =
            if start.is_done() { "the line ends".to_owned() } else { format!("found `{}`", start.rest()) };
        return Err(start
            .error(format!("a node is missing: {found}"))
            .with_help("an edge is written `start --> finish`"));
    }
    let index = reader.node(id, start.line)?;
    let bracket = BRACKETS.iter().find(|(open, _)| cursor.starts_with(open));
    if let Some((open, closings)) = bracket {
        let at = cursor.clone();
        cursor.advance(open.len());
        let (label, shape) = read_label(cursor, &at, open, closings)?;
        let node = &mut reader.graph.nodes[index];
        if node.shape.is_group() {
            node.label = Text::wrap(label, Type::Title, NAME_LIMIT);
        } else {
            node.label = Text::wrap(label, Type::Name, NAME_LIMIT);
            node.shape = shape;
        }
    }
    if cursor.eat(":::") {
        read_id(cursor);
    }
    Ok(index)
}

fn read_label<'a>(
    cursor: &mut Cursor<'a>,
    at: &Cursor<'a>,
    open: &str,
    closings: &[(&str, Shape)],
) -> Result<(&'a str, Shape)> {
    let unclosed = |at: &Cursor<'a>| {
        at.error(format!("`{open}` is not closed")).with_help(format!("close it with `{}`", closings[0].0))
    };
    let mut inner = cursor.clone();
    inner.skip_space();
    if inner.eat("\"") {
        let label = inner.expect_until("\"", "the label")?;
        inner.skip_space();
        for (close, shape) in closings {
            if inner.eat(close) {
                *cursor = inner;
                return Ok((label, *shape));
            }
        }
        return Err(unclosed(at));
    }
    let rest = cursor.rest();
    let first = closings.iter().filter_map(|(close, shape)| rest.find(close).map(|at| (at, *close, *shape)));
    let Some((offset, close, shape)) = first.min_by_key(|(at, ..)| *at) else { return Err(unclosed(at)) };
    let label = cursor.advance(offset);
    cursor.advance(close.len());
    Ok((label, shape))
}

/// Letters, digits and `_`, and single `-`, `.`, `/` between them.
pub(super) fn read_id<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    let rest = cursor.rest();
    let is_letter = |it: char| it.is_alphanumeric() || it == '_';
    let mut end = 0;
    let mut characters = rest.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let joins = matches!(character, '-' | '.' | '/') && end > 0;
        let is_inside = joins && characters.peek().is_some_and(|(_, next)| is_letter(*next));
        if !is_letter(character) && !is_inside {
            break;
        }
        end = at + character.len_utf8();
    }
    cursor.advance(end)
}
