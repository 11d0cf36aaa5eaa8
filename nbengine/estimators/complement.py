"""Complement naive Bayes: how badly a sample fits all other classes together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import numpy as np

from nbengine.counts import FloatArray
from nbengine.estimators.counting_estimators import CountingNB
from nbengine.estimators.estimator import BOOLEAN, Rule
from nbengine.events.complement import Complement, check_norm, norm_divisors
from nbengine.events.event_model import EventSettings


class ComplementNB(CountingNB):
    """For counts whose classes are of uneven size; the prior only decides where there is a single class.

    A single feature says nothing: with `norm`, where scikit-learn divides 0 by 0, its weight is 0 as it is without.
    """

    _rules: ClassVar[dict[str, Rule]] = {**CountingNB._rules, "norm": BOOLEAN}
    _event = Complement()

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
        """(n_features,): counts over all classes."""
        return np.asarray(self._tally().token_sums[0])

    def _check_settings(self) -> None:
        super()._check_settings()
        check_norm(np.asarray(self._valid_alpha()), norm=self.norm)

    @property
    def feature_log_prob_(self) -> FloatArray:
        """(n_classes, n_features): the weights; a single class has no complement but the smoothing."""
        if len(self.classes_) > 1:
            return super().feature_log_prob_
        shares: FloatArray = np.broadcast_to(self._check_alpha(), (self.n_features_in_,)) * 1.0
        logs: FloatArray = np.log(shares / shares.sum())[None, :]
        return logs / norm_divisors(logs.sum(axis=1, keepdims=True)) if self.norm else -logs
