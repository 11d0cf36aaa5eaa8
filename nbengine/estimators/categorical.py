"""Categorical naive Bayes classifier: each value of a feature counts by its frequency in the class."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, ClassVar, Self

import numpy as np

from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.estimators.counting_estimators import (
    RELATIVE_ZERO,
    SmoothedNB,
    floats_from_values,
    move_labels,
    subtract_counts,
    sum_weights,
)
from nbengine.estimators.estimator import (
    INTEGER_OR_ARRAY_OR_NONE,
    NON_NEGATIVE_NUMBER,
    ParameterRule,
    Table,
    check_not_negative,
)
from nbengine.estimators.saving import SavedStatistics, copy_fitted
from nbengine.estimators.views import FittedView, ViewRecipe, to_units
from nbengine.events import weights_without_each_document
from nbengine.events.categorical import log_smoothed_share
from nbengine.events.event_model import EventSettings
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import ChoiceWeights
from nbengine.learnt.statistics import MAX_CELLS_PER_COLUMN, ContiguousChoiceTally, Features, Statistics, TableColumns
from nbengine.logspace import add_log_probabilities

LARGEST_CATEGORY = 2.0**62
"""Limit of category numbers: the number of categories, one more than the largest number, must fit into an int64."""


class CategoricalNB(SmoothedNB):
    """Categorical naive Bayes: each value of a feature counts by its frequency in the class.

    The values are category numbers from 0. A category that never occurred gets the smoothed share of a count of 0. For
    categories that are strings, use `MixedNB`.

    Parameters
    ----------
    alpha : float, default=1.0
        Smoothing.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is replaced by 1e-10, with a warning.
    fit_prior : bool, default=True
        False gives all classes the same prior.
    class_prior : array-like of shape (n_classes,), optional
        The prior of each class in the order of `classes_`.
    min_categories : int or array-like of shape (n_features,), optional
        Minimum number of categories of each feature.
    open_labels : bool, default=False
        If True, `partial_fit` accepts new labels and more columns.
    keep_samples : bool, default=True
        True keeps a reference to the samples of `fit`, for `loo_proba`, `influence` and `calibrate`.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The labels, sorted, as they were given.
    class_count_ : array of shape (n_classes,)
        Weight of the samples of each class.
    class_log_prior_ : array of shape (n_classes,)
    category_count_ : list of arrays of shape (n_classes, n_categories)
        Weighted counts for each feature.
    feature_log_prob_ : list of arrays of shape (n_classes, n_categories)
    n_categories_ : array of shape (n_features,)
    calibration_ : Calibration
        Set by `calibrate`; removed by `fit`, `forget` and `uncalibrate`.
    n_features_in_ : int
    feature_names_in_ : array of shape (n_features,)
        If X had names.

    Examples
    --------
    >>> from nbengine.estimators import CategoricalNB
    >>> model = CategoricalNB().fit([[0, 2], [1, 2], [1, 0], [0, 0]], ["no", "no", "yes", "yes"])
    >>> model.predict([[1, 0]]).tolist()
    ['yes']
    """

    _rules: ClassVar[dict[str, ParameterRule]] = {
        **SmoothedNB._rules,
        "alpha": NON_NEGATIVE_NUMBER,
        "min_categories": INTEGER_OR_ARRAY_OR_NONE,
    }
    _accepts_sparse = False

    category_count_: list[FloatArray]
    feature_log_prob_: list[FloatArray]
    n_categories_: IntArray
    _choices: ChoiceWeights
    _alpha: Any
    """The smoothing with which `feature_log_prob_` was last computed."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        if "classes_" in vars(self) and "_alpha" not in vars(self):  # pickled by an earlier version
            self._alpha = self._check_alpha()

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        min_categories: Any = None,
        open_labels: bool = False,
        keep_samples: bool = True,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.min_categories = min_categories
        self.open_labels = open_labels
        self.keep_samples = keep_samples

    def _convert_table(self, table: Table) -> Table:
        check_not_negative(table, type(self).__name__)
        if table.dtype.kind in "uf" and table.size and table.max() >= LARGEST_CATEGORY:
            raise ValueError(f"Features must be category numbers below {LARGEST_CATEGORY:g}; found {table.max():g}.")
        return np.asarray(table, dtype=np.int64)

    def _reset_statistics(self, n_labels: int, n_features: int) -> None:
        self.class_count_ = np.zeros(n_labels)
        self.category_count_ = [np.zeros((n_labels, 0)) for _ in range(n_features)]

    def _learn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        known = np.array([counts.shape[1] for counts in self.category_count_])
        found = np.maximum(X.max(axis=0) + 1, _min_categories_of_features(self.min_categories, X.shape[1]))
        _check_memory(np.maximum(found, known), len(self.class_count_))
        self.n_categories_ = np.maximum(found, known)
        gathered = self._count_samples(X, numbers, weights)
        pairs = zip(self.category_count_, gathered, strict=True)
        self.category_count_ = [_pad_values(counts, more.shape[1]) + more for counts, more in pairs]
        self.class_count_ = self.class_count_ + sum_weights(numbers, weights, len(self.classes_))

    def _unlearn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        if (X.max(axis=0) >= self.n_categories_).any():
            raise ValueError("These samples hold categories that were never learnt.")
        pairs = zip(self.category_count_, self._count_samples(X, numbers, weights), strict=True)
        left = [subtract_counts(counts, taken) for counts, taken in pairs]
        self.class_count_ = subtract_counts(self.class_count_, sum_weights(numbers, weights, len(self.classes_)))
        n_seen = [int(np.flatnonzero(counts.any(axis=0)).max(initial=-1)) + 1 for counts in left]
        self.n_categories_ = np.maximum(n_seen, _min_categories_of_features(self.min_categories, len(left)))
        self.category_count_ = [counts[:, :n] for counts, n in zip(left, self.n_categories_, strict=True)]

    def _add(self, other: Self) -> None:
        n_categories = np.maximum(self.n_categories_, other.n_categories_)
        pairs = zip(self.category_count_, other.category_count_, n_categories.tolist(), strict=True)
        self.category_count_ = [_pad_values(counts, n) + _pad_values(more, n) for counts, more, n in pairs]
        self.n_categories_, self.class_count_ = n_categories, self.class_count_ + other.class_count_

    def _derive_attributes(self) -> None:
        self._alpha = alpha = self._check_alpha()
        tables = []
        for counts in self.category_count_:
            n_values, totals = counts.shape[1], counts.sum(axis=1, keepdims=True)
            one_more = n_values + (np.arange(n_values + 1) == n_values)  # the last place is for a value never seen
            tables.append(log_smoothed_share(np.pad(counts, ((0, 0), (0, 1))), totals, alpha, one_more))
        self.feature_log_prob_ = [table[:, :-1] for table in tables]
        self._choices = ChoiceWeights(tuple(tables))
        self.class_log_prior_ = self._log_prior(self.class_count_)

    def _make_room(self, positions: IntArray, n_labels: int, n_features: int) -> None:
        self.class_count_ = move_labels(self.class_count_, positions, (n_labels,))
        kept = [move_labels(counts.T, positions, (counts.shape[1], n_labels)).T for counts in self.category_count_]
        self.category_count_ = kept + [np.zeros((n_labels, 0)) for _ in range(n_features - len(kept))]

    def _adapt_columns(self, X: Any) -> Any:
        n_samples, n_found = X.shape
        missing = np.full((n_samples, max(0, self.n_features_in_ - n_found)), -1)
        return np.concatenate((X[:, : self.n_features_in_], missing), axis=1) if self.open_labels else X

    def _log_joint(self, X: Any) -> FloatArray:
        return add_log_probabilities(self._choices.evidence(X), self.class_log_prior_)

    def _leave_one_out(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> FloatArray:
        """Return log P(label, sample) of each sample by the model without it.

        If a sample alone has the largest category of a feature, leaving it out lowers the number of categories. The
        fast formula assumes a fixed number, so such samples are forgotten one by one.
        """
        joint = self._leave_one_out_of_equals(X, numbers, weights)
        for sample in self._samples_that_set_category_count(X, weights).tolist():
            rest, row = copy_fitted(self), X[[sample]]
            rest._unlearn(row, numbers[[sample]], None if weights is None else weights[[sample]])
            rest._derive_attributes()
            joint[sample] = rest._log_joint(row)[0]
        return joint

    def _samples_that_set_category_count(self, X: Any, weights: FloatArray | None) -> IntArray:
        """Return the numbers of the samples that alone have the largest category of some feature.

        Without such a sample, the feature would have fewer categories.
        """
        own_weights = np.ones(len(X)) if weights is None else weights
        is_sole = np.zeros(len(X), dtype=np.bool_)
        for column, least in enumerate(_min_categories_of_features(self.min_categories, X.shape[1]).tolist()):
            in_all = self.category_count_[column].sum(axis=0)
            largest = int(np.flatnonzero(in_all).max(initial=-1))
            if largest >= least:
                is_sole |= (X[:, column] == largest) & (
                    np.abs(in_all[largest] - own_weights) <= RELATIVE_ZERO * own_weights
                )
        return np.flatnonzero(is_sole)

    def _leave_one_out_of_equals(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> FloatArray:
        if (X.max(axis=0) >= self.n_categories_).any():
            raise ValueError("These samples hold categories that were never learnt.")
        own_weights = np.ones(len(numbers)) if weights is None else weights
        joint = self._choices.evidence(X)
        columns = [
            self._log_shares_without_sample(column, X[:, column], numbers, own_weights) for column in range(X.shape[1])
        ]
        joint[np.arange(len(joint)), numbers] = add_log_probabilities(np.zeros(len(joint)), *columns)
        documents: Any = self.class_count_
        units: Any = own_weights
        return add_log_probabilities(joint, self._log_prior(weights_without_each_document(documents, numbers, units)))

    def _features(self, table: Any) -> Features:
        return Features(choices=table)

    def _evidence_amounts(self, table: Any) -> FloatArray:
        return np.asarray((table >= 0).sum(axis=1), dtype=np.float64)

    def _fitted_view(self) -> FittedView:
        scorer = Scorer(self._label_names(), self.class_log_prior_, choices=self._choices)
        settings = EventSettings("categorical", smoothing=float(self._alpha), prior=self._prior())
        columns = TableColumns(choices=tuple(map(self._feature_name_of, range(self.n_features_in_))))
        return FittedView(ViewRecipe(settings), scorer, self._statistics, self._feature_name_of, columns)

    def _statistics(self) -> Statistics:
        counts = [to_units(part) for part in self.category_count_]
        tally = ContiguousChoiceTally.of_weights(self._label_names(), to_units(self.class_count_), counts)
        tally.min_values = _min_categories_of_features(self.min_categories, self.n_features_in_).tolist()
        return Statistics(choices=tally)

    def _row_from_dict(self, x: Mapping[Hashable, Any]) -> Any:
        columns, row = self._columns_by_name(), np.full((1, self.n_features_in_), -1)
        known = {columns[name]: value for name, value in x.items() if name in columns}
        if known:
            values = floats_from_values(list(known.values()))
            if (values != np.floor(values)).any():
                raise ValueError(f"Features must be category numbers, which are whole; found {values.tolist()}.")
            row[0, list(known)] = self._convert_table(values[None])[0]
        return row

    def _saved_statistics(self) -> SavedStatistics:
        tables = {f"category_{number}": part for number, part in enumerate(self.category_count_)}
        return SavedStatistics(arrays={"documents": self.class_count_, **tables})

    def _restore(self, parts: SavedStatistics) -> None:
        documents = parts.arrays["documents"].astype(np.float64)
        tables = [parts.arrays[f"category_{number}"].astype(np.float64) for number in range(self.n_features_in_)]
        if documents.shape != (len(self.classes_),) or any(part.shape[:1] != documents.shape for part in tables):
            raise EngineError("the counts do not fit the labels.")
        if any(not np.isfinite(part).all() or (part < 0).any() for part in (documents, *tables)):
            raise EngineError("counts must be finite and not negative.")
        self.class_count_, self.category_count_ = documents, tables
        self.n_categories_ = np.array([part.shape[1] for part in tables], dtype=np.int64)

    def _log_shares_without_sample(
        self, column: int, values: IntArray, numbers: IntArray, weights: FloatArray
    ) -> FloatArray:
        counts = self.category_count_[column]
        is_known = values >= 0
        own = np.where(is_known, weights, 0.0)
        chosen = np.where(is_known, counts[numbers, values], 0.0)
        if (chosen < own * (1 - 1e-9)).any():
            raise ValueError("These samples were never learnt with these labels and weights.")
        totals = counts.sum(axis=1)[numbers]
        shares = log_smoothed_share(
            (chosen - own).clip(min=0), (totals - own).clip(min=0), self._check_alpha(), counts.shape[1]
        )
        return np.where(is_known, shares, 0.0)

    def _count_samples(self, X: IntArray, numbers: IntArray, weights: FloatArray | None) -> list[FloatArray]:
        n_labels = len(self.classes_)
        gathered = []
        for column, n_values in enumerate(self.n_categories_):
            cells = numbers * n_values + X[:, column]
            is_known = X[:, column] >= 0
            kept = None if weights is None else weights[is_known]
            gathered.append(sum_weights(cells[is_known], kept, n_labels * n_values).reshape(n_labels, n_values))
        return gathered

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        return tags


def _pad_values(counts: FloatArray, n_values: int) -> FloatArray:
    return np.pad(counts, ((0, 0), (0, n_values - counts.shape[1])))


def _check_memory(n_categories: IntArray, n_labels: int) -> None:
    if float(n_categories.sum(dtype=np.float64)) * n_labels > MAX_CELLS_PER_COLUMN:
        feature = int(n_categories.argmax())
        raise ValueError(
            f"The category {n_categories[feature] - 1} of feature {feature} is too large: the counts of {n_labels}"
            f" classes have {MAX_CELLS_PER_COLUMN} cells at most. Number the categories from 0 without gaps, such as"
            " scikit-learn's OrdinalEncoder does."
        )


def _min_categories_of_features(min_categories: Any, n_features: int) -> IntArray:
    """Return `min_categories` as one number per feature, shape (n_features,)."""
    if min_categories is None:
        return np.zeros(n_features, dtype=np.int64)
    smallest = np.asarray(min_categories)
    if smallest.dtype.kind != "i":
        raise ValueError(f"'min_categories' should have integral type. Got {smallest.dtype} instead.")
    if smallest.ndim and smallest.shape != (n_features,):
        raise ValueError(
            f"'min_categories' should have shape ({n_features},) when an array-like is provided. Got"
            f" {smallest.shape} instead."
        )
    return np.broadcast_to(smallest, (n_features,)).astype(np.int64)
