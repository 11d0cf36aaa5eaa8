"""One verdict from beginning to end: every count, fraction, logarithm and sum, for each label.

The steps are worked out anew from the counts, in exact fractions where the event model has them, and not read off the
scorer; that both agree to the last few bits is the check that nothing is hidden.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import without_zeros
from nbengine.errors import EngineError
from nbengine.events.complement import complement_weights, has_prior, norm_divisors
from nbengine.events.gaussian import floor_of
from nbengine.explanations.exact_fractions import (
    ComplementWorking,
    GaussianWorking,
    Working,
    as_written,
    bernoulli_working,
    choice_working,
    complement_working,
    exact_joint,
    exact_posterior,
    in_documents,
    log_of,
    multinomial_working,
    prior_working,
)
from nbengine.learnt.features import Features, features_of
from nbengine.models.model import Model

AnyWorking = Working | ComplementWorking | GaussianWorking
MOST_EXACT_FACTORS = 4_000
"""Beyond so many factors the fraction of a product has too many digits to be of use to anybody."""


@dataclass(frozen=True, slots=True)
class Step:
    """One word, number or choice of the document under one label."""

    name: str
    kind: str
    """word, absent word, number or choice"""
    count: float
    """How often it enters."""
    working: AnyWorking
    log: float
    """What it adds each time."""

    @property
    def term(self) -> float:
        """What it adds in all; nothing where it does not occur, even if its logarithm is infinite."""
        return self.count * self.log if self.count else 0.0


@dataclass(frozen=True, slots=True)
class WordGroup:
    """Words of the vocabulary that one label has seen equally often, so that one working does for all of them."""

    working: Working
    times: int
    """How many words they are."""
    log: float
    """What each of them adds."""

    @property
    def term(self) -> float:
        """What all of them add."""
        return self.times * self.log


@dataclass(frozen=True, slots=True)
class Vanishing:
    """Where the plain product becomes too small for a computer, though no factor of it is 0."""

    factor: str
    """The word, number or choice whose probability was one too many."""
    n_factors: int
    """How many had been multiplied, that one included."""
    before: float
    """What the product was before it."""


@dataclass(frozen=True, slots=True)
class LabelDerivation:
    """How one label comes to its score."""

    label: str
    prior: Working | None
    """None where the event model leaves the prior out."""
    steps: tuple[Step, ...]
    n_absent: int
    """How many words of the vocabulary the document lacks; 0 where absence does not count."""
    absent: float
    """What all of them add."""
    exact: Fraction | None
    """The plain product as an exact fraction; None where there is none, or where it is longer than any use."""
    absent_groups: tuple[WordGroup, ...] = ()
    """The same absent words, by how many documents have them."""
    divisor_groups: tuple[WordGroup, ...] = ()
    """For complement with norm: all words of the vocabulary, whose weights add up to the divisor."""

    @property
    def score(self) -> float:
        """The exact sum of prior, steps and absent words, rounded once; −∞ if any of them is impossible."""
        terms = [0.0 if self.prior is None else self.prior.log, self.absent, *(step.term for step in self.steps)]
        return -math.inf if -math.inf in terms else math.fsum(terms)

    @property
    def product(self) -> float:
        """The plain product as a computer multiplies it: 0 once it is too small to be held."""
        return math.exp(self.score) if self.score < 700 else math.inf

    @property
    def vanishing(self) -> Vanishing | None:
        """Where the plain product, multiplied in this order, becomes 0; None where it does not, or where it should."""
        if self.score == -math.inf or math.isnan(self.score):
            return None
        product, n_factors = 1.0, 0
        for name, log, times in self._factors():
            for _ in range(times):
                before, product, n_factors = product, product * math.exp(min(log, 700.0)), n_factors + 1
                if product == 0:
                    return Vanishing(name, n_factors, before)
        return None

    def _factors(self) -> Iterator[tuple[str, float, int]]:
        """The factors with their logarithms, and how often each enters; a part of a time is one of its own."""
        if self.prior is not None:
            yield "prior", self.prior.log, 1
        for step in self.steps:
            whole = int(step.count)
            yield step.name, step.log, whole
            if step.count != whole:
                yield step.name, step.log * (step.count - whole), 1
        for group in self.absent_groups:
            yield "absent word", group.log, group.times


@dataclass(frozen=True, slots=True)
class Derivation:
    """How a verdict comes about."""

    labels: tuple[LabelDerivation, ...]
    peak: float
    """The highest score, which is taken off all of them before they leave log space."""
    log_total: float
    """The logarithm of the sum of all products: peak + log Σ exp(score − peak)."""
    probabilities: tuple[float, ...] | None
    """Each label's share of that sum, not calibrated; None where the verdict is undecided."""
    exact: tuple[Fraction, ...] | None
    """The same as exact fractions, where there are such."""

    @property
    def underflows(self) -> bool:
        """Whether the plain products are all too small for a computer, so that without logarithms 0/0 is left."""
        return all(found.product == 0 for found in self.labels) and self.probabilities is not None


def derivation_of(model: Model, document: Features | CountMatrix) -> Derivation:
    """Derive the verdict on one document from the counts."""
    features = model.prepared(features_of(document))
    if features.n_documents != 1:
        raise EngineError(f"One document can be derived at a time, not {features.n_documents}.")
    sums = _label_sums(model)
    found = tuple(_of_label(model, features, number, sums) for number in range(len(model.labels)))
    scores = [label.score for label in found]
    peak = max(scores)
    log_total, probabilities = _normalised(scores, peak)
    exact = [label.exact for label in found if label.exact is not None]
    return Derivation(
        found, peak, log_total, probabilities, exact_posterior(exact) if len(exact) == len(found) else None
    )


def word_workings(model: Model, word: str) -> tuple[tuple[str, Working | ComplementWorking], ...]:
    """Return for each label how the word's probability comes about; EngineError if the model does not know it."""
    token = model.token_of(word)
    if token < 0:
        raise EngineError(f"The model does not know the word {word!r}.")
    sums = _label_sums(model)
    return tuple((label, _word_working(model, token, number, sums)) for number, label in enumerate(model.labels))


def prior_workings(model: Model) -> tuple[tuple[str, Working | None], ...]:
    """Return for each label how its prior comes about; None where the event model leaves it out."""
    return tuple((label, _prior(model, number)) for number, label in enumerate(model.labels))


def _normalised(scores: list[float], peak: float) -> tuple[float, tuple[float, ...] | None]:
    if peak == -math.inf:
        return -math.inf, None
    if peak == math.inf:
        certain = [float(score == math.inf) for score in scores]
        return math.inf, tuple(certain) if sum(certain) == 1 else None
    shares = [math.exp(score - peak) for score in scores]
    total = math.fsum(shares)
    return peak + math.log(total), tuple(share / total for share in shares)


@dataclass(frozen=True, slots=True, eq=False)
class _LabelSums:
    """Sums over all words, taken once for all steps."""

    totals: IntArray
    """(n_labels,): in units."""
    divisors: FloatArray
    """(n_labels,): for complement with norm, the sum of the sizes of all the label's weights; else 1."""


def _label_sums(model: Model) -> _LabelSums:
    n_labels = len(model.labels)
    if not model.recipe.reads_text or model.statistics.text is None:
        return _LabelSums(np.zeros(n_labels, dtype=np.int64), np.ones(n_labels))
    divisors = np.ones(n_labels)
    if model.recipe.event_model == "complement" and model.recipe.norm:
        divisors = norm_divisors(np.abs(complement_weights(model.tally, model.recipe.smoothing).weights).sum(axis=0))
    return _LabelSums(model.tally.occurrences.sum(axis=1), divisors)


def _of_label(model: Model, features: Features, label: int, sums: _LabelSums) -> LabelDerivation:
    steps = tuple(_steps(model, features, label, sums))
    groups = _absent(model, features, label)
    terms = [group.term for group in groups]
    absent = -math.inf if -math.inf in terms else math.fsum(terms)
    prior = _prior(model, label)
    exact = _exact(prior, steps, [(group.working.absent or Fraction(0), group.times) for group in groups])
    return LabelDerivation(
        model.labels[label],
        prior,
        steps,
        sum(group.times for group in groups),
        absent,
        exact,
        groups,
        _divisor_groups(model, label, sums),
    )


def _prior(model: Model, label: int) -> Working | None:
    prior, documents = model.recipe.prior, model.statistics.documents
    is_complement = model.recipe.event_model == "complement"
    if is_complement and not has_prior(len(documents), with_prior=model.recipe.with_prior):
        return None
    if prior.kind == "none":
        return None
    if prior.kind == "uniform":
        return Working(Fraction(1), Fraction(0), Fraction(len(documents)), Fraction(0))
    if prior.kind == "given":
        share = as_written(dict(prior.shares)[model.labels[label]])
        return Working(share, Fraction(0), Fraction(1), Fraction(0))
    return prior_working(documents, label, strength=prior.strength if prior.kind == "smoothed" else 0.0)


def _steps(model: Model, features: Features, label: int, sums: _LabelSums) -> Iterator[Step]:
    event_model = model.recipe.event_model
    if model.recipe.reads_text and features.text is not None and model.statistics.text is not None:
        yield from _word_steps(model, features.text, label, sums)
    if event_model in ("gaussian", "mixed") and features.numbers is not None:
        yield from _number_steps(model, features.numbers[0], label)
    if event_model in ("categorical", "mixed") and features.choices is not None:
        yield from _choice_steps(model, features.choices[0], label)


def _word_steps(model: Model, counts: CountMatrix, label: int, sums: _LabelSums) -> Iterator[Step]:
    """A single label has no complement, and so no steps."""
    text_model = model.recipe.text_model
    if text_model == "complement" and len(model.labels) < 2:
        return
    own = without_zeros(counts, model.recipe.threshold if text_model == "bernoulli" else 0.0)
    words = model.words_of(own.tokens.astype(np.int64))
    for word, token, value in zip(words, own.tokens.tolist(), own.values.tolist(), strict=True):
        working = _word_working(model, token, label, sums)
        log = working.weight if isinstance(working, ComplementWorking) else working.log
        yield Step(word, "word", 1 if text_model == "bernoulli" else value, working, log)


def _word_working(model: Model, token: int, label: int, sums: _LabelSums) -> Working | ComplementWorking:
    alpha, tally = model.recipe.smoothing, model.tally
    if model.recipe.text_model == "bernoulli":
        return bernoulli_working(tally, token, label, alpha)
    if model.recipe.event_model == "complement":
        divisor = float(sums.divisors[label])
        return complement_working(tally, token, label, alpha, divisor=divisor, totals=sums.totals)
    return multinomial_working(tally, token, label, alpha, totals=sums.totals)


def _absent(model: Model, features: Features, label: int) -> tuple[WordGroup, ...]:
    """The words that the document lacks; those in as many documents have equal factors."""
    if model.recipe.text_model != "bernoulli" or features.text is None:
        return ()
    present = without_zeros(features.text, model.recipe.threshold).tokens
    alpha, documents = as_written(model.recipe.smoothing), in_documents(model.tally.documents[label])
    groups = []
    for presences, times in zip(*_distinct(np.delete(model.tally.presences[label], present)), strict=True):
        working = Working(in_documents(presences), alpha, documents, 2 * alpha, 2)
        groups.append(WordGroup(working, times, log_of(working.absent)))
    return tuple(groups)


def _divisor_groups(model: Model, label: int, sums: _LabelSums) -> tuple[WordGroup, ...]:
    """All words of a normed complement, by how often the other labels have them."""
    if model.recipe.event_model != "complement" or not model.recipe.norm or len(model.labels) < 2:
        return ()
    alpha, n_tokens = as_written(model.recipe.smoothing), model.tally.n_tokens
    counts = np.delete(model.tally.occurrences, label, axis=0).sum(axis=0)
    total = in_documents(np.delete(sums.totals, label).sum())
    groups = []
    for count, times in zip(*_distinct(counts), strict=True):
        working = Working(in_documents(count), alpha, total, alpha * n_tokens, n_tokens)
        groups.append(WordGroup(working, times, -working.log))
    return tuple(groups)


def _distinct(presences: IntArray) -> tuple[list[int], list[int]]:
    values, times = np.unique(presences, return_counts=True)
    return values.tolist(), times.tolist()


def _number_steps(model: Model, numbers: FloatArray, label: int) -> Iterator[Step]:
    tally = model.statistics.numbers
    if tally is None:
        return
    names = model.table.numbers or tuple(map(str, range(tally.n_columns)))
    pooled = tally.moments.pooled()
    added = float(floor_of(pooled, model.recipe.var_smoothing))
    for column, (name, value) in enumerate(zip(names, numbers.tolist(), strict=True)):
        if math.isnan(value) or not pooled.weights[column]:
            continue
        moments = tally.moments[label] if tally.moments.weights[label, column] else pooled
        working = GaussianWorking(value, float(moments.means[column]), float(moments.variances[column]), added)
        yield Step(name, "number", 1, working, working.log)


def _choice_steps(model: Model, choices: IntArray, label: int) -> Iterator[Step]:
    tally = model.statistics.choices
    if tally is None:
        return
    names = model.table.choices or tuple(map(str, range(tally.n_columns)))
    for name, counts, value in zip(names, tally.counts, choices.tolist(), strict=True):
        if value >= 0:
            working = choice_working(counts, label, value, model.recipe.smoothing)
            yield Step(name, "choice", 1, working, working.log)


def _exact(prior: Working | None, steps: tuple[Step, ...], absent: list[tuple[Fraction, int]]) -> Fraction | None:
    """Multiply everything out, where everything is a fraction to a whole power and the result can be written down."""
    factors = list(absent)
    for step in steps:
        if not isinstance(step.working, Working) or step.count != int(step.count):
            return None
        factors.append((step.working.probability or Fraction(0), int(step.count)))
    if sum(times for _, times in factors) > MOST_EXACT_FACTORS:
        return None
    first = Fraction(1) if prior is None else prior.probability or Fraction(0)
    return exact_joint(first, factors)
