"""Naive Bayes with learnt factors: naive Bayes' log ratio of each word, times what of it counts.

The fit is the engine's (`learnt.factors`): one class against the rest, squared hinge, a ridge that is lighter on
words that naive Bayes trusts. It sees all samples together, so there is no `partial_fit`: a step for one sample depends
on those before it, and is no fit. (`nbengine.Model` takes such steps as lessons, and is fitted anew behind them.)

Samples that are equal and have one label are one sample with their weights added up, in an order of their own. So the
fit depends on no order, a weight of two is the sample twice, and copies of a sample are left out with it where it is
judged by folds.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt
from scipy import sparse

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.estimators.counting_estimators import (
    RealTally,
    by_label,
    in_scale,
    rows_of,
    sums_by_label,
)
from nbengine.estimators.estimator import (
    ABOVE_ZERO,
    BOOLEAN,
    FOLDS,
    Classifier,
    Rule,
    check_not_negative,
    is_sparse,
)
from nbengine.events.event_model import EventSettings
from nbengine.events.learnt import ratios_of
from nbengine.learnt.factors import Factors, FittingSamples, check_room, fit_factors, labels_to_mask
from nbengine.learnt.tally import TfIdf, tfidf_of
from nbengine.logspace import (
    drop_zeros,
    first_of_best,
    minimise,
    normalise_log_joint,
    weighted_sums,
)

FIRST_SLOPE, LARGEST_EXPONENT = 1.0, 700.0
FIRST_MIX, SECOND_MIX = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


class LearntFactorsNB(Classifier):
    """For counts, which are weighed by tf-idf inside; with `tfidf=False`, for tables that are weighed already.

    `decision_function` says how far each class stands from all others. For probabilities a sigmoid says of each class
    how likely it is against the rest, and what all classes get is brought to a sum of one. The slope and the offset of
    the sigmoid, `calibration_`, are the best for samples that were judged by a fit without them, in so many folds,
    each of which costs a fit.

    With `ridge_by_ratio` a feature is held the less tightly the more naive Bayes says of it; without, all are held
    alike, as in a linear support vector machine, which is better where samples are few or differ much in length.
    """

    _rules: ClassVar[dict[str, Rule]] = {
        "alpha": ABOVE_ZERO,
        "ridge": ABOVE_ZERO,
        "ridge_by_ratio": BOOLEAN,
        "tfidf": BOOLEAN,
        "sublinear_tf": BOOLEAN,
        "calibration_folds": FOLDS,
    }
    _needs_positive = True

    feature_log_ratio_: FloatArray
    """(n_classes, n_features): naive Bayes' evidence of a feature for a class, against all others."""
    intercept_: FloatArray
    """(n_classes,), or one number for two classes."""
    idf_: FloatArray | None
    """(n_features,)"""
    calibration_: FloatArray
    """Slope and offset."""
    _factors: tuple[npt.NDArray[np.float32], FloatArray]
    """Weights (n_features, n_classes) and biases (n_classes,)."""

    def __init__(
        self,
        *,
        alpha: float = 0.1,
        ridge: float = 1.0,
        ridge_by_ratio: bool = True,
        tfidf: bool = True,
        sublinear_tf: bool = True,
        calibration_folds: int = 5,
    ) -> None:
        self.alpha = alpha
        self.ridge = ridge
        self.ridge_by_ratio = ridge_by_ratio
        self.tfidf = tfidf
        self.sublinear_tf = sublinear_tf
        self.calibration_folds = calibration_folds

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Forget everything and learn these samples; samples without weight are passed over."""
        X, y, weights = self._checked_samples(X, y, sample_weight, reset=True)
        check_not_negative(X, type(self).__name__)
        classes, numbers = np.unique(y, return_inverse=True)
        if len(classes) < 2:
            raise ValueError(f"{type(self).__name__} needs samples of at least 2 classes; the data has one class.")
        check_room(self.n_features_in_, len(classes))
        samples = _Samples.distinct(X, numbers, np.ones(len(numbers)) if weights is None else weights, classes)
        calibration, (ratios, tfidf, factors) = self._best_calibration(samples), self._fit_of(samples)
        self.classes_, self.calibration_ = classes, calibration  # a fit that is stopped leaves what was
        self.class_count_ = by_label(samples.numbers, samples.weights, len(classes))
        self.feature_log_ratio_, self.idf_ = ratios.T, None if tfidf is None else tfidf.idf
        self._factors = factors.weights, factors.bias
        self.intercept_ = _against_the_other(factors.bias[None])[0]
        return self

    @property
    def coef_(self) -> FloatArray:
        """(n_classes, n_features), of two classes (1, n_features): what one unit of a weighed feature adds."""
        return _against_the_other(self._factors[0].astype(np.float64)).T

    @property
    def factors_(self) -> FloatArray:
        """(n_classes, n_features): how much of naive Bayes' evidence counts; 0 where there is no evidence."""
        weights, ratios = self._factors[0].T.astype(np.float64), self.feature_log_ratio_
        return np.divide(weights, ratios, out=np.zeros_like(weights), where=ratios != 0)

    def decision_function(self, X: Any) -> FloatArray:
        """(n_samples, n_classes), of two (n_samples,): the higher, the likelier; 0 is even with all others."""
        self._check_fitted()
        scores = _against_the_other(self._scores(self._checked_table(X, reset=False)))
        return scores[:, 0] if len(self.classes_) == 2 else scores

    @property
    def _is_poor_with_points(self) -> bool:
        return self.tfidf

    def _judged(self, X: Any) -> IntArray:
        return first_of_best(self._scores(X))

    def _log_joint(self, X: Any) -> FloatArray:
        return _log_shares(self._scores(X), *self.calibration_)

    def _scores(self, X: Any) -> FloatArray:
        tfidf = None if self.idf_ is None else TfIdf(self.idf_, is_sublinear=self.sublinear_tf)
        return _scores_of(rows_of(X), tfidf, Factors(*self._factors))

    def _fit_of(self, samples: _Samples) -> tuple[FloatArray, TfIdf | None, Factors]:
        n_labels, total = len(samples.classes), float(samples.weights.sum())
        counts = sums_by_label(samples.table, samples.numbers, samples.weights, n_labels)
        documents = by_label(samples.numbers, samples.weights, n_labels)
        settings = EventSettings("learnt", smoothing=float(in_scale(self.alpha)))
        ratios = ratios_of(RealTally(samples.classes, documents, counts), settings)
        rows, tfidf = rows_of(samples.table), None
        if self.tfidf:
            frequencies = np.bincount(rows.tokens, samples.weights[rows.rows], rows.n_tokens)
            tfidf = tfidf_of(np.minimum(frequencies, total), total, is_sublinear=self.sublinear_tf)
        lessons = FittingSamples(
            tfidf(rows) if tfidf else rows, labels_to_mask(samples.numbers, n_labels), samples.weights
        )
        leaning = ratios if self.ridge_by_ratio else np.ones_like(ratios)
        return ratios, tfidf, fit_factors(lessons, leaning, self.ridge)

    def _best_calibration(self, samples: _Samples) -> FloatArray:
        """The slope and offset that suit samples best that the fit did not see."""
        n_samples = len(samples.numbers)
        folds = np.arange(n_samples) % min(self.calibration_folds, n_samples)
        scores = np.zeros((n_samples, len(samples.classes)))
        for fold in np.unique(folds) if n_samples > 1 else ():
            own = folds == fold
            _, tfidf, factors = self._fit_of(samples.some(~own))
            scores[own] = _scores_of(rows_of(samples.some(own).table), tfidf, factors)
        return _calibration_of(scores, samples.numbers, samples.weights)


class _Samples:
    """Samples, each once, with their label numbers and weights, and the labels themselves."""

    def __init__(self, table: Any, numbers: IntArray, weights: FloatArray, classes: Any) -> None:
        self.table, self.numbers, self.weights, self.classes = table, numbers, weights, classes

    @classmethod
    def distinct(cls, X: Any, numbers: IntArray, weights: FloatArray, classes: Any) -> _Samples:
        """Put equal samples of a label together, by label and then by what they hold."""
        rows = drop_zeros(rows_of(X if is_sparse(X) else sparse.csr_array(X)))
        keys = _keys(rows)
        kept = np.flatnonzero(weights)
        order = kept[np.lexsort((keys[kept], numbers[kept]))]
        is_first = np.ones(len(order), np.bool_)
        is_first[1:] = (np.diff(numbers[order]) != 0) | (keys[order][1:] != keys[order][:-1])
        leaders = np.flatnonzero(is_first)
        own = order[leaders]
        return cls(rows.csr[own], numbers[own], np.add.reduceat(weights[order], leaders), classes)

    def some(self, is_kept: npt.NDArray[np.bool_]) -> _Samples:
        some = self.table[np.flatnonzero(is_kept)]
        return _Samples(some, self.numbers[is_kept], self.weights[is_kept], self.classes)


def _keys(rows: CountMatrix) -> npt.NDArray[np.uint64]:
    """(n_samples,): a number for what each sample holds, the same for equal ones alone."""
    values = rows.values.astype(np.float64).view(np.uint64)
    mixed = _mixed(_mixed(rows.tokens.astype(np.uint64) + np.uint64(1)) ^ values)
    sums = np.concatenate((np.zeros(1, np.uint64), np.cumsum(mixed, dtype=np.uint64)))
    return sums[rows.starts[1:]] - sums[rows.starts[:-1]]


def _mixed(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Every bit of a number changes every bit of what comes out."""
    once = (numbers ^ (numbers >> np.uint64(30))) * FIRST_MIX
    twice = (once ^ (once >> np.uint64(27))) * SECOND_MIX
    return twice ^ (twice >> np.uint64(31))


def _scores_of(rows: CountMatrix, tfidf: TfIdf | None, factors: Factors) -> FloatArray:
    """(n_samples, n_classes); a few samples are multiplied by the weights of their own features alone."""
    weighed, weights = tfidf(rows) if tfidf else rows, factors.weights
    tokens = weighed.tokens
    if len(tokens) < len(weights):
        own, places = np.unique(tokens, return_inverse=True)
        tokens, weights = places.astype(np.int32), weights[own]
    values = weighed.values.astype(np.float64)
    return (
        weighted_sums(CountMatrix(weighed.starts, tokens, values, len(weights)), weights.astype(np.float64))
        + factors.bias
    )


def _log_shares(scores: FloatArray, slope: float, offset: float) -> FloatArray:
    """(n_samples, n_classes): the logarithms of what the sigmoids say, which need not add up to one."""
    return np.asarray(-np.logaddexp(0.0, -(slope * scores + offset)))


def _calibration_of(scores: FloatArray, numbers: IntArray, weights: FloatArray) -> FloatArray:
    """Slope and offset with the least log loss; the slope is sought by its logarithm, since it is above 0.

    There is one sample more, as far from doubt as half of them, whose label is another: however right the fit was, it
    may be wrong once.
    """
    ordered = np.sort(scores, axis=1)
    gap = float(np.median(ordered[:, -1] - ordered[:, -2]))
    wrong = np.where(np.arange(scores.shape[1]) == 0, gap / 2, -gap / 2)
    rows, truth = np.concatenate((scores, wrong[None])), np.append(numbers, 1)
    shares = np.append(weights, 1.0) / (weights.sum() + 1.0)
    places = np.arange(len(truth))

    def loss(place: FloatArray) -> tuple[float, FloatArray]:
        slope = float(np.exp(place[0]))
        logs = normalise_log_joint(_log_shares(rows, slope, place[1]))
        growth = np.exp(logs)
        growth[places, truth] -= 1.0
        growth *= shares[:, None] / (1.0 + np.exp(np.minimum(slope * rows + place[1], LARGEST_EXPONENT)))
        return -float(shares @ logs[places, truth]), np.array([slope * (growth * rows).sum(), growth.sum()])

    found = minimise(loss, np.array([FIRST_SLOPE, 0.0]))
    return np.array([np.exp(found[0]), found[1]])


def _against_the_other(table: FloatArray) -> FloatArray:
    """Of two classes, one column: how far the second is before the first, halved as both say the same."""
    return (table[:, 1:] - table[:, :1]) / 2 if table.shape[1] == 2 else table
