"""Makes public-sans.woff2 from the npm package @fontsource-variable/public-sans (see README.md beside it)."""

import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# What nearly every English page needs, and the rest of Western Europe's letters, which load only where one occurs.
TEXT_SIGNS = [*range(0x20, 0x7F), 0xA0, 0xA7, 0xA9, 0xAE, 0xB0, 0xB1, 0xB7, 0xD7, 0xE9, 0x2013, 0x2014, 0x2018, 0x2019, 0x201C,
              0x201D, 0x2022, 0x2026, 0x20AC, 0x2122, 0x2212]
OTHER_SIGNS = [code for code in [*range(0xA1, 0x100), 0x131, 0x152, 0x153, 0x201A, 0x201E, 0x2039, 0x203A, 0x2044]
               if code not in TEXT_SIGNS]
# How often characters occur in English text, for the width of the fallback font.
TEXT = "the quick return of a payment is settled by the bank on the next banking day, and the receiver may dispute it. "


def average_width(font):
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    return sum(widths[glyphs[ord(character)]][0] for character in TEXT) / len(TEXT) / font["head"].unitsPerEm


def save_subset(source, target, codes):
    font = instancer.instantiateVariableFont(TTFont(source), {"wght": (400, 400, 700)})
    options = subset.Options()
    options.layout_features = ["kern", "mark", "ccmp", "locl", "tnum"]
    options.flavor = "woff2"
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
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
