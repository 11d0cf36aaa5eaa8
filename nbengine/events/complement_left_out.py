"""Complement without one document after another, and its weights over a tally most of whose cells are empty.

A document sits in the complement of every label but its own, so without it all the others change. Only the distinct
pairs of token and weighted count need logarithms: whole counts have few, and one matrix of pairs is multiplied like a
vocabulary. Real-valued counts have as many pairs as entries and go in pieces.

Over an almost empty tally a token's occurrences outside a label are its sum over all labels, but for the labels that
have it; so these alone need logarithms of their own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import RUN, UNIT, CountMatrix, FloatArray, IntArray, label_cells, runs, spans
from nbengine.arrays.logspace import (
    NEARLY_ALL,
    SOME,
    LogsLeft,
    SmoothedLogs,
    log_of,
    log_ratio,
    log_share,
    product,
    split_by_size,
)
from nbengine.errors import EngineError
from nbengine.events.leave_one_out_entries import (
    NEVER_LEARNT,
    EntryLogs,
    Piece,
    entry_units,
    learnt_entries,
    left,
    pieces_of,
    row_sums,
)
from nbengine.events.multinomial import log_totals, total_smoothing
from nbengine.events.settings import Smoothing, smoothing_per_token
from nbengine.events.sparse_weights import CellNumbers, SparseWeights, cell_numbers, cells_of
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.count_table import without_dust
from nbengine.learnt.tally import Tally


def complement_totals(tally: Tally) -> npt.NDArray[Any]:
    """(n_labels,): all occurrences outside each label, in units."""
    own = tally.totals
    return np.asarray((own.sum() - own).clip(min=0))


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
    log_shares = _log_outside(tally, alpha, totals)
    scale = 1 / norm_divisors(log_shares.sums()) if norm else np.full(tally.n_labels, -1.0)
    return replace(log_shares, scale=scale, near_one=_near_one(tally, alpha, totals))


def _log_outside(tally: Tally, alpha: FloatArray, less: FloatArray) -> SparseWeights:
    """The logarithm of what is outside each label, less a number of the label."""
    cells, filled = cells_of(tally)
    (sums, presences), tokens = tally.token_sums, cells.tokens
    rest = without_dust(sums[tokens] - filled.occurrences, presences[tokens] - filled.presences)
    own, starts = _per_token(alpha, tokens), _per_token(alpha, np.arange(tally.n_tokens)) + sums / UNIT
    beyond = log_ratio(rest / UNIT + own, starts[tokens], (rest - sums[tokens]) / UNIT)
    has_infinities = bool((alpha == 0).any())
    bias = np.zeros(tally.n_labels)
    return SparseWeights(-less, cells.with_numbers(beyond), bias, has_infinities, by_token=log_of(starts))


def _near_one(tally: Tally, alpha: FloatArray, totals: FloatArray) -> CellNumbers | None:
    """The logarithms of shares of a token that is nearly all of what is outside a label.

    What a token has in all is no less than what it has outside a label, so few pairs of the two need a look: but for
    one token of each label they are filled.
    """
    (sums, all_presences), least = tally.token_sums, np.exp(totals + NEARLY_ALL)
    starts = _per_token(alpha, np.arange(tally.n_tokens)) + sums / UNIT
    common = np.flatnonzero(starts > least.min(initial=np.inf))
    common = common[np.argsort(-starts[common], kind="stable")]
    n_pairs = np.searchsorted(-starts[common], -least)
    labels = np.repeat(np.arange(tally.n_labels), n_pairs)
    tokens = common[np.arange(len(labels)) - np.repeat(np.cumsum(n_pairs) - n_pairs, n_pairs)]
    occurrences, presences = tally.at(tokens * tally.n_labels + labels)
    own = _per_token(alpha, tokens)
    rest = without_dust(sums[tokens] - occurrences, all_presences[tokens] - presences)
    is_near = rest / UNIT + own > least[labels]
    tokens, labels, rest = tokens[is_near], labels[is_near], rest[is_near]
    added, outside = total_smoothing(alpha, tally.n_tokens), complement_totals(tally)
    logs = log_share(rest, outside[labels], own[is_near], added)
    return cell_numbers(tokens, labels, logs, (tally.n_tokens, tally.n_labels)) if len(tokens) else None


class SparseComplementLeftOut:
    """Evidence of each document without itself, for any smoothing."""

    def __init__(
        self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None, *, norm: bool
    ) -> None:
        self._tally, self._label_numbers, self._norm = tally, label_numbers, norm
        entries = learnt_entries(tally, counts)
        self._taken = row_sums(entries, entries.values * np.asarray(entry_units(entries, units)))
        usual, large = split_by_size(entries, SOME)
        self._usual = _Learnt.of(tally, usual, label_numbers, units)
        self._large = None if large is None else _Learnt.of(tally, large, label_numbers, units)
        self._cells, self._filled = cells_of(tally)
        self._sums, self._presences = tally.token_sums
        self._totals = complement_totals(tally)

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """(n_documents, n_labels)"""
        alpha = smoothing_per_token(smoothing, self._tally.n_tokens)
        check_norm(alpha, norm=self._norm)
        joint = np.zeros((len(self._label_numbers), self._tally.n_labels))
        if self._tally.n_labels < 2:
            return joint
        all_logs = None
        if self._norm:
            all_logs = _log_outside(self._tally, alpha, np.zeros(self._tally.n_labels)).sums()
        for documents in runs(self._usual.counts):
            joint[documents] = self._part(documents, alpha, all_logs)
        return joint

    def _part(self, documents: slice, alpha: FloatArray, all_logs: FloatArray | None) -> FloatArray:
        """Judge some documents; in the complement of their own label they never were, so it keeps all."""
        mine, own = self._usual.part(documents), self._label_numbers[documents]
        part, everyone = mine.counts, np.arange(len(own))
        lengths, added = row_sums(part, part.values), total_smoothing(alpha, part.n_tokens)
        units_left = (self._totals - self._taken[documents, None]).clip(min=0)
        units_left[everyone, own] = self._totals[own]
        totals = log_totals(units_left / UNIT + added)
        left_logs = self._outside(mine, alpha, taken=1)
        joint = lengths[:, None] * totals - left_logs.summed(part, part.values)
        own_logs = row_sums(part, part.values * self._own_logs(mine, alpha))
        joint[everyone, own] = lengths * totals[everyone, own] - own_logs
        large = None if self._large is None else self._large.part(documents)
        if large is not None:
            self._add_large(joint, large, units_left, own, alpha)
        if all_logs is not None:
            ones = np.ones(len(part.tokens))
            changes = self._outside(mine, alpha, taken=0).summed(part, ones) - left_logs.summed(part, ones)
            if large is not None:
                every_one = np.ones(len(large.counts.tokens))
                now, then = (self._outside(large, alpha, taken=taken) for taken in (0, 1))
                changes += now.summed(large.counts, every_one) - then.summed(large.counts, every_one)
            changes[everyone, own] = 0.0
            joint /= norm_divisors(part.n_tokens * totals - (all_logs - changes))
        return joint

    def _add_large(
        self, joint: FloatArray, large: _Learnt, units_left: npt.NDArray[Any], own: IntArray, alpha: FloatArray
    ) -> None:
        """Add the logarithms of shares of words that a document has very often."""
        rows, added = large.counts.rows, total_smoothing(alpha, large.counts.n_tokens)
        for part in spans(len(rows), max(RUN // self._tally.n_labels, 1)):
            tokens, of_row = large.counts.tokens[part], rows[part]
            is_own = np.arange(self._tally.n_labels) == own[of_row, None]
            occurrences, presences = self._tally.rows(tokens)
            rest = self._sums[tokens, None] - occurrences - np.where(is_own, 0, large.amounts[part, None])
            others = self._presences[tokens, None] - presences - np.where(is_own, 0, large.weights[part, None])
            own_alpha = _per_token(alpha, tokens)[:, None]
            logs = log_share(without_dust(rest, others), units_left[of_row], own_alpha, added)
            np.add.at(joint, of_row, -large.counts.values[part, None] * logs)

    def _outside(self, learnt: _Learnt, alpha: FloatArray, *, taken: int) -> _OutsideLogs:
        """The logarithm of what each label's complement has of the documents' tokens, with or without the documents."""
        tokens = learnt.counts.tokens
        sums, presences = self._sums[tokens] - taken * learnt.amounts, self._presences[tokens] - taken * learnt.weights
        sums, own = without_dust(sums, presences), _per_token(alpha, tokens)
        places, rows = self._cells.of_tokens(tokens)
        others = presences[rows] - self._filled.presences[places]
        rest = without_dust((sums[rows] - self._filled.occurrences[places]).clip(min=0), others)
        starts = sums / UNIT + own
        beyond = log_ratio(rest / UNIT + own[rows], starts[rows], (rest - sums[rows]) / UNIT)
        return _OutsideLogs(log_of(starts), rows, self._cells.labels[places], beyond, self._tally.n_labels)

    def _own_logs(self, learnt: _Learnt, alpha: FloatArray) -> FloatArray:
        """(n_entries,): the logarithm of what is outside each document's own label."""
        tokens = learnt.counts.tokens
        rest = without_dust(self._sums[tokens] - learnt.occurrences, self._presences[tokens] - learnt.presences)
        return log_of(rest / UNIT + _per_token(alpha, tokens))


@dataclass(frozen=True, slots=True, eq=False)
class _Learnt:
    """Entries of learnt documents: what each put into the tally, and what its label has there."""

    counts: CountMatrix
    amounts: npt.NDArray[Any]
    weights: IntArray
    occurrences: npt.NDArray[Any]
    presences: IntArray

    @classmethod
    def of(cls, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None) -> _Learnt:
        weights = np.broadcast_to(np.asarray(entry_units(counts, units)), counts.values.shape)
        amounts = counts.values * weights
        occurrences, presences = tally.at(label_cells(counts, label_numbers, tally.n_labels))
        left(occurrences, amounts)
        return cls(counts, amounts, weights, occurrences, presences)

    def part(self, documents: slice) -> _Learnt:
        own = slice(self.counts.starts[documents.start], self.counts.starts[documents.stop])
        others = (self.amounts[own], self.weights[own], self.occurrences[own], self.presences[own])
        return _Learnt(self.counts[documents], *others)


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
        totals_left = self._totals[None, :] - (lengths * own_weights)[:, None]
        others = np.arange(tally.n_labels)[None, :] != label_numbers[:, None]
        if totals_left.dtype.kind != "f" and (totals_left[others] < 0).any():
            raise EngineError(NEVER_LEARNT)
        self._totals_left = totals_left.clip(min=0)
        entries, self._large = split_by_size(entries)
        self._entries, self._lengths = entries, row_sums(entries, entries.values)
        if self._large is not None:
            self._large_rest = self._rest_of(self._large, own_weights)
        own_cells = label_cells(entries, label_numbers, tally.n_labels)
        self._own_logs = EntryLogs(entries, self._rest.reshape(-1)[own_cells])
        self._pieces = list(pieces_of(entries, units, tally.n_labels))
        self._kept_logs = [self._pair_logs(piece) for piece in self._pieces] if len(self._pieces) == 1 else []

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
        for piece, logs in zip(self._pieces, self._kept_logs or map(self._pair_logs, self._pieces), strict=True):
            pair_logs = logs(alpha[piece.tokens] if alpha.ndim else alpha)
            rows = piece.documents
            joint[rows] = self._lengths[rows, None] * log_totals_left[rows] - product(piece.entries, pair_logs)
            if large is not None:
                joint[rows] -= large[rows]
            if all_logs is not None:
                joint[rows] /= self._divisors(piece, pair_logs, all_logs, log_totals_left[rows], alpha)
        everyone = np.arange(len(joint))
        own = self._lengths * log_totals_kept[self._label_numbers] - self._own_logs.sums(alpha)
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

    def _pair_logs(self, piece: Piece) -> LogsLeft | SmoothedLogs:
        """The complement's occurrences without the pair's, (n_pairs, n_labels); a document's own label is unused."""
        places = self._all_logs.places
        if places is not None and piece.is_whole:
            return LogsLeft(places, self._all_logs.n_places, piece.tokens, piece.amounts // UNIT)
        rest: npt.NDArray[Any] = (self._rest[piece.tokens] - piece.amounts[:, None]).clip(min=0)
        if self._rest_presences is not None:
            others = self._rest_presences[piece.tokens] - piece.weights[:, None]
            rest = np.where(others > 0, rest, 0.0)
        return SmoothedLogs(rest)

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


def _complement_presences(tally: Tally) -> IntArray:
    presences = tally.presences.T
    return np.asarray(presences.sum(axis=1, keepdims=True) - presences)


def complement_occurrences(tally: Tally) -> npt.NDArray[Any]:
    """(n_tokens, n_labels): how often each token was seen outside each label, in units."""
    occurrences = tally.occurrences.T
    if tally.n_labels == 2:
        return occurrences[:, ::-1]
    rest: npt.NDArray[Any] = np.einsum("ij->i", occurrences)[:, None] - occurrences
    return without_dust(rest, _complement_presences(tally)) if tally.is_real else rest
