"""The complete derivation of a verdict: every count, fraction, logarithm and sum, for each label.

The steps are computed from the counts, as exact fractions if the event model has them. They do not use the scorer, and
therefore also check it: both agree up to the last few bits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from nbengine.counts import CountMatrix
from nbengine.errors import EngineError
from nbengine.events.event_model import JudgedDocument, WordSums
from nbengine.explanations.exact_fractions import (
    Formula,
    RatioCalculation,
    SmoothedShare,
    Step,
    WordCalculation,
    WordGroup,
    exact_joint,
    exact_posterior,
    fraction_as_written,
    prior_fraction,
)
from nbengine.learnt.statistics import Features, require_part, to_features
from nbengine.models.model import Model
from nbengine.notebooks import NotebookHtml

MAX_EXACT_FACTORS = 4_000
"""Largest number of factors of an exact product. A product of more factors has too many digits to be read."""


@dataclass(frozen=True, slots=True)
class Underflow:
    """The factor at which the product of the probabilities becomes 0 in floating point, although no factor is 0."""

    factor: str
    """Name of the word, number or choice with this factor."""
    n_factors: int
    """Number of factors multiplied so far, including this one."""
    before: float
    """Product of the factors before this one."""


@dataclass(frozen=True, slots=True)
class LabelDerivation:
    """The derivation of one label's score."""

    label: Any
    """The label, as the user gave it."""
    prior: SmoothedShare | None
    """How the prior of the label is computed; None if the event model ignores the prior."""
    steps: tuple[Step, ...]
    n_absent: int
    """Number of vocabulary words that are absent from the document; 0 if absence does not count."""
    absent: float
    """Sum of the log-probabilities of all absent words."""
    exact: Fraction | None
    """The product of all probabilities as an exact fraction.

    None if a factor is not a fraction, or if there are too many.
    """
    absent_groups: tuple[WordGroup, ...] = ()
    """The absent words, grouped by the number of documents that contain them."""
    divisor_groups: tuple[WordGroup, ...] = ()
    """For complement naive Bayes with `norm`: all vocabulary words. Their weights sum to the divisor. Otherwise empty.
    """

    @property
    def score(self) -> float:
        """Exact sum of the logarithms of prior, steps and absent words, rounded once; −∞ if any of them is −∞."""
        terms = [0.0 if self.prior is None else self.prior.log, self.absent, *(step.term for step in self.steps)]
        return -math.inf if -math.inf in terms else math.fsum(terms)

    @property
    def product(self) -> float:
        """The product of all probabilities in floating point; 0 if it underflows."""
        return math.exp(self.score) if self.score < 700 else math.inf

    @property
    def underflow(self) -> Underflow | None:
        """The factor at which the product becomes 0 in floating point, multiplied in order; None if the product does
        not.
        """
        if self.score == -math.inf or math.isnan(self.score):
            return None
        product, n_factors = 1.0, 0
        for name, log, times in self._factors():
            for _ in range(times):
                before, product, n_factors = product, product * math.exp(min(log, 700.0)), n_factors + 1
                if product == 0:
                    return Underflow(name, n_factors, before)
        return None

    def _factors(self) -> Iterator[tuple[str, float, int]]:
        """Yield name, logarithm and multiplicity of each factor.

        The fractional part of a count is a separate factor.
        """
        if self.prior is not None:
            yield "prior", self.prior.log, 1
        for step in self.steps:
            whole = int(step.count)
            yield step.name, step.log, whole
            if step.count != whole:
                yield step.name, step.log * (step.count - whole), 1
        for group in self.absent_groups:
            yield "absent word", group.log, group.n_words


@dataclass(frozen=True, slots=True, repr=False)
class Derivation(NotebookHtml):
    """The derivation of a verdict, from counts to the probability of each label."""

    labels: tuple[LabelDerivation, ...]
    peak: float
    """The highest score. It is subtracted from all scores before `exp` is applied."""
    log_total: float
    """Logarithm of the sum of the products of all labels: peak + log Σ exp(score − peak)."""
    probabilities: tuple[float, ...] | None
    """Product of each label divided by the sum over all labels, without calibration; None if undecided."""
    exact: tuple[Fraction, ...] | None
    """`probabilities` as exact fractions; None if a product has none."""

    @property
    def do_all_underflow(self) -> bool:
        """Whether the products of all labels are 0 in floating point, so that only their logarithms can be compared."""
        return all(label.product == 0 for label in self.labels) and self.probabilities is not None

    def __repr__(self) -> str:
        """Return the whole calculation as lines of text."""
        shares: tuple[float | None, ...] = self.probabilities or (None,) * len(self.labels)
        lines = (_derivation_lines(label, share) for label, share in zip(self.labels, shares, strict=True))
        return "\n".join(line for part in lines for line in part)


def _derivation_lines(part: LabelDerivation, share: float | None) -> Iterator[str]:
    """Yield the calculation of one label as lines of text."""
    yield f"{part.label!r}:"
    if part.prior is not None:
        yield f"  prior: {_formula_text(part.prior.formula)} = {part.prior.log:.6f}"
    for step in part.steps:
        times = "" if step.count == 1 else f"{step.count:g} × "
        name = "bias" if step.kind == "start" else step.name
        yield f"  {name}: {times}{_formula_text(step.working.formula)} = {step.term:.6f}"
    for group in part.absent_groups:
        yield f"  {group.n_words} absent: {group.n_words} × {group.log:.6f} = {group.term:.6f}"
    yield f"  sum: {part.score:.6f}" + ("" if share is None else f", probability {share:.6g}")


def _formula_text(formula: Formula) -> str:
    return "".join(part if isinstance(part, str) else _share_text(part) for part in formula)


def _share_text(share: SmoothedShare) -> str:
    """Return a smoothed share as the formula from which it is computed, such as `(2 + 1) / (7 + 5)`."""
    sums = ((share.count, share.smoothing), (share.total, share.total_smoothing))
    above, below = (f"({float(one):.10g} + {float(more):.10g})" if more else f"{float(one):.10g}" for one, more in sums)
    return f"{above} / {below}"


def derivation_of(model: Model, document: Features | CountMatrix) -> Derivation:
    """Derive the verdict on one document from the counts."""
    features = model.prepare(to_features(document))
    if features.n_documents != 1:
        raise EngineError(f"One document can be derived at a time, not {features.n_documents}.")
    settings, table = model.recipe.settings, model.table
    judged = JudgedDocument(
        model.scored_statistics,
        features,
        settings,
        model.words_of,
        table.numbers,
        table.choices,
        _compute_word_sums(model),
    )
    derivations = tuple(_derive_label(model, judged, number) for number in range(len(model.labels)))
    scores = [label.score for label in derivations]
    peak = max(scores)
    log_total, probabilities = _normalise_scores(scores, peak)
    exact = [label.exact for label in derivations if label.exact is not None]
    return Derivation(
        derivations, peak, log_total, probabilities, exact_posterior(exact) if len(exact) == len(derivations) else None
    )


def explain_word_probabilities(model: Model, word: str) -> tuple[tuple[str, WordCalculation], ...]:
    """Return for each label how a word's probability is computed. Raises `EngineError` for an unknown word."""
    token = model.token_of(word)
    if token < 0:
        raise EngineError(f"The model does not know the word {word!r}.")
    text, settings = require_part(model.recipe.event.text_model(model.recipe.settings), "text"), model.recipe.settings
    sums = _compute_word_sums(model)
    workings = [text.explain_word(model.tally, token, number, settings, sums) for number in range(len(model.labels))]
    if model.recipe.is_fitted:
        weights = model.scorer.weights_of(np.array([token]))[0].tolist()
        workings = [
            working.with_weight(weight) if isinstance(working, RatioCalculation) else working
            for working, weight in zip(workings, weights, strict=True)
        ]
    return tuple(zip(model.labels, workings, strict=True))


def explain_priors(model: Model) -> tuple[tuple[str, SmoothedShare | None], ...]:
    """Return for each label how its prior is computed; None if the event model ignores the prior."""
    return tuple((label, _derive_prior(model, number)) for number, label in enumerate(model.labels))


def _normalise_scores(scores: list[float], peak: float) -> tuple[float, tuple[float, ...] | None]:
    if peak == -math.inf:
        return -math.inf, None
    if peak == math.inf:
        certain = [float(score == math.inf) for score in scores]
        return math.inf, tuple(certain) if sum(certain) == 1 else None
    shares = [math.exp(score - peak) for score in scores]
    total = math.fsum(shares)
    return peak + math.log(total), tuple(share / total for share in shares)


def _compute_word_sums(model: Model) -> WordSums:
    text, settings = model.recipe.event.text_model(model.recipe.settings), model.recipe.settings
    if text is None or model.statistics.text is None:
        return WordSums(np.zeros(len(model.labels), dtype=np.int64), np.ones(len(model.labels)))
    return text.compute_word_sums(model.tally, settings)


def _derive_label(model: Model, judged: JudgedDocument, label: int) -> LabelDerivation:
    steps = tuple(model.recipe.event.derivation_steps(judged, label))
    groups, divisor_groups = tuple[WordGroup, ...](), tuple[WordGroup, ...]()
    text = model.recipe.event.text_model(judged.settings)
    if text is not None and judged.features.text is not None and judged.statistics.text is not None:
        groups, divisor_groups = text.group_absent_words(judged, label), text.group_words_of_divisor(judged, label)
    terms = [group.term for group in groups]
    absent = -math.inf if -math.inf in terms else math.fsum(terms)
    prior = _derive_prior(model, label)
    exact = _exact_product(prior, steps, [(group.working.absent or Fraction(0), group.n_words) for group in groups])
    return LabelDerivation(
        model.labels[label],
        prior,
        steps,
        sum(group.n_words for group in groups),
        absent,
        exact,
        groups,
        divisor_groups,
    )


def _derive_prior(model: Model, label: int) -> SmoothedShare | None:
    prior, documents = model.recipe.prior, model.statistics.documents
    if not model.recipe.event.has_prior(len(documents), model.recipe.settings):
        return None
    if prior.kind == "none":
        return None
    if prior.kind == "uniform":
        return SmoothedShare(Fraction(1), Fraction(0), Fraction(len(documents)), Fraction(0))
    if prior.kind == "given":
        share = fraction_as_written(dict(prior.shares)[model.labels[label]])
        return SmoothedShare(share, Fraction(0), Fraction(1), Fraction(0))
    return prior_fraction(documents, label, strength=prior.strength if prior.kind == "smoothed" else 0.0)


def _exact_product(
    prior: SmoothedShare | None, steps: tuple[Step, ...], absent: list[tuple[Fraction, int]]
) -> Fraction | None:
    """Return the product of the prior, the steps and the absent words as an exact fraction.

    It is None if a factor is not a fraction raised to an integer power, or if there are more than `MAX_EXACT_FACTORS`
    factors.
    """
    factors = list(absent)
    for step in steps:
        if not isinstance(step.working, SmoothedShare) or step.count != int(step.count):
            return None
        factors.append((step.working.probability or Fraction(0), int(step.count)))
    if sum(times for _, times in factors) > MAX_EXACT_FACTORS:
        return None
    first = Fraction(1) if prior is None else prior.probability or Fraction(0)
    return exact_joint(first, factors)
