"""A probability step by step, in exact fractions: counts → smoothed → logarithm, for every event model.

Smoothing is taken as it was written: 0.1 is one tenth here, where the scorer has the nearest binary number; the two
agree to the last few bits. Curves of numeric columns and the divisor of a normed complement have no exact fraction;
their working is in `GaussianWorking` and in the divisor of a `ComplementWorking`. How each event model comes to its
workings is written in its own module.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, FloatArray, IntArray
from nbengine.errors import EngineError

Smoothing = float | FloatArray
Figures = dict[str, Any]
"""The parts of a working in plain values: numbers, texts, None, and figures again."""


@dataclass(frozen=True, slots=True)
class SmoothedShare:
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

    @property
    def share(self) -> SmoothedShare:
        """The share that every working of a word begins with: of this one, itself."""
        return self

    @property
    def formula(self) -> Formula:
        return "log[", self, "]"

    @property
    def figures(self) -> Figures:
        probability = self.probability
        return {
            "count": float(self.count),
            "smoothing": float(self.smoothing),
            "total": float(self.total),
            "total_smoothing": float(self.total_smoothing),
            "outcomes": float(self.n_outcomes),
            "fraction": None if probability is None else str(probability),
            "probability": None if probability is None else float(probability),
        }


Formula = tuple[str | SmoothedShare, ...]
"""A logarithm as people write it, in which shares stand to be written out."""


@dataclass(frozen=True, slots=True)
class ComplementWorking:
    """A word's weight under complement: −log(share), divided by the label's divisor where there is a norm."""

    share: SmoothedShare
    divisor: float = 1.0

    @property
    def log(self) -> float:
        """The term that one occurrence adds."""
        return -self.share.log / self.divisor

    @property
    def formula(self) -> Formula:
        if self.divisor == 1.0:
            return "−log[", self.share, "]"
        return "(−log[", self.share, f"]) / {self.divisor:.6g}"

    @property
    def figures(self) -> Figures:
        return {**self.share.figures, "divisor": self.divisor, "weight": self.log}


@dataclass(frozen=True, slots=True)
class GaussianWorking:
    """A number's term under a normal curve: −½ log(2π·variance) − (value − mean)² / (2·variance)."""

    value: float
    mean: float
    own_variance: float
    added_variance: float
    """The variance that smoothing adds: its share of the widest column's variance."""
    mean_rest: float = 0.0
    """The rounding error of the mean."""

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
        return -(((self.value - self.mean) - self.mean_rest) ** 2) / (2 * self.variance)

    @property
    def log(self) -> float:
        return self.height + self.distance

    @property
    def formula(self) -> Formula:
        spread = f"{self.variance:.6g}"
        return (f"−½ log(2π·{spread}) − ({self.value:g} − {self.mean:.6g})² / (2·{spread})",)

    @property
    def figures(self) -> Figures:
        return {
            "value": self.value,
            "mean": self.mean,
            "variance": self.own_variance,
            "added_variance": self.added_variance,
        }


@dataclass(frozen=True, slots=True)
class RatioWorking:
    """A word's log ratio: its share under the label against its share under all others together."""

    inside: SmoothedShare
    outside: SmoothedShare | None
    """None where there is no other label."""
    factor: float = 1.0
    """The part of it that counts."""

    def counting(self, weight: float) -> RatioWorking:
        """The same ratio, with the factor that makes this weight of it; where it says nothing there is none."""
        return RatioWorking(self.inside, self.outside, weight / self.ratio if self.ratio else 0.0)

    @property
    def ratio(self) -> float:
        """Naive Bayes' own log ratio, as if all of it counted."""
        return self.inside.log - (0.0 if self.outside is None else self.outside.log)

    @property
    def log(self) -> float:
        """The term that one unit of the word adds."""
        return self.factor * self.ratio

    @property
    def share(self) -> SmoothedShare:
        return self.inside

    @property
    def formula(self) -> Formula:
        outside: Formula = () if self.outside is None else (" − log[", self.outside, "]")
        return f"{self.factor:.6g}".replace("-", "−") + " · (log[", self.inside, "]", *outside, ")"

    @property
    def figures(self) -> Figures:
        outside = {} if self.outside is None else {"outside": self.outside.figures}
        return {**self.inside.figures, **outside, "ratio": self.ratio, "factor": self.factor}


WordShare = SmoothedShare | ComplementWorking | RatioWorking
"""The working of one word, which differs for complement and for ratios."""


@dataclass(frozen=True, slots=True)
class StartWorking:
    """The start of a label beside its prior, where factors are fitted: a number that the fit found."""

    log: float

    @property
    def formula(self) -> Formula:
        return (f"{self.log:.6g}",)

    @property
    def figures(self) -> Figures:
        return {"fitted": self.log}


AnyWorking = WordShare | GaussianWorking | StartWorking


@dataclass(frozen=True, slots=True)
class Step:
    """One word, number or choice of the document under one label."""

    name: str
    kind: str
    """word, absent word, number or choice"""
    count: float
    """The number of times it enters."""
    working: AnyWorking
    log: float
    """The logarithm that it adds each time."""

    @property
    def term(self) -> float:
        """The sum that it adds in all; 0 where it does not occur, even if its logarithm is infinite."""
        return self.count * self.log if self.count else 0.0


@dataclass(frozen=True, slots=True)
class WordGroup:
    """Words of the vocabulary that one label has seen equally often, so that one working does for all of them."""

    working: SmoothedShare
    times: int
    """The number of words in the group."""
    log: float
    """The logarithm that each of them adds."""

    @property
    def term(self) -> float:
        """The sum that all of them add."""
        return self.times * self.log


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


def groups_of(units: npt.NDArray[Any]) -> Iterator[tuple[int, int]]:
    """Yield the distinct numbers of an array, and how often each occurs."""
    values, times = np.unique(units, return_counts=True)
    return zip(values.tolist(), times.tolist(), strict=True)


def prior_working(documents: IntArray, label: int, *, strength: float = 0.0) -> SmoothedShare:
    """Return a label's prior from a tally's documents; `strength` is the λ that each label gets on top."""
    added = as_written(strength)
    return SmoothedShare(
        in_documents(documents[label]), added, in_documents(documents.sum()), added * len(documents), len(documents)
    )


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


def smoothing_of(smoothing: Smoothing, token: int, n_tokens: int) -> tuple[Fraction, Fraction]:
    """Return a token's own smoothing and that of all tokens together."""
    if isinstance(smoothing, np.ndarray):
        return as_written(float(smoothing[token])), sum(map(as_written, smoothing.tolist()), Fraction(0))
    return as_written(smoothing), as_written(smoothing) * n_tokens
