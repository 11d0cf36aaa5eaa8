"""The weighing of one document's words: from different words to a score, and to the terms that it is the sum of.

The score for the positive label against its best rival is the mean evidence of the informative words, each group of
witnesses bounded, plus what the learnt weights say, on the scale of the evidence. It shrinks while few documents were
learnt, and where it rests on words seen once or twice. While all lessons are of one label words say nothing.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import mul
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray, split_into_runs, units_of
from nbengine.errors import EngineError
from nbengine.events.leave_one_out import NEVER_LEARNT
from nbengine.filter.settings import N_GROUPS, NEWNESS, ROUTE, SIGNS, SUBJECT, FilterSettings
from nbengine.filter.tally import LessonTally, Tokens
from nbengine.learnt.tally import Tally
from nbengine.text.token_rules import Field
from nbengine.text.vocabulary import Vocabulary

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
class WordWitnesses:
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


@dataclass(slots=True, eq=False)
class _Witnesses:
    """Informative words, and how the labels stand by them. One is made for each document, so none is frozen: that
    would take as long as a sum over its words."""

    places: IntArray
    """Of these words in the document."""
    logs: FloatArray
    """(n_labels, n_words), less the size of each label; of two labels the one row of how far the second is ahead."""
    counts: FloatArray
    """(n_labels, n_words): smoothed."""
    groups: IntArray
    weights: list[float]
    """The weight of each word, group by group."""
    total: float
    """All weights, the neutral words' among them."""

    def ratios(self, label: int, against: int) -> FloatArray:
        """Return the logarithm of how much more often each word is counted under one label than under another."""
        if len(self.counts) != 2 or label == against:
            return np.asarray(self.logs[label] - self.logs[against])
        ahead: FloatArray = self.logs[0]
        return ahead if label else -ahead

    def by_group(self, values: FloatArray) -> list[float]:
        """Add up what the words of each group say, each with its weight in the mean of all."""
        sums = np.bincount(self.groups, values, N_GROUPS).tolist()
        return [weight * said / self.total for weight, said in zip(self.weights, sums, strict=True)]


class Weigher:
    """Weighs documents by what was learnt so far."""

    def __init__(self, tally: LessonTally, settings: FilterSettings, positive: int) -> None:
        self._tally, self._settings, self._positive = tally, settings, positive
        self._most = [settings.most_of_a_group] * N_GROUPS
        self._most[SIGNS] = settings.most_of_signs

    def opinion(self, tokens: Tokens, groups: npt.NDArray[np.int8], lengths: FloatArray, scales: Scales) -> Opinion:
        """Weigh a document; tokens are its different words, lengths those of `group_lengths`."""
        found, said = self._witnesses(tokens, groups), self._unclipped(tokens, groups, lengths)
        rival, learnt = self._rival(found), min(max(said, -MOST_LEARNT), MOST_LEARNT)
        ratios = found.ratios(self._positive, rival)
        by_group = found.by_group(ratios)
        prior = self._prior(self._positive, rival) / found.total
        ahead = sum(by_group) + prior
        if not (self._tally.learnt[self._positive] and self._tally.learnt[rival]):
            presumed = self._presumed(rival)
            return Opinion(presumed, presumed, learnt, rival, 0.0, 0.0, 0, self._evidence(found, ahead))
        shrink = self._shrink(found, rival, self._positive)
        bounded = shrink * (sum(map(_bounded, by_group, self._most)) + prior)
        return Opinion(
            score=bounded + self._learnt_say(rival) * scales.ratio * learnt,
            margin=shrink * ahead,
            learnt=learnt,
            rival=rival,
            strongest=_strongest(ratios),
            head=by_group[SUBJECT] + by_group[ROUTE] + by_group[SIGNS],
            n_telling=len(ratios),
            evidence=shrink * self._evidence(found, ahead),
        )

    def weighed(
        self, tokens: Tokens, groups: npt.NDArray[np.int8], scales: Scales, label: int, against: int
    ) -> WordWitnesses:
        """The terms that the score of one label against another is the sum of."""
        found, heard = self._witnesses(tokens, groups), tokens[self._tally.heard.take(tokens) > 0]
        nothing = np.zeros(0)
        if not (self._tally.learnt[label] and self._tally.learnt[against]):
            presumed = self._presumed(against if label == self._positive else label)
            signed = presumed if label == self._positive else -presumed if against == self._positive else 0.0
            return WordWitnesses(tokens[:0], nothing, nothing, nothing, heard[:0], nothing, signed)
        ratios = found.ratios(label, against)
        shrink = self._shrink(found, against, label)
        prior = shrink * self._prior(label, against) / found.total
        shares = shrink * np.array(found.weights).take(found.groups) / found.total
        if self._positive not in (label, against):
            return WordWitnesses(tokens.take(found.places), ratios, shares, shares * ratios, heard[:0], nothing, prior)
        pairs = zip(found.by_group(ratios), self._most, strict=True)
        kept = np.array([_bounded(said, most) / said if said else 1.0 for said, most in pairs])
        rival, sign = (against, 1.0) if label == self._positive else (label, -1.0)
        said = self._unclipped(tokens, groups, group_lengths(n_words_of_groups(groups)))
        clip = MOST_LEARNT / abs(said) if abs(said) > MOST_LEARNT else 1.0
        say = sign * self._learnt_say(rival) * scales.ratio * clip
        worth = self._tally.steps.take(heard) * self._lengths(tokens, groups)
        shares *= kept.take(found.groups)
        telling, start = tokens.take(found.places), prior + say * self._tally.bias
        return WordWitnesses(telling, ratios, shares, shares * ratios, heard, say * worth, start)

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
        logs, sizes = np.log(counts), tally.log_sizes
        if len(logs) == 2:
            logs = np.subtract(logs[1:], logs[:1])
            logs -= sizes[1, 0] - sizes[0, 0]
            spread = np.abs(logs[0])
        else:
            logs -= sizes
            spread = logs.max(axis=0) - logs.min(axis=0)
        (telling,) = (spread > self._settings.informative_from).nonzero()
        places = counted.take(telling)
        own_groups = groups.take(places).astype(np.intp)
        n_words = np.bincount(own_groups, minlength=N_GROUPS).tolist()
        weights = [1 / math.sqrt(number + GROUP_WORDS) for number in n_words]
        total = sum(map(mul, n_words, weights)) + NEUTRAL_WORDS
        return _Witnesses(places, logs.take(telling, axis=1), counts.take(telling, axis=1), own_groups, weights, total)

    def _prior(self, label: int, against: int) -> float:
        learnt = self._tally.learnt
        return PRIOR_WORDS * (math.log1p(learnt[label]) - math.log1p(learnt[against]))

    def _means(self, found: _Witnesses) -> list[float]:
        """Return the mean evidence for each of more than two labels."""
        priors = [PRIOR_WORDS * math.log1p(number) / found.total for number in self._tally.learnt]
        return [sum(found.by_group(logs)) + prior for logs, prior in zip(found.logs, priors, strict=True)]

    def _evidence(self, found: _Witnesses, ahead: float) -> FloatArray:
        """(n_labels,): mean evidence less the best label's; the positive one is ahead of its rival by so much."""
        if len(found.counts) == 2:
            own, other = min(ahead, 0.0), min(-ahead, 0.0)
            return np.array([other, own] if self._positive else [own, other])
        means = np.array(self._means(found))
        return np.asarray(means - means.max())

    def _rival(self, found: _Witnesses) -> int:
        """The best of all labels but the positive one; of those that were learnt, if any was."""
        if len(found.counts) == 2:
            return 1 - self._positive
        others = [label for label in range(len(found.counts)) if label != self._positive]
        learnt = [label for label in others if self._tally.learnt[label]]
        return max(learnt or others, key=self._means(found).__getitem__, default=self._positive)

    def _presumed(self, rival: int) -> float:
        """Return the evidence of the prior while one label prevails: another such document is likely, but nothing is
        settled."""
        own, other = (PRIOR_WORDS * math.log1p(self._tally.learnt[label]) for label in (self._positive, rival))
        return min(max((own - other) / NEUTRAL_WORDS, -MOST_PRESUMED), MOST_PRESUMED)

    def _shrink(self, found: _Witnesses, rival: int, label: int) -> float:
        learnt = self._tally.learnt
        few = FEW_DOCUMENTS / max(learnt[label], 1) + FEW_DOCUMENTS / max(learnt[rival], 1)
        rare = np.reciprocal(found.counts)
        doubts = sum(map(mul, found.by_group(rare[label] + rare[rival]), found.weights)) / found.total
        return 1 / math.sqrt(1 + few + 0.5 * self._settings.rarity * self._tally.scale * doubts)

    def _lengths(self, tokens: Tokens, groups: npt.NDArray[np.int8]) -> FloatArray | float:
        """Of the words that were heard: what of a learnt weight each word adds."""
        is_heard = self._tally.heard.take(tokens) > 0
        if self._settings.steps_by_group:
            return group_lengths(n_words_of_groups(groups)).take(groups[is_heard])
        return 1 / math.sqrt(max(int(np.count_nonzero(is_heard)), 1))

    def _unclipped(self, tokens: Tokens, groups: npt.NDArray[np.int8], lengths: FloatArray) -> float:
        """Sum what the learnt weights of these words say; words that were never heard have none."""
        if self._settings.steps_by_group:
            sums = np.bincount(groups, self._tally.steps.take(tokens), N_GROUPS)
            return float(sums @ lengths) + self._tally.bias
        n_heard = int(np.count_nonzero(self._tally.heard.take(tokens)))
        return float(np.add.reduce(self._tally.steps.take(tokens))) / math.sqrt(max(n_heard, 1)) + self._tally.bias

    def _learnt_say(self, rival: int) -> float:
        known = self._tally.learnt
        fewest = min(known[self._positive], sum(known) - known[self._positive]) if known[rival] else 0
        return self._settings.learnt_share * fewest / (fewest + EXPERIENCED)


def n_words_of_groups(groups: npt.NDArray[np.int8]) -> list[int]:
    """Count the words of each group, but for those that say how new others are, which teach nothing by their length."""
    n_words: list[int] = np.bincount(groups, minlength=N_GROUPS).tolist()
    n_words[NEWNESS] = 0
    return n_words


def group_lengths(n_words: Sequence[int]) -> FloatArray:
    """(N_GROUPS,): how long a word of each group is, so that all groups a document has are alike and all words together
    have length 1."""
    n_there = len(n_words) - n_words.count(0)
    return np.array([1 / math.sqrt(number * n_there) if number else 0.0 for number in n_words])


def _bounded(said: float, most: float) -> float:
    return most * math.tanh(said / most) if most else said


def _strongest(ratios: FloatArray) -> float:
    if not len(ratios):
        return 0.0
    best = np.sort(ratios)[-STRONGEST:].tolist()
    return float(sum(best[bisect_right(best, 0.0) :])) / len(best)


SMOOTHING, INFORMATIVE_FROM, RARITY = 0.1, 0.3, 10.0


@dataclass(frozen=True, slots=True, eq=False)
class LeftOutOf:
    """The documents that are judged and were learnt: each is judged without itself."""

    label_numbers: IntArray
    weights: npt.ArrayLike | None = None

    def units(self) -> IntArray:
        """(n_documents,): what each document weighs."""
        n_documents = len(self.label_numbers)
        units = units_of(self.weights, n_documents)
        return np.full(n_documents, UNIT) if units is None else units


class Witnesses:
    """The evidence of documents for the second of two labels against the first."""

    def __init__(self, tally: Tally, groups: IntArray) -> None:
        """groups (n_tokens,) says which words witness together, by small numbers."""
        if tally.n_labels != 2 or len(groups) != tally.n_tokens:
            raise EngineError(f"Witnesses need two labels and a group for each of {tally.n_tokens} words.")
        self._presences, self._threshold, self._groups = tally.presences.T, tally.threshold, groups
        self._n_groups = int(groups.max(initial=0)) + 1
        self._words, self._documents = np.einsum("ij->j", self._presences), tally.documents
        self._n_living = int(np.count_nonzero(self._presences[:, 0] + self._presences[:, 1]))

    def of(self, tally: Tally) -> Witnesses:
        """The same words witness together, by other counts."""
        return Witnesses(tally, self._groups)

    def evidence(self, counts: CountMatrix, own: LeftOutOf | None = None) -> FloatArray:
        """(n_documents,): positive speaks for the second label; `own` leaves each document out of what was learnt."""
        found = np.zeros(counts.n_documents)
        units = np.zeros(counts.n_documents, np.int64) if own is None else own.units()
        for documents in split_into_runs(counts):
            some = counts[documents]
            is_present = some.values > self._threshold
            entries = _Entries(some.n_documents, some.rows[is_present], some.tokens[is_present])
            label_numbers = None if own is None else own.label_numbers[documents]
            found[documents] = self._evidence(entries, self._learnt(entries, label_numbers, units[documents]))
        return found

    def _evidence(self, entries: _Entries, learnt: _Learnt) -> FloatArray:
        seen, n_documents = learnt.seen + SMOOTHING, entries.n_documents
        logs = np.log(seen) - learnt.log_sizes()[entries.rows]
        ratios = logs[:, 1] - logs[:, 0]
        is_telling = learnt.seen.any(axis=1) & (np.abs(ratios) > INFORMATIVE_FROM)
        weights, n_witnesses = self._weighed(entries, is_telling)
        prior = PRIOR_WORDS * (np.log1p(learnt.documents[:, 1]) - np.log1p(learnt.documents[:, 0]))
        said = np.bincount(entries.rows, weights * ratios, n_documents) + prior
        doubt = np.bincount(entries.rows, weights * weights * (1 / seen[:, 0] + 1 / seen[:, 1]), n_documents)
        return np.asarray(said / n_witnesses / np.sqrt(1 + 0.5 * RARITY * doubt / n_witnesses**2))

    def _learnt(self, entries: _Entries, label_numbers: IntArray | None, units: IntArray) -> _Learnt:
        """Look up what was learnt of the documents' words, without the documents where they have label numbers."""
        seen, n_documents = self._presences.take(entries.tokens, axis=0), entries.n_documents
        words, documents = (np.tile(sizes, (n_documents, 1)) for sizes in (self._words, self._documents))
        n_living = np.full(n_documents, self._n_living)
        if label_numbers is not None:
            rows, everyone = entries.rows, np.arange(n_documents)
            seen[np.arange(len(rows)), label_numbers[rows]] -= units[rows]
            words[everyone, label_numbers] -= units * np.bincount(rows, minlength=n_documents)
            documents[everyone, label_numbers] -= units
            if seen.min(initial=0) < 0 or documents.min(initial=0) < 0:
                raise EngineError(NEVER_LEARNT)
            n_living -= np.bincount(rows[seen[:, 0] + seen[:, 1] == 0], minlength=n_documents)
        return _Learnt(seen / UNIT, words / UNIT, documents / UNIT, n_living)

    def _weighed(self, entries: _Entries, is_telling: npt.NDArray[np.bool_]) -> tuple[FloatArray, FloatArray]:
        """The weight of each entry, nothing where it does not tell, and what the witnesses of each document come to."""
        n_documents = entries.n_documents
        cells = entries.rows * self._n_groups + self._groups.take(entries.tokens)
        n_telling = np.bincount(cells, is_telling, n_documents * self._n_groups)
        weights = 1 / np.sqrt(n_telling + GROUP_WORDS)
        n_witnesses = (n_telling * weights).reshape(n_documents, -1).sum(axis=1) + NEUTRAL_WORDS
        return weights.take(cells) * is_telling, n_witnesses


@dataclass(frozen=True, slots=True, eq=False)
class _Entries:
    """The different words of some documents."""

    n_documents: int
    rows: IntArray
    """(n_entries,): which document each is from."""
    tokens: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class _Learnt:
    """The counts of some documents' words, without the documents themselves where they were learnt."""

    seen: FloatArray
    """(n_entries, 2): how many documents of each label hold the word."""
    words: FloatArray
    """(n_documents, 2): how many words all documents of a label have together."""
    documents: FloatArray
    """(n_documents, 2)"""
    n_living: IntArray
    """(n_documents,): how many different words there are."""

    def log_sizes(self) -> FloatArray:
        """(n_documents, 2): the label's size, halfway between words and documents."""
        words = np.log(self.words + SMOOTHING * np.maximum(self.n_living, 1)[:, None])
        return np.asarray(0.5 * (words + np.log(self.documents + 2 * SMOOTHING)))


def witness_groups(vocabulary: Vocabulary, fields: tuple[Field, ...], first: int = 0) -> IntArray:
    """(n_words - first,): words from one on by the field they are from, 0 for the text."""
    numbers = np.arange(first, len(vocabulary))
    spans, groups = vocabulary.spans(numbers), np.zeros(len(numbers), np.int64)
    for group, field in enumerate(fields, start=1):
        groups[spans.begin_with(f"{field.name}:".encode())] = group
    return groups
