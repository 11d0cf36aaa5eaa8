"""Base classes of the estimators that count features per label, with smoothing and a prior."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Mapping
from dataclasses import replace
from numbers import Real
from typing import Any, ClassVar, Self, TypeAlias, cast

import numpy as np
import numpy.typing as npt
from scipy import sparse

from nbengine.counts import LARGEST_INT32, UNIT, CountMatrix, FloatArray, IntArray, split_into_slices
from nbengine.errors import EngineError
from nbengine.estimators.estimator import (
    ARRAY_OR_NONE,
    BOOLEAN,
    MAX_FEATURE_VALUE,
    SMOOTHING,
    ParameterRule,
    check_not_negative,
    check_values,
    is_sparse,
)
from nbengine.estimators.naive_bayes import NaiveBayes
from nbengine.estimators.saving import SavedStatistics
from nbengine.estimators.views import FittedView, ViewRecipe, make_prior, to_units
from nbengine.events import weights_without_each_document
from nbengine.events.event_model import MAX_SMOOTHING, EventSettings, Prior, TextModel, TrainingDocuments, log_prior
from nbengine.events.leave_one_out import LabelSums, NonZeroCells, WordCounts
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import TextWeights, WordWeights
from nbengine.events.sparse_weights import SparseWeights
from nbengine.learnt.statistics import Features, Statistics, require_part
from nbengine.learnt.tally import (
    CountTable,
    DenseTable,
    FilledCells,
    SparseTable,
    Tally,
    should_be_sparse,
    sort_and_merge,
)
from nbengine.logspace import add_log_probabilities, first_best_label_numbers, log_of, select_entries, weighted_sums

FeatureCounts: TypeAlias = FloatArray | SparseTable
"""Counts of shape (n_tokens, n_labels): a dense array, or a sparse table of the non-zero cells."""

PRESENCES_IF_NOT_COUNTED = 2.0**60
"""Number of presences stored for every feature if the event model does not use presences.

Leave-one-out removes a feature whose presences fall to 0. This number is too large to ever do so.
"""
MAX_LABELS_FOR_PRODUCT = 4
"""Up to this number of labels, a matrix product is faster than summing cells."""
BITS_PER_HALF = 31
"""Sums of two labels are packed into one int64 if each of them fits into this number of bits."""
CELLS_PER_ENTRY_FOR_SPARSE_ADD = 8
"""If the table of counts has more cells per new entry than this, new samples are added cell by cell."""
RELATIVE_ZERO = 1e-9
"""A difference of at most this share of the original value counts as a rounding error and becomes zero."""


class RealTally(Tally):
    """A tally of floats, for the counts of an estimator. Its labels are the class numbers as text.

    With `are_presences`, each count is a number of documents, and is used as the number of documents that have the
    feature. Otherwise that number is `PRESENCES_IF_NOT_COUNTED` everywhere.

    With `is_real=False`, differences of counts keep their rounding errors. Clearing them takes time, and is needed only
    without smoothing.
    """

    def __init__(
        self,
        labels: npt.NDArray[Any],
        documents: FloatArray,
        counts: FeatureCounts,
        *,
        are_presences: bool = False,
        is_real: bool = True,
    ) -> None:
        super().__init__(map(str, range(len(labels))))
        self._documents, self._is_real = cast(Any, documents), is_real
        presences: Any
        if isinstance(counts, SparseTable):
            filled = find_nonzero_cells(counts)
            presences = filled.presences if are_presences else np.full(len(filled.cells), PRESENCES_IF_NOT_COUNTED)
            cells = FilledCells(filled.cells, filled.occurrences, presences)
            self._table: CountTable = SparseTable(counts.n_tokens, counts.n_labels, cells)
        else:
            presences = counts if are_presences else np.broadcast_to(PRESENCES_IF_NOT_COUNTED, counts.shape)
            self._table = DenseTable(counts, presences)


def find_nonzero_cells(counts: SparseTable) -> FilledCells:
    """Return the non-zero cells of `counts`. Their document counts (presences) are copies of their occurrence
    counts.
    """
    filled = counts.filled_cells()
    return FilledCells(filled.cells, filled.occurrences, filled.occurrences)


def empty_counts(n_tokens: int, n_labels: int) -> FeatureCounts:
    """Return counts of zero, as a sparse table if it would take less memory."""
    if should_be_sparse(n_tokens, n_labels, 0):
        return sparse_counts(n_tokens, n_labels, np.zeros(0, np.int64), np.zeros(0))
    return np.zeros((n_tokens, n_labels))


def sparse_counts(n_tokens: int, n_labels: int, cells: IntArray, occurrences: FloatArray) -> SparseTable:
    """Return a sparse table of counts.

    `cells` must be distinct and ascending. All presences are 0, because estimators do not use them.
    """
    return SparseTable(n_tokens, n_labels, FilledCells(cells, occurrences, np.zeros(len(cells), np.int8)))


def to_dense_counts(counts: FeatureCounts) -> FloatArray:
    """Return the counts as a dense array (n_tokens, n_labels). Raise an error if it would take too much memory."""
    return counts.occurrences if isinstance(counts, SparseTable) else counts


def select_token_counts(counts: FeatureCounts, tokens: npt.NDArray[Any]) -> FloatArray:
    """Return the counts of the given tokens, shape (n, n_labels)."""
    return np.asarray(counts.rows(tokens)[0] if isinstance(counts, SparseTable) else counts[tokens])


def smoothing_per_unit(alpha: npt.ArrayLike) -> Any:
    """Return α / `UNIT`.

    The engine divides the counts of a tally by `UNIT`. An estimator passes plain counts instead, so its α must be
    smaller by the same factor.
    """
    return np.asarray(alpha, dtype=np.float64) / UNIT


def sums_by_label(X: Any, numbers: IntArray, weights: FloatArray | None, n_labels: int) -> FloatArray:
    """Add up the rows of X by label, shape (n_tokens, n_labels)."""
    if not is_sparse(X):
        return np.asarray(np.asarray(X, dtype=np.float64).T @ _to_one_hot(numbers, weights, n_labels))
    if n_labels <= MAX_LABELS_FOR_PRODUCT:
        by_token = sparse.csc_array((X.data, X.indices, X.indptr), shape=X.shape[::-1])
        if weights is None and X.dtype == np.int64:
            # Most often the largest count already proves that all sums fit, and no sum is needed.
            largest, limit = int(X.data.max(initial=0)), 1 << BITS_PER_HALF
            if largest * len(X.data) < limit or (largest < limit and int(X.data.sum()) < limit):
                return _sum_two_labels_at_once(by_token, numbers, n_labels)
        return np.asarray(by_token @ _to_one_hot(numbers, weights, n_labels), dtype=np.float64)
    cells, values = _cells_of_entries(X, numbers, weights, n_labels)
    sums: npt.NDArray[Any] = np.bincount(cells, values, X.shape[1] * n_labels)
    return sums.reshape(X.shape[1], n_labels)


def _sum_two_labels_at_once(by_token: Any, numbers: IntArray, n_labels: int) -> FloatArray:
    """Sum integer counts by label, two labels in one pass.

    A row of the even label is multiplied by 1 and a row of the odd label by 2**`BITS_PER_HALF`. The low bits of the
    product then hold the sum of the even label, the high bits that of the odd one.
    """
    sums = np.empty((by_token.shape[0], n_labels))
    for label in range(0, n_labels, 2):
        halves = (numbers == label) + (numbers == label + 1) * (np.int64(1) << BITS_PER_HALF)
        both = by_token @ halves
        sums[:, label] = both & ((1 << BITS_PER_HALF) - 1)
        if label + 1 < n_labels:
            sums[:, label + 1] = both >> BITS_PER_HALF
    return sums


def add_samples(
    counts: FeatureCounts, X: Any, numbers: IntArray, weights: FloatArray | None, *, is_first: bool
) -> FeatureCounts:
    """Add the rows of X to the counts and return the result. `counts` may be changed in place.

    If X has few entries, only their cells are changed.
    """
    if isinstance(counts, SparseTable):
        cells, values = _distinct_cells(X, numbers, weights, counts.n_labels)
        if should_be_sparse(counts.n_tokens, counts.n_labels, (counts.n_filled() + len(cells)) // 2):
            counts.add(cells, values, np.zeros(len(cells), np.int8))
            return counts
        filled, counts = counts.filled_cells(), np.zeros((counts.n_tokens, counts.n_labels))
        counts.reshape(-1)[filled.cells] = filled.occurrences
    if is_first:
        return sums_by_label(X, numbers, weights, counts.shape[1])
    if is_sparse(X) and len(X.data) * CELLS_PER_ENTRY_FOR_SPARSE_ADD < counts.size:
        cells, values = _cells_of_entries(X, numbers, weights, counts.shape[1])
        np.add.at(counts.reshape(-1), cells, values)
    else:
        counts += sums_by_label(X, numbers, weights, counts.shape[1])
    return counts


def add_counts(left: FeatureCounts, right: FeatureCounts) -> FeatureCounts:
    """Return the sum of the counts of two estimators with equal features and labels. Neither is changed."""
    if not isinstance(right, SparseTable):
        return to_dense_counts(left) + right
    filled = right.filled_cells()
    if isinstance(left, SparseTable):
        total = left.widen(left.n_tokens)
        total.add(filled.cells, filled.occurrences, np.zeros(len(filled.cells), np.int8))
        return total
    sums = left.copy()
    sums.reshape(-1)[filled.cells] += filled.occurrences
    return sums


def counts_from_values(values: list[Any], owner: str) -> FloatArray:
    """Return the values of a dictionary as counts: finite numbers that are not negative."""
    counts = floats_from_values(values)
    if counts.size and counts.min() < 0:
        raise ValueError(f"Negative values in data passed to {owner} (input X).")
    return counts


def floats_from_values(values: list[Any], *, allows_nan: bool = False) -> FloatArray:
    """Return the values of a dictionary as floats. Raise ValueError for text, and for numbers that are not finite.

    With `allows_nan`, None and NaN are allowed and become NaN.
    """
    if allows_nan:
        values = [np.nan if value is None else value for value in values]
    if any(isinstance(value, str | bytes) for value in values):
        text = next(value for value in values if isinstance(value, str | bytes))
        raise ValueError(f"could not convert string to float: {text!r}")
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except OverflowError as error:
        raise ValueError("Input X contains infinity or a value too large for dtype('float64').") from error
    except TypeError as error:
        if any(value is None for value in values):
            raise ValueError("Input X contains NaN.") from error
        raise
    check_values(numbers[~np.isnan(numbers)] if allows_nan else numbers, "X")
    return numbers


def remove_samples(counts: FeatureCounts, X: Any, numbers: IntArray, weights: FloatArray | None) -> FeatureCounts:
    """Subtract the rows of X from the counts and return the result.

    Raise ValueError, and change nothing, if a count would become negative.
    """
    if not isinstance(counts, SparseTable):
        return subtract_counts(counts, sums_by_label(X, numbers, weights, counts.shape[1]))
    cells, values = _distinct_cells(X, numbers, weights, counts.n_labels)
    counts.put(cells, subtract_counts(counts.at(cells)[0], values), np.zeros(len(cells), np.int8))
    return counts


def _distinct_cells(
    X: Any, numbers: IntArray, weights: FloatArray | None, n_labels: int
) -> tuple[IntArray, FloatArray]:
    """Return the distinct cells of the entries of X, ascending, and the sum of the entries in each cell."""
    table = X if is_sparse(X) else sparse.csr_array(np.asarray(X, np.float64))
    cells, values = _cells_of_entries(table, numbers, weights, n_labels)
    nothing: npt.NDArray[Any] = np.zeros(len(cells), np.int8)
    sums = sort_and_merge(cells, values.astype(np.float64), nothing)
    return sums.cells, sums.occurrences


def _cells_of_entries(
    X: Any, numbers: IntArray, weights: FloatArray | None, n_labels: int
) -> tuple[IntArray, npt.NDArray[Any]]:
    """Return the cell of each entry of a sparse table, token * n_labels + label, and its weighted count."""
    lengths = np.diff(X.indptr)
    cells = X.indices.astype(np.int64)
    cells *= n_labels
    cells += np.repeat(numbers, lengths)
    return cells, X.data if weights is None else X.data * np.repeat(weights, lengths)


def subtract_counts(counts: FloatArray, removed: npt.NDArray[Any]) -> FloatArray:
    """Return `counts` - `removed`. Differences that are mere rounding errors become 0.

    Raise ValueError if a difference is negative.
    """
    left: FloatArray = counts - removed
    left[np.abs(left) <= RELATIVE_ZERO * counts] = 0.0
    if left.size and left.min() < 0:
        raise ValueError("These samples were never learnt with these labels and weights.")
    return left


def sum_weights(numbers: IntArray, weights: FloatArray | None, n_labels: int) -> FloatArray:
    """Return the sum of sample weights by label, shape (n_labels,)."""
    return np.bincount(numbers, weights, n_labels).astype(np.float64)


def table_to_counts(X: Any) -> CountMatrix:
    """Return a dense or sparse table of samples as a `CountMatrix`."""
    table = X if is_sparse(X) else sparse.csr_array(X)
    return CountMatrix(table.indptr.astype(np.int64), table.indices, table.data, int(table.shape[1]))


def set_column_count(X: Any, n_columns: int) -> Any:
    """Return the table with exactly `n_columns` columns.

    Extra columns are cut off; missing ones are filled with zeros.
    """
    n_samples, n_found = X.shape
    if n_found == n_columns:
        return X
    if is_sparse(X):
        narrow = X[:, : min(n_found, n_columns)]
        return sparse.csr_array((narrow.data, narrow.indices, narrow.indptr), shape=(n_samples, n_columns))
    return np.concatenate((X[:, :n_columns], np.zeros((n_samples, max(0, n_columns - n_found)), dtype=X.dtype)), axis=1)


def move_labels(array: FloatArray, positions: IntArray, shape: tuple[int, ...]) -> FloatArray:
    """Return an array of `shape` with the values of `array` at new labels: label i moves to positions[i], on the last
    axis.

    All other values are 0.
    """
    wider = np.zeros(shape)
    if array.ndim == 1:
        wider[positions] = array
    else:
        wider[: len(array), positions] = array
    return wider


def move_labels_of_counts(counts: FeatureCounts, positions: IntArray, n_tokens: int, n_labels: int) -> FeatureCounts:
    """Return the counts with `n_labels` labels and `n_tokens` tokens.

    Label i moves to positions[i]. New labels and new tokens have the count 0.
    """
    if not isinstance(counts, SparseTable):
        if not should_be_sparse(n_tokens, n_labels, int(np.count_nonzero(counts))):
            return move_labels(counts, positions, (n_tokens, n_labels))
        cells = np.flatnonzero(counts)
        counts = sparse_counts(len(counts), counts.shape[1], cells, counts.reshape(-1)[cells])
    wider = counts.with_labels(positions, n_labels)
    wider.reserve(n_tokens)
    return wider


def _to_one_hot(numbers: IntArray, weights: FloatArray | None, n_labels: int) -> FloatArray:
    table = np.zeros((len(numbers), n_labels))
    table[np.arange(len(numbers)), numbers] = 1.0 if weights is None else weights
    return table


Table: TypeAlias = "sparse.csr_matrix[Any]"


def counts_to_csr(counts: CountMatrix, dtype: npt.DTypeLike) -> Table:
    """Return the counts as a SciPy matrix with the token numbers as columns."""
    return _make_csr(counts, counts.tokens, counts.n_tokens, dtype)


def counts_to_csr_with_columns(counts: CountMatrix, columns: IntArray, n_columns: int, dtype: npt.DTypeLike) -> Table:
    """Return the counts as a SciPy matrix in which token t has the column columns[t].

    -1 drops a token. No two tokens may have the same column. The rows are sorted by transposing twice, which takes half
    the time of sorting each of them.
    """
    if (columns < 0).any():
        counts = select_entries(counts, columns[counts.tokens] >= 0)
    tokens: npt.NDArray[np.int32] = columns.astype(np.int32).take(counts.tokens)
    ordered: Any = _make_csr(counts, tokens, n_columns, counts.values.dtype).tocsc().tocsr()
    parts: Any = (ordered.data.astype(dtype, copy=False), ordered.indices, ordered.indptr)
    same: Table = sparse.csr_matrix(parts, shape=ordered.shape)
    same.has_sorted_indices = same.has_canonical_format = True
    return same


def _make_csr(counts: CountMatrix, tokens: npt.NDArray[np.int32], n_columns: int, dtype: npt.DTypeLike) -> Table:
    narrow = np.int32 if len(tokens) <= LARGEST_INT32 else np.int64
    values = counts.values.astype(dtype, copy=False)
    parts: Any = (values, tokens.astype(narrow, copy=False), counts.starts.astype(narrow))
    return sparse.csr_matrix(parts, shape=(counts.n_documents, n_columns))


FEATURES_PER_ENTRY_FOR_LOOKUP = 8
"""If a table has more features per entry than this, only the weights of features with entries are computed."""
SMALLEST_ALPHA = 1e-10
"""Smallest smoothing without `force_alpha`, as in scikit-learn."""


PLAIN_NUMBER_TYPES = (int, float, bool)
MAX_SCORES_PER_CHUNK = 1 << 22
"""Most scores (samples times labels) that `predict` computes at once: 32 MB of floats."""


class SmoothedNB(NaiveBayes):
    """Base class of estimators with smoothing (`alpha`) and a class prior."""

    _rules: ClassVar[dict[str, ParameterRule]] = {
        **NaiveBayes._rules,
        "alpha": SMOOTHING,
        "force_alpha": BOOLEAN,
        "fit_prior": BOOLEAN,
        "class_prior": ARRAY_OR_NONE,
    }
    _needs_positive = True

    alpha: Any
    force_alpha: bool
    fit_prior: bool
    class_prior: Any
    class_log_prior_: FloatArray

    @property
    def _is_for_documents(self) -> bool:
        return True

    def _valid_alpha(self) -> Any:
        """Return α as a number or an array, (n_features,); raise ValueError if it does not fit the features."""
        alpha: Any = float(self.alpha) if isinstance(self.alpha, Real) else np.asarray(self.alpha, dtype=np.float64)
        if isinstance(alpha, np.ndarray):
            if alpha.shape != (self.n_features_in_,):
                raise ValueError(
                    f"When alpha is an array, it should contains `n_features`. Got {alpha.size} elements instead of"
                    f" {self.n_features_in_}."
                )
            if not (alpha >= 0).all():
                raise ValueError("All values in alpha must be greater than 0.")
        if np.max(alpha) > MAX_SMOOTHING:
            raise ValueError(f"Smoothing must be at most {MAX_SMOOTHING:g}, not {np.max(alpha):g}.")
        return alpha

    def _check_alpha(self) -> Any:
        """Return α. Without `force_alpha`, values below `SMALLEST_ALPHA` are raised to it, with a warning."""
        alpha = self._valid_alpha()
        if np.min(alpha, initial=np.inf) >= SMALLEST_ALPHA or self.force_alpha:
            return alpha
        warnings.warn(
            f"alpha too small will result in numeric errors, setting alpha = {SMALLEST_ALPHA:.1e}. Use"
            " `force_alpha=True` to keep alpha unchanged.",
            stacklevel=2,
        )
        return np.maximum(alpha, SMALLEST_ALPHA)

    def _check_settings(self) -> None:
        self._valid_alpha()
        self._class_prior_array()

    def _class_prior_array(self) -> FloatArray | None:
        """Return `class_prior` as an array, (n_classes,); None if the parameter is None."""
        if self.class_prior is None:
            return None
        if len(self.class_prior) != len(self.classes_):
            raise ValueError("Number of priors must match number of classes.")
        priors = np.asarray(self.class_prior, dtype=np.float64)
        if not (np.isfinite(priors) & (priors >= 0)).all():
            raise ValueError(f"Priors must be non-negative numbers. Got {self.class_prior!r} instead.")
        return priors

    def _prior(self) -> Prior:
        """Return the prior as a record of the engine's event models."""
        given = self._class_prior_array()
        return make_prior(None if given is None else given.tolist(), is_uniform=not self.fit_prior)

    def _log_prior(self, documents: npt.NDArray[Any]) -> FloatArray:
        """Return log P(class).

        `documents` and the result have the shape (..., n_classes); `documents` are weights of samples.
        """
        given = self._class_prior_array()
        if given is not None:
            return np.broadcast_to(log_of(given), documents.shape).copy()
        return log_prior(documents, self._label_names(), Prior("data" if self.fit_prior else "uniform"))

    def _label_names(self) -> tuple[str, ...]:
        return tuple(map(str, range(len(self.classes_))))


class DerivedWeights:
    """Cache of weights and sums that are computed from the counts on first use, so that `learn_one` need not compute
    them.
    """

    def __init__(self) -> None:
        self.prior: FloatArray | None = None
        self.prior_given: Prior | None = None
        """The parameters of the prior when the counts last changed."""
        self.text: WordWeights | None = None
        self.sums: LabelSums | None = None
        """Sums over all features, updated by learning. With them, a sample is scored by looking up its own features."""


class CountingNB(SmoothedNB):
    """Base class of estimators that count features. Counts have the shape (n_features, n_classes) internally."""

    _event_model: ClassVar[TextModel]
    """The engine's event model, which computes weights and leave-one-out scores."""
    _min_value: ClassVar[float] = 0.0
    """Smallest feature value that can be learnt."""
    _counts: FeatureCounts
    _alpha: Any
    """The smoothing at the time of the last change of the counts, divided by `UNIT` (see `smoothing_per_unit`)."""
    _derived: DerivedWeights

    def _settings(self, alpha: Any) -> EventSettings:
        """Return the settings of the engine's event model."""
        return EventSettings(self._event_model.name, smoothing=alpha)

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        super().fit(X, y, sample_weight)
        self._text_weights()
        return self

    fit.__doc__ = NaiveBayes.fit.__doc__

    @property
    def feature_count_(self) -> FloatArray:
        """Weighted counts, shape (n_classes, n_features).

        If only non-zero counts are stored, each access builds the full array and raises an error if it would be too
        large.
        """
        return to_dense_counts(self._counts).T

    @property
    def feature_log_prob_(self) -> FloatArray:
        """Amount that one occurrence of a feature adds to the score of a class, shape (n_classes, n_features)."""
        return self._text_weights().table.T

    def _reset_statistics(self, n_labels: int, n_features: int) -> None:
        self.class_count_ = np.zeros(n_labels)
        self._counts, self._derived = empty_counts(n_features, n_labels), DerivedWeights()

    def _learn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        events, is_first = self._counts_to_learn(X), not self.class_count_.any()
        tokens, sums = _nonzero_features_if_few(events), self._derived.sums
        before = None if sums is None or tokens is None else self._word_counts(tokens)
        self._counts = add_samples(self._counts, events, numbers, weights, is_first=is_first)
        self.class_count_ = self.class_count_ + sum_weights(numbers, weights, len(self.classes_))
        if sums is None or before is None or tokens is None:
            self._derived.sums = None
            return
        sums.documents = self.class_count_
        sums.change(before, self._word_counts(tokens))

    def learn_one(self, x: Any, y: Hashable, w: float = 1.0) -> None:
        direct = self._fast_path_sample(x, y, w)
        if direct is None:
            super().learn_one(x, y, w)
            return
        columns, values, number = direct
        sums = self._derived.sums
        before = None if sums is None else self._word_counts(columns)
        documents = self.class_count_.copy()
        documents[number] += w
        self._counts[columns, number] += values * w  # type: ignore[index] # it is an array
        self.class_count_, self._samples = documents, None
        self._derived.text = self._derived.prior = None
        if sums is not None and before is not None:
            sums.documents = documents
            sums.change(before, self._word_counts(columns))

    learn_one.__doc__ = NaiveBayes.learn_one.__doc__

    def _fast_path_sample(self, x: Any, y: Any, w: float) -> tuple[IntArray, FloatArray, int] | None:
        """Return columns, values and label number of a sample for the fast path of `learn_one`; None if it needs the
        slow path.

        The fast path changes only the sample's own cells. It needs known features, a known label and plain numbers.
        """
        if "_columns" not in vars(self) or not isinstance(self._counts, np.ndarray) or "classes_" not in vars(self):
            return None
        number = self._label_numbers_by_value().get(y) if isinstance(y, str | int | np.bool_) else None
        if number is None or not isinstance(w, float | int) or not 0 < w < MAX_FEATURE_VALUE:
            return None
        if np.ndim(self.alpha) or smoothing_per_unit(self.alpha) != self._alpha or self.class_prior is not None:
            return None
        return None if (own := self._fast_path_row(x)) is None or len(own[0]) < len(x) else (*own, number)

    def _fast_path_row(self, x: Any) -> tuple[IntArray, FloatArray] | None:
        """Return the columns and values of a dictionary of plain numbers, without unknown features.

        Return None if `x` is not a dictionary, or if a value is not a plain number in the allowed range.
        """
        if not isinstance(x, dict):
            return None
        columns, positions, values, least = self._columns, [], [], self._min_value
        for name, value in x.items():
            if type(value) not in PLAIN_NUMBER_TYPES or not least <= value < MAX_FEATURE_VALUE:
                return None
            index = columns.get(name)
            if index is not None:
                positions.append(index)
                values.append(value)
        return np.array(positions, dtype=np.int64), self._values_to_counts(np.array(values, dtype=np.float64))

    def _values_to_counts(self, values: FloatArray) -> FloatArray:
        return values

    def _score_one(self, x: Any) -> FloatArray:
        """Return the scores of one sample, shape (1, n_classes).

        If the weights of all features are not cached, only the weights of the sample's own features are computed. This
        requires an α that is above 0 and equal for all features.
        """
        own = None
        if self._derived.text is None and np.ndim(self._alpha) == 0 and self._alpha > 0 and "_columns" in vars(self):
            own = self._fast_path_row(x)
        if own is None:
            return self._log_joint(self._to_row(x))
        columns, values = own
        if self._derived.sums is None:
            self._derived.sums = self._sum_all_features()
        text = self._derived.sums.weights(self._word_counts(columns))
        joint = values @ text.weights + text.bias
        return (joint + self.class_log_prior_ if self._uses_prior() else joint)[None]

    def _add(self, other: Self) -> None:
        self._counts = add_counts(self._counts, other._counts)
        self.class_count_ = self.class_count_ + other.class_count_
        self._derived.sums = None

    def _unlearn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        documents = subtract_counts(self.class_count_, sum_weights(numbers, weights, len(self.classes_)))
        self._counts = remove_samples(self._counts, self._counts_to_learn(X), numbers, weights)
        self.class_count_, self._derived.sums = documents, None

    def _derive_attributes(self) -> None:
        alpha = smoothing_per_unit(self._check_alpha())
        if np.ndim(alpha) or alpha != getattr(self, "_alpha", None):
            self._alpha, self._derived.sums = alpha, None
        self._derived.text, self._derived.prior = None, self._log_prior(self.class_count_)
        self._derived.prior_given = self._prior()

    @property
    def class_log_prior_(self) -> FloatArray:  # type: ignore[override] # it follows from the counts
        """Logarithm of the prior of each class, (n_classes,)."""
        documents = self.class_count_
        if self._derived.prior is None:
            self._derived.prior = self._log_prior(documents)
        return self._derived.prior

    def _text_weights(self) -> WordWeights:
        if self._derived.text is None:
            tally = self._float_tally(is_real=not np.all(self._alpha))
            self._derived.text = self._event_model.text_weights(tally, self._settings(self._alpha))
        return self._derived.text

    def _make_room(self, positions: IntArray, n_labels: int, n_features: int) -> None:
        self.class_count_ = move_labels(self.class_count_, positions, (n_labels,))
        self._counts = move_labels_of_counts(self._counts, positions, n_features, n_labels)
        self._derived.sums = None

    def _adapt_columns(self, X: Any) -> Any:
        return set_column_count(X, self.n_features_in_)

    def _counts_to_learn(self, X: Any) -> Any:
        """Return the table of counts that a table of feature values stands for; raise ValueError for negative values.

        Subclasses may convert the values.
        """
        check_not_negative(X, type(self).__name__)
        return X

    def _log_joint(self, X: Any) -> FloatArray:
        evidence = self._evidence(X)
        if not self._uses_prior():
            return evidence
        if not np.isfinite(self.class_log_prior_).all():
            return add_log_probabilities(evidence, self.class_log_prior_)
        evidence += self.class_log_prior_
        return evidence

    def _predict_numbers(self, X: Any) -> IntArray:
        """Return the number of each sample's best label. Scores are computed in chunks, to save memory."""
        n_rows = max(MAX_SCORES_PER_CHUNK // len(self.classes_), 1)
        if X.shape[0] <= n_rows or self._is_lookup_faster(X):
            return first_best_label_numbers(self._log_joint(X))
        judged = np.empty(X.shape[0], dtype=np.int64)
        for piece in split_into_slices(X.shape[0], n_rows):
            judged[piece] = first_best_label_numbers(self._log_joint(X[piece]))
        return judged

    def _evidence(self, X: Any) -> FloatArray:
        if self._is_lookup_faster(X):
            rows, text = self._restrict_to_own_features(X)
            return _evidence_of_finite_weights(rows, text)
        text = self._text_weights()
        if text.has_infinities:
            return text.evidence(table_to_counts(X))
        if is_sparse(X) or not isinstance(text, TextWeights):
            return _evidence_of_finite_weights(table_to_counts(X), text)
        joint: FloatArray = np.asarray(X, dtype=np.float64) @ text.weights
        if text.bias.any():
            joint += text.bias
        return joint

    def _is_lookup_faster(self, X: Any) -> bool:
        """Return whether it is faster to compute only the weights of the samples' own features than all weights."""
        if self._derived.text is not None or _nonzero_features_if_few(X) is None or np.ndim(self._alpha):
            return False
        return bool(self._alpha > 0)

    def _restrict_to_own_features(self, X: Any) -> tuple[CountMatrix, WordWeights]:
        """Return the samples with only the features that occur in them as columns, and the weights of these
        features.
        """
        tokens, rows = X.indices, table_to_counts(X)
        positions = np.arange(len(tokens), dtype=np.int32)
        if X.shape[0] > 1:
            tokens, found = np.unique(tokens, return_inverse=True)
            positions = found.astype(np.int32)
        if self._derived.sums is None:
            self._derived.sums = self._sum_all_features()
        return CountMatrix(rows.starts, positions, rows.values, len(tokens)), self._derived.sums.weights(
            self._word_counts(tokens)
        )

    def _sum_all_features(self) -> LabelSums:
        n_labels = len(self.classes_)
        sums = require_part(
            self._event_model.make_label_sums(tuple(map(str, range(n_labels))), self._settings(self._alpha)), "sums"
        )
        sums.documents = self.class_count_
        if isinstance(self._counts, SparseTable):
            n_features = self._counts.n_tokens
            sums.add_counts(
                NonZeroCells(find_nonzero_cells(self._counts), n_features, n_features, n_labels, is_binary=False)
            )
            return sums
        for some in split_into_slices(len(self._counts)):
            sums.add(self._word_counts(np.arange(some.start, some.stop)))
        return sums

    def _word_counts(self, tokens: npt.NDArray[Any]) -> WordCounts:
        rows = select_token_counts(self._counts, tokens).T
        return WordCounts(rows, rows, np.ones(len(tokens), np.bool_))

    def _leave_one_out(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> FloatArray:
        tally, alpha = self._float_tally(), smoothing_per_unit(self._check_alpha())
        units: Any = np.ones(len(numbers)) if weights is None else weights
        training = TrainingDocuments(Features(table_to_counts(X)), numbers, units)
        evidence = self._event_model.text_leave_one_out(tally, training, self._settings(alpha)).evidence(alpha)
        if not self._uses_prior():
            return evidence
        return add_log_probabilities(
            evidence, self._log_prior(weights_without_each_document(tally.documents, numbers, units))
        )

    def _uses_prior(self) -> bool:
        return self._event_model.has_prior(len(self.classes_), self._settings(1.0))

    def _float_tally(self, *, is_real: bool = True) -> RealTally:
        are_presences = self._event_model.is_binary
        return RealTally(self.classes_, self.class_count_, self._counts, are_presences=are_presences, is_real=is_real)

    def _features(self, table: Any) -> Features:
        return Features(table_to_counts(table))

    def _evidence_amounts(self, table: Any) -> FloatArray:
        return table_to_counts(table).sums()

    def _fitted_view(self) -> FittedView:
        prior = self.class_log_prior_ if self._uses_prior() else np.zeros(len(self.classes_))
        scorer = Scorer(self._label_names(), prior, text=self._text_weights())
        settings = replace(self._settings(self._alpha * UNIT), prior=self._derived.prior_given or self._prior())
        return FittedView(
            ViewRecipe(settings), scorer, lambda: Statistics(self._tally_in_units()), self._feature_name_of
        )

    def _tally_in_units(self) -> RealTally:
        """Return the counts as a tally in units of 2⁻²⁰, which explanations expect."""
        counts: FeatureCounts
        if isinstance(self._counts, SparseTable):
            filled = self._counts.filled_cells()
            n_tokens, n_labels = self._counts.n_tokens, self._counts.n_labels
            counts = sparse_counts(n_tokens, n_labels, filled.cells, to_units(filled.occurrences))
        else:
            counts = to_units(self._counts)
        return RealTally(self.classes_, to_units(self.class_count_), counts, are_presences=self._event_model.is_binary)

    def _row_from_dict(self, x: Mapping[Hashable, Any]) -> Any:
        columns = self._columns_by_name()
        known = sorted((columns[name], value) for name, value in x.items() if name in columns)
        values = self._check_row_values([value for _, value in known])
        positions = np.array([column for column, _ in known], dtype=np.int32)
        is_there = values != 0
        positions, values = positions[is_there], values[is_there]
        starts = np.array([0, len(positions)], dtype=np.int32)
        return self._convert_table(sparse.csr_array((values, positions, starts), shape=(1, self.n_features_in_)))

    def _check_row_values(self, values: list[Any]) -> FloatArray:
        return counts_from_values(values, type(self).__name__)

    def _saved_statistics(self) -> SavedStatistics:
        """Return the non-zero cells to be saved: the gaps between their numbers, and their counts."""
        if isinstance(self._counts, SparseTable):
            filled = self._counts.filled_cells()
            is_left = filled.occurrences != 0
            cells, occurrences = filled.cells[is_left], filled.occurrences[is_left]
        else:
            cells = np.flatnonzero(self._counts)
            occurrences = self._counts.reshape(-1)[cells]
        gaps = np.diff(cells, prepend=-1) - 1
        return SavedStatistics(
            arrays={"gaps": gaps, "occurrences": occurrences, "documents": np.asarray(self.class_count_, np.float64)}
        )

    def _restore(self, parts: SavedStatistics) -> None:
        n_tokens, n_labels = self.n_features_in_, len(self.classes_)
        cells = np.cumsum(parts.arrays["gaps"].astype(np.int64) + 1) - 1
        occurrences = parts.arrays["occurrences"].astype(np.float64)
        documents = parts.arrays["documents"].astype(np.float64)
        is_ascending = bool((cells[1:] > cells[:-1]).all())
        if len(cells) and not (is_ascending and cells[0] >= 0 and cells[-1] < n_tokens * n_labels):
            raise EngineError("the counts lie outside the features and labels.")
        if documents.shape != (n_labels,) or occurrences.shape != cells.shape:
            raise EngineError("the counts do not fit the labels and each other.")
        if any(not np.isfinite(part).all() or (part < 0).any() for part in (documents, occurrences)):
            raise EngineError("counts must be finite and not negative.")
        self.class_count_, self._derived = documents, DerivedWeights()
        if should_be_sparse(n_tokens, n_labels, len(cells)):
            self._counts = sparse_counts(n_tokens, n_labels, cells, occurrences)
        else:
            self._counts = np.zeros((n_tokens, n_labels))
            self._counts.reshape(-1)[cells] = occurrences

    def _state_to_pickle(self) -> dict[str, Any]:
        """Return the attributes to pickle, without those that can be computed from the counts.

        Dense counts are stored as `feature_count_`, the form of early versions, sparse counts as `_filled` cells.
        """
        shown = super()._state_to_pickle()
        state = {name: value for name, value in shown.items() if name not in ("_counts", "_derived", "_alpha")}
        counts = vars(self).get("_counts")
        if counts is None:
            return state
        if not isinstance(counts, SparseTable):
            return {**state, "feature_count_": counts.T, "_alpha": self._alpha}
        filled = counts.filled_cells()
        return {**state, "_filled": (filled.cells, filled.occurrences), "_alpha": self._alpha}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__({name: part for name, part in state.items() if name not in ("_text", "_odds")})
        own = vars(self)
        counts, filled = own.pop("feature_count_", None), own.pop("_filled", None)
        if filled is not None:
            self._counts = sparse_counts(self.n_features_in_, len(self.classes_), *filled)
        elif counts is not None:
            self._counts = np.ascontiguousarray(counts.T)
        if "classes_" in own:
            self._derived, self._alpha = DerivedWeights(), own.get("_alpha", smoothing_per_unit(self._check_alpha()))


def _nonzero_features_if_few(X: Any) -> npt.NDArray[Any] | None:
    """Return the numbers of the non-zero features of a table.

    Return None if they are many, or if the table is dense.
    """
    if not is_sparse(X) or len(X.indices) * FEATURES_PER_ENTRY_FOR_LOOKUP >= X.shape[1]:
        return None
    return np.asarray(X.indices if X.shape[0] == 1 else np.unique(X.indices))


def _evidence_of_finite_weights(counts: CountMatrix, text: WordWeights) -> FloatArray:
    """Return the scores without the prior, for weights that are all finite.

    `counts` may hold fractions, which are used unchanged. The `evidence` of a Bernoulli model would convert them to 0
    or 1.
    """
    if isinstance(text, TextWeights):
        joint = weighted_sums(counts, text.weights)
        if text.bias.any():
            joint += text.bias
        return joint
    assert isinstance(text, SparseWeights)
    return replace(text, absence_logs=None).evidence(counts)
