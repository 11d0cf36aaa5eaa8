"""Arithmetic in log space that handles probabilities 0 and 1 without producing NaN, and a minimiser.

A logarithm of -inf means impossible and overrides everything else; +inf means infinite evidence.

The logarithm of a share near 1 loses digits if it is the difference of two logarithms. This happens for a word that
makes up nearly all of its label. If a document has such a word thousands of times, the rounding error becomes visible
in the score. These few logarithms are computed with log1p from the counts of all other words.

Counts in units of 2⁻²⁰ are mostly small whole numbers of documents or occurrences. A table of logarithms indexed by
count (`SmoothedLogs`) therefore replaces most of the work. It is applied in chunks that fit the processor's cache. With
fractional weights, or one smoothing per token, every logarithm is computed.

`minimise` (BFGS) fits a few parameters, such as a calibration. SciPy's optimiser is not used, because importing it
takes longer than importing the whole engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import CHUNK_LENGTH, UNIT, CountMatrix, FloatArray, IntArray, split_into_slices

UNDECIDED = -1
"""Label number of a document that has no best label."""
TIE = 1e-12
"""Two scores are equal if they differ by less than this share of the higher one."""
ROWS_PER_BLOCK = 64
"""Number of table rows that `column_sums` adds up in one step."""
MAX_LABELS_ONE_BY_ONE = 4
"""Up to this number of labels, one pass per label is faster than one pass over the rows."""
MAX_CHANGE_FOR_LOG1P = 0.5
"""`log_ratio` uses log1p if |end - start| / start is below this, because log1p is then more exact."""


def log_of(values: npt.ArrayLike) -> FloatArray:
    """Return the natural logarithm; -inf at zero, without a warning."""
    with np.errstate(divide="ignore"):
        logs: FloatArray = np.log(values)
    return logs


def logistic(odds: npt.ArrayLike) -> FloatArray:
    """Return the probability exp(odds) / (1 + exp(odds)) for log-odds."""
    # By tanh, because exp(-odds) overflows with a warning for large negative odds.
    return np.asarray(0.5 * (1.0 + np.tanh(0.5 * np.asarray(odds))))


def log_ratio(end: npt.ArrayLike, start: npt.ArrayLike, growth: npt.ArrayLike) -> FloatArray:
    """Return log(end / start), or log(end) where `start` is 0.

    `growth` is end - start. The caller passes it because it often knows the difference with more digits than a
    subtraction of `end` and `start` would leave.
    """
    ends, starts, more = (np.asarray(part, np.float64) for part in (end, start, growth))
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        shares = more / starts
        plain = np.log(ends) - np.log(np.where(starts > 0, starts, 1.0))
        return np.where(np.abs(shares) < MAX_CHANGE_FOR_LOG1P, np.log1p(shares), plain)


def add_log_probabilities(first: FloatArray, *others: FloatArray) -> FloatArray:
    """Add log-probabilities. If any summand is -inf, so is the sum, even with +inf."""
    with np.errstate(invalid="ignore"):
        for other in others:
            first = first + other
    return np.where(np.isnan(first), -np.inf, first)


def column_sums(table: FloatArray) -> FloatArray:
    """Return the column sums of a table, shape (n_labels,).

    Rows are summed in blocks, because a long row-by-row sum loses digits.
    """
    if table.shape[1] <= MAX_LABELS_ONE_BY_ONE:
        return np.array([table[:, label].sum() for label in range(table.shape[1])])
    n_whole = len(table) // ROWS_PER_BLOCK * ROWS_PER_BLOCK
    blocks = np.einsum("ijk->ik", table[:n_whole].reshape(-1, ROWS_PER_BLOCK, table.shape[1]))
    return np.asarray(np.ascontiguousarray(blocks.T).sum(axis=1) + np.einsum("ij->j", table[n_whole:]))


def log_odds_between(left: npt.ArrayLike, right: npt.ArrayLike) -> FloatArray:
    """Return the log-odds left - right.

    They are 0 if both are infinite and equal, because neither label is preferred.
    """
    with np.errstate(invalid="ignore"):
        odds = np.subtract(left, right, dtype=np.float64)
    return np.where(np.isnan(odds), 0.0, odds)


def is_undecided(log_joint: FloatArray) -> npt.NDArray[np.bool_]:
    """Return a mask of the documents without a best label: all labels are impossible, or several have infinite
    evidence.
    """
    best = log_joint.max(axis=1, initial=-np.inf)
    undecided: npt.NDArray[np.bool_] = best == -np.inf
    if np.isposinf(best).any():
        undecided |= np.isposinf(log_joint).sum(axis=1) > 1
    return undecided


def normalise_log_joint(log_joint: FloatArray) -> FloatArray:
    """Return log P(label | document) from log P(label, document). The rows of undecided documents are all -inf."""
    if not log_joint.shape[1]:
        return log_joint
    labels_first = log_joint.T.copy()  # sums along the first axis are whole rows, so a few labels are fast too
    best = labels_first.max(axis=0)
    if not np.isfinite(best).all():
        return _normalise_infinite(log_joint, best)
    # Log-sum-exp: without subtracting the maximum, all exponentials of a long document are 0 (below exp(-745)).
    labels_first -= best
    labels_first -= np.log(np.exp(labels_first).sum(axis=0))
    return labels_first.T


def best_label_numbers(log_joint: FloatArray) -> IntArray:
    """Return the number of the most probable label of each document, shape (n_documents,).

    With equal scores, it is the first label. For undecided documents, it is UNDECIDED.
    """
    if not log_joint.shape[1]:
        return np.full(len(log_joint), UNDECIDED)
    best = first_best_label_numbers(log_joint)
    if np.isfinite(log_joint[np.arange(len(best)), best]).all():
        return best
    return np.where(is_undecided(log_joint), UNDECIDED, best)


def first_best_label_numbers(log_joint: FloatArray) -> IntArray:
    """Return the first label whose score is the highest, apart from rounding.

    Scores that differ by less than a share of `TIE` count as equal. A batch adds up scores in another order than a
    single document does. Without the tolerance, a document could get different labels.
    """
    best: IntArray = log_joint.argmax(axis=1)
    peaks = log_joint[np.arange(len(best)), best]
    with np.errstate(invalid="ignore"):
        lowest_equal = peaks - TIE * np.abs(peaks)
    is_equal = log_joint >= np.where(np.isfinite(peaks), lowest_equal, peaks)[:, None]
    if np.count_nonzero(is_equal) == len(best):
        return best
    return np.asarray(is_equal.argmax(axis=1))


def weighted_sums(counts: CountMatrix, weights: FloatArray) -> FloatArray:
    """Return the sum of count * weight per document, shape (n_documents, n_labels).

    Entries must not hold zeros if weights are infinite, since 0 * inf is NaN.
    """
    if counts.n_documents == 1:
        evidence: FloatArray = counts.values @ weights[counts.tokens]
        return evidence[None, :]
    if weights.shape[1] > MAX_LABELS_ONE_BY_ONE:
        return np.asarray(counts.csr @ weights)
    values = counts.values.astype(np.float64, copy=False)
    matrix = CountMatrix(counts.starts, counts.tokens, values, counts.n_tokens).csr
    by_label = np.empty((counts.n_documents, weights.shape[1]))
    for label in range(weights.shape[1]):
        by_label[:, label] = matrix @ np.ascontiguousarray(weights[:, label])
    return by_label


def select_above(counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """Return only the entries above a threshold."""
    return select_entries(counts, counts.values > threshold)


def select_entries(counts: CountMatrix, is_selected: npt.NDArray[np.bool_]) -> CountMatrix:
    """Return only the entries selected by a mask."""
    if is_selected.all():
        return counts
    starts = np.concatenate(([0], np.cumsum(is_selected)))[counts.starts]
    return CountMatrix(starts, counts.tokens[is_selected], counts.values[is_selected], counts.n_tokens)


def to_presences(counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """Return a matrix with 1 for each entry above a threshold."""
    present = select_above(counts, threshold)
    return CountMatrix(present.starts, present.tokens, np.ones(len(present.tokens)), present.n_tokens)


def _normalise_infinite(log_joint: FloatArray, best: FloatArray) -> FloatArray:
    log_shares = np.full(log_joint.shape, -np.inf)
    is_finite = np.isfinite(best)
    if is_finite.any():
        log_shares[is_finite] = normalise_log_joint(log_joint[is_finite])
    is_certain = np.isposinf(log_joint)
    decided = np.flatnonzero(is_certain.sum(axis=1) == 1)
    log_shares[decided] = np.where(is_certain[decided], 0.0, -np.inf)
    return log_shares


LOG_SHARE_NEAR_ONE = -0.5
"""A share whose logarithm is above this (share > 0.61) is near 1, and its logarithm is computed with log1p."""
MAX_PLAIN_SHARE = 0.5
"""A share up to this is not near 1, so the plain difference of logarithms is exact enough."""
LARGE_COUNT = 1 << 16
"""If a document has one word at least this often, the word's share is computed separately, to keep its digits."""

LARGE_COUNT_OF_SUM = 1 << 8
"""Like `LARGE_COUNT`, for weights that are sums of several logarithms and therefore have fewer exact digits."""

Counts = npt.NDArray[Any]
CountsAt = Callable[[IntArray, IntArray], Counts]


def log_share(counts: Counts, totals: Counts, alpha: npt.ArrayLike, added: float) -> FloatArray:
    """Return log((count + α) / (total + Σα)); counts and totals are in units of 2⁻²⁰, `added` is Σα."""
    smoothing = np.asarray(alpha, np.float64)
    return log_ratio(counts / UNIT + smoothing, totals / UNIT + added, (counts - totals) / UNIT + (smoothing - added))


def recompute_near_one(
    logs: FloatArray, counts_at: CountsAt, totals: Counts, alpha: FloatArray, added: float, sign: float = 1.0
) -> None:
    """Recompute in place the logarithms of shares near 1: as a difference of two logarithms they lose digits.

    `logs` has the shape (n_tokens, n_labels) and holds `sign` times the logarithm of (count + α) / (total + Σα).
    `totals` and the result of `counts_at` are in units of 2⁻²⁰; `added` is Σα.
    """
    if not logs.size or (logs.max() <= LOG_SHARE_NEAR_ONE if sign > 0 else logs.min() >= -LOG_SHARE_NEAR_ONE):
        return  # one maximum over the whole table: along an axis of few labels it would be slow
    tokens, labels = np.nonzero(logs > LOG_SHARE_NEAR_ONE if sign > 0 else logs < -LOG_SHARE_NEAR_ONE)
    smoothing = alpha[tokens, 0] if alpha.ndim else alpha
    logs[tokens, labels] = sign * log_share(counts_at(tokens, labels), totals[labels], smoothing, added)


def split_by_count(entries: CountMatrix, min_large_count: int = LARGE_COUNT) -> tuple[CountMatrix, CountMatrix | None]:
    """Split the entries of a matrix: those with counts below `min_large_count`, and all others.

    Return None as the second matrix if it would have no entries.
    """
    is_large = entries.values >= min_large_count
    if not is_large.any():
        return entries, None
    return select_entries(entries, ~is_large), select_entries(entries, is_large)


def log_absence(presences: npt.ArrayLike, documents: npt.ArrayLike, alpha: npt.ArrayLike) -> FloatArray:
    """Return log(1 - φ), where φ is the probability that a document has the word. Small φ lose no digits."""
    n_present, n_documents = np.asarray(presences), np.asarray(documents)
    n_absent = np.maximum(n_documents - n_present, 0.0) + alpha
    return log_ratio(n_absent, n_documents + 2 * np.asarray(alpha), -(n_present + np.asarray(alpha)))


MAX_TABLE_LENGTH = 1 << 20
"""Maximum length of a table of logarithms."""
CountFunction = Callable[[FloatArray, IntArray], Sequence[FloatArray]]
"""Function that maps counts, and the label number of each count, to one or several arrays of the same shape."""


class SmoothedLogs:
    """log(count + α) of counts (n_tokens, n_labels) in units of 2⁻²⁰. Call the object with α; it can be called
    repeatedly.
    """

    def __init__(self, counts: npt.NDArray[Any]) -> None:
        self._counts = counts
        self._size = _table_size(counts)
        self._table_indices: IntArray | None = None

    @property
    def max_count(self) -> float:
        """An upper bound of the counts; infinity if no table is used."""
        return self._size - 1 if self._size else np.inf

    @property
    def table_length(self) -> int:
        """Length of the table of logarithms; 0 if no table is used."""
        return self._size

    @property
    def table_indices(self) -> IntArray | None:
        """The counts as indices of the table; None if no table is used. Computed on first use."""
        if self._size and self._table_indices is None:
            self._table_indices = self._counts >> 20  # division by UNIT; all counts are whole here
        return self._table_indices

    def __call__(self, smoothing: FloatArray, less: FloatArray | None = None) -> FloatArray:
        """Return log(count + α), minus `less` (n_labels,) if it is passed.

        `smoothing` is α: one number, or an array that broadcasts against the counts.
        """
        if not self._size or smoothing.ndim:
            logs = log_of(self._counts / UNIT + smoothing)
        else:
            logs = self._look_up(log_of(np.arange(self._size) + smoothing))
        if less is not None:
            logs -= less
        return logs

    def _look_up(self, table: FloatArray) -> FloatArray:
        logs = np.empty(self._counts.shape)
        row_length = max(int(np.prod(logs.shape[1:])), 1)
        for rows in split_into_slices(len(logs), max(CHUNK_LENGTH // row_length, 1)):
            indices = self._counts[rows] >> 20 if self._table_indices is None else self._table_indices[rows]
            np.take(table, indices, out=logs[rows], mode="clip")
        return logs


class ReducedLogs:
    """log(count - amount + α), for several α. The amount is what a left-out document added to the count of a token.

    `table_indices` are the counts (n_tokens, n_labels) as table indices. `tokens` and `amounts` have the shape (n,),
    one item per pair of a left-out document and a token. Differences below 0 count as 0.
    """

    def __init__(self, table_indices: IntArray, table_length: int, tokens: npt.NDArray[Any], amounts: IntArray) -> None:
        self._table_indices, self._table_length, self._tokens, self._amounts = (
            table_indices,
            table_length,
            tokens,
            amounts,
        )

    def __call__(self, smoothing: FloatArray) -> FloatArray:
        """Return the logarithms, shape (n, n_labels).

        `smoothing` is one number, or one per pair with the shape (n, 1).
        """
        if smoothing.ndim:
            return log_of(np.maximum(self._remaining_counts(slice(None)), 0) + smoothing)
        table = log_of(np.arange(self._table_length) + smoothing)
        logs = np.empty((len(self._tokens), self._table_indices.shape[1]))
        for rows in split_into_slices(len(logs), max(CHUNK_LENGTH // logs.shape[1], 1)):
            np.take(table, self._remaining_counts(rows), out=logs[rows], mode="clip")
        return logs

    def _remaining_counts(self, rows: slice) -> IntArray:
        counts_left = self._table_indices.take(self._tokens[rows], axis=0)
        counts_left -= self._amounts[rows, None]
        return counts_left


def apply_by_table(counts: npt.NDArray[Any], table_length: int, formula: CountFunction) -> list[FloatArray]:
    """Return the results of `formula` for counts of shape (n_tokens, n_labels).

    Integer counts are in units of 2⁻²⁰, float counts in occurrences. Most counts are whole occurrences below
    `table_length`. Their results are read from one table per label. All other results are computed one by one.
    """
    labels, unit = np.arange(counts.shape[1]), 1 if counts.dtype.kind == "f" else UNIT
    tables = formula((np.arange(table_length) * float(unit) / UNIT)[None, :], labels[:, None])
    n_rows = max(CHUNK_LENGTH // max(len(labels), 1), 1)
    results = [np.empty(counts.shape) for _ in tables]
    row_labels = np.tile(labels, min(n_rows, len(counts)))
    leaders = row_labels * table_length
    for rows in split_into_slices(len(counts), n_rows):
        flat = counts[rows].reshape(-1)
        indices = flat.astype(np.int64) // unit
        beyond = np.flatnonzero((indices * unit != flat) | (indices >= table_length))
        indices += leaders[: len(indices)]
        exact = formula(flat[beyond] / UNIT, row_labels[beyond])
        for table, numbers, exact_values in zip(tables, results, exact, strict=True):
            part = numbers[rows].reshape(-1)
            np.take(table.reshape(-1), indices, out=part, mode="clip")
            part[beyond] = exact_values
    return results


def _table_size(counts: npt.NDArray[Any]) -> int:
    """Return the required length of a table of logarithms.

    Return 0 if a table would not save time, or for fractions.
    """
    if counts.dtype.kind == "f" or not counts.size:
        return 0
    # The OR of all counts is negative if one of them is, and an upper bound of the largest otherwise.
    bits = int(np.bitwise_or.reduce(counts.ravel(order="K")))
    if bits < 0 or bits % UNIT:
        return 0
    limit = min(MAX_TABLE_LENGTH, counts.size)
    largest = bits // UNIT if bits // UNIT < limit else int(counts.max()) // UNIT
    return largest + 1 if largest < limit else 0


Objective = Callable[[FloatArray], tuple[float, FloatArray]]
"""Function that returns the value and the gradient at a position."""

# Convergence criteria of BFGS; the last one is the usual constant of the Armijo rule.
MAX_STEPS = 200
TOLERANCE = 1e-7
MIN_STEP = 1e-10
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
        step_result = _line_search(objective, position, value, direction, float(direction @ gradient))
        if step_result is None:
            break
        step, value, new_gradient = step_result
        inverse_hessian = _update_inverse_hessian(inverse_hessian, step, new_gradient - gradient)
        position, gradient = position + step, new_gradient
    return position


def _line_search(
    objective: Objective, position: FloatArray, value: float, direction: FloatArray, descent: float
) -> tuple[FloatArray, float, FloatArray] | None:
    """Halve the step along `direction` until the value decreases sufficiently (Armijo rule).

    Return the step with the value and gradient there, or None if no step is small enough.
    """
    # The first direction is the bare gradient, which may be huge: no step changes a parameter by more than 2.
    size = min(1.0, 2.0 / float(np.abs(direction).max()))
    while size >= MIN_STEP:
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
