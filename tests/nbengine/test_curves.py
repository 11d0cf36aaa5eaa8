"""Ranking measures against scikit-learn, and what they owe to ties and infinities."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from nbengine.errors import EngineError
from nbengine.measure.ranking_curves import (
    auc,
    compute_precision_recall_curve,
    compute_roc_curve,
    find_operating_point,
    lam_percent,
    one_minus_auc_percent,
    rank_scores,
)

documents = st.lists(st.tuples(st.integers(-4, 4), st.booleans()), min_size=2, max_size=40).filter(
    lambda rows: len({positive for _, positive in rows}) == 2
)


@given(documents)
def test_auc_gives_ties_their_average_rank(rows):
    scores, positives = map(np.array, zip(*rows, strict=True))

    ranking = rank_scores(scores, positives)

    assert auc(ranking) == pytest.approx(metrics.roc_auc_score(positives, scores))
    assert one_minus_auc_percent(ranking) == pytest.approx(100 * (1 - auc(ranking)))


@given(documents)
def test_the_roc_curve_passes_through_every_distinct_score(rows):
    scores, positives = map(np.array, zip(*rows, strict=True))

    curve = compute_roc_curve(rank_scores(scores, positives))
    lost, caught, thresholds = metrics.roc_curve(positives, scores, drop_intermediate=False)

    np.testing.assert_allclose(curve.negatives_lost, lost)
    np.testing.assert_allclose(curve.positives_caught, caught)
    np.testing.assert_array_equal(curve.thresholds, thresholds)


@given(documents)
def test_precision_and_recall_agree_with_the_oracle(rows):
    scores, positives = map(np.array, zip(*rows, strict=True))

    curve = compute_precision_recall_curve(rank_scores(scores, positives))
    precision, recall, _ = metrics.precision_recall_curve(positives, scores)

    np.testing.assert_allclose(curve.precision[::-1], precision[:-1])
    np.testing.assert_allclose(curve.recall[::-1], recall[:-1])


@given(documents, st.data())
def test_drawing_a_document_twice_equals_having_it_twice(rows, data):
    scores, positives = map(np.array, zip(*rows, strict=True))
    drawn = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows))))
    again, kinds = np.repeat(scores, drawn), np.repeat(positives, drawn)

    weighted = auc(rank_scores(scores, positives), drawn)

    if len(set(kinds.tolist())) < 2:
        assert math.isnan(weighted)
    else:
        assert weighted == pytest.approx(auc(rank_scores(again, kinds)))


def test_infinite_scores_are_ranked_like_any_other():
    ranking = rank_scores([np.inf, 3.0, -np.inf, -np.inf], [True, True, False, True])

    assert auc(ranking) == pytest.approx((1 + 1 + 0.5) / 3)


def test_no_more_negatives_are_lost_than_allowed_and_ties_are_not_split():
    scores = np.array([9, 8, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    positives = np.array([1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0], dtype=bool)

    none = find_operating_point(rank_scores(scores, positives), 0.0)
    one = find_operating_point(rank_scores(scores, positives), 1 / 7)

    assert (none.negatives_lost, none.positives_missed, none.missed_share) == (0, 3, 0.75)
    assert (one.negatives_lost, one.positives_missed) == (1, 1)
    assert np.sum(scores[~positives] > one.threshold) == 1


def test_a_perfect_ranking_misses_nothing():
    ranking = rank_scores([1.0, 2.0, 3.0, 4.0], [False, False, True, True])

    assert find_operating_point(ranking).missed_share == 0
    assert one_minus_auc_percent(ranking) == 0


def test_lam_is_the_middle_of_both_rates_on_the_logit_scale():
    assert lam_percent(9, 99, 9, 99) == pytest.approx(9.5)
    assert lam_percent(0, 1000, 0, 1000) == pytest.approx(100 * 0.5 / 1001)
    low, high = 0.5 / 1001, 10.5 / 101
    expected = (math.log(low / (1 - low)) + math.log(high / (1 - high))) / 2
    assert lam_percent(0, 1000, 10, 100) == pytest.approx(100 / (1 + math.exp(-expected)))


@pytest.mark.parametrize(
    ("scores", "positives", "said"),
    [
        ([1.0, math.nan], [True, False], "1 scores are NaN"),
        ([1.0, 2.0], [True, True], "of both kinds"),
        ([1.0, 2.0], [True], r"shape \(2,\)"),
    ],
)
def test_what_cannot_be_ranked_is_refused(scores, positives, said):
    with pytest.raises(EngineError, match=said):
        rank_scores(scores, positives)
