"""How new words are: shares by kind of witness, in buckets around their mean."""

from __future__ import annotations

import numpy as np
import pytest

from nbengine.newness import FEWEST_WORDS, N_BUCKETS, Newness

FIRST, SECOND = 0, 1


def words(*numbers):
    return np.array(numbers, np.int32)


def kinds(*numbers):
    return np.array(numbers, np.int64)


def taught(*documents, n_kinds=2):
    newness = Newness(n_kinds)
    newness.reserve(100_000)
    for document in documents:
        own = kinds(*[FIRST] * len(document))
        newness.learn(words(*document), newness.shares(words(*document), own))
    return newness


def test_shares_are_told_apart_by_kind():
    newness = taught([1, 2, 3])

    shares = newness.shares(words(1, 2, 3, 4, 5, 6, 7), kinds(0, 0, 0, 0, 1, 1, 1))

    assert shares == [0.25, 1.0]


def test_too_few_words_have_no_share_but_a_bucket_of_their_own():
    newness = taught()

    shares = newness.shares(words(*range(FEWEST_WORDS - 1)), kinds(*[FIRST] * (FEWEST_WORDS - 1)))

    assert shares == [None, None]
    assert newness.words(shares).tolist() == [N_BUCKETS, 2 * N_BUCKETS + 1]


def test_asking_changes_nothing():
    newness = taught([1, 2, 3])
    asked = words(3, 4, 5000), kinds(0, 0, 0)

    first, again = newness.shares(*asked), newness.shares(*asked)

    assert first == again
    np.testing.assert_array_equal(newness.words(first), newness.words(again))


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_each_kind_says_one_of_its_own_words(share):
    newness = taught()

    said = newness.words([share, share])

    assert 0 <= said[0] < N_BUCKETS < said[1] < Newness.n_words(2)


def test_the_same_share_is_newer_where_little_is_new_on_average():
    at_first = taught()
    later = taught(*[[1, 2, 3, 4]] * 200)

    share = [0.5, None]

    assert later.words(share)[FIRST] > at_first.words(share)[FIRST]


def test_words_learnt_are_new_no_more():
    newness = taught([7, 8, 90_000])

    assert newness.shares(words(7, 8, 90_000), kinds(0, 0, 0)) == [0.0, None]
