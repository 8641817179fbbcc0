"""Makes public-sans.woff2 and public-sans-more.woff2 from the npm package @fontsource-variable/public-sans (see README.md)."""

import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib import instancer

# What nearly every English page needs, and the rest of Western Europe's letters, which load only where one occurs.
TEXT_SIGNS = [*range(0x20, 0x7F), 0xA0, 0xA9, 0xB0, 0xB1, 0xB7, 0xD7, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
              0x2026, 0x20AC, 0x2212]
OTHER_SIGNS = [code for code in [*range(0xA1, 0x100), 0x131, 0x152, 0x153, 0x201A, 0x201E, 0x2039, 0x203A, 0x2044, 0x2122]
               if code not in TEXT_SIGNS]
# Units of an em. The source has 2000; at 1000 no outline moves by more than 0.02 px in a line of 40 px.
UNITS = 1000
# Nobody sees smaller distances, in units: of kerning (0.14 px in a heading of 20 px), and of outlines between weights.
SMALLEST_KERN = 7
OUTLINE_TOLERANCE = 1
# How often characters occur in English text, for the width of the fallback font.
TEXT = "the quick return of a payment is settled by the bank on the next banking day, and the receiver may dispute it. "


def average_width(font):
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    return sum(widths[glyphs[ord(character)]][0] for character in TEXT) / len(TEXT) / font["head"].unitsPerEm


def values_of(pairs):
    """The distances in a table of kerned pairs: of single glyphs (format 1) or of classes of them (format 2)."""
    if pairs.Format == 1:
        return [record.Value1 for glyph in pairs.PairSet for record in glyph.PairValueRecord]
    return [record.Value1 for left in pairs.Class1Record for record in left.Class2Record]


def simplify_kerning(font):
    """The same distances at every weight, and none that nobody sees."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for pairs in (getattr(table, "ExtSubTable", table) for table in lookup.SubTable):
            for value in values_of(pairs):
                value.XAdvDevice = None
                if abs(value.XAdvance) < SMALLEST_KERN:
                    value.XAdvance = 0
            pairs.ValueFormat1 = 4
    font["GDEF"].table.VarStore = None


def simplify_outlines(font):
    """Drops what the outlines of two weights differ by where the points beside it give the same."""
    for name, variations in font["gvar"].variations.items():
        points, control = font["glyf"]._getCoordinatesAndControls(name, font["hmtx"].metrics)
        for variation in variations:
            variation.optimize(list(points), control.endPts, tolerance=OUTLINE_TOLERANCE)


def save_subset(source, target, codes):
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": (400, 400, 700)})
    options = subset.Options()
    options.layout_features = ["kern", "tnum"]
    options.name_IDs = [0, 13, 14]
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    scale_upem(font, UNITS)
    simplify_kerning(font)
    simplify_outlines(font)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    font.flavor = "woff2"
    font.save(target)
    return font


def main(source, target, target_other, fallback):
    font = save_subset(source, target, TEXT_SIGNS)
    save_subset(source, target_other, OTHER_SIGNS)
    for codes in (TEXT_SIGNS, OTHER_SIGNS):
        print("unicode-range:", ", ".join(f"U+{code:X}" for code in codes))

    adjust = average_width(font) / average_width(TTFont(fallback))
    em = font["head"].unitsPerEm
    print(f"size-adjust: {adjust:.2%}; ascent-override: {font['hhea'].ascent / em / adjust:.2%}; "
          f"descent-override: {-font['hhea'].descent / em / adjust:.2%}")


main(*sys.argv[1:])
