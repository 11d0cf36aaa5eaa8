"""The journal of a model whose lessons are saved one by one, and the byte form of a lesson.

A *lesson* is one document that was learnt or forgotten. Replaying a saved lesson has the same effect as the original. A
save can therefore append the new lessons instead of writing the whole model again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray
from nbengine.errors import DamagedModelError
from nbengine.filter.filter import LossEstimate
from nbengine.learnt.statistics import Features, require_part
from nbengine.packing import PackedContent, pack_content, unpack_content
from nbengine.text.vocabulary import Vocabulary

_DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError)


@dataclass(frozen=True, slots=True, eq=False)
class ModelLesson:
    """One document that was learnt or forgotten. Its words are columns of the model's vocabulary."""

    is_forgotten: bool
    label: str
    weight: float
    key: int | None
    tokens: npt.NDArray[np.int32]
    """The distinct tokens of the document, as columns of the model's vocabulary."""
    counts: npt.NDArray[np.int32]


def make_lessons(
    documents: Features,
    labels: Sequence[str],
    weights: npt.ArrayLike | None,
    keys: Sequence[int] | None,
    *,
    is_forgotten: bool,
) -> list[ModelLesson]:
    """Return one `ModelLesson` for each document. With `is_forgotten` the documents were forgotten, otherwise
    learnt.
    """
    text = require_part(documents.text, "text")
    importance = np.ones(len(labels)) if weights is None else np.asarray(weights, np.float64)
    lessons = []
    for row, label in enumerate(labels):
        entries = slice(text.starts[row], text.starts[row + 1])
        key = None if keys is None else int(keys[row])
        weight = float(importance[row])
        lessons.append(
            ModelLesson(is_forgotten, label, weight, key, text.tokens[entries].copy(), text.values[entries].copy())
        )
    return lessons


def lesson_to_bytes(lesson: ModelLesson, vocabulary: Vocabulary) -> bytes:
    """Serialise a learnt or forgotten document. Words are stored as text, because saving a model renumbers its
    columns.
    """
    words = vocabulary.spans(lesson.tokens)
    facts = {"forgotten": lesson.is_forgotten, "label": lesson.label, "weight": lesson.weight, "key": lesson.key}
    numbers = {"lengths": words.lengths.astype(np.int64), "counts": lesson.counts.astype(np.int64)}
    return pack_content(PackedContent(facts, numbers, {"words": words.join_bytes()}))


@dataclass(frozen=True, slots=True, eq=False)
class StoredLesson:
    """A learnt or forgotten document that was read from bytes. Its counts are over a vocabulary of its own."""

    is_forgotten: bool
    label: str
    weight: float
    key: int | None
    counts: CountMatrix
    vocabulary: Vocabulary


def lesson_from_bytes(data: bytes) -> StoredLesson:
    """Deserialise a learnt or forgotten document. Raise DamagedModelError if the bytes have another form."""
    parts = unpack_content(data)
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
    return StoredLesson(is_forgotten, label, weight, key, counts, words)


MAX_RECENT_LESSONS: Final = 1_000
"""Number of lessons kept in memory. After more lessons than this, the next save writes the whole model."""


class LessonJournal:
    """The latest lessons (learnt or forgotten documents) of a model, and how many lessons it had at each save."""

    def __init__(self) -> None:
        self.recent_lessons: deque[ModelLesson] = deque(maxlen=MAX_RECENT_LESSONS)
        """The latest lessons. Cleared by any other change."""
        self.n_lessons = 0
        """Change counter: the number of lessons and of other changes."""
        self.given_before: dict[Hashable, int] = {}
        """`n_lessons` at each save or load, by an identifier of that saved state."""

    def record(self, lessons: Sequence[ModelLesson]) -> None:
        """Add learnt or forgotten documents to the journal."""
        self.recent_lessons.extend(lessons)
        self.n_lessons += len(lessons)

    def record_other_change(self) -> None:
        """Record that the model changed in another way than by learning or forgetting. The next save writes the whole
        model.
        """
        self.recent_lessons.clear()
        self.n_lessons += 1


@dataclass(frozen=True, slots=True, eq=False)
class LessonScores:
    """Scores of learnt documents from before they were learnt, for choosing a threshold."""

    all_log_odds: FloatArray
    """Log-odds of the positive label for every learnt document, in the order of learning; (n_lessons,)."""
    good_log_odds: FloatArray
    """Log-odds of the good documents, which must not be lost, largest first; (n_good,).

    Documents whose label is suspicious are omitted.
    """
    source_shares: FloatArray
    """1 / n for each document of `good_log_odds`, where n is the number of documents of its source; (n_good,).

    A source is a mailing list or a sender.
    """
    loss_estimate: LossEstimate
