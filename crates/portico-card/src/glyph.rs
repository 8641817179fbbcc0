//! Pictures of single letters. A thread draws each once: the cards of a site are set in the same few dozen letters.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use ab_glyph_rasterizer::{Rasterizer, point};
use ttf_parser::GlyphId;

use crate::font::{Font, Pen, Weight};

/// Shades between the surface and an ink.
pub(crate) const SHADES: u8 = 24;

/// Places in a pixel that a letter may start at, from left to right.
const PHASES: f32 = 4.0;

/// Letters that a thread remembers, of a few thousand bytes each. A site in one alphabet needs less than half of them.
const MOST_REMEMBERED: usize = 2048;

/// A glyph's ink.
pub(crate) struct Glyph {
    /// Columns and rows from the pixel that holds the origin to the first pixel.
    offset: [i32; 2],
    /// Pixels of a row.
    pub(crate) width: usize,
    /// One for each pixel, row by row, from 0 to [`SHADES`].
    pub(crate) shades: Vec<u8>,
}

#[derive(PartialEq, Eq, Hash)]
struct Key {
    weight: Weight,
    glyph: GlyphId,
    size: u32,
    phase: u32,
}

/// Hands over a glyph whose origin is at a point of a picture, and the column and row of its first pixel.
pub(crate) fn with_glyph(
    font: &Font,
    glyph: GlyphId,
    size: f32,
    [x, y]: [f32; 2],
    use_glyph: impl FnOnce(&Glyph, [i32; 2]),
) {
    thread_local! {
        static KNOWN: RefCell<HashMap<Key, Rc<Glyph>>> = RefCell::default();
    }
    let x = (x * PHASES).round() / PHASES;
    let phase = x - x.floor();
    let key = Key { weight: font.weight(), glyph, size: size.to_bits(), phase: phase.to_bits() };
    let drawn = KNOWN.with_borrow_mut(|known| {
        if known.len() >= MOST_REMEMBERED {
            known.clear();
        }
        known.entry(key).or_insert_with(|| Rc::new(draw(font, glyph, size, phase))).clone()
    });
    let [left, top] = drawn.offset;
    use_glyph(&drawn, [whole(x.floor()) + left, whole(y) + top]);
}

/// Draws a glyph whose origin is that far right of the edge of a pixel.
fn draw(font: &Font, glyph: GlyphId, size: f32, phase: f32) -> Glyph {
    let Some([left, top, right, bottom]) = font.bounds(glyph, size) else {
        return Glyph { offset: [0, 0], width: 0, shades: Vec::new() };
    };
    // One pixel more on each side than the outline touches.
    let [left, top] = [left + phase, top].map(|edge| edge.floor() - 1.0);
    let [width, height] = [right + phase - left, bottom - top].map(|length| {
        usize::try_from(whole(length.ceil()) + 1).expect("an edge is not beyond the one across from it")
    });
    let mut sheet = Sheet(Rasterizer::new(width, height));
    font.outline(glyph, size, [phase - left, -top], &mut sheet);
    let mut shades = vec![0; width * height];
    sheet.0.for_each_pixel(|at, coverage| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "0 to the number of shades"
        )]
        let shade = (coverage.clamp(0.0, 1.0) * f32::from(SHADES)).round() as u8;
        shades[at] = shade;
    });
    Glyph { offset: [whole(left), whole(top)], width, shades }
}

#[expect(clippy::cast_possible_truncation, reason = "far beyond any picture it is cut off")]
fn whole(length: f32) -> i32 {
    length as i32
}

struct Sheet(Rasterizer);

impl Pen for Sheet {
    fn line(&mut self, from: [f32; 2], to: [f32; 2]) {
        self.0.draw_line(point(from[0], from[1]), point(to[0], to[1]));
    }

    fn quadratic(&mut self, from: [f32; 2], control: [f32; 2], to: [f32; 2]) {
        let [from, control, to] = [from, control, to].map(|[x, y]| point(x, y));
        self.0.draw_quad(from, control, to);
    }

    fn cubic(&mut self, from: [f32; 2], controls: [[f32; 2]; 2], to: [f32; 2]) {
        let [from, first, second, to] = [from, controls[0], controls[1], to].map(|[x, y]| point(x, y));
        self.0.draw_cubic(from, first, second, to);
    }
}
