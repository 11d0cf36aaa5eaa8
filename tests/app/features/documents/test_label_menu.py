"""Menus of labels: colours that are given by hand, and finding one of many labels by typing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.domain.results import LabelCount, Overview, Shelf, ShelfKind
from app.features.documents.columns import LabelMenu, NarrowedBar, colour_names, make_relabel_menu
from app.features.documents.page import ShelfRow, Shelves
from app.kit.fields import ChoiceMenu, SearchField
from app.kit.look.colours import N_COLOURS
from app.kit.look.theme import Theme
from app.kit.painted_values import Label
from app.kit.widgets import Link
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


def test_a_colour_that_another_label_has_says_whose_it_is_and_is_not_free(qtbot: QtBot, theme: Theme) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    menu = LabelMenu("ham", (Label("ham", 0, 1), Label("R&D", 1, 1)), owner)

    own, taken, free, *_rest = colours(menu)

    assert (own.isChecked(), own.isEnabled()) == (True, True)
    assert (taken.text(), taken.isEnabled()) == ("Vermilion · R&&D", False)
    assert (free.text(), free.isEnabled(), free.icon().isNull()) == ("Green", True, False)


def test_where_all_colours_are_taken_any_can_be_chosen(qtbot: QtBot, theme: Theme) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    labels = tuple(Label(f"label {number}", number, 1) for number in range(N_COLOURS + 1))
    menu = LabelMenu("label 14", labels, owner)

    assert all(action.isEnabled() for action in colours(menu))


KINDS, TOWNS = ("Bills", "Letters", "Offers", "Permits"), ("Berlin", "Cork", "Essen", "Jena", "Lyon", "Rome")
MANY = tuple(
    Label(f"{kind} {town}", 6 * place + number, 1)
    for place, kind in enumerate(KINDS)
    for number, town in enumerate(TOWNS)
)


@pytest.fixture
def owner(qtbot: QtBot, theme: Theme) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def searched_menu(qtbot: QtBot, owner: QWidget, picked: list[str | None]) -> tuple[ChoiceMenu, QLineEdit]:
    menu = make_relabel_menu(owner, MANY, picked.append, "Letters Cork")
    menu.popup(QPoint(0, 0))
    [field] = menu.findChildren(QLineEdit)
    qtbot.waitUntil(field.isVisible)
    return menu, field


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_one_of_many_labels_is_found_by_typing_and_given_with_enter(qtbot: QtBot, owner: QWidget) -> None:
    picked: list[str | None] = []
    menu, field = searched_menu(qtbot, owner, picked)
    assert menu.focusWidget() is field
    assert menu.findChildren(QListWidget)[0].currentItem().text() == "Letters Cork"

    qtbot.keyClicks(field, "cORk")
    assert menu.names()[:4] == ["Bills Cork", "Letters Cork", "Offers Cork", "Permits Cork"]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        qtbot.keyClick(field, key)

    assert picked == ["Offers Cork"]
    assert not menu.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_names_that_begin_with_the_typed_text_come_first_and_nothing_is_given_without_a_match(
    qtbot: QtBot, owner: QWidget
) -> None:
    picked: list[str | None] = []
    menu, field = searched_menu(qtbot, owner, picked)

    qtbot.keyClicks(field, "le")
    assert menu.names()[: len(TOWNS)] == [f"Letters {town}" for town in TOWNS]
    field.clear()
    qtbot.keyClicks(field, "per")
    assert menu.names()[0] == "Permits Berlin"
    field.clear()
    qtbot.keyClicks(field, "nothing of the kind")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    assert (menu.names()[:1], picked) == ([], [])


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_few_labels_are_plain_entries_with_keys_that_work_in_the_menu(qtbot: QtBot, theme: Theme) -> None:
    owner, picked = QWidget(), list[str | None]()
    qtbot.addWidget(owner)
    menu = make_relabel_menu(owner, MANY[:3], picked.append, None)
    menu.popup(QPoint(0, 0))

    assert [action.text() for action in menu.actions() if action.text()] == [
        "Bills Berlin\t1", "Bills Cork\t2", "Bills Essen\t3", "No label\tU",
    ]  # fmt: skip
    qtbot.keyClick(menu, Qt.Key.Key_2)
    assert picked == ["Bills Cork"]


def test_menus_of_one_label_and_of_a_narrowed_list_can_be_searched_as_well(qtbot: QtBot, theme: Theme) -> None:
    owner, merged, labelled = NarrowedBar(can_file=False), list[str](), list[str]()
    qtbot.addWidget(owner)
    owner.show_count(5, 9, MANY, is_narrowed=True)
    owner.label_wanted.connect(labelled.append)
    menu = LabelMenu("Bills Cork", MANY, owner)
    menu.merge_wanted.connect(merged.append)

    for choices, words in (
        (menu.findChildren(ChoiceMenu)[0], "lyon"),
        (owner.menu().findChildren(ChoiceMenu)[0], "rome"),
    ):
        [field] = choices.findChildren(SearchField)
        qtbot.keyClicks(field, words)
        qtbot.keyClick(field, Qt.Key.Key_Return)

    assert (merged, labelled) == (["Bills Lyon"], ["Bills Rome"])


def many_shelves(qtbot: QtBot) -> Shelves:
    shelves = Shelves(lambda: None, lambda: None)
    qtbot.addWidget(shelves)
    shelves.show()
    labels = tuple(LabelCount(label.name, label.colour, 1) for label in MANY)
    shelves.show_overview(Overview("Letters", 24, labels))
    return shelves


def visible_labels(shelves: Shelves) -> list[str]:
    rows = shelves.findChildren(ShelfRow)
    return [row.text() for row in rows if row.shelf.kind is ShelfKind.LABEL and not row.isHidden()]


def test_many_labels_are_folded_so_that_what_is_below_them_is_near(qtbot: QtBot, theme: Theme) -> None:
    shelves = many_shelves(qtbot)
    assert visible_labels(shelves) == [label.name for label in MANY[:12]]

    shelves.mark_chosen(Shelf(ShelfKind.LABEL, "Permits Rome"))
    assert visible_labels(shelves) == [*(label.name for label in MANY[:12]), "Permits Rome"]
    more = next(each for each in shelves.findChildren(Link) if each.text() == "11 more…")
    more.click()
    assert len(visible_labels(shelves)) == len(MANY)
    more.click()
    assert len(visible_labels(shelves)) == 13


def test_a_label_of_the_list_is_found_by_typing_and_opened_with_enter(qtbot: QtBot, theme: Theme) -> None:
    shelves, chosen = many_shelves(qtbot), list[Shelf]()
    shelves.shelf_chosen.connect(chosen.append)
    [field] = shelves.findChildren(SearchField)

    qtbot.keyClicks(field, "rome")
    assert visible_labels(shelves) == [f"{kind} Rome" for kind in KINDS]
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert chosen == [Shelf(ShelfKind.LABEL, "Bills Rome")]
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert visible_labels(shelves) == [label.name for label in MANY[:12]]


def test_a_few_labels_have_no_search_field(qtbot: QtBot, theme: Theme) -> None:
    shelves = many_shelves(qtbot)
    shelves.show_overview(Overview("Letters", 3, (LabelCount("Bills", 0, 1), LabelCount("Offers", 1, 2))))

    assert visible_labels(shelves) == ["Bills", "Offers"]
    assert not any(field.isVisible() for field in shelves.findChildren(SearchField))
