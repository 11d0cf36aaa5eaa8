"""Evaluations of parts add up to the evaluation of the whole."""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from nbengine.errors import EngineError
from nbengine.measure import evaluation as evaluation_sums
from nbengine.measure.evaluation import compute_evaluation_sums, count_scores, evaluate, finish_evaluation


def verdicts(n_documents: int, n_labels: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    dice = np.random.default_rng(seed)
    joint = dice.normal(0, 3, (n_documents, n_labels)).round(1)
    joint[dice.random(n_documents) < 0.05] = 0.0  # undecided
    log_proba = joint - np.logaddexp.reduce(joint, axis=1, keepdims=True)
    return log_proba, dice.integers(0, n_labels, n_documents)


@settings(deadline=None)
@given(cuts=st.lists(st.integers(0, 300), max_size=4), n_labels=st.integers(2, 4), seed=st.integers(0, 99))
def test_parts_add_up_to_the_evaluation_of_the_whole(cuts: list[int], n_labels: int, seed: int) -> None:
    log_proba, truth = verdicts(300, n_labels, seed)
    labels = ("ham", "spam", "c", "d")[:n_labels]
    positive = "spam" if n_labels == 2 else None
    whole = evaluate(log_proba, truth, labels, positive=positive).to_plain()

    parts = [
        compute_evaluation_sums(log_proba[rows], truth[rows], labels, positive=positive)
        for rows in np.split(np.arange(300), sorted(cuts))
    ]

    found = finish_evaluation(reduce(add, parts)).to_plain()
    assert found.keys() == whole.keys()
    for name, figure in whole.items():
        if name == "reliability":
            numbers = [list(part.values()) for part in figure]
            np.testing.assert_allclose([list(part.values()) for part in found[name]], numbers, rtol=1e-12)
        elif isinstance(figure, float):
            assert found[name] == pytest.approx(figure, rel=1e-12), name
        else:
            assert found[name] == figure, name


def test_more_scores_than_are_held_apart_rank_as_they_do_to_three_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation_sums, "MAX_DISTINCT_SCORES", 1_000)
    dice = np.random.default_rng(5)
    truth = dice.integers(0, 2, 20_000)
    scores = dice.normal(truth * 2.0, 1.0)
    scores[:3] = [np.inf, -np.inf, 0.0]
    log_proba = np.column_stack([-np.logaddexp(0, scores), -np.logaddexp(0, -scores)])

    parts = [
        compute_evaluation_sums(log_proba[rows], truth[rows], ("ham", "spam"), positive="spam", ranking=scores[rows])
        for rows in np.array_split(np.arange(20_000), 7)
    ]

    found = reduce(add, parts)
    assert found.scores is not None
    assert found.scores.counts.sum() == 20_000
    assert len(found.scores.keys) <= 1_000
    separation = finish_evaluation(found).separation
    assert separation is not None
    finite = np.clip(scores, -1e9, 1e9)
    assert separation.auc == pytest.approx(roc_auc_score(truth, finite), abs=1e-3)


def test_scores_are_counted_in_their_order() -> None:
    counted = count_scores([-np.inf, -2.0, -0.0, 0.0, 1e-300, 3.0, np.inf], np.zeros(7, np.bool_))

    assert (np.diff(counted.keys) > 0).all()
    assert counted.counts[0].tolist() == [1, 1, 2, 1, 1, 1]


def test_evaluations_of_other_labels_are_not_added() -> None:
    log_proba, truth = verdicts(10, 2, 1)

    with pytest.raises(EngineError):
        compute_evaluation_sums(log_proba, truth, ("ham", "spam")) + compute_evaluation_sums(
            log_proba, truth, ("a", "b")
        )
