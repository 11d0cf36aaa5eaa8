"""Bernoulli: the document's own label changes in every token, present or absent.

The absent ones share one sum per label (and weight of the left-out document), from which each document takes
its own tokens out. Tokens that every other document of the label holds as well as this one stay out of the shared
sum: their absence without the document would have less than no documents.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.cells import label_cells
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import log_of, product
from nbengine.arrays.weight_units import UNIT
from nbengine.events.bernoulli import BernoulliLogs
from nbengine.events.settings import Smoothing, smoothing_per_token
from nbengine.learnt.tally import Tally
from nbengine.leave_one_out.entries import (
    EntryLogs,
    TableLogs,
    entry_units,
    learnt_entries,
    left,
    own_places,
    row_sums,
)


class BernoulliLeftOut:
    """Evidence of each document without itself, for any smoothing."""

    def __init__(self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None) -> None:
        entries = learnt_entries(tally, counts, tally.threshold)
        self._tally, self._label_numbers = tally, label_numbers
        self._units = np.full(len(label_numbers), UNIT) if units is None else units
        self._entries = CountMatrix(entries.starts, entries.tokens, np.ones(len(entries.tokens)), tally.n_tokens)
        self._logs = BernoulliLogs(tally)
        self._documents_left = tally.documents[label_numbers] - self._units
        self._sizes, self._size_places = np.unique(self._documents_left / UNIT, return_inverse=True)
        self._levels = {int(label): _levels(self._absences(label)) for label in np.unique(label_numbers)}
        if self._logs.places is not None and units is None:
            self._prepare_whole(self._logs.places)
        else:
            self._prepare(units)

    def _prepare_whole(self, places: IntArray) -> None:
        entries = self._entries
        present = own_places(entries, self._label_numbers, places, 1)
        absent = np.repeat((self._documents_left // UNIT - 1).astype(np.int32), np.diff(entries.starts)) - present
        self._is_shared = absent >= 0
        self._present: EntryLogs = TableLogs(entries, entries.values, present)
        self._absent: EntryLogs = TableLogs(entries, self._is_shared.astype(np.float64), absent.clip(min=0))

    def _prepare(self, units: IntArray | None) -> None:
        entries = self._entries
        presences = self._tally.presences.T.reshape(-1)[label_cells(entries, self._label_numbers, self._tally.n_labels)]
        absences = np.repeat(self._documents_left, np.diff(entries.starts)) - presences
        self._is_shared = absences >= 0
        self._present = EntryLogs(entries, entries.values, left(presences, entry_units(entries, units)))
        self._absent = EntryLogs(entries, self._is_shared.astype(np.float64), absences.clip(min=0))

    def _absences(self, label: int) -> IntArray:
        absences: IntArray = self._tally.documents[label] - self._tally.presences[label]
        return absences

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """(n_documents, n_labels)"""
        alpha = smoothing_per_token(smoothing, self._entries.n_tokens)
        text = self._logs.weights(smoothing)
        joint = text.evidence(self._entries) if text.has_infinities else product(self._entries, text.weights)
        if not text.has_infinities:
            joint += text.bias
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
        for label in self._levels:
            own = self._label_numbers == label
            levels, repeats, level_alpha = self._levels_with(label, alpha)
            for units in np.unique(self._units[own]):
                held = levels >= units
                smoothed = (levels[held] - units) / UNIT + level_alpha[held]
                is_zero = smoothed == 0
                total = (repeats[held] * log_of(np.where(is_zero, 1.0, smoothed))).sum()
                documents = own & (self._units == units)
                shared[documents], n_impossible[documents] = total, repeats[held][is_zero].sum()
        return shared, n_impossible

    def _levels_with(self, label: int, alpha: FloatArray) -> tuple[IntArray, IntArray, FloatArray]:
        """Absences of a label's tokens, how many tokens have each, and their α; one by one where each has its own."""
        if alpha.ndim:
            return self._absences(label), np.ones(self._entries.n_tokens, dtype=np.int64), alpha[:, 0]
        levels, repeats = self._levels[label]
        return levels, repeats, np.broadcast_to(alpha, levels.shape)

    def _normalisers(self, alpha: FloatArray) -> FloatArray:
        """Per document the sum over all tokens of log(documents left + 2α)."""
        values, repeats = _alphas(alpha, self._entries.n_tokens)
        smoothed = self._sizes[:, None] + 2 * values
        sums: FloatArray = (repeats * log_of(np.where(smoothed > 0, smoothed, 1.0))).sum(axis=1)
        return sums[self._size_places]

    def _without_documents(self, own: FloatArray, alpha: FloatArray) -> FloatArray:
        """A label left without documents makes every unsmoothed token impossible, and none necessary."""
        is_empty = self._documents_left == 0
        is_bare = np.broadcast_to(alpha.reshape(-1) == 0, (self._entries.n_tokens,))
        n_bare = row_sums(self._entries, is_bare[self._entries.tokens].astype(np.int64))
        halves = -np.log(2.0) * (~is_bare).sum()
        return np.where(is_empty, np.where(n_bare > 0, -np.inf, halves), own)


def _levels(absences: IntArray) -> tuple[IntArray, IntArray]:
    """The distinct absences over all tokens, and how many tokens have each."""
    ordered = np.sort(absences)
    firsts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1]))[: len(ordered)])
    return ordered[firsts], np.diff(firsts, append=len(ordered))


def _alphas(alpha: FloatArray, n_tokens: int) -> tuple[FloatArray, npt.NDArray[np.int64]]:
    if not alpha.ndim:
        return alpha.reshape(1), np.array([n_tokens])
    values, repeats = np.unique(alpha, return_counts=True)
    return values, repeats
