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

from nbengine.arrays.counts import IntArray

N_BUCKETS = 10
FEWEST_WORDS = 3
"""With fewer words their share says nothing; that they are few is a bucket of its own."""
FIRST_MEAN = 0.5
NEWEST_SHARE = 0.02
"""What each document moves the mean by."""

Shares = Sequence[float | None]
"""For each kind of witness the share of words never seen; None where there are too few words."""


class Newness:
    """Remembers what kind of witness each word is, and which words were seen.

    Words are numbers in the order in which they came. The first ones are its own, and a kind of their own, the last.
    """

    def __init__(self, n_kinds: int) -> None:
        self._means = [FIRST_MEAN] * n_kinds
        self._states = np.full(n_kinds * (N_BUCKETS + 1), 2 * n_kinds)
        """(n_words,): twice the kind of each word, and one more from when it was seen."""
        self.own_kinds = np.full(n_kinds, n_kinds)
        """(n_kinds,): the kind of the words that `words` returns."""

    @property
    def n_words(self) -> int:
        """How many words it knows of, its own among them."""
        return len(self._states)

    def extend(self, kinds: IntArray) -> None:
        """Take note of the next words: of which kinds they are."""
        self._states = np.concatenate([self._states, 2 * kinds])

    def look(self, words: npt.NDArray[np.int32]) -> tuple[IntArray, Shares]:
        """Return the kinds of the different words of a document, and how new they are."""
        states = self._states.take(words)
        numbers = np.bincount(states, minlength=2 * len(self._means)).tolist()
        shares = list(map(_share, numbers[::2], numbers[1::2]))
        return states >> 1, shares

    def words(self, shares: Shares) -> npt.NDArray[np.int32]:
        """(n_kinds,): a word for each kind of witness, which says how new its words are."""
        pairs = zip(shares, self._means, strict=True)
        return np.array([kind * (N_BUCKETS + 1) + _bucket(*pair) for kind, pair in enumerate(pairs)], np.int32)

    def learn(self, words: npt.NDArray[np.int32], shares: Shares) -> None:
        """These words are known from now on."""
        self._states.put(words, self._states.take(words) | 1)
        self._means = [
            mean if share is None else mean + NEWEST_SHARE * (share - mean)
            for mean, share in zip(self._means, shares, strict=True)
        ]


def _share(new: int, known: int) -> float | None:
    return new / (new + known) if new + known >= FEWEST_WORDS else None


def _bucket(share: float | None, mean: float) -> int:
    if share is None:
        return N_BUCKETS
    bucket = int((share - mean + 0.5) * N_BUCKETS)
    if bucket < 0:
        return 0
    return bucket if bucket < N_BUCKETS else N_BUCKETS - 1
