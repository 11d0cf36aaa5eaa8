"""Statistics of numeric columns: weights, means and squared deviations per label and column.

Moments of two sets of numbers are merged by Chan's formula. Within a set, one of its numbers is subtracted from all
first. So large numbers with a small spread keep their digits, and a constant column has zero variance. The rounding
error of each mean and of each sum of squares is stored, too. So forgetting numbers that are a million times larger does
not damage the digits of the remaining ones. Sums are floats: equal content that was learnt in another order agrees to a
relative 1e-9, and has no canonical hash.

`LongFloats` have about 32 digits: each is a float plus its rounding error (double-double arithmetic).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    UNIT,
    FloatArray,
    IntArray,
    check_label_names,
    check_label_numbers,
    check_sum_is_exact,
    sum_units_by_group,
    weights_to_units,
)
from nbengine.errors import EngineError

SPLITTER = 2.0**27 + 1
"""Dekker's constant. Multiplying by it splits a float into two halves whose products are exact."""


class LongFloats(NamedTuple):
    """Floats with about 32 digits: the value is high + low, where `high` is the value rounded to a float."""

    high: FloatArray
    low: FloatArray

    def plus(self, other: LongFloats) -> LongFloats:
        total = self.high + other.high
        other_part = total - self.high
        rounding_error = (self.high - (total - other_part)) + (other.high - other_part)
        return LongFloats(*_sum_with_rounding_error(total, rounding_error + (self.low + other.low)))

    def minus(self, other: LongFloats) -> LongFloats:
        return self.plus(LongFloats(-other.high, -other.low))

    def times(self, other: LongFloats) -> LongFloats:
        product, (left, left_low), (right, right_low) = (
            self.high * other.high,
            _split_into_halves(self.high),
            _split_into_halves(other.high),
        )
        rounding_error = ((left * right - product) + left * right_low + left_low * right) + left_low * right_low
        return LongFloats(
            *_sum_with_rounding_error(product, rounding_error + (self.high * other.low + self.low * other.high))
        )

    def divided_by(self, other: LongFloats) -> LongFloats:
        """Return the quotient. The divisor must not be 0."""
        first = self.high / other.high
        remainder = self.minus(other.times(to_long_floats(first)))
        second = remainder.high / other.high
        third = remainder.minus(other.times(to_long_floats(second))).high / other.high
        return LongFloats(*_sum_with_rounding_error(*_sum_with_rounding_error(first, second))).plus(
            to_long_floats(third)
        )

    def where(self, mask: npt.NDArray[np.bool_], other: LongFloats) -> LongFloats:
        """Return the own values where the mask is true, and the values of `other` elsewhere."""
        return LongFloats(np.where(mask, self.high, other.high), np.where(mask, self.low, other.low))


def to_long_floats(high: npt.ArrayLike, low: npt.ArrayLike | None = None) -> LongFloats:
    """Convert floats to long floats."""
    floats = np.asarray(high, dtype=np.float64)
    return LongFloats(floats, np.zeros(floats.shape) if low is None else np.asarray(low, dtype=np.float64))


def _sum_with_rounding_error(large: FloatArray, small: FloatArray) -> tuple[FloatArray, FloatArray]:
    total = large + small
    return total, small - (total - large)


def _split_into_halves(numbers: FloatArray) -> tuple[FloatArray, FloatArray]:
    scaled = SPLITTER * numbers
    high = scaled - (scaled - numbers)
    return high, numbers - high


MAX_NUMBER = 1e140
"""Largest absolute value of a number. Squares of such numbers can still be summed."""
NEGLIGIBLE_ERROR_SHARE = 1e-13
"""The rounding error of a mean is negligible if it is below this share of the standard deviation."""


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Weight, mean and squared deviations of the numbers in each cell (a label and a column).

    All arrays have the same shape.
    """

    weights: IntArray
    """Sum of the document weights of the numbers that are not missing, in units of 2⁻²⁰."""
    means: FloatArray
    """Weighted mean of the numbers; 0 if there are none."""
    squares: FloatArray
    """Weighted sum of squared deviations from the mean."""

    mean_rests: FloatArray | None = None
    """Rounding error of each mean: the exact mean is the sum of both. None means zeros."""
    square_rests: FloatArray | None = None
    """Rounding error of each value in `squares`: the exact value is the sum of both. None means zeros."""

    def __add__(self, other: Moments) -> Moments:
        if not self.weights.any():
            return other
        weights = self.weights + other.weights
        share = to_long_floats(other.weights).divided_by(to_long_floats(np.where(weights > 0, weights, 1)))
        distance = other._means.minus(self._means)
        between = distance.times(distance).times(share).times(to_long_floats(self.weights / UNIT))
        squares = self._squares.plus(other._squares).plus(between)
        means = other._means.where(self.weights == 0, self._means.plus(distance.times(share)))
        return Moments(weights, means.high, squares.high, means.low, squares.low)

    def __sub__(self, other: Moments) -> Moments:
        weights, nothing = self.weights - other.weights, to_long_floats(np.zeros(np.shape(self.means)))
        distance = self._means.minus(other._means)
        share = to_long_floats(other.weights).divided_by(to_long_floats(np.where(weights > 0, weights, 1)))
        means = self._means.plus(distance.times(share))
        between = distance.times(means.minus(other._means)).times(to_long_floats(other.weights / UNIT))
        squares = self._squares.minus(other._squares).minus(between)
        means = means.where(weights > 0, nothing)
        squares = squares.where((weights > 0) & (squares.high > 0), nothing)
        return Moments(weights, means.high, squares.high, means.low, squares.low)

    def without(self, other: Moments) -> Moments:
        """Return the moments minus `other`, computed in plain floats. For many cells, this is faster than the operator
        `-`.

        Rounding errors are stored only for the means. Numbers far from 0 with a small spread need these.
        """
        weights = self.weights - other.weights
        distance = self.means - other.means
        if self.mean_rests is not None:
            distance += self.mean_rests - other._means.low
        step = distance * (other.weights / np.where(weights > 0, weights, 1))
        squares = self.squares - other.squares - distance * (distance + step) * (other.weights / UNIT)
        squares = np.where(weights > 0, squares, 0.0).clip(min=0)
        if self.mean_rests is None:
            return Moments(weights, np.where(weights > 0, self.means + step, 0.0), squares)
        means = self._means.plus(to_long_floats(step)).where(weights > 0, to_long_floats(np.zeros(step.shape)))
        return Moments(weights, means.high, squares, means.low)

    def __getitem__(self, rows: int | IntArray | None) -> Moments:
        rests = (None if part is None else part[rows] for part in (self.mean_rests, self.square_rests))
        return Moments(self.weights[rows], self.means[rows], self.squares[rows], *rests)

    @property
    def _means(self) -> LongFloats:
        return to_long_floats(self.means, self.mean_rests)

    @property
    def _squares(self) -> LongFloats:
        return to_long_floats(self.squares, self.square_rests)

    @property
    def variances(self) -> FloatArray:
        """Weighted mean of the squared deviations; 0 if there are no numbers."""
        return self.squares / np.where(self.weights > 0, self.weights / UNIT, 1.0)

    @property
    def significant_mean_errors(self) -> FloatArray | None:
        """The rounding errors of the means; None if all are negligible relative to the standard deviation."""
        mean_errors = self.mean_rests
        if mean_errors is None or (np.abs(mean_errors) <= NEGLIGIBLE_ERROR_SHARE * np.sqrt(self.variances)).all():
            return None
        return mean_errors

    @property
    def needs_mean_errors(self) -> bool:
        """Whether a mean is so large relative to its standard deviation that its rounding error matters."""
        rounding = np.finfo(np.float64).eps * np.abs(self.means)
        return bool((rounding > NEGLIGIBLE_ERROR_SHARE * np.sqrt(self.variances)).any())

    def pooled(self) -> Moments:
        """Return the moments of all labels (rows) together, shape (n_columns,)."""
        if not len(self.weights):
            return empty_moments(self.weights.shape[1:])
        weights, columns = self.weights.sum(axis=0), np.arange(self.weights.shape[1])
        first = (self.weights > 0).argmax(axis=0), columns
        origin, origin_error = self.means[first], self._means.low[first]
        distances = np.where(self.weights > 0, (self.means - origin) + (self._means.low - origin_error), 0.0)
        distance = (self.weights / np.where(weights > 0, weights, 1) * distances).sum(axis=0)
        squares = (self.squares + self.weights / UNIT * (distances - distance) ** 2).sum(axis=0)
        means = (
            to_long_floats(origin, origin_error)
            .plus(to_long_floats(distance))
            .where(weights > 0, to_long_floats(np.zeros(len(columns))))
        )
        return Moments(weights, means.high, squares, means.low)


class NumberTally:
    """Moments for each label and numeric column."""

    def __init__(self, labels: Iterable[str] = (), n_columns: int = 0) -> None:
        self._labels = check_label_names(labels)
        self._documents = np.zeros(len(self._labels), dtype=np.int64)
        self._moments = empty_moments((len(self._labels), n_columns))

    @property
    def labels(self) -> tuple[str, ...]:
        return self._labels

    @property
    def n_columns(self) -> int:
        return int(self._moments.means.shape[1])

    @property
    def documents(self) -> IntArray:
        """Weight of the documents of each label in units of 2⁻²⁰, (n_labels,)."""
        return self._documents.copy()

    @property
    def moments(self) -> Moments:
        """The moments, shape (n_labels, n_columns)."""
        return self._moments

    @classmethod
    def from_moments(cls, labels: Iterable[str], documents: IntArray, moments: Moments) -> NumberTally:
        """Build a tally from document weights in units of 2⁻²⁰, (n_labels,), and moments, (n_labels, n_columns)."""
        tally = cls(labels)
        shape = (len(tally.labels), moments.means.shape[-1])
        if documents.shape != shape[:1] or any(
            part.shape != shape for part in (moments.weights, moments.means, moments.squares)
        ):
            raise EngineError("The statistics do not fit the labels and each other.")
        tally._documents, tally._moments = documents.astype(np.int64), moments
        return tally

    def learn(self, numbers: FloatArray, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Add documents, (n_documents, n_columns). NaN is a missing number."""
        documents, moments = self._moments_of_documents(numbers, label_numbers, weights)
        self._documents = check_sum_is_exact(self._documents + documents)
        self._moments = self._moments + moments

    def forget(self, numbers: FloatArray, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> None:
        """Subtract documents. Raise EngineError, without changes, if their weight exceeds that of the learnt
        documents.
        """
        documents, moments = self._moments_of_documents(numbers, label_numbers, weights)
        self._check_contains(documents, moments)
        self._documents = self._documents - documents
        self._moments = self._moments - moments

    def copy(self) -> NumberTally:
        """Return a copy that changes independently."""
        return self.from_moments(self._labels, self._documents, self._moments)

    def with_labels(self, labels: Iterable[str]) -> NumberTally:
        """Return a tally with these labels in this order. Only labels without documents may be left out."""
        names = check_label_names(labels)
        kept_rows = [number for number, label in enumerate(self._labels) if label in names]
        dropped = set(range(len(self._labels))).difference(kept_rows)
        if any(self._documents[number] for number in dropped):
            raise EngineError("A label that has documents cannot be left out.")
        return self._with_rows_moved(names, kept_rows, [names.index(self._labels[number]) for number in kept_rows])

    def with_merged_labels(self, names: Mapping[str, str]) -> NumberTally:
        """Return a tally with renamed labels. The moments of labels that get the same name are added."""
        renamed = [names.get(label, label) for label in self._labels]
        merged = tuple(dict.fromkeys(renamed))
        result = NumberTally(merged, self.n_columns)
        for number, label in enumerate(renamed):
            result = result + self._with_rows_moved(merged, [number], [merged.index(label)])
        return result

    def __add__(self, other: NumberTally) -> NumberTally:
        left, right = self._with_common_labels(other)
        documents = check_sum_is_exact(left._documents + right._documents)
        return self.from_moments(left._labels, documents, left._moments + right._moments)

    def __sub__(self, other: NumberTally) -> NumberTally:
        left, right = self._with_common_labels(other)
        left._check_contains(right._documents, right._moments)
        return self.from_moments(left._labels, left._documents - right._documents, left._moments - right._moments)

    def _moments_of_documents(
        self, numbers: FloatArray, label_numbers: npt.ArrayLike, weights: npt.ArrayLike | None
    ) -> tuple[IntArray, Moments]:
        if numbers.shape[1] != self.n_columns:
            raise EngineError(f"There are {numbers.shape[1]} numeric columns where {self.n_columns} are expected.")
        check_magnitudes(numbers)
        numbers_of_labels = check_label_numbers(label_numbers, len(numbers), len(self._labels))
        units = weights_to_units(weights, len(numbers))
        documents = sum_units_by_group(numbers_of_labels, units, len(self._labels))
        entry_units = np.full(len(numbers), UNIT) if units is None else units
        return documents, moments_by_label(numbers, numbers_of_labels, entry_units, len(self._labels))

    def _check_contains(self, documents: IntArray, moments: Moments) -> None:
        if (self._documents < documents).any() or (self._moments.weights < moments.weights).any():
            raise EngineError("These documents were never learnt under these labels and weights.")

    def _with_rows_moved(self, labels: tuple[str, ...], rows: list[int], targets: list[int]) -> NumberTally:
        shape = (len(labels), self.n_columns)
        moments = replace(empty_moments(shape), mean_rests=np.zeros(shape), square_rests=np.zeros(shape))
        documents = np.zeros(len(labels), dtype=np.int64)
        documents[targets] = self._documents[rows]
        for old, new in zip(rows, targets, strict=True):
            row = self._moments[old]
            moments.weights[new], moments.means[new], moments.squares[new] = row.weights, row.means, row.squares
            if moments.mean_rests is not None and moments.square_rests is not None:
                moments.mean_rests[new], moments.square_rests[new] = row._means.low, row._squares.low
        return self.from_moments(labels, documents, moments)

    def _with_common_labels(self, other: NumberTally) -> tuple[NumberTally, NumberTally]:
        if self.n_columns != other.n_columns:
            raise EngineError(f"Tallies of {self.n_columns} and {other.n_columns} columns cannot be combined.")
        labels = tuple(dict.fromkeys(self._labels + other._labels))
        return self.with_labels(labels), other.with_labels(labels)


def check_magnitudes(numbers: FloatArray) -> FloatArray:
    """Return the numbers unchanged. NaN is allowed.

    Raise EngineError if a number is infinite, or too large for its square to be summed.
    """
    largest = max(np.fmax.reduce(numbers, axis=None, initial=0), -np.fmin.reduce(numbers, axis=None, initial=0))
    if largest == np.inf:
        raise EngineError("Numbers must be finite (or NaN where they are missing); some are infinite.")
    if largest > MAX_NUMBER:
        raise EngineError(f"Numbers must be below {MAX_NUMBER:g} in size, so that their squares can be added up.")
    return numbers


def moments_by_label(numbers: FloatArray, row_labels: IntArray, units: IntArray, n_labels: int) -> Moments:
    """Return the moments of the rows of each label, (n_labels, n_columns).

    `row_labels` are label numbers, (n_documents,).
    """
    order = np.argsort(row_labels, kind="stable")
    sorted_numbers, sorted_units = numbers[order], units[order]
    borders = np.cumsum(np.bincount(row_labels, minlength=n_labels))[:-1]
    rows = zip(np.split(sorted_numbers, borders), np.split(sorted_units, borders), strict=True)
    if not n_labels:
        return empty_moments((0, numbers.shape[1]))
    moments = [compute_moments(*label_rows) for label_rows in rows]
    parts: Any = zip(*((part.weights, part.means, part.squares, part._means.low) for part in moments), strict=True)
    return Moments(*map(np.stack, parts))


def compute_moments(numbers: FloatArray, units: IntArray) -> Moments:
    """Return the moments of each column of `numbers` (n_documents, n_columns), weighted by `units`."""
    moments = _moments_without_missing(numbers, units) if len(numbers) else None
    if moments is not None:
        return moments
    is_known = ~np.isnan(numbers)
    weights = np.where(is_known, units[:, None], 0)
    totals = weights.sum(axis=0)
    if not len(numbers):
        return replace(empty_moments(numbers.shape[1:]), weights=totals)
    origin = np.nan_to_num(numbers[is_known.argmax(axis=0), np.arange(numbers.shape[1])])
    shifted = np.where(is_known, numbers - origin, 0.0)
    shares = weights / np.where(totals > 0, totals, 1)
    distance = (shares * shifted).sum(axis=0)
    deviations = np.where(is_known, shifted - distance, 0.0)
    squares = (weights / UNIT * deviations * deviations).sum(axis=0)
    means, zeros = to_long_floats(origin).plus(to_long_floats(distance)), to_long_floats(np.zeros(distance.shape))
    means = means.where(totals > 0, zeros)
    return Moments(totals, means.high, squares, means.low)


def _moments_without_missing(numbers: FloatArray, units: IntArray) -> Moments | None:
    """Fast path of `compute_moments`. Returns None if a number is missing or the weight is 0."""
    total = units.sum()
    shifted = numbers - numbers[0]
    distance = units / (total or 1) @ shifted
    if not total or np.isnan(distance).any():
        return None
    shifted -= distance
    shifted *= shifted
    means = to_long_floats(numbers[0]).plus(to_long_floats(distance))
    return Moments(np.full(numbers.shape[1], total), means.high, units / UNIT @ shifted, means.low)


def empty_moments(shape: tuple[int, ...]) -> Moments:
    """Return the moments of no numbers."""
    return Moments(np.zeros(shape, dtype=np.int64), np.zeros(shape), np.zeros(shape))
