"""Menus of the Documents page, of a label and of documents, and the hints of the keys that give labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.corpus_browsing import OpenDocument
from app.pages.kit.label_chips import KeyHint
from app.pages.kit.menus import literally
from app.pages.kit.widgets import row
from app.pages.painted_values import Label
from app.qt.look import painting
from app.qt.look.colours import N_COLOURS, DesignValues, is_hollow, tokens_of
from app.qt.look.fonts import px
from app.qt.picture_files import can_open, open_file, show_in_folder

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
        self.addAction(self.tr("Rename…"), self.rename_wanted.emit)
        self._add_colours()
        others = [other.name for other in labels if other.name != label]
        if others:
            into = self.addMenu(self.tr("Merge into"))
            for name in others:
                into.addAction(literally(name), partial(self.merge_wanted.emit, name))
        self.addAction(self.tr("Delete"), self.delete_wanted.emit)

    def _add_colours(self) -> None:
        """Add each colour; another label's bears its name, and is free only where all are taken."""
        menu, group, tokens = self.addMenu(self.tr("Colour…")), QActionGroup(self), tokens_of(self.palette())
        owners = {label.colour: label.name for label in self._labels}
        all_taken = len(owners.keys() & set(range(N_COLOURS))) == N_COLOURS
        for number, name in enumerate(colour_names()):
            owner = owners.get(number, "")
            words = name if owner in ("", self._label) else f"{name} · {owner}"
            action = QAction(swatch(tokens, number, self.devicePixelRatioF()), literally(words), menu)
            action.setCheckable(True)
            action.setChecked(owner == self._label)
            action.setEnabled(owner in ("", self._label) or all_taken)
            action.triggered.connect(lambda _checked=False, number=number: self.colour_wanted.emit(number))
            group.addAction(action)
            menu.addAction(action)


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


N_KEYS = 9


class RowMenu(QMenu):
    """Names each label with the digit that gives it, too."""

    def __init__(
        self,
        parent: QWidget,
        labels: Sequence[Label],
        relabel: Callable[[str | None], object],
        delete: Callable[[], object],
    ) -> None:
        super().__init__(parent)
        for number, label in enumerate(labels, start=1):
            key = f"\t{number}" if number <= N_KEYS else ""
            self.addAction(f"{literally(label.name)}{key}", partial(relabel, label.name))
        self.addAction(self.tr("No label") + "\tU", partial(relabel, None))
        self.addSeparator()
        self.addAction(self.tr("Delete") + "\t" + self.tr("Del"), delete)

    def offer_document(
        self,
        document: OpenDocument | None,
        explain: Callable[[], object] | None,
        show_reading: Callable[[str, str], object] | None = None,
        read_again: Callable[[], object] | None = None,
    ) -> None:
        """Ask why the one that is shown was judged so, or what is read of it; open its file, or read it anew."""
        if document is None:
            return
        self.addSeparator()
        if explain is not None and document.judged is not None:
            self.addAction(self.tr("Why") + "\t" + self.tr("Enter"), explain)
        if can_open(document.path):
            self.addAction(self.tr("Open original") + "\tO", lambda: open_file(document.path))
        if read_again is not None and document.path:
            self.addAction(self.tr("Read again"), read_again)
        if show_reading is not None and Path(document.path).is_file():
            self.addAction(self.tr("What Bayleaf reads…"), partial(show_reading, document.path, document.member))
        if document.path:
            self.addAction(self.tr("Show in folder"), lambda: show_in_folder(document.path))
