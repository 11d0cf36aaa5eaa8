"""Multinomial: how often each token occurs; the usual choice for text."""

from __future__ import annotations

import numpy as np

from nbengine.arrays.counts import FloatArray
from nbengine.arrays.logspace import log_of
from nbengine.arrays.smoothed_logs import SmoothedLogs
from nbengine.arrays.weight_units import UNIT
from nbengine.events.priors import Prior, log_prior
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import TextWeights
from nbengine.events.settings import Smoothing, smoothing_per_token
from nbengine.learnt.tally import Tally


def multinomial(tally: Tally, smoothing: Smoothing = 1.0, prior: Prior | None = None) -> Scorer:
    """Each occurrence of a token weighs its log-probability under the label."""
    text = multinomial_weights(tally, smoothing)
    return Scorer(tally.labels, log_prior(tally.documents, tally.labels, prior or Prior()), text=text)


def multinomial_weights(tally: Tally, smoothing: Smoothing) -> TextWeights:
    """log θ for every token and label; -inf where a token was never seen and nothing is smoothed."""
    alpha = smoothing_per_token(smoothing, tally.n_tokens)
    totals = log_totals(tally.totals / UNIT + total_smoothing(alpha, tally.n_tokens))
    weights = SmoothedLogs(tally.occurrences.T)(alpha, totals)
    return TextWeights(weights, np.zeros(tally.n_labels), has_infinities=bool((alpha == 0).any()))


def total_smoothing(alpha: FloatArray, n_tokens: int) -> float:
    """What smoothing adds to the total of a label."""
    return float(alpha.sum()) if alpha.ndim else float(alpha) * n_tokens


def log_totals(totals: FloatArray) -> FloatArray:
    """The logarithm of each label's total; 0 for a total of nothing, all of whose tokens are impossible."""
    return np.where(totals > 0, log_of(np.where(totals > 0, totals, 1.0)), 0.0)
