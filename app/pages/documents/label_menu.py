"""The menu of a label: a name, a colour, its documents given to another label, or nothing left of it; and its key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

from app.pages.kit.bases_of_painted_widgets import row
from app.pages.kit.label_chips import KeyHint
from app.pages.painted_values import Label
from app.qt.look import painting
from app.qt.look.colours import N_COLOURS, DesignValues, is_hollow, tokens_of
from app.qt.look.fonts import px

SQUARE = 10


class KeyHints(QWidget):
    """The keys that give labels, as many as there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self._row, self._hints = row(owner=self), list[QWidget]()

    def show_labels(self, labels: Sequence[Label]) -> None:
        """Show the keys of these, and the one that takes a label away."""
        for hint in self._hints:
            hint.setParent(None)
            hint.deleteLater()
        self._hints = []
        numbered = [KeyHint(str(number), label.name, label.colour) for number, label in enumerate(labels[:9], start=1)]
        for hint in (*numbered, KeyHint("U", QCoreApplication.translate("DocumentsPage", "no label"), None)):
            holder = QWidget()
            row(hint, px(15), owner=holder)
            self._hints.append(holder)
            self._row.addWidget(holder)

    def fit(self, room: float) -> None:
        """Leave out the hints of the last labels where there is no room for all; the last one always stays."""
        room -= sum(hint.sizeHint().width() for hint in self._hints[-1:])
        for hint in self._hints[:-1]:
            room -= hint.sizeHint().width()
            hint.setVisible(room >= 0)


class LabelMenu(QMenu):
    """Asks for one thing."""

    rename_wanted = Signal()
    colour_wanted = Signal(int)
    merge_wanted = Signal(str)
    delete_wanted = Signal()

    def __init__(self, label: str, labels: Sequence[Label], parent: QWidget) -> None:
        super().__init__(parent)
        self._label, self._labels = label, labels
        self.addAction(self.tr("Rename…")).triggered.connect(lambda _checked=False: self.rename_wanted.emit())
        self._add_colours()
        others = [other.name for other in labels if other.name != label]
        if others:
            into = self.addMenu(self.tr("Merge into"))
            for name in others:
                chosen = into.addAction(name.replace("&", "&&"))
                chosen.triggered.connect(partial(self._on_merge_chosen, name))
        self.addAction(self.tr("Delete")).triggered.connect(lambda _checked=False: self.delete_wanted.emit())

    def _on_merge_chosen(self, name: str) -> None:
        self.merge_wanted.emit(name)

    def _add_colours(self) -> None:
        """Add each colour with its name; one that another label has says whose it is, and is free only if all are
        taken."""
        menu, group, tokens = self.addMenu(self.tr("Colour…")), QActionGroup(self), tokens_of(self.palette())
        owners = {label.colour: label.name for label in self._labels}
        all_taken = len(owners.keys() & set(range(N_COLOURS))) == N_COLOURS
        for number, name in enumerate(colour_names()):
            owner = owners.get(number, "")
            words = name if owner in ("", self._label) else f"{name} · {owner}"
            action = QAction(swatch(tokens, number, self.devicePixelRatioF()), words.replace("&", "&&"), menu)
            action.setCheckable(True)
            action.setChecked(owner == self._label)
            action.setEnabled(owner in ("", self._label) or all_taken)
            action.triggered.connect(partial(self._on_colour_chosen, number))
            group.addAction(action)
            menu.addAction(action)

    def _on_colour_chosen(self, number: int) -> None:
        self.colour_wanted.emit(number)


def swatch(tokens: DesignValues, number: int, ratio: float) -> QIcon:
    """A label's square as a menu shows it."""
    side = px(SQUARE + 4)
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painting.label_square(painter, tokens, px(2), side / 2, number, side=SQUARE)
    painter.end()
    return QIcon(picture)


def colour_names() -> list[str]:
    """The colours that labels can have, in the order in which new labels take them."""
    names = [
        QCoreApplication.translate("LabelMenu", "Blue"),
        QCoreApplication.translate("LabelMenu", "Vermilion"),
        QCoreApplication.translate("LabelMenu", "Green"),
        QCoreApplication.translate("LabelMenu", "Purple"),
        QCoreApplication.translate("LabelMenu", "Orange"),
        QCoreApplication.translate("LabelMenu", "Sky blue"),
        QCoreApplication.translate("LabelMenu", "Grey"),
    ]
    hollow = QCoreApplication.translate("LabelMenu", "%1, hollow")
    return [
        hollow.replace("%1", names[number % len(names)]) if is_hollow(number) else names[number]
        for number in range(N_COLOURS)
    ]
