//! The two fonts of the cards: widths, kerning and outlines.

use std::sync::LazyLock;

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder, Tag};

/// A font of the crate.
pub(crate) struct Font {
    face: &'static Face<'static>,
}

static REGULAR: LazyLock<Face<'static>> =
    LazyLock::new(|| parse(include_bytes!("../assets/public-sans-regular.ttf")));
static SEMI_BOLD: LazyLock<Face<'static>> =
    LazyLock::new(|| parse(include_bytes!("../assets/public-sans-semibold.ttf")));

fn parse(bytes: &'static [u8]) -> Face<'static> {
    Face::parse(bytes, 0).expect("the crate's own fonts are well formed")
}

/// A glyph in its place.
#[derive(Clone, Copy)]
struct Placed {
    glyph: GlyphId,
    /// Position in font units.
    start: f32,
}

impl Font {
    pub(crate) fn regular() -> Self {
        Self { face: &REGULAR }
    }

    pub(crate) fn semi_bold() -> Self {
        Self { face: &SEMI_BOLD }
    }

    /// Whether there is a glyph for every character.
    pub(crate) fn has_all(&self, text: &str) -> bool {
        text.chars().all(|character| self.face.glyph_index(character).is_some())
    }

    /// The width of a line in pixels at a size.
    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        self.place(text).1 * self.scale(size)
    }

    /// The space that the first letter keeps free on its left.
    pub(crate) fn left_bearing(&self, text: &str, size: f32) -> f32 {
        let glyph = text.chars().next().and_then(|first| self.face.glyph_index(first));
        let bounds = glyph.and_then(|glyph| self.face.glyph_bounding_box(glyph));
        bounds.map_or(0.0, |bounds| f32::from(bounds.x_min) * self.scale(size))
    }

    /// Draws a line's outlines, the baseline's start at `start` and `baseline` in pixels.
    pub(crate) fn outline(&self, text: &str, size: f32, [start, baseline]: [f32; 2], pen: &mut dyn Pen) {
        let scale = self.scale(size);
        for placed in self.place(text).0 {
            let origin = [start + placed.start * scale, baseline];
            self.face
                .outline_glyph(placed.glyph, &mut Scaled { pen, scale, origin, first: origin, last: origin });
        }
    }

    fn scale(&self, size: f32) -> f32 {
        size / f32::from(self.face.units_per_em())
    }

    /// The glyphs of a line and its width, in font units.
    fn place(&self, text: &str) -> (Vec<Placed>, f32) {
        let mut placed: Vec<Placed> = Vec::with_capacity(text.len());
        let mut end = 0.0;
        for glyph in text.chars().filter_map(|character| self.face.glyph_index(character)) {
            if let Some(last) = placed.last() {
                end += f32::from(self.kerning(last.glyph, glyph));
            }
            placed.push(Placed { glyph, start: end });
            end += f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0));
        }
        (placed, end)
    }

    /// How much nearer a pair of letters stands than its widths say.
    fn kerning(&self, left: GlyphId, right: GlyphId) -> i16 {
        let Some(table) = self.face.tables().gpos else {
            return 0;
        };
        let Some(feature) = table.features.find(Tag::from_bytes(b"kern")) else {
            return 0;
        };
        let lookups = feature.lookup_indices.into_iter().filter_map(|index| table.lookups.get(index));
        let mut subtables =
            lookups.flat_map(|lookup| lookup.subtables.into_iter::<PositioningSubtable<'_>>());
        subtables
            .find_map(|subtable| match subtable {
                PositioningSubtable::Pair(pair) => pair_kerning(&pair, left, right),
                _ => None,
            })
            .unwrap_or(0)
    }
}

fn pair_kerning(pair: &PairAdjustment<'_>, left: GlyphId, right: GlyphId) -> Option<i16> {
    match pair {
        PairAdjustment::Format1 { coverage, sets } => {
            Some(sets.get(coverage.get(left)?)?.get(right)?.0.x_advance)
        }
        PairAdjustment::Format2 { coverage, classes, matrix } => {
            coverage.get(left)?;
            let classes = (classes.0.get(left), classes.1.get(right));
            Some(matrix.get(classes)?.0.x_advance)
        }
    }
}

/// What outlines are drawn with, in pixels. Each contour is closed.
pub(crate) trait Pen {
    fn line(&mut self, from: [f32; 2], to: [f32; 2]);
    fn quadratic(&mut self, from: [f32; 2], control: [f32; 2], to: [f32; 2]);
    fn cubic(&mut self, from: [f32; 2], controls: [[f32; 2]; 2], to: [f32; 2]);
}

struct Scaled<'a> {
    pen: &'a mut dyn Pen,
    scale: f32,
    origin: [f32; 2],
    first: [f32; 2],
    last: [f32; 2],
}

impl Scaled<'_> {
    /// A point of the font, whose ordinates grow upwards, in pixels, whose ordinates grow downwards.
    fn point(&self, x: f32, y: f32) -> [f32; 2] {
        [self.origin[0] + x * self.scale, self.origin[1] - y * self.scale]
    }
}

impl OutlineBuilder for Scaled<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.first = self.point(x, y);
        self.last = self.first;
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.point(x, y);
        self.pen.line(self.last, to);
        self.last = to;
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (control, to) = (self.point(x1, y1), self.point(x, y));
        self.pen.quadratic(self.last, control, to);
        self.last = to;
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (controls, to) = ([self.point(x1, y1), self.point(x2, y2)], self.point(x, y));
        self.pen.cubic(self.last, controls, to);
        self.last = to;
    }

    fn close(&mut self) {
        self.pen.line(self.last, self.first);
        self.last = self.first;
    }
}
