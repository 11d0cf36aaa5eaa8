"""Marks on scores: what they hold for, what makes them cautious, and what wrong labels do to them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from nbengine.filter.filter import DEFAULT_SOURCE_SHARE
from nbengine.filter.thresholds import ScoreHistory, Thresholds, drop_suspected_labels, find_tail_score, fit_thresholds


def test_marks_hold_for_scores_like_those_they_were_made_of():
    dice = np.random.default_rng(1)
    scores, truths = mixed(dice, 20_000)
    marks = fit_thresholds(records(scores, truths))
    new_scores, new_truths = mixed(dice, 200_000)

    assert np.mean(new_scores[~new_truths] > marks.high) < 0.001
    assert np.mean(new_scores[new_truths] <= marks.low) < 0.03


def test_labels_that_are_all_doubtful_set_none_aside_and_promise_nothing():
    """Where labels were given at random, every document of one side can be taken for a wrong label."""
    scores, rivals = np.array([-0.5, -0.4, -0.2, 0.0, 0.2]), np.array([-0.7, -0.6, -0.1, 0.0, 0.3])
    credible, n_wrong = drop_suspected_labels(scores, rivals)

    assert (credible.tolist(), n_wrong) == (scores.tolist(), 0)
    assert find_tail_score(credible, 0.0008) >= 0.2


@pytest.mark.parametrize("seed", range(30))
def test_labels_at_random_make_marks_that_are_numbers_in_order(seed):
    dice = np.random.default_rng(seed)
    n_documents = int(dice.integers(4, 120))
    scores, truths = dice.normal(0, 0.4, n_documents), dice.random(n_documents) < 0.5
    marks = fit_thresholds(records(scores, truths))

    assert all(math.isfinite(number) for number in (marks.low, marks.high, marks.familiar_high, marks.slope))
    assert marks.low <= marks.high


def test_few_documents_make_a_cautious_mark():
    dice = np.random.default_rng(1)
    few, many = (fit_thresholds(records(*mixed(dice, number))) for number in (60, 20_000))

    assert few.high > many.high


def test_mails_of_few_lists_make_a_more_cautious_mark_than_as_many_of_many_lists():
    dice = np.random.default_rng(1)
    clean = records(*mixed(dice, 4_000))

    few, many = (fit_thresholds(from_sources(clean, share)) for share in (0.02, 1.0))

    assert few.high > many.high + 0.3
    assert few.low <= few.high


def test_the_first_few_positives_are_not_taken_to_be_typical_of_all():
    scores, truths = np.array([-0.4, -0.2] * 20 + [-0.05] * 4), np.arange(44) >= 40

    assert fit_thresholds(records(scores, truths)).familiar_high > 0.3


def test_documents_learnt_as_they_came_need_no_caution_for_lists_and_senders():
    clean = records(*mixed(np.random.default_rng(1), 4_000))

    as_they_came, at_once = fit_thresholds(clean), fit_thresholds(from_sources(clean, 0.1))

    assert as_they_came.high < at_once.high - 0.2


def test_the_middle_lies_where_documents_are_judged_by_all_that_was_learnt():
    scores, truths = mixed(np.random.default_rng(1), 2_000)
    when_new = records(scores + 0.5, truths)

    found, wanted = (
        fit_thresholds(replace(given, without_source_scores=scores)) for given in (when_new, records(scores, truths))
    )

    assert found.middle == pytest.approx(wanted.middle, abs=0.05)
    assert fit_thresholds(when_new).middle > wanted.middle + 0.25


def test_what_is_learnt_after_a_training_moves_the_middle_too():
    scores, truths = mixed(np.random.default_rng(1), 2_000)
    left_out = np.where(np.arange(2_000) < 100, scores, math.nan)

    moved = fit_thresholds(replace(records(scores + 0.5, truths), without_source_scores=left_out))

    assert moved.middle > fit_thresholds(records(scores, truths)).middle + 0.2


def test_what_new_senders_send_is_not_torn_because_it_lacks_the_trust_in_known_ones():
    dice = np.random.default_rng(1)
    clean = records(*mixed(dice, 4_000))
    heads = np.where(clean.is_positive, 0.5, -0.6)
    left_out_heads = np.where(clean.is_positive, 0.5, dice.normal(0, 0.05, 4_000))

    known = fit_thresholds(replace(clean, header_evidences=heads))
    new = fit_thresholds(replace(clean, header_evidences=heads, without_source_headers=left_out_heads))

    assert known.most_head < 0 < new.most_head < 0.5


@pytest.mark.parametrize("share", [0.002, 0.01, 0.1])
def test_wrong_labels_move_the_marks_little(share):
    dice = np.random.default_rng(2)
    scores, truths = mixed(dice, 20_000)
    wrong = dice.random(len(truths)) < share

    clean, stained = (
        fit_thresholds(records(scores, truths)),
        fit_thresholds(records(scores, truths ^ wrong)),
    )

    assert stained.high == pytest.approx(clean.high, abs=0.35)
    assert stained.wrong_share == pytest.approx(share, rel=0.5)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("share", [0.01, 0.03, 0.1])
def test_a_few_wrong_labels_that_no_median_shows_set_no_mark(seed, share):
    dice = np.random.default_rng(seed)
    truths = dice.random(2_000) < 0.6
    scores = np.where(truths, dice.normal(1.5, 0.5, 2_000), dice.normal(-1.4, 0.3, 2_000))
    wrong = dice.random(2_000) < share
    left_out = scores + dice.normal(0, 0.1, 2_000)

    clean, stained = (
        fit_thresholds(replace(records(scores, labels), without_source_scores=left_out))
        for labels in (truths, truths ^ wrong)
    )

    assert stained.high < clean.high + 0.35
    assert stained.high > clean.low


def mixed(dice, number):
    truths = dice.random(number) < 0.5
    return np.where(truths, dice.normal(1.2, 0.3, number), dice.normal(-1.0, 0.3, number)), truths


def records(scores, truths):
    nothing = np.zeros(len(scores))
    unknown, shares = np.full(len(scores), np.nan), np.full(len(scores), DEFAULT_SOURCE_SHARE)
    return ScoreHistory(scores, truths, nothing, nothing, nothing, nothing, shares, unknown, unknown, unknown)


def from_sources(given, share):
    """As when all was learnt at once: each is such a part of a list or sender, and was judged without it."""
    return replace(given, source_shares=np.full(len(given.scores), share), without_source_scores=given.scores)


def test_a_tail_end_is_passed_as_rarely_as_tolerated():
    dice = np.random.default_rng(3)
    seen, unseen = dice.exponential(0.2, 5_000), dice.exponential(0.2, 200_000)

    assert np.mean(unseen > find_tail_score(np.sort(seen), 0.001)) < 0.002


def test_a_few_newsletters_among_thousands_of_letters_do_not_stretch_the_tail_beyond_them():
    dice = np.random.default_rng(3)
    letters, newsletters = dice.normal(-1.0, 0.3, 4_900), dice.uniform(0.2, 0.6, 100)

    assert 0.6 < find_tail_score(np.sort(np.concatenate([letters, newsletters])), 0.0005) < 0.75


def test_scores_without_wrong_ones_keep_all_where_no_side_reaches_the_other():
    kept, n_wrong = drop_suspected_labels(np.array([-1.0, -0.5, 0.2]), np.array([0.8, 1.0, 1.2]))

    assert n_wrong == 0
    assert kept.tolist() == [-1.0, -0.5, 0.2]


def test_caution_never_changes_sides():
    marks = Thresholds(usual_share=0.1)

    assert marks.middle < marks.correct_for_new_words(2.0, 1.0) < 2.0


def test_new_words_make_nothing_less_surely_good():
    assert Thresholds(usual_share=0.1).correct_for_new_words(-2.0, 1.0) == -2.0


def test_a_document_of_known_words_needs_less_to_be_surely_positive():
    marks = Thresholds(high=1.0, familiar_high=0.5, usual_share=0.2)

    assert marks.upper_threshold(0.0) == 0.5
    assert marks.upper_threshold(0.1) == pytest.approx(0.75)
    assert marks.upper_threshold(0.2) == marks.upper_threshold(0.9) == 1.0


def test_both_upper_marks_lie_together_where_lists_and_senders_are_many():
    clean = records(*mixed(np.random.default_rng(1), 4_000))

    few, many = (fit_thresholds(from_sources(clean, share)) for share in (0.02, 100.0))

    assert few.familiar_high < few.high - 0.2
    assert many.familiar_high == pytest.approx(many.high, abs=0.02)
