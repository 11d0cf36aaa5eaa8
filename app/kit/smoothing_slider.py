"""Slider for the smoothing α, or for the ridge penalty of learnt factors, over its accuracy curve.

Both are painted by one widget, because aligning a plot's axis exactly with a QSlider's groove takes more code.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy

from app.domain.results import SmoothingCurve
from app.kit import wording
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.fonts import px
from app.kit.widgets import paint_smoothly

STEPS_PER_DECADE = 20
MIN_Y_SPAN_PERCENT = 1.0
"""Minimum range of the y axis, in percentage points. A narrower range would make noise look like an effect."""
MAX_Y_SPAN_PERCENT = 10.0
"""Maximum range of the y axis below the best value, in percentage points. Lower values are drawn at the bottom."""
STEP_OF_NO_SMOOTHING = -1
"""Slider value for no smoothing (α = 0)."""
STEPS_OF_KEY = {
    int(Qt.Key.Key_Right): 1, int(Qt.Key.Key_Up): 1, int(Qt.Key.Key_PageUp): STEPS_PER_DECADE,
    int(Qt.Key.Key_Left): -1, int(Qt.Key.Key_Down): -1, int(Qt.Key.Key_PageDown): -STEPS_PER_DECADE,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scale:
    """A logarithmic scale of `n_decades` decades from `least_value`.

    With `has_zero`, the value 0 is to the left of it.
    """

    least_value: float
    n_decades: int
    has_zero: bool

    @property
    def greatest_value(self) -> float:
        """The greatest value."""
        return self.least_value * 10.0**self.n_decades

    @property
    def ticks(self) -> list[float]:
        """The values with a tick label. The value 0 stands for no smoothing."""
        return [
            *([0.0] if self.has_zero else []),
            *(self.least_value * 10**decade for decade in range(self.n_decades + 1)),
        ]

    def step_of(self, value: float) -> int:
        """Return the step nearest to a value, or `STEP_OF_NO_SMOOTHING` for 0."""
        if value <= 0:
            return STEP_OF_NO_SMOOTHING if self.has_zero else 0
        return max(round(math.log10(min(value, self.greatest_value) / self.least_value) * STEPS_PER_DECADE), 0)

    def value_of(self, step: int) -> float:
        if step < 0 and self.has_zero:
            return 0.0
        return _round_value(min(self.least_value * 10 ** (max(step, 0) / STEPS_PER_DECADE), self.greatest_value))


ALPHA, RIDGE = Scale(1e-3, 4, has_zero=True), Scale(3e-2, 3, has_zero=False)


class SmoothingSlider(QAbstractSlider):
    """Selects the smoothing α (0, or 0.001 to 10) or a ridge penalty. `value()` is the number of the step."""

    value_moved = Signal(float)
    """Emitted while the handle is dragged, with the smoothing or ridge."""

    def __init__(self) -> None:
        super().__init__()
        self._alpha, self._curve, self._scale = 1.0, SmoothingCurve(), ALPHA
        self._is_waiting = False
        self.setRange(STEP_OF_NO_SMOOTHING, ALPHA.n_decades * STEPS_PER_DECADE)
        self.valueChanged.connect(self._on_value_changed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(px(192))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def alpha(self) -> float:
        """The selected smoothing α or ridge penalty."""
        return self._alpha

    def show_alpha(self, alpha: float, scale: Scale = ALPHA) -> None:
        """Set the value and, if given, the scale, without emitting signals."""
        self._alpha, self._scale = alpha, scale
        with QSignalBlocker(self):
            self.setRange(STEP_OF_NO_SMOOTHING if scale.has_zero else 0, scale.n_decades * STEPS_PER_DECADE)
            self.setValue(scale.step_of(alpha))
        self.setAccessibleName(self.tr("Smoothing") if scale.has_zero else self.tr("Caution (regularisation)"))
        words = f"α = {wording.format_significant(alpha)}" if scale.has_zero else wording.format_significant(alpha)
        self.setAccessibleDescription(words if alpha > 0 else self.tr("none"))
        self.update()

    def show_curve(self, curve: SmoothingCurve, *, is_waiting: bool = False) -> None:
        """Replace the curve. With `is_waiting`, an empty curve shows a "computing" message."""
        self._curve, self._is_waiting = curve, is_waiting
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(350), px(192))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(240), px(192))

    def _groove_position(self) -> tuple[float, float, float]:
        return px(34), self.width() - px(16), px(10)

    def _plot(self) -> QRectF:
        left, right, _ = self._groove_position()
        return QRectF(left, px(30), right - left, self.height() - px(30) - px(26))

    def x_of(self, alpha: float) -> float:
        """Return the x coordinate of a smoothing α or ridge penalty, in pixels."""
        left, right, _ = self._groove_position()
        if alpha <= 0:
            return left
        start, scale = left + self._none_width(), self._scale
        share = (
            math.log10(min(max(alpha, scale.least_value), scale.greatest_value) / scale.least_value) / scale.n_decades
        )
        return start + (right - start) * share

    def _none_width(self) -> float:
        return px(44) if self._scale.has_zero else 0.0

    def _alpha_at(self, x: float) -> float:
        left, right, _ = self._groove_position()
        start = left + self._none_width()
        if self._scale.has_zero and x < left + self._none_width() / 2:
            return 0.0
        share = min(max((x - start) / (right - start), 0.0), 1.0)
        return _round_value(self._scale.least_value * 10 ** (self._scale.n_decades * share))

    def _y_axis_range(self) -> tuple[float, float, float]:
        """Return minimum and maximum of the y axis in percent, and the grid step."""
        values = [100 * y for _alpha, y in self._curve.smoothed_points] or [90.0, 100.0]
        high = max(values)
        # A far end at 50 % would leave the values worth choosing, at 88 to 91 %, on one line: such an end is cut off.
        low = max(min(*values, high - MIN_Y_SPAN_PERCENT), high - MAX_Y_SPAN_PERCENT)
        unsmoothed = self._curve.unsmoothed_accuracy
        if unsmoothed is not None and low - 100 * unsmoothed <= max(high - low, 1.0):
            low = min(low, 100 * unsmoothed)  # if it is far below, including it would flatten the curve
        step = next((s for s in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0) if (high - low) / s <= 5), 20.0)
        bottom = math.floor((low - step * 0.4) / step) * step
        return max(bottom, 0.0), max(high + step * 0.6, bottom + step), step

    def _y_of(self, accuracy: float) -> float:
        low, high, _ = self._y_axis_range()
        plot = self._plot()
        accuracy = max(accuracy, low / 100)
        return plot.bottom() - plot.height() * (100 * accuracy - low) / (high - low)

    def paintEvent(self, _event: QPaintEvent) -> None:
        paint_smoothly(self, self._paint)

    def _paint(self, painter: QPainter, tokens: DesignValues) -> None:
        self._paint_grid(painter, tokens)
        self._paint_curve(painter, tokens)
        self._paint_ticks(painter, tokens)
        self._paint_groove(painter, tokens)

    def _paint_grid(self, painter: QPainter, tokens: DesignValues) -> None:
        low, high, step = self._y_axis_range()
        plot = self._plot()
        if not self._curve.values:  # without a curve there is no scale for percentages
            painting.paint_horizontal_line(painter, plot.left(), plot.right(), round(plot.bottom()), tokens.edge)
            if self._is_waiting:
                words = self.tr("Computing the curve…")
                painting.paint_text(
                    painter, plot, words, font=fonts.small_font(), pen=tokens.quiet, align=painting.CENTRE
                )
            return
        lines = [low + step * n for n in range(1, int((high - low) / step + 1e-9) + 1)]
        for number, value in enumerate(lines):
            y = round(self._y_of(value / 100))
            painting.paint_horizontal_line(painter, plot.left(), plot.right(), y, tokens.hair)
            if number % 2 == 0:
                words = tick_text(value, lines[::2])
                gap = 13 if len(words) < 3 else 5  # three characters need the room
                rect = QRectF(0, y - px(8), plot.left() - px(gap), px(16))
                painting.paint_text(
                    painter, rect, words, font=fonts.tick_font(), pen=tokens.quiet, align=painting.RIGHT, elide=None
                )
        painting.paint_horizontal_line(painter, plot.left(), plot.right(), round(plot.bottom()), tokens.edge)

    def _paint_curve(self, painter: QPainter, tokens: DesignValues) -> None:
        points = [QPointF(self.x_of(a), self._y_of(y)) for a, y in self._curve.smoothed_points]
        if len(points) < 2:
            return
        bottom = self._plot().bottom()
        path = QPainterPath(QPointF(points[0].x(), bottom))
        for point in points:
            path.lineTo(point)
        path.lineTo(points[-1].x(), bottom)
        painter.fillPath(path, colour(tokens.accent, tokens.curve_alpha))
        painter.setPen(QPen(colour(tokens.accent), 2.0, j=Qt.PenJoinStyle.RoundJoin))
        painter.drawPolyline(QPolygonF(points))
        if self._curve.unsmoothed_accuracy is not None:
            origin = QPointF(self.x_of(0), self._y_of(self._curve.unsmoothed_accuracy))
            painter.setPen(QPen(colour(tokens.accent), 1.25, Qt.PenStyle.DashLine))
            painter.drawLine(origin, points[0])
            painter.setPen(QPen(colour(tokens.accent), 1.75))
            painter.setBrush(colour(tokens.panel))
            painter.drawEllipse(origin, px(3.5), px(3.5))

    def _paint_ticks(self, painter: QPainter, tokens: DesignValues) -> None:
        top = self._plot().bottom() + px(6)
        for alpha in self._scale.ticks:
            words = wording.format_significant(alpha) if alpha else self.tr("none")
            is_here = math.isclose(alpha, self._alpha, rel_tol=1e-6, abs_tol=1e-9)
            rect = QRectF(self.x_of(alpha) - px(30), top, px(60), px(14))
            if alpha == self._scale.greatest_value:
                rect.moveRight(min(rect.right(), self.width() + px(14)))
            font, pen = fonts.tick_font(600 if is_here else 400), tokens.text if is_here else tokens.quiet
            painting.paint_text(painter, rect, words, font=font, pen=pen, align=painting.CENTRE, elide=None)

    def _paint_groove(self, painter: QPainter, tokens: DesignValues) -> None:
        left, right, y = self._groove_position()
        x = self.x_of(self._alpha)
        groove = QRectF(left, y - px(2), right - left, px(4))
        painting.paint_round_rect(painter, groove, px(2), fill=colour(tokens.text, 0.10))
        painting.paint_round_rect(
            painter, QRectF(left, groove.top(), x - left, px(4)), px(2), fill=colour(tokens.accent)
        )
        self._paint_current_value(painter, tokens, x, y)
        painter.setBrush(colour(tokens.panel))
        if self.hasFocus():
            painter.setPen(QPen(colour(tokens.accent, 0.35), 3.0))
            painter.drawEllipse(QPointF(x, y), px(8) + 1.5, px(8) + 1.5)
        painter.setPen(QPen(colour(tokens.accent), 2.0))
        painter.drawEllipse(QPointF(x, y), px(8) - 1, px(8) - 1)

    def _paint_current_value(self, painter: QPainter, tokens: DesignValues, x: float, y: float) -> None:
        if self._is_waiting and not self._curve.values:
            return  # the line would strike through the sentence that stands in place of the curve
        painter.setPen(QPen(colour(tokens.accent), 1.25))
        painter.drawLine(QPointF(x, y), QPointF(x, self._plot().bottom()))
        accuracy = self._curve.accuracy_at(self._alpha)
        if accuracy is None:
            return
        painter.setPen(QPen(colour(tokens.panel), 2.0))
        painter.setBrush(colour(tokens.accent))
        painter.drawEllipse(QPointF(x, self._y_of(accuracy)), px(5), px(5))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._change_alpha(self._alpha_at(event.position().x()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.mouseMoveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self.hasFocus():
            event.ignore()
            return
        self._change_by_steps(1 if event.angleDelta().y() > 0 else -1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = STEPS_OF_KEY.get(event.key())
        if steps is not None:
            self._change_by_steps(steps)
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._change_alpha(self._scale.ticks[0] if event.key() == Qt.Key.Key_Home else self._scale.greatest_value)
        else:
            super().keyPressEvent(event)

    def _change_by_steps(self, steps: int) -> None:
        step = self._scale.step_of(self._alpha) + steps
        self._change_alpha(self._scale.value_of(0 if self._alpha <= 0 < steps else step))

    def _on_value_changed(self, step: int) -> None:
        """Take over a value that was set through QAbstractSlider, for example by a screen reader."""
        if step != self._scale.step_of(self._alpha):
            self._change_alpha(self._scale.value_of(step))

    def _change_alpha(self, alpha: float) -> None:
        if not math.isclose(alpha, self._alpha, rel_tol=1e-9, abs_tol=1e-12):
            self.show_alpha(alpha, self._scale)
            self.value_moved.emit(alpha)


def tick_text(value: float, ticks: Sequence[float]) -> str:
    """Return the label of a tick of the y axis, in percent. 100 has no decimals: there is no room for five characters.

    If all `ticks` are integers, none has decimals.
    """
    has_decimals = value < 100 and any(abs(tick - round(tick)) > 1e-6 for tick in ticks)
    return wording.format_decimal(value, int(has_decimals))


def _round_value(alpha: float) -> float:
    """Round to two significant digits."""
    return float(f"{alpha:.2g}")
