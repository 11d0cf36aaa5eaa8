"""A model that is a filter: counts and log-probabilities as in any multinomial model, and verdicts by the filter.

Both have the same words and learn the same documents, row by row. A lesson is known by a key, such as the number of its
document, for it is taken back as it was given. Merging two filters is not possible: the lessons of each depend on its
earlier ones; what can be merged are the documents, of which a filter is trained anew.

A lesson that is given again to the same filter has the same effect, to the last bit: the filter judges the document
anew before it learns it. So a kept filter and the lessons since (`Lessons`) are as good as the filter itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import normalise_log_joint, select_entries
from nbengine.arrays.named_bytes import Parts, pack_parts, unpack_parts
from nbengine.errors import DamagedModelError, EngineError
from nbengine.events.leave_one_out_entries import NEVER_LEARNT
from nbengine.filter.filter import Filter
from nbengine.filter.filter_packing import over_words
from nbengine.filter.settings import N_GROUPS, N_KINDS, N_OWN_WORDS, SUBJECT, TEXT, group_of, groups_of
from nbengine.filter.tally import Tokens
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features, Statistics, features_of, require_part
from nbengine.models.judging_after_lessons import one_at_a_time, over_living
from nbengine.models.model import Model
from nbengine.models.model_words import CountedText
from nbengine.models.recipe import Recipe
from nbengine.text.token_counter import TokenCounter, count_words_of_texts, is_small_batch
from nbengine.text.vocabulary import Vocabulary
from nbengine.trust.verdicts import Verdicts

_Row = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int32], IntArray]
"""The filter's own words for how new a document is, the words of the document, how often it has each, and how many
others of each kind."""
NO_TEXT: Final = "A filter judges text alone."


def looked_at(learner: Filter, own: Vocabulary, counts: CountMatrix, given: Vocabulary, *, grow: bool) -> CountedText:
    """Bring counts over other words to the filter's, and add its words for how new they are."""
    columns, kinds = given.mapping_to(own, grow=grow), groups_of(given)
    _keep_up(learner, own)
    rows = []
    for document in range(counts.n_documents):
        some = slice(counts.starts[document], counts.starts[document + 1])
        given_tokens, values = counts.tokens[some], counts.values[some]
        found = columns.take(given_tokens)
        rows.append(_looked(learner, found, values, kinds.take(given_tokens[found < 0])))
    return _stacked(rows, len(own))


def looked_at_one_by_one(
    learner: Filter, own: Vocabulary, documents: Sequence[Mapping[str, int]], *, grow: bool
) -> CountedText:
    """Do the same for a few documents, each given as how often it has each word."""
    rows = []
    for counts in documents:
        words = [*counts]
        found, values = own.add(words) if grow else own.numbers(words), np.array([*counts.values()], np.int32)
        _keep_up(learner, own)
        kinds = np.array([group_of(words[number]) for number in np.flatnonzero(found < 0)], np.int64)
        rows.append(_looked(learner, found, values, kinds))
    return _stacked(rows, len(own))


def _keep_up(learner: Filter, own: Vocabulary) -> None:
    if len(own) > len(learner.groups):
        learner.extend(groups_of(own, len(learner.groups)))


def _looked(
    learner: Filter, found: IntArray, values: npt.NDArray[np.int32], kinds: npt.NDArray[np.integer[Any]]
) -> _Row:
    """Put a document's known words in order, after the filter's own words; `kinds` are the groups of the unknown."""
    is_known = found >= 0
    unknown = np.bincount(kinds, minlength=N_GROUPS)[:N_KINDS]
    order = np.argsort(found[is_known])
    words = found[is_known][order].astype(np.int32)
    own_words = learner.look(words, unknown).tokens[:N_KINDS].astype(np.int32)
    return own_words, words, values[is_known][order], unknown


def _stacked(rows: Sequence[_Row], n_tokens: int) -> CountedText:
    starts = np.cumsum([0, *(len(own) + len(words) for own, words, _, _ in rows)]).astype(np.int64)
    parts = [part for own, words, _, _ in rows for part in (own, words)]
    values = [part for own, _, counts, _ in rows for part in (np.ones(len(own), np.int32), counts)]
    tokens = np.concatenate([np.zeros(0, np.int32), *parts])
    counts = CountMatrix(starts, tokens, np.concatenate([np.zeros(0, np.int32), *values]), n_tokens)
    unknown = np.array([kinds for *_, kinds in rows], np.float64).reshape(-1, N_KINDS)
    return CountedText(counts, unknown.sum(axis=1), unknown[:, TEXT] + unknown[:, SUBJECT])


def without_own(features: Features) -> Features:
    """The documents' words alone: how new they are belongs to the filter, and to no count."""
    text = features.text
    if text is None:
        return features
    return Features(select_entries(text, text.tokens >= N_OWN_WORDS))


def rows_of(features: Features) -> list[Tokens]:
    """The different words of each document."""
    text = features.text
    if text is None:
        raise EngineError(NO_TEXT)
    return [text.tokens[text.starts[row] : text.starts[row + 1]] for row in range(text.n_documents)]


def filter_verdicts(learner: Filter, text: CountedText) -> Verdicts:
    """Judge documents that were looked at before."""
    unknown, in_text = text.unknown, text.unknown_in_text
    numbers = zip(unknown.tolist(), (np.zeros(len(unknown)) if in_text is None else in_text).tolist(), strict=True)
    seen = (learner.seen(row, *own) for row, own in zip(rows_of(Features(text.counts)), numbers, strict=True))
    found, n_labels = [learner.judge(one) for one in seen], len(learner.labels)
    log_joint = np.array([learner.log_odds(one) for one in found]).reshape(-1, n_labels)
    return Verdicts(
        label_numbers=np.array([one.label for one in found], np.int64),
        log_joint=log_joint,
        log_proba=normalise_log_joint(log_joint),
        calibrated=np.array([learner.log_proba(one) for one in found]).reshape(-1, n_labels),
        is_unsure=np.array([one.is_unsure for one in found], np.bool_),
        is_unlike=np.array([one.is_unlike for one in found], np.bool_),
        unknown_share=np.array([one.new_share for one in found], np.float64),
        labels=learner.labels,
    )


def learn_rows(
    learner: Filter,
    features: Features,
    label_numbers: IntArray,
    weights: npt.ArrayLike | None,
    keys: Sequence[int] | None,
) -> None:
    """Learn documents one after another; the marks are made anew whenever a tenth more was learnt."""
    rows = rows_of(features)
    importance = np.ones(len(rows)) if weights is None else np.asarray(weights, np.float64)
    for place, tokens in enumerate(rows):
        seen = learner.look(tokens)
        learner.learn(
            seen,
            int(label_numbers[place]),
            learner.opinion(seen),
            key=None if keys is None else int(keys[place]),
            importance=float(importance[place]),
        )
        if learner.is_due():
            learner.make_marks()


_DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError)


@dataclass(frozen=True, slots=True, eq=False)
class GivenLesson:
    """A document that was learnt, or whose lesson was taken back."""

    is_forgotten: bool
    label: str
    weight: float
    key: int | None
    tokens: npt.NDArray[np.int32]
    """Its different words, as columns of the model's vocabulary."""
    counts: npt.NDArray[np.int32]


def given_lessons(
    documents: Features,
    labels: Sequence[str],
    weights: npt.ArrayLike | None,
    keys: Sequence[int] | None,
    *,
    is_forgotten: bool,
) -> list[GivenLesson]:
    """Return documents as lessons, one by one."""
    text = require_part(documents.text, "text")
    importance = np.ones(len(labels)) if weights is None else np.asarray(weights, np.float64)
    lessons = []
    for row, label in enumerate(labels):
        some = slice(text.starts[row], text.starts[row + 1])
        key = None if keys is None else int(keys[row])
        weight = float(importance[row])
        lessons.append(
            GivenLesson(is_forgotten, label, weight, key, text.tokens[some].copy(), text.values[some].copy())
        )
    return lessons


def lesson_to_bytes(lesson: GivenLesson, vocabulary: Vocabulary) -> bytes:
    """Return a lesson by the words themselves, since their columns are others when the model is read again."""
    words = vocabulary.spans(lesson.tokens)
    facts = {"forgotten": lesson.is_forgotten, "label": lesson.label, "weight": lesson.weight, "key": lesson.key}
    numbers = {"lengths": words.lengths.astype(np.int64), "counts": lesson.counts.astype(np.int64)}
    return pack_parts(Parts(facts, numbers, {"words": words.compact()}))


@dataclass(frozen=True, slots=True, eq=False)
class ReadLesson:
    """A lesson that was read, over a vocabulary of its own."""

    is_forgotten: bool
    label: str
    weight: float
    key: int | None
    counts: CountMatrix
    vocabulary: Vocabulary


def lesson_from_bytes(data: bytes) -> ReadLesson:
    """Read a lesson; raise DamagedModelError where the bytes are none."""
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
"""Lessons that a model remembers, so that whoever keeps it can keep these alone."""


class FilterModel(Model):
    """Classifies documents by a filter, whose own words come first in the vocabulary."""

    def __init__(self, recipe: Recipe, vocabulary: Vocabulary, statistics: Statistics, learner: Filter) -> None:
        super().__init__(recipe, vocabulary, statistics)
        self.learner = learner
        self.recent: deque[GivenLesson] = deque(maxlen=MOST_RECENT)
        """The last lessons that were given or taken back, as long as nothing else changed."""
        self.n_given = 0
        """All that were ever given or taken back, and all other changes."""
        self.given_before: dict[Hashable, int] = {}
        """The value of `n_given` when the model was written or read, by whatever names that state."""

    @one_at_a_time
    def count(
        self, texts: Sequence[str], fields: Sequence[Mapping[str, str]] | None = None, *, grow: bool = False
    ) -> CountedText:
        """Count the words of documents, and look how new they are."""
        if is_small_batch(texts, fields):
            words = count_words_of_texts(texts, fields, self.recipe.rules)
            return looked_at_one_by_one(self.learner, self.vocabulary, words, grow=grow)
        counter = TokenCounter(self.recipe.rules)
        return self.adopt(counter.count(texts, fields), counter.vocabulary, grow=grow)

    @one_at_a_time
    def adopt(self, counts: CountMatrix, vocabulary: Vocabulary, *, grow: bool = False) -> CountedText:
        """Bring counts over other words to the model's columns, and look how new these are."""
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
        """Add documents, one label name and key each; labels that are new join."""
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
        """Take documents away again; those that were never learnt are an error, and change nothing."""
        words = without_own(features_of(documents))
        if keys is None or len(keys) != words.n_documents or not all(key in self.learner.lessons for key in keys):
            raise EngineError(NEVER_LEARNT)
        super().forget(words, labels, weights)
        for tokens, key in zip(rows_of(words), keys, strict=True):
            self.learner.forget(tokens, key)
        self._note(given_lessons(words, labels, weights, keys, is_forgotten=True))

    @one_at_a_time
    def give_again(self, lesson: ReadLesson) -> None:
        """Learn or forget what was kept of a lesson."""
        words = self.adopt(lesson.counts, lesson.vocabulary, grow=not lesson.is_forgotten).counts
        act = self.forget if lesson.is_forgotten else self.learn
        act(words, [lesson.label], [lesson.weight], keys=None if lesson.key is None else [lesson.key])

    @one_at_a_time
    def rename_labels(self, names: Mapping[str, str]) -> None:
        """Call labels something else; those that get the same name become one."""
        super().rename_labels(names)
        self.learner.rename_labels(names)
        self.learner.reorder_labels(self.labels)
        self._note_other_change()

    def drop_empty_labels(self) -> None:
        """Keep labels without documents: the filter numbers them, and a label that was never learnt is no rival."""

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
        """The filter weighs words by itself."""
        return False

    @one_at_a_time
    def word_log_odds(self, words: Sequence[str], label: str, against: str) -> dict[str, float]:
        """Return what each word that the filter has heard says by itself for one label against another, as log-odds."""
        numbers = self.vocabulary.numbers(words)
        known = np.flatnonzero(numbers >= 0)
        tokens = numbers[known].astype(np.int32)
        odds = self.learner.weigher.word_odds(
            tokens, self.learner.scales, self.labels.index(label), self.labels.index(against)
        )
        is_heard = self.learner.tally.heard.take(tokens) > 0
        pairs = zip(known.tolist(), odds.tolist(), is_heard.tolist(), strict=True)
        return {words[place]: value for place, value, heard in pairs if heard}

    @one_at_a_time
    def pack(self) -> None:
        """Hold the textbook counts compressed until they are asked for; verdicts and lessons need them not."""
        if self.statistics.text is not None:
            self.statistics.text.pack()

    @one_at_a_time
    def copy(self) -> FilterModel:
        """A model of its own, which may learn without this one."""
        words = Vocabulary.from_blob(*self.vocabulary.to_blob())
        learner = over_words(self.learner, np.arange(len(self.learner.groups)))
        return FilterModel(self.recipe, words, self.statistics.copy(), learner)

    @one_at_a_time
    def compacted(self) -> FilterModel:
        """The same model without words that no document has any more, and so with other columns."""
        is_kept = np.zeros(len(self.vocabulary), np.bool_)
        is_kept[: len(self.learner.groups)] = self.learner.tally.heard[: len(self.learner.groups)] > 0
        is_kept[:N_OWN_WORDS] = True
        if is_kept.all():
            return self
        columns, kept = np.where(is_kept, np.cumsum(is_kept) - 1, -1), np.flatnonzero(is_kept)
        words = self.vocabulary.picked(kept)
        learner = over_words(self.learner, kept[kept < len(self.learner.groups)])
        return FilterModel(self.recipe, words, over_living(self.statistics, columns), learner)

    def _note(self, lessons: Sequence[GivenLesson]) -> None:
        self.recent.extend(lessons)
        self.n_given += len(lessons)

    def _note_other_change(self) -> None:
        self.recent.clear()
        self.n_given += 1

    @one_at_a_time
    def canonical_hash(self) -> str:
        """A hash of all sums, the same in any order of labels, words and lessons."""
        digest = blake2b(super().canonical_hash().encode(), digest_size=16)
        digest.update(self.learner.digest(self.vocabulary))
        return digest.hexdigest()


def learn_by_keys(
    model: Model, documents: Features, labels: Sequence[str], weights: npt.ArrayLike, keys: Sequence[int]
) -> None:
    """Add documents to a model, which knows them by their keys if it is a filter."""
    if isinstance(model, FilterModel):
        model.learn(documents, labels, weights, keys=keys)
    else:
        model.learn(documents, labels, weights)


def forget_by_keys(
    model: Model, documents: Features, labels: Sequence[str], weights: npt.ArrayLike, keys: Sequence[int]
) -> None:
    """Take documents away from a model, which knows them by their keys if it is a filter."""
    if isinstance(model, FilterModel):
        model.forget(documents, labels, weights, keys=keys)
    else:
        model.forget(documents, labels, weights)
