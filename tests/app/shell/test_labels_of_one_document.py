"""Several labels a document in the real window: shown, given by keys, judged, taught, undone."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableView

from app.domain.documents import SourceOptions, split_label_set
from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.store.workspace import Workspace
from tests.app.cli.test_several_labels import topics, written
from tests.app.in_the_window import InTheWindow, cells

DOCUMENTS, _SORT, TRAIN, WORDS, EVALUATE, CLASSIFY, INBOX = range(7)
PICTURES = os.environ.get("BAYLEAF_PICTURES")
"""A folder for pictures of the pages, for somebody who wants to look at them."""


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("several")
    path = folder / "news.bayleaf"
    order = ImportRequest((topics(folder / "t.jsonl", 120),), SourceOptions(), corpus="News")
    import_sources(path, order, NoOpJobContext())
    train(path, TrainingOrder(corpus="News", model="News filter"), NoOpJobContext())
    return path


@pytest.fixture
def workspace(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(prepared, tmp_path / "news.bayleaf"))


@pytest.fixture
def somebody(somebody: InTheWindow) -> InTheWindow:
    somebody.program.window.resize(1240, 800)
    return somebody


def looked_at(somebody: InTheWindow, name: str) -> None:
    if PICTURES:
        somebody.program.window.grab().save(str(Path(PICTURES) / f"{name}.png"))


def labels_of(somebody: InTheWindow, number: int) -> tuple[str, ...]:
    path = somebody.program.frame.state.workspace
    assert path is not None
    with Workspace(path, read_only=True) as workspace:
        return split_label_set(workspace.documents.get(number).document.label)


def test_a_key_gives_one_more_label_and_takes_it_again(somebody: InTheWindow) -> None:
    somebody.open(DOCUMENTS)
    looked_at(somebody, "documents")
    view = somebody.part(QTableView)
    assert "grain, ship" in cells(view, 0)
    row = cells(view, 0).index("grain")
    view.selectRow(row)
    somebody.rest()
    number = somebody.models.documents.state.chosen_number
    assert number is not None
    names = [label.name for label in somebody.models.documents.state.overview.labels]
    key = Qt.Key(Qt.Key.Key_1.value + names.index("ship"))
    somebody.key(key, on=view)
    somebody.rest()
    assert labels_of(somebody, number) == ("grain", "ship")
    assert somebody.models.documents.state.chosen_number == number
    looked_at(somebody, "documents-two")
    somebody.key(key, on=view)
    somebody.rest()
    assert labels_of(somebody, number) == ("grain",)
    somebody.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    somebody.rest()
    assert labels_of(somebody, number) == ("grain", "ship")


def test_a_verdict_with_two_labels_is_shown_and_taught(somebody: InTheWindow, tmp_path: Path) -> None:
    both = written(tmp_path / "new" / "both.txt", "report said today wheat harvest crop vessel port cargo")
    somebody.open(CLASSIFY)
    somebody.drop([both])
    somebody.rest()
    looked_at(somebody, "classify")
    [item] = somebody.models.classify.state.items
    assert split_label_set(item.label) == ("grain", "ship")
    names = [label.name for label in somebody.models.classify.state.labels]
    assert names == ["grain", "other", "ship"] or set(names) == {"grain", "other", "ship"}
    somebody.key(Qt.Key(Qt.Key.Key_1.value + names.index("ship")), on=somebody.part(QTableView))
    somebody.rest()
    [item] = somebody.models.classify.state.items
    assert item.corrected == "grain"
    looked_at(somebody, "classify-taught")


def test_every_page_shows_single_labels(somebody: InTheWindow) -> None:
    for page, name in ((TRAIN, "train"), (WORDS, "words"), (EVALUATE, "evaluate")):
        somebody.open(page)
        somebody.rest()
        looked_at(somebody, name)
    assert somebody.models.training.state.problem is None
    result = somebody.models.training.state.result
    assert result is not None
    assert result.evaluation.labels == ("grain", "other", "ship")
    assert not any("\x1f" in text for text in somebody.texts())


def test_a_corpus_is_let_take_several_and_back(somebody: InTheWindow) -> None:
    somebody.open(DOCUMENTS)
    somebody.click("Several labels per document")
    somebody.rest()
    assert somebody.models.documents.state.problem is not None
    assert somebody.models.documents.state.overview.takes_several
