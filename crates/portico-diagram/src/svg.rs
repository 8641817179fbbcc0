//! Writing SVG: elements with classes, and no colour but the text colour for readers without the style sheet.

use std::fmt::Write as _;

use crate::geometry::{Point, Rect};
use crate::text::{Text, Type};

/// The corner of a line that turns.
const TURN: f64 = 7.0;
/// From the tip of an arrow head to its back, and half its back.
const HEAD: (f64, f64) = (8.5, 4.0);

/// A drawing in progress.
#[derive(Debug)]
pub(crate) struct Canvas {
    body: String,
    /// The coordinate of the left edge.
    pub(crate) left: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// What the `<svg>` element says about its content.
pub(crate) struct Frame<'a> {
    pub(crate) id_prefix: &'a str,
    pub(crate) kind: &'a str,
    pub(crate) title: &'a str,
    pub(crate) description: &'a str,
}

/// Where a text stands in relation to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

/// What a line ends with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Head {
    #[default]
    None,
    Arrow,
    /// An open arrow: nobody waits for an answer.
    Open,
    Cross,
    Circle,
}

impl Canvas {
    pub(crate) fn new(left: f64, width: f64, height: f64) -> Self {
        Self { body: String::new(), left, width, height }
    }

    pub(crate) fn open(&mut self, class: &str) {
        let _ = write!(self.body, "<g class=\"{class}\">");
    }

    pub(crate) fn close(&mut self) {
        self.body.push_str("</g>");
    }

    pub(crate) fn rect(&mut self, class: &str, rect: Rect, radius: f64) {
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            number(rect.x),
            number(rect.y),
            number(rect.width),
            number(rect.height)
        );
        if radius > 0.0 {
            let _ = write!(self.body, " rx=\"{}\"", number(radius));
        }
        self.body.push_str("/>");
    }

    pub(crate) fn circle(&mut self, class: &str, centre: Point, radius: f64) {
        let (x, y, r) = (number(centre.x), number(centre.y), number(radius));
        let _ = write!(self.body, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
    }

    pub(crate) fn path(&mut self, class: &str, data: &str) {
        let _ = write!(self.body, "<path class=\"{class}\" d=\"{data}\"/>");
    }

    pub(crate) fn polygon(&mut self, class: &str, points: &[Point]) {
        let mut data = String::new();
        for (index, point) in points.iter().enumerate() {
            let _ = write!(data, "{}{}", if index == 0 { "M" } else { "L" }, pair(*point));
        }
        self.path(class, &(data + "Z"));
    }

    /// A line through points with rounded turns.
    pub(crate) fn line(&mut self, class: &str, points: &[Point]) {
        let Some(first) = points.first() else { return };
        let mut data = format!("M{}", pair(*first));
        for corner in points.windows(3) {
            let [before, at, after] = [corner[0], corner[1], corner[2]];
            let (length_in, length_out) = (distance(before, at), distance(at, after));
            let turn = TURN.min(length_in / 2.0).min(length_out / 2.0);
            let (start, end) = (toward(at, before, turn), toward(at, after, turn));
            let _ = write!(data, "L{}Q{} {}", pair(start), pair(at), pair(end));
        }
        if let Some(last) = points.get(1..).and_then(<[Point]>::last) {
            let _ = write!(data, "L{}", pair(*last));
        }
        self.path(class, &data);
    }

    /// A line whose ends carry heads: `heads` of the first and of the last point.
    pub(crate) fn arrow(&mut self, class: &str, points: &[Point], heads: [Head; 2]) {
        let mut points = points.to_vec();
        let n_points = points.len();
        if n_points < 2 {
            return;
        }
        let ends = [(points[0], points[1]), (points[n_points - 1], points[n_points - 2])];
        points[0] = toward(ends[0].0, ends[0].1, shortening(heads[0]).min(distance(ends[0].0, ends[0].1)));
        points[n_points - 1] =
            toward(ends[1].0, ends[1].1, shortening(heads[1]).min(distance(ends[1].0, ends[1].1)));
        self.line(class, &points);
        for (head, (tip, before)) in heads.into_iter().zip(ends) {
            self.head(head, tip, before);
        }
    }

    fn head(&mut self, head: Head, tip: Point, before: Point) {
        let length = distance(tip, before).max(f64::EPSILON);
        let along = Point::new((tip.x - before.x) / length, (tip.y - before.y) / length);
        let at = |back: f64, side: f64| {
            tip.offset(-along.x * back - along.y * side, -along.y * back + along.x * side)
        };
        match head {
            Head::None => {}
            Head::Arrow => {
                self.polygon("diagram-head", &[at(0.5, 0.0), at(HEAD.0, HEAD.1), at(HEAD.0, -HEAD.1)]);
            }
            Head::Open => {
                let (left, right) = (at(HEAD.0, HEAD.1), at(HEAD.0, -HEAD.1));
                let data = format!("M{}L{}L{}", pair(left), pair(at(1.0, 0.0)), pair(right));
                self.path("diagram-head-open", &data);
            }
            Head::Cross => {
                let data = format!(
                    "M{}L{}M{}L{}",
                    pair(at(4.0, 4.0)),
                    pair(at(12.0, -4.0)),
                    pair(at(4.0, -4.0)),
                    pair(at(12.0, 4.0))
                );
                self.path("diagram-head-open", &data);
            }
            Head::Circle => self.circle("diagram-head-circle", at(4.5, 0.0), 3.75),
        }
    }

    /// Lines of text; `at` is the middle of their height.
    pub(crate) fn text(&mut self, class: &str, text: &Text, at: Point, anchor: Anchor) {
        if text.lines.is_empty() {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
        };
        let size = text.style.size();
        let baseline = at.y - text.height / 2.0 + text.style.line_height() / 2.0 + size * 0.35;
        let (x, y, size) = (number(at.x), number(baseline), number(size));
        let _ = write!(
            self.body,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor} fill=\"currentColor\" stroke=\"none\">"
        );
        for (index, line) in text.lines.iter().enumerate() {
            if index == 0 {
                escape(line, &mut self.body);
            } else {
                let step = number(text.style.line_height());
                let _ = write!(self.body, "<tspan x=\"{x}\" dy=\"{step}\">");
                escape(line, &mut self.body);
                self.body.push_str("</tspan>");
            }
        }
        self.body.push_str("</text>");
    }

    /// A label in the middle of a plate that hides the line below it.
    pub(crate) fn plated(&mut self, text: &Text, centre: Point) {
        if text.lines.is_empty() {
            return;
        }
        self.rect("diagram-plate", Rect::around(centre, text.width + 8.0, text.height + 2.0), 3.0);
        self.text(text_class(text.style), text, centre, Anchor::Middle);
    }

    /// The `<svg>` element.
    pub(crate) fn finish(self, frame: &Frame<'_>) -> String {
        let (left, width, height) = (number(self.left), number(self.width), number(self.height));
        let (mut prefix, mut title, mut description) = (String::new(), String::new(), String::new());
        escape(frame.id_prefix, &mut prefix);
        escape(frame.title, &mut title);
        escape(&frame.description.replace('\n', ". "), &mut description);
        let (kind, span) = (frame.kind, span(self.width));
        format!(
            "<svg class=\"diagram-svg\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"{prefix}-title\" \
             aria-describedby=\"{prefix}-desc\" data-kind=\"{kind}\" data-span=\"{span}\" fill=\"none\" \
             stroke=\"currentColor\" stroke-width=\"1.5\"><title id=\"{prefix}-title\">{title}</title>\
             <desc id=\"{prefix}-desc\">{description}</desc>{}</svg>",
            self.body
        )
    }
}

/// The class of text of a style.
pub(crate) fn text_class(style: Type) -> &'static str {
    match style {
        Type::Name => "diagram-name",
        Type::Label => "diagram-label",
        Type::Title => "diagram-title",
    }
}

/// How wide the drawing is, in steps that the style sheet knows: below the step it scrolls rather than shrinks.
fn span(width: f64) -> &'static str {
    match width {
        ..=400.0 => "xs",
        ..=560.0 => "s",
        ..=720.0 => "m",
        ..=900.0 => "l",
        ..=1200.0 => "xl",
        _ => "2xl",
    }
}

fn shortening(head: Head) -> f64 {
    match head {
        Head::None => 0.0,
        Head::Open => 1.5,
        Head::Cross | Head::Circle => 8.0,
        Head::Arrow => HEAD.0 - 1.0,
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

fn toward(from: Point, to: Point, by: f64) -> Point {
    let length = distance(from, to).max(f64::EPSILON);
    from.offset((to.x - from.x) / length * by, (to.y - from.y) / length * by)
}

fn pair(point: Point) -> String {
    format!("{} {}", number(point.x), number(point.y))
}

/// A coordinate with at most two decimals.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

fn escape(text: &str, into: &mut String) {
    for character in text.chars() {
        match character {
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '&' => into.push_str("&amp;"),
            '"' => into.push_str("&quot;"),
            '{' => into.push_str("&#123;"),
            '}' => into.push_str("&#125;"),
            it if it.is_control() => into.push(' '),
            it => into.push(it),
        }
    }
}
