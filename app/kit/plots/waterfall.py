"""A waterfall chart of a score: every term's bar begins where the previous one ended.

A term may be a group of words, which has a single bar for its sum. An open group also lists its words, whose bars lead
from the start of the group's bar to its end. The chart scrolls, and the sum of all terms stays visible below it.

For models with learnt factors, a second view shows how the factors reduce the evidence of naive Bayes. It has three
numbers for each word: its naive Bayes log-odds, its weighted log-odds, and the difference. The weighted part of a bar
is solid, and the difference is hatched.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QHelpEvent, QKeyEvent, QKeySequence, QPainter, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from app.domain.results import round_to_sum
from app.kit import wording
from app.kit.actions import copy_text, set_context_menu, set_tip, show_tip
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour, design_values_of, label_fill
from app.kit.look.fonts import px
from app.kit.painted_values import Addend, Score
from app.kit.widgets import PaintedWidget, column

if TYPE_CHECKING:
    Index = QModelIndex | QPersistentModelIndex

ROW, HEAD, TOTAL = 20, 20, 30
INDENT, MAX_PREVIEWED_WORDS = 16, 4
MIN_SCALE_WIDTH = 60
"""Minimum width of the scale with the bars, in unscaled pixels. Long group names are cut to leave this width."""
MAX_MEASURED_ROWS = 500
"""Number of rows that are measured to find the column widths. Later rows have smaller numbers."""
MAX_HATCHED_EXCESS = 1.0
"""Maximum length that hatched parts add to the scale, relative to the solid bars. Longer parts end in an arrow."""
TERM = Qt.ItemDataRole.UserRole
TOP_LEVEL = 0


@dataclass(frozen=True, slots=True)
class PlacedTerm:
    """A term of the score, and the log-odds at which its bar starts."""

    term: Addend
    value: float
    """The value, rounded so that all displayed values add up to the displayed sum."""
    start: float


class TermsModel(QAbstractItemModel):
    """Qt tree model of the terms of a score. The words of a group are children of the group."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.terms: tuple[PlacedTerm, ...] = ()
        self.parts: tuple[tuple[PlacedTerm, ...], ...] = ()

    def show_score(self, score: Score) -> None:
        """Replace the score."""
        self.beginResetModel()
        self.terms = place_terms([*([] if score.prior is None else [score.prior]), *score.terms], 0.0, score.total)
        self.parts = tuple(place_terms(placed.term.group_words, placed.start, placed.value) for placed in self.terms)
        self.endResetModel()

    def term_at(self, index: Index) -> PlacedTerm:
        """Return the term of a row."""
        group = index.internalId()
        return self.terms[index.row()] if group == TOP_LEVEL else self.parts[group - 1][index.row()]

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's signature
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else TOP_LEVEL)

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # QObject.parent() has no argument
        group = index.internalId() if index.isValid() else TOP_LEVEL
        return QModelIndex() if group == TOP_LEVEL else self.createIndex(group - 1, 0, TOP_LEVEL)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        if not parent.isValid():
            return len(self.terms)
        return len(self.parts[parent.row()]) if parent.internalId() == TOP_LEVEL else 0

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        placed = self.term_at(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return placed.term.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{placed.term.name} {format_signed(placed.value)}"
        return placed if role == TERM else None


def place_terms(terms: Sequence[Addend], start: float, total: float) -> tuple[PlacedTerm, ...]:
    """Return the terms with the starts of their bars: the first is `start`, each other the end of the previous bar.

    Their values are rounded so that they add up to the rounded `total`.
    """
    values = round_to_sum([term.value for term in terms], total)
    placed = []
    for term, value in zip(terms, values, strict=True):
        placed.append(PlacedTerm(term, value, start))
        start += clip_infinity_for_drawing(value)
    return tuple(placed)


class Waterfall(QWidget):
    """Shows the terms of a score as bars, with the sum below them."""

    def __init__(self) -> None:
        super().__init__()
        self._score, self.shows_discounts = Score(), False
        self._model, self._view = TermsModel(self), TermsView(self)
        self._view.setModel(self._model)
        self._view.setItemDelegate(TermDelegate(self))
        self._head, self._total = WaterfallHead(self), WaterfallTotal(self)
        self._opened: set[str] = set()
        self._is_restoring = False
        self._framed: tuple[tuple[object, ...], WaterfallScale] | None = None
        column(self._head, self._view, self._total, owner=self).setStretch(1, 1)
        self.setMinimumHeight(px(3 * ROW + TOTAL))
        self.setFocusProxy(self._view)
        self._view.expanded.connect(lambda index: self._on_toggled(index, is_open=True))
        self._view.collapsed.connect(lambda index: self._on_toggled(index, is_open=False))
        self._view.verticalScrollBar().rangeChanged.connect(lambda _least, _most: self.update())
        set_context_menu(self._view, self._menu)
        self.show_score(Score())

    @property
    def score(self) -> Score:
        """The score that is shown."""
        return self._score

    @property
    def view(self) -> QTreeView:
        """The tree view with the rows of the terms."""
        return self._view

    def show_score(self, score: Score) -> None:
        """Replace the score. Groups that the user opened stay open."""
        self._score, self._is_restoring = score, True
        self._model.show_score(score)
        for row, placed in enumerate(self._model.terms):
            if placed.term.key in self._opened and placed.term.group_words:
                self._view.setExpanded(self._model.index(row, 0), True)
        self._is_restoring = False
        self._view.setAccessibleName(self.tr("What each word adds to the score"))
        parts = [self.tip_of(placed) for placed in self._model.terms]
        total = self.tr("score")
        self.setAccessibleDescription("; ".join([*parts, f"{total} {format_signed(score.total)}"]))
        self._head.setVisible(self._has_discounts())
        self._head.update()
        self._total.update()

    def show_discounts(self, *, are_shown: bool) -> None:
        """Show or hide how much learnt factors reduce each bar, as hatched parts."""
        self.shows_discounts = are_shown
        self._head.setVisible(self._has_discounts())
        for part in (self._head, self._view.viewport(), self._total):
            part.update()

    def is_open(self, key: str) -> bool:
        """Return whether a group is opened."""
        return key in self._opened

    def _has_discounts(self) -> bool:
        return self.shows_discounts and self._score.is_fitted

    def _on_toggled(self, index: QModelIndex, *, is_open: bool) -> None:
        if not self._is_restoring:
            key = self._model.term_at(index).term.key
            (self._opened.add if is_open else self._opened.discard)(key)
        self._view.viewport().update()
        self._total.update()

    def visible_terms(self) -> list[PlacedTerm]:
        """Return the terms that have a bar: all top-level terms, and the words of open groups."""
        shown = list(self._model.terms)
        for row, words in enumerate(self._model.parts):
            if words and self._view.isExpanded(self._model.index(row, 0)):
                shown += words
        return shown

    def frame(self) -> WaterfallScale:
        """Return the present scale and column widths. They are cached, because painting every row needs them."""
        key = (self._view.viewport().width(), self._has_discounts(), frozenset(self._opened), id(self._score))
        if self._framed is None or self._framed[0] != key:
            self._framed = (key, self._make_frame(key[0]))
        return self._framed[1]

    def _make_frame(self, width: int) -> WaterfallScale:
        terms = self.visible_terms()
        ends = [placed.start + clip_infinity_for_drawing(placed.value) for placed in terms]
        starts = [placed.start for placed in terms]
        total = clip_infinity_for_drawing(self._score.total)
        low, high = min(0.0, total, *starts, *ends), max(0.0, total, *starts, *ends)
        numbers = [
            painting.text_width(format_signed(placed.value), fonts.body(600)) for placed in terms[:MAX_MEASURED_ROWS]
        ]
        number = max([*numbers, painting.text_width(format_signed(total), fonts.body(600)), px(44)]) + px(14)
        columns: tuple[float, ...] = (number,)
        if self._has_discounts():
            said = [
                placed.start + placed.term.naive_log_odds for placed in terms if placed.term.naive_log_odds is not None
            ]
            beyond = max(low - min(said, default=low), 0.0), max(max(said, default=high) - high, 0.0)
            shrunk = min(1.0, MAX_HATCHED_EXCESS * (high - low) / max(sum(beyond), 1e-9))
            low, high = low - shrunk * beyond[0], high + shrunk * beyond[1]
            heads = [painting.text_width(words, fonts.small_font()) + px(14) for words in self.column_names()]
            columns = tuple(max(number, head) for head in heads)
        measured = terms[:MAX_MEASURED_ROWS]
        names, groups = (
            max((painting.text_width(each.term.name, fonts.body(weight)) for each in wanted), default=0.0)
            for wanted, weight in ((measured, 400), ([each for each in measured if each.term.group_words], 600))
        )
        left = min(max(names + px(INDENT * 2 + 20), px(150)), width * (0.36 if self._has_discounts() else 0.42))
        room = width - sum(columns) - px(MIN_SCALE_WIDTH)
        left = max(left, min(groups + px(INDENT + 14), room))  # words are cut, names of groups are not
        return WaterfallScale(low, high, left, max(width - sum(columns), left + 1.0), width, columns)

    def column_names(self) -> tuple[str, ...]:
        """Return the names of the columns of numbers, from right to left."""
        if not self._has_discounts():
            return ()
        return (self.tr("discounted"), self.tr("here"), self.tr("alone"))

    def numbers_of(self, term: Addend, value: float) -> tuple[str, ...]:
        """Return the numbers in the row of a term, from right to left."""
        if not self._has_discounts():
            return (format_signed(value),)
        if term.naive_log_odds is None:
            return ("", format_signed(value), "")
        discounted = round(value, 2) - round(term.naive_log_odds, 2)
        return (format_signed(discounted) if abs(discounted) >= 0.005 else "", format_signed(value),
                format_signed(term.naive_log_odds))  # fmt: skip

    def tip_of(self, placed: PlacedTerm) -> str:
        """Return the tooltip of a term: its log-odds, and with learnt factors also its naive Bayes log-odds."""
        term = placed.term
        lines = [f"{term.name}  {format_signed(placed.value)}"]
        if term.naive_log_odds is not None:
            words = self.tr("weight of the word alone: %1; in this verdict: %2")
            numbers = wording.fill_placeholders(words, format_signed(term.naive_log_odds), format_signed(placed.value))
            lines[0] = f"{term.name}  {numbers}"
        if term.from_unlabelled is not None:
            words = self.tr("Labelled documents contribute %1 to this value, unlabelled documents %2")
            shares = format_signed(term.value - term.from_unlabelled), format_signed(term.from_unlabelled)
            lines.append(wording.fill_placeholders(words, *shares))
        if term.tip:
            lines.append(term.tip)
        return "\n".join(lines)

    def as_text(self) -> str:
        """Return the whole chart as text with tabs: a line for each term, including all words of groups."""
        lines = []
        for placed, words in zip(self._model.terms, self._model.parts, strict=True):
            lines.append("\t".join((placed.term.name, *self.numbers_of(placed.term, placed.value)[::-1])))
            lines += [
                "\t".join((f"  {word.term.name}", *self.numbers_of(word.term, word.value)[::-1])) for word in words
            ]
        return "\n".join([*lines, self.tr("score") + "\t" + format_signed(self._score.total)])

    def naive_total(self) -> float | None:
        """Return the naive Bayes log-odds of all words together; None without learnt factors."""
        said = [term.naive_log_odds for term in self._score.terms if term.naive_log_odds is not None]
        return math.fsum(said) if said else None

    def _menu(self, _at: QPoint) -> QMenu | None:
        if not self._model.terms:
            return None
        menu = QMenu(self)
        placed = self._view.current_term()
        if placed is not None:
            menu.addAction(self.tr("Copy this line"), lambda: copy_text(self.tip_of(placed)))
        menu.addAction(self.tr("Copy all words"), lambda: copy_text(self.as_text()))
        menu.addSeparator()
        menu.addAction(self.tr("Open all groups"), self._view.expandAll)
        menu.addAction(self.tr("Close all groups"), self._view.collapseAll)
        return menu

    def sizeHint(self) -> QSize:
        return QSize(px(400), px(ROW * 8 + TOTAL))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._total.update()


@dataclass(frozen=True, slots=True)
class WaterfallScale:
    """Scale of log-odds and widths of the number columns. All rows share them."""

    low: float
    high: float
    left: float
    """The x of the start of the scale, to the right of the names."""
    right: float
    width: float
    column_widths: tuple[float, ...]
    """Widths of the columns of numbers, from right to left."""

    def x_of(self, value: float) -> float:
        """Return the x of a value in pixels. A value beyond the scale is drawn at the end of the scale."""
        scale = (self.right - self.left) / max(self.high - self.low, 1e-9)
        return self.left + (min(max(value, self.low), self.high) - self.low) * scale

    def paint_numbers(
        self, painter: QPainter, row: QRectF, numbers: Sequence[str], pens: Sequence[str], weight: int
    ) -> None:
        """Paint the numbers of a row, given from right to left, right-aligned in their columns."""
        right = row.left() + self.width
        for number, pen, width in zip(numbers, pens, self.column_widths, strict=True):
            cell = QRectF(right - width, row.top(), width, row.height())
            painting.paint_text(painter, cell, number, font=fonts.body(weight), pen=pen, align=painting.RIGHT)
            right -= width


class TermsView(QTreeView):
    """The rows of a waterfall.

    Arrow keys move between rows and open groups; the page handles typed letters and digits.
    """

    def __init__(self, waterfall: Waterfall) -> None:
        super().__init__(waterfall)
        self._waterfall = waterfall
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setMouseTracking(True)
        self.clicked.connect(self._on_clicked)

    def current_term(self) -> PlacedTerm | None:
        """Return the term of the current row."""
        index = self.currentIndex()
        return index.data(TERM) if index.isValid() else None

    def _on_clicked(self, index: QModelIndex) -> None:
        if index.data(TERM).term.group_words:
            self.setExpanded(index, not self.isExpanded(index))

    def mouseDoubleClickEvent(self, event: object) -> None:
        """Ignore a double click, because its first click has already opened or closed the group."""

    def copy(self) -> None:
        """Put the chosen line on the clipboard, or all lines if none is chosen."""
        term = self.current_term()
        copy_text(self._waterfall.as_text() if term is None else self._waterfall.tip_of(term))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and index.isValid():
            self.setExpanded(index, not self.isExpanded(index))
        elif event.text() and event.text().isprintable():
            event.ignore()  # not Qt's search by typing: digits label, and letters choose tabs
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            index = self.indexAt(event.pos())
            words = self._waterfall.tip_of(index.data(TERM)) if index.isValid() else ""
            show_tip(event.globalPos(), words, self)
            return True
        return super().viewportEvent(event)

    def drawBranches(self, _painter: QPainter, _rect: QRect, _index: Index) -> None:
        """Draw nothing, because the delegate paints the chevrons."""


class TermDelegate(QStyledItemDelegate):
    """Paints a term: its name, its bar, and its numbers."""

    def __init__(self, waterfall: Waterfall) -> None:
        super().__init__(waterfall)
        self._waterfall = waterfall

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(px(200), px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        waterfall, view = self._waterfall, self._waterfall.view
        placed: PlacedTerm = index.data(TERM)
        tokens, row = design_values_of(view.palette()), QRectF(option.rect)
        row.setLeft(0)
        row.setWidth(view.viewport().width())
        frame, term = waterfall.frame(), placed.term
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected and view.hasFocus():
            painting.paint_round_rect(painter, row.adjusted(0, 0, -1, -1), px(4), fill=colour(tokens.hover))
        painting.paint_vertical_line(painter, round(frame.x_of(0)), row.top(), row.bottom() + 1, tokens.edge)
        self._paint_bar(painter, tokens, row, placed, frame)
        own = index.model().index(index.row(), 0, index.parent())
        self._paint_name(
            painter,
            tokens,
            row,
            placed,
            frame,
            is_open=view.isExpanded(own),
        )
        pen = tokens.quiet if term.is_quiet else tokens.text
        numbers = waterfall.numbers_of(term, placed.value)
        pens = (pen,) if len(numbers) == 1 else (tokens.quiet, pen, tokens.quiet)
        frame.paint_numbers(painter, row, numbers, pens, 600 if term.group_words else 400)
        painter.restore()

    def _paint_name(
        self, painter: QPainter, tokens: DesignValues, row: QRectF, placed: PlacedTerm, frame: WaterfallScale,
        *, is_open: bool,
    ) -> None:  # fmt: skip
        term, model = placed.term, self._waterfall.view.model()
        has_groups = isinstance(model, TermsModel) and any(model.parts)
        is_word_of_group = has_groups and not term.group_words and not term.is_quiet
        indent = px(INDENT * 2) if is_word_of_group else px(INDENT) if has_groups else 0
        name = QRectF(row.left() + indent, row.top(), frame.left - px(12) - indent, row.height())
        if term.group_words:
            middle = QPointF(row.left() + px(6), row.center().y())
            painting.paint_chevron(painter, middle, tokens.quiet, turned=0.0 if is_open else -90.0, size=px(3.5))
        pen = tokens.quiet if term.is_quiet else tokens.text
        font = fonts.body(600) if term.group_words else fonts.body()
        painting.paint_text(
            painter, name, term.name, font=font, pen=pen, elide=painting.END if term.group_words else painting.MIDDLE
        )
        width = painting.text_width(term.name, font) + px(8)
        if term.group_words and not is_open and name.width() - width > px(40):
            strongest = ", ".join(part.name for part in term.group_words[:MAX_PREVIEWED_WORDS])
            painting.paint_text(
                painter, name.adjusted(width, 0, 0, 0), strongest, font=fonts.small_font(), pen=tokens.quiet
            )

    def _paint_bar(
        self, painter: QPainter, tokens: DesignValues, row: QRectF, placed: PlacedTerm, frame: WaterfallScale
    ) -> None:
        term, colours = placed.term, self._waterfall.score.colours
        begin, end = frame.x_of(placed.start), frame.x_of(placed.start + clip_infinity_for_drawing(placed.value))
        if len(frame.column_widths) > 1 and term.naive_log_odds is not None:
            self._paint_discounted(painter, tokens, row, placed, frame)
        bar = QRectF(min(begin, end), row.center().y() - px(6), max(abs(end - begin), 1.0), px(12))
        fill = colour(label_fill(tokens, colours[placed.value > 0]), 0.55 if term.is_quiet else 1.0)
        painting.paint_round_rect(painter, bar, 1.5, fill=fill)
        if (
            len(frame.column_widths) > 1
            and term.naive_log_odds is not None
            and 0 < term.naive_log_odds / (term.value or math.inf) < 1
        ):
            notch = frame.x_of(placed.start + term.naive_log_odds)
            painter.fillRect(QRectF(notch - 1, row.center().y() - px(6), 2, px(12)), colour(tokens.paper))

    def _paint_discounted(
        self, painter: QPainter, tokens: DesignValues, row: QRectF, placed: PlacedTerm, frame: WaterfallScale
    ) -> None:
        """Hatch the part of the naive Bayes log-odds that the learnt factor removes.

        A part that extends beyond the scale ends in an arrow.
        """
        term, value = placed.term, placed.term.naive_log_odds or 0.0
        is_with = value * term.value > 0
        if is_with and abs(value) <= abs(term.value):
            return
        start = frame.x_of(placed.start + (clip_infinity_for_drawing(placed.value) if is_with else 0.0))
        said, is_cut = frame.x_of(placed.start + value), not frame.low <= placed.start + value <= frame.high
        bar = QRectF(min(start, said), row.center().y() - px(6), abs(said - start), px(12))
        if bar.width() < 2:
            return
        ink = colour(label_fill(tokens, self._waterfall.score.colours[value > 0]), 0.9)
        painting.paint_hatched_rect(painter, bar, ink)
        if is_cut:
            tip = px(5) if said > start else -px(5)
            head = (QPointF(said, bar.top()), QPointF(said + tip, bar.center().y()), QPointF(said, bar.bottom()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawPolygon(QPolygonF(head))


class WaterfallHead(PaintedWidget):
    """The column heads of the numbers, and a legend for solid and hatched bars."""

    def __init__(self, waterfall: Waterfall) -> None:
        super().__init__()
        self._waterfall = waterfall
        self.setFixedHeight(px(HEAD))
        set_tip(
            self,
            self.tr(
                "Alone: the weight of the word in plain naive Bayes. Here: what the word adds to this verdict. "
                "Discounted: the difference, because other words already say the same."
            ),
        )

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        frame, names = self._waterfall.frame(), self._waterfall.column_names()
        if not names:
            return
        font, right = fonts.small_font(), frame.width
        for name, width in zip(names, frame.column_widths, strict=True):
            cell = QRectF(right - width, 0, width, px(16))
            painting.paint_text(painter, cell, name, font=font, pen=tokens.quiet, align=painting.RIGHT)
            right -= width
        ink = colour(tokens.quiet)
        swatch = QRectF(0, px(4), px(18), px(9))
        painting.paint_hatched_rect(painter, swatch, ink)
        words = QRectF(swatch.right() + px(6), 0, right - swatch.right() - px(12), px(16))
        painting.paint_text(
            painter, words, self.tr("discounted: other words say the same"), font=font, pen=tokens.quiet
        )


class WaterfallTotal(PaintedWidget):
    """The row below the list of a waterfall chart. It shows the sum."""

    def __init__(self, waterfall: Waterfall) -> None:
        super().__init__()
        self._waterfall = waterfall
        self.setFixedHeight(px(TOTAL))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        waterfall, frame = self._waterfall, self._waterfall.frame()
        score = waterfall.score
        if not score.terms and score.prior is None:
            return
        painting.paint_horizontal_line(painter, 0, frame.width, px(3), tokens.line)
        row = QRectF(0, px(7), frame.width, px(20))
        painting.paint_text(painter, row, self.tr("score"), font=fonts.body(600), pen=tokens.text)
        total = Addend("", score.total, naive_log_odds=waterfall.naive_total())
        numbers = waterfall.numbers_of(total, score.total)
        pens = (tokens.text,) if len(numbers) == 1 else (tokens.quiet, tokens.text, tokens.quiet)
        frame.paint_numbers(painter, row, numbers, pens, 600)
        begin, end = frame.x_of(0), frame.x_of(clip_infinity_for_drawing(score.total))
        bar = QRectF(min(begin, end), row.top() + px(1), max(abs(end - begin), 2.0), px(18))
        painting.paint_round_rect(painter, bar, 2, fill=colour(tokens.text))
        words, font = score.verdict, fonts.small_font(500)
        inside = bar.adjusted(px(10), 0, -px(6), 0)
        if painting.text_width(words, font) <= inside.width():
            painting.paint_text(painter, inside, words, font=font, pen=tokens.paper)
            return
        beside = QRectF(bar.right() + px(8), row.top(), frame.right - bar.right() - px(8), px(20))
        if painting.text_width(words, font) > beside.width():
            beside = QRectF(px(60), row.top(), bar.left() - px(68), px(20))
        painting.paint_text(painter, beside, words, font=font, pen=tokens.text)


def format_signed(value: float | None) -> str:
    """Return log-odds with sign and two decimals."""
    return "" if value is None else wording.format_decimal(value, 2, signed=True)


def clip_infinity_for_drawing(value: float) -> float:
    """Clip infinity to ±50 for drawing; the text still shows ∞."""
    return value if math.isfinite(value) else math.copysign(50.0, value)
