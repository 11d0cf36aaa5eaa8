"""The filter: it judges, learns and forgets one document at a time, and says which verdicts are confident.

Words are columns of a vocabulary. The first columns are novelty tokens: they say how new a document's words are
compared with the running mean. A document is given as the numbers of its distinct words.

An experienced filter trusts a lesson less if it contradicts the score clearly, because the label may be wrong. The
lowest trust depends on the estimated share of wrong labels: `clean_trust` at a share of 0, `MIN_TRUST` at
`MANY_WRONG_SHARE` or more. A second such lesson adds as much again, so a new kind of mail is learnt within a few mails.

`estimate_promise` estimates how much good mail is lost. `filter_parts` and `filter_from_parts` convert a filter to and
from JSON values and arrays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from operator import add
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.filter.document_score import Opinion, Scales, Weigher, group_lengths, n_words_of_groups
from nbengine.filter.settings import (
    MAX_MAGNITUDE,
    N_BUCKETS,
    N_GROUPS,
    N_KINDS,
    N_NOVELTY_TOKENS,
    NEWNESS,
    SUBJECT,
    TEXT,
    FilterSettings,
    groups_of,
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
    Records,
    Thresholds,
    thresholds_from_records,
)
from nbengine.learnt.tally import hash_cells
from nbengine.packing import check_finite_row, check_real_row, from_plain, to_plain
from nbengine.text.vocabulary import Vocabulary

LESSON: Final = np.dtype(
    [
        *((name, np.int64) for name in ("key", "label", "rival")),
        *((name, np.float64) for name in ("weight", "step", "bias_step", "trust", "score", "left_out", "new_share")),
        *((name, np.float64) for name in ("text_share", "strongest", "head", "left_out_strongest", "left_out_head")),
        ("source_share", np.float64),
        ("buckets", np.uint8, (N_KINDS,)),
        ("is_kept", np.bool_),
    ]
)
COLUMNS: Final = tuple(name for name in LESSON.names or () if name not in ("buckets", "is_kept"))
LEFT_OUT: Final = ("left_out", "left_out_strongest", "left_out_head")
"""Columns that are NaN until the document was judged without its list or sender."""
UNNOTED_SHARE: Final = 1.0
"""The `text_share` of a lesson that has none recorded. At 1.0, no other text counts as unlike."""
UNNAMED_SHARE: Final = 1 / 3
"""The share of a source that a document counts for, if its list or sender is unknown."""


class LessonLog:
    """All lessons that were not forgotten."""

    def __init__(self, rows: npt.NDArray[Any] | None = None) -> None:
        self._rows = np.zeros(256, LESSON) if rows is None else rows
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
        """The lessons in order, as a structured array."""
        rows = self._rows[: self._n_rows]
        return rows if len(self._positions) == self._n_rows else rows[rows["is_kept"]]

    def add(self, key: int | None, values: tuple[Any, ...]) -> int:
        """Append a lesson and return its key. `values` are the columns of `LESSON` after the key, without `is_kept`."""
        if key is None:
            key, self._next_key = self._next_key, self._next_key - 1
        if self._n_rows == len(self._rows):
            longer = np.zeros(max(2 * self._n_rows, 1), LESSON)  # zeroed pages take no memory until they are written
            longer[: self._n_rows] = self._rows
            self._rows = longer
        self._rows[self._n_rows] = (key, *values, True)
        self._positions[key] = self._n_rows
        self._n_rows += 1
        return key

    def lesson(self, key: int) -> FilterLesson:
        """Return the amounts that the lesson added to the tally."""
        row = self._rows[self._positions[key]]
        return FilterLesson(int(row["label"]), float(row["weight"]), float(row["step"]), float(row["bias_step"]))

    def buckets(self, key: int) -> tuple[int, ...]:
        """Return the novelty buckets of the document, one for each kind of word."""
        return tuple(self._rows[self._positions[key]]["buckets"].tolist())

    def remove(self, key: int) -> None:
        self._rows["is_kept"][self._positions.pop(key)] = False

    def at(self, keys: IntArray) -> npt.NDArray[Any]:
        """Return the lessons with these keys as a structured array."""
        return self._rows[[self._positions[key] for key in keys.tolist()]]

    def replace(self, keys: IntArray, amounts: Mapping[str, FloatArray]) -> None:
        """Overwrite columns of these lessons."""
        positions = [self._positions[key] for key in keys.tolist()]
        for column, values in amounts.items():
            self._rows[column][positions] = values

    def note_left_out(self, key: int, opinion: Opinion) -> None:
        """Store the scores of the document when judged without its list or sender."""
        scores = (opinion.score, opinion.strongest, opinion.head)
        for column, value in zip(LEFT_OUT, scores, strict=True):
            self._rows[column][self._positions[key]] = value

    def note_sources(self, keys: IntArray, shares: FloatArray) -> None:
        """Store the share that each document is of its source (list or sender)."""
        self.replace(keys, {"source_share": shares})

    def rename_labels(self, numbers: IntArray) -> None:
        """Replace each label number `n` by `numbers[n]`."""
        for column in ("label", "rival"):
            self._rows[column][: self._n_rows] = numbers[self._rows[column][: self._n_rows]]

    def records(self, positive: int, protected: frozenset[int]) -> Records:
        """Return the records for fitting thresholds. Labels that are neither positive nor protected are left out."""
        rows = self.rows
        is_relevant = rows["label"] == positive
        if protected:
            rows = rows[is_relevant | np.isin(rows["label"], list(protected))]
        return Records(
            rows["score"],
            rows["label"] == positive,
            rows["new_share"],
            rows["text_share"],
            rows["strongest"],
            rows["head"],
            rows["source_share"],
            *(rows[column] for column in LEFT_OUT),
        )


MATURE_FROM_DOCUMENTS: Final = 100
"""Contradictions are distrusted once either side has this many lessons."""
CONTRADICTED_FROM, CONTRADICTED_SCALE, MIN_TRUST = 0.3, 0.25, 0.05
"""Trust falls once the score contradicts the label by more than the first, on the scale of the second, to the third."""
MANY_WRONG_SHARE: Final = 0.01
"""Share of wrong labels from which contradicting lessons get the lowest trust."""
MIN_NEW_WORDS, FIRST_MEAN, NEWEST_SHARE = 3, 0.5, 0.02
"""Fewest words that give a share of new words; first value and update rate of the running mean of these shares."""
MIN_INFORMATIVE_WORDS: Final = 2
"""A verdict with fewer informative words is never confident."""
KNOWN_BEFORE: Final = 10
"""Number of known words added to each text, so that three new words alone do not make a share of 100 %."""
_OWN_STARTS = tuple(kind * (N_BUCKETS + 1) for kind in range(N_KINDS))
_OWN_GROUPS = np.full(N_KINDS, NEWNESS, np.int8)


@dataclass(frozen=True, slots=True, eq=False)
class FilterDocument:
    """A document prepared for the filter."""

    tokens: Tokens
    """Numbers of its distinct words, as wide as an index; novelty tokens first."""
    groups: npt.NDArray[np.int8]
    """(n_tokens,): evidence group of each word."""
    lengths: FloatArray
    """(N_GROUPS,): result of `group_lengths`."""
    buckets: tuple[int, ...]
    """Novelty bucket of each kind of word."""
    shares: tuple[float | None, ...]
    """Share of new words by kind; None if the kind has too few words."""
    new_share: float
    """Share of new words among all words."""
    text_share: float
    """Share of new words in text and subject only. A known list or mail program cannot lower it."""


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
    opinion: Opinion


class Filter:
    """An online filter over a fixed list of labels."""

    def __init__(self, labels: Sequence[str], settings: FilterSettings | None = None) -> None:
        self.settings = settings or FilterSettings()
        if self.settings.positive not in labels:
            raise EngineError(f"{self.settings.positive!r} is not one of the labels {', '.join(labels)}.")
        self.labels = tuple(labels)
        self.groups: npt.NDArray[np.int8] = np.full(N_NOVELTY_TOKENS, NEWNESS, np.int8)
        """(n_words,): evidence group of each word."""
        self.tally = LessonTally(len(labels), self.settings.smoothing)
        self.lessons = LessonLog()
        self.marks = Thresholds()
        self.scales = Scales()
        self.means = [FIRST_MEAN] * N_KINDS
        """Running mean of the share of new words, by kind."""
        self.n_marked = 0
        """Number of lessons when the thresholds were last fitted; 0 forces a new fit."""
        self._note_labels()

    def extend(self, groups: npt.NDArray[np.int8]) -> None:
        """Append words to the vocabulary, given by their groups."""
        self.groups = np.concatenate([self.groups, groups])
        self.tally.reserve(len(self.groups))

    def look(self, words: Tokens, unknown: IntArray | None = None) -> FilterDocument:
        """Prepare a freshly counted document: find out how new its words are.

        `unknown` (N_KINDS,) is the number of words of each kind that are not in the vocabulary.
        """
        tokens = np.empty(N_KINDS + len(words), np.int64)
        tokens[N_KINDS:] = words
        groups, is_known = self.groups.take(tokens[N_KINDS:]), self.tally.heard.take(tokens[N_KINDS:]).astype(np.bool_)
        numbers = np.bincount(groups + N_GROUPS * is_known.view(np.int8), minlength=2 * N_GROUPS).tolist()
        known, new = numbers[N_GROUPS : N_GROUPS + N_KINDS], numbers[:N_KINDS]
        lengths = group_lengths([*map(add, known, new), 0])
        if unknown is not None:
            new = list(map(add, new, unknown.tolist()))
        shares = tuple(
            n_new / (n_new + n_known) if n_new + n_known >= MIN_NEW_WORDS else None
            for n_new, n_known in zip(new, known, strict=True)
        )
        buckets = tuple(map(_novelty_bucket, shares, self.means))
        tokens[:N_KINDS] = list(map(add, _OWN_STARTS, buckets))
        n_new, n_known = sum(new), sum(known)
        return FilterDocument(
            tokens,
            np.concatenate([_OWN_GROUPS, groups]),
            lengths,
            buckets,
            shares,
            n_new / max(n_new + n_known, 1),
            _text_share(new[TEXT] + new[SUBJECT], known[TEXT] + known[SUBJECT]),
        )

    def seen(self, tokens: Tokens, n_unknown: float = 0.0, n_unknown_in_text: float = 0.0) -> FilterDocument:
        """Prepare a document that starts with its novelty tokens from an earlier `look`."""
        tokens = tokens.astype(np.int64)
        groups = self.groups.take(tokens)
        is_novelty, is_heard, is_text = groups == NEWNESS, self.tally.heard.take(tokens) > 0, groups <= SUBJECT
        n_known = int(np.count_nonzero(is_heard & ~is_novelty))
        n_new = len(tokens) - int(np.count_nonzero(is_novelty)) - n_known + n_unknown
        n_text_known = int(np.count_nonzero(is_heard & is_text))
        n_text_new = int(np.count_nonzero(is_text)) - n_text_known + n_unknown_in_text
        buckets = tuple((tokens[is_novelty] - np.array(_OWN_STARTS[: int(is_novelty.sum())], np.int64)).tolist())
        new_share = n_new / max(n_new + n_known, 1)
        lengths, text_share = group_lengths(n_words_of_groups(groups)), _text_share(n_text_new, n_text_known)
        return FilterDocument(tokens, groups, lengths, buckets, (), new_share, text_share)

    def prepare_as_learnt(self, words: Tokens, key: int) -> FilterDocument:
        """Return a document as prepared when it was learnt. `words` are without novelty tokens."""
        tokens = self.as_learnt(words, key)
        groups, no_shares = self.groups.take(tokens), (None,) * N_KINDS
        lengths = group_lengths(n_words_of_groups(groups))
        return FilterDocument(tokens, groups, lengths, self.lessons.buckets(key), no_shares, math.nan, math.nan)

    def opinion(self, seen: FilterDocument) -> Opinion:
        """Score a document."""
        return self.weigher.opinion(seen.tokens, seen.groups, seen.lengths, self.scales)

    def judge(self, seen: FilterDocument) -> FilterVerdict:
        """Judge a document."""
        return self.verdict(self.opinion(seen), seen.new_share, seen.text_share)

    def verdict(self, opinion: Opinion, new_share: float, text_share: float = 0.0) -> FilterVerdict:
        """Turn a score into a verdict.

        If much of a text is new, a known list or mail program alone does not make it confidently good. For positive
        verdicts, the upper threshold and the probability already allow for new words. Good words next to bad ones, or
        from a bad sender, are never confidently good. A confident verdict always has a probability of at least
        `MIN_SURE_PROBABILITY`, and any other verdict at most `MAX_UNSURE_PROBABILITY`.
        """
        marks = self.marks
        score = marks.cautious(opinion.score, new_share)
        is_positive = score > marks.middle
        probability, label = marks.probability(score), self.positive if is_positive else opinion.rival
        is_odd = new_share > marks.odd_share and probability <= MAX_UNSURE_PROBABILITY
        is_unlike = is_odd or (not is_positive and text_share > marks.odd_text_share)
        is_torn = opinion.strongest > marks.most_strongest or opinion.head > marks.most_head
        is_sure = score > marks.high_for(new_share) if is_positive else score <= marks.low and not is_torn
        is_sure = is_sure and max(probability, 1 - probability) >= MIN_SURE_PROBABILITY and not is_unlike
        is_sure = is_sure and opinion.n_telling >= MIN_INFORMATIVE_WORDS and self.tally.learnt[label] > 0
        if not is_sure:
            probability = min(max(probability, 1 - MAX_UNSURE_PROBABILITY), MAX_UNSURE_PROBABILITY)
        return FilterVerdict(label, opinion.score, probability, not is_sure, is_unlike, new_share, opinion)

    def log_proba(self, verdict: FilterVerdict) -> FloatArray:
        """Return log-probabilities; shape (n_labels,). The other labels share the rest of the probability by their
        evidence."""
        positive, log_rest = self.positive, math.log1p(-verdict.probability)
        if len(self.labels) <= 2:
            log_proba = np.full(len(self.labels), log_rest)
        else:
            log_proba = self.marks.slope * verdict.opinion.evidence
            log_proba[positive] = -np.inf
            log_proba = log_proba - np.logaddexp.reduce(log_proba) + log_rest
        log_proba[positive] = math.log(verdict.probability)
        return log_proba

    def log_odds(self, verdict: FilterVerdict) -> FloatArray:
        """Return the log-odds of each label against the best rival, whose entry is 0; shape (n_labels,).

        The terms of an explanation add up to these values.
        """
        log_odds = self.marks.slope * (verdict.opinion.evidence - verdict.opinion.evidence[verdict.opinion.rival])
        log_odds[self.positive] = self.marks.slope * verdict.score + self.marks.offset
        return np.asarray(log_odds)

    def learn(
        self, seen: FilterDocument, label: int, opinion: Opinion, *, key: int | None = None, importance: float = 1.0
    ) -> float:
        """Learn a document that was judged before. Return the trust in the lesson, from 0 to 1."""
        trust = self.trust_in_lesson(label, opinion)
        weight = round_weight(importance * trust * self.settings.weight_of(self._lead_of_label(label, opinion)))
        is_positive = label == self.positive
        error = importance * trust * self.settings.learning_rate * (is_positive - logistic(opinion.learnt))
        step = round_step(error if self.settings.steps_by_group else error / math.sqrt(max(len(seen.tokens), 1)))
        lesson = FilterLesson(label, weight, step, round_step(error / 10))
        self.tally.grow(self.settings.decay)
        self.tally.learn(seen.tokens, lesson, seen.lengths.take(seen.groups) if self.settings.steps_by_group else 1.0)
        self.means = [
            mean if share is None else mean + NEWEST_SHARE * (share - mean)
            for mean, share in zip(self.means, seen.shares, strict=True)
        ]
        self.scales = self.scales.with_one_more(opinion.margin, opinion.learnt)
        if self._is_lost(seen, label, opinion):
            self.n_marked = 0
        self.lessons.add(
            key,
            (label, opinion.rival, weight, step, lesson.bias_step, trust, opinion.score, math.nan,
             seen.new_share, seen.text_share, opinion.strongest, opinion.head, math.nan, math.nan, UNNAMED_SHARE,
             seen.buckets),
        )  # fmt: skip
        return trust

    def _is_lost(self, seen: FilterDocument, label: int, opinion: Opinion) -> bool:
        """Return whether a protected document is confidently positive by the current thresholds."""
        is_protected = label in self.protected if self.protected else label != self.positive
        if not is_protected or opinion.score <= self.marks.middle:
            return False
        verdict = self.verdict(opinion, seen.new_share, seen.text_share)
        return verdict.label == self.positive and not verdict.is_unsure

    def trust_in_lesson(self, label: int, opinion: Opinion) -> float:
        """Return the trust in a lesson: 1 unless it contradicts the score."""
        n_positive = self.tally.learnt[self.positive]
        if min(n_positive, sum(self.tally.learnt) - n_positive) < MATURE_FROM_DOCUMENTS:
            return 1.0
        contradiction = (-opinion.score if label == self.positive else opinion.score) - CONTRADICTED_FROM
        if contradiction <= 0:
            return 1.0
        clean = max(1 - self.marks.wrong_share / MANY_WRONG_SHARE, 0.0)
        lowest = MIN_TRUST + clean * (self.settings.clean_trust - MIN_TRUST)
        return max(lowest, 1 / (1 + (contradiction / CONTRADICTED_SCALE) ** 2))

    def _lead_of_label(self, label: int, opinion: Opinion) -> float:
        if label == self.positive:
            return opinion.margin
        if label == opinion.rival:
            return -opinion.margin
        others = np.delete(opinion.evidence, label)
        return float(opinion.evidence[label] - others.max(initial=-np.inf))

    def forget(self, words: Tokens, key: int) -> None:
        """Take back a lesson. `words` are those of its document, without novelty tokens."""
        if key not in self.lessons:
            raise EngineError("A document that was never learnt cannot be forgotten.")
        tokens = self.as_learnt(words, key)
        self.tally.forget(tokens, self.lessons.lesson(key), self.step_lengths(self.groups.take(tokens)))
        self.lessons.remove(key)

    def lesson_removed(self, words: Tokens, key: int) -> AbstractContextManager[None]:
        """Take back a lesson within a `with` block."""
        tokens = self.as_learnt(words, key)
        return self.tally.lesson_removed(tokens, self.lessons.lesson(key), self.step_lengths(self.groups.take(tokens)))

    def replace(self, words: Sequence[Tokens], keys: IntArray, amounts: Mapping[str, FloatArray]) -> None:
        """Replace the amounts that lessons added. `words` are without novelty tokens."""
        tokens = [self.as_learnt(row, key) for row, key in zip(words, keys.tolist(), strict=True)]
        lengths: FloatArray | float = 1.0
        if self.settings.steps_by_group:
            lengths = np.concatenate([self.step_lengths(self.groups.take(row)) for row in tokens])
        self.tally.change_all(tokens, self.lessons.at(keys), lengths, -1)
        self.lessons.replace(keys, amounts)
        self.tally.change_all(tokens, self.lessons.at(keys), lengths, 1)

    def step_lengths(self, groups: npt.NDArray[np.int8]) -> FloatArray | float:
        """Return the share of a lesson's step that each word takes; shape (n_words,), or 1.0 without
        `steps_by_group`."""
        return group_lengths(n_words_of_groups(groups)).take(groups) if self.settings.steps_by_group else 1.0

    def as_learnt(self, words: Tokens, key: int) -> Tokens:
        """Return all words of a lesson's document, with its novelty tokens at that time."""
        return np.concatenate([np.add(_OWN_STARTS, self.lessons.buckets(key)), words])

    def is_due(self) -> bool:
        """Return whether thresholds need a new fit: a tenth more was learnt since, or a document was lost."""
        return len(self.lessons) >= 1.1 * self.n_marked + 5

    def make_marks(self) -> None:
        """Fit the thresholds to all lessons so far."""
        self.marks = thresholds_from_records(self.lessons.records(self.positive, self.protected))
        self.n_marked = len(self.lessons)

    def add_label(self, name: str) -> None:
        """Add a label."""
        self.labels = (*self.labels, name)
        self.tally.add_label()
        self._note_labels()

    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Rename labels. Labels that get equal names are merged."""
        renamed = [names.get(label, label) for label in self.labels]
        labels = tuple(dict.fromkeys(renamed))
        numbers = np.array([labels.index(name) for name in renamed])
        self.tally.merge_labels(numbers, len(labels))
        self.lessons.rename_labels(numbers)
        positive = names.get(self.settings.positive, self.settings.positive)
        protected = tuple(dict.fromkeys(names.get(label, label) for label in self.settings.protected))
        self.labels, self.settings = labels, replace(self.settings, positive=positive, protected=protected)
        self._note_labels()

    def reorder_labels(self, labels: Sequence[str]) -> None:
        """Put the labels in another order."""
        if tuple(labels) == self.labels:
            return
        numbers = np.array([list(labels).index(label) for label in self.labels])
        self.tally.merge_labels(numbers, len(labels))
        self.lessons.rename_labels(numbers)
        self.labels = tuple(labels)
        self._note_labels()

    def _note_labels(self) -> None:
        self.positive = self.labels.index(self.settings.positive)
        named = (number for number, name in enumerate(self.labels) if name in self.settings.protected)
        self.protected = frozenset(named) - {self.positive}
        """Numbers of the labels whose documents must not be lost. Empty means: all but the positive label."""
        self.weigher = Weigher(self.tally, self.settings, self.positive)

    def digest(self, vocabulary: Vocabulary) -> bytes:
        """Return a digest of the sums. It does not depend on the order of words, labels or lessons."""
        tally, used = self.tally, np.flatnonzero(self.tally.heard[: len(self.groups)])
        words = vocabulary.spans(used)
        weights = np.rint(tally.counts[:, used].T * WEIGHT_UNIT).astype(np.int64)
        steps = np.column_stack([tally.heard[used], np.rint(tally.steps[used] * STEP_UNIT).astype(np.int64)])
        learnt = np.array(tally.learnt, np.int64)
        of_counts = hash_cells(self.labels, words, learnt, weights, weights)
        of_steps = hash_cells(("heard", "steps"), words, np.ones(2, np.int64), steps, steps)
        return f"{of_counts}{of_steps}".encode()


def _text_share(new: float, known: float) -> float:
    return new / (new + known + KNOWN_BEFORE)


def _novelty_bucket(share: float | None, mean: float) -> int:
    if share is None:
        return N_BUCKETS
    bucket = int((share - mean + 0.5) * N_BUCKETS)
    return 0 if bucket < 0 else N_BUCKETS - 1 if bucket >= N_BUCKETS else bucket


LOST_SHARE_STEPS: Final = (0.01, 0.003, 0.001)
"""Shares of lost good documents that a promise aims at, in order."""
ROUNDING: Final = 1e-9
SUSPECTED_FROM: Final = 0.5
"""A document is a suspect if its score contradicts its label by more than this."""


@dataclass(frozen=True, slots=True)
class Promise:
    """An upper estimate of the share of new good documents that get a confidently positive verdict."""

    good: int
    """Number of good documents learnt."""
    sources: float
    """Their number of lists and senders, from which the share is estimated."""
    lost_share: float
    """Estimated share of lost good documents."""
    next_share: float
    """The next smaller share to aim at; equal to `lost_share` if there is none."""
    more_good: int
    """How many more good documents from other lists and senders are needed to reach `next_share`."""
    suspects: tuple[int, ...]
    """Keys of documents whose label may be wrong, most doubtful first."""
    has_senders: bool = True
    """False if no sender is known, so that each document counts a third of a source."""

    @property
    def n_sources(self) -> int:
        """The number of lists and senders, rounded down for display."""
        return math.floor(self.sources + ROUNDING)


def estimate_promise(learner: Filter) -> Promise:
    """Estimate the share of lost good documents, and what would lower it.

    The estimate counts lists and senders, as the thresholds do: a thousand mails of one list say no more about the next
    newsletter than one of them.
    """
    rows, positive = learner.lessons.rows, learner.positive
    is_good = np.isin(rows["label"], list(learner.protected)) if learner.protected else rows["label"] != positive
    good = int(np.count_nonzero(is_good))
    suspects = find_suspects(learner)
    sizes = rows["source_share"][is_good]
    sources = float(sizes.sum())
    late = rows[is_good][good // 2 :]
    marks = np.array([learner.marks.high_for(share) for share in late["new_share"].tolist()])
    is_lost = (late["score"] > marks) & ~np.isin(late["key"], suspects)
    by_mails = (int(np.count_nonzero(is_lost)) + 1) / (good + 1)
    by_sources = (float(late["source_share"][is_lost].sum()) + 1) / (sources + 1)
    share = min(max(by_mails, by_sources, LOST_SHARE_STEPS[-1]), 1.0)
    better = [step for step in LOST_SHARE_STEPS if step < share]
    next_share = better[0] if better else share
    missing = max(1 / next_share - 1 - sources, 0.0) if better else 0.0
    # Another document from a new sender counts as one source. If no sender is known, each document counts a third.
    has_senders = not (len(sizes) and bool(np.all(sizes == UNNAMED_SHARE)))
    more_good = math.ceil(round(missing / (1.0 if has_senders else UNNAMED_SHARE), 6))
    return Promise(good, sources, share, next_share, more_good, tuple(suspects), has_senders)


def find_suspects(learner: Filter) -> list[int]:
    """Return the keys of lessons that contradict all others, strongest contradiction first."""
    rows = learner.lessons.rows
    scores = np.where(np.isnan(rows["left_out"]), rows["score"], rows["left_out"])
    contradictions = np.where(rows["label"] == learner.positive, -scores, scores) - SUSPECTED_FROM
    positions = np.flatnonzero(contradictions > 0)
    return [int(key) for key in rows["key"][positions[np.argsort(-contradictions[positions], kind="stable")]].tolist()]


PREFIX = "filter."
MARKS_FORM = 8
"""Version of the rules that fit thresholds. A saved filter with another version gets new thresholds when it is read,
because its own would be too bold or too timid for today's scores."""
_COLUMNS_ADDED_LATER = ("left_out_strongest", "left_out_head", "source_share", "text_share")
"""Columns that filters of earlier versions do not have."""
Numbers = dict[str, npt.NDArray[Any]]


def filter_parts(learner: Filter) -> tuple[dict[str, Any], Numbers]:
    """Return the saved form of a filter: JSON values, and one-dimensional arrays."""
    tally, n_words, rows = learner.tally, len(learner.groups), learner.lessons.rows
    facts = {
        "settings": to_plain(learner.settings),
        "marks": to_plain(learner.marks),
        "marks_form": MARKS_FORM,
        "scales": to_plain(learner.scales),
        "means": learner.means,
        "n_marked": learner.n_marked,
        "learnt": tally.learnt,
        "bias": tally.bias,
        "scale": tally.scale,
    }
    words = np.flatnonzero(tally.heard[:n_words])
    numbers: Numbers = {
        "words": words,
        "heard": tally.heard[words].astype(np.int64),
        "steps": tally.steps[words],
        "counts": tally.counts[:, words].reshape(-1),
        "word_sums": tally.words,
        "document_sums": tally.documents,
        "buckets": rows["buckets"].astype(np.int64).reshape(-1),
    }
    numbers |= {name: np.nan_to_num(rows[name], nan=np.inf) for name in COLUMNS if LESSON[name].kind == "f"}
    numbers |= {name: rows[name].copy() for name in COLUMNS if LESSON[name].kind == "i"}
    return facts, {f"{PREFIX}{name}": np.ascontiguousarray(part) for name, part in numbers.items()}


def filter_from_parts(
    labels: tuple[str, ...], vocabulary: Vocabulary, facts: Mapping[str, Any], numbers: Mapping[str, Any]
) -> Filter:
    """Restore a filter over a vocabulary from its saved form. Raises `EngineError` if it is damaged."""
    learner = Filter(labels, from_plain(FilterSettings, facts["settings"]))
    if len(vocabulary) < N_NOVELTY_TOKENS:
        raise EngineError("The filter lacks its own words.")
    learner.extend(groups_of(vocabulary, N_NOVELTY_TOKENS))
    part = {name.removeprefix(PREFIX): value for name, value in numbers.items() if name.startswith(PREFIX)}
    words = part["words"]
    if len(words) and not 0 <= int(words.min()) <= int(words.max()) < len(vocabulary):
        raise EngineError("The filter has learnt words that it does not have.")
    tally = learner.tally
    tally.heard[words], tally.steps[words] = part["heard"], _check_row(part["steps"])
    tally.counts[:, words] = _check_row(part["counts"]).reshape(len(labels), len(words))
    tally.is_counted[:] = tally.counts.any(axis=0)
    tally.n_counted = int(np.count_nonzero(tally.is_counted))
    tally.words, tally.documents = _sums(part["word_sums"], labels), _sums(part["document_sums"], labels)
    tally.learnt = [int(number) for number in facts["learnt"]]
    if len(tally.learnt) != len(labels):
        raise EngineError("The filter's labels do not fit those of the model.")
    tally.bias, tally.scale = _check_number(facts["bias"]), float(facts["scale"])
    tally.settle()
    _check_tally(tally)
    learner.lessons = LessonLog(_rows(part, len(labels)))
    learner.marks, learner.scales = from_plain(Thresholds, facts["marks"]), from_plain(Scales, facts["scales"])
    learner.means, learner.n_marked = [_check_number(mean) for mean in facts["means"]], int(facts["n_marked"])
    _check_marks(learner.marks, learner.scales)
    if len(learner.means) != N_KINDS:
        raise EngineError("The filter knows other kinds of words.")
    if facts.get("marks_form") != MARKS_FORM and len(learner.lessons):
        learner.make_marks()
    return learner


def restrict_filter_to_words(learner: Filter, numbers: npt.NDArray[np.int64]) -> Filter:
    """Return a copy of the filter over some words, which must include every word it has learnt."""
    other = Filter(learner.labels, learner.settings)
    other.extend(learner.groups[numbers[N_NOVELTY_TOKENS:]])
    old, tally = learner.tally, other.tally
    tally.heard[: len(numbers)], tally.steps[: len(numbers)] = old.heard[numbers], old.steps[numbers]
    tally.counts[:, : len(numbers)], tally.is_counted[: len(numbers)] = old.counts[:, numbers], old.is_counted[numbers]
    tally.n_counted, tally.words, tally.documents = old.n_counted, old.words.copy(), old.documents.copy()
    tally.learnt, tally.bias, tally.scale = list(old.learnt), old.bias, old.scale
    tally.settle()
    other.lessons = LessonLog(learner.lessons.rows.copy())
    other.marks, other.n_marked = learner.marks, learner.n_marked
    other.scales, other.means = learner.scales, learner.means
    return other


def _check_tally(tally: LessonTally) -> None:
    """Raise if the logarithm of a count would not be a finite number."""
    if min(tally.learnt) < 0 or not 1 <= tally.scale <= MAX_SCALE:
        raise EngineError("The filter has learnt fewer documents than none.")
    alpha = tally.smoothing * tally.scale  # forgetting with decay is not exact and may leave slightly negative counts
    if tally.counts.min() <= -alpha or not np.isfinite(tally.log_sizes).all():
        raise EngineError("The filter has counted less than nothing.")


def _check_marks(marks: Thresholds, scales: Scales) -> None:
    for value in (*to_plain(marks).values(), *to_plain(scales).values()):
        _check_number(value)
    if (
        min(marks.slope, marks.usual_share, scales.evidence, scales.learnt) < 1 / MAX_MAGNITUDE
        or scales.n_documents < 1
    ):
        raise EngineError("The filter's thresholds or scales are 0 or negative.")


def _check_number(value: Any) -> float:
    if type(value) not in (int, float) or not abs(value) <= MAX_MAGNITUDE:
        raise EngineError(f"The filter holds {value!r} where a number up to {MAX_MAGNITUDE:g} should be.")
    return float(value)


def _check_row(values: Any) -> FloatArray:
    row = check_finite_row(values)
    if np.abs(row).max(initial=0.0) > MAX_MAGNITUDE:
        raise EngineError(f"The filter holds numbers beyond {MAX_MAGNITUDE:g}.")
    return row


def _sums(values: npt.NDArray[Any], labels: tuple[str, ...]) -> npt.NDArray[np.float64]:
    if values.shape != (len(labels),):
        raise EngineError("The filter's sums do not fit its labels.")
    return _check_row(values.astype(np.float64))


def _rows(part: Mapping[str, Any], n_labels: int) -> npt.NDArray[Any]:
    rows = np.zeros(len(part["key"]), LESSON)
    rows["source_share"], rows["text_share"] = UNNAMED_SHARE, UNNOTED_SHARE
    for name in COLUMNS:
        if name not in part and name in _COLUMNS_ADDED_LATER:
            continue
        is_whole = LESSON[name].kind == "i"
        # Infinity means: not judged without its list or sender. In any other column it is damage.
        rows[name] = part[name] if is_whole else (check_real_row if name in LEFT_OUT else _check_row)(part[name])
    for name in LEFT_OUT:
        rows[name][np.isinf(rows[name]) | (name not in part)] = np.nan
    rows["buckets"] = part["buckets"].reshape(len(rows), N_KINDS)
    rows["is_kept"] = True
    known = np.concatenate([rows["label"], rows["rival"]])
    if len(rows) and not 0 <= int(known.min()) <= int(known.max()) < n_labels:
        raise EngineError("The filter has lessons of labels that it does not have.")
    return rows
