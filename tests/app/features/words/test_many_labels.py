"""The Words page of many labels: one label against all others, the grid of strongest words, and rows that act."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.features.words.page import BESIDE_FROM, WordsPage
from app.features.words.use_cases import export_words_csv
from app.features.words.view_model import ALL_OTHERS, WordOrder, WordsQuestions, WordsViewModel, WordTable
from app.kit.look.theme import Theme
from app.kit.painted_values import Label
from app.kit.widgets import TextLabel
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.store.workspace import Session
from tests.app.in_the_window import cells, word_table
from tests.inline_runner import InlineRunner

NAMES = ("birch", "cedar", "date")
WORDS = ("alpha", "beta", "gamma", "delta")
LOGS = np.log([[0.7, 0.1, 0.1, 0.1], [0.1, 0.6, 0.2, 0.1], [0.1, 0.1, 0.2, 0.6]])


def a_table() -> WordTable:
    labels = tuple(Label(name, number, 10) for number, name in enumerate(NAMES))
    return word_table(WORDS, 100 * np.exp(LOGS), LOGS, labels)


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


def test_of_many_labels_one_is_compared_with_all_others_together(model: WordsViewModel) -> None:
    assert model.state.pair == (ALL_OTHERS, 0)

    odds = a_table().log_odds(0, ALL_OTHERS)

    assert odds == pytest.approx(LOGS[0] - np.log((np.exp(LOGS[1]) + np.exp(LOGS[2])) / 2))


@pytest.mark.parametrize("event_model", ["multinomial", "bernoulli"])
def test_a_word_that_the_other_labels_have_more_often_points_to_them(
    tmp_path: Path, inline_runner: InlineRunner, event_model: str
) -> None:
    """A word that most labels never have did point to each label that has it once."""
    for label, texts in {
        "birch": ["leaf clipper", "leaf bark", "leaf bark", "leaf bark"],
        "cedar": ["chip clipper", "clipper chip", "clipper chip", "clipper key"],
        "date": ["sweet fruit"] * 4,
    }.items():  # fmt: skip
        (folder := tmp_path / "texts" / label).mkdir(parents=True)
        for number, text in enumerate(texts):
            (folder / f"{number}.txt").write_text(f"{text} number{number}")
    place = tmp_path / "trees.bayleaf"
    import_sources(place, ImportRequest((tmp_path / "texts",), corpus="Trees"), NoOpJobContext())
    request = RecipeRequest(event_model=event_model, smoothing="0.1", tokens="plain")
    train(place, TrainingOrder(request, "Trees", "Model"), NoOpJobContext())
    model = WordsViewModel(inline_runner)
    model.open_workspace(WordsQuestions(Session(place)))
    model.open_model("Model", event_model, 0.1)
    for _ in range(3):
        inline_runner.run()
    model.set_min_occurrences(1)
    model.choose_pair(ALL_OTHERS, 0)
    table = model.state.table
    assert table is not None

    row = int(np.flatnonzero(table.words == "clipper")[0])
    logs = table.log_probabilities[:, row]
    odds = table.log_odds(0, ALL_OTHERS)[row]

    assert table.labels[0].name == "birch"
    assert odds == pytest.approx(logs[0] - np.log(np.exp(logs[1:]).mean())), "all labels have the same prior"
    assert odds < 0 < logs[0] - logs[1:].mean()
    assert "clipper" not in [word for word, _odds in model.state.strongest.words_towards]
    assert "clipper" not in {label.name: words for label, words in model.strongest_words_per_label()}["birch"]
    export_words_csv(Session(place), "Model", tmp_path / "words.csv")
    with (tmp_path / "words.csv").open(encoding="utf-8-sig") as lines:
        exported = {line["word"]: line for line in csv.DictReader(lines)}
    assert float(exported["clipper"]["log-odds against all other labels: birch"]) == pytest.approx(odds)
    assert float(exported["clipper"]["log P(word | label): birch"]) == pytest.approx(logs[0])


@pytest.mark.parametrize("pair", [(ALL_OTHERS, 1), (0, 2)])
def test_the_chart_has_the_words_of_the_table_in_its_order(
    page: WordsPage, model: WordsViewModel, pair: tuple[int, int]
) -> None:
    model.choose_pair(*pair)

    strongest, table = model.state.strongest, model.state.table
    assert table is not None
    listed = cells(page._view, 0)
    odds = dict(zip(WORDS, table.log_odds(pair[1], pair[0]).tolist(), strict=True))

    assert strongest.words_towards == tuple((word, odds[word]) for word in listed if odds[word] > 0)
    # Of one label against all others, the table ends with the strongest word against the label.
    against = listed[::-1] if pair[0] == ALL_OTHERS else listed
    assert strongest.words_against == tuple((word, odds[word]) for word in against if odds[word] < 0)


def test_the_grid_has_the_strongest_words_of_each_label_first(model: WordsViewModel) -> None:
    grid = {label.name: words for label, words in model.strongest_words_per_label()}

    assert grid == {"birch": ["alpha"], "cedar": ["beta", "gamma"], "date": ["delta", "gamma"]}


def test_a_word_of_another_label_is_not_among_the_strongest(inline_runner: InlineRunner) -> None:
    """Such a word tells much, and is rarer still under the labels that never have it."""
    counts = np.array([[90.0, 1, 0, 30], [0, 99, 0, 30], [0, 0, 99, 30], [0, 0, 1, 30]])
    shares = (counts + 0.1) / (counts + 0.1).sum(axis=1, keepdims=True)
    labels = tuple(Label(name, number, 10) for number, name in enumerate((*NAMES, "elm")))
    table = word_table(WORDS, counts, np.log(shares), labels)
    made = WordsViewModel(inline_runner)
    made.open_model("Trees", "multinomial", 1.0)
    made.show_table(table)

    grid = {label.name: words for label, words in made.strongest_words_per_label()}
    assert {name: words[0] for name, words in grid.items()} == {
        "birch": "alpha", "cedar": "beta", "date": "gamma", "elm": "delta",
    }  # fmt: skip
    assert "beta" not in grid["birch"]
    assert made.state.strongest.words_towards, "bars are drawn on the side to which the log-odds point"
    assert all(value > 0 for _word, value in made.state.strongest.words_towards)
    assert all(value < 0 for _word, value in made.state.strongest.words_against)


def test_the_page_shows_the_grid_and_comes_back(page: WordsPage) -> None:
    page._all_labels.click()
    assert page._grid.isVisible()
    assert "whose presence tells most" in page._grid_meaning.accessibleName()
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


def test_the_controls_above_the_table_do_not_overlap_in_a_usual_window(page: WordsPage) -> None:
    """The page of a window of 1180 × 750, with the plot beside the table."""
    page.resize(BESIDE_FROM, 700)
    controls = [page._towards, page._against, page._search, page._order, page._least,
                next(label for label in page.findChildren(TextLabel) if label.text() == "against")]  # fmt: skip

    places = [QRect(each.mapTo(page, QPoint()), each.size()) for each in controls]

    assert all(each.isVisible() for each in controls)
    assert page._right.x() > 0, "the plot is beside the table"
    for number, place in enumerate(places):
        assert place.right() < page._right.mapTo(page, QPoint()).x()
        assert place.width() >= controls[number].minimumSizeHint().width() or controls[number] is page._search
        assert not any(place.intersects(other) for other in places[:number])


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
