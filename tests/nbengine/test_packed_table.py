"""A tally that lies compressed answers as one that does not."""

from __future__ import annotations

import numpy as np
import pytest

from nbengine.learnt import tally as count_table
from nbengine.learnt.tally import PackedTable, Tally
from tests.nbengine.problems import a_problem


@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize("packs_every", [1, 3])
def test_learning_and_forgetting_leave_the_same_counts(is_weighted, packs_every):
    problem = a_problem(4, is_real=False, is_weighted=is_weighted)
    weights = problem.weights if is_weighted else np.ones(24)
    tallies = Tally(problem.labels), Tally(problem.labels)
    for tally in tallies:
        for number in range(24):
            tally.learn(problem.counts[[number]], problem.label_numbers[[number]], weights[[number]])
            if tally is tallies[1] and number % packs_every == 0:
                tally.pack()
        tally.forget(problem.counts[[3, 5]], problem.label_numbers[[3, 5]], weights[[3, 5]])
        if tally is tallies[1]:
            tally.pack()
    plain, compressed = tallies

    np.testing.assert_array_equal(compressed.occurrences, plain.occurrences)
    np.testing.assert_array_equal(compressed.presences, plain.presences)
    np.testing.assert_array_equal(compressed.documents, plain.documents)
    assert compressed.canonical_hash("abcdefghijklmno") == plain.canonical_hash("abcdefghijklmno")


def test_lessons_do_not_unpack_and_questions_do():
    problem = a_problem(4, is_real=False, is_weighted=False)
    tally = Tally(problem.labels)
    tally.learn(problem.counts, problem.label_numbers)
    totals = tally.totals
    tally.pack()
    table = tally._table
    assert isinstance(table, PackedTable)
    tally.learn(problem.counts[[0]], problem.label_numbers[[0]])

    assert table.is_packed
    np.testing.assert_array_equal(tally.totals.sum() - totals.sum(), problem.counts[[0]].values.sum() << 20)
    assert not table.is_packed


def test_lessons_that_wait_are_not_gathered_for_ever(monkeypatch):
    monkeypatch.setattr(count_table, "MAX_PENDING_CELLS", 100)
    problem = a_problem(4, is_real=False, is_weighted=False)
    packed, plain = Tally(problem.labels), Tally(problem.labels)
    for tally in (packed, plain):
        tally.learn(problem.counts, problem.label_numbers)
    packed.pack()
    for number in range(40):
        for tally in (packed, plain):
            tally.learn(problem.counts[[number % 24]], problem.label_numbers[[number % 24]])

    assert isinstance(packed._table, PackedTable)
    assert not packed._table.is_packed
    np.testing.assert_array_equal(packed.occurrences, plain.occurrences)


def test_new_words_and_labels_find_their_place():
    problem = a_problem(4, is_real=False, is_weighted=False)
    packed, plain = Tally(problem.labels), Tally(problem.labels)
    for tally in (packed, plain):
        tally.learn(problem.counts[[0, 1]], problem.label_numbers[[0, 1]])
    packed.pack()
    wide = plain.widen(plain.n_tokens + 5).with_labels(["new", *plain.labels])

    np.testing.assert_array_equal(
        packed.widen(plain.n_tokens + 5).with_labels(["new", *plain.labels]).occurrences, wide.occurrences
    )


def test_real_valued_counts_stay_as_they_are():
    problem = a_problem(4, is_real=True, is_weighted=False)
    tally = Tally(problem.labels, is_real=True)
    tally.learn(problem.counts, problem.label_numbers)
    before = tally.occurrences.copy()
    tally.pack()

    assert not isinstance(tally._table, PackedTable)
    np.testing.assert_array_equal(tally.occurrences, before)
