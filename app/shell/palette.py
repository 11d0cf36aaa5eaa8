"""The command palette (Ctrl+K): every command and collection of the window, found by typing a part of its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QStringListModel, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QDialog, QLineEdit, QListView, QWidget

from app.kit.frame import FrameViewModel
from app.kit.look.control_drawing import without_mnemonic
from app.kit.look.fonts import px
from app.kit.widgets import column, set_up_dialog, with_accessible_name


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """A command of the palette: its name with its menu, its shortcut, and what it does."""

    name: str
    shortcut: str
    run: Callable[[], object]


class CommandPalette(QDialog):
    """A search field over a list of commands. Enter runs the selected one."""

    def __init__(self, frame: FrameViewModel, actions: list[tuple[str, QAction]], window: QWidget) -> None:
        super().__init__(window)
        set_up_dialog(self, self.tr("Commands"), 520, 420)
        self._entries = [*self._entries_of_actions(actions), *self._collections(frame)]
        self._shown: list[PaletteEntry] = []
        self._search = with_accessible_name(QLineEdit(), self.tr("Search commands"))
        self._search.setPlaceholderText(self.tr("Type a part of a command’s name"))
        self._names, self._list = QStringListModel(), with_accessible_name(QListView(), self.tr("Commands"))
        self._list.setModel(self._names)
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        column(self._search, px(10), self._list, margins=(px(16), px(16), px(16), px(16)), owner=self)
        self._search.textChanged.connect(self._filter)
        self._search.returnPressed.connect(self._run_selected)
        self._list.activated.connect(self._run)
        self._search.installEventFilter(self)
        self._filter("")
        self._search.setFocus()

    def _entries_of_actions(self, actions: list[tuple[str, QAction]]) -> list[PaletteEntry]:
        form = QKeySequence.SequenceFormat.NativeText
        return [
            PaletteEntry(
                f"{menu}: {_plain_command_name(action.text())}", action.shortcut().toString(form), action.trigger
            )
            for menu, action in actions
            if action.isEnabled() and action.text()
        ]

    def _collections(self, frame: FrameViewModel) -> list[PaletteEntry]:
        choose = frame.commands.choose_corpus
        if choose is None:
            return []
        words = self.tr("Collection: %1")
        names = [corpus.name for corpus in frame.state.corpora if corpus.name != frame.state.corpus]
        return [PaletteEntry(words.replace("%1", name), "", lambda name=name: choose(name)) for name in names]  # type: ignore[misc]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the selection with the arrow keys while the search field has the focus."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and watched is self._search:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                row = min(max(self._list.currentIndex().row() + step, 0), len(self._shown) - 1)
                self._list.setCurrentIndex(self._names.index(row))
                return True
        return super().eventFilter(watched, event)

    def _filter(self, typed: str) -> None:
        words = typed.casefold().split()
        self._shown = [entry for entry in self._entries if all(word in entry.name.casefold() for word in words)]
        self._names.setStringList(
            [f"{entry.name}   {entry.shortcut}" if entry.shortcut else entry.name for entry in self._shown]
        )
        self._list.setCurrentIndex(self._names.index(0))

    def _run_selected(self) -> None:
        self._run(self._list.currentIndex())

    def _run(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        entry = self._shown[index.row()]
        self.accept()
        entry.run()


def _plain_command_name(name: str) -> str:
    return without_mnemonic(name).rstrip("…")
