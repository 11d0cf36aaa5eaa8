"""Promises about what is lost are kept on documents not yet seen."""

import math

import numpy as np
import pytest
from scipy import stats

from nbengine.errors import EngineError
from nbengine.trust.verdicts import (
    NEGATIVE,
    POSITIVE,
    fit_safe_threshold,
    fit_unsure_band,
    upper_bound_of_share,
)


@pytest.mark.parametrize("n_passed", [0, 1, 7])
def test_the_proved_share_is_the_binomials_upper_bound(n_passed):
    oracle = stats.binomtest(n_passed, 400, alternative="less").proportion_ci(0.95, method="exact")

    assert upper_bound_of_share(n_passed, 400) == pytest.approx(oracle.high)
    assert upper_bound_of_share(400, 400) == 1.0


def test_one_in_a_thousand_is_proved_from_2995_documents():
    assert upper_bound_of_share(0, 2994) == pytest.approx(1 - 0.05 ** (1 / 2994))
    assert upper_bound_of_share(0, 2995) <= 0.001 < upper_bound_of_share(0, 2994)


@pytest.mark.parametrize(("n_documents", "passed"), [(50, 0), (998, 0), (999, 0), (1998, 0), (1999, 1), (9999, 9)])
def test_one_in_a_thousand_is_kept_on_average_from_999_documents(n_documents, passed):
    found = fit_safe_threshold(np.arange(float(n_documents)))

    assert found.n_passed == passed
    assert found.expected_share_bound == (passed + 1) / (n_documents + 1)
    assert (found.expected_share_bound <= found.tolerated_share) == (n_documents >= 999)
    assert found.share_upper_bound > found.expected_share_bound


def test_on_average_no_more_is_lost_than_promised():
    generator = np.random.default_rng(12)

    shares = [stats.norm.sf(fit_safe_threshold(generator.normal(size=250), 0.02).threshold) for _ in range(600)]

    assert np.mean(shares) == pytest.approx(5 / 251, rel=0.06)


def test_more_documents_allow_some_to_pass():
    found = fit_safe_threshold(np.random.default_rng(0).permutation(100_000).astype(float))

    assert found.n_passed == 99_999 - found.threshold
    assert found.expected_share_bound <= 0.001 < (found.n_passed + 2) / 100_001


def test_equal_scores_stay_on_the_safe_side_together():
    found = fit_safe_threshold(np.repeat([0.0, 1.0], [9_000, 1_000]), 0.01)

    assert (found.threshold, found.n_passed) == (1.0, 0)


def test_what_is_proved_holds_as_often_as_stated():
    generator, kept = np.random.default_rng(11), 0
    for _ in range(400):
        found = fit_safe_threshold(generator.normal(size=500), 0.02)
        kept += stats.norm.sf(found.threshold) <= found.share_upper_bound

    assert stats.binomtest(kept, 400, 0.95).pvalue > 0.001 or kept / 400 > 0.95


def test_no_documents_prove_nothing():
    found = fit_safe_threshold([])

    assert found.threshold == math.inf
    assert found.share_upper_bound == 1.0


def mail(n_ham, n_spam, seed=0):
    generator = np.random.default_rng(seed)
    scores = np.concatenate([generator.normal(-3, 1, n_ham), generator.normal(3, 1, n_spam)])
    return scores, np.arange(n_ham + n_spam) >= n_ham


def test_the_band_keeps_its_promise_on_new_documents():
    bands = [fit_unsure_band(*mail(5_000, 5_000, seed)) for seed in range(60)]

    lost = np.array([stats.norm.sf(band.high, loc=-3) for band in bands])
    missed = np.array([stats.norm.cdf(band.low, loc=3) for band in bands])
    unsure = np.array([stats.norm.cdf(band.high, loc=3) - stats.norm.cdf(band.low, loc=3) for band in bands])

    assert lost.mean() == pytest.approx(5 / 5_001, rel=0.15)
    assert missed.mean() <= 0.012
    assert unsure.mean() / 2 <= 0.04


def test_too_many_unsure_means_more_positives_missed_never_more_negatives_lost():
    generator = np.random.default_rng(3)
    scores, positives = generator.normal(size=4_000), np.arange(4_000) % 2 == 0

    wide = fit_unsure_band(scores, positives, most_unsure=1.0)
    narrow = fit_unsure_band(scores, positives, most_unsure=0.1)

    assert wide.high == narrow.high
    assert wide.positives_missed < narrow.positives_missed
    assert wide.unsure_share > 0.8
    assert narrow.unsure_share <= 0.1


def test_well_separated_labels_need_no_unsure_verdict():
    band = fit_unsure_band(np.arange(200.0), np.arange(200) >= 100, most_unsure=0.04)

    assert band.judge([0.0, 99.0, 100.0, 199.0]).tolist() == [NEGATIVE, NEGATIVE, POSITIVE, POSITIVE]
    assert (band.negatives_lost, band.positives_missed, band.unsure_share) == (0, 0, 0.0)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: fit_safe_threshold([math.nan]), "NaN"),
        (lambda: fit_safe_threshold([0.0], 0.0), "between 0 and 1"),
        (lambda: fit_unsure_band([0.0], [True, False]), "do not go with"),
    ],
)
def test_what_cannot_be_promised_is_refused(call, said):
    with pytest.raises(EngineError, match=said):
        call()
