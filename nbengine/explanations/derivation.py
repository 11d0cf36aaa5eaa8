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

from nbengine.counts import CountMatrix
from nbengine.errors import EngineError
from nbengine.events.event_model import JudgedDocument, WordSums
from nbengine.explanations.exact_fractions import (
    RatioWorking,
    SmoothedShare,
    Step,
    WordGroup,
    WordShare,
    as_written,
    exact_joint,
    exact_posterior,
    prior_working,
)
from nbengine.learnt.statistics import Features, features_of, require_part
from nbengine.models.model import Model
from nbengine.notebooks import ShownInNotebooks

MOST_EXACT_FACTORS = 4_000
"""Beyond so many factors the fraction of a product has too many digits to be of use to anybody."""


@dataclass(frozen=True, slots=True)
class Vanishing:
    """The factor at which the plain product becomes 0 for a computer, though no factor of it is 0."""

    factor: str
    """The word, number or choice whose probability was one too many."""
    n_factors: int
    """The number of factors multiplied so far, this one included."""
    before: float
    """The product before this factor."""


@dataclass(frozen=True, slots=True)
class LabelDerivation:
    """The steps by which one label comes to its score."""

    label: str
    prior: SmoothedShare | None
    """None where the event model leaves the prior out."""
    steps: tuple[Step, ...]
    n_absent: int
    """The number of vocabulary words that the document lacks; 0 where absence does not count."""
    absent: float
    """The log-probability that all of them add."""
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
        """Return where the plain product, multiplied in this order, wrongly becomes 0; None where it does not."""
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
        """Yield the factors with their logarithms, and how often each enters; a part of a time is one of its own."""
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
class Derivation(ShownInNotebooks):
    """A verdict worked out from the counts to the probability of each label."""

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
        """Return whether all plain products are too small for a computer, so that only logarithms help."""
        return all(found.product == 0 for found in self.labels) and self.probabilities is not None


def derivation_of(model: Model, document: Features | CountMatrix) -> Derivation:
    """Derive the verdict on one document from the counts."""
    features = model.prepared(features_of(document))
    if features.n_documents != 1:
        raise EngineError(f"One document can be derived at a time, not {features.n_documents}.")
    settings, table = model.recipe.settings, model.table
    judged = JudgedDocument(
        model.scored_statistics, features, settings, model.words_of, table.numbers, table.choices, _word_sums(model)
    )
    found = tuple(_of_label(model, judged, number) for number in range(len(model.labels)))
    scores = [label.score for label in found]
    peak = max(scores)
    log_total, probabilities = _normalised(scores, peak)
    exact = [label.exact for label in found if label.exact is not None]
    return Derivation(
        found, peak, log_total, probabilities, exact_posterior(exact) if len(exact) == len(found) else None
    )


def word_workings(model: Model, word: str) -> tuple[tuple[str, WordShare], ...]:
    """Return for each label how the word's probability comes about; EngineError if the model does not know it."""
    token = model.token_of(word)
    if token < 0:
        raise EngineError(f"The model does not know the word {word!r}.")
    text, settings = require_part(model.recipe.event.text_part(model.recipe.settings), "text"), model.recipe.settings
    sums = _word_sums(model)
    workings = [text.word_working(model.tally, token, number, settings, sums) for number in range(len(model.labels))]
    if model.recipe.is_fitted:
        weights = model.scorer.weights_of(np.array([token]))[0].tolist()
        workings = [
            working.counting(weight) if isinstance(working, RatioWorking) else working
            for working, weight in zip(workings, weights, strict=True)
        ]
    return tuple(zip(model.labels, workings, strict=True))


def prior_workings(model: Model) -> tuple[tuple[str, SmoothedShare | None], ...]:
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


def _word_sums(model: Model) -> WordSums:
    text, settings = model.recipe.event.text_part(model.recipe.settings), model.recipe.settings
    if text is None or model.statistics.text is None:
        return WordSums(np.zeros(len(model.labels), dtype=np.int64), np.ones(len(model.labels)))
    return text.word_sums(model.tally, settings)


def _of_label(model: Model, judged: JudgedDocument, label: int) -> LabelDerivation:
    steps = tuple(model.recipe.event.steps(judged, label))
    groups, divisor_groups = tuple[WordGroup, ...](), tuple[WordGroup, ...]()
    text = model.recipe.event.text_part(judged.settings)
    if text is not None and judged.features.text is not None and judged.statistics.text is not None:
        groups, divisor_groups = text.absent_groups(judged, label), text.divisor_groups(judged, label)
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
        divisor_groups,
    )


def _prior(model: Model, label: int) -> SmoothedShare | None:
    prior, documents = model.recipe.prior, model.statistics.documents
    if not model.recipe.event.has_prior(len(documents), model.recipe.settings):
        return None
    if prior.kind == "none":
        return None
    if prior.kind == "uniform":
        return SmoothedShare(Fraction(1), Fraction(0), Fraction(len(documents)), Fraction(0))
    if prior.kind == "given":
        share = as_written(dict(prior.shares)[model.labels[label]])
        return SmoothedShare(share, Fraction(0), Fraction(1), Fraction(0))
    return prior_working(documents, label, strength=prior.strength if prior.kind == "smoothed" else 0.0)


def _exact(prior: SmoothedShare | None, steps: tuple[Step, ...], absent: list[tuple[Fraction, int]]) -> Fraction | None:
    """Multiply everything out, where everything is a fraction to a whole power and the result can be written down."""
    factors = list(absent)
    for step in steps:
        if not isinstance(step.working, SmoothedShare) or step.count != int(step.count):
            return None
        factors.append((step.working.probability or Fraction(0), int(step.count)))
    if sum(times for _, times in factors) > MOST_EXACT_FACTORS:
        return None
    first = Fraction(1) if prior is None else prior.probability or Fraction(0)
    return exact_joint(first, factors)
