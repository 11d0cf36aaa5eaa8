"""Naive Bayes with learnt factors: each word's log ratio of naive Bayes is multiplied by a fitted factor.

`learnt.factors` fits the factors: one class against the rest, with squared hinge loss. Words with a large log ratio are
regularised less. The fit needs all samples together, so there is no `partial_fit`. (`nbengine.Model` can learn single
documents by approximate steps, and is refitted later.)

Equal samples of one label are merged, with their weights added, and sorted. The fit therefore does not depend on the
order of the samples, and a weight of two has the effect of two samples. All copies of a sample are in one fold.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt
from scipy import sparse

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.estimators.counting_estimators import (
    RealTally,
    counts_from_values,
    smoothing_per_unit,
    sum_weights,
    sums_by_label,
    table_to_counts,
)
from nbengine.estimators.estimator import (
    BOOLEAN,
    FOLDS,
    POSITIVE_NUMBER,
    VERSION_KEY,
    ParameterRule,
    check_not_negative,
    is_sparse,
)
from nbengine.estimators.naive_bayes import ExplainedClassifier, UnavailableMethod
from nbengine.estimators.saving import SavedStatistics
from nbengine.estimators.views import FittedView, ViewRecipe, to_units
from nbengine.events.event_model import EventSettings, Prior
from nbengine.events.learnt import log_ratios
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import TextWeights
from nbengine.learnt.factors import Factors, FittingSamples, check_weights_fit_memory, fit_factors, labels_to_mask
from nbengine.learnt.statistics import Features, Statistics
from nbengine.learnt.tally import TfIdf, fit_tfidf
from nbengine.logspace import (
    first_best_label_numbers,
    minimise,
    normalise_log_joint,
    select_above,
    weighted_sums,
)

FIRST_SLOPE, LARGEST_EXPONENT = 1.0, 700.0
"""Slope at which the fit of the sigmoid starts; largest exponent whose exponential is finite."""
FIRST_MIX, SECOND_MIX = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


REFIT = "the factors are fitted to all samples together. Call `fit` with all of them."
FOLDS_ONLY = "a sample cannot be subtracted from fitted factors. Use scikit-learn's `cross_val_predict`."


class LearntFactorsNB(ExplainedClassifier):
    """Naive Bayes in which each feature has a fitted factor.

    A class's score is a bias plus, for each feature, naive Bayes' log ratio of the class against all others times a
    fitted factor. It classifies documents about as well as a linear support vector machine, with calibrated
    probabilities.

    `partial_fit`, `learn_one`, `forget`, `merge` and `loo_proba` do not exist here, because the factors are fitted to
    all samples together. Looking them up raises AttributeError with the reason.

    Parameters
    ----------
    alpha : float, default=0.1
        Smoothing of the counts behind the log ratios.
    ridge : float, default=1.0
        Strength of the regularisation.
    ridge_by_ratio : bool, default=True
        True regularises features with a larger log ratio less. False regularises all alike, as a linear support vector
        machine does, which is better where samples are few or differ much in length.
    tfidf : bool, default=True
        True weighs counts by tf-idf inside. False is for tables that are weighed already.
    sublinear_tf : bool, default=True
        True replaces a count by 1 + log(count).
    calibration_folds : int, default=5
        Number of folds whose held-out scores give `calibration_`. Each costs a fit.
    keep_samples : bool, default=True
        True keeps a reference to the samples of `fit`, which `influence` needs.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
    class_count_ : array of shape (n_classes,)
        Weight of the samples of each class.
    coef_ : array of shape (n_classes, n_features), or (1, n_features) for two classes
    factors_ : array of shape (n_classes, n_features)
    calibration_ : array of shape (2,)
        Slope and offset of the sigmoid that turns a class's score into a probability against the rest. The
        probabilities of all classes are then scaled to a sum of 1.

    Examples
    --------
    >>> import numpy as np
    >>> from nbengine.estimators import LearntFactorsNB
    >>> X = np.array([[3, 0, 1], [2, 0, 0], [0, 2, 1], [0, 3, 0]])
    >>> model = LearntFactorsNB().fit(X, ["spam", "spam", "ham", "ham"])
    >>> model.predict([[1, 0, 0], [0, 1, 1]]).tolist()
    ['spam', 'ham']
    >>> model.explain([1, 0, 0]).terms[0].name
    'x0'
    """

    _rules: ClassVar[dict[str, ParameterRule]] = {
        "alpha": POSITIVE_NUMBER,
        "ridge": POSITIVE_NUMBER,
        "ridge_by_ratio": BOOLEAN,
        "tfidf": BOOLEAN,
        "sublinear_tf": BOOLEAN,
        "calibration_folds": FOLDS,
        "keep_samples": BOOLEAN,
    }
    _needs_positive = True

    partial_fit = UnavailableMethod(REFIT)
    set_partial_fit_request = UnavailableMethod(REFIT)
    learn_one = UnavailableMethod(REFIT)
    forget = UnavailableMethod(REFIT)
    forget_one = UnavailableMethod(REFIT)
    merge = UnavailableMethod(REFIT)
    loo_proba = UnavailableMethod(FOLDS_ONLY)
    leave_one_out_log_proba = UnavailableMethod(FOLDS_ONLY)

    idf_: FloatArray | None
    """Inverse document frequency of each feature, shape (n_features,); None with `tfidf=False`."""
    calibration_: FloatArray
    """Slope and offset of the sigmoid that turns a class's score into a probability."""
    _factors: tuple[npt.NDArray[np.float32], FloatArray]
    """Weights (n_features, n_classes) and biases (n_classes,)."""
    _counts: FloatArray
    """The weighted counts behind the log ratios, (n_features, n_classes)."""

    def __init__(
        self,
        *,
        alpha: float = 0.1,
        ridge: float = 1.0,
        ridge_by_ratio: bool = True,
        tfidf: bool = True,
        sublinear_tf: bool = True,
        calibration_folds: int = 5,
        keep_samples: bool = True,
    ) -> None:
        self.alpha = alpha
        self.ridge = ridge
        self.ridge_by_ratio = ridge_by_ratio
        self.tfidf = tfidf
        self.sublinear_tf = sublinear_tf
        self.calibration_folds = calibration_folds
        self.keep_samples = keep_samples

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Forget everything and learn these samples. Samples without weight are ignored.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional

        Returns
        -------
        self
        """
        with self._restored_on_error():
            table, labels, weights = self._checked_samples(X, y, sample_weight, reset=True)
            check_not_negative(table, type(self).__name__)
            classes, numbers = np.unique(labels, return_inverse=True)
            if len(classes) < 2:
                raise ValueError(f"{type(self).__name__} needs samples of at least 2 classes; the data has one class.")
            check_weights_fit_memory(self.n_features_in_, len(classes))
            own_weights = np.ones(len(numbers)) if weights is None else weights
            samples = _Samples.merge_equal(table, numbers, own_weights, classes)
            self.calibration_ = self._fit_calibration_by_folds(samples)
            counts, tfidf, factors = self._fit_samples(samples)
            self.classes_, self._counts = classes, counts
            self.class_count_ = sum_weights(samples.numbers, samples.weights, len(classes))
            self.idf_, self._factors = None if tfidf is None else tfidf.idf, (factors.weights, factors.bias)
            self._samples = (X, numbers, weights) if self.keep_samples else None
        return self

    def calibrate(self, X: Any = None, y: Any = None, sample_weight: Any = None) -> Self:
        """Fit `calibration_` to held-out samples.

        `fit` has already done so with folds of its own samples, so this does nothing without X.

        Parameters
        ----------
        X, y, sample_weight : optional
            Samples that were not learnt.

        Returns
        -------
        self
        """
        self._check_fitted()
        if X is None:
            return self
        table, labels, weights = self._checked_samples(X, y, sample_weight, reset=False)
        own_weights = np.ones(len(labels)) if weights is None else weights
        self.calibration_ = _fit_calibration(self._scores(table), self._label_numbers(labels), own_weights)
        return self

    @property
    def intercept_(self) -> FloatArray:
        """Bias of each class, shape (n_classes,), or (1,) for two classes."""
        return np.asarray(_contrast_if_two_classes(self._factors[1][None])[0])

    @property
    def feature_log_ratio_(self) -> FloatArray:
        """Naive Bayes' evidence of each feature for each class against all others, (n_classes, n_features)."""
        return self._log_ratios(self._counts, self.class_count_).T

    @property
    def coef_(self) -> FloatArray:
        """Weight of each feature, shape (n_classes, n_features), or (1, n_features) for two classes.

        It is multiplied by the feature's tf-idf, or by its count with `tfidf=False`.
        """
        return _contrast_if_two_classes(self._factors[0].astype(np.float64)).T

    @property
    def factors_(self) -> FloatArray:
        """The fitted factors of naive Bayes' log ratios, shape (n_classes, n_features); 0 where the log ratio is 0."""
        weights, ratios = self._factors[0].T.astype(np.float64), self.feature_log_ratio_
        return np.divide(weights, ratios, out=np.zeros_like(weights), where=ratios != 0)

    def decision_function(self, X: Any) -> FloatArray:
        """Return the score of each class against the rest, shape (n_samples, n_classes).

        A higher score means a more probable class. With two classes, the shape is (n_samples,), and a positive score
        predicts the second class.
        """
        self._check_fitted()
        scores = _contrast_if_two_classes(self._scores(self._checked_table(X, reset=False)))
        return scores[:, 0] if len(self.classes_) == 2 else scores

    @property
    def _is_for_documents(self) -> bool:
        return self.tfidf

    def _predict_numbers(self, X: Any) -> IntArray:
        return first_best_label_numbers(self._scores(X))

    def _log_joint(self, X: Any) -> FloatArray:
        return _log_sigmoids(self._scores(X), *self.calibration_)

    def _scores(self, X: Any) -> FloatArray:
        return _score_samples(self._apply_tfidf(table_to_counts(X)), Factors(*self._factors))

    def predict_one(self, x: Any) -> Any:
        if not hasattr(self, "classes_"):
            return None
        # Compare scores, not probabilities: the sigmoids of two large scores may be equal.
        return self._label_list()[int(self._predict_numbers(self._to_row(x))[0])]

    predict_one.__doc__ = ExplainedClassifier.predict_one.__doc__

    def _features(self, table: Any) -> Features:
        return Features(table_to_counts(table))

    def _evidence_amounts(self, table: Any) -> FloatArray:
        return table_to_counts(table).sums()

    def _fitted_view(self) -> FittedView:
        weights, bias = self._factors
        names = tuple(map(str, range(len(self.classes_))))
        text = TextWeights(weights.astype(np.float64), bias, has_infinities=False)
        settings = EventSettings("learnt", smoothing=self.alpha, prior=Prior("none"))
        recipe = ViewRecipe(settings, is_fitted=True, ridge=self.ridge, ridge_by_ratio=self.ridge_by_ratio)
        scorer = Scorer(names, np.zeros(len(names)), text=text)
        return FittedView(recipe, scorer, self._statistics, self._feature_name_of, weigh=self._apply_tfidf)

    def _statistics(self) -> Statistics:
        tally = RealTally(self.classes_, to_units(self.class_count_), to_units(self._counts))
        return Statistics(tally, factors=Factors(*self._factors))

    def _has_learnt(self, table: Any, numbers: IntArray, weights: FloatArray | None) -> bool:
        own_weights = np.ones(len(numbers)) if weights is None else weights
        samples = _Samples.merge_equal(table, numbers, own_weights, self.classes_)
        counts = sums_by_label(samples.table, samples.numbers, samples.weights, len(self.classes_))
        return bool(np.array_equal(counts, self._counts))

    def _row_from_dict(self, x: Mapping[Hashable, Any]) -> Any:
        columns, row = self._columns_by_name(), np.zeros((1, self.n_features_in_))
        known = {columns[name]: value for name, value in x.items() if name in columns}
        row[0, list(known)] = counts_from_values(list(known.values()), type(self).__name__)
        return row

    def _derive_attributes(self) -> None:
        """Do nothing: all fitted attributes are stored, none is computed from others."""

    def _saved_statistics(self) -> SavedStatistics:
        cells = np.flatnonzero(self._counts)
        arrays = {
            "cells": cells,
            "counts": self._counts.reshape(-1)[cells],
            "documents": self.class_count_,
            "weights": self._factors[0],
            "bias": self._factors[1],
            "calibration": self.calibration_,
        }
        return SavedStatistics(arrays=arrays if self.idf_ is None else {**arrays, "idf": self.idf_})

    def _restore(self, parts: SavedStatistics) -> None:
        arrays, shape = parts.arrays, (self.n_features_in_, len(self.classes_))
        check_weights_fit_memory(*shape)
        if arrays["weights"].shape != shape or any(arrays[name].shape != shape[1:] for name in ("documents", "bias")):
            raise EngineError("the factors do not fit the features and labels.")
        if arrays["calibration"].shape != (2,) or not all(np.isfinite(part).all() for part in arrays.values()):
            raise EngineError("numbers must be finite.")
        self._counts = np.zeros(shape)
        self._counts.reshape(-1)[arrays["cells"]] = arrays["counts"]
        self._factors = arrays["weights"].astype(np.float32), arrays["bias"].astype(np.float64)
        self.class_count_, self.calibration_ = arrays["documents"].astype(np.float64), arrays["calibration"]
        self.idf_ = arrays["idf"].astype(np.float64) if "idf" in arrays else None
        if self.idf_ is not None and self.idf_.shape != shape[:1]:
            raise EngineError("the idf does not fit the features.")

    def __setstate__(self, state: dict[str, Any]) -> None:
        if "feature_log_ratio_" in state:
            version = state.get(VERSION_KEY, "an early version")
            raise ValueError(
                f"This {type(self).__name__} was pickled by nbengine {version}, which did not keep the counts. Load it"
                " with that version, or fit it anew."
            )
        super().__setstate__(state)

    def _apply_tfidf(self, rows: CountMatrix) -> CountMatrix:
        return rows if self.idf_ is None else TfIdf(self.idf_, is_sublinear=self.sublinear_tf)(rows)

    def _log_ratios(self, counts: FloatArray, documents: FloatArray) -> FloatArray:
        settings = EventSettings("learnt", smoothing=float(smoothing_per_unit(self.alpha)))
        return log_ratios(RealTally(np.arange(len(documents)), documents, counts), settings)

    def _fit_samples(self, samples: _Samples) -> tuple[FloatArray, TfIdf | None, Factors]:
        n_labels, total = len(samples.classes), float(samples.weights.sum())
        counts = sums_by_label(samples.table, samples.numbers, samples.weights, n_labels)
        documents = sum_weights(samples.numbers, samples.weights, n_labels)
        ratios = self._log_ratios(counts, documents)
        rows, tfidf = table_to_counts(samples.table), None
        if self.tfidf:
            frequencies = np.bincount(rows.tokens, samples.weights[rows.rows], rows.n_tokens)
            tfidf = fit_tfidf(np.minimum(frequencies, total), total, is_sublinear=self.sublinear_tf)
        fitting_samples = FittingSamples(
            tfidf(rows) if tfidf else rows, labels_to_mask(samples.numbers, n_labels), samples.weights
        )
        leaning = ratios if self.ridge_by_ratio else np.ones_like(ratios)
        return counts, tfidf, fit_factors(fitting_samples, leaning, self.ridge)

    def _fit_calibration_by_folds(self, samples: _Samples) -> FloatArray:
        """Return the slope and offset that fit the held-out scores of `calibration_folds` folds best."""
        n_samples = len(samples.numbers)
        folds = np.arange(n_samples) % min(self.calibration_folds, n_samples)
        scores = np.zeros((n_samples, len(samples.classes)))
        for fold in np.unique(folds) if n_samples > 1 else ():
            own = folds == fold
            _, tfidf, factors = self._fit_samples(samples.select(~own))
            rows = table_to_counts(samples.select(own).table)
            scores[own] = _score_samples(tfidf(rows) if tfidf else rows, factors)
        return _fit_calibration(scores, samples.numbers, samples.weights)


class _Samples:
    """Distinct samples with their label numbers and weights, and the labels themselves."""

    def __init__(self, table: Any, numbers: IntArray, weights: FloatArray, classes: Any) -> None:
        self.table, self.numbers, self.weights, self.classes = table, numbers, weights, classes

    @classmethod
    def merge_equal(cls, X: Any, numbers: IntArray, weights: FloatArray, classes: Any) -> _Samples:
        """Merge equal samples of one label and add their weights. The result is sorted by label and content."""
        rows = select_above(table_to_counts(X if is_sparse(X) else sparse.csr_array(X)))
        keys = _sample_hashes(rows)
        kept = np.flatnonzero(weights)
        order = kept[np.lexsort((keys[kept], numbers[kept]))]
        is_first = np.ones(len(order), np.bool_)
        is_first[1:] = (np.diff(numbers[order]) != 0) | (keys[order][1:] != keys[order][:-1])
        leaders = np.flatnonzero(is_first)
        own = order[leaders]
        return cls(rows.csr[own], numbers[own], np.add.reduceat(weights[order], leaders), classes)

    def select(self, is_kept: npt.NDArray[np.bool_]) -> _Samples:
        some = self.table[np.flatnonzero(is_kept)]
        return _Samples(some, self.numbers[is_kept], self.weights[is_kept], self.classes)


def _sample_hashes(rows: CountMatrix) -> npt.NDArray[np.uint64]:
    """Return a 64-bit hash of each sample's content, shape (n_samples,)."""
    values = rows.values.astype(np.float64).view(np.uint64)
    mixed = _mix_bits(_mix_bits(rows.tokens.astype(np.uint64) + np.uint64(1)) ^ values)
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(mixed, dtype=np.uint64)))
    return sums[rows.starts[1:]] - sums[rows.starts[:-1]]


def _mix_bits(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return 64-bit hashes of numbers, by the finaliser of SplitMix64: each input bit affects all output bits."""
    once = (numbers ^ (numbers >> np.uint64(30))) * FIRST_MIX
    twice = (once ^ (once >> np.uint64(27))) * SECOND_MIX
    return twice ^ (twice >> np.uint64(31))


def _score_samples(weighed: CountMatrix, factors: Factors) -> FloatArray:
    """Return scores, (n_samples, n_classes).

    For few samples, only the weights of the features that occur in the samples are used.
    """
    weights = factors.weights
    tokens = weighed.tokens
    if len(tokens) < len(weights):
        own, positions = np.unique(tokens, return_inverse=True)
        tokens, weights = positions.astype(np.int32), weights[own]
    values = weighed.values.astype(np.float64)
    return (
        weighted_sums(CountMatrix(weighed.starts, tokens, values, len(weights)), weights.astype(np.float64))
        + factors.bias
    )


def _log_sigmoids(scores: FloatArray, slope: float, offset: float) -> FloatArray:
    """Return the logarithm of each score's sigmoid, shape (n_samples, n_classes).

    The sigmoids of a sample need not sum to 1.
    """
    return np.asarray(-np.logaddexp(0.0, -(slope * scores + offset)))


def _fit_calibration(scores: FloatArray, numbers: IntArray, weights: FloatArray) -> FloatArray:
    """Return the slope and offset of the sigmoid with the least log loss. The slope is positive.

    One artificial, wrong sample is added: its class is 1, but its scores favour class 0 by the median gap between the
    two best scores. It keeps the slope finite if all real samples are classified correctly.
    """
    ordered = np.sort(scores, axis=1)
    gap = float(np.median(ordered[:, -1] - ordered[:, -2]))
    wrong = np.where(np.arange(scores.shape[1]) == 0, gap / 2, -gap / 2)
    rows, truth = np.concatenate((scores, wrong[None])), np.append(numbers, 1)
    shares = np.append(weights, 1.0) / (weights.sum() + 1.0)
    samples = np.arange(len(truth))

    def loss(parameters: FloatArray) -> tuple[float, FloatArray]:
        slope = float(np.exp(parameters[0]))
        logs = normalise_log_joint(_log_sigmoids(rows, slope, parameters[1]))
        growth = np.exp(logs)
        growth[samples, truth] -= 1.0
        growth *= shares[:, None] / (1.0 + np.exp(np.minimum(slope * rows + parameters[1], LARGEST_EXPONENT)))
        return -float(shares @ logs[samples, truth]), np.array([slope * (growth * rows).sum(), growth.sum()])

    found = minimise(loss, np.array([FIRST_SLOPE, 0.0]))
    return np.array([np.exp(found[0]), found[1]])


def _contrast_if_two_classes(table: FloatArray) -> FloatArray:
    """Return (second column - first column) / 2 as one column if `table` has two columns; otherwise return it
    unchanged.
    """
    return (table[:, 1:] - table[:, :1]) / 2 if table.shape[1] == 2 else table
