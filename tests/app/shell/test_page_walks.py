"""Every page under a machine as slow and disorderly as can be; and the same walks find the faults that there were."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.features.classify import view_model as classify_model
from app.features.classify.explanations import ExplainedVerdict
from app.features.classify.page import ClassifyPage
from app.features.classify.view_model import ClassifyViewModel
from app.features.documents.view_model import DocumentsViewModel
from app.features.evaluate.view_model import EvaluationViewModel
from app.features.words.view_model import WordsViewModel
from app.kit.jobs import Job
from app.kit.look.theme import Theme
from app.kit.page_model import RequestSender
from app.store.workspace import Session
from tests.app.shell.dialog_walks import FilingWalk, HistoryWalk, ImportWalk
from tests.app.shell.page_walks import (
    ClassifyWalk,
    DocumentsWalk,
    EvaluateWalk,
    FeaturesWalk,
    TrainWalk,
    WordsWalk,
)
from tests.app.shell.sorting_walk import SortingWalk
from tests.app.walks import Ground, Walk, prepare
from tests.late_answers import LateRunner

SEEDS, MANY_SEEDS = range(4), range(30)

PAGES: tuple[type[Walk], ...] = (
    DocumentsWalk,
    ClassifyWalk,
    WordsWalk,
    FeaturesWalk,
    EvaluateWalk,
    TrainWalk,
    SortingWalk,
)
DIALOGS: tuple[type[Walk], ...] = (ImportWalk, FilingWalk, HistoryWalk)

Go = Callable[[type[Walk], int], None]
PutBack = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepare(tmp_path_factory.mktemp("prepared"))


@pytest.fixture
def go(qtbot: QtBot, qapp: QApplication, theme: Theme, prepared: Path, tmp_path: Path) -> Go:
    """Walk over one page, in a workspace and a folder of the walk's own."""

    def gone(walk: type[Walk], seed: int) -> None:
        folder = tmp_path / f"{walk.__name__} {seed}"
        folder.mkdir()
        runner = LateRunner(seed)
        with Session(Path(shutil.copy(prepared, folder / "all.bayleaf"))) as session:
            walk(Ground(qtbot, session, runner, random.Random(seed), folder)).go()

    return gone


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("walk", [*PAGES, *DIALOGS])
def test_what_shows_is_the_answer_to_the_last_question(go: Go, walk: type[Walk]) -> None:
    for seed in SEEDS:
        go(walk, seed)


# The faults that there were, put back one at a time


def stale_answers(patch: pytest.MonkeyPatch) -> None:
    """Every answer is taken as it comes, whatever was asked since."""
    patch.setattr(RequestSender, "_record_end", lambda *_question, **_how: True)
    patch.setattr(Job, "cancel", lambda _job: None)


def scrambled_typing(patch: pytest.MonkeyPatch) -> None:
    """A verdict on typed words brings the words along that it was asked with."""
    show = ClassifyPage._show_text

    def show_with_its_words(page: ClassifyPage, explanation: ExplainedVerdict | None) -> None:
        show(page, explanation)
        if page._model.state.reasons is not None:
            page._text.setPlainText(page._model.state.reasons.text)

    patch.setattr(ClassifyPage, "_show_text", show_with_its_words)


def two_probabilities(patch: pytest.MonkeyPatch) -> None:
    """The list is judged anew, and the reasons beside it stay as they were."""
    patch.setattr(ClassifyViewModel, "show_changed_items", lambda model, _changed: model._copy_items())


def ghost_labels(patch: pytest.MonkeyPatch) -> None:
    """The labels of a corpus are looked up once, when it is opened."""
    look_over = DocumentsViewModel._load_overview

    def once(model: DocumentsViewModel) -> None:
        if model.state.overview.corpus != model._corpus:
            look_over(model)

    patch.setattr(DocumentsViewModel, "_load_overview", once)


def foreseen_for_another(patch: pytest.MonkeyPatch) -> None:
    """The effect of a correction stays beside the button when something else is chosen, or judged anew."""
    patch.setattr(classify_model, "_foresight_cache_key", lambda state: len(state.items))


def deaf_to_languages(patch: pytest.MonkeyPatch) -> None:
    """Words of one language stay in another."""
    patch.setattr(EvaluationViewModel, "retranslate", lambda _model: None)


def working_under_another_name(patch: pytest.MonkeyPatch) -> None:
    """The name of the word that was clicked stands over the working of the one before."""

    def choose(page: WordsViewModel, **changes: Any) -> None:
        changes |= {"working_row": changes["chosen"]} if changes.get("chosen", -1) >= 0 else {}
        page.state = replace(page.state, **changes)
        page.state_changed.emit(page.state)

    patch.setattr(WordsViewModel, "_change", choose)


FAULTS = [
    *((stale_answers, walk) for walk in (*PAGES, *DIALOGS)),
    (scrambled_typing, ClassifyWalk),
    (two_probabilities, ClassifyWalk),
    (foreseen_for_another, ClassifyWalk),
    (ghost_labels, DocumentsWalk),
    (deaf_to_languages, EvaluateWalk),
    (working_under_another_name, WordsWalk),
]


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize(("fault", "walk"), FAULTS)
def test_the_walk_finds_the_fault_when_it_is_put_back(
    go: Go, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot, fault: PutBack, walk: type[Walk]
) -> None:
    fault(monkeypatch)

    assert any(fails(go, qtbot, walk, seed) for seed in MANY_SEEDS)


def fails(go: Go, qtbot: QtBot, walk: type[Walk], seed: int) -> bool:
    """Tell whether a walk meets something that does not belong together."""
    with qtbot.captureExceptions() as raised:
        try:
            go(walk, seed)
        except AssertionError:
            return True
    return bool(raised)
