"""Figures belong to the documents and models that they are of, and stand as long as those are as they were."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.features.evaluate.view_model import EvaluationQuestions, EvaluationViewModel
from app.features.train.training import TrainingOrder, train
from app.features.train.view_model import TrainingQuestions, TrainingViewModel
from app.features.train.workbench import JudgedRecipe
from app.kit.painted_values import Label
from app.library.workspaces import CorpusSummary, summarize_workspace
from app.store.workspace import Session
from tests.app.mail_workspaces import MULTINOMIAL, mail_workspace
from tests.late_answers import LateRunner

pytestmark = pytest.mark.usefixtures("comparisons_at_once")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("revised") / "mail.bayleaf"
    return mail_workspace(path, {"ham": 12, "spam": 9}, {"First": MULTINOMIAL})


@pytest.fixture
def session(prepared: Path, tmp_path: Path) -> Iterator[Session]:
    with Session(Path(shutil.copy(prepared, tmp_path))) as opened:
        yield opened


def keep(place: Path | Session, name: str) -> None:
    train(place, TrainingOrder(MULTINOMIAL, "Mail", name), NoOpJobContext())


def relabel(session: Session) -> None:
    """Call one good mail spam."""
    with session.borrow_for_writing() as workspace:
        numbers = workspace.documents.numbers("Mail").tolist()
        good = next(number for number in numbers if workspace.documents.get(number).document.label == "ham")
        workspace.editing.relabel([good], "spam")


def seen(session: Session) -> CorpusSummary:
    return summarize_workspace(session, NoOpJobContext()).corpora[0]


def look_at_training(page: TrainingViewModel, session: Session) -> None:
    found = seen(session)
    labels = tuple(Label(label.name, label.colour, label.n_documents) for label in found.labels)
    page.open_corpus(found.name, found.n_documents, labels, revision=found.revision[0])


def look_at_evaluation(page: EvaluationViewModel, session: Session) -> None:
    found = seen(session)
    page.open_corpus(found.name, found.n_documents, "ham", "spam", has_spam=True, revision=found.revision)


def n_good(result: JudgedRecipe) -> int:
    """The number of documents that were judged and are labelled ham."""
    return int(result.evaluation.confusion[result.evaluation.labels.index("ham")].sum())


@pytest.mark.parametrize("seed", range(4))
def test_train_asks_again_only_when_the_documents_have_changed(session: Session, seed: int) -> None:
    runner = LateRunner(seed)
    page = TrainingViewModel(runner)
    page.open_workspace(TrainingQuestions(session))
    look_at_training(page, session)
    runner.finish()
    first, revision = page.state.result, page.state.revision
    assert first is not None
    good = n_good(first)

    look_at_training(page, session)
    runner.finish()
    assert page.state.result is first

    relabel(session)
    look_at_training(page, session)
    runner.finish()
    assert page.state.result is not None
    assert n_good(page.state.result) == good - 1
    assert page.state.revision != revision


def test_a_page_that_is_opened_twice_before_it_answers_still_begins(session: Session) -> None:
    runner = LateRunner(3)
    page = TrainingViewModel(runner)
    page.open_workspace(TrainingQuestions(session))

    look_at_training(page, session)
    look_at_training(page, session)
    runner.finish()

    assert page.state.result is not None
    assert page.state.kept
    assert not page.state.is_working


@pytest.mark.parametrize("seed", range(4))
def test_evaluate_asks_again_only_when_documents_or_models_have_changed(session: Session, seed: int) -> None:
    runner = LateRunner(seed)
    page = EvaluationViewModel(runner)
    page.open_workspace(EvaluationQuestions(session))
    look_at_evaluation(page, session)
    runner.finish()
    assert page.state.ticked == ("First",)
    first = page.state.result

    look_at_evaluation(page, session)
    runner.finish()
    assert page.state.result is first

    keep(session, "Second")
    look_at_evaluation(page, session)
    runner.finish()
    assert {row.model for row in page.state.models} == {"First", "Second"}

    relabel(session)
    look_at_evaluation(page, session)
    runner.finish()
    assert page.state.revision == seen(session).revision
    assert page.state.result is not first


def test_figures_that_were_stopped_are_asked_for_when_the_page_is_looked_at_again(session: Session) -> None:
    runner = LateRunner(1)
    page = EvaluationViewModel(runner)
    page.open_workspace(EvaluationQuestions(session))
    look_at_evaluation(page, session)
    runner.cancel_all()
    runner.finish()
    assert page.state.models == ()
    assert not page.state.is_working

    look_at_evaluation(page, session)
    runner.finish()

    assert [row.model for row in page.state.models] == ["First"]
    assert page.state.result.seconds > 0
