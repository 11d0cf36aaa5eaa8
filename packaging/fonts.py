#!/usr/bin/env python3
"""Make resources/fonts from a release of Inter: the weights in use, with European scripts only.

python3 packaging/fonts.py FOLDER       where FOLDER holds Inter-Regular.woff2, -Medium and -SemiBold

Needs fontTools with brotli. Other letters come from the system's fonts. The fonts with tabular figures contain only
figures: Inter's own tabular feature also widens hyphens, full stops and spaces, which tears words apart.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parent.parent / "resources" / "fonts"
WEIGHTS = ("Regular", "Medium", "SemiBold")
LETTERS = (
    "0000-024F 0259 02B0-02FF 0300-036F 0370-03FF 0400-04FF 1E00-1EFF 2000-209F 20A0-20BF 2100-218F 2190-21FF "
    "2200-22FF 2300-23FF 25A0-25FF 2713 FB01 FB02 FFFD"
)
FEATURES = ["kern", "tnum", "ccmp", "locl", "mark", "mkmk", "calt", "case", "frac", "subs", "sups"]
FIGURES = {"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "plus", "minus"}


def main(arguments: list[str]) -> int:
    """Make each weight."""
    [source] = map(Path, arguments)
    for weight in WEIGHTS:
        made = TTFont(source / f"Inter-{weight}.woff2", flavor=None)
        keep_figures_alone(made)
        cut(made)
        made.flavor = None
        made.save(TARGET / f"Inter-{weight}.ttf")
    return 0


def keep_figures_alone(font: TTFont) -> None:
    """Apply tabular widths to figures and their signs only."""
    table = font["GSUB"].table
    numbers = {number for each in table.FeatureList.FeatureRecord if each.FeatureTag == "tnum"
               for number in each.Feature.LookupListIndex}  # fmt: skip
    for part in (part for number in numbers for part in table.LookupList.Lookup[number].SubTable):
        mapping = getattr(part, "ExtSubTable", part).mapping
        for name in [name for name in mapping if name not in FIGURES]:
            del mapping[name]


def cut(font: TTFont) -> None:
    """Remove letters that the window does not need."""
    options = subset.Options(layout_features=FEATURES, hinting=False, name_IDs=["*"], notdef_outline=True)
    cutter = subset.Subsetter(options)
    spans = (span.partition("-") for span in LETTERS.split())
    cutter.populate(unicodes=[
        letter for first, _, last in spans for letter in range(int(first, 16), int(last or first, 16) + 1)
    ])  # fmt: skip
    cutter.subset(font)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
