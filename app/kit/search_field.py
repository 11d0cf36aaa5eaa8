"""A search field that shows operators such as `label:` as chips and completes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QListWidget, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.results import chip_spans, completions, insert_completion
from app.kit.fields import SearchField
from app.kit.look import fonts, painting
from app.kit.look.colours import colour, design_values_of
from app.kit.look.control_drawing import INSET, RADIUS, ROW
from app.kit.look.fonts import px
from app.kit.widgets import with_accessible_name

TINT = 0.16
PADDING = 12
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class CompletionDelegate(QStyledItemDelegate):
    """Paints the rows of the completion list like those of other popups."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = painting.width_of(str(index.data()), fonts.body())
        return QSize(round(width) + 2 * px(PADDING), px(ROW))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect, tokens = QRectF(option.rect), design_values_of(option.palette)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painting.round_rect(painter, rect, px(RADIUS - 2), fill=colour(tokens.chosen))
        words = rect.adjusted(px(PADDING), 0, -px(PADDING), 0)
        painting.text(painter, words, str(index.data()), font=fonts.body(), pen=tokens.text)
        painter.restore()


class CompletionList(QListWidget):
    """The completion list: a framed child widget of the window, without focus."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        margin = px(INSET) + 1
        self.setViewportMargins(margin, margin, margin, margin)
        self.setItemDelegate(CompletionDelegate(self))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:  # paints the frame only; the viewport gets its own events
            painter, tokens = QPainter(self), design_values_of(self.palette())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            area = QRectF(self.rect())
            fill, edge = colour(tokens.panel), colour(tokens.field)
            painting.round_rect(painter, area, px(RADIUS), fill=fill, edge=edge, width=1.0)
            painter.end()
            return True
        return super().event(event)


class TermField(SearchField):
    """A search field with operator chips. Its text stays plain; chips are only painted behind it.

    The completion list is a child of the window, not a popup, so it takes neither the focus nor key presses.
    """

    def __init__(self, placeholder: str, key: str = "") -> None:
        super().__init__(placeholder, key)
        self._values: Mapping[str, Sequence[str]] = {}
        self._list = with_accessible_name(CompletionList(self), self.tr("Completions"))
        self._list.itemClicked.connect(lambda item: self.complete_with(item.text()))
        self._list.hide()
        self.textEdited.connect(lambda _text: self._offer())

    def offer_values(self, values: Mapping[str, Sequence[str]]) -> None:
        """Set the values to complete, by operator."""
        self._values = values

    def offered(self) -> list[str]:
        """Return the visible completions."""
        rows = range(self._list.count()) if not self._list.isHidden() else range(0)
        return [self._list.item(row).text() for row in rows]

    def complete_with(self, completion: str) -> None:
        """Replace the partial term before the caret by a completion."""
        typed, rest = self.text()[: self.cursorPosition()], self.text()[self.cursorPosition() :]
        whole = insert_completion(typed, completion)
        self.setText(whole + rest.lstrip())
        self.setCursorPosition(len(whole))
        self._offer()

    def event(self, event: QEvent) -> bool:
        """Accept the selected completion, or the first, on Tab."""
        is_key = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if is_key and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Tab and self.offered():
            self.complete_with(self.offered()[max(self._list.currentRow(), 0)])
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        offered, row = self.offered(), self._list.currentRow()
        if offered and event.key() in STEPS:
            self._list.setCurrentRow((row + STEPS[Qt.Key(event.key())]) % len(offered))
            return
        if offered and event.key() == Qt.Key.Key_Escape:
            self._close()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._close()
            if offered and row >= 0:
                self.complete_with(offered[row])
                return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._close()

    def _close(self) -> None:
        """Hide the list and take it back from the window, which may outlive the field."""
        self._list.hide()
        self._list.setParent(self)

    def _offer(self) -> None:
        """Show the completions below the caret; none is selected at first."""
        matches = completions(self.text()[: self.cursorPosition()], self._values)
        self._list.clear()
        self._list.addItems(matches)
        self._list.setCurrentRow(-1)
        if not matches:
            self._close()
            return
        self._list.setParent(self.window())
        frame = 2 * (px(INSET) + 1)
        width = self._list.sizeHintForColumn(0) + frame
        self._list.resize(max(width, px(140)), self._list.sizeHintForRow(0) * len(matches) + frame)
        below = QPoint(max(self.cursorRect().left(), 0), self.height() + px(2))
        self._list.move(self.mapTo(self.window(), below) if self.window() is not self else below)
        self._list.show()
        self._list.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter, tokens = QPainter(self), design_values_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.rect().adjusted(px(28), 0, -px(4), 0))
        tint = colour(tokens.accent, TINT)
        for begin, end in self.chips():
            height = px(22)
            area = QRectF(begin - px(1), (self.height() - height) / 2, end - begin + px(2), height)
            painting.round_rect(painter, area, px(5), fill=tint)
        painter.end()

    def chips(self) -> list[tuple[float, float]]:
        """Return (left, right) of each chip, in widget coordinates."""
        text = self.text()

        def width(n_letters: int) -> int:
            return self.fontMetrics().horizontalAdvance(text[:n_letters])

        left = self.cursorRect().center().x() - width(self.cursorPosition())
        return [(left + width(begin), left + width(end)) for begin, end in chip_spans(text)]
