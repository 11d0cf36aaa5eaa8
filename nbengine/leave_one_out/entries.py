"""The entries of documents that were learnt, and what the tally holds of them without their own document."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.logs import SmoothedLogs
from nbengine.logspace import without_zeros
from nbengine.sums import whole_counts
from nbengine.tally import Tally
from nbengine.units import UNIT

Units = IntArray | int


def learnt_entries(tally: Tally, counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """The entries that count, over the tally's columns."""
    if counts.tokens.size and counts.tokens.max() >= tally.n_tokens:
        raise EngineError("A document to leave out holds tokens that were never learnt.")
    kept = without_zeros(counts, threshold)
    values = kept.values if tally.is_real else whole_counts(kept.values)
    return CountMatrix(kept.starts, kept.tokens, values, tally.n_tokens)


def entry_units(counts: CountMatrix, units: IntArray | None) -> Units:
    """The weight of each entry's document."""
    return UNIT if units is None else np.repeat(units, np.diff(counts.starts))


def own_cells(counts: CountMatrix, label_numbers: IntArray, n_labels: int) -> IntArray:
    """Where each entry's token and its document's label meet in a flat (n_tokens, n_labels)."""
    cells = counts.tokens.astype(np.int64)
    cells *= n_labels
    cells += np.repeat(label_numbers, np.diff(counts.starts))
    return cells


def left(total: npt.NDArray[Any], own: npt.NDArray[Any] | int) -> npt.NDArray[Any]:
    """What remains of a total; less than nothing means that the document was not in it."""
    rest: npt.NDArray[Any] = total - own
    if rest.dtype.kind == "f":
        return rest.clip(min=0)
    if rest.size and rest.min() < 0:
        raise EngineError("A document to leave out was never learnt under its label and weight.")
    return rest


def row_sums(counts: CountMatrix, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Add up one value per entry by document, shape (n_documents,)."""
    sums = np.zeros(counts.n_documents, dtype=np.float64 if values.dtype.kind == "f" else np.int64)
    filled = np.flatnonzero(np.diff(counts.starts))
    if len(filled):
        sums[filled] = np.add.reduceat(values, counts.starts[filled], dtype=sums.dtype)
    return sums


class EntryLogs:
    """Per document the sum of factor times log(rest + α) over its entries, for any α.

    Where a table of logarithms will do, the sum is one product of a sparse matrix with the table. A factor of
    0 leaves its entry out.
    """

    def __init__(self, counts: CountMatrix, factors: npt.NDArray[Any], rest: npt.NDArray[Any]) -> None:
        self._counts, self._factors = counts, factors
        self._logs = SmoothedLogs(rest)
        self._matrix = None if self._logs.places is None else self._table_matrix(self._logs.places)

    def __call__(self, alpha: FloatArray) -> FloatArray:
        """α is one number, or one per token as (n_tokens, 1)."""
        if self._matrix is not None and not alpha.ndim and alpha > 0:
            sums: FloatArray = self._matrix @ self._logs.table(alpha)
            return sums
        return row_sums(self._counts, np.where(self._factors == 0, 0.0, self._factors * self.logs(alpha)))

    def logs(self, alpha: FloatArray) -> FloatArray:
        """(n_entries,): the logarithms one by one."""
        return self._logs(alpha[self._counts.tokens, 0] if alpha.ndim else alpha)

    def _table_matrix(self, places: IntArray) -> sparse.csr_array:
        shape = (self._counts.n_documents, int(places.max(initial=0)) + 1)
        columns = places.astype(np.int32)
        return sparse.csr_array((self._factors.astype(np.float64), columns, self._counts.starts), shape=shape)
