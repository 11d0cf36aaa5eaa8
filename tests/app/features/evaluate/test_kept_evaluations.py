"""Evaluations are kept with their models: after a restart known figures show without being computed again."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.domain.errors import StoreError
from app.domain.jobs import NoOpJobContext
from app.features.evaluate import use_cases as model_comparison
from app.features.evaluate.use_cases import Comparer, Yardstick
from app.features.evaluate.view_model import EvaluationQuestions, EvaluationViewModel, View
from app.features.train import workbench as recipe_workbench
from app.features.train.training import TrainingOrder, train
from app.features.train.view_model import INITIAL_REQUEST, TrainingQuestions, TrainingViewModel, effective_request
from app.features.train.workbench import RecipeEvaluator
from app.kit.painted_values import Label
from app.library.recipes import RecipeRequest
from app.library.workspaces import summarize_workspace
from app.store.models import Evaluations, pack_arrays, unpack_arrays
from app.store.workspace import Session, Workspace
from tests.app.mail_workspaces import MULTINOMIAL, mail_workspace
from tests.inline_runner import InlineRunner

FILTER = RecipeRequest(event_model="filter")
LEARNT = effective_request(RecipeRequest(event_model="learnt", smoothing="0.1", vocabulary="all"))
FOLDS = Yardstick("folds", 5)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "mail.bayleaf"
    return mail_workspace(path, {"ham": 14, "spam": 12}, {"First": MULTINOMIAL, "Second": FILTER, "Third": LEARNT})


@pytest.fixture
def workspace(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(prepared, tmp_path))


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Note each time that documents are read to be judged."""
    calls: list[str] = []

    def noting(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def note(*given: Any, **more: Any) -> Any:
            calls.append(name)
            return work(*given, **more)

        return note

    with monkeypatch.context() as patch:
        for module, name in ((recipe_workbench, "load_labelled_corpus"), (model_comparison, "evaluate_model")):
            patch.setattr(module, name, noting(name, getattr(module, name)))
        yield calls


def relabel(workspace: Path) -> None:
    with Workspace(workspace) as opened:
        opened.editing.relabel(opened.documents.numbers("Mail").tolist()[:1], "spam")


def train_page(session: Session, runner: InlineRunner) -> TrainingViewModel:
    page = TrainingViewModel(runner)
    page.open_workspace(TrainingQuestions(session))
    found = summarize_workspace(session, NoOpJobContext()).corpora[0]
    labels = tuple(Label(label.name, label.colour, label.n_documents) for label in found.labels)
    page.open_corpus(found.name, found.n_documents, labels, revision=found.revision[0])
    runner.run()
    return page


def evaluate_page(session: Session, runner: InlineRunner) -> EvaluationViewModel:
    page = EvaluationViewModel(runner)
    page.open_workspace(EvaluationQuestions(session))
    found = summarize_workspace(session, NoOpJobContext()).corpora[0]
    page.open_corpus(found.name, found.n_documents, "ham", "spam", has_spam=True, revision=found.revision)
    runner.run()
    return page


@pytest.mark.parametrize("request_of_model", [MULTINOMIAL, FILTER, LEARNT])
def test_a_result_and_its_curve_are_read_after_a_restart(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, request_of_model: RecipeRequest
) -> None:
    first = RecipeEvaluator(workspace)
    result = first.result("Mail", request_of_model, NoOpJobContext())
    curve = first.curve("Mail", request_of_model, NoOpJobContext())

    with counted(monkeypatch) as calls:
        again = RecipeEvaluator(workspace)
        found = again.result("Mail", request_of_model, NoOpJobContext())
        drawn = again.curve("Mail", request_of_model, NoOpJobContext())

    assert calls == []
    assert found.evaluation.to_plain() == result.evaluation.to_plain()
    assert (found.wrong, found.judged_by, found.promise) == (result.wrong, result.judged_by, result.promise)
    assert drawn == curve or drawn.values == curve.values == ()


def test_a_model_that_is_trained_keeps_what_the_page_has_just_computed(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request, first = effective_request(INITIAL_REQUEST), TrainingQuestions(workspace)
    first.result("Mail", request, NoOpJobContext())
    first.curve("Mail", request, NoOpJobContext())
    with counted(monkeypatch) as calls:
        TrainingQuestions(workspace).result("Mail", request, NoOpJobContext())
    assert calls, "of a recipe that no model has nothing is kept"

    first.train_and_save("Mail", "Usual", request, NoOpJobContext())

    with counted(monkeypatch) as calls:
        again = TrainingQuestions(workspace)
        again.result("Mail", request, NoOpJobContext())
        again.curve("Mail", request, NoOpJobContext())
    assert calls == []


def test_after_a_restart_both_pages_show_their_figures_without_judging_a_document(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, inline_runner: InlineRunner
) -> None:
    with Session(workspace) as session:
        shown = train_page(session, inline_runner).state, evaluate_page(session, inline_runner).state

    with counted(monkeypatch) as calls, Session(workspace) as session:
        again = train_page(session, inline_runner).state, evaluate_page(session, inline_runner).state

    assert calls == []
    assert again[0].result is not None
    assert shown[0].result is not None
    assert again[0].result.evaluation.to_plain() == shown[0].result.evaluation.to_plain()
    assert again[0].shown_mistakes == shown[0].shown_mistakes
    assert again[1].models == shown[1].models
    assert again[1].result.measures == shown[1].result.measures
    for view in (View.ROC, View.RELIABILITY):
        lines, before = again[1].result.pictures[view].lines, shown[1].result.pictures[view].lines
        assert all(np.array_equal(one.ys, other.ys) for one, other in zip(lines, before, strict=True))


def test_after_a_change_of_the_documents_they_are_computed_anew(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    RecipeEvaluator(workspace).result("Mail", MULTINOMIAL, NoOpJobContext())
    before = Comparer(workspace).report("First", FOLDS, NoOpJobContext())
    relabel(workspace)

    with counted(monkeypatch) as calls:
        RecipeEvaluator(workspace).result("Mail", MULTINOMIAL, NoOpJobContext())
        after = Comparer(workspace).report("First", FOLDS, NoOpJobContext())

    assert "load_labelled_corpus" in calls
    assert "evaluate_model" in calls
    assert after.evaluation.confusion.sum(axis=1).tolist() != before.evaluation.confusion.sum(axis=1).tolist()


def test_after_a_label_is_renamed_no_figure_has_its_old_name(workspace: Path) -> None:
    RecipeEvaluator(workspace).result("Mail", MULTINOMIAL, NoOpJobContext())
    Comparer(workspace).report("First", FOLDS, NoOpJobContext())
    with Workspace(workspace) as opened:
        opened.labels.rename("Mail", "ham", "good mail")

    found = RecipeEvaluator(workspace).result("Mail", MULTINOMIAL, NoOpJobContext())

    assert set(found.evaluation.labels) == {"good mail", "spam"}


def test_each_way_of_evaluating_is_kept_by_itself(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ways = (Yardstick(), FOLDS, Yardstick("folds", 10))
    shown = [Comparer(workspace).report("Third", way, NoOpJobContext()).evaluation.log_loss for way in ways]

    with counted(monkeypatch) as calls:
        again = [Comparer(workspace).report("Third", way, NoOpJobContext()).evaluation.log_loss for way in ways]

    assert calls == []
    assert again == shown


def test_what_is_kept_has_no_texts_and_goes_with_its_model_and_with_compact(workspace: Path) -> None:
    RecipeEvaluator(workspace).result("Mail", MULTINOMIAL, NoOpJobContext())
    Comparer(workspace).report("First", FOLDS, NoOpJobContext())
    Comparer(workspace).report("Second", FOLDS, NoOpJobContext())
    with Workspace(workspace) as opened:
        frames = opened._file.column("SELECT verdicts FROM evaluation")
        for head, arrays in map(unpack_arrays, frames):
            assert {array.dtype.kind for array in arrays.values()} <= {"f", "i"}
            assert set(head.get("labels", ())) <= {"ham", "spam"}
        assert opened.check() == []

        opened.models.remove("First")
        assert set(opened._file.column("SELECT model FROM evaluation")) == {"Second"}
        opened.compact()
        assert opened._file.value("SELECT count(*) FROM evaluation") == 0


@pytest.mark.parametrize(
    "damaged",
    [
        b"nothing of ours",
        pack_arrays({}, {}),
        pack_arrays({"labels": ["ham", "spam"]}, {"truth": np.array([7])}),
        pack_arrays({"labels": 3, "positive": None, "promises": [], "way": "folds"}, {"log_proba": np.ones((1, 2))}),
    ],
)
def test_a_damaged_evaluation_is_computed_anew(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, damaged: bytes
) -> None:
    shown = RecipeEvaluator(workspace).result("Mail", MULTINOMIAL, NoOpJobContext())
    report = Comparer(workspace).report("First", FOLDS, NoOpJobContext())
    with Workspace(workspace) as opened:
        opened._file.execute("UPDATE evaluation SET verdicts = ?", (damaged,))

    with counted(monkeypatch) as calls:
        found = RecipeEvaluator(workspace).result("Mail", MULTINOMIAL, NoOpJobContext())
        again = Comparer(workspace).report("First", FOLDS, NoOpJobContext())

    assert {"load_labelled_corpus", "evaluate_model"} <= set(calls)
    assert found.evaluation.to_plain() == shown.evaluation.to_plain()
    assert again.evaluation.to_plain() == report.evaluation.to_plain()


def test_a_workspace_that_cannot_be_written_shows_figures_all_the_same(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: object) -> None:
        raise StoreError(workspace, "full")

    monkeypatch.setattr(Evaluations, "store", full)

    assert RecipeEvaluator(workspace).result("Mail", MULTINOMIAL, NoOpJobContext()).evaluation.documents == 26
    assert Comparer(workspace).report("First", FOLDS, NoOpJobContext()).evaluation.documents == 26


def test_the_answers_of_a_model_of_several_labels_are_read_after_a_restart(
    workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Workspace(workspace) as opened:
        opened.corpora.set_multi_label("Mail")
    train(workspace, TrainingOrder(MULTINOMIAL, "Mail", "Several"), NoOpJobContext())
    shown = Comparer(workspace).report("Several", FOLDS, NoOpJobContext())
    result = RecipeEvaluator(workspace).result("Mail", MULTINOMIAL, NoOpJobContext())

    with counted(monkeypatch) as calls:
        again = Comparer(workspace).report("Several", FOLDS, NoOpJobContext())
        found = RecipeEvaluator(workspace).result("Mail", MULTINOMIAL, NoOpJobContext())

    assert calls == []
    assert again.evaluation.to_plain() == shown.evaluation.to_plain()
    assert (found.wrong, found.sets) == (result.wrong, result.sets)
    assert found.evaluation.to_plain() == result.evaluation.to_plain()
    assert again.several is not None
    assert shown.several is not None
    assert again.several.micro_f1 == shown.several.micro_f1
    assert np.array_equal(again.document_numbers, shown.document_numbers)
