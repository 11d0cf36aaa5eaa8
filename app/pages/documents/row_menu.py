"""The menu of the documents chosen in a table: give them a label, take it away, delete them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from app.domain.corpus_browsing import OpenDocument
from app.pages.painted_values import Label
from app.qt.opening_originals import can_open, open_file, show_in_folder

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
            self._add(f"{_literally(label.name)}{key}", partial(relabel, label.name))
        self._add(self.tr("No label") + "\tU", partial(relabel, None))
        self.addSeparator()
        self._add(self.tr("Delete") + "\t" + self.tr("Del"), delete)

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
            self._add(self.tr("Why") + "\t" + self.tr("Enter"), explain)
        if can_open(document.path):
            self._add(self.tr("Open original") + "\tO", lambda: open_file(document.path))
        if read_again is not None and document.path:
            self._add(self.tr("Read again"), read_again)
        if show_reading is not None and Path(document.path).is_file():
            self._add(self.tr("What Bayleaf reads…"), partial(show_reading, document.path, document.member))
        if document.path:
            self._add(self.tr("Show in folder"), lambda: show_in_folder(document.path))

    def _add(self, words: str, act: Callable[[], object]) -> None:
        self.addAction(words).triggered.connect(lambda _checked=False: act())


def _literally(name: str) -> str:
    """A menu takes & for the sign of a key."""
    return name.replace("&", "&&")
