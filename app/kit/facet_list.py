"""A list of facets beside a table: collapsible groups of values that can be checked, each with its count.

The widget knows nothing of documents: a page gives it `FacetGroup`s and receives the ticked value in `value_clicked`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from app.kit import wording
from app.kit.actions import set_tip
from app.kit.look import fonts, painting
from app.kit.look.colours import DesignValues, colour
from app.kit.look.fonts import px
from app.kit.widgets import Link, PaintedButton, clear_layout, column, row

FIRST_VALUES, MORE_VALUES = 6, 20
"""Number of values that a group shows at first, and number that each click on *more* adds."""
HEAD_HEIGHT, VALUE_HEIGHT, INDENT = 30, 26, 20


@dataclass(frozen=True, slots=True)
class FacetEntry:
    """One value of a facet, as it is shown."""

    key: str
    name: str
    n_documents: int
    is_chosen: bool = False
    colour: int | None = None
    """Colour index if the value is a label."""


@dataclass(frozen=True, slots=True)
class FacetGroup:
    """A facet with its values in display order."""

    key: str
    title: str
    entries: tuple[FacetEntry, ...]


class FacetList(QWidget):
    """Groups of facet values. The first group is open until the user opens or closes groups."""

    value_clicked = Signal(str, str)
    """Emitted with the keys of a group and of its value when it is ticked or unticked."""

    def __init__(self) -> None:
        super().__init__()
        self._groups: tuple[FacetGroup, ...] = ()
        self._is_open: dict[str, bool] = {}
        """Group key to whether the user has opened it."""
        self._n_shown: dict[str, int] = {}
        self._layout = column(owner=self)

    def show_groups(self, groups: Sequence[FacetGroup]) -> None:
        """Replace the groups. A group without values is not shown."""
        shown = tuple(group for group in groups if group.entries)
        if shown == self._groups:
            return
        self._groups = shown
        self._lay_out()

    def is_open(self, key: str) -> bool:
        """Return whether the values of a group are visible."""
        is_first = bool(self._groups) and self._groups[0].key == key
        return self._is_open.get(key, is_first)

    def _lay_out(self) -> None:
        # The rows are made anew. The focus stays on the same one: otherwise Qt gives it to a widget of another pane.
        # A widget that is not shown yet cannot have it.
        parts: list[FacetValueRow | FacetHead] = [*self.findChildren(FacetValueRow), *self.findChildren(FacetHead)]
        focused = next((part.key for part in parts if part.hasFocus()), None)
        clear_layout(self._layout)
        for group in self._groups:
            chosen = ", ".join(entry.name for entry in group.entries if entry.is_chosen)
            head = FacetHead(group.key, group.title, chosen, is_open=self.is_open(group.key))
            head.toggled.connect(partial(self._on_head_toggled, group.key))
            self._layout.addWidget(head)
            if head.key == focused:
                head.show()
                head.setFocus()
            if self.is_open(group.key):
                self._add_values(group, focused)

    def _add_values(self, group: FacetGroup, focused: tuple[str, str] | None) -> None:
        n_shown = self._n_shown.get(group.key, FIRST_VALUES)
        shown = [entry for place, entry in enumerate(group.entries) if place < n_shown or entry.is_chosen]
        for entry in shown:
            value = FacetValueRow(group.key, entry)
            value.clicked.connect(partial(self._on_value_clicked, *value.key))
            self._layout.addWidget(value)
            if value.key == focused:
                value.show()
                value.setFocus()
        n_more = len(group.entries) - len(shown)
        if n_more > 0:
            words = self.tr("%Ln more…", "", n_more)
            holder = QWidget()
            more = Link(words, partial(self._show_more, group.key, n_shown), is_small=True, is_quiet=True)
            row(more, -1, margins=(px(INDENT + 18), px(2), px(8), px(4)), owner=holder)
            self._layout.addWidget(holder)

    def _on_head_toggled(self, key: str, is_open: bool) -> None:
        self._is_open[key] = is_open
        self._lay_out()

    def _on_value_clicked(self, group: str, key: str, _checked: bool = False) -> None:
        self.value_clicked.emit(group, key)

    def _show_more(self, key: str, n_shown: int) -> None:
        self._n_shown[key] = n_shown + MORE_VALUES
        self._lay_out()


class FacetHead(PaintedButton):
    """The header of a group. It names the chosen values, even when the group is closed."""

    def __init__(self, group: str, title: str, chosen: str, *, is_open: bool) -> None:
        super().__init__()
        self.key, self._chosen = (group, ""), chosen
        self.setCheckable(True)
        self.setChecked(is_open)
        self.setText(title)
        self.setAccessibleName(f"{title}: {chosen}" if chosen else title)
        set_tip(self, chosen)
        self.setFixedHeight(px(HEAD_HEIGHT))

    def sizeHint(self) -> QSize:
        return QSize(px(150), px(HEAD_HEIGHT))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        area = self.area()
        middle = area.center().y() + 0.5
        turned = 0.0 if self.isChecked() else -90.0
        painting.paint_chevron(painter, QPointF(px(INDENT + 4), middle), tokens.quiet, turned=turned, size=px(4))
        inner = area.adjusted(px(INDENT + 18), 0, -px(INDENT), 0)
        pen = tokens.accent if self.hasFocus() else tokens.text
        painting.paint_text(painter, inner, self.text(), font=fonts.small_font(500), pen=pen)
        width = painting.text_width(self.text(), fonts.small_font(500)) + px(10)
        if self._chosen and not self.isChecked():
            rest = inner.adjusted(width, 0, 0, 0)
            painting.paint_text(
                painter, rest, self._chosen, font=fonts.small_font(), pen=tokens.accent, align=painting.RIGHT
            )


class FacetValueRow(PaintedButton):
    """A row of the list: a value and its count. A chosen value has a filled box with a tick."""

    def __init__(self, group: str, entry: FacetEntry) -> None:
        super().__init__()
        self.key = (group, entry.key)
        self._entry, self._count = entry, wording.format_count(entry.n_documents)
        self.setCheckable(True)
        self.setChecked(entry.is_chosen)
        self.setText(entry.name)
        self.setAccessibleName(f"{entry.name}: {self._count}")
        set_tip(self, entry.name)
        self.setFixedHeight(px(VALUE_HEIGHT))

    def sizeHint(self) -> QSize:
        return QSize(px(150), px(VALUE_HEIGHT))

    def paint(self, painter: QPainter, tokens: DesignValues) -> None:
        item = self.area().adjusted(px(8), 0, -px(8), -1)
        if self.underMouse():
            painting.paint_round_rect(painter, item, px(6), fill=colour(tokens.hover))
        if self.hasFocus():
            painting.paint_round_rect(painter, item, px(6), edge=colour(tokens.accent), width=2.0)
        inner = self.area().adjusted(px(INDENT), 0, -px(INDENT), -1)
        box = QRectF(inner.left(), inner.center().y() - px(6), px(12), px(12))
        if self.isChecked():
            painting.paint_round_rect(painter, box, px(3), fill=colour(tokens.accent))
            painting.paint_tick_mark(painter, box.adjusted(px(2), px(2), -px(2), -px(2)), tokens.panel)
        else:
            painting.paint_round_rect(painter, box, px(3), fill=colour(tokens.panel), edge=colour(tokens.line))
        inner = inner.adjusted(px(18), 0, 0, 0)
        if self._entry.colour is not None:
            painting.paint_label_square(painter, tokens, inner.left(), inner.center().y(), self._entry.colour, side=9)
            inner = inner.adjusted(px(16), 0, 0, 0)
        painting.paint_text(painter, inner, self._count, font=fonts.body(), pen=tokens.quiet, align=painting.RIGHT)
        name = inner.adjusted(0, 0, -painting.text_width(self._count, fonts.body()) - px(8), 0)
        weight = 600 if self.isChecked() else 400
        pen = tokens.text if self._entry.n_documents or self.isChecked() else tokens.quiet
        elide = Qt.TextElideMode.ElideMiddle if "." in self.text() else Qt.TextElideMode.ElideRight
        painting.paint_text(painter, name, self.text(), font=fonts.body(weight), pen=pen, elide=elide)
