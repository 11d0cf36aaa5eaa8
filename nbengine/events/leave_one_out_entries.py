"""Entries of training documents, and their counts in the tally without the document itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import (
    UNIT,
    CountMatrix,
    FloatArray,
    IntArray,
    split_into_runs,
    split_into_slices,
    whole_counts,
)
from nbengine.arrays.logspace import SmoothedLogs, drop_zeros, log_of
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.tally import Tally

Units = IntArray | int
NEVER_LEARNT = "A document to leave out was never learnt under its label and weight."


def learnt_entries(tally: Tally, counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """Return the entries above `threshold`, with the tally's columns; raise EngineError for tokens that were never
    learnt.
    """
    if counts.tokens.size and counts.tokens.max() >= tally.n_tokens:
        raise EngineError("A document to leave out holds tokens that were never learnt.")
    entries = drop_zeros(counts, threshold)
    values = entries.values if tally.is_real else whole_counts(entries.values)
    return CountMatrix(entries.starts, entries.tokens, values, tally.n_tokens)


def entry_units(counts: CountMatrix, units: IntArray | None) -> Units:
    """Return the weight of each entry's document."""
    return UNIT if units is None else np.repeat(units, np.diff(counts.starts))


def subtract_own(total: npt.NDArray[Any], own: npt.NDArray[Any] | int) -> npt.NDArray[Any]:
    """Subtract a document's own counts from totals; raise EngineError if the document was not part of them."""
    remaining: npt.NDArray[Any] = total - own
    if remaining.dtype.kind == "f":
        return remaining.clip(min=0)
    if remaining.size and remaining.min() < 0:
        raise EngineError(NEVER_LEARNT)
    return remaining


def row_sums(counts: CountMatrix, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Sum one value per entry by document, shape (n_documents,)."""
    sums = np.zeros(counts.n_documents, dtype=np.float64 if values.dtype.kind == "f" else np.int64)
    filled = np.flatnonzero(np.diff(counts.starts))
    if len(filled):
        sums[filled] = np.add.reduceat(values, counts.starts[filled], dtype=sums.dtype)
    return sums


class EntryLogs:
    """log(rest + α) of every entry for any α; `rest` is in units.

    If all counts are small whole numbers, a document's sum is a sparse matrix product with a table of logarithms. That
    takes a third of the time of adding entry by entry; a slider in the window asks at each of its steps.
    """

    def __init__(self, counts: CountMatrix, rest: npt.NDArray[Any]) -> None:
        self._counts, self._logs, self._table = counts, SmoothedLogs(rest), None
        if self._logs.n_places:
            table_indices = (rest >> 20).astype(np.int32)
            values = counts.values.astype(np.float64)
            self._table = CountMatrix(counts.starts, table_indices, values, self._logs.n_places).csr

    def __call__(self, alpha: FloatArray) -> FloatArray:
        """Return the logarithms, shape (n_entries,). α is one number, or one per token as (n_tokens, 1)."""
        return self._logs(alpha[self._counts.tokens, 0] if alpha.ndim else alpha)

    def sums(self, alpha: FloatArray) -> FloatArray:
        """Return the sum of count * logarithm for each document, shape (n_documents,)."""
        if self._table is not None and not alpha.ndim and alpha > 0:
            return np.asarray(self._table @ log_of(np.arange(self._logs.n_places) + alpha))
        # A matrix product here too: unlike a reduction, it gives equal bits for pieces of any size.
        counts, logs = self._counts, self(alpha)
        entry_numbers, values = np.arange(len(logs), dtype=np.int32), counts.values.astype(np.float64)
        return np.asarray(CountMatrix(counts.starts, entry_numbers, values, len(logs)).csr @ logs)


LARGEST_PIECE = 1 << 22
"""Cells (pairs times labels) of logarithms held in memory at once."""
FEW_COUNTS = 16
"""Counts up to this are distinguished by a table, larger ones by sorting."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Some documents as counts over their distinct pairs of token and weighted count."""

    documents: slice
    entries: CountMatrix
    """The counts of the documents, with pairs in place of tokens."""
    tokens: npt.NDArray[Any]
    """(n_pairs,): the token of each pair."""
    amounts: npt.NDArray[Any]
    """(n_pairs,): the occurrences that the document contributed to the token, in units."""
    weights: npt.NDArray[Any]
    """(n_pairs,): the weight of the pair's documents. Correct for real-valued counts only; unused otherwise."""
    is_whole: bool
    """Whether all amounts are whole numbers, which holds if no document is weighted."""


def split_into_pieces(entries: CountMatrix, units: IntArray | None, n_labels: int) -> Iterator[Piece]:
    if units is None and entries.values.dtype.kind != "f":
        numbers, tokens, amounts = _whole_pairs(entries)
        counts = CountMatrix(entries.starts, numbers, entries.values.astype(np.float64), len(tokens))
        yield Piece(slice(0, entries.n_documents), counts, tokens, amounts, amounts, is_whole=True)
        return
    weights = np.broadcast_to(np.asarray(entry_units(entries, units)), entries.values.shape)
    for documents in split_into_runs(entries, max(LARGEST_PIECE // n_labels, 1) if n_labels else 1):
        start, stop = entries.starts[documents.start], entries.starts[documents.stop]
        numbers = np.arange(stop - start, dtype=np.int32)
        starts = entries.starts[documents.start : documents.stop + 1] - start
        counts = CountMatrix(starts, numbers, entries.values[start:stop], len(numbers))
        amounts = entries.values[start:stop] * weights[start:stop]
        yield Piece(documents, counts, entries.tokens[start:stop], amounts, weights[start:stop], is_whole=False)


def _whole_pairs(entries: CountMatrix) -> tuple[npt.NDArray[np.int32], npt.NDArray[Any], IntArray]:
    """Number the distinct pairs. Return each entry's pair, and the token and amount of each pair."""
    is_used = np.zeros(entries.n_tokens * FEW_COUNTS, dtype=bool)
    for span in split_into_slices(len(entries.tokens)):
        is_used[_few_keys(entries, span)] = True
    small_pairs = np.flatnonzero(is_used)
    pair_numbers = np.empty(len(is_used), dtype=np.int32)  # np.cumsum would write to all of its memory
    pair_numbers[small_pairs] = np.arange(len(small_pairs), dtype=np.int32)
    numbers = np.empty(len(entries.tokens), dtype=np.int32)
    for span in split_into_slices(len(entries.tokens)):
        numbers[span] = pair_numbers[_few_keys(entries, span)]
    large = np.flatnonzero(entries.values > FEW_COUNTS)
    keys = entries.tokens[large] + entries.n_tokens * (entries.values[large].astype(np.int64) - 1)
    large_pairs, large_numbers = np.unique(keys, return_inverse=True)
    numbers[large] = len(small_pairs) + large_numbers
    pairs = np.concatenate((small_pairs, large_pairs))
    return numbers, pairs % max(entries.n_tokens, 1), (pairs // max(entries.n_tokens, 1) + 1) * UNIT


def _few_keys(entries: CountMatrix, span: slice) -> IntArray:
    """Return the table index of each entry's pair. Counts beyond the table share its last index."""
    keys: IntArray = np.minimum(entries.values[span], FEW_COUNTS, dtype=np.int64)
    keys -= 1
    keys *= entries.n_tokens
    keys += entries.tokens[span]
    return keys
