"""The least probability that files of each label must have to be filed away: named in a line, and chosen in a menu."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.sureness import NO_LEAST
from app.pages.documents.shelves import popped
from app.pages.kit.bases_of_painted_widgets import Words, row
from app.pages.kit.buttons import Button
from app.qt import wording
from app.qt.look.fonts import px
from app.qt.tooltips import set_tip

CHOICES: Final = (0.0, 0.95, 0.99, 0.999)
"""Nothing more than that the verdict is sure comes first."""


class LeastShares(QWidget):
    """Choose how probable a label must be before its files go."""

    chosen = Signal(str, float)
    """The name of a label, and the least probability; 0 asks for nothing more than a sure verdict."""

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__()
        self._labels, self._shares = tuple(labels), NO_LEAST
        self._named = Words(role="quiet", elide=Qt.TextElideMode.ElideRight)
        self._change = Button(self.tr("Change…"), self._open_menu)
        tip = self.tr("What is less probable stays where it is; in watched places you are asked about it")
        set_tip(self._change, tip)
        row(self._named, px(12), self._change, owner=self).setStretch(0, 1)

    def show_shares(self, shares: Mapping[str, float]) -> None:
        """Show what is asked of each label."""
        self._shares = shares
        asked = (f"{label} {_percent(share)}" for label, share in shares.items() if label in self._labels and share)
        self._named.setText(", ".join(asked) or self.tr("any that is sure"))

    def menu(self) -> QMenu:
        """Return a menu with the choices for each label."""
        menu = QMenu(self)
        for label in self._labels:
            own = menu.addMenu(label.replace("&", "&&"))
            group = QActionGroup(own)
            for share in CHOICES:
                action = own.addAction(_percent(share) if share else self.tr("any that is sure"))
                action.setCheckable(True)
                action.setChecked(self._shares.get(label, 0.0) == share)
                action.triggered.connect(lambda _is_on, name=label, least=share: self.chosen.emit(name, least))
                group.addAction(action)
        return menu

    def _open_menu(self) -> None:
        popped(self.menu(), self._change.mapToGlobal(self._change.rect().bottomLeft()))


def _percent(share: float) -> str:
    return wording.percent(share, 0 if round(100 * share) == 100 * share else 1)
