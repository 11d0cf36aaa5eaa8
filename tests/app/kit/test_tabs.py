"""Tabs: no name is ever cut; what has no room is a click away."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.kit.look import fonts, painting
from app.kit.look.theme import Theme
from app.kit.page_head import TabBar, choose_visible_tabs

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
NAMES = ("Spam caught against ham lost", "Precision and recall", "Reliability", "Confusion", "Vocabulary size")


def shown(tabs: TabBar) -> list[int]:
    return [place for place in range(tabs.count()) if tabs.isTabVisible(place)]


def assert_none_is_cut(tabs: TabBar) -> None:
    for place in shown(tabs):
        rect = tabs.tabRect(place)
        assert rect.width() >= painting.text_width(tabs.tabText(place), fonts.body(600)) + 6
        assert rect.right() < tabs.width()


@pytest.mark.parametrize("width", [900, 560, 400, 300])
@pytest.mark.parametrize("chosen", range(5))
def test_no_name_is_cut_and_the_chosen_one_is_in_sight(qtbot: QtBot, theme: Theme, width: int, chosen: int) -> None:
    tabs = TabBar(*NAMES)
    qtbot.addWidget(tabs)
    tabs.resize(width, 40)
    tabs.show()
    tabs.setCurrentIndex(chosen)

    assert chosen in shown(tabs)
    assert_none_is_cut(tabs)
    assert {tabs.tabText(place) for place in shown(tabs)} | set(tabs.names_in_menu) == set(NAMES)


def test_all_tabs_come_back_where_there_is_room_again(qtbot: QtBot, theme: Theme) -> None:
    tabs = TabBar(*NAMES)
    qtbot.addWidget(tabs)
    tabs.resize(300, 40)
    tabs.show()
    assert tabs.names_in_menu

    tabs.resize(tabs.sizeHint())

    assert tabs.names_in_menu == ()


def test_a_tab_of_the_menu_is_chosen_and_comes_in_sight(qtbot: QtBot, theme: Theme) -> None:
    tabs = TabBar(*NAMES)
    qtbot.addWidget(tabs)
    tabs.resize(400, 40)
    tabs.show()

    tabs._more.click()
    QApplication.processEvents()
    [menu] = [each for each in tabs.findChildren(QMenu) if each.isVisible()]
    menu.actions()[-1].trigger()
    menu.hide()

    assert tabs.tabText(tabs.currentIndex()) == "Vocabulary size"
    assert tabs.currentIndex() in shown(tabs)


def test_what_is_not_offered_is_not_in_the_menu(qtbot: QtBot, theme: Theme) -> None:
    tabs = TabBar(*NAMES)
    qtbot.addWidget(tabs)
    tabs.resize(300, 40)
    tabs.show()

    tabs.setTabVisible(4, False)

    assert "Vocabulary size" not in tabs.names_in_menu
    assert 4 not in shown(tabs)


@given(st.lists(st.integers(20, 200), min_size=1, max_size=8), st.integers(0, 7), st.integers(0, 900))
def test_what_is_shown_fits_unless_it_is_the_chosen_one_alone(widths: list[int], chosen: int, room: int) -> None:
    chosen %= len(widths)
    found = choose_visible_tabs(dict(enumerate(widths)), chosen, room, 60)

    assert chosen in found
    assert found == sorted(found)
    taken = sum(widths[place] for place in found) + (60 if len(found) < len(widths) else 0)
    assert taken <= room or found == [chosen]


def test_a_long_name_is_whole_where_there_is_room(qtbot: QtBot, theme: Theme) -> None:
    tabs = TabBar("4 documents labelled Archive, classified as Junk", "Models and recipes: 1")
    qtbot.addWidget(tabs)
    tabs.resize(800, 40)
    tabs.show()

    assert shown(tabs) == [0, 1]
    assert_none_is_cut(tabs)
