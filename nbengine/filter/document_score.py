"""Score one document: from its distinct words to a score, and to the terms that add up to the score.

The score compares the positive label with its best rival. It is the mean evidence of the informative words, with each
evidence group limited, plus the learnt weights on the scale of the evidence. It shrinks while few documents were
learnt, and where it depends on words seen once or twice. As long as all lessons have one label, words have no evidence.

`MeanEvidence` computes evidence in a similar way for a whole batch, from an ordinary `Tally` with two labels.
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

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray, split_into_chunks, units_of
from nbengine.errors import EngineError
from nbengine.events.leave_one_out import NEVER_LEARNT
from nbengine.filter.settings import N_GROUPS, NEWNESS, ROUTE, SIGNS, SUBJECT, FilterSettings
from nbengine.filter.tally import LessonTally, Tokens
from nbengine.learnt.tally import Tally
from nbengine.text.token_rules import Field
from nbengine.text.vocabulary import Vocabulary

GROUP_WORDS: Final = 10.0
"""A word in a group of n informative words weighs 1 / sqrt(n + GROUP_WORDS)."""
NEUTRAL_WORDS: Final = 3.0
"""Weight of imaginary words without evidence. They keep the mean of a document with few words near zero."""
PRIOR_WORDS: Final = 0.5
"""Weight of the prior log-odds in the mean."""
SHRINKAGE_DOCUMENTS: Final = 5.0
"""How strongly scores shrink while a label has few documents."""
MAX_PRIOR_SCORE: Final = 0.6
"""Largest score from the prior alone, while one label has no documents."""
MAX_LEARNT_WEIGHT: Final = 30.0
"""The sum of learnt weights is clipped to this magnitude."""
EXPERIENCED: Final = 200.0
"""Number of lessons of the rarer side at which learnt weights reach half of their full share."""
N_STRONGEST_WORDS: Final = 15
"""How many of the strongest words for the positive label are averaged. Good words cannot lower this mean."""


@dataclass(frozen=True, slots=True, eq=False)
class Scales:
    """Sums of squares of evidence and learnt weights, to bring both to one scale."""

    n_documents: int = 1
    evidence: float = 1.0
    """Sum of squared evidence over the lessons."""
    learnt: float = 1.0
    """Sum of squared learnt weights over the lessons."""

    def with_one_more(self, evidence: float, learnt: float) -> Scales:
        return Scales(self.n_documents + 1, self.evidence + evidence * evidence, self.learnt + learnt * learnt)

    @property
    def ratio(self) -> float:
        """The factor from the scale of learnt weights to the scale of evidence."""
        return math.sqrt(self.evidence / self.learnt)


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """The score of one document and its ingredients. Thresholds turn it into a verdict."""

    score: float
    """Score for the positive label, on the scale of mean evidence."""
    margin: float
    """Mean evidence for the positive label against its best rival, without group limits. Learning uses this."""
    learnt: float
    """Sum of the learnt weights, before scaling to the evidence."""
    rival: int
    """The best label other than the positive one."""
    strongest: float
    """Mean log-odds of the strongest words for the positive label."""
    head: float
    """Evidence of the groups subject, route and signs alone."""
    n_telling: int
    """Number of informative words."""
    evidence: FloatArray
    """(n_labels,): mean evidence minus that of the best label."""


@dataclass(frozen=True, slots=True, eq=False)
class WordTerms:
    """The terms of one document's score, for one label against another."""

    telling: Tokens
    """Informative words."""
    ratios: FloatArray
    """Log-probability of each informative word under the label, minus that under the rival."""
    shares: FloatArray
    """Weight of each informative word in the score, including group limits and shrinkage."""
    terms: FloatArray
    """Contribution of each informative word to the score: its ratio times its share."""
    heard: Tokens
    """Words with a learnt weight."""
    learnt_terms: FloatArray
    """Contribution of the learnt weight of each word in `heard` to the score."""
    prior: float
    """Score of a document without words."""


@dataclass(slots=True, eq=False)
class _Witnesses:
    """The informative words of one document, with their log-probabilities.

    Not frozen: creating a frozen instance takes as long as a sum over the document's words, and each document needs
    one.
    """

    positions: IntArray
    """Positions of the words in the document."""
    logs: FloatArray
    """(n_labels, n_words): log-probability of each word under each label. With two labels it is (1, n_words): the
    second minus the first."""
    counts: FloatArray
    """(n_labels, n_words): smoothed counts."""
    groups: IntArray
    weights: list[float]
    """Weight of one word, by group."""
    total: float
    """Sum of all weights, including the neutral words."""

    def ratios(self, label: int, against: int) -> FloatArray:
        """Return the log-odds of each word for one label against another."""
        if len(self.counts) != 2 or label == against:
            return np.asarray(self.logs[label] - self.logs[against])
        ahead: FloatArray = self.logs[0]
        return ahead if label else -ahead

    def by_group(self, values: FloatArray) -> list[float]:
        """Return the contribution of each group to the weighted mean of `values`."""
        sums = np.bincount(self.groups, values, N_GROUPS).tolist()
        return [weight * total / self.total for weight, total in zip(self.weights, sums, strict=True)]


class Weigher:
    """Scores documents with the current state of a tally."""

    def __init__(self, tally: LessonTally, settings: FilterSettings, positive: int) -> None:
        self._tally, self._settings, self._positive = tally, settings, positive
        self._most = [settings.most_of_a_group] * N_GROUPS
        self._most[SIGNS] = settings.most_of_signs

    def opinion(self, tokens: Tokens, groups: npt.NDArray[np.int8], lengths: FloatArray, scales: Scales) -> Opinion:
        """Score a document. `tokens` are its distinct words, `lengths` the result of `group_lengths`."""
        witnesses, unclipped = self._witnesses(tokens, groups), self._sum_of_learnt_weights(tokens, groups, lengths)
        rival, learnt = self._best_rival(witnesses), min(max(unclipped, -MAX_LEARNT_WEIGHT), MAX_LEARNT_WEIGHT)
        ratios = witnesses.ratios(self._positive, rival)
        by_group = witnesses.by_group(ratios)
        prior = self._prior(self._positive, rival) / witnesses.total
        lead = sum(by_group) + prior
        if not (self._tally.learnt[self._positive] and self._tally.learnt[rival]):
            presumed = self._score_from_prior(rival)
            return Opinion(presumed, presumed, learnt, rival, 0.0, 0.0, 0, self._evidence(witnesses, lead))
        shrink = self._shrinkage_factor(witnesses, rival, self._positive)
        bounded = shrink * (sum(map(_limit_smoothly, by_group, self._most)) + prior)
        return Opinion(
            score=bounded + self._learnt_weight(rival) * scales.ratio * learnt,
            margin=shrink * lead,
            learnt=learnt,
            rival=rival,
            strongest=_mean_of_strongest(ratios),
            head=by_group[SUBJECT] + by_group[ROUTE] + by_group[SIGNS],
            n_telling=len(ratios),
            evidence=shrink * self._evidence(witnesses, lead),
        )

    def weigh(
        self, tokens: Tokens, groups: npt.NDArray[np.int8], scales: Scales, label: int, against: int
    ) -> WordTerms:
        """Return the terms that add up to the score of one label against another."""
        witnesses, heard = self._witnesses(tokens, groups), tokens[self._tally.heard.take(tokens) > 0]
        no_terms = np.zeros(0)
        if not (self._tally.learnt[label] and self._tally.learnt[against]):
            presumed = self._score_from_prior(against if label == self._positive else label)
            signed = presumed if label == self._positive else -presumed if against == self._positive else 0.0
            return WordTerms(tokens[:0], no_terms, no_terms, no_terms, heard[:0], no_terms, signed)
        ratios = witnesses.ratios(label, against)
        shrink = self._shrinkage_factor(witnesses, against, label)
        prior = shrink * self._prior(label, against) / witnesses.total
        shares = shrink * np.array(witnesses.weights).take(witnesses.groups) / witnesses.total
        if self._positive not in (label, against):
            return WordTerms(
                tokens.take(witnesses.positions), ratios, shares, shares * ratios, heard[:0], no_terms, prior
            )
        pairs = zip(witnesses.by_group(ratios), self._most, strict=True)
        remaining = np.array(
            [_limit_smoothly(evidence, most) / evidence if evidence else 1.0 for evidence, most in pairs]
        )
        rival, sign = (against, 1.0) if label == self._positive else (label, -1.0)
        unclipped = self._sum_of_learnt_weights(tokens, groups, group_lengths(n_words_of_groups(groups)))
        clip = MAX_LEARNT_WEIGHT / abs(unclipped) if abs(unclipped) > MAX_LEARNT_WEIGHT else 1.0
        learnt_factor = sign * self._learnt_weight(rival) * scales.ratio * clip
        learnt_terms = self._tally.steps.take(heard) * self._lengths(tokens, groups)
        shares *= remaining.take(witnesses.groups)
        informative, prior_score = tokens.take(witnesses.positions), prior + learnt_factor * self._tally.bias
        return WordTerms(informative, ratios, shares, shares * ratios, heard, learnt_factor * learnt_terms, prior_score)

    def word_odds(self, tokens: Tokens, scales: Scales, label: int, against: int) -> FloatArray:
        """Return the log-odds of each word alone, without the limits that other words impose; shape (n_words,)."""
        tally = self._tally
        logs = np.log(tally.counts.take(tokens, axis=1) + tally.smoothing * tally.scale) - tally.log_sizes
        ratios = logs[label] - logs[against]
        is_informative = tally.is_counted.take(tokens) & (np.abs(ratios) > self._settings.informative_from)
        odds = np.where(is_informative, ratios, 0.0)
        if self._positive not in (label, against):
            return odds
        rival, sign = (against, 1.0) if label == self._positive else (label, -1.0)
        return np.asarray(odds + sign * self._learnt_weight(rival) * scales.ratio * tally.steps.take(tokens))

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
        (informative,) = (spread > self._settings.informative_from).nonzero()
        positions = counted.take(informative)
        groups_of_words = groups.take(positions).astype(np.intp)
        n_words = np.bincount(groups_of_words, minlength=N_GROUPS).tolist()
        weights = [1 / math.sqrt(number + GROUP_WORDS) for number in n_words]
        total = sum(map(mul, n_words, weights)) + NEUTRAL_WORDS
        return _Witnesses(
            positions, logs.take(informative, axis=1), counts.take(informative, axis=1), groups_of_words, weights, total
        )

    def _prior(self, label: int, against: int) -> float:
        learnt = self._tally.learnt
        return PRIOR_WORDS * (math.log1p(learnt[label]) - math.log1p(learnt[against]))

    def _means(self, witnesses: _Witnesses) -> list[float]:
        """Return the mean evidence for each of more than two labels."""
        priors = [PRIOR_WORDS * math.log1p(number) / witnesses.total for number in self._tally.learnt]
        return [sum(witnesses.by_group(logs)) + prior for logs, prior in zip(witnesses.logs, priors, strict=True)]

    def _evidence(self, witnesses: _Witnesses, lead: float) -> FloatArray:
        """Return the mean evidence minus that of the best label; shape (n_labels,).

        `lead` is the lead of the positive label over its rival.
        """
        if len(witnesses.counts) == 2:
            positive, rival = min(lead, 0.0), min(-lead, 0.0)
            return np.array([rival, positive] if self._positive else [positive, rival])
        means = np.array(self._means(witnesses))
        return np.asarray(means - means.max())

    def _best_rival(self, witnesses: _Witnesses) -> int:
        """Return the best label other than the positive one, preferably one that was learnt."""
        if len(witnesses.counts) == 2:
            return 1 - self._positive
        rivals = [label for label in range(len(witnesses.counts)) if label != self._positive]
        learnt = [label for label in rivals if self._tally.learnt[label]]
        return max(learnt or rivals, key=self._means(witnesses).__getitem__, default=self._positive)

    def _score_from_prior(self, rival: int) -> float:
        """Return the score from the prior alone, while the positive label or its rival has no documents.

        Another document of the known label is likely, but far from certain.
        """
        positive, negative = (PRIOR_WORDS * math.log1p(self._tally.learnt[label]) for label in (self._positive, rival))
        return min(max((positive - negative) / NEUTRAL_WORDS, -MAX_PRIOR_SCORE), MAX_PRIOR_SCORE)

    def _shrinkage_factor(self, witnesses: _Witnesses, rival: int, label: int) -> float:
        learnt = self._tally.learnt
        few_doubt = SHRINKAGE_DOCUMENTS / max(learnt[label], 1) + SHRINKAGE_DOCUMENTS / max(learnt[rival], 1)
        rare = np.reciprocal(witnesses.counts)
        rare_doubt = sum(map(mul, witnesses.by_group(rare[label] + rare[rival]), witnesses.weights)) / witnesses.total
        return 1 / math.sqrt(1 + few_doubt + 0.5 * self._settings.rarity * self._tally.scale * rare_doubt)

    def _lengths(self, tokens: Tokens, groups: npt.NDArray[np.int8]) -> FloatArray | float:
        """Return the length of each heard word: its factor on the learnt weight."""
        is_heard = self._tally.heard.take(tokens) > 0
        if self._settings.steps_by_group:
            return group_lengths(n_words_of_groups(groups)).take(groups[is_heard])
        return 1 / math.sqrt(max(int(np.count_nonzero(is_heard)), 1))

    def _sum_of_learnt_weights(self, tokens: Tokens, groups: npt.NDArray[np.int8], lengths: FloatArray) -> float:
        """Return the sum of the learnt weights of these words. Words that were never learnt have none."""
        if self._settings.steps_by_group:
            sums = np.bincount(groups, self._tally.steps.take(tokens), N_GROUPS)
            return float(sums @ lengths) + self._tally.bias
        n_heard = int(np.count_nonzero(self._tally.heard.take(tokens)))
        return float(np.add.reduce(self._tally.steps.take(tokens))) / math.sqrt(max(n_heard, 1)) + self._tally.bias

    def _learnt_weight(self, rival: int) -> float:
        learnt = self._tally.learnt
        fewest = min(learnt[self._positive], sum(learnt) - learnt[self._positive]) if learnt[rival] else 0
        return self._settings.learnt_share * fewest / (fewest + EXPERIENCED)


def n_words_of_groups(groups: npt.NDArray[np.int8]) -> list[int]:
    """Count the words of each group. Novelty tokens count as none: their number is fixed."""
    n_words: list[int] = np.bincount(groups, minlength=N_GROUPS).tolist()
    n_words[NEWNESS] = 0
    return n_words


def group_lengths(n_words: Sequence[int]) -> FloatArray:
    """Return the length of a word of each group; shape (N_GROUPS,).

    All groups present have equal length, and all words together have length 1.
    """
    n_present = len(n_words) - n_words.count(0)
    return np.array([1 / math.sqrt(number * n_present) if number else 0.0 for number in n_words])


def _limit_smoothly(evidence: float, most: float) -> float:
    return most * math.tanh(evidence / most) if most else evidence


def _mean_of_strongest(ratios: FloatArray) -> float:
    if not len(ratios):
        return 0.0
    best = np.sort(ratios)[-N_STRONGEST_WORDS:].tolist()
    return float(sum(best[bisect_right(best, 0.0) :])) / len(best)


SMOOTHING, INFORMATIVE_FROM, RARITY = 0.1, 0.3, 10.0


@dataclass(frozen=True, slots=True, eq=False)
class LearntAs:
    """Leave-one-out: the judged documents were learnt with these labels, and each is judged without itself."""

    label_numbers: IntArray
    weights: npt.ArrayLike | None = None

    def units(self) -> IntArray:
        """Return the weight of each document in units of the tally; shape (n_documents,)."""
        n_documents = len(self.label_numbers)
        units = units_of(self.weights, n_documents)
        return np.full(n_documents, UNIT) if units is None else units


class MeanEvidence:
    """Mean evidence of documents for the second of two labels against the first, from an ordinary tally.

    The joint log-probability of a text model adds up all words as if they were independent. Long documents look
    certain, and a model with little smoothing depends on words seen once. It decides well but ranks badly among the few
    good mails that look like spam. Mean evidence uses the same counts differently:

    - A word counts once, by the number of documents of each label that contain it, with Lidstone smoothing of 0.1.
    - Words with a log-ratio above 0.3 are informative. Their log-ratios are averaged, as if three more words had none.
    - Words are grouped by field. In a group with n informative words, each weighs 1 / sqrt(n + 10), so a long text does
      not outweigh the headers.
    - The size of a label is the geometric mean of its word and document counts.
    - Evidence from words seen once or twice shrinks, as in `Weigher`.

    A band fitted to this score (`nbengine.trust.verdicts.unsure_band`) misses far less spam than one on the model's own
    log-odds (`tests/benchmarks/decisions/unsure_band.md`).
    """

    def __init__(self, tally: Tally, groups: IntArray) -> None:
        """`groups` (n_tokens,) is the evidence group of each word, as small integers."""
        if tally.n_labels != 2 or len(groups) != tally.n_tokens:
            raise EngineError(f"Witnesses need two labels and a group for each of {tally.n_tokens} words.")
        self._presences, self._threshold, self._groups = tally.presences.T, tally.threshold, groups
        self._n_groups = int(groups.max(initial=0)) + 1
        self._words, self._documents = np.einsum("ij->j", self._presences), tally.documents
        self._n_living = int(np.count_nonzero(self._presences[:, 0] + self._presences[:, 1]))

    def of(self, tally: Tally) -> MeanEvidence:
        """Return evidence with the same groups for another tally."""
        return MeanEvidence(tally, self._groups)

    def evidence(self, counts: CountMatrix, own: LearntAs | None = None) -> FloatArray:
        """Return the evidence of each document; shape (n_documents,).

        Positive values favour the second label. With `own`, each document is judged without itself.
        """
        evidence = np.zeros(counts.n_documents)
        units = np.zeros(counts.n_documents, np.int64) if own is None else own.units()
        for documents in split_into_chunks(counts):
            batch = counts[documents]
            is_present = batch.values > self._threshold
            entries = _Entries(batch.n_documents, batch.rows[is_present], batch.tokens[is_present])
            label_numbers = None if own is None else own.label_numbers[documents]
            evidence[documents] = self._evidence(entries, self._learnt(entries, label_numbers, units[documents]))
        return evidence

    def _evidence(self, entries: _Entries, learnt: _CountsWithoutDocument) -> FloatArray:
        seen, n_documents = learnt.seen + SMOOTHING, entries.n_documents
        logs = np.log(seen) - learnt.log_sizes()[entries.rows]
        ratios = logs[:, 1] - logs[:, 0]
        is_informative = learnt.seen.any(axis=1) & (np.abs(ratios) > INFORMATIVE_FROM)
        weights, n_witnesses = self._weights_of_entries(entries, is_informative)
        prior = PRIOR_WORDS * (np.log1p(learnt.documents[:, 1]) - np.log1p(learnt.documents[:, 0]))
        evidence = np.bincount(entries.rows, weights * ratios, n_documents) + prior
        doubt = np.bincount(entries.rows, weights * weights * (1 / seen[:, 0] + 1 / seen[:, 1]), n_documents)
        return np.asarray(evidence / n_witnesses / np.sqrt(1 + 0.5 * RARITY * doubt / n_witnesses**2))

    def _learnt(self, entries: _Entries, label_numbers: IntArray | None, units: IntArray) -> _CountsWithoutDocument:
        """Return the counts for the documents' words. With `label_numbers`, each document is subtracted from its own
        counts."""
        seen, n_documents = self._presences.take(entries.tokens, axis=0), entries.n_documents
        words, documents = (np.tile(sizes, (n_documents, 1)) for sizes in (self._words, self._documents))
        n_living = np.full(n_documents, self._n_living)
        if label_numbers is not None:
            rows, documents_in_order = entries.rows, np.arange(n_documents)
            seen[np.arange(len(rows)), label_numbers[rows]] -= units[rows]
            words[documents_in_order, label_numbers] -= units * np.bincount(rows, minlength=n_documents)
            documents[documents_in_order, label_numbers] -= units
            if seen.min(initial=0) < 0 or documents.min(initial=0) < 0:
                raise EngineError(NEVER_LEARNT)
            n_living -= np.bincount(rows[seen[:, 0] + seen[:, 1] == 0], minlength=n_documents)
        return _CountsWithoutDocument(seen / UNIT, words / UNIT, documents / UNIT, n_living)

    def _weights_of_entries(
        self, entries: _Entries, is_informative: npt.NDArray[np.bool_]
    ) -> tuple[FloatArray, FloatArray]:
        """Return the weight of each entry (0 if not informative), and the total weight of each document."""
        n_documents = entries.n_documents
        cells = entries.rows * self._n_groups + self._groups.take(entries.tokens)
        n_informative = np.bincount(cells, is_informative, n_documents * self._n_groups)
        weights = 1 / np.sqrt(n_informative + GROUP_WORDS)
        total_weights = (n_informative * weights).reshape(n_documents, -1).sum(axis=1) + NEUTRAL_WORDS
        return weights.take(cells) * is_informative, total_weights


@dataclass(frozen=True, slots=True, eq=False)
class _Entries:
    """The distinct words of some documents."""

    n_documents: int
    rows: IntArray
    """(n_entries,): row of the document that the entry belongs to."""
    tokens: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class _CountsWithoutDocument:
    """Counts for the words of some documents, each without the document itself if it was learnt."""

    seen: FloatArray
    """(n_entries, 2): number of documents of each label that contain the word."""
    words: FloatArray
    """(n_documents, 2): total number of words in all documents of a label."""
    documents: FloatArray
    """(n_documents, 2): number of documents of a label."""
    n_living: IntArray
    """(n_documents,): number of distinct words in the tally."""

    def log_sizes(self) -> FloatArray:
        """Return the log size of each label: the geometric mean of its word and document counts; shape (n_documents,
        2)."""
        words = np.log(self.words + SMOOTHING * np.maximum(self.n_living, 1)[:, None])
        return np.asarray(0.5 * (words + np.log(self.documents + 2 * SMOOTHING)))


def evidence_groups_of(vocabulary: Vocabulary, fields: tuple[Field, ...], first: int = 0) -> IntArray:
    """Return the field of each word from column `first` on, 0 for the text; shape (n_words - first,)."""
    numbers = np.arange(first, len(vocabulary))
    spans, groups = vocabulary.spans(numbers), np.zeros(len(numbers), np.int64)
    for group, field in enumerate(fields, start=1):
        groups[spans.begin_with(f"{field.name}:".encode())] = group
    return groups
