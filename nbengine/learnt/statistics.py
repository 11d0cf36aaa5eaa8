"""Documents with several kinds of columns (`Features`), and everything learnt about them: one tally per kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.choice_tally import ChoiceTally
from nbengine.learnt.factors import Factors
from nbengine.learnt.number_tally import NumberTally, check_sizes
from nbengine.learnt.tally import Tally

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """The columns of some documents, by kind. All kinds that are present have one row per document."""

    text: CountMatrix | None = None
    numbers: FloatArray | None = None
    """(n_documents, n_columns); NaN for a missing number."""
    choices: IntArray | None = None
    """(n_documents, n_columns): the number of the value in its column; -1 for a missing value."""

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


def features_of(given: Features | CountMatrix) -> Features:
    """Return features unchanged; wrap counts as documents that have only text."""
    return given if isinstance(given, Features) else Features(text=given)


def require_part(part: Part | None, kind: str) -> Part:
    """Return `part`; raise EngineError if it is None."""
    if part is None:
        raise EngineError(f"This needs {kind}, and there is none.")
    return part


def _check_numbers(given: npt.ArrayLike | None) -> FloatArray | None:
    if given is None:
        return None
    numbers = np.asarray(given, dtype=np.float64)
    if numbers.ndim != 2:
        raise EngineError(f"Numbers must have two dimensions, documents and columns, not {numbers.ndim}.")
    return check_sizes(numbers)


def _check_choices(given: npt.ArrayLike | None) -> IntArray | None:
    if given is None:
        return None
    choices = np.asarray(given)
    if choices.ndim != 2:
        raise EngineError(f"Choices must have two dimensions, documents and columns, not {choices.ndim}.")
    if choices.dtype.kind not in "iu":
        raise EngineError(f"Choices are numbers of values, whole numbers, not {choices.dtype}.")
    return choices.astype(np.int64, copy=False)


@dataclass(slots=True, eq=False)
class Statistics:
    """The tallies of text, numbers and choices; any of them may be None. Either all of them learn a document or none
    does.
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
        """(n_labels,): the weight of the documents, in units."""
        return self._tallies()[0].documents

    def learn(
        self, documents: Features | CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None
    ) -> None:
        """Add documents, with one label number (and weight) each."""
        self._update(documents, lambda tally, columns: tally.learn(columns, label_numbers, weights))

    def forget(
        self, documents: Features | CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None
    ) -> None:
        """Subtract documents. Raise EngineError, without changes, if they were never learnt."""
        self._update(documents, lambda tally, columns: tally.forget(columns, label_numbers, weights))

    def _update(self, documents: Features | CountMatrix, update_tally: Callable[[Any, Any], None]) -> None:
        """Update every tally with its columns. If one raises, all stay unchanged."""
        features = features_of(documents)
        numbers = None if self.numbers is None else self.numbers.copy()
        choices = None if self.choices is None else self.choices.copy()
        # Text is last and in place: it is large to copy, and it changes nothing if it raises.
        for kind, tally in (("numbers", numbers), ("choices", choices), ("text", self.text)):
            if tally is not None:
                update_tally(tally, require_part(getattr(features, kind), kind))
        self.numbers, self.choices = numbers, choices

    def copy(self) -> Statistics:
        return Statistics(*self._map_tallies(lambda _, tally: tally.copy()), self.factors)

    def of_words(self, columns: IntArray) -> Statistics:
        """Return the statistics with only the words of these columns, in this order."""
        text = require_part(self.text, "text")
        factors = None if self.factors is None else self.factors.restricted(columns)
        return Statistics(text.restricted(columns[columns < text.n_tokens]), self.numbers, self.choices, factors)

    def with_labels(self, labels: Iterable[str]) -> Statistics:
        """Return the statistics with these labels in this order. Only labels without documents may be dropped."""
        names = tuple(labels)
        factors = None if self.factors is None else self.factors.with_labels(self.labels, names)
        return Statistics(*self._map_tallies(lambda _, tally: tally.with_labels(names)), factors)

    def merged_labels(self, names: Mapping[str, str]) -> Statistics:
        """Return the statistics with renamed labels. Labels that get one name are added; factors are dropped then."""
        renamed = tuple(names.get(label, label) for label in self.labels)
        factors = self.factors if len(set(renamed)) == len(renamed) else None
        return Statistics(*self._map_tallies(lambda _, tally: tally.merged_labels(names)), factors)

    def __add__(self, other: Statistics) -> Statistics:
        return Statistics(*self._map_tallies(lambda kind, tally: tally + require_part(getattr(other, kind), kind)))

    def __sub__(self, other: Statistics) -> Statistics:
        return Statistics(*self._map_tallies(lambda kind, tally: tally - require_part(getattr(other, kind), kind)))

    def _map_tallies(self, make: Callable[[str, Any], Any]) -> tuple[Any, Any, Any]:
        """Call `make` with the kind and tally of each kind; None for a missing one."""
        parts = {"text": self.text, "numbers": self.numbers, "choices": self.choices}
        text, numbers, choices = (None if tally is None else make(kind, tally) for kind, tally in parts.items())
        return text, numbers, choices

    def _tallies(self) -> list[Tally | NumberTally | ChoiceTally]:
        return [tally for tally in (self.text, self.numbers, self.choices) if tally is not None]


def statistics_of(learnt: Statistics | Tally) -> Statistics:
    """Return statistics unchanged; wrap a tally of tokens as statistics with only text."""
    return learnt if isinstance(learnt, Statistics) else Statistics(text=learnt)


def empty_statistics(labels: Iterable[str], like: Features | CountMatrix, *, is_real: bool = False) -> Statistics:
    """Return empty statistics with the columns of these documents."""
    names, features = tuple(labels), features_of(like)
    return Statistics(
        None if features.text is None else Tally(names, features.text.n_tokens, is_real=is_real),
        None if features.numbers is None else NumberTally(names, features.numbers.shape[1]),
        None if features.choices is None else ChoiceTally(names, features.choices.shape[1]),
    )


@dataclass(frozen=True, slots=True)
class TableColumns:
    """Names of a table's columns and values, in the order of their numbers."""

    numbers: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    values: tuple[tuple[str, ...], ...] = ()
    """For each column of choices, the names of its values in order."""


def check_table(table: TableColumns | None, statistics: Statistics) -> None:
    """Raise EngineError unless each column has a name. No names at all are allowed."""
    if table is None:
        return
    n_numbers = 0 if statistics.numbers is None else statistics.numbers.n_columns
    n_choices = 0 if statistics.choices is None else statistics.choices.n_columns
    if len(table.numbers) not in (0, n_numbers) or len(table.choices) not in (0, n_choices):
        raise EngineError(f"{n_numbers} columns of numbers and {n_choices} of choices need as many names.")
    if len(table.values) not in (0, n_choices):
        raise EngineError(f"{n_choices} columns of choices need as many lists of values.")
