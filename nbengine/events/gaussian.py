"""Gaussian event model: a normal distribution for each label and numeric column.

Leave-one-out subtracts the document from the means, the sums of squared deviations, and the variance floor. In two
cases the subtraction loses all digits, and the moments are recomputed from the other rows:

- Almost nothing remains of the squared deviations, as in a column that is constant except for this document.
- The squared deviations are small relative to the rounding error of a large mean, and that error is not stored in
  `Moments.mean_rests`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.event_model import (
    ColumnModel,
    EventSettings,
    JudgedDocument,
    LeaveOneOutEvidence,
    Prior,
    Smoothing,
    TrainingDocuments,
    log_prior,
)
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import NumberCurves
from nbengine.explanations.exact_fractions import GaussianCalculation, Step
from nbengine.learnt.number_tally import Moments, NumberTally, compute_moments
from nbengine.learnt.statistics import Features, Statistics, require_part
from nbengine.logspace import add_log_probabilities, log_odds_between

DEFAULT_VAR_SMOOTHING = 1e-9  # as in scikit-learn's GaussianNB
RECOMPUTE_BELOW_SHARE = 1e-6
"""If subtraction reduces the squared deviations to less than this share, they are recomputed.

Otherwise a column that is constant except for one row would lose all digits when that row is left out.
"""
MAX_ROUNDING_SHARE = 1e-11
"""Largest share of the squared deviations that may come from the mean's rounding error.

Above it, they are recomputed.
"""


class GaussianModel(ColumnModel):
    """Event model of numbers: each number counts by its distance from the label's mean."""

    name = "gaussian"
    title = "Gaussian"
    column_kind = "numbers"
    column_kinds = ("numbers",)
    is_smoothed = False

    def weights(self, statistics: Statistics, settings: EventSettings) -> NumberCurves:
        return number_curves(require_part(statistics.numbers, "numbers"), settings.var_smoothing)

    def column_leave_one_out(
        self, statistics: Statistics, training: TrainingDocuments, settings: EventSettings
    ) -> LeaveOneOutEvidence:
        tally, numbers = require_part(statistics.numbers, "numbers"), require_part(training.features.numbers, "numbers")
        return GaussianLeaveOneOut(
            tally, numbers, training.label_numbers, training.weight_units, settings.var_smoothing
        )

    def column_derivation_steps(self, judged: JudgedDocument, label: int) -> Iterator[Step]:
        tally = require_part(judged.statistics.numbers, "numbers")
        numbers = require_part(judged.features.numbers, "numbers")[0]
        names = judged.number_names or tuple(map(str, range(tally.n_columns)))
        pooled = tally.moments.pooled()
        added_variance = float(compute_variance_floor(pooled, judged.settings.var_smoothing))
        for column, (name, value) in enumerate(zip(names, numbers.tolist(), strict=True)):
            if math.isnan(value) or not pooled.weights[column]:
                continue
            moments = tally.moments[label] if tally.moments.weights[label, column] else pooled
            mean, variance = float(moments.means[column]), float(moments.variances[column])
            mean_rest = 0.0 if moments.mean_rests is None else float(moments.mean_rests[column])
            working = GaussianCalculation(value, mean, variance, added_variance, mean_rest)
            yield Step(name, "number", 1, working, working.log)

    def column_influence(
        self,
        document: Features,
        training: TrainingDocuments,
        statistics: Statistics,
        settings: EventSettings,
        label: int,
    ) -> FloatArray:
        """Return how much each training document adds to the score of `label` through the numbers, shape (n_training,).

        A document changes the distribution of its own label, and the variance floor of all labels.
        """
        tally, numbers = require_part(statistics.numbers, "numbers"), require_part(training.features.numbers, "numbers")
        moments, pooled, judged = tally.moments, tally.moments.pooled(), require_part(document.numbers, "numbers")
        all_rows = np.zeros(len(numbers), dtype=np.int64)
        total_left = moments_without_document(pooled[None], numbers, all_rows, training.all_weight_units)
        own_left = moments_without_document(moments, numbers, training.label_numbers, training.all_weight_units)
        other_moments = _select_moments(training.label_numbers == label, own_left, moments[label])
        floors = compute_variance_floor(total_left, settings.var_smoothing)[:, None]
        without = normal_curves(other_moments, total_left, floors).log_densities_of(judged)
        whole = number_curves(tally, settings.var_smoothing).log_densities(judged, label)
        return add_log_probabilities(np.zeros(len(numbers)), *log_odds_between(whole, without).T)


def gaussian(
    tally: NumberTally,
    var_smoothing: float = DEFAULT_VAR_SMOOTHING,
    prior: Prior | None = None,
    *,
    variance_floor: float | None = None,
) -> Scorer:
    """Build a scorer in which each number adds its log-density.

    Every variance is raised by `var_smoothing` times the largest variance of any column, or by `variance_floor` if
    given.

    >>> from nbengine import Features, NumberTally, gaussian
    >>> tally = NumberTally(["short", "tall"], 1)
    >>> tally.learn(np.array([[1.5], [1.6], [1.8], [1.9]]), [0, 0, 1, 1])
    >>> scorer = gaussian(tally)
    >>> scorer.numbers.means.tolist(), scorer.predict(Features(numbers=[[1.62], [1.75]])).tolist()
    ([[1.55], [1.85]], [0, 1])
    """
    curves = number_curves(tally, var_smoothing, variance_floor=variance_floor)
    return Scorer(tally.labels, log_prior(tally.documents, tally.labels, prior or Prior()), numbers=curves)


def number_curves(
    tally: NumberTally, var_smoothing: float = DEFAULT_VAR_SMOOTHING, *, variance_floor: float | None = None
) -> NumberCurves:
    """Return the normal distribution of each label and column.

    A label without numbers in a column gets the distribution of all labels together. Columns without numbers are
    ignored.
    """
    pooled = tally.moments.pooled()
    floor = float(compute_variance_floor(pooled, var_smoothing)) if variance_floor is None else variance_floor
    if not (np.isfinite(floor) and floor >= 0):
        raise EngineError(f"What is added to a variance must be a number from 0 upwards, not {floor}.")
    return normal_curves(tally.moments, pooled, np.array(floor))


def compute_variance_floor(pooled: Moments, var_smoothing: float) -> FloatArray:
    """Return the amount added to every variance: `var_smoothing` times the largest variance of any column.

    `pooled` are the moments of all labels together.
    """
    largest: FloatArray = np.max(pooled.variances, axis=-1, initial=0.0)
    return var_smoothing * largest


def normal_curves(moments: Moments, pooled: Moments, floor: FloatArray) -> NumberCurves:
    """Return normal distributions with means and smoothed variances, (..., n_columns).

    A label without numbers in a column gets the distribution of `pooled`. If no label has numbers in a column, its
    variance is NaN.
    """
    is_known = moments.weights > 0
    means = np.where(is_known, moments.means, pooled.means)
    variances = np.where(is_known, moments.variances, pooled.variances) + floor
    rests = [part.significant_mean_errors for part in (moments, pooled)]
    own_rests, pooled_rests = (0.0 if part is None else part for part in rests)
    has_rests = rests[0] is not None or (rests[1] is not None and not is_known.all())
    mean_rests = np.where(is_known, own_rests, pooled_rests) if has_rests else None
    return NumberCurves(means, np.where(pooled.weights > 0, variances, np.nan), mean_rests)


class GaussianLeaveOneOut:
    """Leave-one-out log-likelihoods of each document. The smoothing α has no effect."""

    def __init__(
        self,
        tally: NumberTally,
        numbers: FloatArray,
        label_numbers: IntArray,
        units: IntArray | None,
        var_smoothing: float,
    ) -> None:
        if numbers.shape[1] != tally.n_columns:
            raise EngineError(f"There are {numbers.shape[1]} numeric columns where {tally.n_columns} are expected.")
        weights = np.full(len(numbers), UNIT) if units is None else units
        moments, pooled = tally.moments, tally.moments.pooled()
        all_rows = np.zeros(len(numbers), dtype=np.int64)
        total_left = moments_without_document(pooled[None], numbers, all_rows, weights)
        own_left = moments_without_document(moments, numbers, label_numbers, weights)
        floors = compute_variance_floor(total_left, var_smoothing)[:, None]
        if all(part.significant_mean_errors is None for part in (moments, total_left, own_left)):
            moments, total_left, own_left = (replace(part, mean_rests=None) for part in (moments, total_left, own_left))
        joint = np.zeros((len(numbers), len(tally.labels)))
        for label in range(len(tally.labels)):
            label_moments = _select_moments(label_numbers == label, own_left, moments[label])
            densities = normal_curves(label_moments, total_left, floors).log_densities_of(numbers)
            joint[:, label] = add_log_probabilities(np.zeros(len(numbers)), *densities.T)
        self._joint = joint

    def evidence(self, smoothing: Smoothing) -> FloatArray:  # noqa: ARG002 - one interface for all parts
        """Return the log-likelihoods, (n_documents, n_labels)."""
        return self._joint


def moments_without_document(moments: Moments, numbers: FloatArray, groups: IntArray, units: IntArray) -> Moments:
    """Return the moments of each document's group without the document, shape (n_documents, n_columns)."""
    is_known = ~np.isnan(numbers)
    if not moments.needs_mean_errors:
        moments = replace(moments, mean_rests=None)
    before = moments[groups]
    known_units = np.where(is_known, units[:, None], 0)
    rests = None if before.mean_rests is None else np.where(is_known, 0.0, before.mean_rests)
    document_moments = Moments(known_units, np.where(is_known, numbers, before.means), np.zeros(numbers.shape), rests)
    if (before.weights < document_moments.weights).any():
        raise EngineError("A document to leave out was never learnt under its label and weight.")
    remaining = before.without(document_moments)
    for document, column in np.argwhere(_needs_recomputing(before, document_moments, remaining) & is_known):
        others = groups == groups[document]
        others[document] = False
        recomputed = compute_moments(numbers[others][:, [column]], units[others])
        remaining.means[document, column], remaining.squares[document, column] = (
            recomputed.means[0],
            recomputed.squares[0],
        )
        if remaining.mean_rests is not None and recomputed.mean_rests is not None:
            remaining.mean_rests[document, column] = recomputed.mean_rests[0]
    return remaining


def _needs_recomputing(before: Moments, document_moments: Moments, remaining: Moments) -> npt.NDArray[np.bool_]:
    """Return a mask of the cells whose variance must be recomputed, because the subtraction lost its digits."""
    least = RECOMPUTE_BELOW_SHARE * before.squares
    if before.mean_rests is None:
        rounding = np.finfo(np.float64).eps * np.abs(before.means)
        noise = document_moments.weights / UNIT * np.abs(document_moments.means - remaining.means) * rounding
        least = np.maximum(least, noise / MAX_ROUNDING_SHARE)
    is_lost: npt.NDArray[np.bool_] = remaining.squares < least
    return is_lost & (remaining.weights > 0)


def _select_moments(rows: npt.NDArray[np.bool_], left: Moments, right: Moments) -> Moments:
    is_left = rows[:, None]
    rests = [0.0 if part.mean_rests is None else part.mean_rests for part in (left, right)]
    has_rests = left.mean_rests is not None or right.mean_rests is not None
    return Moments(
        np.where(is_left, left.weights, right.weights),
        np.where(is_left, left.means, right.means),
        np.where(is_left, left.squares, right.squares),
        np.where(is_left, *rests) if has_rests else None,
    )
