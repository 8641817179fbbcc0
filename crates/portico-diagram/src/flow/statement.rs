//! Reading the statements of a flowchart.

use super::{Reader, link, node};
use crate::cursor::Cursor;
use crate::error::{Result, suggest};
use crate::graph::{Direction, Edge};
use crate::text::{Text, Type};

const LABEL_LIMIT: f64 = 140.0;
/// Statements about looks and behaviour, which are the matter of the site.
const IGNORED: [&str; 6] = ["classDef", "class", "style", "linkStyle", "click", "title"];

/// Reads one line, which may hold several statements.
pub(super) fn read_line<'a>(reader: &mut Reader<'a>, mut cursor: Cursor<'a>) -> Result<()> {
    loop {
        cursor.take_while(|it| it.is_whitespace() || it == ';');
        if cursor.is_done() {
            return Ok(());
        }
        read_statement(reader, &mut cursor)?;
    }
}

fn read_statement<'a>(reader: &mut Reader<'a>, cursor: &mut Cursor<'a>) -> Result<()> {
    let start = cursor.clone();
    if cursor.eat_word("subgraph") {
        return read_subgraph(reader, cursor, start);
    }
    if is_whole_statement(cursor, "end") {
        cursor.advance("end".len());
        return reader.open.pop().map(|_| ()).ok_or_else(|| start.error("`end` closes nothing"));
    }
    if cursor.eat_word("direction") {
        let at = cursor.clone();
        let word = cursor.take_while(char::is_alphanumeric);
        let direction = Direction::read(word).ok_or_else(|| crate::state::unknown_direction(&at, word))?;
        match reader.level() {
            Some(group) => reader.graph.nodes[group].direction = Some(direction),
            None => reader.graph.direction = direction,
        }
        return Ok(());
    }
    if IGNORED
        .into_iter()
        .any(|word| !cursor.rest()[..].starts_with(&format!("{word} --")) && cursor.eat_word(word))
    {
        cursor.take_until(";").is_none().then(|| cursor.take_rest());
        return Ok(());
    }
    read_chain(reader, cursor)
}

fn is_whole_statement(cursor: &Cursor<'_>, word: &str) -> bool {
    cursor.rest().strip_prefix(word).is_some_and(|after| {
        after.is_empty() || after.trim_start().starts_with(';') || after.trim().is_empty()
    })
}

/// `subgraph id [Title]`, `subgraph "Title"`, `subgraph Some words`.
fn read_subgraph<'a>(reader: &mut Reader<'a>, cursor: &mut Cursor<'a>, start: Cursor<'a>) -> Result<()> {
    let end = cursor.rest().find(';').unwrap_or(cursor.rest().len());
    let head = cursor.advance(end).trim();
    if head.is_empty() {
        return Err(start.error("the subgraph has no name").with_help("write `subgraph id [Title]`"));
    }
    let (id, title) = match head.split_once('[') {
        Some((id, title)) if !id.trim().is_empty() => (id.trim(), title.trim_end_matches(']').trim()),
        _ => (head.trim_matches('"'), head),
    };
    reader.open(id, title, start)
}

/// `a & b --> c -- label --> d`.
fn read_chain<'a>(reader: &mut Reader<'a>, cursor: &mut Cursor<'a>) -> Result<()> {
    let start = cursor.clone();
    let mut from = read_nodes(reader, cursor)?;
    loop {
        cursor.skip_space();
        if cursor.is_done() || cursor.starts_with(";") {
            return Ok(());
        }
        let Some(link) = link::read(cursor)? else {
            let word = start.clone().take_while(|it| !it.is_whitespace());
            let help = suggest(word, &["subgraph", "direction", "classDef", "linkStyle", "end"])
                .unwrap_or_else(|| {
                    "an edge is written `start --> finish`; put a label with brackets in quotes".to_owned()
                });
            return Err(cursor
                .error(format!("`{}` is neither an edge nor the end of the statement", cursor.rest()))
                .with_help(help));
        };
        cursor.skip_space();
        let to = read_nodes(reader, cursor)?;
        for (from, to) in from.iter().flat_map(|from| to.iter().map(move |to| (*from, *to))) {
            let label =
                Some(Text::wrap(link.label, Type::Label, LABEL_LIMIT)).filter(|it| !it.lines.is_empty());
            let edge = Edge { from, to, label, stroke: link.stroke, heads: link.heads, length: link.length };
            reader.graph.add_edge(edge, start.line)?;
        }
        from = to;
    }
}

fn read_nodes<'a>(reader: &mut Reader<'a>, cursor: &mut Cursor<'a>) -> Result<Vec<usize>> {
    let mut nodes = vec![node::read(reader, cursor)?];
    loop {
        let mut ahead = cursor.clone();
        ahead.skip_space();
        if !ahead.eat("&") {
            return Ok(nodes);
        }
        ahead.skip_space();
        *cursor = ahead;
        nodes.push(node::read(reader, cursor)?);
    }
}
