"""What past scores teach: probabilities that come true, and a band that loses few negatives."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from nbengine.filter.score_calibration import CAUTIOUS_END, Experience, Promise, fitted_logistic, upper_end


def past(scores, truths, promise=None):
    experience = Experience(promise)
    for score, truth in zip(scores, truths, strict=True):
        experience.add(float(score), is_positive=bool(truth))
    return experience


def mails(n, seed=0, share=0.3):
    """Scores such as a filter at work gives."""
    rng = np.random.default_rng(seed)
    truths = rng.random(n) < share
    return rng.normal(0, 0.22, n) + np.where(truths, 0.6, -0.6), truths


def test_without_experience_the_filter_is_careful():
    fresh = Experience()

    assert fresh.probability(0.0) < 0.5 < fresh.probability(0.5)
    assert fresh.band.high == CAUTIOUS_END


def test_probabilities_rise_with_the_score_and_stay_off_the_ends():
    experience = past(*mails(500))
    found = [experience.probability(score) for score in np.linspace(-50, 50, 21)]

    assert found == sorted(found)
    assert 0 < found[0] < 0.01
    assert 0.99 < found[-1] < 1


def test_probabilities_come_true_on_mails_not_seen():
    experience = past(*mails(6000))
    scores, truths = mails(20_000, seed=1)
    proba = np.array([experience.probability(score) for score in scores])

    for low, high in ((0, 0.2), (0.2, 0.8), (0.8, 1)):
        inside = (proba >= low) & (proba <= high)
        assert proba[inside].mean() == pytest.approx(truths[inside].mean(), abs=0.07)


def test_the_logistic_finds_what_made_the_truths():
    rng = np.random.default_rng(3)
    scores = rng.normal(0, 0.5, 20_000)
    slope, offset = fitted_logistic(scores, rng.random(20_000) < expit(6 * scores + 0.5))

    assert (slope, offset) == pytest.approx((6, 0.5), abs=0.3)


@pytest.mark.parametrize("scores", [np.full(500, 1e6), np.full(500, -1e6), np.zeros(500)])
def test_scores_beyond_all_measure_do_not_break_the_fit(scores):
    experience = past(scores, np.arange(500) % 2 == 0)

    assert 0 <= experience.probability(float(scores[0])) <= 1


@pytest.mark.parametrize("seed", range(5))
def test_few_negatives_are_lost_and_few_documents_unsure(seed):
    experience = past(*mails(3000, seed))
    scores, truths = mails(20_000, seed + 100)
    band = experience.band

    assert np.mean(scores[~truths] > band.high) <= 0.001
    assert np.mean((scores > band.low) & (scores <= band.high)) <= 0.06


def test_the_upper_end_is_cautious_while_there_are_few_negatives():
    rng = np.random.default_rng(0)
    few, many = rng.normal(-1, 0.1, 30), rng.normal(-1, 0.1, 30_000)

    assert upper_end(few[:5], 0.001) == CAUTIOUS_END
    assert upper_end(few, 0.001) > upper_end(many, 0.001)


def test_a_smaller_share_to_lose_asks_for_more_evidence():
    scores, truths = mails(3000)

    ends = [past(scores, truths, Promise(lost=share)).band.high for share in (0.01, 0.001, 0.0001)]

    assert ends == sorted(ends)
    assert ends[0] < ends[-1]


def test_when_too_many_would_be_unsure_positives_are_let_through():
    rng = np.random.default_rng(0)
    truths = rng.random(3000) < 0.5
    scores = rng.normal(0, 0.3, 3000) + np.where(truths, 0.3, -0.3)
    strict, lenient = (past(scores, truths, Promise(unsure=share)).band for share in (0.01, 0.5))

    assert strict.high == lenient.high
    assert strict.low > lenient.low
