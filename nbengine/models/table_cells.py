"""Cells of a table as words, so that learnt factors weigh them too: a value of a column is a word, and so is each of a
few stretches of its numbers.

Half of where a column is cut goes by its rows and half by its different values: by rows alone, a column that is mostly
0 would have one stretch for everything else. Of spam described by 57 numbers that judges 94.7 % rightly, by rows alone
92.3 %, and 93.4 % with a word for each cut that a number is beyond.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, count_matrix, scipy_sparse
from nbengine.learnt.statistics import TableColumns
from nbengine.text.vocabulary import Vocabulary

Cuts = tuple[tuple[float, ...], ...]
"""For each column of numbers, where it is cut, upwards; a number at a cut lies beyond it."""
MOST_STRETCHES = 8
NEW = "‹new›"
"""A value that a column had not had."""
_CELL = re.compile(" [=<≥] ")


def is_cell(word: str) -> bool:
    """Tell cells from the words of texts, which have no such sign between spaces."""
    return _CELL.search(word) is not None


def cuts_of(numbers: FloatArray) -> Cuts:
    """Cut the columns of (n_documents, n_columns) numbers; labels have no say, nor has what is missing."""
    return tuple(_cuts(column[np.isfinite(column)]) for column in numbers.T)


def _cuts(values: FloatArray) -> tuple[float, ...]:
    distinct, times = np.unique(values, return_counts=True)
    if len(distinct) < 2:
        return ()
    beyond = (np.cumsum(times) / len(values) + np.arange(1, len(distinct) + 1) / len(distinct)) / 2
    places = np.searchsorted(beyond, np.arange(1, MOST_STRETCHES) / MOST_STRETCHES) + 1
    return tuple(np.unique(distinct[np.minimum(places, len(distinct) - 1)]).tolist())


def cells_as_words(
    cuts: Cuts, table: TableColumns, numbers: FloatArray | None, choices: IntArray | None
) -> tuple[CountMatrix, Vocabulary]:
    """Count the cells of rows; of choices, numbers below 0 are missing, and those beyond the known values are new."""
    words, columns = Vocabulary(), list[IntArray]()
    if numbers is not None:
        for name, own, values in zip(table.numbers, cuts, numbers.T, strict=True):
            tokens = words.add(stretches(name, own))
            columns.append(np.where(np.isnan(values), -1, tokens[np.searchsorted(own, values, side="right")]))
    if choices is not None:
        for name, known, places in zip(table.choices, table.values, choices.T, strict=True):
            tokens = words.add([f"{name} = {value}" for value in (*known, NEW)])
            columns.append(np.where(places < 0, -1, tokens[np.minimum(places, len(known))]))
    cells = np.column_stack(columns).astype(np.int32)
    is_there = cells >= 0
    starts, found = np.concatenate(([0], np.cumsum(is_there.sum(axis=1)))), cells[is_there]
    used = np.flatnonzero(np.bincount(found, minlength=len(words)))
    renumbered = np.zeros(len(words), np.int32)
    renumbered[used] = np.arange(len(used))
    ones = np.ones(len(found), np.int32)
    counts = scipy_sparse().csr_array((ones, renumbered[found], starts), (len(cells), len(used)))
    return count_matrix(counts), Vocabulary(words.words_of(used))


def stretches(name: str, cuts: Sequence[float]) -> list[str]:
    """The words of a column of numbers."""
    if not cuts:
        return [f"{name} = any"]
    edges = [f"{cut:g}" for cut in cuts]
    if len(set(edges)) < len(edges):
        edges = [repr(cut) for cut in cuts]
    between = [f"{name} = {low} … {high}" for low, high in pairwise(edges)]
    return [f"{name} < {edges[0]}", *between, f"{name} ≥ {edges[-1]}"]
