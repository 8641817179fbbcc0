"""Makes the fonts of the cards from the npm package @fontsource-variable/public-sans (see README.md beside it)."""

import sys

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

# Latin letters of Western Europe, typographic punctuation, currency and the few signs that titles use.
UNICODES = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x131, 0x152, 0x153, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A,
            0x201C, 0x201D, 0x201E, 0x2022, 0x2026, 0x2039, 0x203A, 0x2044, 0x20AC, 0x2122, 0x2212]
SOURCE, FOLDER = sys.argv[1:]
for weight, style in ((400, "Regular"), (600, "SemiBold")):
    font = instancer.instantiateVariableFont(TTFont(SOURCE), {"wght": weight})
    options = subset.Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.notdef_outline = False
    options.name_IDs = [0, 13, 14]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=UNICODES)
    subsetter.subset(font)
    font.flavor = None
    font.recalcTimestamp = False
    font["head"].modified = font["head"].created
    font.save(f"{FOLDER}/public-sans-{style.lower()}.ttf")
