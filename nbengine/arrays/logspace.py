"""Arithmetic in log space that carries impossibility and certainty without ever becoming NaN.

-inf means impossible and wins over everything; +inf means infinite evidence.

Shares near 1 lose their digits as a difference of two logarithms. A word that is nearly all of its label has such a
share, and what a document counts thousands of times carries the rounding of a logarithm into the score. These few are
computed with log1p from what all other words have.

Counts in units are mostly small whole documents or occurrences, so one table of logarithms, looked up by count
(`SmoothedLogs`), replaces most of the work; it goes in runs that fit the cache. Where weights make fractions, or each
token has its own smoothing, every logarithm is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import RUN, UNIT, CountMatrix, FloatArray, IntArray, spans

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


def logistic(odds: npt.ArrayLike) -> FloatArray:
    """The probability that log-odds stand for."""
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * np.asarray(odds))))


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


def column_sums(table: FloatArray) -> FloatArray:
    """(n_labels,): the sums over (n, n_labels), block by block, since a long sum taken row by row loses digits."""
    if table.shape[1] <= FEW_LABELS:
        return np.array([table[:, label].sum() for label in range(table.shape[1])])
    n_whole = len(table) // BLOCK * BLOCK
    blocks = np.einsum("ijk->ik", table[:n_whole].reshape(-1, BLOCK, table.shape[1]))
    return np.asarray(np.ascontiguousarray(blocks.T).sum(axis=1) + np.einsum("ij->j", table[n_whole:]))


def difference(left: npt.ArrayLike, right: npt.ArrayLike) -> FloatArray:
    """Log-odds of two labels; where both are impossible alike, neither is preferred."""
    with np.errstate(invalid="ignore"):
        odds = np.subtract(left, right, dtype=np.float64)
    return np.where(np.isnan(odds), 0.0, odds)


def is_undecided(log_joint: FloatArray) -> npt.NDArray[np.bool_]:
    """(n_documents,): which have no best label: all impossible, or several of infinite evidence."""
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
    return np.asarray(is_equal.argmax(axis=1))


def product(counts: CountMatrix, weights: FloatArray) -> FloatArray:
    """Sum of count times weight per document: (n_documents, n_labels). Zeros must not meet infinite weights."""
    if counts.n_documents == 1:
        one: FloatArray = counts.values @ weights[counts.tokens]
        return one[None, :]
    if weights.shape[1] > FEW_LABELS:
        return np.asarray(counts.csr @ weights)
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


LARGEST_TABLE = 1 << 20
Formula = Callable[[FloatArray, IntArray], Sequence[FloatArray]]
"""From counts, and the number of each one's label, to one number or several for each."""


class SmoothedLogs:
    """log(count + α) of the same (n_tokens, n_labels) counts, in units, for any α."""

    def __init__(self, counts: npt.NDArray[Any]) -> None:
        self._counts = counts
        self._size = _table_size(counts)
        self._places: IntArray | None = None

    @property
    def highest(self) -> float:
        """A count that none is above."""
        return self._size - 1 if self._size else np.inf

    @property
    def n_places(self) -> int:
        """The length of the table; 0 where there is none."""
        return self._size

    @property
    def places(self) -> IntArray | None:
        """The counts as places in a table, where all are small and whole; kept for the next time."""
        if self._size and self._places is None:
            self._places = self._counts >> 20
        return self._places

    def __call__(self, smoothing: FloatArray, less: FloatArray | None = None) -> FloatArray:
        """α must broadcast against the counts; `less`, one number per label, is subtracted."""
        if not self._size or smoothing.ndim:
            logs = log_of(self._counts / UNIT + smoothing)
        else:
            logs = self._looked_up(log_of(np.arange(self._size) + smoothing))
        if less is not None:
            logs -= less
        return logs

    def _looked_up(self, table: FloatArray) -> FloatArray:
        logs = np.empty(self._counts.shape)
        row_length = max(int(np.prod(logs.shape[1:])), 1)
        for rows in spans(len(logs), max(RUN // row_length, 1)):
            places = self._counts[rows] >> 20 if self._places is None else self._places[rows]
            np.take(table, places, out=logs[rows], mode="clip")
        return logs


class LogsLeft:
    """log(count - amount + α) of whole counts of some tokens, less an amount for each of them, for any α.

    Counts are places of the whole table (n_tokens, n_labels), amounts (n,); what would be below 0 counts as 0.
    """

    def __init__(self, places: IntArray, n_places: int, tokens: npt.NDArray[Any], amounts: IntArray) -> None:
        self._places, self._n_places, self._tokens, self._amounts = places, n_places, tokens, amounts

    def __call__(self, smoothing: FloatArray) -> FloatArray:
        """α is one number, or one for each of the tokens as (n, 1)."""
        if smoothing.ndim:
            return log_of(np.maximum(self._left(slice(None)), 0) + smoothing)
        table = log_of(np.arange(self._n_places) + smoothing)
        logs = np.empty((len(self._tokens), self._places.shape[1]))
        for rows in spans(len(logs), max(RUN // logs.shape[1], 1)):
            np.take(table, self._left(rows), out=logs[rows], mode="clip")
        return logs

    def _left(self, rows: slice) -> IntArray:
        left = self._places.take(self._tokens[rows], axis=0)
        left -= self._amounts[rows, None]
        return left


def looked_up(counts: npt.NDArray[Any], n_places: int, formula: Formula) -> list[FloatArray]:
    """Return what a formula makes of counts in units, (n_tokens, n_labels); most are whole numbers below `n_places`.

    These come from tables of its own, one for each label. Floats are counts themselves, and their unit is 1.
    """
    labels, unit = np.arange(counts.shape[1]), 1 if counts.dtype.kind == "f" else UNIT
    tables = formula((np.arange(n_places) * float(unit) / UNIT)[None, :], labels[:, None])
    n_rows = max(RUN // max(len(labels), 1), 1)
    found = [np.empty(counts.shape) for _ in tables]
    own_labels = np.tile(labels, min(n_rows, len(counts)))
    leaders = own_labels * n_places
    for rows in spans(len(counts), n_rows):
        flat = counts[rows].reshape(-1)
        places = flat.astype(np.int64) // unit
        beyond = np.flatnonzero((places * unit != flat) | (places >= n_places))
        places += leaders[: len(places)]
        exact = formula(flat[beyond] / UNIT, own_labels[beyond])
        for table, numbers, few in zip(tables, found, exact, strict=True):
            part = numbers[rows].reshape(-1)
            np.take(table.reshape(-1), places, out=part, mode="clip")
            part[beyond] = few
    return found


def _table_size(counts: npt.NDArray[Any]) -> int:
    """Return how long a table of logarithms must be; 0 where it does not pay or cannot be made."""
    if counts.dtype.kind == "f" or not counts.size:
        return 0
    bits = int(np.bitwise_or.reduce(counts.ravel(order="K")))  # below 0 if one is, no less than the largest otherwise
    if bits < 0 or bits % UNIT:
        return 0
    limit = min(LARGEST_TABLE, counts.size)
    largest = bits // UNIT if bits // UNIT < limit else int(counts.max()) // UNIT
    return largest + 1 if largest < limit else 0
