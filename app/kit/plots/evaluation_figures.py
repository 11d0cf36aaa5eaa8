"""Widgets for evaluation results: a row of statistics, the confusion matrix, and per-label figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QScrollArea

from app.kit import wording
from app.kit.actions import copy_text, set_context_menu, show_tip
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, blend, colour
from app.kit.look.fonts import px
from app.kit.painted_values import CellShare, Confusion, Stat
from app.kit.widgets import PaintedWidget


class StatRow(PaintedWidget):
    """A row of statistics, each a number with a caption. With `has_main`, the first number is shown larger."""

    def __init__(self, *, has_main: bool = True) -> None:
        super().__init__()
        self._has_main = has_main
        self._stats: tuple[Stat, ...] = ()
        self.setFixedHeight(px(70))
        set_context_menu(self, lambda _at: self._menu())

    def show_stats(self, stats: Sequence[Stat]) -> None:
        """Replace the statistics. Those that do not fit in the row are moved to further rows."""
        self._stats = tuple(stats)
        self.setAccessibleName(". ".join(f"{stat.figure} {stat.caption}, {stat.detail}" for stat in stats))
        self._arrange_in_rows()
        self.update()

    def figures_text(self) -> str:
        """Return a line for each statistic: its number, caption and detail, separated by tabs."""
        return "\n".join("\t".join((stat.figure, stat.caption, stat.detail)) for stat in self._stats)

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Copy figures"), lambda: copy_text(self.figures_text()))
        return menu

    def sizeHint(self) -> QSize:
        return QSize(px(540), px(70))

    def minimumSizeHint(self) -> QSize:
        return QSize(px(200), px(70))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange_in_rows()

    def _arrange_in_rows(self) -> None:
        """Move statistics that do not fit to further rows, and update the height."""
        n_rows = 1 + max((line for line, _left in self._figure_positions()), default=0)
        if self.height() != px(70) * n_rows:
            self.setFixedHeight(px(70) * n_rows)

    def _figure_fonts(self) -> list[QFont]:
        return [fonts.figure_font() if self._has_main else fonts.title_font(), *[fonts.title_font()] * len(self._stats)]

    def _figure_widths(self) -> list[float]:
        return [
            max(painting.text_width(*part) for part in (
                (stat.figure, face), (stat.caption, fonts.body()), (stat.detail, fonts.small_font()),
            )) for stat, face in zip(self._stats, self._figure_fonts(), strict=False)
        ]  # fmt: skip

    def _figure_positions(self) -> list[tuple[int, float]]:
        """Return the row number and left edge in pixels of each statistic. Gaps are narrow if wide gaps do not fit."""
        widths = self._figure_widths()
        steps = [max(px(173 if index else 235), width + px(40)) for index, width in enumerate(widths)]
        for gap in (32, 20):
            if sum(steps[:-1]) + sum(widths[-1:]) > self.width():
                steps = [width + px(gap) for width in widths]
        places, line, left = list[tuple[int, float]](), 0, 0.0
        for step, width in zip(steps, widths, strict=True):
            if left and left + width > self.width() + 1:
                line, left = line + 1, 0.0
            places.append((line, left))
            left += step
        return places

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        places, widths, faces = self._figure_positions(), self._figure_widths(), self._figure_fonts()
        for index, (stat, (line, left)) in enumerate(zip(self._stats, places, strict=True)):
            above = px(70) * line
            if left:
                gap = min(px(24), left - places[index - 1][1] - widths[index - 1] - px(8))
                painting.paint_vertical_line(painter, round(left - gap), above + px(1), above + px(69), tokens.line)
            painter.setPen(colour(tokens.text))
            painter.setFont(faces[index])
            painter.drawText(QPointF(left, above + px(26 if index else 27)), stat.figure)
            lines = ((stat.caption, 33, fonts.body(), tokens.text), (stat.detail, 50, fonts.small_font(), tokens.quiet))
            for words, top, font, pen in lines:
                rect = QRectF(left, above + px(top), self.width() - left, px(18))
                painting.paint_text(painter, rect, words, font=font, pen=pen)


MAX_ROOMY_LABELS, MAX_TABLE_LABELS, MAX_LISTED = 4, 24, 40
LIST_WIDTH, LIST_ROW = 420, 26
CELL_STEP_OF_KEY = {
    int(Qt.Key.Key_Up): (-1, 0), int(Qt.Key.Key_Down): (1, 0),
    int(Qt.Key.Key_Left): (0, -1), int(Qt.Key.Key_Right): (0, 1),
}  # fmt: skip


def frequent_confusions(confusion: Confusion) -> list[tuple[int, int]]:
    """Return the non-empty off-diagonal cells, largest first, at most `MAX_LISTED`."""
    counts = np.zeros((0, 0), np.int64) if confusion.counts is None else confusion.counts.copy()
    np.fill_diagonal(counts, 0)
    order = np.argsort(-counts, axis=None, kind="stable")[:MAX_LISTED]
    cells = [divmod(int(flat_index), counts.shape[1]) for flat_index in order]
    return [cell for cell in cells if counts[cell]]


SMALLEST_CELL, LARGEST_CELL, ROTATED_NAMES = (40, 28), (66, 40), 116
"""Smallest and largest cell of a matrix with many labels, (width, height), and maximum height of rotated names."""


def order_by_similarity(counts: NDArray[np.int64]) -> tuple[int, ...]:
    """Return label indices in an order in which labels that are often confused are neighbours.

    This is average-linkage clustering. The similarity of two labels is the fraction of the documents of each that got
    the other label. At each merge, the clusters are reversed if needed, so that their most similar ends meet.
    """
    shares = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    alike = shares + shares.T
    clusters = [[number] for number in range(len(counts))]
    while len(clusters) > 1:
        pairs = [(one, other) for one in range(len(clusters)) for other in range(one + 1, len(clusters))]
        one, other = max(pairs, key=lambda pair: float(alike[np.ix_(clusters[pair[0]], clusters[pair[1]])].mean()))
        left, right = clusters[one], clusters[other]
        turns = [(a, b) for a in (left, left[::-1]) for b in (right, right[::-1])]
        first, second = max(turns, key=lambda turn: float(alike[turn[0][-1], turn[1][0]]))
        clusters[one] = first + second
        del clusters[other]
    return tuple(clusters[0]) if clusters else ()


class ConfusionMatrix(PaintedWidget):
    """A confusion matrix, or a list of the most frequent confusions if there are too many labels.

    A click on a cell, or Enter, emits `cell_chosen`. Its numbers are indices into `Confusion.labels`, in whatever order
    the labels are displayed.
    """

    cell_chosen = Signal(int, int)
    """Emitted with the indices of the true and the predicted label."""

    def __init__(self, list_width: int = LIST_WIDTH) -> None:
        super().__init__()
        self._list_width = list_width
        self._prefers_list = False
        self._confusion, self._cell = Confusion(), (0, 0)
        self._listed: list[tuple[int, int]] = []
        self._share_of: CellShare = "none"
        self._order: tuple[int, ...] = ()
        self._room = QSize(0, 0)
        set_context_menu(self, lambda _at: self._menu())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Confusion matrix"))
        self.setMouseTracking(True)

    def show_confusion(self, confusion: Confusion) -> None:
        """Replace the matrix."""
        self._confusion, self._order = confusion, tuple(range(len(confusion.labels)))
        self._listed = frequent_confusions(confusion) if self.is_list else []
        self.setFixedSize(self.sizeHint())
        self._select_cell(self._listed[0] if self._listed else (0, 0))

    def show_as(
        self, share_of: CellShare, *, is_by_similarity: bool, ordered_by: NDArray[np.int64] | None = None
    ) -> None:
        """Set whether cells show counts or fractions of a row or column, and the order of the labels.

        With `is_by_similarity`, labels that are often confused are neighbours. `ordered_by`, (n_labels, n_labels), are
        the counts to order by, such as the sum over several models; None means this matrix's own counts.
        """
        counts = self._confusion.counts
        self._share_of = share_of
        self._order = tuple(range(self.n_labels))
        if is_by_similarity and counts is not None and not self.is_list:
            self._order = order_by_similarity(counts if ordered_by is None else ordered_by)
        self.update()

    def prefer_list(self, *, is_on: bool) -> None:
        """With `is_on`, show a matrix of more than four labels as a list of the most frequent confusions."""
        if is_on != self._prefers_list:
            self._prefers_list = is_on
            self.show_confusion(self._confusion)

    def fit(self, room: QSize) -> None:
        """Set the size that is available. The cells of a matrix with many labels grow to fill it."""
        self._room = room
        self.setFixedSize(self.sizeHint())

    def table_text(self) -> str:
        """Return the displayed matrix as text with tabs: a header line, and a line for each true label."""
        counts, order = self._confusion.counts, [*self._order]
        if counts is None:
            return ""
        names = self._confusion.labels
        lines = [[self.tr("label / verdict"), *(names[number] for number in order)]]
        shares = self._shares(counts)
        for truth in order:
            cells = [
                str(int(counts[truth, judged]))
                if self._share_of == "none"
                else repr(round(float(shares[truth, judged]), 6))
                for judged in order
            ]
            lines.append([names[truth], *cells])
        return "\n".join("\t".join(line) for line in lines)

    def _shares(self, counts: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return each count as a fraction of its row or of its column, whichever is displayed."""
        totals = counts.sum(axis=0, keepdims=True) if self._share_of == "column" else counts.sum(axis=1, keepdims=True)
        return np.asarray(counts / np.maximum(totals, 1), np.float64)

    def copy(self) -> None:
        """Put the displayed matrix on the clipboard."""
        copy_text(self.table_text())

    def _menu(self) -> QMenu | None:
        if self._confusion.counts is None:
            return None
        menu = QMenu(self)
        copy = menu.addAction(self.tr("Copy table"), self.copy)
        copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        return menu

    def _select_cell(self, cell: tuple[int, int]) -> None:
        self._cell = cell
        self.setAccessibleDescription(self._label_sentence(cell))
        self.update()

    @property
    def n_labels(self) -> int:
        """Number of labels."""
        return len(self._confusion.labels)

    @property
    def is_dense(self) -> bool:
        """True for more than four labels: cells are small and show only counts."""
        return self.n_labels > MAX_ROOMY_LABELS

    @property
    def is_list(self) -> bool:
        """True if the most frequent confusions are shown as a list: by choice, or because a table does not fit."""
        return self.n_labels > MAX_TABLE_LABELS or (self._prefers_list and self.is_dense)

    def cell_size(self) -> tuple[int, int]:
        """Return (width, height) of a cell in pixels."""
        if self.is_list:
            return self._width_of_list(), px(LIST_ROW)
        if not self.is_dense:
            return px(98), px(48)
        across = (self._room.width() - self.row_names_width()) // self.n_labels - px(2)
        down = (self._room.height() - self.head_height()) // self.n_labels - px(2)
        return (
            min(max(across, px(SMALLEST_CELL[0])), px(LARGEST_CELL[0])),
            min(max(down, px(SMALLEST_CELL[1])), px(LARGEST_CELL[1])),
        )

    def _width_of_list(self) -> int:
        """Return the width that the names in the list need, if there is room for it."""
        shown = {number for cell in self._listed for number in cell}
        widest = max(
            (painting.text_width(self._confusion.labels[number], fonts.body()) for number in shown), default=0.0
        )
        wanted = px(40) + 2 * (px(52) + round(widest))
        return max(px(self._list_width), min(wanted, self._room.width()))

    def row_names_width(self) -> int:
        """Return the width of the column of row names."""
        names = [px(16) + painting.text_width(name, fonts.body()) for name in self._confusion.labels]
        corner = painting.text_width(self.tr("label ↓  verdict →"), fonts.small_font())
        return round(min(max([corner, *names]), px(190)) + px(15))

    def sizeHint(self) -> QSize:
        width, height = self.cell_size()
        if self.is_list:
            return QSize(width, self.head_height() + height * max(len(self._listed), 1))
        across, down = (width + px(2)) * self.n_labels, (height + px(2)) * self.n_labels
        return QSize(self.row_names_width() + across, self.head_height() + down)

    def head_height(self) -> int:
        """Return the height of the column names, which are rotated if there are more than four labels."""
        return px(25) if not self.is_dense or self.is_list else self._rotated_head_height()

    def height_of_table(self, n_rows: int) -> int:
        """Return the height that a table with this number of rows needs, even while the matrix is shown as a list.

        Return 0 for at most four labels, for which the page keeps the table.
        """
        return self._rotated_head_height() + n_rows * (px(SMALLEST_CELL[1]) + px(2)) if self.is_dense else 0

    def _rotated_head_height(self) -> int:
        widest = max((painting.text_width(name, fonts.small_font()) for name in self._confusion.labels), default=0.0)
        return px(26) + round(min(widest + px(4), px(ROTATED_NAMES)))

    def cell_rect(self, truth: int, judged: int) -> QRectF:
        """Return the rectangle of a cell. It is empty if the matrix is shown as a list that lacks the cell."""
        width, height = self.cell_size()
        if self.is_list:
            row = self._listed.index((truth, judged)) if (truth, judged) in self._listed else -1
            return QRectF(0, self.head_height() + row * height, width, height) if row >= 0 else QRectF()
        left = self.row_names_width() + self._order.index(judged) * (width + px(2))
        return QRectF(left, self.head_height() + self._order.index(truth) * (height + px(2)), width, height)

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        if self._confusion.counts is None:
            return
        if self.is_list:
            self._paint_list(painter, tokens, self._confusion.counts)
            return
        corner = QRectF(0, self.head_height() - px(25), self.row_names_width() - px(10), px(20))
        painting.paint_text(painter, corner, self.tr("label ↓  verdict →"), font=fonts.small_font(), pen=tokens.quiet)
        for number in range(self.n_labels):
            self._paint_heads(painter, tokens, number)
        counts = self._confusion.counts
        shares = self._shares(counts)
        for cell in np.ndindex(counts.shape):
            self._paint_cell(painter, tokens, (cell[0], cell[1]), int(counts[cell]), float(shares[cell]))

    def _paint_list(self, painter: QPainter, tokens: DesignValues, counts: NDArray[np.int64]) -> None:
        """Paint one row per confusion: true label, predicted label, count."""
        head = QRectF(0, 0, self.width(), px(20))
        words = self.tr("Most frequent confusions") if self._listed else self.tr("No confusions")
        painting.paint_text(painter, head, words, font=fonts.small_font(), pen=tokens.quiet)
        half = (self.width() - px(40)) / 2
        for cell in self._listed:
            rect = self.cell_rect(*cell)
            if cell == self._cell and self.hasFocus():
                painting.paint_round_rect(painter, rect, px(5), edge=colour(tokens.accent), width=2.0)
            for position, number in enumerate(cell):
                left = position * half + px(4)
                painting.paint_label_square(painter, tokens, left, rect.center().y(), self._confusion.colours[number])
                name = QRectF(left + px(14), rect.top(), half - px(34), rect.height())
                arrow = "→ " if position else ""
                painting.paint_text(
                    painter, name, arrow + self._confusion.labels[number], font=fonts.body(), pen=tokens.text
                )
            rect.setRight(rect.right() - px(6))
            count = wording.format_count(int(counts[cell]))
            painting.paint_text(painter, rect, count, font=fonts.body(), pen=tokens.text, align=painting.RIGHT)
            painting.paint_horizontal_line(painter, 0, self.width(), rect.bottom(), tokens.hair)

    def _paint_heads(self, painter: QPainter, tokens: DesignValues, number: int) -> None:
        name, ink = self._confusion.labels[number], self._confusion.colours[number]
        row = self.cell_rect(number, 0)
        painting.paint_label_square(painter, tokens, 0, row.center().y(), ink)
        rect = QRectF(px(16), row.top(), self.row_names_width() - px(22), row.height())
        painting.paint_text(painter, rect, name, font=fonts.body(), pen=tokens.text)
        cell = self.cell_rect(self._order[0], number)
        if self.is_dense:
            painting.paint_label_square(painter, tokens, cell.center().x() - px(4), self.head_height() - px(12), ink)
            height = self.head_height() - px(22)
            painter.save()
            painter.translate(cell.center().x() - px(8), height)
            painter.rotate(-90)
            painting.paint_text(painter, QRectF(0, 0, height, px(16)), name, font=fonts.small_font(), pen=tokens.text)
            painter.restore()
            return
        width = min(px(14) + painting.text_width(name, fonts.body()), cell.width())
        left = cell.center().x() - width / 2
        painting.paint_label_square(painter, tokens, left, px(10), ink)
        rect = QRectF(left + px(14), 0, width - px(14) + 1, px(20))
        painting.paint_text(painter, rect, name, font=fonts.body(), pen=tokens.text)

    def _paint_cell(
        self, painter: QPainter, tokens: DesignValues, cell: tuple[int, int], count: int, share: float
    ) -> None:
        truth, judged = cell
        rect = self.cell_rect(truth, judged)
        ink = tokens.accent if truth == judged else tokens.vermilion
        least, more = tokens.right_alpha if truth == judged else tokens.wrong_alpha
        fill = colour(blend(tokens.panel, ink, least + more * share if count else least / 2))
        painting.paint_round_rect(painter, rect, px(5), fill=fill)
        if (truth, judged) == self._cell and self.hasFocus():
            painting.paint_round_rect(painter, rect, px(5), edge=colour(tokens.accent), width=2.0)
        upper, lower = rect.adjusted(0, px(6), 0, -px(20)), rect.adjusted(0, px(25), 0, -px(6))
        parts = [(upper, wording.format_count(count), fonts.font(15, 600, tabular=False))]
        parts.append(
            (lower, wording.format_percent(share, 2), fonts.tick_font())
        )  # as precise as the figures above the matrix
        if self.is_dense:
            parts = [(rect, self._cell_text(count, share), fonts.small_font())]
        pen = tokens.quiet if self.is_dense and not count else tokens.text
        for text_rect, words, font in parts:
            painting.paint_text(painter, text_rect, words, font=font, pen=pen, align=painting.CENTRE)

    def _cell_text(self, count: int, share: float) -> str:
        """Return the text of a small cell. A tiny share reads "< 1 %" instead of "0 %"."""
        if self._share_of == "none":
            return wording.format_count(count)
        if count and share < 0.005:
            return f"<{wording.format_percent(0.01, 0)}"
        return wording.format_percent(share, 0) if count else "0"

    def _cell_at(self, point: QPointF) -> tuple[int, int] | None:
        cells = self._listed if self.is_list else [*np.ndindex(self.n_labels, self.n_labels)]
        return next((cell for cell in cells if self.cell_rect(*cell).contains(point)), None)

    def _name_at(self, point: QPointF) -> str:
        """Return the full name of the label whose row or column name is at a point."""
        if self.is_list or not self.n_labels:
            return ""
        for number in range(self.n_labels):
            row, head = self.cell_rect(number, self._order[0]), self.cell_rect(self._order[0], number)
            is_in_row = point.x() < row.left() and row.top() <= point.y() <= row.bottom()
            if is_in_row or (point.y() < head.top() and head.left() <= point.x() <= head.right()):
                return self._confusion.labels[number]
        return ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_over_cell = self._cell_at(event.position()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_over_cell else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._cell_at(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._select_cell(cell)
            self.cell_chosen.emit(*cell)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        move = CELL_STEP_OF_KEY.get(event.key())
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.n_labels:
            self.cell_chosen.emit(*self._cell)
            return
        if move is None or not self.n_labels:
            super().keyPressEvent(event)
            return
        self._select_cell(self._neighbouring_cell(*move))
        parent = self.parentWidget()
        while parent is not None and not isinstance(parent, QScrollArea):
            parent = parent.parentWidget()
        if parent is not None:
            parent.ensureWidgetVisible(self, px(8), px(8))

    def _neighbouring_cell(self, down: int, right: int) -> tuple[int, int]:
        if self.is_list:
            row = self._listed.index(self._cell) if self._cell in self._listed else 0
            return self._listed[min(max(row + down, 0), len(self._listed) - 1)] if self._listed else self._cell
        last = self.n_labels - 1
        row, col = (self._order.index(number) for number in self._cell)
        return self._order[min(max(row + down, 0), last)], self._order[min(max(col + right, 0), last)]

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> object:
        """Return the rectangle of the current cell as the cursor rectangle.

        `QScrollArea.ensureWidgetVisible` scrolls to this rectangle. By default it is the centre of the widget.
        """
        if query is not Qt.InputMethodQuery.ImCursorRectangle or not self.n_labels:
            return super().inputMethodQuery(query)
        truth, judged = self._cell
        cursor_rect = self.cell_rect(truth, judged).toAlignedRect()
        is_first_row, is_first_column = (number == self._order[0] for number in (truth, judged))
        cursor_rect.setLeft(0 if is_first_column and not self.is_list else cursor_rect.left())
        cursor_rect.setTop(0 if is_first_row and not self.is_list else cursor_rect.top())
        return cursor_rect

    def _label_sentence(self, cell: tuple[int, int]) -> str:
        if self._confusion.counts is None or not self.n_labels:
            return ""
        truth, judged = cell
        words, labels, counts = (
            self.tr("Documents labelled %2 and classified as %3: %1"),
            self._confusion.labels,
            self._confusion.counts,
        )
        sentence = wording.fill_placeholders(
            words, wording.format_count(int(counts[cell])), labels[truth], labels[judged]
        )
        if self._share_of == "none":
            return sentence
        share = wording.format_percent(float(self._shares(counts)[cell]))
        of_row, of_column = (
            self.tr("this is %1 of all documents with the label %2"),
            self.tr("this is %1 of all documents classified as %2"),
        )
        words, label = (of_row, labels[truth]) if self._share_of == "row" else (of_column, labels[judged])
        return f"{sentence} – {wording.fill_placeholders(words, share, label)}"

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            cell, name = self._cell_at(QPointF(event.pos())), self._name_at(QPointF(event.pos()))
            show_tip(event.globalPos() + QPoint(0, px(8)), self._label_sentence(cell) if cell else name, self)
            return True
        return super().event(event)


class LabelFigures(PaintedWidget):
    """Precision, recall and F1 of each label, aligned with the rows of the confusion matrix."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[tuple[float, ...], ...] = ()
        self._labels: tuple[str, ...] = ()
        self._row_height, self._head_height = px(50), px(26)

    def show_figures(self, rows: Mapping[str, Sequence[float]], matrix: ConfusionMatrix) -> None:
        """Show (precision, recall, F1) per label, with the row height of the matrix."""
        self._labels, self._rows = tuple(rows), tuple(tuple(shares) for shares in rows.values())
        self._row_height, self._head_height = matrix.cell_size()[1] + px(2), matrix.head_height()
        self.setFixedHeight(self._head_height + self._row_height * len(rows))
        self.setMinimumWidth(px(70))
        self.setAccessibleName("; ".join(self._label_sentence(number) for number in range(len(rows))))
        self.update()

    def _column_heads(self) -> tuple[str, str, str]:
        return self.tr("Precision"), self.tr("Recall"), self.tr("F1")

    def _label_sentence(self, number: int) -> str:
        figures = zip(self._column_heads(), self._rows[number], strict=True)
        return f"{self._labels[number]}: " + ", ".join(
            f"{name} {wording.format_percent(share)}" for name, share in figures
        )

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        right, step = self.width(), px(81)
        n_shown = min(max((right + px(10)) // step, 1), 3)  # if space is short, F1 stays
        rights = [right - (n_shown - 1 - index) * step for index in range(n_shown)]
        for edge, name in zip(rights, self._column_heads()[-n_shown:], strict=True):
            rect = QRectF(edge - step, self._head_height - px(25), step, px(20))
            painting.paint_text(
                painter, rect, name, font=fonts.small_font(), pen=tokens.quiet, align=painting.RIGHT, elide=None
            )
        left = max(rights[0] - step - px(10), 0)
        painting.paint_horizontal_line(painter, left, right, self._head_height - 1, tokens.line)
        for number, shares in enumerate(self._rows):
            top = self._head_height + number * self._row_height
            for edge, share in zip(rights, shares[-n_shown:], strict=True):
                rect = QRectF(edge - step, top, step, self._row_height - px(2))
                words = wording.format_percent(share)
                painting.paint_text(painter, rect, words, font=fonts.body(), pen=tokens.text, align=painting.RIGHT)
            painting.paint_horizontal_line(painter, left, right, top + self._row_height - 1, tokens.hair)
