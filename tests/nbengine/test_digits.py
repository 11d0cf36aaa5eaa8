"""Digits that a detour through large numbers, or another order of adding up, must not take."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from nbengine.arrays.counts import count_matrix
from nbengine.arrays.logspace import judged
from nbengine.estimators import MultinomialNB
from nbengine.events import derive
from nbengine.events.settings import EventSettings
from nbengine.learnt.number_tally import NumberTally
from nbengine.learnt.tally import Tally, tally_of


@pytest.mark.parametrize("n_cycles", [1, 300])
def test_numbers_a_million_times_larger_leave_no_trace_when_they_are_forgotten(n_cycles):
    random = np.random.default_rng(0)
    rows, places = random.normal(3.0, 1.0, (50, 2)), np.arange(50) % 2
    tally = NumberTally(["a", "b"], 2)
    tally.learn(rows, places)
    for _ in range(n_cycles):
        large = random.normal(size=(5, 2)) * 1e6
        tally.learn(large, np.zeros(5, dtype=np.int64))
        tally.forget(large, np.zeros(5, dtype=np.int64))

    for label in range(2):
        own = [[Fraction(value) for value in column] for column in rows[places == label].T.tolist()]
        for column, numbers in enumerate(own):
            mean = sum(numbers) / len(numbers)
            squares = float(sum((number - mean) ** 2 for number in numbers))
            assert tally.moments.means[label, column] == pytest.approx(float(mean), rel=1e-12)
            assert tally.moments.squares[label, column] == pytest.approx(squares, rel=1e-9)


def test_a_tie_goes_to_the_first_label_alone_and_among_others():
    random = np.random.default_rng(1)
    half = random.poisson(1.0, (40, 30))
    table = np.concatenate((half, half[:, ::-1]))
    palindromes = count_matrix(np.concatenate((half + half[:, ::-1], random.poisson(1.0, (40, 30)))))
    tally = tally_of(["a", "b"], count_matrix(table), np.repeat([0, 1], 40))
    scorer = derive(tally, EventSettings(smoothing=0.1))
    among, model = scorer.predict(palindromes), MultinomialNB(alpha=0.1).fit(table, np.repeat([0, 1], 40))

    assert among[:40].tolist() == [0] * 40
    assert among.tolist() == [int(scorer.predict(palindromes.row(number))[0]) for number in range(80)]
    assert model.predict(palindromes.csr.tocsr()).tolist() == among.tolist()


def test_scores_that_rounding_tells_apart_are_equal():
    scores = np.array([[-100.0, -100.0 + 1e-11], [-100.0, -100.0 + 1e-6], [-np.inf, -3.0], [-np.inf, -np.inf]])

    assert judged(scores).tolist() == [0, 1, 1, -1]


@pytest.mark.parametrize("count", [10**6, 3 * 10**9, 10**11])
def test_a_word_that_is_nearly_all_of_its_label_keeps_every_digit(count):
    tally = Tally(["a", "b"], 3)
    tally.learn(count_matrix(np.array([[1, count, 2], [5, 7, 11]])), [0, 1])

    found = derive(tally, EventSettings(smoothing=1.0)).weights[1, 0]

    with localcontext() as context:
        context.prec = 50
        exact = ((Decimal(count) + 1) / (Decimal(count) + 6)).ln()
    assert found == pytest.approx(float(exact), rel=1e-15)
