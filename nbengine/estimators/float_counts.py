"""Counts with weights as given, added up by label, in the engine's form so that its formulas apply.

The engine keeps whole units of 2⁻²⁰. All its formulas stay the same when counts and smoothing shrink together, so
floats are passed as if they were units, with smoothing in the same scale (`in_scale`): a power of two, which
changes no digit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.weights_as_whole_numbers import UNIT
from nbengine.estimators.input_checks import is_sparse
from nbengine.learnt.dense_count_table import DenseTable
from nbengine.learnt.tally import Tally

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
    """Takes float statistics of one label per column: occurrences and presences (n_tokens, n_labels)."""

    def __init__(
        self,
        labels: npt.NDArray[Any],
        documents: FloatArray,
        occurrences: FloatArray,
        presences: FloatArray | None = None,
        *,
        is_real: bool = True,
    ) -> None:
        super().__init__(map(str, range(len(labels))))
        many: Any = np.broadcast_to(MANY, occurrences.shape) if presences is None else presences
        in_units: dict[str, Any] = {"_documents": documents, "_table": DenseTable(occurrences, many)}
        vars(self).update(in_units)
        self._is_real = is_real  # whether rounding is cleared away, which takes time and matters without smoothing only


def in_scale(alpha: npt.ArrayLike) -> Any:
    """Smoothing for counts that are passed as units."""
    return np.asarray(alpha, dtype=np.float64) / UNIT


def sums_by_label(X: Any, numbers: IntArray, weights: FloatArray | None, n_labels: int) -> FloatArray:
    """Add up the rows of X by label, shape (n_tokens, n_labels)."""
    if not is_sparse(X):
        dense: FloatArray = np.asarray(X, dtype=np.float64).T @ _one_hot(numbers, weights, n_labels)
        return dense
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


def add_samples(counts: FloatArray, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
    """Add the rows of X to the counts (n_tokens, n_labels); few entries touch only their own cells."""
    if is_sparse(X) and len(X.data) * FEW_ENTRIES < counts.size:
        np.add.at(counts.reshape(-1), *_cells(X, numbers, weights, counts.shape[1]))
    else:
        counts += sums_by_label(X, numbers, weights, counts.shape[1])


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


def _one_hot(numbers: IntArray, weights: FloatArray | None, n_labels: int) -> FloatArray:
    table = np.zeros((len(numbers), n_labels))
    table[np.arange(len(numbers)), numbers] = 1.0 if weights is None else weights
    return table
