//! The two fonts of the cards: widths, kerning and outlines.

use std::sync::LazyLock;

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::{Face, GlyphId, OutlineBuilder, Tag};

/// A font of the crate.
pub(crate) struct Font {
    weight: Weight,
    face: Face<'static>,
    /// The tables of pairs that stand nearer than their widths say; the first that knows a pair counts.
    kerning: Vec<PairAdjustment<'static>>,
}

/// Tells one font of the crate from the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Weight {
    Regular,
    SemiBold,
}

static REGULAR: LazyLock<Font> =
    LazyLock::new(|| Font::parse(Weight::Regular, include_bytes!("../assets/public-sans-regular.ttf")));
static SEMI_BOLD: LazyLock<Font> =
    LazyLock::new(|| Font::parse(Weight::SemiBold, include_bytes!("../assets/public-sans-semibold.ttf")));

/// A glyph in its place.
#[derive(Clone, Copy)]
struct Placed {
    glyph: GlyphId,
    /// Position in font units.
    start: f32,
    /// Where the next glyph stands, but for kerning.
    end: f32,
}

/// Where a word stands in its text, in font units: whole numbers, so that the width of a line is the exact difference of
/// its ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: f32,
    pub(crate) end: f32,
}

impl Font {
    pub(crate) fn regular() -> &'static Self {
        &REGULAR
    }

    pub(crate) fn semi_bold() -> &'static Self {
        &SEMI_BOLD
    }

    fn parse(weight: Weight, bytes: &'static [u8]) -> Self {
        let face = Face::parse(bytes, 0).expect("the crate's own fonts are well formed");
        let kerning = kerning_of(&face);
        Self { weight, face, kerning }
    }

    pub(crate) fn weight(&self) -> Weight {
        self.weight
    }

    /// Whether there is a glyph for every character.
    pub(crate) fn has_all(&self, text: &str) -> bool {
        text.chars().all(|character| self.face.glyph_index(character).is_some())
    }

    /// The width of a line in pixels at a size.
    pub(crate) fn width(&self, text: &str, size: f32) -> f32 {
        self.place(text).last().map_or(0.0, |last| last.end) * self.scale(size)
    }

    /// The words of a text.
    pub(crate) fn words<'a>(&self, text: &'a str) -> Vec<Word<'a>> {
        let mut glyphs = self.place(text);
        let words = text.split(' ').filter_map(|text| {
            let n_glyphs = text.chars().filter(|it| self.face.glyph_index(*it).is_some()).count();
            let placed: Vec<Placed> = glyphs.by_ref().take(n_glyphs).collect();
            // The space after the word.
            glyphs.next();
            Some(Word { text, start: placed.first()?.start, end: placed.last()?.end })
        });
        words.collect()
    }

    /// The space that the first letter keeps free on its left.
    pub(crate) fn left_bearing(&self, text: &str, size: f32) -> f32 {
        let glyph = text.chars().next().and_then(|first| self.face.glyph_index(first));
        let bounds = glyph.and_then(|glyph| self.face.glyph_bounding_box(glyph));
        bounds.map_or(0.0, |bounds| f32::from(bounds.x_min) * self.scale(size))
    }

    /// The glyphs of a line that starts at 0, with their positions in pixels.
    pub(crate) fn glyphs(&self, text: &str, size: f32) -> impl Iterator<Item = (GlyphId, f32)> {
        let scale = self.scale(size);
        self.place(text).map(move |placed| (placed.glyph, placed.start * scale))
    }

    /// What a glyph covers, in pixels from its origin, ordinates growing downwards: left, top, right, bottom.
    pub(crate) fn bounds(&self, glyph: GlyphId, size: f32) -> Option<[f32; 4]> {
        let scale = self.scale(size);
        let bounds = self.face.glyph_bounding_box(glyph)?;
        Some([bounds.x_min, -bounds.y_max, bounds.x_max, -bounds.y_min].map(|edge| f32::from(edge) * scale))
    }

    /// Draws a glyph's outline with its origin at that point.
    pub(crate) fn outline(&self, glyph: GlyphId, size: f32, origin: [f32; 2], pen: &mut dyn Pen) {
        let scale = self.scale(size);
        self.face.outline_glyph(glyph, &mut Scaled { pen, scale, origin, first: origin, last: origin });
    }

    /// Pixels of a font unit.
    pub(crate) fn scale(&self, size: f32) -> f32 {
        size / f32::from(self.face.units_per_em())
    }

    /// The glyphs of a line. What the font lacks is left out.
    fn place(&self, text: &str) -> impl Iterator<Item = Placed> {
        let mut last: Option<Placed> = None;
        text.chars().filter_map(|character| self.face.glyph_index(character)).map(move |glyph| {
            let start = last.map_or(0.0, |last| last.end + f32::from(self.kerning(last.glyph, glyph)));
            let end = start + f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0));
            let placed = Placed { glyph, start, end };
            last = Some(placed);
            placed
        })
    }

    /// How much nearer a pair of letters stands than its widths say.
    fn kerning(&self, left: GlyphId, right: GlyphId) -> i16 {
        self.kerning.iter().find_map(|pairs| pair_kerning(pairs, left, right)).unwrap_or(0)
    }
}

fn kerning_of(face: &Face<'static>) -> Vec<PairAdjustment<'static>> {
    let Some(table) = face.tables().gpos else {
        return Vec::new();
    };
    let Some(feature) = table.features.find(Tag::from_bytes(b"kern")) else {
        return Vec::new();
    };
    let lookups = feature.lookup_indices.into_iter().filter_map(|index| table.lookups.get(index));
    let subtables = lookups.flat_map(|lookup| lookup.subtables.into_iter::<PositioningSubtable<'_>>());
    subtables
        .filter_map(|subtable| match subtable {
            PositioningSubtable::Pair(pairs) => Some(pairs),
            _ => None,
        })
        .collect()
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
