//! The picture: one byte for each pixel, a number in the palette.

use ab_glyph_rasterizer::{Rasterizer, point};

use crate::font::{Font, Pen};
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
/// Shades between the surface and an ink; the surface itself is number 0 of the palette.
const SHADES: u8 = 24;

/// A picture in the making. Everything is drawn on the surface: inks do not mix.
pub(crate) struct Canvas {
    pixels: Vec<u8>,
}

impl Canvas {
    pub(crate) fn new() -> Self {
        Self { pixels: vec![0; WIDTH as usize * HEIGHT as usize] }
    }

    /// Fills a rectangle that lies within the picture.
    pub(crate) fn fill(&mut self, ink: Ink, x: u32, y: u32, width: u32, height: u32) {
        let full = number(ink, SHADES);
        for row in self.pixels.chunks_exact_mut(WIDTH as usize).skip(y as usize).take(height as usize) {
            row[x as usize..(x + width) as usize].fill(full);
        }
    }

    /// Draws a line of text from the start of its baseline.
    pub(crate) fn text(&mut self, font: &Font, text: &str, size: f32, start: f32, baseline: f32, ink: Ink) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the picture")]
        let [top, height] = [baseline - size * 1.1, size * 1.5].map(|length| length.ceil() as u16);
        let width = WIDTH as usize;
        let rasterizer = Rasterizer::new(width, usize::from(height));
        let mut strip = Strip { rasterizer, top: f32::from(top) };
        font.outline(text, size, [start, baseline], &mut strip);
        let pixels = &mut self.pixels[usize::from(top) * width..];
        strip.rasterizer.for_each_pixel(|at, coverage| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "0 to the number of shades"
            )]
            let shade = (coverage.clamp(0.0, 1.0) * f32::from(SHADES)).round() as u8;
            if let Some(pixel) = pixels.get_mut(at).filter(|_| shade > 0) {
                *pixel = number(ink, shade);
            }
        });
    }

    pub(crate) fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, WIDTH, HEIGHT);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette());
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header().expect("writing to memory");
        writer.write_image_data(&self.pixels).expect("as many pixels as the header says");
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

/// The rows of the picture that a line of text touches.
struct Strip {
    rasterizer: Rasterizer,
    top: f32,
}

impl Strip {
    fn point(&self, [x, y]: [f32; 2]) -> ab_glyph_rasterizer::Point {
        point(x, y - self.top)
    }
}

impl Pen for Strip {
    fn line(&mut self, from: [f32; 2], to: [f32; 2]) {
        self.rasterizer.draw_line(self.point(from), self.point(to));
    }

    fn quadratic(&mut self, from: [f32; 2], control: [f32; 2], to: [f32; 2]) {
        self.rasterizer.draw_quad(self.point(from), self.point(control), self.point(to));
    }

    fn cubic(&mut self, from: [f32; 2], controls: [[f32; 2]; 2], to: [f32; 2]) {
        let [first, second] = controls.map(|control| self.point(control));
        self.rasterizer.draw_cubic(self.point(from), first, second, self.point(to));
    }
}
