"""Probabilities in exact fractions: the textbook's, and the same as the scorer's."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbengine.counts import UNIT, count_matrix
from nbengine.errors import EngineError
from nbengine.events.bernoulli import bernoulli_fraction
from nbengine.events.categorical import choice_fraction
from nbengine.events.complement import complement_fraction
from nbengine.events.multinomial import multinomial_fraction
from nbengine.explanations.exact_fractions import (
    GaussianCalculation,
    exact_joint,
    exact_posterior,
    fraction_as_written,
    log_of,
    prior_fraction,
)
from nbengine.learnt.tally import make_tally

HALF = Fraction(1, 2)
FEVER = [[1, 0, 1], [1, 1, 0], [0, 1, 1], [0, 0, 0], [0, 0, 1], [0, 1, 0]]
MAILS = {
    "spam": ["buy cheap watermelon buy", "cheap offer buy now"],
    "ham": ["meeting notes for monday", "lunch on monday", "notes on the offer"],
}
QUERY = ("buy", "notes", "monday")


@pytest.fixture
def fever():
    return make_tally(["+", "-"], count_matrix(np.asarray(FEVER)), [0, 0, 0, 1, 1, 1])


@pytest.fixture
def words():
    return sorted({word for mails in MAILS.values() for mail in mails for word in mail.split()})


@pytest.fixture
def mails(words):
    texts = [mail.split() for mails in MAILS.values() for mail in mails]
    counts = np.asarray([[text.count(word) for word in words] for text in texts])
    return make_tally(list(MAILS), count_matrix(counts), [0, 0, 1, 1, 1])


@pytest.mark.parametrize(
    ("smoothing", "joints", "posterior"),
    [
        (0, (Fraction(1, 27), Fraction(0)), Fraction(1)),
        (1, (Fraction(6, 125), Fraction(9, 250)), Fraction(4, 7)),
        (0.5, (Fraction(45, 1024), Fraction(25, 1024)), Fraction(9, 14)),
    ],
)
def test_the_fever_table_comes_out_as_in_the_book(fever, smoothing, joints, posterior):
    query = [1, 0, 0]
    found = []
    for label in (0, 1):
        steps = [bernoulli_fraction(fever, token, label, smoothing) for token in range(3)]
        factors = [(step.probability if has else step.absent, 1) for step, has in zip(steps, query, strict=True)]
        found.append(exact_joint(prior_fraction(fever.documents, label).probability, factors))

    assert tuple(found) == joints
    assert exact_posterior(found)[0] == posterior


@pytest.mark.parametrize(("smoothing", "ham"), [(1, Fraction(27000, 39167)), (0.5, Fraction(14700, 19613))])
def test_the_five_mails_come_out_as_in_the_book_by_multinomial(mails, words, smoothing, ham):
    joints = []
    for label in (0, 1):
        steps = [multinomial_fraction(mails, words.index(word), label, smoothing) for word in QUERY]
        prior = prior_fraction(mails.documents, label).probability
        joints.append(exact_joint(prior, [(step.probability, 1) for step in steps]))

    assert exact_posterior(joints)[1] == ham


def test_the_five_mails_come_out_as_in_the_book_by_bernoulli(mails, words):
    joints = []
    for label in (0, 1):
        steps = [(word, bernoulli_fraction(mails, token, label)) for token, word in enumerate(words)]
        factors = [(step.probability if word in QUERY else step.absent, 1) for word, step in steps]
        joints.append(exact_joint(prior_fraction(mails.documents, label).probability, factors))

    assert exact_posterior(joints)[1] == Fraction(1207959552, 1452100177)


def test_the_five_mails_come_out_as_in_the_book_by_complement(mails, words):
    for label, plain, normed in ((1, 7.60090246, 0.24218698), (0, 7.20925807, 0.23357875)):
        steps = [complement_fraction(mails, token, label) for token in range(len(words))]
        divisor = math.fsum(abs(step.log) for step in steps)
        over = [complement_fraction(mails, token, label, divisor=divisor) for token in range(len(words))]

        assert sum(steps[words.index(word)].log for word in QUERY) == pytest.approx(plain, abs=5e-9)
        assert sum(over[words.index(word)].log for word in QUERY) == pytest.approx(normed, abs=5e-9)


def test_each_step_of_a_word_can_be_read(mails, words):
    step = multinomial_fraction(mails, words.index("buy"), 0, 0.1)

    assert (step.count, step.smoothing, step.total, step.total_smoothing) == (3, Fraction(1, 10), 8, Fraction(12, 10))
    assert step.probability == Fraction(31, 92)
    assert step.log == pytest.approx(math.log(31 / 92), rel=1e-15)


def test_smoothing_per_word_is_added_up_over_all_words(mails, words):
    smoothing = np.linspace(0.5, 1.6, len(words))
    step = multinomial_fraction(mails, 3, 1, smoothing)

    assert step.smoothing == Fraction("0.8")
    assert float(step.total_smoothing) == pytest.approx(smoothing.sum())


def test_nothing_out_of_nothing_has_no_probability(words):
    empty = make_tally(["spam"], count_matrix(np.zeros((1, 3), dtype=np.int64)), [0])
    step = multinomial_fraction(empty, 0, 0, 0)

    assert step.probability is None
    assert step.absent is None
    assert step.log == -math.inf
    assert exact_posterior([Fraction(0), Fraction(0)]) is None


def test_a_smoothed_prior_adds_to_every_label(mails):
    assert prior_fraction(mails.documents, 0, strength=0.5).probability == Fraction(5, 12)


def test_a_value_of_a_choice_and_one_never_seen():
    counts = np.asarray([[3, 0, 1, 0], [0, 2, 2, 0]]) * UNIT

    assert choice_fraction(counts, 0, 0).probability == Fraction(4, 7)
    assert choice_fraction(counts, 0, 1).probability == Fraction(1, 7)
    assert choice_fraction(counts, 0, -1).probability == Fraction(1, 8)
    assert choice_fraction(counts, 0, 3).probability == choice_fraction(counts, 0, 9).probability == Fraction(1, 8)


def test_a_curve_has_its_height_and_its_distance():
    step = GaussianCalculation(value=3.0, mean=1.0, own_variance=1.5, added_variance=0.5)

    assert step.peak_term == pytest.approx(-0.5 * math.log(4 * math.pi))
    assert step.distance_term == -1.0
    assert step.log == step.peak_term + step.distance_term


def test_numbers_are_taken_as_they_were_written():
    assert fraction_as_written(0.1) == Fraction(1, 10)
    assert fraction_as_written(1e-5) == Fraction(1, 100_000)
    with pytest.raises(EngineError):
        fraction_as_written(math.inf)


@given(st.integers(1, 10**400), st.integers(1, 10**400))
def test_logarithms_of_fractions_beyond_any_float_are_finite_and_right(above, below):
    found = log_of(Fraction(above, below))

    assert found == pytest.approx(math.log(above) - math.log(below), rel=1e-9, abs=1e-12)
    assert log_of(Fraction(10**30 + 1, 10**30)) == pytest.approx(1e-30)
