"""The journal of a model whose lessons are saved one by one, and a lesson as bytes.

Replaying a saved lesson has the same effect as learning it did. A saved model and its later lessons are therefore
equivalent to the current model, and one lesson does not rewrite the whole model.
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
from nbengine.filter.filter import Promise
from nbengine.learnt.statistics import Features, require_part
from nbengine.packing import Parts, pack_parts, unpack_parts
from nbengine.text.vocabulary import Vocabulary

_DAMAGE = (ValueError, KeyError, TypeError, IndexError, OverflowError)


@dataclass(frozen=True, slots=True, eq=False)
class ModelLesson:
    """A learnt or forgotten document."""

    is_forgotten: bool
    label: str
    weight: float
    key: int | None
    tokens: npt.NDArray[np.int32]
    """The distinct tokens of the document, as columns of the model's vocabulary."""
    counts: npt.NDArray[np.int32]


def lessons_of_documents(
    documents: Features,
    labels: Sequence[str],
    weights: npt.ArrayLike | None,
    keys: Sequence[int] | None,
    *,
    is_forgotten: bool,
) -> list[ModelLesson]:
    """Return one lesson per document."""
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
    """Serialise a lesson. Words are written out, because columns change when a model is saved."""
    words = vocabulary.spans(lesson.tokens)
    facts = {"forgotten": lesson.is_forgotten, "label": lesson.label, "weight": lesson.weight, "key": lesson.key}
    numbers = {"lengths": words.lengths.astype(np.int64), "counts": lesson.counts.astype(np.int64)}
    return pack_parts(Parts(facts, numbers, {"words": words.join_bytes()}))


@dataclass(frozen=True, slots=True, eq=False)
class StoredLesson:
    """A deserialised lesson, whose columns are those of its own vocabulary."""

    is_forgotten: bool
    label: str
    weight: float
    key: int | None
    counts: CountMatrix
    vocabulary: Vocabulary


def lesson_from_bytes(data: bytes) -> StoredLesson:
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
    return StoredLesson(is_forgotten, label, weight, key, counts, words)


MAX_RECENT_LESSONS: Final = 1_000
"""Maximum number of lessons kept in memory, so that a save may write only these."""


class LessonJournal:
    """The lessons that a model has learnt or forgotten since it was loaded, so that a save may write only these."""

    def __init__(self) -> None:
        self.recent: deque[ModelLesson] = deque(maxlen=MAX_RECENT_LESSONS)
        """The latest lessons, learnt or forgotten. Cleared by any other change."""
        self.n_given = 0
        """Change counter: all lessons ever learnt or forgotten, and all other changes."""
        self.given_before: dict[Hashable, int] = {}
        """`n_given` at each save or load, keyed by an identifier of that saved state."""

    def note(self, lessons: Sequence[ModelLesson]) -> None:
        """Record lessons."""
        self.recent.extend(lessons)
        self.n_given += len(lessons)

    def note_other_change(self) -> None:
        """Record a change that is not a lesson: the next save writes the whole model."""
        self.recent.clear()
        self.n_given += 1


@dataclass(frozen=True, slots=True, eq=False)
class GoodLessons:
    """The scores that lessons had when they were new. Thresholds for lost documents are computed from them."""

    all_odds: FloatArray
    """Log-odds of the positive label of all lessons, in the order of learning; (n_lessons,)."""
    odds: FloatArray
    """Log-odds of the documents that must not be lost, largest first; (n_good,). Suspected lessons are not in it."""
    source_shares: FloatArray
    """Share of a source (mailing list or sender) that each of these documents counts for, (n_good,)."""
    promise: Promise
