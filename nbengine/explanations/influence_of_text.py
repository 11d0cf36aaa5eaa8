"""What each training document adds to a label's score through the words that it shares with the judged document.

A document changes the sums of its own label (for complement, those of all others); of these only the words that the
judged document shares with it matter one by one, and the total matters once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import difference, log_of, without_zeros
from nbengine.arrays.weight_units import UNIT
from nbengine.events.settings import EventSettings, smoothing_per_token
from nbengine.learnt.tally import Tally


@dataclass(frozen=True, slots=True, eq=False)
class LearntText:
    """The documents that were learnt."""

    counts: CountMatrix
    label_numbers: IntArray
    units: IntArray
    """(n_documents,): each document's weight."""


def text_effect(
    document: CountMatrix, learnt: LearntText, tally: Tally, settings: EventSettings, label: int
) -> FloatArray:
    """What each training document adds to a label's score by its text, without the prior, (n_documents,)."""
    given, kept = without_zeros(document), LearntText(without_zeros(learnt.counts), learnt.label_numbers, learnt.units)
    if settings.text_model == "bernoulli":
        return _bernoulli_effect(given, kept, tally, settings, label)
    if settings.event_model == "complement":
        return _complement_effect(given, kept, tally, settings, label)
    return _multinomial_effect(given, kept, tally, settings, label)


def _multinomial_effect(
    document: CountMatrix, learnt: LearntText, tally: Tally, settings: EventSettings, label: int
) -> FloatArray:
    members = np.flatnonzero(learnt.label_numbers == label)
    return _share_effect(document, learnt, members, tally.occurrences[label], settings)[0]


def _complement_effect(
    document: CountMatrix, learnt: LearntText, tally: Tally, settings: EventSettings, label: int
) -> FloatArray:
    """Other labels' documents make up the complement; its fit speaks against the label."""
    members = np.flatnonzero(learnt.label_numbers != label)
    rest = tally.occurrences.sum(axis=0) - tally.occurrences[label]
    if tally.is_real:
        rest = rest.clip(min=0)
    gain, fit, total_log = _share_effect(document, learnt, members, rest, settings)
    if not settings.norm:
        return -gain
    alpha = smoothing_per_token(settings.smoothing, tally.n_tokens).reshape(-1)
    divisor = tally.n_tokens * total_log - float(log_of(rest / UNIT + alpha).sum())
    ones = CountMatrix(
        np.array([0, tally.n_tokens], np.int64),
        np.arange(tally.n_tokens, dtype=np.int32),
        np.ones(tally.n_tokens, dtype=np.int64),
        tally.n_tokens,
    )
    divisor_gain = -_share_effect(ones, learnt, members, rest, settings)[0]
    return -(fit / divisor - (fit - gain) / (divisor - divisor_gain))


def _share_effect(
    document: CountMatrix, learnt: LearntText, members: IntArray, sums: npt.NDArray[Any], settings: EventSettings
) -> tuple[FloatArray, float, float]:
    """Σ x·log((n_w + α_w) / (n + Σα)): what each member adds to it, its value, and the logarithm of the total."""
    alpha = smoothing_per_token(settings.smoothing, len(sums)).reshape(-1)
    alphas = np.broadcast_to(alpha, (len(sums),))
    times = np.zeros(len(sums))
    times[document.tokens] = document.values
    numerators = sums / UNIT
    logs = log_of(numerators + alphas)
    total, length = float(numerators.sum() + alphas.sum()), float(times.sum())
    counts, units = learnt.counts[members], learnt.units[members] / UNIT
    weighed = counts.values * np.repeat(units, np.diff(counts.starts))
    shared = times[counts.tokens] > 0
    tokens, rows = counts.tokens[shared], counts.rows[shared]
    left = np.maximum(numerators[tokens] - weighed[shared], 0.0)
    change = times[tokens] * difference(logs[tokens], log_of(left + alphas[tokens]))
    totals = np.maximum(total - np.bincount(counts.rows, weighed, len(members)), 0.0)
    gain = np.zeros(len(learnt.units))
    gain[members] = np.bincount(rows, change, len(members)) - length * _log_ratio(total, totals)
    fit = float((times[document.tokens] * logs[document.tokens]).sum()) - length * _safe_log(total)
    return gain, fit, _safe_log(total)


def _safe_log(total: float) -> float:
    return float(np.log(total)) if total > 0 else 0.0


def _log_ratio(total: float, totals: FloatArray) -> FloatArray:
    """log(total / totals); a total of nothing counts as 1, as it does where weights are made."""
    return _safe_log(total) - np.where(totals > 0, log_of(np.where(totals > 0, totals, 1.0)), 0.0)


def _bernoulli_effect(
    document: CountMatrix, learnt: LearntText, tally: Tally, settings: EventSettings, label: int
) -> FloatArray:
    """Documents of one weight change every absent word alike but for their own, so that sum is taken once."""
    gain = np.zeros(len(learnt.units))
    members = np.flatnonzero(learnt.label_numbers == label)
    for weight in np.unique(learnt.units[members]):
        some = members[learnt.units[members] == weight]
        gain[some] = _bernoulli_gain(document, learnt.counts[some], tally, settings, label, weight / UNIT)
    return gain


def _bernoulli_gain(
    document: CountMatrix, members: CountMatrix, tally: Tally, settings: EventSettings, label: int, weight: float
) -> FloatArray:
    """What each of some documents of one weight adds: less agreement where it agrees with the judged document.

    Begin with a document without words, which agrees wherever the judged one lacks a word; then turn round each
    word that the document has. A word that too few documents agree on is one that this document does not.
    """
    alpha = np.broadcast_to(smoothing_per_token(settings.smoothing, tally.n_tokens).reshape(-1), (tally.n_tokens,))
    present, documents = tally.presences[label] / UNIT, tally.documents[label] / UNIT
    is_there = np.zeros(tally.n_tokens, dtype=np.bool_)
    is_there[document.tokens[document.values > tally.threshold]] = True
    agreeing = np.where(is_there, present, documents - present)
    gains = difference(log_of(agreeing + alpha), log_of(np.maximum(agreeing - weight, 0.0) + alpha))
    own = without_zeros(members, tally.threshold)
    signs = np.where(is_there[own.tokens], 1.0, -1.0)
    without_limit = np.where(np.isinf(gains), 0.0, gains)
    total = without_limit[~is_there].sum() + np.bincount(own.rows, signs * without_limit[own.tokens], own.n_documents)
    n_limits = np.isinf(gains[~is_there]).sum() + np.bincount(
        own.rows, signs * np.isinf(gains[own.tokens]), own.n_documents
    )
    shrinking = difference(log_of(documents + 2 * alpha), log_of(np.maximum(documents - weight, 0.0) + 2 * alpha))
    return np.where(n_limits > 0.5, np.inf, total - np.where(np.isinf(shrinking), 0.0, shrinking).sum())
