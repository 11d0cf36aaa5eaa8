"""Mixed: each kind of column under the model that suits it, the evidence added up, one prior."""

from __future__ import annotations

from nbengine.events.bernoulli import Bernoulli
from nbengine.events.categorical import Categorical
from nbengine.events.event_model import ColumnModel, EventModel, TextModel
from nbengine.events.gaussian import DEFAULT_VAR_SMOOTHING, Gaussian
from nbengine.events.multinomial import Multinomial
from nbengine.events.scorer import Scorer
from nbengine.events.settings import EventSettings, MixedText, Prior, Smoothing
from nbengine.learnt.statistics import Statistics

TEXT_PARTS: dict[MixedText, TextModel] = {"multinomial": Multinomial(), "bernoulli": Bernoulli()}


class Mixed(EventModel):
    """Each kind of column under a model of its own."""

    name = "mixed"
    title = "Mixed"
    kinds = ("text", "numbers", "choices")
    takes_what_is_there = True

    def parts(self, settings: EventSettings) -> tuple[ColumnModel, ...]:
        """Text multinomial or Bernoulli, numbers Gaussian, choices categorical."""
        return TEXT_PARTS[settings.mixed_text], Gaussian(), Categorical()


def mixed(
    statistics: Statistics,
    smoothing: Smoothing = 1.0,
    prior: Prior | None = None,
    *,
    var_smoothing: float = DEFAULT_VAR_SMOOTHING,
    mixed_text: MixedText = "multinomial",
) -> Scorer:
    """Text multinomial or Bernoulli, numbers Gaussian, choices categorical: whichever are there."""
    settings = EventSettings(
        Mixed.name,
        smoothing=smoothing,
        prior=prior or Prior(),
        var_smoothing=var_smoothing,
        mixed_text=mixed_text,
    )
    return Mixed().derive(statistics, settings)
