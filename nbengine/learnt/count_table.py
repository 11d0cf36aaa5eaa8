"""Occurrences and presences of each token under each label, in units: the two forms in which a tally keeps them.

A table of all cells is fast where most are filled or there are few of them; a list of filled cells is small where there
are many labels and words, most of which never meet. Both answer the same questions. Cells are numbered
token * n_labels + label.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.arrays.weights_as_whole_numbers import common_zeros
from nbengine.errors import TooLargeModelError
from nbengine.lazy_dataclasses import dataclass

Counts = npt.NDArray[Any]

FEW_CELLS = 1 << 24
"""Up to so many cells are all kept, filled or not."""
LEAST_SHARE = 16
"""With fewer filled cells than one in so many, only these are kept."""
MOST_FILLED = 1 << 27
"""The one limit of a model: so many pairs of a word and a label under which it was seen."""
MOST_LABELS = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Filled:
    """The cells that are not zero, ascending."""

    cells: IntArray
    occurrences: Counts
    presences: IntArray


def parts_of_cells(filled: Filled, *, is_real: bool) -> dict[str, npt.NDArray[Any]]:
    """Return what little is left to write down of cells: steps from one to the next, and counts without their common
    zeros, those of occurrences beyond those of presences where both are whole."""
    present, occurrences = filled.presences, filled.occurrences
    shift = common_zeros(present, present if is_real else occurrences)
    gaps = np.diff(filled.cells, prepend=-1) - 1
    parts: dict[str, npt.NDArray[Any]] = {"gaps": gaps, "shift": np.asarray([shift]), "presences": present >> shift}
    if is_real:
        return parts | {"occurrences": occurrences}
    return parts | {"beyond": (occurrences >> shift) - (present >> shift)}


class CountTable(ABC):
    """Statistics of shape (n_tokens, n_labels); they grow by tokens and change in place."""

    n_tokens: int
    n_labels: int
    is_sparse: bool

    @property
    @abstractmethod
    def occurrences(self) -> Counts:
        """(n_tokens, n_labels)"""

    @property
    @abstractmethod
    def presences(self) -> IntArray:
        """(n_tokens, n_labels)"""

    @abstractmethod
    def filled(self) -> Filled:
        """The cells that are not zero."""

    @abstractmethod
    def n_filled(self) -> int:
        """Return a number of cells that is at least as large as that of filled ones."""

    @abstractmethod
    def rows(self, tokens: npt.NDArray[Any]) -> tuple[Counts, IntArray]:
        """(n, n_labels) each: the occurrences and presences of some tokens."""

    @abstractmethod
    def at(self, cells: IntArray | slice) -> tuple[Counts, IntArray]:
        """The occurrences and presences of some cells."""

    @abstractmethod
    def of_label(self, label: int) -> tuple[Counts, IntArray]:
        """(n_tokens,) each: the occurrences and presences of all tokens under one label."""

    @abstractmethod
    def sums_by_label(self) -> Counts:
        """(n_labels,): all occurrences."""

    @abstractmethod
    def sums_by_token(self) -> tuple[Counts, IntArray]:
        """(n_tokens,) each: occurrences and presences under all labels."""

    @abstractmethod
    def add(self, cells: IntArray | slice, occurrences: Counts | None, presences: IntArray) -> None:
        """Add to distinct ascending cells; without occurrences, to the presences alone."""

    @abstractmethod
    def add_in_order(self, cells: IntArray, occurrences: Counts) -> None:
        """Add to cells that hold presences already, one after another, the same cell as often as it comes."""

    @abstractmethod
    def put(self, cells: IntArray | slice, occurrences: Counts, presences: IntArray) -> None:
        """Write over cells that are there."""

    @abstractmethod
    def reserve(self, n_tokens: int) -> None:
        """Make room for more tokens."""

    @abstractmethod
    def widened(self, n_tokens: int) -> CountTable:
        """A copy with room for more tokens."""

    @abstractmethod
    def with_labels(self, places: IntArray, n_labels: int) -> CountTable:
        """Put each label at another place, -1 for nowhere; those that share a place are added up."""

    @abstractmethod
    def with_tokens(self, columns: IntArray, n_tokens: int) -> CountTable:
        """Put each token at another place, -1 for nowhere; no two share one."""

    @abstractmethod
    def plus(self, other: CountTable, sign: int) -> CountTable:
        """A table with another of the same shape added, or taken away."""


def is_better_sparse(n_tokens: int, n_labels: int, n_filled: int) -> bool:
    """Return whether a table of this shape, of which at most so many cells are filled, keeps only these."""
    n_cells = n_tokens * n_labels
    return n_cells > MOST_FILLED or (n_cells > FEW_CELLS and n_filled * LEAST_SHARE < n_cells)


def check_size(n_labels: int, n_filled: int) -> None:
    """Refuse what is larger than a model may be."""
    if n_labels > MOST_LABELS:
        raise TooLargeModelError(f"A model has at most {MOST_LABELS:,} labels, not {n_labels:,}.")
    if n_filled > MOST_FILLED:
        raise TooLargeModelError(
            f"A model holds at most {MOST_FILLED:,} pairs of a word and a label that it was seen under. Choose a"
            f" smaller vocabulary, or fewer labels."
        )


def without_dust(occurrences: Counts, presences: IntArray) -> Counts:
    """Real-valued differences leave rounding behind where nothing is left; presences know."""
    return np.where(presences == 0, 0.0, occurrences.clip(min=0)) if occurrences.dtype.kind == "f" else occurrences
