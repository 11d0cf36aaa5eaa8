"""The sureness of one verdict, as lists paint it, for the head of a pane."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter

from app.pages.kit.cells import BAR, paint_sureness
from app.pages.kit.painted import Painted
from app.pages.shown import SurenessCell
from app.pages.sureness_words import spoken
from app.qt.look import fonts, painting
from app.qt.look.design_values import Tokens
from app.qt.look.fonts import px
from app.qt.tips import set_tip


class SurenessLine(Painted):
    """A bar and a word, or a chip and a reason."""

    def __init__(self) -> None:
        super().__init__()
        self._cell: SurenessCell | None = None
        self.setFixedHeight(px(20))

    def show_cell(self, cell: SurenessCell | None, tip: str = "") -> None:
        """Show another sureness, or nothing."""
        self._cell = cell
        self.setAccessibleName("" if cell is None else spoken(cell))
        self.setAccessibleDescription(tip)
        set_tip(self, tip)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        cell = self._cell
        words = 0.0 if cell is None else painting.width_of(f"{cell.word} {cell.reason}", fonts.body())
        return QSize(round(words) + px(BAR + 16), px(20))

    def paint(self, painter: QPainter, tokens: Tokens) -> None:
        paint_sureness(painter, tokens, self.area(), self._cell)
