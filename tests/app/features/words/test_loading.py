"""While the words of a model are loaded, their place says so; a filter's words are not said to decide alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.features.words.page import WordsPage
from app.features.words.view_model import WordsQuestions, WordsViewModel
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.plots.word_figures import WorkingView
from app.library.recipes import FILTER
from tests.app.made_up_corpus import workspace
from tests.inline_runner import InlineRunner

__all__ = ["workspace"]


@pytest.fixture
def model(inline_runner: InlineRunner, workspace: Path) -> WordsViewModel:
    return WordsViewModel(inline_runner, WordsQuestions(workspace))


@pytest.fixture
def page(qtbot: QtBot, theme: Theme, model: WordsViewModel) -> WordsPage:
    made = WordsPage(model)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    return made


def texts(page: WordsPage) -> set[str]:
    return {label.text() for label in page.findChildren(QLabel) if label.isVisible()}


def test_while_the_words_are_loaded_their_place_says_so(
    inline_runner: InlineRunner, model: WordsViewModel, page: WordsPage
) -> None:
    model.open_model("Filter", "multinomial", 0.5)
    assert "Loading the words of model “Filter”…" in texts(page)
    assert not page._view.isVisible()

    inline_runner.run()

    assert page._view.isVisible()
    assert "Loading the words of model “Filter”…" not in texts(page)


def test_loading_can_be_stopped_and_begun_again(
    inline_runner: InlineRunner, model: WordsViewModel, page: WordsPage
) -> None:
    model.open_model("Filter", "multinomial", 0.5)
    inline_runner.run_first()  # the columns, of which there are none
    model.stop_loading()
    inline_runner.run()
    assert "The words of model “Filter” were not loaded." in texts(page)

    page._loading._button.click()
    inline_runner.run()
    assert page._view.isVisible()


def test_a_word_of_a_filter_is_said_to_count_for_less_than_its_log_odds(
    inline_runner: InlineRunner, model: WordsViewModel, theme: Theme, qtbot: QtBot
) -> None:
    view = WorkingView()
    qtbot.addWidget(view)
    shown: dict[str, str] = {}
    for event_model in ("multinomial", FILTER):
        model.open_model("Filter", event_model, 0.5)
        inline_runner.run()
        model.choose_word(0)
        inline_runner.run()
        assert model.state.working is not None
        view.show_probabilities(model.state.working)
        shown[event_model] = view.accessibleDescription()

    view.resize(370, view.height())
    lines = view._meaning_lines(view.width())
    assert len(lines) == 2
    assert "…" not in lines[1]
    assert "multiplies the odds" in shown["multinomial"]
    assert "the filter gives the word less weight" in shown[FILTER]


def test_beside_a_long_title_of_the_plot_the_calculation_of_a_word_keeps_its_width(
    inline_runner: InlineRunner, model: WordsViewModel, page: WordsPage
) -> None:
    """In Russian, at 900 pixels, its numbers were painted over each other."""
    page.setFixedSize(848, 640)
    model.open_model("Filter", "multinomial", 0.5)
    inline_runner.run()
    model.choose_word(0)
    inline_runner.run()
    page._plot_title.setText("Самые сильные слова")
    page._plot_choice.setText("больше битов – выше; полосы: логарифм шансов")
    for _ in range(3):
        QApplication.processEvents()

    assert page._working.isVisible()
    assert page._working.width() >= px(360)
