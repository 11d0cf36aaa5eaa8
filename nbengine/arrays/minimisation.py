"""Minimise a smooth function of a few parameters with BFGS.

Importing SciPy's optimiser takes longer than importing the whole engine, and calibration needs it for four parameters
only.
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
    """Return the parameters of a local minimum, starting at `start`. `objective` returns a value and its gradient."""
    position = np.array(start, dtype=np.float64)
    value, gradient = objective(position)
    inverse_hessian = np.eye(len(position))
    for _ in range(MAX_STEPS):
        if np.abs(gradient).max() < TOLERANCE:
            break
        direction = -inverse_hessian @ gradient
        if direction @ gradient >= 0:
            inverse_hessian, direction = np.eye(len(position)), -gradient
        step_result = _search_line(objective, position, value, direction, float(direction @ gradient))
        if step_result is None:
            break
        step, value, new_gradient = step_result
        inverse_hessian = _update_inverse_hessian(inverse_hessian, step, new_gradient - gradient)
        position, gradient = position + step, new_gradient
    return position


def _search_line(
    objective: Objective, position: FloatArray, value: float, direction: FloatArray, descent: float
) -> tuple[FloatArray, float, FloatArray] | None:
    """Backtrack along `direction` until the value decreases sufficiently (Armijo rule).

    Return the step with the value and gradient there, or None if no step is small enough.
    """
    size = min(1.0, 2.0 / float(np.abs(direction).max()))
    while size >= SMALLEST_STEP:
        step = size * direction
        new_value, gradient = objective(position + step)
        if new_value <= value + SUFFICIENT_DECREASE * size * descent:
            return step, new_value, gradient
        size /= 2
    return None


def _update_inverse_hessian(inverse_hessian: FloatArray, step: FloatArray, change: FloatArray) -> FloatArray:
    curvature = float(step @ change)
    if curvature <= 1e-14:  # an update would lose positive definiteness
        return inverse_hessian
    left = np.eye(len(step)) - np.outer(step, change) / curvature
    return np.asarray(left @ inverse_hessian @ left.T + np.outer(step, step) / curvature)
