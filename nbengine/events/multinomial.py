"""Multinomial: how often each token occurs; the usual choice for text.

Without one of its documents only that document's own label changes, in the document's own tokens and in its total.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import UNIT, CountMatrix, FloatArray, IntArray, label_cells
from nbengine.arrays.logspace import (
    FAR_LESS,
    NEARLY_ALL,
    SmoothedLogs,
    difference,
    keep_digits,
    log_of,
    log_ratio,
    log_share,
    product,
    split_by_size,
)
from nbengine.events.event_model import Evidence, TextModel, Training, WordSums
from nbengine.events.label_sums import LabelSums, WordCounts
from nbengine.events.leave_one_out_entries import EntryLogs, entry_units, learnt_entries, left, row_sums
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import TextWeights, WordWeights
from nbengine.events.settings import EventSettings, Prior, Smoothing, one_smoothing, smoothing_per_token
from nbengine.events.sparse_weights import SparseWeights, cell_numbers, cells_of
from nbengine.explanations.exact_fractions import Working, in_documents, smoothing_of
from nbengine.learnt.statistics import Statistics
from nbengine.learnt.tally import Tally


class Multinomial(TextModel):
    """Each occurrence of a word counts."""

    name = "multinomial"
    title = "Multinomial"
    has_binary_twin = True
    automatic_weightings = automatic_mail_weightings = ("count", "binary")

    def text_weights(self, tally: Tally, settings: EventSettings) -> WordWeights:
        return multinomial_weights(tally, settings.smoothing)

    def text_left_out(self, tally: Tally, training: Training, settings: EventSettings) -> Evidence:  # noqa: ARG002
        return MultinomialLeftOut(tally, training.text, training.label_numbers, training.units)

    def word_working(self, tally: Tally, token: int, label: int, settings: EventSettings, sums: WordSums) -> Working:
        return multinomial_working(tally, token, label, settings.smoothing, totals=sums.totals)

    def text_influence(
        self, document: CountMatrix, training: Training, tally: Tally, settings: EventSettings, label: int
    ) -> FloatArray:
        members = np.flatnonzero(training.label_numbers == label)
        return share_effect(document, training, members, tally.of_label(label)[0], settings)[0]

    def label_sums(self, labels: tuple[str, ...], settings: EventSettings) -> LabelSums:
        return MultinomialSums(labels, one_smoothing(settings.smoothing))


def multinomial(tally: Tally, smoothing: Smoothing = 1.0, prior: Prior | None = None) -> Scorer:
    """Each occurrence of a token weighs its log-probability under the label.

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
    return Multinomial().derive(Statistics(tally), EventSettings(Multinomial.name, smoothing, prior or Prior()))


def multinomial_weights(tally: Tally, smoothing: Smoothing) -> WordWeights:
    """log θ for every token and label; -inf where a token was never seen and nothing is smoothed."""
    alpha = smoothing_per_token(smoothing, tally.n_tokens)
    all_totals = tally.totals
    totals = log_totals(all_totals / UNIT + total_smoothing(alpha, tally.n_tokens))
    if tally.is_sparse:
        return _sparse_weights(tally, alpha, totals)
    logs = SmoothedLogs(tally.occurrences.T)
    weights = logs(alpha, totals)
    _keep_digits(weights, tally, logs, all_totals, alpha)
    return TextWeights(weights, np.zeros(tally.n_labels), has_infinities=bool((alpha == 0).any()))


def _keep_digits(
    weights: FloatArray, tally: Tally, logs: SmoothedLogs, totals: npt.NDArray[Any], alpha: FloatArray
) -> None:
    """Compute anew what is nearly all of its label; no weight needs a look where even the highest count is far less."""
    occurrences, added = tally.occurrences, total_smoothing(alpha, tally.n_tokens)
    if logs.highest + alpha.max(initial=0.0) <= FAR_LESS * (min(totals.tolist(), default=0) / UNIT + added):
        return
    keep_digits(weights, lambda tokens, labels: occurrences[labels, tokens], totals, alpha, added)


def _sparse_weights(tally: Tally, alpha: FloatArray, totals: FloatArray) -> SparseWeights:
    """Every empty cell weighs log α less the label's total, filled ones by how far their count exceeds α."""
    cells, filled = cells_of(tally)
    tokens = cells.tokens
    own = alpha[tokens, 0] if alpha.ndim else np.broadcast_to(alpha, tokens.shape)
    beyond = log_ratio(cells.numbers + own, own, cells.numbers)
    is_bare = np.broadcast_to(alpha.reshape(-1) == 0, (tally.n_tokens,))
    logs = np.where(alpha > 0, log_of(np.where(alpha > 0, alpha, 1.0)), 0.0)
    near = log_of(cells.numbers + own) - totals[cells.labels] > NEARLY_ALL
    added, of_label = total_smoothing(alpha, tally.n_tokens), cells.labels[near]
    whole = log_share(filled.occurrences[near], tally.totals[of_label], own[near], added)
    return SparseWeights(
        (0.0 if alpha.ndim else logs) - totals,
        cells.with_numbers(beyond),
        np.zeros(tally.n_labels),
        has_infinities=bool(is_bare.any()),
        by_token=logs[:, 0] if alpha.ndim else None,
        is_bare=is_bare if is_bare.any() else None,
        near_one=cell_numbers(tokens[near], of_label, whole, (tally.n_tokens, tally.n_labels)) if near.any() else None,
    )


def total_smoothing(alpha: FloatArray, n_tokens: int) -> float:
    """Return what smoothing adds to the total of a label."""
    return float(alpha.sum()) if alpha.ndim else float(alpha) * n_tokens


def log_totals(totals: FloatArray) -> FloatArray:
    """The logarithm of each label's total; 0 for a total of nothing, all of whose tokens are impossible."""
    return np.where(totals > 0, log_of(np.where(totals > 0, totals, 1.0)), 0.0)


class MultinomialLeftOut:
    """Evidence of each document without itself, for any smoothing."""

    def __init__(self, tally: Tally, counts: CountMatrix, label_numbers: IntArray, units: IntArray | None) -> None:
        entries = learnt_entries(tally, counts)
        self._totals, self._label_numbers = tally.totals, label_numbers
        lengths = row_sums(entries, entries.values)
        self._totals_left = left(self._totals[label_numbers], lengths * (UNIT if units is None else units))
        self._tally = tally
        self._logs = None if tally.is_sparse else SmoothedLogs(tally.occurrences.T)
        values = entries.values.astype(np.float64)
        self._entries = CountMatrix(entries.starts, entries.tokens, values, tally.n_tokens)
        usual, self._large = split_by_size(entries)
        self._lengths = lengths
        if self._large is not None:
            self._lengths = row_sums(usual, usual.values)
            self._large_rest = _rest(tally, self._large, label_numbers, units)
        self._own = EntryLogs(usual, _rest(tally, usual, label_numbers, units))

    def evidence(self, smoothing: Smoothing) -> FloatArray:
        """(n_documents, n_labels)"""
        n_tokens = self._entries.n_tokens
        alpha = smoothing_per_token(smoothing, n_tokens)
        added = total_smoothing(alpha, n_tokens)
        joint = self._joint(smoothing, alpha, log_totals(self._totals / UNIT + added))
        own = self._own.sums(alpha) - self._lengths * log_totals(self._totals_left / UNIT + added)
        if self._large is not None:
            own += self._of_large(self._large, alpha, added)
        joint[np.arange(len(joint)), self._label_numbers] = own
        return joint

    def _of_large(self, large: CountMatrix, alpha: FloatArray, added: float) -> FloatArray:
        """(n_documents,): what words add that a document has very often."""
        own = alpha[large.tokens, 0] if alpha.ndim else alpha
        logs = log_share(self._large_rest, self._totals_left[large.rows], own, added)
        return np.asarray(row_sums(large, large.values * logs))

    def _joint(self, smoothing: Smoothing, alpha: FloatArray, totals: FloatArray) -> FloatArray:
        """The evidence with every document still in."""
        if self._logs is None:
            return multinomial_weights(self._tally, smoothing).evidence(self._entries)
        weights = self._logs(alpha, totals)
        _keep_digits(weights, self._tally, self._logs, self._totals, alpha)
        return product(self._entries, weights)


def _rest(tally: Tally, entries: CountMatrix, label_numbers: IntArray, units: IntArray | None) -> FloatArray | IntArray:
    """Return what each entry's label holds of its token once the document is taken off, in units."""
    cells = label_cells(entries, label_numbers, tally.n_labels)
    weights = np.asarray(entry_units(entries, units))  # which is wide enough for the product
    occurrences, presences = tally.at(cells)
    rest = left(occurrences, entries.values * weights)
    return np.where(left(presences, weights) > 0, rest, 0.0) if tally.is_real else rest


def multinomial_working(
    tally: Tally, token: int, label: int, smoothing: Smoothing = 1.0, *, totals: IntArray | None = None
) -> Working:
    """Return P(word | label) as the word's share of all the label's words, which `totals` has if they are known."""
    n_tokens, count = tally.n_tokens, tally.rows(np.array([token]))[0][0, label]
    own, total_smoothing = smoothing_of(smoothing, token, n_tokens)
    total = (tally.totals if totals is None else totals)[label]
    return Working(in_documents(count), own, in_documents(total), total_smoothing, n_tokens)


def share_effect(
    document: CountMatrix, training: Training, members: IntArray, sums: npt.NDArray[Any], settings: EventSettings
) -> tuple[FloatArray, float, float]:
    """Σ x·log((n_w + α_w) / (n + Σα)): what each member adds to it, its value, and the logarithm of the total."""
    alpha = smoothing_per_token(settings.smoothing, len(sums)).reshape(-1)
    alphas = np.broadcast_to(alpha, (len(sums),))
    times = np.zeros(len(sums))
    times[document.tokens] = document.values
    numerators = sums / UNIT
    logs = log_of(numerators + alphas)
    total, length = float(numerators.sum() + alphas.sum()), float(times.sum())
    counts, units = training.text[members], training.all_units[members] / UNIT
    weighed = counts.values * np.repeat(units, np.diff(counts.starts))
    shared = times[counts.tokens] > 0
    tokens, rows = counts.tokens[shared], counts.rows[shared]
    left = np.maximum(numerators[tokens] - weighed[shared], 0.0)
    change = times[tokens] * _log_growth(left + alphas[tokens], numerators[tokens] + alphas[tokens], weighed[shared])
    lengths = np.bincount(counts.rows, weighed, len(members))
    totals = np.maximum(total - lengths, 0.0)
    gain = np.zeros(len(training.label_numbers))
    total_logs = np.where(totals > 0, log_ratio(total, totals, lengths), _safe_log(total))
    gain[members] = np.bincount(rows, change, len(members)) - length * total_logs
    fit = float((times[document.tokens] * logs[document.tokens]).sum()) - length * _safe_log(total)
    return gain, fit, _safe_log(total)


def _safe_log(total: float) -> float:
    return float(np.log(total)) if total > 0 else 0.0


def _log_growth(before: FloatArray, after: FloatArray, growth: FloatArray) -> FloatArray:
    """log(after / before); infinite where there was nothing before, and nothing where there is nothing after."""
    return np.where(before > 0, log_ratio(after, before, growth), difference(log_of(after), log_of(before)))


class MultinomialSums(LabelSums):
    """Nothing beside the totals."""

    def __init__(self, labels: tuple[str, ...], smoothing: float) -> None:
        super().__init__(labels)
        self._alpha = smoothing

    def change(self, before: WordCounts, after: WordCounts) -> None:
        """Words that are not known have no counts, before or after."""
        self.n_tokens += int(np.count_nonzero(after.is_known)) - int(np.count_nonzero(before.is_known))
        self.totals = self.totals + (after.occurrences - before.occurrences).sum(axis=1)

    def weights(self, words: WordCounts) -> TextWeights:
        added, counts = self._alpha * self.n_tokens, words.occurrences
        weights = log_of(counts.T / UNIT + self._alpha)
        weights -= log_totals(self.totals / UNIT + added)
        smoothing = np.asarray(self._alpha)
        keep_digits(weights, lambda tokens, labels: counts[labels, tokens], self.totals, smoothing, added)
        return TextWeights(weights, np.zeros(len(self.labels)), has_infinities=self._alpha == 0)
