"""Recipes tried beside each other: by folds, or by later documents where they have dates.

By folds, fewest wrong wins; where chance alone could make the difference, the one of least log loss among those. Wrong
verdicts alone change by chance, and log loss alone has led to the wrong one of two textbook models where a few
documents that nobody can tell weighed more than all others (`tests/benchmarks/decisions/documents.md`). Of few
documents wrong verdicts say next to nothing: there the least log loss wins, with a margin for what is tried first.

Where documents have dates, whole stretches of neighbours are left out together. Leaving one out at a time leaves its
answers, copies and quotations in, and so likes next to no smoothing; with stretches the order of recipes and of
smoothings is that of later documents (`tests/benchmarks/decisions/smoothing.md`). The loss is taken after each recipe's
own temperature: over-confidence is mended by calibration and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events import LeftOut, event_model_of
from nbengine.events.event_model import EventSettings, Prior
from nbengine.learnt.documents import AnyDocuments, Passes
from nbengine.learnt.statistics import Features, Statistics, features_of, statistics_of
from nbengine.learnt.tally import Tally
from nbengine.logspace import best_labels, normalise_log_joint
from nbengine.measure.unseen_documents import contiguous_folds, some_stretches, stratified_folds
from nbengine.models.model import Model
from nbengine.models.recipe import Recipe
from nbengine.models.training import models_without_folds, scores_by, scores_of_folds
from nbengine.trust.calibration import fit_temperature, mean_log_loss

FOLDS = 4
FOLDS_OF_FEW, FEW_FOR_FOLDS = 10, 500
MARGIN_OF_FIRST = 0.15
"""By how much the log loss of others must be less than that of the first: this share of what knowing nothing costs,
over the root of how many documents there are. That is about a third of a standard error."""


@dataclass(frozen=True, slots=True, eq=False)
class TriedRecipe:
    """A recipe, and how it judged documents that were left out."""

    recipe: Recipe
    is_wrong: npt.NDArray[np.bool_]
    """(n_documents,)"""
    log_loss: float
    """Mean, after the best temperature; of documents whose label the others have."""


def trial_folds(label_numbers: IntArray, enough: int, *, are_rows: bool = False) -> tuple[IntArray, IntArray]:
    """Choose documents to judge, and the fold of each: all in turn, or of many so many that lie in stretches, at once.
    Rows of a table, which are often sorted, are dealt at random.

    What has many words gains more by each further document, so that it is tried with nearly as many as it will have.
    """
    if are_rows:
        folds = stratified_folds(label_numbers, max(FOLDS_OF_FEW, -(-len(label_numbers) // enough)))
        picked = np.flatnonzero(folds == 0) if len(label_numbers) > 2 * enough else np.arange(len(folds))
        return picked, folds[picked]
    if len(label_numbers) <= 2 * enough:
        n_folds = FOLDS_OF_FEW if len(label_numbers) <= FEW_FOR_FOLDS else FOLDS
        return np.arange(len(label_numbers)), contiguous_folds(label_numbers, n_folds)
    picked, _ = some_stretches(label_numbers, enough)
    return picked, np.zeros(len(picked), np.int64)


def tried_by_folds(recipe: Recipe, documents: AnyDocuments, picked: IntArray, folds: IntArray) -> TriedRecipe:
    """Judge some documents, each by a model of all that are not in its fold."""
    log_joint = scores_of_folds(recipe, documents, picked, folds, None)
    truth = documents.label_numbers[picked]
    is_possible = np.isfinite(log_joint[np.arange(len(truth)), truth])
    loss = fit_temperature(log_joint[is_possible], truth[is_possible]).log_loss if is_possible.any() else np.inf
    return TriedRecipe(recipe, best_labels(log_joint) != truth, loss)


def best_judged(candidates: Sequence[TriedRecipe]) -> int:
    """The place of the one to take."""
    fewest = min(candidates, key=lambda one: (one.is_wrong.sum(), one.log_loss))
    return min(
        (place for place, one in enumerate(candidates) if could_be_chance(one, fewest)),
        key=lambda place: candidates[place].log_loss,
    )


def best_by_few(candidates: Sequence[TriedRecipe], n_labels: int) -> int:
    """The place of the one to take where few documents were judged; the first is the usual one."""
    margin = MARGIN_OF_FIRST * np.log(n_labels) / np.sqrt(len(candidates[0].is_wrong))
    return min(range(len(candidates)), key=lambda place: candidates[place].log_loss + (margin if place else 0.0))


def is_better(one: TriedRecipe, other: TriedRecipe, deviations: float = 1.0) -> bool:
    """Return whether a recipe judges better than another by more than chance."""
    return bool(one.is_wrong.sum() < other.is_wrong.sum()) and not could_be_chance(one, other, deviations)


def could_be_chance(one: TriedRecipe, other: TriedRecipe, deviations: float = 1.0) -> bool:
    """Return whether the documents that only one of two recipes judges wrong are no more than chance has it, give or
    take so many standard deviations."""
    only_one = int((one.is_wrong & ~other.is_wrong).sum())
    only_other = int((other.is_wrong & ~one.is_wrong).sum())
    return (only_one - only_other) ** 2 <= deviations**2 * (only_one + only_other)


ENOUGH_TO_COMPARE = 3_000
"""To compare recipes by: a standard error of the log loss well below the differences that matter."""
FIRST_COMPARED_DECADES = (-2.0, -1.0, 0.0)
STEPS = (1.0, 0.5, 0.25)
LOWEST_COMPARED_DECADE, HIGHEST_COMPARED_DECADE = -6.0, 3.0


@dataclass(frozen=True, slots=True, eq=False)
class LeftOutStretches:
    """A recipe's models without each of some stretches of documents, and these documents; smoothed anew at will."""

    recipe: Recipe
    parts: tuple[tuple[IntArray, Model, Passes[Features]], ...]
    label_numbers: IntArray
    weights: FloatArray | None
    n_labels: int

    def log_loss(self, smoothing: float | None = None) -> float:
        """Mean log loss of the documents left out, after the best temperature."""
        recipe = self.recipe if smoothing is None else replace(self.recipe, smoothing=smoothing)
        log_joint = np.empty((len(self.label_numbers), self.n_labels))
        for own, model, prepared in self.parts:
            log_joint[own] = scores_by(model.rederived(recipe).scorer, prepared)
        return fit_temperature(log_joint, self.label_numbers, self._asked(log_joint)).log_loss

    def _asked(self, log_joint: FloatArray) -> FloatArray | None:
        """Return the weights in the mean: none for documents of a label that the others do not have."""
        is_possible = np.isfinite(log_joint[np.arange(len(log_joint)), self.label_numbers])
        if is_possible.all() or not is_possible.any():
            return self.weights
        return np.where(is_possible, 1.0 if self.weights is None else self.weights, 0.0)


def leave_out_stretches(
    recipe: Recipe, documents: AnyDocuments, whole: Statistics | None = None, enough: int = ENOUGH_TO_COMPARE
) -> LeftOutStretches:
    """Learn a recipe's models without each of some stretches; `whole` is what all documents add up to, if known."""
    picked, stretches = some_stretches(documents.label_numbers, enough)
    parts = tuple(models_without_folds(recipe, documents, picked, stretches, whole))
    weights = None if documents.weights is None else documents.weights[picked]
    return LeftOutStretches(recipe, parts, documents.label_numbers[picked], weights, len(documents.labels))


def best_smoothing(loss: Callable[[float], float]) -> tuple[float, float]:
    """Walk downhill in ever smaller steps of decades; return the smoothing within a quarter decade, and its loss."""
    known = {decade: loss(10.0**decade) for decade in FIRST_COMPARED_DECADES}
    for step in STEPS:
        while True:
            best = min(known, key=lambda decade: (known[decade], abs(decade)))
            beside = [best - step, best + step]
            missing = [
                one for one in beside if one not in known and LOWEST_COMPARED_DECADE <= one <= HIGHEST_COMPARED_DECADE
            ]
            if not missing:
                break
            known |= {decade: loss(10.0**decade) for decade in missing}
    best = min(known, key=lambda decade: (known[decade], abs(decade)))
    return 10.0**best, known[best]


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
