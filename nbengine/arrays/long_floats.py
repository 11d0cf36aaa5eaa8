"""Floats of about 32 digits: each is the sum of a float and what rounding took away from it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray

SPLITTER = 2.0**27 + 1


class LongFloats(NamedTuple):
    """Arrays of one shape; the number is high + low, and high is what a float can hold of it."""

    high: FloatArray
    low: FloatArray

    def plus(self, other: LongFloats) -> LongFloats:
        total, rest = _two_sum(self.high, other.high)
        return LongFloats(*_quick_sum(total, rest + (self.low + other.low)))

    def minus(self, other: LongFloats) -> LongFloats:
        return self.plus(LongFloats(-other.high, -other.low))

    def times(self, other: LongFloats) -> LongFloats:
        product, rest = _two_product(self.high, other.high)
        return LongFloats(*_quick_sum(product, rest + (self.high * other.low + self.low * other.high)))

    def over(self, other: LongFloats) -> LongFloats:
        """The quotient; the other must not be 0."""
        first = self.high / other.high
        rest = self.minus(other.times(long(first)))
        second = rest.high / other.high
        third = rest.minus(other.times(long(second))).high / other.high
        return LongFloats(*_quick_sum(*_quick_sum(first, second))).plus(long(third))

    def where(self, is_own: npt.NDArray[np.bool_], other: LongFloats) -> LongFloats:
        """Own numbers where that is so, else the other's."""
        return LongFloats(np.where(is_own, self.high, other.high), np.where(is_own, self.low, other.low))


def long(high: npt.ArrayLike, low: npt.ArrayLike | None = None) -> LongFloats:
    """Floats as long floats."""
    floats = np.asarray(high, dtype=np.float64)
    return LongFloats(floats, np.zeros(floats.shape) if low is None else np.asarray(low, dtype=np.float64))


def _two_sum(left: FloatArray, right: FloatArray) -> tuple[FloatArray, FloatArray]:
    total = left + right
    part = total - left
    return total, (left - (total - part)) + (right - part)


def _quick_sum(large: FloatArray, small: FloatArray) -> tuple[FloatArray, FloatArray]:
    total = large + small
    return total, small - (total - large)


def _two_product(left: FloatArray, right: FloatArray) -> tuple[FloatArray, FloatArray]:
    product = left * right
    left_high, left_low = _halves(left)
    right_high, right_low = _halves(right)
    rest = ((left_high * right_high - product) + left_high * right_low + left_low * right_high) + left_low * right_low
    return product, rest


def _halves(numbers: FloatArray) -> tuple[FloatArray, FloatArray]:
    scaled = SPLITTER * numbers
    high = scaled - (scaled - numbers)
    return high, numbers - high
