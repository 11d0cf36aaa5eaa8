"""Tallies of numbers and of choices: merged, renamed, rebuilt, refused."""

from __future__ import annotations

import numpy as np
import pytest

from nbengine.counts import CountMatrix
from nbengine.errors import EngineError
from nbengine.events import categorical, derive, gaussian
from nbengine.events.event_model import EventSettings
from nbengine.learnt.number_tally import Moments, NumberTally
from nbengine.learnt.statistics import ChoiceTally, Features, Statistics, empty_statistics
from tests.nbengine.problems import EVENT_MODELS, a_problem, settings_for

NUMBERS = np.array([[1.0, 5], [2, np.nan], [4, 7], [8, 9]])
CHOICES = np.array([[0, 1], [1, -1], [1, 0], [2, 2]])
LABELS = np.array([0, 1, 2, 2])


@pytest.fixture
def numbers() -> NumberTally:
    tally = NumberTally(["a", "b", "c"], 2)
    tally.learn(NUMBERS, LABELS, [1, 2, 1, 0.5])
    return tally


@pytest.fixture
def choices() -> ChoiceTally:
    tally = ChoiceTally(["a", "b", "c"], 2)
    tally.learn(CHOICES, LABELS, [1, 2, 1, 0.5])
    return tally


def test_merged_labels_hold_the_numbers_of_both(numbers):
    merged = numbers.with_merged_labels({"a": "x", "c": "x"})
    expected = NumberTally(["x", "b"], 2)
    expected.learn(NUMBERS, [0, 1, 0, 0], [1, 2, 1, 0.5])

    assert merged.labels == ("x", "b")
    np.testing.assert_array_equal(merged.documents, expected.documents)
    np.testing.assert_allclose(merged.moments.means, expected.moments.means)
    np.testing.assert_allclose(merged.moments.squares, expected.moments.squares)


def test_merged_labels_hold_the_choices_of_both(choices):
    merged = choices.with_merged_labels({"a": "x", "c": "x"})
    expected = ChoiceTally(["x", "b"], 2)
    expected.learn(CHOICES, [0, 1, 0, 0], [1, 2, 1, 0.5])

    for ours, theirs in zip(merged.counts, expected.counts, strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_arrays_make_the_same_tallies_again(numbers, choices):
    numbers_again = NumberTally.from_moments(numbers.labels, numbers.documents, numbers.moments)
    choices_again = ChoiceTally.from_counts(choices.labels, choices.documents, choices.counts)

    np.testing.assert_array_equal(gaussian(numbers_again).numbers.means, gaussian(numbers).numbers.means)
    np.testing.assert_array_equal(categorical(choices_again).choices.tables[0], categorical(choices).choices.tables[0])


@pytest.mark.parametrize("model", EVENT_MODELS)
def test_statistics_of_merged_labels_are_those_of_relabelled_documents(model):
    problem = a_problem(seed=1)
    merged = problem.learnt().with_merged_labels({"b": "a"})
    relabelled = problem.learnt(np.arange(0)).with_labels(["a", "c", "b"])
    relabelled.learn(problem.features, np.array([0, 0, 1])[problem.label_numbers])
    chosen = EventSettings(model, smoothing=0.5, var_smoothing=1e-3)

    ours, theirs = (derive(learnt.with_labels(["a", "c"]), chosen) for learnt in (merged, relabelled))

    np.testing.assert_allclose(ours.log_joint(problem.features), theirs.log_joint(problem.features), rtol=1e-9)


@pytest.mark.parametrize("model", ["multinomial", "bernoulli", "complement", "mixed"])
@pytest.mark.parametrize("smoothing", [0.0, 1.0])
def test_a_vocabulary_of_nothing_leaves_the_prior_to_decide(model, smoothing):
    problem = a_problem(seed=2)
    no_entries = CountMatrix(np.zeros(25, dtype=np.int64), np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64), 0)
    bare = Features(no_entries)
    learnt = empty_statistics(problem.labels, bare)
    learnt.learn(bare, problem.label_numbers)

    assert np.isfinite(derive(learnt, settings_for(model, smoothing)).log_joint(bare)).all()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda tally: tally.learn(NUMBERS[:, :1], LABELS), "1 numeric columns where 2"),
        (lambda tally: tally.forget(NUMBERS, LABELS, [9, 9, 9, 9]), "never learnt"),
        (lambda tally: tally.with_labels(["a"]), "cannot be left out"),
        (lambda tally: tally + NumberTally(["a"], 3), "cannot be combined"),
        (lambda tally: tally - tally - tally, "never learnt"),
        (lambda tally: NumberTally.from_moments(["a"], tally.documents, tally.moments), "do not fit"),
        (lambda tally: gaussian(tally, variance_floor=-1.0), "0 upwards"),
        (lambda tally: tally.learn(np.array([[1.0, np.inf]]), [0]), "finite"),
        (lambda tally: tally.learn(np.array([[-np.inf, 1.0]]), [0]), "finite"),
        (lambda tally: tally.learn(np.array([[1e200, np.nan]]), [0]), "below 1e[+]140"),
        (lambda tally: tally.forget(np.array([[1.0, np.inf]]), [0]), "finite"),
    ],
)
def test_wrong_numbers_are_refused_and_change_nothing(numbers, wrong, says):
    documents, moments = numbers.documents, numbers.moments
    with pytest.raises(EngineError, match=says):
        wrong(numbers)

    np.testing.assert_array_equal(numbers.documents, documents)
    np.testing.assert_array_equal(numbers.moments.means, moments.means)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda tally: tally.learn(CHOICES[:, :1], LABELS), "1 columns of choices where 2"),
        (lambda tally: tally.forget(CHOICES, LABELS, [9, 9, 9, 9]), "never learnt"),
        (lambda tally: tally.with_labels(["a"]), "cannot be left out"),
        (lambda tally: tally + ChoiceTally(["a"], 3), "cannot be combined"),
        (lambda tally: ChoiceTally.from_counts(["a"], tally.documents, tally.counts), "do not fit"),
        (lambda tally: ChoiceTally.from_counts(tally.labels, -tally.documents, tally.counts), "negative"),
        (lambda tally: tally.canonical_hash(["one"], [["a"]]), "2 columns"),
        (lambda tally: tally.canonical_hash(["one", "two"], [["a"], ["b"]]), "3 values and 1 names"),
        (lambda tally: categorical(tally, np.ones(2)), "one smoothing"),
        (lambda tally: categorical(tally, n_values=[1]), "2 columns"),
        (lambda tally: tally.learn(np.array([[0, 10**9]]), [0]), "1000000001 values in the column 1"),
    ],
)
def test_wrong_choices_are_refused_and_change_nothing(choices, wrong, says):
    documents, counts = choices.documents, choices.counts
    with pytest.raises(EngineError, match=says):
        wrong(choices)

    np.testing.assert_array_equal(choices.documents, documents)
    assert [part.tolist() for part in choices.counts] == [part.tolist() for part in counts]


@pytest.mark.parametrize("tally", [NumberTally(["a"], 1), ChoiceTally(["a"], 1)])
def test_weight_is_refused_before_its_sum_runs_over(tally):
    row = np.array([[1.0]]) if isinstance(tally, NumberTally) else np.array([[1]])
    tally.learn(row, [0], [2.0**41])
    with pytest.raises(EngineError, match="more than can be added up exactly"):
        tally.learn(row, [0], [2.0**41])

    assert tally.documents[0] == 2**61
    with pytest.raises(EngineError, match="more than can be added up exactly"):
        _ = tally + tally


def test_moments_of_nothing_change_nothing():
    moments = Moments(np.array([1 << 20]), np.array([3.0]), np.array([0.0]))
    nothing = moments - moments

    np.testing.assert_array_equal((moments + nothing).means, [3.0])
    np.testing.assert_array_equal((nothing + moments).means, [3.0])


def test_statistics_need_the_same_kinds_to_be_merged():
    problem = a_problem(seed=3)
    learnt = problem.learnt()
    with pytest.raises(EngineError, match="needs numbers"):
        _ = learnt + Statistics(text=learnt.text)
