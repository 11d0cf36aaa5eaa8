"""Arithmetic in log space that carries impossibility and certainty without ever becoming NaN.

-inf means impossible and wins over everything; +inf means infinite evidence.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray

UNDECIDED = -1
TIE = 1e-12
"""Two scores that differ by less than this share of the higher one are equal."""
BLOCK = 64
"""Rows of a table that are added up one after another."""
FEW_LABELS = 4
"""Up to so many labels, one pass per label is faster than one pass over rows of labels."""
NEAR = 0.5
"""Growth by a smaller share is more exact by log1p."""


def log_of(values: npt.ArrayLike) -> FloatArray:
    """The natural logarithm, -inf at zero without a warning."""
    with np.errstate(divide="ignore"):
        logs: FloatArray = np.log(values)
    return logs


def log_ratio(end: npt.ArrayLike, start: npt.ArrayLike, growth: npt.ArrayLike) -> FloatArray:
    """log(end / start), where growth is end - start; of a start of nothing, log(end) itself."""
    ends, starts, more = (np.asarray(part, np.float64) for part in (end, start, growth))
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        shares = more / starts
        plain = np.log(ends) - np.log(np.where(starts > 0, starts, 1.0))
        return np.where(np.abs(shares) < NEAR, np.log1p(shares), plain)


def added(first: FloatArray, *others: FloatArray) -> FloatArray:
    """Add log-probabilities; where one is impossible, so is the sum."""
    with np.errstate(invalid="ignore"):
        for other in others:
            first = first + other
    return np.where(np.isnan(first), -np.inf, first)


def subtract_by_label(table: FloatArray, per_label: FloatArray) -> None:
    """Subtract in place from each column of (n, n_labels) its number; rows of few labels are slow to go through."""
    if table.shape[1] > FEW_LABELS:
        table -= per_label
        return
    for label in range(table.shape[1]):
        table[:, label] -= per_label[label]


def column_sums(table: FloatArray) -> FloatArray:
    """(n_labels,): the sums over (n, n_labels), block by block, since a long sum taken row by row loses digits."""
    if table.shape[1] <= FEW_LABELS:
        return np.array([table[:, label].sum() for label in range(table.shape[1])])
    n_whole = len(table) // BLOCK * BLOCK
    blocks = np.einsum("ijk->ik", table[:n_whole].reshape(-1, BLOCK, table.shape[1]))
    sums: FloatArray = np.ascontiguousarray(blocks.T).sum(axis=1) + np.einsum("ij->j", table[n_whole:])
    return sums


def difference(left: npt.ArrayLike, right: npt.ArrayLike) -> FloatArray:
    """Log-odds of two labels; where both are impossible alike, neither is preferred."""
    with np.errstate(invalid="ignore"):
        odds = np.subtract(left, right, dtype=np.float64)
    return np.where(np.isnan(odds), 0.0, odds)


def is_undecided(log_joint: FloatArray) -> npt.NDArray[np.bool_]:
    """Return which documents have no best label, (n_documents,): all labels impossible, or several with infinite
    evidence."""
    best = log_joint.max(axis=1, initial=-np.inf)
    undecided: npt.NDArray[np.bool_] = best == -np.inf
    if np.isposinf(best).any():
        undecided |= np.isposinf(log_joint).sum(axis=1) > 1
    return undecided


def normalised(log_joint: FloatArray) -> FloatArray:
    """log P(label | document) from the joint; all -inf where the document is undecided."""
    if not log_joint.shape[1]:
        return log_joint
    labels_first = log_joint.T.copy()
    best = labels_first.max(axis=0)
    if not np.isfinite(best).all():
        return _normalised_at_the_limits(log_joint, best)
    labels_first -= best
    labels_first -= np.log(np.exp(labels_first).sum(axis=0))
    return labels_first.T


def judged(log_joint: FloatArray) -> IntArray:
    """The most probable label's number, the first of equals; UNDECIDED where there is none."""
    if not log_joint.shape[1]:
        return np.full(len(log_joint), UNDECIDED)
    best = first_of_best(log_joint)
    if np.isfinite(log_joint[np.arange(len(best)), best]).all():
        return best
    return np.where(is_undecided(log_joint), UNDECIDED, best)


def first_of_best(log_joint: FloatArray) -> IntArray:
    """The first label whose score is the highest, but for rounding.

    Scores closer than a share of `TIE` are equal, so that a document gets the same label alone and among others, whose
    sums are added up in another order.
    """
    best: IntArray = log_joint.argmax(axis=1)
    peaks = log_joint[np.arange(len(best)), best]
    with np.errstate(invalid="ignore"):
        least = peaks - TIE * np.abs(peaks)
    is_equal = log_joint >= np.where(np.isfinite(peaks), least, peaks)[:, None]
    if np.count_nonzero(is_equal) == len(best):
        return best
    first: IntArray = is_equal.argmax(axis=1)
    return first


def product(counts: CountMatrix, weights: FloatArray) -> FloatArray:
    """Sum of count times weight per document: (n_documents, n_labels). Zeros must not meet infinite weights."""
    if counts.n_documents == 1:
        one: FloatArray = counts.values @ weights[counts.tokens]
        return one[None, :]
    if weights.shape[1] > FEW_LABELS:
        sums: FloatArray = counts.csr @ weights
        return sums
    values = counts.values.astype(np.float64, copy=False)
    matrix = CountMatrix(counts.starts, counts.tokens, values, counts.n_tokens).csr
    by_label = np.empty((counts.n_documents, weights.shape[1]))
    for label in range(weights.shape[1]):
        by_label[:, label] = matrix @ np.ascontiguousarray(weights[:, label])
    return by_label


def without_zeros(counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """The entries above a threshold."""
    return with_entries(counts, counts.values > threshold)


def with_entries(counts: CountMatrix, kept: npt.NDArray[np.bool_]) -> CountMatrix:
    """The entries chosen by a mask."""
    if kept.all():
        return counts
    starts = np.concatenate(([0], np.cumsum(kept)))[counts.starts]
    return CountMatrix(starts, counts.tokens[kept], counts.values[kept], counts.n_tokens)


def presence(counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """A one for each entry above a threshold."""
    present = without_zeros(counts, threshold)
    return CountMatrix(present.starts, present.tokens, np.ones(len(present.tokens)), present.n_tokens)


def _normalised_at_the_limits(log_joint: FloatArray, best: FloatArray) -> FloatArray:
    limited = np.full(log_joint.shape, -np.inf)
    finite = np.isfinite(best)
    if finite.any():
        limited[finite] = normalised(log_joint[finite])
    certain = np.isposinf(log_joint)
    decided = np.flatnonzero(certain.sum(axis=1) == 1)
    limited[decided] = np.where(certain[decided], 0.0, -np.inf)
    return limited
