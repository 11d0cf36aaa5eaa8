"""Tests of whether a difference is more than luck: intervals by resampling, and two models on the same documents."""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass

EXACT_UP_TO = 1000
"""Documents judged differently, up to which McNemar's test adds up the binomial instead of approximating it."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval that holds a figure with the stated confidence."""

    low: float
    high: float


def wilson_interval(n_right: int, n_documents: int, *, confidence: float = 0.95) -> Interval:
    """Bound a share; sensible for none, all and few."""
    if not n_documents:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share, spread = n_right / n_documents, z * z / n_documents
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / n_documents + spread / (4 * n_documents)) / (1 + spread)
    low = 0.0 if n_right == 0 else max(0.0, middle - half)
    return Interval(low, 1.0 if n_right == n_documents else min(1.0, middle + half))


def bootstrap_interval(
    measure: Callable[[npt.NDArray[np.int64]], float],
    n_documents: int,
    *,
    n_draws: int = 1000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Interval:
    """Redraw the documents with replacement: measure takes how often each one was drawn, shape (n_documents,).

    Draws for which the measure is NaN, such as one without any positive, are left out.
    """
    if n_documents < 1:
        raise EngineError("There are no documents to redraw.")
    generator = np.random.default_rng(seed)
    values = np.array([measure(_drawn(generator, n_documents)) for _ in range(n_draws)])
    known = values[~np.isnan(values)]
    if not known.size:
        raise EngineError("The measure has no value on any of the draws.")
    tail = (1 - confidence) / 2
    low, high = np.quantile(known, [tail, 1 - tail])
    return Interval(float(low), float(high))


def _drawn(generator: np.random.Generator, n_documents: int) -> npt.NDArray[np.int64]:
    return np.bincount(generator.integers(0, n_documents, n_documents, dtype=np.int32), minlength=n_documents)


@dataclass(frozen=True, slots=True)
class McNemar:
    """Two models on the same documents: only those that just one of them got right tell them apart."""

    only_first_right: int
    only_second_right: int
    statistic: float | None
    """Chi-squared with continuity correction; None where the exact binomial was used."""
    p_value: float
    """The chance of a difference at least this large between equally good models."""


def mcnemar(first_is_right: npt.ArrayLike, second_is_right: npt.ArrayLike) -> McNemar:
    """Test whether two models differ; exact where few documents tell them apart."""
    first, second = np.asarray(first_is_right, dtype=np.bool_), np.asarray(second_is_right, dtype=np.bool_)
    if first.ndim != 1 or first.shape != second.shape:
        raise EngineError(f"The models judged different documents: {first.shape} against {second.shape}.")
    only_first, only_second = int(np.sum(first & ~second)), int(np.sum(second & ~first))
    n_different = only_first + only_second
    if n_different <= EXACT_UP_TO:
        ways = sum(math.comb(n_different, number) for number in range(min(only_first, only_second) + 1))
        return McNemar(only_first, only_second, None, min(1.0, 2 * ways / 2**n_different))
    statistic = (abs(only_first - only_second) - 1) ** 2 / n_different
    return McNemar(only_first, only_second, statistic, math.erfc(math.sqrt(statistic / 2)))
