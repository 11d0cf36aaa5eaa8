"""Roles, names and values of what is painted, as a screen reader gets them."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from app.pages.kit.label_chips import LabelChip
from app.pages.kit.plots.evaluation_figures import ConfusionMatrix, StatRow
from app.pages.kit.side_bar import SideBar, SideBarPlace
from app.pages.kit.smoothing_slider import SmoothingSlider
from app.qt.look.theme import Theme


@pytest.mark.parametrize("part", ["chip", "matrix", "stats"])
def test_what_is_painted_is_something_to_read_for_a_screen_reader(qtbot: QtBot, theme: Theme, part: str) -> None:
    made = {"chip": LabelChip, "matrix": ConfusionMatrix, "stats": StatRow}[part]()
    qtbot.addWidget(made)
    made.setAccessibleName("what it says")

    told = QAccessible.queryAccessibleInterface(made)

    assert told.role() == QAccessible.Role.StaticText
    assert told.text(QAccessible.Text.Name) == "what it says"


def test_the_smoothing_is_a_slider_that_a_screen_reader_can_move(qtbot: QtBot, theme: Theme) -> None:
    slider = SmoothingSlider()
    qtbot.addWidget(slider)
    slider.show_alpha(0.1)
    told = QAccessible.queryAccessibleInterface(slider)
    assert told.role() == QAccessible.Role.Slider
    assert told.valueInterface().currentValue() == 40

    with qtbot.waitSignal(slider.alpha_moved) as moved:
        told.valueInterface().setCurrentValue(60)

    assert moved.args == [1.0]
    assert told.text(QAccessible.Text.Description) == "α = 1"


def test_places_are_one_choice_of_several(qtbot: QtBot, theme: Theme) -> None:
    place = SideBarPlace("train", "Train")
    qtbot.addWidget(place)

    assert QAccessible.queryAccessibleInterface(place).role() == QAccessible.Role.RadioButton


def test_a_place_that_is_toggled_and_not_clicked_is_gone_to(qtbot: QtBot, theme: Theme) -> None:
    side = SideBar([("documents", "Documents"), ("train", "Train")], lambda: None)
    qtbot.addWidget(side)
    [place] = [each for each in side.findChildren(SideBarPlace) if each.accessibleName() == "Train"]

    with qtbot.waitSignal(side.place_chosen) as chosen:
        QAccessible.queryAccessibleInterface(place).actionInterface().doAction("Toggle")

    assert chosen.args == [1]
