"""Tallies hold the same numbers whatever the order, the pieces and the detours by which they came to them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from nbengine.counts import UNIT, CountMatrix, count_matrix
from nbengine.errors import EngineError
from nbengine.learnt.tally import Tally, make_tally
from tests.nbengine.problems import Problem, a_problem

WORDS = [f"word{number}" for number in range(30)]
WEIGHTS = st.sampled_from([0.0, 1e-6, 0.25, 1 / 3, 1.0, 2.5, 1000.0])


def tally_from(problem: Problem, documents=slice(None), labels=None) -> Tally:
    """Learn some of a problem's documents, with labels in an order of their own."""
    names = labels or problem.labels
    numbers = np.array([names.index(problem.labels[number]) for number in problem.label_numbers], dtype=np.int64)
    weights = None if problem.weights is None else problem.weights[documents]
    return make_tally(names, problem.counts[documents], numbers[documents], weights)


def test_statistics_are_the_sums_of_the_documents_of_each_label():
    problem = a_problem(is_weighted=True)
    tally = tally_from(problem)
    table = problem.counts.csr.toarray()

    for label in range(3):
        own = problem.label_numbers == label
        units = np.rint(problem.weights[own] * UNIT).astype(np.int64)
        assert tally.documents[label] == units.sum()
        np.testing.assert_array_equal(tally.occurrences[label], units @ table[own])
        np.testing.assert_array_equal(tally.presences[label], units @ (table[own] > 0))


def test_counts_are_shown_as_counts():
    tally = Tally(["ham", "spam"], 2)
    tally.learn(count_matrix([[2, 0], [0, 1], [1, 1]]), [0, 1, 1], [1.0, 1.0, 0.5])

    assert tally.counts.tolist() == [[2.0, 0.0], [0.5, 1.5]]
    assert tally.n_documents.tolist() == [1.0, 1.5]


@settings(deadline=None)
@given(seed=st.integers(0, 1000), is_weighted=st.booleans(), data=st.data())
def test_any_split_and_order_of_learning_gives_the_same_hash(seed, is_weighted, data):
    problem = a_problem(seed, is_weighted=is_weighted)
    order = data.draw(st.permutations(range(problem.features.n_documents)))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(order)), max_size=5)))
    labels = data.draw(st.permutations(problem.labels))
    pieces = tally_from(problem, np.arange(0), labels)
    for part in np.split(np.array(order), cuts):
        numbers = np.array([labels.index(problem.labels[n]) for n in problem.label_numbers[part]], dtype=np.int64)
        pieces.learn(problem.counts[part], numbers, None if problem.weights is None else problem.weights[part])

    assert pieces.canonical_hash(WORDS) == tally_from(problem).canonical_hash(WORDS)


@settings(deadline=None)
@given(seed=st.integers(0, 1000), is_weighted=st.booleans(), data=st.data())
def test_forgetting_leaves_no_trace(seed, is_weighted, data):
    problem = a_problem(seed, is_weighted=is_weighted)
    gone = np.array(data.draw(st.lists(st.integers(0, 23), unique=True)), dtype=np.int64)
    tally = tally_from(problem)
    weights = None if problem.weights is None else problem.weights[gone]

    tally.forget(problem.counts[gone], problem.label_numbers[gone], weights)

    never = tally_from(problem, np.setdiff1d(np.arange(24), gone))
    assert tally.canonical_hash(WORDS) == never.canonical_hash(WORDS)
    np.testing.assert_array_equal(tally.occurrences, never.occurrences)


@settings(deadline=None)
@given(cuts=st.tuples(st.integers(0, 24), st.integers(0, 24)).map(sorted), seed=st.integers(0, 1000))
def test_merging_is_commutative_and_associative_and_can_be_undone(cuts, seed):
    problem = a_problem(seed, is_weighted=True)
    first, second, third = (tally_from(problem, part) for part in np.split(np.arange(24), cuts))
    merged = ((first + second) + third).canonical_hash(WORDS)

    assert (first + (second + third)).canonical_hash(WORDS) == merged
    assert ((third + first) + second).canonical_hash(WORDS) == merged
    assert (first + second - second).canonical_hash(WORDS) == first.canonical_hash(WORDS)


@given(weights=st.lists(WEIGHTS, min_size=24, max_size=24))
def test_weights_are_added_up_in_whole_steps(weights):
    problem = a_problem(1)
    tally = make_tally(problem.labels, problem.counts, problem.label_numbers, weights)

    units = np.rint(np.array(weights) * UNIT).astype(np.int64)
    assert tally.documents.sum() == units.sum()


def test_words_in_another_order_give_the_same_hash():
    problem = a_problem(2)
    shuffled = np.random.default_rng(0).permutation(15)
    tally = tally_from(problem)
    words = [WORDS[number] for number in np.argsort(shuffled)]

    assert tally.with_columns_moved(shuffled, 15).canonical_hash(words) == tally.canonical_hash(WORDS)


def test_any_other_content_gives_another_hash():
    problem = a_problem(2)
    tally = tally_from(problem)
    known = tally.canonical_hash(WORDS)
    more = tally.copy()
    more.learn(problem.counts[[0]], [0], [1e-6])

    assert more.canonical_hash(WORDS) != known
    assert tally.canonical_hash(["other", *WORDS[1:]]) != known
    assert tally.with_renamed_labels({"a": "z"}).canonical_hash(WORDS) != known
    assert tally.with_renamed_labels({"a": "b", "b": "a"}).canonical_hash(WORDS) != known


def test_names_that_run_together_are_told_apart():
    counts = count_matrix(np.array([[1, 1]]))
    tally = make_tally(["a"], counts, [0])

    assert tally.canonical_hash(["ab", "c"]) != tally.canonical_hash(["a", "bc"])


def test_labels_and_words_without_weight_leave_no_trace_in_the_hash():
    problem = a_problem(3)
    tally = tally_from(problem)

    assert tally.with_labels(["c", "new", "a", "b"]).canonical_hash(WORDS) == tally.canonical_hash(WORDS)
    assert tally.widen(20).canonical_hash(WORDS) == tally.canonical_hash(WORDS)


def test_new_tokens_and_labels_appear_while_learning():
    tally = Tally(["ham"])
    tally.learn(count_matrix(np.array([[2]])), [0])
    tally = tally.with_labels(["ham", "spam"])
    for _ in range(5):
        tally.learn(count_matrix(np.array([[0, 1, 3]])), [1])

    assert tally.n_tokens == 3
    np.testing.assert_array_equal(tally.occurrences, UNIT * np.array([[2, 0, 0], [0, 5, 15]]))


def test_one_document_in_a_large_vocabulary_is_added_exactly():
    large = Tally(["a", "b"], 100_000)
    tokens = np.array([5, 99_999], dtype=np.int32)
    document = CountMatrix(np.array([0, 2]), tokens, np.array([3, 1]), 100_000)

    large.learn(stacked_twice(document), [1, 1], [0.5, 0.25])

    assert large.occurrences[1, 5] == 3 * UNIT * 3 // 4
    assert large.presences.sum() == 2 * UNIT * 3 // 4


def test_labels_can_be_renamed_and_merged():
    problem = a_problem(4)
    tally = tally_from(problem)
    merged = tally.with_merged_labels({"a": "x", "c": "x"})

    assert merged.labels == ("x", "b")
    np.testing.assert_array_equal(merged.occurrences[0], tally.occurrences[0] + tally.occurrences[2])
    assert tally.with_renamed_labels({"a": "ham"}).labels == ("ham", "b", "c")
    with pytest.raises(EngineError, match="name of its own"):
        tally.with_renamed_labels({"a": "b"})


def test_dropped_columns_are_added_up_in_the_unknown_one():
    problem = a_problem(5)
    tally = tally_from(problem)
    kept = np.array([7, 3])
    unknown = np.array([1, 2, 3]) * UNIT

    narrow = tally.with_columns(kept, unknown_presences=unknown)

    np.testing.assert_array_equal(narrow.occurrences[:, :2], tally.occurrences[:, kept])
    np.testing.assert_array_equal(narrow.occurrences.sum(axis=1), tally.occurrences.sum(axis=1))
    np.testing.assert_array_equal(narrow.presences[:, 2], unknown)
    np.testing.assert_array_equal(tally.with_columns(kept).presences, tally.presences[:, kept])


def test_presence_can_need_more_than_one_occurrence():
    counts = count_matrix(np.array([[1, 3], [2, 2]]))
    tally = make_tally(["a"], counts, [0, 0], threshold=1.5)

    np.testing.assert_array_equal(tally.presences, [[UNIT, 2 * UNIT]])
    np.testing.assert_array_equal(tally.occurrences, [[3 * UNIT, 5 * UNIT]])


def test_arrays_make_the_same_tally_again():
    tally = tally_from(a_problem(6, is_weighted=True))
    again = Tally.from_arrays(tally.labels, tally.documents, tally.occurrences, tally.presences)

    assert again.canonical_hash(WORDS) == tally.canonical_hash(WORDS)


def test_statistics_cannot_be_written_from_outside():
    tally = tally_from(a_problem(6))
    with pytest.raises(ValueError, match="read-only"):
        tally.occurrences[0, 0] = 1


def test_huge_counts_and_weights_stay_exact():
    counts = count_matrix(np.array([[2**40 + 1], [1]]))
    tally = make_tally(["a"], counts, [0, 0])
    assert tally.occurrences[0, 0] == (2**40 + 2) * UNIT

    heavy = make_tally(["a"], count_matrix(np.array([[1], [1]])), [0, 0], [2.0**40, 2.0**-20])
    assert heavy.documents[0] == 2**60 + 1


def test_more_than_can_be_added_up_is_refused():
    counts = count_matrix(np.array([[1024]]))
    tally = Tally(["a"])
    tally.learn(counts, [0], [2.0**30])
    for _ in range(2):
        tally.learn(counts, [0], [2.0**30])

    with pytest.raises(EngineError, match="added up exactly"):
        tally.learn(counts, [0], [2.0**30])
    with pytest.raises(EngineError, match="added up exactly"):
        _ = tally + tally
    assert tally.occurrences[0, 0] == 3 * 2**60


def test_real_valued_tallies_forget_what_only_one_document_held():
    counts = count_matrix(np.array([[0.1, 0.7], [0.2, 0.0], [0.3, 0.0]]))
    tally = make_tally(["a"], counts, [0, 0, 0], is_real=True)
    tally.forget(counts[[0, 2]], [0, 0])

    np.testing.assert_allclose(tally.occurrences / UNIT, [[0.2, 0.0]])
    assert tally.occurrences[0, 1] == 0


def forget_too_much(tally: Tally) -> None:
    tally.forget(count_matrix(np.array([[9, 9]])), [0])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda tally: tally.learn(count_matrix(np.array([[1]])), [2]), "from 0 to 1"),
        (lambda tally: tally.learn(count_matrix(np.array([[1]])), [-1]), "from 0 to 1"),
        (lambda tally: tally.learn(count_matrix(np.array([[1]])), [0, 1]), "as many label numbers"),
        (lambda tally: tally.learn(count_matrix(np.array([[1]])), [0.5]), "whole numbers"),
        (lambda tally: tally.learn(count_matrix(np.array([[1]])), [0], [-1]), "not be negative"),
        (lambda tally: tally.learn(count_matrix(np.array([[1]])), [0], [np.nan]), "finite"),
        (lambda tally: tally.learn(count_matrix(np.array([[1]])), [0], [1e300]), "too large"),
        (lambda tally: tally.learn(count_matrix(np.array([[1]])), [0], [1, 2]), "as many weights"),
        (lambda tally: tally.learn(count_matrix(np.array([[0.5]])), [0]), "is_real"),
        (lambda tally: tally.learn(count_matrix(np.array([[2**45]])), [0]), "too large"),
        (lambda tally: tally.learn(count_matrix(np.array([[1e19]])), [0]), "too large"),
        (lambda tally: tally.learn(count_matrix(np.array([[2**63]], dtype=np.uint64)), [0]), "too large"),
        (lambda tally: tally.learn(count_matrix(np.array([[1], [1]])), [0, 1], [1.0, 4e-7]), "too small"),
        (forget_too_much, "never learnt"),
        (lambda tally: tally.forget(count_matrix(np.array([[0, 0, 1]])), [0]), "never learnt"),
        (lambda tally: tally - tally - tally, "does not"),
        (lambda tally: tally.with_labels(["b"]), "cannot be left out"),
        (lambda tally: tally.widen(1), "do not fit"),
        (lambda tally: tally.with_columns_moved(np.array([0, 0]), 1), "one column"),
        (lambda tally: tally.canonical_hash(["one"]), "as many words"),
        (lambda tally: tally + Tally(["a"], is_real=True), "kinds of counts"),
        (lambda tally: Tally(["a", "a"]), "name of its own"),
        (lambda tally: Tally("ab"), "not one string"),
        (lambda tally: Tally(["a"], -1), "cannot have"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(wrong, says):
    tally = make_tally(["a", "b"], count_matrix(np.array([[1, 2], [0, 1]])), [0, 1])
    known = tally.canonical_hash(WORDS)

    with pytest.raises(EngineError, match=says):
        wrong(tally)

    assert tally.canonical_hash(WORDS) == known


def test_a_weight_of_nothing_is_no_weight_that_is_too_small():
    tally = make_tally(["a", "b"], count_matrix(np.array([[1], [1]])), [0, 1], [1.0, 0.0])

    assert tally.documents.tolist() == [UNIT, 0]


def test_columns_beyond_what_a_token_number_holds_are_refused():
    wide = sparse.csr_array((np.ones(2), np.array([5, 2**32 + 5]), np.array([0, 2])), shape=(1, 2**33))

    with pytest.raises(EngineError, match="at most 2147483648 columns, not 8589934592"):
        count_matrix(wide)


def stacked_twice(document: CountMatrix) -> CountMatrix:
    return document[np.array([0, 0])]
