"""The figures of the Words page: strongest words of two labels, a scatter plot, and the formula of a probability."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPen, QResizeEvent

from app.kit import wording
from app.kit.actions import set_tip
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, blend, colour, is_dotted, is_hollow, label_fill, label_outline
from app.kit.look.fonts import px
from app.kit.painted_values import PlotLine, StrongestWords, WordProbabilities, WordProbability
from app.kit.plots.line_plot import LinePlot, Row
from app.kit.widgets import PaintedWidget

MAX_BARS_SHARE = 0.25
"""Maximum share of the width for three axis steps on each side. The words at the ends of the bars need the rest."""
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0)
"""Possible tick distances, in log-odds. The small ones are for labels with nearly equal words."""


class Butterfly(PaintedWidget):
    """A bar chart of words: to the left, words that favour one label; to the right, words that favour another label.

    A click on a bar emits `word_chosen`.
    """

    word_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._strongest = StrongestWords()
        self.setMouseTracking(True)
        self.setMinimumHeight(px(180))
        self.setAccessibleName(self.tr("Strongest words"))

    def show_words(self, strongest: StrongestWords) -> None:
        """Replace the words."""
        self._strongest = strongest
        sides = (*strongest.words_against, *strongest.words_towards)
        spoken = ", ".join(f"{word} {wording.format_decimal(value, signed=True)}" for word, value in sides)
        self.setAccessibleDescription(spoken)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(370), px(400))

    @property
    def _n_rows(self) -> int:
        most = max(len(self._strongest.words_against), len(self._strongest.words_towards))
        return min(most, int(self._rows_area().height() // px(17)))

    def _rows_area(self) -> QRectF:
        return QRectF(0, px(25), self.width(), self.height() - px(25) - px(31))

    def _row_rect(self, number: int) -> QRectF:
        """Return the rectangle of row `number`."""
        area = self._rows_area()
        height = min(area.height() / max(self._n_rows, 1), px(34))
        return QRectF(0, area.top() + number * height, self.width(), height)

    def _choose_axis_scale(self) -> tuple[float, float, float]:
        """Return the x of zero in pixels, the pixels per unit of log-odds, and the tick distance in log-odds."""
        sides = (*self._strongest.words_against, *self._strongest.words_towards)
        most = max((abs(value) for _, value in sides if math.isfinite(value)), default=3.0)
        step = next((s for s in STEPS if most <= 3.2 * s), 50.0)
        return self.width() / 2, self.width() * MAX_BARS_SHARE / (3 * step), step

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        if not self._n_rows:
            return
        left, right = self._strongest.colours
        against, towards = (self.tr("for %1").replace("%1", name) for name in self._strongest.label_names)
        painting.paint_label_bar(painter, tokens, QRectF(0, px(5), px(8), px(8)), left)
        half = self.width() / 2 - px(10)
        rect = QRectF(px(15), 0, half - px(15), px(18))
        painting.paint_text(painter, rect, against, font=fonts.small_font(), pen=tokens.text)
        rect = QRectF(self.width() - half, 0, half - px(15), px(18))
        painting.paint_text(painter, rect, towards, font=fonts.small_font(), pen=tokens.text, align=painting.RIGHT)
        painting.paint_label_bar(painter, tokens, QRectF(self.width() - px(8), px(5), px(8), px(8)), right)
        self._paint_axis(painter, tokens)
        for number in range(self._n_rows):
            for side, words in ((-1, self._strongest.words_against), (1, self._strongest.words_towards)):
                if number < len(words):
                    self._paint_bar(painter, tokens, number, side, *words[number])

    def _paint_axis(self, painter: QPainter, tokens: DesignValues) -> None:
        middle, unit, step = self._choose_axis_scale()
        area, every = self._rows_area(), self._tick_label_interval()
        bottom = self._row_rect(self._n_rows - 1).bottom() + px(6)
        for number in range(-3, 4):
            x, value = round(middle + number * step * unit), number * step
            pen = tokens.edge if number == 0 else tokens.hair
            painting.paint_vertical_line(painter, x, area.top() - px(5), bottom, pen)
            rect = QRectF(x - px(25), bottom + px(5), px(50), px(14))
            if number % every == 0:
                words = _tick_text(value, step)
                painting.paint_text(
                    painter, rect, words, font=fonts.tick_font(), pen=tokens.quiet, align=painting.CENTRE
                )
        painting.paint_horizontal_line(painter, 0, self.width(), bottom, tokens.line)

    def _tick_label_interval(self) -> int:
        """Return the number of ticks per tick label: 1, or 3 if the labels would otherwise touch."""
        _, unit, step = self._choose_axis_scale()
        return 1 if painting.text_width(_tick_text(-3 * step, step), fonts.tick_font()) + px(3) <= step * unit else 3

    def _paint_bar(
        self, painter: QPainter, tokens: DesignValues, number: int, side: int, word: str, value: float
    ) -> None:
        middle, unit, _ = self._choose_axis_scale()
        row = self._row_rect(number)
        longest = self.width() * MAX_BARS_SHARE * 1.08
        length = min(abs(value) * unit, longest) if math.isfinite(value) else longest
        height = round(row.height() * 0.56)
        left = middle - 1 - length if side < 0 else middle + 2
        bar = QRectF(left, round(row.center().y() - height / 2), length, height)
        painting.paint_label_bar(painter, tokens, bar, self._strongest.colours[0 if side < 0 else 1])
        font = fonts.small_font(600 if word == self._strongest.chosen_word else 400)
        end = left - px(8) if side < 0 else left + length + px(8)
        rect, align = row.adjusted(end, 0, 0, 0), painting.LEFT
        if side < 0:
            rect, align = row.adjusted(0, 0, end - row.width(), 0), painting.RIGHT
        painting.paint_text(painter, rect, word, font=font, pen=tokens.text, align=align, elide=painting.MIDDLE)

    def _word_at(self, point: QPointF) -> str:
        for number in range(self._n_rows):
            if self._row_rect(number).contains(point):
                words = self._strongest.words_against if point.x() < self.width() / 2 else self._strongest.words_towards
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


FloatArray = NDArray[np.float64]
POINTER_REACH_PX = 12
"""Maximum distance of the pointer from a point, in unscaled pixels."""
REPEATED_COLOUR_PALENESS = 0.35
"""Share of the background in the points of a repeated label colour, which are too small to be drawn hollow."""


@dataclass(frozen=True, slots=True)
class WordPoints:
    """The points of a scatter plot of words; all arrays have shape (n_words,)."""

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
        """Replace the points, and mark the point of the word `chosen`."""
        if cloud is not self._cloud:
            self._cloud, self._pointed, self._image = cloud, -1, None
        self._chosen = chosen
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(370), px(400))

    def _plot(self) -> QRectF:
        return self.area().adjusted(px(34), px(22), -px(4), -px(40))

    def _axis_ends(self) -> tuple[float, float]:
        """Return the ends of the axes: log10 of the largest count, rounded up, and the largest finite log-odds."""
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
        widest = painting.text_width(wording.format_count(10 ** int(decades)), fonts.tick_font()) + px(8)
        step = max(int(np.ceil(widest * decades / max(plot.width(), 1.0))), 1)
        for power in range(0, int(decades) + 1, step):
            x = round(plot.left() + plot.width() * power / decades)
            painting.paint_vertical_line(painter, x, plot.top(), plot.bottom(), tokens.hair)
            rect = QRectF(min(x - px(30), self.width() - px(56)), plot.bottom() + px(4), px(60), px(14))
            words = wording.format_count(10**power)
            painting.paint_text(painter, rect, words, font=fonts.tick_font(), pen=tokens.quiet, align=painting.CENTRE)
        for value in (-most, -most / 2, 0.0, most / 2, most):
            y = round(plot.center().y() - value / most * plot.height() / 2)
            painting.paint_horizontal_line(
                painter, plot.left(), plot.right(), y, tokens.edge if value == 0 else tokens.hair
            )
            rect = QRectF(0, y - px(8), plot.left() - px(6), px(16))
            words = wording.format_decimal(value, 0 if value == round(value) else 1, signed=value != 0)
            painting.paint_text(
                painter, rect, words, font=fonts.tick_font(), pen=tokens.quiet, align=painting.RIGHT, elide=None
            )
        top, foot = QRectF(0, 0, self.width(), px(18)), QRectF(0, plot.bottom() + px(20), self.width(), px(18))
        painting.paint_text(painter, top, self.tr("log-odds"), font=fonts.small_font(), pen=tokens.quiet)
        painting.paint_text(
            painter, foot, self.tr("occurrences"), font=fonts.small_font(), pen=tokens.quiet, align=painting.RIGHT
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
        font = fonts.small_font(600 if word == self._chosen else 400)
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


ROW, MIN_NAME_WIDTH, MEANING_LINE = 54, 30, 18


class WorkingView(PaintedWidget):
    """The calculation of a word's probabilities: a fraction per label, the log-odds, and a sentence about them."""

    def __init__(self) -> None:
        super().__init__()
        self._working = WordProbabilities()

    def show_probabilities(self, working: WordProbabilities) -> None:
        """Show the calculation for another word."""
        self._working = working
        self._fit_height()
        self.setAccessibleName(self.tr("Calculation"))
        spoken = []
        for fraction in working.probabilities:
            (upper, lower), product, log = (
                _fraction_texts(fraction),
                _product_text(fraction),
                wording.format_decimal(fraction.steps.log),
            )
            value = f"{product} = {log}" if product else f"log {log}"
            spoken.append(f"{fraction.steps.label}: ({upper}) / ({lower}), {value}")
        self.setAccessibleDescription("; ".join([*spoken, self._meaning_sentence()]))
        set_tip(self, self._meaning_sentence())  # long names of labels cut the sentence
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(370), self._height_for(px(370)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_height()

    def _fit_height(self) -> None:
        self.setFixedHeight(self._height_for(self.width()))

    def _height_for(self, width: int) -> int:
        return px(ROW) * len(self._working.probabilities) + px(34) + px(MEANING_LINE) * len(self._meaning_lines(width))

    def _meaning_lines(self, width: int) -> list[str]:
        """Return the sentence below the log-odds in one line, or in two if it does not fit."""
        return painting.wrap_lines(self._meaning_sentence(), fonts.small_font(), width, 2)

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        fractions = self._working.probabilities
        if not fractions:
            return
        painting.paint_horizontal_line(painter, 0, self.width(), 0, tokens.line)
        columns = self._columns()
        for number, fraction in enumerate(fractions):
            top = number * px(ROW)
            if number:
                painting.paint_horizontal_line(painter, 0, self.width(), top, tokens.hair)
            self._paint_fraction(painter, tokens, top, fraction, columns)
        self._paint_meaning(painter, tokens, px(ROW) * len(fractions))

    def _columns(self) -> tuple[float, float]:
        """Return x and width of the fractions. Long label names are cut to leave room for the numbers."""
        fractions = self._working.probabilities
        names = max(painting.text_width(item.steps.label, fonts.body()) for item in fractions)
        width = max(
            painting.text_width(part, fonts.body()) for item in fractions for part in _fraction_texts(item)
        ) + px(6)
        after = max(_probability_width(item.steps.probability) + px(8) + _log_odds_width(item) for item in fractions)
        room = self.width() - px(16) - px(9) - width - px(8) - after
        return px(16) + min(names, px(90), max(room, px(MIN_NAME_WIDTH))) + px(9), width

    def _paint_fraction(
        self,
        painter: QPainter,
        tokens: DesignValues,
        top: float,
        fraction: WordProbability,
        columns: tuple[float, float],
    ) -> None:
        row = QRectF(0, top, self.width(), px(ROW))
        middle, (left, width) = row.center().y(), columns
        painting.paint_label_square(painter, tokens, 0, middle, fraction.colour)
        name = QRectF(px(16), top, left - px(20), row.height())
        painting.paint_text(painter, name, fraction.steps.label, font=fonts.body(), pen=tokens.text)
        for part, top_edge in zip(_fraction_texts(fraction), (middle - px(21), middle + px(2)), strict=True):
            rect = QRectF(left, top_edge, width, px(19))
            painting.paint_text(
                painter, rect, part, font=fonts.body(), pen=tokens.text, align=painting.CENTRE, elide=None
            )
        painter.fillRect(QRectF(left, round(middle), width, 1), colour(tokens.text))
        end = self._paint_probability(painter, tokens, left + width + px(8), middle, fraction.steps.probability)
        log, product = wording.format_decimal(fraction.steps.log), _product_text(fraction)
        log_rect = row.translated(0, -px(9)) if product else row
        painting.paint_text(painter, log_rect, log, font=fonts.body(), pen=tokens.text, align=painting.RIGHT)
        if product:
            product_rect = row.translated(0, px(10))
            painting.paint_text(
                painter, product_rect, product, font=fonts.small_font(), pen=tokens.quiet, align=painting.RIGHT
            )
            return
        edge = self.width() - _log_odds_width(fraction) - px(5)
        rect = QRectF(edge - px(30), top, px(30), row.height())
        if edge - painting.text_width(self.tr("log"), fonts.body()) > end + px(4):
            painting.paint_text(
                painter, rect, self.tr("log"), font=fonts.body(), pen=tokens.quiet, align=painting.RIGHT
            )

    def _paint_probability(
        self, painter: QPainter, tokens: DesignValues, left: float, middle: float, value: float
    ) -> float:
        """Paint a number in scientific notation and return its right edge."""
        words, exponent = _probability_text(value)
        rect = QRectF(left, middle - px(10), px(160), px(20))
        painting.paint_text(painter, rect, words, font=fonts.body(), pen=tokens.text, elide=None)
        if exponent:
            end = left + painting.text_width(words, fonts.body()) + 1
            painter.setFont(fonts.font(9.5))
            painter.drawText(QPointF(end, middle - px(1)), wording.format_decimal(exponent, 0))
        return left + _probability_width(value)

    def _paint_meaning(self, painter: QPainter, tokens: DesignValues, top: float) -> None:
        painting.paint_horizontal_line(painter, 0, self.width(), top, tokens.line)
        row = QRectF(0, top + px(8), self.width(), px(20))
        painting.paint_text(painter, row, self.tr("log-odds"), font=fonts.body(600), pen=tokens.text)
        value = wording.format_decimal(self._working.log_odds, signed=True)
        painting.paint_text(painter, row, value, font=fonts.subject_font(), pen=tokens.text, align=painting.RIGHT)
        row = row.translated(0, px(22))
        for line in self._meaning_lines(self.width()):
            painting.paint_text(painter, row, line, font=fonts.small_font(), pen=tokens.quiet)
            row = row.translated(0, px(MEANING_LINE))

    def _meaning_sentence(self) -> str:
        if len(self._working.probabilities) < 2:
            return ""
        first, second = (fraction.steps for fraction in self._working.probabilities[:2])
        if first.ratio is not None and second.ratio is not None:
            said = math.copysign(1.0, self._working.log_odds) * (first.ratio - second.ratio)
            numbers = (wording.format_decimal(value, signed=True) for value in (said, self._working.log_odds))
            words = self.tr("naive Bayes alone: %1; without repeats: %2")
            return wording.fill_placeholders(words, *numbers)
        gaining, losing = first.label, second.label
        odds = math.exp(min(abs(self._working.log_odds), 700.0))
        if math.isinf(self._working.log_odds):
            return self.tr("a document that contains this word cannot be %1").replace("%1", losing)
        odds_text = wording.format_count(round(odds)) if 10 <= odds < 1e9 else wording.format_significant(odds)
        words = self.tr("each occurrence of the word multiplies the odds of %1 against %3 by %2")
        if self._working.is_of_filter:
            words = self.tr(
                "by its counts, this word gives odds of %2 : 1 for %1; in a mail, the filter gives the word less weight"
            )
        return wording.fill_placeholders(words, gaining, odds_text, losing)


def _fraction_texts(fraction: WordProbability) -> tuple[str, str]:
    if not fraction.steps.smoothing and not fraction.steps.total_smoothing:
        return _format_number(fraction.steps.count), _format_number(fraction.steps.total)
    upper = f"{_format_number(fraction.steps.count)} + {_format_number(fraction.steps.smoothing)}"
    return upper, f"{_format_number(fraction.steps.total)} + {_format_number(fraction.steps.total_smoothing)}"


def _probability_text(value: float) -> tuple[str, int]:
    mantissa, exponent = wording.split_power_of_ten(value)
    return (f"= {mantissa} × 10" if exponent else f"= {mantissa}"), exponent


def _probability_width(value: float) -> float:
    words, exponent = _probability_text(value)
    power = painting.text_width(wording.format_decimal(exponent, 0), fonts.font(9.5)) if exponent else 0.0
    return painting.text_width(words, fonts.body()) + 1 + power


def _log_odds_width(fraction: WordProbability) -> float:
    product = painting.text_width(_product_text(fraction), fonts.small_font())
    return max(painting.text_width(wording.format_decimal(fraction.steps.log), fonts.body()), product, px(46))


def _product_text(fraction: WordProbability) -> str:
    """Return "log ratio × learnt factor"; "" if the model has no learnt factors."""
    line = fraction.steps
    if line.ratio is None or line.factor is None:
        return ""
    return f"{wording.format_decimal(line.ratio)} × {wording.format_decimal(line.factor)}"


def _format_number(value: float) -> str:
    return wording.format_count(round(value)) if value == round(value) else wording.format_significant(value, 6)


BAR_ALPHA = 0.3


class BellPlot(LinePlot):
    """Density curves over histograms, in the colours of the labels.

    `PlotLine.style` of a curve is the colour index of its label.
    """

    def pen_of(self, tokens: DesignValues, line: PlotLine) -> QPen:
        return QPen(colour(label_outline(tokens, line.style)), 2.25)

    def draw_under(self, painter: QPainter, tokens: DesignValues, plot: QRectF) -> None:
        for bars in self._bars:
            ink = colour(label_fill(tokens, bars.colour), BAR_ALPHA)
            for left, right, count in zip(bars.edges[:-1], bars.edges[1:], bars.counts, strict=True):
                if count:
                    top, foot = self.pixel_position(plot, left, count), self.pixel_position(plot, right, 0.0)
                    painter.fillRect(QRectF(top.x() + 0.5, top.y(), foot.x() - top.x() - 1, foot.y() - top.y()), ink)

    def csv_rows(self) -> list[Row]:
        """Return one row per bar, then the points of the curves."""
        rows: list[Row] = [
            (bars.name, left, right, count)
            for bars in self._bars
            for left, right, count in zip(bars.edges[:-1], bars.edges[1:], bars.counts, strict=True)
        ]
        return [("label", "from", "to", "documents"), *rows, (), *super().csv_rows()]
