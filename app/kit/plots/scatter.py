"""A scatter plot of all words: occurrences against log-odds. Hovering over a point shows its word.

Points are counted per pixel of an image, so 100,000 points take milliseconds. The image is cached until the size, the
theme or the words change.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPen

from app.kit import wording
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, blend, colour, is_dotted, is_hollow, label_fill
from app.kit.look.fonts import px
from app.kit.widgets import PaintedWidget

FloatArray = NDArray[np.float64]
POINTER_REACH_PX = 12
"""Maximum distance of the pointer from a point, in unscaled pixels."""
REPEATED_COLOUR_PALENESS = 0.35
"""How much paler the points of a repeated label colour are; they are too small to be drawn hollow."""


@dataclass(frozen=True, slots=True)
class WordPoints:
    """Words as points; all arrays have shape (n_words,)."""

    words: NDArray[Any] = field(default_factory=lambda: np.empty(0, dtype=object))
    counts: FloatArray = field(default_factory=lambda: np.empty(0))
    log_odds: FloatArray = field(default_factory=lambda: np.empty(0))
    colours: tuple[int, int] = (0, 1)
    """Colour indices for negative and positive log-odds."""


class Scatter(PaintedWidget):
    """Plots words by number of occurrences (log scale) and log-odds."""

    word_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._cloud, self._chosen, self._pointed = WordPoints(), "", -1
        self._image: tuple[object, QImage] | None = None
        self.setMouseTracking(True)
        self.setMinimumHeight(px(180))
        self.setAccessibleName(self.tr("Number of occurrences of each word, plotted against its log-odds"))

    def show_cloud(self, cloud: WordPoints, chosen: str) -> None:
        """Replace the words, and mark the word `chosen`."""
        if cloud is not self._cloud:
            self._cloud, self._pointed, self._image = cloud, -1, None
        self._chosen = chosen
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(370), px(400))

    def _plot(self) -> QRectF:
        return self.area().adjusted(px(34), px(22), -px(4), -px(40))

    def _axis_ends(self) -> tuple[float, float]:
        """Return the end of the x axis as a power of ten, and the largest finite log-odds."""
        finite = self._cloud.log_odds[np.isfinite(self._cloud.log_odds)]
        most = float(np.abs(finite).max()) if len(finite) else 3.0
        top = float(self._cloud.counts.max()) if len(self._cloud.counts) else 10.0
        return float(np.ceil(np.log10(max(top, 10.0)))), max(np.ceil(most), 1.0)

    def _positions(self) -> tuple[FloatArray, FloatArray]:
        """Return x and y of each word in pixels. Infinite log-odds are clipped to the edge."""
        plot, (decades, most) = self._plot(), self._axis_ends()
        xs = plot.left() + plot.width() * np.log10(np.maximum(self._cloud.counts, 1.0)) / decades
        odds = np.clip(self._cloud.log_odds, -most, most)
        return xs, plot.center().y() - odds / most * plot.height() / 2

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        self._paint_axes(painter, tokens)
        if not len(self._cloud.words):
            return
        ratio = self.devicePixelRatioF()
        key = (self.width(), self.height(), ratio, tokens.is_dark)
        if self._image is None or self._image[0] != key:
            self._image = (key, self._render_points(tokens, ratio))
        painter.drawImage(QPointF(0, 0), self._image[1])
        for number in {self._pointed, self._index_of_word(self._chosen)} - {-1}:
            self._paint_named(painter, tokens, number)

    def _paint_axes(self, painter: QPainter, tokens: DesignValues) -> None:
        plot, (decades, most) = self._plot(), self._axis_ends()
        widest = painting.text_width(wording.format_count(10 ** int(decades)), fonts.tick()) + px(8)
        step = max(int(np.ceil(widest * decades / max(plot.width(), 1.0))), 1)
        for power in range(0, int(decades) + 1, step):
            x = round(plot.left() + plot.width() * power / decades)
            painting.paint_vertical_line(painter, x, plot.top(), plot.bottom(), tokens.hair)
            rect = QRectF(min(x - px(30), self.width() - px(56)), plot.bottom() + px(4), px(60), px(14))
            words = wording.format_count(10**power)
            painting.paint_text(painter, rect, words, font=fonts.tick(), pen=tokens.quiet, align=painting.CENTRE)
        for value in (-most, -most / 2, 0.0, most / 2, most):
            y = round(plot.center().y() - value / most * plot.height() / 2)
            painting.paint_horizontal_line(
                painter, plot.left(), plot.right(), y, tokens.edge if value == 0 else tokens.hair
            )
            rect = QRectF(0, y - px(8), plot.left() - px(6), px(16))
            words = wording.format_decimal(value, 0 if value == round(value) else 1, signed=value != 0)
            painting.paint_text(
                painter, rect, words, font=fonts.tick(), pen=tokens.quiet, align=painting.RIGHT, elide=None
            )
        top, foot = QRectF(0, 0, self.width(), px(18)), QRectF(0, plot.bottom() + px(20), self.width(), px(18))
        painting.paint_text(painter, top, self.tr("log-odds"), font=fonts.small(), pen=tokens.quiet)
        painting.paint_text(
            painter, foot, self.tr("occurrences"), font=fonts.small(), pen=tokens.quiet, align=painting.RIGHT
        )

    def _render_points(self, tokens: DesignValues, ratio: float) -> QImage:
        width, height = round(self.width() * ratio), round(self.height() * ratio)
        xs, ys = self._positions()
        n_points = len(xs)  # the more words, the smaller the points
        side = max(round(px(5 if n_points < 300 else 3 if n_points < 5_000 else 2) * ratio), 1)
        pixels = np.zeros((height, width, 4), dtype=np.uint8)
        for sign, number in ((-1, self._cloud.colours[0]), (1, self._cloud.colours[1])):
            has_sign = self._cloud.log_odds * sign > 0
            counts = np.zeros(height * width)
            for down, right in np.ndindex(side, side):
                rows = np.clip((ys[has_sign] * ratio - side / 2).astype(np.int64) + down, 0, height - 1)
                columns = np.clip((xs[has_sign] * ratio - side / 2).astype(np.int64) + right, 0, width - 1)
                counts += np.bincount(rows * width + columns, minlength=height * width)
            alpha = 1 - 0.45 ** counts.reshape(height, width)
            pale = REPEATED_COLOUR_PALENESS * is_hollow(number) * (1 + is_dotted(number))
            ink = colour(blend(label_fill(tokens, number), tokens.paper, pale))
            shade = np.array([ink.blue(), ink.green(), ink.red(), 255], dtype=np.float32)
            over = alpha[..., None] * shade + (1 - alpha[..., None]) * pixels
            pixels = over.astype(np.uint8)
        image = QImage(pixels.tobytes(), width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()
        image.setDevicePixelRatio(ratio)
        return image

    def _paint_named(self, painter: QPainter, tokens: DesignValues, number: int) -> None:
        xs, ys = self._positions()
        point = QPointF(float(xs[number]), float(ys[number]))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour(tokens.text), 1.5))
        painter.drawEllipse(point, px(5), px(5))
        word = str(self._cloud.words[number])
        font = fonts.small(600 if word == self._chosen else 400)
        width = min(painting.text_width(word, font) + px(10), self.width() * 0.6)
        is_left = point.x() + width + px(10) > self.width()
        rect = QRectF(point.x() - width - px(8) if is_left else point.x() + px(8), point.y() - px(10), width, px(20))
        painting.paint_round_rect(painter, rect, px(4), fill=colour(tokens.panel, 0.9), edge=colour(tokens.line))
        painting.paint_text(
            painter, rect.adjusted(px(5), 0, -px(4), 0), word, font=font, pen=tokens.text, elide=painting.MIDDLE
        )

    def _index_of_word(self, word: str) -> int:
        return next(iter(np.flatnonzero(self._cloud.words == word).tolist()), -1) if word else -1

    def _index_of_word_at(self, point: QPointF) -> int:
        if not len(self._cloud.words):
            return -1
        xs, ys = self._positions()
        squared_distances = (xs - point.x()) ** 2 + (ys - point.y()) ** 2
        nearest = int(np.argmin(squared_distances))
        return nearest if squared_distances[nearest] <= px(POINTER_REACH_PX) ** 2 else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        number = self._index_of_word_at(event.position())
        if number != self._pointed:
            self._pointed = number
            self.setCursor(Qt.CursorShape.PointingHandCursor if number >= 0 else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._pointed = -1
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._index_of_word_at(event.position())
        if number >= 0:
            self.word_chosen.emit(str(self._cloud.words[number]))
