"""Mixed event model: each kind of column has its own event model, and the evidence of all columns is added to one
prior.
"""

from __future__ import annotations

from nbengine.events.bernoulli import Bernoulli
from nbengine.events.categorical import Categorical
from nbengine.events.event_model import (
    ColumnModel,
    EventModel,
    EventSettings,
    MixedText,
    Prior,
    Smoothing,
    TextModel,
)
from nbengine.events.gaussian import DEFAULT_VAR_SMOOTHING, Gaussian
from nbengine.events.multinomial import Multinomial
from nbengine.events.scorer import Scorer
from nbengine.learnt.statistics import Statistics

TEXT_PARTS: dict[MixedText, TextModel] = {"multinomial": Multinomial(), "bernoulli": Bernoulli()}


class Mixed(EventModel):
    """Event model that combines one event model per kind of column."""

    name = "mixed"
    title = "Mixed"
    column_kinds = ("text", "numbers", "choices")
    allows_missing_columns = True

    def column_models(self, settings: EventSettings) -> tuple[ColumnModel, ...]:
        """Return multinomial or Bernoulli for text, Gaussian for numbers, categorical for choices."""
        return TEXT_PARTS[settings.mixed_text], Gaussian(), Categorical()


def mixed(
    statistics: Statistics,
    smoothing: Smoothing = 1.0,
    prior: Prior | None = None,
    *,
    var_smoothing: float = DEFAULT_VAR_SMOOTHING,
    mixed_text: MixedText = "multinomial",
) -> Scorer:
    """Build a scorer from the columns that are present: text, numbers (Gaussian), choices (categorical)."""
    settings = EventSettings(
        Mixed.name,
        smoothing=smoothing,
        prior=prior or Prior(),
        var_smoothing=var_smoothing,
        mixed_text=mixed_text,
    )
    return Mixed().derive(statistics, settings)
