"""Logarithms of smoothed counts, looked up in a table where counts are small whole numbers.

Counts in units are mostly small whole documents or occurrences, so one table of logarithms, looked up by count,
replaces most of the work; it goes in runs that fit the cache. Where weights make fractions, or each token has its own
smoothing, every logarithm is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import log_of, subtract_by_label
from nbengine.arrays.token_label_cells import RUN, spans
from nbengine.arrays.weights_as_whole_numbers import UNIT

LARGEST_TABLE = 1 << 20
Formula = Callable[[FloatArray, IntArray], Sequence[FloatArray]]
"""From counts, and the number of each one's label, to one number or several for each."""


class SmoothedLogs:
    """log(count + α) of the same (n_tokens, n_labels) counts, in units, for any α."""

    def __init__(self, counts: npt.NDArray[Any]) -> None:
        self._counts = counts
        self._unit = UNIT
        self._size = _table_size(counts)
        self._places: IntArray | None = None

    @property
    def highest(self) -> float:
        """A count that none is above."""
        return self._size - 1 if self._size else np.inf

    @property
    def n_places(self) -> int:
        """The length of the table; 0 where there is none."""
        return self._size

    @property
    def places(self) -> IntArray | None:
        """The counts as places in a table, where all are small and whole; kept for the next time."""
        if self._size and self._places is None:
            self._places = self._counts >> 20
        return self._places

    def __call__(self, smoothing: FloatArray, less: FloatArray | None = None) -> FloatArray:
        """α must broadcast against the counts; `less`, one number per label, is subtracted."""
        if not smoothing.ndim and self._are_whole_floats:
            subtracted = np.zeros(self._counts.shape[1]) if less is None else less
            n_places = max(min(LARGEST_TABLE, self._counts.size) // (8 * len(subtracted)), 1)
            formula = partial(_log_less, smoothing, subtracted)
            return looked_up(self._counts, n_places, formula)[0]
        if not self._size or smoothing.ndim:
            smoothed = self._counts / self._unit
            smoothed += smoothing
            logs = log_of(smoothed)
            if less is not None:
                subtract_by_label(logs, less)
            return logs
        return self._looked_up(log_of(np.arange(self._size) + smoothing), less)

    @property
    def _are_whole_floats(self) -> bool:
        """Tell by the first of them whether floats are mostly whole counts."""
        if self._counts.dtype.kind != "f" or self._counts.ndim != 2 or not self._counts.size:
            return False
        first = self._counts[: max(RUN // self._counts.shape[1], 1)]
        return bool((first == np.floor(first)).all())

    def _looked_up(self, table: FloatArray, less: FloatArray | None) -> FloatArray:
        logs = np.empty(self._counts.shape)
        row_length = max(int(np.prod(logs.shape[1:])), 1)
        for rows in spans(len(logs), max(RUN // row_length, 1)):
            places = self._counts[rows] >> 20 if self._places is None else self._places[rows]
            np.take(table, places, out=logs[rows], mode="clip")
            if less is not None:
                subtract_by_label(logs[rows], less)
        return logs


class LogsLeft:
    """log(count - amount + α) of whole counts of some tokens, less an amount for each of them, for any α.

    Counts are places of the whole table (n_tokens, n_labels), amounts (n,); what would be below 0 counts as 0.
    """

    def __init__(self, places: IntArray, n_places: int, tokens: npt.NDArray[Any], amounts: IntArray) -> None:
        self._places, self._n_places, self._tokens, self._amounts = places, n_places, tokens, amounts

    def __call__(self, smoothing: FloatArray) -> FloatArray:
        """α is one number, or one for each of the tokens as (n, 1)."""
        if smoothing.ndim:
            return log_of(np.maximum(self._left(slice(None)), 0) + smoothing)
        table = log_of(np.arange(self._n_places) + smoothing)
        logs = np.empty((len(self._tokens), self._places.shape[1]))
        for rows in spans(len(logs), max(RUN // logs.shape[1], 1)):
            np.take(table, self._left(rows), out=logs[rows], mode="clip")
        return logs

    def _left(self, rows: slice) -> IntArray:
        left = self._places.take(self._tokens[rows], axis=0)
        left -= self._amounts[rows, None]
        return left


def _log_less(smoothing: FloatArray, less: FloatArray, counts: FloatArray, labels: IntArray) -> Sequence[FloatArray]:
    return (log_of(counts + smoothing) - less[labels],)


def looked_up(counts: npt.NDArray[Any], n_places: int, formula: Formula) -> list[FloatArray]:
    """Return what a formula makes of counts in units, (n_tokens, n_labels); most are whole numbers below `n_places`.

    These come from tables of its own, one for each label. Floats are counts themselves, whole numbers are units.
    """
    labels, unit = np.arange(counts.shape[1]), 1 if counts.dtype.kind == "f" else UNIT
    tables = formula((np.arange(n_places) * float(unit) / UNIT)[None, :], labels[:, None])
    n_rows = max(RUN // max(len(labels), 1), 1)
    found = [np.empty(counts.shape) for _ in tables]
    own_labels = np.tile(labels, min(n_rows, len(counts)))
    firsts = own_labels * n_places
    for rows in spans(len(counts), n_rows):
        flat = counts[rows].reshape(-1)
        places, beyond = _places_of(flat, n_places)
        places += firsts[: len(places)]
        exact = formula(flat[beyond] / UNIT, own_labels[beyond]) if len(beyond) else tables
        for table, numbers, few in zip(tables, found, exact, strict=True):
            part = numbers[rows].reshape(-1)
            np.take(table.reshape(-1), places, out=part, mode="clip")
            if len(beyond):
                part[beyond] = few
    return found


def _places_of(counts: npt.NDArray[Any], n_places: int) -> tuple[IntArray, IntArray]:
    """Return counts as places in a table, and which of them are not whole or have no place there."""
    if counts.dtype.kind == "f":
        places: IntArray = counts.astype(np.int64)
        is_whole = bool((places == counts).all())
    else:
        places = counts >> 20
        is_whole = not int(np.bitwise_or.reduce(counts)) % UNIT
    if is_whole and int(places.max(initial=0)) < n_places:
        return places, np.zeros(0, np.int64)
    scale = 1 if counts.dtype.kind == "f" else UNIT
    return places, np.flatnonzero((places * scale != counts) | (places >= n_places))


def _table_size(counts: npt.NDArray[Any]) -> int:
    """Return how long a table of logarithms must be for these counts; 0 where a table does not pay or cannot be
    made."""
    if counts.dtype.kind == "f" or not counts.size:
        return 0
    bits = int(np.bitwise_or.reduce(counts.ravel(order="K")))  # below 0 if one is, no less than the largest otherwise
    if bits < 0 or bits % UNIT:
        return 0
    limit = min(LARGEST_TABLE, counts.size)
    largest = bits // UNIT if bits // UNIT < limit else int(counts.max()) // UNIT
    return largest + 1 if largest < limit else 0
