"""Naive Bayes with learnt factors: what naive Bayes says of a word, times how much of that counts.

Naive Bayes' part is the log ratio of the word under the label against all others together, which is the weight that
multinomial gives it and the one that complement gives it, added up. Where nothing was fitted every factor is one, and
what is left is a naive Bayes of its own. Fitted factors (`learnt.factors`) come with the statistics; documents are
then weighed by tf-idf and made one length, while the counts stay whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import UNIT, CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import added, difference, log_of
from nbengine.errors import EngineError
from nbengine.events.complement import Complement
from nbengine.events.event_model import Evidence, Judged, TextModel, Training, WordSums
from nbengine.events.multinomial import Multinomial, log_totals, total_smoothing
from nbengine.events.scorer_parts import TextWeights, WordWeights
from nbengine.events.settings import EventSettings, smoothing_per_token
from nbengine.explanations.exact_fractions import RatioWorking, StartWorking, Step, Working
from nbengine.learnt.statistics import Statistics, needed
from nbengine.learnt.tally import Tally

INSIDE, OUTSIDE = Multinomial(), Complement()
"""The share of a word under a label, and its share under all others, which speaks against it."""


class Learnt(TextModel):
    """Each word counts by its log ratio, as far as the documents bear it out."""

    name = "learnt"
    title = "Naive Bayes with learnt factors"
    are_weights_shares = False
    is_fitted = True

    def weights(self, statistics: Statistics, settings: EventSettings) -> WordWeights:
        tally, factors = needed(statistics.text, "text"), statistics.factors
        if factors is None:
            return self.text_weights(tally, settings)
        wide = factors.widened(tally.n_tokens)
        return TextWeights(wide.weights.astype(np.float64), wide.bias, has_infinities=False)

    def text_weights(self, tally: Tally, settings: EventSettings) -> WordWeights:
        return RatioWeights(INSIDE.text_weights(tally, settings), OUTSIDE.text_weights(tally, settings))

    def left_out(self, statistics: Statistics, training: Training, settings: EventSettings) -> list[Evidence]:
        """Factors that were fitted with a document know it: only naive Bayes itself can leave one out exactly."""
        if statistics.factors is not None:
            raise EngineError("Documents are left out of learnt factors by folds, not one by one.")
        own = needed(statistics.text, "text"), training, settings
        return [INSIDE.text_left_out(*own), OUTSIDE.text_left_out(*own)]

    def word_working(
        self, tally: Tally, token: int, label: int, settings: EventSettings, sums: WordSums
    ) -> RatioWorking:
        inside = INSIDE.word_working(tally, token, label, settings, sums)
        outside: Working | None = None
        if tally.n_labels > 1:
            outside = OUTSIDE.word_working(tally, token, label, settings, sums).share
        return RatioWorking(inside, outside)

    def part_steps(self, judged: Judged, label: int) -> Iterator[Step]:
        """Ratios with their factors, after what the label starts from."""
        factors, steps = judged.statistics.factors, super().part_steps(judged, label)
        if factors is None:
            yield from steps
            return
        start = StartWorking(float(factors.bias[label]))
        yield Step("", "start", 1, start, start.log)
        if factors.is_one_sided and label:
            return
        tokens = self.own_words(judged).tokens
        weights = factors.widened(int(tokens.max(initial=-1)) + 1).weights[tokens, label].tolist()
        for step, weight in zip(steps, weights, strict=True):
            assert isinstance(step.working, RatioWorking)
            yield Step(step.name, step.kind, step.count, step.working.counting(weight), weight)

    def text_influence(
        self, document: CountMatrix, training: Training, tally: Tally, settings: EventSettings, label: int
    ) -> FloatArray:
        own = (document, training, tally, settings, label)
        gain = INSIDE.text_influence(*own)
        return gain + OUTSIDE.text_influence(*own) if tally.n_labels > 1 else gain


class RatioWeights(WordWeights):
    """The weights of two event models added up; what one of them makes impossible stays so."""

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
        return added(self._inside.table, self._outside.table)

    def rows(self, tokens: npt.NDArray[Any]) -> FloatArray:
        return added(self._inside.rows(tokens), self._outside.rows(tokens))

    def sums(self) -> FloatArray:
        return added(self._inside.sums(), self._outside.sums())

    def absence(self, label: int) -> FloatArray:
        return self._inside.absence(label)

    def evidence(self, counts: CountMatrix) -> FloatArray:
        return added(self._inside.evidence(counts), self._outside.evidence(counts))


def ratios_of(tally: Tally, settings: EventSettings) -> FloatArray:
    """(n_tokens, n_labels): naive Bayes' log ratio of every word under every label against all others."""
    return INSIDE.text_weights(tally, settings).table + OUTSIDE.text_weights(tally, settings).table


def ratios_of_words(tally: Tally, tokens: IntArray, settings: EventSettings) -> FloatArray:
    """(n, n_labels): those of some words, worked out without a look at all the others."""
    alpha, totals = smoothing_per_token(settings.smoothing, tally.n_tokens), tally.totals / UNIT
    own, whole = tally.rows(tokens)[0] / UNIT, total_smoothing(alpha, tally.n_tokens)
    added = alpha[tokens] if alpha.ndim else alpha
    inside = log_of(own + added) - log_totals(totals + whole)
    if tally.n_labels < 2:
        return inside
    others = own.sum(axis=1, keepdims=True) - own
    return difference(inside, log_of(others + added) - log_totals(totals.sum() - totals + whole))
