"""Counts of tokens per document, in compressed rows, the whole numbers in which documents are weighed, and their sums.

The engine's own record instead of a bare SciPy matrix: rows are sorted and free of repeats by construction, so
leave-one-out, contributions and segments may rely on it; SciPy's form is one property away. SciPy is imported when it
is first asked for: a worker process that only counts starts in half the time without it.

Weights are multiples of 2⁻²⁰ (`UNIT`). Whole numbers instead of floats cost one rounding of each weight (to a
millionth), and buy that learning in any order, forgetting and merging give the same tally to the last bit.
They are added up by label and token with `bincount`, whose floats are exact below 2⁵³. Few documents against a large
tally are added up by sorting their own cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from scipy import sparse


IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
LARGEST_INT32 = 2**31 - 1
MOST_TOKENS = 2**31
"""The columns that token numbers of 32 bits can tell apart."""


@dataclass(frozen=True, slots=True, eq=False)
class CountMatrix:
    """Counts of shape (n_documents, n_tokens); each row's tokens ascend and occur once."""

    starts: npt.NDArray[np.int64]
    """(n_documents + 1,): row d is the slice starts[d]:starts[d + 1] of tokens and values."""
    tokens: npt.NDArray[np.int32]
    """(n_entries,): column numbers."""
    values: npt.NDArray[Any]
    """(n_entries,): how often; int32 or int64 for counts, float64 for weights such as tf-idf."""
    n_tokens: int

    @property
    def n_documents(self) -> int:
        return len(self.starts) - 1

    @property
    def csr(self) -> sparse.csr_array:
        """The same entries as SciPy knows them, sharing memory: it would copy tokens to the type of longer starts."""
        starts = self.starts.astype(np.int32) if self.starts[-1] < LARGEST_INT32 else self.starts
        entries, shape = (self.values, self.tokens, starts), (self.n_documents, self.n_tokens)
        csr: sparse.csr_array = scipy_sparse().csr_array(entries, shape=shape, copy=False)
        return csr

    @property
    def rows(self) -> IntArray:
        """The document number of each entry, shape (n_entries,)."""
        return np.repeat(np.arange(self.n_documents), np.diff(self.starts))

    def __getitem__(self, documents: npt.NDArray[Any] | slice) -> CountMatrix:
        """Take some documents, by numbers, mask or slice; entries of neighbours, by a slice, are not copied."""
        if isinstance(documents, slice) and documents.step in (None, 1):
            first, last, _ = documents.indices(self.n_documents)
            own = slice(self.starts[first], self.starts[max(first, last)])
            starts = self.starts[first : max(first, last) + 1] - self.starts[first]
            return CountMatrix(starts, self.tokens[own], self.values[own], self.n_tokens)
        picked = np.arange(self.n_documents)[documents]
        lengths = np.diff(self.starts)[picked]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        entries = np.arange(starts[-1]) + np.repeat(self.starts[picked] - starts[:-1], lengths)
        return CountMatrix(starts, self.tokens[entries], self.values[entries], self.n_tokens)

    def sums(self) -> FloatArray:
        """(n_documents,): all counts of each document."""
        if self.n_documents == 1:
            return np.array([float(self.values.sum())])
        return np.bincount(self.rows, self.values, self.n_documents).astype(np.float64)

    def row(self, document: int) -> CountMatrix:
        """Take one document; its entries are not copied."""
        own = slice(self.starts[document], self.starts[document + 1])
        tokens = self.tokens[own]
        return CountMatrix(np.array([0, len(tokens)]), tokens, self.values[own], self.n_tokens)

    def widened(self, n_tokens: int) -> CountMatrix:
        """The same counts with room for tokens that appeared later."""
        if n_tokens < self.n_tokens:
            raise EngineError(f"{self.n_tokens} columns do not fit into {n_tokens}.")
        return CountMatrix(self.starts, self.tokens, self.values, n_tokens)


def scipy_sparse() -> Any:
    """SciPy's sparse matrices."""
    return import_module("scipy.sparse")


def count_matrix(given: Any) -> CountMatrix:
    """Take any two-dimensional array or SciPy sparse matrix as counts; refuse what is negative or not finite."""
    if isinstance(given, CountMatrix):
        return given
    csr = scipy_sparse().csr_array(given)
    if csr.ndim != 2:
        raise EngineError(f"Counts must have two dimensions, documents and tokens, not {csr.ndim}.")
    if csr.shape[1] > MOST_TOKENS:
        raise EngineError(f"Counts may have at most {MOST_TOKENS} columns, not {csr.shape[1]}.")
    if not csr.has_canonical_format:
        csr = csr.copy()
        csr.sum_duplicates()
    values = csr.data
    if values.dtype.kind not in "iuf":
        values = values.astype(np.int64)
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        raise EngineError("Counts must be finite; some are NaN or infinite.")
    if values.size and values.min() < 0:
        raise EngineError("Counts must not be negative.")
    return CountMatrix(csr.indptr.astype(np.int64), csr.indices.astype(np.int32), values, int(csr.shape[1]))


def stacked(matrices: Sequence[CountMatrix]) -> CountMatrix:
    """Put the documents of several matrices below one another; the widest gives the number of columns."""
    if not matrices:
        raise EngineError("There is nothing to stack.")
    lengths = np.concatenate([np.diff(matrix.starts) for matrix in matrices])
    return CountMatrix(
        np.concatenate(([0], np.cumsum(lengths))),
        np.concatenate([matrix.tokens for matrix in matrices]),
        np.concatenate([matrix.values for matrix in matrices]),
        max(matrix.n_tokens for matrix in matrices),
    )


def remapped(counts: CountMatrix, columns: IntArray, n_tokens: int) -> CountMatrix:
    """Give each token the number columns[token]: -1 leaves it out, equal numbers are added up."""
    columns = np.asarray(columns, np.int64)
    if columns.shape != (counts.n_tokens,):
        raise EngineError(f"{counts.n_tokens} tokens need as many new columns, not {len(columns)}.")
    if len(columns) and not -1 <= columns.min() <= columns.max() < n_tokens:
        raise EngineError(f"New columns lie between -1 and {n_tokens - 1}; some do not.")
    tokens, rows, values = columns[counts.tokens], counts.rows, counts.values
    is_kept = tokens >= 0
    if not is_kept.all():
        tokens, rows, values = tokens[is_kept], rows[is_kept], values[is_kept]
    keys = rows * n_tokens + tokens
    if len(keys) and (keys[1:] <= keys[:-1]).any():
        order = np.argsort(keys, kind="stable")
        keys, values = keys[order], values[order]
        leaders = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
        keys, values = keys[leaders], np.add.reduceat(values, leaders, dtype=values.dtype)
    starts = np.searchsorted(keys, np.arange(counts.n_documents + 1) * n_tokens)
    return CountMatrix(starts.astype(np.int64), (keys % max(n_tokens, 1)).astype(np.int32), values, n_tokens)


UNIT = 1 << 20
"""One document of weight 1, or one occurrence in it."""
EXACT_FLOAT = 2.0**53
"""Whole numbers below this are exact in a float64."""
LARGEST_SUM = 2.0**62


def units_of(weights: npt.ArrayLike | None, n_documents: int) -> IntArray | None:
    """Round weights, one per document, to whole units; None stays None and means one each."""
    if weights is None:
        return None
    given = np.asarray(weights, dtype=np.float64)
    if given.shape != (n_documents,):
        raise EngineError(f"{n_documents} documents need as many weights, not the shape {given.shape}.")
    if not np.isfinite(given).all():
        raise EngineError("Weights must be finite; some are NaN or infinite.")
    if given.size and given.min() < 0:
        raise EngineError("Weights must not be negative.")
    if given.size and given.sum() * UNIT >= LARGEST_SUM:
        raise EngineError("The weights are too large to be added up exactly.")
    units = np.rint(given * UNIT)
    if ((units == 0) & (given > 0)).any():
        raise EngineError(
            f"The weight {given[(units == 0) & (given > 0)].min():g} is too small: weights are kept in steps of"
            f" {1 / UNIT:.2g}. Multiply all weights by one number."
        )
    return units.astype(np.int64)


def checked_sum(units: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same units, whose sum is a whole number that memory can hold, or an error."""
    if float(units.sum(dtype=np.float64)) >= LARGEST_SUM:
        raise EngineError("There is more than can be added up exactly.")
    return units


def checked_label_numbers(label_numbers: npt.ArrayLike, n_documents: int, n_labels: int) -> IntArray:
    """Return one known label number per document, or raise an error that says what is wrong."""
    given: npt.NDArray[Any] = np.asarray(label_numbers)
    if given.shape != (n_documents,):
        raise EngineError(f"{n_documents} documents need as many label numbers, not the shape {given.shape}.")
    if given.dtype.kind not in "iu":
        if given.size:
            raise EngineError(f"Label numbers must be whole numbers, not {given.dtype}.")
        return np.zeros(0, dtype=np.int64)
    if given.size and not (given.min() >= 0 and given.max() < n_labels):
        raise EngineError(f"Label numbers must be from 0 to {n_labels - 1}; found {given.min()} to {given.max()}.")
    return given.astype(np.int64, copy=False)


def checked_labels(labels: Any) -> tuple[str, ...]:
    """Distinct label names, as a tuple."""
    if isinstance(labels, str):
        raise EngineError("Labels are a sequence of names, not one string.")
    names = tuple(labels)
    if len(set(names)) != len(names):
        raise EngineError("Each label must have a name of its own.")
    return names


def common_zeros(*arrays: IntArray) -> int:
    """Count the low bits that are zero in all numbers: weights of whole documents need no fractions."""
    bits = 0
    for array in arrays:
        bits |= int(np.bitwise_or.reduce(array, initial=0))
    return 0 if bits == 0 else (bits & -bits).bit_length() - 1


RUN = 1 << 16
"""Entries or cells that are worked on at once."""


def spans(n_items: int, length: int = RUN) -> Iterator[slice]:
    """Cut a long array into slices of so many items."""
    return (slice(start, min(start + length, n_items)) for start in range(0, n_items, length))


def runs(counts: CountMatrix, n_entries: int = RUN) -> Iterator[slice]:
    """Cut documents into runs of about so many entries, at least one document each."""
    first = 0
    while first < counts.n_documents:
        last = int(np.searchsorted(counts.starts, counts.starts[first] + n_entries, side="right")) - 1
        last = min(max(last, first + 1), counts.n_documents)
        yield slice(first, last)
        first = last


def label_cells(counts: CountMatrix, label_numbers: IntArray, n_labels: int) -> IntArray:
    """(n_entries,): the cell of each entry's token and its document's label."""
    cells: IntArray = np.multiply(counts.tokens, n_labels, dtype=np.int64)
    cells += np.repeat(label_numbers, np.diff(counts.starts))
    return cells


SPARSE_SHARE = 8
"""With fewer entries than one in this many cells, only the cells that occur are touched."""


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """The amounts that some documents add to the cells (token * n_labels + label) of a tally, in units of the tally."""

    documents: IntArray
    cells: IntArray | slice
    occurrences: npt.NDArray[Any]
    presences: IntArray


def sums_of(
    counts: CountMatrix,
    label_numbers: IntArray,
    units: IntArray | None,
    shape: tuple[int, int],
    *,
    is_real: bool,
    threshold: float,
    is_sparse: bool = False,
) -> Sums:
    """Add up documents into the cells of a tally of (n_tokens, n_labels); for a sparse one, into its own cells only."""
    n_tokens, n_labels = shape
    values = counts.values if is_real else whole_counts(counts.values)
    n_cells = n_tokens * n_labels
    if counts.n_documents == 1 and not is_real and len(values) * SPARSE_SHARE < n_cells:
        return _of_one(counts, values, int(label_numbers[0]), units, n_labels, threshold)
    places: IntArray | slice = slice(0, n_cells)
    cells = label_cells(counts, label_numbers, n_labels)
    if is_sparse or len(values) * SPARSE_SHARE < n_cells:
        places, cells = np.unique(cells, return_inverse=True)
        n_cells = len(places)
    entry_units = None if units is None else np.repeat(units, np.diff(counts.starts))
    if is_real:
        occurrences: npt.NDArray[Any] = np.bincount(cells, values * (UNIT if units is None else entry_units), n_cells)
    else:
        occurrences = _added(cells, values, entry_units, n_cells)
    is_present = values > threshold
    if not is_present.all():
        cells, entry_units = cells[is_present], None if entry_units is None else entry_units[is_present]
    presences = add_up(cells, entry_units, n_cells)
    return Sums(add_up(label_numbers, units, n_labels), places, occurrences, presences)


def _of_one(
    counts: CountMatrix,
    values: npt.NDArray[Any],
    label: int,
    units: IntArray | None,
    n_labels: int,
    threshold: float,
) -> Sums:
    """The words of one document are different, and in order."""
    unit = UNIT if units is None else int(units[0])
    if values.size and float(values.max()) * unit >= LARGEST_SUM:
        raise EngineError("The counts are too large to be added up exactly.")
    documents = np.zeros(n_labels, np.int64)
    documents[label] = unit
    cells = counts.tokens.astype(np.int64) * n_labels + label
    return Sums(documents, cells, values.astype(np.int64) * unit, (values > threshold).astype(np.int64) * unit)


def whole_counts(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return counts as whole numbers; real-valued ones need a tally of their own kind."""
    if values.size and values.dtype.kind in "uf" and float(values.max()) >= LARGEST_SUM:
        raise EngineError("The counts are too large to be added up exactly.")
    if values.dtype.kind in "iu":
        return values
    whole: npt.NDArray[Any] = np.rint(values)
    if not np.array_equal(whole, values):
        raise EngineError("These counts are not whole numbers; real-valued ones need a tally with is_real=True.")
    return np.asarray(whole, dtype=np.int64)


def add_up(places: IntArray, units: IntArray | None, n_places: int) -> IntArray:
    """Add weights in units by place; one each where there are none."""
    if units is None:
        numbers: IntArray = np.bincount(places, minlength=n_places).astype(np.int64)
        return numbers * UNIT
    return exact_bincount(places, units, n_places)


def _added(cells: IntArray, values: npt.NDArray[Any], units: IntArray | None, n_cells: int) -> IntArray:
    weight = float(len(values)) * UNIT if units is None else float(units.sum())
    if values.size and float(values.max()) * weight >= LARGEST_SUM:
        raise EngineError("The counts are too large to be added up exactly.")
    if units is None:
        return exact_bincount(cells, values, n_cells) * UNIT
    return exact_bincount(cells, values * units, n_cells)


def exact_bincount(places: IntArray, units: IntArray, n_places: int) -> IntArray:
    if float(units.sum(dtype=np.float64)) < EXACT_FLOAT:
        return np.bincount(places, units, n_places).astype(np.int64)
    sums = np.zeros(n_places, dtype=np.int64)
    np.add.at(sums, places, units)
    return sums
