"""Sizes of type and of space, both measured from the body font of the application.

All lengths in the views are written for a body font of 13 pixels and go through `px`, so that a person with a
larger system font gets a larger window and not a clipped one.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QGuiApplication

import resources

BODY_PX = 13
FOLDER = Path(resources.__file__).parent / "fonts"
OWN_FAMILY = "Inter"
NAMED_BY_NOBODY = {"Sans Serif", "Sans", "Helvetica", "MS Shell Dlg 2"}
"""Font names that Qt answers where no desktop names one."""
HAN_FAMILIES = ("Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "Source Han Sans SC", "WenQuanYi Micro Hei")


def body_font() -> QFont:
    """Return the font of the window, in pixels, with figures of one width: our own letters in the system's size.

    What Inter does not have is taken from the system's font. A Chinese family is named after it, or Han text may come
    in Japanese shapes; none is brought along, since two weights of one are sixteen megabytes and every desktop has one.
    """
    if not QFontDatabase.hasFamily(OWN_FAMILY):
        for path in sorted(FOLDER.glob("*.ttf")):
            QFontDatabase.addApplicationFont(str(path))
    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    is_named = system.family() not in NAMED_BY_NOBODY
    font = QFont([OWN_FAMILY, *([system.family()] if is_named else []), *HAN_FAMILIES])
    font.setPixelSize(min(max(QFontInfo(system).pixelSize(), 11), 26) if is_named else BODY_PX)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def px(length: float) -> int:
    """Return a length that was drawn for a body font of 13 pixels in pixels of this one."""
    return round(length * _scale())


def use_body_font(made: QFont) -> None:
    """Give the application its font; every other size and every length is measured from it."""
    QGuiApplication.setFont(made)
    _scale.cache_clear()
    font.cache_clear()


@lru_cache(maxsize=1)
def _scale() -> float:
    return QGuiApplication.font().pixelSize() / BODY_PX


@lru_cache(maxsize=128)
def font(size: float = BODY_PX, weight: int = 400, *, tabular: bool = True) -> QFont:
    """Return the application's font in another size; figures that stand alone are not tabular. Never change it."""
    made = QFont(QGuiApplication.font())
    made.setPixelSize(px(size))
    made.setWeight(QFont.Weight(weight))
    if not tabular:
        made.unsetFeature(QFont.Tag("tnum"))
    return made


def body(weight: int = 400) -> QFont:
    """Return the font of nearly everything."""
    return font(BODY_PX, weight)


def small(weight: int = 400) -> QFont:
    """Return the font of what stands beside."""
    return font(12, weight)


def tick(weight: int = 400) -> QFont:
    """Return the font of key caps and of the numbers on axes."""
    return font(11, weight)


def subject() -> QFont:
    """Return the font of a document's subject and of a chosen word."""
    return font(15, 600)


def title() -> QFont:
    """Return the font of a page's title."""
    return font(20, 600, tabular=False)


def figure() -> QFont:
    """Return the font of the one great number of a page."""
    return font(28, 600, tabular=False)
