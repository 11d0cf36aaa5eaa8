"""Categorical: how often each value of a column was chosen under the label."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import log_of
from nbengine.arrays.weight_units import UNIT
from nbengine.errors import EngineError
from nbengine.events.priors import Prior, log_prior
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import ChoiceWeights
from nbengine.events.settings import Smoothing, check_smoothing
from nbengine.learnt.choice_tally import ChoiceTally


def categorical(
    tally: ChoiceTally,
    smoothing: Smoothing = 1.0,
    prior: Prior | None = None,
    *,
    n_values: Sequence[int] | None = None,
) -> Scorer:
    """Each choice weighs its log-probability; one never seen is an unknown value, a missing one leaves the product.

    `n_values` says how many values each column is known to have; by default they are the values seen.
    """
    weights = choice_weights(tally, smoothing, n_values=n_values)
    return Scorer(tally.labels, log_prior(tally.documents, tally.labels, prior or Prior()), choices=weights)


def choice_weights(tally: ChoiceTally, smoothing: Smoothing, *, n_values: Sequence[int] | None = None) -> ChoiceWeights:
    """One table of log-probabilities per column, its last place for a value never seen."""
    alpha = one_smoothing(smoothing)
    if n_values is not None and len(n_values) != tally.n_columns:
        raise EngineError(f"{tally.n_columns} columns need as many numbers of values, not {len(n_values)}.")
    known: Sequence[int | None] = [None] * tally.n_columns if n_values is None else n_values
    return ChoiceWeights(tuple(_table(*pair, alpha) for pair in zip(tally.counts, known, strict=True)))


def one_smoothing(smoothing: Smoothing) -> float:
    """Columns of choices share one α."""
    check_smoothing(smoothing)
    if np.ndim(smoothing):
        raise EngineError("Columns of choices need one smoothing, not one per token.")
    return float(smoothing)


def n_seen(counts: IntArray) -> int:
    """How many values of a column have any weight."""
    return int((counts.sum(axis=0) > 0).sum())


def _table(counts: IntArray, n_values: int | None, alpha: float) -> FloatArray:
    """(n_labels, n_values + 1). A value that has no weight left counts as never seen."""
    declared = counts.shape[1] if n_values is None else max(n_values, counts.shape[1])
    seen = np.zeros((len(counts), declared + 1))
    seen[:, : counts.shape[1]] = counts / UNIT
    n_known = n_seen(counts) if n_values is None else declared
    totals = counts.sum(axis=1, keepdims=True) / UNIT
    is_unknown = np.ones(declared + 1, dtype=bool)
    is_unknown[:declared] = n_values is None
    is_unknown[: counts.shape[1]] &= counts.sum(axis=0) == 0
    return log_share(seen, totals, alpha, n_known + is_unknown)


def log_share(seen: FloatArray, totals: FloatArray, alpha: float, n_values: FloatArray | IntArray | int) -> FloatArray:
    """log((seen + α) / (total + α n)), -inf where there is nothing above the line."""
    smoothed = seen + alpha
    denominators = totals + alpha * n_values
    return log_of(smoothed) - np.where(smoothed > 0, log_of(np.where(denominators > 0, denominators, 1.0)), 0.0)
