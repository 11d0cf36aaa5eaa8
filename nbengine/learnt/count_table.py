"""Occurrences and presences of each token under each label, in units: the two forms in which a tally keeps them.

A table of all cells (here) is fast where most are filled or there are few of them: one document touches few rows, and a
new token is a row at the end. A list of filled cells (`sparse_count_table`) is small where there are many labels and
words, most of which never meet. Both answer the same questions, and have the same hash, whatever the order in which
they came to hold what they hold. Cells are numbered token * n_labels + label.

Before they are learnt or judged, counts may be weighed otherwise, as presence alone or by tf-idf; a document keeps its
tokens. The idf is frozen when it is
fitted, so that learning and forgetting stay additive.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, common_zeros
from nbengine.arrays.logspace import FEW_LABELS, without_zeros
from nbengine.arrays.named_bytes import Parts, packed, unpacked
from nbengine.errors import EngineError, TooLargeModelError
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.word_keys import Spans, alphabetical, spans_of

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
    """Distinct cells with their counts, ascending; mostly those that are not zero."""

    cells: IntArray
    occurrences: Counts
    presences: IntArray

    def found(self, wanted: IntArray) -> tuple[IntArray, npt.NDArray[np.bool_]]:
        """Return where each wanted cell is, and whether it is there."""
        places = np.searchsorted(self.cells, wanted)
        if not len(self.cells):
            return places, np.zeros(len(wanted), np.bool_)
        np.minimum(places, len(self.cells) - 1, out=places)
        return places, self.cells[places] == wanted

    def of_tokens(self, tokens: IntArray, n_labels: int) -> tuple[IntArray, IntArray]:
        """Return the places of all cells of some tokens, and which of the tokens each is of."""
        starts = np.searchsorted(self.cells, tokens * n_labels)
        lengths = np.searchsorted(self.cells, (tokens + 1) * n_labels) - starts
        rows = np.repeat(np.arange(len(tokens)), lengths)
        ends = np.cumsum(lengths)
        return np.arange(len(rows)) + np.repeat(starts - (ends - lengths), lengths), rows

    def picked(self, which: npt.NDArray[Any]) -> Filled:
        """Some of the cells, by a mask."""
        return Filled(self.cells[which], self.occurrences[which], self.presences[which])


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


def is_better_sparse(n_tokens: int, n_labels: int, n_filled: int) -> bool:
    """Return whether a table of this shape is better kept as its filled cells alone; there are at most so many."""
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


class DenseTable:
    """Statistics of shape (n_tokens, n_labels); they grow by tokens and change in place.

    Rows of tokens with room to grow, of which only the first `n_tokens` are in use.
    """

    is_sparse = False

    def __init__(self, occurrences: Counts, presences: IntArray, n_tokens: int | None = None) -> None:
        self._occurrences, self._presences = occurrences, presences
        self.n_tokens = len(presences) if n_tokens is None else n_tokens
        self.n_labels = presences.shape[1]

    @classmethod
    def empty(cls, n_tokens: int, n_labels: int, *, is_real: bool) -> DenseTable:
        shape = (n_tokens, n_labels)
        return cls(np.zeros(shape, np.float64 if is_real else np.int64), np.zeros(shape, np.int64))

    @property
    def occurrences(self) -> Counts:
        return self._occurrences[: self.n_tokens]

    @property
    def presences(self) -> IntArray:
        return self._presences[: self.n_tokens]

    def filled(self) -> Filled:
        """The cells that are not zero."""
        return _filled(self.occurrences.reshape(-1), self.presences.reshape(-1))

    def n_filled(self) -> int:
        """Return a number of cells that is at least as large as that of filled ones."""
        return int(np.count_nonzero(self.occurrences))

    def rows(self, tokens: npt.NDArray[Any]) -> tuple[Counts, IntArray]:
        """(n, n_labels) each: the occurrences and presences of some tokens."""
        return self._occurrences[tokens], self._presences[tokens]

    def at(self, cells: IntArray | slice) -> tuple[Counts, IntArray]:
        """The occurrences and presences of some cells."""
        return _picked(self._occurrences, cells), _picked(self._presences, cells)

    def of_label(self, label: int) -> tuple[Counts, IntArray]:
        """(n_tokens,) each: the occurrences and presences of all tokens under one label."""
        return self.occurrences[:, label], self.presences[:, label]

    def sums_by_label(self) -> Counts:
        """(n_labels,): all occurrences."""
        if self.n_labels <= FEW_LABELS:
            return np.array(
                [self.occurrences[:, label].sum() for label in range(self.n_labels)], self._occurrences.dtype
            )
        return np.asarray(np.einsum("ij->j", self.occurrences))

    def sums_by_token(self) -> tuple[Counts, IntArray]:
        """(n_tokens,) each: occurrences and presences under all labels."""
        return np.einsum("ij->i", self.occurrences), np.einsum("ij->i", self.presences)

    def add(self, cells: IntArray | slice, occurrences: Counts | None, presences: IntArray) -> None:
        """Add to distinct ascending cells; without occurrences, to the presences alone."""
        self._presences.reshape(-1)[cells] += presences
        if occurrences is not None:
            self._occurrences.reshape(-1)[cells] += occurrences

    def add_in_order(self, cells: IntArray, occurrences: Counts) -> None:
        """Add to cells that hold presences already, one after another, the same cell as often as it comes."""
        np.add.at(self._occurrences.reshape(-1), cells, occurrences)

    def put(self, cells: IntArray | slice, occurrences: Counts, presences: IntArray) -> None:
        """Write over cells that are there."""
        self._occurrences.reshape(-1)[cells] = occurrences
        self._presences.reshape(-1)[cells] = presences

    def reserve(self, n_tokens: int) -> None:
        """Make room for so many tokens; it grows by half at least, so that growing costs little."""
        capacity = len(self._presences)
        if n_tokens > capacity:
            wider = max(n_tokens, capacity * 3 // 2)
            self._occurrences = _with_rows(self.occurrences, wider)
            self._presences = _with_rows(self.presences, wider)
        self.n_tokens = max(self.n_tokens, n_tokens)

    def widened(self, n_tokens: int) -> DenseTable:
        """A copy with room for more tokens."""
        return DenseTable(_with_rows(self.occurrences, n_tokens), _with_rows(self.presences, n_tokens))

    def with_labels(self, places: IntArray, n_labels: int) -> DenseTable:
        """Put each label at another place, -1 for nowhere; those that share a place are added up."""
        moved = self._empty(self.n_tokens, n_labels)
        for old, new in enumerate(places.tolist()):
            if new >= 0:
                moved._occurrences[:, new] += self.occurrences[:, old]
                moved._presences[:, new] += self.presences[:, old]
        return moved

    def with_tokens(self, columns: IntArray, n_tokens: int) -> DenseTable:
        """Put each token at another place, -1 for nowhere; no two share one."""
        kept = np.flatnonzero(columns >= 0)
        if len(kept) == n_tokens:  # each place is taken, so that nothing has to be empty first
            origins = np.empty(n_tokens, np.int64)
            origins[columns[kept]] = kept
            return DenseTable(self._occurrences.take(origins, axis=0), self._presences.take(origins, axis=0))
        moved = self._empty(n_tokens, self.n_labels)
        moved._occurrences[columns[kept]] = self._occurrences[kept]
        moved._presences[columns[kept]] = self._presences[kept]
        return moved

    def plus(self, other: DenseTable, sign: int) -> DenseTable:
        """A table with another of the same shape added, or taken away."""
        sums = self.widened(self.n_tokens)
        for mine, theirs in ((sums._occurrences, other.occurrences), (sums._presences, other.presences)):
            (np.add if sign > 0 else np.subtract)(mine, theirs, out=mine)
        return sums

    def _empty(self, n_tokens: int, n_labels: int) -> DenseTable:
        return DenseTable.empty(n_tokens, n_labels, is_real=self._occurrences.dtype.kind == "f")


def _picked(array: Counts, cells: IntArray | slice) -> Counts:
    if array.flags.c_contiguous or isinstance(cells, slice):
        return np.asarray(array.reshape(-1)[cells])
    return np.asarray(array[np.divmod(cells, array.shape[1])])


def _with_rows(array: Counts, n_rows: int) -> Counts:
    wider = np.zeros((n_rows, array.shape[1]), dtype=array.dtype)
    wider[: len(array)] = array
    return wider


MOST_WAITING = 1 << 17
"""Cells to be added that wait; with more of them everything is unpacked."""


class PackedTable(DenseTable):
    """Whole-number statistics, compressed until something other than an addition is asked of them.

    A filter judges by sums of its own, and only adds to the textbook counts: a program that waits for mail all day
    holds them at a tenth of their size. What is added meanwhile waits beside them; the first question unpacks
    everything.
    """

    def __init__(self, table: DenseTable) -> None:  # its own counts are missing until they are asked for
        self.n_labels, self.n_tokens = table.n_labels, table.n_tokens
        self._waiting: list[tuple[IntArray | slice, Counts, IntArray]] = []
        self._n_waiting = 0
        parts = parts_of_cells(table.filled(), is_real=False)
        self._packed = packed(Parts({"n_tokens": table.n_tokens}, parts))

    @property
    def is_packed(self) -> bool:
        """Nobody has asked yet."""
        return "_presences" not in vars(self)

    def __getattr__(self, name: str) -> Any:
        """Unpack everything where the counts are asked for; from then on this is any table of all cells."""
        if name not in ("_occurrences", "_presences"):
            raise AttributeError(name)
        table = self._unpacked()
        table.reserve(self.n_tokens)
        for cells, occurrences, presences in self._waiting:
            table.add(cells, occurrences, presences)
        self._occurrences, self._presences, self._packed, self._waiting = table._occurrences, table._presences, b"", []
        return vars(self)[name]

    def add(self, cells: IntArray | slice, occurrences: Counts | None, presences: IntArray) -> None:
        n_waiting = self._n_waiting + len(presences)
        if self.is_packed and occurrences is not None and n_waiting <= MOST_WAITING:
            self._waiting.append((cells, occurrences, presences))
            self._n_waiting = n_waiting
        else:
            super().add(cells, occurrences, presences)

    def reserve(self, n_tokens: int) -> None:
        if self.is_packed:
            self.n_tokens = max(self.n_tokens, n_tokens)
        else:
            super().reserve(n_tokens)

    def _unpacked(self) -> DenseTable:
        parts = unpacked(self._packed)
        (shift,), n_tokens = parts.numbers["shift"].tolist(), int(parts.facts["n_tokens"])
        cells = np.cumsum(parts.numbers["gaps"].astype(np.int64) + 1) - 1
        presences = parts.numbers["presences"].astype(np.int64) << shift
        occurrences = presences + (parts.numbers["beyond"].astype(np.int64) << shift)
        table = DenseTable.empty(n_tokens, self.n_labels, is_real=False)
        table.put(cells, occurrences, presences)
        return table


def hash_of_cells(
    labels: Sequence[str], words: Spans, documents: IntArray, occurrences: npt.NDArray[Any], presences: IntArray
) -> str:
    """Hash labels, words and the cells (n_words, n_labels) that are not zero, all in sorted order."""
    return hash_of_filled(labels, words, documents, _filled(occurrences.reshape(-1), presences.reshape(-1)))


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
    for spans in (names.picked(label_order), words.picked(word_order)):
        _add_numbers(digest, np.concatenate(([len(spans)], spans.lengths)))  # first, so that no two lists read alike
        digest.update(spans.compact())
    for numbers in (documents[label_order], cells[order], filled.occurrences[order], filled.presences[order]):
        _add_numbers(digest, numbers)
    return digest.hexdigest()


def _filled(occurrences: Counts, presences: IntArray) -> Filled:
    cells = np.flatnonzero((occurrences != 0) | (presences != 0))
    return Filled(cells, occurrences[cells], presences[cells])


def _places_of(order: IntArray, n_items: int) -> IntArray:
    places = np.zeros(n_items, np.int64)
    places[order] = np.arange(len(order))
    return places


def _sorted_used(names: Spans, is_used: npt.NDArray[np.bool_]) -> IntArray:
    """Return the numbers of names in use, in the order of their UTF-8, which is that of their characters."""
    numbers = np.flatnonzero(is_used)
    return numbers[alphabetical(names.picked(numbers))]


def _add_numbers(digest: Any, numbers: npt.NDArray[Any]) -> None:
    digest.update(np.ascontiguousarray(numbers, dtype="<i8").tobytes())


def binary(counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """A one for each token that occurs more than `threshold` times."""
    kept = without_zeros(counts, threshold)
    return CountMatrix(kept.starts, kept.tokens, np.ones(len(kept.tokens), dtype=np.int32), kept.n_tokens)


@dataclass(frozen=True, slots=True, eq=False)
class TfIdf:
    """Counts damped by their logarithm, times the rarity of the token, each document of length 1."""

    idf: FloatArray
    """(n_tokens,)"""
    new_idf: float = 1.0
    """For tokens that appear after it was fitted."""
    is_sublinear: bool = True
    """1 + log n instead of n occurrences."""
    is_normalised: bool = True
    """Divide each document by its Euclidean length."""

    def __call__(self, counts: CountMatrix) -> CountMatrix:
        """The same entries, reweighted."""
        kept = without_zeros(counts)
        values = kept.values.astype(np.float64)
        if self.is_sublinear:
            values = 1 + np.log(values)
        n_new = max(kept.n_tokens - len(self.idf), 0)
        idf = np.concatenate((self.idf, np.full(n_new, self.new_idf))) if n_new else self.idf
        values *= idf[kept.tokens]
        if self.is_normalised:
            squares = np.bincount(kept.rows, values * values, kept.n_documents)
            values /= np.repeat(np.sqrt(np.where(squares > 0, squares, 1.0)), np.diff(kept.starts))
        return CountMatrix(kept.starts, kept.tokens, values, kept.n_tokens)


def tfidf_of(
    document_frequencies: npt.ArrayLike, n_documents: float, *, is_sublinear: bool = True, is_normalised: bool = True
) -> TfIdf:
    """Freeze the smoothed idf, log((1 + n) / (1 + n with the token)) + 1."""
    frequencies = np.asarray(document_frequencies, dtype=np.float64)
    if frequencies.ndim != 1 or not np.isfinite(frequencies).all() or (frequencies < 0).any():
        raise EngineError("Document frequencies are one number from 0 upwards per token.")
    if frequencies.max(initial=0.0) > n_documents:
        raise EngineError("A token cannot be in more documents than there are.")
    idf = np.log((1 + n_documents) / (1 + frequencies)) + 1
    return TfIdf(idf, float(np.log(1 + n_documents)) + 1, is_sublinear, is_normalised)


def document_frequencies(counts: CountMatrix) -> IntArray:
    """(n_tokens,): how many documents have each token."""
    return np.asarray(np.bincount(without_zeros(counts).tokens, minlength=counts.n_tokens))
