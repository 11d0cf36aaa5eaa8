"""Complement naive Bayes: scores a label by how badly the document fits all other labels. Works well for uneven
labels.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import UNIT, CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import SmoothedLogs, keep_digits, log_of
from nbengine.events.complement_left_out import (
    ComplementLeaveOneOut,
    SparseComplementLeaveOneOut,
    check_norm,
    complement_occurrences,
    complement_totals,
    norm_divisors,
    sparse_complement_weights,
)
from nbengine.events.event_model import Evidence, JudgedDocument, TextModel, Training, WordSums
from nbengine.events.label_sums import FilledWords, LabelSums, WordCounts
from nbengine.events.multinomial import log_totals, share_effect, total_smoothing
from nbengine.events.scorer import Scorer
from nbengine.events.scorer_parts import TextWeights, WordWeights
from nbengine.events.settings import EventSettings, Prior, Smoothing, single_smoothing, smoothing_per_token
from nbengine.explanations.exact_fractions import (
    ComplementWorking,
    Step,
    WordGroup,
    Working,
    as_written,
    groups_of,
    in_documents,
    smoothing_of,
)
from nbengine.learnt.count_table import clear_rounding_errors
from nbengine.learnt.number_tally import LongFloats, to_long_floats
from nbengine.learnt.statistics import Statistics, require_part
from nbengine.learnt.tally import Tally


class Complement(TextModel):
    """Each occurrence of a word counts by its rarity outside the label."""

    name = "complement"
    title = "Complement"
    are_weights_shares = False
    can_be_normed = True
    automatic_weightings, automatic_mail_weightings = ("binary", "tfidf"), ("binary",)

    def has_prior(self, n_labels: int, settings: EventSettings) -> bool:
        """Return whether the prior counts: on request, and always with a single label, which has no complement."""
        return settings.with_prior or n_labels < 2

    def text_weights(self, tally: Tally, settings: EventSettings) -> WordWeights:
        return complement_weights(tally, settings.smoothing, norm=settings.norm)

    def text_left_out(self, tally: Tally, training: Training, settings: EventSettings) -> Evidence:
        kind = SparseComplementLeaveOneOut if tally.is_sparse else ComplementLeaveOneOut
        return kind(tally, training.text, training.label_numbers, training.units, norm=settings.norm)

    def word_sums(self, tally: Tally, settings: EventSettings) -> WordSums:
        divisors = np.ones(tally.n_labels)
        if settings.norm:
            divisors = norm_divisors(complement_weights(tally, settings.smoothing).sums())
        return WordSums(tally.totals, divisors)

    def part_steps(self, judged: JudgedDocument, label: int) -> Iterator[Step]:
        """Yield the steps of the words; none with a single label, which has no complement."""
        if len(judged.statistics.labels) > 1:
            yield from super().part_steps(judged, label)

    def word_working(
        self, tally: Tally, token: int, label: int, settings: EventSettings, sums: WordSums
    ) -> ComplementWorking:
        divisor = float(sums.divisors[label])
        return complement_working(tally, token, label, settings.smoothing, divisor=divisor, totals=sums.totals)

    def divisor_groups(self, judged: JudgedDocument, label: int) -> tuple[WordGroup, ...]:
        """Return all words grouped by their count under the other labels. Used for `norm` only."""
        tally, sums = require_part(judged.statistics.text, "text"), judged.sums
        if not judged.settings.norm or tally.n_labels < 2:
            return ()
        alpha = as_written(single_smoothing(judged.settings.smoothing))
        counts, total = _counts_outside_label(tally, label), np.delete(sums.totals, label).sum()
        below = in_documents(total), alpha * tally.n_tokens, tally.n_tokens
        workings = [(Working(in_documents(count), alpha, *below), times) for count, times in groups_of(counts)]
        return tuple(WordGroup(working, times, -working.log) for working, times in workings)

    def text_influence(
        self, document: CountMatrix, training: Training, tally: Tally, settings: EventSettings, label: int
    ) -> FloatArray:
        """Return the influence of the training documents. The documents of the other labels form the complement."""
        members = np.flatnonzero(training.label_numbers != label)
        outside = _counts_outside_label(tally, label)
        gain, fit_log, total_log = share_effect(document, training, members, outside, settings)
        if not settings.norm:
            return -gain
        alpha = smoothing_per_token(settings.smoothing, tally.n_tokens).reshape(-1)
        divisor = tally.n_tokens * total_log - float(log_of(outside / UNIT + alpha).sum())
        ones, tokens = np.ones(tally.n_tokens, np.int64), np.arange(tally.n_tokens, dtype=np.int32)
        each_once = CountMatrix(np.array([0, tally.n_tokens]), tokens, ones, tally.n_tokens)
        divisor_gain = -share_effect(each_once, training, members, outside, settings)[0]
        return -(fit_log / divisor - (fit_log - gain) / (divisor - divisor_gain))

    def label_sums(self, labels: tuple[str, ...], settings: EventSettings) -> LabelSums:
        alpha = single_smoothing(settings.smoothing)
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
    """Build a scorer: each occurrence of a token adds its rarity outside the label.

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
    settings = EventSettings(Complement.name, smoothing, prior or Prior(), norm, with_prior)
    return Complement().derive(Statistics(tally), settings)


def complement_weights(tally: Tally, smoothing: Smoothing, *, norm: bool = False) -> WordWeights:
    """Return -log θ~ for every token and label. Without smoothing, +inf for a token that no other label has."""
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
    keep_digits(weights, partial(_counts_outside, tally), all_totals, alpha, added, sign)
    if norm:
        weights /= norm_divisors(weights.sum(axis=0))
    return TextWeights(weights, np.zeros(tally.n_labels), has_infinities=bool((alpha == 0).any()))


def _counts_outside(tally: Tally, tokens: IntArray, labels: IntArray) -> npt.NDArray[Any]:
    """Return the occurrences of each token outside its paired label, in units; shape (n,)."""
    rows = tally.rows(tokens)[0]
    outside: npt.NDArray[Any] = rows.sum(axis=1) - rows[np.arange(len(rows)), labels]
    return outside.clip(min=0)


def _counts_outside_label(tally: Tally, label: int) -> npt.NDArray[Any]:
    """Return the occurrences of each token outside one label, in units; shape (n_tokens,)."""
    outside: npt.NDArray[Any] = tally.token_sums[0] - tally.of_label(label)[0]
    return outside.clip(min=0) if tally.is_real else outside


def complement_working(
    tally: Tally,
    token: int,
    label: int,
    smoothing: Smoothing = 1.0,
    *,
    divisor: float = 1.0,
    totals: IntArray | None = None,
) -> ComplementWorking:
    """Return the word's share of the words of all *other* labels, and the resulting weight."""
    n_tokens, occurrences = tally.n_tokens, tally.rows(np.array([token]))[0][0]
    alpha, total_smoothing = smoothing_of(smoothing, token, n_tokens)
    all_totals = tally.totals if totals is None else totals
    count, total = np.delete(occurrences, label).sum(), np.delete(all_totals, label).sum()
    share = Working(in_documents(count), alpha, in_documents(total), total_smoothing, n_tokens)
    return ComplementWorking(share, divisor)


class ComplementSums(LabelSums):
    """Adds, for `norm`, the sum of the logarithms of each word's count outside the label."""

    def __init__(self, labels: tuple[str, ...], smoothing: float, *, norm: bool) -> None:
        super().__init__(labels)
        self._alpha = smoothing
        self._rest_logs: LongFloats | None = to_long_floats(np.zeros(len(labels))) if norm else None

    def weights(self, words: WordCounts) -> TextWeights:
        n_labels, alpha = len(self.labels), self._alpha
        if n_labels < 2:
            return TextWeights(np.zeros((len(words.is_known), n_labels)), np.zeros(n_labels), has_infinities=False)
        all_totals, added = (self.totals.sum() - self.totals).clip(min=0), alpha * self.n_tokens
        totals = log_totals(all_totals / UNIT + added)
        weights = self._logs(words).T - totals
        outside = self._outside(words)
        keep_digits(weights, lambda tokens, labels: outside[labels, tokens], all_totals, np.asarray(alpha), added)
        if self._rest_logs is None:
            np.negative(weights, out=weights)
        else:
            rest_logs = self._rest_logs.high + self._rest_logs.low
            weights /= norm_divisors(rest_logs - self.n_tokens * totals)
        return TextWeights(weights, np.zeros(n_labels), has_infinities=alpha == 0)

    def add_cells(self, words: FilledWords) -> None:
        """Add a whole vocabulary to empty sums.

        A word's count outside a label equals its total count, except for the labels that have it. So only filled cells
        need a logarithm of their own.
        """
        super().add_cells(words)
        if self._rest_logs is None:
            return
        sums, presences = words.by_token(words.counts), words.by_token(words.filled.presences)
        presences_outside = presences[words.tokens] - words.filled.presences
        counts_outside = clear_rounding_errors(sums[words.tokens] - words.counts, presences_outside)
        growth = log_of(counts_outside / UNIT + self._alpha) - log_of(sums[words.tokens] / UNIT + self._alpha)
        # Rows of removed words were counted with log α in `sums`; the difference (0 or negative) takes them off again.
        n_missing = words.n_known - words.n_tokens
        logs = float(log_of(sums / UNIT + self._alpha).sum()) + n_missing * float(log_of(self._alpha))
        self._rest_logs = self._rest_logs.plus(to_long_floats(logs + words.by_label(growth)))

    def _logs(self, words: WordCounts) -> FloatArray:
        return log_of(self._outside(words) / UNIT + self._alpha)

    def _outside(self, words: WordCounts) -> npt.NDArray[Any]:
        """Return each word's count outside each label, shape (n_labels, n_words)."""
        outside: npt.NDArray[Any] = words.occurrences.sum(axis=0) - words.occurrences
        if outside.dtype.kind == "f":
            return np.where(words.presences.sum(axis=0) > words.presences, outside.clip(min=0), 0.0)
        return outside

    def _move(self, words: WordCounts, sign: int) -> None:
        super()._move(words, sign)
        if self._rest_logs is not None:
            self._rest_logs = self._rest_logs.plus(to_long_floats(sign * self._logs(words).sum(axis=1)))
