"""The smallest value of a smooth function of a few parameters, by BFGS.

Written out because SciPy's optimiser costs more to import than the whole engine, and calibration needs it
for four parameters.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nbengine.arrays.counts import FloatArray

Objective = Callable[[FloatArray], tuple[float, FloatArray]]

MAX_STEPS = 200
TOLERANCE = 1e-7
SMALLEST_STEP = 1e-10
SUFFICIENT_DECREASE = 1e-4


def minimise(objective: Objective, start: FloatArray) -> FloatArray:
    """Descend from start until the gradient vanishes; objective returns a value and its gradient."""
    place = np.array(start, dtype=np.float64)
    value, slope = objective(place)
    inverse = np.eye(len(place))
    for _ in range(MAX_STEPS):
        if np.abs(slope).max() < TOLERANCE:
            break
        direction = -inverse @ slope
        if direction @ slope >= 0:
            inverse, direction = np.eye(len(place)), -slope
        taken = _step_downwards(objective, place, value, direction, float(direction @ slope))
        if taken is None:
            break
        step, value, new_slope = taken
        inverse = _updated(inverse, step, new_slope - slope)
        place, slope = place + step, new_slope
    return place


def _step_downwards(
    objective: Objective, place: FloatArray, value: float, direction: FloatArray, descent: float
) -> tuple[FloatArray, float, FloatArray] | None:
    """Return the first step that leads far enough down, with the value and the gradient there; None without one."""
    size = min(1.0, 2.0 / float(np.abs(direction).max()))
    while size >= SMALLEST_STEP:
        step = size * direction
        there, slope = objective(place + step)
        if there <= value + SUFFICIENT_DECREASE * size * descent:
            return step, there, slope
        size /= 2
    return None


def _updated(inverse: FloatArray, step: FloatArray, change: FloatArray) -> FloatArray:
    curvature = float(step @ change)
    if curvature <= 1e-14:
        return inverse
    left = np.eye(len(step)) - np.outer(step, change) / curvature
    return np.asarray(left @ inverse @ left.T + np.outer(step, step) / curvature)
