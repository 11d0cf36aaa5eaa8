"""Digits that a detour through large numbers, or another order of adding up, must not take."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from nbengine.counts import IntArray, count_matrix
from nbengine.estimators.bernoulli import BernoulliNB
from nbengine.estimators.complement import ComplementNB
from nbengine.estimators.gaussian import GaussianNB
from nbengine.estimators.multinomial import MultinomialNB
from nbengine.events import LeftOut, derive, leave_one_out
from nbengine.events.event_model import EventSettings, Prior
from nbengine.learnt.number_tally import NumberTally
from nbengine.learnt.statistics import Features, Statistics
from nbengine.learnt.tally import Tally, make_tally
from nbengine.logspace import best_label_numbers
from nbengine.models.model import Model, TableColumns
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe, VocabularyLimits
from nbengine.models.training import train_model
from nbengine.text.vocabulary import Vocabulary

SCORES = st.sampled_from([-np.inf, np.inf, 0.0, -3.0, -3.0 - 1e-13, -3.0 - 1e-9, -100.0, -100.0 + 1e-11, 5.0])


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
    tally = make_tally(["a", "b"], count_matrix(table), np.repeat([0, 1], 40))
    scorer = derive(tally, EventSettings(smoothing=0.1))
    among, model = scorer.predict(palindromes), MultinomialNB(alpha=0.1).fit(table, np.repeat([0, 1], 40))

    assert among[:40].tolist() == [0] * 40
    assert among.tolist() == [int(scorer.predict(palindromes.row(number))[0]) for number in range(80)]
    assert model.predict(palindromes.csr.tocsr()).tolist() == among.tolist()


@pytest.mark.parametrize("kind", [MultinomialNB, BernoulliNB, ComplementNB])
def test_samples_that_say_nothing_leave_the_verdicts_of_the_others_as_they_are(kind):
    random = np.random.default_rng(4)
    half = random.poisson(1.0, (40, 30))
    table = np.concatenate((half, half[:, ::-1]))
    asked = random.poisson(1.0, (60, 30))
    asked[::7] = half[:9] + half[:9, ::-1]
    model = kind(alpha=0.1).fit(table, np.repeat(["a", "b"], 40))

    together = model.predict(sparse.csr_array(asked))

    assert set(together) == {"a", "b"}
    assert (together[::7] == "a").all()
    joint = model.predict_joint_log_proba(asked)
    assert together.tolist() == model.classes_[(joint[:, 1] - joint[:, 0] > 1e-9).astype(int)].tolist()
    assert together.tolist() == [model.predict(sparse.csr_array(asked[[row]]))[0] for row in range(60)]


@given(arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 5)), elements=SCORES))
def test_the_first_of_the_highest_scores_is_the_label(scores):
    expected = []
    for row in scores.tolist():
        best = max(row)
        least = best - 1e-12 * abs(best) if math.isfinite(best) else best
        is_decided = best > -math.inf and not (best == math.inf and row.count(best) > 1)
        expected.append(next(place for place, score in enumerate(row) if score >= least) if is_decided else -1)

    assert best_label_numbers(scores).tolist() == expected


def test_scores_that_rounding_tells_apart_are_equal():
    scores = np.array([[-100.0, -100.0 + 1e-11], [-100.0, -100.0 + 1e-6], [-np.inf, -3.0], [-np.inf, -np.inf]])

    assert best_label_numbers(scores).tolist() == [0, 1, 1, -1]


@pytest.mark.parametrize("count", [10**6, 3 * 10**9, 10**11])
def test_a_word_that_is_nearly_all_of_its_label_keeps_every_digit(count):
    tally = Tally(["a", "b"], 3)
    tally.learn(count_matrix(np.array([[1, count, 2], [5, 7, 11]])), [0, 1])

    found = derive(tally, EventSettings(smoothing=1.0)).weights[1, 0]

    with localcontext() as context:
        context.prec = 50
        exact = ((Decimal(count) + 1) / (Decimal(count) + 6)).ln()
    assert found == pytest.approx(float(exact), rel=1e-15)


def long_log(share: Fraction) -> Decimal:
    """The logarithm to sixty digits."""
    with localcontext() as context:
        context.prec = 60
        return (Decimal(share.numerator) / Decimal(share.denominator)).ln()


def score(shares: list[Fraction], times: list[int]) -> float:
    """The sum of count times logarithm, rounded once at the end."""
    with localcontext() as context:
        context.prec = 60
        return float(sum((long_log(share) * count for share, count in zip(shares, times, strict=True)), Decimal(0)))


def shares_of(counts: list[int], alpha: Fraction) -> list[Fraction]:
    below = sum(counts) + alpha * len(counts)
    return [(count + alpha) / below for count in counts]


LARGE = np.array([[3 * 10**9, 1, 2, 0], [5, 7, 11, 2], [10**9, 40, 0, 1], [2 * 10**9, 30, 60, 7]])
ONLY_ITS_OWN = np.array([[3 * 10**9, 1, 2, 0], [0, 7, 11, 2], [10**9, 0, 4, 0], [0, 30, 0, 5 * 10**9]])
"""Labels lack the words that are nearly all of another."""
NUMBERS = [0, 1, 0, 2]


def exact_scores(event: str, table: IntArray, documents: list[int], document: int, alpha: Fraction) -> list[float]:
    """The evidence for each label of one row, where these rows were learnt."""
    sums = [
        [int(sum(table[row, word] for row in documents if NUMBERS[row] == label)) for word in range(4)]
        for label in range(3)
    ]
    times = table[document].tolist()
    if event == "multinomial":
        return [score(shares_of(own, alpha), times) for own in sums]
    rest = [[sum(sums[other][word] for other in range(3) if other != label) for word in range(4)] for label in range(3)]
    scores = [-score(shares_of(own, alpha), times) for own in rest]
    if event == "complement":
        return scores
    return [-found / score(shares_of(own, alpha), [1] * 4) for found, own in zip(scores, rest, strict=True)]


@pytest.mark.parametrize("alpha", [1.0, 0.125])
@pytest.mark.parametrize("event", ["multinomial", "complement", "normed complement"])
@pytest.mark.parametrize("table", [LARGE, ONLY_ITS_OWN], ids=["words of all", "words of their own"])
@pytest.mark.parametrize("is_sparse", [False, True], ids=["table", "filled cells"])
def test_counts_of_thousands_of_millions_keep_their_digits_with_and_without_their_own_document(
    event, alpha, table, is_sparse, only_filled
):
    if is_sparse:
        only_filled()
    norm = event == "normed complement"
    settings = EventSettings("complement" if norm else event, alpha, prior=Prior("none"), norm=norm)
    tally = make_tally(["a", "b", "c"], count_matrix(table), NUMBERS)
    found = derive(tally, settings).log_joint(count_matrix(table))
    without = leave_one_out(tally, count_matrix(table), np.array(NUMBERS), settings)

    assert tally.is_sparse == is_sparse
    for row in range(4):
        rest = [other for other in range(4) if other != row]
        exact = exact_scores(event, table, [0, 1, 2, 3], row, Fraction(alpha))
        exact_without = exact_scores(event, table, rest, row, Fraction(alpha))
        assert found[row] == pytest.approx(exact, rel=1e-14)
        assert without[row] == pytest.approx(exact_without, rel=1e-14)


@pytest.mark.parametrize("event", ["multinomial", "complement"])
def test_the_only_word_says_nothing_of_the_label_however_often_it_occurs(event, only_filled):
    only_filled()
    counts, labels = count_matrix([[3000], [3], [800]]), [3, 1, 0]
    tally = make_tally(["a", "b", "c", "d", "e"], counts, labels)

    scores = derive(tally, EventSettings(event, prior=Prior("none"))).log_joint(counts)
    without = leave_one_out(tally, counts, labels, EventSettings(event, prior=Prior("none")))

    assert abs(scores).max() < 1e-14
    assert abs(without).max() < 1e-14


@pytest.mark.parametrize("event", ["multinomial", "complement"])
def test_a_verdict_after_a_lesson_keeps_the_digits_of_large_counts(event):
    words = Vocabulary(["a", "b", "c", "d", *(f"other{number}" for number in range(60))])
    wide = [count_matrix(np.pad(LARGE[row : row + 1], ((0, 0), (0, 60)))) for row in range(4)]
    recipe = Recipe(event_model=event, smoothing=0.5, prior=Prior("none"), limits=VocabularyLimits(min_documents=0))
    stacked = count_matrix(np.pad(LARGE[:3], ((0, 0), (0, 60))))
    model = train_model(recipe, stacked, NUMBERS[:3], ["a", "b"], words, is_assured=False)
    model.learn(wide[3], ["b"])
    found = model.judge(wide[0]).log_joint[0]

    sums = [[*LARGE[[0, 2]].sum(axis=0).tolist(), *[0] * 60], [*LARGE[[1, 3]].sum(axis=0).tolist(), *[0] * 60]]
    shares = [shares_of(own, Fraction(1, 2)) for own in sums]
    times = [*LARGE[0].tolist(), *[0] * 60]
    exact = [score(own, times) for own in shares]
    expected = exact if event == "multinomial" else [-exact[1], -exact[0]]
    assert model._lookup is not None
    assert found == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("way", ["dense", "whole table", "lazy", "without its own"])
def test_words_that_a_thousand_million_documents_lack_keep_the_digits_of_their_absence(way):
    n_words, n_documents = 3_000, 10**9
    words = Vocabulary(f"w{number}" for number in range(n_words))
    table, labels = np.zeros((4, n_words), np.int64), np.array([0, 0, 0, 1])
    table[:2, :3], table[3, :1] = 1, 1
    weights = [n_documents / 2, 2.0, n_documents / 2, 5.0]
    tally = make_tally(["a", "b"], count_matrix(table), labels, weights)
    document, settings = count_matrix(table[1:2]), EventSettings("bernoulli", 1.0, prior=Prior("none"))
    if way == "dense":
        found = derive(tally, settings).log_joint(document)[0, 0]
    elif way == "without its own":
        found = leave_one_out(tally, count_matrix(table), labels, settings, weights)[1, 0]
    else:
        recipe = Recipe(
            event_model="bernoulli", smoothing=1.0, prior=Prior("none"), limits=VocabularyLimits(min_documents=0)
        )
        model = train_model(
            recipe, count_matrix(table), labels, ["a", "b"], words, is_assured=False, weights=np.array(weights)
        )
        if way == "lazy":
            model.learn(count_matrix(table[3:]), ["b"])
        found = model.judge(document).log_joint[0, 0]

    own = 0 if way == "without its own" else 2
    below = Fraction(n_documents + own + 2)
    present, absent = (Fraction(n_documents, 2) + own + 1) / below, 1 - 1 / below
    assert found == pytest.approx(score([present] * 3 + [absent] * (n_words - 3), [1] * n_words), rel=1e-14)


@pytest.mark.parametrize(("offset", "spread"), [(1e9, 1e-3), (1e12, 1e-3), (1e15, 1.0), (-1e9, 1e-3)])
def test_numbers_far_from_nothing_that_lie_close_keep_their_digits(offset, spread):
    random = np.random.default_rng(7)
    rows, labels = offset + random.normal(size=(60, 1)) * spread, np.arange(60) % 2
    tally = NumberTally(["a", "b"], 1)
    for some in np.split(np.arange(60), 4):
        tally.learn(rows[some], labels[some])
    settings, statistics = EventSettings("gaussian", var_smoothing=0.0, prior=Prior("none")), Statistics(numbers=tally)
    found = derive(statistics, settings).log_joint(Features(numbers=rows))
    without = LeftOut(statistics, Features(numbers=rows), labels, settings).log_joint()
    estimator = GaussianNB(var_smoothing=0.0, priors=[0.5, 0.5]).fit(rows, labels)
    kept = estimator.predict_joint_log_proba(rows) - np.log(0.5)

    for row in range(60):
        for label in range(2):
            others = [number for number in range(60) if labels[number] == label]
            exact = density(rows[row, 0], rows[others, 0])
            assert found[row, label] == pytest.approx(exact, rel=1e-9)
            assert kept[row, label] == pytest.approx(exact, rel=1e-9)
            left = density(rows[row, 0], rows[[number for number in others if number != row], 0])
            assert without[row, label] == pytest.approx(left, rel=1e-9)


def density(number: float, others: np.ndarray) -> float:
    values = [Fraction(float(value)) for value in others]
    mean = sum(values, Fraction(0)) / len(values)
    variance = sum(((value - mean) ** 2 for value in values), Fraction(0)) / len(values)
    return -0.5 * math.log(2 * math.pi * float(variance)) - float((Fraction(number) - mean) ** 2 / variance) / 2


def test_a_kept_model_keeps_the_digits_of_numbers_far_from_nothing():
    random = np.random.default_rng(3)
    rows = Features(numbers=1e9 + random.normal(size=(30, 2)) * 1e-3)
    statistics = Statistics(numbers=NumberTally(["a", "b"], 2))
    statistics.learn(rows, np.arange(30) % 2)
    model = Model(Recipe(event_model="gaussian"), Vocabulary(), statistics, table=TableColumns(("one", "two")))

    back = model_from_bytes(model_to_bytes(model))

    assert back.judge(rows).log_joint == pytest.approx(model.judge(rows).log_joint, rel=1e-15)
