"""A diverging bar chart of the strongest words of two labels, on one symmetrical axis."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter

from app.kit import wording
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues
from app.kit.look.fonts import px
from app.kit.painted_values import OpposedWords
from app.kit.widgets import PaintedWidget

BARS = 0.25
"""Share of the width used by three steps of the axis. The words at the bars' ends need the rest."""
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0)
"""Possible tick distances. The small ones keep weak words of nearly equal labels visible."""


class Butterfly(PaintedWidget):
    """Bars to both sides with the words at their ends; a click on a word emits `word_chosen`."""

    word_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._strongest = OpposedWords()
        self.setMouseTracking(True)
        self.setMinimumHeight(px(180))
        self.setAccessibleName(self.tr("Strongest words"))

    def show_words(self, strongest: OpposedWords) -> None:
        """Replace the words."""
        self._strongest = strongest
        sides = (*strongest.against, *strongest.towards)
        spoken = ", ".join(f"{word} {wording.format_decimal(value, signed=True)}" for word, value in sides)
        self.setAccessibleDescription(spoken)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(370), px(400))

    @property
    def _n_rows(self) -> int:
        most = max(len(self._strongest.against), len(self._strongest.towards))
        return min(most, int(self._rows_area().height() // px(17)))

    def _rows_area(self) -> QRectF:
        return QRectF(0, px(25), self.width(), self.height() - px(25) - px(31))

    def _row(self, number: int) -> QRectF:
        area = self._rows_area()
        height = min(area.height() / max(self._n_rows, 1), px(34))
        return QRectF(0, area.top() + number * height, self.width(), height)

    def _axis(self) -> tuple[float, float, float]:
        """Return the x of zero, the pixels per unit, and the tick distance."""
        sides = (*self._strongest.against, *self._strongest.towards)
        most = max((abs(value) for _, value in sides if math.isfinite(value)), default=3.0)
        step = next((s for s in STEPS if most <= 3.2 * s), 50.0)
        return self.width() / 2, self.width() * BARS / (3 * step), step

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        if not self._n_rows:
            return
        left, right = self._strongest.colours
        against, towards = (self.tr("words for %1").replace("%1", name) for name in self._strongest.names)
        painting.paint_label_square(painter, tokens, 0, px(9), left)
        half = self.width() / 2 - px(10)
        rect = QRectF(px(15), 0, half - px(15), px(18))
        painting.paint_text(painter, rect, against, font=fonts.small(), pen=tokens.text)
        rect = QRectF(self.width() - half, 0, half - px(15), px(18))
        painting.paint_text(painter, rect, towards, font=fonts.small(), pen=tokens.text, align=painting.RIGHT)
        painting.paint_label_square(painter, tokens, self.width() - px(8), px(9), right)
        self._paint_axis(painter, tokens)
        for number in range(self._n_rows):
            for side, words in ((-1, self._strongest.against), (1, self._strongest.towards)):
                if number < len(words):
                    self._paint_bar(painter, tokens, number, side, *words[number])

    def _paint_axis(self, painter: QPainter, tokens: DesignValues) -> None:
        middle, unit, step = self._axis()
        area, every = self._rows_area(), self._every()
        bottom = self._row(self._n_rows - 1).bottom() + px(6)
        for number in range(-3, 4):
            x, value = round(middle + number * step * unit), number * step
            pen = tokens.edge if number == 0 else tokens.hair
            painting.paint_vertical_line(painter, x, area.top() - px(5), bottom, pen)
            rect = QRectF(x - px(25), bottom + px(5), px(50), px(14))
            if number % every == 0:
                words = _tick_text(value, step)
                painting.paint_text(painter, rect, words, font=fonts.tick(), pen=tokens.quiet, align=painting.CENTRE)
        painting.paint_horizontal_line(painter, 0, self.width(), bottom, tokens.line)

    def _every(self) -> int:
        """Return the interval between numbered ticks: 1, or 3 if the numbers would touch."""
        _, unit, step = self._axis()
        return 1 if painting.text_width(_tick_text(-3 * step, step), fonts.tick()) + px(3) <= step * unit else 3

    def _paint_bar(
        self, painter: QPainter, tokens: DesignValues, number: int, side: int, word: str, value: float
    ) -> None:
        middle, unit, _ = self._axis()
        row = self._row(number)
        longest = self.width() * BARS * 1.08
        length = min(abs(value) * unit, longest) if math.isfinite(value) else longest
        height = round(row.height() * 0.56)
        left = middle - 1 - length if side < 0 else middle + 2
        bar = QRectF(left, round(row.center().y() - height / 2), length, height)
        painting.paint_label_bar(painter, tokens, bar, self._strongest.colours[0 if side < 0 else 1])
        font = fonts.small(600 if word == self._strongest.chosen else 400)
        end = left - px(8) if side < 0 else left + length + px(8)
        rect, align = row.adjusted(end, 0, 0, 0), painting.LEFT
        if side < 0:
            rect, align = row.adjusted(0, 0, end - row.width(), 0), painting.RIGHT
        painting.paint_text(painter, rect, word, font=font, pen=tokens.text, align=align, elide=painting.MIDDLE)

    def _word_at(self, point: QPointF) -> str:
        for number in range(self._n_rows):
            if self._row(number).contains(point):
                words = self._strongest.against if point.x() < self.width() / 2 else self._strongest.towards
                return words[number][0] if number < len(words) else ""
        return ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_over_word = bool(self._word_at(event.position()))
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_over_word else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if word := self._word_at(event.position()):
            self.word_chosen.emit(word)


def _tick_text(value: float, step: float) -> str:
    decimals = 0 if step >= 1 else 1 if step >= 0.1 else 2
    return wording.format_decimal(value, decimals, signed=value != 0)
