"""Multinomial: only the document's own label changes, in the document's own tokens and in its total."""

from __future__ import annotations

import numpy as np

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.events.multinomial import log_totals, total_smoothing
from nbengine.leave_one_out.entries import EntryLogs, entry_units, learnt_entries, left, own_cells, row_sums
from nbengine.logs import SmoothedLogs
from nbengine.logspace import product, subtract_by_label
from nbengine.settings import Smoothing, smoothing_per_token
from nbengine.tally import Tally
from nbengine.units import UNIT


class MultinomialLeftOut:
    """Evidence of each document without itself, for any smoothing."""

    def __init__(self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None) -> None:
        entries = learnt_entries(tally, counts)
        self._entries, self._label_numbers = entries, label_numbers
        self._logs = SmoothedLogs(tally.occurrences.T)
        self._totals = tally.totals
        cells = own_cells(entries, label_numbers, tally.n_labels)
        weights = entry_units(entries, units)
        rest = left(tally.occurrences.T.reshape(-1)[cells], entries.values * weights)
        if tally.is_real:
            rest = np.where(left(tally.presences.T.reshape(-1)[cells], weights) > 0, rest, 0.0)
        self._own = EntryLogs(entries, entries.values, rest)
        self._lengths = row_sums(entries, entries.values)
        own_weights = UNIT if units is None else units
        self._totals_left = left(self._totals[label_numbers], self._lengths * own_weights)

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """(n_documents, n_labels)"""
        n_tokens = self._entries.n_tokens
        alpha = smoothing_per_token(smoothing, n_tokens)
        added = total_smoothing(alpha, n_tokens)
        weights = self._logs(alpha)
        subtract_by_label(weights, log_totals(self._totals / UNIT + added))
        joint = product(self._entries, weights)
        own = self._own(alpha) - self._lengths * log_totals(self._totals_left / UNIT + added)
        joint[np.arange(len(joint)), self._label_numbers] = own
        return joint
