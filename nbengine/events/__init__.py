"""The event models: each a pure function from what was learnt to a scorer."""

from __future__ import annotations

from nbengine.errors import EngineError
from nbengine.events.bernoulli import bernoulli
from nbengine.events.complement import complement
from nbengine.events.multinomial import multinomial
from nbengine.scorer import Scorer
from nbengine.settings import EventSettings
from nbengine.tally import Tally

__all__ = ["bernoulli", "complement", "derive", "multinomial"]


def derive(tally: Tally, settings: EventSettings) -> Scorer:
    """Make the scorer of an event model from what was learnt, without looking at a document."""
    smoothing, prior = settings.smoothing, settings.prior
    if settings.event_model == "multinomial":
        return multinomial(tally, smoothing, prior)
    if settings.event_model == "bernoulli":
        return bernoulli(tally, smoothing, prior)
    if settings.event_model == "complement":
        return complement(tally, smoothing, prior, norm=settings.norm, with_prior=settings.with_prior)
    raise EngineError(f"The event model {settings.event_model!r} needs more than a tally of tokens.")
