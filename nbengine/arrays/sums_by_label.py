"""Adding up documents by label and token, exactly and in one pass over their entries.

`bincount` adds floats, which are exact below 2⁵³; counts and presences share one pass as the low and high
half of one number. Few documents against a large tally are added up by sorting their own cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import (
    EXACT_FLOAT,
    LARGEST_SUM,
    UNIT,
    CountMatrix,
    IntArray,
    label_cells,
    label_cells_of,
    runs,
    spans,
)
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass

HALF_BITS = 26
"""Presences are counted above these bits, occurrences below."""
SPARSE_SHARE = 8
"""With fewer entries than one in this many cells, only the cells that occur are touched."""
LEAST_RUN = 1 << 18
"""Entries added up at once; more where the cells to add them to are more."""


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
    documents = add_up(label_numbers, units, n_labels)
    is_few = is_sparse or len(values) * SPARSE_SHARE < n_cells
    if units is None and not is_real and not is_few and threshold == 0 and _fits_halves(counts, values):
        return Sums(documents, places, *_plain(counts, values, label_numbers, shape))
    cells = label_cells(counts, label_numbers, n_labels)
    if is_few:
        places, cells = _distinct(cells)
        n_cells = len(places)
    entry_units = np.full(len(values), UNIT) if units is None else np.repeat(units, np.diff(counts.starts))
    occurrences = _real(cells, values, entry_units, n_cells) if is_real else _whole(cells, values, entry_units, n_cells)
    presences = _whole(cells, (values > threshold).astype(np.int64), entry_units, n_cells)
    return Sums(documents, places, occurrences, presences)


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


def _distinct(cells: IntArray) -> tuple[IntArray, IntArray]:
    """The distinct cells, ascending, and the place among them of each given one."""
    order = np.argsort(cells, kind="stable")
    ordered = cells[order]
    is_first = np.ones(len(cells), dtype=bool)
    is_first[1:] = ordered[1:] != ordered[:-1]
    places = np.empty(len(cells), dtype=np.int64)
    places[order] = np.cumsum(is_first) - 1
    return ordered[is_first], places


def _fits_halves(counts: CountMatrix, values: npt.NDArray[Any]) -> bool:
    """Return whether occurrences and presences fit one float, which halves the work of adding."""
    if not values.size or counts.n_documents >= 1 << HALF_BITS:
        return False
    return int(values.min()) > 0 and float(values.sum()) < 1 << HALF_BITS


def _plain(
    counts: CountMatrix, values: npt.NDArray[Any], label_numbers: IntArray, shape: tuple[int, int]
) -> tuple[IntArray, IntArray]:
    """Occurrences and presences of documents that weigh one each, over all cells.

    Each run writes over the memory of the one before: taking new memory costs as much as the adding up.
    """
    n_cells = shape[0] * shape[1]
    sums: npt.NDArray[Any] = np.zeros(n_cells)
    parts = list(runs(counts, max(n_cells, LEAST_RUN)))
    longest = max((int(counts.starts[part.stop] - counts.starts[part.start]) for part in parts), default=0)
    cells, both = np.empty(longest, np.int64), np.empty(longest)
    for documents in parts:
        entries = slice(counts.starts[documents.start], counts.starts[documents.stop])
        n_entries = entries.stop - entries.start
        own_cells = label_cells_of(counts, label_numbers, shape[1], documents, cells[:n_entries])
        own = np.add(values[entries], float(1 << HALF_BITS), out=both[:n_entries])
        sums += np.bincount(own_cells, own, n_cells)
    return _taken_apart(sums)


def _whole(cells: IntArray, values: npt.NDArray[Any], units: IntArray, n_cells: int) -> IntArray:
    if values.size and float(values.max()) * float(units.sum()) >= LARGEST_SUM:
        raise EngineError("The counts are too large to be added up exactly.")
    return exact_bincount(cells, values * units, n_cells)


def _real(cells: IntArray, values: npt.NDArray[Any], units: IntArray, n_cells: int) -> npt.NDArray[Any]:
    sums: npt.NDArray[Any] = np.bincount(cells, values * units, n_cells)
    return sums


def _taken_apart(sums: npt.NDArray[Any]) -> tuple[IntArray, IntArray]:
    """The low and high half of whole floats below 2⁵², in units; the low half takes the place of the floats.

    Beside 2⁵², the last bits of a float are the integer's own.
    """
    low: IntArray = sums.view(np.int64)
    high = np.empty(len(sums), dtype=np.int64)
    for span in spans(len(sums)):
        sums[span] += 2.0**52
        low[span] &= (1 << 52) - 1
        np.right_shift(low[span], HALF_BITS, out=high[span])
        high[span] *= UNIT
        low[span] &= (1 << HALF_BITS) - 1
        low[span] *= UNIT
    return low, high


def exact_bincount(places: IntArray, units: IntArray, n_places: int) -> IntArray:
    if float(units.sum(dtype=np.float64)) < EXACT_FLOAT:
        return np.bincount(places, units, n_places).astype(np.int64)
    sums = np.zeros(n_places, dtype=np.int64)
    np.add.at(sums, places, units)
    return sums
