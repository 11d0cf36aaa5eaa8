"""Complement: a document sits in the complement of every label but its own, so all the others change.

Only the distinct pairs of token and weighted count need logarithms: whole counts have few, and one matrix of
pairs is multiplied like a vocabulary. Real-valued counts have as many pairs as entries and go in pieces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.cells import label_cells, runs, spans
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import FEW_LABELS, product
from nbengine.arrays.smoothed_logs import SmoothedLogs
from nbengine.arrays.weight_units import UNIT
from nbengine.errors import EngineError
from nbengine.events.complement import check_norm, complement_occurrences, complement_totals, norm_divisors
from nbengine.events.multinomial import log_totals, total_smoothing
from nbengine.events.settings import Smoothing, smoothing_per_token
from nbengine.learnt.tally import Tally
from nbengine.leave_one_out.entries import (
    NEVER_LEARNT,
    EntryLogs,
    TableLogs,
    entry_units,
    learnt_entries,
    own_places,
    row_sums,
)

LARGEST_PIECE = 1 << 22
"""Cells (pairs times labels) of logarithms held at once."""
FEW_COUNTS = 16
"""Counts up to this are told apart by a table, larger ones by sorting."""


class ComplementLeftOut:
    """Evidence of each document without itself, for any smoothing."""

    def __init__(
        self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None, *, norm: bool
    ) -> None:
        entries = learnt_entries(tally, counts)
        self._tally, self._entries, self._label_numbers, self._norm = tally, entries, label_numbers, norm
        self._rest = complement_occurrences(tally)
        self._all_logs = SmoothedLogs(self._rest)
        self._totals = complement_totals(tally)
        self._rest_presences = _complement_presences(tally) if tally.is_real else None
        self._lengths = row_sums(entries, entries.values)
        own_weights = np.full(len(label_numbers), UNIT) if units is None else units
        self._totals_left = self._checked(self._totals[None, :] - (self._lengths * own_weights)[:, None])
        self._own_logs = self._own(entries.values.astype(np.float64))
        self._others = self._few_others(entries) if units is None and not norm else []
        self._pieces = [] if self._others else list(_pieces(entries, units, tally.n_labels))
        self._kept_logs: list[SmoothedLogs] = []

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
        for piece, logs in zip(self._pieces, self._logs(), strict=True):
            pair_logs = logs(alpha[piece.tokens] if alpha.ndim else alpha)
            rows = piece.documents
            joint[rows] = self._lengths[rows, None] * log_totals_left[rows] - product(piece.entries, pair_logs)
            if all_logs is not None:
                joint[rows] /= self._divisors(piece, pair_logs, all_logs, log_totals_left[rows])
        everyone = np.arange(len(joint))
        for others, sums in self._others:
            joint[everyone, others] = self._lengths * log_totals_left[everyone, others] - sums(alpha)
        own = self._lengths * log_totals_kept[self._label_numbers] - self._own_logs(alpha)
        if all_logs is not None:
            own /= norm_divisors(self._entries.n_tokens * log_totals_kept - all_logs.sum(axis=0))[self._label_numbers]
        joint[everyone, self._label_numbers] = own
        return joint

    def _few_others(self, entries: CountMatrix) -> list[tuple[IntArray, TableLogs]]:
        """With few labels, each other label of every document in turn, and its logarithms."""
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
            return TableLogs(self._entries, values, own_places(self._entries, self._label_numbers, places, 0))
        cells = label_cells(self._entries, self._label_numbers, self._tally.n_labels)
        return EntryLogs(self._entries, values, self._rest.reshape(-1)[cells])

    def _logs(self) -> Iterator[SmoothedLogs]:
        """Logarithms of each piece; kept when there is a single one."""
        if len(self._pieces) > 1:
            yield from map(self._pair_logs, self._pieces)
            return
        if not self._kept_logs:
            self._kept_logs = [self._pair_logs(piece) for piece in self._pieces]
        yield from self._kept_logs

    def _pair_logs(self, piece: _Piece) -> SmoothedLogs:
        places = self._all_logs.places
        if places is None or not piece.is_whole:
            return SmoothedLogs(self._pairs_left(piece))
        pair_places = places[piece.tokens]
        pair_places -= (piece.amounts // UNIT)[:, None]
        return SmoothedLogs.of_places(np.maximum(pair_places, 0, out=pair_places))

    def _pairs_left(self, piece: _Piece) -> npt.NDArray[Any]:
        """(n_pairs, n_labels): the complement's occurrences without the pair's; a document's own label is unused."""
        rest: npt.NDArray[Any] = (self._rest[piece.tokens] - piece.amounts[:, None]).clip(min=0)
        if self._rest_presences is None:
            return rest
        others = self._rest_presences[piece.tokens] - piece.weights[:, None]
        return np.where(others > 0, rest, 0.0)

    def _divisors(
        self, piece: _Piece, pair_logs: FloatArray, all_logs: FloatArray, log_totals_left: FloatArray
    ) -> FloatArray:
        """What norm divides by: the sum of all weights without the document."""
        ones = CountMatrix(
            piece.entries.starts, piece.entries.tokens, np.ones(len(piece.entries.tokens)), piece.entries.n_tokens
        )
        changes = product(ones, all_logs[piece.tokens] - pair_logs)
        return norm_divisors(self._entries.n_tokens * log_totals_left - (all_logs.sum(axis=0) - changes))

    def _checked(self, totals: npt.NDArray[Any]) -> npt.NDArray[Any]:
        others = np.arange(self._tally.n_labels)[None, :] != self._label_numbers[:, None]
        if totals.dtype.kind != "f" and (totals[others] < 0).any():
            raise EngineError(NEVER_LEARNT)
        clipped: npt.NDArray[Any] = totals.clip(min=0)
        return clipped


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """Some documents over their distinct pairs of token and weighted count."""

    documents: slice
    entries: CountMatrix
    """The documents' counts with pairs in the place of tokens."""
    tokens: npt.NDArray[Any]
    """(n_pairs,)"""
    amounts: npt.NDArray[Any]
    """(n_pairs,): what the document takes away from the token's occurrences, in units."""
    weights: npt.NDArray[Any]
    """(n_pairs,): the weight of the pair's documents; told apart for real-valued counts only."""
    is_whole: bool
    """Whether amounts are whole, as they are without weights."""


def _complement_presences(tally: Tally) -> IntArray:
    presences = tally.presences.T
    rest: IntArray = presences.sum(axis=1, keepdims=True) - presences
    return rest


def _pieces(entries: CountMatrix, units: IntArray | None, n_labels: int) -> Iterator[_Piece]:
    if units is None and entries.values.dtype.kind != "f":
        numbers, tokens, amounts = _whole_pairs(entries)
        counts = CountMatrix(entries.starts, numbers, entries.values.astype(np.float64), len(tokens))
        yield _Piece(slice(0, entries.n_documents), counts, tokens, amounts, amounts, is_whole=True)
        return
    weights = np.broadcast_to(np.asarray(entry_units(entries, units)), entries.values.shape)
    for documents in runs(entries, max(LARGEST_PIECE // n_labels, 1) if n_labels else 1):
        start, stop = entries.starts[documents.start], entries.starts[documents.stop]
        numbers = np.arange(stop - start, dtype=np.int32)
        starts = entries.starts[documents.start : documents.stop + 1] - start
        counts = CountMatrix(starts, numbers, entries.values[start:stop], len(numbers))
        amounts = entries.values[start:stop] * weights[start:stop]
        yield _Piece(documents, counts, entries.tokens[start:stop], amounts, weights[start:stop], is_whole=False)


def _whole_pairs(entries: CountMatrix) -> tuple[npt.NDArray[np.int32], npt.NDArray[Any], IntArray]:
    """Number the distinct pairs: each entry's pair, and the token and amount of each pair."""
    is_used = np.zeros(entries.n_tokens * FEW_COUNTS, dtype=bool)
    for span in spans(len(entries.tokens)):
        is_used[_few_keys(entries, span)] = True
    few = np.flatnonzero(is_used)
    places = np.cumsum(is_used, dtype=np.int32) - 1
    numbers = np.empty(len(entries.tokens), dtype=np.int32)
    for span in spans(len(entries.tokens)):
        numbers[span] = places[_few_keys(entries, span)]
    large = np.flatnonzero(entries.values > FEW_COUNTS)
    keys = entries.tokens[large] + entries.n_tokens * (entries.values[large].astype(np.int64) - 1)
    many, many_places = np.unique(keys, return_inverse=True)
    numbers[large] = len(few) + many_places
    pairs = np.concatenate((few, many))
    return numbers, pairs % max(entries.n_tokens, 1), (pairs // max(entries.n_tokens, 1) + 1) * UNIT


def _few_keys(entries: CountMatrix, span: slice) -> IntArray:
    """The pair of each entry, counts beyond the table's taken as its last."""
    keys: IntArray = np.minimum(entries.values[span], FEW_COUNTS).astype(np.int64)
    keys -= 1
    keys *= entries.n_tokens
    keys += entries.tokens[span]
    return keys
