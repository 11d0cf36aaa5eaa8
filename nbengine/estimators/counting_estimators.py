"""The base classes of the estimators that count: counts per label and feature, smoothing, and a prior."""

from __future__ import annotations

import warnings
from dataclasses import replace
from numbers import Real
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, split_into_slices
from nbengine.arrays.logspace import add_log_probabilities, log_of, weighted_sums
from nbengine.estimators.estimator import NaiveBayes
from nbengine.estimators.float_counts import (
    FeatureCounts,
    RealTally,
    all_counts,
    by_label,
    counts_of,
    filled_of,
    in_scale,
    no_counts,
    rows_of,
    sparse_counts,
    spread,
    spread_counts,
    subtracted,
    with_columns,
    with_samples,
    without_samples,
)
from nbengine.estimators.input_checks import ARRAY_OR_NONE, BOOLEAN, SMOOTHING, Rule, check_not_negative, is_sparse
from nbengine.events import documents_without_each
from nbengine.events.event_model import TextModel, Training
from nbengine.events.label_sums import FilledWords, LabelSums, WordCounts
from nbengine.events.scorer_parts import TextWeights, WordWeights
from nbengine.events.settings import LARGEST_SMOOTHING, EventSettings, Prior, log_prior
from nbengine.events.sparse_weights import SparseWeights
from nbengine.learnt.sparse_count_table import SparseTable
from nbengine.learnt.statistics import Features, require_part

FEW_WORDS = 8
"""With fewer features at hand than one in this many, looking them up is faster than deriving all."""
SMALLEST_ALPHA = 1e-10


class SmoothedNB(NaiveBayes):
    """Smoothing and prior, which categorical features have as well."""

    _rules: ClassVar[dict[str, Rule]] = {
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
    def _is_poor_with_points(self) -> bool:
        return True

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


class Derived:
    """Numbers that follow from the counts, made when they are first needed: learning one sample derives nothing."""

    def __init__(self) -> None:
        self.text: WordWeights | None = None
        self.sums: LabelSums | None = None
        """Sums over all features, which follow what is learnt: with them a sample is judged by its own features."""


class CountingNB(SmoothedNB):
    """Counts are kept features first, (n_features, n_classes), and shown the other way round."""

    _event: ClassVar[TextModel]
    """The engine's event model, whose formulas these are."""
    _counts: FeatureCounts
    _alpha: Any
    """α in the scale of the counts, as it was when they last changed."""
    _derived: Derived

    def _settings(self, alpha: Any) -> EventSettings:
        """The settings under which the engine's event model derives, leaves out and adds up."""
        return EventSettings(self._event.name, smoothing=alpha)

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Forget everything and learn these samples."""
        super().fit(X, y, sample_weight)
        self._text()
        return self

    @property
    def feature_count_(self) -> FloatArray:
        """(n_classes, n_features): made anew where only filled cells are kept, if there is room for all."""
        return all_counts(self._counts).T

    @property
    def feature_log_prob_(self) -> FloatArray:
        """(n_classes, n_features): what one occurrence adds to the evidence; likewise."""
        return self._text().table.T

    def _start(self, n_labels: int, n_features: int) -> None:
        self.class_count_ = np.zeros(n_labels)
        self._counts, self._derived = no_counts(n_features, n_labels), Derived()

    def _learn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        events, is_first = self._events(X), not self.class_count_.any()
        tokens, sums = _few_features(events), self._derived.sums
        before = None if sums is None or tokens is None else self._words(tokens)
        self._counts = with_samples(self._counts, events, numbers, weights, is_first=is_first)
        self.class_count_ = self.class_count_ + by_label(numbers, weights, len(self.classes_))
        if sums is None or before is None or tokens is None:
            self._derived.sums = None
            return
        sums.documents = self.class_count_
        sums.change(before, self._words(tokens))

    def _unlearn(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> None:
        documents = subtracted(self.class_count_, by_label(numbers, weights, len(self.classes_)))
        self._counts = without_samples(self._counts, self._events(X), numbers, weights)
        self.class_count_, self._derived.sums = documents, None

    def _derive(self) -> None:
        alpha = in_scale(self._check_alpha())
        if np.ndim(alpha) or alpha != getattr(self, "_alpha", None):
            self._alpha, self._derived.sums = alpha, None
        self._derived.text = None
        self.class_log_prior_ = self._log_prior(self.class_count_)

    def _text(self) -> WordWeights:
        if self._derived.text is None:
            tally = self._tally(is_real=not np.all(self._alpha))
            self._derived.text = self._event.text_weights(tally, self._settings(self._alpha))
        return self._derived.text

    def _spread(self, places: IntArray, n_labels: int, n_features: int) -> None:
        self.class_count_ = spread(self.class_count_, places, (n_labels,))
        self._counts = spread_counts(self._counts, places, n_features, n_labels)
        self._derived.sums = None

    def _fitting(self, X: Any) -> Any:
        return with_columns(X, self.n_features_in_)

    def _events(self, X: Any) -> Any:
        """Return what is counted of a table; subclasses may make it binary."""
        check_not_negative(X, type(self).__name__)
        return X

    def _log_joint(self, X: Any) -> FloatArray:
        evidence = self._evidence(X)
        return add_log_probabilities(evidence, self.class_log_prior_) if self._has_prior() else evidence

    def _evidence(self, X: Any) -> FloatArray:
        if self._is_judged_by_own(X):
            rows, text = self._by_own_features(X)
            return _linear(rows, text)
        text = self._text()
        if text.has_infinities:
            return text.evidence(rows_of(X))
        if is_sparse(X) or not isinstance(text, TextWeights):
            return _linear(rows_of(X), text)
        return np.asarray(X, dtype=np.float64) @ text.weights + text.bias

    def _is_judged_by_own(self, X: Any) -> bool:
        """Return whether looking up the features of these samples is faster than deriving the weights of all."""
        if self._derived.text is not None or _few_features(X) is None or np.ndim(self._alpha):
            return False
        return bool(self._alpha > 0)

    def _by_own_features(self, X: Any) -> tuple[CountMatrix, WordWeights]:
        """The samples over their own features alone, and the weights of these."""
        tokens, rows = X.indices, rows_of(X)
        places = np.arange(len(tokens), dtype=np.int32)
        if X.shape[0] > 1:
            tokens, found = np.unique(tokens, return_inverse=True)
            places = found.astype(np.int32)
        if self._derived.sums is None:
            self._derived.sums = self._sums_of_all()
        return CountMatrix(rows.starts, places, rows.values, len(tokens)), self._derived.sums.weights(
            self._words(tokens)
        )

    def _sums_of_all(self) -> LabelSums:
        n_labels = len(self.classes_)
        sums = require_part(
            self._event.label_sums(tuple(map(str, range(n_labels))), self._settings(self._alpha)), "sums"
        )
        sums.documents = self.class_count_
        if isinstance(self._counts, SparseTable):
            n_features = self._counts.n_tokens
            sums.add_cells(FilledWords(filled_of(self._counts), n_features, n_features, n_labels, is_binary=False))
            return sums
        for some in split_into_slices(len(self._counts)):
            sums.add(self._words(np.arange(some.start, some.stop)))
        return sums

    def _words(self, tokens: npt.NDArray[Any]) -> WordCounts:
        rows = counts_of(self._counts, tokens).T
        return WordCounts(rows, rows, np.ones(len(tokens), np.bool_))

    def _leave_one_out(self, X: Any, numbers: IntArray, weights: FloatArray | None) -> FloatArray:
        tally, alpha = self._tally(), in_scale(self._check_alpha())
        units: Any = np.ones(len(numbers)) if weights is None else weights
        training = Training(Features(rows_of(X)), numbers, units)
        evidence = self._event.text_left_out(tally, training, self._settings(alpha)).evidence(alpha)
        if not self._has_prior():
            return evidence
        return add_log_probabilities(evidence, self._log_prior(documents_without_each(tally.documents, numbers, units)))

    def _has_prior(self) -> bool:
        return self._event.has_prior(len(self.classes_), self._settings(1.0))

    def _tally(self, *, is_real: bool = True) -> RealTally:
        are_presences = self._event.is_binary
        return RealTally(self.classes_, self.class_count_, self._counts, are_presences=are_presences, is_real=is_real)

    def _pickled(self) -> dict[str, Any]:
        """The counts as they always were, or the cells that are filled; all else follows from them."""
        state = {name: value for name, value in vars(self).items() if name not in ("_counts", "_derived", "_alpha")}
        counts = vars(self).get("_counts")
        if counts is None:
            return state
        if not isinstance(counts, SparseTable):
            return {**state, "feature_count_": counts.T, "_alpha": self._alpha}
        filled = counts.filled()
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
            self._derived, self._alpha = Derived(), own.get("_alpha", in_scale(self._check_alpha()))


def _few_features(X: Any) -> npt.NDArray[Any] | None:
    """The features of a table that are not zero, if they are few beside all of them."""
    if not is_sparse(X) or len(X.indices) * FEW_WORDS >= X.shape[1]:
        return None
    return np.asarray(X.indices if X.shape[0] == 1 else np.unique(X.indices))


def _linear(counts: CountMatrix, text: WordWeights) -> FloatArray:
    """The evidence of finite weights as they are, whether or not presence alone is counted."""
    if isinstance(text, TextWeights):
        return weighted_sums(counts, text.weights) + text.bias
    assert isinstance(text, SparseWeights)
    return replace(text, absent=None).evidence(counts)
