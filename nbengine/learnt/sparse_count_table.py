"""The filled cells of a tally, in order, where most of its labels never meet most of its words.

Cells that a lesson fills are kept in a short list of their own until it is worth a pass over all of them, so a lesson
costs what its words cost. Twenty-four bytes a cell, whatever the number of words and labels.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray, exact_bincount
from nbengine.errors import TooLargeModelError
from nbengine.learnt.count_table import (
    FEW_CELLS,
    MOST_FILLED,
    Counts,
    DenseTable,
    Filled,
    PackedTable,
    check_size,
    is_better_sparse,
)

LEAST_MERGED = 1 << 12
"""So many new cells are kept apart from all others, or one for this many of them:"""
MERGED_SHARE = 16


class SparseTable:
    """Answers what a `DenseTable` does, by the cells that lessons filled, whole-number and real-valued alike."""

    is_sparse = True

    def __init__(self, n_tokens: int, n_labels: int, filled: Filled) -> None:
        check_size(n_labels, len(filled.cells))
        self.n_tokens, self.n_labels = n_tokens, n_labels
        self._all = filled
        self._new = self._none()

    @property
    def occurrences(self) -> Counts:
        return self.dense().occurrences

    @property
    def presences(self) -> IntArray:
        return self.dense().presences

    def dense(self) -> DenseTable:
        """All cells, where memory has room for them."""
        n_cells = self.n_tokens * self.n_labels
        if n_cells > MOST_FILLED:
            raise TooLargeModelError(
                f"All {self.n_tokens:,} words under all {self.n_labels:,} labels are too many to be laid out at once."
            )
        filled = self.filled()
        table = DenseTable.empty(self.n_tokens, self.n_labels, is_real=self.is_real)
        table.put(filled.cells, filled.occurrences, filled.presences)
        return table

    @property
    def is_real(self) -> bool:
        return self._all.occurrences.dtype.kind == "f"

    def filled(self) -> Filled:
        self._merge()
        known = self._all
        is_filled = (known.occurrences != 0) | (known.presences != 0)
        if not is_filled.all():
            self._all = known.picked(is_filled)
        return self._all

    def n_filled(self) -> int:
        return len(self._all.cells) + len(self._new.cells)

    def rows(self, tokens: npt.NDArray[Any]) -> tuple[Counts, IntArray]:
        wanted = np.asarray(tokens, dtype=np.int64)
        occurrences, presences = self._zeros((len(wanted), self.n_labels))
        for part in (self._all, self._new):
            places, rows = part.of_tokens(wanted, self.n_labels)
            labels = part.cells[places] % max(self.n_labels, 1)
            occurrences[rows, labels] = part.occurrences[places]
            presences[rows, labels] = part.presences[places]
        return occurrences, presences

    def at(self, cells: IntArray | slice) -> tuple[Counts, IntArray]:
        wanted = _numbers(cells)
        occurrences, presences = self._zeros(len(wanted))
        for part in (self._all, self._new):
            places, is_there = part.found(wanted)
            occurrences[is_there] = part.occurrences[places[is_there]]
            presences[is_there] = part.presences[places[is_there]]
        return occurrences, presences

    def of_label(self, label: int) -> tuple[Counts, IntArray]:
        filled = self.filled()
        own = np.flatnonzero(filled.cells % self.n_labels == label)
        tokens = filled.cells[own] // self.n_labels
        occurrences, presences = self._zeros(self.n_tokens)
        occurrences[tokens], presences[tokens] = filled.occurrences[own], filled.presences[own]
        return occurrences, presences

    def sums_by_label(self) -> Counts:
        filled = self.filled()
        return added_up(filled.cells % max(self.n_labels, 1), filled.occurrences, self.n_labels)

    def sums_by_token(self) -> tuple[Counts, IntArray]:
        filled = self.filled()
        tokens = filled.cells // max(self.n_labels, 1)
        return added_up(tokens, filled.occurrences, self.n_tokens), added_up(tokens, filled.presences, self.n_tokens)

    def add(self, cells: IntArray | slice, occurrences: Counts | None, presences: IntArray) -> None:
        wanted = _numbers(cells)
        given = np.zeros(len(wanted), self._all.occurrences.dtype) if occurrences is None else occurrences
        is_left = np.ones(len(wanted), np.bool_)
        for part in (self._all, self._new):
            places, is_there = part.found(wanted)
            part.occurrences[places[is_there]] += given[is_there]
            part.presences[places[is_there]] += presences[is_there]
            is_left &= ~is_there
        if is_left.any():
            check_size(self.n_labels, self.n_filled() + int(np.count_nonzero(is_left)))
            self._new = _merged(self._new, Filled(wanted, given, presences).picked(is_left))
        if len(self._new.cells) > max(LEAST_MERGED, len(self._all.cells) // MERGED_SHARE):
            self._merge()

    def add_in_order(self, cells: IntArray, occurrences: Counts) -> None:
        for part in (self._all, self._new):
            places, is_there = part.found(cells)
            np.add.at(part.occurrences, places[is_there], occurrences[is_there])

    def put(self, cells: IntArray | slice, occurrences: Counts, presences: IntArray) -> None:
        wanted = _numbers(cells)
        for part in (self._all, self._new):
            places, is_there = part.found(wanted)
            part.occurrences[places[is_there]] = occurrences[is_there]
            part.presences[places[is_there]] = presences[is_there]

    def reserve(self, n_tokens: int) -> None:
        self.n_tokens = max(self.n_tokens, n_tokens)

    def widened(self, n_tokens: int) -> SparseTable:
        filled = self.filled()
        own = Filled(filled.cells.copy(), filled.occurrences.copy(), filled.presences.copy())
        return SparseTable(n_tokens, self.n_labels, own)

    def with_labels(self, places: IntArray, n_labels: int) -> SparseTable:
        filled = self.filled()
        tokens, labels = np.divmod(filled.cells, max(self.n_labels, 1))
        moved = places[labels]
        return self._moved(tokens * n_labels + moved, moved >= 0, self.n_tokens, n_labels)

    def with_tokens(self, columns: IntArray, n_tokens: int) -> SparseTable:
        filled = self.filled()
        tokens, labels = np.divmod(filled.cells, max(self.n_labels, 1))
        moved = columns[tokens]
        return self._moved(moved * self.n_labels + labels, moved >= 0, n_tokens, self.n_labels)

    def plus(self, other: CountTable, sign: int) -> SparseTable:
        mine, theirs = self.filled(), other.filled()
        both = in_order(
            np.concatenate((mine.cells, theirs.cells)),
            np.concatenate((mine.occurrences, sign * theirs.occurrences)),
            np.concatenate((mine.presences, sign * theirs.presences)),
        )
        return SparseTable(self.n_tokens, self.n_labels, both)

    def _moved(self, cells: IntArray, is_kept: npt.NDArray[np.bool_], n_tokens: int, n_labels: int) -> SparseTable:
        filled = self.filled()
        kept = Filled(cells, filled.occurrences, filled.presences).picked(is_kept)
        return SparseTable(n_tokens, n_labels, in_order(kept.cells, kept.occurrences, kept.presences))

    def _merge(self) -> None:
        if len(self._new.cells):
            self._all, self._new = _merged(self._all, self._new), self._none()

    def _none(self) -> Filled:
        return Filled(np.zeros(0, np.int64), *self._zeros(0))

    def _zeros(self, shape: int | tuple[int, int]) -> tuple[Counts, Counts]:
        return np.zeros(shape, self._all.occurrences.dtype), np.zeros(shape, self._all.presences.dtype)


CountTable: TypeAlias = DenseTable | SparseTable


def empty_table(n_tokens: int, n_labels: int, *, is_real: bool) -> CountTable:
    """A table of nothing yet."""
    if is_better_sparse(n_tokens, n_labels, 0):
        return SparseTable(n_tokens, n_labels, _nothing(is_real=is_real))
    return DenseTable.empty(n_tokens, n_labels, is_real=is_real)


def table_of(n_tokens: int, n_labels: int, filled: Filled) -> CountTable:
    """A table of these cells, in the form that suits it."""
    sparse = SparseTable(n_tokens, n_labels, filled)
    return sparse if is_better_sparse(n_tokens, n_labels, len(filled.cells)) else sparse.dense()


def fitted(table: CountTable, n_tokens: int, n_more: int) -> CountTable:
    """The same table, or its other form where that suits so many tokens and at most so many filled cells more."""
    n_filled = n_more + (table.n_filled() if n_tokens * table.n_labels > FEW_CELLS or table.is_sparse else 0)
    if is_better_sparse(n_tokens, table.n_labels, n_filled // (2 if table.is_sparse else 1)):
        return table if table.is_sparse else SparseTable(n_tokens, table.n_labels, table.filled())
    if not table.is_sparse:
        return table
    table.reserve(n_tokens)
    return SparseTable(n_tokens, table.n_labels, table.filled()).dense()


def sparse_sum(first: CountTable, second: CountTable, sign: int) -> CountTable:
    """The sum, or difference, of two tables of one shape of which one may have all cells."""
    return SparseTable(first.n_tokens, first.n_labels, first.filled()).plus(second, sign)


def packed_table(table: CountTable) -> CountTable:
    """The same statistics, compressed if they are a table of all cells in whole numbers."""
    if not isinstance(table, DenseTable) or (isinstance(table, PackedTable) and table.is_packed):
        return table
    return PackedTable(table) if table.occurrences.dtype.kind != "f" else table


def _numbers(cells: IntArray | slice) -> IntArray:
    return np.arange(cells.start, cells.stop) if isinstance(cells, slice) else cells


def _nothing(*, is_real: bool) -> Filled:
    return Filled(np.zeros(0, np.int64), np.zeros(0, np.float64 if is_real else np.int64), np.zeros(0, np.int64))


def added_up(places: IntArray, numbers: Counts, n_places: int) -> Counts:
    """Add numbers up by place; whole ones exactly."""
    if numbers.dtype.kind == "f":
        return np.asarray(np.bincount(places, numbers, n_places))
    return exact_bincount(places, numbers, n_places)


def _merged(first: Filled, second: Filled) -> Filled:
    """Merge two lists without a common cell into one."""
    places = np.searchsorted(first.cells, second.cells)
    pairs = ((first.cells, second.cells), (first.occurrences, second.occurrences), (first.presences, second.presences))
    return Filled(*(np.insert(mine, places, theirs) for mine, theirs in pairs))


def in_order(cells: IntArray, occurrences: Counts, presences: IntArray) -> Filled:
    """Cells in any order, some of them more than once, as distinct ones, ascending."""
    order = np.argsort(cells, kind="stable")
    ordered = cells[order]
    is_first = np.ones(len(ordered), np.bool_)
    is_first[1:] = ordered[1:] != ordered[:-1]
    if is_first.all():
        return Filled(ordered, occurrences[order], presences[order])
    starts = np.flatnonzero(is_first)
    return Filled(
        ordered[starts], np.add.reduceat(occurrences[order], starts), np.add.reduceat(presences[order], starts)
    )
