"""A filter that learns from one document after another: it judges, learns, forgets, and says how sure it is.

Words are columns of a vocabulary whose first ones are the filter's own: they say how new the words of a document are,
beside the running mean of such shares. A document is the numbers of its different words.

A lesson that a filter with experience judges to be plainly wrong counts for less: it may be a wrong label. How little
it counts at least goes by how many labels the marks take for wrong: `clean_trust` where they find none, `LEAST_TRUST`
where they are `MANY_WRONG`. A second such lesson adds as much again, so what is new is learnt within a few letters.
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
from nbengine.filter.lesson_log import COLUMNS, LEFT_OUT, LESSON, UNNAMED_SHARE, UNNOTED_SHARE, LessonLog
from nbengine.filter.settings import (
    LARGEST,
    N_BUCKETS,
    N_GROUPS,
    N_KINDS,
    N_OWN_WORDS,
    NEWNESS,
    SUBJECT,
    TEXT,
    FilterSettings,
    groups_of,
)
from nbengine.filter.tally import (
    LARGEST_SCALE,
    STEP_UNIT,
    WEIGHT_UNIT,
    FilterLesson,
    LessonTally,
    Tokens,
    exact_step,
    exact_weight,
    logistic,
)
from nbengine.filter.thresholds import LEAST_SURE, MOST_UNSURE, Marks, marks_of
from nbengine.learnt.tally import hash_of_cells
from nbengine.packing import check_finite_row, check_real_row, from_plain, to_plain
from nbengine.text.vocabulary import Vocabulary

MATURE_FROM: Final = 100
"""Lessons of either side from which on a contradiction is doubted."""
CONTRADICTED_FROM, CONTRADICTED_SCALE, LEAST_TRUST = 0.3, 0.25, 0.05
MANY_WRONG: Final = 0.01
FEWEST_NEW, FIRST_MEAN, NEWEST_SHARE = 3, 0.5, 0.02
FEWEST_TELLING: Final = 2
"""Documents with fewer words that say something are unsure."""
KNOWN_BEFORE: Final = 10
"""Known words that a text is taken to have beside its own: of three words all may be new."""
_OWN_STARTS = tuple(kind * (N_BUCKETS + 1) for kind in range(N_KINDS))
_OWN_GROUPS = np.full(N_KINDS, NEWNESS, np.int8)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A document as the filter looks at it."""

    tokens: Tokens
    """The numbers of its different words, the filter's own first; as wide as an index."""
    groups: npt.NDArray[np.int8]
    lengths: FloatArray
    """(N_GROUPS,): of `group_lengths`."""
    buckets: tuple[int, ...]
    shares: tuple[float | None, ...]
    """Of new words, kind by kind; None where there are too few words to tell."""
    new_share: float
    """Of all its words."""
    text_share: float
    """Of new words in text and subject alone, which a known list or mail program cannot make fewer."""


@dataclass(frozen=True, slots=True, eq=False)
class FilterVerdict:
    """The verdict of a filter on one document."""

    label: int
    score: float
    """For the positive label, before caution."""
    probability: float
    """Of the positive label, after caution."""
    is_unsure: bool
    is_unlike: bool
    new_share: float
    opinion: Opinion


class Filter:
    """Judges and learns one document after another."""

    def __init__(self, labels: Sequence[str], settings: FilterSettings | None = None) -> None:
        self.settings = settings or FilterSettings()
        if self.settings.positive not in labels:
            raise EngineError(f"{self.settings.positive!r} is not one of the labels {', '.join(labels)}.")
        self.labels = tuple(labels)
        self.groups: npt.NDArray[np.int8] = np.full(N_OWN_WORDS, NEWNESS, np.int8)
        """(n_words,)"""
        self.tally = LessonTally(len(labels), self.settings.smoothing)
        self.lessons = LessonLog()
        self.marks = Marks()
        self.scales = Scales()
        self.means = [FIRST_MEAN] * N_KINDS
        """Shares of new words that are usual, kind by kind."""
        self.n_marked = 0
        """Lessons when the marks were last made; 0 where one contradicts them."""
        self._note_labels()

    def extend(self, groups: npt.NDArray[np.int8]) -> None:
        """Take note of new words, which are numbered on from the last one: of which groups they are."""
        self.groups = np.concatenate([self.groups, groups])
        self.tally.reserve(len(self.groups))

    def look(self, words: Tokens, unknown: IntArray | None = None) -> Seen:
        """Look at a document that was just counted: find out how new its words are.

        unknown (N_KINDS,) says how many words of each kind have no number.
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
            one / (one + other) if one + other >= FEWEST_NEW else None for one, other in zip(new, known, strict=True)
        )
        buckets = tuple(map(_bucket, shares, self.means))
        tokens[:N_KINDS] = list(map(add, _OWN_STARTS, buckets))
        n_new, n_known = sum(new), sum(known)
        return Seen(
            tokens,
            np.concatenate([_OWN_GROUPS, groups]),
            lengths,
            buckets,
            shares,
            n_new / max(n_new + n_known, 1),
            _text_share(new[TEXT] + new[SUBJECT], known[TEXT] + known[SUBJECT]),
        )

    def seen(self, tokens: Tokens, n_unknown: float = 0.0, n_unknown_in_text: float = 0.0) -> Seen:
        """Take a document as it was looked at before: its first words are the filter's own."""
        tokens = tokens.astype(np.int64)
        groups = self.groups.take(tokens)
        is_own, is_heard, is_text = groups == NEWNESS, self.tally.heard.take(tokens) > 0, groups <= SUBJECT
        n_known = int(np.count_nonzero(is_heard & ~is_own))
        n_new = len(tokens) - int(np.count_nonzero(is_own)) - n_known + n_unknown
        n_text_known = int(np.count_nonzero(is_heard & is_text))
        n_text_new = int(np.count_nonzero(is_text)) - n_text_known + n_unknown_in_text
        buckets = tuple((tokens[is_own] - np.array(_OWN_STARTS[: int(is_own.sum())], np.int64)).tolist())
        new_share = n_new / max(n_new + n_known, 1)
        lengths, text_share = group_lengths(n_words_of_groups(groups)), _text_share(n_text_new, n_text_known)
        return Seen(tokens, groups, lengths, buckets, (), new_share, text_share)

    def seen_then(self, words: Tokens, key: int) -> Seen:
        """Return a document as it was looked at when it was learnt; words are without the filter's own."""
        tokens = self.as_learnt(words, key)
        groups, nothing = self.groups.take(tokens), (None,) * N_KINDS
        lengths = group_lengths(n_words_of_groups(groups))
        return Seen(tokens, groups, lengths, self.lessons.buckets(key), nothing, math.nan, math.nan)

    def opinion(self, seen: Seen) -> Opinion:
        """Weigh a document's words."""
        return self.weigher.opinion(seen.tokens, seen.groups, seen.lengths, self.scales)

    def judge(self, seen: Seen) -> FilterVerdict:
        """Say what a document is, and whether that is sure."""
        return self.verdict(self.opinion(seen), seen.new_share, seen.text_share)

    def verdict(self, opinion: Opinion, new_share: float, text_share: float = 0.0) -> FilterVerdict:
        """Draw the conclusion from what the words say.

        Where much of a text is new, a known list or mail program alone makes it no good mail; for spam the upper mark
        and the probability are cautious of new words already. Good words beside bad ones, or behind a bad sender's,
        make nothing surely good. Nothing is sure that is shown as improbable, and nothing unsure is shown as certain.
        """
        marks = self.marks
        score = marks.cautious(opinion.score, new_share)
        is_positive = score > marks.middle
        probability, label = marks.probability(score), self.positive if is_positive else opinion.rival
        is_odd = new_share > marks.odd_share and probability <= MOST_UNSURE
        is_unlike = is_odd or (not is_positive and text_share > marks.odd_text_share)
        is_torn = opinion.strongest > marks.most_strongest or opinion.head > marks.most_head
        is_sure = score > marks.high_for(new_share) if is_positive else score <= marks.low and not is_torn
        is_sure = is_sure and max(probability, 1 - probability) >= LEAST_SURE and not is_unlike
        is_sure = is_sure and opinion.n_telling >= FEWEST_TELLING and self.tally.learnt[label] > 0
        if not is_sure:
            probability = min(max(probability, 1 - MOST_UNSURE), MOST_UNSURE)
        return FilterVerdict(label, opinion.score, probability, not is_sure, is_unlike, new_share, opinion)

    def log_proba(self, verdict: FilterVerdict) -> FloatArray:
        """(n_labels,): the positive label by its probability; the others share the rest as their evidence says."""
        positive, is_not = self.positive, math.log1p(-verdict.probability)
        if len(self.labels) <= 2:
            found = np.full(len(self.labels), is_not)
        else:
            found = self.marks.slope * verdict.opinion.evidence
            found[positive] = -np.inf
            found = found - np.logaddexp.reduce(found) + is_not
        found[positive] = math.log(verdict.probability)
        return found

    def log_odds(self, verdict: FilterVerdict) -> FloatArray:
        """(n_labels,): what the terms of an explanation add up to for each label, the best rival's being 0."""
        found = self.marks.slope * (verdict.opinion.evidence - verdict.opinion.evidence[verdict.opinion.rival])
        found[self.positive] = self.marks.slope * verdict.score + self.marks.offset
        return np.asarray(found)

    def learn(
        self, seen: Seen, label: int, opinion: Opinion, *, key: int | None = None, importance: float = 1.0
    ) -> float:
        """Learn what a document is that was judged before; return how far the lesson was trusted, 1 in full."""
        trust = self.trust_in(label, opinion)
        weight = exact_weight(importance * trust * self.settings.weight_of(self._ahead(label, opinion)))
        is_positive = label == self.positive
        error = importance * trust * self.settings.learning_rate * (is_positive - logistic(opinion.learnt))
        step = exact_step(error if self.settings.steps_by_group else error / math.sqrt(max(len(seen.tokens), 1)))
        lesson = FilterLesson(label, weight, step, exact_step(error / 10))
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

    def _is_lost(self, seen: Seen, label: int, opinion: Opinion) -> bool:
        """Return whether a document that must not be lost was surely positive by the marks."""
        is_protected = label in self.protected if self.protected else label != self.positive
        if not is_protected or opinion.score <= self.marks.middle:
            return False
        found = self.verdict(opinion, seen.new_share, seen.text_share)
        return found.label == self.positive and not found.is_unsure

    def trust_in(self, label: int, opinion: Opinion) -> float:
        """Return how far to believe a lesson that contradicts what was learnt: 1 is wholly."""
        n_positive = self.tally.learnt[self.positive]
        if min(n_positive, sum(self.tally.learnt) - n_positive) < MATURE_FROM:
            return 1.0
        against = (-opinion.score if label == self.positive else opinion.score) - CONTRADICTED_FROM
        if against <= 0:
            return 1.0
        clean = max(1 - self.marks.wrong_share / MANY_WRONG, 0.0)
        least = LEAST_TRUST + clean * (self.settings.clean_trust - LEAST_TRUST)
        return max(least, 1 / (1 + (against / CONTRADICTED_SCALE) ** 2))

    def _ahead(self, label: int, opinion: Opinion) -> float:
        if label == self.positive:
            return opinion.margin
        if label == opinion.rival:
            return -opinion.margin
        others = np.delete(opinion.evidence, label)
        return float(opinion.evidence[label] - others.max(initial=-np.inf))

    def forget(self, words: Tokens, key: int) -> None:
        """Take back a lesson; words are those of its document, without the filter's own."""
        if key not in self.lessons:
            raise EngineError("A document that was never learnt cannot be forgotten.")
        tokens = self.as_learnt(words, key)
        self.tally.forget(tokens, self.lessons.lesson(key), self.step_lengths(self.groups.take(tokens)))
        self.lessons.remove(key)

    def without(self, words: Tokens, key: int) -> AbstractContextManager[None]:
        """Take a lesson out of the sums for a while, as `forget` does."""
        tokens = self.as_learnt(words, key)
        return self.tally.without(tokens, self.lessons.lesson(key), self.step_lengths(self.groups.take(tokens)))

    def replace(self, words: Sequence[Tokens], keys: IntArray, amounts: Mapping[str, FloatArray]) -> None:
        """Let documents have taught something else; words are without the filter's own."""
        tokens = [self.as_learnt(own, key) for own, key in zip(words, keys.tolist(), strict=True)]
        lengths: FloatArray | float = 1.0
        if self.settings.steps_by_group:
            lengths = np.concatenate([self.step_lengths(self.groups.take(own)) for own in tokens])
        self.tally.change_all(tokens, self.lessons.at(keys), lengths, -1)
        self.lessons.replace(keys, amounts)
        self.tally.change_all(tokens, self.lessons.at(keys), lengths, 1)

    def step_lengths(self, groups: npt.NDArray[np.int8]) -> FloatArray | float:
        """(n_words,): the part of a lesson's step that each word takes by its group; 1 where groups take alike."""
        return group_lengths(n_words_of_groups(groups)).take(groups) if self.settings.steps_by_group else 1.0

    def as_learnt(self, words: Tokens, key: int) -> Tokens:
        """All words of a lesson's document, with the filter's own as they were."""
        return np.concatenate([np.add(_OWN_STARTS, self.lessons.buckets(key)), words])

    def is_due(self) -> bool:
        """Return whether marks should be made anew: a tenth more was learnt since, or a document was lost."""
        return len(self.lessons) >= 1.1 * self.n_marked + 5

    def make_marks(self) -> None:
        """Place the marks by all lessons so far."""
        self.marks = marks_of(self.lessons.records(self.positive, self.protected))
        self.n_marked = len(self.lessons)

    def add_label(self, name: str) -> None:
        """Make room for a label that is new."""
        self.labels = (*self.labels, name)
        self.tally.add_label()
        self._note_labels()

    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Call labels something else; those that get the same name become one."""
        renamed = [names.get(label, label) for label in self.labels]
        kept = tuple(dict.fromkeys(renamed))
        numbers = np.array([kept.index(name) for name in renamed])
        self.tally.merge_labels(numbers, len(kept))
        self.lessons.rename_labels(numbers)
        positive = names.get(self.settings.positive, self.settings.positive)
        protected = tuple(dict.fromkeys(names.get(label, label) for label in self.settings.protected))
        self.labels, self.settings = kept, replace(self.settings, positive=positive, protected=protected)
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
        """Labels whose documents must not be lost; none stands for all but the positive one."""
        self.weigher = Weigher(self.tally, self.settings, self.positive)

    def digest(self, vocabulary: Vocabulary) -> bytes:
        """The same for equal sums, in any order of words, labels and lessons."""
        tally, used = self.tally, np.flatnonzero(self.tally.heard[: len(self.groups)])
        words = vocabulary.spans(used)
        weights = np.rint(tally.counts[:, used].T * WEIGHT_UNIT).astype(np.int64)
        steps = np.column_stack([tally.heard[used], np.rint(tally.steps[used] * STEP_UNIT).astype(np.int64)])
        learnt = np.array(tally.learnt, np.int64)
        of_counts = hash_of_cells(self.labels, words, learnt, weights, weights)
        of_steps = hash_of_cells(("heard", "steps"), words, np.ones(2, np.int64), steps, steps)
        return f"{of_counts}{of_steps}".encode()


def _text_share(new: float, known: float) -> float:
    return new / (new + known + KNOWN_BEFORE)


def _bucket(share: float | None, mean: float) -> int:
    if share is None:
        return N_BUCKETS
    found = int((share - mean + 0.5) * N_BUCKETS)
    return 0 if found < 0 else N_BUCKETS - 1 if found >= N_BUCKETS else found


STEPS: Final = (0.01, 0.003, 0.001)
"""Shares of good documents lost that are worth aiming at."""
ROUNDING: Final = 1e-9
SUSPECTED_FROM: Final = 0.5
"""Documents that look like the other side by more than this may have a wrong label."""


@dataclass(frozen=True, slots=True)
class Promise:
    """At most this share of new good documents is expected to be called surely positive."""

    good: int
    """Good documents learnt."""
    sources: float
    """The lists and senders that these count for, which is what the promise is made from."""
    lost_share: float
    next_share: float
    """The next better share; the same as the present one where there is none."""
    more_good: int
    """The number of further good documents, of other lists and senders, that the next smaller share needs."""
    suspects: tuple[int, ...]
    """Keys of documents whose label may be wrong, the most doubtful first."""

    @property
    def n_sources(self) -> int:
        """The whole lists and senders, which is how many people are told."""
        return math.floor(self.sources + ROUNDING)


def promise_of(learner: Filter) -> Promise:
    """Say what can be promised, and what would make it better.

    It counts lists and senders, as the marks do: a thousand mails of one list promise no more about the next newsletter
    than one of them.
    """
    rows, positive = learner.lessons.rows, learner.positive
    is_good = np.isin(rows["label"], list(learner.protected)) if learner.protected else rows["label"] != positive
    good = int(np.count_nonzero(is_good))
    suspects = suspected(learner)
    sizes = rows["source_share"][is_good]
    sources = float(sizes.sum())
    late = rows[is_good][good // 2 :]
    marks = np.array([learner.marks.high_for(share) for share in late["new_share"].tolist()])
    is_lost = (late["score"] > marks) & ~np.isin(late["key"], suspects)
    by_mails = (int(np.count_nonzero(is_lost)) + 1) / (good + 1)
    by_sources = (float(late["source_share"][is_lost].sum()) + 1) / (sources + 1)
    share = min(max(by_mails, by_sources, STEPS[-1]), 1.0)
    better = [step for step in STEPS if step < share]
    next_share = better[0] if better else share
    missing = max(1 / next_share - 1 - sources, 0.0) if better else 0.0
    # One more document from elsewhere is a source; a third of one, as all others, if nobody knows who sent any of them.
    worth = UNNAMED_SHARE if len(sizes) and bool(np.all(sizes == UNNAMED_SHARE)) else 1.0
    return Promise(good, sources, share, next_share, math.ceil(round(missing / worth, 6)), tuple(suspects))


def suspected(learner: Filter) -> list[int]:
    """Keys of lessons that contradict what all others say, the strongest contradiction first."""
    rows = learner.lessons.rows
    judged = np.where(np.isnan(rows["left_out"]), rows["score"], rows["left_out"])
    against = np.where(rows["label"] == learner.positive, -judged, judged) - SUSPECTED_FROM
    places = np.flatnonzero(against > 0)
    return [int(key) for key in rows["key"][places[np.argsort(-against[places], kind="stable")]].tolist()]


PREFIX = "filter."
MARKS_FORM = 8
"""The rules by which the marks were made. A filter that was kept under others gets new ones from its lessons when it is
read: those it came with are too bold, or too timid, for its scores of today."""
_LATER = ("left_out_strongest", "left_out_head", "source_share", "text_share")
"""Columns that filters of earlier versions have not."""
Numbers = dict[str, npt.NDArray[Any]]


def filter_parts(learner: Filter) -> tuple[dict[str, Any], Numbers]:
    """Return what is to be kept of a filter: facts that JSON knows, and arrays of one dimension."""
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
    """Read a filter over a vocabulary."""
    learner = Filter(labels, from_plain(FilterSettings, facts["settings"]))
    if len(vocabulary) < N_OWN_WORDS:
        raise EngineError("The filter lacks its own words.")
    learner.extend(groups_of(vocabulary, N_OWN_WORDS))
    part = {name.removeprefix(PREFIX): value for name, value in numbers.items() if name.startswith(PREFIX)}
    words = part["words"]
    if len(words) and not 0 <= int(words.min()) <= int(words.max()) < len(vocabulary):
        raise EngineError("The filter has learnt words that it does not have.")
    tally = learner.tally
    tally.heard[words], tally.steps[words] = part["heard"], _bounded_row(part["steps"])
    tally.counts[:, words] = _bounded_row(part["counts"]).reshape(len(labels), len(words))
    tally.is_counted[:] = tally.counts.any(axis=0)
    tally.n_counted = int(np.count_nonzero(tally.is_counted))
    tally.words, tally.documents = _sums(part["word_sums"], labels), _sums(part["document_sums"], labels)
    tally.learnt = [int(number) for number in facts["learnt"]]
    if len(tally.learnt) != len(labels):
        raise EngineError("The filter's labels do not fit those of the model.")
    tally.bias, tally.scale = _bounded_number(facts["bias"]), float(facts["scale"])
    tally.settle()
    _check_tally(tally)
    learner.lessons = LessonLog(_rows(part, len(labels)))
    learner.marks, learner.scales = from_plain(Marks, facts["marks"]), from_plain(Scales, facts["scales"])
    learner.means, learner.n_marked = [_bounded_number(mean) for mean in facts["means"]], int(facts["n_marked"])
    _check_marks(learner.marks, learner.scales)
    if len(learner.means) != N_KINDS:
        raise EngineError("The filter knows other kinds of words.")
    if facts.get("marks_form") != MARKS_FORM and len(learner.lessons):
        learner.make_marks()
    return learner


def over_words(learner: Filter, numbers: npt.NDArray[np.int64]) -> Filter:
    """The same filter over some of its words, among them all that it has heard."""
    made = Filter(learner.labels, learner.settings)
    made.extend(learner.groups[numbers[N_OWN_WORDS:]])
    old, tally = learner.tally, made.tally
    tally.heard[: len(numbers)], tally.steps[: len(numbers)] = old.heard[numbers], old.steps[numbers]
    tally.counts[:, : len(numbers)], tally.is_counted[: len(numbers)] = old.counts[:, numbers], old.is_counted[numbers]
    tally.n_counted, tally.words, tally.documents = old.n_counted, old.words.copy(), old.documents.copy()
    tally.learnt, tally.bias, tally.scale = list(old.learnt), old.bias, old.scale
    tally.settle()
    made.lessons = LessonLog(learner.lessons.rows.copy())
    made.marks, made.scales, made.means, made.n_marked = learner.marks, learner.scales, learner.means, learner.n_marked
    return made


def _check_tally(tally: LessonTally) -> None:
    """Refuse counts whose logarithms are no numbers."""
    if min(tally.learnt) < 0 or not 1 <= tally.scale <= LARGEST_SCALE:
        raise EngineError("The filter has learnt fewer documents than none.")
    alpha = tally.smoothing * tally.scale  # forgetting with decay is not exact and may leave a little less than nothing
    if tally.counts.min() <= -alpha or not np.isfinite(tally.log_sizes).all():
        raise EngineError("The filter has counted less than nothing.")


def _check_marks(marks: Marks, scales: Scales) -> None:
    for value in (*to_plain(marks).values(), *to_plain(scales).values()):
        _bounded_number(value)
    if min(marks.slope, marks.usual_share, scales.evidence, scales.learnt) < 1 / LARGEST or scales.n_documents < 1:
        raise EngineError("The filter's thresholds or scales are 0 or negative.")


def _bounded_number(value: Any) -> float:
    if type(value) not in (int, float) or not abs(value) <= LARGEST:
        raise EngineError(f"The filter holds {value!r} where a number up to {LARGEST:g} should be.")
    return float(value)


def _bounded_row(given: Any) -> FloatArray:
    found = check_finite_row(given)
    if np.abs(found).max(initial=0.0) > LARGEST:
        raise EngineError(f"The filter holds numbers beyond {LARGEST:g}.")
    return found


def _sums(given: npt.NDArray[Any], labels: tuple[str, ...]) -> npt.NDArray[np.float64]:
    if given.shape != (len(labels),):
        raise EngineError("The filter's sums do not fit its labels.")
    return _bounded_row(given.astype(np.float64))


def _rows(part: Mapping[str, Any], n_labels: int) -> npt.NDArray[Any]:
    rows = np.zeros(len(part["key"]), LESSON)
    rows["source_share"], rows["text_share"] = UNNAMED_SHARE, UNNOTED_SHARE
    for name in COLUMNS:
        if name not in part and name in _LATER:
            continue
        is_whole = LESSON[name].kind == "i"
        # An infinity marks a score that was never taken with its list or sender left out; anywhere else it is damage.
        rows[name] = part[name] if is_whole else (check_real_row if name in LEFT_OUT else _bounded_row)(part[name])
    for name in LEFT_OUT:
        rows[name][np.isinf(rows[name]) | (name not in part)] = np.nan
    rows["buckets"] = part["buckets"].reshape(len(rows), N_KINDS)
    rows["is_kept"] = True
    known = np.concatenate([rows["label"], rows["rival"]])
    if len(rows) and not 0 <= int(known.min()) <= int(known.max()) < n_labels:
        raise EngineError("The filter has lessons of labels that it does not have.")
    return rows
