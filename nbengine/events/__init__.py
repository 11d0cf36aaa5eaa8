"""The event models: each a pure function from what was learnt to a scorer."""

from __future__ import annotations

from nbengine.events.bernoulli import bernoulli
from nbengine.events.categorical import categorical
from nbengine.events.complement import complement
from nbengine.events.gaussian import gaussian
from nbengine.events.mixed import mixed
from nbengine.events.multinomial import multinomial
from nbengine.events.scorer import Scorer
from nbengine.events.settings import EventSettings
from nbengine.learnt.features import needed
from nbengine.learnt.statistics import Statistics, statistics_of
from nbengine.learnt.tally import Tally

__all__ = ["bernoulli", "categorical", "complement", "derive", "gaussian", "mixed", "multinomial"]


def derive(learnt: Statistics | Tally, settings: EventSettings) -> Scorer:
    """Make the scorer of an event model from what was learnt, without looking at a document."""
    statistics = statistics_of(learnt)
    smoothing, prior = settings.smoothing, settings.prior
    match settings.event_model:
        case "gaussian":
            return gaussian(needed(statistics.numbers, "numbers"), settings.var_smoothing, prior)
        case "categorical":
            return categorical(needed(statistics.choices, "choices"), smoothing, prior)
        case "mixed":
            var_smoothing, mixed_text = settings.var_smoothing, settings.mixed_text
            return mixed(statistics, smoothing, prior, var_smoothing=var_smoothing, mixed_text=mixed_text)
    text = needed(statistics.text, "text")
    if settings.event_model == "multinomial":
        return multinomial(text, smoothing, prior)
    if settings.event_model == "bernoulli":
        return bernoulli(text, smoothing, prior)
    return complement(text, smoothing, prior, norm=settings.norm, with_prior=settings.with_prior)
