"""Statistics of columns of choices: how often each value was seen under each label, in whole units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray, add_up, check_label_names, check_label_numbers, check_sum, units_of
from nbengine.errors import EngineError
from nbengine.learnt.count_table import hash_of_cells
from nbengine.text.word_keys import spans_of

MOST_CELLS = 1 << 27
"""Maximum of labels times values of one column; their counts take a gigabyte."""


class ChoiceTally:
    """Value counts per label and column. New values may appear at any time."""

    def __init__(self, labels: Iterable[str] = (), n_columns: int = 0) -> None:
        self._labels = check_label_names(labels)
        self._documents = np.zeros(len(self._labels), dtype=np.int64)
        self._counts: tuple[IntArray, ...] = tuple(
            np.zeros((len(self._labels), 0), dtype=np.int64) for _ in range(n_columns)
        )

    @property
    def labels(self) -> tuple[str, ...]:
        return self._labels

    @property
    def n_columns(self) -> int:
        return len(self._counts)

    @property
    def documents(self) -> IntArray:
        """(n_labels,): the weight of the documents, in units."""
        return self._documents.copy()

    @property
    def counts(self) -> tuple[IntArray, ...]:
        """Per column (n_labels, n_values): the weight of each value, in units."""
        return self._counts

    @classmethod
    def from_counts(cls, labels: Iterable[str], documents: IntArray, counts: Sequence[IntArray]) -> ChoiceTally:
        """Build a tally from the documents and counts of another one."""
        tally = cls(labels)
        n_labels = len(tally.labels)
        if documents.shape != (n_labels,) or any(part.ndim != 2 or len(part) != n_labels for part in counts):
            raise EngineError("The statistics do not fit the labels and each other.")
        if any(part.size and part.min() < 0 for part in (documents, *counts)):
            raise EngineError("Statistics must not be negative.")
        for part in (documents, *counts):
            check_sum(part)
        tally._documents, tally._counts = documents.astype(np.int64), tuple(part.astype(np.int64) for part in counts)
        return tally

    def learn(self, choices: IntArray, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Add documents, (n_documents, n_columns): numbers of values; -1 for a missing one."""
        sums = self._tally_of_documents(choices, label_numbers, weights)
        self._documents = check_sum(self._documents + sums._documents)
        self._counts = tuple(_sum(*pair) for pair in zip(self._counts, sums._counts, strict=True))

    def forget(self, choices: IntArray, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Subtract documents exactly. Raise EngineError, without changes, if they were never learnt."""
        remaining = self - self._tally_of_documents(choices, label_numbers, weights)
        self._documents, self._counts = remaining._documents, remaining._counts

    def copy(self) -> ChoiceTally:
        return self.from_counts(self._labels, self._documents, self._counts)

    def with_labels(self, labels: Iterable[str]) -> ChoiceTally:
        """Return the statistics with these labels in this order. Only labels without documents may be dropped."""
        names = check_label_names(labels)
        dropped = [number for number, label in enumerate(self._labels) if label not in names]
        if any(self._documents[number] for number in dropped):
            raise EngineError("A label that has documents cannot be left out.")
        places = {label: number for number, label in enumerate(names)}
        return self._with_labels_moved(names, [places.get(label, -1) for label in self._labels])

    def merged_labels(self, names: Mapping[str, str]) -> ChoiceTally:
        """Return the statistics with renamed labels. Labels that get one name are added."""
        renamed = [names.get(label, label) for label in self._labels]
        merged = tuple(dict.fromkeys(renamed))
        return self._with_labels_moved(merged, [merged.index(label) for label in renamed])

    def __add__(self, other: ChoiceTally) -> ChoiceTally:
        left, right = self._with_common_labels(other)
        counts = [_sum(*pair) for pair in zip(left._counts, right._counts, strict=True)]
        return self.from_counts(left._labels, left._documents + right._documents, counts)

    def __sub__(self, other: ChoiceTally) -> ChoiceTally:
        left_tally, right_tally = self._with_common_labels(other)
        counts = [_sum(left, -right) for left, right in zip(left_tally._counts, right_tally._counts, strict=True)]
        documents = left_tally._documents - right_tally._documents
        if any(part.size and part.min() < 0 for part in (documents, *counts)):
            raise EngineError("These documents were never learnt under these labels and weights.")
        return self.from_counts(left_tally._labels, documents, counts)

    def canonical_hash(self, columns: Sequence[str], values: Sequence[Sequence[str]]) -> str:
        """Return a hash that does not depend on the order of labels, columns, values and learning."""
        if len(columns) != self.n_columns or len(values) != self.n_columns:
            raise EngineError(f"{self.n_columns} columns need as many names and lists of values.")
        names = []
        for column, value_names, counts in zip(columns, values, self._counts, strict=True):
            if len(value_names) < counts.shape[1]:
                raise EngineError(f"The column {column!r} has {counts.shape[1]} values and {len(value_names)} names.")
            names += [f"{len(column)}:{column}={value}" for value in value_names[: counts.shape[1]]]
        cells = np.concatenate([np.zeros((len(self._labels), 0), dtype=np.int64), *self._counts], axis=1).T
        return hash_of_cells(self._labels, spans_of(names), self._documents, cells, cells)

    def _tally_of_documents(
        self, choices: IntArray, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None
    ) -> ChoiceTally:
        if choices.shape[1] != self.n_columns:
            raise EngineError(f"There are {choices.shape[1]} columns of choices where {self.n_columns} are expected.")
        row_labels = check_label_numbers(label_numbers, len(choices), len(self._labels))
        units = units_of(weights, len(choices))
        documents = add_up(row_labels, units, len(self._labels))
        self._check_values(choices)
        counts = [self._count_column(choices[:, column], row_labels, units) for column in range(self.n_columns)]
        return self.from_counts(self._labels, documents, counts)

    def _check_values(self, choices: IntArray) -> None:
        n_values = choices.max(axis=0, initial=-1) + 1
        if n_values.size and int(n_values.max()) * len(self._labels) > MOST_CELLS:
            column = int(n_values.argmax())
            raise EngineError(
                f"{n_values[column]} values in the column {column} are too many: {len(self._labels)} labels can have"
                f" {MOST_CELLS // len(self._labels)} values. Number the values from 0 without gaps."
            )

    def _count_column(self, values: IntArray, row_labels: IntArray, units: IntArray | None) -> IntArray:
        is_known = values >= 0
        n_values = int(values.max(initial=-1)) + 1
        cells = row_labels[is_known] * n_values + values[is_known]
        sums = add_up(cells, None if units is None else units[is_known], len(self._labels) * n_values)
        return sums.reshape(len(self._labels), n_values)

    def _with_labels_moved(self, labels: tuple[str, ...], targets: Sequence[int]) -> ChoiceTally:
        documents = np.zeros(len(labels), dtype=np.int64)
        counts = [np.zeros((len(labels), part.shape[1]), dtype=np.int64) for part in self._counts]
        for old, new in enumerate(targets):
            if new >= 0:
                documents[new] += self._documents[old]
                for target, source in zip(counts, self._counts, strict=True):
                    target[new] += source[old]
        return self.from_counts(labels, documents, counts)

    def _with_common_labels(self, other: ChoiceTally) -> tuple[ChoiceTally, ChoiceTally]:
        if self.n_columns != other.n_columns:
            raise EngineError(f"Tallies of {self.n_columns} and {other.n_columns} columns cannot be combined.")
        labels = tuple(dict.fromkeys(self._labels + other._labels))
        return self.with_labels(labels), other.with_labels(labels)


def _sum(left: IntArray, right: IntArray) -> IntArray:
    """Add value counts; one of them may have fewer values."""
    n_values = max(left.shape[1], right.shape[1])
    total = np.zeros((len(left), n_values), dtype=np.int64)
    total[:, : left.shape[1]] += left
    total[:, : right.shape[1]] += right
    return total
