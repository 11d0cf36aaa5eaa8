"""The tally of a filter: weighted counts and learnt weights, each a sum over lessons, so that any can be taken back.

A lesson adds its weight to the counts of its words under its label, and a step to the learnt weight of each of its
words: one step of logistic regression over the words that are there, x = 1 / sqrt(number of words), or of the words of
its group times the number of groups. Weights and steps
are rounded to fractions that add up exactly in any order: what a lesson added can be subtracted to the last bit, for
forgetting it and for judging documents without it. The steps of later lessons are kept as they were.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.errors import EngineError

Tokens = npt.NDArray[np.int32] | IntArray
"""Numbers of words: as they are kept, or as wide as an index, which spares a copy with each look into the sums."""

WEIGHT_UNIT, STEP_UNIT = 2.0**20, 2.0**30
LARGEST_SCALE = 1e9
"""The most that the newest lesson may weigh beside the first, with decay; exact sums have no room for more."""


@dataclass(frozen=True, slots=True)
class FilterLesson:
    """The amounts that one document added to the tally."""

    label: int
    weight: float
    """To the counts of its words."""
    step: float
    """To the learnt weight of each of its words, or by how long each is."""
    bias_step: float


class LessonTally:
    """Counts per label, learnt weights, and how many lessons hold each word."""

    def __init__(self, n_labels: int, smoothing: float, n_words: int = 0) -> None:
        if n_labels < 1:
            raise EngineError("A filter needs labels.")
        room = max(n_words, 1 << 12)
        self.smoothing = smoothing
        self.counts = np.zeros((n_labels, room))
        self.steps = np.zeros(room)
        self.heard = np.zeros(room, np.int32)
        """(n_words,): lessons that hold the word, whatever they weigh."""
        self.is_counted = np.zeros(room, np.bool_)
        self.words = np.zeros(n_labels)
        self.documents = np.zeros(n_labels)
        self.learnt = [0] * n_labels
        self.bias = 0.0
        self.n_counted = 0
        self.scale = 1.0
        """The weight of a lesson in units of the first one: with decay new ones grow, instead of all old ones fading.
        Counts are brought down together now and then, so with decay forgetting is not exact."""
        self._log_sizes: FloatArray | None = None

    @property
    def n_labels(self) -> int:
        return len(self.learnt)

    def reserve(self, n_words: int) -> None:
        """Make room for words below this number."""
        n_more = n_words - len(self.heard)
        if n_more > 0:
            n_more = max(n_more, len(self.heard) // 4)
            self.counts = _with_room(self.counts, n_more)
            self.steps = _with_room(self.steps, n_more)
            self.heard = _with_room(self.heard, n_more)
            self.is_counted = _with_room(self.is_counted, n_more)

    def add_label(self) -> None:
        """Make room for one more label, the last."""
        self.counts = np.concatenate([self.counts, np.zeros((1, self.counts.shape[1]))])
        self.words, self.documents = np.append(self.words, 0.0), np.append(self.documents, 0.0)
        self.learnt.append(0)
        self.settle()

    def settle(self) -> None:
        """Work out anew, when it is asked for, what follows from the sums, after these were set."""
        self._log_sizes = None

    def merge_labels(self, numbers: npt.NDArray[np.int64], n_labels: int) -> None:
        """Give labels other numbers; those with the same one become one."""
        counts, words, documents = np.zeros((n_labels, self.counts.shape[1])), np.zeros(n_labels), np.zeros(n_labels)
        np.add.at(counts, numbers, self.counts)
        np.add.at(words, numbers, self.words)
        np.add.at(documents, numbers, self.documents)
        learnt = np.bincount(numbers, self.learnt, n_labels).astype(int).tolist()
        self.counts, self.words, self.documents, self.learnt = counts, words, documents, learnt
        self.settle()

    def learn(self, tokens: Tokens, lesson: FilterLesson, lengths: FloatArray | float = 1.0) -> None:
        """Add what a document with these different words taught; lengths (n_words,) are the parts of its step that
        words take, where not all take the whole."""
        self._change(tokens, lesson, lengths, 1)

    def forget(self, tokens: Tokens, lesson: FilterLesson, lengths: FloatArray | float = 1.0) -> None:
        """Take back what was learnt; the tally is then as if the lesson had never been given."""
        if self.learnt[lesson.label] < 1 or self.heard.take(tokens).min(initial=1) < 1:
            raise EngineError("A document that was never learnt cannot be forgotten.")
        self._change(tokens, lesson, lengths, -1)

    @contextmanager
    def without(self, tokens: Tokens, lesson: FilterLesson, lengths: FloatArray | float = 1.0) -> Iterator[None]:
        """Take back what was learnt for a while; then everything is put where it was, which is quicker than to learn it
        again. Of several such whiles the last to begin ends first, and nothing is learnt meanwhile."""
        label, sizes = lesson.label, self.log_sizes
        heard, steps = self.heard.take(tokens), self.steps.take(tokens)
        is_counted, counts = self.is_counted.take(tokens), self.counts[label].take(tokens)
        totals = self.learnt[label], self.bias, self.n_counted, self.words[label], self.documents[label]
        self.forget(tokens, lesson, lengths)
        try:
            yield
        finally:
            self.heard.put(tokens, heard)
            self.steps.put(tokens, steps)
            self.is_counted.put(tokens, is_counted)
            self.counts[label].put(tokens, counts)
            self.learnt[label], self.bias, self.n_counted, self.words[label], self.documents[label] = totals
            self._log_sizes = sizes

    def grow(self, decay: float) -> None:
        """Let lessons from here on count for more than all earlier ones."""
        if not decay:
            return
        self.scale /= 1 - decay
        if self.scale > LARGEST_SCALE:
            self.counts /= self.scale
            self.words /= self.scale
            self.documents /= self.scale
            self.scale = 1.0
        self.settle()

    def change_all(
        self, tokens: Sequence[Tokens], lessons: npt.NDArray[Any], lengths: FloatArray | float, sign: int
    ) -> None:
        """Add what lessons without decay taught, or take it away; how often words were heard and labels learnt stays.

        Sums are exact, so it is as if it were done one by one. Lengths are of all words of all documents.
        """
        every, sizes = np.concatenate(tokens), np.array([len(own) for own in tokens])
        steps, weights = (
            exact(np.repeat(lessons["step"], sizes) * lengths, STEP_UNIT),
            np.repeat(lessons["weight"], sizes),
        )
        self.steps += sign * np.bincount(every, steps, len(self.steps))
        for label in range(self.n_labels):
            is_own = lessons["label"] == label
            own = np.repeat(is_own, sizes)
            self.counts[label] += sign * np.bincount(every[own], weights[own], len(self.heard))
            self.words[label] += sign * (lessons["weight"] * sizes)[is_own].sum()
            self.documents[label] += sign * lessons["weight"][is_own].sum()
        self.bias += sign * float(lessons["bias_step"].sum())
        self.is_counted[:] = self.counts.any(axis=0)
        self.n_counted = int(np.count_nonzero(self.is_counted))
        self.settle()

    def _change(self, tokens: Tokens, lesson: FilterLesson, lengths: FloatArray | float, sign: int) -> None:
        label, weight = lesson.label, sign * lesson.weight * self.scale
        step = exact(lesson.step * lengths, STEP_UNIT)
        self.learnt[label] += sign
        self.heard.put(tokens, self.heard.take(tokens) + sign)
        self.steps.put(tokens, self.steps.take(tokens) + sign * step)
        self.bias += sign * lesson.bias_step
        if weight:
            row = self.counts[label]
            row.put(tokens, row.take(tokens) + weight)
            self._note_counted(tokens, sign)
            self.words[label] += weight * len(tokens)
            self.documents[label] += weight
            self.settle()

    def _note_counted(self, tokens: Tokens, sign: int) -> None:
        before = int(np.count_nonzero(self.is_counted.take(tokens)))
        if sign > 0:
            self.is_counted.put(tokens, True)
            self.n_counted += len(tokens) - before
            return
        is_counted = self.counts.take(tokens, axis=1).any(axis=0)
        self.is_counted[tokens] = is_counted
        self.n_counted += int(np.count_nonzero(is_counted)) - before

    @property
    def log_sizes(self) -> FloatArray:
        """(n_labels, 1): the logarithm of how much was counted of each label, halfway between words and documents."""
        if self._log_sizes is None:
            alpha = self.smoothing * self.scale
            unheard = alpha * max(self.n_counted, 1)
            sizes = zip(self.words.tolist(), self.documents.tolist(), strict=True)
            self._log_sizes = np.array(
                [[0.5 * (math.log(words + unheard) + math.log(documents + 2 * alpha))] for words, documents in sizes]
            )
        return self._log_sizes


def exact_weight(weight: float) -> float:
    """The weight in a fraction that adds up exactly."""
    return round(weight * WEIGHT_UNIT) / WEIGHT_UNIT


def exact_step(step: float) -> float:
    """The step in a fraction that adds up exactly."""
    return round(step * STEP_UNIT) / STEP_UNIT


def exact(amounts: FloatArray | float, unit: float) -> FloatArray:
    """Amounts in fractions of a unit, which add up exactly."""
    return np.asarray(np.rint(amounts * unit) * (1 / unit))


def logistic(odds: float) -> float:
    return 0.5 * (1 + math.tanh(0.5 * odds))


def _with_room(array: npt.NDArray[Any], n_more: int) -> npt.NDArray[Any]:
    """Return the array with zeros at the end of its last axis, which take no memory until they are used."""
    wider = np.zeros((*array.shape[:-1], array.shape[-1] + n_more), array.dtype)
    wider[..., : array.shape[-1]] = array
    return wider
