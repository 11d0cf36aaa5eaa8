"""Fonts, and lengths that scale with the body font.

All lengths in the views are written for a body font of 13 pixels and converted with `px`. So a larger system font
enlarges the whole window instead of clipping its text.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QFontInfo,
    QGuiApplication,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
)

import resources

BODY_PX = 13
FOLDER = Path(resources.__file__).parent / "fonts"
OWN_FAMILY = "Inter"
PLACEHOLDER_FAMILIES = {"Sans Serif", "Sans", "Helvetica", "MS Shell Dlg 2"}
"""Families that Qt reports if the desktop sets no font."""
HAN_FAMILIES = ("Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "Source Han Sans SC", "WenQuanYi Micro Hei")


def body_font() -> QFont:
    """Return the body font: Inter with tabular figures, in the system font's size.

    Other families supply the characters that Inter lacks: first the system font, then Chinese fonts. Without Chinese
    fonts in the list, Han text may appear in Japanese glyphs. No Chinese font is bundled, because two weights take 16
    MB and every desktop has one.
    """
    if not QFontDatabase.hasFamily(OWN_FAMILY):
        for path in sorted(FOLDER.glob("*.ttf")):
            QFontDatabase.addApplicationFont(str(path))
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    is_named = system.family() not in PLACEHOLDER_FAMILIES
    font = QFont([OWN_FAMILY, *([system.family()] if is_named else []), *HAN_FAMILIES])
    font.setPixelSize(min(max(QFontInfo(system).pixelSize(), 11), 26) if is_named else BODY_PX)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def px(length: float) -> int:
    """Scale a length in pixels that was designed for a body font of 13 pixels."""
    return round(length * _compute_scale())


def use_body_font(body_font: QFont) -> None:
    """Set the application font and clear the cached fonts and scale."""
    QGuiApplication.setFont(body_font)
    _compute_scale.cache_clear()
    font.cache_clear()


@lru_cache(maxsize=1)
def _compute_scale() -> float:
    return QGuiApplication.font().pixelSize() / BODY_PX


@lru_cache(maxsize=128)
def font(size: float = BODY_PX, weight: int = 400, *, tabular: bool = True) -> QFont:
    """Return the application font in another size and weight. It is cached and shared, so do not modify it."""
    result = QFont(QGuiApplication.font())
    result.setPixelSize(px(size))
    result.setWeight(QFont.Weight(weight))
    if not tabular:
        result.unsetFeature(QFont.Tag("tnum"))
    return result


def use_semi_bold(document: QTextDocument) -> None:
    """Make bold text of a document semi-bold.

    Markdown has bold text, but the program's font has no bold style. Qt would draw semi-bold letters twice, one beside
    the other, which looks smeared.
    """
    places = [
        (fragment.position(), fragment.length())
        for block in _blocks_of(document)
        for fragment in _fragments_of(block)
        if fragment.charFormat().fontWeight() > QFont.Weight.DemiBold
    ]
    semi_bold, cursor = QTextCharFormat(), QTextCursor(document)
    semi_bold.setFontWeight(QFont.Weight.DemiBold)
    for start, length in places:
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(semi_bold)


def _fragments_of(block: QTextBlock) -> Iterator[QTextFragment]:
    place = block.begin()
    while not place.atEnd():
        yield place.fragment()
        place += 1


def _blocks_of(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def body(weight: int = 400) -> QFont:
    """Return the body font."""
    return font(BODY_PX, weight)


def small_font(weight: int = 400) -> QFont:
    """Return the font of secondary text."""
    return font(BODY_PX, weight)


def tick_font(weight: int = 400) -> QFont:
    """Return the font of key caps and axis numbers."""
    return font(BODY_PX, weight)


def subject_font() -> QFont:
    """Return the font of a document's subject and of the selected word."""
    return font(15, 600)


def title_font() -> QFont:
    """Return the font of a page's title."""
    return font(20, 600, tabular=False)


def figure_font() -> QFont:
    """Return the font of the main number on a page."""
    return font(28, 600, tabular=False)
