"""Bernoulli naive Bayes classifier: the presence and the absence of each feature count as evidence."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse

from nbengine.counts import FloatArray
from nbengine.estimators.counting_estimators import CountingNB, floats_from_values
from nbengine.estimators.estimator import MAX_FEATURE_VALUE, NON_NEGATIVE_NUMBER_OR_NONE, ParameterRule, is_sparse
from nbengine.events.bernoulli import BernoulliModel


class BernoulliNB(CountingNB):
    """Bernoulli naive Bayes: the presence and the absence of each feature count as evidence.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,), default=1.0
        Smoothing. With 0, a feature that never occurred in a class makes the class impossible.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is replaced by 1e-10, with a warning.
    binarize : float or None, default=0.0
        A feature is present if its value is above this. With None, X must hold only ones and zeros.
    fit_prior : bool, default=True
        False gives all classes the same prior.
    class_prior : array-like of shape (n_classes,), optional
        The prior of each class in the order of `classes_`.
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
    feature_count_ : array of shape (n_classes, n_features)
        Weighted counts.
    feature_log_prob_ : array of shape (n_classes, n_features)
        Logarithm of the smoothed share of the class's samples that have the feature.
    calibration_ : Calibration
        Set by `calibrate`; removed by `fit`, `forget` and `uncalibrate`.
    n_features_in_ : int
    feature_names_in_ : array of shape (n_features,)
        If X had names.

    Examples
    --------
    >>> from nbengine.estimators import BernoulliNB
    >>> X = [[1, 0, 1], [1, 0, 0], [0, 1, 1], [0, 1, 1]]
    >>> model = BernoulliNB().fit(X, [True, True, False, False])
    >>> model.predict([[1, 0, 1]]).tolist()
    [True]
    >>> stream = BernoulliNB()
    >>> stream.learn_one({"round": 1, "red": 1}, "apple")
    >>> stream.learn_one({"long": 1, "yellow": 1}, "banana")
    >>> stream.predict_one({"red": 1, "shiny": 1})
    'apple'
    """

    _rules: ClassVar[dict[str, ParameterRule]] = {**CountingNB._rules, "binarize": NON_NEGATIVE_NUMBER_OR_NONE}
    _needs_positive = False
    _event_model = BernoulliModel()
    _min_value = -MAX_FEATURE_VALUE

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        binarize: float | None = 0.0,
        fit_prior: bool = True,
        class_prior: Any = None,
        open_labels: bool = False,
        keep_samples: bool = True,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.binarize = binarize
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.open_labels = open_labels
        self.keep_samples = keep_samples

    def _counts_to_learn(self, X: Any) -> Any:
        return X

    def _values_to_counts(self, values: FloatArray) -> FloatArray:
        return values if self.binarize is None else (values > self.binarize).astype(np.float64)

    def _check_row_values(self, values: list[Any]) -> FloatArray:
        return floats_from_values(values)

    def _check_mergeable(self, other: Self) -> None:
        super()._check_mergeable(other)
        if self.binarize != other.binarize:
            raise ValueError(f"binarize={other.binarize!r} of the other BernoulliNB is not {self.binarize!r}.")

    def _convert_table(self, table: Any) -> Any:
        """Return a table with 1 for each value above `binarize`, else 0.

        With `binarize=None`, return the table unchanged.
        """
        if self.binarize is None:
            return table
        if not is_sparse(table):
            return (table > self.binarize).astype(np.float64)
        present = table.data > self.binarize
        starts = np.concatenate(([0], np.cumsum(present)))[table.indptr]
        kept = np.ones(int(starts[-1])), table.indices[present], starts.astype(table.indptr.dtype)
        return sparse.csr_array(kept, shape=table.shape)

    @property
    def feature_log_prob_(self) -> FloatArray:
        """Log-probability that a sample of the class has the feature, shape (n_classes, n_features)."""
        text = self._text_weights()
        absent = np.stack([text.log_absences(label) for label in range(len(self.classes_))])
        if text.has_infinities:
            absent = np.where(np.isneginf(absent), 0.0, absent)
        return text.table.T + absent
