"""Experiments on real documents, and exercises on a model of one's own."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from app.domain.documents import SourceOptions
from app.domain.errors import TrainingError
from app.domain.jobs import NoOpJobContext
from app.features.evaluate.use_cases import evaluate_vocabulary_sizes
from app.features.teaching.exercises import Question
from app.features.teaching.experiments import (
    call_on_sample_mail,
    measure_reliability,
    question_about_model,
    reliability_from_scores,
)
from app.features.train.training import TrainingOrder, train
from app.library.importing import ImportRequest, import_sources
from app.library.recipes import RecipeRequest
from app.library.workspaces import sample_size
from tests.app.mail_workspaces import mail_workspace
from tests.walk.made_up_mail import write_mails


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Mail with a model of each event model, and a table."""
    folder, names = tmp_path_factory.mktemp("own"), ("multinomial", "bernoulli", "complement")
    models = {name: RecipeRequest(event_model=name, smoothing="0.5") for name in names}
    path = mail_workspace(folder / "own.bayleaf", {"ham": 14, "spam": 12}, models)
    table = folder / "table.csv"
    table.write_text("colour,kind\n" + "".join(f"{'red' if n % 3 else 'blue'},{'ab'[n % 2]}\n" for n in range(30)))
    options = SourceOptions(kind="table", label_column="kind", categorical_columns=("colour",))
    import_sources(path, ImportRequest((table,), options, "Table"), NoOpJobContext())
    train(path, TrainingOrder(RecipeRequest(smoothing="1"), "Table", "categorical"), NoOpJobContext())
    return path


def test_the_sample_is_judged_document_by_document_without_itself() -> None:
    found = call_on_sample_mail("en", measure_reliability, NoOpJobContext())

    assert found.n_documents == sample_size("en")
    assert (
        sum(part.documents for part in found.raw_bins)
        == sum(part.documents for part in found.calibrated_bins)
        == sample_size("en")
    )
    assert found.n_very_sure_wrong <= found.n_very_sure <= sample_size("en")


def test_the_size_of_the_vocabulary_is_tried_on_the_sample() -> None:
    found = call_on_sample_mail("en", evaluate_vocabulary_sizes, NoOpJobContext())

    assert found.n_documents == sample_size("en")
    assert found.accuracies.keys() == {"multinomial", "bernoulli"}


def imported(workspace: Path, corpus: str, texts: list[str]) -> Path:
    """A corpus of the texts in a workspace, the first of another label than the others."""
    table = workspace.with_name("texts.csv")
    table.write_text("kind,text\n" + "".join(f"{'ab'[n > 0]},{text}\n" for n, text in enumerate(texts)))
    options = SourceOptions(kind="table", label_column="kind", text_column="text", keep_duplicates=True)
    import_sources(workspace, ImportRequest((table,), options, corpus), NoOpJobContext())
    return workspace


@pytest.mark.parametrize("texts", [["one mail"], ["every word", "is another"]])
def test_the_size_of_a_vocabulary_is_not_tried_where_there_is_nothing_to_choose(
    tmp_path: Path, texts: list[str]
) -> None:
    workspace = imported(tmp_path / "few.bayleaf", "Few", texts)

    with pytest.raises(TrainingError):
        evaluate_vocabulary_sizes(workspace, "Few", NoOpJobContext())


def test_a_label_that_taught_nothing_in_a_draw_is_no_obstacle(tmp_path: Path) -> None:
    workspace = imported(tmp_path / "one.bayleaf", "One", ["meeting notes", "buy now", "buy cheap", "cheap now"])

    found = evaluate_vocabulary_sizes(workspace, "One", NoOpJobContext())

    assert all(0 <= share <= 1 for shares in found.accuracies.values() for share in shares)


def test_calibration_takes_back_what_was_too_sure() -> None:
    chance = np.random.default_rng(3)
    truth = chance.integers(0, 2, 2000)
    is_right = chance.random(2000) < 0.8
    said = np.where(is_right, truth, 1 - truth)
    log_joint = np.zeros((2000, 2))
    log_joint[np.arange(2000), said] = 30.0 + chance.random(2000)

    found = reliability_from_scores(log_joint, truth, np.full(2000, 50.0))

    assert found.raw_error == pytest.approx(0.2, abs=0.03)
    assert found.calibrated_error < 0.03
    assert found.n_very_sure == 2000
    assert found.n_very_sure_wrong == (~is_right).sum()


def test_too_few_documents_are_refused(workspace: Path, tmp_path: Path) -> None:
    mails = write_mails(tmp_path / "few", {"ham": 2, "spam": 2}, seed=5)
    import_sources(workspace, ImportRequest((mails,), corpus="Few"), NoOpJobContext())

    with pytest.raises(TrainingError):
        measure_reliability(workspace, "Few", NoOpJobContext())


@pytest.mark.parametrize(
    ("model", "of"),
    [
        ("multinomial", {"words", "prior"}),
        ("bernoulli", {"documents", "prior"}),
        ("complement", {"complement"}),
        ("categorical", {"values", "prior"}),
    ],
)
def test_questions_about_ones_own_model_follow_from_the_counts_they_give(
    workspace: Path, model: str, of: set[str]
) -> None:
    questions = [question_about_model(workspace, model, seed) for seed in range(25)]

    assert all(question is not None for question in questions)
    asked = [question for question in questions if question is not None]
    assert {question.stated_numbers.counted_kind for question in asked if question.stated_numbers} == of
    for question in asked:
        given = question.stated_numbers
        assert given is not None
        expected = (given.count + given.smoothing) / (given.total + given.smoothing * given.n_outcomes)
        assert question.answer == expected
        assert question.is_right(str(expected))
        assert question.is_right(f"{float(expected):.4e}")
        assert not question.is_right(str(expected + Fraction(1, random.Random(1).randrange(50, 99))))


def test_a_decimal_needs_two_digits_that_count() -> None:
    small = Question("ham", "offer", Fraction(1, 7531))

    assert not small.is_right("0.00")
    assert not small.is_right("0.0001")
    assert small.is_right("0.00013")
    assert small.is_right("1.33e-4")
