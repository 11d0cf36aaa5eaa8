"""Event models of naive Bayes, and exact leave-one-out. Start with `event_model`, then `multinomial`.

To add an event model, write a class in a module of its own and add it to `EVENT_MODELS`. The mixed model (`MixedModel`)
has an event model for each kind of column. The evidence of all columns is added to one prior.

Leave-one-out gives the scores of each training document by a model that has not learnt it. It is exact and needs no
refitting: the document is subtracted from the totals of its own label, and the other labels stay unchanged. For
complement, the totals of all other labels change instead. All documents and labels are scored in one pass over the
counts. `LeftOut` stores everything that does not depend on the smoothing. Trying many values therefore costs little
more than trying one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    UNIT,
    CountMatrix,
    FloatArray,
    IntArray,
    check_label_numbers,
    weights_to_units,
)
from nbengine.errors import EngineError
from nbengine.events.bernoulli import BernoulliModel, bernoulli
from nbengine.events.categorical import CategoricalModel, categorical
from nbengine.events.complement import ComplementModel, complement
from nbengine.events.event_model import (
    ColumnModel,
    EventModel,
    EventSettings,
    MixedText,
    Prior,
    Smoothing,
    TextModel,
    TrainingDocuments,
    log_prior,
)
from nbengine.events.gaussian import DEFAULT_VAR_SMOOTHING, GaussianModel, gaussian
from nbengine.events.learnt import LearntFactorsModel
from nbengine.events.multinomial import MultinomialModel, multinomial
from nbengine.events.scorer import Scorer
from nbengine.learnt.statistics import Features, Statistics, to_features, to_statistics
from nbengine.learnt.tally import Tally
from nbengine.logspace import add_log_probabilities

__all__ = [
    "EVENT_MODELS",
    "EventModel",
    "LeftOut",
    "bernoulli",
    "categorical",
    "complement",
    "derive",
    "event_model_of",
    "gaussian",
    "leave_one_out",
    "mixed",
    "multinomial",
]

MIXED_TEXT_MODELS: dict[MixedText, TextModel] = {"multinomial": MultinomialModel(), "bernoulli": BernoulliModel()}


class MixedModel(EventModel):
    """Event model that combines one event model per kind of column."""

    name = "mixed"
    title = "Mixed"
    column_kinds = ("text", "numbers", "choices")
    allows_missing_columns = True

    def column_models(self, settings: EventSettings) -> tuple[ColumnModel, ...]:
        """Return multinomial or Bernoulli for text, Gaussian for numbers, categorical for choices."""
        return MIXED_TEXT_MODELS[settings.mixed_text], GaussianModel(), CategoricalModel()


def mixed(
    statistics: Statistics,
    smoothing: Smoothing = 1.0,
    prior: Prior | None = None,
    *,
    var_smoothing: float = DEFAULT_VAR_SMOOTHING,
    mixed_text: MixedText = "multinomial",
) -> Scorer:
    """Build a scorer from the kinds of columns that are present: text, numbers (Gaussian) and choices (categorical)."""
    settings = EventSettings(
        MixedModel.name,
        smoothing=smoothing,
        prior=prior or Prior(),
        var_smoothing=var_smoothing,
        mixed_text=mixed_text,
    )
    return MixedModel().derive(statistics, settings)


EVENT_MODELS: dict[str, EventModel] = {
    model.name: model
    for model in (
        MultinomialModel(),
        BernoulliModel(),
        ComplementModel(),
        LearntFactorsModel(),
        GaussianModel(),
        CategoricalModel(),
        MixedModel(),
    )
}
"""All event models by name, text models first."""


def event_model_of(name: str) -> EventModel:
    """Return the event model of this name; raise EngineError if there is none."""
    if name not in EVENT_MODELS:
        raise EngineError(f"There is no event model called {name!r}.")
    return EVENT_MODELS[name]


def derive(learnt: Statistics | Tally, settings: EventSettings) -> Scorer:
    """Build the scorer of an event model from the statistics. No document is needed."""
    return event_model_of(settings.event_model).derive(to_statistics(learnt), settings)


def leave_one_out(
    learnt: Statistics | Tally,
    documents: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    settings: EventSettings,
    weights: npt.ArrayLike | None = None,
) -> FloatArray:
    """Return the leave-one-out log-joint probabilities of learnt documents, shape (n_documents, n_labels).

    With numeric columns, `documents` must be all learnt documents. Subtraction can lose the digits of a variance, which
    is then recomputed from the other documents. Without numeric columns, any of the learnt documents may be passed.
    """
    return LeftOut(learnt, documents, label_numbers, settings, weights).log_joint()


class LeftOut:
    """Leave-one-out scores of one event model, for any smoothing and prior."""

    def __init__(
        self,
        learnt: Statistics | Tally,
        documents: Features | CountMatrix,
        label_numbers: npt.ArrayLike,
        settings: EventSettings,
        weights: npt.ArrayLike | None = None,
    ) -> None:
        statistics, features = to_statistics(learnt), to_features(documents)
        numbers = check_label_numbers(label_numbers, features.n_documents, len(statistics.labels))
        units = weights_to_units(weights, features.n_documents)
        self._labels, self._numbers, self._settings = statistics.labels, numbers, settings
        self._documents = weights_without_each_document(statistics.documents, numbers, units)
        self._event = event_model_of(settings.event_model)
        self._parts = self._event.leave_one_out_evidence(
            statistics, TrainingDocuments(features, numbers, units), settings
        )
        self._log_prior = log_prior(self._documents, self._labels, settings.prior)

    def log_joint(self, smoothing: Smoothing | None = None, prior: Prior | None = None) -> FloatArray:
        """Return the log-joint probabilities (n_documents, n_labels).

        By default, smoothing and prior are taken from the settings.
        """
        return self.with_prior(self.evidence(smoothing), prior)

    def evidence(self, smoothing: Smoothing | None = None) -> FloatArray:
        """Return the log-likelihoods, without the prior; shape (n_documents, n_labels)."""
        alpha = self._settings.smoothing if smoothing is None else smoothing
        parts = [part.evidence(alpha) for part in self._parts]
        return parts[0] if len(parts) == 1 else add_log_probabilities(*parts)

    def with_prior(self, evidence: FloatArray, prior: Prior | None = None) -> FloatArray:
        """Add the log prior to the evidence. The prior for each document is computed without this document."""
        if not self._event.has_prior(len(self._labels), self._settings):
            return evidence
        if prior is None:
            return add_log_probabilities(evidence, self._log_prior)
        return add_log_probabilities(evidence, log_prior(self._documents, self._labels, prior))

    def is_own_label_possible(self) -> npt.NDArray[np.bool_]:
        """Return a mask (n_documents,): whether the document's own label is possible after the document was left out.

        If a document is the only one of its label, the prior from the data makes that label impossible, whatever the
        smoothing.
        """
        own_scores = self.with_prior(np.zeros(self._documents.shape))[np.arange(len(self._numbers)), self._numbers]
        return np.isfinite(own_scores)


def weights_without_each_document(documents: IntArray, label_numbers: IntArray, units: IntArray | None) -> IntArray:
    """Return, for each document, the total document weight of each label after the document was left out.

    The shape is (n_documents, n_labels), in units of 2⁻²⁰. Raise EngineError if a document was never learnt.
    """
    weights_left = np.repeat(documents[None, :], len(label_numbers), axis=0)
    weights_left[np.arange(len(label_numbers)), label_numbers] -= UNIT if units is None else units
    if weights_left.size and weights_left.min() < 0:
        raise EngineError("A document to leave out was never learnt under its label and weight.")
    return weights_left
