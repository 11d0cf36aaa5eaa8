"""Every colour of the window, by what it is for, in light and in dark.

Widgets, delegates and the style ask `tokens_of(palette)` when they paint, so that a change of theme is a new
palette and a repaint: nothing keeps a colour.
"""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QColor, QPalette

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


LIGHT = DesignValues(
    is_dark=False,
    paper="#FAFAF7",
    side="#F1F2ED",
    panel="#FFFFFF",
    line="#DDDFD8",
    hair="#ECEDE8",
    edge="#C9CDC4",
    field="#8B938B",
    text="#1F2421",
    quiet="#5C645F",
    faint="#6C746E",
    accent="#2F6B4F",
    accent_hover="#285C44",
    on_accent="#FFFFFF",
    chosen="#DDEBE3",
    chosen_away="#E9EAE4",
    hover="#F3F4EF",
    labels=("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#5F6361"),
    label_outlines=("#0072B2", "#D55E00", "#008560", "#A9587F", "#A06E00", "#2B7DB3", "#5F6361"),
    chip_alpha=0.12,
    curve_alpha=0.07,
    right_alpha=(0.05, 0.17),
    wrong_alpha=(0.10, 0.50),
    word_alpha=(0.05, 0.32),
    notice_alpha=0.08,
    drop_alpha=0.14,
)

DARK = DesignValues(
    is_dark=True,
    paper="#1B1F1D",
    side="#151917",
    panel="#232826",
    line="#363D39",
    hair="#2D3330",
    edge="#48514C",
    field="#6C766F",
    text="#E6E9E6",
    quiet="#A3ABA6",
    faint="#8B948E",
    accent="#7CC4A0",
    accent_hover="#92D2B2",
    on_accent="#10241A",
    chosen="#294035",
    chosen_away="#303633",
    hover="#292F2C",
    labels=("#4AA3DF", "#F0803C", "#2FBE93", "#D98ABA", "#EDB43A", "#9AD3F5", "#7C8280"),
    label_outlines=("#4AA3DF", "#F0803C", "#2FBE93", "#D98ABA", "#EDB43A", "#9AD3F5", "#8E9492"),
    chip_alpha=0.20,
    curve_alpha=0.10,
    right_alpha=(0.05, 0.25),
    wrong_alpha=(0.14, 0.60),
    word_alpha=(0.08, 0.42),
    notice_alpha=0.14,
    drop_alpha=0.12,
)


N_COLOURS = 2 * len(LIGHT.labels)
"""Colours that labels can be given: each filled, and hollow."""


def tokens_of(palette: QPalette) -> DesignValues:
    """Return the colours that belong to a palette made by `app.qt.look.theme`."""
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
    below, above = QColor(under), QColor(over)
    red, green, blue = (
        round(b + (a - b) * alpha)
        for b, a in zip(
            (below.red(), below.green(), below.blue()), (above.red(), above.green(), above.blue()), strict=True
        )
    )
    return f"#{red:02X}{green:02X}{blue:02X}"


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


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours as WCAG 2 counts it, from 1 to 21."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(name: str) -> float:
    channels = (int(name[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
