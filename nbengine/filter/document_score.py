"""The weighing of one document's words: from different words to a score, and to the terms that it is the sum of.

The score for the positive label against its best rival is the mean evidence of the informative words, each group of
witnesses bounded, plus what the learnt weights say, on the scale of the evidence. It shrinks while few documents were
learnt, and where it rests on words seen once or twice. While all lessons are of one label words say nothing.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.filter.settings import N_GROUPS, ROUTE, SIGNS, SUBJECT, FilterSettings
from nbengine.filter.tally import LessonTally, Tokens
from nbengine.lazy_dataclasses import dataclass

GROUP_WORDS: Final = 10.0
NEUTRAL_WORDS: Final = 3.0
PRIOR_WORDS: Final = 0.5
FEW_DOCUMENTS: Final = 5.0
MOST_PRESUMED: Final = 0.6
MOST_LEARNT: Final = 30.0
EXPERIENCED: Final = 200.0
"""Lessons of the rarer side after which learnt weights have half of their say."""
STRONGEST: Final = 15
"""Words that speak for the positive label, which no good words beside them can make fewer."""


@dataclass(frozen=True, slots=True, eq=False)
class Scales:
    """The usual distances of evidence and learnt weights from zero, by which the two are made comparable."""

    n_documents: int = 1
    evidence: float = 1.0
    """Sum of squares."""
    learnt: float = 1.0

    def with_one_more(self, evidence: float, learnt: float) -> Scales:
        return Scales(self.n_documents + 1, self.evidence + evidence * evidence, self.learnt + learnt * learnt)

    @property
    def ratio(self) -> float:
        """Return what a learnt weight is worth on the scale of evidence."""
        return math.sqrt(self.evidence / self.learnt)


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """The opinion of a filter on one document, before marks make a verdict of it."""

    score: float
    """For the positive label; on the scale of mean evidence."""
    margin: float
    """Mean evidence for the positive label against its best rival, no group bounded: what learning goes by."""
    learnt: float
    """The sum of the learnt weights, before it is brought to the scale of evidence."""
    rival: int
    strongest: float
    """The mean of the strongest words for the positive label."""
    head: float
    """The evidence of subject, route and signs alone."""
    n_telling: int
    evidence: FloatArray
    """(n_labels,): mean evidence less the best label's."""


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """The words of one document as witnesses for one label against another."""

    telling: Tokens
    """Words that say something."""
    ratios: FloatArray
    """The logarithm of how much more often each is counted under the label."""
    shares: FloatArray
    """The weight of each among the other words of its group, with all that bounds or shrinks it."""
    terms: FloatArray
    """The evidence that each of these adds to the score: its ratio times its share."""
    heard: Tokens
    """Words that have a learnt weight."""
    learnt_terms: FloatArray
    """The learnt weight that each of these adds to the score."""
    prior: float
    """The score that a document without any word would have."""


@dataclass(frozen=True, slots=True, eq=False)
class _Witnesses:
    """Informative words, and how the labels stand by them."""

    places: IntArray
    """Of these words in the document."""
    logs: FloatArray
    """(n_labels, n_words)"""
    counts: FloatArray
    """(n_labels, n_words): smoothed."""
    groups: npt.NDArray[np.int8]
    weights: FloatArray
    means: list[float]
    """Of each label, with its prior, over all witnesses."""
    priors: list[float]
    total: float
    """All weights, the neutral words' among them."""


class Weigher:
    """Weighs documents by what was learnt so far."""

    def __init__(self, tally: LessonTally, settings: FilterSettings, positive: int) -> None:
        self._tally, self._settings, self._positive = tally, settings, positive
        most = np.full(N_GROUPS, settings.most_of_a_group)
        most[SIGNS] = settings.most_of_signs
        self._most, self._is_bounded = np.where(most > 0, most, 1.0), most > 0
        self._bounds = int(np.count_nonzero(self._is_bounded))

    def opinion(self, tokens: Tokens, groups: npt.NDArray[np.int8], scales: Scales) -> Opinion:
        """Weigh a document; tokens are its different words."""
        found = self._witnesses(tokens, groups)
        rival = self._rival(found.means)
        learnt = self._learnt(tokens)
        best = max(found.means)
        evidence = np.array([mean - best for mean in found.means])
        if not (self._tally.learnt[self._positive] and self._tally.learnt[rival]):
            presumed = self._presumed(rival)
            return Opinion(presumed, presumed, learnt, rival, 0.0, 0.0, 0, evidence)
        ratios = found.logs[self._positive] - found.logs[rival]
        by_group: FloatArray = np.bincount(found.groups, found.weights * ratios, N_GROUPS) / found.total
        prior = (found.priors[self._positive] - found.priors[rival]) / found.total
        shrink = self._shrink(found, rival)
        bounded = shrink * (float(np.add.reduce(self._bounded(by_group))) + prior)
        return Opinion(
            score=bounded + self._learnt_say(rival) * scales.ratio * learnt,
            margin=shrink * (float(np.add.reduce(by_group)) + prior),
            learnt=learnt,
            rival=rival,
            strongest=_strongest(ratios),
            head=float(by_group[SUBJECT] + by_group[ROUTE] + by_group[SIGNS]),
            n_telling=len(ratios),
            evidence=shrink * evidence,
        )

    def weighed(
        self, tokens: Tokens, groups: npt.NDArray[np.int8], scales: Scales, label: int, against: int
    ) -> Weighed:
        """The terms that the score of one label against another is the sum of."""
        found, heard = self._witnesses(tokens, groups), self._heard(tokens)
        nothing = np.zeros(0)
        if not (self._tally.learnt[label] and self._tally.learnt[against]):
            presumed = self._presumed(against if label == self._positive else label)
            signed = presumed if label == self._positive else -presumed if against == self._positive else 0.0
            return Weighed(tokens[:0], nothing, nothing, nothing, heard[:0], nothing, signed)
        ratios = found.logs[label] - found.logs[against]
        said = found.weights * ratios / found.total
        shrink = self._shrink(found, against, label)
        prior = shrink * (found.priors[label] - found.priors[against]) / found.total
        if self._positive not in (label, against):
            shares = shrink * found.weights / found.total
            return Weighed(tokens.take(found.places), ratios, shares, shares * ratios, heard[:0], nothing, prior)
        by_group: FloatArray = np.bincount(found.groups, said, N_GROUPS).astype(np.float64)
        with np.errstate(invalid="ignore", divide="ignore"):
            kept = np.where(by_group == 0, 1.0, self._bounded(by_group) / by_group)
        rival, sign = (against, 1.0) if label == self._positive else (label, -1.0)
        say = sign * self._learnt_say(rival) * scales.ratio * self._clip(tokens)
        worth = self._tally.steps.take(heard) / math.sqrt(max(len(heard), 1))
        shares = shrink * found.weights / found.total * kept.take(found.groups)
        telling, start = tokens.take(found.places), prior + say * self._tally.bias
        return Weighed(telling, ratios, shares, shares * ratios, heard, say * worth, start)

    def word_odds(self, tokens: Tokens, scales: Scales, label: int, against: int) -> FloatArray:
        """(n_words,): what each word says by itself, whatever stands beside it."""
        tally = self._tally
        logs = np.log(tally.counts.take(tokens, axis=1) + tally.smoothing * tally.scale) - tally.log_sizes
        ratios = logs[label] - logs[against]
        says = tally.is_counted.take(tokens) & (np.abs(ratios) > self._settings.informative_from)
        odds = np.where(says, ratios, 0.0)
        if self._positive not in (label, against):
            return odds
        rival, sign = (against, 1.0) if label == self._positive else (label, -1.0)
        return np.asarray(odds + sign * self._learnt_say(rival) * scales.ratio * tally.steps.take(tokens))

    def _witnesses(self, tokens: Tokens, groups: npt.NDArray[np.int8]) -> _Witnesses:
        tally = self._tally
        (counted,) = tally.is_counted.take(tokens).nonzero()
        counts = tally.counts.take(tokens.take(counted), axis=1)
        counts += tally.smoothing * tally.scale
        logs = np.log(counts)
        logs -= tally.log_sizes
        (telling,) = (_spread(logs) > self._settings.informative_from).nonzero()
        places = counted.take(telling)
        own_groups, logs = groups.take(places), logs.take(telling, axis=1)
        weights = _weights(own_groups)
        total = float(np.add.reduce(weights)) + NEUTRAL_WORDS
        priors = [PRIOR_WORDS * math.log1p(number) for number in tally.learnt]
        means = [(said + prior) / total for said, prior in zip(logs.dot(weights).tolist(), priors, strict=True)]
        return _Witnesses(places, logs, counts.take(telling, axis=1), own_groups, weights, means, priors, total)

    def _rival(self, means: list[float]) -> int:
        """The best of all labels but the positive one; of those that were learnt, if any was."""
        others = [label for label in range(len(means)) if label != self._positive]
        learnt = [label for label in others if self._tally.learnt[label]]
        return max(learnt or others, key=means.__getitem__, default=self._positive)

    def _presumed(self, rival: int) -> float:
        """Return the evidence of the prior while one label prevails: another such document is likely, but nothing is
        settled."""
        own, other = (PRIOR_WORDS * math.log1p(self._tally.learnt[label]) for label in (self._positive, rival))
        return min(max((own - other) / NEUTRAL_WORDS, -MOST_PRESUMED), MOST_PRESUMED)

    def _shrink(self, found: _Witnesses, rival: int, label: int | None = None) -> float:
        own = self._positive if label is None else label
        squares = found.weights * found.weights
        believed = 0.5 * self._settings.rarity * self._tally.scale / found.total**2
        doubt = 0.0
        for one in (own, rival):
            doubt += FEW_DOCUMENTS / max(self._tally.learnt[one], 1)
            doubt += believed * float(np.reciprocal(found.counts[one]).dot(squares))
        return 1 / math.sqrt(1 + doubt)

    def _bounded(self, by_group: FloatArray) -> FloatArray:
        if not self._bounds:
            return by_group
        bounded = self._most * np.tanh(by_group / self._most)
        return bounded if self._bounds == N_GROUPS else np.where(self._is_bounded, bounded, by_group)

    def _heard(self, tokens: Tokens) -> Tokens:
        return tokens[self._tally.heard.take(tokens) > 0]

    def _learnt(self, tokens: Tokens) -> float:
        said = self._unclipped(tokens)
        return min(max(said, -MOST_LEARNT), MOST_LEARNT)

    def _unclipped(self, tokens: Tokens) -> float:
        """Sum what the learnt weights of these words say; words that were never heard have none."""
        n_heard = int(np.count_nonzero(self._tally.heard.take(tokens)))
        return float(np.add.reduce(self._tally.steps.take(tokens))) / math.sqrt(max(n_heard, 1)) + self._tally.bias

    def _clip(self, tokens: Tokens) -> float:
        """Return the factor by which the learnt weights shrink where together they would say too much."""
        said = self._unclipped(tokens)
        return MOST_LEARNT / abs(said) if abs(said) > MOST_LEARNT else 1.0

    def _learnt_say(self, rival: int) -> float:
        known = self._tally.learnt
        fewest = min(known[self._positive], sum(known) - known[self._positive]) if known[rival] else 0
        return self._settings.learnt_share * fewest / (fewest + EXPERIENCED)


def _spread(logs: FloatArray) -> FloatArray:
    """Return how far the labels are apart for each word, (n_words,)."""
    if len(logs) == 2:
        return np.asarray(np.abs(logs[1] - logs[0]))
    return np.asarray(logs.max(axis=0) - logs.min(axis=0))


def _weights(groups: npt.NDArray[np.int8]) -> FloatArray:
    sizes = np.bincount(groups, minlength=N_GROUPS)
    return _WEIGHTS.take(sizes).take(groups) if len(groups) < len(_WEIGHTS) else _weights_of(sizes).take(groups)


def _weights_of(sizes: IntArray) -> FloatArray:
    """(n_groups,): what each word of a group of so many weighs."""
    return np.asarray(1 / np.sqrt(sizes + GROUP_WORDS))


_WEIGHTS: Final = _weights_of(np.arange(10_000))


def _strongest(ratios: FloatArray) -> float:
    if not len(ratios):
        return 0.0
    best = ratios
    if len(ratios) > STRONGEST:
        best = ratios.copy()
        best.partition(len(ratios) - STRONGEST)
        best = best[-STRONGEST:]
    return float(np.add.reduce(np.maximum(best, 0.0))) / len(best)
