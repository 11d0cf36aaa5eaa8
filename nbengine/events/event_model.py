"""The interface of event models: one object reads columns, derives a scorer, leaves documents out, shows its working,
tells each document's influence and judges from a few words' counts.

Another model is a class in a module of its own beside these, and a line in `EVENT_MODELS`. Whoever needs to know how
models differ asks the object (`counts_absence`, `has_prior`); nobody compares its name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, ClassVar, Literal, Protocol

import numpy as np

from nbengine.arrays.counts import UNIT, CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import difference, without_zeros
from nbengine.events.label_sums import LabelSums
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import WordWeights
from nbengine.events.settings import EventSettings, Prior, Smoothing, Weighting, log_prior
from nbengine.explanations.exact_fractions import Step, WordGroup, WordShare
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features, Statistics, needed
from nbengine.learnt.tally import Tally

Kind = Literal["text", "numbers", "choices"]


class Evidence(Protocol):
    """Leave-one-out of one kind of columns, ready for any smoothing."""

    def evidence(self, smoothing: Smoothing) -> FloatArray: ...


@dataclass(frozen=True, slots=True, eq=False)
class Training:
    """Documents that were learnt."""

    features: Features
    label_numbers: IntArray
    units: IntArray | None
    """(n_documents,): each document's weight; None where each weighs one, which is faster."""

    @property
    def text(self) -> CountMatrix:
        """The words of the documents."""
        return needed(self.features.text, "text")

    @property
    def all_units(self) -> IntArray:
        """(n_documents,): each document's weight, whatever it is."""
        return np.full(self.features.n_documents, UNIT) if self.units is None else self.units


@dataclass(frozen=True, slots=True, eq=False)
class WordSums:
    """Sums over all words that the working of each word needs, taken once."""

    totals: IntArray
    """(n_labels,): all occurrences, in units."""
    divisors: FloatArray
    """(n_labels,): what each label's weights are divided by, which is 1 but for a normed complement."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """One document, and all that its verdict comes from."""

    statistics: Statistics
    features: Features
    settings: EventSettings
    words_of: Callable[[IntArray], list[str]]
    """The words behind some tokens."""
    numbers: tuple[str, ...]
    """The names of the columns of numbers, in their order."""
    choices: tuple[str, ...]
    """The names of the columns of choices, in their order."""
    sums: WordSums


class EventModel(ABC):
    """A naive Bayes event model: how documents come about by assumption, and all that follows from it."""

    name: ClassVar[str]
    """The name in recipes and files."""
    title: ClassVar[str]
    """The name that English readers know it by."""
    kinds: ClassVar[tuple[Kind, ...]]
    """The kinds of columns that it reads."""
    takes_what_is_there: ClassVar[bool] = False
    """True if kinds of columns may be missing, as they may for the mixed model."""
    is_smoothed: ClassVar[bool] = True
    """True if α changes anything; false for Gaussian."""
    are_weights_shares: ClassVar[bool] = True
    """True if a word's weight is the logarithm of a share; false where it speaks against the label (complement)."""
    has_binary_twin: ClassVar[bool] = False
    """True if counting each word once per document makes another well-known model of it."""
    is_fitted: ClassVar[bool] = False
    """True if beside the counts weights are fitted to the documents; it is judged by folds, as a fit knows them all."""
    can_be_normed: ClassVar[bool] = False
    """True if weights can be divided by their sum and the prior left out, which are complement's two choices."""
    automatic_weightings: ClassVar[tuple[Weighting, ...]] = ()
    """The weightings under which it is tried where the event model of text is chosen by its result."""
    automatic_mail_weightings: ClassVar[tuple[Weighting, ...]] = ()
    """The same where spam is kept from other mail."""

    @abstractmethod
    def parts(self, settings: EventSettings) -> tuple[ColumnModel, ...]:
        """Return one model for each kind of column."""

    def has_prior(self, n_labels: int, settings: EventSettings) -> bool:  # noqa: ARG002 - complement asks both
        """Return whether the prior takes part in the score."""
        return True

    def text_part(self, settings: EventSettings) -> TextModel | None:
        """The model of the text, whatever else there is."""
        found = [part for part in self.parts(settings) if isinstance(part, TextModel)]
        return found[0] if found else None

    def counts_absence(self, settings: EventSettings) -> bool:
        """Return whether a word counts by being there or not (Bernoulli), rather than by how often it occurs."""
        text = self.text_part(settings)
        return text is not None and text.is_binary

    def derive(self, statistics: Statistics, settings: EventSettings) -> Scorer:
        """Make the scorer from what was learnt, without looking at a document."""
        parts = {part.kind: part.weights(statistics, settings) for part in self.parts_of(statistics, settings)}
        return Scorer(
            statistics.labels,
            self.log_prior_of(statistics, settings),
            text=parts.get("text"),
            numbers=parts.get("numbers"),
            choices=parts.get("choices"),
        )

    def log_prior_of(self, statistics: Statistics, settings: EventSettings) -> FloatArray:
        """(n_labels,): what each label starts from."""
        labels = statistics.labels
        prior = settings.prior if self.has_prior(len(labels), settings) else Prior("none")
        return log_prior(statistics.documents, labels, prior)

    def left_out(self, statistics: Statistics, training: Training, settings: EventSettings) -> list[Evidence]:
        """Return the learnt documents, each judged without itself, kind by kind."""
        parts = self.parts_of(statistics, settings)
        return [part.part_left_out(statistics, training, settings) for part in parts]

    def steps(self, judged: Judged, label: int) -> Iterator[Step]:
        """Yield a step for each word, number and choice: from its counts to its part of a label's score."""
        for part in self.parts(judged.settings):
            if _has(judged.statistics, part.kind) and _has(judged.features, part.kind):
                yield from part.part_steps(judged, label)

    def influence(
        self, document: Features, training: Training, statistics: Statistics, settings: EventSettings, label: int
    ) -> FloatArray:
        """(n_documents,): what each training document adds to a label's score of one, prior left out."""
        total = np.zeros(training.features.n_documents)
        for part in self.parts_of(statistics, settings):
            total += part.part_influence(document, training, statistics, settings, label)
        return total

    def parts_of(self, statistics: Statistics, settings: EventSettings) -> list[ColumnModel]:
        """The parts that have something to read."""
        return [
            part
            for part in self.parts(settings)
            if not self.takes_what_is_there or getattr(statistics, part.kind) is not None
        ]


class ColumnModel(EventModel):
    """An event model of one kind of column, by itself or as a part of a mixed one."""

    kind: ClassVar[Kind]

    def parts(self, settings: EventSettings) -> tuple[ColumnModel, ...]:  # noqa: ARG002 - mixed asks them
        return (self,)

    @abstractmethod
    def weights(self, statistics: Statistics, settings: EventSettings) -> Any:
        """The scorer's part: what the columns add to the score."""

    @abstractmethod
    def part_left_out(self, statistics: Statistics, training: Training, settings: EventSettings) -> Evidence: ...

    @abstractmethod
    def part_steps(self, judged: Judged, label: int) -> Iterator[Step]: ...

    @abstractmethod
    def part_influence(
        self, document: Features, training: Training, statistics: Statistics, settings: EventSettings, label: int
    ) -> FloatArray: ...


class TextModel(ColumnModel):
    """An event model of words: subclasses work on a tally and counts, the rest is alike."""

    kind: ClassVar[Kind] = "text"
    kinds: ClassVar[tuple[Kind, ...]] = ("text",)
    is_binary: ClassVar[bool] = False
    """True if a word counts by being there or not, False if by how often it occurs."""

    @abstractmethod
    def text_weights(self, tally: Tally, settings: EventSettings) -> WordWeights:
        """Derive what each word adds to the score of each label."""

    @abstractmethod
    def word_working(self, tally: Tally, token: int, label: int, settings: EventSettings, sums: WordSums) -> WordShare:
        """Explain how one word comes to what it adds to a label's score, in exact fractions where there are such."""

    def text_left_out(self, tally: Tally, training: Training, settings: EventSettings) -> Evidence:
        """Counted documents that the tally has learnt, each judged without itself; a model may know a faster way."""
        return Refitted(self, tally, training, settings)

    def text_influence(
        self, document: CountMatrix, training: Training, tally: Tally, settings: EventSettings, label: int
    ) -> FloatArray:
        """Return what each training document adds by the words of one; neither may hold zeros."""
        whole = self.text_weights(tally, settings).evidence(document)[:, label]
        rests = tallies_without(tally, training)
        return np.array(
            [difference(whole, self.text_weights(rest, settings).evidence(document)[:, label])[0] for rest in rests]
        )

    def label_sums(self, labels: tuple[str, ...], settings: EventSettings) -> LabelSums | None:  # noqa: ARG002
        """The sums with which a document is judged by its own words alone; None where all words are needed."""
        return None

    def word_sums(self, tally: Tally, settings: EventSettings) -> WordSums:  # noqa: ARG002 - a normed complement asks
        """The sums over all words that `word_working` needs."""
        return WordSums(tally.totals, np.ones(tally.n_labels))

    def absent_groups(self, judged: Judged, label: int) -> tuple[WordGroup, ...]:  # noqa: ARG002 - Bernoulli asks
        """Return the words that a document lacks, grouped by equal factor; empty for models that ignore absence."""
        return ()

    def divisor_groups(self, judged: Judged, label: int) -> tuple[WordGroup, ...]:  # noqa: ARG002 - complement asks
        """Return all words of the label's divisor, grouped by equal weight; empty where there is none."""
        return ()

    def weights(self, statistics: Statistics, settings: EventSettings) -> WordWeights:
        return self.text_weights(needed(statistics.text, "text"), settings)

    def part_left_out(self, statistics: Statistics, training: Training, settings: EventSettings) -> Evidence:
        return self.text_left_out(needed(statistics.text, "text"), training, settings)

    def part_steps(self, judged: Judged, label: int) -> Iterator[Step]:
        tally, own = needed(judged.statistics.text, "text"), self.own_words(judged)
        words = judged.words_of(own.tokens.astype(np.int64))
        for word, token, value in zip(words, own.tokens.tolist(), own.values.tolist(), strict=True):
            working = self.word_working(tally, token, label, judged.settings, judged.sums)
            yield Step(word, "word", 1 if self.is_binary else value, working, working.log)

    def own_words(self, judged: Judged) -> CountMatrix:
        """The words of a document that count."""
        tally, counts = needed(judged.statistics.text, "text"), needed(judged.features.text, "text")
        return without_zeros(counts, tally.threshold if self.is_binary else 0.0)

    def part_influence(
        self, document: Features, training: Training, statistics: Statistics, settings: EventSettings, label: int
    ) -> FloatArray:
        counts, tally = training.text, needed(statistics.text, "text")
        learnt = Training(Features(without_zeros(counts)), training.label_numbers, training.units)
        return self.text_influence(without_zeros(needed(document.text, "text")), learnt, tally, settings, label)


@dataclass(frozen=True, slots=True, eq=False)
class Refitted:
    """Leave-one-out by taking each document off the counts and deriving anew: right for every model, and slow."""

    model: TextModel
    tally: Tally
    training: Training
    settings: EventSettings

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """(n_documents, n_labels)"""
        settings, counts = replace(self.settings, smoothing=smoothing), self.training.text
        joint = np.empty((counts.n_documents, self.tally.n_labels))
        for document, rest in enumerate(tallies_without(self.tally, self.training)):
            joint[document] = self.model.text_weights(rest, settings).evidence(counts.row(document))[0]
        return joint


def tallies_without(tally: Tally, training: Training) -> Iterator[Tally]:
    """Yield for each document what was learnt of all the others."""
    labels, units = training.label_numbers.tolist(), training.all_units.tolist()
    for document, (label, weight) in enumerate(zip(labels, units, strict=True)):
        rest = tally.copy()
        rest.forget(training.text.row(document), [label], [weight / UNIT])
        yield rest


def _has(columns: Statistics | Features, kind: Kind) -> bool:
    return getattr(columns, kind) is not None
