"""Multinomial naive Bayes: how often each feature occurs."""

from __future__ import annotations

from typing import Any

from nbengine.arrays.counts import IntArray
from nbengine.estimators.counting_estimators import CountingNB
from nbengine.estimators.float_counts import RealTally
from nbengine.events.event_model import Evidence
from nbengine.events.label_sums import LabelSums
from nbengine.events.multinomial import MultinomialLeftOut, MultinomialSums, multinomial_weights
from nbengine.events.scorer_parts import WordWeights


class MultinomialNB(CountingNB):
    """For counts, and for what behaves like counts, such as tf-idf."""

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        open_labels: bool = False,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.open_labels = open_labels

    def _weights(self, tally: RealTally, alpha: Any) -> WordWeights:
        return multinomial_weights(tally, alpha)

    def _label_sums(self, labels: tuple[str, ...], alpha: float) -> LabelSums:
        return MultinomialSums(labels, alpha)

    def _left_out(self, tally: RealTally, X: Any, numbers: IntArray, units: Any) -> Evidence:
        return MultinomialLeftOut(tally, X, numbers, units)
