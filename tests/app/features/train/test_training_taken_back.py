"""A training that takes the place of a kept model says so, shows on the Train page, and can be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QRadioButton, QTableView
from pytestqt.qtbot import QtBot

from app.domain.jobs import NoOpJobContext
from app.features.train.training import TrainingOrder, train
from app.kit.smoothing_slider import SmoothingSlider
from app.kit.widgets import TextLabel
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.store.workspace import Workspace
from nbengine.models.persistence import model_from_bytes
from tests.app.in_the_window import InTheWindow, cells, running
from tests.walk.made_up_mail import write_mails

DOCUMENTS, TRAIN, WORDS = 0, 2, 3
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Mail with a model by a recipe that Auto would not choose."""
    path = tmp_path / "mail.bayleaf"
    mails = write_mails(tmp_path / "mails", {"ham": 24, "spam": 18})
    import_sources(path, ImportRequest((mails,), corpus="Mail"), NoOpJobContext())
    train(path, TrainingOrder(RecipeRequest(event_model="bernoulli", smoothing="500"), "Mail"), NoOpJobContext())
    return path


@pytest.fixture
def somebody(somebody: InTheWindow) -> InTheWindow:
    somebody.open(TRAIN)
    return somebody


def content(path: Path) -> bytes:
    with Workspace(path, read_only=True) as opened:
        return opened.models.content("Mail filter")


def judged_of(path: Path) -> list[float]:
    with Workspace(path, read_only=True) as opened:
        judged = opened.verdicts.leave_one_out("Mail")
    assert judged is not None
    return [float(share) for share in judged.probabilities]


def test_the_page_says_whether_the_model_in_use_has_its_recipe(somebody: InTheWindow, workspace: Path) -> None:
    assert "Model “Mail filter” uses these settings" in facts(somebody)
    assert not somebody.part(QAbstractButton, "Trained").isEnabled()

    somebody.models.training.choose(event_model="multinomial", smoothing="0.5")
    somebody.rest()
    assert "Model “Mail filter” was trained with other settings: Bernoulli · α = 500" in facts(somebody)
    somebody.key(Qt.Key.Key_T, CTRL)
    somebody.rest()

    recipe = model_from_bytes(content(workspace)).recipe
    assert (recipe.event_model, recipe.smoothing) == ("multinomial", 0.5)
    assert "Model “Mail filter” uses these settings" in facts(somebody)
    assert somebody.note.startswith("Model “Mail filter” replaced · ")


def facts(somebody: InTheWindow) -> str:
    return " ".join(label.text() for label in somebody.page.findChildren(TextLabel) if label.isVisible())


def test_ctrl_t_trains_by_the_recipe_of_a_page_that_nobody_has_looked_at(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    path = tmp_path / "fresh.bayleaf"
    mails = write_mails(tmp_path / "more", {"ham": 12, "spam": 9})
    import_sources(path, ImportRequest((mails,), corpus="Mail"), NoOpJobContext())
    with running(qtbot, qapp, tmp_path / "window.ini", path) as somebody:
        somebody.key(Qt.Key.Key_T, CTRL)
        somebody.rest()

        choices = somebody.models.training.state.choices
        recipe = model_from_bytes(content(path)).recipe
        event_model = "filter" if recipe.learner is not None else recipe.event_model
        assert (event_model, recipe.smoothing) == (choices.event_model, float(choices.smoothing))
        assert somebody.models.training.state.is_trained


def test_auto_only_proposes_until_it_is_used(somebody: InTheWindow, workspace: Path) -> None:
    before, choices = content(workspace), somebody.models.training.state.choices
    somebody.click("Try other settings")
    somebody.rest()
    proposal = somebody.models.training.proposals.state.proposal
    assert proposal is not None
    assert proposal.is_better
    assert proposal.proposed_result.evaluation.accuracy >= proposal.current_result.evaluation.accuracy
    assert {"Your settings", "Settings found", "500"} <= somebody.texts()

    somebody.click("Keep my settings")
    somebody.rest()

    assert somebody.models.training.proposals.state.proposal is None
    assert (content(workspace), somebody.models.training.state.choices) == (before, choices)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_proposal_lists_what_would_be_judged_otherwise_and_enter_goes_to_one(
    somebody: InTheWindow, workspace: Path
) -> None:
    judged = {each.document: each.judged for each in somebody.models.training.state.shown_mistakes}
    somebody.click("Try other settings")
    somebody.rest()
    table = somebody.part(QTableView, "Documents whose verdict would change")
    proposal = somebody.models.training.proposals.state.proposal
    assert proposal is not None

    with Workspace(workspace, read_only=True) as opened:
        for each, *shown in zip(
            proposal.otherwise.documents, *(cells(table, number) for number in range(4)), strict=True
        ):
            stored = opened.documents.get(each.document).document
            assert shown == [stored.title, stored.label, judged.get(each.document, stored.label), each.second]
            assert each.first != each.second
    n_apart = proposal.difference.n_only_first_right + proposal.difference.n_only_second_right
    assert table.model().rowCount() == n_apart > 0, "with two labels one of the two is right"

    wanted = proposal.otherwise.documents[0].document
    table.setCurrentIndex(table.model().index(0, 0))
    somebody.key(Qt.Key.Key_Return, on=table)
    somebody.rest()
    assert somebody.program.frame.state.page == DOCUMENTS
    assert somebody.models.documents.state.chosen_number == wanted


def test_a_proposal_that_is_used_is_on_the_page_and_in_the_model_and_can_be_undone(
    somebody: InTheWindow, workspace: Path
) -> None:
    before, judged, choices = content(workspace), judged_of(workspace), somebody.models.training.state.choices
    somebody.key(Qt.Key.Key_T, CTRL | Qt.KeyboardModifier.ShiftModifier)
    somebody.rest()
    proposal = somebody.models.training.proposals.state.proposal
    assert proposal is not None

    somebody.click("Use these settings")
    somebody.rest()
    recipe = model_from_bytes(content(workspace)).recipe
    shown = somebody.models.training.state.choices
    assert shown == proposal.best
    assert recipe.learner is not None, "for mail with spam in it Better settings found a filter"
    assert shown.event_model == "filter"
    assert somebody.part(QRadioButton, "Filter").isChecked()
    assert not somebody.page.findChildren(SmoothingSlider)[0].isVisible(), "a filter chooses its smoothing itself"
    assert somebody.models.training.state.is_trained
    assert somebody.note.startswith("Model “Mail filter” replaced · Filter · ")

    somebody.key(Qt.Key.Key_Z, CTRL)
    somebody.rest()
    assert (content(workspace), judged_of(workspace)) == (before, judged)
    assert somebody.models.training.state.choices == choices
    assert somebody.note == "Model “Mail filter” restored to its previous version"
    somebody.open(WORDS)
    assert (somebody.models.words.state.event_model, somebody.models.words.state.smoothing) == ("bernoulli", 500)


def test_a_model_kept_over_another_of_its_name_can_be_taken_back(somebody: InTheWindow, workspace: Path) -> None:
    before = content(workspace)
    somebody.models.training.choose(smoothing="0.25")
    somebody.rest()

    next(each for each in somebody.page.findChildren(QAbstractButton) if each.text() == "Train").click()
    somebody.rest()
    assert model_from_bytes(content(workspace)).recipe.smoothing == 0.25
    somebody.click("Undo")
    somebody.rest()

    assert content(workspace) == before
    assert somebody.models.training.state.choices.smoothing == "0.25", "what stands on the page is the person's own"


def test_where_nothing_better_is_found_there_is_nothing_to_use(somebody: InTheWindow, workspace: Path) -> None:
    somebody.click("Try other settings")
    somebody.rest()
    somebody.click("Use these settings")
    somebody.rest()
    before = content(workspace)

    somebody.click("Try other settings")
    somebody.rest()
    proposal = somebody.models.training.proposals.state.proposal
    assert proposal is not None
    assert not proposal.is_better
    assert "Use these settings" not in {
        each.text() for each in somebody.page.findChildren(QAbstractButton) if each.isVisible()
    }
    somebody.click("Close")

    assert content(workspace) == before
