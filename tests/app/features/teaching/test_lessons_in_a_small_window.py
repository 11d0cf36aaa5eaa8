"""In the smallest window no choice of a lesson is cut off, whatever the language."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtWidgets import QComboBox, QWidget
from pytestqt.qtbot import QtBot

from app.features.teaching.page import LessonsPage
from app.features.teaching.view_model import LessonsViewModel
from app.kit.jobs import JobRunner
from app.kit.look import fonts, painting
from app.kit.look.theme import Theme
from app.kit.wording import Language
from tests.app.shell.test_small_window import ARROW, SMALLEST
from tests.app.shell.test_small_window import language as language

SIDE_BAR, HEADS = 52, 60


def test_the_choices_of_a_lesson_are_whole(qtbot: QtBot, theme: Theme, language: Language, runner: JobRunner) -> None:
    page = LessonsPage(LessonsViewModel(runner))
    qtbot.addWidget(page)
    page.resize(SMALLEST.width() - SIDE_BAR, SMALLEST.height() - HEADS)
    with qtbot.waitExposed(page):
        page.show()

    for box in (page._event_model, page._prior):
        assert isinstance(box, QComboBox)
        assert painting.text_width(box.currentText(), fonts.body()) + ARROW <= box.width()
    assert page.width() == SMALLEST.width() - SIDE_BAR


@pytest.mark.parametrize("prior", ["data", "smoothed"])
def test_the_controls_of_a_pile_stand_beside_each_other(
    qtbot: QtBot, theme: Theme, language: Language, runner: JobRunner, prior: str
) -> None:
    window, page = QWidget(), LessonsPage(LessonsViewModel(runner))
    qtbot.addWidget(window)
    page.setParent(window)
    page._model.open("pile")
    page._model.change_setup(prior=prior)
    page.setGeometry(0, 0, SMALLEST.width() - SIDE_BAR, SMALLEST.height() - HEADS)
    with qtbot.waitExposed(window):
        window.show()

    controls = [page._event_model, page._smoothing, page._prior, page._strength, page._rounds]
    edges = [(each.x(), each.x() + each.width()) for each in controls if each.isVisible()]
    assert len(edges) == 4 + (prior == "smoothed")
    assert all(end <= begin for (_, end), (begin, _) in pairwise(edges))
    assert edges[-1][1] <= page._rounds.parentWidget().width()
