"""Cells of the flat table of tokens by labels (cell = token * n_labels + label), and slices that fit the processor's
cache."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nbengine.arrays.counts import CountMatrix, IntArray

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
    cells = np.empty(len(counts.tokens), dtype=np.int64)
    for documents in runs(counts):
        entries = slice(counts.starts[documents.start], counts.starts[documents.stop])
        label_cells_of(counts, label_numbers, n_labels, documents, cells[entries])
    return cells


def label_cells_of(
    counts: CountMatrix, label_numbers: IntArray, n_labels: int, documents: slice, out: IntArray | None = None
) -> IntArray:
    """The cells of one run of documents; `out` is memory of their number to write them to."""
    starts = counts.starts[documents.start : documents.stop + 1]
    cells: IntArray = np.multiply(counts.tokens[starts[0] : starts[-1]], n_labels, out=out, dtype=np.int64)
    cells += np.repeat(label_numbers[documents], np.diff(starts))
    return cells
