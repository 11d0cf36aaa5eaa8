"""A fitted estimator in the form that the engine's explanations read: labels, scorer, statistics and names.

`explain`, `derivation_of` and `influence_on_verdict` take a `ScoredModel`, and `FittedView` is one for an estimator.
The labels of the view are class numbers as text. The results of its methods have the user's labels instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray
from nbengine.events import event_model_of
from nbengine.events.event_model import EventModel, EventSettings, Prior
from nbengine.events.scorer import Scorer
from nbengine.explanations.derivation import Derivation, derivation_of
from nbengine.explanations.explanation import Explanation, VerdictChange, explain_by_scorer
from nbengine.explanations.influence import influence_on_verdict
from nbengine.learnt.statistics import Features, Statistics, TableColumns, require_part, to_features
from nbengine.learnt.tally import Tally, TfIdf


class UnnormalisedPrior(Prior):
    """A given prior whose shares need not sum to 1, as scikit-learn allows for `class_prior`."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """Do nothing: the base class would check that the shares sum to 1."""


@dataclass(frozen=True, slots=True)
class ViewRecipe:
    """The settings that explanations read from a model's recipe."""

    settings: EventSettings
    is_fitted: bool = False
    ridge: float = 1.0
    ridge_by_ratio: bool = True

    @property
    def event(self) -> EventModel:
        return event_model_of(self.settings.event_model)

    @property
    def prior(self) -> Prior:
        return self.settings.prior


class FittedView:
    """A fitted estimator as a `ScoredModel`."""

    tfidf: TfIdf | None = None

    def __init__(
        self,
        recipe: ViewRecipe,
        scorer: Scorer,
        make_statistics: Callable[[], Statistics],
        name_of: Callable[[int], str],
        table: TableColumns | None = None,
        weigh: Callable[[CountMatrix], CountMatrix] | None = None,
    ) -> None:
        self.recipe: Any = recipe
        self.scorer = scorer
        self.table = TableColumns() if table is None else table
        self._make_statistics, self._name_of, self._weigh = make_statistics, name_of, weigh

    @property
    def labels(self) -> tuple[str, ...]:
        """The number of each label, as text."""
        return self.scorer.labels

    @cached_property
    def statistics(self) -> Statistics:
        """The learnt statistics in units of 2⁻²⁰. They are computed on first use, because a table of counts is
        large.
        """
        return self._make_statistics()

    @property
    def scored_statistics(self) -> Statistics:
        return self.statistics

    @property
    def tally(self) -> Tally:
        return require_part(self.statistics.text, "text")

    def words_of(self, tokens: npt.NDArray[Any]) -> list[str]:
        return [self._name_of(token) for token in tokens.tolist()]

    def prepare(self, documents: Features | CountMatrix) -> Features:
        features = to_features(documents)
        if self._weigh is None or features.text is None:
            return features
        return Features(self._weigh(features.text), features.numbers, features.choices)

    def explain(self, document: Features, label: int | None, against: int | None, labels: Sequence[Any]) -> Explanation:
        """Explain one document, with the user's labels in the result."""
        names = (None if number is None else str(number) for number in (label, against))
        found = explain_by_scorer(cast(Any, self), document, *names)
        decisive = tuple((labels[int(name)], words) for name, words in found.decisive)
        return replace(found, label=labels[int(found.label)], against=labels[int(found.against)], decisive=decisive)

    def derive(self, document: Features, labels: Sequence[Any]) -> Derivation:
        """Derive one document's scores from the counts, with the user's labels in the result."""
        found = derivation_of(cast(Any, self), document)
        return replace(found, labels=tuple(replace(part, label=labels[int(part.label)]) for part in found.labels))

    def influence(
        self,
        document: Features,
        training: Features,
        numbers: IntArray,
        weights: FloatArray | None,
        label: int,
        against: int,
    ) -> FloatArray:
        """Return the contribution of each training document to the log-odds of one document, shape (n_training,)."""
        named = {"label": str(label), "against": str(against), "weights": weights}
        return influence_on_verdict(cast(Any, self), document, training, numbers, **cast(Any, named))

    def fewest_words(self, document: Features | CountMatrix) -> tuple[VerdictChange | None, tuple[str, ...]]:
        raise NotImplementedError


def to_units(documents: npt.NDArray[Any]) -> Any:
    """Convert float sums of weights to the units of a tally. This is exact, because `UNIT` is a power of two."""
    return np.asarray(documents, dtype=np.float64) * UNIT


def make_prior(shares: Sequence[float] | None, *, is_uniform: bool = False) -> Prior:
    """Return the prior of an estimator.

    The prior is uniform with `is_uniform`, has the given `shares`, or is estimated from the data if `shares` is None.
    """
    if shares is not None:
        return UnnormalisedPrior(
            "given", shares=tuple((str(number), float(share)) for number, share in enumerate(shares))
        )
    return Prior("uniform" if is_uniform else "data")
