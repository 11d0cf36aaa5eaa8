"""Every colour of the window, by what it is for, in light and in dark: `resources/colours.json`.

Widgets, delegates and the style ask `tokens_of(palette)` when they paint, so that a change of theme is a new
palette and a repaint: nothing keeps a colour.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from PySide6.QtGui import QColor, QPalette

import resources
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DesignValues:
    """Colours as `#rrggbb`; `colour(…)` and `with_alpha(…)` make them ready to paint."""

    is_dark: bool
    paper: str
    side: str
    panel: str
    line: str
    hair: str
    edge: str
    field: str
    text: str
    quiet: str
    faint: str
    accent: str
    accent_hover: str
    on_accent: str
    chosen: str
    chosen_away: str
    hover: str
    labels: tuple[str, ...]
    label_outlines: tuple[str, ...]
    """Outline of a label's square; the same as its fill where that stands out by itself."""
    chip_alpha: float
    curve_alpha: float
    right_alpha: tuple[float, float]
    """Of a right cell of the confusion matrix: at a share of nothing, and what a share of one adds."""
    wrong_alpha: tuple[float, float]
    word_alpha: tuple[float, float]
    """Of the tint behind a word: the least, and what the strongest adds."""
    notice_alpha: float
    drop_alpha: float

    @property
    def blue(self) -> str:
        """Speaks against, by sign."""
        return self.labels[0]

    @property
    def vermilion(self) -> str:
        """Speaks for, by sign; also what is wrong."""
        return self.labels[1]


def _design(theme: str) -> DesignValues:
    values = resources.read_json("colours.json")[theme].items()
    design: dict[str, Any] = {name: tuple(each) if isinstance(each, list) else each for name, each in values}
    return DesignValues(**design)


LIGHT, DARK = _design("light"), _design("dark")
N_COLOURS = 2 * len(LIGHT.labels)
"""Colours that labels can be given: each filled, and hollow."""


def tokens_of(palette: QPalette) -> DesignValues:
    """Return the colours that belong to a palette made by `app.kit.look.theme`."""
    return DARK if palette.color(QPalette.ColorRole.WindowText).lightness() > 128 else LIGHT


@lru_cache(maxsize=512)
def colour(name: str, alpha: float = 1.0) -> QColor:
    """Return a colour to paint with; it is shared, so never change it."""
    made = QColor(name)
    made.setAlphaF(alpha)
    return made


@lru_cache(maxsize=512)
def mixed(under: str, over: str, alpha: float) -> str:
    """Return the opaque colour that `over` at this alpha makes on `under`."""
    below, above = (bytes.fromhex(name.removeprefix("#")) for name in (under, over))
    parts = [round(below[n] + (above[n] - below[n]) * alpha) for n in range(3)]
    return "#{:02X}{:02X}{:02X}".format(*parts)


def label_fill(tokens: DesignValues, number: int) -> str:
    """Return the colour of a label by its number in order of creation; after the seventh they start again."""
    return tokens.labels[number % len(tokens.labels)]


def label_outline(tokens: DesignValues, number: int) -> str:
    """Return the colour of the line round a label's square."""
    return tokens.label_outlines[number % len(tokens.label_outlines)]


def is_hollow(number: int) -> bool:
    """Say whether a label's square is drawn hollow: its colour is already another label's."""
    return number >= len(LIGHT.labels)


def is_dotted(number: int) -> bool:
    """Say whether a hollow square has a dot in it: two other labels have its colour; the next seven begin anew."""
    return number // len(LIGHT.labels) % 3 == 2
