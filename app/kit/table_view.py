"""The table view of all pages: row selection, column widths and visibility, header menu, and its cell delegate."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QMetaMethod,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPagedPaintDevice,
    QPageLayout,
    QPainter,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTextBrowser,
)

from app.domain.whole_files import write_atomically
from app.kit.actions import Shortcut, escape_ampersands, make_action, set_context_menu
from app.kit.array_table import ROW_ROLE, VALUE_ROLE, ArrayTable, Column, ColumnTable
from app.kit.array_table import ColumnStyle as ColumnStyle
from app.kit.look import fonts, painting
from app.kit.look.colours import colour, design_values_of
from app.kit.look.fonts import px
from app.kit.painted_values import KINDS_DRAWN_FROM_VALUE, paint_cell
from app.kit.picture_files import pdf_bytes

Index = QModelIndex | QPersistentModelIndex
MIN_ELASTIC_WIDTH, SLIM_BELOW, CHEVRON, MIN_COLUMN_WIDTH = 110, 600, 14, 30


class TableView(QTableView):
    """A table that selects whole rows. It fits its columns to the viewport and emits a signal for typed keys."""

    row_opened = Signal(int)
    """Emitted on Enter or a double click, with the record's number."""
    key_typed = Signal(str)
    """Emitted for a letter, a digit or the space bar; the page decides what it does."""
    row_chosen = Signal(int)
    """Emitted when the current row changes, with the record's number or -1."""

    row_drag_begun = Signal()
    """Emitted when a drag of the selected rows begins."""

    def __init__(
        self,
        name: str,
        columns: Sequence[Column] = (),
        *,
        model: ColumnTable | None = None,
        row_height: int = 28,
        has_header: bool = True,
        edges: tuple[int, int] = (16, 10),
        remembered_as: str = "",
    ) -> None:
        super().__init__(showGrid=False, wordWrap=False, sortingEnabled=False, cornerButtonEnabled=False)
        self.setAccessibleName(name)
        self.setObjectName(remembered_as)
        self.table = ArrayTable(columns)
        self.edges = edges
        self.own_widths: dict[str, int] = {}
        """Column name to the width set by the user, in screen pixels."""
        self.choices: dict[str, bool] = {}
        """Column name to the visibility chosen by the user."""
        self._is_fitting = self._is_dragged = False
        self.hovered_row = -1
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self._set_headers(row_height, has_header=has_header)
        self.setItemDelegate(CellDelegate(self))
        self.setModel(self.table if model is None else model)

    def _set_headers(self, row_height: int, *, has_header: bool) -> None:
        vertical_header = self.verticalHeader()
        vertical_header.setVisible(False)
        vertical_header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical_header.setMinimumSectionSize(px(row_height))
        vertical_header.setDefaultSectionSize(px(row_height))
        header = self.horizontalHeader()
        header.setVisible(has_header)
        header.setProperty("edges", self.edges)
        header.setFixedHeight(px(30))
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.sectionResized.connect(self._on_section_resized)
        header.sortIndicatorChanged.connect(lambda _section, _order: self.fit_columns())
        header.viewport().installEventFilter(self)
        header.setMinimumSectionSize(px(20))
        header.setSectionsClickable(True)

    def sort_by_header(self, *, column: int, descending: bool) -> None:
        """Let a click on a header sort the table. Until the first click it is sorted by `column`."""
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.horizontalHeader().setSortIndicator(column, order)
        self.setSortingEnabled(True)
        self.fit_columns()

    def show_sort_indicator(self, section: int, *, descending: bool) -> None:
        """Show a sort indicator without sorting; a section of -1 hides it."""
        header = self.horizontalHeader()
        header.setSortIndicatorShown(section >= 0)
        if section >= 0:
            order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
            header.setSortIndicator(section, order)

    def show_columns(self, columns: Sequence[Column]) -> None:
        """Replace the columns of the built-in `ArrayTable`."""
        self.table.show_columns(columns)
        self.fit_columns()
        self.viewport().update()

    def look(self, section: int) -> ColumnStyle:
        """Return the style of a column, with its widths."""
        model = self.model()
        return model.look(section) if isinstance(model, ColumnTable) else ColumnStyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()
        self._keep_current_row_in_view(event.oldSize().height())

    def _keep_current_row_in_view(self, height_before: int) -> None:
        """Scroll if the table became lower and its current row would no longer be visible.

        The pane of a document may open below the table after its row was chosen.
        """
        area = self.visualRect(self.currentIndex())
        if area.isValid() and 0 <= area.top() < height_before and area.bottom() >= self.viewport().height():
            self.scrollTo(self.currentIndex())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Record whether the mouse button is down on the header.

        A column width that changes while the button is down was chosen by the user.
        """
        if event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
            self._is_dragged = event.type() == QEvent.Type.MouseButtonPress
        return super().eventFilter(watched, event)

    def restore_column_widths(self, widths: dict[str, int]) -> None:
        """Restore column widths set by the user."""
        self.own_widths = dict(widths)
        self.fit_columns()

    def set_column_shown(self, name: str, *, is_shown: bool) -> None:
        """Show or hide a column. This overrides its automatic visibility."""
        self.restore_shown_columns({**self.choices, name: is_shown})

    def restore_shown_columns(self, choices: dict[str, bool]) -> None:
        """Restore column visibility chosen by the user."""
        self.choices = dict(choices)
        self.fit_columns()

    def _on_section_resized(self, section: int, before: int, width: int) -> None:
        """Store a width that was set by dragging a border, and give the rest to the elastic columns.

        An elastic column takes the width that the other columns leave. So dragging its right border changes the next
        column.
        """
        if self._is_fitting or not self._is_dragged or not width:
            return
        if not self.look(section).width:
            header = self.horizontalHeader()
            places = range(header.visualIndex(section) + 1, header.count())
            behind = (header.logicalIndex(place) for place in places)
            following = next((n for n in behind if not header.isSectionHidden(n) and self.look(n).width), None)
            if following is None:
                self.fit_columns()
                return
            section, width = following, header.sectionSize(following) + before - width
        self.own_widths[self._name_of(section)] = max(width, px(MIN_COLUMN_WIDTH))
        self.fit_columns()

    def _name_of(self, section: int) -> str:
        """Return the key under which a column's width is stored."""
        return self.look(section).name or f"#{section}"

    def fit_columns(self) -> None:
        """Set the widths of all columns. The elastic columns share the width that the other columns leave."""
        if self.model() is None or self._is_fitting:
            return
        self._is_fitting = True  # hiding a column also emits sectionResized
        self._fit_columns_to(self.viewport().width())
        self._is_fitting = False

    def _fit_columns_to(self, width: int) -> None:
        shown = []
        for number in range(self.model().columnCount()):
            look = self.look(number)
            is_shown = self.choices.get(look.name, not look.is_extra and width >= px(look.shown_from_width))
            self.setColumnHidden(number, not is_shown)
            shown += [(number, look)] if is_shown else []
        if width < px(SLIM_BELOW):
            shown = [(n, replace(look, width=look.slim_width) if look.slim_width else look) for n, look in shown]
        last = shown[-1][0] if shown else -1
        elastic = [look for _, look in shown if look.width == 0]
        n_elastic = len(elastic)
        has_own = any(self._name_of(number) in self.own_widths for number, _ in shown)
        roomy = sum(
            px(MIN_ELASTIC_WIDTH if has_own else max(MIN_ELASTIC_WIDTH, look.preferred_width)) for look in elastic
        )
        for widths in (
            {number: self._column_width(number, look, is_last=number == last) for number, look in shown},
            {number: px(look.width) for number, look in shown},  # cut header texts before cell texts
            {number: px(look.min_width or look.width) for number, look in shown},
        ):
            rest = width - sum(widths.values())
            if rest >= roomy:
                break
        limits = {number: px(look.sufficient_width) for number, look in shown if not widths[number]}
        widths |= _share_width(max(rest, px(60) * n_elastic), limits)
        for number, fitted in widths.items():
            self.setColumnWidth(number, fitted)

    def _column_width(self, number: int, look: ColumnStyle, *, is_last: bool) -> int:
        """Return a column's width: the user's own, else at least that of its title; 0 for an elastic column."""
        if look.width and self._name_of(number) in self.own_widths:
            return self.own_widths[self._name_of(number)]
        if not look.width or self.horizontalHeader().isHidden():
            return px(look.width)
        title = str(self.model().headerData(number, Qt.Orientation.Horizontal) or "")
        last = self.edges[1] if is_last else 10
        needed = painting.text_width(title, fonts.small_font(600)) + px(last + (self.edges[0] if number == 0 else 6))
        head = self.horizontalHeader()
        if head.isSortIndicatorShown() and head.sortIndicatorSection() == number:
            needed += px(CHEVRON)
        return max(px(look.width), min(round(needed), 2 * px(look.width)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._set_hovered_row(self.rowAt(event.position().toPoint().y()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_hovered_row(-1)

    def _set_hovered_row(self, row: int) -> None:
        if row != self.hovered_row:
            self.hovered_row = row
            self.viewport().update()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        self.row_chosen.emit(self.number_at(current.row()))

    def number_at(self, row: int) -> int:
        """Return the record number (`ROW_ROLE`) of a row, or -1."""
        number = self.model().index(row, 0).data(ROW_ROLE) if row >= 0 else None
        return number if isinstance(number, int) else -1

    def add_shortcut(self, name: str, act: Callable[[], object], key: Shortcut) -> None:
        """Add a shortcut that works while the table has the focus."""
        make_action(self, name, act, shortcut=key, context=Qt.ShortcutContext.WidgetShortcut)

    def choose_row(self, row: int) -> None:
        """Make a row the current and the only selected one."""
        if self.model() is None or not 0 <= row < self.model().rowCount():
            return
        if row != self.currentIndex().row() or row not in self.chosen_rows():
            # Not `selectRow`: it obeys the modifiers held now, so the Ctrl of Ctrl+1 would deselect the row.
            command = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(self.model().index(row, 0), command)

    def chosen_rows(self) -> list[int]:
        """Return the selected rows, from the top."""
        model = self.selectionModel()
        return sorted(index.row() for index in model.selectedRows()) if model is not None else []

    def chosen_numbers(self) -> list[int]:
        """Return the record numbers of the selected rows, from the top."""
        return [self.number_at(row) for row in self.chosen_rows()]

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.chosen_rows():  # Qt makes the first row current but does not select it
            self.choose_row(max(self.currentIndex().row(), 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            if self.isSignalConnected(QMetaMethod.fromSignal(self.row_opened)):
                self.row_opened.emit(self.number_at(self.currentIndex().row()))
            else:
                event.ignore()  # lets the dialog's default button handle Enter
            return
        if is_plain and (event.text().isalnum() or event.key() == Qt.Key.Key_Space):
            self.key_typed.emit(event.text())
            return
        is_ctrl = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and self.model() is not None and is_ctrl:
            # With Ctrl, Qt goes to a row without selecting it: a label key would label another document than is shown.
            self.choose_row(0 if event.key() == Qt.Key.Key_Home else self.model().rowCount() - 1)
            return
        super().keyPressEvent(event)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Let Home and End go to the first and last row, as in mail programs.

        In Qt, they go to the first and last column.
        """
        if action in (QAbstractItemView.CursorAction.MoveHome, QAbstractItemView.CursorAction.MoveEnd):
            modifiers |= Qt.KeyboardModifier.ControlModifier
        return super().moveCursor(action, modifiers)

    def startDrag(self, _actions: Qt.DropAction) -> None:
        self.row_drag_begun.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        super().mouseDoubleClickEvent(event)
        row = self.rowAt(event.position().toPoint().y())
        if row >= 0:
            self.row_opened.emit(self.number_at(row))


class CellDelegate(QStyledItemDelegate):
    """Paints the backgrounds of rows and, through `paint_cell`, the cells."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(px(80), self._view.rowHeight(index.row()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view, tokens, rect = self._view, design_values_of(option.palette), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        ground = tokens.hover if index.row() == view.hovered_row else tokens.panel
        if is_chosen:
            ground = tokens.chosen if view.hasFocus() else tokens.chosen_away
        painter.fillRect(rect, colour(ground))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), colour(tokens.hair))
        if is_chosen and rect.left() <= 0 and view.hasFocus():
            painter.fillRect(QRectF(0, rect.top(), px(3), rect.height()), colour(tokens.accent))
        first, last = view.edges
        look = view.look(index.column())
        is_number = look.kind.endswith("number")
        left = px(first) if index.column() == 0 else px(2 if is_number else 10)
        right = px(last) if rect.right() >= view.viewport().width() else px(10 if is_number else 6)
        is_strong = is_chosen and index.row() == view.currentIndex().row()
        value = index.data(VALUE_ROLE) if look.kind in KINDS_DRAWN_FROM_VALUE else None
        words = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        paint_cell(painter, tokens, rect.adjusted(left, 0, -right, 0), look, words, value, is_strong=is_strong)
        painter.restore()


def _share_width(width: int, limits: dict[int, int]) -> dict[int, int]:
    """Share a width equally among columns, but give none more than its limit. 0 means no limit.

    `limits` are by column number. The last column takes what is left when all columns have reached their limits.
    """
    widths, rest = dict[int, int](), width
    for number in sorted(limits, key=lambda number: limits[number] or width):
        share = rest // (len(limits) - len(widths))
        widths[number] = min(share, limits[number] or share)
        rest -= widths[number]
    if widths:
        widths[max(widths)] += rest
    return widths


def text_width(texts: Iterable[str]) -> int:
    """Return the unscaled width of a column that shows each of these texts whole."""
    widest = max((painting.text_width(text, fonts.body()) for text in texts), default=0.0)
    return math.ceil(widest / max(px(100), 1) * 100) + 18


def label_width(names: Iterable[str], least: int, *, is_first: bool = True) -> int:
    """Return the unscaled column width for the longest of these labels in semi-bold, at most 2 * least + 20."""
    widest = max((painting.text_width(name, fonts.body(600)) for name in names), default=0.0)
    needed = round(widest / max(px(100), 1) * 100) + (36 if is_first else 34)
    return min(max(least, needed), 2 * least + 20)


def number_width(words: str, least: int) -> int:
    """Return the unscaled column width for a number written as `words`, at least `least`."""
    return max(least, round(painting.text_width(words, fonts.body()) / max(px(100), 1) * 100) + 13)


def enable_column_menu(view: TableView) -> None:
    """Open the column menu on a right click on the header."""
    set_context_menu(view.horizontalHeader(), lambda _at: column_menu(view))


def column_menu(view: TableView) -> QMenu:
    """Return a menu of checkable actions, one per named column."""
    menu = QMenu(view)
    for number in range(view.model().columnCount()):
        name = view.look(number).name
        if not name:
            continue
        title = str(view.model().headerData(number, Qt.Orientation.Horizontal) or "")
        action = menu.addAction(escape_ampersands(title))
        action.setCheckable(True)
        action.setChecked(not view.isColumnHidden(number))
        action.triggered.connect(lambda is_on, name=name: view.set_column_shown(name, is_shown=is_on))
    return menu


PRINT_STYLE = "th { text-align: left; } td, th { padding: 3px 10px 3px 0; } .head { font-weight: 600; }"


class SheetView(QTextBrowser):
    """A read-only text browser that inserts a long HTML text in pieces, so that the window stays responsive."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: tuple[str, ...] = ()
        self._remaining: list[str] = []
        self._insert_timer = QTimer(self, interval=0)
        self._insert_timer.timeout.connect(self._insert_next_part)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setOpenLinks(False)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)

    def show_html(self, html: str) -> None:
        """Replace the text and keep the scroll position."""
        self.show_parts((html,))

    def show_parts(self, parts: tuple[str, ...]) -> None:
        """Replace the text by these pieces of HTML. They are inserted one by one, so the window stays responsive."""
        if parts != self._parts:
            self._parts = parts
            self._render_first_part()

    @property
    def is_writing(self) -> bool:
        """True while pieces are still to be inserted."""
        return self._insert_timer.isActive()

    def print_on(self, paper: QPagedPaintDevice) -> None:
        """Print the whole text."""
        document = self.document().clone()
        document.setDefaultStyleSheet(PRINT_STYLE)
        document.setHtml("".join(self._parts))
        document.print_(paper)
        document.deleteLater()

    def save_pdf(self, path: Path, page: QPageLayout | None = None) -> None:
        """Write the whole text to a PDF, on A4 by default. Raise SourceError if the file cannot be written."""
        write_atomically(path, pdf_bytes(self.print_on, page))

    def _render_first_part(self) -> None:
        scroll_position, tokens = self.verticalScrollBar().value(), design_values_of(self.palette())
        self.document().setDefaultStyleSheet(
            f"body, td, p {{ color: {tokens.text}; }}"
            f"th {{ color: {tokens.quiet}; text-align: left; font-weight: 400; }}"
            f"td, th {{ padding: 3px 7px 3px 0; font-size: {px(12)}px; vertical-align: middle; }}"
            ".number, .formula { white-space: nowrap; } .number { text-align: right; } .sum td { font-weight: 600; }"
            f".head {{ font-size: {px(15)}px; font-weight: 600; }}"
        )
        self._insert_timer.stop()  # pieces of the previous sheet are not inserted any more
        self._remaining = list(self._parts[1:])
        self.setHtml(self._parts[0] if self._parts else "")
        self.verticalScrollBar().setValue(scroll_position)
        if self._remaining:
            self._insert_timer.start()

    def _insert_next_part(self) -> None:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertHtml(self._remaining.pop(0))
        if not self._remaining:
            self._insert_timer.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._parts:
            self._render_first_part()
