"""A label is given a colour by hand: it is kept, can be undone, and no two labels have the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.features.documents.columns import LabelMenu, colour_names
from app.features.documents.page import Shelves
from app.kit.look.colours import N_COLOURS
from app.kit.painted_values import Label
from app.store.workspace import Workspace
from tests.app.in_the_window import InTheWindow
from tests.app.mail_workspaces import mail_workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return mail_workspace(tmp_path / "mail.bayleaf", {"ham": 6, "spam": 5})


def colours(menu: QMenu) -> list[QAction]:
    [found] = [each for each in menu.findChildren(QMenu) if each.title() == "Colour…"]
    return found.actions()


def seen(somebody: InTheWindow) -> dict[str, int]:
    return {label.name: label.colour for label in somebody.models.documents.state.overview.labels}


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_chosen_colour_is_kept_in_the_workspace_and_can_be_undone(somebody: InTheWindow) -> None:
    somebody.part(Shelves).label_menu_wanted.emit("ham", QPoint(300, 300))
    somebody.wait(lambda: any(each.isVisible() for each in somebody.program.window.findChildren(LabelMenu)))
    [menu] = somebody.program.window.findChildren(LabelMenu)
    colours(menu)[4].trigger()
    menu.close()
    somebody.rest()
    assert seen(somebody) == {"ham": 4, "spam": 1}
    assert somebody.note == "Colour of label ham changed"
    with Workspace(somebody.program.frame.state.workspace, read_only=True) as opened:
        assert [(label.name, label.colour) for label in opened.labels.all("Mail")] == [("ham", 4), ("spam", 1)]

    somebody.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, somebody.program.window)
    somebody.rest()
    assert seen(somebody) == {"ham": 0, "spam": 1}


def test_each_colour_has_a_name_of_its_own(qapp: QApplication) -> None:
    assert len(set(colour_names())) == N_COLOURS


def test_a_colour_that_another_label_has_says_whose_it_is_and_is_not_free(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    menu = LabelMenu("ham", (Label("ham", 0, 1), Label("R&D", 1, 1)), owner)

    own, taken, free, *_rest = colours(menu)

    assert (own.isChecked(), own.isEnabled()) == (True, True)
    assert (taken.text(), taken.isEnabled()) == ("Vermilion · R&&D", False)
    assert (free.text(), free.isEnabled(), free.icon().isNull()) == ("Green", True, False)


def test_where_all_colours_are_taken_any_can_be_chosen(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    labels = tuple(Label(f"label {number}", number, 1) for number in range(N_COLOURS + 1))
    menu = LabelMenu("label 14", labels, owner)

    assert all(action.isEnabled() for action in colours(menu))
