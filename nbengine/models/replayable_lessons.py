"""Lessons of a filter as they are kept beside it: what each was given, so that it can be given again.

A lesson that is given again to the same filter has the same effect, to the last bit: the filter judges the document
anew before it learns it. So a kept filter and the lessons since are as good as the filter itself.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix
from nbengine.arrays.named_bytes import Parts, packed, unpacked
from nbengine.errors import DamagedModelError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.columns_of_documents import Features, needed
from nbengine.text.vocabulary import Vocabulary

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
    text = needed(documents.text, "text")
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
    return packed(Parts(facts, numbers, {"words": words.compact()}))


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
    parts = unpacked(data)
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
