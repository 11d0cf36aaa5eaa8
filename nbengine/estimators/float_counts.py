"""Counts with weights as given, added up by label, in the engine's form so that its formulas apply.

The engine keeps whole units of 2⁻²⁰. All its formulas stay the same when counts and smoothing shrink together, so
floats are passed as if they were units, with smoothing in the same scale (`in_scale`): a power of two, which
changes no digit. Where most labels never meet most features, only the cells that were filled are kept, as a `Tally`
does it.
"""

from __future__ import annotations

from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from scipy import sparse

from nbengine.arrays.counts import LARGEST_INT32, UNIT, CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import select_entries
from nbengine.estimators.input_checks import is_sparse
from nbengine.learnt.count_table import DenseTable, FilledCells, is_better_sparse
from nbengine.learnt.sparse_count_table import CountTable, SparseTable, sort_and_merge
from nbengine.learnt.tally import Tally

FeatureCounts: TypeAlias = FloatArray | SparseTable
"""(n_tokens, n_labels): all counts, or those of the cells that were filled."""

MANY = 2.0**60
"""Presences where nobody counted them: always some left."""
FEW_LABELS = 4
"""Up to here multiplying by a dense table of labels is faster than adding up cells."""
HALF_BITS = 31
"""Counts that add up to less than this many bits hold are added up for two labels at once."""
FEW_ENTRIES = 8
"""With fewer entries than one in this many cells, only their own cells are touched."""
NOTHING = 1e-9
"""A float this small beside what it was before subtraction is zero."""


class RealTally(Tally):
    """Takes float statistics of one label per column: occurrences, and presences if they are counted."""

    def __init__(
        self,
        labels: npt.NDArray[Any],
        documents: FloatArray,
        counts: FeatureCounts,
        *,
        are_presences: bool = False,
        is_real: bool = True,
    ) -> None:
        super().__init__(map(str, range(len(labels))))
        self._documents, self._is_real = cast(Any, documents), is_real
        """True if rounding is cleared away, which takes time and matters without smoothing only."""
        presences: Any
        if isinstance(counts, SparseTable):
            filled = filled_of(counts)
            presences = filled.presences if are_presences else np.full(len(filled.cells), MANY)
            cells = FilledCells(filled.cells, filled.occurrences, presences)
            self._table: CountTable = SparseTable(counts.n_tokens, counts.n_labels, cells)
        else:
            presences = counts if are_presences else np.broadcast_to(MANY, counts.shape)
            self._table = DenseTable(counts, presences)


def filled_of(counts: SparseTable) -> FilledCells:
    """The cells that are not zero; a feature is as present as it occurs."""
    filled = counts.filled()
    return FilledCells(filled.cells, filled.occurrences, filled.occurrences)


def no_counts(n_tokens: int, n_labels: int) -> FeatureCounts:
    if is_better_sparse(n_tokens, n_labels, 0):
        return sparse_counts(n_tokens, n_labels, np.zeros(0, np.int64), np.zeros(0))
    return np.zeros((n_tokens, n_labels))


def sparse_counts(n_tokens: int, n_labels: int, cells: IntArray, occurrences: FloatArray) -> SparseTable:
    """Counts of distinct ascending cells; presences are not kept beside them."""
    return SparseTable(n_tokens, n_labels, FilledCells(cells, occurrences, np.zeros(len(cells), np.int8)))


def all_counts(counts: FeatureCounts) -> FloatArray:
    """Return the counts of all cells, where there is room for them."""
    return counts.occurrences if isinstance(counts, SparseTable) else counts


def counts_of(counts: FeatureCounts, tokens: npt.NDArray[Any]) -> FloatArray:
    """(n, n_labels): the counts of some tokens."""
    return np.asarray(counts.rows(tokens)[0] if isinstance(counts, SparseTable) else counts[tokens])


def in_scale(alpha: npt.ArrayLike) -> Any:
    """Smoothing for counts that are passed as units."""
    return np.asarray(alpha, dtype=np.float64) / UNIT


def sums_by_label(X: Any, numbers: IntArray, weights: FloatArray | None, n_labels: int) -> FloatArray:
    """Add up the rows of X by label, shape (n_tokens, n_labels)."""
    if not is_sparse(X):
        return np.asarray(np.asarray(X, dtype=np.float64).T @ _one_hot(numbers, weights, n_labels))
    if n_labels <= FEW_LABELS:
        by_token = sparse.csc_array((X.data, X.indices, X.indptr), shape=X.shape[::-1])
        if weights is None and X.dtype == np.int64 and _fits_halves(X.data):
            return _in_pairs(by_token, numbers, n_labels)
        return np.asarray(by_token @ _one_hot(numbers, weights, n_labels), dtype=np.float64)
    cells, values = _cells(X, numbers, weights, n_labels)
    sums: npt.NDArray[Any] = np.bincount(cells, values, X.shape[1] * n_labels)
    return sums.reshape(X.shape[1], n_labels)


def _fits_halves(counts: IntArray) -> bool:
    """Tell whether counts that are not negative add up to less than half a number holds; mostly the largest says so."""
    largest, limit = int(counts.max(initial=0)), 1 << HALF_BITS
    return largest * len(counts) < limit or (largest < limit and int(counts.sum()) < limit)


def _in_pairs(by_token: Any, numbers: IntArray, n_labels: int) -> FloatArray:
    """Add up whole counts of two labels at a time, one as the low and one as the high half of a number."""
    sums = np.empty((by_token.shape[0], n_labels))
    for label in range(0, n_labels, 2):
        halves = (numbers == label) + (numbers == label + 1) * (np.int64(1) << HALF_BITS)
        both = by_token @ halves
        sums[:, label] = both & ((1 << HALF_BITS) - 1)
        if label + 1 < n_labels:
            sums[:, label + 1] = both >> HALF_BITS
    return sums


def with_samples(
    counts: FeatureCounts, X: Any, numbers: IntArray, weights: FloatArray | None, *, is_first: bool
) -> FeatureCounts:
    """Return the counts with the rows of X added; they change in place, few entries only their own cells."""
    if isinstance(counts, SparseTable):
        cells, values = _distinct_cells(X, numbers, weights, counts.n_labels)
        if is_better_sparse(counts.n_tokens, counts.n_labels, (counts.n_filled() + len(cells)) // 2):
            counts.add(cells, values, np.zeros(len(cells), np.int8))
            return counts
        filled, counts = counts.filled(), np.zeros((counts.n_tokens, counts.n_labels))
        counts.reshape(-1)[filled.cells] = filled.occurrences
    if is_first:
        return sums_by_label(X, numbers, weights, counts.shape[1])
    if is_sparse(X) and len(X.data) * FEW_ENTRIES < counts.size:
        cells, values = _cells(X, numbers, weights, counts.shape[1])
        np.add.at(counts.reshape(-1), cells, values)
    else:
        counts += sums_by_label(X, numbers, weights, counts.shape[1])
    return counts


def without_samples(counts: FeatureCounts, X: Any, numbers: IntArray, weights: FloatArray | None) -> FeatureCounts:
    """Return the counts with the rows of X taken away, or change nothing and raise ValueError."""
    if not isinstance(counts, SparseTable):
        return subtracted(counts, sums_by_label(X, numbers, weights, counts.shape[1]))
    cells, values = _distinct_cells(X, numbers, weights, counts.n_labels)
    counts.put(cells, subtracted(counts.at(cells)[0], values), np.zeros(len(cells), np.int8))
    return counts


def _distinct_cells(
    X: Any, numbers: IntArray, weights: FloatArray | None, n_labels: int
) -> tuple[IntArray, FloatArray]:
    """The cells that a table fills, ascending, and what all its entries add to each."""
    table = X if is_sparse(X) else sparse.csr_array(np.asarray(X, np.float64))
    cells, values = _cells(table, numbers, weights, n_labels)
    nothing: npt.NDArray[Any] = np.zeros(len(cells), np.int8)
    sums = sort_and_merge(cells, values.astype(np.float64), nothing)
    return sums.cells, sums.occurrences


def _cells(X: Any, numbers: IntArray, weights: FloatArray | None, n_labels: int) -> tuple[IntArray, npt.NDArray[Any]]:
    """Return the cell that each entry of a sparse table falls into, and what it adds."""
    lengths = np.diff(X.indptr)
    cells = X.indices.astype(np.int64)
    cells *= n_labels
    cells += np.repeat(numbers, lengths)
    return cells, X.data if weights is None else X.data * np.repeat(weights, lengths)


def subtracted(counts: FloatArray, taken: npt.NDArray[Any]) -> FloatArray:
    """Subtract counts, clearing rounding errors away; raises ValueError where more is taken than was there."""
    left: FloatArray = counts - taken
    left[np.abs(left) <= NOTHING * counts] = 0.0
    if left.size and left.min() < 0:
        raise ValueError("These samples were never learnt with these labels and weights.")
    return left


def by_label(numbers: IntArray, weights: FloatArray | None, n_labels: int) -> FloatArray:
    """Return the weight of each label's samples."""
    return np.bincount(numbers, weights, n_labels).astype(np.float64)


def rows_of(X: Any) -> CountMatrix:
    """Return a dense or sparse table in the engine's form."""
    table = X if is_sparse(X) else sparse.csr_array(X)
    return CountMatrix(table.indptr.astype(np.int64), table.indices, table.data, int(table.shape[1]))


def with_columns(X: Any, n_columns: int) -> Any:
    """Return the first columns of a table, or the table with columns of nothing at its end."""
    n_samples, n_found = X.shape
    if n_found == n_columns:
        return X
    if is_sparse(X):
        narrow = X[:, : min(n_found, n_columns)]
        return sparse.csr_array((narrow.data, narrow.indices, narrow.indptr), shape=(n_samples, n_columns))
    return np.concatenate((X[:, :n_columns], np.zeros((n_samples, max(0, n_columns - n_found)), dtype=X.dtype)), axis=1)


def spread(array: FloatArray, places: IntArray, shape: tuple[int, ...]) -> FloatArray:
    """Move labels, the last axis, to their places in a larger array of zeros."""
    wider = np.zeros(shape)
    if array.ndim == 1:
        wider[places] = array
    else:
        wider[: len(array), places] = array
    return wider


def spread_counts(counts: FeatureCounts, places: IntArray, n_tokens: int, n_labels: int) -> FeatureCounts:
    """Move labels to their places, and make room for more tokens."""
    if not isinstance(counts, SparseTable):
        if not is_better_sparse(n_tokens, n_labels, int(np.count_nonzero(counts))):
            return spread(counts, places, (n_tokens, n_labels))
        cells = np.flatnonzero(counts)
        counts = sparse_counts(len(counts), counts.shape[1], cells, counts.reshape(-1)[cells])
    wider = counts.with_labels(places, n_labels)
    wider.reserve(n_tokens)
    return wider


def _one_hot(numbers: IntArray, weights: FloatArray | None, n_labels: int) -> FloatArray:
    table = np.zeros((len(numbers), n_labels))
    table[np.arange(len(numbers)), numbers] = 1.0 if weights is None else weights
    return table


Table: TypeAlias = "sparse.csr_matrix[Any]"


def table_of(counts: CountMatrix, dtype: npt.DTypeLike) -> Table:
    """Return the counts as they are numbered; their rows ascend already."""
    return _table(counts, counts.tokens, counts.n_tokens, dtype)


def renumbered_table(counts: CountMatrix, columns: IntArray, n_columns: int, dtype: npt.DTypeLike) -> Table:
    """Return the counts under the numbers that `columns` gives each token; -1 leaves it out, and no two share one.

    Turning the table over and back puts its rows in order, in half the time of sorting each of them.
    """
    if (columns < 0).any():
        counts = select_entries(counts, columns[counts.tokens] >= 0)
    tokens: npt.NDArray[np.int32] = columns.astype(np.int32).take(counts.tokens)
    ordered: Any = _table(counts, tokens, n_columns, counts.values.dtype).tocsc().tocsr()
    parts: Any = (ordered.data.astype(dtype, copy=False), ordered.indices, ordered.indptr)
    same: Table = sparse.csr_matrix(parts, shape=ordered.shape)
    same.has_sorted_indices = same.has_canonical_format = True
    return same


def _table(counts: CountMatrix, tokens: npt.NDArray[np.int32], n_columns: int, dtype: npt.DTypeLike) -> Table:
    narrow = np.int32 if len(tokens) <= LARGEST_INT32 else np.int64
    values = counts.values.astype(dtype, copy=False)
    parts: Any = (values, tokens.astype(narrow, copy=False), counts.starts.astype(narrow))
    return sparse.csr_matrix(parts, shape=(counts.n_documents, n_columns))
