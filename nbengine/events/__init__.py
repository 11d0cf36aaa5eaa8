"""The event models, each one object in a module of its own; begin with `event_model`, then read `multinomial`.

Another one is a class like these and a line in `EVENT_MODELS`.
"""

from __future__ import annotations

from nbengine.errors import EngineError
from nbengine.events.bernoulli import Bernoulli, bernoulli
from nbengine.events.categorical import Categorical, categorical
from nbengine.events.complement import Complement, complement
from nbengine.events.event_model import EventModel
from nbengine.events.gaussian import Gaussian, gaussian
from nbengine.events.learnt import Learnt
from nbengine.events.mixed import Mixed, mixed
from nbengine.events.multinomial import Multinomial, multinomial
from nbengine.events.scorer import Scorer
from nbengine.events.settings import EventSettings
from nbengine.learnt.statistics import Statistics, statistics_of
from nbengine.learnt.tally import Tally

__all__ = [
    "EVENT_MODELS",
    "EventModel",
    "bernoulli",
    "categorical",
    "complement",
    "derive",
    "event_named",
    "gaussian",
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
