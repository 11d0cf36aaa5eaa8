"""Icons: our own line drawings, painted in any colour of the palette at paint time."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QIcon, QPainter
from PySide6.QtSvg import QSvgRenderer

import resources

FOLDER = Path(resources.__file__).parent / "icons"


def paint_icon(painter: QPainter, name: str, rect: QRectF, ink: str, veins: str = "#FFFFFF") -> None:
    """Paint an icon in a colour; `veins` is what shows through the lines of a filled leaf."""
    _drawing(name, ink, veins).render(painter, rect)


def program_icon() -> QIcon:
    """Return the icon of the program itself, in its own colours."""
    return QIcon(str(FOLDER / "bayleaf.svg"))


@lru_cache(maxsize=128)
def _drawing(name: str, ink: str, veins: str) -> QSvgRenderer:
    source = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    return QSvgRenderer(QByteArray(source.replace("currentColor", ink).replace('"veins"', f'"{veins}"').encode()))
