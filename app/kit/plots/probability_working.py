"""Shows how a word's probability is computed: smoothed counts as a fraction, its logarithm, and the resulting odds.

Also the plot of the normal distributions of a numeric column.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPen

from app.kit import wording
from app.kit.actions import set_tip
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour, label_fill, label_outline
from app.kit.look.fonts import px
from app.kit.painted_values import Fraction, PlotLine, WordFractions
from app.kit.plots.line_plot import LinePlot, Row
from app.kit.widgets import PaintedWidget

ROW, MIN_NAME_WIDTH = 54, 30


class WorkingView(PaintedWidget):
    """One fraction per label, then the log-odds and a sentence about them."""

    def __init__(self) -> None:
        super().__init__()
        self._working = WordFractions()

    def show_working(self, working: WordFractions) -> None:
        """Show another word."""
        self._working = working
        self.setFixedHeight(px(ROW) * len(working.fractions) + px(52))
        self.setAccessibleName(self.tr("Calculation"))
        spoken = []
        for fraction in working.fractions:
            (upper, lower), product, log = (
                _fraction_texts(fraction),
                _product_text(fraction),
                wording.format_decimal(fraction.line.log),
            )
            value = f"{product} = {log}" if product else f"log {log}"
            spoken.append(f"{fraction.line.label}: ({upper}) / ({lower}), {value}")
        self.setAccessibleDescription("; ".join([*spoken, self._meaning_sentence()]))
        set_tip(self, self._meaning_sentence())  # long names of labels cut the sentence
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(370), px(ROW) * len(self._working.fractions) + px(52))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        fractions = self._working.fractions
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
        fractions = self._working.fractions
        names = max(painting.text_width(item.line.label, fonts.body()) for item in fractions)
        width = max(
            painting.text_width(part, fonts.body()) for item in fractions for part in _fraction_texts(item)
        ) + px(6)
        after = max(_probability_width(item.line.probability) + px(8) + _log_width(item) for item in fractions)
        room = self.width() - px(16) - px(9) - width - px(8) - after
        return px(16) + min(names, px(90), max(room, px(MIN_NAME_WIDTH))) + px(9), width

    def _paint_fraction(
        self, painter: QPainter, tokens: DesignValues, top: float, fraction: Fraction, columns: tuple[float, float]
    ) -> None:
        row = QRectF(0, top, self.width(), px(ROW))
        middle, (left, width) = row.center().y(), columns
        painting.paint_label_square(painter, tokens, 0, middle, fraction.colour)
        name = QRectF(px(16), top, left - px(20), row.height())
        painting.paint_text(painter, name, fraction.line.label, font=fonts.body(), pen=tokens.text)
        for part, top_edge in zip(_fraction_texts(fraction), (middle - px(21), middle + px(2)), strict=True):
            rect = QRectF(left, top_edge, width, px(19))
            painting.paint_text(
                painter, rect, part, font=fonts.body(), pen=tokens.text, align=painting.CENTRE, elide=None
            )
        painter.fillRect(QRectF(left, round(middle), width, 1), colour(tokens.text))
        end = self._paint_probability(painter, tokens, left + width + px(8), middle, fraction.line.probability)
        log, product = wording.format_decimal(fraction.line.log), _product_text(fraction)
        log_rect = row.translated(0, -px(9)) if product else row
        painting.paint_text(painter, log_rect, log, font=fonts.body(), pen=tokens.text, align=painting.RIGHT)
        if product:
            product_rect = row.translated(0, px(10))
            painting.paint_text(
                painter, product_rect, product, font=fonts.small(), pen=tokens.quiet, align=painting.RIGHT
            )
            return
        edge = self.width() - _log_width(fraction) - px(5)
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
        painting.paint_text(painter, row, value, font=fonts.subject(), pen=tokens.text, align=painting.RIGHT)
        row = row.translated(0, px(22))
        painting.paint_text(painter, row, self._meaning_sentence(), font=fonts.small(), pen=tokens.quiet)

    def _meaning_sentence(self) -> str:
        if len(self._working.fractions) < 2:
            return ""
        first, second = (fraction.line for fraction in self._working.fractions[:2])
        if first.ratio is not None and second.ratio is not None:
            said = math.copysign(1.0, self._working.log_odds) * (first.ratio - second.ratio)
            numbers = (wording.format_decimal(value, signed=True) for value in (said, self._working.log_odds))
            return wording.fill_placeholders(self.tr("alone %1, here %2"), *numbers)
        gaining, losing = first.label, second.label
        odds = math.exp(min(abs(self._working.log_odds), 700.0))
        if math.isinf(self._working.log_odds):
            return self.tr("if the word occurs once, %1 is ruled out").replace("%1", losing)
        odds_text = wording.format_count(round(odds)) if 10 <= odds < 1e9 else wording.format_significant(odds)
        words = self.tr("each time the word occurs, %1 gains %2 : 1 over %3")
        if self._working.is_of_filter:
            words = self.tr("the counts of this word speak %2 : 1 for %1; in a mail, the filter gives it less weight")
        return wording.fill_placeholders(words, gaining, odds_text, losing)


def _fraction_texts(fraction: Fraction) -> tuple[str, str]:
    if not fraction.line.smoothing and not fraction.line.total_smoothing:
        return _format_number(fraction.line.count), _format_number(fraction.line.total)
    upper = f"{_format_number(fraction.line.count)} + {_format_number(fraction.line.smoothing)}"
    return upper, f"{_format_number(fraction.line.total)} + {_format_number(fraction.line.total_smoothing)}"


def _probability_text(value: float) -> tuple[str, int]:
    mantissa, exponent = wording.split_power_of_ten(value)
    return (f"= {mantissa} × 10" if exponent else f"= {mantissa}"), exponent


def _probability_width(value: float) -> float:
    words, exponent = _probability_text(value)
    power = painting.text_width(wording.format_decimal(exponent, 0), fonts.font(9.5)) if exponent else 0.0
    return painting.text_width(words, fonts.body()) + 1 + power


def _log_width(fraction: Fraction) -> float:
    product = painting.text_width(_product_text(fraction), fonts.small())
    return max(painting.text_width(wording.format_decimal(fraction.line.log), fonts.body()), product, px(46))


def _product_text(fraction: Fraction) -> str:
    """Return "log ratio × learnt factor", or "" without learnt factors."""
    line = fraction.line
    if line.ratio is None or line.factor is None:
        return ""
    return f"{wording.format_decimal(line.ratio)} × {wording.format_decimal(line.factor)}"


def _format_number(value: float) -> str:
    return wording.format_count(round(value)) if value == round(value) else wording.format_significant(value, 6)


BAR_ALPHA = 0.3


class BellPlot(LinePlot):
    """Density curves over histograms in label colours. `PlotLine.style` is the colour index of its label."""

    def pen_of(self, tokens: DesignValues, line: PlotLine) -> QPen:
        return QPen(colour(label_outline(tokens, line.style)), 2.25)

    def draw_under(self, painter: QPainter, tokens: DesignValues, plot: QRectF) -> None:
        for bars in self._bars:
            ink = colour(label_fill(tokens, bars.colour), BAR_ALPHA)
            for left, right, count in zip(bars.edges[:-1], bars.edges[1:], bars.counts, strict=True):
                if count:
                    top, foot = self.place_of(plot, left, count), self.place_of(plot, right, 0.0)
                    painter.fillRect(QRectF(top.x() + 0.5, top.y(), foot.x() - top.x() - 1, foot.y() - top.y()), ink)

    def csv_rows(self) -> list[Row]:
        """Return one row per bar, then the points of the curves."""
        rows: list[Row] = [
            (bars.name, left, right, count)
            for bars in self._bars
            for left, right, count in zip(bars.edges[:-1], bars.edges[1:], bars.counts, strict=True)
        ]
        return [("label", "from", "to", "documents"), *rows, (), *super().csv_rows()]
