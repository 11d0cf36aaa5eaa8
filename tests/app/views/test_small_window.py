"""In the smallest window nothing is cut off, whatever the language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, QSize
from PySide6.QtWidgets import QApplication, QRadioButton, QScrollArea
from pytestqt.qtbot import QtBot

from app.qt.theme import Theme
from app.qt.translation import LANGUAGES, Language
from tests.app.views.made_up import made_up_window

SMALLEST = QSize(900, 600)


@pytest.fixture(params=LANGUAGES)
def language(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Language]:
    made = Language(qapp)
    made.choose(request.param)
    yield made
    made.choose("en")
    for translator in made._installed:
        qapp.removeTranslator(translator)
    QLocale.setDefault(QLocale("en_US"))


def test_the_recipe_is_as_wide_as_what_is_seen_of_it(qtbot: QtBot, theme: Theme, language: Language) -> None:
    window = made_up_window("train")
    qtbot.addWidget(window)
    window.resize(SMALLEST)
    with qtbot.waitExposed(window):
        window.show()
    QApplication.processEvents()

    chosen = window.findChild(QRadioButton)
    recipe = next(each for each in window.findChildren(QScrollArea) if chosen and each.isAncestorOf(chosen))

    assert recipe.widget().width() <= recipe.viewport().width()
