"""Roles, names and values of what is painted, as a screen reader gets them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from app.features.train.recipe_sections import EventModelChoice
from app.kit.label_chips import LabelChip
from app.kit.look.theme import Theme
from app.kit.plots.evaluation_figures import ConfusionMatrix, StatRow
from app.kit.smoothing_slider import SmoothingSlider
from app.kit.window_bars import SideBar, SideBarButton

APP = Path(__file__).resolve().parents[3] / "app"


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

    with qtbot.waitSignal(slider.value_moved) as moved:
        told.valueInterface().setCurrentValue(60)

    assert moved.args == [1.0]
    assert told.text(QAccessible.Text.Description) == "α = 1"


def test_places_are_one_choice_of_several(qtbot: QtBot, theme: Theme) -> None:
    place = SideBarButton("train", "Train")
    qtbot.addWidget(place)

    assert QAccessible.queryAccessibleInterface(place).role() == QAccessible.Role.RadioButton


def test_a_place_that_is_toggled_and_not_clicked_is_gone_to(qtbot: QtBot, theme: Theme) -> None:
    side = SideBar([("documents", "Documents"), ("train", "Train")], lambda: None)
    qtbot.addWidget(side)
    [place] = [each for each in side.findChildren(SideBarButton) if each.accessibleName() == "Train"]

    with qtbot.waitSignal(side.page_chosen) as chosen:
        QAccessible.queryAccessibleInterface(place).actionInterface().doAction("Toggle")

    assert chosen.args == [1]


def toggled(part: QWidget) -> None:
    """Do what a screen reader does to something that can be checked."""
    QAccessible.queryAccessibleInterface(part).actionInterface().doAction("Toggle")


def test_an_event_model_is_chosen_by_a_screen_reader(qtbot: QtBot, theme: Theme) -> None:
    choice = EventModelChoice()
    qtbot.addWidget(choice)
    choice.show_choice("multinomial", is_table=False)
    [bernoulli] = [each for each in choice.findChildren(QRadioButton) if each.text() == "Bernoulli"]

    with qtbot.waitSignal(choice.chosen) as chosen:
        toggled(bernoulli)

    assert chosen.args == ["bernoulli"]


def test_showing_a_choice_is_no_choice_of_a_persons(qtbot: QtBot, theme: Theme) -> None:
    choice = EventModelChoice()
    qtbot.addWidget(choice)
    choice.show_choice("multinomial", is_table=False)

    with qtbot.assertNotEmitted(choice.chosen):
        choice.show_choice("bernoulli", is_table=False)


def test_every_box_and_choice_follows_a_toggle() -> None:
    """Screen readers toggle what can be checked, and click nothing: a box that hears clicks alone is deaf to them."""
    made = re.compile(r"(\w+(?:\.\w+)?)(?:, self\.\w+)? = \(?\s*Q(?:CheckBox|RadioButton)\(")
    deaf = [
        f"{path.name}: {name}"
        for folder in ("features", "kit", "shell")
        for path in sorted((APP / folder).rglob("*.py"))
        for text in [path.read_text(encoding="utf-8")]
        for name in made.findall(text)
        if f"{name}.clicked.connect" in text
    ]
    assert deaf == []
