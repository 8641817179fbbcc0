//! Sequence diagrams: participants as columns, messages as rows.

mod columns;
mod describe;
mod frame;
mod message;
mod model;
mod paint;
mod parse;
mod reader;
mod rows;

use crate::Drawing;
use crate::error::Result;
use crate::source::Source;

/// Reads and draws a sequence diagram.
pub(crate) fn draw(source: &Source<'_>) -> Result<Drawing> {
    let sequence = parse::parse(source)?;
    let columns = columns::lay_out(&sequence);
    let rows = rows::lay_out(&sequence, &columns, paint::header_height(&sequence, &columns));
    Ok(Drawing {
        canvas: paint::paint(&sequence, &columns, &rows),
        description: describe::describe(&sequence),
    })
}
