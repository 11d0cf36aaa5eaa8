"""The event models, each one object in a module of its own; begin with `event_model`, then read `multinomial`.

Another one is a class like these and a line in `EVENT_MODELS`.

Leave-one-out: what the model would say about each of its own documents, had it never learnt that one; exact, without
refitting.

A document's own label is judged from the totals minus the document; the other labels keep theirs (for complement it is
the other way round). All documents and labels take one pass over the counts. `LeftOut` keeps what does not depend on
the smoothing, so that many values cost little more than one.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import UNIT, CountMatrix, FloatArray, IntArray, checked_label_numbers, units_of
from nbengine.arrays.logspace import added
from nbengine.errors import EngineError
from nbengine.events.bernoulli import Bernoulli, bernoulli
from nbengine.events.categorical import Categorical, categorical
from nbengine.events.complement import Complement, complement
from nbengine.events.event_model import EventModel, Training
from nbengine.events.gaussian import Gaussian, gaussian
from nbengine.events.learnt import Learnt
from nbengine.events.mixed import Mixed, mixed
from nbengine.events.multinomial import Multinomial, multinomial
from nbengine.events.scorer import Scorer
from nbengine.events.settings import EventSettings, Prior, Smoothing, log_prior
from nbengine.learnt.statistics import Features, Statistics, features_of, statistics_of
from nbengine.learnt.tally import Tally

__all__ = [
    "EVENT_MODELS",
    "EventModel",
    "LeftOut",
    "bernoulli",
    "categorical",
    "complement",
    "derive",
    "event_named",
    "gaussian",
    "leave_one_out",
    "mixed",
    "multinomial",
]

EVENT_MODELS: dict[str, EventModel] = {
    model.name: model
    for model in (Multinomial(), Bernoulli(), Complement(), Learnt(), Gaussian(), Categorical(), Mixed())
}
"""All event models by name, those of text first."""


def event_named(name: str) -> EventModel:
    """Return the event model of this name; EngineError if there is none."""
    if name not in EVENT_MODELS:
        raise EngineError(f"There is no event model called {name!r}.")
    return EVENT_MODELS[name]


def derive(learnt: Statistics | Tally, settings: EventSettings) -> Scorer:
    """Make the scorer of an event model from what was learnt, without looking at a document."""
    return event_named(settings.event_model).derive(statistics_of(learnt), settings)


def leave_one_out(
    learnt: Statistics | Tally,
    documents: Features | CountMatrix,
    label_numbers: npt.ArrayLike,
    settings: EventSettings,
    weights: npt.ArrayLike | None = None,
) -> FloatArray:
    """The joint log-probabilities (n_documents, n_labels) of documents that were learnt, each without itself.

    They may be some of the learnt ones, except with numeric columns: what subtraction cannot tell there is computed
    from the other rows, so all must be given.
    """
    return LeftOut(learnt, documents, label_numbers, settings, weights).log_joint()


class LeftOut:
    """Leave-one-out of one event model, ready to be asked for many smoothings and priors."""

    def __init__(
        self,
        learnt: Statistics | Tally,
        documents: Features | CountMatrix,
        label_numbers: npt.ArrayLike,
        settings: EventSettings,
        weights: npt.ArrayLike | None = None,
    ) -> None:
        statistics, features = statistics_of(learnt), features_of(documents)
        numbers = checked_label_numbers(label_numbers, features.n_documents, len(statistics.labels))
        units = units_of(weights, features.n_documents)
        self._labels, self._numbers, self._settings = statistics.labels, numbers, settings
        self._documents = documents_left(statistics.documents, numbers, units)
        self._event = event_named(settings.event_model)
        self._parts = self._event.left_out(statistics, Training(features, numbers, units), settings)
        self._log_prior = log_prior(self._documents, self._labels, settings.prior)

    def log_joint(self, smoothing: Smoothing | None = None, prior: Prior | None = None) -> FloatArray:
        """(n_documents, n_labels), with the settings' own smoothing and prior unless others are given."""
        return self.with_prior(self.evidence(smoothing), prior)

    def evidence(self, smoothing: Smoothing | None = None) -> FloatArray:
        """(n_documents, n_labels), without prior."""
        alpha = self._settings.smoothing if smoothing is None else smoothing
        parts = [part.evidence(alpha) for part in self._parts]
        return parts[0] if len(parts) == 1 else added(*parts)

    def with_prior(self, evidence: FloatArray, prior: Prior | None = None) -> FloatArray:
        """Evidence with each document's prior, which is without the document too."""
        if not self._event.has_prior(len(self._labels), self._settings):
            return evidence
        if prior is None:
            return added(evidence, self._log_prior)
        return added(evidence, log_prior(self._documents, self._labels, prior))

    def has_possible_truth(self) -> npt.NDArray[np.bool_]:
        """(n_documents,): whether the prior leaves the document's own label possible without the document.

        The only document of a label is lost under the prior from the data, whatever the smoothing.
        """
        own = self.with_prior(np.zeros(self._documents.shape))[np.arange(len(self._numbers)), self._numbers]
        return np.isfinite(own)


def documents_left(documents: IntArray, label_numbers: IntArray, units: IntArray | None) -> IntArray:
    """(n_documents, n_labels): the weight of each label's documents without each one."""
    left = np.repeat(documents[None, :], len(label_numbers), axis=0)
    left[np.arange(len(label_numbers)), label_numbers] -= UNIT if units is None else units
    if left.size and left.min() < 0:
        raise EngineError("A document to leave out was never learnt under its label and weight.")
    return left
