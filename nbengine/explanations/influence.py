"""Influence of training documents on a verdict, and documents whose label is suspicious.

The influence of a training document is the log-odds of the verdict with all training documents, minus the log-odds
without it. It is exact and needs no new fit: the document is subtracted from the statistics.

With fitted factors, the document's contribution to the weights is subtracted, as in forgetting. At the optimum, the
weights are the sum of the contributions of all documents.

For a spam filter, everything is subtracted that the document added, including its change of the learnt weights. Changes
by later documents stay, as when a document is forgotten. The filter's thresholds are not used here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray, check_label_numbers, weights_to_units
from nbengine.errors import EngineError
from nbengine.events import event_model_of
from nbengine.events.event_model import EventSettings, Prior, TrainingDocuments
from nbengine.explanations.explanation import ScoredModel, number_of_label
from nbengine.learnt.statistics import Features, Statistics, require_part, to_features, to_statistics
from nbengine.learnt.tally import Tally
from nbengine.logspace import is_undecided, log_odds_between, log_of
from nbengine.models.fitted_factors import contributions_of_documents


@dataclass(frozen=True, slots=True, eq=False)
class LearntDocuments:
    """Documents that a model has learnt, with counts in the model's columns."""

    features: Features
    labels: Sequence[str]
    """Label names, in the order of `label_numbers`. The model may number its labels in another order."""
    label_numbers: IntArray
    """(n_documents,): the position of each document's label in `labels`."""
    weights: npt.ArrayLike | None = None
    keys: Sequence[int] = ()
    """The key that each document was learnt with. Only models that learn documents in order use it."""


def influence_on_verdict(
    model: ScoredModel,
    document: Features | CountMatrix,
    training: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    *,
    label: str,
    against: str,
    weights: npt.ArrayLike | None = None,
) -> FloatArray:
    """Return the contribution of each training document to the log-odds of `document`, shape (n_training,).

    `document` and `training` are counted in the model's columns. Positive values favour `label` over `against`.
    """
    label_number, against_number = number_of_label(model.labels, label), number_of_label(model.labels, against)
    judged, features, statistics = model.prepare(document), model.prepare(training), model.scored_statistics
    settings = model.recipe.settings
    if statistics.factors is None:
        return training_influence(
            judged,
            features,
            label_numbers,
            statistics,
            settings,
            label=label_number,
            against=against_number,
            weights=weights,
        )
    numbers = check_label_numbers(label_numbers, features.n_documents, len(statistics.labels))
    texts = require_part(judged.text, "text"), require_part(features.text, "text")
    gains = contributions_of_documents(model.recipe, statistics, *texts, numbers, weights)
    documents = TrainingDocuments(features, numbers, weights_to_units(weights, features.n_documents))
    return (
        gains[:, label_number]
        - gains[:, against_number]
        + _influence_on_prior(documents, statistics, settings, label_number, against_number)
    )


def training_influence(
    document: Features | CountMatrix,
    training: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    learnt: Statistics | Tally,
    settings: EventSettings,
    *,
    label: int,
    against: int,
    weights: npt.ArrayLike | None = None,
) -> FloatArray:
    """Return the contribution of each training document to the log-odds of `document`, shape (n_training,).

    Positive values favour `label` over `against`. The statistics `learnt` must include all training documents. A value
    is infinite if a label would be impossible without the training document.
    """
    judged, features, statistics = to_features(document), to_features(training), to_statistics(learnt)
    if judged.n_documents != 1:
        raise EngineError(f"Influence is on the verdict of one document, not of {judged.n_documents}.")
    texts = [part.n_tokens for part in (judged.text, features.text, statistics.text) if part is not None]
    if len(texts) == 3 and len(set(texts)) > 1:
        raise EngineError("The document and the training documents must be counted over the tally's tokens.")
    numbers = check_label_numbers(label_numbers, features.n_documents, len(statistics.labels))
    documents = TrainingDocuments(features, numbers, weights_to_units(weights, features.n_documents))
    event = event_model_of(settings.event_model)
    effects = [event.influence(judged, documents, statistics, settings, number) for number in (label, against)]
    return log_odds_between(*effects) + _influence_on_prior(documents, statistics, settings, label, against)


def find_most_influential(influence: FloatArray, n_documents: int) -> tuple[IntArray, IntArray]:
    """Return two arrays of document numbers, strongest first: those that favour the verdict most, and those that oppose
    it.
    """
    order = np.argsort(-influence, kind="stable")
    backing, opposing = order[influence[order] > 0], order[::-1][influence[order[::-1]] < 0]
    return backing[:n_documents], opposing[:n_documents]


@dataclass(frozen=True, slots=True, eq=False)
class SuspiciousLabels:
    """Documents whose label contradicts their score, the strongest contradiction first."""

    documents: IntArray
    """Document numbers, most suspicious first."""
    margins: FloatArray
    """Score of the document's label minus the score of the best other label. Negative values suggest a wrong label."""
    suggested: IntArray
    """Number of the best other label of each document."""


def suspicious_labels(scores: FloatArray, label_numbers: npt.ArrayLike) -> SuspiciousLabels:
    """Rank documents by leave-one-out scores (n_documents, n_labels). Undecided documents are omitted.

    Pass calibrated scores if possible: their margins are comparable between documents.
    """
    if scores.ndim != 2 or scores.shape[1] < 2:
        raise EngineError("Labels can be doubted only where there are two or more.")
    numbers = check_label_numbers(label_numbers, len(scores), scores.shape[1])
    documents = np.flatnonzero(~is_undecided(scores))
    own_scores = scores[documents, numbers[documents]]
    others = scores[documents].copy()
    others[np.arange(len(documents)), numbers[documents]] = -np.inf
    suggested = others.argmax(axis=1)
    margins = log_odds_between(own_scores, others[np.arange(len(documents)), suggested])
    order = np.argsort(margins, kind="stable")
    return SuspiciousLabels(documents[order], margins[order], suggested[order])


def _influence_on_prior(
    training: TrainingDocuments, statistics: Statistics, settings: EventSettings, label: int, against: int
) -> FloatArray | float:
    n_labels = len(statistics.labels)
    if not event_model_of(settings.event_model).has_prior(n_labels, settings):
        return 0.0
    return log_odds_between(
        *(_prior_contributions(training, statistics.documents, settings.prior, n) for n in (label, against))
    )


def _prior_contributions(training: TrainingDocuments, documents: IntArray, prior: Prior, label: int) -> FloatArray:
    """Return the contribution of each document to the logarithm of a label's prior, shape (n_documents,).

    The total number of documents is ignored, because it cancels in log-odds.
    """
    if prior.kind not in ("data", "smoothed"):
        return np.zeros(len(training.label_numbers))
    strength = prior.strength if prior.kind == "smoothed" else 0.0
    units_of_label = np.where(training.label_numbers == label, training.all_weight_units, 0)
    before = documents[label] / UNIT + strength
    return log_odds_between(log_of(before), log_of((documents[label] - units_of_label) / UNIT + strength))
