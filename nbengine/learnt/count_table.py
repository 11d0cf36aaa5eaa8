"""Tables of occurrences and presences of each token under each label, in units; and reweighting of counts.

A tally uses one of two forms. A dense table (here) is fast if most cells are filled or there are few cells: a document
changes few rows, and a new token is a row at the end. A list of filled cells (`sparse_count_table`) is small if there
are many labels and words, most of which never occur together. Both have the same methods, and the same hash for equal
content, whatever the order of the updates. Cells are numbered token * n_labels + label.

Counts may be reweighted before they are learnt or judged, as presence (`binary`) or by `TfIdf`. A document keeps its
tokens. The idf is frozen when it is fitted, so that learning and forgetting stay additive.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, common_zeros
from nbengine.arrays.logspace import FEW_LABELS, drop_zeros
from nbengine.arrays.named_bytes import Parts, pack_parts, unpack_parts
from nbengine.errors import EngineError, TooLargeModelError
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.word_keys import Spans, alphabetical_order, spans_of

Counts = npt.NDArray[Any]

FEW_CELLS = 1 << 24
"""Tables up to this size are always dense."""
LEAST_SHARE = 16
"""Larger tables are sparse if fewer than one in this many cells is filled."""
MAX_FILLED_CELLS = 1 << 27
"""Maximum number of filled cells of a model: pairs of a word and a label under which it was seen."""
MAX_MODEL_LABELS = 1 << 16
"""Maximum number of labels of a model."""


@dataclass(frozen=True, slots=True, eq=False)
class FilledCells:
    """Distinct cells in ascending order with their counts; normally the cells that are not zero."""

    cells: IntArray
    occurrences: Counts
    presences: IntArray

    def found(self, wanted: IntArray) -> tuple[IntArray, npt.NDArray[np.bool_]]:
        """Return the index of each wanted cell, and a mask of the cells that exist."""
        indices = np.searchsorted(self.cells, wanted)
        if not len(self.cells):
            return indices, np.zeros(len(wanted), np.bool_)
        np.minimum(indices, len(self.cells) - 1, out=indices)
        return indices, self.cells[indices] == wanted

    def of_tokens(self, tokens: IntArray, n_labels: int) -> tuple[IntArray, IntArray]:
        """Return the indices of all cells of some tokens, and for each the index of its token in `tokens`."""
        starts = np.searchsorted(self.cells, tokens * n_labels)
        lengths = np.searchsorted(self.cells, (tokens + 1) * n_labels) - starts
        rows = np.repeat(np.arange(len(tokens)), lengths)
        ends = np.cumsum(lengths)
        return np.arange(len(rows)) + np.repeat(starts - (ends - lengths), lengths), rows

    def picked(self, which: npt.NDArray[Any]) -> FilledCells:
        """Return the cells selected by a mask."""
        return FilledCells(self.cells[which], self.occurrences[which], self.presences[which])


def parts_of_cells(filled: FilledCells, *, is_real: bool) -> dict[str, npt.NDArray[Any]]:
    """Return compact arrays of the cells, to be serialised.

    They are the gaps between cell numbers, and counts without their common zero bits. If both counts are whole,
    occurrences are stored as the difference from presences.
    """
    present, occurrences = filled.presences, filled.occurrences
    shift = common_zeros(present, present if is_real else occurrences)
    gaps = np.diff(filled.cells, prepend=-1) - 1
    parts: dict[str, npt.NDArray[Any]] = {"gaps": gaps, "shift": np.asarray([shift]), "presences": present >> shift}
    if is_real:
        return parts | {"occurrences": occurrences}
    return parts | {"beyond": (occurrences >> shift) - (present >> shift)}


def is_better_sparse(n_tokens: int, n_labels: int, n_filled: int) -> bool:
    """Return whether a table of this shape should be sparse. `n_filled` may be an upper bound."""
    n_cells = n_tokens * n_labels
    return n_cells > MAX_FILLED_CELLS or (n_cells > FEW_CELLS and n_filled * LEAST_SHARE < n_cells)


def check_size(n_labels: int, n_filled: int) -> None:
    """Raise TooLargeModelError if a model would exceed its limits."""
    if n_labels > MAX_MODEL_LABELS:
        raise TooLargeModelError(f"A model has at most {MAX_MODEL_LABELS:,} labels, not {n_labels:,}.")
    if n_filled > MAX_FILLED_CELLS:
        raise TooLargeModelError(
            f"A model holds at most {MAX_FILLED_CELLS:,} pairs of a word and a label that it was seen under. Choose a"
            f" smaller vocabulary, or fewer labels."
        )


def clear_rounding_errors(occurrences: Counts, presences: IntArray) -> Counts:
    """Set real-valued counts to 0 where no presence is left: subtraction leaves rounding errors there."""
    return np.where(presences == 0, 0.0, occurrences.clip(min=0)) if occurrences.dtype.kind == "f" else occurrences


class DenseTable:
    """A table (n_tokens, n_labels) of all cells. Changes in place.

    The arrays may have spare rows; only the first `n_tokens` are in use.
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

    def filled(self) -> FilledCells:
        """Return the cells that are not zero."""
        return _filled(self.occurrences.reshape(-1), self.presences.reshape(-1))

    def n_filled(self) -> int:
        """Return an upper bound of the number of filled cells."""
        return int(np.count_nonzero(self.occurrences))

    def rows(self, tokens: npt.NDArray[Any]) -> tuple[Counts, IntArray]:
        """Return the occurrences and presences of some tokens, (n, n_labels) each."""
        return self._occurrences[tokens], self._presences[tokens]

    def at(self, cells: IntArray | slice) -> tuple[Counts, IntArray]:
        """Return the occurrences and presences of some cells."""
        return _select_cells(self._occurrences, cells), _select_cells(self._presences, cells)

    def of_label(self, label: int) -> tuple[Counts, IntArray]:
        """Return the occurrences and presences of all tokens under one label, (n_tokens,) each."""
        return self.occurrences[:, label], self.presences[:, label]

    def sums_by_label(self) -> Counts:
        """Return the occurrences of each label, shape (n_labels,)."""
        if self.n_labels <= FEW_LABELS:
            return np.array(
                [self.occurrences[:, label].sum() for label in range(self.n_labels)], self._occurrences.dtype
            )
        return np.asarray(np.einsum("ij->j", self.occurrences))

    def sums_by_token(self) -> tuple[Counts, IntArray]:
        """Return the occurrences and presences of each token, (n_tokens,) each."""
        return np.einsum("ij->i", self.occurrences), np.einsum("ij->i", self.presences)

    def add(self, cells: IntArray | slice, occurrences: Counts | None, presences: IntArray) -> None:
        """Add to distinct cells in ascending order. If `occurrences` is None, add presences only."""
        self._presences.reshape(-1)[cells] += presences
        if occurrences is not None:
            self._occurrences.reshape(-1)[cells] += occurrences

    def add_in_order(self, cells: IntArray, occurrences: Counts) -> None:
        """Add occurrences one after another, in the given order. Cells may repeat; they must hold presences already."""
        np.add.at(self._occurrences.reshape(-1), cells, occurrences)

    def put(self, cells: IntArray | slice, occurrences: Counts, presences: IntArray) -> None:
        """Overwrite existing cells."""
        self._occurrences.reshape(-1)[cells] = occurrences
        self._presences.reshape(-1)[cells] = presences

    def reserve(self, n_tokens: int) -> None:
        """Make room for `n_tokens` tokens. Capacity grows by at least half, so that repeated growth stays cheap."""
        capacity = len(self._presences)
        if n_tokens > capacity:
            wider = max(n_tokens, capacity * 3 // 2)
            self._occurrences = _with_rows(self.occurrences, wider)
            self._presences = _with_rows(self.presences, wider)
        self.n_tokens = max(self.n_tokens, n_tokens)

    def widened(self, n_tokens: int) -> DenseTable:
        """Return a copy with room for more tokens."""
        return DenseTable(_with_rows(self.occurrences, n_tokens), _with_rows(self.presences, n_tokens))

    def with_labels(self, places: IntArray, n_labels: int) -> DenseTable:
        """Return a table in which label i is moved to places[i]; -1 drops it. Labels with equal targets are added."""
        result = self._empty(self.n_tokens, n_labels)
        for old, new in enumerate(places.tolist()):
            if new >= 0:
                result._occurrences[:, new] += self.occurrences[:, old]
                result._presences[:, new] += self.presences[:, old]
        return result

    def with_tokens(self, columns: IntArray, n_tokens: int) -> DenseTable:
        """Return a table in which token i is moved to columns[i]; -1 drops it. Targets must be distinct."""
        kept_tokens = np.flatnonzero(columns >= 0)
        if len(kept_tokens) == n_tokens:  # every row is filled, so no table of zeros is needed
            origins = np.empty(n_tokens, np.int64)
            origins[columns[kept_tokens]] = kept_tokens
            return DenseTable(self._occurrences.take(origins, axis=0), self._presences.take(origins, axis=0))
        result = self._empty(n_tokens, self.n_labels)
        result._occurrences[columns[kept_tokens]] = self._occurrences[kept_tokens]
        result._presences[columns[kept_tokens]] = self._presences[kept_tokens]
        return result

    def plus(self, other: DenseTable, sign: int) -> DenseTable:
        """Return the sum with another table of equal shape, or the difference for sign -1."""
        sums = self.widened(self.n_tokens)
        for target, addend in ((sums._occurrences, other.occurrences), (sums._presences, other.presences)):
            (np.add if sign > 0 else np.subtract)(target, addend, out=target)
        return sums

    def _empty(self, n_tokens: int, n_labels: int) -> DenseTable:
        return DenseTable.empty(n_tokens, n_labels, is_real=self._occurrences.dtype.kind == "f")


def _select_cells(array: Counts, cells: IntArray | slice) -> Counts:
    if array.flags.c_contiguous or isinstance(cells, slice):
        return np.asarray(array.reshape(-1)[cells])
    return np.asarray(array[np.divmod(cells, array.shape[1])])


def _with_rows(array: Counts, n_rows: int) -> Counts:
    wider = np.zeros((n_rows, array.shape[1]), dtype=array.dtype)
    wider[: len(array)] = array
    return wider


MAX_PENDING_CELLS = 1 << 17
"""Maximum number of cells in pending additions. Beyond it the table is unpacked."""


class PackedTable(DenseTable):
    """Whole-number statistics, compressed until something other than an addition is requested.

    A filter judges by sums of its own and only adds to the textbook counts. So a program that waits for mail all day
    holds them at a tenth of their size. Additions are queued; any other access unpacks the table.
    """

    def __init__(self, table: DenseTable) -> None:  # does not set the counts: their absence triggers __getattr__
        self.n_labels, self.n_tokens = table.n_labels, table.n_tokens
        self._pending: list[tuple[IntArray | slice, Counts, IntArray]] = []
        self._n_pending = 0
        parts = parts_of_cells(table.filled(), is_real=False)
        self._packed = pack_parts(Parts({"n_tokens": table.n_tokens}, parts))

    @property
    def is_packed(self) -> bool:
        """Whether the table is still compressed."""
        return "_presences" not in vars(self)

    def __getattr__(self, name: str) -> Any:
        """Unpack the table on first access to its counts. From then on it behaves like a DenseTable."""
        if name not in ("_occurrences", "_presences"):
            raise AttributeError(name)
        table = self._unpack()
        table.reserve(self.n_tokens)
        for cells, occurrences, presences in self._pending:
            table.add(cells, occurrences, presences)
        self._occurrences, self._presences, self._packed, self._pending = table._occurrences, table._presences, b"", []
        return vars(self)[name]

    def add(self, cells: IntArray | slice, occurrences: Counts | None, presences: IntArray) -> None:
        n_pending = self._n_pending + len(presences)
        if self.is_packed and occurrences is not None and n_pending <= MAX_PENDING_CELLS:
            self._pending.append((cells, occurrences, presences))
            self._n_pending = n_pending
        else:
            super().add(cells, occurrences, presences)

    def reserve(self, n_tokens: int) -> None:
        if self.is_packed:
            self.n_tokens = max(self.n_tokens, n_tokens)
        else:
            super().reserve(n_tokens)

    def _unpack(self) -> DenseTable:
        parts = unpack_parts(self._packed)
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
    """Return a hash of labels, words and the non-zero cells (n_words, n_labels), all in sorted order."""
    return hash_of_filled(labels, words, documents, _filled(occurrences.reshape(-1), presences.reshape(-1)))


def hash_of_filled(labels: Sequence[str], words: Spans, documents: IntArray, filled: FilledCells) -> str:
    """Like `hash_of_cells`, for cells given as `FilledCells`. A cell is word * n_labels + label."""
    rows, columns = np.divmod(filled.cells, max(len(labels), 1))
    names = spans_of(labels)
    label_order = _sorted_used(names, (documents != 0) | (np.bincount(columns, minlength=len(labels)) > 0))
    word_order = _sorted_used(words, np.bincount(rows, minlength=len(words)) > 0)
    cells = _ranks_of(word_order, len(words))[rows] * len(label_order)
    cells += _ranks_of(label_order, len(labels))[columns]
    order = slice(None) if (cells[1:] > cells[:-1]).all() else np.argsort(cells)
    digest = hashlib.blake2b(digest_size=16)
    for spans in (names.picked(label_order), words.picked(word_order)):
        # The lengths come first: without them ["ab", "c"] and ["a", "bc"] would have equal bytes.
        _add_numbers(digest, np.concatenate(([len(spans)], spans.lengths)))
        digest.update(spans.compact())
    for numbers in (documents[label_order], cells[order], filled.occurrences[order], filled.presences[order]):
        _add_numbers(digest, numbers)
    return digest.hexdigest()


def _filled(occurrences: Counts, presences: IntArray) -> FilledCells:
    cells = np.flatnonzero((occurrences != 0) | (presences != 0))
    return FilledCells(cells, occurrences[cells], presences[cells])


def _ranks_of(order: IntArray, n_items: int) -> IntArray:
    ranks = np.zeros(n_items, np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def _sorted_used(names: Spans, is_used: npt.NDArray[np.bool_]) -> IntArray:
    """Return the numbers of the used names, sorted by UTF-8, which is the order of their code points."""
    numbers = np.flatnonzero(is_used)
    return numbers[alphabetical_order(names.picked(numbers))]


def _add_numbers(digest: Any, numbers: npt.NDArray[Any]) -> None:
    digest.update(np.ascontiguousarray(numbers, dtype="<i8").tobytes())


def binary(counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """Return 1 for each token that occurs more than `threshold` times."""
    entries = drop_zeros(counts, threshold)
    return CountMatrix(entries.starts, entries.tokens, np.ones(len(entries.tokens), dtype=np.int32), entries.n_tokens)


LARGEST_IDF = 1e6
"""That of a word in one of a trillion documents is 29."""


@dataclass(frozen=True, slots=True, eq=False)
class TfIdf:
    """Sublinear counts times inverse document frequency, each document normalised to length 1."""

    idf: FloatArray
    """(n_tokens,)"""
    new_idf: float = 1.0
    """idf of tokens that were added after the fit."""
    is_sublinear: bool = True
    """Whether n occurrences count as 1 + log n."""
    is_normalised: bool = True
    """Whether each document is divided by its Euclidean length."""

    def __post_init__(self) -> None:
        if not max(np.abs(self.idf).max(initial=0.0), abs(self.new_idf)) <= LARGEST_IDF:
            raise EngineError(f"The rarity of a token must be at most {LARGEST_IDF:g}.")

    def __call__(self, counts: CountMatrix) -> CountMatrix:
        """Return the reweighted counts."""
        entries = drop_zeros(counts)
        values = entries.values.astype(np.float64)
        if self.is_sublinear:
            values = 1 + np.log(values)
        n_new = max(entries.n_tokens - len(self.idf), 0)
        idf = np.concatenate((self.idf, np.full(n_new, self.new_idf))) if n_new else self.idf
        values *= idf[entries.tokens]
        if self.is_normalised:
            squares = np.bincount(entries.rows, values * values, entries.n_documents)
            values /= np.repeat(np.sqrt(np.where(squares > 0, squares, 1.0)), np.diff(entries.starts))
        return CountMatrix(entries.starts, entries.tokens, values, entries.n_tokens)


def tfidf_of(
    document_frequencies: npt.ArrayLike, n_documents: float, *, is_sublinear: bool = True, is_normalised: bool = True
) -> TfIdf:
    """Fit the smoothed idf, log((1 + n) / (1 + document frequency)) + 1."""
    frequencies = np.asarray(document_frequencies, dtype=np.float64)
    if frequencies.ndim != 1 or not np.isfinite(frequencies).all() or (frequencies < 0).any():
        raise EngineError("Document frequencies are one number from 0 upwards per token.")
    if frequencies.max(initial=0.0) > n_documents:
        raise EngineError("A token cannot be in more documents than there are.")
    idf = np.log((1 + n_documents) / (1 + frequencies)) + 1
    return TfIdf(idf, float(np.log(1 + n_documents)) + 1, is_sublinear, is_normalised)


def document_frequencies(counts: CountMatrix) -> IntArray:
    """Return the number of documents that contain each token, shape (n_tokens,)."""
    return np.asarray(np.bincount(drop_zeros(counts).tokens, minlength=counts.n_tokens))
