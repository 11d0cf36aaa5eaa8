"""Bernoulli: which tokens occur and which do not; a label is charged for the words that are absent."""

from __future__ import annotations

import numpy as np

from nbengine.counts import FloatArray
from nbengine.logs import SmoothedLogs
from nbengine.logspace import log_of
from nbengine.parts import TextWeights
from nbengine.priors import Prior, log_prior
from nbengine.scorer import Scorer
from nbengine.settings import Smoothing, smoothing_per_token
from nbengine.tally import Tally
from nbengine.units import UNIT


def bernoulli(tally: Tally, smoothing: Smoothing = 1.0, prior: Prior | None = None) -> Scorer:
    """Each token weighs by being there, above the tally's threshold, or by not being there."""
    text = bernoulli_weights(tally, smoothing)
    return Scorer(tally.labels, log_prior(tally.documents, tally.labels, prior or Prior()), text=text)


def bernoulli_weights(tally: Tally, smoothing: Smoothing) -> TextWeights:
    """The log-odds of presence and the sum of absence, never as a difference of infinities.

    A label without documents makes every token impossible where nothing is smoothed.
    """
    alpha = smoothing_per_token(smoothing, tally.n_tokens)
    presences = tally.presences.T
    totals = log_of(tally.documents / UNIT + 2 * alpha)
    weights = SmoothedLogs(presences)(alpha)
    absent = SmoothedLogs(tally.documents - presences)(alpha)
    has_infinities = bool((alpha == 0).any())
    if not has_infinities:
        weights -= absent
        absent -= totals
        return TextWeights(weights, absent.sum(axis=0), False, absent, tally.threshold)
    return TextWeights(*_without_smoothing(weights, absent, totals), True, absent, tally.threshold)


def _without_smoothing(present: FloatArray, absent: FloatArray, totals: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Weights and bias where some α is 0; `absent` becomes log(1 - φ) in place."""
    is_empty = np.broadcast_to(np.isneginf(totals), absent.shape)
    absent -= np.where(is_empty, 0.0, totals)
    absent[is_empty] = 0.0
    is_certain = np.isneginf(absent)
    weights = np.where(is_certain, 0.0, present - np.where(is_certain | is_empty, 0.0, absent + totals))
    weights[is_empty] = -np.inf
    return weights, np.where(is_certain, 0.0, absent).sum(axis=0)
