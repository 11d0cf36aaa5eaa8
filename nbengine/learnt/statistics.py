"""Everything learnt about documents of mixed columns: one tally per kind, all over the same labels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, IntArray
from nbengine.errors import EngineError
from nbengine.factors.factors import Factors
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.choice_tally import ChoiceTally
from nbengine.learnt.columns_of_documents import Features, features_of, needed
from nbengine.learnt.number_tally import NumberTally
from nbengine.learnt.tally import Tally


@dataclass(slots=True, eq=False)
class Statistics:
    """The tallies of text, numbers and choices, any of which may be absent; they learn together or not at all."""

    text: Tally | None = None
    numbers: NumberTally | None = None
    choices: ChoiceTally | None = None
    factors: Factors | None = None
    """The part of the text's evidence that counts, where that was learnt too."""

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
        """Add documents, one label number (and weight) each."""
        features = features_of(documents)
        numbers, choices = self._copied_columns()
        if numbers is not None:
            numbers.learn(needed(features.numbers, "numbers"), label_numbers, weights)
        if choices is not None:
            choices.learn(needed(features.choices, "choices"), label_numbers, weights)
        if self.text is not None:
            self.text.learn(needed(features.text, "text"), label_numbers, weights)
        self.numbers, self.choices = numbers, choices

    def forget(
        self, documents: Features | CountMatrix, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None
    ) -> None:
        """Take documents away again; documents that were never learnt are an error, and change nothing."""
        features = features_of(documents)
        numbers, choices = self._copied_columns()
        if numbers is not None:
            numbers.forget(needed(features.numbers, "numbers"), label_numbers, weights)
        if choices is not None:
            choices.forget(needed(features.choices, "choices"), label_numbers, weights)
        if self.text is not None:
            self.text.forget(needed(features.text, "text"), label_numbers, weights)
        self.numbers, self.choices = numbers, choices

    def copy(self) -> Statistics:
        return Statistics(None if self.text is None else self.text.copy(), *self._copied_columns(), self.factors)

    def of_words(self, columns: IntArray) -> Statistics:
        """The same statistics of the words of these columns only, in this order."""
        text = needed(self.text, "text")
        factors = None if self.factors is None else self.factors.restricted(columns)
        return Statistics(text.restricted(columns[columns < text.n_tokens]), self.numbers, self.choices, factors)

    def with_labels(self, labels: Iterable[str]) -> Statistics:
        """The same statistics under these labels, in this order; only a label without documents may be left out."""
        names = tuple(labels)
        return Statistics(
            None if self.text is None else self.text.with_labels(names),
            None if self.numbers is None else self.numbers.with_labels(names),
            None if self.choices is None else self.choices.with_labels(names),
            None if self.factors is None else self.factors.with_labels(self.labels, names),
        )

    def merged_labels(self, names: Mapping[str, str]) -> Statistics:
        """Rename labels; those that get the same name become one, which factors have to be fitted for anew."""
        renamed = tuple(names.get(label, label) for label in self.labels)
        return Statistics(
            None if self.text is None else self.text.merged_labels(names),
            None if self.numbers is None else self.numbers.merged_labels(names),
            None if self.choices is None else self.choices.merged_labels(names),
            self.factors if len(set(renamed)) == len(renamed) else None,
        )

    def __add__(self, other: Statistics) -> Statistics:
        return Statistics(
            None if self.text is None else self.text + needed(other.text, "text"),
            None if self.numbers is None else self.numbers + needed(other.numbers, "numbers"),
            None if self.choices is None else self.choices + needed(other.choices, "choices"),
        )

    def __sub__(self, other: Statistics) -> Statistics:
        return Statistics(
            None if self.text is None else self.text - needed(other.text, "text"),
            None if self.numbers is None else self.numbers - needed(other.numbers, "numbers"),
            None if self.choices is None else self.choices - needed(other.choices, "choices"),
        )

    def _tallies(self) -> list[Tally | NumberTally | ChoiceTally]:
        return [tally for tally in (self.text, self.numbers, self.choices) if tally is not None]

    def _copied_columns(self) -> tuple[NumberTally | None, ChoiceTally | None]:
        return (
            None if self.numbers is None else self.numbers.copy(),
            None if self.choices is None else self.choices.copy(),
        )


def statistics_of(learnt: Statistics | Tally) -> Statistics:
    """A tally of tokens alone is statistics of documents that have nothing but text."""
    return learnt if isinstance(learnt, Statistics) else Statistics(text=learnt)


def empty_statistics(labels: Iterable[str], like: Features | CountMatrix, *, is_real: bool = False) -> Statistics:
    """Statistics with room for documents like these, and nothing learnt."""
    names, features = tuple(labels), features_of(like)
    return Statistics(
        None if features.text is None else Tally(names, features.text.n_tokens, is_real=is_real),
        None if features.numbers is None else NumberTally(names, features.numbers.shape[1]),
        None if features.choices is None else ChoiceTally(names, features.choices.shape[1]),
    )
