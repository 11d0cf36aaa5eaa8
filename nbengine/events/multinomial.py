"""Multinomial event model: each occurrence of a token counts. It is the usual choice for text.

Leave-one-out changes the counts of the document's own label only: those of the document's tokens, and the total.
"""

from __future__ import annotations

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
    WordCounts,
    select_learnt_entries,
    subtract_own_counts,
    sum_entries_by_document,
    weight_units_of_entries,
)
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import TextWeights, WordWeights
from nbengine.events.sparse_weights import SparseWeights, build_cell_values, find_filled_cells
from nbengine.explanations.exact_fractions import SmoothedShare, smoothing_of, units_to_documents
from nbengine.learnt.statistics import Statistics
from nbengine.learnt.tally import Tally
from nbengine.logspace import (
    LOG_SHARE_NEAR_ONE,
    MAX_PLAIN_SHARE,
    SmoothedLogs,
    log_odds_between,
    log_of,
    log_ratio,
    log_share,
    recompute_near_one,
    split_by_count,
    weighted_sums,
)


class MultinomialModel(TextModel):
    """Event model in which each occurrence of a word counts."""

    name = "multinomial"
    title = "Multinomial"
    has_binary_variant = True
    automatic_weightings = automatic_mail_weightings = ("count", "binary")

    def text_weights(self, tally: Tally, settings: EventSettings) -> WordWeights:
        return multinomial_weights(tally, settings.smoothing)

    def text_leave_one_out(
        self,
        tally: Tally,
        training: TrainingDocuments,
        settings: EventSettings,  # noqa: ARG002
    ) -> LeaveOneOutEvidence:
        return MultinomialLeaveOneOut(tally, training.text, training.label_numbers, training.weight_units)

    def explain_word(
        self, tally: Tally, token: int, label: int, settings: EventSettings, sums: WordSums
    ) -> SmoothedShare:
        return multinomial_fraction(tally, token, label, settings.smoothing, totals=sums.totals)

    def text_influence(
        self, document: CountMatrix, training: TrainingDocuments, tally: Tally, settings: EventSettings, label: int
    ) -> FloatArray:
        members = np.flatnonzero(training.label_numbers == label)
        return influence_on_shares(document, training, members, tally.of_label(label)[0], settings)[0]

    def gain_from_removed_words(
        self, tally: Tally, words: WordsOnlyInOneDocument, settings: EventSettings
    ) -> FloatArray | None:
        alpha = require_single_smoothing(settings.smoothing)
        if alpha == 0:
            return None
        return words.score_gain(
            words.totals_without_document(tally.totals / UNIT, words.occurrences), alpha, tally.n_tokens
        )

    def make_label_sums(self, labels: tuple[str, ...], settings: EventSettings) -> LabelSums:
        return MultinomialSums(labels, require_single_smoothing(settings.smoothing))


def multinomial(tally: Tally, smoothing: Smoothing = 1.0, prior: Prior | None = None) -> Scorer:
    """Build a scorer in which each occurrence of a token adds its log-probability under the label.

    >>> from nbengine import Tally, TokenCounter, TokenRules, multinomial
    >>> mails = ["buy cheap watermelon buy", "cheap offer buy now",
    ...          "meeting notes for monday", "lunch on monday", "notes on the offer"]
    >>> counter = TokenCounter(TokenRules())
    >>> tally = Tally(["spam", "ham"])
    >>> tally.learn(counter.count(mails), [0, 0, 1, 1, 1])
    >>> query = counter.count(["buy notes monday"])
    >>> round(float(np.exp(multinomial(tally).log_proba(query))[0, 1]), 8)  # 27000/39167
    0.68935584
    """
    return MultinomialModel().derive(
        Statistics(tally), EventSettings(MultinomialModel.name, smoothing, prior or Prior())
    )


def multinomial_weights(tally: Tally, smoothing: Smoothing) -> WordWeights:
    """Return log θ for every token and label; -inf for unseen tokens without smoothing."""
    alpha = smoothing_per_token(smoothing, tally.n_tokens)
    all_totals = tally.totals
    totals = log_totals(all_totals / UNIT + total_smoothing(alpha, tally.n_tokens))
    if tally.is_sparse:
        return _sparse_weights(tally, alpha, totals)
    logs = SmoothedLogs(tally.occurrences.T)
    weights = logs(alpha, totals)
    _recompute_weights_near_one(weights, tally, logs, all_totals, alpha)
    return TextWeights(weights, np.zeros(tally.n_labels), has_infinities=bool((alpha == 0).any()))


def _recompute_weights_near_one(
    weights: FloatArray, tally: Tally, logs: SmoothedLogs, totals: npt.NDArray[Any], alpha: FloatArray
) -> None:
    """Recompute in place the weights of words with a share near 1: as a difference of two logarithms they lose digits.

    Do nothing if even the highest count is too small for that.
    """
    occurrences, added = tally.occurrences, total_smoothing(alpha, tally.n_tokens)
    if logs.max_count + alpha.max(initial=0.0) <= MAX_PLAIN_SHARE * (min(totals.tolist(), default=0) / UNIT + added):
        return
    recompute_near_one(weights, lambda tokens, labels: occurrences[labels, tokens], totals, alpha, added)


def _sparse_weights(tally: Tally, alpha: FloatArray, totals: FloatArray) -> SparseWeights:
    """Return sparse weights: log α - log total for empty cells, with corrections for filled cells."""
    cells, filled = find_filled_cells(tally)
    tokens = cells.tokens
    own_alpha = alpha[tokens, 0] if alpha.ndim else np.broadcast_to(alpha, tokens.shape)
    beyond = log_ratio(cells.values + own_alpha, own_alpha, cells.values)
    has_no_smoothing = np.broadcast_to(alpha.reshape(-1) == 0, (tally.n_tokens,))
    logs = np.where(alpha > 0, log_of(np.where(alpha > 0, alpha, 1.0)), 0.0)
    is_near = log_of(cells.values + own_alpha) - totals[cells.labels] > LOG_SHARE_NEAR_ONE
    added, near_labels = total_smoothing(alpha, tally.n_tokens), cells.labels[is_near]
    near_weights = log_share(filled.occurrences[is_near], tally.totals[near_labels], own_alpha[is_near], added)
    return SparseWeights(
        (0.0 if alpha.ndim else logs) - totals,
        cells.with_values(beyond),
        np.zeros(tally.n_labels),
        has_infinities=bool(has_no_smoothing.any()),
        token_summands=logs[:, 0] if alpha.ndim else None,
        has_no_smoothing=has_no_smoothing if has_no_smoothing.any() else None,
        weights_near_one=build_cell_values(tokens[is_near], near_labels, near_weights, (tally.n_tokens, tally.n_labels))
        if is_near.any()
        else None,
    )


def total_smoothing(alpha: FloatArray, n_tokens: int) -> float:
    """Return the amount that smoothing adds to the total of a label."""
    return float(alpha.sum()) if alpha.ndim else float(alpha) * n_tokens


def log_totals(totals: FloatArray) -> FloatArray:
    """Return the logarithm of each label's total; 0 for a total of 0, under which every token is impossible anyway."""
    return np.where(totals > 0, log_of(np.where(totals > 0, totals, 1.0)), 0.0)


class MultinomialLeaveOneOut:
    """Leave-one-out log-likelihoods of each document, for any smoothing."""

    def __init__(self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None) -> None:
        entries = select_learnt_entries(tally, counts)
        self._totals, self._label_numbers = tally.totals, label_numbers
        lengths = sum_entries_by_document(entries, entries.values)
        self._totals_left = subtract_own_counts(
            self._totals[label_numbers], lengths * (UNIT if units is None else units)
        )
        self._tally = tally
        self._logs = None if tally.is_sparse else SmoothedLogs(tally.occurrences.T)
        values = entries.values.astype(np.float64)
        self._entries = CountMatrix(entries.starts, entries.tokens, values, tally.n_tokens)
        usual, self._large = split_by_count(entries)
        self._lengths = lengths
        if self._large is not None:
            self._lengths = sum_entries_by_document(usual, usual.values)
            self._large_counts_left = _counts_without_document(tally, self._large, label_numbers, units)
        self._own_logs = EntryLogarithms(usual, _counts_without_document(tally, usual, label_numbers, units))

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """Return the log-likelihoods, (n_documents, n_labels)."""
        n_tokens = self._entries.n_tokens
        alpha = smoothing_per_token(smoothing, n_tokens)
        added = total_smoothing(alpha, n_tokens)
        joint = self._scores_with_all_documents(smoothing, alpha, log_totals(self._totals / UNIT + added))
        own_evidence = self._own_logs.sums(alpha) - self._lengths * log_totals(self._totals_left / UNIT + added)
        if self._large is not None:
            own_evidence += self._evidence_of_large_counts(self._large, alpha, added)
        joint[np.arange(len(joint)), self._label_numbers] = own_evidence
        return joint

    def _evidence_of_large_counts(self, large: CountMatrix, alpha: FloatArray, added: float) -> FloatArray:
        """Return the evidence of words with a high count in the document, shape (n_documents,)."""
        own_alpha = alpha[large.tokens, 0] if alpha.ndim else alpha
        logs = log_share(self._large_counts_left, self._totals_left[large.rows], own_alpha, added)
        return np.asarray(sum_entries_by_document(large, large.values * logs))

    def _scores_with_all_documents(self, smoothing: Smoothing, alpha: FloatArray, totals: FloatArray) -> FloatArray:
        """Return the log-likelihoods from the counts of all documents, with nothing left out."""
        if self._logs is None:
            return multinomial_weights(self._tally, smoothing).evidence(self._entries)
        weights = self._logs(alpha, totals)
        _recompute_weights_near_one(weights, self._tally, self._logs, self._totals, alpha)
        return weighted_sums(self._entries, weights)


def _counts_without_document(
    tally: Tally, entries: CountMatrix, label_numbers: IntArray, units: IntArray | None
) -> FloatArray | IntArray:
    """Return how often each entry's token occurs under the document's label in other documents, in units of 2⁻²⁰."""
    cells = cell_of_each_entry(entries, label_numbers, tally.n_labels)
    weights = np.asarray(weight_units_of_entries(entries, units))  # int64, so that the product does not overflow
    occurrences, presences = tally.at(cells)
    remaining = subtract_own_counts(occurrences, entries.values * weights)
    return np.where(subtract_own_counts(presences, weights) > 0, remaining, 0.0) if tally.is_real else remaining


def multinomial_fraction(
    tally: Tally, token: int, label: int, smoothing: Smoothing = 1.0, *, totals: IntArray | None = None
) -> SmoothedShare:
    """Return P(word | label) as the word's exact share of all words of the label.

    Pass `totals` if they are already computed.
    """
    n_tokens, count = tally.n_tokens, tally.rows(np.array([token]))[0][0, label]
    alpha, total_smoothing = smoothing_of(smoothing, token, n_tokens)
    total = (tally.totals if totals is None else totals)[label]
    return SmoothedShare(units_to_documents(count), alpha, units_to_documents(total), total_smoothing, n_tokens)


def influence_on_shares(
    document: CountMatrix,
    training: TrainingDocuments,
    members: IntArray,
    sums: npt.NDArray[Any],
    settings: EventSettings,
) -> tuple[FloatArray, float, float]:
    """Compute the score Σ xᵥ·log((nᵥ + αᵥ) / (n + Σα)) over the words v of one document.

    xᵥ is the word's count in the document, nᵥ its count in `sums`, and n the total of `sums`. `members` are the numbers
    of the training documents whose counts are part of `sums`. Return three values: the amount that each member adds to
    the score, (n_training,); the score; and the logarithm of the total n + Σα.
    """
    alpha = smoothing_per_token(settings.smoothing, len(sums)).reshape(-1)
    alphas = np.broadcast_to(alpha, (len(sums),))
    document_counts = np.zeros(len(sums))
    document_counts[document.tokens] = document.values
    numerators = sums / UNIT
    logs = log_of(numerators + alphas)
    total, length = float(numerators.sum() + alphas.sum()), float(document_counts.sum())
    counts, units = training.text[members], training.all_weight_units[members] / UNIT
    weighted_counts = counts.values * np.repeat(units, np.diff(counts.starts))
    is_shared = document_counts[counts.tokens] > 0
    tokens, rows = counts.tokens[is_shared], counts.rows[is_shared]
    counts_left = np.maximum(numerators[tokens] - weighted_counts[is_shared], 0.0)
    change = document_counts[tokens] * _log_growth(
        counts_left + alphas[tokens], numerators[tokens] + alphas[tokens], weighted_counts[is_shared]
    )
    lengths = np.bincount(counts.rows, weighted_counts, len(members))
    totals = np.maximum(total - lengths, 0.0)
    gain = np.zeros(len(training.label_numbers))
    total_logs = np.where(totals > 0, log_ratio(total, totals, lengths), _safe_log(total))
    gain[members] = np.bincount(rows, change, len(members)) - length * total_logs
    value = float((document_counts[document.tokens] * logs[document.tokens]).sum()) - length * _safe_log(total)
    return gain, value, _safe_log(total)


def _safe_log(total: float) -> float:
    return float(np.log(total)) if total > 0 else 0.0


def _log_growth(count_before: FloatArray, count_after: FloatArray, growth: FloatArray) -> FloatArray:
    """Return log(count_after / count_before): +inf if only `count_before` is 0, and 0 if both are 0.

    `growth` is count_after - count_before.
    """
    return np.where(
        count_before > 0,
        log_ratio(count_after, count_before, growth),
        log_odds_between(log_of(count_after), log_of(count_before)),
    )


class MultinomialSums(LabelSums):
    """Sums of the multinomial model: the total of each label."""

    def __init__(self, labels: tuple[str, ...], smoothing: float) -> None:
        super().__init__(labels)
        self._alpha = smoothing

    def change(self, counts_before: WordCounts, counts_after: WordCounts) -> None:
        """Replace the counts of some words. Unknown words have zero counts, so they need no mask."""
        self.n_tokens += int(np.count_nonzero(counts_after.is_known)) - int(np.count_nonzero(counts_before.is_known))
        self.totals = self.totals + (counts_after.occurrences - counts_before.occurrences).sum(axis=1)

    def weights(self, words: WordCounts) -> TextWeights:
        added, counts = self._alpha * self.n_tokens, words.occurrences
        weights = log_of(counts.T / UNIT + self._alpha)
        weights -= log_totals(self.totals / UNIT + added)
        smoothing = np.asarray(self._alpha)
        recompute_near_one(weights, lambda tokens, labels: counts[labels, tokens], self.totals, smoothing, added)
        return TextWeights(weights, np.zeros(len(self.labels)), has_infinities=self._alpha == 0)
