"""Score one document: from its distinct words to a score, and to the terms that add up to the score.

The score compares the positive label with its best rival. It is the mean evidence of the informative words, plus the
learnt weights on the scale of the evidence. The evidence of each group of words (text, subject, headers, …) is limited.
The score shrinks towards 0 if few documents were learnt, or if it depends on words seen once or twice. If all learnt
documents have one label, words have no evidence, and the score comes from the prior alone.

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

from nbengine.counts import UNIT, CountMatrix, FloatArray, IntArray, split_into_chunks, weights_to_units
from nbengine.errors import EngineError
from nbengine.events.leave_one_out import NEVER_LEARNT
from nbengine.filter.settings import N_GROUPS, NEWNESS, ROUTE, SIGNS, SUBJECT, FilterSettings
from nbengine.filter.tally import LessonTally, Tokens
from nbengine.learnt.tally import Tally
from nbengine.text.token_rules import Field
from nbengine.text.vocabulary import Vocabulary

GROUP_WORDS_OFFSET: Final = 10.0
"""A word in a group of n informative words has the weight 1 / sqrt(n + GROUP_WORDS_OFFSET)."""
NEUTRAL_WEIGHT: Final = 3.0
"""Weight of a word without evidence that is added to each mean. It keeps the mean of a few words near zero."""
PRIOR_WEIGHT: Final = 0.5
"""Weight of the prior log-odds in the mean."""
SHRINKAGE_DOCUMENTS: Final = 5.0
"""Strength of the shrinkage of scores if a label has few documents: larger values shrink more."""
MAX_PRIOR_SCORE: Final = 0.6
"""Largest score from the prior alone. Such a score is used if one of the two labels has no documents."""
MAX_LEARNT_WEIGHT: Final = 30.0
"""The sum of learnt weights is clipped to this magnitude."""
DOCUMENTS_FOR_HALF_LEARNT_SHARE: Final = 200.0
"""Number of documents of the smaller side at which learnt weights reach half of their final share in the score.

One side is the positive label, the other side all other labels.
"""
N_STRONGEST_WORDS: Final = 15
"""Number of words in `DocumentScore.mean_of_strongest`: those with the highest log-odds for the positive label.

Words that speak for other labels cannot lower this mean.
"""


@dataclass(frozen=True, slots=True, eq=False)
class SquareSums:
    """Sums of squares over the learnt documents: of the evidence, and of the learnt weights. Their ratio converts
    scales.
    """

    n_documents: int = 1
    evidence: float = 1.0
    """Sum of squared evidence over the learnt documents."""
    learnt: float = 1.0
    """Sum of squared learnt weights over the learnt documents."""

    def with_one_more(self, evidence: float, learnt: float) -> SquareSums:
        return SquareSums(self.n_documents + 1, self.evidence + evidence * evidence, self.learnt + learnt * learnt)

    def with_one_less(self, evidence: float, learnt: float) -> SquareSums:
        """Return the sums after one document was subtracted. They never fall below the sums of an empty filter."""
        sums = max(self.evidence - evidence * evidence, 1.0), max(self.learnt - learnt * learnt, 1.0)
        return SquareSums(max(self.n_documents - 1, 1), *sums)

    @property
    def ratio(self) -> float:
        """Factor that converts learnt weights to the scale of evidence."""
        return math.sqrt(self.evidence / self.learnt)


@dataclass(frozen=True, slots=True, eq=False)
class DocumentScore:
    """The score of one document and its parts. Thresholds turn it into a verdict."""

    score: float
    """Score for the positive label, on the scale of mean evidence."""
    margin: float
    """Mean evidence for the positive label against its best rival, without the limits on groups of words.

    The filter uses it when it learns.
    """
    learnt_sum: float
    """Sum of the learnt weights, before scaling to the evidence."""
    rival_label: int
    """Number of the best label other than the positive one."""
    mean_of_strongest: float
    """Mean log-odds of the `N_STRONGEST_WORDS` strongest words for the positive label."""
    header_evidence: float
    """Evidence of the word groups subject, route and signs (how the mail is built) only."""
    n_informative: int
    """Number of informative words."""
    evidence_by_label: FloatArray
    """Mean evidence of each label minus the mean evidence of the best label, (n_labels,)."""


@dataclass(frozen=True, slots=True, eq=False)
class WordTerms:
    """What each word of one document adds to the score of one label against another."""

    informative_words: Tokens
    """Informative words."""
    log_ratios: FloatArray
    """Log-probability of each informative word under the label, minus that under the rival."""
    weights: FloatArray
    """Weight of each informative word in the score, including group limits and shrinkage."""
    terms: FloatArray
    """Contribution of each informative word to the score: its ratio times its weight."""
    learnt_words: Tokens
    """Words with a learnt weight."""
    learnt_terms: FloatArray
    """Contribution of each learnt weight to the score."""
    prior: float
    """Score of a document without words."""


@dataclass(slots=True, eq=False)
class _InformativeWords:
    """The informative words of one document, with their log-probabilities.

    The class is not frozen, because creating a frozen instance takes as long as a sum over the document's words.
    """

    positions: IntArray
    """Positions of the informative words among the document's words, (n_words,)."""
    log_probabilities: FloatArray
    """Log-probability of each word under each label, (n_labels, n_words).

    With two labels the shape is (1, n_words), and the value is that of the second label minus that of the first.
    """
    smoothed_counts: FloatArray
    """Smoothed counts, (n_labels, n_words)."""
    groups: IntArray
    group_weights: list[float]
    """Weight of one word, for each group of words."""
    total_weight: float
    """Sum of the weights of all words, plus `NEUTRAL_WEIGHT`."""

    def log_ratios(self, label: int, against: int) -> FloatArray:
        """Return the log-odds of each word for one label against another."""
        if len(self.smoothed_counts) != 2 or label == against:
            return np.asarray(self.log_probabilities[label] - self.log_probabilities[against])
        ahead: FloatArray = self.log_probabilities[0]
        return ahead if label else -ahead

    def contributions_by_group(self, values: FloatArray) -> list[float]:
        """Return the contribution of each group to the weighted mean of `values` (n_words,)."""
        sums = np.bincount(self.groups, values, N_GROUPS).tolist()
        return [weight * total / self.total_weight for weight, total in zip(self.group_weights, sums, strict=True)]


class DocumentScorer:
    """Scores documents by the current counts and learnt weights of a tally."""

    def __init__(self, tally: LessonTally, settings: FilterSettings, positive: int) -> None:
        self._tally, self._settings, self._positive = tally, settings, positive
        self._group_limits = [settings.most_of_a_group] * N_GROUPS
        self._group_limits[SIGNS] = settings.most_of_signs

    def score_document(
        self, tokens: Tokens, groups: npt.NDArray[np.int8], feature_values: FloatArray, scales: SquareSums
    ) -> DocumentScore:
        """Score a document. `tokens` are its distinct words, `feature_values` the result of
        `feature_value_by_group`.
        """
        words = self._select_informative(tokens, groups)
        unclipped = self._sum_of_learnt_weights(tokens, groups, feature_values)
        rival, learnt = self._best_rival(words), min(max(unclipped, -MAX_LEARNT_WEIGHT), MAX_LEARNT_WEIGHT)
        ratios = words.log_ratios(self._positive, rival)
        by_group = words.contributions_by_group(ratios)
        prior = self._prior(self._positive, rival) / words.total_weight
        lead = sum(by_group) + prior
        if not (self._tally.learnt[self._positive] and self._tally.learnt[rival]):
            presumed = self._score_from_prior(rival)
            return DocumentScore(presumed, presumed, learnt, rival, 0.0, 0.0, 0, self._evidence_by_label(words, lead))
        shrink = self._shrinkage_factor(words, rival, self._positive)
        bounded = shrink * (sum(map(_limit_evidence_smoothly, by_group, self._group_limits)) + prior)
        return DocumentScore(
            score=bounded + self._scale_of_learnt_weights(rival) * scales.ratio * learnt,
            margin=shrink * lead,
            learnt_sum=learnt,
            rival_label=rival,
            mean_of_strongest=_mean_of_strongest(ratios),
            header_evidence=by_group[SUBJECT] + by_group[ROUTE] + by_group[SIGNS],
            n_informative=len(ratios),
            evidence_by_label=shrink * self._evidence_by_label(words, lead),
        )

    def explain_terms(
        self, tokens: Tokens, groups: npt.NDArray[np.int8], scales: SquareSums, label: int, against: int
    ) -> WordTerms:
        """Return the terms that add up to the score of one label against another."""
        words = self._select_informative(tokens, groups)
        learnt_words = tokens[self._tally.lesson_counts.take(tokens) > 0]
        no_terms = np.zeros(0)
        if not (self._tally.learnt[label] and self._tally.learnt[against]):
            presumed = self._score_from_prior(against if label == self._positive else label)
            signed = presumed if label == self._positive else -presumed if against == self._positive else 0.0
            return WordTerms(tokens[:0], no_terms, no_terms, no_terms, learnt_words[:0], no_terms, signed)
        ratios = words.log_ratios(label, against)
        shrink = self._shrinkage_factor(words, against, label)
        prior = shrink * self._prior(label, against) / words.total_weight
        shares = shrink * np.array(words.group_weights).take(words.groups) / words.total_weight
        if self._positive not in (label, against):
            return WordTerms(
                tokens.take(words.positions), ratios, shares, shares * ratios, learnt_words[:0], no_terms, prior
            )
        pairs = zip(words.contributions_by_group(ratios), self._group_limits, strict=True)
        remaining = np.array(
            [_limit_evidence_smoothly(evidence, most) / evidence if evidence else 1.0 for evidence, most in pairs]
        )
        rival, sign = (against, 1.0) if label == self._positive else (label, -1.0)
        unclipped = self._sum_of_learnt_weights(tokens, groups, feature_value_by_group(count_words_by_group(groups)))
        clip = MAX_LEARNT_WEIGHT / abs(unclipped) if abs(unclipped) > MAX_LEARNT_WEIGHT else 1.0
        learnt_factor = sign * self._scale_of_learnt_weights(rival) * scales.ratio * clip
        learnt_terms = self._tally.steps.take(learnt_words) * self._feature_values_of_learnt_words(tokens, groups)
        shares *= remaining.take(words.groups)
        informative, prior_score = tokens.take(words.positions), prior + learnt_factor * self._tally.bias
        return WordTerms(
            informative, ratios, shares, shares * ratios, learnt_words, learnt_factor * learnt_terms, prior_score
        )

    def word_odds(self, tokens: Tokens, scales: SquareSums, label: int, against: int) -> FloatArray:
        """Return the log-odds of each word, shape (n_words,), as if the document had no other word.

        Limits and weights that depend on the other words of a document are not applied.
        """
        tally = self._tally
        logs = np.log(tally.counts.take(tokens, axis=1) + tally.smoothing * tally.scale) - tally.log_sizes
        ratios = logs[label] - logs[against]
        is_informative = tally.is_counted.take(tokens) & (np.abs(ratios) > self._settings.informative_from)
        odds = np.where(is_informative, ratios, 0.0)
        if self._positive not in (label, against):
            return odds
        rival, sign = (against, 1.0) if label == self._positive else (label, -1.0)
        return np.asarray(odds + sign * self._scale_of_learnt_weights(rival) * scales.ratio * tally.steps.take(tokens))

    def _select_informative(self, tokens: Tokens, groups: npt.NDArray[np.int8]) -> _InformativeWords:
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
        weights = [1 / math.sqrt(number + GROUP_WORDS_OFFSET) for number in n_words]
        total = sum(map(mul, n_words, weights)) + NEUTRAL_WEIGHT
        return _InformativeWords(
            positions, logs.take(informative, axis=1), counts.take(informative, axis=1), groups_of_words, weights, total
        )

    def _prior(self, label: int, against: int) -> float:
        learnt = self._tally.learnt
        return PRIOR_WEIGHT * (math.log1p(learnt[label]) - math.log1p(learnt[against]))

    def _mean_evidence_by_label(self, words: _InformativeWords) -> list[float]:
        """Return the mean evidence of each label, (n_labels,). Requires more than two labels."""
        priors = [PRIOR_WEIGHT * math.log1p(number) / words.total_weight for number in self._tally.learnt]
        return [
            sum(words.contributions_by_group(logs)) + prior
            for logs, prior in zip(words.log_probabilities, priors, strict=True)
        ]

    def _evidence_by_label(self, words: _InformativeWords, positive_lead: float) -> FloatArray:
        """Return the mean evidence of each label minus the mean evidence of the best label; shape (n_labels,).

        `positive_lead` is the mean evidence of the positive label against its rival.
        """
        if len(words.smoothed_counts) == 2:
            positive, rival = min(positive_lead, 0.0), min(-positive_lead, 0.0)
            return np.array([rival, positive] if self._positive else [positive, rival])
        means = np.array(self._mean_evidence_by_label(words))
        return np.asarray(means - means.max())

    def _best_rival(self, words: _InformativeWords) -> int:
        """Return the number of the best label other than the positive one. Labels with documents are preferred."""
        if len(words.smoothed_counts) == 2:
            return 1 - self._positive
        rivals = [label for label in range(len(words.smoothed_counts)) if label != self._positive]
        learnt = [label for label in rivals if self._tally.learnt[label]]
        return max(learnt or rivals, key=self._mean_evidence_by_label(words).__getitem__, default=self._positive)

    def _score_from_prior(self, rival: int) -> float:
        """Return the score from the prior alone, for a positive label or a rival without documents.

        Its magnitude is limited: the next document probably has the label of all learnt documents, but this is far from
        certain.
        """
        positive, negative = (PRIOR_WEIGHT * math.log1p(self._tally.learnt[label]) for label in (self._positive, rival))
        return min(max((positive - negative) / NEUTRAL_WEIGHT, -MAX_PRIOR_SCORE), MAX_PRIOR_SCORE)

    def _shrinkage_factor(self, words: _InformativeWords, rival: int, label: int) -> float:
        learnt = self._tally.learnt
        few_doubt = SHRINKAGE_DOCUMENTS / max(learnt[label], 1) + SHRINKAGE_DOCUMENTS / max(learnt[rival], 1)
        rare = np.reciprocal(words.smoothed_counts)
        rare_doubt = (
            sum(map(mul, words.contributions_by_group(rare[label] + rare[rival]), words.group_weights))
            / words.total_weight
        )
        return 1 / math.sqrt(1 + few_doubt + 0.5 * self._settings.rarity * self._tally.scale * rare_doubt)

    def _feature_values_of_learnt_words(self, tokens: Tokens, groups: npt.NDArray[np.int8]) -> FloatArray | float:
        """Return the factor that multiplies the learnt weight, for each word that occurs in a learnt document.

        See `feature_value_by_group`.
        """
        is_learnt = self._tally.lesson_counts.take(tokens) > 0
        if self._settings.steps_by_group:
            return feature_value_by_group(count_words_by_group(groups)).take(groups[is_learnt])
        return 1 / math.sqrt(max(int(np.count_nonzero(is_learnt)), 1))

    def _sum_of_learnt_weights(self, tokens: Tokens, groups: npt.NDArray[np.int8], feature_values: FloatArray) -> float:
        """Return Σ learnt weight × feature value over these words, plus the bias."""
        if self._settings.steps_by_group:
            sums = np.bincount(groups, self._tally.steps.take(tokens), N_GROUPS)
            return float(sums @ feature_values) + self._tally.bias
        n_learnt = int(np.count_nonzero(self._tally.lesson_counts.take(tokens)))
        return float(np.add.reduce(self._tally.steps.take(tokens))) / math.sqrt(max(n_learnt, 1)) + self._tally.bias

    def _scale_of_learnt_weights(self, rival: int) -> float:
        learnt = self._tally.learnt
        fewest = min(learnt[self._positive], sum(learnt) - learnt[self._positive]) if learnt[rival] else 0
        return self._settings.learnt_share * fewest / (fewest + DOCUMENTS_FOR_HALF_LEARNT_SHARE)


def count_words_by_group(groups: npt.NDArray[np.int8]) -> list[int]:
    """Return the number of words in each group (text, subject, headers, …).

    Novelty tokens (they encode the share of new words) do not count, because every document has equally many.
    """
    n_words: list[int] = np.bincount(groups, minlength=N_GROUPS).tolist()
    n_words[NEWNESS] = 0
    return n_words


def feature_value_by_group(n_words: Sequence[int]) -> FloatArray:
    """Return the feature value of a word of each group in the logistic regression of the learnt weights; shape
    (N_GROUPS,).

    The squares of the values of all words sum to 1, and all groups that occur have equal parts of this sum. So a long
    text does not outweigh the headers.
    """
    n_present = len(n_words) - n_words.count(0)
    return np.array([1 / math.sqrt(number * n_present) if number else 0.0 for number in n_words])


def _limit_evidence_smoothly(evidence: float, limit: float) -> float:
    return limit * math.tanh(evidence / limit) if limit else evidence


def _mean_of_strongest(ratios: FloatArray) -> float:
    if not len(ratios):
        return 0.0
    best = np.sort(ratios)[-N_STRONGEST_WORDS:].tolist()
    return float(sum(best[bisect_right(best, 0.0) :])) / len(best)


SMOOTHING, INFORMATIVE_FROM, RARITY = 0.1, 0.3, 10.0


@dataclass(frozen=True, slots=True, eq=False)
class OwnLessons:
    """The labels and weights with which documents were learnt. They allow scoring each document without itself."""

    label_numbers: IntArray
    weights: npt.ArrayLike | None = None

    def units(self) -> IntArray:
        """Return the weight of each document in units of 2⁻²⁰; shape (n_documents,)."""
        n_documents = len(self.label_numbers)
        units = weights_to_units(self.weights, n_documents)
        return np.full(n_documents, UNIT) if units is None else units


class MeanEvidence:
    """Mean evidence of documents for the second of two labels against the first, from an ordinary tally.

    A text model's log-joint probability adds up all words as if they were independent. So long documents look certain.
    With little smoothing, words seen once decide. Such a model gives good verdicts, but ranks badly those good mails
    that look like spam. Mean evidence uses the same counts in another way:

    - A word counts once, by the number of documents of each label that have it, with Lidstone smoothing of 0.1.
    - Words with a log-ratio above 0.3 are informative. Their log-ratios are averaged, together with three neutral
    words.
    - Words are grouped by field. In a group with n informative words, each weighs 1 / sqrt(n + 10), so a long text does
      not outweigh the headers.
    - The size of a label is the geometric mean of its word and document counts.
    - Evidence from words seen once or twice shrinks, as in `DocumentScorer`.

    An unsure band fitted to this score (`nbengine.trust.verdicts.fit_unsure_band`) misses far less spam than one fitted
    to the model's own log-odds (`tests/benchmarks/decisions/unsure_band.md`).
    """

    def __init__(self, tally: Tally, groups: IntArray) -> None:
        """`groups` (n_tokens,) is the evidence group of each word, as small integers."""
        if tally.n_labels != 2 or len(groups) != tally.n_tokens:
            raise EngineError(f"Mean evidence needs two labels and a group for each of {tally.n_tokens} words.")
        self._presences, self._threshold, self._groups = tally.presences.T, tally.threshold, groups
        self._n_groups = int(groups.max(initial=0)) + 1
        self._words, self._documents = np.einsum("ij->j", self._presences), tally.documents
        self._n_distinct_words = int(np.count_nonzero(self._presences[:, 0] + self._presences[:, 1]))

    def for_tally(self, tally: Tally) -> MeanEvidence:
        """Return mean evidence from another tally, with the same groups of words."""
        return MeanEvidence(tally, self._groups)

    def evidence(self, counts: CountMatrix, own_lessons: OwnLessons | None = None) -> FloatArray:
        """Return the evidence of each document; shape (n_documents,).

        Positive values favour the second label. With `own_lessons`, each document is scored without itself.
        """
        evidence = np.zeros(counts.n_documents)
        units = np.zeros(counts.n_documents, np.int64) if own_lessons is None else own_lessons.units()
        for documents in split_into_chunks(counts):
            batch = counts[documents]
            is_present = batch.values > self._threshold
            entries = _WordEntries(batch.n_documents, batch.rows[is_present], batch.tokens[is_present])
            label_numbers = None if own_lessons is None else own_lessons.label_numbers[documents]
            evidence[documents] = self._evidence(
                entries, self._counts_without_documents(entries, label_numbers, units[documents])
            )
        return evidence

    def _evidence(self, entries: _WordEntries, learnt: _CountsWithoutDocument) -> FloatArray:
        seen, n_documents = learnt.document_counts + SMOOTHING, entries.n_documents
        logs = np.log(seen) - learnt.log_sizes()[entries.rows]
        ratios = logs[:, 1] - logs[:, 0]
        is_informative = learnt.document_counts.any(axis=1) & (np.abs(ratios) > INFORMATIVE_FROM)
        weights, total_weights = self._weights_of_entries(entries, is_informative)
        prior = PRIOR_WEIGHT * (np.log1p(learnt.n_documents[:, 1]) - np.log1p(learnt.n_documents[:, 0]))
        evidence = np.bincount(entries.rows, weights * ratios, n_documents) + prior
        doubt = np.bincount(entries.rows, weights * weights * (1 / seen[:, 0] + 1 / seen[:, 1]), n_documents)
        return np.asarray(evidence / total_weights / np.sqrt(1 + 0.5 * RARITY * doubt / total_weights**2))

    def _counts_without_documents(
        self, entries: _WordEntries, label_numbers: IntArray | None, units: IntArray
    ) -> _CountsWithoutDocument:
        """Return the counts in the tally for the words of the documents.

        With `label_numbers`, the counts of each document are subtracted from those for its own words.
        """
        seen, n_documents = self._presences.take(entries.tokens, axis=0), entries.n_documents
        words, documents = (np.tile(sizes, (n_documents, 1)) for sizes in (self._words, self._documents))
        n_distinct_words = np.full(n_documents, self._n_distinct_words)
        if label_numbers is not None:
            rows, documents_in_order = entries.rows, np.arange(n_documents)
            seen[np.arange(len(rows)), label_numbers[rows]] -= units[rows]
            words[documents_in_order, label_numbers] -= units * np.bincount(rows, minlength=n_documents)
            documents[documents_in_order, label_numbers] -= units
            if seen.min(initial=0) < 0 or documents.min(initial=0) < 0:
                raise EngineError(NEVER_LEARNT)
            n_distinct_words -= np.bincount(rows[seen[:, 0] + seen[:, 1] == 0], minlength=n_documents)
        return _CountsWithoutDocument(seen / UNIT, words / UNIT, documents / UNIT, n_distinct_words)

    def _weights_of_entries(
        self, entries: _WordEntries, is_informative: npt.NDArray[np.bool_]
    ) -> tuple[FloatArray, FloatArray]:
        """Return the weight of each entry, 0 if its word is not informative, and the total weight of each document."""
        n_documents = entries.n_documents
        cells = entries.rows * self._n_groups + self._groups.take(entries.tokens)
        n_informative = np.bincount(cells, is_informative, n_documents * self._n_groups)
        weights = 1 / np.sqrt(n_informative + GROUP_WORDS_OFFSET)
        total_weights = (n_informative * weights).reshape(n_documents, -1).sum(axis=1) + NEUTRAL_WEIGHT
        return weights.take(cells) * is_informative, total_weights


@dataclass(frozen=True, slots=True, eq=False)
class _WordEntries:
    """The distinct words of some documents, as entries: one entry for each word of each document."""

    n_documents: int
    rows: IntArray
    """Position of the document of each entry, (n_entries,)."""
    tokens: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class _CountsWithoutDocument:
    """Counts in the tally for the words of some documents. A learnt document's own counts are subtracted."""

    document_counts: FloatArray
    """Number of documents of each label that have the word, (n_entries, 2)."""
    n_words: FloatArray
    """Number of words in all documents of each label, (n_documents, 2)."""
    n_documents: FloatArray
    """Number of documents of each label, (n_documents, 2)."""
    n_distinct_words: IntArray
    """Number of distinct words in the tally, (n_documents,)."""

    def log_sizes(self) -> FloatArray:
        """Return the log size of each label, shape (n_documents, 2).

        The size is the geometric mean of the number of words and the number of documents.
        """
        words = np.log(self.n_words + SMOOTHING * np.maximum(self.n_distinct_words, 1)[:, None])
        return np.asarray(0.5 * (words + np.log(self.n_documents + 2 * SMOOTHING)))


def find_fields_of_words(vocabulary: Vocabulary, fields: tuple[Field, ...], first_column: int = 0) -> IntArray:
    """Return the field number of each word from column `first_column` on; 0 for words of the text. Shape (n_words -
    first_column,).
    """
    numbers = np.arange(first_column, len(vocabulary))
    spans, groups = vocabulary.spans(numbers), np.zeros(len(numbers), np.int64)
    for group, field in enumerate(fields, start=1):
        groups[spans.starts_with(f"{field.name}:".encode())] = group
    return groups
