"""Multinomial naive Bayes: how often each feature occurs."""

from __future__ import annotations

from typing import Any

from nbengine.estimators.counting_estimators import CountingNB
from nbengine.events.multinomial import Multinomial


class MultinomialNB(CountingNB):
    """For counts, and for what behaves like counts, such as tf-idf."""

    _event = Multinomial()

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        open_labels: bool = False,
        keep_samples: bool = True,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.open_labels = open_labels
        self.keep_samples = keep_samples
