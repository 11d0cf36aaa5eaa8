"""The labels that a filter protects, on the Train page: named in a line, and ticked in a menu."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.pages.documents.shelves import popped
from app.pages.kit.bases_of_painted_widgets import Words, column, row
from app.pages.kit.buttons import Button
from app.qt.look import fonts
from app.qt.look.fonts import px
from app.qt.tooltips import set_tip


class ProtectedLabels(QWidget):
    """Choose whose documents must not be lost; there is a choice from two labels on."""

    chosen = Signal(tuple)
    """The names of the labels; none stands for all of them."""

    def __init__(self) -> None:
        super().__init__()
        self._labels: tuple[str, ...] = ()
        self._protected: tuple[str, ...] = ()
        head = Words(self.tr("Protected labels"))
        head.setFont(fonts.body(600))
        self._named = Words(role="quiet", elide=Qt.TextElideMode.ElideRight)
        self._choose = Button(self.tr("Protect…"), self._open_menu)
        set_tip(self._choose, self.tr("Choose whose documents must not be lost; the promise is for these"))
        line = QWidget()
        row(head, px(12), self._named, px(10), self._choose, owner=line).setStretch(2, 1)
        column(line, px(14), owner=self)

    def show_labels(self, labels: Sequence[str], protected: Sequence[str]) -> None:
        """Show which of the labels are protected; hidden where there is nothing to choose.

        A name that no label has any more protects nothing, and is not shown.
        """
        known = tuple(name for name in protected if name in labels)
        self._labels, self._protected = tuple(labels), known or tuple(labels)
        self.setVisible(len(self._labels) > 1)
        self._named.setText(", ".join(known) or self.tr("all"))
        set_tip(self._named, ", ".join(self._protected))

    def menu(self) -> QMenu:
        """Return a menu with a tick for each protected label; the last tick stays."""
        menu = QMenu(self)
        for label in self._labels:
            action = menu.addAction(label.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(label in self._protected)
            action.setEnabled(self._protected != (label,))
            action.toggled.connect(lambda is_on, name=label: self._tick(name, is_on=is_on))
        return menu

    def _tick(self, label: str, *, is_on: bool) -> None:
        kept = tuple(name for name in self._labels if (is_on if name == label else name in self._protected))
        self.chosen.emit(() if kept == self._labels else kept)

    def _open_menu(self) -> None:
        popped(self.menu(), self._choose.mapToGlobal(self._choose.rect().bottomLeft()))
