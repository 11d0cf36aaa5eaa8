"""The base classes of the estimators that count: counts per label and feature, smoothing, and a prior."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from numbers import Real
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import added, log_of, product
from nbengine.estimators.estimator import NaiveBayes
from nbengine.estimators.float_counts import (
    RealTally,
    add_samples,
    by_label,
    in_scale,
    rows_of,
    spread,
    subtracted,
    sums_by_label,
    with_columns,
)
from nbengine.estimators.input_checks import check_not_negative, is_sparse
from nbengine.estimators.parameter_rules import ARRAY_OR_NONE, BOOLEAN, SMOOTHING, Rule
from nbengine.events.event_model import Evidence
from nbengine.events.priors import Prior, log_prior
from nbengine.events.scorer_parts import TextWeights, WordWeights
from nbengine.events.settings import LARGEST_SMOOTHING
from nbengine.leave_one_out import documents_left

SMALLEST_ALPHA = 1e-10
ROUNDING = 1e-11
"""The largest distance between two ways of adding up one sum, as a share of the sum of the sizes."""


class SmoothedNB(NaiveBayes):
    """Smoothing and prior, which categorical features have as well."""

    _rules: ClassVar[dict[str, Rule]] = {
        **NaiveBayes._rules,
        "alpha": SMOOTHING,
        "force_alpha": BOOLEAN,
        "fit_prior": BOOLEAN,
        "class_prior": ARRAY_OR_NONE,
    }

    alpha: Any
    force_alpha: bool
    fit_prior: bool
    class_prior: Any
    class_log_prior_: FloatArray

    def _check_alpha(self) -> Any:
        """α as a number or an array, not below the smallest unless that is forced."""
        alpha: Any = self.alpha if isinstance(self.alpha, Real) else np.asarray(self.alpha, dtype=np.float64)
        if isinstance(alpha, np.ndarray):
            if alpha.shape != (self.n_features_in_,):
                raise ValueError(
                    f"When alpha is an array, it should contains `n_features`. Got {alpha.size} elements instead of"
                    f" {self.n_features_in_}."
                )
            if not (alpha >= 0).all():
                raise ValueError("All values in alpha must be greater than 0.")
        if np.max(alpha) > LARGEST_SMOOTHING:
            raise ValueError(f"Smoothing must be at most {LARGEST_SMOOTHING:g}, not {np.max(alpha):g}.")
        if np.min(alpha) >= SMALLEST_ALPHA or self.force_alpha:
            return alpha
        warnings.warn(
            f"alpha too small will result in numeric errors, setting alpha = {SMALLEST_ALPHA:.1e}. Use"
            " `force_alpha=True` to keep alpha unchanged.",
            stacklevel=2,
        )
        return np.maximum(alpha, SMALLEST_ALPHA)

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "requires_positive_X": True, "poor_score": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True
        return tags

    def _log_prior(self, documents: npt.NDArray[Any]) -> FloatArray:
        """log P(class) from documents (..., n_classes)."""
        names = [str(number) for number in range(len(self.classes_))]
        if self.class_prior is None:
            return log_prior(documents, names, Prior("data" if self.fit_prior else "uniform"))
        if len(self.class_prior) != len(names):
            raise ValueError("Number of priors must match number of classes.")
        priors = np.asarray(self.class_prior, dtype=np.float64)
        if not (np.isfinite(priors) & (priors >= 0)).all():
            raise ValueError(f"Priors must be non-negative numbers. Got {self.class_prior!r} instead.")
        return np.broadcast_to(log_of(priors), documents.shape).copy()


class CountingNB(SmoothedNB):
    """Counts are kept features first, (n_features, n_classes), and shown the other way round."""

    feature_count_: FloatArray
    _text: TextWeights
    _odds: tuple[FloatArray, float] | None
    """Of two classes, the weights (n_features, 1) of the second less those of the first, and the largest size of both;
    made when they are first needed."""

    @abstractmethod
    def _weights(self, tally: RealTally, alpha: Any) -> WordWeights:
        """Return the engine's formula."""

    @abstractmethod
    def _left_out(self, tally: RealTally, X: Any, numbers: IntArray, units: Any) -> Evidence:
        """Return the engine's leave-one-out."""

    def _start(self, n_labels: int, n_features: int) -> None:
        self.class_count_ = np.zeros(n_labels)
        self.feature_count_ = np.zeros((n_features, n_labels)).T

    def _learn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        events = self._events(X)
        if self.class_count_.any():
            counts = self._counts()
            add_samples(counts, events, numbers, weights)
        else:
            counts = sums_by_label(events, numbers, weights, len(self.classes_))
        self.feature_count_ = counts.T
        self.class_count_ = self.class_count_ + by_label(numbers, weights, len(self.classes_))

    def _unlearn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        counts = subtracted(self._counts(), sums_by_label(self._events(X), numbers, weights, len(self.classes_)))
        self.class_count_ = subtracted(self.class_count_, by_label(numbers, weights, len(self.classes_)))
        self.feature_count_ = counts.T

    def _derive(self) -> None:
        alpha = in_scale(self._check_alpha())
        weights = self._weights(self._tally(is_real=not alpha.all()), alpha)
        assert isinstance(weights, TextWeights)  # counts are shown as a table, and so are kept as one
        self._text, self._odds = weights, None
        self.class_log_prior_ = self._log_prior(self.class_count_)

    @property
    def feature_log_prob_(self) -> FloatArray:
        """(n_classes, n_features): what one occurrence adds to the evidence."""
        return self._text.weights.T

    def _spread(self, places: IntArray, n_labels: int, n_features: int) -> None:
        self.class_count_ = spread(self.class_count_, places, (n_labels,))
        self.feature_count_ = spread(self._counts(), places, (n_features, n_labels)).T

    def _fitting(self, X: Any) -> Any:
        return with_columns(X, self.n_features_in_)

    def _events(self, X: Any) -> Any:
        """Return what is counted of a table; subclasses may make it binary."""
        check_not_negative(X, type(self).__name__)
        return X

    def _log_joint(self, X: Any) -> FloatArray:
        return added(self._evidence(X), self.class_log_prior_)

    def _judged(self, X: Any) -> IntArray:
        """Judge two classes by the odds, one number per feature, but where rounding could turn a verdict."""
        text = self._text
        if not is_sparse(X) or len(self.classes_) != 2 or text.has_infinities:
            return super()._judged(X)
        if self._odds is None:
            self._odds = _odds_of(text.weights)
        biases = text.bias + (self.class_log_prior_ if self._has_prior() else 0.0)
        odds = product(rows_of(X), self._odds[0])[:, 0] + (biases[1] - biases[0])
        largest = float(X.data.max(initial=0)) * np.diff(X.indptr).max() * self._odds[1] + np.abs(biases).max()
        verdicts: IntArray = (odds > 0).astype(np.int64)
        close = np.flatnonzero(~(np.abs(odds) > ROUNDING * largest))
        if len(close):
            verdicts[close] = super()._judged(X[close])
        return verdicts

    def _evidence(self, X: Any) -> FloatArray:
        if is_sparse(X) or self._text.has_infinities:
            return self._text.evidence(rows_of(X))
        product: FloatArray = np.asarray(X, dtype=np.float64) @ self._text.weights
        return product

    def _leave_one_out(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> FloatArray:
        tally = self._tally()
        units: Any = np.ones(len(numbers)) if weights is None else weights
        evidence = self._left_out(tally, rows_of(X), numbers, units).evidence(in_scale(self._check_alpha()))
        if not self._has_prior():
            return evidence
        return added(evidence, self._log_prior(documents_left(tally.documents, numbers, units)))

    def _has_prior(self) -> bool:
        return True

    def _counts(self) -> FloatArray:
        """(n_features, n_classes), in rows."""
        return np.ascontiguousarray(self.feature_count_.T)

    def _tally(self, *, is_real: bool = True) -> RealTally:
        return RealTally(self.classes_, self.class_count_, self._counts(), is_real=is_real)


def _odds_of(weights: FloatArray) -> tuple[FloatArray, float]:
    return weights[:, 1:] - weights[:, :1], float(max(weights.max(), -weights.min()))
