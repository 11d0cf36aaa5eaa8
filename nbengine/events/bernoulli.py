"""Bernoulli event model: a document is scored by the tokens that it has, and by the tokens that it lacks.

φ is the probability that a document of a label has a token. A present token adds log φ to the score, an absent one
log(1 - φ).

In leave-one-out, the probabilities of all tokens change for the document's own label. The sum of log(1 - φ) over all
tokens is computed once per label and document weight. Each document then subtracts the terms of its own tokens. A token
that all other documents of the label have is not part of the shared sum: the count of documents that lack it would
become negative.

An *absence count* is the weight of the documents of a label that lack a token.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    UNIT,
    CountMatrix,
    FloatArray,
    IntArray,
    cell_of_each_entry,
)
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
    EntryLogarithms,
    LabelSums,
    NonZeroCells,
    WordCounts,
    select_learnt_entries,
    subtract_own_counts,
    sum_entries_by_document,
    weight_units_of_entries,
)
from nbengine.events.multinomial import log_totals
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import TextWeights, WordWeights
from nbengine.events.sparse_weights import SparseAbsenceLogs, SparseWeights, find_filled_cells
from nbengine.explanations.exact_fractions import (
    SmoothedShare,
    WordGroup,
    fraction_as_written,
    group_equal_units,
    smoothing_of,
    units_to_documents,
)
from nbengine.explanations.exact_fractions import log_of as fraction_log
from nbengine.learnt.statistics import Statistics, require_part
from nbengine.learnt.tally import Tally
from nbengine.logspace import (
    MAX_TABLE_LENGTH,
    apply_by_table,
    column_sums,
    log_absence,
    log_odds_between,
    log_of,
    log_ratio,
    select_above,
)


class BernoulliSums(LabelSums):
    """Sums over the vocabulary for the Bernoulli model: for each label, a histogram of the words by document frequency.

    The sum of log(1 - φ) is computed from the histogram when it is needed. The histogram of a label contains only words
    that occurred under it. So learning a document changes only the histograms of the labels that have its words.
    """

    def __init__(self, labels: tuple[str, ...], smoothing: float) -> None:
        super().__init__(labels)
        self._alpha = smoothing
        self._levels: list[dict[int, int]] = [{} for _ in labels]
        self._n_words = np.zeros(len(labels), np.int64)
        """Number of distinct words that occur under each label, (n_labels,)."""
        self._cached_sums: list[tuple[int, float] | None] = [None] * len(labels)
        """For each label: its document weight and the absence sum for that weight, or None after a change."""

    def weights(self, words: WordCounts) -> TextWeights:
        alpha = self._alpha
        totals = log_totals(self.documents / UNIT + 2 * alpha)
        absent = log_absence(words.presences / UNIT, self.documents[:, None] / UNIT, alpha)
        present = log_of(words.presences / UNIT + alpha) - totals[:, None]
        is_certain = np.isneginf(absent) & self._has_documents[:, None]
        finite = np.where(np.isneginf(absent), 0.0, absent)
        absence_sums = np.fromiter(map(self._absence_sum, range(len(self.labels))), np.float64, len(self.labels))
        unseen_sums = (self.n_tokens - self._n_words) * log_absence(0.0, self.documents / UNIT, alpha)
        return TextWeights(
            np.where(is_certain, 0.0, present - finite).T,
            np.where(self._has_documents, absence_sums + unseen_sums, 0.0),
            has_infinities=alpha == 0,
            absent=np.ascontiguousarray(np.where(is_certain, -np.inf, finite).T),
        )

    def impossible_labels(self, words: WordCounts) -> npt.NDArray[np.bool_]:
        """Return a mask (n_labels,) of the impossible labels.

        Without smoothing, a label is impossible if the document lacks a word that all documents of the label have.
        """
        if self._alpha > 0:
            return super().impossible_labels(words)
        certain = [levels.get(int(self.documents[label]), 0) for label, levels in enumerate(self._levels)]
        within_reach = (words.presences == self.documents[:, None]) & words.is_known
        return np.asarray(self._has_documents & (within_reach.sum(axis=1) < np.asarray(certain)), dtype=np.bool_)

    @property
    def _has_documents(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.documents / UNIT + 2 * self._alpha > 0, dtype=np.bool_)

    def _absence_sum(self, label: int) -> float:
        """Return the sum of the finite log(1 - φ) over the words that occurred under a label."""
        documents, cached = self.documents[label].item(), self._cached_sums[label]
        if cached is not None and cached[0] == documents:
            return cached[1]
        levels = self._levels[label]
        presences = np.array(list(levels))
        word_counts = np.fromiter(levels.values(), np.int64, len(levels))
        logs = log_absence(presences / UNIT, documents / UNIT, self._alpha)
        total = float((word_counts * np.where(np.isneginf(logs), 0.0, logs)).sum())
        self._cached_sums[label] = documents, total
        return total

    def add_counts(self, words: NonZeroCells) -> None:
        super().add_counts(words)
        has_word = words.cells.presences > 0
        self._change_histograms(words.labels[has_word], words.cells.presences[has_word], 1)

    def _add_signed(self, words: WordCounts, sign: int) -> None:
        super()._add_signed(words, sign)
        labels, words_of_label = np.nonzero(words.presences)
        self._change_histograms(labels, words.presences[labels, words_of_label], sign)

    def _change_histograms(self, labels: IntArray, presences: IntArray, sign: int) -> None:
        """Add words to the histograms (`sign` 1) or remove them (-1): one word for each pair of a label and a presence
        count.
        """
        for (label, level), n_words in Counter(zip(labels.tolist(), presences.tolist(), strict=True)).items():
            levels = self._levels[label]
            self._cached_sums[label] = None
            levels[level] = levels.get(level, 0) + sign * n_words
            if not levels[level]:
                del levels[level]
        self._n_words += sign * np.bincount(labels, minlength=len(self.labels))


class BernoulliModel(TextModel):
    """Event model in which a word counts by its presence or absence, not by its number of occurrences."""

    name = "bernoulli"
    title = "Bernoulli"
    is_binary = True
    automatic_weightings = ("count",)

    def text_weights(self, tally: Tally, settings: EventSettings) -> WordWeights:
        return bernoulli_weights(tally, settings.smoothing)

    def text_leave_one_out(
        self,
        tally: Tally,
        training: TrainingDocuments,
        settings: EventSettings,  # noqa: ARG002
    ) -> LeaveOneOutEvidence:
        return BernoulliLeaveOneOut(tally, training.text, training.label_numbers, training.weight_units)

    def explain_word(
        self,
        tally: Tally,
        token: int,
        label: int,
        settings: EventSettings,
        sums: WordSums,  # noqa: ARG002 - one interface for all models
    ) -> SmoothedShare:
        return bernoulli_fraction(tally, token, label, settings.smoothing)

    def gain_from_removed_words(
        self, tally: Tally, words: WordsOnlyInOneDocument, settings: EventSettings
    ) -> FloatArray | None:
        alpha = require_single_smoothing(settings.smoothing)
        if alpha == 0:
            return None
        documents = words.totals_without_document(tally.documents / UNIT, words.units / UNIT)
        share = alpha / (documents + 2 * alpha)
        n_present = words.n_sole_in_document[:, None]
        n_absent = (words.n_sole_words - words.n_sole_in_document)[:, None]
        return np.asarray(-n_present * np.log(share) - n_absent * np.log1p(-share))

    def group_absent_words(self, judged: JudgedDocument, label: int) -> tuple[WordGroup, ...]:
        tally = require_part(judged.statistics.text, "text")
        present = self.words_of_document(judged).tokens.astype(np.int64)
        alpha = fraction_as_written(require_single_smoothing(judged.settings.smoothing))
        documents = units_to_documents(tally.documents[label])
        groups = []
        for presences, n_words in group_equal_units(np.delete(tally.of_label(label)[1], present)):
            working = SmoothedShare(units_to_documents(presences), alpha, documents, 2 * alpha, 2)
            groups.append(WordGroup(working, n_words, fraction_log(working.absent)))
        return tuple(groups)

    def text_influence(
        self, document: CountMatrix, training: TrainingDocuments, tally: Tally, settings: EventSettings, label: int
    ) -> FloatArray:
        """Return how much each training document adds to the score of `label` for `document`, shape (n_training,).

        Training documents of equal weight are computed together.
        """
        gain, counts, units = np.zeros(len(training.label_numbers)), training.text, training.all_weight_units
        members = np.flatnonzero(training.label_numbers == label)
        for weight in np.unique(units[members]):
            same_weight = members[units[members] == weight]
            gain[same_weight] = bernoulli_influence(
                document, counts[same_weight], tally, settings, label, weight / UNIT
            )
        return gain

    def make_label_sums(self, labels: tuple[str, ...], settings: EventSettings) -> LabelSums:
        return BernoulliSums(labels, require_single_smoothing(settings.smoothing))


def bernoulli(tally: Tally, smoothing: Smoothing = 1.0, prior: Prior | None = None) -> Scorer:
    """Build a scorer that counts each token as present (above the tally's threshold) or absent.

    >>> from nbengine import Tally, TokenCounter, TokenRules, bernoulli
    >>> mails = ["buy cheap watermelon buy", "cheap offer buy now",
    ...          "meeting notes for monday", "lunch on monday", "notes on the offer"]
    >>> counter = TokenCounter(TokenRules())
    >>> tally = Tally(["spam", "ham"])
    >>> tally.learn(counter.count(mails), [0, 0, 1, 1, 1])
    >>> query = counter.count(["buy notes monday"])
    >>> round(float(np.exp(bernoulli(tally).log_proba(query))[0, 1]), 8)  # 1207959552/1452100177
    0.83187067
    """
    return BernoulliModel().derive(Statistics(tally), EventSettings(BernoulliModel.name, smoothing, prior or Prior()))


def bernoulli_weights(tally: Tally, smoothing: Smoothing) -> WordWeights:
    """Return the weights log φ - log(1 - φ) and the sums of log(1 - φ), computed without subtracting infinities."""
    if tally.is_sparse and not np.ndim(smoothing):
        return _sparse_weights(tally, require_single_smoothing(smoothing))
    alpha = smoothing_per_token(smoothing, tally.n_tokens)
    presences, documents, is_smoothed = tally.presences.T, tally.documents / UNIT, bool(alpha.all())
    if not is_smoothed:
        weights, absent = _weights_without_smoothing(presences / UNIT, documents, alpha)
    elif alpha.ndim:
        weights, absent = _smoothed_weights(presences / UNIT, documents, alpha)
    else:
        limit = max(min(MAX_TABLE_LENGTH, presences.size) // max(tally.n_labels, 1), 1)
        most = documents.max(initial=0) * (UNIT if presences.dtype.kind == "f" else 1)
        table_length = min(int(most) + 1, limit)
        weights, absent = apply_by_table(
            presences, table_length, lambda held, labels: _smoothed_weights(held, documents[labels], alpha)
        )
    bias = column_sums(absent if is_smoothed else np.where(np.isneginf(absent), 0.0, absent))
    return TextWeights(weights, bias, not is_smoothed, absent, tally.threshold)


def _sparse_weights(tally: Tally, alpha: float) -> SparseWeights:
    """Return sparse weights: one weight per label for all empty cells, and corrections for filled cells."""
    cells, filled = find_filled_cells(tally)
    documents, present = tally.documents / UNIT, filled.presences / UNIT
    own_documents = documents[cells.labels]
    shrinking = log_ratio(
        (tally.documents[cells.labels] - filled.presences) / UNIT + alpha, own_documents + alpha, -present
    )
    by_label = (np.log(alpha) if alpha > 0 else 0.0) - log_totals(documents + alpha)
    beyond = log_ratio(present + alpha, alpha, present) - np.where(np.isneginf(shrinking), 0.0, shrinking)
    absent = log_ratio(documents + alpha, documents + 2 * alpha, -alpha) if alpha > 0 else np.zeros(tally.n_labels)
    finite = cells.with_values(np.where(np.isneginf(shrinking), 0.0, shrinking))
    return SparseWeights(
        by_label,
        cells.with_values(np.where(np.isneginf(shrinking), -by_label[cells.labels], beyond)),
        tally.n_tokens * absent + finite.sums(),
        has_infinities=alpha == 0,
        has_no_smoothing=None if alpha > 0 else np.ones(tally.n_tokens, np.bool_),
        absence_logs=SparseAbsenceLogs(absent, cells.with_values(shrinking)),
        threshold=tally.threshold,
    )


def _smoothed_weights(presences: FloatArray, documents: FloatArray, alpha: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return log φ - log(1 - φ), and log(1 - φ). `alpha` must be above 0."""
    absent = log_absence(presences, documents, alpha)
    return log_of(presences + alpha) - log_of(documents + 2 * alpha) - absent, absent


def _weights_without_smoothing(
    presences: FloatArray, documents: FloatArray, alpha: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the weights and log(1 - φ) where some α is 0 and logarithms may be infinite."""
    totals = np.broadcast_to(documents + 2 * alpha, presences.shape)
    is_empty = totals == 0
    absent = np.where(is_empty, 0.0, log_absence(presences, documents, alpha))
    is_certain = np.isneginf(absent)
    present = log_of(presences + alpha) - np.where(is_empty, 0.0, log_of(np.where(is_empty, 1.0, totals)))
    weights = np.where(is_certain, 0.0, present - np.where(is_certain, 0.0, absent))
    weights[is_empty] = -np.inf
    return weights, absent


class BernoulliLeaveOneOut:
    """Leave-one-out log-likelihoods of each document, for any smoothing."""

    def __init__(self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None) -> None:
        entries = select_learnt_entries(tally, counts, tally.threshold)
        self._tally, self._label_numbers = tally, label_numbers
        self._units = np.full(len(label_numbers), UNIT) if units is None else units
        self._entries = CountMatrix(entries.starts, entries.tokens, np.ones(len(entries.tokens)), tally.n_tokens)
        self._documents_left = tally.documents[label_numbers] - self._units
        self._levels = absence_counts_by_label(tally, np.unique(label_numbers))
        presences = tally.at(cell_of_each_entry(self._entries, label_numbers, tally.n_labels))[1]
        absences = np.repeat(self._documents_left, np.diff(entries.starts)) - presences
        self._is_shared = absences >= 0
        self._present = EntryLogarithms(
            self._entries, subtract_own_counts(presences, weight_units_of_entries(entries, units))
        )
        shared = CountMatrix(entries.starts, entries.tokens, self._is_shared.astype(np.float64), tally.n_tokens)
        self._absent = EntryLogarithms(shared, absences.clip(min=0))

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """Return the log-likelihoods, (n_documents, n_labels)."""
        alpha = smoothing_per_token(smoothing, self._entries.n_tokens)
        weights: Any = bernoulli_weights(self._tally, smoothing)
        joint: FloatArray = replace(weights, threshold=0.0).evidence(self._entries)  # the entries are all 1
        joint[np.arange(len(joint)), self._label_numbers] = self._own_label_evidence(alpha)
        return joint

    def _own_label_evidence(self, alpha: FloatArray) -> FloatArray:
        shared, n_impossible = self._sum_absences_of_all_tokens(alpha)
        if alpha.all():
            return self._present.sums(alpha) - self._absent.sums(alpha) + shared
        absent = np.where(self._is_shared, self._absent(alpha), 0.0)
        is_impossible = np.isneginf(absent)
        evidence = (
            sum_entries_by_document(self._entries, self._present(alpha) - np.where(is_impossible, 0.0, absent)) + shared
        )
        n_impossible = n_impossible - sum_entries_by_document(self._entries, is_impossible.astype(np.int64))
        return self._correct_sole_documents(np.where(n_impossible > 0, -np.inf, evidence), alpha)

    def _sum_absences_of_all_tokens(self, alpha: FloatArray) -> tuple[FloatArray, IntArray]:
        """Return two arrays (n_documents,): the sum of the finite log(1 - φ) over all tokens, and the number of
        infinite ones.

        φ is computed without the document. If all other documents of the label have a token, only minus the logarithm
        of the document total is added for it. The caller subtracts the rest of its term with the document's own tokens.
        """
        shared = np.zeros(len(self._units))
        n_impossible = np.zeros(len(self._units), dtype=np.int64)
        for label in self._levels:
            is_of_label = self._label_numbers == label
            levels, repeats, level_alpha = self._absence_counts_with_smoothing(label, alpha)
            for units in np.unique(self._units[is_of_label]):
                total = (self._tally.documents[label] - units) / UNIT + 2 * level_alpha
                is_positive = levels >= units
                smoothed = np.where(is_positive, (levels - units) / UNIT + level_alpha, 0.0)
                growth = (levels - self._tally.documents[label]) / UNIT - level_alpha
                terms = np.where(smoothed > 0, log_ratio(smoothed, total, growth), -log_totals(total))
                documents = is_of_label & (self._units == units)
                shared[documents] = (repeats * terms).sum()
                n_impossible[documents] = repeats[is_positive & (smoothed == 0)].sum()
        return shared, n_impossible

    def _absence_counts_with_smoothing(self, label: int, alpha: FloatArray) -> tuple[IntArray, IntArray, FloatArray]:
        """Return the distinct absence counts of a label's tokens, the number of tokens with each count, and their α.

        If each token has its own α, the counts are not grouped: every token has an entry.
        """
        if alpha.ndim:
            absences = self._tally.documents[label] - self._tally.of_label(label)[1]
            return absences, np.ones(self._entries.n_tokens, dtype=np.int64), alpha[:, 0]
        levels, repeats = self._levels[label]
        return levels, repeats, np.broadcast_to(alpha, levels.shape)

    def _correct_sole_documents(self, evidence: FloatArray, alpha: FloatArray) -> FloatArray:
        """Replace the evidence of documents that are the only one of their label.

        Without smoothing, a present token makes such a label impossible; absent tokens add nothing.
        """
        is_empty = self._documents_left == 0
        has_no_smoothing = np.broadcast_to(alpha.reshape(-1) == 0, (self._entries.n_tokens,))
        n_bare = sum_entries_by_document(self._entries, has_no_smoothing[self._entries.tokens].astype(np.int64))
        halves = -np.log(2.0) * (~has_no_smoothing).sum()
        return np.where(is_empty, np.where(n_bare > 0, -np.inf, halves), evidence)


def absence_counts_by_label(tally: Tally, labels: IntArray) -> dict[int, tuple[IntArray, IntArray]]:
    """Return for each label the distinct absence counts, ascending, and the number of tokens with each count."""
    if not tally.is_sparse:
        return {
            int(label): _distinct_absence_counts(tally.documents[label] - tally.presences[label]) for label in labels
        }
    cells, filled = find_filled_cells(tally)
    order = np.argsort(cells.labels, kind="stable")
    starts = np.searchsorted(cells.labels[order], np.arange(tally.n_labels + 1))
    levels = {}
    for label in labels.tolist():
        label_presences = filled.presences[order[starts[label] : starts[label + 1]]]
        absences, repeats = _distinct_absence_counts(tally.documents[label] - label_presences[label_presences > 0])
        n_unseen = tally.n_tokens - int((label_presences > 0).sum())
        levels[label] = np.append(absences, tally.documents[label]), np.append(repeats, n_unseen)
    return levels


def _distinct_absence_counts(absences: IntArray) -> tuple[IntArray, IntArray]:
    """Return the distinct absence counts of all tokens, and the number of tokens with each count."""
    sorted_absences = np.sort(absences)
    leaders = np.flatnonzero(
        np.concatenate(([True], sorted_absences[1:] != sorted_absences[:-1]))[: len(sorted_absences)]
    )
    return sorted_absences[leaders], np.diff(leaders, append=len(sorted_absences))


def bernoulli_fraction(tally: Tally, token: int, label: int, smoothing: Smoothing = 1.0) -> SmoothedShare:
    """Return P(a document has the word | label) as an exact fraction."""
    alpha, _ = smoothing_of(smoothing, token, tally.n_tokens)
    present = units_to_documents(tally.rows(np.array([token]))[1][0, label])
    return SmoothedShare(present, alpha, units_to_documents(tally.documents[label]), 2 * alpha, 2)


def bernoulli_influence(
    document: CountMatrix, members: CountMatrix, tally: Tally, settings: EventSettings, label: int, weight: float
) -> FloatArray:
    """Return how much each member adds to the score of `document` under `label`, shape (n_members,).

    All `members` must be training documents of `label` with the same `weight`. A member raises the score for each word
    in which it agrees with the document: both have the word, or both lack it. The result is first computed for a member
    without words, and then corrected for each word of the member. Without smoothing, the result is +inf if, in some
    word, no other training document agrees with the document.
    """
    alpha = np.broadcast_to(smoothing_per_token(settings.smoothing, tally.n_tokens).reshape(-1), (tally.n_tokens,))
    present, documents = tally.of_label(label)[1] / UNIT, tally.documents[label] / UNIT
    is_present = np.zeros(tally.n_tokens, dtype=np.bool_)
    is_present[document.tokens[document.values > tally.threshold]] = True
    n_agreeing = np.where(is_present, present, documents - present)
    gains = log_odds_between(log_of(n_agreeing + alpha), log_of(np.maximum(n_agreeing - weight, 0.0) + alpha))
    member_counts = select_above(members, tally.threshold)
    signs = np.where(is_present[member_counts.tokens], 1.0, -1.0)
    finite_gains = np.where(np.isinf(gains), 0.0, gains)
    total = finite_gains[~is_present].sum() + np.bincount(
        member_counts.rows, signs * finite_gains[member_counts.tokens], member_counts.n_documents
    )
    n_infinite = np.isinf(gains[~is_present]).sum() + np.bincount(
        member_counts.rows, signs * np.isinf(gains[member_counts.tokens]), member_counts.n_documents
    )
    shrinking = log_odds_between(log_of(documents + 2 * alpha), log_of(np.maximum(documents - weight, 0.0) + 2 * alpha))
    return np.where(n_infinite > 0.5, np.inf, total - np.where(np.isinf(shrinking), 0.0, shrinking).sum())
