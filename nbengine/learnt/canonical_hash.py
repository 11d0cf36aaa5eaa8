"""A hash of what a tally holds, whatever the order in which it came to hold it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import RUN, IntArray, spans
from nbengine.learnt.count_table import Filled
from nbengine.text.word_keys import Spans, alphabetical, spans_of


def hash_of_cells(
    labels: Sequence[str],
    words: Spans,
    documents: IntArray,
    occurrences: npt.NDArray[Any],
    presences: IntArray,
) -> str:
    """Hash labels, words and the cells (n_words, n_labels) that are not zero, all in sorted order.

    Cells are put in order and hashed in runs that fit the cache.
    """
    is_used = (occurrences != 0) | (presences != 0)
    names = spans_of(labels)
    label_order = _sorted_used(names, (documents != 0) | is_used.any(axis=0))
    word_order = _sorted_used(words, is_used.any(axis=1))
    digest = hashlib.blake2b(digest_size=16)
    _add_names(digest, names.picked(label_order))
    _add_names(digest, words.picked(word_order))
    _add_numbers(digest, documents[label_order])
    runs = list(spans(len(word_order), max(RUN // max(len(label_order), 1), 1)))
    used = [_ordered(is_used, word_order[run], label_order) for run in runs]
    for run, flags in zip(runs, used, strict=True):
        _add_numbers(digest, np.flatnonzero(flags) + run.start * len(label_order))
    for cells in (occurrences, presences):
        for run, flags in zip(runs, used, strict=True):
            _add_numbers(digest, _ordered(cells, word_order[run], label_order)[flags])
    return digest.hexdigest()


def hash_of_filled(labels: Sequence[str], words: Spans, documents: IntArray, filled: Filled) -> str:
    """The same hash, of the cells (word * n_labels + label) that are not zero."""
    rows, columns = np.divmod(filled.cells, max(len(labels), 1))
    names = spans_of(labels)
    label_order = _sorted_used(names, (documents != 0) | (np.bincount(columns, minlength=len(labels)) > 0))
    word_order = _sorted_used(words, np.bincount(rows, minlength=len(words)) > 0)
    cells = _places_of(word_order, len(words))[rows] * len(label_order)
    cells += _places_of(label_order, len(labels))[columns]
    order = slice(None) if (cells[1:] > cells[:-1]).all() else np.argsort(cells)
    digest = hashlib.blake2b(digest_size=16)
    _add_names(digest, names.picked(label_order))
    _add_names(digest, words.picked(word_order))
    for numbers in (documents[label_order], cells[order], filled.occurrences[order], filled.presences[order]):
        _add_numbers(digest, numbers)
    return digest.hexdigest()


def _places_of(order: IntArray, n_items: int) -> IntArray:
    places = np.zeros(n_items, np.int64)
    places[order] = np.arange(len(order))
    return places


def _ordered(cells: npt.NDArray[Any], words: IntArray, labels: IntArray) -> npt.NDArray[Any]:
    rows = cells.take(words, axis=0)
    if np.array_equal(labels, np.arange(cells.shape[1])):
        return rows
    ordered: npt.NDArray[Any] = rows.take(labels, axis=1)
    return ordered


def _sorted_used(names: Spans, is_used: npt.NDArray[np.bool_]) -> IntArray:
    """Return the numbers of names in use, in the order of their UTF-8, which is that of their characters."""
    numbers = np.flatnonzero(is_used)
    return numbers[alphabetical(names.picked(numbers))]


def _add_names(digest: Any, names: Spans) -> None:
    """Lengths first, so that no two lists of names read alike."""
    _add_numbers(digest, np.concatenate(([len(names)], names.lengths)))
    digest.update(names.compact())


def _add_numbers(digest: Any, numbers: npt.NDArray[Any]) -> None:
    digest.update(np.ascontiguousarray(numbers, dtype="<i8").tobytes())
