"""The curve of accuracy and log loss against the smoothing, and the smoothing with the least log loss.

Everything is judged by leave-one-out, so the documents that chose the smoothing are judged without themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray
from nbengine.arrays.logspace import normalise_log_joint
from nbengine.errors import EngineError
from nbengine.events import LeftOut, event_model_of
from nbengine.events.settings import EventSettings, Prior
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features, Statistics, features_of, statistics_of
from nbengine.learnt.tally import Tally
from nbengine.trust.calibration import fit_temperature, mean_log_loss

ENOUGH_DOCUMENTS = 20_000
"""More documents than this do not change which smoothing is best; a sample of so many is judged."""
FIRST_DECADES = (-3.0, -2.0, -1.0, 0.0, 1.0)
LOWEST_DECADE, HIGHEST_DECADE = -8.0, 4.0
FINE_DECADES = 0.02
"""The search ends when it knows the best smoothing within 5 %."""
MOST_TRIED = 60
"""The most values that a search looks at, two searches together."""
GOLDEN = (5**0.5 - 1) / 2

Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class AutoSmoothing:
    """The settings with the smoothing of least leave-one-out log loss, and that loss."""

    settings: EventSettings
    log_loss: float


def auto_smoothing(
    learnt: Statistics | Tally,
    documents: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    settings: EventSettings,
    weights: npt.ArrayLike | None = None,
    *,
    progress: Progress | None = None,
) -> AutoSmoothing:
    """Find the α, and for a smoothed prior the λ, with the least leave-one-out log loss."""
    sample = _Sample(learnt, documents, label_numbers, settings, weights, progress)
    is_smoothed = event_model_of(settings.event_model).is_smoothed
    smoothing = sample.best_smoothing(settings.prior) if is_smoothed else settings.smoothing
    prior = settings.prior
    if prior.kind == "smoothed":
        prior = sample.best_prior(smoothing)
    found = replace(settings, smoothing=smoothing, prior=prior)
    return AutoSmoothing(found, sample.log_loss(sample.prepared.log_joint(smoothing, prior)))


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A way to make a model: what was learnt, the documents as they were counted for it, and settings."""

    learnt: Statistics | Tally
    documents: Features | CountMatrix
    settings: EventSettings


@dataclass(frozen=True, slots=True)
class Comparison:
    """Settings with their log loss at their own best temperature, so that over-confidence does not decide."""

    settings: EventSettings
    temperature: float
    log_loss: float
    """Leave-one-out, after the temperature."""


def compared(
    candidates: Sequence[Candidate], label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> tuple[Comparison, ...]:
    """Judge each candidate by leave-one-out log loss after its own temperature, in the given order."""
    comparisons = []
    for candidate in candidates:
        prepared = LeftOut(candidate.learnt, candidate.documents, label_numbers, candidate.settings, weights)
        fitted = fit_temperature(prepared.log_joint(), label_numbers, _asked_weights(prepared, weights))
        comparisons.append(Comparison(candidate.settings, fitted.temperature, fitted.log_loss))
    return tuple(comparisons)


class _Sample:
    """Enough of the documents to judge a smoothing by, each left out of all that was learnt."""

    def __init__(
        self,
        learnt: Statistics | Tally,
        documents: Features | CountMatrix,
        label_numbers: npt.ArrayLike,
        settings: EventSettings,
        weights: npt.ArrayLike | None,
        progress: Progress | None,
    ) -> None:
        features, truth = features_of(documents), np.asarray(label_numbers)
        if not features.n_documents:
            raise EngineError("Without documents no smoothing is better than another.")
        kept = np.arange(features.n_documents)
        if len(kept) > ENOUGH_DOCUMENTS and "numbers" not in event_model_of(settings.event_model).kinds:
            # Numbers need all rows to be left out exactly; of all else enough at random do.
            kept = np.sort(np.random.default_rng(0).choice(len(kept), ENOUGH_DOCUMENTS, replace=False))
        self._truth = truth[kept]
        kept_weights = None if weights is None else np.asarray(weights, dtype=np.float64)[kept]
        self._progress, self._done = progress, 0
        self.prepared = LeftOut(statistics_of(learnt), features[kept], self._truth, settings, kept_weights)
        self._weights = _asked_weights(self.prepared, kept_weights)

    def best_smoothing(self, prior: Prior) -> float:
        return least(lambda alpha: self.log_loss(self.prepared.log_joint(alpha, prior)))

    def best_prior(self, smoothing: float | FloatArray) -> Prior:
        evidence = self.prepared.evidence(smoothing)
        strength = least(lambda value: self.log_loss(self.prepared.with_prior(evidence, Prior("smoothed", value))))
        return Prior("smoothed", strength)

    def log_loss(self, log_joint: FloatArray) -> float:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, MOST_TRIED)
        return mean_log_loss(normalise_log_joint(log_joint), self._truth, self._weights)


def least(loss: Callable[[float], float]) -> float:
    """Return the positive number with the least loss, searched by decades and then by golden section."""
    known: dict[float, float] = {decade: loss(10.0**decade) for decade in FIRST_DECADES}
    while True:
        best = min(known, key=lambda decade: (known[decade], abs(decade)))
        low, high = best - 1, best + 1
        if low not in known and low >= LOWEST_DECADE:
            known[low] = loss(10.0**low)
        elif high not in known and high <= HIGHEST_DECADE:
            known[high] = loss(10.0**high)
        else:
            return float(10.0 ** _golden(lambda decade: loss(10.0**decade), low, high))


def _golden(loss: Callable[[float], float], low: float, high: float) -> float:
    left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_left, at_right = loss(left), loss(right)
    while high - low > FINE_DECADES:
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = loss(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = loss(right)
    return (low + high) / 2


def _asked_weights(prepared: LeftOut, weights: npt.ArrayLike | None) -> npt.ArrayLike | None:
    """Return the weights in a mean loss: none for documents that no smoothing can make possible."""
    is_possible = prepared.has_possible_truth()
    if is_possible.all():
        return weights
    return np.where(is_possible, 1.0 if weights is None else np.asarray(weights, dtype=np.float64), 0.0)
