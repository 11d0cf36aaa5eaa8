"""A probability step by step, in exact fractions: counts → smoothed → logarithm, for every event model.

Smoothing is taken as it was written: 0.1 is one tenth here, where the scorer has the nearest binary number; the two
agree to the last few bits. Curves of numeric columns and the divisor of a normed complement have no exact fraction;
their working is in `gaussian_working` and in the divisor handed to `complement_working`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.weight_units import UNIT
from nbengine.errors import EngineError
from nbengine.models.vocabulary_selection import LabelledCounts

Smoothing = float | FloatArray


@dataclass(frozen=True, slots=True)
class Working:
    """One probability: (count + smoothing) / (total + total_smoothing)."""

    count: Fraction
    smoothing: Fraction
    total: Fraction
    total_smoothing: Fraction
    n_outcomes: int = 0
    """Among how many outcomes the whole is shared, each with its smoothing; 0 where nobody counted them."""

    @property
    def probability(self) -> Fraction | None:
        """The smoothed share; None where it is 0 out of 0."""
        below = self.total + self.total_smoothing
        return (self.count + self.smoothing) / below if below else None

    @property
    def absent(self) -> Fraction | None:
        """The probability of the opposite: for Bernoulli, that a document lacks the word."""
        return None if self.probability is None else 1 - self.probability

    @property
    def log(self) -> float:
        """The natural logarithm; −∞ for what is impossible, and for 0 out of 0, which nothing speaks for."""
        return log_of(self.probability)


@dataclass(frozen=True, slots=True)
class ComplementWorking:
    """How a complement's share becomes a weight: −log(share), divided by the label's divisor where there is a norm."""

    share: Working
    divisor: float = 1.0

    @property
    def weight(self) -> float:
        return -self.share.log / self.divisor


@dataclass(frozen=True, slots=True)
class GaussianWorking:
    """How a number becomes a term: −½ log(2π·variance) − (value − mean)² / (2·variance)."""

    value: float
    mean: float
    own_variance: float
    added_variance: float
    """What variance smoothing adds: its share of the widest column's variance."""

    @property
    def variance(self) -> float:
        return self.own_variance + self.added_variance

    @property
    def height(self) -> float:
        """The part that only the curve decides."""
        return -0.5 * math.log(2 * math.pi * self.variance)

    @property
    def distance(self) -> float:
        """The part that falls with the square of the distance to the mean."""
        return -((self.value - self.mean) ** 2) / (2 * self.variance)

    @property
    def log(self) -> float:
        return self.height + self.distance


def as_written(number: float) -> Fraction:
    """Return the fraction that a decimal stands for: 0.1 is 1/10, not the binary number next to it."""
    if not math.isfinite(number):
        raise EngineError(f"{number} is no fraction.")
    return Fraction(repr(float(number)))


def in_documents(units: Any) -> Fraction:
    """Return a tally's number as documents or words: a multiple of 1 / UNIT, but for those of tf-idf."""
    return Fraction(units.item() if isinstance(units, np.generic) else units) / UNIT


def log_of(probability: Fraction | None) -> float:
    """Return the natural logarithm of an exact fraction; numbers far beyond a float's range are no trouble."""
    if not probability:
        return -math.inf
    if Fraction(1, 2) < probability < 2:
        return math.log1p(float(probability - 1))
    return math.log(probability.numerator) - math.log(probability.denominator)


def prior_working(documents: IntArray, label: int, *, strength: float = 0.0) -> Working:
    """Return a label's prior from a tally's documents; `strength` is the λ that each label gets on top."""
    added = as_written(strength)
    return Working(
        in_documents(documents[label]), added, in_documents(documents.sum()), added * len(documents), len(documents)
    )


def multinomial_working(
    tally: LabelledCounts, token: int, label: int, smoothing: Smoothing = 1.0, *, totals: IntArray | None = None
) -> Working:
    """Return P(word | label) as the word's share of all the label's words, which `totals` has if they are known."""
    n_tokens = tally.occurrences.shape[1]
    own, total_smoothing = _smoothing_of(smoothing, token, n_tokens)
    total = tally.occurrences[label].sum() if totals is None else totals[label]
    return Working(in_documents(tally.occurrences[label, token]), own, in_documents(total), total_smoothing, n_tokens)


def bernoulli_working(tally: LabelledCounts, token: int, label: int, smoothing: Smoothing = 1.0) -> Working:
    """Return P(a document has the word | label) as a share of the label's documents."""
    own, _ = _smoothing_of(smoothing, token, tally.presences.shape[1])
    present = in_documents(tally.presences[label, token])
    return Working(present, own, in_documents(tally.documents[label]), 2 * own, 2)


def complement_working(
    tally: LabelledCounts,
    token: int,
    label: int,
    smoothing: Smoothing = 1.0,
    *,
    divisor: float = 1.0,
    totals: IntArray | None = None,
) -> ComplementWorking:
    """Return the word's share of all *other* labels' words, and the weight it becomes."""
    n_tokens = tally.occurrences.shape[1]
    own, total_smoothing = _smoothing_of(smoothing, token, n_tokens)
    all_totals = tally.occurrences.sum(axis=1) if totals is None else totals
    count, total = np.delete(tally.occurrences[:, token], label).sum(), np.delete(all_totals, label).sum()
    share = Working(in_documents(count), own, in_documents(total), total_smoothing, n_tokens)
    return ComplementWorking(share, divisor)


def choice_working(counts: IntArray, label: int, value: int, smoothing: float = 1.0) -> Working:
    """Return P(value | label) of one categorical column, whose counts are (n_labels, n_values).

    A value that nobody chose is an unknown one, which stands beside the known ones as one more.
    """
    own, is_seen = as_written(smoothing), counts.sum(axis=0) > 0
    is_known = 0 <= value < len(is_seen) and bool(is_seen[value])
    count = counts[label, value] if is_known else 0
    n_values = int(is_seen.sum()) + (not is_known)
    return Working(in_documents(count), own, in_documents(counts[label].sum()), own * n_values, n_values)


def exact_joint(prior: Fraction, factors: Iterable[tuple[Fraction, int]]) -> Fraction:
    """Return the plain product of a prior and probabilities raised to whole powers, with no rounding at all."""
    product = prior
    for probability, times in factors:
        product *= probability**times
    return product


def exact_posterior(joints: Sequence[Fraction]) -> tuple[Fraction, ...] | None:
    """Return each label's share of the sum; None if every label is impossible, which leaves the verdict undecided."""
    total = sum(joints, Fraction(0))
    return tuple(joint / total for joint in joints) if total else None


def _smoothing_of(smoothing: Smoothing, token: int, n_tokens: int) -> tuple[Fraction, Fraction]:
    """Return a token's own smoothing and that of all tokens together."""
    if isinstance(smoothing, np.ndarray):
        return as_written(float(smoothing[token])), sum(map(as_written, smoothing.tolist()), Fraction(0))
    return as_written(smoothing), as_written(smoothing) * n_tokens
