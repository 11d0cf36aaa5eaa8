"""The menus do what the buttons of the pages do, and offer nothing that leads nowhere."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.kit.frame import INBOX_PAGE
from app.kit.look.colours import DARK
from app.kit.look.theme import ThemeChoice
from app.library.workspaces import sample_size
from tests.app.in_the_window import InTheWindow, running


def action_of(somebody: InTheWindow, text: str) -> QAction:
    return next(action for action in somebody.program.window.findChildren(QAction) if action.text() == text)


def test_the_menu_suggests_a_name_for_a_model_as_the_button_does(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini") as somebody:
        somebody.click(f"Try Bayleaf with {sample_size('en')} sample mails")
        somebody.rest()
        somebody.answer_with_enter()
        action_of(somebody, "&Keep a copy as…").trigger()
        somebody.rest()

        assert somebody.program.frame.state.model == "Sample mail filter"


def test_without_recent_workspaces_none_are_offered(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini") as somebody:
        files = next(menu for menu in somebody.program.window.findChildren(QMenu) if menu.title() == "&File")
        files.aboutToShow.emit()

        recent = action_of(somebody, "Open &recent").menu()
        assert recent.menuAction().isEnabled() == bool(recent.actions())


def test_the_menu_view_has_the_themes_and_ticks_the_chosen_one(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    with running(qtbot, qapp, tmp_path / "window.ini") as somebody:
        menus = {menu.title(): menu for menu in somebody.program.window.findChildren(QMenu)}
        themes = menus["&Theme"]
        assert themes.menuAction() in menus["&View"].actions()
        assert [action.text() for action in themes.actions() if action.isChecked()] == ["&Same as system"]

        next(action for action in themes.actions() if action.text() == "&Dark").trigger()

        assert somebody.program.settings.theme is ThemeChoice.DARK
        assert somebody.program.theme.tokens is DARK
        somebody.program.choose_theme(ThemeChoice.LIGHT)  # as in the settings
        themes.aboutToShow.emit()
        assert [action.text() for action in themes.actions() if action.isChecked()] == ["&Light"]


def test_the_menu_pauses_the_inbox_and_goes_on_from_any_page(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "scans").mkdir()
    with running(qtbot, qapp, tmp_path / "window.ini") as somebody:
        somebody.models.inbox.add_place(tmp_path / "scans")
        somebody.rest()
        pause = action_of(somebody, "Pause or resume &watching")
        pause.trigger()
        somebody.rest()

        assert somebody.program.frame.state.page == INBOX_PAGE
        assert any("paused by you" in text for text in somebody.texts())
        pause.trigger()
        somebody.rest()
        assert not any("paused by you" in text for text in somebody.texts())
