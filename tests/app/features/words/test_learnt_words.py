"""Learnt factors in words: what naive Bayes says alone and what counts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pytestqt.qtbot import QtBot

from app.domain.results import WordProbabilitySteps
from app.features.words.page import WordsPage
from app.features.words.view_model import WordsViewModel
from app.kit.coloured_text import ColouredText
from app.kit.look.theme import Theme
from app.kit.painted_values import (
    Label,
    Tint,
    WordProbabilities,
    WordProbability,
)
from app.kit.plots.word_figures import WorkingView
from tests.app.in_the_window import word_table
from tests.inline_runner import InlineRunner


def test_a_coloured_word_tells_both_numbers(qtbot: QtBot, theme: Theme) -> None:
    text = ColouredText()
    qtbot.addWidget(text)
    text.show_text("ship port new", [Tint(0, 4, 0.5, 2.0), Tint(5, 4, 0.25), Tint(10, 3, None)])

    told = [text._tip_for(tint) for tint in text._tints]

    assert told == [
        ("ship  weight of the word alone: +2.00; in this verdict: +0.50"),
        "port  +0.25",
        "new: the model does not know this word",
    ]


def test_the_working_of_a_word_is_a_product_where_factors_are_learnt(qtbot: QtBot, theme: Theme) -> None:
    view = WorkingView()
    qtbot.addWidget(view)
    sea = WordProbability(WordProbabilitySteps("sea", 9, 0.1, 100, 1.0, 0.09, 0.5, ratio=2.0, factor=0.25), 1)
    sky = WordProbability(WordProbabilitySteps("sky", 1, 0.1, 100, 1.0, 0.011, -0.25, ratio=-1.0, factor=0.25), 0)

    view.show_probabilities(WordProbabilities((sea, sky), -0.75))

    assert "sea: (9 + 0.1) / (100 + 1), 2.00 × 0.25 = 0.50" in view.accessibleDescription()
    assert "naive Bayes alone: −3.00; without repeats: −0.75" in view.accessibleDescription()
    assert not view.grab().isNull()


def test_the_column_of_what_counts_is_sorted_by_how_much_was_taken_back(
    qtbot: QtBot, theme: Theme, inline_runner: InlineRunner
) -> None:
    page = WordsPage(WordsViewModel(inline_runner))
    qtbot.addWidget(page)
    weights, ratios = np.array([[0.5, 1.0, 0.2], [-0.5, -1.0, -0.2]]), np.array([[3.0, 1.5, -0.2], [-3.0, -1.5, 0.2]])
    words = np.array(["twice", "once", "turned"], dtype=object)
    labels = (Label("sea", 0, 9), Label("sky", 1, 9))

    table = replace(word_table(words, np.ones((2, 3)), weights, labels), ratios=ratios)
    counts = page._fitted_factor_columns(table, (1, 0), table.log_odds(0, 1), 0)[1]

    assert [counts.text(value)[:-2] for value in counts.values] == ["17", "67", "−100"]
    assert [str(words[place]) for place in np.argsort(-counts.keys)] == ["twice", "once", "turned"]
