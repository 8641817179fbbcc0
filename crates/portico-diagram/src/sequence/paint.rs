//! Drawing the placed sequence, from the back to the front.

use super::columns::Columns;
use super::frame::{Frame, TAB};
use super::model::{Sequence, Step};
use super::rows::Rows;
use crate::geometry::{Point, Rect};
use crate::svg::{Anchor, Canvas};
use crate::text::{Text, Type};

const MARGIN: f64 = 2.0;
/// The participants stand at the bottom again where the top is out of sight.
const REPEATED_ABOVE: f64 = 520.0;
const PERSON: f64 = 30.0;

/// Height of the row of participants.
pub(super) fn header_height(sequence: &Sequence, columns: &Columns) -> f64 {
    let heights = sequence
        .participants
        .iter()
        .zip(&columns.names)
        .map(|(participant, name)| name.height + if participant.is_actor { PERSON + 4.0 } else { 18.0 });
    heights.fold(36.0, f64::max)
}

/// Draws everything.
pub(super) fn paint(sequence: &Sequence, columns: &Columns, rows: &Rows) -> Canvas {
    let header = header_height(sequence, columns);
    let is_repeated = rows.bottom > REPEATED_ABOVE;
    let mut canvas = Canvas::new(
        rows.extent.0.floor() - MARGIN,
        (rows.extent.1 - rows.extent.0).ceil() + 2.0 * MARGIN,
        rows.bottom + MARGIN + if is_repeated { header } else { 0.0 },
    );
    canvas.open("diagram-lifelines");
    for centre in &columns.centres {
        let ends = [Point::new(*centre, MARGIN + header), Point::new(*centre, rows.bottom)];
        canvas.line("diagram-lifeline", &ends);
    }
    canvas.close();
    rows.bars.iter().for_each(|bar| canvas.rect("diagram-activation", *bar, 2.0));
    rows.frames.iter().for_each(|frame| paint_frame(&mut canvas, frame, columns));
    canvas.open("diagram-messages");
    for arrow in &rows.messages {
        let Step::Message(message) = &sequence.steps[arrow.step] else { continue };
        canvas.plated(&columns.texts[arrow.step], arrow.text_centre);
        let class = if message.is_dashed { "diagram-edge diagram-dashed" } else { "diagram-edge" };
        canvas.arrow(class, &arrow.points, message.heads);
        if let Some(number) = message.number {
            let number = Text::wrap(&number.to_string(), Type::Title, 100.0);
            let plate = Rect::around(arrow.points[0], (number.width + 8.0).max(18.0), 18.0);
            canvas.rect("diagram-number", plate, 9.0);
            canvas.text("diagram-number-text", &number, arrow.points[0], Anchor::Middle);
        }
    }
    canvas.close();
    for (step, rect) in &rows.notes {
        canvas.rect("diagram-note", *rect, 4.0);
        canvas.text("diagram-label", &columns.texts[*step], rect.centre(), Anchor::Middle);
    }
    paint_participants(&mut canvas, sequence, columns, MARGIN);
    if is_repeated {
        paint_participants(&mut canvas, sequence, columns, rows.bottom);
    }
    canvas
}

fn paint_frame(canvas: &mut Canvas, frame: &Frame, columns: &Columns) {
    canvas.open("diagram-frame");
    canvas.rect("diagram-frame-box", frame.rect, 6.0);
    for divider in &frame.dividers {
        let ends = [Point::new(frame.rect.x, *divider), Point::new(frame.rect.right(), *divider)];
        canvas.line("diagram-frame-divider", &ends);
    }
    let (x, y, right, bottom) =
        (frame.rect.x, frame.rect.y, frame.rect.x + frame.tab_width, frame.rect.y + TAB);
    let tab = format!(
        "M{x} {bottom}V{}Q{x} {y} {} {y}H{right}V{}Q{right} {bottom} {} {bottom}Z",
        y + 6.0,
        x + 6.0,
        bottom - 6.0,
        right - 6.0
    );
    canvas.path("diagram-frame-tab", &tab);
    let word = Text::wrap(frame.kind.word(), Type::Title, 200.0);
    canvas.text("diagram-title", &word, Point::new(x + frame.tab_width / 2.0, y + TAB / 2.0), Anchor::Middle);
    for (step, place) in &frame.conditions {
        let text = &columns.texts[*step];
        let plate = Rect {
            x: place.x - 4.0,
            y: place.y - text.height / 2.0,
            width: text.width + 8.0,
            height: text.height,
        };
        canvas.rect("diagram-plate", plate, 3.0);
        canvas.text("diagram-condition", text, *place, Anchor::Start);
    }
    canvas.close();
}

fn paint_participants(canvas: &mut Canvas, sequence: &Sequence, columns: &Columns, top: f64) {
    let height = header_height(sequence, columns);
    canvas.open("diagram-participants");
    for (index, participant) in sequence.participants.iter().enumerate() {
        let (name, x) = (&columns.names[index], columns.centres[index]);
        if participant.is_actor {
            let plate = Rect {
                x: x - columns.box_width(index) / 2.0,
                y: top,
                width: columns.box_width(index),
                height,
            };
            canvas.rect("diagram-plate", plate, 0.0);
            paint_person(canvas, Point::new(x, top + (height - PERSON - 4.0 - name.height) / 2.0));
            let middle = top + height - (height - PERSON - 4.0 - name.height) / 2.0 - name.height / 2.0 - 1.0;
            canvas.text("diagram-name", name, Point::new(x, middle), Anchor::Middle);
            continue;
        }
        let centre = Point::new(x, top + height / 2.0);
        canvas.rect("diagram-actor", Rect::around(centre, columns.box_width(index), height), 6.0);
        canvas.text("diagram-name", name, centre, Anchor::Middle);
    }
    canvas.close();
}

/// Head and shoulders, with the top of the head at `top`.
fn paint_person(canvas: &mut Canvas, top: Point) {
    canvas.circle("diagram-person", top.offset(0.0, 8.0), 6.5);
    let (left, right, base) = (top.x - 12.0, top.x + 12.0, top.y + PERSON - 1.0);
    let shoulder = base - 12.0;
    let data = format!(
        "M{left} {base}V{}Q{left} {shoulder} {} {shoulder}H{}Q{right} {shoulder} {right} {}V{base}Z",
        base - 4.0,
        left + 8.0,
        right - 8.0,
        base - 4.0
    );
    canvas.path("diagram-person", &data);
}
