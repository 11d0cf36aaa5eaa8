"""Gaussian: means and squared deviations are taken down by one document, the variance floor with them.

Where hardly anything remains of the squares (a column constant but for this one document), or where they are small
beside the rounding of a large mean, subtraction has no digits left; there the moments are computed anew from the rows.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import added
from nbengine.arrays.weight_units import UNIT
from nbengine.errors import EngineError
from nbengine.events.gaussian import curves_of, floor_of
from nbengine.events.scorer_parts import log_density
from nbengine.events.settings import Smoothing
from nbengine.learnt.number_tally import Moments, NumberTally, moments_of

FEW_DIGITS = 1e-6
"""Squares that fall below this share of what they were are computed anew."""
SMALL_NOISE = 1e-11
"""What the rounding of a mean may add to the squares, as a share of them."""


class GaussianLeftOut:
    """Evidence of each document without itself; token smoothing has no part in it."""

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
        total_left = moments_left(_as_rows(pooled), numbers, all_rows, weights)
        own_left = moments_left(moments, numbers, label_numbers, weights)
        floors = floor_of(total_left, var_smoothing)[:, None]
        joint = np.zeros((len(numbers), len(tally.labels)))
        for label in range(len(tally.labels)):
            stays = _repeated(moments[label], len(numbers))
            label_moments = _chosen(label_numbers == label, own_left, stays)
            densities = log_density(numbers, *curves_of(label_moments, total_left, floors))
            joint[:, label] = added(np.zeros(len(numbers)), *densities.T)
        self._joint = joint

    def evidence(self, smoothing: Smoothing) -> FloatArray:  # noqa: ARG002 - one interface for all parts
        """(n_documents, n_labels)"""
        return self._joint


def moments_left(moments: Moments, numbers: FloatArray, groups: IntArray, units: IntArray) -> Moments:
    """The moments (n_documents, n_columns) of each document's group without the document."""
    is_known = ~np.isnan(numbers)
    before = moments[groups]
    known_units = np.where(is_known, units[:, None], 0)
    own = Moments(known_units, np.where(is_known, numbers, before.means), np.zeros(numbers.shape))
    if (before.weights < own.weights).any():
        raise EngineError("A document to leave out was never learnt under its label and weight.")
    rest = before - own
    for document, column in np.argwhere(_has_few_digits(before, own, rest) & is_known):
        others = groups == groups[document]
        others[document] = False
        fresh = moments_of(numbers[others][:, [column]], units[others])
        rest.means[document, column], rest.squares[document, column] = fresh.means[0], fresh.squares[0]
    return rest


def _has_few_digits(before: Moments, own: Moments, rest: Moments) -> npt.NDArray[np.bool_]:
    rounding = np.finfo(np.float64).eps * np.abs(before.means)
    noise = own.weights / UNIT * np.abs(own.means - rest.means) * rounding
    lost: npt.NDArray[np.bool_] = rest.squares < np.maximum(FEW_DIGITS * before.squares, noise / SMALL_NOISE)
    return lost & (rest.weights > 0)


def _as_rows(moments: Moments) -> Moments:
    return Moments(moments.weights[None, :], moments.means[None, :], moments.squares[None, :])


def _repeated(moments: Moments, n_rows: int) -> Moments:
    shape = (n_rows, *moments.means.shape)
    return Moments(
        np.broadcast_to(moments.weights, shape),
        np.broadcast_to(moments.means, shape),
        np.broadcast_to(moments.squares, shape),
    )


def _chosen(rows: npt.NDArray[np.bool_], left: Moments, right: Moments) -> Moments:
    is_left = rows[:, None]
    return Moments(
        np.where(is_left, left.weights, right.weights),
        np.where(is_left, left.means, right.means),
        np.where(is_left, left.squares, right.squares),
    )
