"""Logarithms of shares that lose their digits as a difference of two logarithms.

A word that is nearly all of its label has a share near 1, and what a document counts thousands of times carries the
rounding of a logarithm into the score. These few are computed with log1p from what all other words have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import log_ratio, with_entries
from nbengine.arrays.weights_as_whole_numbers import UNIT

NEARLY_ALL = -0.5
"""A logarithm of a share above this is that of the largest share."""
FAR_LESS = 0.5
"""A share that is no more than this is not nearly all."""
MANY = 1 << 16
"""Counts of one word in one document from which on each is computed by itself."""

SOME = 1 << 8
"""The same where a weight is the sum of several numbers, which has fewer digits."""

Counts = npt.NDArray[Any]
CountsAt = Callable[[IntArray, IntArray], Counts]


def log_share(counts: Counts, totals: Counts, alpha: npt.ArrayLike, added: float) -> FloatArray:
    """log((count + α) / (total + Σα)) of counts and totals in units; `added` is Σα."""
    own = np.asarray(alpha, np.float64)
    return log_ratio(counts / UNIT + own, totals / UNIT + added, (counts - totals) / UNIT + (own - added))


def keep_digits(
    logs: FloatArray, counts_at: CountsAt, totals: Counts, alpha: FloatArray, added: float, sign: float = 1.0
) -> None:
    """Compute anew those of the logarithms (n_tokens, n_labels), times a sign, whose share is nearly all of a total.

    `counts_at` returns the counts of some tokens under some labels.
    """
    if not logs.size or (logs.max() <= NEARLY_ALL if sign > 0 else logs.min() >= -NEARLY_ALL):
        return  # along no axis: rows of few labels are slow to go through
    tokens, labels = np.nonzero(logs > NEARLY_ALL if sign > 0 else logs < -NEARLY_ALL)
    own = alpha[tokens, 0] if alpha.ndim else alpha
    logs[tokens, labels] = sign * log_share(counts_at(tokens, labels), totals[labels], own, added)


def split_by_size(entries: CountMatrix, least: int = MANY) -> tuple[CountMatrix, CountMatrix | None]:
    """Return the entries with usual counts, and those with large ones, if there are any."""
    is_large = entries.values >= least
    if not is_large.any():
        return entries, None
    return with_entries(entries, ~is_large), with_entries(entries, is_large)


def log_absence(presences: npt.ArrayLike, documents: npt.ArrayLike, alpha: npt.ArrayLike) -> FloatArray:
    """log(1 - φ), to the last digit where φ is small."""
    held, all_of_them = np.asarray(presences), np.asarray(documents)
    rest = np.maximum(all_of_them - held, 0.0) + alpha
    return log_ratio(rest, all_of_them + 2 * np.asarray(alpha), -(held + np.asarray(alpha)))
