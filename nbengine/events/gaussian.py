"""Gaussian: a normal curve per label and numeric column."""

from __future__ import annotations

import numpy as np

from nbengine.arrays.counts import FloatArray
from nbengine.errors import EngineError
from nbengine.events.priors import Prior, log_prior
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import NumberCurves
from nbengine.learnt.number_tally import Moments, NumberTally

DEFAULT_VAR_SMOOTHING = 1e-9


def gaussian(
    tally: NumberTally,
    var_smoothing: float = DEFAULT_VAR_SMOOTHING,
    prior: Prior | None = None,
    *,
    variance_floor: float | None = None,
) -> Scorer:
    """Each number weighs its log-density; every variance is raised by a share of the largest column's.

    `variance_floor` sets what is added outright instead.
    """
    curves = number_curves(tally, var_smoothing, variance_floor=variance_floor)
    return Scorer(tally.labels, log_prior(tally.documents, tally.labels, prior or Prior()), numbers=curves)


def number_curves(
    tally: NumberTally, var_smoothing: float = DEFAULT_VAR_SMOOTHING, *, variance_floor: float | None = None
) -> NumberCurves:
    """A label without numbers in a column borrows the curve of all labels; a column without any says nothing."""
    pooled = tally.moments.pooled()
    floor = float(floor_of(pooled, var_smoothing)) if variance_floor is None else variance_floor
    if not (np.isfinite(floor) and floor >= 0):
        raise EngineError(f"What is added to a variance must be a number from 0 upwards, not {floor}.")
    return NumberCurves(*curves_of(tally.moments, pooled, np.array(floor)))


def floor_of(pooled: Moments, var_smoothing: float) -> FloatArray:
    """What is added to every variance: a share of the largest variance of (..., n_columns)."""
    largest: FloatArray = np.max(pooled.variances, axis=-1, initial=0.0)
    return var_smoothing * largest


def curves_of(moments: Moments, pooled: Moments, floor: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Means and raised variances of (..., n_columns); the variance of a column without numbers is NaN."""
    is_known = moments.weights > 0
    means = np.where(is_known, moments.means, pooled.means)
    variances = np.where(is_known, moments.variances, pooled.variances) + floor
    return means, np.where(pooled.weights > 0, variances, np.nan)
