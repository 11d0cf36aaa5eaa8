"""Gaussian naive Bayes classifier: a normal distribution for each class and feature."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.estimators.counting_estimators import (
    floats_from_values,
    move_labels,
    subtract_counts,
    sum_weights,
)
from nbengine.estimators.estimator import (
    ARRAY_OR_NONE,
    NON_NEGATIVE_NUMBER,
    ParameterRule,
    Table,
    attributes_to_numpy,
    check_values,
    to_numpy,
)
from nbengine.estimators.naive_bayes import NaiveBayes
from nbengine.estimators.saving import SavedStatistics
from nbengine.estimators.views import FittedView, ViewRecipe, make_prior, to_units
from nbengine.events import weights_without_each_document
from nbengine.events.event_model import EventSettings
from nbengine.events.gaussian import GaussianLeaveOneOut, compute_variance_floor, normal_curves
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import NumberCurves
from nbengine.learnt.number_tally import Moments, NumberTally, compute_moments, empty_moments, moments_by_label
from nbengine.learnt.statistics import Features, Statistics, TableColumns
from nbengine.logspace import add_log_probabilities, log_of


class WeightedNumbers(NumberTally):
    """A `NumberTally` for documents with any float weights, not only whole units."""

    @classmethod
    def with_weights(cls, labels: Iterable[str], documents: Any, moments: Moments) -> WeightedNumbers:
        tally = cls(labels)
        tally._documents, tally._moments = documents, moments
        return tally


class GaussianNB(NaiveBayes):
    """Gaussian naive Bayes: a normal distribution for each class and feature.

    Means and variances are computed in double precision and shown in the precision of X. Forgetting and merging agree
    with a fit up to rounding. With scikit-learn's array API dispatch, results and fitted attributes are arrays of the
    library of X, on its device.

    Parameters
    ----------
    priors : array-like of shape (n_classes,), optional
        The prior of each class. They must add up to 1.
    var_smoothing : float, default=1e-9
        Share of the largest variance of all features that is added to each variance.
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
    class_prior_ : array of shape (n_classes,)
    theta_ : array of shape (n_classes, n_features)
        Means.
    var_ : array of shape (n_classes, n_features)
        Variances, with the amount added.
    epsilon_ : float
        The amount that is added to each variance.
    calibration_ : Calibration
        Set by `calibrate`; removed by `fit`, `forget` and `uncalibrate`.
    n_features_in_ : int
    feature_names_in_ : array of shape (n_features,)
        If X had names.

    Examples
    --------
    >>> from nbengine.estimators import GaussianNB
    >>> model = GaussianNB().fit([[1.5], [1.6], [1.8], [1.9]], ["short", "short", "tall", "tall"])
    >>> model.predict([[1.62], [1.75]]).tolist()
    ['short', 'tall']
    >>> model.working([1.62])
    'short':
      prior: log[2 / 4] = -0.693147
      x0: −½ log(2π·0.0025) − (1.62 − 1.55)² / (2·0.0025) = 1.096794
      sum: 0.403647, probability 0.999932
    'tall':
      prior: log[2 / 4] = -0.693147
      x0: −½ log(2π·0.0025) − (1.62 − 1.85)² / (2·0.0025) = -8.503206
      sum: -9.196353, probability 6.77242e-05
    """

    _rules: ClassVar[dict[str, ParameterRule]] = {
        **NaiveBayes._rules,
        "priors": ARRAY_OR_NONE,
        "var_smoothing": NON_NEGATIVE_NUMBER,
    }
    _accepts_sparse = False
    _takes_other_arrays = True
    _array_attributes = ("class_count_", "class_prior_", "theta_", "var_")

    class_prior_: npt.NDArray[Any]
    theta_: npt.NDArray[Any]
    var_: npt.NDArray[Any]
    epsilon_: float
    _var_smoothing: float
    """The value of `var_smoothing` when the curves were last computed."""
    _moments: Moments
    _kept_documents: tuple[FloatArray]
    _curves: NumberCurves

    def __init__(
        self,
        *,
        priors: Any = None,
        var_smoothing: float = 1e-9,
        open_labels: bool = False,
        keep_samples: bool = True,
    ) -> None:
        self.priors = priors
        self.var_smoothing = var_smoothing
        self.open_labels = open_labels
        self.keep_samples = keep_samples

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        if "classes_" in vars(self):
            vars(self).setdefault("_var_smoothing", self.var_smoothing)
        if "_documents" in vars(self):
            self._documents = vars(self).pop("_documents")

    def _state_to_pickle(self) -> dict[str, Any]:
        state = {name: value for name, value in super()._state_to_pickle().items() if name != "_kept_documents"}
        kept = {"_documents": self._documents} if hasattr(self, "_kept_documents") else {}
        return attributes_to_numpy({**state, **kept})

    @property
    def _documents(self) -> FloatArray:
        """Weight of the samples of each class as a NumPy array, (n_classes,).

        The array is stored inside a tuple, because scikit-learn expects array attributes to be of the library of X.
        """
        return self._kept_documents[0]

    @_documents.setter
    def _documents(self, documents: FloatArray) -> None:
        self._kept_documents = (documents,)

    def _reset_statistics(self, n_labels: int, n_features: int) -> None:
        self._documents = np.zeros(n_labels)
        weights: Any = np.zeros((n_labels, n_features))
        self._moments = replace(empty_moments(weights.shape), weights=weights)
        self._dtype = np.dtype(np.float64)

    def _convert_table(self, table: Table) -> Table:
        floats = table if table.dtype.kind == "f" else np.asarray(table, dtype=np.float64)
        check_values(floats, "X")
        return floats

    def _learn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        if not self._documents.any():
            self._dtype = X.dtype
        self._moments = self._moments + self._moments_of_samples(X, numbers, weights)
        self._documents = self._documents + sum_weights(numbers, weights, len(self.classes_))

    def _unlearn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        taken = self._moments_of_samples(X, numbers, weights)
        documents = subtract_counts(self._documents, sum_weights(numbers, weights, len(self.classes_)))
        rest = self._moments - taken
        left: Any = subtract_counts(np.asarray(self._moments.weights, dtype=np.float64), taken.weights)
        parts = (rest.means, rest.squares, rest.mean_rests, rest.square_rests)
        self._moments = Moments(left, *(None if part is None else np.where(left > 0, part, 0) for part in parts))  # type: ignore[arg-type] # means and squares are there
        self._documents = documents

    def _add(self, other: Self) -> None:
        self._moments = self._moments + other._moments
        self._documents = self._documents + other._documents

    def _derive_attributes(self) -> None:
        pooled = self._moments.pooled()
        floor = compute_variance_floor(pooled, self.var_smoothing)
        self._curves = normal_curves(self._moments, pooled, floor)
        self.epsilon_, self._var_smoothing = float(floor), self.var_smoothing
        self.class_count_ = self._documents.astype(self._dtype)
        self.theta_ = self._moments.means.astype(self._dtype)
        self.var_ = (self._moments.variances + floor).astype(self._dtype)
        self.class_prior_ = self._prior(self._documents).astype(self._dtype)

    def _prior(self, documents: FloatArray) -> FloatArray:
        if self.priors is not None:
            return np.broadcast_to(np.asarray(to_numpy(self.priors), dtype=np.float64), documents.shape)
        totals = documents.sum(axis=-1, keepdims=True)
        return documents / np.where(totals > 0, totals, 1.0)

    def _check_settings(self) -> None:
        if self.priors is None:
            return
        priors = np.asarray(to_numpy(self.priors), dtype=np.float64)
        if len(priors) != len(self.classes_):
            raise ValueError("Number of priors must match number of classes.")
        if not np.isclose(priors.sum(), 1.0):
            raise ValueError("The sum of the priors should be 1.")
        if (priors < 0).any():
            raise ValueError("Priors must be non-negative.")

    def _make_room(self, positions: IntArray, n_labels: int, n_features: int) -> None:
        moments = self._moments
        self._documents = move_labels(self._documents, positions, (n_labels,))
        parts: list[Any] = [moments.weights, moments.means, moments.squares, moments.mean_rests, moments.square_rests]
        shape = (n_features, n_labels)
        moved: list[Any] = [None if part is None else move_labels(part.T, positions, shape).T for part in parts]
        self._moments = Moments(*moved)

    def _adapt_columns(self, X: Any) -> Any:
        n_samples, n_found = X.shape
        missing = np.full((n_samples, max(0, self.n_features_in_ - n_found)), np.nan)
        return np.concatenate((X[:, : self.n_features_in_], missing), axis=1) if self.open_labels else X

    def _log_joint(self, X: Any) -> FloatArray:
        joint = add_log_probabilities(
            self._curves.evidence(X.astype(np.float64, copy=False)), log_of(self._prior(self._documents))
        )
        return joint.astype(X.dtype, copy=False)

    def _leave_one_out(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> FloatArray:
        units: Any = np.full(len(numbers), float(UNIT)) if weights is None else weights * UNIT
        labels = map(str, range(len(self.classes_)))
        tally = NumberTally.from_moments(labels, (self._documents * UNIT).astype(np.int64), self._moments)
        documents: Any = self._documents * UNIT
        left: Any = weights_without_each_document(documents, numbers, units)
        left_out = GaussianLeaveOneOut(tally, X.astype(np.float64), numbers, units, self.var_smoothing)
        return add_log_probabilities(left_out.evidence(1.0), log_of(self._prior(left)))

    def _moments_of_samples(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> Moments:
        table = X.astype(np.float64, copy=False)
        units: Any = np.full(len(numbers), float(UNIT)) if weights is None else weights * UNIT
        return moments_by_label(table, numbers, units, len(self.classes_))

    def _features(self, table: Any) -> Features:
        return Features(numbers=table.astype(np.float64, copy=False))

    def _evidence_amounts(self, table: Any) -> FloatArray:
        return np.asarray((~np.isnan(table)).sum(axis=1), dtype=np.float64)

    def _fitted_view(self) -> FittedView:
        names = tuple(map(str, range(len(self.classes_))))
        scorer = Scorer(names, log_of(self._prior(self._documents)), numbers=self._curves)
        given = None if self.priors is None else np.asarray(to_numpy(self.priors), dtype=np.float64).tolist()
        settings = EventSettings("gaussian", prior=make_prior(given), var_smoothing=self._var_smoothing)
        columns = TableColumns(numbers=tuple(map(self._feature_name_of, range(self.n_features_in_))))
        return FittedView(ViewRecipe(settings), scorer, self._statistics, self._feature_name_of, columns)

    def _statistics(self) -> Statistics:
        names = map(str, range(len(self.classes_)))
        return Statistics(numbers=WeightedNumbers.with_weights(names, to_units(self._documents), self._moments))

    def _row_from_dict(self, x: Mapping[Hashable, Any]) -> Any:
        columns, row = self._columns_by_name(), np.full((1, self.n_features_in_), np.nan)
        known = {columns[name]: value for name, value in x.items() if name in columns}
        row[0, list(known)] = floats_from_values(list(known.values()))
        return row

    def _saved_statistics(self) -> SavedStatistics:
        moments = self._moments
        given = {"mean_rests": moments.mean_rests, "square_rests": moments.square_rests}
        rests = {name: part for name, part in given.items() if part is not None}
        return SavedStatistics(
            {"dtype": self._dtype.str},
            {
                "documents": self._documents,
                "weights": np.asarray(moments.weights, np.float64),
                "means": moments.means,
                "squares": moments.squares,
                **rests,
            },
        )

    def _restore(self, parts: SavedStatistics) -> None:
        arrays, shape = parts.arrays, (len(self.classes_), self.n_features_in_)
        documents, weights = (arrays[name].astype(np.float64) for name in ("documents", "weights"))
        rests = [arrays.get(name) for name in ("mean_rests", "square_rests")]
        floats = [arrays["means"], arrays["squares"], *(part for part in rests if part is not None)]
        if documents.shape != shape[:1] or any(part.shape != shape for part in (weights, *floats)):
            raise EngineError("the numbers do not fit the labels and features.")
        if any(not np.isfinite(part).all() for part in (documents, weights, *floats)):
            raise EngineError("numbers must be finite.")
        if (documents < 0).any() or (weights < 0).any() or (arrays["squares"] < 0).any():
            raise EngineError("weights and squares must not be negative.")
        self._documents, self._dtype = documents, np.dtype(parts.facts["dtype"])
        if self._dtype.kind != "f":
            raise EngineError(f"numbers cannot be shown as {self._dtype}.")
        units: Any = weights
        self._moments = Moments(units, arrays["means"], arrays["squares"], *rests)

    @staticmethod
    def _update_mean_variance(n_past: Any, mu: Any, var: Any, X: Any, sample_weight: Any = None) -> tuple[Any, Any]:
        """Return mean and variance after the rows of X are added to `n_past` rows with mean `mu` and variance `var`.

        scikit-learn's tests call this method.
        """
        if not len(X):
            return mu, var
        units: Any = np.full(len(X), float(UNIT)) if sample_weight is None else np.asarray(sample_weight) * UNIT
        past: Any = np.broadcast_to(float(n_past) * UNIT, X.shape[1:])
        known = Moments(past, np.broadcast_to(mu, X.shape[1:]), np.broadcast_to(var * n_past, X.shape[1:]))
        merged = known + compute_moments(np.asarray(X, dtype=np.float64), units)
        return merged.means, merged.variances
