"""Sums over the whole vocabulary that are updated with each lesson.

A verdict needs them besides the counts of the document's own words. They are computed once, in blocks. After a lesson,
changed words are subtracted with their old counts and added with their new ones. So a verdict takes time in proportion
to the document, whatever the size of the vocabulary.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.events.scorer_parts import TextWeights
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.count_table import FilledCells
from nbengine.learnt.sparse_count_table import sum_by_group


@dataclass(frozen=True, slots=True, eq=False)
class WordCounts:
    """The counts of some words in a tally's units, looked up without loading the whole model."""

    occurrences: npt.NDArray[Any]
    """(n_labels, n_words)"""
    presences: npt.NDArray[Any]
    """(n_labels, n_words)"""
    is_known: npt.NDArray[np.bool_]
    """(n_words,): whether the word is in the vocabulary. Other words are ignored."""

    def known(self) -> WordCounts:
        """Return only the words in the vocabulary."""
        if self.is_known.all():
            return self
        is_known = self.is_known
        return WordCounts(self.occurrences[:, is_known], self.presences[:, is_known], self.is_known[is_known])


@dataclass(frozen=True, slots=True, eq=False)
class FilledWords:
    """The non-zero cells of a whole vocabulary. Most cells are zero."""

    filled: FilledCells
    n_tokens: int
    """Number of rows of the table, including rows of removed words."""
    n_known: int
    """Number of words in the vocabulary. Only these have cells."""
    n_labels: int
    is_binary: bool
    """Whether each word counts once per document."""

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
        """Sum one number per cell by label, shape (n_labels,)."""
        return sum_by_group(self.labels, numbers, self.n_labels)

    def by_token(self, numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Sum one number per cell by token, shape (n_tokens,)."""
        return sum_by_group(self.tokens, numbers, self.n_tokens)


class LabelSums(ABC):
    """The sums of one event model at one smoothing. Lessons change them; not thread-safe."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        self.labels = labels
        self.documents = np.zeros(len(labels), dtype=np.int64)
        """(n_labels,): the weight of the documents in units. Set by the code that learns a document."""
        self.n_tokens = 0
        """Number of words in the vocabulary."""
        self.totals: npt.NDArray[Any] = np.zeros(len(labels), dtype=np.int64)
        """(n_labels,): the sum over all words, in units."""

    def add(self, words: WordCounts) -> None:
        """Add words with their counts. Each word of the vocabulary must be added exactly once."""
        self._move(words.known(), 1)

    def drop(self, words: WordCounts) -> None:
        """Remove words, given with the counts with which they were added."""
        self._move(words.known(), -1)

    def change(self, before: WordCounts, after: WordCounts) -> None:
        """Replace the counts of some words after a lesson. Both arguments list the same words in the same order."""
        self.drop(before)
        self.add(after)

    def add_cells(self, words: FilledWords) -> None:
        """Add a whole vocabulary to empty sums."""
        self.n_tokens = words.n_known
        self.totals = self.totals + words.by_label(words.counts)

    @abstractmethod
    def weights(self, words: WordCounts) -> TextWeights:
        """Return the weights of these words, equal to those computed from the whole vocabulary."""

    def impossible(self, words: WordCounts) -> npt.NDArray[np.bool_]:  # noqa: ARG002 - used by Bernoulli
        """Return a mask (n_labels,) of the labels that a document with only these words cannot have."""
        return np.zeros(len(self.labels), dtype=np.bool_)

    def _move(self, words: WordCounts, sign: int) -> None:
        self.n_tokens += sign * words.occurrences.shape[1]
        self.totals = self.totals + sign * words.occurrences.sum(axis=1)
