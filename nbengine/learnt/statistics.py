"""Documents with several kinds of columns (`Features`), and all statistics learnt from them (`Statistics`).

There is one tally for each kind of column: text (`learnt.tally`), numbers (`learnt.number_tally`) and choices
(`ChoiceTally`). A *choice* is a value from a list, such as a category.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    CountMatrix,
    FloatArray,
    IntArray,
    check_label_names,
    check_label_numbers,
    check_sum_is_exact,
    sum_units_by_group,
    weights_to_units,
)
from nbengine.errors import EngineError
from nbengine.learnt.factors import Factors
from nbengine.learnt.number_tally import NumberTally, check_magnitudes
from nbengine.learnt.tally import Tally, hash_cells
from nbengine.text.words import encode_as_spans

MAX_CELLS_PER_COLUMN = 1 << 27
"""Maximum number of labels times values of one column. Their counts take a gigabyte."""


class ChoiceTally:
    """Counts of the values of each column of choices, by label. New values may appear at any time."""

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
        """Weight of the documents of each label in units of 2⁻²⁰, (n_labels,)."""
        return self._documents.copy()

    @property
    def counts(self) -> tuple[IntArray, ...]:
        """For each column, the weight of each value in units of 2⁻²⁰, (n_labels, n_values)."""
        return self._counts

    @classmethod
    def from_counts(cls, labels: Iterable[str], documents: IntArray, counts: Sequence[IntArray]) -> ChoiceTally:
        """Build a tally from integer document weights and counts, in units of 2⁻²⁰."""
        tally = cls(labels)
        n_labels = len(tally.labels)
        if documents.shape != (n_labels,) or any(part.ndim != 2 or len(part) != n_labels for part in counts):
            raise EngineError("The statistics do not fit the labels and each other.")
        if any(part.size and part.min() < 0 for part in (documents, *counts)):
            raise EngineError("Statistics must not be negative.")
        for part in (documents, *counts):
            check_sum_is_exact(part)
        tally._documents, tally._counts = documents.astype(np.int64), tuple(part.astype(np.int64) for part in counts)
        return tally

    @classmethod
    def of_weights(cls, labels: Iterable[str], documents: Any, counts: Sequence[Any]) -> Self:
        """Build a tally from weights that need not be whole, in units of 2⁻²⁰: (n_labels,) and (n_labels, n_values)."""
        tally = cls(labels)
        tally._documents, tally._counts = documents, tuple(counts)
        return tally

    def learn(self, choices: IntArray, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Add documents.

        `choices` (n_documents, n_columns) holds the number of the value in each column; -1 is a missing value.
        """
        sums = self._tally_of_documents(choices, label_numbers, weights)
        self._documents = check_sum_is_exact(self._documents + sums._documents)
        self._counts = tuple(_add_counts(*pair) for pair in zip(self._counts, sums._counts, strict=True))

    def forget(self, choices: IntArray, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Subtract documents exactly. Raise EngineError, without changes, if they were never learnt."""
        remaining = self - self._tally_of_documents(choices, label_numbers, weights)
        self._documents, self._counts = remaining._documents, remaining._counts

    def copy(self) -> ChoiceTally:
        """Return a copy that changes independently."""
        return self.from_counts(self._labels, self._documents, self._counts)

    def with_labels(self, labels: Iterable[str]) -> ChoiceTally:
        """Return a tally with these labels in this order. Only labels without documents may be left out."""
        names = check_label_names(labels)
        dropped = [number for number, label in enumerate(self._labels) if label not in names]
        if any(self._documents[number] for number in dropped):
            raise EngineError("A label that has documents cannot be left out.")
        new_numbers = {label: number for number, label in enumerate(names)}
        return self._with_labels_moved(names, [new_numbers.get(label, -1) for label in self._labels])

    def with_merged_labels(self, names: Mapping[str, str]) -> ChoiceTally:
        """Return a tally with renamed labels. The counts of labels that get the same name are added."""
        renamed = [names.get(label, label) for label in self._labels]
        merged = tuple(dict.fromkeys(renamed))
        return self._with_labels_moved(merged, [merged.index(label) for label in renamed])

    def __add__(self, other: ChoiceTally) -> ChoiceTally:
        left, right = self._with_common_labels(other)
        counts = [_add_counts(*pair) for pair in zip(left._counts, right._counts, strict=True)]
        return self.from_counts(left._labels, left._documents + right._documents, counts)

    def __sub__(self, other: ChoiceTally) -> ChoiceTally:
        left_tally, right_tally = self._with_common_labels(other)
        counts = [
            _add_counts(left, -right) for left, right in zip(left_tally._counts, right_tally._counts, strict=True)
        ]
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
        return hash_cells(self._labels, encode_as_spans(names), self._documents, cells, cells)

    def _tally_of_documents(
        self, choices: IntArray, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None
    ) -> ChoiceTally:
        if choices.shape[1] != self.n_columns:
            raise EngineError(f"There are {choices.shape[1]} columns of choices where {self.n_columns} are expected.")
        row_labels = check_label_numbers(label_numbers, len(choices), len(self._labels))
        units = weights_to_units(weights, len(choices))
        documents = sum_units_by_group(row_labels, units, len(self._labels))
        self._check_values(choices)
        counts = [self._count_column(choices[:, column], row_labels, units) for column in range(self.n_columns)]
        return self.from_counts(self._labels, documents, counts)

    def _check_values(self, choices: IntArray) -> None:
        n_values = choices.max(axis=0, initial=-1) + 1
        if n_values.size and int(n_values.max()) * len(self._labels) > MAX_CELLS_PER_COLUMN:
            column = int(n_values.argmax())
            raise EngineError(
                f"{n_values[column]} values in the column {column} are too many: {len(self._labels)} labels can have"
                f" {MAX_CELLS_PER_COLUMN // len(self._labels)} values. Number the values from 0 without gaps."
            )

    def _count_column(self, values: IntArray, row_labels: IntArray, units: IntArray | None) -> IntArray:
        is_known = values >= 0
        n_values = int(values.max(initial=-1)) + 1
        cells = row_labels[is_known] * n_values + values[is_known]
        sums = sum_units_by_group(cells, None if units is None else units[is_known], len(self._labels) * n_values)
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


class ContiguousChoiceTally(ChoiceTally):
    """A tally in which every number up to the largest one is a value, whether or not it occurred.

    This is how scikit-learn's `CategoricalNB` counts categories. `ChoiceTally` counts only the values that occurred.
    """

    min_values: Sequence[int]
    """Minimum number of values of each column."""


def _add_counts(left: IntArray, right: IntArray) -> IntArray:
    """Return the sum of two tables of value counts. One of them may have fewer values."""
    n_values = max(left.shape[1], right.shape[1])
    total = np.zeros((len(left), n_values), dtype=np.int64)
    total[:, : left.shape[1]] += left
    total[:, : right.shape[1]] += right
    return total


Part = TypeVar("Part")


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """The columns of some documents, by kind. Each kind that is present has one row per document."""

    text: CountMatrix | None = None
    numbers: FloatArray | None = None
    """Numbers, (n_documents, n_columns); NaN for a missing number."""
    choices: IntArray | None = None
    """Number of the value in each column, (n_documents, n_columns); -1 for a missing value."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", _check_numbers(self.numbers))
        object.__setattr__(self, "choices", _check_choices(self.choices))
        lengths = set(self._lengths())
        if not lengths:
            raise EngineError("Documents need text, numbers or choices; there are none.")
        if len(lengths) > 1:
            raise EngineError(f"Text, numbers and choices must have as many documents, not {sorted(lengths)}.")

    @property
    def n_documents(self) -> int:
        return self._lengths()[0]

    def _lengths(self) -> list[int]:
        text = [] if self.text is None else [self.text.n_documents]
        return text + [len(table) for table in (self.numbers, self.choices) if table is not None]

    def __getitem__(self, documents: npt.NDArray[np.int64] | npt.NDArray[np.bool_] | slice) -> Features:
        """Return the selected documents, by numbers, mask or slice."""
        parts: tuple[Any, ...] = (self.text, self.numbers, self.choices)
        return Features(*(None if part is None else part[documents] for part in parts))


def to_features(documents: Features | CountMatrix) -> Features:
    """Return `Features` unchanged. Wrap counts as the features of documents with text only."""
    if not isinstance(documents, Features | CountMatrix):
        raise EngineError(
            f"Documents are counts, a CountMatrix or Features, not {type(documents).__name__}. Count texts by"
            " `model.count(texts).counts`, tables by `count_matrix(table)`, or use `judge_texts` and `learn_texts`."
        )
    return documents if isinstance(documents, Features) else Features(text=documents)


def require_part(part: Part | None, kind: str) -> Part:
    """Return `part` unchanged; raise EngineError if it is None. The error message contains `kind`."""
    if part is None:
        raise EngineError(f"This needs {kind}, and there is none.")
    return part


def _check_numbers(values: npt.ArrayLike | None) -> FloatArray | None:
    if values is None:
        return None
    numbers = np.asarray(values, dtype=np.float64)
    if numbers.ndim != 2:
        raise EngineError(f"Numbers must have two dimensions, documents and columns, not {numbers.ndim}.")
    return check_magnitudes(numbers)


def _check_choices(values: npt.ArrayLike | None) -> IntArray | None:
    if values is None:
        return None
    choices = np.asarray(values)
    if choices.ndim != 2:
        raise EngineError(f"Choices must have two dimensions, documents and columns, not {choices.ndim}.")
    if choices.dtype.kind not in "iu":
        raise EngineError(f"Choices are numbers of values, whole numbers, not {choices.dtype}.")
    return choices.astype(np.int64, copy=False)


@dataclass(slots=True, eq=False)
class Statistics:
    """The tallies of text, numbers and choices. Some of them may be None, but not all.

    A document is learnt by all tallies or, after an error, by none.
    """

    text: Tally | None = None
    numbers: NumberTally | None = None
    choices: ChoiceTally | None = None
    factors: Factors | None = None
    """Fitted factors of the text's evidence, if the model has any."""

    def __post_init__(self) -> None:
        tallies = self._tallies()
        if not tallies:
            raise EngineError("Statistics need text, numbers or choices; there are none.")
        if len({tally.labels for tally in tallies}) > 1:
            raise EngineError("Text, numbers and choices must have the same labels in the same order.")

    @property
    def labels(self) -> tuple[str, ...]:
        return self._tallies()[0].labels

    @property
    def documents(self) -> IntArray:
        """Weight of the documents of each label in units of 2⁻²⁰, (n_labels,)."""
        return self._tallies()[0].documents

    def learn(
        self, documents: Features | CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None
    ) -> None:
        """Add documents. `label_numbers` and `weights` have one number for each document."""
        self._update(documents, lambda tally, columns: tally.learn(columns, label_numbers, weights))

    def forget(
        self, documents: Features | CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None
    ) -> None:
        """Subtract documents. Raise EngineError, without changes, if they were never learnt."""
        self._update(documents, lambda tally, columns: tally.forget(columns, label_numbers, weights))

    def _update(self, documents: Features | CountMatrix, update_tally: Callable[[Any, Any], None]) -> None:
        """Change every tally with `update_tally` and its columns. If a tally raises an exception, all tallies stay
        unchanged.
        """
        features = to_features(documents)
        numbers = None if self.numbers is None else self.numbers.copy()
        choices = None if self.choices is None else self.choices.copy()
        # Text is last and in place: it is large to copy, and it changes nothing if it raises.
        for kind, tally in (("numbers", numbers), ("choices", choices), ("text", self.text)):
            if tally is not None:
                update_tally(tally, require_part(getattr(features, kind), kind))
        self.numbers, self.choices = numbers, choices

    def copy(self) -> Statistics:
        """Return a copy that changes independently."""
        return Statistics(*self._map_tallies(lambda _, tally: tally.copy()), self.factors)

    def of_words(self, columns: IntArray) -> Statistics:
        """Return the statistics with only the words of these columns, in this order."""
        text = require_part(self.text, "text")
        factors = None if self.factors is None else self.factors.with_columns(columns)
        return Statistics(text.with_columns(columns[columns < text.n_tokens]), self.numbers, self.choices, factors)

    def with_labels(self, labels: Iterable[str]) -> Statistics:
        """Return the statistics with these labels in this order. Only labels without documents may be left out."""
        names = tuple(labels)
        factors = None if self.factors is None else self.factors.with_labels(self.labels, names)
        return Statistics(*self._map_tallies(lambda _, tally: tally.with_labels(names)), factors)

    def with_merged_labels(self, names: Mapping[str, str]) -> Statistics:
        """Return the statistics with renamed labels. The statistics of labels that get the same name are added.

        In that case, fitted factors are dropped.
        """
        renamed = tuple(names.get(label, label) for label in self.labels)
        factors = self.factors if len(set(renamed)) == len(renamed) else None
        return Statistics(*self._map_tallies(lambda _, tally: tally.with_merged_labels(names)), factors)

    def __add__(self, other: Statistics) -> Statistics:
        return Statistics(*self._map_tallies(lambda kind, tally: tally + require_part(getattr(other, kind), kind)))

    def __sub__(self, other: Statistics) -> Statistics:
        return Statistics(*self._map_tallies(lambda kind, tally: tally - require_part(getattr(other, kind), kind)))

    def _map_tallies(self, make: Callable[[str, Any], Any]) -> tuple[Any, Any, Any]:
        """Return the results of make(kind, tally) for text, numbers and choices; None where there is no tally."""
        parts = {"text": self.text, "numbers": self.numbers, "choices": self.choices}
        text, numbers, choices = (None if tally is None else make(kind, tally) for kind, tally in parts.items())
        return text, numbers, choices

    def _tallies(self) -> list[Tally | NumberTally | ChoiceTally]:
        return [tally for tally in (self.text, self.numbers, self.choices) if tally is not None]


def to_statistics(learnt: Statistics | Tally) -> Statistics:
    """Return `Statistics` unchanged. Wrap a tally as statistics with text only."""
    return learnt if isinstance(learnt, Statistics) else Statistics(text=learnt)


def empty_statistics(labels: Iterable[str], template: Features | CountMatrix, *, is_real: bool = False) -> Statistics:
    """Return statistics without documents. They have tallies for the columns of the documents `template`."""
    names, features = tuple(labels), to_features(template)
    return Statistics(
        None if features.text is None else Tally(names, features.text.n_tokens, is_real=is_real),
        None if features.numbers is None else NumberTally(names, features.numbers.shape[1]),
        None if features.choices is None else ChoiceTally(names, features.choices.shape[1]),
    )


@dataclass(frozen=True, slots=True)
class TableColumns:
    """Names of a table's columns and of their values, in the order of their numbers."""

    numbers: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    values: tuple[tuple[str, ...], ...] = ()
    """For each column of choices, the names of its values, in the order of the value numbers."""


def check_column_names(table: TableColumns | None, statistics: Statistics) -> None:
    """Raise EngineError unless every column has a name, or none has."""
    if table is None:
        return
    n_numbers = 0 if statistics.numbers is None else statistics.numbers.n_columns
    n_choices = 0 if statistics.choices is None else statistics.choices.n_columns
    if len(table.numbers) not in (0, n_numbers) or len(table.choices) not in (0, n_choices):
        raise EngineError(f"{n_numbers} columns of numbers and {n_choices} of choices need as many names.")
    if len(table.values) not in (0, n_choices):
        raise EngineError(f"{n_choices} columns of choices need as many lists of values.")
