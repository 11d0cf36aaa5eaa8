"""How new words are: shares by kind of witness, in buckets around their mean."""

from __future__ import annotations

import numpy as np
import pytest

from nbengine.filter.new_words import FEWEST_WORDS, N_BUCKETS, Newness

N_OWN = 2 * (N_BUCKETS + 1)


def words(*numbers):
    """Words after its own: the first hundred of the first kind, the others of the second."""
    return np.array(numbers, np.int32) + np.int32(N_OWN)


def taught(*documents):
    newness = Newness(2)
    newness.extend(np.repeat([0, 1], 100))
    for document in documents:
        newness.learn(words(*document), newness.look(words(*document))[1])
    return newness


def test_shares_are_told_apart_by_kind():
    newness = taught([1, 2, 3])

    kinds, shares = newness.look(words(1, 2, 3, 4, 105, 106, 107))

    assert kinds.tolist() == [0, 0, 0, 0, 1, 1, 1]
    assert shares == [0.25, 1.0]


def test_too_few_words_have_no_share_but_a_bucket_of_their_own():
    newness = taught()

    _, shares = newness.look(words(*range(FEWEST_WORDS - 1)))

    assert shares == [None, None]
    assert newness.words(shares).tolist() == [N_BUCKETS, 2 * N_BUCKETS + 1]


def test_asking_changes_nothing():
    newness = taught([1, 2, 3])

    (_, first), (_, again) = newness.look(words(3, 4, 50)), newness.look(words(3, 4, 50))

    assert first == again
    np.testing.assert_array_equal(newness.words(first), newness.words(again))


def test_its_own_words_are_a_kind_of_their_own_and_never_new_or_known():
    newness = taught([1, 2, 3])
    said = newness.words([0.5, 0.5])

    kinds, shares = newness.look(said)

    assert kinds.tolist() == newness.own_kinds.tolist() == [2, 2]
    assert shares == [None, None]


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_each_kind_says_one_of_its_own_words(share):
    newness = taught()

    said = newness.words([share, share])

    assert 0 <= said[0] < N_BUCKETS < said[1] < N_OWN


def test_the_same_share_is_newer_where_little_is_new_on_average():
    at_first = taught()
    later = taught(*[[1, 2, 3, 4]] * 200)

    share = [0.5, None]

    assert later.words(share)[0] > at_first.words(share)[0]


def test_words_learnt_are_new_no_more():
    newness = taught([7, 8, 90])

    assert newness.look(words(7, 8, 90, 99))[1] == [0.25, None]

    newness.extend(np.array([1]))
    assert newness.n_words == N_OWN + 201
    assert newness.look(words(7, 8, 90, 99))[1] == [0.25, None]
