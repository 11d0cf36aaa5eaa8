"""Complement naive Bayes classifier: a class scores high if the sample does not fit the other classes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from nbengine.counts import FloatArray
from nbengine.estimators.counting_estimators import CountingNB
from nbengine.estimators.estimator import BOOLEAN, ParameterRule
from nbengine.events.complement import ComplementModel, check_norm, norm_divisors
from nbengine.events.event_model import EventSettings


class ComplementNB(CountingNB):
    """Complement naive Bayes: a class scores high if the sample does not fit all other classes together.

    It suits counts of features in classes of very different size. The prior has no effect unless there is only one
    class.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,), default=1.0
        Smoothing. With 0, a feature that never occurred in a class makes the class impossible.
    force_alpha : bool, default=True
        If False, an alpha below 1e-10 is replaced by 1e-10, with a warning.
    fit_prior : bool, default=True
        False gives all classes the same prior.
    class_prior : array-like of shape (n_classes,), optional
        The prior of each class in the order of `classes_`.
    norm : bool, default=False
        If True, the weights of each class are divided by the sum of their absolute values. With a single feature,
        scikit-learn divides 0 by 0; here its weight is 0.
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
        The weights.
    calibration_ : Calibration
        Set by `calibrate`; removed by `fit`, `forget` and `uncalibrate`.
    n_features_in_ : int
    feature_names_in_ : array of shape (n_features,)
        If X had names.
    feature_all_ : array of shape (n_features,)
        Counts over all classes.

    Examples
    --------
    >>> from nbengine.estimators import ComplementNB
    >>> X = [[2, 0, 1], [1, 0, 0], [0, 3, 1], [0, 1, 1]]
    >>> ComplementNB().fit(X, [1, 1, 2, 2]).predict([[1, 0, 1]]).tolist()
    [1]
    """

    _rules: ClassVar[dict[str, ParameterRule]] = {**CountingNB._rules, "norm": BOOLEAN}
    _event_model = ComplementModel()

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        norm: bool = False,
        open_labels: bool = False,
        keep_samples: bool = True,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.norm = norm
        self.open_labels = open_labels
        self.keep_samples = keep_samples

    def _settings(self, alpha: Any) -> EventSettings:
        return replace(super()._settings(alpha), norm=self.norm)

    @property
    def feature_all_(self) -> FloatArray:
        """Weighted count of each feature in all classes together, shape (n_features,)."""
        return np.asarray(self._float_tally().token_sums[0])

    def _check_settings(self) -> None:
        super()._check_settings()
        check_norm(np.asarray(self._valid_alpha()), norm=self.norm)

    @property
    def feature_log_prob_(self) -> FloatArray:
        """Weight of each feature for each class, shape (n_classes, n_features).

        A single class has no other classes to compare with, so its weights come from the smoothing alone.
        """
        if len(self.classes_) > 1:
            return super().feature_log_prob_
        shares: FloatArray = np.broadcast_to(self._check_alpha(), (self.n_features_in_,)) * 1.0
        logs: FloatArray = np.log(shares / shares.sum())[None, :]
        return logs / norm_divisors(logs.sum(axis=1, keepdims=True)) if self.norm else -logs
