//! The picture: one byte for each pixel, a number in the palette.

use portico_gzip::zlib;

use crate::font::Font;
use crate::glyph::{Glyph, SHADES, with_glyph};
use crate::{HEIGHT, WIDTH};

/// Colours that things are drawn in: the light theme's, see `web/src/styles/tokens.css`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// `--color-accent`
    Accent,
    /// `--color-heading`
    Heading,
    /// `--color-text`
    Text,
    /// `--color-quiet`
    Quiet,
    /// `--color-border`
    Border,
}

const SURFACE: [u8; 3] = [0xff, 0xff, 0xff];
const INKS: [[u8; 3]; 5] =
    [[0x0b, 0x63, 0x78], [0x0f, 0x1f, 0x27], [0x24, 0x34, 0x3c], [0x53, 0x64, 0x6c], [0xdd, 0xe4, 0xe6]];
/// Bytes of a row.
const ROW: usize = 1 + WIDTH as usize;

/// From level 6 on, zlib compares the many equal rows at length and finds nothing more.
const DEFLATE_LEVEL: u32 = 3;

/// A picture in the making. Everything is drawn on the surface: inks do not mix.
pub(crate) struct Canvas {
    /// Each begins with the number of its filter, as PNG wants it: none.
    rows: Vec<u8>,
}

impl Canvas {
    pub(crate) fn new() -> Self {
        Self { rows: vec![0; ROW * HEIGHT as usize] }
    }

    /// The pixels of each row.
    fn rows(&mut self) -> impl Iterator<Item = &mut [u8]> {
        self.rows.chunks_exact_mut(ROW).map(|row| &mut row[1..])
    }

    /// Fills a rectangle that lies within the picture.
    pub(crate) fn fill(&mut self, ink: Ink, x: u32, y: u32, width: u32, height: u32) {
        let full = number(ink, SHADES);
        for row in self.rows().skip(y as usize).take(height as usize) {
            row[x as usize..(x + width) as usize].fill(full);
        }
    }

    /// Draws a line of text from the start of its baseline. Letters stand on whole rows, so that a picture of one serves
    /// wherever the letter comes again.
    pub(crate) fn text(&mut self, font: &Font, text: &str, size: f32, [start, baseline]: [f32; 2], ink: Ink) {
        for (glyph, offset) in font.glyphs(text, size) {
            let origin = [start + offset, baseline.round()];
            with_glyph(font, glyph, size, origin, |glyph, place| self.stamp(glyph, place, ink));
        }
    }

    /// Adds a glyph's ink; what lies outside of the picture is left out.
    fn stamp(&mut self, glyph: &Glyph, [left, top]: [i32; 2], ink: Ink) {
        let below_top = usize::try_from(top).unwrap_or(0);
        let above = usize::try_from(-top).unwrap_or(0);
        let shades = glyph.shades.chunks_exact(glyph.width.max(1)).skip(above);
        for (pixels, shades) in self.rows().skip(below_top).zip(shades) {
            for (column, shade) in (left..).zip(shades).filter(|(_, shade)| **shade > 0) {
                let pixel = usize::try_from(column).ok().and_then(|column| pixels.get_mut(column));
                let Some(pixel) = pixel else { continue };
                // Letters of a line may touch.
                let before = pixel.saturating_sub(number(ink, 0));
                *pixel = number(ink, SHADES.min(before + shade));
            }
        }
    }

    pub(crate) fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, WIDTH, HEIGHT);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette());
        let mut writer = encoder.write_header().expect("writing to memory");
        // The crate would hand over row after row, each with a buffer to be cleared.
        writer
            .write_chunk(png::chunk::IDAT, &zlib(&self.rows, DEFLATE_LEVEL, self.rows.len() / 24))
            .expect("writing to memory");
        writer.finish().expect("writing to memory");
        bytes
    }
}

/// The number of an ink's shade in the palette.
fn number(ink: Ink, shade: u8) -> u8 {
    ink as u8 * SHADES + shade
}

fn palette() -> Vec<u8> {
    let shades = INKS.iter().flat_map(|ink| (1..=SHADES).map(move |shade| mix(*ink, shade)));
    SURFACE.into_iter().chain(shades.flatten()).collect()
}

fn mix(ink: [u8; 3], shade: u8) -> [u8; 3] {
    let (part, whole) = (u16::from(shade), u16::from(SHADES));
    std::array::from_fn(|channel| {
        let [ink, surface] = [ink[channel], SURFACE[channel]].map(u16::from);
        u8::try_from((ink * part + surface * (whole - part)) / whole).unwrap_or(u8::MAX)
    })
}
