"""The Words page of many labels: one label against all others, the grid of strongest words, and rows that act."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.features.words.page import WordsPage
from app.features.words.view_model import ALL_OTHERS, WordOrder, WordsViewModel, WordTable
from app.kit.look.theme import Theme
from app.kit.painted_values import Label
from tests.app.in_the_window import cells
from tests.inline_runner import InlineRunner

NAMES = ("birch", "cedar", "date")
WORDS = ("alpha", "beta", "gamma", "delta")
LOGS = np.log([[0.7, 0.1, 0.1, 0.1], [0.1, 0.6, 0.2, 0.1], [0.1, 0.1, 0.2, 0.6]])


def a_table() -> WordTable:
    labels = tuple(Label(name, number, 10) for number, name in enumerate(NAMES))
    words = np.array(WORDS, dtype=object)
    return WordTable(words, 100 * np.exp(LOGS), LOGS, np.ones(4), labels)


@pytest.fixture
def model(inline_runner: InlineRunner) -> WordsViewModel:
    made = WordsViewModel(inline_runner)
    made.open_model("Trees", "multinomial", 1.0)
    made.show_table(a_table())
    return made


@pytest.fixture
def page(qtbot: QtBot, theme: Theme, model: WordsViewModel) -> WordsPage:
    made = WordsPage(model)
    qtbot.addWidget(made)
    made.resize(1200, 700)
    made.show()
    return made


def test_of_many_labels_one_is_compared_with_the_mean_of_all_others(model: WordsViewModel) -> None:
    assert model.state.pair == (ALL_OTHERS, 0)

    odds = a_table().log_odds(0, ALL_OTHERS)

    assert odds == pytest.approx(LOGS[0] - (LOGS[1] + LOGS[2]) / 2)


def test_the_grid_has_the_strongest_words_of_each_label_first(model: WordsViewModel) -> None:
    grid = {label.name: words for label, words in model.strongest_words_per_label()}

    assert grid == {"birch": ["alpha"], "cedar": ["beta", "gamma"], "date": ["delta", "gamma"]}


def test_a_word_of_another_label_is_not_among_the_strongest(inline_runner: InlineRunner) -> None:
    """Such a word tells much, and is rarer still under the labels that never have it."""
    counts = np.array([[90.0, 1, 0, 30], [0, 99, 0, 30], [0, 0, 99, 30], [0, 0, 1, 30]])
    shares = (counts + 0.1) / (counts + 0.1).sum(axis=1, keepdims=True)
    labels = tuple(Label(name, number, 10) for number, name in enumerate((*NAMES, "elm")))
    table = WordTable(np.array(WORDS, dtype=object), counts, np.log(shares), np.array([0.4, 0.5, 0.5, 0.01]), labels)
    made = WordsViewModel(inline_runner)
    made.open_model("Trees", "multinomial", 1.0)
    made.show_table(table)

    grid = {label.name: words for label, words in made.strongest_words_per_label()}
    assert {name: words[0] for name, words in grid.items()} == {
        "birch": "alpha", "cedar": "beta", "date": "gamma", "elm": "delta",
    }  # fmt: skip
    assert "beta" not in grid["birch"]
    assert made.state.strongest.towards, "bars are drawn on the side to which the log-odds point"
    assert all(value > 0 for _word, value in made.state.strongest.towards)
    assert all(value < 0 for _word, value in made.state.strongest.against)


def test_the_page_shows_the_grid_and_comes_back(page: WordsPage) -> None:
    page._all_labels.click()
    assert page._pages.currentWidget() is page._grid
    assert [page._grid.table.index(1, column).data() for column in (1, 2, 3)] == ["beta", "gamma", ""]

    page._all_labels.click()
    assert page._pages.currentWidget() is page._whole


@pytest.mark.parametrize("order", WordOrder)
def test_the_words_for_the_chosen_label_come_before_those_against_it(
    page: WordsPage, model: WordsViewModel, order: WordOrder
) -> None:
    model.choose_pair(ALL_OTHERS, 1)
    model.choose_order(order)

    words = cells(page._view, 0)
    assert {*words[:2]} == {"beta", "gamma"}
    assert {*words[2:]} == {"alpha", "delta"}


def test_labels_are_found_by_a_part_of_their_name(page: WordsPage, model: WordsViewModel) -> None:
    edit = page._towards.lineEdit()
    assert edit is not None

    edit.setText("dat")
    edit.editingFinished.emit()
    assert model.state.pair == (ALL_OTHERS, 2)

    page._on_against_chosen("birch")
    assert model.state.pair == (0, 2)
    page._on_towards_chosen("birch")
    assert model.state.pair == (2, 0)


def test_a_text_that_fits_several_labels_changes_nothing(page: WordsPage, model: WordsViewModel) -> None:
    edit = page._towards.lineEdit()
    assert edit is not None

    edit.setText("d")
    edit.editingFinished.emit()

    assert model.state.pair == (ALL_OTHERS, 0)
    assert edit.text() == "birch"


def test_a_double_click_and_the_menu_show_the_documents_of_a_word(page: WordsPage, model: WordsViewModel) -> None:
    wanted: list[str] = []
    model.documents_wanted.connect(wanted.append)
    row = page._table.row_of(2)

    page._view.row_opened.emit(2)
    menu = page._menu(page._view.visualRect(page._table.index(row, 0)).center())

    assert isinstance(menu, QMenu)
    menu.actions()[0].trigger()
    assert wanted == ["gamma", "gamma"]
