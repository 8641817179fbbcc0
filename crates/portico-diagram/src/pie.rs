//! Pie charts: shares of a whole with a legend.

use crate::Drawing;
use crate::error::{DiagramError, Result};
use crate::geometry::{Point, Rect};
use crate::source::Source;
use crate::svg::{Anchor, Canvas, number};
use crate::text::{Text, Type};

const MAX_SLICES: usize = 10;
const RADIUS: f64 = 96.0;
const ROW: f64 = 26.0;

struct Slice {
    label: Text,
    value: f64,
}

/// Reads and draws a pie chart.
pub(crate) fn draw(source: &Source<'_>) -> Result<Drawing> {
    let mut head = source.head.clone();
    let shows_data = head.eat_word("showData");
    let mut title = if head.eat_word("title") { head.take_rest() } else { "" };
    let mut slices = Vec::new();
    for line in &source.lines {
        let mut cursor = line.clone();
        if cursor.eat_word("title") {
            title = cursor.take_rest();
            continue;
        }
        if cursor.eat_word("showData") {
            continue;
        }
        if slices.len() == MAX_SLICES {
            return Err(DiagramError::too_large(line.line, "slices", MAX_SLICES));
        }
        let help = "a slice is written `\"Label\" : 42`";
        let label = cursor.eat("\"").then(|| cursor.take_until("\"")).flatten();
        let label = label.ok_or_else(|| line.error("the slice has no label in quotes").with_help(help))?;
        cursor.skip_space();
        let has_colon = cursor.eat(":");
        cursor.skip_space();
        let value = cursor
            .rest()
            .parse::<f64>()
            .ok()
            .filter(|it| has_colon && it.is_finite() && (0.0..1e12).contains(it));
        let value = value.ok_or_else(|| cursor.error("the slice has no number").with_help(help))?;
        let words = if shows_data { format!("{label} ({value})") } else { label.to_owned() };
        slices.push(Slice { label: Text::wrap(&words, Type::Label, 260.0), value });
    }
    let total: f64 = slices.iter().map(|slice| slice.value).sum();
    if total <= 0.0 {
        return Err(DiagramError::new(1, 1, "the pie has no slice").with_help("write `\"Label\" : 42`"));
    }
    let mut description: Vec<String> = slices
        .iter()
        .map(|slice| {
            format!("{}: {} %", slice.label.plain(), number((slice.value / total * 1000.0).round() / 10.0))
        })
        .collect();
    if !title.is_empty() {
        description.insert(0, title.to_owned());
    }
    Ok(Drawing { canvas: paint(&slices, total, title), description })
}

fn paint(slices: &[Slice], total: f64, title: &str) -> Canvas {
    let title = Text::wrap(title, Type::Title, 420.0);
    let top = if title.lines.is_empty() { 4.0 } else { title.height + 16.0 };
    let legend = slices.iter().map(|slice| slice.label.width).fold(0.0, f64::max) + 90.0;
    #[expect(clippy::cast_precision_loss, reason = "there are at most ten slices")]
    let rows = slices.len() as f64 * ROW;
    let height = (2.0 * RADIUS).max(rows);
    let mut canvas =
        Canvas::new(0.0, (2.0 * RADIUS + 36.0 + legend).max(title.width + 4.0).ceil(), top + height + 4.0);
    canvas.text("diagram-title", &title, Point::new(0.0, title.height / 2.0 + 2.0), Anchor::Start);
    let centre = Point::new(RADIUS + 2.0, top + height / 2.0);
    let mut start = 0.0;
    for (index, slice) in slices.iter().enumerate() {
        let end = start + slice.value / total;
        let class = format!("diagram-slice\" data-slice=\"{index}");
        if slice.value >= total {
            canvas.circle(&class, centre, RADIUS);
        } else if slice.value > 0.0 {
            canvas.path(&class, &wedge(centre, start, end));
        }
        #[expect(clippy::cast_precision_loss, reason = "there are at most ten slices")]
        let y = centre.y - rows / 2.0 + ROW * (index as f64 + 0.5);
        let x = 2.0 * RADIUS + 36.0;
        canvas.rect(&class, Rect { x, y: y - 7.0, width: 14.0, height: 14.0 }, 3.0);
        canvas.text("diagram-label", &slice.label, Point::new(x + 24.0, y), Anchor::Start);
        let share = Text::wrap(
            &format!("{} %", number((slice.value / total * 1000.0).round() / 10.0)),
            Type::Title,
            100.0,
        );
        canvas.text("diagram-title", &share, Point::new(x + legend - 52.0, y), Anchor::Start);
        start = end;
    }
    canvas
}

/// A slice of the pie from `start` to `end`, in turns from the top.
fn wedge(centre: Point, start: f64, end: f64) -> String {
    let at = |turn: f64| {
        let angle = turn * std::f64::consts::TAU;
        format!("{} {}", number(centre.x + RADIUS * angle.sin()), number(centre.y - RADIUS * angle.cos()))
    };
    let is_large = u8::from(end - start > 0.5);
    format!(
        "M{} {}L{}A{RADIUS} {RADIUS} 0 {is_large} 1 {}Z",
        number(centre.x),
        number(centre.y),
        at(start),
        at(end)
    )
}
