"""Complement: how badly a document fits all the other labels together; strong where labels are uneven."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.cells import RUN, spans
from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import log_of, subtract_by_label
from nbengine.arrays.smoothed_logs import LARGEST_TABLE, SmoothedLogs
from nbengine.arrays.weight_units import UNIT
from nbengine.errors import EngineError
from nbengine.events.multinomial import log_totals, total_smoothing
from nbengine.events.priors import Prior, log_prior
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import TextWeights
from nbengine.events.settings import Smoothing, smoothing_per_token
from nbengine.learnt.tally import Tally


def complement(
    tally: Tally,
    smoothing: Smoothing = 1.0,
    prior: Prior | None = None,
    *,
    norm: bool = False,
    with_prior: bool = False,
) -> Scorer:
    """Each occurrence of a token weighs its rarity outside the label.

    A single label has no complement: there the prior decides, as it does beside the text where it is asked for.
    """
    kept = (prior or Prior()) if has_prior(tally.n_labels, with_prior=with_prior) else Prior("none")
    text = complement_weights(tally, smoothing, norm=norm)
    return Scorer(tally.labels, log_prior(tally.documents, tally.labels, kept), text=text)


def has_prior(n_labels: int, *, with_prior: bool) -> bool:
    """Whether the prior takes part in complement's score."""
    return with_prior or n_labels < 2


def complement_weights(tally: Tally, smoothing: Smoothing, *, norm: bool = False) -> TextWeights:
    """-log θ~ for every token and label; +inf for a token that no other label has, where nothing is smoothed."""
    alpha = smoothing_per_token(smoothing, tally.n_tokens)
    check_norm(alpha, norm=norm)
    if tally.n_labels < 2:
        return TextWeights(np.zeros((tally.n_tokens, tally.n_labels)), np.zeros(tally.n_labels), has_infinities=False)
    totals = log_totals(complement_totals(tally) / UNIT + total_smoothing(alpha, tally.n_tokens))
    sign = 1.0 if norm else -1.0
    if tally.n_labels == 2:  # outside one label is inside the other
        weights = SmoothedLogs(tally.occurrences.T)(alpha, totals[::-1])[:, ::-1]
        weights *= sign
    else:
        weights = _log_shares(tally, alpha, totals, sign)
    if norm:
        weights /= norm_divisors(weights.sum(axis=0))
    return TextWeights(weights, np.zeros(tally.n_labels), has_infinities=bool((alpha == 0).any()))


def _log_shares(tally: Tally, alpha: FloatArray, totals: FloatArray, sign: float) -> FloatArray:
    """log θ~ times the sign (n_tokens, n_labels)."""
    logs = _looked_up(tally, alpha, totals, sign)
    if logs is None:
        logs = SmoothedLogs(complement_occurrences(tally))(alpha, totals)
        logs *= sign
    return logs


def _looked_up(tally: Tally, alpha: FloatArray, totals: FloatArray, sign: float) -> FloatArray | None:
    """The same of whole counts, in runs that stay in the cache until they are done.

    None where counts have fractions, are too large for a table, or each token has its own smoothing.
    """
    occurrences = tally.occurrences.T
    if alpha.ndim or occurrences.dtype.kind == "f" or not occurrences.size:
        return None
    sums: IntArray = np.einsum("ij->i", occurrences)
    n_places = int(sums.max()) // UNIT + 1
    if n_places > min(LARGEST_TABLE, occurrences.size):
        return None
    table, logs = sign * log_of(np.arange(n_places) + alpha), np.empty(occurrences.shape)
    signed_totals = sign * totals
    for rows in spans(len(sums), max(RUN // tally.n_labels, 1)):
        rest = _outside(occurrences[rows], sums[rows])
        if int(np.bitwise_or.reduce(rest, axis=None)) % UNIT:
            return None
        rest >>= 20
        np.take(table, rest, out=logs[rows], mode="clip")
        subtract_by_label(logs[rows], signed_totals)
    return logs


def _outside(occurrences: npt.NDArray[Any], sums: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """(n_tokens, n_labels): each token's sum over all labels less each label's own."""
    if occurrences.shape[1] != 2:
        outside: npt.NDArray[Any] = sums[:, None] - occurrences
        return outside
    swapped = np.empty_like(occurrences)
    swapped[:, 0], swapped[:, 1] = occurrences[:, 1], occurrences[:, 0]
    return swapped


def complement_occurrences(tally: Tally) -> npt.NDArray[Any]:
    """(n_tokens, n_labels): how often each token was seen outside each label, in units."""
    occurrences = tally.occurrences.T
    rest = _outside(occurrences, np.einsum("ij->i", occurrences))
    return _without_dust(rest, tally.presences.T) if tally.is_real and tally.n_labels > 2 else rest


def complement_totals(tally: Tally) -> npt.NDArray[Any]:
    """(n_labels,): all occurrences outside each label, in units."""
    totals: npt.NDArray[Any] = (tally.totals.sum() - tally.totals).clip(min=0)
    return totals


def _without_dust(rest: FloatArray, presences: IntArray) -> FloatArray:
    """Real-valued differences leave rounding behind where nothing is left; presences know."""
    is_outside = presences.sum(axis=1, keepdims=True) > presences
    return np.where(is_outside, rest.clip(min=0), 0.0)


def norm_divisors(sums: FloatArray) -> FloatArray:
    """What norm divides each label's weights by, given their sum: 1 where a lone token's share, all, weighs nothing.

    The shares of two tokens and more add up to at least log 4 in size; less is rounding of log 1, not to be blown up.
    """
    return np.where(np.abs(sums) < 1.0, 1.0, sums)


def check_norm(alpha: FloatArray, *, norm: bool) -> None:
    """Infinite weights cannot be divided by their sum."""
    if norm and (alpha == 0).any():
        raise EngineError("Complement with norm needs smoothing above 0.")
