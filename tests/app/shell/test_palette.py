"""Ctrl+K finds every command of the menus by a part of its name, and Enter runs it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.kit.frame import WORDS_PAGE
from app.shell.menus import CommandPalette
from tests.app.in_the_window import InTheWindow, running
from tests.app.shell.test_first_steps import with_documents


def open_palette(qtbot: QtBot, somebody: InTheWindow) -> CommandPalette:
    qtbot.keyClick(somebody.program.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    [palette] = somebody.program.window.findChildren(CommandPalette)
    return palette


def test_a_part_of_the_name_finds_a_page_and_enter_opens_it(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    path = with_documents(tmp_path, {"ham": 6, "spam": 5})
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        palette = open_palette(qtbot, somebody)
        qtbot.keyClicks(palette._search, "vIEw wor")
        assert palette._names.stringList() == ["View: Words   Ctrl+4"]

        qtbot.keyClick(palette._search, Qt.Key.Key_Return)

        assert somebody.program.frame.state.page == WORDS_PAGE
        assert not palette.isVisible()


def test_every_action_of_the_menus_is_listed_and_nothing_found_runs_nothing(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    path = with_documents(tmp_path, {"ham": 6, "spam": 5})
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        palette = open_palette(qtbot, somebody)
        listed = " ".join(palette._names.stringList())
        recent = f"File: Open recent: {path}"
        for name in ("Import documents", "Train", "Check workspace", "Quit", "Keyboard shortcuts", recent):
            assert name in listed

        qtbot.keyClicks(palette._search, "no such command")
        qtbot.keyClick(palette._search, Qt.Key.Key_Return)

        assert palette.isVisible()
        palette.reject()


def test_the_arrow_keys_choose_while_one_types(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    path = with_documents(tmp_path, {"ham": 6, "spam": 5})
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        palette = open_palette(qtbot, somebody)
        qtbot.keyClicks(palette._search, "view:")
        qtbot.keyClick(palette._search, Qt.Key.Key_Down)
        chosen = palette._names.data(palette._list.currentIndex(), Qt.ItemDataRole.DisplayRole)

        qtbot.keyClick(palette._search, Qt.Key.Key_Return)

        assert chosen == "View: Sort   Ctrl+2"
        assert somebody.program.frame.state.page == 1
