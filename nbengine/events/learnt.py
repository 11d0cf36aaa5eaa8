"""Naive Bayes with learnt factors: each word's log ratio is multiplied by a fitted factor.

The log ratio compares the word's share under the label with its share under all others. It is the sum of the word's
multinomial weight and its complement weight. Before the fit every factor is 1, so the scores are plain sums of log
ratios. Fitted factors (`learnt.factors`) are part of the statistics. With them, documents are weighted by tf-idf and
normalised to length 1; the counts in the tally stay whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import (
    UNIT,
    CountMatrix,
    FloatArray,
    IntArray,
)
from nbengine.errors import EngineError
from nbengine.events.complement import ComplementModel
from nbengine.events.event_model import (
    EventSettings,
    JudgedDocument,
    LeaveOneOutEvidence,
    TextModel,
    TrainingDocuments,
    WordSums,
    smoothing_per_token,
)
from nbengine.events.multinomial import MultinomialModel, log_totals, total_smoothing
from nbengine.events.scorer_parts import TextWeights, WordWeights
from nbengine.explanations.exact_fractions import BiasCalculation, RatioCalculation, SmoothedShare, Step
from nbengine.learnt.statistics import Statistics, require_part
from nbengine.learnt.tally import Tally
from nbengine.logspace import add_log_probabilities, log_odds_between, log_of

INSIDE, OUTSIDE = MultinomialModel(), ComplementModel()
"""Models of a word's share under a label, and of its share under all others."""


class LearntFactorsModel(TextModel):
    """Event model in which each word counts by its log ratio times its fitted factor.

    The fitted factors themselves are a `learnt.factors.Factors` record of the statistics.
    """

    name = "learnt"
    title = "Naive Bayes with learnt factors"
    are_weights_shares = False
    is_fitted = True

    def weights(self, statistics: Statistics, settings: EventSettings) -> WordWeights:
        tally, factors = require_part(statistics.text, "text"), statistics.factors
        if factors is None:
            return self.text_weights(tally, settings)
        wide = factors.widen(tally.n_tokens)
        return TextWeights(wide.weights.astype(np.float64), wide.bias, has_infinities=False)

    def text_weights(self, tally: Tally, settings: EventSettings) -> WordWeights:
        return RatioWeights(INSIDE.text_weights(tally, settings), OUTSIDE.text_weights(tally, settings))

    def leave_one_out_evidence(
        self, statistics: Statistics, training: TrainingDocuments, settings: EventSettings
    ) -> list[LeaveOneOutEvidence]:
        """Return exact leave-one-out evidence of log ratios without factors. Raise EngineError if factors were fitted.

        Factors are fitted with every document, so only folds can evaluate them.
        """
        if statistics.factors is not None:
            raise EngineError("Documents are left out of learnt factors by folds, not one by one.")
        arguments = require_part(statistics.text, "text"), training, settings
        return [INSIDE.text_leave_one_out(*arguments), OUTSIDE.text_leave_one_out(*arguments)]

    def explain_word(
        self, tally: Tally, token: int, label: int, settings: EventSettings, sums: WordSums
    ) -> RatioCalculation:
        inside = INSIDE.explain_word(tally, token, label, settings, sums)
        outside: SmoothedShare | None = None
        if tally.n_labels > 1:
            outside = OUTSIDE.explain_word(tally, token, label, settings, sums).share
        return RatioCalculation(inside, outside)

    def column_derivation_steps(self, judged: JudgedDocument, label: int) -> Iterator[Step]:
        """Yield the bias of the label, then each word's log ratio with its factor."""
        factors, steps = judged.statistics.factors, super().column_derivation_steps(judged, label)
        if factors is None:
            yield from steps
            return
        start = BiasCalculation(float(factors.bias[label]))
        yield Step("", "start", 1, start, start.log)
        if factors.is_one_sided and label:
            return
        tokens = self.words_of_document(judged).tokens
        weights = factors.widen(int(tokens.max(initial=-1)) + 1).weights[tokens, label].tolist()
        for step, weight in zip(steps, weights, strict=True):
            assert isinstance(step.working, RatioCalculation)
            yield Step(step.name, step.kind, step.count, step.working.with_weight(weight), weight)

    def text_influence(
        self, document: CountMatrix, training: TrainingDocuments, tally: Tally, settings: EventSettings, label: int
    ) -> FloatArray:
        arguments = (document, training, tally, settings, label)
        gain = INSIDE.text_influence(*arguments)
        return gain + OUTSIDE.text_influence(*arguments) if tally.n_labels > 1 else gain


class RatioWeights(WordWeights):
    """Word weights that are the sum of two event models' weights. A label that one of the two makes impossible stays
    so.
    """

    __slots__ = ("_inside", "_outside", "bias", "has_infinities", "threshold")

    def __init__(self, inside: WordWeights, outside: WordWeights) -> None:
        self._inside, self._outside = inside, outside
        self.bias = inside.bias + outside.bias
        self.has_infinities = inside.has_infinities or outside.has_infinities
        self.threshold = inside.threshold

    @property
    def n_tokens(self) -> int:
        return self._inside.n_tokens

    @property
    def is_binary(self) -> bool:
        return False

    @property
    def table(self) -> FloatArray:
        return add_log_probabilities(self._inside.table, self._outside.table)

    def rows(self, tokens: npt.NDArray[Any]) -> FloatArray:
        return add_log_probabilities(self._inside.rows(tokens), self._outside.rows(tokens))

    def sums(self) -> FloatArray:
        return add_log_probabilities(self._inside.sums(), self._outside.sums())

    def log_absences(self, label: int) -> FloatArray:
        return self._inside.log_absences(label)

    def evidence(self, counts: CountMatrix) -> FloatArray:
        return add_log_probabilities(self._inside.evidence(counts), self._outside.evidence(counts))


def log_ratios(tally: Tally, settings: EventSettings) -> FloatArray:
    """Return the log ratio of every word under every label against all others, shape (n_tokens, n_labels)."""
    return INSIDE.text_weights(tally, settings).table + OUTSIDE.text_weights(tally, settings).table


def log_ratios_of_words(tally: Tally, tokens: IntArray, settings: EventSettings) -> FloatArray:
    """Return the log ratios of the given words, shape (n, n_labels). Log ratios of other words are not computed."""
    alpha, totals = smoothing_per_token(settings.smoothing, tally.n_tokens), tally.totals / UNIT
    occurrences, total_alpha = tally.rows(tokens)[0] / UNIT, total_smoothing(alpha, tally.n_tokens)
    added = alpha[tokens] if alpha.ndim else alpha
    inside = log_of(occurrences + added) - log_totals(totals + total_alpha)
    if tally.n_labels < 2:
        return inside
    counts_outside = occurrences.sum(axis=1, keepdims=True) - occurrences
    return log_odds_between(inside, log_of(counts_outside + added) - log_totals(totals.sum() - totals + total_alpha))
