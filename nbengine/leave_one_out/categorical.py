"""Categorical: the document's own label loses one choice per column.

A value that no other document has becomes unknown without it, and the formula of the unknown value,
α / (D + α((n - 1) + 1)), is the number that the full table's n gives already: nothing else changes.
"""

from __future__ import annotations

import numpy as np

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import added
from nbengine.arrays.weight_units import UNIT
from nbengine.errors import EngineError
from nbengine.events.categorical import choice_weights, log_share, n_seen, one_smoothing
from nbengine.events.settings import Smoothing
from nbengine.learnt.choice_tally import ChoiceTally
from nbengine.leave_one_out.entries import left


class CategoricalLeftOut:
    """Evidence of each document without itself, for any smoothing."""

    def __init__(self, tally: ChoiceTally, choices: IntArray, label_numbers: IntArray, units: IntArray | None) -> None:
        if choices.shape[1] != tally.n_columns:
            raise EngineError(f"There are {choices.shape[1]} columns of choices where {tally.n_columns} are expected.")
        self._tally, self._choices, self._label_numbers = tally, choices, label_numbers
        self._units = np.full(len(choices), UNIT) if units is None else units
        self._counts_left = [self._column_left(column) for column in range(tally.n_columns)]

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """(n_documents, n_labels)"""
        alpha = one_smoothing(smoothing)
        joint = choice_weights(self._tally, alpha).evidence(self._choices)
        own = added(np.zeros(len(joint)), *(self._own(column, alpha) for column in range(self._tally.n_columns)))
        joint[np.arange(len(joint)), self._label_numbers] = own
        return joint

    def _column_left(self, column: int) -> tuple[IntArray, IntArray]:
        """Per document the weight of its choice and of all choices under its own label, without its own."""
        counts, values = self._tally.counts[column], self._choices[:, column]
        if values.size and values.max() >= counts.shape[1]:
            raise EngineError("A document to leave out holds a value that was never learnt.")
        is_known = values >= 0
        own = np.where(is_known, self._units, 0)
        if not counts.shape[1]:
            return own, own
        chosen = np.where(is_known, counts[self._label_numbers, values], 0)
        totals = counts.sum(axis=1)[self._label_numbers]
        return left(chosen, own), left(totals, own)

    def _own(self, column: int, alpha: float) -> FloatArray:
        chosen, totals = self._counts_left[column]
        shares = log_share(chosen / UNIT, totals / UNIT, alpha, n_seen(self._tally.counts[column]))
        return np.where(self._choices[:, column] >= 0, shares, 0.0)
