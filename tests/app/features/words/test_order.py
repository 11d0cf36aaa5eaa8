"""The strongest words are those that tell the labels apart, or those that add most to a document, by choice."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.features.words.page import WordsPage
from app.features.words.use_cases import export_words_csv
from app.features.words.view_model import WordOrder, WordsQuestions, WordsViewModel
from app.kit.look.theme import Theme
from app.kit.widgets import Paragraph
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.store.workspace import Session
from tests.app.in_the_window import cells
from tests.inline_runner import InlineRunner


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Texts in which `the` is very frequent, and a little more so under one label."""
    folder = tmp_path_factory.mktemp("order")
    texts = {
        "fruit": "the the the the the the the the the the apple pear",
        "tools": "the the the the the the hammer saw",
    }
    for label, text in texts.items():
        (folder / "texts" / label).mkdir(parents=True)
        for number in range(8):
            (folder / "texts" / label / f"{number}.txt").write_text(f"{text} number{number}")
    place = folder / "texts.bayleaf"
    import_sources(place, ImportRequest((folder / "texts",), corpus="Texts"), NoOpJobContext())
    request = RecipeRequest(event_model="multinomial", smoothing="0.1", tokens="plain")
    train(place, TrainingOrder(request, "Texts", "Model"), NoOpJobContext())
    return place


@pytest.fixture
def model(path: Path, inline_runner: InlineRunner) -> WordsViewModel:
    model = WordsViewModel(inline_runner)
    model.open_workspace(WordsQuestions(Session(path)))
    model.open_model("Model", "multinomial", 0.1)
    for _ in range(3):
        inline_runner.run()
    return model


def test_by_default_a_frequent_word_is_not_among_the_strongest(model: WordsViewModel) -> None:
    words = [word for word, _weight in (*model.state.strongest.words_towards, *model.state.strongest.words_against)]

    assert model.state.order is WordOrder.TELLING
    assert set(words[:2]) <= {"apple", "pear", "hammer", "saw"}
    assert "the" not in words[:2]


def test_the_page_sorts_its_table_by_the_order_and_says_what_the_columns_mean(
    qtbot: QtBot, theme: Theme, model: WordsViewModel
) -> None:
    page = WordsPage(model)
    qtbot.addWidget(page)
    page.resize(1400, 800)
    table = model.state.table
    assert table is not None

    telling = cells(page._view, 0)
    model.choose_order(WordOrder.PER_DOCUMENT)
    per_document = cells(page._view, 0)

    by_bits = table.bits(*model.state.pair)[[int(np.flatnonzero(table.words == word)[0]) for word in telling]]
    assert telling[0] != "the"
    assert (np.diff(by_bits) <= 0).all()
    assert telling != per_document
    meanings = " ".join(part.accessibleName() for part in page.findChildren(Paragraph))
    for head in ("Log-odds: ", "Mean: ", "Bits: "):
        assert head in meanings


@pytest.mark.parametrize(
    ("event_model", "name"), [("complement", "weight: fruit"), ("multinomial", "log P(word | label): fruit")]
)
def test_the_exported_table_calls_no_weight_a_log_probability(
    path: Path, tmp_path: Path, event_model: str, name: str
) -> None:
    place = Path(shutil.copy(path, tmp_path))
    train(
        place,
        TrainingOrder(RecipeRequest(event_model=event_model, smoothing="0.1"), "Texts", "Other"),
        NoOpJobContext(),
    )

    export_words_csv(Session(place), "Other", tmp_path / "words.csv")

    with (tmp_path / "words.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert name in rows[0]
    assert max(float(row[name]) for row in rows) <= 0 or name.startswith("weight")
