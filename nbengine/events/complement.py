"""Complement naive Bayes: a label scores high if the document does not fit all other labels together.

It suits labels of very different size. The *complement* of a label is all other labels together. The module has the
event model (`ComplementModel`), its weights (`complement_weights`), leave-one-out for dense and for sparse tallies, and
the sums for scoring by a document's own words (`ComplementSums`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    CHUNK_LENGTH,
    UNIT,
    CountMatrix,
    FloatArray,
    IntArray,
    cell_of_each_entry,
    split_into_chunks,
    split_into_slices,
)
from nbengine.errors import EngineError
from nbengine.events.event_model import (
    EventSettings,
    JudgedDocument,
    LeaveOneOutEvidence,
    Prior,
    Smoothing,
    TextModel,
    TrainingDocuments,
    WordsOnlyInOneDocument,
    WordSums,
    require_single_smoothing,
    smoothing_per_token,
)
from nbengine.events.leave_one_out import (
    NEVER_LEARNT,
    DocumentsByPairs,
    EntryLogarithms,
    LabelSums,
    NonZeroCells,
    WordCounts,
    group_by_pairs,
    select_learnt_entries,
    subtract_own_counts,
    sum_entries_by_document,
    weight_units_of_entries,
)
from nbengine.events.multinomial import influence_on_shares, log_totals, total_smoothing
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import TextWeights, WordWeights
from nbengine.events.sparse_weights import CellValues, SparseWeights, build_cell_values, find_filled_cells
from nbengine.explanations.exact_fractions import (
    ComplementCalculation,
    SmoothedShare,
    Step,
    WordGroup,
    fraction_as_written,
    group_equal_units,
    smoothing_of,
    units_to_documents,
)
from nbengine.learnt.number_tally import LongFloats, to_long_floats
from nbengine.learnt.statistics import Statistics, require_part
from nbengine.learnt.tally import Tally, clear_rounding_errors
from nbengine.logspace import (
    LARGE_COUNT_OF_SUM,
    LOG_SHARE_NEAR_ONE,
    ReducedLogs,
    SmoothedLogs,
    log_of,
    log_ratio,
    log_share,
    recompute_near_one,
    split_by_count,
    weighted_sums,
)


def complement_totals(tally: Tally) -> npt.NDArray[Any]:
    """Return the number of occurrences outside each label, in units of 2⁻²⁰; shape (n_labels,)."""
    totals = tally.totals
    return np.asarray((totals.sum() - totals).clip(min=0))


def norm_divisors(sums: FloatArray) -> FloatArray:
    """Return the divisors for the option `norm`: the sums of weights, or 1 for a sum that is only a rounding error.

    With two or more tokens, a sum is at least log 4 in absolute value. So a sum below 1 comes from a single token,
    whose weight is 0 apart from rounding. Dividing by it would magnify the rounding error.
    """
    return np.where(np.abs(sums) < 1.0, 1.0, sums)


def check_norm(alpha: FloatArray, *, norm: bool) -> None:
    """Raise EngineError for `norm` without smoothing: infinite weights cannot be divided by their sum."""
    if norm and (alpha == 0).any():
        raise EngineError("Complement with norm needs smoothing above 0.")


def sparse_complement_weights(tally: Tally, alpha: FloatArray, totals: FloatArray, *, norm: bool) -> SparseWeights:
    """Return the weights for two or more labels. `totals` are logarithms: of the total count outside each label."""
    log_shares = _log_complement_counts(tally, alpha, totals)
    scale = 1 / norm_divisors(log_shares.sums()) if norm else np.full(tally.n_labels, -1.0)
    return replace(log_shares, scale=scale, weights_near_one=_log_shares_near_one(tally, alpha, totals))


def _log_complement_counts(tally: Tally, alpha: FloatArray, less: FloatArray) -> SparseWeights:
    """Return log(count outside the label + α) - less[label] for each token and label.

    `less`, shape (n_labels,), is subtracted from the logarithms of each label.
    """
    cells, filled = find_filled_cells(tally)
    (sums, presences), tokens = tally.token_sums, cells.tokens
    outside = clear_rounding_errors(sums[tokens] - filled.occurrences, presences[tokens] - filled.presences)
    own_alpha = _smoothing_of_tokens(alpha, tokens)
    starts = _smoothing_of_tokens(alpha, np.arange(tally.n_tokens)) + sums / UNIT
    beyond = log_ratio(outside / UNIT + own_alpha, starts[tokens], (outside - sums[tokens]) / UNIT)
    has_infinities = bool((alpha == 0).any())
    bias = np.zeros(tally.n_labels)
    return SparseWeights(-less, cells.with_values(beyond), bias, has_infinities, token_summands=log_of(starts))


def _log_shares_near_one(tally: Tally, alpha: FloatArray, totals: FloatArray) -> CellValues | None:
    """Return the log shares of tokens that make up nearly all occurrences outside a label; None if there are none.

    A token's total count is at least its count outside a label. So only pairs of a token and a label are checked whose
    token has a large total count.
    """
    (sums, all_presences), least = tally.token_sums, np.exp(totals + LOG_SHARE_NEAR_ONE)
    starts = _smoothing_of_tokens(alpha, np.arange(tally.n_tokens)) + sums / UNIT
    common = np.flatnonzero(starts > least.min(initial=np.inf))
    common = common[np.argsort(-starts[common], kind="stable")]
    n_pairs = np.searchsorted(-starts[common], -least)
    labels = np.repeat(np.arange(tally.n_labels), n_pairs)
    tokens = common[np.arange(len(labels)) - np.repeat(np.cumsum(n_pairs) - n_pairs, n_pairs)]
    occurrences, presences = tally.at(tokens * tally.n_labels + labels)
    own_alpha = _smoothing_of_tokens(alpha, tokens)
    counts_outside = clear_rounding_errors(sums[tokens] - occurrences, all_presences[tokens] - presences)
    is_near = counts_outside / UNIT + own_alpha > least[labels]
    tokens, labels, counts_outside = tokens[is_near], labels[is_near], counts_outside[is_near]
    added, outside = total_smoothing(alpha, tally.n_tokens), complement_totals(tally)
    logs = log_share(counts_outside, outside[labels], own_alpha[is_near], added)
    return build_cell_values(tokens, labels, logs, (tally.n_tokens, tally.n_labels)) if len(tokens) else None


class SparseComplementLeaveOneOut:
    """Leave-one-out log-likelihoods for sparse tallies, for any smoothing.

    A token that never occurred under a label has its total count outside that label. Only filled cells need logarithms
    of their own.
    """

    def __init__(
        self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None, *, norm: bool
    ) -> None:
        self._tally, self._label_numbers, self._norm = tally, label_numbers, norm
        entries = select_learnt_entries(tally, counts)
        self._own_amounts = sum_entries_by_document(
            entries, entries.values * np.asarray(weight_units_of_entries(entries, units))
        )
        usual, large = split_by_count(entries, LARGE_COUNT_OF_SUM)
        self._usual = _TrainingEntries.from_counts(tally, usual, label_numbers, units)
        self._large = None if large is None else _TrainingEntries.from_counts(tally, large, label_numbers, units)
        self._cells, self._filled = find_filled_cells(tally)
        self._sums, self._presences = tally.token_sums
        self._totals = complement_totals(tally)

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """Return the log-likelihoods, (n_documents, n_labels)."""
        alpha = smoothing_per_token(smoothing, self._tally.n_tokens)
        check_norm(alpha, norm=self._norm)
        joint = np.zeros((len(self._label_numbers), self._tally.n_labels))
        if self._tally.n_labels < 2:
            return joint
        all_logs = None
        if self._norm:
            all_logs = _log_complement_counts(self._tally, alpha, np.zeros(self._tally.n_labels)).sums()
        for documents in split_into_chunks(self._usual.counts):
            joint[documents] = self._evidence_of_slice(documents, alpha, all_logs)
        return joint

    def _evidence_of_slice(self, documents: slice, alpha: FloatArray, all_logs: FloatArray | None) -> FloatArray:
        """Return the log-likelihoods of some documents.

        The complement of a document's own label stays unchanged, since it never included the document.
        """
        usual, own_labels = self._usual.select_documents(documents), self._label_numbers[documents]
        part, document_range = usual.counts, np.arange(len(own_labels))
        lengths, added = sum_entries_by_document(part, part.values), total_smoothing(alpha, part.n_tokens)
        units_left = (self._totals - self._own_amounts[documents, None]).clip(min=0)
        units_left[document_range, own_labels] = self._totals[own_labels]
        totals = log_totals(units_left / UNIT + added)
        left_logs = self._complement_logs(usual, alpha, taken=1)
        joint = lengths[:, None] * totals - left_logs.sum_by_document(part, part.values)
        own_logs = sum_entries_by_document(part, part.values * self._complement_logs_of_own_label(usual, alpha))
        joint[document_range, own_labels] = lengths * totals[document_range, own_labels] - own_logs
        large = None if self._large is None else self._large.select_documents(documents)
        if large is not None:
            self._add_large_counts(joint, large, units_left, own_labels, alpha)
        if all_logs is not None:
            ones = np.ones(len(part.tokens))
            full_sums = self._complement_logs(usual, alpha, taken=0).sum_by_document(part, ones)
            changes = full_sums - left_logs.sum_by_document(part, ones)
            if large is not None:
                large_ones = np.ones(len(large.counts.tokens))
                full_logs, reduced_logs = (self._complement_logs(large, alpha, taken=taken) for taken in (0, 1))
                full_sums = full_logs.sum_by_document(large.counts, large_ones)
                changes += full_sums - reduced_logs.sum_by_document(large.counts, large_ones)
            changes[document_range, own_labels] = 0.0
            joint /= norm_divisors(part.n_tokens * totals - (all_logs - changes))
        return joint

    def _add_large_counts(
        self,
        joint: FloatArray,
        large: _TrainingEntries,
        units_left: npt.NDArray[Any],
        own_labels: IntArray,
        alpha: FloatArray,
    ) -> None:
        """Add to `joint` the log shares of words with a high count in the document."""
        rows, added = large.counts.rows, total_smoothing(alpha, large.counts.n_tokens)
        for part in split_into_slices(len(rows), max(CHUNK_LENGTH // self._tally.n_labels, 1)):
            tokens, of_row = large.counts.tokens[part], rows[part]
            is_own = np.arange(self._tally.n_labels) == own_labels[of_row, None]
            occurrences, presences = self._tally.rows(tokens)
            counts_left = self._sums[tokens, None] - occurrences - np.where(is_own, 0, large.amounts[part, None])
            presences_left = self._presences[tokens, None] - presences - np.where(is_own, 0, large.weights[part, None])
            own_alpha = _smoothing_of_tokens(alpha, tokens)[:, None]
            logs = log_share(clear_rounding_errors(counts_left, presences_left), units_left[of_row], own_alpha, added)
            np.add.at(joint, of_row, -large.counts.values[part, None] * logs)

    def _complement_logs(self, learnt: _TrainingEntries, alpha: FloatArray, *, taken: int) -> _ComplementLogs:
        """Return log(count outside the label + α) for each entry and label.

        With taken=1, the entry's document is subtracted from the counts; with taken=0, it is included.
        """
        tokens = learnt.counts.tokens
        sums, presences = self._sums[tokens] - taken * learnt.amounts, self._presences[tokens] - taken * learnt.weights
        sums, own_alpha = clear_rounding_errors(sums, presences), _smoothing_of_tokens(alpha, tokens)
        cell_indices, rows = self._cells.find_cells(tokens)
        presences_outside = presences[rows] - self._filled.presences[cell_indices]
        counts_outside = clear_rounding_errors(
            (sums[rows] - self._filled.occurrences[cell_indices]).clip(min=0), presences_outside
        )
        starts = sums / UNIT + own_alpha
        beyond = log_ratio(counts_outside / UNIT + own_alpha[rows], starts[rows], (counts_outside - sums[rows]) / UNIT)
        return _ComplementLogs(log_of(starts), rows, self._cells.labels[cell_indices], beyond, self._tally.n_labels)

    def _complement_logs_of_own_label(self, learnt: _TrainingEntries, alpha: FloatArray) -> FloatArray:
        """Return log(count outside the document's own label + α) of each entry, shape (n_entries,)."""
        tokens = learnt.counts.tokens
        counts_outside = clear_rounding_errors(
            self._sums[tokens] - learnt.occurrences, self._presences[tokens] - learnt.presences
        )
        return log_of(counts_outside / UNIT + _smoothing_of_tokens(alpha, tokens))


@dataclass(frozen=True, slots=True, eq=False)
class _TrainingEntries:
    """Entries of training documents, with their weighted counts and the counts of their cells in the tally."""

    counts: CountMatrix
    amounts: npt.NDArray[Any]
    weights: IntArray
    occurrences: npt.NDArray[Any]
    presences: IntArray

    @classmethod
    def from_counts(
        cls, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None
    ) -> _TrainingEntries:
        weights = np.broadcast_to(np.asarray(weight_units_of_entries(counts, units)), counts.values.shape)
        amounts = counts.values * weights
        occurrences, presences = tally.at(cell_of_each_entry(counts, label_numbers, tally.n_labels))
        subtract_own_counts(occurrences, amounts)
        return cls(counts, amounts, weights, occurrences, presences)

    def select_documents(self, documents: slice) -> _TrainingEntries:
        entry_slice = slice(self.counts.starts[documents.start], self.counts.starts[documents.stop])
        slices = (
            self.amounts[entry_slice],
            self.weights[entry_slice],
            self.occurrences[entry_slice],
            self.presences[entry_slice],
        )
        return _TrainingEntries(self.counts[documents], *slices)


@dataclass(frozen=True, slots=True, eq=False)
class _ComplementLogs:
    """A logarithm for each entry and label, stored as one number per entry, plus a correction for each filled cell."""

    by_entry: FloatArray
    corrected_entries: IntArray
    corrected_labels: IntArray
    corrections: FloatArray
    n_labels: int

    def sum_by_document(self, counts: CountMatrix, factors: npt.NDArray[Any]) -> FloatArray:
        """Return the sum of factor * logarithm per document, shape (n_documents, n_labels)."""
        cells = counts.rows[self.corrected_entries] * self.n_labels + self.corrected_labels
        n_documents = counts.n_documents
        sums = np.bincount(cells, factors[self.corrected_entries] * self.corrections, n_documents * self.n_labels)
        by_document = np.bincount(counts.rows, factors * self.by_entry, n_documents)
        return np.asarray(sums.reshape(n_documents, self.n_labels) + by_document[:, None], dtype=np.float64)


def _smoothing_of_tokens(alpha: FloatArray, tokens: npt.NDArray[Any]) -> FloatArray:
    return alpha[tokens, 0] if alpha.ndim else np.broadcast_to(alpha, tokens.shape)


class ComplementLeaveOneOut:
    """Leave-one-out log-likelihoods of each document, for any smoothing.

    A document is part of the complement of every label except its own, so leaving it out changes all other labels. A
    logarithm depends only on the token and the weighted count that is subtracted. Whole counts have few distinct pairs
    of these two: each pair becomes a column, and all documents are scored by one matrix product. Real-valued counts
    have as many pairs as entries, and are processed in pieces.
    """

    def __init__(
        self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None, *, norm: bool
    ) -> None:
        entries = select_learnt_entries(tally, counts)
        self._tally, self._label_numbers, self._norm = tally, label_numbers, norm
        self._outside = complement_occurrences(tally)
        self._all_logs = SmoothedLogs(self._outside)
        self._totals = complement_totals(tally)
        self._outside_presences = _complement_presences(tally) if tally.is_real else None
        own_weights = np.full(len(label_numbers), UNIT) if units is None else units
        lengths = sum_entries_by_document(entries, entries.values)
        totals_without_document = self._totals[None, :] - (lengths * own_weights)[:, None]
        is_other = np.arange(tally.n_labels)[None, :] != label_numbers[:, None]
        if totals_without_document.dtype.kind != "f" and (totals_without_document[is_other] < 0).any():
            raise EngineError(NEVER_LEARNT)
        self._totals_left = totals_without_document.clip(min=0)
        entries, self._large = split_by_count(entries)
        self._entries, self._lengths = entries, sum_entries_by_document(entries, entries.values)
        if self._large is not None:
            self._large_counts_left = self._subtract_documents_from_counts(self._large, own_weights)
        own_cells = cell_of_each_entry(entries, label_numbers, tally.n_labels)
        self._own_logs = EntryLogarithms(entries, self._outside.reshape(-1)[own_cells])
        self._pieces = list(group_by_pairs(entries, units, tally.n_labels))
        self._cached_logs = (
            [self._log_counts_of_pairs(piece) for piece in self._pieces] if len(self._pieces) == 1 else []
        )

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """Return the log-likelihoods, (n_documents, n_labels)."""
        alpha = smoothing_per_token(smoothing, self._entries.n_tokens)
        check_norm(alpha, norm=self._norm)
        if self._tally.n_labels < 2:
            return np.zeros((len(self._label_numbers), self._tally.n_labels))
        joint = np.empty((len(self._label_numbers), self._tally.n_labels))
        added = total_smoothing(alpha, self._entries.n_tokens)
        log_totals_left = log_totals(self._totals_left / UNIT + added)
        log_totals_all = log_totals(self._totals / UNIT + added)
        all_logs = self._all_logs(alpha) if self._norm else None
        large = None if self._large is None else self._evidence_of_large_counts(self._large, alpha, added)
        for piece, logs in zip(
            self._pieces, self._cached_logs or map(self._log_counts_of_pairs, self._pieces), strict=True
        ):
            pair_logs = logs(alpha[piece.tokens] if alpha.ndim else alpha)
            rows = piece.documents
            joint[rows] = self._lengths[rows, None] * log_totals_left[rows] - weighted_sums(piece.entries, pair_logs)
            if large is not None:
                joint[rows] -= large[rows]
            if all_logs is not None:
                joint[rows] /= self._norm_divisors(piece, pair_logs, all_logs, log_totals_left[rows], alpha)
        document_range = np.arange(len(joint))
        own_evidence = self._lengths * log_totals_all[self._label_numbers] - self._own_logs.sums(alpha)
        if large is not None:
            own_evidence -= large[document_range, self._label_numbers]
        if all_logs is not None:
            own_evidence /= norm_divisors(self._entries.n_tokens * log_totals_all - all_logs.sum(axis=0))[
                self._label_numbers
            ]
        joint[document_range, self._label_numbers] = own_evidence
        return joint

    def _subtract_documents_from_counts(self, large: CountMatrix, units: IntArray) -> npt.NDArray[Any]:
        """Return the counts outside each label without the document, shape (n_large, n_labels).

        Counts outside the document's own label do not change.
        """
        weights, own_labels = units[large.rows], self._label_numbers[large.rows]
        entry_range, outside = np.arange(len(own_labels)), self._outside[large.tokens]
        counts_left = (outside - (large.values * weights)[:, None]).clip(min=0)
        if self._outside_presences is not None:
            counts_left = np.where(self._outside_presences[large.tokens] > weights[:, None], counts_left, 0.0)
        counts_left[entry_range, own_labels] = outside[entry_range, own_labels]
        return counts_left

    def _evidence_of_large_counts(self, large: CountMatrix, alpha: FloatArray, added: float) -> FloatArray:
        """Return the summed log shares of words with a high count in the document, (n_documents, n_labels)."""
        own_labels, rows = self._label_numbers[large.rows], large.rows
        totals = self._totals_left[rows]
        totals[np.arange(len(own_labels)), own_labels] = self._totals[own_labels]
        logs = log_share(self._large_counts_left, totals, alpha[large.tokens] if alpha.ndim else alpha, added)
        sums = np.zeros((large.n_documents, self._tally.n_labels))
        np.add.at(sums, rows, large.values[:, None] * logs)
        return sums

    def _log_counts_of_pairs(self, piece: DocumentsByPairs) -> ReducedLogs | SmoothedLogs:
        """Return log(count outside the label + α) without the pair's document, shape (n_pairs, n_labels).

        The caller must not use the column of the document's own label, whose counts never included the document.
        """
        table_indices = self._all_logs.table_indices
        if table_indices is not None and piece.is_whole:
            return ReducedLogs(table_indices, self._all_logs.table_length, piece.tokens, piece.amounts // UNIT)
        counts_left: npt.NDArray[Any] = (self._outside[piece.tokens] - piece.amounts[:, None]).clip(min=0)
        if self._outside_presences is not None:
            presences_left = self._outside_presences[piece.tokens] - piece.weights[:, None]
            counts_left = np.where(presences_left > 0, counts_left, 0.0)
        return SmoothedLogs(counts_left)

    def _norm_divisors(
        self,
        piece: DocumentsByPairs,
        pair_logs: FloatArray,
        all_logs: FloatArray,
        log_totals_left: FloatArray,
        alpha: FloatArray,
    ) -> FloatArray:
        """Return the divisor of each label for the option `norm`, after each document was left out: the sum of all
        weights.
        """
        ones = CountMatrix(
            piece.entries.starts, piece.entries.tokens, np.ones(len(piece.entries.tokens)), piece.entries.n_tokens
        )
        changes = weighted_sums(ones, all_logs[piece.tokens] - pair_logs)
        if self._large is not None:
            large = self._large[piece.documents]
            own_alpha = alpha[large.tokens] if alpha.ndim else alpha
            large_slice = slice(self._large.starts[piece.documents.start], self._large.starts[piece.documents.stop])
            np.add.at(
                changes,
                large.rows,
                all_logs[large.tokens] - log_of(self._large_counts_left[large_slice] / UNIT + own_alpha),
            )
        return norm_divisors(self._entries.n_tokens * log_totals_left - (all_logs.sum(axis=0) - changes))


def _complement_presences(tally: Tally) -> IntArray:
    presences = tally.presences.T
    return np.asarray(presences.sum(axis=1, keepdims=True) - presences)


def complement_occurrences(tally: Tally) -> npt.NDArray[Any]:
    """Return how often each token occurs outside each label, in units of 2⁻²⁰; shape (n_tokens, n_labels)."""
    occurrences = tally.occurrences.T
    if tally.n_labels == 2:
        return occurrences[:, ::-1]
    outside: npt.NDArray[Any] = np.einsum("ij->i", occurrences)[:, None] - occurrences
    return clear_rounding_errors(outside, _complement_presences(tally)) if tally.is_real else outside


class ComplementModel(TextModel):
    """Event model in which each occurrence of a word counts by how rare the word is outside the label."""

    name = "complement"
    title = "Complement"
    are_weights_shares = False
    has_norm_option = True
    automatic_weightings, automatic_mail_weightings = ("binary", "tfidf"), ("binary",)

    def has_prior(self, n_labels: int, settings: EventSettings) -> bool:
        """Return whether the prior is part of the score: if the settings request it, or if there is a single label."""
        return settings.with_prior or n_labels < 2

    def text_weights(self, tally: Tally, settings: EventSettings) -> WordWeights:
        return complement_weights(tally, settings.smoothing, norm=settings.norm)

    def text_leave_one_out(
        self, tally: Tally, training: TrainingDocuments, settings: EventSettings
    ) -> LeaveOneOutEvidence:
        kind = SparseComplementLeaveOneOut if tally.is_sparse else ComplementLeaveOneOut
        return kind(tally, training.text, training.label_numbers, training.weight_units, norm=settings.norm)

    def gain_from_removed_words(
        self, tally: Tally, words: WordsOnlyInOneDocument, settings: EventSettings
    ) -> FloatArray | None:
        alpha = require_single_smoothing(settings.smoothing)
        if alpha == 0 or settings.norm:
            return None
        left = words.totals_without_document(tally.totals / UNIT, words.occurrences)
        outside = left.sum(axis=1, keepdims=True) - left
        return -words.score_gain(outside, alpha, tally.n_tokens)

    def compute_word_sums(self, tally: Tally, settings: EventSettings) -> WordSums:
        divisors = np.ones(tally.n_labels)
        if settings.norm:
            divisors = norm_divisors(complement_weights(tally, settings.smoothing).sums())
        return WordSums(tally.totals, divisors)

    def column_derivation_steps(self, judged: JudgedDocument, label: int) -> Iterator[Step]:
        """Yield the steps of the words. Yield none if there is a single label, which has no complement."""
        if len(judged.statistics.labels) > 1:
            yield from super().column_derivation_steps(judged, label)

    def explain_word(
        self, tally: Tally, token: int, label: int, settings: EventSettings, sums: WordSums
    ) -> ComplementCalculation:
        divisor = float(sums.divisors[label])
        return complement_fraction(tally, token, label, settings.smoothing, divisor=divisor, totals=sums.totals)

    def group_words_of_divisor(self, judged: JudgedDocument, label: int) -> tuple[WordGroup, ...]:
        """Return all words, grouped by their count under the other labels.

        Without the option `norm`, return an empty tuple.
        """
        tally, sums = require_part(judged.statistics.text, "text"), judged.word_sums
        if not judged.settings.norm or tally.n_labels < 2:
            return ()
        alpha = fraction_as_written(require_single_smoothing(judged.settings.smoothing))
        counts, total = _counts_outside_label(tally, label), np.delete(sums.totals, label).sum()
        below = units_to_documents(total), alpha * tally.n_tokens, tally.n_tokens
        workings = [
            (SmoothedShare(units_to_documents(count), alpha, *below), times)
            for count, times in group_equal_units(counts)
        ]
        return tuple(WordGroup(working, times, -working.log) for working, times in workings)

    def text_influence(
        self, document: CountMatrix, training: TrainingDocuments, tally: Tally, settings: EventSettings, label: int
    ) -> FloatArray:
        """Return how much each training document adds to the score of `label` for `document`, shape (n_training,).

        The documents of the other labels form the complement; those of `label` itself have no influence.
        """
        members = np.flatnonzero(training.label_numbers != label)
        outside = _counts_outside_label(tally, label)
        gain, fit_log, total_log = influence_on_shares(document, training, members, outside, settings)
        if not settings.norm:
            return -gain
        alpha = smoothing_per_token(settings.smoothing, tally.n_tokens).reshape(-1)
        divisor = tally.n_tokens * total_log - float(log_of(outside / UNIT + alpha).sum())
        ones, tokens = np.ones(tally.n_tokens, np.int64), np.arange(tally.n_tokens, dtype=np.int32)
        each_once = CountMatrix(np.array([0, tally.n_tokens]), tokens, ones, tally.n_tokens)
        divisor_gain = -influence_on_shares(each_once, training, members, outside, settings)[0]
        return -(fit_log / divisor - (fit_log - gain) / (divisor - divisor_gain))

    def make_label_sums(self, labels: tuple[str, ...], settings: EventSettings) -> LabelSums:
        alpha = require_single_smoothing(settings.smoothing)
        check_norm(np.asarray(alpha), norm=settings.norm)
        return ComplementSums(labels, alpha, norm=settings.norm)


def complement(
    tally: Tally,
    smoothing: Smoothing = 1.0,
    prior: Prior | None = None,
    *,
    norm: bool = False,
    with_prior: bool = False,
) -> Scorer:
    """Build a scorer in which each occurrence of a token adds its rarity outside the label.

    With a single label only the prior counts. Otherwise the prior counts if `with_prior` is set.

    >>> from nbengine import Tally, TokenCounter, TokenRules, complement
    >>> mails = ["buy cheap watermelon buy", "cheap offer buy now",
    ...          "meeting notes for monday", "lunch on monday", "notes on the offer"]
    >>> counter = TokenCounter(TokenRules())
    >>> tally = Tally(["spam", "ham"])
    >>> tally.learn(counter.count(mails), [0, 0, 1, 1, 1])
    >>> query = counter.count(["buy notes monday"])
    >>> complement(tally).log_joint(query).round(8).tolist()
    [[7.20925807, 7.60090246]]
    """
    settings = EventSettings(ComplementModel.name, smoothing, prior or Prior(), norm, with_prior)
    return ComplementModel().derive(Statistics(tally), settings)


def complement_weights(tally: Tally, smoothing: Smoothing, *, norm: bool = False) -> WordWeights:
    """Return -log θ~ for every token and label, where θ~ is the token's share of all occurrences outside the label.

    Without smoothing, a token that no other label has gets +inf.
    """
    alpha = smoothing_per_token(smoothing, tally.n_tokens)
    check_norm(alpha, norm=norm)
    if tally.n_labels < 2:
        return TextWeights(np.zeros((tally.n_tokens, tally.n_labels)), np.zeros(tally.n_labels), has_infinities=False)
    all_totals, added = complement_totals(tally), total_smoothing(alpha, tally.n_tokens)
    totals = log_totals(all_totals / UNIT + added)
    if tally.is_sparse:
        return sparse_complement_weights(tally, alpha, totals, norm=norm)
    sign = 1.0 if norm else -1.0
    weights = SmoothedLogs(complement_occurrences(tally))(alpha, totals)
    weights *= sign
    recompute_near_one(weights, partial(_counts_outside, tally), all_totals, alpha, added, sign)
    if norm:
        weights /= norm_divisors(weights.sum(axis=0))
    return TextWeights(weights, np.zeros(tally.n_labels), has_infinities=bool((alpha == 0).any()))


def _counts_outside(tally: Tally, tokens: IntArray, labels: IntArray) -> npt.NDArray[Any]:
    """Return the occurrences of each token outside its paired label, in units of 2⁻²⁰; shape (n,)."""
    rows = tally.rows(tokens)[0]
    outside: npt.NDArray[Any] = rows.sum(axis=1) - rows[np.arange(len(rows)), labels]
    return outside.clip(min=0)


def _counts_outside_label(tally: Tally, label: int) -> npt.NDArray[Any]:
    """Return the occurrences of each token outside one label, in units of 2⁻²⁰; shape (n_tokens,)."""
    outside: npt.NDArray[Any] = tally.token_sums[0] - tally.of_label(label)[0]
    return outside.clip(min=0) if tally.is_real else outside


def complement_fraction(
    tally: Tally,
    token: int,
    label: int,
    smoothing: Smoothing = 1.0,
    *,
    divisor: float = 1.0,
    totals: IntArray | None = None,
) -> ComplementCalculation:
    """Return the word's share of all words under the other labels, with the complement weight computed from it."""
    n_tokens, occurrences = tally.n_tokens, tally.rows(np.array([token]))[0][0]
    alpha, total_smoothing = smoothing_of(smoothing, token, n_tokens)
    all_totals = tally.totals if totals is None else totals
    count, total = np.delete(occurrences, label).sum(), np.delete(all_totals, label).sum()
    share = SmoothedShare(units_to_documents(count), alpha, units_to_documents(total), total_smoothing, n_tokens)
    return ComplementCalculation(share, divisor)


class ComplementSums(LabelSums):
    """Sums over the vocabulary for the complement model.

    With the option `norm`, they include Σ log(count outside the label + α) over all words, which the divisor needs.
    """

    def __init__(self, labels: tuple[str, ...], smoothing: float, *, norm: bool) -> None:
        super().__init__(labels)
        self._alpha = smoothing
        self._complement_log_sums: LongFloats | None = to_long_floats(np.zeros(len(labels))) if norm else None

    def weights(self, words: WordCounts) -> TextWeights:
        n_labels, alpha = len(self.labels), self._alpha
        if n_labels < 2:
            return TextWeights(np.zeros((len(words.is_known), n_labels)), np.zeros(n_labels), has_infinities=False)
        all_totals, added = (self.totals.sum() - self.totals).clip(min=0), alpha * self.n_tokens
        totals = log_totals(all_totals / UNIT + added)
        weights = self._log_complement_counts(words).T - totals
        outside = self._counts_outside_labels(words)
        recompute_near_one(
            weights, lambda tokens, labels: outside[labels, tokens], all_totals, np.asarray(alpha), added
        )
        if self._complement_log_sums is None:
            np.negative(weights, out=weights)
        else:
            rest_logs = self._complement_log_sums.high + self._complement_log_sums.low
            weights /= norm_divisors(rest_logs - self.n_tokens * totals)
        return TextWeights(weights, np.zeros(n_labels), has_infinities=alpha == 0)

    def add_counts(self, words: NonZeroCells) -> None:
        """Add a whole vocabulary to empty sums.

        A word's count outside a label equals its total count, unless the label has the word. So only filled cells need
        a logarithm of their own.
        """
        super().add_counts(words)
        if self._complement_log_sums is None:
            return
        sums, presences = words.sum_by_token(words.counts), words.sum_by_token(words.cells.presences)
        presences_outside = presences[words.tokens] - words.cells.presences
        counts_outside = clear_rounding_errors(sums[words.tokens] - words.counts, presences_outside)
        growth = log_of(counts_outside / UNIT + self._alpha) - log_of(sums[words.tokens] / UNIT + self._alpha)
        # Rows of removed words were counted with log α in `sums`; the difference (0 or negative) takes them off again.
        n_missing = words.n_vocabulary_words - words.n_tokens
        logs = float(log_of(sums / UNIT + self._alpha).sum()) + n_missing * float(log_of(self._alpha))
        self._complement_log_sums = self._complement_log_sums.plus(to_long_floats(logs + words.sum_by_label(growth)))

    def _log_complement_counts(self, words: WordCounts) -> FloatArray:
        return log_of(self._counts_outside_labels(words) / UNIT + self._alpha)

    def _counts_outside_labels(self, words: WordCounts) -> npt.NDArray[Any]:
        """Return each word's count outside each label, shape (n_labels, n_words)."""
        outside: npt.NDArray[Any] = words.occurrences.sum(axis=0) - words.occurrences
        if outside.dtype.kind == "f":
            return np.where(words.presences.sum(axis=0) > words.presences, outside.clip(min=0), 0.0)
        return outside

    def _add_signed(self, words: WordCounts, sign: int) -> None:
        super()._add_signed(words, sign)
        if self._complement_log_sums is not None:
            self._complement_log_sums = self._complement_log_sums.plus(
                to_long_floats(sign * self._log_complement_counts(words).sum(axis=1))
            )
