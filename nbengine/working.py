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

import numpy as np

from nbengine.counts import FloatArray
from nbengine.errors import EngineError
from nbengine.selection import LabelledCounts
from nbengine.units import UNIT

Smoothing = float | FloatArray


@dataclass(frozen=True, slots=True)
class Working:
    """One probability: (count + smoothing) / (total + total_smoothing)."""

    count: Fraction
    smoothing: Fraction
    total: Fraction
    total_smoothing: Fraction

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


def in_documents(units: int | np.integer) -> Fraction:
    """Return a tally's whole number as documents or words: an exact multiple of 1 / UNIT."""
    return Fraction(int(units), UNIT)


def log_of(probability: Fraction | None) -> float:
    """Return the natural logarithm of an exact fraction; numbers far beyond a float's range are no trouble."""
    if not probability:
        return -math.inf
    if Fraction(1, 2) < probability < 2:
        return math.log1p(float(probability - 1))
    return math.log(probability.numerator) - math.log(probability.denominator)


def prior_working(documents: Sequence[int], label: int, *, strength: float = 0.0) -> Working:
    """Return a label's prior from a tally's documents; `strength` is the λ that each label gets on top."""
    added = as_written(strength)
    total = in_documents(sum(int(number) for number in documents))
    return Working(in_documents(documents[label]), added, total, added * len(documents))


def multinomial_working(tally: LabelledCounts, token: int, label: int, smoothing: Smoothing = 1.0) -> Working:
    """Return P(word | label) as the word's share of all the label's words."""
    own, total_smoothing = _smoothing_of(smoothing, token, tally.occurrences.shape[1])
    occurrences = tally.occurrences[label]
    return Working(in_documents(occurrences[token]), own, in_documents(occurrences.sum()), total_smoothing)


def bernoulli_working(tally: LabelledCounts, token: int, label: int, smoothing: Smoothing = 1.0) -> Working:
    """Return P(a document has the word | label) as a share of the label's documents."""
    own, _ = _smoothing_of(smoothing, token, tally.presences.shape[1])
    present = in_documents(tally.presences[label, token])
    return Working(present, own, in_documents(tally.documents[label]), 2 * own)


def complement_working(
    tally: LabelledCounts, token: int, label: int, smoothing: Smoothing = 1.0, *, divisor: float = 1.0
) -> ComplementWorking:
    """Return the word's share of all *other* labels' words, and the weight it becomes."""
    own, total_smoothing = _smoothing_of(smoothing, token, tally.occurrences.shape[1])
    in_all, mine = tally.occurrences[:, token].sum(), tally.occurrences[label, token]
    total = int(tally.occurrences.sum()) - int(tally.occurrences[label].sum())
    share = Working(in_documents(int(in_all) - int(mine)), own, in_documents(total), total_smoothing)
    return ComplementWorking(share, divisor)


def choice_working(value_counts: Sequence[int], value: int, smoothing: float = 1.0) -> Working:
    """Return P(value | label) of one categorical column from the label's counts; value −1 is one never seen at all."""
    own = as_written(smoothing)
    n_values = len(value_counts) + (value < 0)
    count = 0 if value < 0 else value_counts[value]
    return Working(in_documents(count), own, in_documents(sum(map(int, value_counts))), own * n_values)


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
