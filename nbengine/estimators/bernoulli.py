"""Bernoulli naive Bayes: which features occur, and which do not."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
from scipy import sparse

from nbengine.counts import FloatArray
from nbengine.estimators.counting_estimators import CountingNB, numbers_from
from nbengine.estimators.estimator import NUMBER_FROM_ZERO_OR_NONE, Rule, is_sparse
from nbengine.events.bernoulli import Bernoulli


class BernoulliNB(CountingNB):
    """For features that are there or not; a number counts as there above `binarize`."""

    _rules: ClassVar[dict[str, Rule]] = {**CountingNB._rules, "binarize": NUMBER_FROM_ZERO_OR_NONE}
    _needs_positive = False
    _event = Bernoulli()

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

    def _events(self, X: Any) -> Any:
        return X

    def _row_values(self, values: list[Any]) -> FloatArray:
        return numbers_from(values)

    def _check_alike(self, other: Self) -> None:
        super()._check_alike(other)
        if self.binarize != other.binarize:
            raise ValueError(f"binarize={other.binarize!r} of the other BernoulliNB is not {self.binarize!r}.")

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

    @property
    def feature_log_prob_(self) -> FloatArray:
        """(n_classes, n_features): log φ; the weights are log φ - log(1 - φ), or log φ where φ is 1."""
        text = self._text()
        absent = np.stack([text.absence(label) for label in range(len(self.classes_))])
        if text.has_infinities:
            absent = np.where(np.isneginf(absent), 0.0, absent)
        return text.table.T + absent
