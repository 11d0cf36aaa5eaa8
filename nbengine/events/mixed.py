"""Mixed: each kind of column under the model that suits it, the evidence added up, one prior."""

from __future__ import annotations

from nbengine.events.bernoulli import bernoulli_weights
from nbengine.events.categorical import choice_weights
from nbengine.events.gaussian import DEFAULT_VAR_SMOOTHING, number_curves
from nbengine.events.multinomial import multinomial_weights
from nbengine.events.priors import Prior, log_prior
from nbengine.events.scorer import Scorer
from nbengine.events.settings import MixedText, Smoothing
from nbengine.learnt.statistics import Statistics


def mixed(
    statistics: Statistics,
    smoothing: Smoothing = 1.0,
    prior: Prior | None = None,
    *,
    var_smoothing: float = DEFAULT_VAR_SMOOTHING,
    mixed_text: MixedText = "multinomial",
) -> Scorer:
    """Text multinomial or Bernoulli, numbers Gaussian, choices categorical: whichever are there."""
    text_weights = bernoulli_weights if mixed_text == "bernoulli" else multinomial_weights
    text, numbers, choices = statistics.text, statistics.numbers, statistics.choices
    return Scorer(
        statistics.labels,
        log_prior(statistics.documents, statistics.labels, prior or Prior()),
        text=None if text is None else text_weights(text, smoothing),
        numbers=None if numbers is None else number_curves(numbers, var_smoothing),
        choices=None if choices is None else choice_weights(choices, smoothing),
    )
