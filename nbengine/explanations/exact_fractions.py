"""How probabilities are computed: from counts through smoothing to the logarithm, for every event model.

`SmoothedShare` and each `...Calculation` class hold one such calculation. They have `log` (the log-probability or
weight), `formula` (its parts for display) and `figures` (plain values for JSON). The module of each event model creates
the objects.

A smoothing of 0.1 is exactly one tenth here, while the scorer uses the nearest binary number. Both results agree up to
the last few bits. Two calculations have no exact fraction: normal distributions of number columns
(`GaussianCalculation`), and the divisor of complement with norm (`ComplementCalculation`).
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
"""The numbers of one calculation for JSON: numbers, strings, None, and nested figures."""


@dataclass(frozen=True, slots=True)
class SmoothedShare:
    """A smoothed share of counts: (count + smoothing) / (total + total_smoothing), as an exact fraction."""

    count: Fraction
    smoothing: Fraction
    total: Fraction
    total_smoothing: Fraction
    n_outcomes: int = 0
    """Number of possible outcomes, such as vocabulary words, that share the total; 0 if unknown."""

    @property
    def probability(self) -> Fraction | None:
        """(count + smoothing) / (total + total_smoothing); None if it is 0/0."""
        below = self.total + self.total_smoothing
        return (self.count + self.smoothing) / below if below else None

    @property
    def absent(self) -> Fraction | None:
        """1 − probability. For Bernoulli, the probability that a document does not contain the word."""
        return None if self.probability is None else 1 - self.probability

    @property
    def log(self) -> float:
        """The natural logarithm; −∞ if the probability is 0, or 0/0."""
        return log_of(self.probability)

    @property
    def share(self) -> SmoothedShare:
        """This object itself. It has the same interface as other calculations, whose `share` is the `SmoothedShare`
        inside.
        """
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
"""A formula: text, and `SmoothedShare` objects that are displayed as fractions."""


@dataclass(frozen=True, slots=True)
class ComplementCalculation:
    """A word's weight in complement naive Bayes: −log(share). With norm, it is divided by the label's divisor."""

    share: SmoothedShare
    divisor: float = 1.0

    @property
    def log(self) -> float:
        """The weight: the amount that one occurrence of the word adds to the score."""
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
class GaussianCalculation:
    """A number's term under a normal distribution: −½ log(2π·variance) − (value − mean)² / (2·variance)."""

    value: float
    mean: float
    own_variance: float
    added_variance: float
    """Variance added by smoothing: a share of the largest variance of all columns."""
    mean_rest: float = 0.0
    """Rounding error of the mean."""

    @property
    def variance(self) -> float:
        return self.own_variance + self.added_variance

    @property
    def peak_term(self) -> float:
        """The logarithm of the curve's maximum: −½ log(2π·variance)."""
        return -0.5 * math.log(2 * math.pi * self.variance)

    @property
    def distance_term(self) -> float:
        """The log term for the distance to the mean: −(value − mean)² / (2·variance)."""
        return -(((self.value - self.mean) - self.mean_rest) ** 2) / (2 * self.variance)

    @property
    def log(self) -> float:
        return self.peak_term + self.distance_term

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
class RatioCalculation:
    """A word's log ratio, times a fitted factor.

    The ratio compares the word's share under the label with its share under all other labels together.
    """

    inside_share: SmoothedShare
    outside: SmoothedShare | None
    """The word's share under all other labels together; None if there is no other label."""
    factor: float = 1.0
    """The fitted factor by which the ratio is multiplied."""

    def with_weight(self, weight: float) -> RatioCalculation:
        """Return a copy whose factor is chosen so that factor × ratio = `weight`. The factor is 0 if the ratio is 0."""
        return RatioCalculation(self.inside_share, self.outside, weight / self.ratio if self.ratio else 0.0)

    @property
    def ratio(self) -> float:
        """The log ratio of plain naive Bayes, with a factor of 1."""
        return self.inside_share.log - (0.0 if self.outside is None else self.outside.log)

    @property
    def log(self) -> float:
        """factor × ratio: the amount that one unit of the word adds to the score."""
        return self.factor * self.ratio

    @property
    def share(self) -> SmoothedShare:
        return self.inside_share

    @property
    def formula(self) -> Formula:
        outside: Formula = () if self.outside is None else (" − log[", self.outside, "]")
        return f"{self.factor:.6g}".replace("-", "−") + " · (log[", self.inside_share, "]", *outside, ")"

    @property
    def figures(self) -> Figures:
        outside = {} if self.outside is None else {"outside": self.outside.figures}
        return {**self.inside_share.figures, **outside, "ratio": self.ratio, "factor": self.factor}


WordCalculation = SmoothedShare | ComplementCalculation | RatioCalculation
"""How one word's weight is computed. The type depends on the event model."""


@dataclass(frozen=True, slots=True)
class BiasCalculation:
    """The fitted bias of a label, which is added to its prior."""

    log: float

    @property
    def formula(self) -> Formula:
        return (f"{self.log:.6g}",)

    @property
    def figures(self) -> Figures:
        return {"fitted": self.log}


AnyCalculation = WordCalculation | GaussianCalculation | BiasCalculation


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a derivation: a word, number or choice of the document, and its term for one label."""

    name: str
    kind: str
    """One of `word`, `absent word`, `number` and `choice`."""
    count: float
    """Number of occurrences in the document, or the tf-idf weight."""
    working: AnyCalculation
    log: float
    """Log-probability, or weight, of one occurrence."""

    @property
    def term(self) -> float:
        """`count` × `log`. It is 0 if the count is 0, even if the logarithm is infinite."""
        return self.count * self.log if self.count else 0.0


@dataclass(frozen=True, slots=True)
class WordGroup:
    """Vocabulary words with equal counts under one label. They all have the same probability."""

    working: SmoothedShare
    n_words: int
    """Number of words in the group."""
    log: float
    """Log-probability of each word."""

    @property
    def term(self) -> float:
        """Log-probability of all words of the group together."""
        return self.n_words * self.log


def fraction_as_written(number: float) -> Fraction:
    """Return the fraction with the number's decimal representation: 1/10 for 0.1, not the nearest binary number."""
    if not math.isfinite(number):
        raise EngineError(f"{number} is no fraction.")
    return Fraction(repr(float(number)))


def units_to_documents(units: Any) -> Fraction:
    """Convert an amount in a tally, in units of 2⁻²⁰, to a number of documents or words."""
    return Fraction(units.item() if isinstance(units, np.generic) else units) / UNIT


def log_of(probability: Fraction | None) -> float:
    """Return the natural logarithm of an exact fraction; −∞ for 0 or None.

    The fraction may exceed the range of floats.
    """
    if not probability:
        return -math.inf
    if Fraction(1, 2) < probability < 2:
        return math.log1p(float(probability - 1))
    return math.log(probability.numerator) - math.log(probability.denominator)


def group_equal_units(units: npt.NDArray[Any]) -> Iterator[tuple[int, int]]:
    """Yield each distinct number of an array, with its number of occurrences in the array."""
    values, times = np.unique(units, return_counts=True)
    return zip(values.tolist(), times.tolist(), strict=True)


def prior_fraction(documents: IntArray, label: int, *, strength: float = 0.0) -> SmoothedShare:
    """Return the calculation of a label's prior. `strength` is the λ that is added to the document count of
    each label.
    """
    added = fraction_as_written(strength)
    return SmoothedShare(
        units_to_documents(documents[label]),
        added,
        units_to_documents(documents.sum()),
        added * len(documents),
        len(documents),
    )


def exact_joint(prior: Fraction, factors: Iterable[tuple[Fraction, int]]) -> Fraction:
    """Return the exact product of a prior and of probabilities raised to integer powers."""
    product = prior
    for probability, times in factors:
        product *= probability**times
    return product


def exact_posterior(joints: Sequence[Fraction]) -> tuple[Fraction, ...] | None:
    """Return each label's share of the sum of all joint probabilities.

    Return None if all are 0, which means undecided.
    """
    total = sum(joints, Fraction(0))
    return tuple(joint / total for joint in joints) if total else None


def smoothing_of(smoothing: Smoothing, token: int, n_tokens: int) -> tuple[Fraction, Fraction]:
    """Return the smoothing of one token, and the sum of the smoothing over all tokens."""
    if isinstance(smoothing, np.ndarray):
        return fraction_as_written(float(smoothing[token])), sum(
            map(fraction_as_written, smoothing.tolist()), Fraction(0)
        )
    return fraction_as_written(smoothing), fraction_as_written(smoothing) * n_tokens
