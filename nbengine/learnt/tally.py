"""The tally: how often each token was seen under each label. A text model learns nothing else.

The statistics are whole numbers in units of 2⁻²⁰. So the order of learning does not matter, and forgetting is
subtraction. Internally, tokens are rows and labels are columns: one document changes few rows, a new token is a row at
the end, and scorers read weights in this layout. A new label requires copying the table, which is rare.

A *cell* is a pair of token and label. Its *occurrences* are the weighted counts of the token under the label. Its
*presences* are the weight of the label's documents that have the token.

`Tally` stores its numbers in a table. If most labels never occur with most tokens, it is a `SparseTable` of the filled
(non-zero) cells, otherwise a `DenseTable`. A `PackedTable` is compressed until it is read. The form of the table does
not change any number. `TfIdf` converts counts by document frequency.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    MAX_SUM_IN_UNITS,
    UNIT,
    CellSums,
    CountMatrix,
    FloatArray,
    IntArray,
    cell_of_each_entry,
    check_label_names,
    check_label_numbers,
    count_common_zero_bits,
    sum_cells,
    sum_integers_by_group,
    weights_to_units,
)
from nbengine.errors import EngineError, TooLargeModelError
from nbengine.logspace import MAX_LABELS_ONE_BY_ONE, select_above
from nbengine.packing import PackedContent, pack_content, unpack_content
from nbengine.text.vocabulary import Vocabulary
from nbengine.text.words import Spans, alphabetical_order, encode_as_spans

Counts = npt.NDArray[Any]
MAX_DENSE_CELLS = 1 << 24
"""Tables with at most this many cells are always dense."""
SPARSE_BELOW_ONE_IN = 16
"""Larger tables are sparse if fewer than one in this many cells is filled."""
MAX_FILLED_CELLS = 1 << 27
"""Maximum number of filled cells of a model: pairs of a word and a label under which it was seen."""
MAX_MODEL_LABELS = 1 << 16
"""Maximum number of labels of a model."""


@dataclass(frozen=True, slots=True, eq=False)
class FilledCells:
    """Distinct cells in ascending order, with their counts. In most cases, they are all non-zero cells of a table."""

    cells: IntArray
    occurrences: Counts
    presences: IntArray

    def find(self, wanted: IntArray) -> tuple[IntArray, npt.NDArray[np.bool_]]:
        """Return two arrays: the index of each wanted cell in `cells`, and a mask of the wanted cells that exist."""
        indices = np.searchsorted(self.cells, wanted)
        if not len(self.cells):
            return indices, np.zeros(len(wanted), np.bool_)
        np.minimum(indices, len(self.cells) - 1, out=indices)
        return indices, self.cells[indices] == wanted

    def find_cells(self, tokens: IntArray, n_labels: int) -> tuple[IntArray, IntArray]:
        """Find all cells of the given tokens.

        Return two arrays: the index of each cell, and the index of its token in `tokens`.
        """
        starts = np.searchsorted(self.cells, tokens * n_labels)
        lengths = np.searchsorted(self.cells, (tokens + 1) * n_labels) - starts
        rows = np.repeat(np.arange(len(tokens)), lengths)
        ends = np.cumsum(lengths)
        return np.arange(len(rows)) + np.repeat(starts - (ends - lengths), lengths), rows

    def select(self, which: npt.NDArray[Any]) -> FilledCells:
        """Return the cells selected by a mask."""
        return FilledCells(self.cells[which], self.occurrences[which], self.presences[which])


class Tally:
    """Counts of each token under each label. `occurrences` are floats if `is_real`, otherwise integers in units of
    2⁻²⁰.
    """

    def __init__(
        self, labels: Iterable[str] = (), n_tokens: int = 0, *, is_real: bool = False, threshold: float = 0.0
    ) -> None:
        if n_tokens < 0:
            raise EngineError(f"A tally cannot have {n_tokens} tokens.")
        if not 0 <= threshold < np.inf:
            raise EngineError(f"The threshold of presence must be a number from 0 upwards, not {threshold}.")
        self._labels = check_label_names(labels)
        self._threshold = threshold
        self._documents = np.zeros(len(self._labels), dtype=np.int64)
        self._is_real = is_real
        self._table = empty_table(n_tokens, len(self._labels), is_real=is_real)
        self._sum_bounds = (0.0, 0.0)

    @property
    def labels(self) -> tuple[str, ...]:
        return self._labels

    @property
    def n_labels(self) -> int:
        return len(self._labels)

    @property
    def n_tokens(self) -> int:
        return self._table.n_tokens

    @property
    def is_real(self) -> bool:
        """Whether counts may be fractions, such as tf-idf.

        Sums of fractions depend on the order of learning in their last digits. They are not part of the canonical hash.
        """
        return self._is_real

    @property
    def is_sparse(self) -> bool:
        """Whether only filled cells are stored."""
        return self._table.is_sparse

    @property
    def threshold(self) -> float:
        """A token is present in a document if its count is above this."""
        return self._threshold

    @property
    def documents(self) -> IntArray:
        """Weight of the documents of each label in units of 2⁻²⁰, (n_labels,)."""
        return _read_only(self._documents)

    @property
    def occurrences(self) -> npt.NDArray[Any]:
        """Weighted counts in units of 2⁻²⁰, (n_labels, n_tokens). Raises TooLargeModelError if they do not fit into
        memory.
        """
        return _read_only(self._table.occurrences.T)

    @property
    def presences(self) -> IntArray:
        """Weight in units of 2⁻²⁰ of the documents with the token, (n_labels, n_tokens). Raises like `occurrences`."""
        return _read_only(self._table.presences.T)

    @property
    def counts(self) -> FloatArray:
        """Weighted counts as plain numbers (one occurrence is 1), (n_labels, n_tokens). Raises like `occurrences`."""
        return np.asarray(self._table.occurrences.T / UNIT)

    @property
    def n_documents(self) -> FloatArray:
        """Weight of the documents as plain numbers (one document is 1), (n_labels,)."""
        return np.asarray(self._documents / UNIT)

    @property
    def totals(self) -> npt.NDArray[Any]:
        """Occurrences of all tokens under each label in units of 2⁻²⁰, (n_labels,)."""
        return self._table.sums_by_label()

    @property
    def token_sums(self) -> tuple[npt.NDArray[Any], IntArray]:
        """Occurrences of each token under all labels, and weight of the documents with the token; (n_tokens,), units of
        2⁻²⁰.
        """
        return self._table.sums_by_token()

    def rows(self, tokens: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], IntArray]:
        """Return occurrences and presences (weight of the documents with the token) of some tokens, (n, n_labels) each.

        Both are in units of 2⁻²⁰.
        """
        return self._table.rows(tokens)

    def at(self, cells: IntArray) -> tuple[npt.NDArray[Any], IntArray]:
        """Return occurrences and presences (weight of the documents with the token) of some cells, in units of 2⁻²⁰.

        A cell has the number token * n_labels + label.
        """
        return self._table.at(cells)

    def of_label(self, label: int) -> tuple[npt.NDArray[Any], IntArray]:
        """Return, for one label, the occurrences of each token and the weight of the documents with it; (n_tokens,)
        each.

        Both are in units of 2⁻²⁰.
        """
        return self._table.of_label(label)

    def filled_cells(self) -> FilledCells:
        """Return the cells that are not zero."""
        return self._table.filled_cells()

    @classmethod
    def from_arrays(
        cls,
        labels: Iterable[str],
        documents: IntArray,
        occurrences: npt.NDArray[Any],
        presences: IntArray,
        *,
        threshold: float = 0.0,
    ) -> Tally:
        """Build a tally from integer or float arrays in units of 2⁻²⁰, of shape (n_labels, n_tokens)."""
        names = check_label_names(labels)
        shape = (len(names), occurrences.shape[-1])
        if documents.shape != shape[:1] or occurrences.shape != shape or presences.shape != shape:
            raise EngineError("The statistics do not fit the labels and each other.")
        kind = np.float64 if occurrences.dtype.kind == "f" else np.int64
        table = DenseTable(np.array(occurrences.T, kind, order="C"), np.array(presences.T, np.int64, order="C"))
        return cls._from_table(names, documents, table, threshold)

    @classmethod
    def from_filled_cells(
        cls, labels: Iterable[str], n_tokens: int, documents: IntArray, filled: FilledCells, *, threshold: float = 0.0
    ) -> Tally:
        """Build a tally from its filled cells, in units of 2⁻²⁰."""
        names = check_label_names(labels)
        if documents.shape != (len(names),):
            raise EngineError("The statistics do not fit the labels and each other.")
        return cls._from_table(names, documents, make_table(n_tokens, len(names), filled), threshold)

    @classmethod
    def _from_table(cls, labels: Sequence[str], documents: IntArray, table: CountTable, threshold: float) -> Tally:
        filled = table.filled_cells() if table.is_sparse else FilledCells(NO_CELLS, table.occurrences, table.presences)
        if any(array.size and array.min() < 0 for array in (documents, filled.occurrences, filled.presences)):
            raise EngineError("Statistics must not be negative.")
        tally = cls(labels, is_real=filled.occurrences.dtype.kind == "f", threshold=threshold)
        tally._documents[:] = documents
        tally._table = convert_table_if_better(table, table.n_tokens, 0)
        sizes = float(documents.sum(dtype=np.float64)), float(filled.occurrences.sum(dtype=np.float64))
        tally._sum_bounds = _add_to_sum_bounds(tally._sum_bounds, *sizes)
        return tally

    def learn(self, counts: CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Add documents, with one label number (and weight) each. Columns beyond the known ones are new tokens.

        Float counts are added in the order of the documents. So learning in pieces gives bit-identical sums.
        """
        n_tokens, is_first = max(self.n_tokens, counts.n_tokens), not any(self._sum_bounds)
        numbers = check_label_numbers(label_numbers, counts.n_documents, self.n_labels)
        units = weights_to_units(weights, counts.n_documents)
        table = convert_table_if_better(self._table, n_tokens, len(counts.tokens))
        sums = self._sum_documents(counts, numbers, units, n_tokens, is_sparse=table.is_sparse)
        sum_bounds = _add_to_sum_bounds(
            self._sum_bounds, float(sums.document_weights.sum()), float(sums.occurrences.sum())
        )
        if not table.n_tokens and isinstance(sums.cells, slice):
            shape = (n_tokens, self.n_labels)
            table = DenseTable(sums.occurrences.reshape(shape), sums.presences.reshape(shape))
        else:
            table.reserve(n_tokens)
            is_in_order = self.is_real and not is_first
            table.add(sums.cells, None if is_in_order else sums.occurrences, sums.presences)
            if is_in_order:  # continue the running sums: a sum of sums would differ in its last bits
                entry_units = UNIT if units is None else np.repeat(units, np.diff(counts.starts))
                table.add_in_order(cell_of_each_entry(counts, numbers, self.n_labels), counts.values * entry_units)
        self._table, self._sum_bounds = table, sum_bounds
        self._documents += sums.document_weights

    def forget(self, counts: CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Subtract documents exactly. Raise EngineError, without changes, if they were never learnt."""
        if counts.n_tokens > self.n_tokens:
            if counts.tokens.size and counts.tokens.max() >= self.n_tokens:
                raise EngineError("These documents hold tokens that were never learnt.")
            counts = CountMatrix(counts.starts, counts.tokens, counts.values, self.n_tokens)
        numbers = check_label_numbers(label_numbers, counts.n_documents, self.n_labels)
        units = weights_to_units(weights, counts.n_documents)
        sums = self._sum_documents(counts, numbers, units, self.n_tokens, is_sparse=self.is_sparse)
        remaining, remaining_presences = self._table.at(sums.cells)
        remaining, remaining_presences = remaining - sums.occurrences, remaining_presences - sums.presences
        if self.is_real:
            remaining = clear_rounding_errors(remaining, remaining_presences)
        if (
            (self._documents < sums.document_weights).any()
            or _has_negative(remaining)
            or _has_negative(remaining_presences)
        ):
            raise EngineError("These documents were never learnt under these labels and weights.")
        self._sum_bounds = _add_to_sum_bounds(
            self._sum_bounds, -float(sums.document_weights.sum()), -float(sums.occurrences.sum())
        )
        self._documents -= sums.document_weights
        self._table.put(sums.cells, remaining, remaining_presences)

    def count_once_per_document(self) -> Tally:
        """Return a tally of the same documents in which a word counts once per document, however often it occurs."""
        filled = self.filled_cells()
        binary_cells = FilledCells(filled.cells, filled.presences.copy(), filled.presences.copy())
        return Tally.from_filled_cells(self._labels, self.n_tokens, self._documents, binary_cells)

    def pack(self) -> None:
        """Compress the counts in memory. Adding documents keeps them compressed; reading any count decompresses
        them.
        """
        self._table = pack_table(self._table)

    def copy(self) -> Tally:
        """Return a copy that changes independently."""
        return self.widen(self.n_tokens)

    def widen(self, n_tokens: int) -> Tally:
        """Return a copy with room for `n_tokens` tokens."""
        if n_tokens < self.n_tokens:
            raise EngineError(f"{self.n_tokens} tokens do not fit into {n_tokens}.")
        table = convert_table_if_better(self._table, n_tokens, 0)
        return self._with_table(self._labels, table.widen(n_tokens) if table is self._table else table)

    def with_labels(self, labels: Iterable[str]) -> Tally:
        """Return a tally with these labels in this order. Only labels without documents may be left out."""
        names = check_label_names(labels)
        new_numbers = {label: number for number, label in enumerate(names)}
        dropped = [
            label for number, label in enumerate(self._labels) if label not in new_numbers and self._documents[number]
        ]
        if dropped:
            raise EngineError(f"The label {dropped[0]!r} has documents and cannot be left out.")
        return self._with_labels_moved(names, [new_numbers.get(label, -1) for label in self._labels])

    def with_renamed_labels(self, names: Mapping[str, str]) -> Tally:
        """Return a tally with renamed labels.

        Raise EngineError if two labels get the same name; `with_merged_labels` would add their counts.
        """
        return self._with_labels_moved(
            check_label_names(names.get(label, label) for label in self._labels), range(len(self._labels))
        )

    def with_merged_labels(self, names: Mapping[str, str]) -> Tally:
        """Return a tally with renamed labels. The counts of labels that get the same name are added."""
        renamed = [names.get(label, label) for label in self._labels]
        merged = tuple(dict.fromkeys(renamed))
        return self._with_labels_moved(merged, [merged.index(label) for label in renamed])

    def with_columns_moved(self, columns: npt.NDArray[Any], n_tokens: int) -> Tally:
        """Return a tally in which token i is moved to columns[i]; -1 drops it.

        Raise EngineError if two tokens would get the same column, because the number of documents that have either of
        them is unknown.
        """
        targets = columns[columns >= 0]
        if columns.shape != (self.n_tokens,) or (targets.size and targets.max() >= n_tokens):
            raise EngineError(f"The map of columns must have {self.n_tokens} numbers below {n_tokens}.")
        if targets.size and np.bincount(targets).max() > 1:
            raise EngineError("Two tokens cannot be moved to one column; count the documents anew.")
        return self._with_table(self._labels, self._table.with_tokens(columns, n_tokens))

    def with_columns(self, columns: npt.NDArray[Any], *, unknown_presences: npt.ArrayLike | None = None) -> Tally:
        """Return a tally of these columns only, in this order.

        With `unknown_presences`, one more column is added at the end. It holds the summed occurrences of all other
        tokens. The tally cannot compute in how many documents these tokens occur. So the caller passes the total weight
        of the documents of each label that have at least one of them, (n_labels,), in units of 2⁻²⁰.
        """
        kept_columns = np.asarray(columns, dtype=np.int64)
        n_kept = len(kept_columns)
        new_columns = np.full(self.n_tokens, -1)
        new_columns[kept_columns] = np.arange(n_kept)
        if unknown_presences is None:
            return self._with_table(self._labels, self._table.with_tokens(new_columns, n_kept))
        table = self._table.with_tokens(new_columns, n_kept + 1)
        other_sums = self.totals - table.sums_by_label()
        if self.is_real:
            filled = self.filled_cells()  # sum the dropped tokens directly: a difference would leave rounding errors
            tokens, labels = np.divmod(filled.cells, max(self.n_labels, 1))
            is_other = new_columns[tokens] < 0
            other_sums = np.bincount(labels[is_other], filled.occurrences[is_other], self.n_labels)
        unknown_cells = np.arange(self.n_labels) + n_kept * self.n_labels
        table.add(unknown_cells, other_sums, np.asarray(unknown_presences, dtype=np.int64))
        return self._with_table(self._labels, table)

    def __add__(self, other: Tally) -> Tally:
        """Return the sum of two tallies with equal token numbers. Labels are matched by name."""
        left, right = self._with_common_labels(other)
        merged = left._with_table(left._labels, _combine_tables(left._table, right._table, 1))
        merged._sum_bounds = _add_to_sum_bounds(left._sum_bounds, *right._sum_bounds)
        merged._documents += right._documents
        return merged

    def __sub__(self, other: Tally) -> Tally:
        """Return the difference; raise EngineError if `other` is not contained in this tally."""
        left, right = self._with_common_labels(other)
        remaining = left._with_table(left._labels, _combine_tables(left._table, right._table, -1))
        remaining._documents -= right._documents
        filled = remaining.filled_cells()
        if remaining.is_real:
            remaining._table.put(
                filled.cells, clear_rounding_errors(filled.occurrences, filled.presences), filled.presences
            )
            filled = remaining.filled_cells()
        if any(_has_negative(part) for part in (remaining._documents, filled.occurrences, filled.presences)):
            raise EngineError("The tally to take away holds documents that this one does not.")
        return remaining

    def canonical_hash(self, words: Sequence[str] | Vocabulary) -> str:
        """Return a hash of the integer statistics. It does not depend on the order of labels, words and learning.

        Labels and words without weight do not change the hash, nor do occurrences that are floats.
        """
        n_words, filled = min(self.n_tokens, len(words)), self.filled_cells()
        end = int(np.searchsorted(filled.cells, n_words * self.n_labels))
        if filled.presences[end:].any():
            raise EngineError(f"{self.n_tokens} tokens need as many words, not {len(words)}.")
        known = words.spans() if isinstance(words, Vocabulary) else encode_as_spans(words[:n_words])
        presences = filled.presences[:end]
        cells = FilledCells(filled.cells[:end], presences if self.is_real else filled.occurrences[:end], presences)
        return hash_filled_cells(self._labels, known.select(slice(0, n_words)), self._documents, cells)

    def _sum_documents(
        self, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None, n_tokens: int, *, is_sparse: bool
    ) -> CellSums:
        shape = (n_tokens, self.n_labels)
        kind = {"is_real": self.is_real, "is_sparse": is_sparse}
        return sum_cells(counts, label_numbers, units, shape, threshold=self._threshold, **kind)

    def _with_table(self, labels: Sequence[str], table: CountTable) -> Tally:
        """Return a tally of the same documents with another table. The table is not copied."""
        other = Tally(labels, is_real=self.is_real, threshold=self._threshold)
        other._sum_bounds, other._table = self._sum_bounds, convert_table_if_better(table, table.n_tokens, 0)
        if len(other._documents) == len(self._documents):
            other._documents[:] = self._documents
        return other

    def _with_labels_moved(self, labels: Sequence[str], new_numbers: Iterable[int]) -> Tally:
        numbers = np.fromiter(new_numbers, np.int64, len(self._labels))
        result = self._with_table(labels, self._table.with_labels(numbers, len(labels)))
        result._documents[:] = 0
        np.add.at(result._documents, numbers[numbers >= 0], self._documents[numbers >= 0])
        return result

    def _with_common_labels(self, other: Tally) -> tuple[Tally, Tally]:
        if self.is_real != other.is_real or self._threshold != other._threshold:
            raise EngineError("Tallies of different kinds of counts, or thresholds, cannot be combined.")
        labels = tuple(dict.fromkeys(self._labels + other._labels))
        n_tokens = max(self.n_tokens, other.n_tokens)
        left, right = self.widen(n_tokens), other.widen(n_tokens)
        return (
            left if left._labels == labels else left.with_labels(labels),
            right if right._labels == labels else right.with_labels(labels),
        )


def make_tally(
    labels: Iterable[str],
    counts: CountMatrix,
    label_numbers: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
    *,
    is_real: bool = False,
    threshold: float = 0.0,
) -> Tally:
    """Return a new tally of these documents."""
    tally = Tally(labels, is_real=is_real, threshold=threshold)
    tally.learn(counts, label_numbers, weights)
    return tally


def _add_to_sum_bounds(upper_bounds: tuple[float, float], documents: float, occurrences: float) -> tuple[float, float]:
    """Return upper bounds of the sums of documents and occurrences, after these amounts were added.

    Raise EngineError if they are too large for exact sums.
    """
    total = upper_bounds[0] + documents, upper_bounds[1] + occurrences
    if max(total) >= MAX_SUM_IN_UNITS:
        raise EngineError("There is more than can be added up exactly.")
    return total


def _combine_tables(first: CountTable, second: CountTable, sign: int) -> CountTable:
    """Return the sum (`sign` 1) or difference (`sign` -1) of two tables. `first` may be changed; do not use it
    afterwards.
    """
    if isinstance(first, SparseTable) or isinstance(second, SparseTable):
        return SparseTable(first.n_tokens, first.n_labels, first.filled_cells()).combine(second, sign)
    return first.combine(second, sign)


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def _has_negative(array: npt.NDArray[Any]) -> bool:
    return bool(array.size and array.min() < 0)


def to_binary_counts(counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """Return counts of 1 for each token that occurs more than `threshold` times."""
    entries = select_above(counts, threshold)
    return CountMatrix(entries.starts, entries.tokens, np.ones(len(entries.tokens), dtype=np.int32), entries.n_tokens)


MAX_IDF = 1e6
"""Upper limit of an idf. A word in one of 10¹² documents has an idf of 29; larger ones come from damaged files."""


@dataclass(frozen=True, slots=True, eq=False)
class TfIdf:
    """Sublinear counts times inverse document frequency (idf), each document normalised to length 1.

    The idf does not change after the fit, so learning and forgetting stay additive.
    """

    idf: FloatArray
    """Inverse document frequency of each token, (n_tokens,)."""
    new_idf: float = 1.0
    """The idf of tokens that were added after the fit."""
    is_sublinear: bool = True
    """Whether n occurrences count as 1 + log n."""
    is_normalised: bool = True
    """Whether each document is divided by its Euclidean length."""

    def __post_init__(self) -> None:
        if not max(np.abs(self.idf).max(initial=0.0), abs(self.new_idf)) <= MAX_IDF:
            raise EngineError(f"The rarity of a token must be at most {MAX_IDF:g}.")

    def __call__(self, counts: CountMatrix) -> CountMatrix:
        """Return the counts weighted by tf-idf."""
        entries = select_above(counts)
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


def fit_tfidf(
    document_frequencies: npt.ArrayLike, n_documents: float, *, is_sublinear: bool = True, is_normalised: bool = True
) -> TfIdf:
    """Return `TfIdf` with the smoothed idf log((1 + n_documents) / (1 + document frequency)) + 1."""
    frequencies = np.asarray(document_frequencies, dtype=np.float64)
    if frequencies.ndim != 1 or not np.isfinite(frequencies).all() or (frequencies < 0).any():
        raise EngineError("Document frequencies are one number from 0 upwards per token.")
    if frequencies.max(initial=0.0) > n_documents:
        raise EngineError("A token cannot be in more documents than there are.")
    idf = np.log((1 + n_documents) / (1 + frequencies)) + 1
    return TfIdf(idf, float(np.log(1 + n_documents)) + 1, is_sublinear, is_normalised)


def document_frequencies(counts: CountMatrix) -> IntArray:
    """Return the number of documents that contain each token, shape (n_tokens,)."""
    return np.asarray(np.bincount(select_above(counts).tokens, minlength=counts.n_tokens))


def serialise_cells(filled: FilledCells, *, is_real: bool) -> dict[str, npt.NDArray[Any]]:
    """Return the cells as compact arrays, to be serialised.

    They hold the gaps between cell numbers, and counts without the low bits that are zero in all of them. If counts are
    integers, occurrences are replaced by their difference from presences.
    """
    present, occurrences = filled.presences, filled.occurrences
    shift = count_common_zero_bits(present, present if is_real else occurrences)
    gaps = np.diff(filled.cells, prepend=-1) - 1
    parts: dict[str, npt.NDArray[Any]] = {"gaps": gaps, "shift": np.asarray([shift]), "presences": present >> shift}
    if is_real:
        return parts | {"occurrences": occurrences}
    return parts | {"beyond": (occurrences >> shift) - (present >> shift)}


def should_be_sparse(n_tokens: int, n_labels: int, n_filled: int) -> bool:
    """Return whether a table of this shape should be sparse. `n_filled` may be an upper bound."""
    n_cells = n_tokens * n_labels
    return n_cells > MAX_FILLED_CELLS or (n_cells > MAX_DENSE_CELLS and n_filled * SPARSE_BELOW_ONE_IN < n_cells)


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
    """Return float counts with 0 in all cells that no document has. Subtraction leaves rounding errors in such cells.

    Integer counts are returned unchanged.
    """
    return np.where(presences == 0, 0.0, occurrences.clip(min=0)) if occurrences.dtype.kind == "f" else occurrences


class DenseTable:
    """A table (n_tokens, n_labels) that stores all cells. It can be changed in place.

    It is fast if most cells are filled, or if there are few cells. The arrays may have spare rows; only the first
    `n_tokens` are in use.
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

    def filled_cells(self) -> FilledCells:
        """Return the cells that are not zero."""
        return _find_filled_cells(self.occurrences.reshape(-1), self.presences.reshape(-1))

    def n_filled(self) -> int:
        """Return an upper bound of the number of filled cells."""
        return int(np.count_nonzero(self.occurrences))

    def rows(self, tokens: npt.NDArray[Any]) -> tuple[Counts, IntArray]:
        """Return occurrences and presences (weight of the documents with the token) of some tokens, (n,
        n_labels) each.
        """
        return self._occurrences[tokens], self._presences[tokens]

    def at(self, cells: IntArray | slice) -> tuple[Counts, IntArray]:
        """Return occurrences and presences (weight of the documents with the token) of some cells."""
        return _select_cells(self._occurrences, cells), _select_cells(self._presences, cells)

    def of_label(self, label: int) -> tuple[Counts, IntArray]:
        """Return, for one label, the occurrences of each token and the weight of the documents with it; (n_tokens,)
        each.
        """
        return self.occurrences[:, label], self.presences[:, label]

    def sums_by_label(self) -> Counts:
        """Return the occurrences of each label, shape (n_labels,)."""
        if self.n_labels <= MAX_LABELS_ONE_BY_ONE:
            return np.array(
                [self.occurrences[:, label].sum() for label in range(self.n_labels)], self._occurrences.dtype
            )
        return np.asarray(np.einsum("ij->j", self.occurrences))

    def sums_by_token(self) -> tuple[Counts, IntArray]:
        """Return the occurrences of each token under all labels, and the weight of the documents with it; (n_tokens,)
        each.
        """
        return np.einsum("ij->i", self.occurrences), np.einsum("ij->i", self.presences)

    def add(self, cells: IntArray | slice, occurrences: Counts | None, presences: IntArray) -> None:
        """Add counts to distinct cells in ascending order. If `occurrences` is None, add presences (document weights)
        only.
        """
        self._presences.reshape(-1)[cells] += presences
        if occurrences is not None:
            self._occurrences.reshape(-1)[cells] += occurrences

    def add_in_order(self, cells: IntArray, occurrences: Counts) -> None:
        """Add occurrences one after another, in the given order.

        A cell may be repeated. It must already have presences, which means that a document with the token was added.
        """
        np.add.at(self._occurrences.reshape(-1), cells, occurrences)

    def put(self, cells: IntArray | slice, occurrences: Counts, presences: IntArray) -> None:
        """Replace the counts of cells that are already in the table."""
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

    def widen(self, n_tokens: int) -> DenseTable:
        """Return a copy with room for `n_tokens` tokens."""
        return DenseTable(_with_rows(self.occurrences, n_tokens), _with_rows(self.presences, n_tokens))

    def with_labels(self, new_numbers: IntArray, n_labels: int) -> DenseTable:
        """Return a table in which label i is moved to new_numbers[i]; -1 drops it.

        The counts of labels with the same new number are added.
        """
        result = self._empty(self.n_tokens, n_labels)
        for old, new in enumerate(new_numbers.tolist()):
            if new >= 0:
                result._occurrences[:, new] += self.occurrences[:, old]
                result._presences[:, new] += self.presences[:, old]
        return result

    def with_tokens(self, columns: IntArray, n_tokens: int) -> DenseTable:
        """Return a table in which token i is moved to columns[i]; -1 drops it. Columns must be distinct."""
        kept_tokens = np.flatnonzero(columns >= 0)
        if len(kept_tokens) == n_tokens:  # every row is filled, so no table of zeros is needed
            origins = np.empty(n_tokens, np.int64)
            origins[columns[kept_tokens]] = kept_tokens
            return DenseTable(self._occurrences.take(origins, axis=0), self._presences.take(origins, axis=0))
        result = self._empty(n_tokens, self.n_labels)
        result._occurrences[columns[kept_tokens]] = self._occurrences[kept_tokens]
        result._presences[columns[kept_tokens]] = self._presences[kept_tokens]
        return result

    def combine(self, other: DenseTable, sign: int) -> DenseTable:
        """Return the sum of this and another table of equal shape (sign 1), or their difference (sign -1)."""
        sums = self.widen(self.n_tokens)
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
"""Maximum number of queued cells of a packed table. If there are more, the table is unpacked."""


class PackedTable(DenseTable):
    """A `DenseTable` of integers that is compressed in memory until it is read.

    Additions are queued; any other access unpacks the table. A spam filter classifies by its own sums and only adds to
    the tally. So its tally stays packed, at a tenth of its size.
    """

    def __init__(self, table: DenseTable) -> None:  # does not set the counts: their absence triggers __getattr__
        self.n_labels, self.n_tokens = table.n_labels, table.n_tokens
        self._pending: list[tuple[IntArray | slice, Counts, IntArray]] = []
        self._n_pending = 0
        parts = serialise_cells(table.filled_cells(), is_real=False)
        self._packed = pack_content(PackedContent({"n_tokens": table.n_tokens}, parts))

    @property
    def is_packed(self) -> bool:
        """Whether the table is still compressed."""
        return "_presences" not in vars(self)

    def __getattr__(self, name: str) -> Any:
        """Unpack the table on first access to its counts. From then on it behaves like a `DenseTable`."""
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
        parts = unpack_content(self._packed)
        (shift,), n_tokens = parts.numbers["shift"].tolist(), int(parts.facts["n_tokens"])
        cells = np.cumsum(parts.numbers["gaps"].astype(np.int64) + 1) - 1
        presences = parts.numbers["presences"].astype(np.int64) << shift
        occurrences = presences + (parts.numbers["beyond"].astype(np.int64) << shift)
        table = DenseTable.empty(n_tokens, self.n_labels, is_real=False)
        table.put(cells, occurrences, presences)
        return table


def hash_cells(
    labels: Sequence[str], words: Spans, documents: IntArray, occurrences: npt.NDArray[Any], presences: IntArray
) -> str:
    """Return a hash of labels, words and the non-zero cells. It does not depend on the order of labels and words.

    `occurrences` and `presences` have the shape (n_words, n_labels).
    """
    return hash_filled_cells(
        labels, words, documents, _find_filled_cells(occurrences.reshape(-1), presences.reshape(-1))
    )


def hash_filled_cells(labels: Sequence[str], words: Spans, documents: IntArray, filled: FilledCells) -> str:
    """Variant of `hash_cells` for a list of cells, numbered word * n_labels + label."""
    rows, columns = np.divmod(filled.cells, max(len(labels), 1))
    names = encode_as_spans(labels)
    label_order = _sort_used_names(names, (documents != 0) | (np.bincount(columns, minlength=len(labels)) > 0))
    word_order = _sort_used_names(words, np.bincount(rows, minlength=len(words)) > 0)
    cells = _ranks_in_order(word_order, len(words))[rows] * len(label_order)
    cells += _ranks_in_order(label_order, len(labels))[columns]
    order = slice(None) if (cells[1:] > cells[:-1]).all() else np.argsort(cells)
    digest = hashlib.blake2b(digest_size=16)
    for spans in (names.select(label_order), words.select(word_order)):
        # The lengths come first: without them ["ab", "c"] and ["a", "bc"] would have equal bytes.
        _add_numbers(digest, np.concatenate(([len(spans)], spans.lengths)))
        digest.update(spans.join_bytes())
    for numbers in (documents[label_order], cells[order], filled.occurrences[order], filled.presences[order]):
        _add_numbers(digest, numbers)
    return digest.hexdigest()


def _find_filled_cells(occurrences: Counts, presences: IntArray) -> FilledCells:
    cells = np.flatnonzero((occurrences != 0) | (presences != 0))
    return FilledCells(cells, occurrences[cells], presences[cells])


def _ranks_in_order(order: IntArray, n_items: int) -> IntArray:
    ranks = np.zeros(n_items, np.int64)
    ranks[order] = np.arange(len(order))
    return ranks


def _sort_used_names(names: Spans, is_used: npt.NDArray[np.bool_]) -> IntArray:
    """Return the numbers of the names for which `is_used` is true, sorted by the code points of the names."""
    numbers = np.flatnonzero(is_used)
    return numbers[alphabetical_order(names.select(numbers))]


def _add_numbers(digest: Any, numbers: npt.NDArray[Any]) -> None:
    digest.update(np.ascontiguousarray(numbers, dtype="<i8").tobytes())


MIN_MERGED_CELLS = 1 << 12
"""Minimum number of new cells that are merged into the list of all cells."""
CELLS_PER_MERGED_CELL = 16
"""New cells are merged when their number exceeds the length of the list of all cells divided by this."""


class SparseTable:
    """A table that stores only filled cells, as a sorted list. It has the methods of `DenseTable`.

    New cells go to a short separate list, which is merged when it has grown enough. So learning a document takes time
    in proportion to its words. A cell takes 24 bytes.
    """

    is_sparse = True

    def __init__(self, n_tokens: int, n_labels: int, filled: FilledCells) -> None:
        check_size(n_labels, len(filled.cells))
        self.n_tokens, self.n_labels = n_tokens, n_labels
        self._all = filled
        self._new = self._empty_cells()

    @property
    def occurrences(self) -> Counts:
        return self.to_dense().occurrences

    @property
    def presences(self) -> IntArray:
        return self.to_dense().presences

    def to_dense(self) -> DenseTable:
        """Return a dense copy; raise TooLargeModelError if it does not fit into memory."""
        n_cells = self.n_tokens * self.n_labels
        if n_cells > MAX_FILLED_CELLS:
            raise TooLargeModelError(
                f"All {self.n_tokens:,} words under all {self.n_labels:,} labels are too many to be laid out at once."
            )
        filled = self.filled_cells()
        table = DenseTable.empty(self.n_tokens, self.n_labels, is_real=self.is_real)
        table.put(filled.cells, filled.occurrences, filled.presences)
        return table

    @property
    def is_real(self) -> bool:
        return self._all.occurrences.dtype.kind == "f"

    def filled_cells(self) -> FilledCells:
        self._merge()
        known = self._all
        is_filled = (known.occurrences != 0) | (known.presences != 0)
        if not is_filled.all():
            self._all = known.select(is_filled)
        return self._all

    def n_filled(self) -> int:
        return len(self._all.cells) + len(self._new.cells)

    def rows(self, tokens: npt.NDArray[Any]) -> tuple[Counts, IntArray]:
        wanted = np.asarray(tokens, dtype=np.int64)
        occurrences, presences = self._zeros((len(wanted), self.n_labels))
        for part in (self._all, self._new):
            indices, rows = part.find_cells(wanted, self.n_labels)
            labels = part.cells[indices] % max(self.n_labels, 1)
            occurrences[rows, labels] = part.occurrences[indices]
            presences[rows, labels] = part.presences[indices]
        return occurrences, presences

    def at(self, cells: IntArray | slice) -> tuple[Counts, IntArray]:
        wanted = _cell_numbers(cells)
        occurrences, presences = self._zeros(len(wanted))
        for part in (self._all, self._new):
            indices, is_present = part.find(wanted)
            occurrences[is_present] = part.occurrences[indices[is_present]]
            presences[is_present] = part.presences[indices[is_present]]
        return occurrences, presences

    def of_label(self, label: int) -> tuple[Counts, IntArray]:
        filled = self.filled_cells()
        selected = np.flatnonzero(filled.cells % self.n_labels == label)
        tokens = filled.cells[selected] // self.n_labels
        occurrences, presences = self._zeros(self.n_tokens)
        occurrences[tokens], presences[tokens] = filled.occurrences[selected], filled.presences[selected]
        return occurrences, presences

    def sums_by_label(self) -> Counts:
        filled = self.filled_cells()
        return sum_numbers_by_group(filled.cells % max(self.n_labels, 1), filled.occurrences, self.n_labels)

    def sums_by_token(self) -> tuple[Counts, IntArray]:
        filled = self.filled_cells()
        tokens = filled.cells // max(self.n_labels, 1)
        return sum_numbers_by_group(tokens, filled.occurrences, self.n_tokens), sum_numbers_by_group(
            tokens, filled.presences, self.n_tokens
        )

    def add(self, cells: IntArray | slice, occurrences: Counts | None, presences: IntArray) -> None:
        wanted = _cell_numbers(cells)
        new_occurrences = np.zeros(len(wanted), self._all.occurrences.dtype) if occurrences is None else occurrences
        is_new = np.ones(len(wanted), np.bool_)
        for part in (self._all, self._new):
            indices, is_present = part.find(wanted)
            part.occurrences[indices[is_present]] += new_occurrences[is_present]
            part.presences[indices[is_present]] += presences[is_present]
            is_new &= ~is_present
        if is_new.any():
            check_size(self.n_labels, self.n_filled() + int(np.count_nonzero(is_new)))
            self._new = _merge_cells(self._new, FilledCells(wanted, new_occurrences, presences).select(is_new))
        if len(self._new.cells) > max(MIN_MERGED_CELLS, len(self._all.cells) // CELLS_PER_MERGED_CELL):
            self._merge()

    def add_in_order(self, cells: IntArray, occurrences: Counts) -> None:
        for part in (self._all, self._new):
            indices, is_present = part.find(cells)
            np.add.at(part.occurrences, indices[is_present], occurrences[is_present])

    def put(self, cells: IntArray | slice, occurrences: Counts, presences: IntArray) -> None:
        wanted = _cell_numbers(cells)
        for part in (self._all, self._new):
            indices, is_present = part.find(wanted)
            part.occurrences[indices[is_present]] = occurrences[is_present]
            part.presences[indices[is_present]] = presences[is_present]

    def reserve(self, n_tokens: int) -> None:
        self.n_tokens = max(self.n_tokens, n_tokens)

    def widen(self, n_tokens: int) -> SparseTable:
        filled = self.filled_cells()
        copied = FilledCells(filled.cells.copy(), filled.occurrences.copy(), filled.presences.copy())
        return SparseTable(n_tokens, self.n_labels, copied)

    def with_labels(self, new_numbers: IntArray, n_labels: int) -> SparseTable:
        filled = self.filled_cells()
        tokens, labels = np.divmod(filled.cells, max(self.n_labels, 1))
        new_labels = new_numbers[labels]
        return self._with_cells(tokens * n_labels + new_labels, new_labels >= 0, self.n_tokens, n_labels)

    def with_tokens(self, columns: IntArray, n_tokens: int) -> SparseTable:
        filled = self.filled_cells()
        tokens, labels = np.divmod(filled.cells, max(self.n_labels, 1))
        new_tokens = columns[tokens]
        return self._with_cells(new_tokens * self.n_labels + labels, new_tokens >= 0, n_tokens, self.n_labels)

    def combine(self, other: CountTable, sign: int) -> SparseTable:
        first_cells, second_cells = self.filled_cells(), other.filled_cells()
        total = sort_and_merge(
            np.concatenate((first_cells.cells, second_cells.cells)),
            np.concatenate((first_cells.occurrences, sign * second_cells.occurrences)),
            np.concatenate((first_cells.presences, sign * second_cells.presences)),
        )
        return SparseTable(self.n_tokens, self.n_labels, total)

    def _with_cells(self, cells: IntArray, is_kept: npt.NDArray[np.bool_], n_tokens: int, n_labels: int) -> SparseTable:
        filled = self.filled_cells()
        kept_cells = FilledCells(cells, filled.occurrences, filled.presences).select(is_kept)
        return SparseTable(
            n_tokens, n_labels, sort_and_merge(kept_cells.cells, kept_cells.occurrences, kept_cells.presences)
        )

    def _merge(self) -> None:
        if len(self._new.cells):
            self._all, self._new = _merge_cells(self._all, self._new), self._empty_cells()

    def _empty_cells(self) -> FilledCells:
        return FilledCells(np.zeros(0, np.int64), *self._zeros(0))

    def _zeros(self, shape: int | tuple[int, int]) -> tuple[Counts, Counts]:
        return np.zeros(shape, self._all.occurrences.dtype), np.zeros(shape, self._all.presences.dtype)


CountTable: TypeAlias = DenseTable | SparseTable


def empty_table(n_tokens: int, n_labels: int, *, is_real: bool) -> CountTable:
    """Return a table of zeros."""
    if should_be_sparse(n_tokens, n_labels, 0):
        occurrences = np.zeros(0, np.float64 if is_real else np.int64)
        return SparseTable(n_tokens, n_labels, FilledCells(NO_CELLS, occurrences, NO_CELLS))
    return DenseTable.empty(n_tokens, n_labels, is_real=is_real)


def make_table(n_tokens: int, n_labels: int, filled: FilledCells) -> CountTable:
    """Return a table of these cells: dense or sparse, as `should_be_sparse` decides."""
    sparse = SparseTable(n_tokens, n_labels, filled)
    return sparse if should_be_sparse(n_tokens, n_labels, len(filled.cells)) else sparse.to_dense()


def convert_table_if_better(table: CountTable, n_tokens: int, n_more: int) -> CountTable:
    """Return the table in the better form, dense or sparse. It is converted if it has the other form.

    The new table must have room for `n_tokens` tokens and `n_more` more filled cells.
    """
    n_filled = n_more + (table.n_filled() if n_tokens * table.n_labels > MAX_DENSE_CELLS or table.is_sparse else 0)
    if should_be_sparse(n_tokens, table.n_labels, n_filled // (2 if table.is_sparse else 1)):
        return table if table.is_sparse else SparseTable(n_tokens, table.n_labels, table.filled_cells())
    if not table.is_sparse:
        return table
    table.reserve(n_tokens)
    return SparseTable(n_tokens, table.n_labels, table.filled_cells()).to_dense()


def pack_table(table: CountTable) -> CountTable:
    """Return the table in compressed form, if it is dense and holds whole numbers; otherwise unchanged."""
    if not isinstance(table, DenseTable) or (isinstance(table, PackedTable) and table.is_packed):
        return table
    return PackedTable(table) if table.occurrences.dtype.kind != "f" else table


def _cell_numbers(cells: IntArray | slice) -> IntArray:
    return np.arange(cells.start, cells.stop) if isinstance(cells, slice) else cells


def sum_numbers_by_group(groups: IntArray, numbers: Counts, n_groups: int) -> Counts:
    """Sum numbers by group, shape (n_groups,). Integers are summed exactly."""
    if numbers.dtype.kind == "f":
        return np.asarray(np.bincount(groups, numbers, n_groups))
    return sum_integers_by_group(groups, numbers, n_groups)


def _merge_cells(first: FilledCells, second: FilledCells) -> FilledCells:
    """Merge two lists that have no common cell."""
    positions = np.searchsorted(first.cells, second.cells)
    pairs = ((first.cells, second.cells), (first.occurrences, second.occurrences), (first.presences, second.presences))
    return FilledCells(*(np.insert(first_values, positions, second_values) for first_values, second_values in pairs))


def sort_and_merge(cells: IntArray, occurrences: Counts, presences: IntArray) -> FilledCells:
    """Return the cells in ascending order. The counts of a repeated cell are added."""
    order = np.argsort(cells, kind="stable")
    sorted_cells = cells[order]
    is_first = np.ones(len(sorted_cells), np.bool_)
    is_first[1:] = sorted_cells[1:] != sorted_cells[:-1]
    if is_first.all():
        return FilledCells(sorted_cells, occurrences[order], presences[order])
    starts = np.flatnonzero(is_first)
    return FilledCells(
        sorted_cells[starts], np.add.reduceat(occurrences[order], starts), np.add.reduceat(presences[order], starts)
    )


NO_CELLS = np.zeros(0, np.int64)
