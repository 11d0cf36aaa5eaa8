"""How new a document's words are, as words of their own.

Naive Bayes says nothing about words that it has never seen, but that there are many says much: mail from strangers, in
another language, or written to get past filters is full of them. The share of new words among each kind of witness,
beside the running mean of such shares, is put into ten buckets, and each bucket is a word like any other. The mean
takes out that everything is new at first and little is later.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray

N_BUCKETS = 10
FEWEST_WORDS = 3
"""With fewer words their share says nothing; that they are few is a bucket of its own."""
FIRST_MEAN = 0.5
NEWEST_SHARE = 0.02
"""What each document moves the mean by."""


class Newness:
    """Remembers which words were seen; words are numbers from 0, kinds of witnesses too."""

    def __init__(self, n_kinds: int) -> None:
        self._means = np.full(n_kinds, FIRST_MEAN)
        self._is_known = np.zeros(1 << 12, np.bool_)

    @staticmethod
    def n_words(n_kinds: int) -> int:
        """How many words of its own it has: numbers from 0 up to here."""
        return n_kinds * (N_BUCKETS + 1)

    def shares(self, words: npt.NDArray[np.int32], kinds: IntArray) -> FloatArray:
        """(n_kinds,): the share of words never seen; NaN where there are too few words."""
        self._reserve(words)
        n_words = np.bincount(kinds, minlength=len(self._means))
        n_new = np.bincount(kinds[~self._is_known[words]], minlength=len(self._means))
        return np.where(n_words >= FEWEST_WORDS, n_new / np.maximum(n_words, 1), np.nan)

    def words(self, shares: FloatArray) -> npt.NDArray[np.int32]:
        """(n_kinds,): a word for each kind of witness, which says how new its words are."""
        is_few = np.isnan(shares)
        above = np.where(is_few, 0.0, shares) - self._means
        buckets = np.where(is_few, N_BUCKETS, np.clip((above + 0.5) * N_BUCKETS, 0, N_BUCKETS - 1))
        return (np.arange(len(shares)) * (N_BUCKETS + 1) + buckets.astype(np.int64)).astype(np.int32)

    def learn(self, words: npt.NDArray[np.int32], shares: FloatArray) -> None:
        """These words are known from now on."""
        self._reserve(words)
        self._is_known[words] = True
        self._means += NEWEST_SHARE * np.where(np.isnan(shares), 0.0, shares - self._means)

    def _reserve(self, words: npt.NDArray[np.int32]) -> None:
        n_more = (int(words.max()) + 1 if len(words) else 0) - len(self._is_known)
        if n_more > 0:
            more = np.zeros(max(n_more, len(self._is_known)), np.bool_)
            self._is_known = np.concatenate([self._is_known, more])
