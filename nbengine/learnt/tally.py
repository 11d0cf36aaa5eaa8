"""The tally: how often each token was seen under each label. It is all that a text model learns.

The statistics are whole numbers in units of 2⁻²⁰. So the order of learning does not matter, and forgetting is
subtraction. Internally, tokens are rows and labels are columns: one document changes few rows, a new token is a row at
the end, and the scorer's weights have the layout in which they are read. A new label requires copying the table, which
is rare. If most labels never occur with most tokens, only filled cells are stored
(`nbengine.learnt.sparse_count_table`). The form does not change any number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import (
    LARGEST_SUM,
    UNIT,
    CountMatrix,
    IntArray,
    Sums,
    check_label_names,
    check_label_numbers,
    label_cells,
    sums_of,
    units_of,
)
from nbengine.errors import EngineError
from nbengine.learnt.count_table import DenseTable, FilledCells, clear_rounding_errors, hash_of_filled
from nbengine.learnt.sparse_count_table import (
    CountTable,
    SparseTable,
    convert_if_better,
    empty_table,
    pack_table,
    sparse_sum,
    table_of,
)
from nbengine.text.vocabulary import Vocabulary
from nbengine.text.word_keys import spans_of

NO_CELLS = np.zeros(0, np.int64)


class Tally:
    """Additive statistics per label and token. `occurrences` are floats if counts are real-valued."""

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
        self._mass = (0.0, 0.0)

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
        """Whether counts may be real-valued, such as tf-idf. Such sums agree to 1e-9, and are not part of the
        canonical hash.
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
        """(n_labels,): the weight of the documents, in units."""
        return _read_only(self._documents)

    @property
    def occurrences(self) -> npt.NDArray[Any]:
        """(n_labels, n_tokens): weighted counts in units. Raises TooLargeModelError if they do not fit into memory."""
        return _read_only(self._table.occurrences.T)

    @property
    def presences(self) -> IntArray:
        """(n_labels, n_tokens): the weight of the documents with the token, in units. Raises like `occurrences`."""
        return _read_only(self._table.presences.T)

    @property
    def totals(self) -> npt.NDArray[Any]:
        """(n_labels,): the occurrences of all tokens, in units."""
        return self._table.sums_by_label()

    @property
    def token_sums(self) -> tuple[npt.NDArray[Any], IntArray]:
        """(n_tokens,) each: occurrences and presences under all labels, in units."""
        return self._table.sums_by_token()

    def rows(self, tokens: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], IntArray]:
        """Return occurrences and presences of some tokens in units, (n, n_labels) each."""
        return self._table.rows(tokens)

    def at(self, cells: IntArray) -> tuple[npt.NDArray[Any], IntArray]:
        """Return occurrences and presences of some cells (token * n_labels + label) in units."""
        return self._table.at(cells)

    def of_label(self, label: int) -> tuple[npt.NDArray[Any], IntArray]:
        """Return occurrences and presences under one label in units, (n_tokens,) each."""
        return self._table.of_label(label)

    def filled(self) -> FilledCells:
        """Return the cells that are not zero."""
        return self._table.filled()

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
        """Build a tally from the arrays of another one: in units, labels first."""
        names = check_label_names(labels)
        shape = (len(names), occurrences.shape[-1])
        if documents.shape != shape[:1] or occurrences.shape != shape or presences.shape != shape:
            raise EngineError("The statistics do not fit the labels and each other.")
        kind = np.float64 if occurrences.dtype.kind == "f" else np.int64
        table = DenseTable(np.array(occurrences.T, kind, order="C"), np.array(presences.T, np.int64, order="C"))
        return cls._from_table(names, documents, table, threshold)

    @classmethod
    def from_filled(
        cls, labels: Iterable[str], n_tokens: int, documents: IntArray, filled: FilledCells, *, threshold: float = 0.0
    ) -> Tally:
        """Build a tally from the cells that `filled` returns."""
        names = check_label_names(labels)
        if documents.shape != (len(names),):
            raise EngineError("The statistics do not fit the labels and each other.")
        return cls._from_table(names, documents, table_of(n_tokens, len(names), filled), threshold)

    @classmethod
    def _from_table(cls, labels: Sequence[str], documents: IntArray, table: CountTable, threshold: float) -> Tally:
        filled = table.filled() if table.is_sparse else FilledCells(NO_CELLS, table.occurrences, table.presences)
        if any(array.size and array.min() < 0 for array in (documents, filled.occurrences, filled.presences)):
            raise EngineError("Statistics must not be negative.")
        tally = cls(labels, is_real=filled.occurrences.dtype.kind == "f", threshold=threshold)
        tally._documents[:] = documents
        tally._table = convert_if_better(table, table.n_tokens, 0)
        sizes = float(documents.sum(dtype=np.float64)), float(filled.occurrences.sum(dtype=np.float64))
        tally._mass = _add_mass(tally._mass, *sizes)
        return tally

    def learn(self, counts: CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Add documents, with one label number (and weight) each. Columns beyond the known ones are new tokens.

        Real-valued counts are added in the order of the documents, so that learning in pieces gives bit-identical sums.
        """
        n_tokens, is_first = max(self.n_tokens, counts.n_tokens), not any(self._mass)
        numbers = check_label_numbers(label_numbers, counts.n_documents, self.n_labels)
        units, table = (
            units_of(weights, counts.n_documents),
            convert_if_better(self._table, n_tokens, len(counts.tokens)),
        )
        sums = self._sums(counts, numbers, units, n_tokens, is_sparse=table.is_sparse)
        mass = _add_mass(self._mass, float(sums.documents.sum()), float(sums.occurrences.sum()))
        if not table.n_tokens and isinstance(sums.cells, slice):
            shape = (n_tokens, self.n_labels)
            table = DenseTable(sums.occurrences.reshape(shape), sums.presences.reshape(shape))
        else:
            table.reserve(n_tokens)
            is_in_order = self.is_real and not is_first
            table.add(sums.cells, None if is_in_order else sums.occurrences, sums.presences)
            if is_in_order:  # continue the running sums: a sum of sums would differ in its last bits
                entry_units = UNIT if units is None else np.repeat(units, np.diff(counts.starts))
                table.add_in_order(label_cells(counts, numbers, self.n_labels), counts.values * entry_units)
        self._table, self._mass = table, mass
        self._documents += sums.documents

    def forget(self, counts: CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Subtract documents exactly. Raise EngineError, without changes, if they were never learnt."""
        if counts.n_tokens > self.n_tokens:
            if counts.tokens.size and counts.tokens.max() >= self.n_tokens:
                raise EngineError("These documents hold tokens that were never learnt.")
            counts = CountMatrix(counts.starts, counts.tokens, counts.values, self.n_tokens)
        numbers = check_label_numbers(label_numbers, counts.n_documents, self.n_labels)
        units = units_of(weights, counts.n_documents)
        sums = self._sums(counts, numbers, units, self.n_tokens, is_sparse=self.is_sparse)
        remaining, remaining_presences = self._table.at(sums.cells)
        remaining, remaining_presences = remaining - sums.occurrences, remaining_presences - sums.presences
        if self.is_real:
            remaining = clear_rounding_errors(remaining, remaining_presences)
        if (self._documents < sums.documents).any() or _has_negative(remaining) or _has_negative(remaining_presences):
            raise EngineError("These documents were never learnt under these labels and weights.")
        self._mass = _add_mass(self._mass, -float(sums.documents.sum()), -float(sums.occurrences.sum()))
        self._documents -= sums.documents
        self._table.put(sums.cells, remaining, remaining_presences)

    def of_presences(self) -> Tally:
        """Return a tally in which each word of a document counts once."""
        filled = self.filled()
        binary_cells = FilledCells(filled.cells, filled.presences.copy(), filled.presences.copy())
        return Tally.from_filled(self._labels, self.n_tokens, self._documents, binary_cells)

    def pack(self) -> None:
        """Compress the statistics until something other than an addition is requested."""
        self._table = pack_table(self._table)

    def copy(self) -> Tally:
        return self.widened(self.n_tokens)

    def widened(self, n_tokens: int) -> Tally:
        """Return the statistics with room for more tokens."""
        if n_tokens < self.n_tokens:
            raise EngineError(f"{self.n_tokens} tokens do not fit into {n_tokens}.")
        table = convert_if_better(self._table, n_tokens, 0)
        return self._with_table(self._labels, table.widened(n_tokens) if table is self._table else table)

    def with_labels(self, labels: Iterable[str]) -> Tally:
        """Return the statistics with these labels in this order. Only labels without documents may be dropped."""
        names = check_label_names(labels)
        new_numbers = {label: number for number, label in enumerate(names)}
        dropped = [
            label for number, label in enumerate(self._labels) if label not in new_numbers and self._documents[number]
        ]
        if dropped:
            raise EngineError(f"The label {dropped[0]!r} has documents and cannot be left out.")
        return self._moved_labels(names, [new_numbers.get(label, -1) for label in self._labels])

    def renamed(self, names: Mapping[str, str]) -> Tally:
        """Return the statistics with renamed labels. Raise EngineError if two labels get one name (see
        `merged_labels`).
        """
        return self._moved_labels(
            check_label_names(names.get(label, label) for label in self._labels), range(len(self._labels))
        )

    def merged_labels(self, names: Mapping[str, str]) -> Tally:
        """Return the statistics with renamed labels. Labels that get one name are added."""
        renamed = [names.get(label, label) for label in self._labels]
        merged = tuple(dict.fromkeys(renamed))
        return self._moved_labels(merged, [merged.index(label) for label in renamed])

    def remapped(self, columns: npt.NDArray[Any], n_tokens: int) -> Tally:
        """Move each token to another column; -1 drops it. Two tokens cannot share a column: their presences cannot
        be added.
        """
        targets = columns[columns >= 0]
        if columns.shape != (self.n_tokens,) or (targets.size and targets.max() >= n_tokens):
            raise EngineError(f"The map of columns must have {self.n_tokens} numbers below {n_tokens}.")
        if targets.size and np.bincount(targets).max() > 1:
            raise EngineError("Two tokens cannot be moved to one column; count the documents anew.")
        return self._with_table(self._labels, self._table.with_tokens(columns, n_tokens))

    def restricted(self, columns: npt.NDArray[Any], *, unknown_presences: npt.ArrayLike | None = None) -> Tally:
        """Return the statistics of these columns, in this order.

        With `unknown_presences`, in units per label, all other tokens are added up in one more column at the end. The
        number of documents that have any of them is not known to the tally, so it must be passed.
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
            filled = self.filled()  # sum the dropped tokens directly: a difference would leave rounding errors
            tokens, labels = np.divmod(filled.cells, max(self.n_labels, 1))
            is_other = new_columns[tokens] < 0
            other_sums = np.bincount(labels[is_other], filled.occurrences[is_other], self.n_labels)
        unknown_cells = np.arange(self.n_labels) + n_kept * self.n_labels
        table.add(unknown_cells, other_sums, np.asarray(unknown_presences, dtype=np.int64))
        return self._with_table(self._labels, table)

    def __add__(self, other: Tally) -> Tally:
        """Add two tallies with equal token numbers; labels are matched by name."""
        left, right = self._with_common_labels(other)
        merged = left._with_table(left._labels, _combine_tables(left._table, right._table, 1))
        merged._mass = _add_mass(left._mass, *right._mass)
        merged._documents += right._documents
        return merged

    def __sub__(self, other: Tally) -> Tally:
        """Subtract another tally; raise EngineError if it is not contained in this one."""
        left, right = self._with_common_labels(other)
        remaining = left._with_table(left._labels, _combine_tables(left._table, right._table, -1))
        remaining._documents -= right._documents
        filled = remaining.filled()
        if remaining.is_real:
            remaining._table.put(
                filled.cells, clear_rounding_errors(filled.occurrences, filled.presences), filled.presences
            )
            filled = remaining.filled()
        if any(_has_negative(part) for part in (remaining._documents, filled.occurrences, filled.presences)):
            raise EngineError("The tally to take away holds documents that this one does not.")
        return remaining

    def canonical_hash(self, words: Sequence[str] | Vocabulary) -> str:
        """Return a hash of the whole-number statistics that does not depend on the order of labels, words and learning.

        Labels and words without weight do not count. Real-valued occurrences are not included.
        """
        n_words, filled = min(self.n_tokens, len(words)), self.filled()
        end = int(np.searchsorted(filled.cells, n_words * self.n_labels))
        if filled.presences[end:].any():
            raise EngineError(f"{self.n_tokens} tokens need as many words, not {len(words)}.")
        known = words.spans() if isinstance(words, Vocabulary) else spans_of(words[:n_words])
        presences = filled.presences[:end]
        cells = FilledCells(filled.cells[:end], presences if self.is_real else filled.occurrences[:end], presences)
        return hash_of_filled(self._labels, known.picked(slice(0, n_words)), self._documents, cells)

    def _sums(
        self, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None, n_tokens: int, *, is_sparse: bool
    ) -> Sums:
        shape = (n_tokens, self.n_labels)
        kind = {"is_real": self.is_real, "is_sparse": is_sparse}
        return sums_of(counts, label_numbers, units, shape, threshold=self._threshold, **kind)

    def _with_table(self, labels: Sequence[str], table: CountTable) -> Tally:
        """Return a tally of these documents with another table, which the new tally then owns."""
        other = Tally(labels, is_real=self.is_real, threshold=self._threshold)
        other._mass, other._table = self._mass, convert_if_better(table, table.n_tokens, 0)
        if len(other._documents) == len(self._documents):
            other._documents[:] = self._documents
        return other

    def _moved_labels(self, labels: Sequence[str], new_numbers: Iterable[int]) -> Tally:
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
        left, right = self.widened(n_tokens), other.widened(n_tokens)
        return (
            left if left._labels == labels else left.with_labels(labels),
            right if right._labels == labels else right.with_labels(labels),
        )


def tally_of(
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


def _add_mass(upper_bounds: tuple[float, float], documents: float, occurrences: float) -> tuple[float, float]:
    """Return the new upper bounds of the sums in units; raise EngineError if they are too large to be exact."""
    total = upper_bounds[0] + documents, upper_bounds[1] + occurrences
    if max(total) >= LARGEST_SUM:
        raise EngineError("There is more than can be added up exactly.")
    return total


def _combine_tables(first: CountTable, second: CountTable, sign: int) -> CountTable:
    """Return the sum or difference of two tables. The first one must not be used afterwards."""
    if isinstance(first, SparseTable) or isinstance(second, SparseTable):
        return sparse_sum(first, second, sign)
    return first.plus(second, sign)


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def _has_negative(array: npt.NDArray[Any]) -> bool:
    return bool(array.size and array.min() < 0)
