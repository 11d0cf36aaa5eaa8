"""Building blocks of leave-one-out, and of scoring a document by looking up its own words.

Leave-one-out needs the entries of training documents and their counts in the tally without the document itself
(`select_learnt_entries`, `EntryLogarithms`, `DocumentsByPairs`). Scoring by looking up words needs the counts of these
words and the sums over all words (`WordCounts`, `LabelSums`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    UNIT,
    CountMatrix,
    FloatArray,
    IntArray,
    require_whole_counts,
    split_into_chunks,
    split_into_slices,
)
from nbengine.errors import EngineError
from nbengine.events.scorer_parts import TextWeights
from nbengine.learnt.tally import FilledCells, Tally, sum_numbers_by_group
from nbengine.logspace import SmoothedLogs, log_of, select_above

Units = IntArray | int
NEVER_LEARNT = "A document to leave out was never learnt under its label and weight."


def select_learnt_entries(tally: Tally, counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """Return the entries whose count is above `threshold`, in a matrix with the tally's columns.

    Raise EngineError for tokens that were never learnt.
    """
    if counts.tokens.size and counts.tokens.max() >= tally.n_tokens:
        raise EngineError("A document to leave out holds tokens that were never learnt.")
    entries = select_above(counts, threshold)
    values = entries.values if tally.is_real else require_whole_counts(entries.values)
    return CountMatrix(entries.starts, entries.tokens, values, tally.n_tokens)


def weight_units_of_entries(counts: CountMatrix, units: IntArray | None) -> Units:
    """Return the document weight of each entry, in units of 2⁻²⁰."""
    return UNIT if units is None else np.repeat(units, np.diff(counts.starts))


def subtract_own_counts(total: npt.NDArray[Any], own_counts: npt.NDArray[Any] | int) -> npt.NDArray[Any]:
    """Subtract a document's own counts from totals. Raise EngineError if the result is negative: it was never
    learnt.
    """
    remaining: npt.NDArray[Any] = total - own_counts
    if remaining.dtype.kind == "f":
        return remaining.clip(min=0)
    if remaining.size and remaining.min() < 0:
        raise EngineError(NEVER_LEARNT)
    return remaining


def sum_entries_by_document(counts: CountMatrix, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Add up one value per entry for each document, shape (n_documents,)."""
    sums = np.zeros(counts.n_documents, dtype=np.float64 if values.dtype.kind == "f" else np.int64)
    filled = np.flatnonzero(np.diff(counts.starts))
    if len(filled):
        sums[filled] = np.add.reduceat(values, counts.starts[filled], dtype=sums.dtype)
    return sums


class EntryLogarithms:
    """Logarithms log(count + α) of every entry, for any α.

    The count is that of the entry's token in the tally, without the entry's document, in units of 2⁻²⁰. If all counts
    are small whole numbers, the sum for a document is a sparse matrix product with a table of logarithms. That takes a
    third of the time of adding entry by entry. A smoothing slider needs a new sum at each step.
    """

    def __init__(self, counts: CountMatrix, counts_left: npt.NDArray[Any]) -> None:
        self._counts, self._logs, self._table = counts, SmoothedLogs(counts_left), None
        if self._logs.table_length:
            table_indices = (counts_left >> 20).astype(np.int32)
            values = counts.values.astype(np.float64)
            self._table = CountMatrix(counts.starts, table_indices, values, self._logs.table_length).csr

    def __call__(self, alpha: FloatArray) -> FloatArray:
        """Return the logarithms, shape (n_entries,). α is one number, or one per token as (n_tokens, 1)."""
        return self._logs(alpha[self._counts.tokens, 0] if alpha.ndim else alpha)

    def sums(self, alpha: FloatArray) -> FloatArray:
        """Return the sum of count * logarithm for each document, shape (n_documents,)."""
        if self._table is not None and not alpha.ndim and alpha > 0:
            return np.asarray(self._table @ log_of(np.arange(self._logs.table_length) + alpha))
        # A matrix product here too: unlike a reduction, it gives equal bits for pieces of any size.
        counts, logs = self._counts, self(alpha)
        entry_numbers, values = np.arange(len(logs), dtype=np.int32), counts.values.astype(np.float64)
        return np.asarray(CountMatrix(counts.starts, entry_numbers, values, len(logs)).csr @ logs)


MAX_LOGARITHMS_AT_ONCE = 1 << 22
"""Maximum number of logarithms (pairs times labels) in memory."""
MAX_TABULATED_COUNT = 16
"""Counts up to this number are numbered by a table lookup, larger ones by sorting."""


@dataclass(frozen=True, slots=True, eq=False)
class DocumentsByPairs:
    """Some training documents in a matrix whose columns are pairs of a token and a weighted count.

    Documents with the same pair subtract the same amount from the token's counts. So a logarithm is computed once per
    pair.
    """

    documents: slice
    entries: CountMatrix
    """Counts of the documents; the columns are pairs."""
    tokens: npt.NDArray[Any]
    """Token of each pair, (n_pairs,)."""
    amounts: npt.NDArray[Any]
    """Occurrences in units of 2⁻²⁰ that a document of the pair added to the tally, (n_pairs,)."""
    weights: npt.NDArray[Any]
    """Weight in units of 2⁻²⁰ of the documents of each pair, (n_pairs,). Used for real-valued counts only."""
    is_whole: bool
    """Whether all amounts are whole numbers of occurrences, which is true if all documents have weight 1."""


def group_by_pairs(entries: CountMatrix, units: IntArray | None, n_labels: int) -> Iterator[DocumentsByPairs]:
    if units is None and entries.values.dtype.kind != "f":
        numbers, tokens, amounts = _number_distinct_pairs(entries)
        counts = CountMatrix(entries.starts, numbers, entries.values.astype(np.float64), len(tokens))
        yield DocumentsByPairs(slice(0, entries.n_documents), counts, tokens, amounts, amounts, is_whole=True)
        return
    weights = np.broadcast_to(np.asarray(weight_units_of_entries(entries, units)), entries.values.shape)
    for documents in split_into_chunks(entries, max(MAX_LOGARITHMS_AT_ONCE // n_labels, 1) if n_labels else 1):
        start, stop = entries.starts[documents.start], entries.starts[documents.stop]
        numbers = np.arange(stop - start, dtype=np.int32)
        starts = entries.starts[documents.start : documents.stop + 1] - start
        counts = CountMatrix(starts, numbers, entries.values[start:stop], len(numbers))
        amounts = entries.values[start:stop] * weights[start:stop]
        yield DocumentsByPairs(
            documents, counts, entries.tokens[start:stop], amounts, weights[start:stop], is_whole=False
        )


def _number_distinct_pairs(entries: CountMatrix) -> tuple[npt.NDArray[np.int32], npt.NDArray[Any], IntArray]:
    """Number the distinct pairs of a token and an amount. Return the pair of each entry, and token and amount of each
    pair.
    """
    is_used = np.zeros(entries.n_tokens * MAX_TABULATED_COUNT, dtype=bool)
    for span in split_into_slices(len(entries.tokens)):
        is_used[_table_indices_of_pairs(entries, span)] = True
    small_pairs = np.flatnonzero(is_used)
    pair_numbers = np.empty(len(is_used), dtype=np.int32)  # np.cumsum would write to all of its memory
    pair_numbers[small_pairs] = np.arange(len(small_pairs), dtype=np.int32)
    numbers = np.empty(len(entries.tokens), dtype=np.int32)
    for span in split_into_slices(len(entries.tokens)):
        numbers[span] = pair_numbers[_table_indices_of_pairs(entries, span)]
    large = np.flatnonzero(entries.values > MAX_TABULATED_COUNT)
    keys = entries.tokens[large] + entries.n_tokens * (entries.values[large].astype(np.int64) - 1)
    large_pairs, large_numbers = np.unique(keys, return_inverse=True)
    numbers[large] = len(small_pairs) + large_numbers
    pairs = np.concatenate((small_pairs, large_pairs))
    return numbers, pairs % max(entries.n_tokens, 1), (pairs // max(entries.n_tokens, 1) + 1) * UNIT


def _table_indices_of_pairs(entries: CountMatrix, span: slice) -> IntArray:
    """Return the index of each entry's pair in the table. All counts above `MAX_TABULATED_COUNT` have the same
    index.
    """
    keys: IntArray = np.minimum(entries.values[span], MAX_TABULATED_COUNT, dtype=np.int64)
    keys -= 1
    keys *= entries.n_tokens
    keys += entries.tokens[span]
    return keys


@dataclass(frozen=True, slots=True, eq=False)
class WordCounts:
    """Counts of some words under each label, in units of 2⁻²⁰. They are looked up without loading the whole model."""

    occurrences: npt.NDArray[Any]
    """Occurrences of each word under each label, (n_labels, n_words)."""
    presences: npt.NDArray[Any]
    """Weight of the documents that have the word, under each label; (n_labels, n_words)."""
    is_known: npt.NDArray[np.bool_]
    """Whether each word is in the vocabulary, (n_words,). Unknown words are ignored."""

    def select_known(self) -> WordCounts:
        """Return the counts of the words in the vocabulary only."""
        if self.is_known.all():
            return self
        is_known = self.is_known
        return WordCounts(self.occurrences[:, is_known], self.presences[:, is_known], self.is_known[is_known])


@dataclass(frozen=True, slots=True, eq=False)
class NonZeroCells:
    """The non-zero cells of the tally of a whole vocabulary."""

    cells: FilledCells
    n_tokens: int
    """Number of rows of the tally, including rows of words that the vocabulary no longer has."""
    n_vocabulary_words: int
    """Number of words in the vocabulary. Other rows of the tally have no non-zero cells."""
    n_labels: int
    is_binary: bool
    """Whether each word counts once per document."""

    @property
    def counts(self) -> npt.NDArray[Any]:
        return self.cells.presences if self.is_binary else self.cells.occurrences

    @property
    def labels(self) -> IntArray:
        return self.cells.cells % max(self.n_labels, 1)

    @property
    def tokens(self) -> IntArray:
        return self.cells.cells // max(self.n_labels, 1)

    def sum_by_label(self, numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Sum one number per cell by label, shape (n_labels,)."""
        return sum_numbers_by_group(self.labels, numbers, self.n_labels)

    def sum_by_token(self, numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Sum one number per cell by token, shape (n_tokens,)."""
        return sum_numbers_by_group(self.tokens, numbers, self.n_tokens)


class LabelSums(ABC):
    """Sums of one event model over the whole vocabulary, for each label, at one smoothing. Not thread-safe.

    With these sums, a document is scored by looking up its own words only. So the time depends on the document, not on
    the size of the vocabulary. The sums are computed once. When a document is learnt, the old counts of its words are
    subtracted, and their new counts are added.
    """

    def __init__(self, labels: tuple[str, ...]) -> None:
        self.labels = labels
        self.documents = np.zeros(len(labels), dtype=np.int64)
        """Weight of the documents of each label in units of 2⁻²⁰, (n_labels,). Set by the code that learns a document.
        """
        self.n_tokens = 0
        """Number of words in the vocabulary."""
        self.totals: npt.NDArray[Any] = np.zeros(len(labels), dtype=np.int64)
        """Sum over all words for each label in units of 2⁻²⁰, (n_labels,)."""

    def add(self, words: WordCounts) -> None:
        """Add words with their counts. Each word of the vocabulary must be added exactly once."""
        self._add_signed(words.select_known(), 1)

    def drop(self, words: WordCounts) -> None:
        """Subtract words. `words` must hold the counts with which they were added."""
        self._add_signed(words.select_known(), -1)

    def change(self, counts_before: WordCounts, counts_after: WordCounts) -> None:
        """Replace the counts of some words. Both arguments list the same words in the same order."""
        self.drop(counts_before)
        self.add(counts_after)

    def add_counts(self, words: NonZeroCells) -> None:
        """Add a whole vocabulary to empty sums."""
        self.n_tokens = words.n_vocabulary_words
        self.totals = self.totals + words.sum_by_label(words.counts)

    @abstractmethod
    def weights(self, words: WordCounts) -> TextWeights:
        """Return the weights of these words. They equal the weights that are computed with the whole vocabulary."""

    def impossible_labels(self, words: WordCounts) -> npt.NDArray[np.bool_]:  # noqa: ARG002 - used by Bernoulli
        """Return a mask (n_labels,) of the labels that a document with only these words cannot have."""
        return np.zeros(len(self.labels), dtype=np.bool_)

    def _add_signed(self, words: WordCounts, sign: int) -> None:
        """Add (sign 1) or subtract (sign -1) words of the vocabulary."""
        self.n_tokens += sign * words.occurrences.shape[1]
        self.totals = self.totals + sign * words.occurrences.sum(axis=1)
