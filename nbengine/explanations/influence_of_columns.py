"""What each training document adds to a label's score through its numbers and choices."""

from __future__ import annotations

import numpy as np

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import added, difference
from nbengine.arrays.weight_units import UNIT
from nbengine.events.categorical import log_share, n_seen, one_smoothing
from nbengine.events.gaussian import curves_of, floor_of, number_curves
from nbengine.events.scorer_parts import log_density
from nbengine.events.settings import Smoothing
from nbengine.learnt.choice_tally import ChoiceTally
from nbengine.learnt.number_tally import Moments, NumberTally
from nbengine.leave_one_out.gaussian import moments_left


def numbers_effect(
    document: FloatArray,
    numbers: FloatArray,
    label_numbers: IntArray,
    units: IntArray,
    tally: NumberTally,
    var_smoothing: float,
    label: int,
) -> FloatArray:
    """By one document's numbers (1, n_columns): a document moves its label's curve, and the variance floor of all."""
    moments, pooled = tally.moments, tally.moments.pooled()
    everyone = np.zeros(len(numbers), dtype=np.int64)
    total_left = moments_left(pooled_as_rows(pooled), numbers, everyone, units)
    own_left = moments_left(moments, numbers, label_numbers, units)
    is_own = (label_numbers == label)[:, None]
    left = Moments(
        np.where(is_own, own_left.weights, moments.weights[label]),
        np.where(is_own, own_left.means, moments.means[label]),
        np.where(is_own, own_left.squares, moments.squares[label]),
    )
    floors = floor_of(total_left, var_smoothing)[:, None]
    without = log_density(document, *curves_of(left, total_left, floors))
    whole = number_curves(tally, var_smoothing).densities(document, label)
    return added(np.zeros(len(numbers)), *difference(whole, without).T)


def pooled_as_rows(pooled: Moments) -> Moments:
    return Moments(pooled.weights[None, :], pooled.means[None, :], pooled.squares[None, :])


def choices_effect(
    document: IntArray,
    choices: IntArray,
    label_numbers: IntArray,
    units: IntArray,
    tally: ChoiceTally,
    smoothing: Smoothing,
    label: int,
) -> FloatArray:
    """By one document's choices (1, n_columns): a document counts under its label, and may be all that has a value."""
    alpha = one_smoothing(smoothing)
    own_units = np.where(label_numbers == label, units, 0)
    columns = [
        _column_effect(int(value), choices[:, column], own_units, units, tally.counts[column], alpha, label)
        for column, value in enumerate(document[0].tolist())
        if value >= 0
    ]
    return added(np.zeros(len(choices)), *columns)


def _column_effect(
    value: int, chosen: IntArray, own_units: IntArray, units: IntArray, counts: IntArray, alpha: float, label: int
) -> FloatArray:
    in_all = np.append(counts.sum(axis=0), 0)
    place = value if value < counts.shape[1] else -1
    count, total = np.append(counts[label], 0)[place], counts[label].sum()
    has_value, is_known = chosen == value, chosen >= 0
    is_last = is_known & (in_all[np.where(is_known, chosen, -1)] == units) & (units > 0)
    n_values = n_seen(counts) - is_last
    is_unknown = (in_all[place] == 0) | (is_last & has_value)
    without = log_share(
        (count - np.where(has_value, own_units, 0)) / UNIT,
        (total - np.where(is_known, own_units, 0)) / UNIT,
        alpha,
        n_values + is_unknown,
    )
    whole = log_share(np.asarray(count / UNIT), total / UNIT, alpha, n_seen(counts) + int(in_all[place] == 0))
    return difference(whole, without)
