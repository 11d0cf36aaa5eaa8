"""A table of all cells that lies compressed while nobody asks for it.

A filter judges by sums of its own, and only adds to the textbook counts: a program that waits for mail all day holds
them at a tenth of their size. What is added meanwhile waits beside them; the first question unpacks everything.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.arrays.named_bytes import Parts, packed, unpacked
from nbengine.learnt.count_table import Counts, CountTable, Filled, parts_of_cells
from nbengine.learnt.dense_count_table import DenseTable

MOST_WAITING = 1 << 17
"""Cells to be added that wait; with more of them everything is unpacked."""


class PackedTable(CountTable):
    """Whole-number statistics, compressed until something other than an addition is asked of them."""

    is_sparse = False

    def __init__(self, table: DenseTable) -> None:
        self.n_labels, self.n_tokens = table.n_labels, table.n_tokens
        self._opened: DenseTable | None = None
        self._waiting: list[tuple[IntArray | slice, Counts, IntArray]] = []
        self._n_waiting = 0
        parts = parts_of_cells(table.filled(), is_real=False)
        self._packed = packed(Parts({"n_tokens": table.n_tokens}, parts))

    @property
    def is_packed(self) -> bool:
        """Nobody has asked yet."""
        return self._opened is None

    @property
    def occurrences(self) -> Counts:
        return self.dense().occurrences

    @property
    def presences(self) -> IntArray:
        return self.dense().presences

    def dense(self) -> DenseTable:
        """The table with all its cells, which it is from here on."""
        if self._opened is None:
            table = self._unpacked()
            table.reserve(self.n_tokens)
            for cells, occurrences, presences in self._waiting:
                table.add(cells, occurrences, presences)
            self._opened, self._packed, self._waiting = table, b"", []
        return self._opened

    def filled(self) -> Filled:
        return self.dense().filled()

    def n_filled(self) -> int:
        return self.dense().n_filled()

    def rows(self, tokens: npt.NDArray[Any]) -> tuple[Counts, IntArray]:
        return self.dense().rows(tokens)

    def at(self, cells: IntArray | slice) -> tuple[Counts, IntArray]:
        return self.dense().at(cells)

    def of_label(self, label: int) -> tuple[Counts, IntArray]:
        return self.dense().of_label(label)

    def sums_by_label(self) -> Counts:
        return self.dense().sums_by_label()

    def sums_by_token(self) -> tuple[Counts, IntArray]:
        return self.dense().sums_by_token()

    def add(self, cells: IntArray | slice, occurrences: Counts | None, presences: IntArray) -> None:
        n_waiting = self._n_waiting + len(presences)
        if self.is_packed and occurrences is not None and n_waiting <= MOST_WAITING:
            self._waiting.append((cells, occurrences, presences))
            self._n_waiting = n_waiting
        else:
            self.dense().add(cells, occurrences, presences)

    def add_in_order(self, cells: IntArray, occurrences: Counts) -> None:
        self.dense().add_in_order(cells, occurrences)

    def put(self, cells: IntArray | slice, occurrences: Counts, presences: IntArray) -> None:
        self.dense().put(cells, occurrences, presences)

    def reserve(self, n_tokens: int) -> None:
        self.n_tokens = max(self.n_tokens, n_tokens)
        if self._opened is not None:
            self._opened.reserve(n_tokens)

    def widened(self, n_tokens: int) -> DenseTable:
        return self.dense().widened(n_tokens)

    def with_labels(self, places: IntArray, n_labels: int) -> DenseTable:
        return self.dense().with_labels(places, n_labels)

    def with_tokens(self, columns: IntArray, n_tokens: int) -> DenseTable:
        return self.dense().with_tokens(columns, n_tokens)

    def plus(self, other: CountTable, sign: int) -> DenseTable:
        return self.dense().plus(other, sign)

    def _unpacked(self) -> DenseTable:
        parts = unpacked(self._packed)
        (shift,), n_tokens = parts.numbers["shift"].tolist(), int(parts.facts["n_tokens"])
        cells = np.cumsum(parts.numbers["gaps"].astype(np.int64) + 1) - 1
        presences = parts.numbers["presences"].astype(np.int64) << shift
        occurrences = presences + (parts.numbers["beyond"].astype(np.int64) << shift)
        table = DenseTable.empty(n_tokens, self.n_labels, is_real=False)
        table.put(cells, occurrences, presences)
        return table


def packed_table(table: CountTable) -> CountTable:
    """The same statistics, compressed if they are a table of all cells in whole numbers."""
    if isinstance(table, PackedTable):
        return table if table.is_packed else PackedTable(table.dense())
    is_fit = isinstance(table, DenseTable) and table.occurrences.dtype.kind != "f"
    return PackedTable(table) if isinstance(table, DenseTable) and is_fit else table
