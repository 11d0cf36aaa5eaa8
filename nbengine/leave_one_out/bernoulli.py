"""Bernoulli: the document's own label changes in every token, present or absent.

The absent ones share one sum per label (and weight of the left-out document), from which each document takes
its own tokens out. Tokens that every other document of the label holds as well as this one stay out of the shared
sum: their absence without the document would have less than no documents.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.events.bernoulli import BernoulliLogs
from nbengine.leave_one_out.entries import EntryLogs, entry_units, learnt_entries, left, own_cells, row_sums
from nbengine.logspace import log_of, product
from nbengine.settings import Smoothing, smoothing_per_token
from nbengine.tally import Tally
from nbengine.units import UNIT


class BernoulliLeftOut:
    """Evidence of each document without itself, for any smoothing."""

    def __init__(self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None) -> None:
        entries = learnt_entries(tally, counts, tally.threshold)
        self._tally, self._entries, self._label_numbers = tally, entries, label_numbers
        self._units = np.full(len(label_numbers), UNIT) if units is None else units
        presences = tally.presences.T.reshape(-1)[own_cells(entries, label_numbers, tally.n_labels)]
        weights = entry_units(entries, units)
        ones = np.ones(len(presences))
        self._ones = CountMatrix(entries.starts, entries.tokens, ones, entries.n_tokens)
        self._logs = BernoulliLogs(tally)
        self._present = EntryLogs(entries, ones, left(presences, weights))
        absences = np.repeat(tally.documents[label_numbers] - self._units, np.diff(entries.starts)) - presences
        self._is_shared = absences >= 0
        self._absent = EntryLogs(entries, self._is_shared.astype(np.float64), absences.clip(min=0))

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """(n_documents, n_labels)"""
        alpha = smoothing_per_token(smoothing, self._entries.n_tokens)
        text = self._logs.weights(smoothing)
        joint = text.evidence(self._entries) if text.has_infinities else product(self._ones, text.weights) + text.bias
        joint[np.arange(len(joint)), self._label_numbers] = self._own(alpha)
        return joint

    def _own(self, alpha: FloatArray) -> FloatArray:
        shared, n_impossible = self._shared(alpha)
        rest = shared - self._normalisers(alpha)
        if (alpha > 0).all():
            return self._present(alpha) - self._absent(alpha) + rest
        absent = np.where(self._is_shared, self._absent.logs(alpha), 0.0)
        is_impossible = np.isneginf(absent)
        n_impossible = n_impossible - row_sums(self._entries, is_impossible.astype(np.int64))
        own = self._present(alpha) - row_sums(self._entries, np.where(is_impossible, 0.0, absent)) + rest
        return self._without_documents(np.where(n_impossible > 0, -np.inf, own), alpha)

    def _shared(self, alpha: FloatArray) -> tuple[FloatArray, IntArray]:
        """Per document the finite part of the sum of log(absences left + α) and how many terms are log 0."""
        shared = np.zeros(len(self._units))
        n_impossible = np.zeros(len(self._units), dtype=np.int64)
        for label in np.unique(self._label_numbers):
            own = self._label_numbers == label
            absences = self._tally.documents[label] - self._tally.presences[label]
            levels, level_alpha, repeats = _levels(absences, alpha)
            for units in np.unique(self._units[own]):
                held = levels >= units
                smoothed = (levels[held] - units) / UNIT + level_alpha[held]
                is_zero = smoothed == 0
                total = (repeats[held] * log_of(np.where(is_zero, 1.0, smoothed))).sum()
                documents = own & (self._units == units)
                shared[documents], n_impossible[documents] = total, repeats[held][is_zero].sum()
        return shared, n_impossible

    def _normalisers(self, alpha: FloatArray) -> FloatArray:
        """Per document the sum over all tokens of log(documents left + 2α)."""
        documents = (self._tally.documents[self._label_numbers] - self._units) / UNIT
        sizes, places = np.unique(documents, return_inverse=True)
        values, repeats = _alphas(alpha, self._entries.n_tokens)
        smoothed = sizes[:, None] + 2 * values
        sums: FloatArray = (repeats * log_of(np.where(smoothed > 0, smoothed, 1.0))).sum(axis=1)
        return sums[places]

    def _without_documents(self, own: FloatArray, alpha: FloatArray) -> FloatArray:
        """A label left without documents makes every unsmoothed token impossible, and none necessary."""
        is_empty = self._tally.documents[self._label_numbers] == self._units
        is_bare = np.broadcast_to(alpha.reshape(-1) == 0, (self._entries.n_tokens,))
        n_bare = row_sums(self._entries, is_bare[self._entries.tokens].astype(np.int64))
        halves = -np.log(2.0) * (~is_bare).sum()
        return np.where(is_empty, np.where(n_bare > 0, -np.inf, halves), own)


def _levels(absences: IntArray, alpha: FloatArray) -> tuple[IntArray, FloatArray, IntArray]:
    """The distinct (absences, α) over all tokens, and how many tokens have each."""
    if not alpha.ndim:
        levels, repeats = np.unique(absences, return_counts=True)
        return levels, np.broadcast_to(alpha, levels.shape), repeats
    order = np.lexsort((alpha[:, 0], absences))
    ordered, alphas = absences[order], alpha[order, 0]
    is_first = np.ones(len(ordered), dtype=bool)
    is_first[1:] = (ordered[1:] != ordered[:-1]) | (alphas[1:] != alphas[:-1])
    firsts = np.flatnonzero(is_first)
    return ordered[firsts], alphas[firsts], np.diff(firsts, append=len(ordered))


def _alphas(alpha: FloatArray, n_tokens: int) -> tuple[FloatArray, npt.NDArray[np.int64]]:
    if not alpha.ndim:
        return alpha.reshape(1), np.array([n_tokens])
    values, repeats = np.unique(alpha, return_counts=True)
    return values, repeats
