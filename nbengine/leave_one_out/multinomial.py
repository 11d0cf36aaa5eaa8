"""Multinomial: only the document's own label changes, in the document's own tokens and in its total."""

from __future__ import annotations

import numpy as np

from nbengine.arrays.cells import label_cells
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import product
from nbengine.arrays.smoothed_logs import SmoothedLogs
from nbengine.arrays.weight_units import UNIT
from nbengine.events.multinomial import log_totals, total_smoothing
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


class MultinomialLeftOut:
    """Evidence of each document without itself, for any smoothing."""

    def __init__(self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None) -> None:
        entries = learnt_entries(tally, counts)
        self._lengths = row_sums(entries, entries.values)
        self._totals, self._label_numbers = tally.totals, label_numbers
        self._totals_left = left(self._totals[label_numbers], self._lengths * (UNIT if units is None else units))
        self._logs = SmoothedLogs(tally.occurrences.T)
        self._entries = CountMatrix(entries.starts, entries.tokens, entries.values.astype(np.float64), tally.n_tokens)
        if self._logs.places is not None and units is None:
            rest = own_places(entries, label_numbers, self._logs.places, entries.values)
            self._own: EntryLogs = TableLogs(entries, self._entries.values, rest)
        else:
            self._own = EntryLogs(entries, self._entries.values, _rest(tally, entries, label_numbers, units))

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """(n_documents, n_labels)"""
        n_tokens = self._entries.n_tokens
        alpha = smoothing_per_token(smoothing, n_tokens)
        added = total_smoothing(alpha, n_tokens)
        weights = self._logs(alpha, log_totals(self._totals / UNIT + added))
        joint = product(self._entries, weights)
        own = self._own(alpha) - self._lengths * log_totals(self._totals_left / UNIT + added)
        joint[np.arange(len(joint)), self._label_numbers] = own
        return joint


def _rest(tally: Tally, entries: CountMatrix, label_numbers: IntArray, units: IntArray | None) -> FloatArray | IntArray:
    """What each entry's label holds of its token without the document, in units."""
    cells = label_cells(entries, label_numbers, tally.n_labels)
    weights = entry_units(entries, units)
    rest = left(tally.occurrences.T.reshape(-1)[cells], entries.values * weights)
    if not tally.is_real:
        return rest
    return np.where(left(tally.presences.T.reshape(-1)[cells], weights) > 0, rest, 0.0)
