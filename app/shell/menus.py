"""The menu bar and the command palette, with one action per command. A command that is None has no action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QStringListModel, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QDialog, QLineEdit, QListView, QMainWindow, QMenu, QWidget

from app.kit.actions import Shortcut, copy_selection, escape_ampersands, make_action, select_all
from app.kit.frame import FrameCommands, FrameViewModel
from app.kit.look.control_drawing import without_mnemonic
from app.kit.look.fonts import px
from app.kit.look.theme import ThemeChoice
from app.kit.widgets import column, set_up_dialog, with_accessible_name

Key = QKeySequence.StandardKey
Role = QAction.MenuRole


class Menus(QObject):
    """Fills a window's menu bar."""

    def __init__(
        self,
        window: QMainWindow,
        commands: FrameCommands,
        show_page: Callable[[int], object],
        page_names: Mapping[int, str],
    ) -> None:
        super().__init__(window)
        self._window, self._commands, self._page_names = window, commands, page_names
        self._bar = window.menuBar()
        self._bar.clear()
        for action in window.actions():
            window.removeAction(action)
            action.deleteLater()
        self._add_file_menu()
        self._add_edit_menu()
        self._add_documents_menu()
        self._add_model_menu()
        self._add_view_menu(show_page)
        do = self._commands
        menu = self._bar.addMenu(self.tr("&Help"))
        self._add(menu, self.tr("Bayleaf &help"), do.show_help, Key.HelpContents)
        self._add(menu, self.tr("&First steps"), do.show_first_steps)
        self._add(menu, self.tr("&Keyboard shortcuts"), do.show_shortcuts)
        self._add(menu, self.tr("&Find a command…"), do.show_palette, "Ctrl+K")
        self._add(menu, self.tr("Show &log"), do.show_log)
        self._add(menu, self.tr("&About Bayleaf"), do.show_about, None, Role.AboutRole)

    def _add(
        self,
        menu: QMenu,
        text: str,
        command: Callable[[], object] | None,
        shortcut: Shortcut | None = None,
        role: QAction.MenuRole = Role.NoRole,
    ) -> QAction | None:
        if command is None:
            return None
        action = make_action(self._window, text, command, shortcut=shortcut, role=role)
        menu.addAction(action)
        return action

    def actions(self) -> list[tuple[str, QAction]]:
        """Return (names of menus, action) for each action; in a submenu, the names are joined: "File: Open recent"."""
        actions = []
        menus = [(without_mnemonic(top.text()), top.menu()) for top in self._bar.actions()]
        while menus:
            name, menu = menus.pop(0)
            for action in menu.actions() if isinstance(menu, QMenu) else ():
                if action.menu() is not None:
                    menus.append((f"{name}: {without_mnemonic(action.text())}", action.menu()))
                elif not action.isSeparator():
                    actions.append((name, action))
        return actions

    def name_undo_and_redo(self, undo_name: str, redo_name: str) -> None:
        """Show in the Undo and Redo actions which edit they would undo or redo."""
        undo, redo = (self._undo, undo_name, self.tr("&Undo")), (self._redo, redo_name, self.tr("&Redo"))
        for action, name, words in (undo, redo):
            if action is not None:
                action.setText(f"{words}: {escape_ampersands(name)}" if name else words)

    def _add_file_menu(self) -> None:
        do = self._commands
        menu = self._bar.addMenu(self.tr("&File"))
        self._add(menu, self.tr("&New workspace…"), do.new_workspace, Key.New)
        self._add(menu, self.tr("&Open workspace…"), do.open_workspace, Key.Open)
        self._add_recent_menu(menu)
        self._add(menu, self.tr("Save workspace &as…"), do.save_workspace_as, Key.SaveAs)
        menu.addSeparator()
        self._add(menu, self.tr("&Import documents…"), do.import_documents, "Ctrl+I")
        self._add(menu, self.tr("C&lassify files…"), do.open_files, "Ctrl+Shift+O")
        self._add(menu, self.tr("Classify a fol&der…"), do.open_folder)
        self._add(menu, self.tr("&File away…"), do.file_away, "Ctrl+Shift+F")
        self._add(menu, self.tr("&Bring files back"), do.undo_filing)
        self._add(menu, self.tr("Pause or resume &watching"), do.pause_watching)
        menu.addSeparator()
        self._add(menu, self.tr("Chec&k workspace"), do.check_workspace)
        self._add(menu, self.tr("Com&pact workspace"), do.compact_workspace)
        menu.addSeparator()
        self._add(menu, self.tr("Save a picture of the pa&ge…"), do.save_page_picture)
        self._add(menu, self.tr("&Print page…"), do.print_page, Key.Print)
        menu.addSeparator()
        self._add(menu, self.tr("&Settings…"), do.open_settings, "Ctrl+,", Role.PreferencesRole)
        self._add(menu, self.tr("&Quit"), self._window.close, Key.Quit, Role.QuitRole)

    def _add_recent_menu(self, menu: QMenu) -> None:
        """Add the submenu of recent workspaces. It is refilled whenever it opens."""
        recent_workspaces, open_recent = self._commands.recent_workspaces, self._commands.open_recent
        if recent_workspaces is None or open_recent is None:
            return
        recent = menu.addMenu(self.tr("Open &recent"))

        def fill() -> None:
            recent.clear()
            known = [path for path in recent_workspaces() if path.exists()]
            recent.menuAction().setEnabled(bool(known))
            for path in known:
                action = recent.addAction(escape_ampersands(str(path)))
                action.triggered.connect(lambda _checked=False, path=path: open_recent(path))

        menu.aboutToShow.connect(fill)
        fill()

    def _add_edit_menu(self) -> None:
        do = self._commands
        menu = self._bar.addMenu(self.tr("&Edit"))
        self._undo = self._add(menu, self.tr("&Undo"), do.undo, Key.Undo)
        self._redo = self._add(menu, self.tr("&Redo"), do.redo, Key.Redo)
        menu.addSeparator()
        self._add(menu, self.tr("&Copy"), copy_selection, Key.Copy)
        self._add(menu, self.tr("Select &all"), select_all, Key.SelectAll)
        menu.addSeparator()
        self._add(menu, self.tr("&Paste and classify"), do.paste, "Ctrl+Shift+V")
        self._add(menu, self.tr("&Find"), self._focus_search, Key.Find)

    def _focus_search(self) -> None:
        for field in [field for field in self._window.findChildren(QWidget, "search") if field.isVisible()][:1]:
            field.setFocus()

    def _add_documents_menu(self) -> None:
        do = self._commands
        menu = self._bar.addMenu(self.tr("&Documents"))
        self._add(menu, self.tr("Rename &collection…"), do.rename_corpus)
        self._add(menu, self.tr("&Delete collection…"), do.delete_corpus)

    def _add_model_menu(self) -> None:
        do = self._commands
        menu = self._bar.addMenu(self.tr("&Model"))
        self._add(menu, self.tr("&Train"), do.train, "Ctrl+T")
        self._add(menu, self.tr("Try &other settings"), do.find_recipe, "Ctrl+Shift+T")
        self._add(menu, self.tr("&Keep a copy as…"), do.keep_model, Key.Save)
        self._add(menu, self.tr("Train on a &cluster…"), do.train_on_cluster)
        menu.addSeparator()
        self._add(menu, self.tr("&Add model from file…"), do.add_model)
        self._add(menu, self.tr("&Export…"), do.export, "Ctrl+E")

    def _add_view_menu(self, show_page: Callable[[int], object]) -> None:
        menu = self._bar.addMenu(self.tr("&View"))
        for number, name in self._page_names.items():
            self._add(menu, name, lambda page=number: show_page(page), f"Ctrl+{number + 1}")  # type: ignore[misc]
        menu.addSeparator()
        self._add(menu, self.tr("&Larger"), self._commands.zoom_in, "Ctrl++")
        self._add(menu, self.tr("&Smaller"), self._commands.zoom_out, "Ctrl+-")
        self._add(menu, self.tr("&Usual size"), self._commands.zoom_back, "Ctrl+0")
        self._add_theme_menu(menu)
        menu.addSeparator()
        self._add(menu, self.tr("&History of verdicts…"), self._commands.show_history, "Ctrl+H")

    def _add_theme_menu(self, menu: QMenu) -> None:
        """Add the submenu of themes. The chosen one is ticked whenever the submenu opens."""
        choose, chosen = self._commands.choose_theme, self._commands.chosen_theme
        if choose is None or chosen is None:
            return
        themes = menu.addMenu(self.tr("&Theme"))
        group = QActionGroup(themes)
        names = (self.tr("&Same as system"), self.tr("&Light"), self.tr("&Dark"))
        for choice, name in zip(ThemeChoice, names, strict=True):
            action = group.addAction(name)
            action.setCheckable(True)
            action.setData(choice.value)
            action.triggered.connect(lambda _checked=False, choice=choice: choose(choice))
            themes.addAction(action)

        def tick() -> None:
            for action in group.actions():
                action.setChecked(action.data() == chosen().value)

        themes.aboutToShow.connect(tick)
        tick()


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """A command in the palette: its name with the name of its menu, its shortcut, and its function."""

    name: str
    shortcut: str
    run: Callable[[], object]


class CommandPalette(QDialog):
    """A search field over a list of commands. Enter runs the selected command."""

    def __init__(self, frame: FrameViewModel, actions: list[tuple[str, QAction]], window: QWidget) -> None:
        super().__init__(window)
        set_up_dialog(self, self.tr("Commands"), 520, 420)
        self._entries = [
            *self._entries_of_actions(actions),
            *self._collection_entries(frame),
            *self._model_entries(frame),
        ]
        self._shown: list[PaletteEntry] = []
        self._search = with_accessible_name(QLineEdit(), self.tr("Search commands"))
        self._search.setPlaceholderText(self.tr("Type a part of a command’s name"))
        self._names, self._list = QStringListModel(), with_accessible_name(QListView(), self.tr("Commands"))
        self._list.setModel(self._names)
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        column(self._search, px(10), self._list, margins=(px(16), px(16), px(16), px(16)), owner=self)
        self._search.textChanged.connect(self._filter)
        self._search.returnPressed.connect(lambda: self._run(self._list.currentIndex()))
        self._list.activated.connect(self._run)
        self._search.installEventFilter(self)
        self._filter("")
        self._search.setFocus()

    def _entries_of_actions(self, actions: list[tuple[str, QAction]]) -> list[PaletteEntry]:
        form = QKeySequence.SequenceFormat.NativeText
        named = [(f"{menu}: {without_mnemonic(action.text()).rstrip('…')}", action) for menu, action in actions]
        return [
            PaletteEntry(name, action.shortcut().toString(form), action.trigger)
            for name, action in named
            if action.isEnabled() and action.text()
        ]

    def _collection_entries(self, frame: FrameViewModel) -> list[PaletteEntry]:
        choose = frame.commands.choose_corpus
        if choose is None:
            return []
        words = self.tr("Collection: %1")
        names = [corpus.name for corpus in frame.state.corpora if corpus.name != frame.state.corpus]
        return [PaletteEntry(words.replace("%1", name), "", lambda name=name: choose(name)) for name in names]  # type: ignore[misc]

    def _model_entries(self, frame: FrameViewModel) -> list[PaletteEntry]:
        choose, state = frame.commands.choose_model, frame.state
        if choose is None:
            return []
        models = next((corpus.models for corpus in state.corpora if corpus.name == state.corpus), ())
        words = self.tr("Model: %1")
        names = [name for name in models if name != state.model]
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

    def _run(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        entry = self._shown[index.row()]
        self.accept()
        entry.run()
