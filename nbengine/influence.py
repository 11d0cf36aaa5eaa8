"""Which training documents speak most for a verdict, and which carry a label that the others do not bear out.

Influence is exact: the log-odds of the verdict with all documents, less the log-odds had one of them never been
learnt. Nothing is refitted: a document changes the sums of its own label (for complement, those of all others), and
of these only the words that the judged document shares with it matter one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.events.complement import has_prior
from nbengine.logspace import difference, is_undecided, log_of, without_zeros
from nbengine.priors import Prior
from nbengine.settings import EventSettings, smoothing_per_token
from nbengine.tally import Tally
from nbengine.units import UNIT, checked_label_numbers, units_of


@dataclass(frozen=True, slots=True, eq=False)
class _Training:
    """The documents that were learnt."""

    counts: CountMatrix
    label_numbers: IntArray
    units: IntArray
    """(n_documents,): each document's weight."""


def training_influence(
    document: CountMatrix,
    training: CountMatrix,
    label_numbers: npt.ArrayLike,
    tally: Tally,
    settings: EventSettings,
    *,
    label: int,
    against: int,
    weights: npt.ArrayLike | None = None,
) -> FloatArray:
    """Return how much each training document adds to one document's log-odds of `label` over `against`.

    The tally holds all of the training documents; the answer has shape (n_documents,). Infinite where a label would
    become impossible without the document.
    """
    if document.n_documents != 1 or document.n_tokens != tally.n_tokens or training.n_tokens != tally.n_tokens:
        raise EngineError("The document and the training documents must be counted over the tally's tokens.")
    units = units_of(weights, training.n_documents)
    learnt = _Training(
        without_zeros(training),
        checked_label_numbers(label_numbers, training.n_documents, tally.n_labels),
        np.full(training.n_documents, UNIT) if units is None else units,
    )
    effects = [_effect(without_zeros(document), learnt, tally, settings, number) for number in (label, against)]
    return difference(*effects) + _effect_of_prior(learnt, tally, settings, label, against)


def most_influential(influence: FloatArray, n_documents: int) -> tuple[IntArray, IntArray]:
    """Return the documents that speak most for the verdict and most against it, the strongest first."""
    order = np.argsort(-influence, kind="stable")
    backing, opposing = order[influence[order] > 0], order[::-1][influence[order[::-1]] < 0]
    return backing[:n_documents], opposing[:n_documents]


@dataclass(frozen=True, slots=True, eq=False)
class Suspicions:
    """Documents by how little the others bear out their label, the most suspicious first."""

    documents: IntArray
    """Document numbers."""
    margins: FloatArray
    """Score of the given label less that of the best other one, in the same order; negative speaks for an error."""
    suggested: IntArray
    """The best other label of each."""


def suspicious_labels(scores: FloatArray, label_numbers: npt.ArrayLike) -> Suspicions:
    """Rank documents by leave-one-out scores (n_documents, n_labels) of any kind; calibrated ones compare best.

    Undecided documents tell nothing and are left out.
    """
    if scores.ndim != 2 or scores.shape[1] < 2:
        raise EngineError("Labels can be doubted only where there are two or more.")
    numbers = checked_label_numbers(label_numbers, len(scores), scores.shape[1])
    documents = np.flatnonzero(~is_undecided(scores))
    own = scores[documents, numbers[documents]]
    others = scores[documents].copy()
    others[np.arange(len(documents)), numbers[documents]] = -np.inf
    suggested = others.argmax(axis=1)
    margins = difference(own, others[np.arange(len(documents)), suggested])
    order = np.argsort(margins, kind="stable")
    return Suspicions(documents[order], margins[order], suggested[order])


def _effect(document: CountMatrix, learnt: _Training, tally: Tally, settings: EventSettings, label: int) -> FloatArray:
    """Return what each training document adds to a label's score, without the prior."""
    if settings.event_model == "multinomial":
        return _multinomial_effect(document, learnt, tally, settings, label)
    if settings.event_model == "bernoulli":
        return _bernoulli_effect(document, learnt, tally, settings, label)
    if settings.event_model == "complement":
        return _complement_effect(document, learnt, tally, settings, label)
    raise EngineError(f"Influence is told for models of text, not for {settings.event_model!r}.")


def _effect_of_prior(
    learnt: _Training, tally: Tally, settings: EventSettings, label: int, against: int
) -> FloatArray | float:
    if settings.event_model == "complement" and not has_prior(tally.n_labels, with_prior=settings.with_prior):
        return 0.0
    return difference(*(_prior_gain(learnt, tally, settings.prior, number) for number in (label, against)))


def _prior_gain(learnt: _Training, tally: Tally, prior: Prior, label: int) -> FloatArray:
    """Only the labels' odds are asked for, so the total, which both share, may stay as it is."""
    if prior.kind not in ("data", "smoothed"):
        return np.zeros(len(learnt.units))
    strength = prior.strength if prior.kind == "smoothed" else 0.0
    own = np.where(learnt.label_numbers == label, learnt.units, 0)
    before = tally.documents[label] / UNIT + strength
    return difference(log_of(before), log_of((tally.documents[label] - own) / UNIT + strength))


def _multinomial_effect(
    document: CountMatrix, learnt: _Training, tally: Tally, settings: EventSettings, label: int
) -> FloatArray:
    members = np.flatnonzero(learnt.label_numbers == label)
    return _share_effect(document, learnt, members, tally.occurrences[label], settings)[0]


def _complement_effect(
    document: CountMatrix, learnt: _Training, tally: Tally, settings: EventSettings, label: int
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
        np.asarray([0, tally.n_tokens]),
        np.arange(tally.n_tokens, dtype=np.int32),
        np.ones(tally.n_tokens, dtype=np.int64),
        tally.n_tokens,
    )
    divisor_gain = -_share_effect(ones, learnt, members, rest, settings)[0]
    return -(fit / divisor - (fit - gain) / (divisor - divisor_gain))


def _share_effect(
    document: CountMatrix, learnt: _Training, members: IntArray, sums: npt.NDArray[Any], settings: EventSettings
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
    document: CountMatrix, learnt: _Training, tally: Tally, settings: EventSettings, label: int
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
