"""One record with every figure, against scikit-learn and by hand."""

import json
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn import metrics

from nbengine.errors import EngineError
from nbengine.measure.evaluation import evaluate, find_positive_label, log_odds


def some_log_proba(n_documents, n_labels, seed):
    scores = np.random.default_rng(seed).normal(scale=3, size=(n_documents, n_labels))
    return scores - np.logaddexp.reduce(scores, axis=1, keepdims=True)


@given(st.integers(1, 60), st.integers(2, 5), st.integers(0, 10**6))
def test_the_figures_are_scikit_learns(n_documents, n_labels, seed):
    log_proba = some_log_proba(n_documents, n_labels, seed)
    truth = np.random.default_rng(seed + 1).integers(0, n_labels, n_documents)
    labels = [f"label {c}" for c in range(n_labels)]
    verdicts, all_labels = log_proba.argmax(axis=1), range(n_labels)

    assume(len({*truth, *verdicts}) > 1)

    found = evaluate(log_proba, truth, labels)

    assert found.accuracy == pytest.approx(metrics.accuracy_score(truth, verdicts))
    np.testing.assert_array_equal(found.confusion, metrics.confusion_matrix(truth, verdicts, labels=all_labels))
    assert found.mcc == pytest.approx(metrics.matthews_corrcoef(truth, verdicts))
    assert found.log_loss == pytest.approx(metrics.log_loss(truth, np.exp(log_proba), labels=all_labels))
    expected = metrics.precision_recall_fscore_support(truth, verdicts, labels=all_labels, zero_division=0)
    rows = [(part.precision, part.recall, part.f1, part.support) for part in found.per_label.values()]
    np.testing.assert_allclose(np.array(rows).T, expected)
    macro = metrics.precision_recall_fscore_support(truth, verdicts, average="macro", zero_division=0)[:3]
    weighted = metrics.precision_recall_fscore_support(truth, verdicts, average="weighted", zero_division=0)[:3]
    assert (found.macro_precision, found.macro_recall, found.macro_f1) == pytest.approx(macro)
    assert (found.weighted_precision, found.weighted_recall, found.weighted_f1) == pytest.approx(weighted)
    one_hot = np.eye(n_labels)[truth]
    assert found.brier == pytest.approx(np.mean(np.sum((np.exp(log_proba) - one_hot) ** 2, axis=1)))


def test_an_undecided_verdict_is_a_wrong_one_and_is_reported():
    log_proba = np.log([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5], [0.7, 0.3]])
    log_proba[2] = -np.inf

    found = evaluate(log_proba, [0, 1, 1, 0], ["ham", "spam"])

    assert found.accuracy == 0.75
    assert found.confusion.tolist() == [[2, 0], [0, 1]]
    assert found.undecided.tolist() == [0, 1]
    assert found.per_label["spam"].recall == 0.5
    assert found.per_label["spam"].support == 2
    assert found.separation.positives_missed == 1
    assert found.mcc == pytest.approx(metrics.matthews_corrcoef([0, 1, 1, 0], [0, 1, 2, 0]))
    assert found.log_loss == pytest.approx(-np.log([0.9, 0.8, 0.5, 0.7]).mean())


def test_calling_the_true_label_impossible_costs_everything():
    found = evaluate([[0.0, -np.inf]], [1], ["ham", "spam"])

    assert math.isinf(found.log_loss)
    assert found.to_plain()["log_loss"] is None


def test_the_calibration_error_is_the_mean_distance_between_trust_and_truth():
    log_proba = np.log([[0.9, 0.1]] * 10 + [[0.4, 0.6]] * 10)
    truth = [0] * 7 + [1] * 3 + [1] * 6 + [0] * 4

    found = evaluate(log_proba, truth, ["ham", "spam"])

    assert found.ece == pytest.approx(0.5 * 0.2)
    assert [part.documents for part in found.reliability] == [10, 10]
    assert [part.accuracy for part in found.reliability] == [0.6, 0.7]
    assert all(part.low < part.confidence <= part.high for part in found.reliability)


def test_two_labels_are_separated_by_the_one_named_like_spam():
    log_proba = np.log([[0.2, 0.8], [0.6, 0.4], [0.9, 0.1]])

    found = evaluate(log_proba, [0, 1, 1], ["Junk", "post"])

    assert found.separation.positive == "Junk"
    assert found.separation.auc == 0.0
    assert found.separation.negatives_lost == 2
    assert evaluate(log_proba, [0, 1, 1], ["Junk", "post"], positive="post").separation.positive == "post"


def test_another_score_may_rank_the_documents():
    log_proba = np.log([[0.2, 0.8], [0.6, 0.4], [0.9, 0.1]])

    found = evaluate(log_proba, [0, 1, 1], ["ham", "spam"], ranking=[1.0, 2.0, 3.0], n_draws=20)

    assert found.separation.auc == 1.0
    assert found.separation.one_minus_auc_interval.high == 0.0
    assert found.separation.positives_missed == 2


def test_without_both_labels_there_is_nothing_to_separate():
    assert evaluate(np.log([[0.2, 0.8]]), [1], ["ham", "spam"]).separation is None
    assert evaluate(np.log([[0.2, 0.3, 0.5]]), [1], ["a", "b", "c"]).separation is None


def test_the_plain_form_is_json_with_the_documented_names():
    plain = evaluate(some_log_proba(9, 2, 0), [0, 1, 0, 1, 1, 0, 1, 0, 0], ["ham", "spam"]).to_plain()

    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    documented = "documents accuracy labels confusion per_label macro_f1 mcc log_loss brier ece"
    documented += " auc one_minus_auc_percent positives_missed_at_0_1_percent negatives_lost"
    assert set(documented.split()) <= set(plain)
    assert set(plain["per_label"]["ham"]) == {"precision", "recall", "f1", "support"}


def test_the_positive_label_is_named_like_spam_or_else_the_second():
    assert find_positive_label(["ham", "SPAM mail"]) == "SPAM mail"
    assert find_positive_label(["ham", "offers"]) == "offers"
    assert find_positive_label(["only"]) == "only"


def test_log_odds_of_what_is_impossible_on_both_sides_are_even():
    odds = log_odds(np.array([[-np.inf, -np.inf], [0.0, -np.inf], [-np.inf, 0.0]]), 1)

    assert odds.tolist() == [0.0, -np.inf, np.inf]


@pytest.mark.parametrize(
    ("log_proba", "truth", "settings", "said"),
    [
        ([[0.0]], [0], {}, "do not go with 2 labels"),
        (np.empty((0, 2)), [], {}, "no documents"),
        ([[math.nan, 0.0]], [0], {}, "NaN"),
        ([[-1.0, -1.0]], [2], {}, "from 0 to 1"),
        ([[-1.0, -1.0]], [-1], {}, "from 0 to 1"),
        ([[-1.0, -1.0]], [0.5], {}, "whole number"),
        ([[-1.0, -1.0]], [0, 1], {}, "one true label each"),
        ([[-1.0, -1.0]], [0], {"positive": "junk"}, "“junk” is not among"),
        ([[-1.0, -1.0]], [0], {"judged": [3]}, "Each verdict"),
    ],
)
def test_what_cannot_be_evaluated_is_refused(log_proba, truth, settings, said):
    with pytest.raises(EngineError, match=said):
        evaluate(log_proba, truth, ["ham", "spam"], **settings)


def test_calibration_is_that_of_the_likeliest_label_whatever_the_verdict():
    log_proba = np.log([[0.2, 0.8]] * 10)
    truth = [1] * 8 + [0] * 2

    cautious = evaluate(log_proba, truth, ("ham", "spam"), judged=[0] * 10)

    assert cautious.accuracy == pytest.approx(0.2)
    assert cautious.ece == pytest.approx(0)
