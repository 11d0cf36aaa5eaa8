"""The filter: it scores, learns and forgets one document at a time, and decides which verdicts are confident.

Words are columns of a vocabulary. The first columns are novelty tokens. They tell whether a document has more new words
than usual, compared with a running mean. A document is passed as the numbers of its distinct words.

If a document's label clearly contradicts its score, the label may be wrong. A filter that has learnt enough then learns
the document with a lower weight, its *trust*. The lowest trust depends on the estimated share of wrong labels:
`clean_trust` at a share of 0, `MIN_TRUST` at `MANY_WRONG_SHARE` or more. Each further document whose label contradicts
its score in the same way adds its own weight. So the filter adapts to a new kind of mail within a few mails.

`FilterCalculation` shows how a verdict was computed, word by word. `estimate_loss` estimates how much good mail is
lost. `filter_to_parts` and `filter_from_parts` convert a filter to and from JSON values and arrays.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from operator import add
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.filter.document_score import (
    DocumentScore,
    DocumentScorer,
    SquareSums,
    count_words_by_group,
    feature_value_by_group,
)
from nbengine.filter.settings import (
    GROUP_NAMES,
    MAX_MAGNITUDE,
    N_BUCKETS,
    N_GROUPS,
    N_NOVELTY_GROUPS,
    N_NOVELTY_TOKENS,
    NEWNESS,
    SUBJECT,
    TEXT,
    FilterSettings,
    evidence_groups_of_vocabulary,
)
from nbengine.filter.tally import (
    MAX_SCALE,
    STEP_UNIT,
    WEIGHT_UNIT,
    FilterLesson,
    LessonTally,
    Tokens,
    logistic,
    round_step,
    round_weight,
)
from nbengine.filter.thresholds import (
    MAX_UNSURE_PROBABILITY,
    MIN_SURE_PROBABILITY,
    ScoreHistory,
    Thresholds,
    fit_thresholds,
)
from nbengine.learnt.tally import hash_cells
from nbengine.packing import check_finite_array, check_float_array, from_plain, to_plain
from nbengine.text.vocabulary import Vocabulary

LESSON_DTYPE: Final = np.dtype(
    [
        *((name, np.int64) for name in ("key", "label", "rival")),
        *((name, np.float64) for name in ("weight", "step", "bias_step", "trust", "score", "left_out", "new_share")),
        *((name, np.float64) for name in ("text_share", "strongest", "head", "left_out_strongest", "left_out_head")),
        ("source_share", np.float64),
        ("buckets", np.uint8, (N_NOVELTY_GROUPS,)),
        ("is_kept", np.bool_),
    ]
)
COLUMNS: Final = tuple(name for name in LESSON_DTYPE.names or () if name not in ("buckets", "is_kept"))
COLUMNS_WITHOUT_SOURCE: Final = ("left_out", "left_out_strongest", "left_out_head")
"""Columns with scores by a filter without the document's list or sender; NaN if they were not computed."""
DEFAULT_TEXT_SHARE: Final = 1.0
"""`text_share` for lessons of older versions, which had no such column.

The value 1.0 never marks a document as unlike.
"""
# Sources and mails of TREC 2006 differ by this factor (tests/benchmarks/decisions/filter.md).
DEFAULT_SOURCE_SHARE: Final = 1 / 3
"""`source_share` of a document whose list or sender is unknown: three such documents count as one source."""


class LessonLog:
    """The log of the documents that the filter has learnt and not forgotten. A *lesson* is one learnt document."""

    def __init__(self, rows: npt.NDArray[Any] | None = None) -> None:
        self._rows = np.zeros(256, LESSON_DTYPE) if rows is None else rows
        self._n_rows = 0 if rows is None else len(rows)
        self._positions = {
            int(key): position for position, key in enumerate(self._rows["key"][: self._n_rows].tolist())
        }
        self._next_key = min(-1, int(self._rows["key"][: self._n_rows].min(initial=0)) - 1)

    def __len__(self) -> int:
        return len(self._positions)

    def __contains__(self, key: int) -> bool:
        return key in self._positions

    @property
    def rows(self) -> npt.NDArray[Any]:
        """The lessons in order of learning, as a structured array."""
        rows = self._rows[: self._n_rows]
        return rows if len(self._positions) == self._n_rows else rows[rows["is_kept"]]

    def append_lesson(self, key: int | None, values: tuple[Any, ...]) -> int:
        """Append a learnt document and return its key.

        `values` are the columns of `LESSON_DTYPE` after the key, without `is_kept`.
        """
        if key is None:
            key, self._next_key = self._next_key, self._next_key - 1
        if self._n_rows == len(self._rows):
            longer = np.zeros(
                max(2 * self._n_rows, 1), LESSON_DTYPE
            )  # zeroed pages take no memory until they are written
            longer[: self._n_rows] = self._rows
            self._rows = longer
        self._rows[self._n_rows] = (key, *values, True)
        self._positions[key] = self._n_rows
        self._n_rows += 1
        return key

    def lesson_of(self, key: int) -> FilterLesson:
        """Return the amounts that learning the document with this key added to the tally."""
        row = self._rows[self._positions[key]]
        return FilterLesson(int(row["label"]), float(row["weight"]), float(row["step"]), float(row["bias_step"]))

    def novelty_buckets(self, key: int) -> tuple[int, ...]:
        """Return the novelty buckets (intervals of the share of new words) of the document with this key, one for each
        group.
        """
        return tuple(self._rows[self._positions[key]]["buckets"].tolist())

    def is_newest(self, key: int) -> bool:
        """Return whether no document that was learnt after this one is still in the log."""
        return not self._rows["is_kept"][self._positions[key] + 1 : self._n_rows].any()

    def remove(self, key: int) -> None:
        self._rows["is_kept"][self._positions.pop(key)] = False

    def rows_of(self, keys: IntArray) -> npt.NDArray[Any]:
        """Return the rows of the log for the learnt documents with these keys, as a structured array."""
        return self._rows[[self._positions[key] for key in keys.tolist()]]

    def overwrite_columns(self, keys: IntArray, amounts: Mapping[str, FloatArray]) -> None:
        """Overwrite columns of the log for the documents with these keys. `amounts` maps column names to arrays
        (n_keys,).
        """
        positions = [self._positions[key] for key in keys.tolist()]
        for column, values in amounts.items():
            self._rows[column][positions] = values

    def store_scores_without_source(self, key: int, document_score: DocumentScore) -> None:
        """Store the scores of a document by the filter without the document's list or sender."""
        scores = (document_score.score, document_score.mean_of_strongest, document_score.header_evidence)
        for column, value in zip(COLUMNS_WITHOUT_SOURCE, scores, strict=True):
            self._rows[column][self._positions[key]] = value

    def store_source_shares(self, keys: IntArray, shares: FloatArray) -> None:
        """Store 1 / n for each document, where n is the number of documents with the same source (list or sender) and
        label.
        """
        self.overwrite_columns(keys, {"source_share": shares})

    def rename_labels(self, numbers: IntArray) -> None:
        """Replace each label number `n` by `numbers[n]`."""
        for column in ("label", "rival"):
            self._rows[column][: self._n_rows] = numbers[self._rows[column][: self._n_rows]]

    def score_history(self, positive: int, protected: frozenset[int]) -> ScoreHistory:
        """Return the scores to which thresholds are fitted.

        Documents of labels that are neither positive nor protected are left out.
        """
        rows = self.rows
        is_relevant = rows["label"] == positive
        if protected:
            rows = rows[is_relevant | np.isin(rows["label"], list(protected))]
        return ScoreHistory(
            rows["score"],
            rows["label"] == positive,
            rows["new_share"],
            rows["text_share"],
            rows["strongest"],
            rows["head"],
            rows["source_share"],
            *(rows[column] for column in COLUMNS_WITHOUT_SOURCE),
        )


MIN_LESSONS_TO_DISTRUST: Final = 100
"""Trust is lowered only if the positive label, and all other labels together, have at least this many lessons each."""
CONTRADICTED_FROM, CONTRADICTED_SCALE, MIN_TRUST = 0.3, 0.25, 0.05
"""Contradiction of score and label at which trust starts to fall; scale of the fall; lowest trust."""
MANY_WRONG_SHARE: Final = 0.01
"""At this share of wrong labels or more, contradicting lessons get the lowest trust."""
MIN_NEW_WORDS, FIRST_MEAN, NEWEST_SHARE = 3, 0.5, 0.02
"""Fewest words for which a share of new words is computed; first value and update rate of their running mean."""
MIN_INFORMATIVE_WORDS: Final = 2
"""A verdict with fewer informative words than this is never confident."""
ADDED_KNOWN_WORDS: Final = 10
"""Number of known words added to each document for its share of new words. So three new words are not 100 %."""
_FIRST_NOVELTY_TOKENS = tuple(kind * (N_BUCKETS + 1) for kind in range(N_NOVELTY_GROUPS))
_NOVELTY_GROUPS = np.full(N_NOVELTY_GROUPS, NEWNESS, np.int8)


@dataclass(frozen=True, slots=True, eq=False)
class FilterDocument:
    """A document in the form in which the filter scores and learns it."""

    tokens: Tokens
    """Numbers of the document's distinct words as int64. Novelty tokens (they encode the share of new words) come
    first.
    """
    groups: npt.NDArray[np.int8]
    """Evidence group of each word, (n_tokens,)."""
    feature_values: FloatArray
    """Feature value of a word of each group in the logistic regression, (N_GROUPS,). See `feature_value_by_group`."""
    novelty_buckets: tuple[int, ...]
    """For each group with novelty tokens: number of the interval that contains its share of new words."""
    new_shares: tuple[float | None, ...]
    """Share of new words in each group; None if the group has too few words."""
    new_share: float
    """Share of new words among all words."""
    new_text_share: float
    """Share of new words in text and subject only. Words of a mailing list or mail program, often known, do not lower
    it.
    """


@dataclass(frozen=True, slots=True, eq=False)
class FilterVerdict:
    """The verdict of a filter on one document."""

    label: int
    score: float
    """Score for the positive label, before the correction for new words."""
    probability: float
    """Probability of the positive label, after the correction."""
    is_unsure: bool
    is_unlike: bool
    new_share: float
    document_score: DocumentScore


class Filter:
    """A spam filter that learns one document after another."""

    def __init__(self, labels: Sequence[str], settings: FilterSettings | None = None) -> None:
        self.settings = settings or FilterSettings()
        if self.settings.positive not in labels:
            raise EngineError(f"{self.settings.positive!r} is not one of the labels {', '.join(labels)}.")
        self.labels = tuple(labels)
        self.groups: npt.NDArray[np.int8] = np.full(N_NOVELTY_TOKENS, NEWNESS, np.int8)
        """Evidence group of each word of the vocabulary, (n_words,)."""
        self.tally = LessonTally(len(labels), self.settings.smoothing)
        self.lessons = LessonLog()
        self.thresholds = Thresholds()
        self.scales = SquareSums()
        self.means = [FIRST_MEAN] * N_NOVELTY_GROUPS
        """Running mean of the share of new words, by group."""
        self.n_lessons_at_fit = 0
        """Number of lessons when the thresholds were last fitted; 0 forces a new fit."""
        self._update_label_numbers()

    def append_words(self, groups: npt.NDArray[np.int8]) -> None:
        """Append words to the vocabulary. `groups` (n_new_words,) are the groups (text, subject, headers, …) of these
        words.
        """
        self.groups = np.concatenate([self.groups, groups])
        self.tally.reserve_words(len(self.groups))

    def prepare(self, words: Tokens, unknown: IntArray | None = None) -> FilterDocument:
        """Convert a document that was just counted to a `FilterDocument`, and compute its novelty tokens.

        `unknown` (N_NOVELTY_GROUPS,) is the number of words in each group that are not in the vocabulary.
        """
        tokens = np.empty(N_NOVELTY_GROUPS + len(words), np.int64)
        tokens[N_NOVELTY_GROUPS:] = words
        groups = self.groups.take(tokens[N_NOVELTY_GROUPS:])
        is_known = self.tally.lesson_counts.take(tokens[N_NOVELTY_GROUPS:]).astype(np.bool_)
        numbers = np.bincount(groups + N_GROUPS * is_known.view(np.int8), minlength=2 * N_GROUPS).tolist()
        known, new = numbers[N_GROUPS : N_GROUPS + N_NOVELTY_GROUPS], numbers[:N_NOVELTY_GROUPS]
        lengths = feature_value_by_group([*map(add, known, new), 0])
        if unknown is not None:
            new = list(map(add, new, unknown.tolist()))
        shares = tuple(
            n_new / (n_new + n_known) if n_new + n_known >= MIN_NEW_WORDS else None
            for n_new, n_known in zip(new, known, strict=True)
        )
        buckets = tuple(map(_novelty_bucket, shares, self.means))
        tokens[:N_NOVELTY_GROUPS] = list(map(add, _FIRST_NOVELTY_TOKENS, buckets))
        n_new, n_known = sum(new), sum(known)
        return FilterDocument(
            tokens,
            np.concatenate([_NOVELTY_GROUPS, groups]),
            lengths,
            buckets,
            shares,
            n_new / max(n_new + n_known, 1),
            _share_of_new_words(new[TEXT] + new[SUBJECT], known[TEXT] + known[SUBJECT]),
        )

    def prepare_again(self, tokens: Tokens, n_unknown: float = 0.0, n_unknown_in_text: float = 0.0) -> FilterDocument:
        """Convert a document that has novelty tokens to a `FilterDocument`. They come first in `tokens`."""
        tokens = tokens.astype(np.int64)
        groups = self.groups.take(tokens)
        is_novelty, is_heard, is_text = groups == NEWNESS, self.tally.lesson_counts.take(tokens) > 0, groups <= SUBJECT
        n_known = int(np.count_nonzero(is_heard & ~is_novelty))
        n_new = len(tokens) - int(np.count_nonzero(is_novelty)) - n_known + n_unknown
        n_text_known = int(np.count_nonzero(is_heard & is_text))
        n_text_new = int(np.count_nonzero(is_text)) - n_text_known + n_unknown_in_text
        buckets = tuple(
            (tokens[is_novelty] - np.array(_FIRST_NOVELTY_TOKENS[: int(is_novelty.sum())], np.int64)).tolist()
        )
        new_share = n_new / max(n_new + n_known, 1)
        # Words that were only in forgotten lessons count as words outside the vocabulary, so that undo is exact.
        lengths = feature_value_by_group(count_words_by_group(groups[is_heard | is_novelty]))
        text_share = _share_of_new_words(n_text_new, n_text_known)
        return FilterDocument(tokens, groups, lengths, buckets, (), new_share, text_share)

    def prepare_as_learnt(self, words: Tokens, key: int) -> FilterDocument:
        """Convert a learnt document to a `FilterDocument`, with the novelty tokens that it had when it was learnt.

        `words` are its distinct words without novelty tokens.
        """
        tokens = self.tokens_as_learnt(words, key)
        groups, no_shares = self.groups.take(tokens), (None,) * N_NOVELTY_GROUPS
        lengths = feature_value_by_group(count_words_by_group(groups))
        return FilterDocument(tokens, groups, lengths, self.lessons.novelty_buckets(key), no_shares, math.nan, math.nan)

    def score_document(self, document: FilterDocument) -> DocumentScore:
        """Return the score of a document and its parts."""
        return self.scorer.score_document(document.tokens, document.groups, document.feature_values, self.scales)

    def judge(self, document: FilterDocument) -> FilterVerdict:
        """Return the verdict on a document."""
        return self.make_verdict(self.score_document(document), document.new_share, document.new_text_share)

    def make_verdict(self, document_score: DocumentScore, new_share: float, text_share: float = 0.0) -> FilterVerdict:
        """Turn a score into a verdict.

        A document with many new words in its text is never confidently good, even if its mailing list or mail program
        is known. For the positive label, the upper threshold and the probability already allow for new words. A
        document with strong words for the positive label, or headers like those of positive documents, is never
        confidently good. A confident verdict always has a probability of at least `MIN_SURE_PROBABILITY`, and any other
        verdict at most `MAX_UNSURE_PROBABILITY`.
        """
        thresholds = self.thresholds
        score = thresholds.correct_for_new_words(document_score.score, new_share)
        is_positive = score > thresholds.middle
        probability, label = thresholds.probability(score), self.positive if is_positive else document_score.rival_label
        is_odd = new_share > thresholds.odd_share and probability <= MAX_UNSURE_PROBABILITY
        is_unlike = is_odd or (not is_positive and text_share > thresholds.odd_text_share)
        is_torn = (
            document_score.mean_of_strongest > thresholds.most_strongest
            or document_score.header_evidence > thresholds.most_head
        )
        is_sure = (
            score > thresholds.upper_threshold(new_share) if is_positive else score <= thresholds.low and not is_torn
        )
        is_sure = is_sure and max(probability, 1 - probability) >= MIN_SURE_PROBABILITY and not is_unlike
        is_sure = is_sure and document_score.n_informative >= MIN_INFORMATIVE_WORDS and self.tally.learnt[label] > 0
        if not is_sure:
            probability = min(max(probability, 1 - MAX_UNSURE_PROBABILITY), MAX_UNSURE_PROBABILITY)
        return FilterVerdict(
            label, document_score.score, probability, not is_sure, is_unlike, new_share, document_score
        )

    def log_proba(self, verdict: FilterVerdict) -> FloatArray:
        """Return log-probabilities; shape (n_labels,).

        The probability of all labels other than the positive one is divided among these labels by their evidence.
        """
        positive, log_rest = self.positive, math.log1p(-verdict.probability)
        if len(self.labels) <= 2:
            log_proba = np.full(len(self.labels), log_rest)
        else:
            log_proba = self.thresholds.slope * verdict.document_score.evidence_by_label
            log_proba[positive] = -np.inf
            log_proba = log_proba - np.logaddexp.reduce(log_proba) + log_rest
        log_proba[positive] = math.log(verdict.probability)
        return log_proba

    def log_odds(self, verdict: FilterVerdict) -> FloatArray:
        """Return the log-odds of each label against the best rival; shape (n_labels,). The entry of the rival is 0.

        The terms of an explanation add up to these values.
        """
        log_odds = self.thresholds.slope * (
            verdict.document_score.evidence_by_label
            - verdict.document_score.evidence_by_label[verdict.document_score.rival_label]
        )
        log_odds[self.positive] = self.thresholds.slope * verdict.score + self.thresholds.offset
        return np.asarray(log_odds)

    def learn(
        self,
        document: FilterDocument,
        label: int,
        document_score: DocumentScore,
        *,
        key: int | None = None,
        importance: float = 1.0,
    ) -> float:
        """Learn a document. Return the trust in its label, from 0 to 1.

        `document_score` is the document's score before it is learnt. `importance` multiplies the weight with which it
        is learnt.
        """
        trust = self.trust_in_lesson(label, document_score)
        weight = round_weight(
            importance * trust * self.settings.lesson_weight(self._lead_of_label(label, document_score))
        )
        is_positive = label == self.positive
        error = importance * trust * self.settings.learning_rate * (is_positive - logistic(document_score.learnt_sum))
        step = round_step(error if self.settings.steps_by_group else error / math.sqrt(max(len(document.tokens), 1)))
        lesson = FilterLesson(label, weight, step, round_step(error / 10))
        self.tally.apply_decay(self.settings.decay)
        self.tally.learn(
            document.tokens,
            lesson,
            document.feature_values.take(document.groups) if self.settings.steps_by_group else 1.0,
        )
        self.means = [
            mean if share is None else mean + NEWEST_SHARE * (share - mean)
            for mean, share in zip(self.means, document.new_shares, strict=True)
        ]
        self.scales = self.scales.with_one_more(document_score.margin, document_score.learnt_sum)
        if self._is_lost(document, label, document_score):
            self.n_lessons_at_fit = 0
        score, nan = document_score, math.nan
        self.lessons.append_lesson(
            key,
            (label, score.rival_label, weight, step, lesson.bias_step, trust, score.score, nan,
             document.new_share, document.new_text_share, score.mean_of_strongest, score.header_evidence, nan, nan,
             DEFAULT_SOURCE_SHARE, document.novelty_buckets),
        )  # fmt: skip
        return trust

    def _is_lost(self, document: FilterDocument, label: int, document_score: DocumentScore) -> bool:
        """Return whether a document of a protected label is confidently positive by the current thresholds."""
        is_protected = label in self.protected if self.protected else label != self.positive
        if not is_protected or document_score.score <= self.thresholds.middle:
            return False
        verdict = self.make_verdict(document_score, document.new_share, document.new_text_share)
        return verdict.label == self.positive and not verdict.is_unsure

    def trust_in_lesson(self, label: int, document_score: DocumentScore) -> float:
        """Return the trust in a document's label: 1, or less if the label contradicts the score."""
        n_positive = self.tally.learnt[self.positive]
        if min(n_positive, sum(self.tally.learnt) - n_positive) < MIN_LESSONS_TO_DISTRUST:
            return 1.0
        contradiction = (-document_score.score if label == self.positive else document_score.score) - CONTRADICTED_FROM
        if contradiction <= 0:
            return 1.0
        clean = max(1 - self.thresholds.wrong_share / MANY_WRONG_SHARE, 0.0)
        lowest = MIN_TRUST + clean * (self.settings.clean_trust - MIN_TRUST)
        return max(lowest, 1 / (1 + (contradiction / CONTRADICTED_SCALE) ** 2))

    def _lead_of_label(self, label: int, document_score: DocumentScore) -> float:
        """Return the mean evidence of `label` minus the mean evidence of the best other label."""
        if label == self.positive:
            return document_score.margin
        if label == document_score.rival_label:
            return -document_score.margin
        others = np.delete(document_score.evidence_by_label, label)
        return float(document_score.evidence_by_label[label] - others.max(initial=-np.inf))

    def forget(self, words: Tokens, key: int) -> None:
        """Forget a document exactly. `words` are its words without novelty tokens, `key` the key that it was learnt
        with.
        """
        if key not in self.lessons:
            raise EngineError("A document that was never learnt cannot be forgotten.")
        tokens, is_newest = self.tokens_as_learnt(words, key), self.lessons.is_newest(key)
        self.tally.forget(tokens, self.lessons.lesson_of(key), self.feature_values_of_words(self.groups.take(tokens)))
        if is_newest:
            self._undo_running_figures(words, key)
        self.lessons.remove(key)
        if self.n_lessons_at_fit > len(self.lessons):
            self.n_lessons_at_fit = 0  # the thresholds were fitted to the lesson that is gone

    def _undo_running_figures(self, words: Tokens, key: int) -> None:
        """Remove the newest learnt document from the running means and scales, so that undo restores earlier verdicts.

        The caller has subtracted the document from the tally. So it gets the same score and shares of new words as
        before it was learnt. For older documents these cannot be reconstructed; their part in the means fades with
        every later document.
        """
        shares, score = self.prepare(words).new_shares, self.score_document(self.prepare_as_learnt(words, key))
        self.means = [
            mean if share is None else (mean - NEWEST_SHARE * share) / (1 - NEWEST_SHARE)
            for mean, share in zip(self.means, shares, strict=True)
        ]
        self.scales = self.scales.with_one_less(score.margin, score.learnt_sum)

    @contextmanager
    def lesson_removed(self, words: Tokens, key: int) -> Iterator[None]:
        """Context manager that subtracts a learnt document. Inside the `with` block, every verdict is as after
        `forget`.
        """
        tokens, means, scales = self.tokens_as_learnt(words, key), self.means, self.scales
        amounts, shares = self.lessons.lesson_of(key), self.feature_values_of_words(self.groups.take(tokens))
        with self.tally.lesson_removed(tokens, amounts, shares):
            if self.lessons.is_newest(key):
                self._undo_running_figures(words, key)
            try:
                yield
            finally:
                self.means, self.scales = means, scales

    def replace_lessons(self, words: Sequence[Tokens], keys: IntArray, amounts: Mapping[str, FloatArray]) -> None:
        """Replace the weights and steps that learnt documents added. `words` are their words without novelty tokens."""
        tokens = [self.tokens_as_learnt(row, key) for row, key in zip(words, keys.tolist(), strict=True)]
        lengths: FloatArray | float = 1.0
        if self.settings.steps_by_group:
            lengths = np.concatenate([self.feature_values_of_words(self.groups.take(row)) for row in tokens])
        self.tally.change_lessons(tokens, self.lessons.rows_of(keys), lengths, -1)
        self.lessons.overwrite_columns(keys, amounts)
        self.tally.change_lessons(tokens, self.lessons.rows_of(keys), lengths, 1)

    def feature_values_of_words(self, groups: npt.NDArray[np.int8]) -> FloatArray | float:
        """Return the feature value of each word in the logistic regression; shape (n_words,), or 1.0 without
        `steps_by_group`.
        """
        return (
            feature_value_by_group(count_words_by_group(groups)).take(groups) if self.settings.steps_by_group else 1.0
        )

    def tokens_as_learnt(self, words: Tokens, key: int) -> Tokens:
        """Return the words of a learnt document, preceded by the novelty tokens that it had when it was learnt."""
        return np.concatenate([np.add(_FIRST_NOVELTY_TOKENS, self.lessons.novelty_buckets(key)), words])

    def needs_new_thresholds(self) -> bool:
        """Return whether the thresholds must be fitted again.

        They must if a tenth more documents were learnt since the last fit, or if a protected document was lost.
        """
        return len(self.lessons) >= 1.1 * self.n_lessons_at_fit + 5

    def fit_thresholds(self) -> None:
        """Fit the thresholds to all lessons of the log."""
        self.thresholds = fit_thresholds(self.lessons.score_history(self.positive, self.protected))
        self.n_lessons_at_fit = len(self.lessons)

    def add_label(self, name: str) -> None:
        """Add a label without documents at the end."""
        self.labels = (*self.labels, name)
        self.tally.add_label()
        self._update_label_numbers()

    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Rename labels. If several labels get the same name, they are merged."""
        renamed = [names.get(label, label) for label in self.labels]
        labels = tuple(dict.fromkeys(renamed))
        numbers = np.array([labels.index(name) for name in renamed])
        self.tally.merge_labels(numbers, len(labels))
        self.lessons.rename_labels(numbers)
        positive = names.get(self.settings.positive, self.settings.positive)
        protected = tuple(dict.fromkeys(names.get(label, label) for label in self.settings.protected))
        self.labels, self.settings = labels, replace(self.settings, positive=positive, protected=protected)
        self._update_label_numbers()

    def reorder_labels(self, labels: Sequence[str]) -> None:
        """Change the order of the labels to that of `labels`, which must contain the same names."""
        if tuple(labels) == self.labels:
            return
        numbers = np.array([list(labels).index(label) for label in self.labels])
        self.tally.merge_labels(numbers, len(labels))
        self.lessons.rename_labels(numbers)
        self.labels = tuple(labels)
        self._update_label_numbers()

    def _update_label_numbers(self) -> None:
        self.positive = self.labels.index(self.settings.positive)
        named = (number for number, name in enumerate(self.labels) if name in self.settings.protected)
        self.protected = frozenset(named) - {self.positive}
        """Numbers of the labels whose documents must not be lost. Empty means: all but the positive label."""
        self.scorer = DocumentScorer(self.tally, self.settings, self.positive)

    def digest(self, vocabulary: Vocabulary) -> bytes:
        """Return a digest of the learnt sums. It does not depend on the order of words, labels or lessons."""
        tally, used = self.tally, np.flatnonzero(self.tally.lesson_counts[: len(self.groups)])
        words = vocabulary.spans(used)
        weights = np.rint(tally.counts[:, used].T * WEIGHT_UNIT).astype(np.int64)
        steps = np.column_stack([tally.lesson_counts[used], np.rint(tally.steps[used] * STEP_UNIT).astype(np.int64)])
        learnt = np.array(tally.learnt, np.int64)
        of_counts = hash_cells(self.labels, words, learnt, weights, weights)
        of_steps = hash_cells(("heard", "steps"), words, np.ones(2, np.int64), steps, steps)
        return f"{of_counts}{of_steps}".encode()


def _share_of_new_words(n_new: float, n_known: float) -> float:
    return n_new / (n_new + n_known + ADDED_KNOWN_WORDS)


def _novelty_bucket(share: float | None, mean: float) -> int:
    if share is None:
        return N_BUCKETS
    bucket = int((share - mean + 0.5) * N_BUCKETS)
    return 0 if bucket < 0 else N_BUCKETS - 1 if bucket >= N_BUCKETS else bucket


MAX_UNSURE_LOG_ODDS: Final = math.log(MAX_UNSURE_PROBABILITY / (1 - MAX_UNSURE_PROBABILITY))
"""Upper limit of the log-odds of an unsure verdict. It is the log-odds of `MAX_UNSURE_PROBABILITY`."""


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """What one word of a document adds to a filter's score, in parts. The parts equal those of the explanation
    exactly.
    """

    word: str
    group: str
    counts: tuple[float, float]
    """Weighted number of documents with the word, under the label and under the other label."""
    log_ratio: float
    """Log-odds of the word by the counts alone; 0 if the word is not informative."""
    ratio_factor: float
    """Factor by which `log_ratio` is multiplied in the score."""
    counts_contribution: float
    """Contribution of the counts, in log-odds."""
    learnt_weight: float
    """Learnt weight of the word for the positive label."""
    learnt_contribution: float
    """Contribution of the learnt weight, in log-odds."""

    @property
    def contribution(self) -> float:
        """Contribution of the word to the score, in log-odds."""
        return self.counts_contribution + self.learnt_contribution


@dataclass(frozen=True, slots=True)
class FilterCalculation:
    """How the spam filter computed its verdict: the log-odds against the best other label, word by word."""

    label: str
    against: str
    prior: float
    """Log-odds of a document without words."""
    terms: tuple[FilterTerm, ...]
    """All terms, largest magnitude first."""
    score: float
    """Exact sum of the prior and all terms, rounded once."""
    new_share: float
    """Share of the document's words that are new to the filter."""
    cautious_score: float
    """The score, lowered if the document has new words, and limited if the verdict is unsure.

    The displayed probability is computed from it.
    """
    threshold: float
    """The verdict is confident if the log-odds of the label are at least this."""


def make_filter_terms(
    learner: Filter, vocabulary: Vocabulary, tokens: Tokens, label: int, against: int
) -> list[FilterTerm]:
    """Return what each known word of a document adds to the log-odds of `label` against `against`."""
    tally = learner.tally
    groups = learner.groups.take(tokens)
    weighed = learner.scorer.explain_terms(tokens, groups, learner.scales, label, against)
    group_of = dict(zip(tokens.tolist(), groups.tolist(), strict=True))
    slope = learner.thresholds.slope
    count_terms = zip(
        weighed.log_ratios.tolist(), (slope * weighed.weights).tolist(), (slope * weighed.terms).tolist(), strict=True
    )
    by_counts = dict(zip(weighed.informative_words.tolist(), count_terms, strict=True))
    by_learnt = dict(zip(weighed.learnt_words.tolist(), (slope * weighed.learnt_terms).tolist(), strict=True))
    known = np.array(list({**by_counts, **by_learnt}), np.int64)
    counts = (tally.counts[[label, against]][:, known] / tally.scale).T.tolist()
    return [
        FilterTerm(
            word=word,
            group=GROUP_NAMES[min(group_of[token], N_GROUPS - 1)],
            counts=(with_label, with_other),
            log_ratio=ratio,
            ratio_factor=share,
            counts_contribution=adds,
            learnt_weight=float(tally.steps[token]),
            learnt_contribution=by_learnt.get(token, 0.0),
        )
        for token, word, (with_label, with_other) in zip(
            known.tolist(), vocabulary.words_of(known), counts, strict=True
        )
        for ratio, share, adds in [by_counts.get(token, (0.0, 0.0, 0.0))]
    ]


LOST_SHARE_STEPS: Final = (0.01, 0.003, 0.001)
"""Target shares of lost good documents, largest first."""
ROUNDING: Final = 1e-9
"""Tolerance for a sum of shares such as 1/3 + 1/3 + 1/3, which must count as one source."""
MIN_CONTRADICTION_OF_SUSPECT: Final = 0.5
"""A document is suspected of having a wrong label if its score contradicts the label by more than this."""


@dataclass(frozen=True, slots=True)
class LossEstimate:
    """Upper estimate of the share of new good documents that are lost, because the filter is sure that they are
    positive.
    """

    n_good: int
    """Number of good documents learnt."""
    effective_sources: float
    """Number of sources (mailing lists and senders) of the good documents, from which the share is estimated.

    It may be a fraction.
    """
    lost_share: float
    """Estimated share of lost good documents."""
    next_share: float
    """The next smaller target share; equal to `lost_share` if there is none."""
    n_more_good: int
    """Number of further good documents, from other lists and senders, that are needed to reach `next_share`."""
    suspect_keys: tuple[int, ...]
    """Keys of the learnt documents whose label may be wrong, the strongest contradiction first."""
    has_senders: bool = True
    """False if no sender is known. Three documents then count as one source."""

    @property
    def n_sources(self) -> int:
        """Number of lists and senders, rounded down for display."""
        return math.floor(self.effective_sources + ROUNDING)


def estimate_loss(learner: Filter) -> LossEstimate:
    """Estimate the share of lost good documents, and how many more good documents would lower it.

    The estimate counts lists and senders instead of documents, as the thresholds do. The next newsletter may come from
    a new list. A thousand mails of one known list say no more about it than one of them.
    """
    rows, positive = learner.lessons.rows, learner.positive
    is_good = np.isin(rows["label"], list(learner.protected)) if learner.protected else rows["label"] != positive
    good = int(np.count_nonzero(is_good))
    suspects = find_suspect_lessons(learner)
    sizes = rows["source_share"][is_good]
    sources = float(sizes.sum())
    late = rows[is_good][good // 2 :]
    limits = np.array([learner.thresholds.upper_threshold(share) for share in late["new_share"].tolist()])
    is_lost = (late["score"] > limits) & ~np.isin(late["key"], suspects)
    by_mails = (int(np.count_nonzero(is_lost)) + 1) / (good + 1)
    by_sources = (float(late["source_share"][is_lost].sum()) + 1) / (sources + 1)
    share = min(max(by_mails, by_sources, LOST_SHARE_STEPS[-1]), 1.0)
    better = [step for step in LOST_SHARE_STEPS if step < share]
    next_share = better[0] if better else share
    missing = max(1 / next_share - 1 - sources, 0.0) if better else 0.0
    # Another document from a new sender counts as one source. If no sender is known, each document counts a third.
    has_senders = not (len(sizes) and bool(np.all(sizes == DEFAULT_SOURCE_SHARE)))
    n_more_good = math.ceil(round(missing / (1.0 if has_senders else DEFAULT_SOURCE_SHARE), 6))
    return LossEstimate(good, sources, share, next_share, n_more_good, tuple(suspects), has_senders)


def find_suspect_lessons(learner: Filter) -> list[int]:
    """Return the keys of the learnt documents whose label contradicts the score, the strongest contradiction first."""
    rows = learner.lessons.rows
    scores = np.where(np.isnan(rows["left_out"]), rows["score"], rows["left_out"])
    contradictions = np.where(rows["label"] == learner.positive, -scores, scores) - MIN_CONTRADICTION_OF_SUSPECT
    positions = np.flatnonzero(contradictions > 0)
    return [int(key) for key in rows["key"][positions[np.argsort(-contradictions[positions], kind="stable")]].tolist()]


PREFIX = "filter."
THRESHOLD_RULES_VERSION = 8
"""Version of the rules that fit thresholds.

The thresholds of a filter saved with another version are fitted again when it is loaded: they do not suit the scores
that this version computes.
"""
_COLUMNS_ADDED_LATER = ("left_out_strongest", "left_out_head", "source_share", "text_share")
"""Columns that filters saved by earlier versions do not have."""
Numbers = dict[str, npt.NDArray[Any]]


def filter_to_parts(learner: Filter) -> tuple[dict[str, Any], Numbers]:
    """Return a filter as JSON values and one-dimensional arrays, to be saved."""
    tally, n_words, rows = learner.tally, len(learner.groups), learner.lessons.rows
    facts = {
        "settings": to_plain(learner.settings),
        "marks": to_plain(learner.thresholds),
        "marks_form": THRESHOLD_RULES_VERSION,
        "scales": to_plain(learner.scales),
        "means": learner.means,
        "n_marked": learner.n_lessons_at_fit,
        "learnt": tally.learnt,
        "bias": tally.bias,
        "scale": tally.scale,
    }
    words = np.flatnonzero(tally.lesson_counts[:n_words])
    numbers: Numbers = {
        "words": words,
        "heard": tally.lesson_counts[words].astype(np.int64),
        "steps": tally.steps[words],
        "counts": tally.counts[:, words].reshape(-1),
        "word_sums": tally.words,
        "document_sums": tally.documents,
        "buckets": rows["buckets"].astype(np.int64).reshape(-1),
    }
    numbers |= {name: np.nan_to_num(rows[name], nan=np.inf) for name in COLUMNS if LESSON_DTYPE[name].kind == "f"}
    numbers |= {name: rows[name].copy() for name in COLUMNS if LESSON_DTYPE[name].kind == "i"}
    return facts, {f"{PREFIX}{name}": np.ascontiguousarray(part) for name, part in numbers.items()}


def filter_from_parts(
    labels: tuple[str, ...], vocabulary: Vocabulary, facts: Mapping[str, Any], numbers: Mapping[str, Any]
) -> Filter:
    """Restore a saved filter over a vocabulary. Raise EngineError if it is damaged."""
    learner = Filter(labels, from_plain(FilterSettings, facts["settings"]))
    if len(vocabulary) < N_NOVELTY_TOKENS:
        raise EngineError("The filter lacks its own words.")
    learner.append_words(evidence_groups_of_vocabulary(vocabulary, N_NOVELTY_TOKENS))
    part = {name.removeprefix(PREFIX): value for name, value in numbers.items() if name.startswith(PREFIX)}
    words = part["words"]
    if len(words) and not 0 <= int(words.min()) <= int(words.max()) < len(vocabulary):
        raise EngineError("The filter has learnt words that it does not have.")
    tally = learner.tally
    tally.lesson_counts[words], tally.steps[words] = part["heard"], _check_finite_numbers(part["steps"])
    tally.counts[:, words] = _check_finite_numbers(part["counts"]).reshape(len(labels), len(words))
    tally.is_counted[:] = tally.counts.any(axis=0)
    tally.n_counted = int(np.count_nonzero(tally.is_counted))
    tally.words, tally.documents = (
        _check_label_sums(part["word_sums"], labels),
        _check_label_sums(part["document_sums"], labels),
    )
    tally.learnt = [int(number) for number in facts["learnt"]]
    if len(tally.learnt) != len(labels):
        raise EngineError("The filter's labels do not fit those of the model.")
    tally.bias, tally.scale = _check_number(facts["bias"]), float(facts["scale"])
    tally.clear_cache()
    if min(tally.learnt) < 0 or not 1 <= tally.scale <= MAX_SCALE:
        raise EngineError("The filter has learnt fewer documents than none.")
    alpha = tally.smoothing * tally.scale  # forgetting with decay is not exact and may leave slightly negative counts
    if tally.counts.min() <= -alpha or not np.isfinite(tally.log_sizes).all():
        raise EngineError("The filter has counted less than nothing.")
    learner.lessons = LessonLog(_lessons_from_parts(part, len(labels)))
    learner.thresholds, learner.scales = from_plain(Thresholds, facts["marks"]), from_plain(SquareSums, facts["scales"])
    learner.means, learner.n_lessons_at_fit = [_check_number(mean) for mean in facts["means"]], int(facts["n_marked"])
    _check_thresholds(learner.thresholds, learner.scales)
    if len(learner.means) != N_NOVELTY_GROUPS:
        raise EngineError("The filter knows other kinds of words.")
    if facts.get("marks_form") != THRESHOLD_RULES_VERSION and len(learner.lessons):
        learner.fit_thresholds()
    return learner


def restrict_filter_to_words(learner: Filter, numbers: npt.NDArray[np.int64]) -> Filter:
    """Return a copy of the filter with only these words. They must include every word it has learnt."""
    other = Filter(learner.labels, learner.settings)
    other.append_words(learner.groups[numbers[N_NOVELTY_TOKENS:]])
    old, tally = learner.tally, other.tally
    tally.lesson_counts[: len(numbers)], tally.steps[: len(numbers)] = old.lesson_counts[numbers], old.steps[numbers]
    tally.counts[:, : len(numbers)], tally.is_counted[: len(numbers)] = old.counts[:, numbers], old.is_counted[numbers]
    tally.n_counted, tally.words, tally.documents = old.n_counted, old.words.copy(), old.documents.copy()
    tally.learnt, tally.bias, tally.scale = list(old.learnt), old.bias, old.scale
    tally.clear_cache()
    other.lessons = LessonLog(learner.lessons.rows.copy())
    other.thresholds, other.n_lessons_at_fit = learner.thresholds, learner.n_lessons_at_fit
    other.scales, other.means = learner.scales, learner.means
    return other


def _check_thresholds(thresholds: Thresholds, scales: SquareSums) -> None:
    for value in (*to_plain(thresholds).values(), *to_plain(scales).values()):
        _check_number(value)
    if (
        min(thresholds.slope, thresholds.usual_share, scales.evidence, scales.learnt) < 1 / MAX_MAGNITUDE
        or scales.n_documents < 1
    ):
        raise EngineError("The filter's thresholds or scales are 0 or negative.")


def _check_number(value: Any) -> float:
    if type(value) not in (int, float) or not abs(value) <= MAX_MAGNITUDE:
        raise EngineError(f"The filter holds {value!r} where a number up to {MAX_MAGNITUDE:g} should be.")
    return float(value)


def _check_finite_numbers(values: Any) -> FloatArray:
    row = check_finite_array(values)
    if np.abs(row).max(initial=0.0) > MAX_MAGNITUDE:
        raise EngineError(f"The filter holds numbers beyond {MAX_MAGNITUDE:g}.")
    return row


def _check_finite_or_infinite(values: Any) -> FloatArray:
    row = check_float_array(values)
    _check_finite_numbers(row[np.isfinite(row)])
    return row


def _check_label_sums(values: npt.NDArray[Any], labels: tuple[str, ...]) -> npt.NDArray[np.float64]:
    if values.shape != (len(labels),):
        raise EngineError("The filter's sums do not fit its labels.")
    return _check_finite_numbers(values.astype(np.float64))


def _lessons_from_parts(part: Mapping[str, Any], n_labels: int) -> npt.NDArray[Any]:
    """Return the rows of the lesson log from the saved columns; raise EngineError if they are damaged."""
    rows = np.zeros(len(part["key"]), LESSON_DTYPE)
    rows["source_share"], rows["text_share"] = DEFAULT_SOURCE_SHARE, DEFAULT_TEXT_SHARE
    for name in COLUMNS:
        if name not in part and name in _COLUMNS_ADDED_LATER:
            continue
        is_whole = LESSON_DTYPE[name].kind == "i"
        # Infinity means: not judged without its list or sender. In any other column it is damage.
        rows[name] = (
            part[name]
            if is_whole
            else (_check_finite_or_infinite if name in COLUMNS_WITHOUT_SOURCE else _check_finite_numbers)(part[name])
        )
    for name in COLUMNS_WITHOUT_SOURCE:
        rows[name][np.isinf(rows[name]) | (name not in part)] = np.nan
    rows["buckets"] = part["buckets"].reshape(len(rows), N_NOVELTY_GROUPS)
    rows["is_kept"] = True
    known = np.concatenate([rows["label"], rows["rival"]])
    if len(rows) and not 0 <= int(known.min()) <= int(known.max()) < n_labels:
        raise EngineError("The filter has lessons of labels that it does not have.")
    return rows
