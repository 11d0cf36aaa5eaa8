"""Complement over a tally most of whose cells are empty: the same weights, and each document without itself.

A token's occurrences outside a label are its sum over all labels, but for the labels that have it; so these alone need
logarithms of their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.cells import label_cells, runs
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import log_of, log_ratio
from nbengine.arrays.weight_units import UNIT
from nbengine.errors import EngineError
from nbengine.events.entries import entry_units, learnt_entries, left, row_sums
from nbengine.events.multinomial import log_totals, total_smoothing
from nbengine.events.settings import Smoothing, smoothing_per_token
from nbengine.events.sparse_weights import SparseWeights, cells_of
from nbengine.learnt.count_table import without_dust
from nbengine.learnt.tally import Tally


def complement_totals(tally: Tally) -> npt.NDArray[Any]:
    """(n_labels,): all occurrences outside each label, in units."""
    own = tally.totals
    totals: npt.NDArray[Any] = (own.sum() - own).clip(min=0)
    return totals


def norm_divisors(sums: FloatArray) -> FloatArray:
    """Return what `norm` divides each label's weights by, given their sum; 1 where a single token's weight is zero.

    The shares of two tokens and more add up to at least log 4 in size; less is rounding of log 1, not to be blown up.
    """
    return np.where(np.abs(sums) < 1.0, 1.0, sums)


def check_norm(alpha: FloatArray, *, norm: bool) -> None:
    """Infinite weights cannot be divided by their sum."""
    if norm and (alpha == 0).any():
        raise EngineError("Complement with norm needs smoothing above 0.")


def sparse_complement_weights(tally: Tally, alpha: FloatArray, totals: FloatArray, *, norm: bool) -> SparseWeights:
    """The weights of several labels; `totals` are the logarithms of what is outside each."""
    cells, filled = cells_of(tally)
    (sums, presences), tokens = tally.token_sums, cells.tokens
    rest = without_dust(sums[tokens] - filled.occurrences, presences[tokens] - filled.presences)
    own, starts = _per_token(alpha, tokens), _per_token(alpha, np.arange(tally.n_tokens)) + sums / UNIT
    beyond = log_ratio(rest / UNIT + own, starts[tokens], (rest - sums[tokens]) / UNIT)
    weights = SparseWeights(
        -totals,
        cells.with_numbers(beyond),
        np.zeros(tally.n_labels),
        has_infinities=bool((alpha == 0).any()),
        by_token=log_of(starts),
    )
    scale = 1 / norm_divisors(weights.sums()) if norm else np.full(tally.n_labels, -1.0)
    return SparseWeights(
        weights.by_label, weights.beyond, weights.bias, weights.has_infinities, weights.by_token, scale
    )


class SparseComplementLeftOut:
    """Evidence of each document without itself, for any smoothing."""

    def __init__(
        self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None, *, norm: bool
    ) -> None:
        self._tally, self._label_numbers, self._norm = tally, label_numbers, norm
        self._entries = learnt_entries(tally, counts)
        self._weights = np.broadcast_to(np.asarray(entry_units(self._entries, units)), self._entries.values.shape)
        self._amounts = self._entries.values * self._weights
        own = tally.at(label_cells(self._entries, label_numbers, tally.n_labels))
        left(own[0], self._amounts)
        self._own_cells = own
        self._cells, self._filled = cells_of(tally)
        self._sums, self._presences = tally.token_sums
        self._totals = complement_totals(tally)

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """(n_documents, n_labels)"""
        alpha = smoothing_per_token(smoothing, self._entries.n_tokens)
        check_norm(alpha, norm=self._norm)
        joint = np.zeros((len(self._label_numbers), self._tally.n_labels))
        if self._tally.n_labels < 2:
            return joint
        added = total_smoothing(alpha, self._entries.n_tokens)
        all_logs = self._logs_of_all(alpha) if self._norm else None
        for documents in runs(self._entries):
            joint[documents] = self._part(documents, alpha, added, all_logs)
        return joint

    def _part(self, documents: slice, alpha: FloatArray, added: float, all_logs: FloatArray | None) -> FloatArray:
        """Return some documents' evidence; their own label is judged by all, since they never were in its
        complement."""
        part, own = self._entries[documents], self._label_numbers[documents]
        mine = slice(self._entries.starts[documents.start], self._entries.starts[documents.stop])
        lengths, taken = row_sums(part, part.values), row_sums(part, self._amounts[mine])
        totals = log_totals((self._totals - taken[:, None]).clip(min=0) / UNIT + added)
        totals_kept = log_totals(self._totals / UNIT + added)
        left_logs = self._outside(part.tokens, self._amounts[mine], self._weights[mine], alpha)
        joint = lengths[:, None] * totals - left_logs.summed(part, part.values)
        own_joint = lengths * totals_kept[own] - row_sums(part, part.values * self._own_logs(part.tokens, mine, alpha))
        if all_logs is not None:
            ones = np.ones(len(part.tokens))
            all_now = self._outside(part.tokens, 0 * self._amounts[mine], 0 * self._weights[mine], alpha)
            changes = all_now.summed(part, ones) - left_logs.summed(part, ones)
            joint /= norm_divisors(part.n_tokens * totals - (all_logs - changes))
            own_joint /= norm_divisors(part.n_tokens * totals_kept - all_logs)[own]
        joint[np.arange(len(own)), own] = own_joint
        return joint

    def _outside(
        self, tokens: npt.NDArray[Any], amounts: npt.NDArray[Any], weights: npt.NDArray[Any], alpha: FloatArray
    ) -> _OutsideLogs:
        """The logarithm of what each label's complement has of some tokens, less the amounts."""
        sums, presences = self._sums[tokens] - amounts, self._presences[tokens] - weights
        sums, own = without_dust(sums, presences), _per_token(alpha, tokens)
        places, rows = self._cells.of_tokens(tokens)
        others = presences[rows] - self._filled.presences[places]
        rest = without_dust((sums[rows] - self._filled.occurrences[places]).clip(min=0), others)
        starts = sums / UNIT + own
        beyond = log_ratio(rest / UNIT + own[rows], starts[rows], (rest - sums[rows]) / UNIT)
        return _OutsideLogs(log_of(starts), rows, self._cells.labels[places], beyond, self._tally.n_labels)

    def _own_logs(self, tokens: npt.NDArray[Any], mine: slice, alpha: FloatArray) -> FloatArray:
        """(n_entries,): the logarithm of what is outside each document's own label."""
        occurrences, presences = self._own_cells
        rest = without_dust(self._sums[tokens] - occurrences[mine], self._presences[tokens] - presences[mine])
        return log_of(rest / UNIT + _per_token(alpha, tokens))

    def _logs_of_all(self, alpha: FloatArray) -> FloatArray:
        """(n_labels,): what the logarithms of all tokens outside each label add up to."""
        nothing = np.zeros(self._tally.n_labels)
        return -sparse_complement_weights(self._tally, alpha, nothing, norm=False).sums()


@dataclass(frozen=True, slots=True, eq=False)
class _OutsideLogs:
    """A logarithm for each entry and label: one of the entry, and for cells that are filled what differs from it."""

    by_entry: FloatArray
    entries: IntArray
    labels: IntArray
    beyond: FloatArray
    n_labels: int

    def summed(self, counts: CountMatrix, factors: npt.NDArray[Any]) -> FloatArray:
        """(n_documents, n_labels): factor times logarithm added up by document."""
        cells = counts.rows[self.entries] * self.n_labels + self.labels
        n_documents = counts.n_documents
        sums = np.bincount(cells, factors[self.entries] * self.beyond, n_documents * self.n_labels)
        by_document = np.bincount(counts.rows, factors * self.by_entry, n_documents)
        return np.asarray(sums.reshape(n_documents, self.n_labels) + by_document[:, None], dtype=np.float64)


def _per_token(alpha: FloatArray, tokens: npt.NDArray[Any]) -> FloatArray:
    return alpha[tokens, 0] if alpha.ndim else np.broadcast_to(alpha, tokens.shape)
