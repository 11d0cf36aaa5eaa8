"""Sparse counts of tokens per document, weights in whole units, and exact sums.

`CountMatrix` is used instead of a bare SciPy matrix because its rows are always sorted and free of duplicates.
Leave-one-out, contributions and segments rely on that. The property `csr` gives SciPy's form. SciPy is imported on
first use: a worker process that only counts starts in half the time without it.

An *entry* is a non-zero count of a token in a document. A *cell* is a pair of token and label in a tally, numbered
token * n_labels + label.

Weights are multiples of 2⁻²⁰, stored as whole numbers of `UNIT`. This rounds each weight once, to a millionth. In
exchange, learning in any order, forgetting and merging give a tally that is equal to the last bit. Units are summed by
cell with `bincount`, whose floats are exact below 2⁵³. For few documents and a large tally, only the cells that occur
are sorted and summed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nbengine.errors import EngineError

if TYPE_CHECKING:
    from scipy import sparse


IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
LARGEST_INT32 = 2**31 - 1
MAX_TOKENS = 2**31
"""Maximum number of columns: token numbers have 32 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class CountMatrix:
    """Counts of shape (n_documents, n_tokens). The tokens of each row are ascending and distinct."""

    starts: npt.NDArray[np.int64]
    """Offsets of the rows, (n_documents + 1,): row d is the slice starts[d]:starts[d + 1] of tokens and values."""
    tokens: npt.NDArray[np.int32]
    """Column number of each entry, (n_entries,)."""
    values: npt.NDArray[Any]
    """Value of each entry, (n_entries,): int32 or int64 for counts, float64 for weights such as tf-idf."""
    n_tokens: int

    @property
    def n_documents(self) -> int:
        return len(self.starts) - 1

    @property
    def csr(self) -> sparse.csr_array:
        """The counts as a SciPy matrix that shares the arrays `tokens` and `values` with this one.

        The row starts are converted to int32 if they fit. SciPy needs both index arrays in one type, and would
        otherwise copy `tokens` as int64.
        """
        starts = self.starts.astype(np.int32) if self.starts[-1] < LARGEST_INT32 else self.starts
        entries, shape = (self.values, self.tokens, starts), (self.n_documents, self.n_tokens)
        csr: sparse.csr_array = import_scipy_sparse().csr_array(entries, shape=shape, copy=False)
        return csr

    @property
    def rows(self) -> IntArray:
        """The document number of each entry, shape (n_entries,)."""
        return np.repeat(np.arange(self.n_documents), np.diff(self.starts))

    def __getitem__(self, documents: npt.NDArray[Any] | slice) -> CountMatrix:
        """Return the selected documents, by numbers, mask or slice. A slice with step 1 does not copy entries."""
        if isinstance(documents, slice) and documents.step in (None, 1):
            first, last, _ = documents.indices(self.n_documents)
            entry_slice = slice(self.starts[first], self.starts[max(first, last)])
            starts = self.starts[first : max(first, last) + 1] - self.starts[first]
            return CountMatrix(starts, self.tokens[entry_slice], self.values[entry_slice], self.n_tokens)
        picked = np.arange(self.n_documents)[documents]
        lengths = np.diff(self.starts)[picked]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        entries = np.arange(starts[-1]) + np.repeat(self.starts[picked] - starts[:-1], lengths)
        return CountMatrix(starts, self.tokens[entries], self.values[entries], self.n_tokens)

    def sums(self) -> FloatArray:
        """Return the sum of the counts of each document, shape (n_documents,)."""
        if self.n_documents == 1:
            return np.array([float(self.values.sum())])
        return np.bincount(self.rows, self.values, self.n_documents).astype(np.float64)

    def row(self, document: int) -> CountMatrix:
        """Return one document. Its entries are not copied."""
        entry_slice = slice(self.starts[document], self.starts[document + 1])
        tokens = self.tokens[entry_slice]
        return CountMatrix(np.array([0, len(tokens)]), tokens, self.values[entry_slice], self.n_tokens)

    def widen(self, n_tokens: int) -> CountMatrix:
        """Return the same counts with `n_tokens` columns. The columns of tokens that were added later are empty."""
        if n_tokens < self.n_tokens:
            raise EngineError(f"{self.n_tokens} columns do not fit into {n_tokens}.")
        return CountMatrix(self.starts, self.tokens, self.values, n_tokens)


def import_scipy_sparse() -> Any:
    """Import and return `scipy.sparse`. Importing it at the top of a module would slow down every start."""
    return import_module("scipy.sparse")


def count_matrix(table: Any) -> CountMatrix:
    """Convert a two-dimensional array or SciPy sparse matrix; raise EngineError for negative or non-finite counts."""
    if isinstance(table, CountMatrix):
        return table
    csr = import_scipy_sparse().csr_array(table)
    if csr.ndim != 2:
        raise EngineError(f"Counts must have two dimensions, documents and tokens, not {csr.ndim}.")
    if csr.shape[1] > MAX_TOKENS:
        raise EngineError(f"Counts may have at most {MAX_TOKENS} columns, not {csr.shape[1]}.")
    if not csr.has_canonical_format:
        csr = csr.copy()
        csr.sum_duplicates()
    values = csr.data
    if values.dtype.kind not in "iuf":  # booleans, as presence
        values = values.astype(np.int64)
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise EngineError("Counts must be finite; some are NaN or infinite.")
    if values.size and values.min() < 0:
        raise EngineError("Counts must not be negative.")
    return CountMatrix(csr.indptr.astype(np.int64), csr.indices.astype(np.int32), values, int(csr.shape[1]))


def stack_counts(matrices: Sequence[CountMatrix]) -> CountMatrix:
    """Concatenate the documents of several matrices. The result has the columns of the widest."""
    if not matrices:
        raise EngineError("There is nothing to stack.")
    lengths = np.concatenate([np.diff(matrix.starts) for matrix in matrices])
    return CountMatrix(
        np.concatenate(([0], np.cumsum(lengths))),
        np.concatenate([matrix.tokens for matrix in matrices]),
        np.concatenate([matrix.values for matrix in matrices]),
        max(matrix.n_tokens for matrix in matrices),
    )


def remap_tokens(counts: CountMatrix, columns: IntArray, n_tokens: int) -> CountMatrix:
    """Move the counts of token t to column columns[t]. -1 drops the token; counts moved to the same column are
    added.
    """
    columns = np.asarray(columns, np.int64)
    if columns.shape != (counts.n_tokens,):
        raise EngineError(f"{counts.n_tokens} tokens need as many new columns, not {len(columns)}.")
    if len(columns) and not -1 <= columns.min() <= columns.max() < n_tokens:
        raise EngineError(f"New columns lie between -1 and {n_tokens - 1}; some do not.")
    tokens, rows, values = columns[counts.tokens], counts.rows, counts.values
    has_column = tokens >= 0
    if not has_column.all():
        tokens, rows, values = tokens[has_column], rows[has_column], values[has_column]
    keys = rows * n_tokens + tokens
    if len(keys) and (keys[1:] <= keys[:-1]).any():
        order = np.argsort(keys, kind="stable")
        keys, values = keys[order], values[order]
        leaders = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
        keys, values = keys[leaders], np.add.reduceat(values, leaders, dtype=values.dtype)
    starts = np.searchsorted(keys, np.arange(counts.n_documents + 1) * n_tokens)
    return CountMatrix(starts.astype(np.int64), (keys % max(n_tokens, 1)).astype(np.int32), values, n_tokens)


UNIT = 1 << 20
"""Number of units in a weight of 1. One occurrence of a token in a document of weight 1 also counts `UNIT` units."""
MAX_EXACT_FLOAT = 2.0**53
"""All whole numbers up to this one are exact in a float64."""
MAX_SUM_IN_UNITS = 2.0**62
"""Limit of sums in units of 2⁻²⁰, with a margin below the largest int64."""


def weights_to_units(weights: npt.ArrayLike | None, n_documents: int) -> IntArray | None:
    """Convert weights, one per document, to integers; a weight of 1 is `UNIT`. None stays None and means weight
    1 each.
    """
    if weights is None:
        return None
    weights_array = np.asarray(weights, dtype=np.float64)
    if weights_array.shape != (n_documents,):
        raise EngineError(f"{n_documents} documents need as many weights, not the shape {weights_array.shape}.")
    if not np.isfinite(weights_array).all():
        raise EngineError("Weights must be finite; some are NaN or infinite.")
    if weights_array.size and weights_array.min() < 0:
        raise EngineError("Weights must not be negative.")
    if weights_array.size and weights_array.sum() * UNIT >= MAX_SUM_IN_UNITS:
        raise EngineError("The weights are too large to be added up exactly.")
    units = np.rint(weights_array * UNIT)
    is_lost = (units == 0) & (weights_array > 0)
    if is_lost.any():
        raise EngineError(
            f"The weight {weights_array[is_lost].min():g} is too small: weights are kept in steps of"
            f" {1 / UNIT:.2g}. Multiply all weights by one number."
        )
    return units.astype(np.int64)


def check_sum_is_exact(units: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return `units` unchanged; raise EngineError if their sum is too large to be exact."""
    if float(units.sum(dtype=np.float64)) >= MAX_SUM_IN_UNITS:
        raise EngineError("There is more than can be added up exactly.")
    return units


def check_label_numbers(label_numbers: npt.ArrayLike, n_documents: int, n_labels: int) -> IntArray:
    """Return `label_numbers` as int64.

    Raise EngineError unless there is one number below `n_labels` for each document.
    """
    numbers: npt.NDArray[Any] = np.asarray(label_numbers)
    if numbers.shape != (n_documents,):
        raise EngineError(f"{n_documents} documents need as many label numbers, not the shape {numbers.shape}.")
    if numbers.dtype.kind not in "iu":
        if numbers.size:
            raise EngineError(f"Label numbers must be whole numbers, not {numbers.dtype}.")
        return np.zeros(0, dtype=np.int64)
    if numbers.size and not (numbers.min() >= 0 and numbers.max() < n_labels):
        raise EngineError(f"Label numbers must be from 0 to {n_labels - 1}; found {numbers.min()} to {numbers.max()}.")
    return numbers.astype(np.int64, copy=False)


def check_label_names(labels: Any) -> tuple[str, ...]:
    """Return the label names as a tuple; raise EngineError if two are equal."""
    if isinstance(labels, str):
        raise EngineError("Labels are a sequence of names, not one string.")
    names = tuple(labels)
    if len(set(names)) != len(names):
        raise EngineError("Each label must have a name of its own.")
    return names


def count_common_zero_bits(*arrays: IntArray) -> int:
    """Return how many low bits are zero in every number of `arrays`.

    Tallies of documents with whole weights are multiples of `UNIT`. They are stored without these zero bits.
    """
    bits = 0
    for array in arrays:
        bits |= int(np.bitwise_or.reduce(array, initial=0))
    return 0 if bits == 0 else (bits & -bits).bit_length() - 1


CHUNK_LENGTH = 1 << 16
"""Number of entries or cells that are processed at once, so that temporary arrays stay in the processor's cache."""


def split_into_slices(n_items: int, length: int = CHUNK_LENGTH) -> Iterator[slice]:
    """Yield consecutive slices of at most `length` items. Together they cover range(n_items)."""
    return (slice(start, min(start + length, n_items)) for start in range(0, n_items, length))


def split_into_chunks(counts: CountMatrix, n_entries: int = CHUNK_LENGTH) -> Iterator[slice]:
    """Yield slices of documents with about `n_entries` entries each, at least one document per slice."""
    first = 0
    while first < counts.n_documents:
        last = int(np.searchsorted(counts.starts, counts.starts[first] + n_entries, side="right")) - 1
        last = min(max(last, first + 1), counts.n_documents)
        yield slice(first, last)
        first = last


def cell_of_each_entry(counts: CountMatrix, label_numbers: IntArray, n_labels: int) -> IntArray:
    """Return the cell number (token * n_labels + label) of each entry of `counts`, shape (n_entries,)."""
    cells: IntArray = np.multiply(counts.tokens, n_labels, dtype=np.int64)
    cells += np.repeat(label_numbers, np.diff(counts.starts))
    return cells


SPARSE_CELLS_PER_ENTRY = 8
"""If a tally has more cells per entry of the documents than this, `sum_cells` lists only the cells with an entry."""


@dataclass(frozen=True, slots=True, eq=False)
class CellSums:
    """Amounts that some documents add to a tally, in units of 2⁻²⁰."""

    document_weights: IntArray
    """Total weight of the documents of each label, (n_labels,)."""
    cells: IntArray | slice
    """Cell numbers (token * n_labels + label), ascending; a slice if all cells are listed."""
    occurrences: npt.NDArray[Any]
    """Weighted occurrences of each cell, (n_cells,)."""
    presences: IntArray
    """Total weight of the documents that have the token of the cell, (n_cells,)."""


def sum_cells(
    counts: CountMatrix,
    label_numbers: IntArray,
    units: IntArray | None,
    shape: tuple[int, int],
    *,
    is_real: bool,
    threshold: float,
    is_sparse: bool = False,
) -> CellSums:
    """Sum documents into the cells of a tally of shape (n_tokens, n_labels).

    With `is_sparse`, or if the entries are few, the result lists only the cells that have an entry. `is_real` allows
    counts that are fractions. A token is present in a document if its count is above `threshold`.
    """
    n_tokens, n_labels = shape
    values = counts.values if is_real else require_whole_counts(counts.values)
    n_cells = n_tokens * n_labels
    if counts.n_documents == 1 and not is_real and len(values) * SPARSE_CELLS_PER_ENTRY < n_cells:
        return _sum_one_document(counts, values, int(label_numbers[0]), units, n_labels, threshold)
    cell_numbers: IntArray | slice = slice(0, n_cells)
    cells = cell_of_each_entry(counts, label_numbers, n_labels)
    if is_sparse or len(values) * SPARSE_CELLS_PER_ENTRY < n_cells:
        cell_numbers, cells = np.unique(cells, return_inverse=True)
        n_cells = len(cell_numbers)
    entry_units = None if units is None else np.repeat(units, np.diff(counts.starts))
    if is_real:
        occurrences: npt.NDArray[Any] = np.bincount(cells, values * (UNIT if units is None else entry_units), n_cells)
    else:
        occurrences = _sum_occurrences(cells, values, entry_units, n_cells)
    is_present = values > threshold
    if not is_present.all():
        cells, entry_units = cells[is_present], None if entry_units is None else entry_units[is_present]
    presences = sum_units_by_group(cells, entry_units, n_cells)
    return CellSums(sum_units_by_group(label_numbers, units, n_labels), cell_numbers, occurrences, presences)


def _sum_one_document(
    counts: CountMatrix,
    values: npt.NDArray[Any],
    label: int,
    units: IntArray | None,
    n_labels: int,
    threshold: float,
) -> CellSums:
    """Fast path for one document: its tokens are distinct and sorted, so nothing needs to be added up."""
    unit = UNIT if units is None else int(units[0])
    if values.size and float(values.max()) * unit >= MAX_SUM_IN_UNITS:
        raise EngineError("The counts are too large to be added up exactly.")
    documents = np.zeros(n_labels, np.int64)
    documents[label] = unit
    cells = counts.tokens.astype(np.int64) * n_labels + label
    return CellSums(documents, cells, values.astype(np.int64) * unit, (values > threshold).astype(np.int64) * unit)


def require_whole_counts(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return counts as integers; raise EngineError for fractions, which need a tally with is_real=True."""
    if values.size and values.dtype.kind in "uf" and float(values.max()) >= MAX_SUM_IN_UNITS:
        raise EngineError("The counts are too large to be added up exactly.")
    if values.dtype.kind in "iu":
        return values
    whole: npt.NDArray[Any] = np.rint(values)
    if not np.array_equal(whole, values):
        raise EngineError("These counts are not whole numbers; real-valued ones need a tally with is_real=True.")
    return np.asarray(whole, dtype=np.int64)


def sum_units_by_group(groups: IntArray, units: IntArray | None, n_groups: int) -> IntArray:
    """Sum weights by group, shape (n_groups,), in units of 2⁻²⁰. `units` None means that each item has weight 1."""
    if units is None:
        numbers: IntArray = np.bincount(groups, minlength=n_groups).astype(np.int64)
        return numbers * UNIT
    return sum_integers_by_group(groups, units, n_groups)


def _sum_occurrences(cells: IntArray, values: npt.NDArray[Any], units: IntArray | None, n_cells: int) -> IntArray:
    weight = float(len(values)) * UNIT if units is None else float(units.sum())
    if values.size and float(values.max()) * weight >= MAX_SUM_IN_UNITS:
        raise EngineError("The counts are too large to be added up exactly.")
    if units is None:
        return sum_integers_by_group(cells, values, n_cells) * UNIT
    return sum_integers_by_group(cells, values * units, n_cells)


def sum_integers_by_group(groups: IntArray, units: IntArray, n_groups: int) -> IntArray:
    """Sum whole numbers by group, shape (n_groups,). Totals of 2⁵³ and more take a slower, integer path."""
    if float(units.sum(dtype=np.float64)) < MAX_EXACT_FLOAT:
        return np.bincount(groups, units, n_groups).astype(np.int64)
    sums = np.zeros(n_groups, dtype=np.int64)
    np.add.at(sums, groups, units)
    return sums
