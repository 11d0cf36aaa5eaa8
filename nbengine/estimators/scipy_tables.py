"""Counts under other column numbers, as a SciPy table whose rows ascend."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy import sparse

from nbengine.arrays.counts import LARGEST_INT32, CountMatrix, IntArray
from nbengine.arrays.logspace import with_entries

Table: TypeAlias = "sparse.csr_matrix[Any]"


def table_of(counts: CountMatrix, dtype: npt.DTypeLike) -> Table:
    """Return the counts as they are numbered; their rows ascend already."""
    return _table(counts, counts.tokens, counts.n_tokens, dtype)


def renumbered_table(counts: CountMatrix, columns: IntArray, n_columns: int, dtype: npt.DTypeLike) -> Table:
    """Return the counts under the numbers that `columns` gives each token; -1 leaves it out, and no two share one.

    Turning the table over and back puts its rows in order, in half the time of sorting each of them.
    """
    if (columns < 0).any():
        counts = with_entries(counts, columns[counts.tokens] >= 0)
    tokens: npt.NDArray[np.int32] = columns.astype(np.int32).take(counts.tokens)
    ordered: Any = _table(counts, tokens, n_columns, counts.values.dtype).tocsc().tocsr()
    return _with_values(ordered, ordered.data.astype(dtype, copy=False))


def _table(counts: CountMatrix, tokens: npt.NDArray[np.int32], n_columns: int, dtype: npt.DTypeLike) -> Table:
    narrow = np.int32 if len(tokens) <= LARGEST_INT32 else np.int64
    values = counts.values.astype(dtype, copy=False)
    parts: Any = (values, tokens.astype(narrow, copy=False), counts.starts.astype(narrow))
    return sparse.csr_matrix(parts, shape=(counts.n_documents, n_columns))


def _with_values(table: Table, values: npt.NDArray[Any]) -> Table:
    parts: Any = (values, table.indices, table.indptr)
    same: Table = sparse.csr_matrix(parts, shape=table.shape)
    same.has_sorted_indices = same.has_canonical_format = True
    return same
