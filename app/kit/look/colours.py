"""The design colours of the light and the dark theme, read from `resources/colours.json`.

Widgets, delegates and the style call `design_values_of(palette)` at every paint and never store a colour. So a theme
change needs only a new palette and a repaint.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from PySide6.QtGui import QColor, QPalette

import resources


@dataclass(frozen=True, slots=True)
class DesignValues:
    """The colours of a theme as `#rrggbb` texts, named by purpose. The function `colour` converts them to QColor."""

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
    """Outline of a label's square; equal to the fill where that has enough contrast."""
    chip_alpha: float
    curve_alpha: float
    right_alpha: tuple[float, float]
    """Opacity of the correct cells of a confusion matrix: (opacity for a share of 0, increase up to a share of 1)."""
    wrong_alpha: tuple[float, float]
    word_alpha: tuple[float, float]
    """Opacity of a word's tint: (opacity for the weakest word, increase up to the strongest word)."""
    notice_alpha: float
    drop_alpha: float

    @property
    def blue(self) -> str:
        """Colour of negative log-odds."""
        return self.labels[0]

    @property
    def vermilion(self) -> str:
        """Colour of positive log-odds and of errors."""
        return self.labels[1]


def _load_design_values(theme: str) -> DesignValues:
    values = resources.read_json("colours.json")[theme].items()
    design: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values}
    return DesignValues(**design)


LIGHT, DARK = _load_design_values("light"), _load_design_values("dark")
N_COLOURS = 2 * len(LIGHT.labels)
"""Number of label colours to choose from: each colour is offered with a filled and with a hollow square."""


def design_values_of(palette: QPalette) -> DesignValues:
    """Return the design values of a palette made by `app.kit.look.theme`."""
    return DARK if palette.color(QPalette.ColorRole.WindowText).lightness() > 128 else LIGHT


@lru_cache(maxsize=512)
def colour(name: str, alpha: float = 1.0) -> QColor:
    """Return the QColor of a name such as `#rrggbb` with an opacity. It is cached and shared, so do not modify it."""
    result = QColor(name)
    result.setAlphaF(alpha)
    return result


@lru_cache(maxsize=512)
def blend(under: str, over: str, alpha: float) -> str:
    """Return the opaque result of blending `over` onto `under`."""
    below, above = (bytes.fromhex(name.removeprefix("#")) for name in (under, over))
    parts = [round(below[n] + (above[n] - below[n]) * alpha) for n in range(3)]
    return "#{:02X}{:02X}{:02X}".format(*parts)


def label_fill(tokens: DesignValues, number: int) -> str:
    """Return the fill colour of a label's square by its colour index; the seven colours repeat."""
    return tokens.labels[number % len(tokens.labels)]


def label_outline(tokens: DesignValues, number: int) -> str:
    """Return the outline colour of a label's square by its colour index."""
    return tokens.label_outlines[number % len(tokens.label_outlines)]


def is_hollow(number: int) -> bool:
    """Return whether the square of a label is hollow, because its colour index repeats a colour."""
    return number >= len(LIGHT.labels)


def is_dotted(number: int) -> bool:
    """Return whether the hollow square of a label has a dot, because its index repeats a colour a second time."""
    return number // len(LIGHT.labels) % 3 == 2
