"""A column of numbers as a picture: the data as a histogram for each label, and the bell curve that stands for it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPen

from app.pages.kit.plots.line_plot import LinePlot
from app.pages.kit.plots.plot_files import Row
from app.pages.painted_values import Axis, Bars, Line, Mark
from app.qt.look.colours import DesignValues, colour, label_fill, label_outline

BAR_ALPHA = 0.3


class BellPlot(LinePlot):
    """Lines in the colours of labels over bars in the same colours; the style of a line is its label's colour."""

    def __init__(self) -> None:
        super().__init__()
        self._bars: tuple[Bars, ...] = ()

    def show_bells(
        self, bars: Sequence[Bars], curves: Sequence[Line], x: Axis, y: Axis, mark: Mark | None = None
    ) -> None:
        """Show another column."""
        self._bars = tuple(bars)
        self.show_lines(curves, x, y, mark)

    def pen_of(self, tokens: DesignValues, line: Line) -> QPen:
        return QPen(colour(label_outline(tokens, line.style)), 2.25)

    def draw_under(self, painter: QPainter, tokens: DesignValues, plot: QRectF) -> None:
        for bars in self._bars:
            ink = colour(label_fill(tokens, bars.colour), BAR_ALPHA)
            for left, right, count in zip(bars.edges[:-1], bars.edges[1:], bars.counts, strict=True):
                if count:
                    top, foot = self.place_of(plot, left, count), self.place_of(plot, right, 0.0)
                    painter.fillRect(QRectF(top.x() + 0.5, top.y(), foot.x() - top.x() - 1, foot.y() - top.y()), ink)

    def csv_rows(self) -> list[Row]:
        """Return the bars, one in a row, and then the points of the curves."""
        rows: list[Row] = [
            (bars.name, left, right, count)
            for bars in self._bars
            for left, right, count in zip(bars.edges[:-1], bars.edges[1:], bars.counts, strict=True)
        ]
        return [("label", "from", "to", "documents"), *rows, (), *super().csv_rows()]
