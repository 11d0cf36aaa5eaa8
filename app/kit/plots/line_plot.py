"""A line plot with axes, grid, mark and legend, drawn the same on screen and in a file.

Not pyqtgraph: it takes 370 ms to import, does not follow the palette, and cannot write SVG with this version of Qt.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QMouseEvent, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QMenu

from app.domain.errors import AppError, SourceError
from app.domain.whole_files import open_csv_atomically, write_atomically
from app.kit import wording
from app.kit.actions import set_context_menu
from app.kit.fields import ask_save_path
from app.kit.look import fonts, painting
from app.kit.look.colours import LIGHT, DesignValues, colour
from app.kit.look.fonts import px
from app.kit.page_head import Notice
from app.kit.painted_values import Axis, PlotContent, PlotLine, PlotMark, make_line_pen
from app.kit.picture_files import Draw, picture_bytes
from app.kit.widgets import Link, PaintedWidget
from app.kit.wording import sentence_for

Row = tuple[str | float, ...]


class Plot(Protocol):
    """Protocol: a plot that can be saved to a file."""

    def csv_rows(self) -> list[Row]: ...

    def draw_for_file(self, painter: QPainter, area: QRectF, /) -> None: ...

    def size(self) -> QSize: ...


def save_plot(plot: Plot, path: Path) -> str:
    """Save a plot, or its data for .csv. Return an error sentence, or ""."""
    try:
        if path.suffix.lower() == ".csv":
            with open_csv_atomically(path) as table:
                table.writerows(plot.csv_rows())
        else:
            write_picture(plot.draw_for_file, plot.size(), path)
    except AppError as error:
        return sentence_for(error)
    return ""


def write_picture(draw: Draw, size: QSize, path: Path) -> None:
    """Save a drawing in the format of the file's suffix. Raise SourceError for an unknown suffix."""
    content = picture_bytes(draw, size, path.suffix)
    if content is None:
        raise SourceError(path, "unsupported")
    write_atomically(path, content)


PLOT_FILE_FILTER = "PNG (*.png);;SVG (*.svg);;PDF (*.pdf);;CSV (*.csv)"
"""File dialog filter for saving a plot."""
REACH_PX = 40
"""Maximum distance of the pointer from a point whose values are shown, in unscaled pixels."""
MAX_DOTS = 24
"""A line with more points than this is drawn without dots."""


class SavePicture(Link):
    """A link that saves a plot to a file. It also gives the plot a context menu with Copy and Save."""

    def __init__(self, plot: LinePlot, notice: Notice, name: Callable[[], str]) -> None:
        super().__init__("", self._ask, is_small=True)
        self._plot, self._notice, self._name = plot, notice, name
        self.setText(self.tr("Save picture…"))
        set_context_menu(plot, self._menu)

    def _menu(self, _at: QPoint) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Copy picture"), self.copy)
        menu.addAction(self.text(), self._ask)
        return menu

    def copy(self) -> None:
        """Put the plot on the clipboard as a picture."""
        content = picture_bytes(self._plot.draw_for_file, self._plot.size(), ".png") or b""
        QGuiApplication.clipboard().setImage(QImage.fromData(content))

    def _ask(self) -> None:
        ask_save_path(self.window(), self.tr("Save picture"), f"{self._name()}.png", PLOT_FILE_FILTER, self.save)

    def save(self, path: Path) -> None:
        """Save the plot, or its data for .csv, and show errors in the notice."""
        self._notice.show_problem(save_plot(self._plot, path))


class LinePlot(PaintedWidget):
    """A plot of lines over two axes. A click emits `pointed` with its x value."""

    pointed = Signal(float)
    """Emitted with the x value of a click."""

    def __init__(self) -> None:
        super().__init__()
        self._read: tuple[PlotLine, int] | None = None
        self.show_picture(PlotContent())
        self.setMinimumHeight(px(180))
        self.setMouseTracking(True)

    def show_picture(self, picture: PlotContent) -> None:
        """Replace the curves and axes. The first line is drawn on top of the others."""
        self._lines, self._x, self._y, self._mark = picture.lines, picture.x_axis, picture.y_axis, picture.mark
        self._has_diagonal, self._has_legend, self._bars = picture.has_diagonal, picture.has_legend, picture.histograms
        self._read = None
        self.setAccessibleName(f"{picture.y_axis.title} – {picture.x_axis.title}")
        names = ", ".join(line.name for line in picture.lines)
        self.setAccessibleDescription(names + (f". {picture.mark.words}" if picture.mark else ""))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(700), px(390))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        self.draw(painter, tokens, self.area())
        if self._read is not None:
            self._draw_point_values(painter, tokens, _plot_area(self.area()), *self._read)

    def point_text(self, line: PlotLine, index: int) -> str:
        """Return the text for a point of a line: the line's name, and both values."""
        x, y = _value_text(self._x, float(line.xs[index])), _value_text(self._y, float(line.ys[index]))
        note = f" ({line.point_texts[index]})" if line.point_texts else ""
        return f"{line.name}{note}  ·  {self._x.title}: {x}  ·  {self._y.title}: {y}"

    def point_near(self, at: QPointF) -> tuple[PlotLine, int] | None:
        """Return (line, index) of the visible point nearest to a position; None if no point is near."""
        plot, best = _plot_area(self.area()), float(px(REACH_PX) ** 2)
        nearest: tuple[PlotLine, int] | None = None
        for line in self._lines:
            for index in np.flatnonzero(np.isfinite(line.xs) & np.isfinite(line.ys)).tolist():
                spot = self.pixel_position(plot, float(line.xs[index]), float(line.ys[index]))
                distance = (spot.x() - at.x()) ** 2 + (spot.y() - at.y()) ** 2
                if distance < best and plot.adjusted(-1, -1, 1, 1).contains(spot):
                    nearest, best = (line, index), distance
        return nearest

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self.point_near(event.position())
        is_same = found is None and self._read is None
        if found is not None and self._read is not None:
            is_same = found[0] is self._read[0] and found[1] == self._read[1]
        if not is_same:
            self._read = found
            self.update()
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._read = None
        self.update()

    def _draw_point_values(
        self, painter: QPainter, tokens: DesignValues, plot: QRectF, line: PlotLine, index: int
    ) -> None:
        """Mark the point under the pointer, and write its values beside it."""
        spot = self.pixel_position(plot, float(line.xs[index]), float(line.ys[index]))
        painting.paint_vertical_line(painter, round(spot.x()), plot.top(), plot.bottom(), tokens.edge)
        painter.setPen(QPen(colour(tokens.panel), 2.0))
        painter.setBrush(self.pen_of(tokens, line).color())
        painter.drawEllipse(spot, px(5), px(5))
        words = self.point_text(line, index)
        width = min(painting.text_width(words, fonts.small_font()) + px(16), plot.width())
        left = min(max(spot.x() - width / 2, plot.left()), plot.right() - width)
        top = spot.y() - px(34) if spot.y() - px(34) > plot.top() else spot.y() + px(12)
        rect = QRectF(left, top, width, px(22))
        painting.paint_round_rect(painter, rect, px(4), fill=colour(tokens.panel, 0.95), edge=colour(tokens.line))
        inside = rect.adjusted(px(8), 0, -px(6), 0)
        painting.paint_text(painter, inside, words, font=fonts.small_font(), pen=tokens.text)

    def draw(self, painter: QPainter, tokens: DesignValues, area: QRectF) -> None:
        """Draw the whole plot with any painter."""
        plot = _plot_area(area)
        self._draw_grid(painter, tokens, plot)
        self._draw_ticks(painter, tokens, plot)
        top = QRectF(area.left(), area.top() + px(11), area.width(), px(18))
        painting.paint_text(painter, top, self._y.title, font=fonts.small_font(), pen=tokens.quiet)
        foot = QRectF(area.left(), plot.bottom() + px(22), area.width() - px(25), px(18))
        painting.paint_text(
            painter, foot, self._x.title, font=fonts.small_font(), pen=tokens.quiet, align=painting.RIGHT
        )
        painter.save()
        painter.setClipRect(plot.adjusted(-1, -px(4), px(4), 1))
        self.draw_under(painter, tokens, plot)
        points = [(line, self._points(plot, line)) for line in reversed(self._lines)]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for line, spots in points:
            painter.setPen(self.pen_of(tokens, line))
            painter.drawPolyline(QPolygonF(spots))
        painter.restore()
        painter.setPen(Qt.PenStyle.NoPen)
        for line, spots in points:  # drawn unclipped, so that dots on the edge are whole
            painter.setBrush(self.pen_of(tokens, line).color())
            for spot in spots if len(line.xs) <= MAX_DOTS else ():
                if plot.adjusted(-1, -1, 1, 1).contains(spot):
                    painter.drawEllipse(spot, px(3.5), px(3.5))
        if len(self._lines) == 1:  # notes of several lines would cover each other; the pointer reads them
            self._draw_notes(painter, tokens, plot, self._lines[0])
        if self._mark is not None:
            self._draw_mark(painter, tokens, plot, self._mark)
        if self._has_legend:
            self._draw_legend(painter, tokens, plot)

    def _draw_notes(self, painter: QPainter, tokens: DesignValues, plot: QRectF, line: PlotLine) -> None:
        """Write the note of each point below it, or above it where there is no room."""
        for note, x, y in zip(line.point_texts, line.xs.tolist(), line.ys.tolist(), strict=False):
            spot = self.pixel_position(plot, x, y)
            top = spot.y() + px(6) if spot.y() + px(22) < plot.bottom() else spot.y() - px(22)
            rect = QRectF(min(spot.x() - px(30), plot.right() - px(56)), top, px(60), px(16))
            ground = painting.text_width(note, fonts.tick_font()) / 2 + px(2)
            painter.fillRect(  # a steep line would run through the number
                rect.adjusted(rect.width() / 2 - ground, px(1), ground - rect.width() / 2, -px(1)),
                colour(tokens.panel, 0.85),
            )
            painting.paint_text(
                painter, rect, note, font=fonts.tick_font(), pen=tokens.quiet, align=painting.CENTRE, elide=None
            )

    def draw_under(self, painter: QPainter, tokens: DesignValues, plot: QRectF) -> None:
        """Draw the layer below the lines. By default nothing is drawn; subclasses override this method."""

    def pen_of(self, tokens: DesignValues, line: PlotLine) -> QPen:
        """Return the pen of a line."""
        return make_line_pen(tokens, line.style)

    def pixel_position(self, plot: QRectF, x: float, y: float) -> QPointF:
        """Return the pixel position of a data point."""
        pixel_x = axis_position(self._x, x, plot.left(), plot.right())
        return QPointF(pixel_x, axis_position(self._y, y, plot.bottom(), plot.top()))

    def _draw_legend(self, painter: QPainter, tokens: DesignValues, plot: QRectF) -> None:
        width = px(40) + max((painting.text_width(line.name, fonts.small_font()) for line in self._lines), default=0.0)
        top = plot.bottom() - px(12) - px(20) * len(self._lines)
        for index, line in enumerate(self._lines):
            rect = QRectF(plot.right() - px(12) - width, top + px(20) * index, width, px(20))
            painter.fillRect(rect, colour(tokens.panel, 0.85))
            painter.setPen(self.pen_of(tokens, line))
            painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.left() + px(26), rect.center().y()))
            words = rect.adjusted(px(36), 0, 1, 0)
            painting.paint_text(painter, words, line.name, font=fonts.small_font(), pen=tokens.text, elide=None)

    def _draw_grid(self, painter: QPainter, tokens: DesignValues, plot: QRectF) -> None:
        for value in self._x.ticks:
            x = round(axis_position(self._x, value, plot.left(), plot.right()))
            painting.paint_vertical_line(painter, x, plot.top() - px(6), plot.bottom(), tokens.hair)
        for value in (*self._y.ticks, *self._y.minor_ticks):
            y = round(axis_position(self._y, value, plot.bottom(), plot.top()))
            painting.paint_horizontal_line(painter, plot.left(), plot.right(), y, tokens.hair)
        painting.paint_vertical_line(painter, round(plot.left()), plot.top() - px(6), plot.bottom(), tokens.line)
        painting.paint_horizontal_line(painter, plot.left(), plot.right(), round(plot.bottom()), tokens.edge)
        if self._has_diagonal:
            painter.setPen(QPen(colour(tokens.edge), 1.25, Qt.PenStyle.DashLine))
            painter.drawLine(plot.bottomLeft(), plot.topRight())

    def _draw_ticks(self, painter: QPainter, tokens: DesignValues, plot: QRectF) -> None:
        for value in self._x.ticks:
            x = axis_position(self._x, value, plot.left(), plot.right())
            rect, align = QRectF(x - px(40), plot.bottom() + px(5), px(80), px(15)), painting.CENTRE
            if rect.right() > plot.right() + px(20):
                rect.moveRight(plot.right() + px(1))
                align = painting.RIGHT
            words = _tick_text(self._x, value)
            painting.paint_text(painter, rect, words, font=fonts.tick_font(), pen=tokens.quiet, align=align, elide=None)
        for value in self._y.ticks:
            y = axis_position(self._y, value, plot.bottom(), plot.top())
            rect = QRectF(plot.left() - px(60), y - px(8), px(54), px(16))
            words = _tick_text(self._y, value)
            painting.paint_text(
                painter, rect, words, font=fonts.tick_font(), pen=tokens.quiet, align=painting.RIGHT, elide=None
            )

    def _points(self, plot: QRectF, line: PlotLine) -> list[QPointF]:
        keep = np.isfinite(line.xs) & np.isfinite(line.ys)
        xs, ys = line.xs[keep], line.ys[keep]
        return [self.pixel_position(plot, float(x), float(y)) for x, y in zip(xs, ys, strict=True)]

    def _draw_mark(self, painter: QPainter, tokens: DesignValues, plot: QRectF, mark: PlotMark) -> None:
        spot = self.pixel_position(plot, mark.x, mark.y)
        x = spot.x()
        painter.setPen(QPen(colour(tokens.accent), 1.25))
        painter.drawLine(QPointF(x, plot.top() - px(6)), QPointF(x, plot.bottom()))
        painter.setPen(QPen(colour(tokens.panel), 2.0))
        painter.setBrush(colour(tokens.accent))
        painter.drawEllipse(spot, px(6), px(6))
        top = plot.bottom() - px(81)
        widest = max(_rich_width(words) for words in (mark.words, mark.detail))
        is_left = x > plot.center().x() + plot.width() * 0.2 or x + widest + px(12) > plot.right()
        for words, text_top, pen in ((mark.words, top, tokens.text), (mark.detail, top + px(15), tokens.quiet)):
            total = _rich_width(words)
            # In a narrow window neither side has room for the text: it then crosses the line, but not the axis.
            left = max(x - total - px(10), plot.left() + px(6)) if is_left else x + px(10)
            _draw_rich_text(painter, words, QPointF(left, text_top), pen, tokens, total)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        plot = _plot_area(self.area())
        share, axis = (event.position().x() - plot.left()) / max(plot.width(), 1.0), self._x
        if 0 <= share <= 1:
            on_line = axis.low + (axis.high - axis.low) * share
            self.pointed.emit(axis.low * (axis.high / axis.low) ** share if axis.is_log else on_line)

    def draw_for_file(self, painter: QPainter, area: QRectF) -> None:
        """Draw in the light theme on a white background."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(area, colour(LIGHT.panel))
        self.draw(painter, LIGHT, area)

    def csv_rows(self) -> list[Row]:
        """Return a header row and one row per point."""
        rows: list[Row] = [("line", self._x.title, self._y.title)]
        for line in self._lines:
            rows += [(line.name, float(x), float(y)) for x, y in zip(line.xs, line.ys, strict=True)]
        return rows


def _rich_width(words: str) -> float:
    pieces = enumerate(words.split("*"))
    return sum(painting.text_width(piece, fonts.small_font(600 if number % 2 else 400)) for number, piece in pieces)


def _draw_rich_text(painter: QPainter, words: str, at: QPointF, pen: str, tokens: DesignValues, width: float) -> None:
    """Draw a line of small text, `width` pixels wide; text between asterisks is bold."""
    pieces, left = words.split("*"), at.x()
    type_faces = [fonts.small_font(600 if number % 2 else 400) for number in range(len(pieces))]
    painter.fillRect(QRectF(left - px(3), at.y(), width + px(6), px(16)), colour(tokens.panel, 0.8))
    for piece, face in zip(pieces, type_faces, strict=True):
        across = painting.text_width(piece, face)
        painting.paint_text(painter, QRectF(left, at.y(), across + 1, px(16)), piece, font=face, pen=pen, elide=None)
        left += across


def _plot_area(area: QRectF) -> QRectF:
    return area.adjusted(px(52), px(37), -px(24), -px(52))


def axis_position(axis: Axis, value: float, start: float, end: float) -> float:
    """Map a value of an axis linearly (or logarithmically) to the pixels from `start` to `end`."""
    low, high = axis.low, axis.high
    if axis.is_log:
        low, high, value = math.log10(low), math.log10(high), math.log10(max(value, low * 0.5))
    return start + (end - start) * (value - low) / (high - low)


def _value_text(axis: Axis, value: float) -> str:
    return wording.format_percent(value, 2) if axis.is_share else wording.format_significant(value, 4)


def _tick_text(axis: Axis, value: float) -> str:
    if not axis.is_share:
        return wording.format_significant(value, 6) if abs(value) < 10_000 else wording.format_count(round(value))
    percent = value * 100
    decimals = next((n for n in range(4) if abs(percent - round(percent, n)) < 1e-9), 4)
    return wording.format_percent(value, decimals)
