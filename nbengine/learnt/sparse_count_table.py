"""A tally's filled cells as a sorted list, for tallies most of whose cells are empty.

New cells go to a short separate list, which is merged when it has grown enough. So a lesson takes time in proportion to
its own words. A cell takes 24 bytes, whatever the number of words and labels.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray, exact_bincount
from nbengine.errors import TooLargeModelError
from nbengine.learnt.count_table import (
    FEW_CELLS,
    MAX_FILLED_CELLS,
    Counts,
    DenseTable,
    FilledCells,
    PackedTable,
    check_size,
    is_better_sparse,
)

LEAST_MERGED = 1 << 12
"""Minimum number of new cells before they are merged."""
MERGED_SHARE = 16
"""New cells are merged when they are more than one in this many of all cells."""


class SparseTable:
    """Has the methods of `DenseTable`, but stores only filled cells."""

    is_sparse = True

    def __init__(self, n_tokens: int, n_labels: int, filled: FilledCells) -> None:
        check_size(n_labels, len(filled.cells))
        self.n_tokens, self.n_labels = n_tokens, n_labels
        self._all = filled
        self._new = self._empty_cells()

    @property
    def occurrences(self) -> Counts:
        return self.dense().occurrences

    @property
    def presences(self) -> IntArray:
        return self.dense().presences

    def dense(self) -> DenseTable:
        """Return a dense copy; raise TooLargeModelError if it does not fit into memory."""
        n_cells = self.n_tokens * self.n_labels
        if n_cells > MAX_FILLED_CELLS:
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

    def filled(self) -> FilledCells:
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
            indices, rows = part.of_tokens(wanted, self.n_labels)
            labels = part.cells[indices] % max(self.n_labels, 1)
            occurrences[rows, labels] = part.occurrences[indices]
            presences[rows, labels] = part.presences[indices]
        return occurrences, presences

    def at(self, cells: IntArray | slice) -> tuple[Counts, IntArray]:
        wanted = _cell_numbers(cells)
        occurrences, presences = self._zeros(len(wanted))
        for part in (self._all, self._new):
            indices, is_present = part.found(wanted)
            occurrences[is_present] = part.occurrences[indices[is_present]]
            presences[is_present] = part.presences[indices[is_present]]
        return occurrences, presences

    def of_label(self, label: int) -> tuple[Counts, IntArray]:
        filled = self.filled()
        selected = np.flatnonzero(filled.cells % self.n_labels == label)
        tokens = filled.cells[selected] // self.n_labels
        occurrences, presences = self._zeros(self.n_tokens)
        occurrences[tokens], presences[tokens] = filled.occurrences[selected], filled.presences[selected]
        return occurrences, presences

    def sums_by_label(self) -> Counts:
        filled = self.filled()
        return sum_by_group(filled.cells % max(self.n_labels, 1), filled.occurrences, self.n_labels)

    def sums_by_token(self) -> tuple[Counts, IntArray]:
        filled = self.filled()
        tokens = filled.cells // max(self.n_labels, 1)
        return sum_by_group(tokens, filled.occurrences, self.n_tokens), sum_by_group(
            tokens, filled.presences, self.n_tokens
        )

    def add(self, cells: IntArray | slice, occurrences: Counts | None, presences: IntArray) -> None:
        wanted = _cell_numbers(cells)
        new_occurrences = np.zeros(len(wanted), self._all.occurrences.dtype) if occurrences is None else occurrences
        is_new = np.ones(len(wanted), np.bool_)
        for part in (self._all, self._new):
            indices, is_present = part.found(wanted)
            part.occurrences[indices[is_present]] += new_occurrences[is_present]
            part.presences[indices[is_present]] += presences[is_present]
            is_new &= ~is_present
        if is_new.any():
            check_size(self.n_labels, self.n_filled() + int(np.count_nonzero(is_new)))
            self._new = _merge_cells(self._new, FilledCells(wanted, new_occurrences, presences).picked(is_new))
        if len(self._new.cells) > max(LEAST_MERGED, len(self._all.cells) // MERGED_SHARE):
            self._merge()

    def add_in_order(self, cells: IntArray, occurrences: Counts) -> None:
        for part in (self._all, self._new):
            indices, is_present = part.found(cells)
            np.add.at(part.occurrences, indices[is_present], occurrences[is_present])

    def put(self, cells: IntArray | slice, occurrences: Counts, presences: IntArray) -> None:
        wanted = _cell_numbers(cells)
        for part in (self._all, self._new):
            indices, is_present = part.found(wanted)
            part.occurrences[indices[is_present]] = occurrences[is_present]
            part.presences[indices[is_present]] = presences[is_present]

    def reserve(self, n_tokens: int) -> None:
        self.n_tokens = max(self.n_tokens, n_tokens)

    def widened(self, n_tokens: int) -> SparseTable:
        filled = self.filled()
        copied = FilledCells(filled.cells.copy(), filled.occurrences.copy(), filled.presences.copy())
        return SparseTable(n_tokens, self.n_labels, copied)

    def with_labels(self, places: IntArray, n_labels: int) -> SparseTable:
        filled = self.filled()
        tokens, labels = np.divmod(filled.cells, max(self.n_labels, 1))
        new_labels = places[labels]
        return self._moved_cells(tokens * n_labels + new_labels, new_labels >= 0, self.n_tokens, n_labels)

    def with_tokens(self, columns: IntArray, n_tokens: int) -> SparseTable:
        filled = self.filled()
        tokens, labels = np.divmod(filled.cells, max(self.n_labels, 1))
        new_tokens = columns[tokens]
        return self._moved_cells(new_tokens * self.n_labels + labels, new_tokens >= 0, n_tokens, self.n_labels)

    def plus(self, other: CountTable, sign: int) -> SparseTable:
        first_cells, second_cells = self.filled(), other.filled()
        total = sort_and_merge(
            np.concatenate((first_cells.cells, second_cells.cells)),
            np.concatenate((first_cells.occurrences, sign * second_cells.occurrences)),
            np.concatenate((first_cells.presences, sign * second_cells.presences)),
        )
        return SparseTable(self.n_tokens, self.n_labels, total)

    def _moved_cells(
        self, cells: IntArray, is_kept: npt.NDArray[np.bool_], n_tokens: int, n_labels: int
    ) -> SparseTable:
        filled = self.filled()
        kept_cells = FilledCells(cells, filled.occurrences, filled.presences).picked(is_kept)
        return SparseTable(
            n_tokens, n_labels, sort_and_merge(kept_cells.cells, kept_cells.occurrences, kept_cells.presences)
        )

    def _merge(self) -> None:
        if len(self._new.cells):
            self._all, self._new = _merge_cells(self._all, self._new), self._empty_cells()

    def _empty_cells(self) -> FilledCells:
        return FilledCells(np.zeros(0, np.int64), *self._zeros(0))

    def _zeros(self, shape: int | tuple[int, int]) -> tuple[Counts, Counts]:
        return np.zeros(shape, self._all.occurrences.dtype), np.zeros(shape, self._all.presences.dtype)


CountTable: TypeAlias = DenseTable | SparseTable


def empty_table(n_tokens: int, n_labels: int, *, is_real: bool) -> CountTable:
    """Return a table of zeros."""
    if is_better_sparse(n_tokens, n_labels, 0):
        return SparseTable(n_tokens, n_labels, _nothing(is_real=is_real))
    return DenseTable.empty(n_tokens, n_labels, is_real=is_real)


def table_of(n_tokens: int, n_labels: int, filled: FilledCells) -> CountTable:
    """Return a table of these cells, dense or sparse."""
    sparse = SparseTable(n_tokens, n_labels, filled)
    return sparse if is_better_sparse(n_tokens, n_labels, len(filled.cells)) else sparse.dense()


def convert_if_better(table: CountTable, n_tokens: int, n_more: int) -> CountTable:
    """Return the table, converted to the other form if that suits `n_tokens` tokens and up to `n_more` more filled
    cells.
    """
    n_filled = n_more + (table.n_filled() if n_tokens * table.n_labels > FEW_CELLS or table.is_sparse else 0)
    if is_better_sparse(n_tokens, table.n_labels, n_filled // (2 if table.is_sparse else 1)):
        return table if table.is_sparse else SparseTable(n_tokens, table.n_labels, table.filled())
    if not table.is_sparse:
        return table
    table.reserve(n_tokens)
    return SparseTable(n_tokens, table.n_labels, table.filled()).dense()


def sparse_sum(first: CountTable, second: CountTable, sign: int) -> CountTable:
    """Return the sum or difference of two tables of equal shape; one of them may be dense."""
    return SparseTable(first.n_tokens, first.n_labels, first.filled()).plus(second, sign)


def pack_table(table: CountTable) -> CountTable:
    """Return the table in compressed form, if it is dense and holds whole numbers; otherwise unchanged."""
    if not isinstance(table, DenseTable) or (isinstance(table, PackedTable) and table.is_packed):
        return table
    return PackedTable(table) if table.occurrences.dtype.kind != "f" else table


def _cell_numbers(cells: IntArray | slice) -> IntArray:
    return np.arange(cells.start, cells.stop) if isinstance(cells, slice) else cells


def _nothing(*, is_real: bool) -> FilledCells:
    return FilledCells(np.zeros(0, np.int64), np.zeros(0, np.float64 if is_real else np.int64), np.zeros(0, np.int64))


def sum_by_group(groups: IntArray, numbers: Counts, n_places: int) -> Counts:
    """Sum numbers by group, shape (n_places,). Whole numbers are summed exactly."""
    if numbers.dtype.kind == "f":
        return np.asarray(np.bincount(groups, numbers, n_places))
    return exact_bincount(groups, numbers, n_places)


def _merge_cells(first: FilledCells, second: FilledCells) -> FilledCells:
    """Merge two lists that have no common cell."""
    positions = np.searchsorted(first.cells, second.cells)
    pairs = ((first.cells, second.cells), (first.occurrences, second.occurrences), (first.presences, second.presences))
    return FilledCells(*(np.insert(first_values, positions, second_values) for first_values, second_values in pairs))


def sort_and_merge(cells: IntArray, occurrences: Counts, presences: IntArray) -> FilledCells:
    """Return the cells sorted, with the counts of repeated cells added."""
    order = np.argsort(cells, kind="stable")
    sorted_cells = cells[order]
    is_first = np.ones(len(sorted_cells), np.bool_)
    is_first[1:] = sorted_cells[1:] != sorted_cells[:-1]
    if is_first.all():
        return FilledCells(sorted_cells, occurrences[order], presences[order])
    starts = np.flatnonzero(is_first)
    return FilledCells(
        sorted_cells[starts], np.add.reduceat(occurrences[order], starts), np.add.reduceat(presences[order], starts)
    )
