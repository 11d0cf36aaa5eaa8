"""How new a document's words are, as words of their own.

Naive Bayes says nothing about words that it has never seen, but that there are many says much: mail from strangers, in
another language, or written to get past filters is full of them. The share of new words among each kind of witness,
beside the running mean of such shares, is put into ten buckets, and each bucket is a word like any other. The mean
takes out that everything is new at first and little is later.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nbengine.counts import IntArray

N_BUCKETS = 10
FEWEST_WORDS = 3
"""With fewer words their share says nothing; that they are few is a bucket of its own."""
FIRST_MEAN = 0.5
NEWEST_SHARE = 0.02
"""What each document moves the mean by."""

Shares = Sequence[float | None]
"""For each kind of witness the share of words never seen; None where there are too few words."""


class Newness:
    """Remembers which words were seen; words are numbers from 0, kinds of witnesses too, of which there are few."""

    def __init__(self, n_kinds: int) -> None:
        self._means = [FIRST_MEAN] * n_kinds
        self._is_known = np.zeros(1 << 12, np.bool_)

    @staticmethod
    def n_words(n_kinds: int) -> int:
        """How many words of its own it has: numbers from 0 up to here."""
        return n_kinds * (N_BUCKETS + 1)

    def reserve(self, n_words: int) -> None:
        """Make room for words below this number, before they are looked at or learnt."""
        n_more = n_words - len(self._is_known)
        if n_more > 0:
            self._is_known = np.concatenate([self._is_known, np.zeros(max(n_more, len(self._is_known)), np.bool_)])

    def shares(self, words: npt.NDArray[np.int32], kinds: IntArray) -> Shares:
        """How new the words of a document are."""
        n_kinds = len(self._means)
        n_words = np.bincount(kinds, minlength=n_kinds).tolist()
        n_known = np.bincount(kinds[self._is_known[words]], minlength=n_kinds).tolist()
        return [
            1 - known / all_words if all_words >= FEWEST_WORDS else None
            for known, all_words in zip(n_known, n_words, strict=True)
        ]

    def words(self, shares: Shares) -> npt.NDArray[np.int32]:
        """(n_kinds,): a word for each kind of witness, which says how new its words are."""
        pairs = zip(shares, self._means, strict=True)
        return np.array([kind * (N_BUCKETS + 1) + _bucket(*pair) for kind, pair in enumerate(pairs)], np.int32)

    def learn(self, words: npt.NDArray[np.int32], shares: Shares) -> None:
        """These words are known from now on."""
        self._is_known[words] = True
        self._means = [
            mean if share is None else mean + NEWEST_SHARE * (share - mean)
            for mean, share in zip(self._means, shares, strict=True)
        ]


def _bucket(share: float | None, mean: float) -> int:
    return N_BUCKETS if share is None else min(max(int((share - mean + 0.5) * N_BUCKETS), 0), N_BUCKETS - 1)
