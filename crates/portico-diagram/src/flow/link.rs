//! Reading an edge: `-->`, `-.->|label|`, `== label ==>`, `o--x`.

use crate::cursor::Cursor;
use crate::error::Result;
use crate::graph::Stroke;
use crate::svg::Head;

/// An edge without its ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FlowLink<'a> {
    pub(super) stroke: Stroke,
    pub(super) heads: [Head; 2],
    pub(super) length: i64,
    pub(super) label: &'a str,
}

/// Reads an edge, if one stands here.
pub(super) fn read<'a>(cursor: &mut Cursor<'a>) -> Result<Option<FlowLink<'a>>> {
    let start = cursor.clone();
    let tail = match cursor.peek() {
        Some('<') => Head::Arrow,
        Some('o') => Head::Circle,
        Some('x') => Head::Cross,
        _ => Head::None,
    };
    if tail != Head::None {
        cursor.advance(1);
    }
    let Some((stroke, length)) = read_line(cursor) else {
        *cursor = start;
        return Ok(None);
    };
    let mut link = FlowLink { stroke, heads: [tail, Head::None], length, label: "" };
    match read_head(cursor) {
        Some(head) => link.heads[1] = head,
        // `-- label -->`: two marks without a head open a label.
        None if length == 0 => {
            let closing = match stroke {
                Stroke::Dashed => ".-",
                Stroke::Thick => "==",
                Stroke::Solid | Stroke::Invisible => "--",
            };
            let at = cursor.clone();
            let Some(end) = cursor.rest().find(closing) else {
                return Err(start
                    .error("the edge is not closed")
                    .with_help("an edge is written `start --> finish` or `start -- label --> finish`"));
            };
            link.label = at.rest()[..end].trim();
            cursor.advance(end);
            if stroke == Stroke::Dashed {
                cursor.take_while(|it| it == '.');
                cursor.eat("-");
                link.length = 1;
            } else {
                link.length = read_line(cursor).map_or(1, |(_, length)| length).max(1);
            }
            link.heads[1] = read_head(cursor).unwrap_or_default();
        }
        None => {}
    }
    if link.heads[1] == Head::None && stroke != Stroke::Dashed && link.label.is_empty() {
        link.length -= 1;
    }
    link.length = link.length.clamp(1, 6);
    cursor.skip_space();
    if cursor.eat("|") {
        link.label = cursor.expect_until("|", "the label")?.trim();
    }
    Ok(Some(link))
}

/// The line without heads, and its length: 0 if it is too short for a whole edge without a head.
fn read_line(cursor: &mut Cursor<'_>) -> Option<(Stroke, i64)> {
    let count = |text: &str| i64::try_from(text.len()).unwrap_or(1);
    if cursor.starts_with("~~~") {
        cursor.take_while(|it| it == '~');
        return Some((Stroke::Invisible, 2));
    }
    if cursor.starts_with("-.") {
        cursor.advance(1);
        let n_dots = count(cursor.take_while(|it| it == '.'));
        return Some((Stroke::Dashed, if cursor.eat("-") { n_dots } else { 0 }));
    }
    for (mark, stroke) in [('-', Stroke::Solid), ('=', Stroke::Thick)] {
        let mut ahead = cursor.clone();
        let n_marks = count(ahead.take_while(|it| it == mark));
        if n_marks < 2 {
            continue;
        }
        *cursor = ahead;
        let has_head = read_head(&mut cursor.clone()).is_some();
        return Some((stroke, if n_marks == 2 && !has_head { 0 } else { n_marks - 1 }));
    }
    None
}

/// A head; a letter counts only if no name begins with it.
fn read_head(cursor: &mut Cursor<'_>) -> Option<Head> {
    let mut ahead = cursor.clone();
    let head = match ahead.peek()? {
        '>' => Head::Arrow,
        'o' => Head::Circle,
        'x' => Head::Cross,
        _ => return None,
    };
    ahead.advance(1);
    if head != Head::Arrow && ahead.peek().is_some_and(|it| !it.is_whitespace() && it != '|') {
        return None;
    }
    *cursor = ahead;
    Some(head)
}
