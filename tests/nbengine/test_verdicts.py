"""Verdicts are trusted as far as they deserve: calibrated, unsure, unlike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from nbengine.errors import EngineError
from nbengine.filter.thresholds import MIN_SURE_PROBABILITY
from nbengine.measure.evaluation import log_odds
from nbengine.trust.verdicts import (
    ERROR_LIMITS,
    MAX_ORDER_STATISTICS,
    RawScores,
    add_band,
    fit_assurance,
    make_verdicts,
)

from .models import model_of_mails

LABELS = ("ham", "spam")


def left_out_scores(n_documents=4_000, seed=0):
    """Scores of two labels that are right nine times in ten, lengths, and the truth."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n_documents)
    lengths = rng.integers(5, 200, n_documents).astype(float)
    lead = rng.normal(1.3, 1.0, n_documents) * np.sqrt(lengths) * np.where(truth == 1, 1, -1)
    return np.stack([np.zeros(n_documents), lead], axis=1) - lengths[:, None] * 7, truth, lengths


@pytest.fixture(scope="module")
def assurance():
    scores, truth, lengths = left_out_scores()
    return fit_assurance(scores, truth, lengths, np.zeros(len(truth)), np.log([0.5, 0.5]), LABELS)


def judged(assurance, scores, lengths, labels=LABELS, evidence=None):
    nothing = np.zeros(len(scores))
    return make_verdicts(RawScores(scores, lengths, nothing, nothing, evidence), labels, assurance)


def test_wrong_verdicts_that_are_not_called_unsure_are_as_rare_as_promised(assurance):
    scores, truth, lengths = left_out_scores(seed=1)

    verdicts = judged(assurance, scores, lengths)

    is_wrong = verdicts.label_numbers != truth
    assert is_wrong.mean() > 0.08
    assert 0.2 < verdicts.is_unsure.mean() < 0.8
    for label in (0, 1):
        for one_in in ERROR_LIMITS[:2]:
            is_sure = (verdicts.label_numbers == label) & (verdicts.strictest_limit_met >= one_in)
            assert is_sure.sum() > 500
            assert is_wrong[is_sure].mean() < 1 / one_in


def test_calibrated_confidence_is_the_share_of_right_verdicts(assurance):
    scores, truth, lengths = left_out_scores(seed=2)

    verdicts = judged(assurance, scores, lengths)

    assert verdicts.confidence.mean() == pytest.approx((verdicts.label_numbers == truth).mean(), abs=0.02)
    np.testing.assert_array_equal(verdicts.calibrated_log_proba.argmax(axis=1), verdicts.label_numbers)
    np.testing.assert_allclose(np.exp(verdicts.calibrated_log_proba).sum(axis=1), 1)


def test_with_a_band_hardly_any_good_mail_is_surely_spam(assurance):
    scores, truth, lengths = left_out_scores()
    banded = add_band(assurance, scores, truth, lengths, LABELS, "spam", tolerated_lost=0.003)
    fresh, fresh_truth, fresh_lengths = left_out_scores(seed=3)

    banded = replace(banded, label_sets=None)  # they go by the order of the labels, which is turned round below
    verdicts = judged(banded, fresh, fresh_lengths)

    is_lost = (fresh_truth == 0) & (verdicts.label_numbers == 1) & ~verdicts.is_unsure
    assert is_lost.sum() <= 0.006 * (fresh_truth == 0).sum()
    by_band = banded.unsure_band.judge(log_odds(verdicts.calibrated_log_proba, 1)) != verdicts.label_numbers
    assert (verdicts.is_unsure == (by_band | (verdicts.confidence < MIN_SURE_PROBABILITY))).all()
    assert verdicts.confidence[~verdicts.is_unsure].min() >= MIN_SURE_PROBABILITY
    np.testing.assert_array_equal(
        judged(banded, fresh[:, ::-1], fresh_lengths, LABELS[::-1]).is_unsure, verdicts.is_unsure
    )


@pytest.mark.parametrize(("n_known", "n_unknown", "is_unsure"), [(2, 8, True), (100, 0, False), (100, 150, False)])
def test_a_document_with_next_to_no_known_word_is_unsure_however_high_its_score(n_known, n_unknown, is_unsure):
    scores, truth, lengths = left_out_scores()
    often_unknown = np.where(np.arange(len(truth)) % 3 == 0, 2 * lengths, 0.0)  # nothing unlike the documents learnt
    trusted = fit_assurance(scores, truth, lengths, often_unknown, np.log([0.5, 0.5]), LABELS)
    one = np.array([float(n_known)])
    unknown = np.array([float(n_unknown)])

    said = RawScores(np.array([[0.0, 200.0]]) - one * 7, one, unknown, unknown / (one + unknown), None)
    verdicts = make_verdicts(said, LABELS, trusted)

    assert verdicts.confidence[0] > trusted.label_thresholds.min_confidence_for_all(20)
    assert verdicts.is_unsure[0] == is_unsure


def test_what_is_unlike_anything_learnt_is_unsure(assurance):
    scores, unknown, one = np.array([[-500.0, 0.0]]), np.array([300.0]), np.array([50.0])

    verdicts = make_verdicts(RawScores(scores, one, unknown, unknown / (one + unknown), None), LABELS, assurance)

    assert verdicts.is_unlike[0]
    assert verdicts.is_unsure[0]


@pytest.mark.parametrize("positive", LABELS)
def test_a_band_on_evidence_heeds_evidence_where_more_than_nine_in_ten_is_shown(assurance, positive):
    scores, truth, lengths = left_out_scores()
    evidence = np.where(truth == 1, 1.0, -1.0) + np.random.default_rng(5).normal(0, 0.4, len(truth))
    banded = add_band(assurance, scores, truth, lengths, LABELS, positive, evidence=evidence)

    verdicts = judged(banded, scores, lengths, evidence=evidence)

    number = LABELS.index(positive)
    by_band = banded.unsure_band.judge(evidence if number else -evidence)
    expected = np.where(verdicts.label_numbers == number, by_band != 1, by_band != 0)
    np.testing.assert_array_equal(verdicts.is_unsure, expected | (verdicts.confidence < MIN_SURE_PROBABILITY))
    threshold = banded.unsure_band.upper_threshold
    assert threshold.expected_share_bound <= threshold.tolerated_share


def test_a_band_on_evidence_gives_way_to_confidence_where_there_is_none(assurance):
    scores, truth, lengths = left_out_scores()
    banded = add_band(assurance, scores, truth, lengths, LABELS, "spam", evidence=scores[:, 1])

    without = judged(banded, scores, lengths)

    np.testing.assert_array_equal(without.is_unsure, judged(assurance, scores, lengths).is_unsure)


def test_a_band_for_a_label_that_is_gone_gives_way_to_confidence(assurance):
    scores, truth, lengths = left_out_scores()
    banded = add_band(assurance, scores, truth, lengths, LABELS, "spam")

    renamed = judged(banded, scores, lengths, ("ham", "news"))

    expected = judged(
        replace(assurance, label_thresholds=assurance.label_thresholds.with_renamed_labels({"spam": "news"})),
        scores,
        lengths,
        ("ham", "news"),
    )
    assert not renamed.is_unsure[renamed.label_numbers == 0].all()
    assert renamed.is_unsure[renamed.label_numbers == 1].all()  # of a label that is new, nothing is promised
    np.testing.assert_array_equal(expected.is_unsure, judged(assurance, scores, lengths).is_unsure)
    with pytest.raises(EngineError, match="'news' is not one of the labels ham, spam"):
        add_band(assurance, scores, truth, lengths, LABELS, "news")


def test_undecided_documents_are_unsure_with_and_without_assurance(assurance):
    scores = np.asarray([[-np.inf, -np.inf], [-5.0, -300.0]])

    for known in (assurance, None):
        verdicts = judged(known, scores, np.asarray([20.0, 20.0]))
        assert verdicts.label_numbers.tolist() == [-1, 0]
        assert verdicts.is_unsure.tolist() == [True, False]
        assert verdicts.confidence[0] == 0


def test_odds_are_against_all_other_labels_together():
    log_proba = np.log(np.asarray([[0.5, 0.25, 0.25], [0.2, 0.2, 0.6]]))

    np.testing.assert_allclose(log_odds(log_proba, 0), np.log([1.0, 0.25]))
    assert log_odds(np.full((1, 2), -np.inf), 0).tolist() == [0]
    assert log_odds(np.zeros((1, 1)), 0).tolist() == [np.inf]


def test_what_is_kept_of_many_documents_is_enough_and_no_more():
    scores, truth, lengths = left_out_scores(n_documents=9_000)
    kept = fit_assurance(scores, truth, lengths, np.zeros(9_000), np.log([0.5, 0.5]), LABELS).label_sets

    assert len(kept.known_excess) == MAX_ORDER_STATISTICS
    assert all(len(known) == MAX_ORDER_STATISTICS for known in kept.known_odds)
    assert (np.diff(kept.known_excess) >= 0).all()


def test_new_labels_leave_the_calibration_and_drop_what_was_usual_for_the_old():
    model = model_of_mails()
    before = model.assurance

    model.learn(model.count(["goal match"], grow=True).counts, ["sport"])

    assert model.assurance.calibration == before.calibration
    assert model.assurance.label_sets is None
    verdicts = model.judge_texts(["buy notes", "goal"])
    assert verdicts.calibrated_log_proba.shape == (2, 3)
    assert not verdicts.is_unlike.any()
