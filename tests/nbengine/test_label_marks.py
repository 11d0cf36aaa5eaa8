from __future__ import annotations

import numpy as np
import pytest

from nbengine.filter.thresholds import MIN_SURE_PROBABILITY
from nbengine.trust.verdicts import ERROR_LIMITS, fit_label_thresholds

LABELS = ("bills", "letters", "news")
SHARES = (0.5, 0.3, 0.2)


def verdicts(n_documents, seed, wrong_labels=0.0):
    """Confidence, judged label, whether it is right by what a person wrote, and whether it truly is.

    Mistakes grow rarer with confidence, and differ from label to label.
    """
    rng = np.random.default_rng(seed)
    numbers = rng.choice(3, n_documents, p=SHARES)
    confidence = rng.beta(6, 1, n_documents)
    truly = rng.random(n_documents) > (1 - confidence) ** np.array([1.0, 0.8, 1.3])[numbers]
    return confidence, numbers, truly & (rng.random(n_documents) >= wrong_labels), truly


@pytest.mark.parametrize("wrong_labels", [0.0, 0.01])
@pytest.mark.parametrize("n_documents", [400, 2_000, 10_000])
def test_of_what_is_sure_at_most_one_in_so_many_is_wrong_for_each_label(n_documents, wrong_labels):
    shares, n_sure = np.zeros((40, 2, 3)), 0
    for seed in range(40):  # the promise is about the mean of what could have been learnt
        confidence, numbers, is_right, _ = verdicts(n_documents, seed, wrong_labels)
        marks = fit_label_thresholds(confidence, numbers, is_right, LABELS)
        confidence, numbers, _, truly = verdicts(5_000, 1_000 + seed)
        kept, _ = marks.find_strictest_limits(confidence, numbers, LABELS)
        n_sure += (kept >= ERROR_LIMITS[0]).sum()
        for place, one_in in enumerate(ERROR_LIMITS[:2]):
            for label in range(3):
                is_sure = (numbers == label) & (kept >= one_in)
                shares[seed, place, label] = (is_sure & ~truly).sum() / max(is_sure.sum(), 1)

    assert (shares[:, 0].mean(axis=0) <= 1 / ERROR_LIMITS[0]).all()
    assert (shares[:, 1].mean(axis=0) <= 1 / ERROR_LIMITS[1]).all()
    assert n_sure > 0.1 * 40 * 5_000


@pytest.mark.parametrize(("n_right", "limits"), [(23, []), (24, [20]), (119, [20]), (120, [20, 100])])
def test_a_label_of_too_few_documents_promises_nothing(n_right, limits):
    marks = fit_label_thresholds(np.full(n_right, 0.999), np.zeros(n_right, int), np.ones(n_right, bool), LABELS)

    assert [
        one_in for one_in, mark in zip(ERROR_LIMITS, marks.thresholds[:, 0], strict=True) if np.isfinite(mark)
    ] == limits
    assert np.isinf(marks.thresholds[:, 1:]).all()
    kept, _ = marks.find_strictest_limits(np.array([0.999, 0.9999]), np.array([0, 1]), LABELS)
    assert kept.tolist() == [limits[-1] if limits else -1, -1]


def test_what_is_shown_as_less_probable_than_sure_is_not_sure_however_rarely_it_was_wrong():
    below, above = np.full(5_000, MIN_SURE_PROBABILITY - 0.01), np.full(10, MIN_SURE_PROBABILITY + 0.01)
    confidence = np.concatenate([below, above])

    marks = fit_label_thresholds(confidence, np.zeros(5_010, int), np.ones(5_010, bool), LABELS)

    assert np.isinf(marks.thresholds[:, 0]).all()


def test_equal_confidences_are_sure_together_or_not_at_all():
    confidence = np.repeat([0.99, 0.95], [50, 50])
    is_right = np.concatenate([np.ones(55, bool), np.zeros(45, bool)])  # the first five of the second are right

    marks = fit_label_thresholds(confidence, np.zeros(100, int), is_right, LABELS)

    assert marks.thresholds[0, 0] == pytest.approx(0.97)  # half way between them
    assert marks.n_judged[:, 0].tolist() == [50, 50, 0, 0]
    assert marks.n_wrong[:, 0].tolist() == [45, 0, 0, 0]


def test_the_share_of_wrong_verdicts_is_that_of_those_like_it():
    confidence, numbers, is_right, _ = verdicts(20_000, 7)
    marks = fit_label_thresholds(confidence, numbers, is_right, LABELS)
    confidence, numbers, _, truly = verdicts(20_000, 8)

    kept, share = marks.find_strictest_limits(confidence, numbers, LABELS)

    for one_in in (0, *ERROR_LIMITS[:2]):
        some = kept == one_in
        assert share[some].sum() == pytest.approx((~truly[some]).sum(), rel=0.25, abs=6)


def test_labels_are_known_by_their_names_and_a_new_one_promises_nothing():
    confidence, numbers, is_right, _ = verdicts(4_000, 1)
    marks = fit_label_thresholds(confidence, numbers, is_right, LABELS)
    some = np.full(4, 0.9999)

    kept, _ = marks.find_strictest_limits(some, np.array([3, 2, 1, 0]), ("news", "new", "letters", "bills"))

    assert kept[1:].tolist()[1] == -1  # "new"
    assert [kept[0], kept[1], kept[3]] == marks.find_strictest_limits(some[:3], np.array([0, 1, 2]), LABELS)[0].tolist()


def test_labels_that_become_one_are_as_sure_as_the_stricter_of_them():
    confidence, numbers, is_right, _ = verdicts(4_000, 1)
    marks = fit_label_thresholds(confidence, numbers, is_right, LABELS)

    merged = marks.with_renamed_labels({"bills": "post", "letters": "post"})

    assert merged.labels == ("post", "news")
    np.testing.assert_array_equal(merged.thresholds[:, 0], marks.thresholds[:, :2].max(axis=1))
    assert merged.n_judged.sum() == marks.n_judged.sum() == 4_000
    np.testing.assert_array_equal(merged.thresholds[:, 1], marks.thresholds[:, 2])
