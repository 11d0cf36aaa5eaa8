"""All cells of a tally: one document touches few rows, a new token is a row at the end."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.arrays.logspace import FEW_LABELS
from nbengine.learnt.count_table import Counts, CountTable, Filled


class DenseTable(CountTable):
    """Rows of tokens with room to grow; only the first `n_tokens` of them are in use."""

    is_sparse = False

    def __init__(self, occurrences: Counts, presences: IntArray, n_tokens: int | None = None) -> None:
        self._occurrences, self._presences = occurrences, presences
        self.n_tokens = len(presences) if n_tokens is None else n_tokens
        self.n_labels = presences.shape[1]

    @classmethod
    def empty(cls, n_tokens: int, n_labels: int, *, is_real: bool) -> DenseTable:
        shape = (n_tokens, n_labels)
        return cls(np.zeros(shape, np.float64 if is_real else np.int64), np.zeros(shape, np.int64))

    @property
    def occurrences(self) -> Counts:
        return self._occurrences[: self.n_tokens]

    @property
    def presences(self) -> IntArray:
        return self._presences[: self.n_tokens]

    def filled(self) -> Filled:
        occurrences, presences = self.occurrences.reshape(-1), self.presences.reshape(-1)
        cells = np.flatnonzero((occurrences != 0) | (presences != 0))
        return Filled(cells, occurrences[cells], presences[cells])

    def n_filled(self) -> int:
        return int(np.count_nonzero(self.occurrences))

    def rows(self, tokens: npt.NDArray[Any]) -> tuple[Counts, IntArray]:
        return self._occurrences[tokens], self._presences[tokens]

    def at(self, cells: IntArray | slice) -> tuple[Counts, IntArray]:
        return _picked(self._occurrences, cells), _picked(self._presences, cells)

    def of_label(self, label: int) -> tuple[Counts, IntArray]:
        return self.occurrences[:, label], self.presences[:, label]

    def sums_by_label(self) -> Counts:
        if self.n_labels <= FEW_LABELS:
            return np.array(
                [self.occurrences[:, label].sum() for label in range(self.n_labels)], self._occurrences.dtype
            )
        sums: Counts = np.einsum("ij->j", self.occurrences)
        return sums

    def sums_by_token(self) -> tuple[Counts, IntArray]:
        return np.einsum("ij->i", self.occurrences), np.einsum("ij->i", self.presences)

    def add(self, cells: IntArray | slice, occurrences: Counts | None, presences: IntArray) -> None:
        self._presences.reshape(-1)[cells] += presences
        if occurrences is not None:
            self._occurrences.reshape(-1)[cells] += occurrences

    def add_in_order(self, cells: IntArray, occurrences: Counts) -> None:
        np.add.at(self._occurrences.reshape(-1), cells, occurrences)

    def put(self, cells: IntArray | slice, occurrences: Counts, presences: IntArray) -> None:
        self._occurrences.reshape(-1)[cells] = occurrences
        self._presences.reshape(-1)[cells] = presences

    def reserve(self, n_tokens: int) -> None:
        """Make room for so many tokens; it grows by half at least, so that growing costs little."""
        capacity = len(self._presences)
        if n_tokens > capacity:
            wider = max(n_tokens, capacity * 3 // 2)
            self._occurrences = _with_rows(self.occurrences, wider)
            self._presences = _with_rows(self.presences, wider)
        self.n_tokens = max(self.n_tokens, n_tokens)

    def widened(self, n_tokens: int) -> DenseTable:
        return DenseTable(_with_rows(self.occurrences, n_tokens), _with_rows(self.presences, n_tokens))

    def with_labels(self, places: IntArray, n_labels: int) -> DenseTable:
        moved = self._empty(self.n_tokens, n_labels)
        for old, new in enumerate(places.tolist()):
            if new >= 0:
                moved._occurrences[:, new] += self.occurrences[:, old]
                moved._presences[:, new] += self.presences[:, old]
        return moved

    def with_tokens(self, columns: IntArray, n_tokens: int) -> DenseTable:
        kept = np.flatnonzero(columns >= 0)
        moved = self._empty(n_tokens, self.n_labels)
        moved._occurrences[columns[kept]] = self._occurrences[kept]
        moved._presences[columns[kept]] = self._presences[kept]
        return moved

    def plus(self, other: CountTable, sign: int) -> DenseTable:
        sums = self.widened(self.n_tokens)
        for mine, theirs in ((sums._occurrences, other.occurrences), (sums._presences, other.presences)):
            (np.add if sign > 0 else np.subtract)(mine, theirs, out=mine)
        return sums

    def _empty(self, n_tokens: int, n_labels: int) -> DenseTable:
        return DenseTable.empty(n_tokens, n_labels, is_real=self._occurrences.dtype.kind == "f")


def _picked(array: Counts, cells: IntArray | slice) -> Counts:
    if array.flags.c_contiguous or isinstance(cells, slice):
        flat: Counts = array.reshape(-1)[cells]
        return flat
    picked: Counts = array[np.divmod(cells, array.shape[1])]
    return picked


def _with_rows(array: Counts, n_rows: int) -> Counts:
    wider = np.zeros((n_rows, array.shape[1]), dtype=array.dtype)
    wider[: len(array)] = array
    return wider
