"""What the unlabelled documents add is shown on Train before training, with the figures that training finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.features.train.view_model import Trainings, TrainingViewModel
from app.features.train.workbench import RecipeEvaluator, train_with_undo
from app.kit.frame import FrameViewModel
from app.library.recipes import RecipeRequest
from app.store.workspace import Workspace
from tests.app.made_up_corpus import made_up
from tests.inline_runner import InlineRunner

NOBODY = NoOpJobContext()
LEARNT = RecipeRequest(event_model="learnt", vocabulary="all")


@pytest.fixture
def pile(tmp_path: Path) -> Path:
    """Eight labelled documents of each label, and 120 without a label."""
    path = tmp_path / "pile.bayleaf"
    with Workspace(path, create=True) as opened:
        opened.corpora.add("Mail", "text")
        documents = [made_up(label, number) for label in ("ham", "spam") for number in range(68)]
        opened.editing.add("Mail", documents)
        numbers = opened.documents.numbers("Mail").tolist()
        unlabelled = [number for place, number in enumerate(numbers) if place % 68 >= 8]
        opened.editing.relabel(unlabelled, None)
    return path


def test_the_page_shows_the_figures_that_training_finds(pile: Path) -> None:
    effect = RecipeEvaluator(pile).unlabelled_effect("Mail", LEARNT, NOBODY)
    report = train(pile, TrainingOrder(LEARNT, "Mail", "Model"), NOBODY)

    assert effect is not None
    assert effect.documents == 120
    assert effect.accuracy_with is not None
    assert effect == report.unlabelled


def test_a_textbook_model_has_no_such_figures(pile: Path) -> None:
    assert RecipeEvaluator(pile).unlabelled_effect("Mail", RecipeRequest(event_model="multinomial"), NOBODY) is None


def test_a_training_with_unlabelled_documents_is_reported_with_two_accuracies_not_three(
    pile: Path, inline_runner: InlineRunner
) -> None:
    page = TrainingViewModel(inline_runner)
    trainings = Trainings(inline_runner, FrameViewModel(), page, page)

    note = trainings._sentence(train_with_undo(pile, TrainingOrder(LEARNT, "Mail"), NOBODY))

    assert "unlabelled document" in note
    assert note.count("%") == 2
