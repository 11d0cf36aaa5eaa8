"""Models side by side on the same documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.jobs import NoOpJobContext
from app.features.evaluate.use_cases import (
    Comparer,
    EvaluationOrder,
    Yardstick,
    compare_by_mcnemar,
    evaluate_model,
    separation_of,
)
from app.features.train.training import TrainingOrder, train
from app.library.recipes import RecipeRequest
from app.store.workspace import Workspace


@pytest.fixture
def two_models(workspace: Path) -> Path:
    request = RecipeRequest(event_model="bernoulli", smoothing="1", vocabulary="8")
    train(workspace, TrainingOrder(request, "Mail", "Small"), NoOpJobContext())
    return workspace


def test_the_newest_model_is_named_first(two_models: Path) -> None:
    assert Comparer(two_models).models("Mail") == ["Small", "Filter"]


def test_every_model_is_judged_on_the_same_documents(two_models: Path) -> None:
    comparer = Comparer(two_models)
    reports = [comparer.report(model, Yardstick(), NoOpJobContext()) for model in ("Filter", "Small")]

    found = compare_by_mcnemar(*reports)

    assert found is not None
    wrong = [
        sum(map(sum, report.evaluation.confusion.tolist())) * (1 - report.evaluation.accuracy) for report in reports
    ]
    assert found.n_only_second_right - found.n_only_first_right == round(wrong[0] - wrong[1])


def test_the_curve_ends_where_everything_is_called_positive(two_models: Path) -> None:
    report = Comparer(two_models).report("Filter", Yardstick(), NoOpJobContext())

    found = separation_of(report, "spam")

    assert found is not None
    assert (found.roc.negatives_lost[-1], found.roc.positives_caught[-1]) == (1.0, 1.0)
    assert separation_of(report, "unheard of") is None


def test_a_report_is_kept_until_the_corpus_changes(two_models: Path) -> None:
    comparer = Comparer(two_models)
    first = comparer.report("Filter", Yardstick(), NoOpJobContext())

    assert comparer.report("Filter", Yardstick(), NoOpJobContext()) is first

    with Workspace(two_models) as opened:
        opened.editing.remove(opened.documents.numbers("Mail")[:1].tolist())
    assert (
        comparer.report("Filter", Yardstick(), NoOpJobContext()).evaluation.documents == first.evaluation.documents - 1
    )


def test_folds_judge_as_many_documents_as_leave_one_out(two_models: Path) -> None:
    folds = evaluate_model(two_models, EvaluationOrder("Filter", way="folds", n_folds=5), NoOpJobContext())
    alone = evaluate_model(two_models, EvaluationOrder("Filter"), NoOpJobContext())

    assert folds.evaluation.documents == alone.evaluation.documents
    assert abs(folds.evaluation.accuracy - alone.evaluation.accuracy) < 0.1
