"""Bernoulli naive Bayes: which features occur, and which do not."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.estimators.counting_estimators import CountingNB
from nbengine.estimators.float_counts import RealTally
from nbengine.estimators.input_checks import NUMBER_FROM_ZERO_OR_NONE, Rule, is_sparse
from nbengine.events.bernoulli import BernoulliLeftOut, BernoulliSums, bernoulli_weights
from nbengine.events.event_model import Evidence
from nbengine.events.label_sums import LabelSums
from nbengine.events.scorer_parts import WordWeights


class BernoulliNB(CountingNB):
    """For features that are there or not; a number counts as there above `binarize`."""

    _rules: ClassVar[dict[str, Rule]] = {**CountingNB._rules, "binarize": NUMBER_FROM_ZERO_OR_NONE}

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        binarize: float | None = 0.0,
        fit_prior: bool = True,
        class_prior: Any = None,
        open_labels: bool = False,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.binarize = binarize
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.open_labels = open_labels

    def _events(self, X: Any) -> Any:
        return X

    def _cast(self, table: Any) -> Any:
        """Ones where a feature is there; without `binarize` the table is that already."""
        if self.binarize is None:
            return table
        if not is_sparse(table):
            return (table > self.binarize).astype(np.float64)
        present = table.data > self.binarize
        starts = np.concatenate(([0], np.cumsum(present)))[table.indptr]
        kept = np.ones(int(starts[-1])), table.indices[present], starts.astype(table.indptr.dtype)
        return sparse.csr_array(kept, shape=table.shape)

    def _weights(self, tally: RealTally, alpha: Any) -> WordWeights:
        return bernoulli_weights(tally, alpha)

    @property
    def feature_log_prob_(self) -> FloatArray:
        """(n_classes, n_features): log φ; the weights are log φ - log(1 - φ), or log φ where φ is 1."""
        text = self._text()
        absent = np.stack([text.absence(label) for label in range(len(self.classes_))])
        if text.has_infinities:
            absent = np.where(np.isneginf(absent), 0.0, absent)
        return text.table.T + absent

    def _label_sums(self, labels: tuple[str, ...], alpha: float) -> LabelSums:
        return BernoulliSums(labels, alpha)

    def _left_out(self, tally: RealTally, X: Any, numbers: IntArray, units: Any) -> Evidence:
        return BernoulliLeftOut(tally, X, numbers, units)

    def _tally(self, *, is_real: bool = True) -> RealTally:
        return RealTally(self.classes_, self.class_count_, self._counts, are_presences=True, is_real=is_real)

    def _more_tags(self) -> dict[str, Any]:
        return {**super()._more_tags(), "requires_positive_X": False}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = False
        return tags
