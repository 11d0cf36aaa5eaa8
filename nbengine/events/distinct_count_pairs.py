"""Documents over their distinct pairs of token and weighted count, which are few where counts are whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, IntArray
from nbengine.arrays.token_label_cells import runs, spans
from nbengine.arrays.weights_as_whole_numbers import UNIT
from nbengine.events.leave_one_out_entries import entry_units
from nbengine.lazy_dataclasses import dataclass

LARGEST_PIECE = 1 << 22
"""Cells (pairs times labels) of logarithms held at once."""
FEW_COUNTS = 16
"""Counts up to this are told apart by a table, larger ones by sorting."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Some documents over their distinct pairs of token and weighted count."""

    documents: slice
    entries: CountMatrix
    """The documents' counts with pairs in the place of tokens."""
    tokens: npt.NDArray[Any]
    """(n_pairs,)"""
    amounts: npt.NDArray[Any]
    """(n_pairs,): what the document takes away from the token's occurrences, in units."""
    weights: npt.NDArray[Any]
    """(n_pairs,): the weight of the pair's documents; told apart for real-valued counts only."""
    is_whole: bool
    """True if amounts are whole numbers, as they are where no document is weighted."""


def pieces_of(entries: CountMatrix, units: IntArray | None, n_labels: int) -> Iterator[Piece]:
    if units is None and entries.values.dtype.kind != "f":
        numbers, tokens, amounts = _whole_pairs(entries)
        counts = CountMatrix(entries.starts, numbers, entries.values.astype(np.float64), len(tokens))
        yield Piece(slice(0, entries.n_documents), counts, tokens, amounts, amounts, is_whole=True)
        return
    weights = np.broadcast_to(np.asarray(entry_units(entries, units)), entries.values.shape)
    for documents in runs(entries, max(LARGEST_PIECE // n_labels, 1) if n_labels else 1):
        start, stop = entries.starts[documents.start], entries.starts[documents.stop]
        numbers = np.arange(stop - start, dtype=np.int32)
        starts = entries.starts[documents.start : documents.stop + 1] - start
        counts = CountMatrix(starts, numbers, entries.values[start:stop], len(numbers))
        amounts = entries.values[start:stop] * weights[start:stop]
        yield Piece(documents, counts, entries.tokens[start:stop], amounts, weights[start:stop], is_whole=False)


def _whole_pairs(entries: CountMatrix) -> tuple[npt.NDArray[np.int32], npt.NDArray[Any], IntArray]:
    """Number the distinct pairs: each entry's pair, and the token and amount of each pair."""
    is_used = np.zeros(entries.n_tokens * FEW_COUNTS, dtype=bool)
    for span in spans(len(entries.tokens)):
        is_used[_few_keys(entries, span)] = True
    few = np.flatnonzero(is_used)
    places = np.empty(len(is_used), dtype=np.int32)  # a running sum would touch all of it
    places[few] = np.arange(len(few), dtype=np.int32)
    numbers = np.empty(len(entries.tokens), dtype=np.int32)
    for span in spans(len(entries.tokens)):
        numbers[span] = places[_few_keys(entries, span)]
    large = np.flatnonzero(entries.values > FEW_COUNTS)
    keys = entries.tokens[large] + entries.n_tokens * (entries.values[large].astype(np.int64) - 1)
    many, many_places = np.unique(keys, return_inverse=True)
    numbers[large] = len(few) + many_places
    pairs = np.concatenate((few, many))
    return numbers, pairs % max(entries.n_tokens, 1), (pairs // max(entries.n_tokens, 1) + 1) * UNIT


def _few_keys(entries: CountMatrix, span: slice) -> IntArray:
    """The pair of each entry, counts beyond the table's taken as its last."""
    keys: IntArray = np.minimum(entries.values[span], FEW_COUNTS, dtype=np.int64)
    keys -= 1
    keys *= entries.n_tokens
    keys += entries.tokens[span]
    return keys
