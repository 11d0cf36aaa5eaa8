"""A model that judges by a filter, and keeps the counts of a multinomial model beside it.

The filter and the counts share the vocabulary and learn the same documents, row by row. A lesson is
identified by a key, such as a document number, because forgetting must undo exactly that lesson.

Two filters cannot be merged, since each lesson depends on the earlier ones. Train a new filter on the merged
documents instead.

Replaying a lesson on an equal filter has the same effect, bit for bit, because the filter judges the document
before learning it. A saved filter plus the lessons since then is therefore equivalent to the current filter.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import DamagedModelError, EngineError
from nbengine.events.leave_one_out import NEVER_LEARNT
from nbengine.filter.filter import Filter, over_words
from nbengine.filter.settings import N_GROUPS, N_KINDS, N_OWN_WORDS, SUBJECT, TEXT, group_of, groups_of
from nbengine.filter.tally import Tokens
from nbengine.learnt.statistics import Features, Statistics, features_of, require_part
from nbengine.logspace import normalise_log_joint, select_entries
from nbengine.models.model import Model, one_at_a_time, over_living
from nbengine.models.model_words import CountedText
from nbengine.models.recipe import Recipe
from nbengine.packing import Parts, pack_parts, unpack_parts
from nbengine.text.token_counter import TokenCounter, count_words_of_texts, is_small_batch
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import Verdicts

_Row = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32], IntArray]
"""The filter's novelty tokens, the tokens of the document, their counts, and the number of unknown words by kind."""
NO_TEXT: Final = "A filter judges text alone."


def looked_at(
    learner: Filter, vocabulary: Vocabulary, counts: CountMatrix, other: Vocabulary, *, grow: bool
) -> CountedText:
    """Map counts to the filter's vocabulary and add the novelty tokens of each document."""
    columns_of_other, kinds = other.mapping_to(vocabulary, grow=grow), groups_of(other)
    _extend_filter(learner, vocabulary)
    rows = []
    for document in range(counts.n_documents):
        entries = slice(counts.starts[document], counts.starts[document + 1])
        tokens, values = counts.tokens[entries], counts.values[entries]
        columns_of_words = columns_of_other.take(tokens)
        rows.append(_row_of(learner, columns_of_words, values, kinds.take(tokens[columns_of_words < 0])))
    return _stack_rows(rows, len(vocabulary))


def looked_at_one_by_one(
    learner: Filter, vocabulary: Vocabulary, documents: Sequence[Mapping[str, int]], *, grow: bool
) -> CountedText:
    """Variant of `looked_at` for a few documents, each given as a mapping of word to count."""
    rows = []
    for counts in documents:
        words = [*counts]
        columns, values = (
            vocabulary.add(words) if grow else vocabulary.numbers(words),
            np.array([*counts.values()], np.int32),
        )
        _extend_filter(learner, vocabulary)
        kinds = np.array([group_of(words[number]) for number in np.flatnonzero(columns < 0)], np.int64)
        rows.append(_row_of(learner, columns, values, kinds))
    return _stack_rows(rows, len(vocabulary))


def _extend_filter(learner: Filter, vocabulary: Vocabulary) -> None:
    if len(vocabulary) > len(learner.groups):
        learner.extend(groups_of(vocabulary, len(learner.groups)))


def _row_of(
    learner: Filter, columns: IntArray, values: npt.NDArray[np.int32], kinds: npt.NDArray[np.integer[Any]]
) -> _Row:
    """Return the row of one document. `kinds` are the groups of its unknown words."""
    is_known = columns >= 0
    unknown = np.bincount(kinds, minlength=N_GROUPS)[:N_KINDS]
    order = np.argsort(columns[is_known])
    words = columns[is_known][order].astype(np.int32)
    novelty_tokens = learner.look(words, unknown).tokens[:N_KINDS].astype(np.int32)
    return novelty_tokens, words, values[is_known][order], unknown


def _stack_rows(rows: Sequence[_Row], n_tokens: int) -> CountedText:
    starts = np.cumsum([0, *(len(own) + len(words) for own, words, _, _ in rows)]).astype(np.int64)
    parts = [part for own, words, _, _ in rows for part in (own, words)]
    values = [part for own, _, counts, _ in rows for part in (np.ones(len(own), np.int32), counts)]
    tokens = np.concatenate([np.zeros(0, np.int32), *parts])
    counts = CountMatrix(starts, tokens, np.concatenate([np.zeros(0, np.int32), *values]), n_tokens)
    unknown = np.array([kinds for *_, kinds in rows], np.float64).reshape(-1, N_KINDS)
    return CountedText(counts, unknown.sum(axis=1), unknown[:, TEXT] + unknown[:, SUBJECT])


def without_own(features: Features) -> Features:
    """Drop the filter's novelty tokens, which the counts do not include."""
    text = features.text
    if text is None:
        return features
    return Features(select_entries(text, text.tokens >= N_OWN_WORDS))


def rows_of(features: Features) -> list[Tokens]:
    """Return the distinct tokens of each document."""
    text = features.text
    if text is None:
        raise EngineError(NO_TEXT)
    return [text.tokens[text.starts[row] : text.starts[row + 1]] for row in range(text.n_documents)]


def filter_verdicts(learner: Filter, text: CountedText) -> Verdicts:
    """Judge documents that were counted for this filter."""
    unknown, in_text = text.unknown, text.unknown_in_text
    numbers = zip(unknown.tolist(), (np.zeros(len(unknown)) if in_text is None else in_text).tolist(), strict=True)
    seen = (learner.seen(row, *own) for row, own in zip(rows_of(Features(text.counts)), numbers, strict=True))
    judgements, n_labels = [learner.judge(judgement) for judgement in seen], len(learner.labels)
    log_joint = np.array([learner.log_odds(judgement) for judgement in judgements]).reshape(-1, n_labels)
    return Verdicts(
        label_numbers=np.array([judgement.label for judgement in judgements], np.int64),
        log_joint=log_joint,
        log_proba=normalise_log_joint(log_joint),
        calibrated=np.array([learner.log_proba(judgement) for judgement in judgements]).reshape(-1, n_labels),
        is_unsure=np.array([judgement.is_unsure for judgement in judgements], np.bool_),
        is_unlike=np.array([judgement.is_unlike for judgement in judgements], np.bool_),
        unknown_share=np.array([judgement.new_share for judgement in judgements], np.float64),
        labels=learner.labels,
    )


def learn_rows(
    learner: Filter,
    features: Features,
    label_numbers: IntArray,
    weights: npt.ArrayLike | None,
    keys: Sequence[int] | None,
) -> None:
    """Learn documents one after another. Thresholds are recomputed whenever 10 % more was learnt."""
    rows = rows_of(features)
    importance = np.ones(len(rows)) if weights is None else np.asarray(weights, np.float64)
    for row, tokens in enumerate(rows):
        seen = learner.look(tokens)
        learner.learn(
            seen,
            int(label_numbers[row]),
            learner.opinion(seen),
            key=None if keys is None else int(keys[row]),
            importance=float(importance[row]),
        )
        if learner.is_due():
            learner.make_marks()


_DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError)


@dataclass(frozen=True, slots=True, eq=False)
class GivenLesson:
    """A learnt or forgotten document."""

    is_forgotten: bool
    label: str
    weight: float
    key: int | None
    tokens: npt.NDArray[np.int32]
    """The distinct tokens of the document, as columns of the model's vocabulary."""
    counts: npt.NDArray[np.int32]


def given_lessons(
    documents: Features,
    labels: Sequence[str],
    weights: npt.ArrayLike | None,
    keys: Sequence[int] | None,
    *,
    is_forgotten: bool,
) -> list[GivenLesson]:
    """Return one lesson per document."""
    text = require_part(documents.text, "text")
    importance = np.ones(len(labels)) if weights is None else np.asarray(weights, np.float64)
    lessons = []
    for row, label in enumerate(labels):
        entries = slice(text.starts[row], text.starts[row + 1])
        key = None if keys is None else int(keys[row])
        weight = float(importance[row])
        lessons.append(
            GivenLesson(is_forgotten, label, weight, key, text.tokens[entries].copy(), text.values[entries].copy())
        )
    return lessons


def lesson_to_bytes(lesson: GivenLesson, vocabulary: Vocabulary) -> bytes:
    """Serialise a lesson with its words spelt out, since columns change when a model is saved."""
    words = vocabulary.spans(lesson.tokens)
    facts = {"forgotten": lesson.is_forgotten, "label": lesson.label, "weight": lesson.weight, "key": lesson.key}
    numbers = {"lengths": words.lengths.astype(np.int64), "counts": lesson.counts.astype(np.int64)}
    return pack_parts(Parts(facts, numbers, {"words": words.compact()}))


@dataclass(frozen=True, slots=True, eq=False)
class ReadLesson:
    """A deserialised lesson, over its own vocabulary."""

    is_forgotten: bool
    label: str
    weight: float
    key: int | None
    counts: CountMatrix
    vocabulary: Vocabulary


def lesson_from_bytes(data: bytes) -> ReadLesson:
    """Deserialise a lesson. Raise DamagedModelError if the bytes are not a lesson."""
    parts = unpack_parts(data)
    try:
        words = Vocabulary.from_blob(bytes(parts.blobs["words"]), parts.numbers["lengths"])
        values = parts.numbers["counts"].astype(np.int32)
        if len(values) != len(words) or (len(values) and int(values.min()) < 1):
            raise DamagedModelError("The lesson does not have a count for each word.")
        counts = CountMatrix(
            np.array([0, len(values)], np.int64), np.arange(len(values), dtype=np.int32), values, len(values)
        )
        facts = parts.facts
        key = None if facts["key"] is None else int(facts["key"])
        is_forgotten, label, weight = bool(facts["forgotten"]), str(facts["label"]), float(facts["weight"])
    except DamagedModelError:
        raise
    except _DAMAGE as error:
        raise DamagedModelError(f"The lesson's bytes make no sense: {error}") from error
    return ReadLesson(is_forgotten, label, weight, key, counts, words)


MOST_RECENT: Final = 1_000
"""Maximum number of lessons kept in memory, so that a save may write only these."""


class FilterModel(Model):
    """A model that judges by a filter. The filter's novelty tokens are first in the vocabulary."""

    def __init__(self, recipe: Recipe, vocabulary: Vocabulary, statistics: Statistics, learner: Filter) -> None:
        super().__init__(recipe, vocabulary, statistics)
        self.learner = learner
        self.recent: deque[GivenLesson] = deque(maxlen=MOST_RECENT)
        """The latest lessons, learnt or forgotten. Cleared by any other change."""
        self.n_given = 0
        """Change counter: all lessons ever learnt or forgotten, and all other changes."""
        self.given_before: dict[Hashable, int] = {}
        """`n_given` at each save or load, keyed by an identifier of that saved state."""

    @one_at_a_time
    def count(
        self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None, *, grow: bool = False
    ) -> CountedText:
        """Count the words of documents and add the novelty tokens."""
        if is_small_batch(texts, fields):
            words = count_words_of_texts(texts, fields, self.recipe.rules)
            return looked_at_one_by_one(self.learner, self.vocabulary, words, grow=grow)
        counter = TokenCounter(self.recipe.rules)
        return self.adopt(counter.count(texts, fields), counter.vocabulary, grow=grow)

    @one_at_a_time
    def adopt(self, counts: CountMatrix, vocabulary: Vocabulary, *, grow: bool = False) -> CountedText:
        """Map counts over another vocabulary to the model's columns and add the novelty tokens."""
        return looked_at(self.learner, self.vocabulary, counts, vocabulary, grow=grow)

    @one_at_a_time
    def learn(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
        *,
        keys: Sequence[int] | None = None,
    ) -> None:
        """Add documents with one label name and key each. New labels are added to the model."""
        words = without_own(features_of(documents))
        super().learn(words, labels, weights)
        new_labels = self.labels[len(self.learner.labels) :]
        for label in new_labels:
            self.learner.add_label(label)
        numbers = np.array([self.labels.index(label) for label in labels], np.int64)
        learn_rows(self.learner, words, numbers, weights, keys)
        self._note(given_lessons(words, labels, weights, keys, is_forgotten=False))
        if new_labels:
            self._note_other_change()

    @one_at_a_time
    def forget(
        self,
        documents: Features | CountMatrix,
        labels: Sequence[str],
        weights: npt.ArrayLike | None = None,
        *,
        keys: Sequence[int] | None = None,
    ) -> None:
        """Remove learnt documents by key. Unknown keys raise EngineError and change nothing."""
        words = without_own(features_of(documents))
        if keys is None or len(keys) != words.n_documents or not all(key in self.learner.lessons for key in keys):
            raise EngineError(NEVER_LEARNT)
        super().forget(words, labels, weights)
        for tokens, key in zip(rows_of(words), keys, strict=True):
            self.learner.forget(tokens, key)
        self._note(given_lessons(words, labels, weights, keys, is_forgotten=True))

    @one_at_a_time
    def give_again(self, lesson: ReadLesson) -> None:
        """Replay a saved lesson."""
        words = self.adopt(lesson.counts, lesson.vocabulary, grow=not lesson.is_forgotten).counts
        act = self.forget if lesson.is_forgotten else self.learn
        act(words, [lesson.label], [lesson.weight], keys=None if lesson.key is None else [lesson.key])

    @one_at_a_time
    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Rename labels. Labels that receive one name are merged."""
        super().rename_labels(names)
        self.learner.rename_labels(names)
        self.learner.reorder_labels(self.labels)
        self._note_other_change()

    def drop_empty_labels(self) -> None:
        """Do nothing: the filter numbers its labels, and a label without documents never wins."""

    @one_at_a_time
    def judge(self, documents: Features | CountMatrix | CountedText, *, unknown: FloatArray | None = None) -> Verdicts:
        """Classify documents that were counted by this model."""
        if isinstance(documents, CountedText):
            return filter_verdicts(self.learner, documents)
        text = features_of(documents).text
        if text is None:
            raise EngineError(NO_TEXT)
        n_unknown = np.zeros(text.n_documents) if unknown is None else unknown
        return filter_verdicts(self.learner, CountedText(text, n_unknown))

    @property
    def has_witnesses(self) -> bool:
        """Return False: the filter weighs words itself."""
        return False

    @one_at_a_time
    def word_log_odds(self, words: Sequence[str], label: str, against: str) -> dict[str, float]:
        """Return the log-odds of each known word for `label` against `against`.

        Words that the filter never learnt are missing.
        """
        numbers = self.vocabulary.numbers(words)
        known = np.flatnonzero(numbers >= 0)
        tokens = numbers[known].astype(np.int32)
        odds = self.learner.weigher.word_odds(
            tokens, self.learner.scales, self.labels.index(label), self.labels.index(against)
        )
        are_learnt = self.learner.tally.heard.take(tokens) > 0
        pairs = zip(known.tolist(), odds.tolist(), are_learnt.tolist(), strict=True)
        return {words[position]: value for position, value, is_learnt in pairs if is_learnt}

    @one_at_a_time
    def pack(self) -> None:
        """Compress the multinomial counts until they are needed. Judging and learning do not need them."""
        if self.statistics.text is not None:
            self.statistics.text.pack()

    @one_at_a_time
    def copy(self) -> FilterModel:
        """Return an independent copy."""
        words = Vocabulary.from_blob(*self.vocabulary.to_blob())
        learner = over_words(self.learner, np.arange(len(self.learner.groups)))
        return FilterModel(self.recipe, words, self.statistics.copy(), learner)

    @one_at_a_time
    def compacted(self) -> FilterModel:
        """Return the model without words that have no documents left. Columns are renumbered."""
        is_kept = np.zeros(len(self.vocabulary), np.bool_)
        is_kept[: len(self.learner.groups)] = self.learner.tally.heard[: len(self.learner.groups)] > 0
        is_kept[:N_OWN_WORDS] = True
        if is_kept.all():
            return self
        columns, kept_columns = np.where(is_kept, np.cumsum(is_kept) - 1, -1), np.flatnonzero(is_kept)
        words = self.vocabulary.picked(kept_columns)
        learner = over_words(self.learner, kept_columns[kept_columns < len(self.learner.groups)])
        return FilterModel(self.recipe, words, over_living(self.statistics, columns), learner)

    def _note(self, lessons: Sequence[GivenLesson]) -> None:
        self.recent.extend(lessons)
        self.n_given += len(lessons)

    def _note_other_change(self) -> None:
        self.recent.clear()
        self.n_given += 1

    @one_at_a_time
    def canonical_hash(self) -> str:
        """Return a hash of all sums, independent of the order of labels, words and lessons."""
        digest = blake2b(super().canonical_hash().encode(), digest_size=16)
        digest.update(self.learner.digest(self.vocabulary))
        return digest.hexdigest()


def learn_by_keys(
    model: Model, documents: Features, labels: Sequence[str], weights: npt.ArrayLike, keys: Sequence[int]
) -> None:
    """Add documents to a model; `keys` are used by filters only."""
    if isinstance(model, FilterModel):
        model.learn(documents, labels, weights, keys=keys)
    else:
        model.learn(documents, labels, weights)


def forget_by_keys(
    model: Model, documents: Features, labels: Sequence[str], weights: npt.ArrayLike, keys: Sequence[int]
) -> None:
    """Remove documents from a model; `keys` are used by filters only."""
    if isinstance(model, FilterModel):
        model.forget(documents, labels, weights, keys=keys)
    else:
        model.forget(documents, labels, weights)
