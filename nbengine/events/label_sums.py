"""Sums over a whole vocabulary that a verdict needs beside the counts of its own words.

They are taken block by block and follow each lesson: words that change are dropped with what they were and added with
what they are. So a document is judged by its own words alone, whatever the size of the vocabulary.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.events.scorer_parts import TextWeights
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.count_table import Filled
from nbengine.learnt.sparse_count_table import added_up


@dataclass(frozen=True, slots=True, eq=False)
class WordCounts:
    """The counts of some words only, in a tally's units, as looked up without loading a whole model."""

    occurrences: npt.NDArray[Any]
    """(n_labels, n_words)"""
    presences: npt.NDArray[Any]
    """(n_labels, n_words)"""
    is_known: npt.NDArray[np.bool_]
    """(n_words,): whether the word is in the vocabulary; others are passed over."""

    def known(self) -> WordCounts:
        """Return only the words of the vocabulary."""
        if self.is_known.all():
            return self
        kept = self.is_known
        return WordCounts(self.occurrences[:, kept], self.presences[:, kept], self.is_known[kept])


@dataclass(frozen=True, slots=True, eq=False)
class FilledWords:
    """The filled cells of a whole vocabulary, most of which are empty."""

    filled: Filled
    n_tokens: int
    """The rows of cells, known or not."""
    n_known: int
    """The number of words that the vocabulary has; no other one has a cell."""
    n_labels: int
    is_binary: bool
    """True if each word of a document counts once."""

    @property
    def counts(self) -> npt.NDArray[Any]:
        return self.filled.presences if self.is_binary else self.filled.occurrences

    @property
    def labels(self) -> IntArray:
        return self.filled.cells % max(self.n_labels, 1)

    @property
    def tokens(self) -> IntArray:
        return self.filled.cells // max(self.n_labels, 1)

    def by_label(self, numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """(n_labels,): one number per cell added up."""
        return added_up(self.labels, numbers, self.n_labels)

    def by_token(self, numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """(n_tokens,): one number per cell added up."""
        return added_up(self.tokens, numbers, self.n_tokens)


class LabelSums(ABC):
    """One event model's sums at one smoothing; they change with the lessons, and belong to one thread."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        self.labels = labels
        self.documents = np.zeros(len(labels), dtype=np.int64)
        """(n_labels,): the weight of the documents, in units; whoever learns a document sets it."""
        self.n_tokens = 0
        """The number of words in the vocabulary."""
        self.totals: npt.NDArray[Any] = np.zeros(len(labels), dtype=np.int64)
        """(n_labels,): what all words add up to, in units."""

    def add(self, words: WordCounts) -> None:
        """Take up words with what was learnt about them; each word of the vocabulary is in the sums once."""
        self._move(words.known(), 1)

    def drop(self, words: WordCounts) -> None:
        """Take words out, with the same numbers with which they were added."""
        self._move(words.known(), -1)

    def change(self, before: WordCounts, after: WordCounts) -> None:
        """Take up what a lesson made of some words, given in one order."""
        self.drop(before)
        self.add(after)

    def add_cells(self, words: FilledWords) -> None:
        """Add a whole vocabulary, none of which was known before."""
        self.n_tokens = words.n_known
        self.totals = self.totals + words.by_label(words.counts)

    @abstractmethod
    def weights(self, words: WordCounts) -> TextWeights:
        """Return what each of these words adds to each label's score, equal to what the whole vocabulary would give."""

    def impossible(self, words: WordCounts) -> npt.NDArray[np.bool_]:  # noqa: ARG002 - Bernoulli asks
        """(n_labels,): which labels no document of these words alone can have."""
        return np.zeros(len(self.labels), dtype=np.bool_)

    def _move(self, words: WordCounts, sign: int) -> None:
        self.n_tokens += sign * words.occurrences.shape[1]
        self.totals = self.totals + sign * words.occurrences.sum(axis=1)
