"""Intervals and McNemar's test against textbook numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from nbengine.errors import EngineError
from nbengine.measure.ranking_curves import (
    MAX_DOCUMENTS_FOR_EXACT_TEST,
    bootstrap_interval,
    mcnemar,
    one_minus_auc_percent,
    rank_scores,
    wilson_interval,
)


@given(st.integers(1, 500), st.data())
def test_the_interval_of_a_share_is_wilsons(n_documents, data):
    n_right = data.draw(st.integers(0, n_documents))

    interval = wilson_interval(n_right, n_documents)

    oracle = stats.binomtest(n_right, n_documents).proportion_ci(method="wilson")
    assert (interval.low, interval.high) == pytest.approx((oracle.low, oracle.high), abs=1e-12)


def test_nothing_is_known_about_no_documents():
    interval = wilson_interval(0, 0)

    assert (interval.low, interval.high) == (0.0, 1.0)


def test_the_bootstrap_of_a_share_agrees_with_wilson():
    is_right = np.arange(400) % 5 > 0

    interval = bootstrap_interval(lambda drawn: drawn @ is_right / drawn.sum(), 400, n_draws=4000)

    wilson = wilson_interval(int(is_right.sum()), 400)
    assert (interval.low, interval.high) == pytest.approx((wilson.low, wilson.high), abs=0.01)


def test_the_same_seed_draws_the_same_documents():
    generator = np.random.default_rng(5)
    positives = generator.random(200) < 0.4
    ranking = rank_scores(generator.normal(size=200) + positives, positives)

    first, again, other = (
        bootstrap_interval(lambda drawn: one_minus_auc_percent(ranking, drawn), 200, n_draws=100, seed=seed)
        for seed in (1, 1, 2)
    )

    assert first == again != other
    assert first.low < one_minus_auc_percent(ranking) < first.high


def test_draws_without_a_value_are_left_out_unless_all_are():
    assert bootstrap_interval(lambda drawn: 1.0 if drawn[0] else np.nan, 3, n_draws=50).low == 1.0
    with pytest.raises(EngineError, match="no value"):
        bootstrap_interval(lambda drawn: np.nan, 3, n_draws=5)
    with pytest.raises(EngineError, match="no documents"):
        bootstrap_interval(lambda drawn: 1.0, 0)


@given(st.integers(0, 30), st.integers(0, 30))
def test_mcnemar_is_exact_where_few_documents_tell_models_apart(only_first, only_second):
    first = np.array([1] * only_first + [0] * only_second + [1, 0], dtype=bool)
    second = np.array([0] * only_first + [1] * only_second + [1, 0], dtype=bool)

    test = mcnemar(first, second)

    n_different = only_first + only_second
    expected = stats.binomtest(only_first, n_different).pvalue if n_different else 1.0
    assert test.p_value == pytest.approx(expected)
    assert (test.n_only_first_right, test.n_only_second_right, test.statistic) == (only_first, only_second, None)


def test_mcnemar_takes_chi_squared_with_continuity_where_many_do():
    n_first, n_second = MAX_DOCUMENTS_FOR_EXACT_TEST, 900
    first, second = np.arange(n_first + n_second) < n_first, np.arange(n_first + n_second) >= n_first

    test = mcnemar(first, second)

    assert test.statistic == pytest.approx((abs(n_first - n_second) - 1) ** 2 / (n_first + n_second))
    assert test.p_value == pytest.approx(stats.chi2.sf(test.statistic, 1))
    assert test.p_value == pytest.approx(stats.binomtest(n_first, n_first + n_second).pvalue, rel=0.02)


def test_models_that_judged_different_documents_cannot_be_compared():
    with pytest.raises(EngineError, match="different documents"):
        mcnemar([True], [True, False])
