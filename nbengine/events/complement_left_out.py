"""Complement without one document after another, where all cells of a tally are kept.

A document sits in the complement of every label but its own, so without it all the others change. Only the distinct
pairs of token and weighted count need logarithms: whole counts have few, and one matrix of pairs is multiplied like a
vocabulary. Real-valued counts have as many pairs as entries and go in pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import FEW_LABELS, log_of, product
from nbengine.arrays.shares_near_one import log_share, split_by_size
from nbengine.arrays.smoothed_logs import LogsLeft, SmoothedLogs
from nbengine.arrays.token_label_cells import label_cells
from nbengine.arrays.weights_as_whole_numbers import UNIT
from nbengine.errors import EngineError
from nbengine.events.distinct_count_pairs import Piece, pieces_of
from nbengine.events.leave_one_out_entries import (
    NEVER_LEARNT,
    EntryLogs,
    TableLogs,
    learnt_entries,
    own_places,
    row_sums,
)
from nbengine.events.multinomial import log_totals, total_smoothing
from nbengine.events.settings import Smoothing, smoothing_per_token
from nbengine.events.sparse_complement import check_norm, complement_totals, norm_divisors
from nbengine.learnt.tally import Tally


class ComplementLeftOut:
    """Evidence of each document without itself, for any smoothing."""

    def __init__(
        self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None, *, norm: bool
    ) -> None:
        entries = learnt_entries(tally, counts)
        self._tally, self._label_numbers, self._norm = tally, label_numbers, norm
        self._rest = complement_occurrences(tally)
        self._all_logs = SmoothedLogs(self._rest)
        self._totals = complement_totals(tally)
        self._rest_presences = _complement_presences(tally) if tally.is_real else None
        own_weights = np.full(len(label_numbers), UNIT) if units is None else units
        lengths = row_sums(entries, entries.values)
        self._totals_left = self._checked(self._totals[None, :] - (lengths * own_weights)[:, None])
        entries, self._large = split_by_size(entries)
        self._entries, self._lengths = entries, row_sums(entries, entries.values)
        if self._large is not None:
            self._large_rest = self._rest_of(self._large, own_weights)
        self._own_logs = self._own(entries.values.astype(np.float64))
        self._others = self._few_others(entries) if units is None and not norm else []
        self._pieces = [] if self._others else list(pieces_of(entries, units, tally.n_labels))
        self._kept_logs: list[LogsLeft | SmoothedLogs] = []

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """(n_documents, n_labels)"""
        alpha = smoothing_per_token(smoothing, self._entries.n_tokens)
        check_norm(alpha, norm=self._norm)
        if self._tally.n_labels < 2:
            return np.zeros((len(self._label_numbers), self._tally.n_labels))
        joint = np.empty((len(self._label_numbers), self._tally.n_labels))
        added = total_smoothing(alpha, self._entries.n_tokens)
        log_totals_left = log_totals(self._totals_left / UNIT + added)
        log_totals_kept = log_totals(self._totals / UNIT + added)
        all_logs = self._all_logs(alpha) if self._norm else None
        large = None if self._large is None else self._of_large(self._large, alpha, added)
        for piece, logs in zip(self._pieces, self._logs(), strict=True):
            pair_logs = logs(alpha[piece.tokens] if alpha.ndim else alpha)
            rows = piece.documents
            joint[rows] = self._lengths[rows, None] * log_totals_left[rows] - product(piece.entries, pair_logs)
            if large is not None:
                joint[rows] -= large[rows]
            if all_logs is not None:
                joint[rows] /= self._divisors(piece, pair_logs, all_logs, log_totals_left[rows], alpha)
        everyone = np.arange(len(joint))
        for others, sums in self._others:
            joint[everyone, others] = self._lengths * log_totals_left[everyone, others] - sums(alpha)
            if large is not None:
                joint[everyone, others] -= large[everyone, others]
        own = self._lengths * log_totals_kept[self._label_numbers] - self._own_logs(alpha)
        if large is not None:
            own -= large[everyone, self._label_numbers]
        if all_logs is not None:
            own /= norm_divisors(self._entries.n_tokens * log_totals_kept - all_logs.sum(axis=0))[self._label_numbers]
        joint[everyone, self._label_numbers] = own
        return joint

    def _rest_of(self, large: CountMatrix, units: IntArray) -> npt.NDArray[Any]:
        """(n_large, n_labels): what is outside each label without the document, which was never outside its own."""
        weights, own = units[large.rows], self._label_numbers[large.rows]
        everyone, rest = np.arange(len(own)), self._rest[large.tokens]
        without = (rest - (large.values * weights)[:, None]).clip(min=0)
        if self._rest_presences is not None:
            without = np.where(self._rest_presences[large.tokens] > weights[:, None], without, 0.0)
        without[everyone, own] = rest[everyone, own]
        return without

    def _of_large(self, large: CountMatrix, alpha: FloatArray, added: float) -> FloatArray:
        """(n_documents, n_labels): the logarithms of shares of words that a document has very often, added up."""
        own, rows = self._label_numbers[large.rows], large.rows
        totals = self._totals_left[rows]
        totals[np.arange(len(own)), own] = self._totals[own]
        logs = log_share(self._large_rest, totals, alpha[large.tokens] if alpha.ndim else alpha, added)
        sums = np.zeros((large.n_documents, self._tally.n_labels))
        np.add.at(sums, rows, large.values[:, None] * logs)
        return sums

    def _few_others(self, entries: CountMatrix) -> list[tuple[IntArray, TableLogs]]:
        """Return, for few labels, each other label of every document in turn, and its logarithms."""
        places, n_labels = self._all_logs.places, self._tally.n_labels
        if places is None or n_labels > FEW_LABELS:
            return []
        values = entries.values.astype(np.float64)
        turns = [(self._label_numbers + turn) % n_labels for turn in range(1, n_labels)]
        return [
            (others, TableLogs(entries, values, own_places(entries, others, places, entries.values)))
            for others in turns
        ]

    def _own(self, values: FloatArray) -> EntryLogs:
        """The logarithms of each document's own label, in whose complement it never was."""
        places = self._all_logs.places
        if places is not None:
            return TableLogs(self._entries, values, own_places(self._entries, self._label_numbers, places, None))
        cells = label_cells(self._entries, self._label_numbers, self._tally.n_labels)
        return EntryLogs(self._entries, values, self._rest.reshape(-1)[cells])

    def _logs(self) -> Iterator[LogsLeft | SmoothedLogs]:
        """Logarithms of each piece; kept when there is a single one."""
        if len(self._pieces) > 1:
            yield from map(self._pair_logs, self._pieces)
            return
        if not self._kept_logs:
            self._kept_logs = [self._pair_logs(piece) for piece in self._pieces]
        yield from self._kept_logs

    def _pair_logs(self, piece: Piece) -> LogsLeft | SmoothedLogs:
        places = self._all_logs.places
        if places is None or not piece.is_whole:
            return SmoothedLogs(self._pairs_left(piece))
        return LogsLeft(places, self._all_logs.n_places, piece.tokens, piece.amounts // UNIT)

    def _pairs_left(self, piece: Piece) -> npt.NDArray[Any]:
        """(n_pairs, n_labels): the complement's occurrences without the pair's; a document's own label is unused."""
        rest: npt.NDArray[Any] = (self._rest[piece.tokens] - piece.amounts[:, None]).clip(min=0)
        if self._rest_presences is None:
            return rest
        others = self._rest_presences[piece.tokens] - piece.weights[:, None]
        return np.where(others > 0, rest, 0.0)

    def _divisors(
        self, piece: Piece, pair_logs: FloatArray, all_logs: FloatArray, log_totals_left: FloatArray, alpha: FloatArray
    ) -> FloatArray:
        """Return what `norm` divides by for each document left out: the sum of all weights without it."""
        ones = CountMatrix(
            piece.entries.starts, piece.entries.tokens, np.ones(len(piece.entries.tokens)), piece.entries.n_tokens
        )
        changes = product(ones, all_logs[piece.tokens] - pair_logs)
        if self._large is not None:
            large = self._large[piece.documents]
            own = alpha[large.tokens] if alpha.ndim else alpha
            mine = slice(self._large.starts[piece.documents.start], self._large.starts[piece.documents.stop])
            np.add.at(changes, large.rows, all_logs[large.tokens] - log_of(self._large_rest[mine] / UNIT + own))
        return norm_divisors(self._entries.n_tokens * log_totals_left - (all_logs.sum(axis=0) - changes))

    def _checked(self, totals: npt.NDArray[Any]) -> npt.NDArray[Any]:
        others = np.arange(self._tally.n_labels)[None, :] != self._label_numbers[:, None]
        if totals.dtype.kind != "f" and (totals[others] < 0).any():
            raise EngineError(NEVER_LEARNT)
        clipped: npt.NDArray[Any] = totals.clip(min=0)
        return clipped


def _complement_presences(tally: Tally) -> IntArray:
    presences = tally.presences.T
    rest: IntArray = presences.sum(axis=1, keepdims=True) - presences
    return rest


def complement_occurrences(tally: Tally) -> npt.NDArray[Any]:
    """(n_tokens, n_labels): how often each token was seen outside each label, in units."""
    occurrences = tally.occurrences.T
    rest = outside_each(occurrences, np.einsum("ij->i", occurrences))
    return _without_dust(rest, tally.presences.T) if tally.is_real and tally.n_labels > 2 else rest


def _without_dust(rest: FloatArray, presences: IntArray) -> FloatArray:
    """Real-valued differences leave rounding behind where nothing is left; presences know."""
    is_outside = presences.sum(axis=1, keepdims=True) > presences
    return np.where(is_outside, rest.clip(min=0), 0.0)


def outside_each(occurrences: npt.NDArray[Any], sums: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """(n_tokens, n_labels): each token's sum over all labels less each label's own."""
    if occurrences.shape[1] != 2:
        outside: npt.NDArray[Any] = sums[:, None] - occurrences
        return outside
    swapped = np.empty_like(occurrences)
    swapped[:, 0], swapped[:, 1] = occurrences[:, 1], occurrences[:, 0]
    return swapped
