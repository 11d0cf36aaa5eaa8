"""With several labels in a small window, what a page is about is not pushed aside by what stands beside it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.domain.results import WordProbabilitySteps
from app.features.train.page import TrainingPage
from app.features.train.view_model import TrainingViewModel
from app.features.train.workbench import Mistake
from app.features.words.page import WordsPage
from app.features.words.view_model import WordsViewModel
from app.kit.jobs import JobRunner
from app.kit.look.fonts import px
from app.kit.look.theme import Theme
from app.kit.page_head import TabBar
from app.kit.painted_values import Label, WordProbabilities, WordProbability
from app.kit.plots.word_figures import WorkingView, _log_odds_width, _probability_width
from tests.app.in_the_window import word_table
from tests.judged_recipes import a_judged_recipe

LABELS = tuple(Label(name, number, 900) for number, name in enumerate(("easy", "easy_2", "hard", "spam", "spam_2")))
SMALL = (840, 570)
"""A page of a window of 1024 × 700."""


def shown(bot: QtBot, page: QWidget, size: tuple[int, int] = SMALL) -> None:
    bot.addWidget(page)
    page.resize(*map(px, size))
    with bot.waitExposed(page):
        page.show()


def words_page(runner: JobRunner, counts: NDArray[np.float64]) -> WordsPage:
    """Counts (n_labels, 10)."""
    model = WordsViewModel(runner)
    page = WordsPage(model)
    words = np.array(["content-type:multipart/alternative", *(f"word{number}" for number in range(9))])
    model._change(model="Mail filter", event_model="multinomial", smoothing=0.1)
    model.show_table(word_table(words, counts, np.log(counts / 1e6), LABELS))
    model.choose_pair(0, 1)
    return page


def test_the_words_keep_their_room_and_only_the_labels_compared_their_counts(
    qtbot: QtBot, theme: Theme, runner: JobRunner
) -> None:
    page = words_page(runner, np.arange(1200.0, 1250.0).reshape(5, 10))
    shown(qtbot, page)
    hidden = [page._view.isColumnHidden(number) for number in range(1, 1 + len(LABELS))]

    assert page._view.columnWidth(0) >= px(100)
    assert page._search.width() >= px(110)
    assert [number for number, is_hidden in enumerate(hidden) if not is_hidden] == sorted(page._model.state.pair)

    page.resize(px(1500), px(800))
    assert not any(page._view.isColumnHidden(number) for number in range(1, 1 + len(LABELS)))


def test_labels_that_no_word_tells_apart_are_shown_as_well(qtbot: QtBot, theme: Theme, runner: JobRunner) -> None:
    page = words_page(runner, np.full((5, 10), 7.0))
    shown(qtbot, page)

    assert {page._table.index(place, page._table.columnCount() - 3).data() for place in range(10)} == {"0.00"}


def test_the_matrix_needs_no_scrolling_and_the_mistakes_keep_their_subjects(
    qtbot: QtBot, theme: Theme, runner: JobRunner
) -> None:
    model = TrainingViewModel(runner)
    page = TrainingPage(model)
    wrong = (Mistake(1, "A subject that says what it is about", "easy_2", "spam_2", 0.999),)
    result = a_judged_recipe([label.name for label in LABELS], np.full((5, 5), 180), wrong=wrong)
    model._change(corpus="Mail", n_documents=4500, labels=LABELS, result=result)
    shown(qtbot, page)

    assert page._pair_scroll.horizontalScrollBar().maximum() == 0
    assert page._view.columnWidth(0) >= px(140)


@pytest.mark.parametrize("width", [360, 420])
def test_the_working_of_a_word_is_never_written_over_itself(
    qtbot: QtBot, theme: Theme, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[tuple[float, float]] = []
    monkeypatch.setattr(WorkingView, "_paint_fraction", lambda *given: painted.append(given[-1]))
    view = WorkingView()
    qtbot.addWidget(view)
    fraction = WordProbability(
        WordProbabilitySteps("easy_ham_2 of the year", 15.0, 0.0056, 330348.0, 741.608, 4.53e-5, -10.0), 0
    )
    view.show_probabilities(WordProbabilities((fraction, fraction), 1.04))
    view.resize(px(width), view.height())

    view.grab()
    left, across = painted[0]

    assert left + across + px(8) + _probability_width(fraction.steps.probability) <= view.width() - _log_odds_width(
        fraction
    )


def test_the_name_of_a_tab_stands_still_when_it_is_chosen(qtbot: QtBot, theme: Theme) -> None:
    tabs = TabBar("Precision and recall", "Reliability")
    tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its ring is no ink of the name
    shown(qtbot, tabs, (500, 40))
    begins = []
    for place in (0, 1):
        tabs.setCurrentIndex(place)
        begins.append(first_ink(tabs, tabs.tabRect(0).adjusted(0, 0, 0, -px(6))))

    assert abs(begins[0] - begins[1]) <= 1


def first_ink(widget: QWidget, where: QRect) -> int:
    """The first column of pixels, counted from the left, in which anything is painted."""
    picture = widget.grab(where).toImage()
    ground = picture.pixel(0, 0)
    rows = range(picture.height())
    return next(x for x in range(picture.width()) if any(picture.pixel(x, y) != ground for y in rows))


def test_a_model_of_very_many_words_says_that_only_the_most_telling_are_listed(
    qtbot: QtBot, theme: Theme, runner: JobRunner
) -> None:
    page = words_page(runner, np.full((5, 10), 7.0))
    shown(qtbot, page)
    table = page._model.state.table
    assert table is not None
    assert "10 word" in page._head._facts.text()
    assert "listed" not in page._head._facts.text()

    page._model.show_table(replace(table, n_in_model=4_000_000))

    assert "4,000,000 word" in page._head._facts.text()
    assert "only the 10 most informative words are listed" in page._head._facts.text()
