"""A training that takes the place of a kept model says so, shows on the Train page, and can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.jobs import Unattended
from app.pages.kit.slider import SmoothingSlider
from app.services.library.importing import ImportOrder, import_sources
from app.services.training.recipe_planning import RecipeRequest
from app.services.training.training import TrainingOrder, train
from app.store.workspace import Workspace
from nbengine.models.persistence import model_from_bytes
from tests.app.views.in_the_window import InTheWindow, running
from tests.walk.made_up_mail import write_mails

DOCUMENTS, TRAIN, WORDS = range(3)
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Mail with a model by a recipe that Auto would not choose."""
    path = tmp_path / "mail.bayleaf"
    mails = write_mails(tmp_path / "mails", {"ham": 24, "spam": 18})
    import_sources(path, ImportOrder((mails,), corpus="Mail"), Unattended())
    train(path, TrainingOrder(RecipeRequest(event_model="bernoulli", smoothing="7.5"), "Mail"), Unattended())
    return path


@pytest.fixture
def somebody(qtbot: QtBot, qapp: QApplication, workspace: Path, tmp_path: Path) -> Iterator[InTheWindow]:
    with running(qtbot, qapp, tmp_path / "window.ini", workspace) as made:
        made.open(TRAIN)
        yield made
    QLocale.setDefault(QLocale("en_US"))


def content(path: Path) -> bytes:
    with Workspace(path, read_only=True) as opened:
        return opened.models.content("Mail filter")


def judged_of(path: Path) -> list[float]:
    with Workspace(path, read_only=True) as opened:
        judged = opened.verdicts.leave_one_out("Mail")
    assert judged is not None
    return [float(share) for share in judged.probabilities]


def test_train_with_auto_says_what_it_replaced_and_shows_its_recipe(somebody: InTheWindow, workspace: Path) -> None:
    before = content(workspace)

    somebody.key(Qt.Key.Key_T, CTRL)
    somebody.rest()

    recipe = model_from_bytes(content(workspace)).recipe
    choices = somebody.models.training.state.choices
    assert content(workspace) != before
    assert (choices.event_model, choices.smoothing) == (recipe.event_model, recipe.smoothing)
    assert somebody.part(SmoothingSlider).alpha == recipe.smoothing
    assert somebody.note.startswith(f"“Mail filter” is trained anew · {recipe.event_model}")


def test_undo_brings_back_the_model_its_verdicts_and_the_recipe_on_the_page(
    somebody: InTheWindow, workspace: Path
) -> None:
    before, judged, choices = content(workspace), judged_of(workspace), somebody.models.training.state.choices
    somebody.key(Qt.Key.Key_T, CTRL)
    somebody.rest()
    assert judged_of(workspace) != judged

    somebody.key(Qt.Key.Key_Z, CTRL)
    somebody.rest()

    assert content(workspace) == before
    assert judged_of(workspace) == judged
    assert somebody.models.training.state.choices == choices
    assert somebody.note == "“Mail filter” is as it was before"
    somebody.open(WORDS)
    assert (somebody.models.words.state.event_model, somebody.models.words.state.smoothing) == ("bernoulli", 7.5)


def test_a_model_kept_over_another_of_its_name_can_be_taken_back(somebody: InTheWindow, workspace: Path) -> None:
    before = content(workspace)
    somebody.answer_with_enter()
    somebody.models.training.choose(smoothing=0.25)
    somebody.rest()

    somebody.click("Keep this model…")
    somebody.rest()
    assert model_from_bytes(content(workspace)).recipe.smoothing == 0.25
    somebody.click("Undo")
    somebody.rest()

    assert content(workspace) == before
    assert somebody.models.training.state.choices.smoothing == 0.25, "what stands on the page is the person's own"
