"""The menu of a verdict in the list: everything that its keys do, by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from app.domain.use_case_results import DroppedItem
from app.pages.kit.menus import literally
from app.pages.painted_values import Label
from app.qt.picture_files import can_open, open_file, show_in_folder

N_KEYS = 9


class VerdictMenu(QMenu):
    """Names the key of each act, too."""

    def __init__(self, parent: QWidget, item: DroppedItem | None, labels: Sequence[Label]) -> None:
        super().__init__(parent)
        self._item, self._labels = item, labels

    def offer_labels(self, say: Callable[[str], object]) -> None:
        """Say which label it has."""
        if self._item is None or self._item.error:
            return
        for number, label in enumerate(self._labels, start=1):
            key = f"\t{number}" if number <= N_KEYS else ""
            self.addAction(self.tr("It is %1").replace("%1", literally(label.name)) + key, partial(say, label.name))
        self.addSeparator()

    def offer_original(
        self, read_again: Callable[[], object], show_reading: Callable[[str, str], object] | None = None
    ) -> None:
        """Open the file, or the folder that it lies in, read it anew, or show what is read of it."""
        path = self._item.verdict.path if self._item is not None else ""
        if can_open(path):
            self.addAction(self.tr("Open original") + "\tO", lambda: open_file(path))
        if path and Path(path).is_file():
            self.addAction(self.tr("Read again"), read_again)
            member = self._item.verdict.member if self._item is not None else ""
            if show_reading is not None:
                self.addAction(self.tr("What Bayleaf reads…"), lambda: show_reading(path, member))
        if path:
            self.addAction(self.tr("Show in folder"), lambda: show_in_folder(path))
            self.addSeparator()

    def offer_list(
        self,
        *,
        next_unsure: Callable[[], object],
        take_off: Callable[[], object],
        clear: Callable[[], object],
        export: Callable[[], object],
    ) -> None:
        """Tend the list itself."""
        self.addAction(self.tr("Next unsure") + "\tN", next_unsure)
        if self._item is not None:
            self.addAction(self.tr("Take off the list") + "\t" + self.tr("Del"), take_off)
        self.addAction(self.tr("Clear the list"), clear)
        self.addSeparator()
        self.addAction(self.tr("Export CSV…"), export)
