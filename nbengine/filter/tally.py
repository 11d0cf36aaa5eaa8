"""The tally of a filter: weighted counts and learnt weights.

Both are sums over the learnt documents, so any document can be forgotten. Learning a document (a *lesson*) adds its
weight to the counts of its words under its label. It also adds one step of logistic regression to the learnt weight of
each word. The feature value of a word is 1 / sqrt(n), where n is the number of words of the document. With
`steps_by_group`, n is the number of words in the word's group times the number of groups.

Weights and steps are rounded to binary fractions that add up exactly in any order. A lesson can therefore be subtracted
to the last bit, to forget it or to score a document without it. The steps of later lessons are not recomputed.
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
"""Word numbers: int32 as stored, or int64, which NumPy uses as indices without a copy."""

WEIGHT_UNIT, STEP_UNIT = 2.0**20, 2.0**30
MAX_SCALE = 1e9
"""Largest `LessonTally.scale`. A larger one would exceed the precision of the exact sums."""


@dataclass(frozen=True, slots=True)
class FilterLesson:
    """The amounts that learning one document added to the tally."""

    label: int
    weight: float
    """Amount added to the count of each word."""
    step: float
    """Amount that is added to the learnt weight of each word, after multiplication by the word's feature value."""
    bias_step: float


class LessonTally:
    """Counts by label, learnt weights, and for each word the number of learnt documents that have it."""

    def __init__(self, n_labels: int, smoothing: float, n_words: int = 0) -> None:
        if n_labels < 1:
            raise EngineError("A filter needs labels.")
        room = max(n_words, 1 << 12)
        self.smoothing = smoothing
        self.counts = np.zeros((n_labels, room))
        self.steps = np.zeros(room)
        self.lesson_counts = np.zeros(room, np.int32)
        """Number of lessons that have the word, whatever their weight; (n_words,)."""
        self.is_counted = np.zeros(room, np.bool_)
        self.words = np.zeros(n_labels)
        self.documents = np.zeros(n_labels)
        self.learnt = [0] * n_labels
        self.bias = 0.0
        self.n_counted = 0
        self.scale = 1.0
        """Weight of a new lesson relative to the first one. With decay, the weight of new lessons is raised instead of
        lowering all counts. Counts are rescaled above `MAX_SCALE`, so forgetting is not exact with decay."""
        self._log_sizes: FloatArray | None = None

    @property
    def n_labels(self) -> int:
        return len(self.learnt)

    def reserve_words(self, n_words: int) -> None:
        """Grow the arrays to hold words with numbers below `n_words`."""
        n_more = n_words - len(self.lesson_counts)
        if n_more > 0:
            n_more = max(n_more, len(self.lesson_counts) // 4)
            self.counts = _with_more_columns(self.counts, n_more)
            self.steps = _with_more_columns(self.steps, n_more)
            self.lesson_counts = _with_more_columns(self.lesson_counts, n_more)
            self.is_counted = _with_more_columns(self.is_counted, n_more)

    def add_label(self) -> None:
        """Add a label at the end."""
        self.counts = np.concatenate([self.counts, np.zeros((1, self.counts.shape[1]))])
        self.words, self.documents = np.append(self.words, 0.0), np.append(self.documents, 0.0)
        self.learnt.append(0)
        self.clear_cache()

    def clear_cache(self) -> None:
        """Clear the values that are cached from the sums. Call this after changing the sums."""
        self._log_sizes = None

    def merge_labels(self, numbers: npt.NDArray[np.int64], n_labels: int) -> None:
        """Renumber labels: label n becomes numbers[n]. Labels with equal new numbers are merged."""
        counts, words, documents = np.zeros((n_labels, self.counts.shape[1])), np.zeros(n_labels), np.zeros(n_labels)
        np.add.at(counts, numbers, self.counts)
        np.add.at(words, numbers, self.words)
        np.add.at(documents, numbers, self.documents)
        learnt = np.bincount(numbers, self.learnt, n_labels).astype(int).tolist()
        self.counts, self.words, self.documents, self.learnt = counts, words, documents, learnt
        self.clear_cache()

    def learn(self, tokens: Tokens, lesson: FilterLesson, feature_values: FloatArray | float = 1.0) -> None:
        """Add a learnt document with these distinct words.

        `feature_values` (n_words,) multiply the step of each word; 1.0 stands for ones.
        """
        self._add_signed_lesson(tokens, lesson, feature_values, 1)

    def forget(self, tokens: Tokens, lesson: FilterLesson, feature_values: FloatArray | float = 1.0) -> None:
        """Subtract a learnt document. The tally then equals one that never learnt it."""
        if self.learnt[lesson.label] < 1 or self.lesson_counts.take(tokens).min(initial=1) < 1:
            raise EngineError("A document that was never learnt cannot be forgotten.")
        self._add_signed_lesson(tokens, lesson, feature_values, -1)

    @contextmanager
    def lesson_removed(
        self, tokens: Tokens, lesson: FilterLesson, feature_values: FloatArray | float = 1.0
    ) -> Iterator[None]:
        """Context manager that subtracts a learnt document, and restores the tally at the end of the block.

        The old values are saved and written back, which is faster than learning the document again. Nested blocks must
        end in reverse order. Do not learn documents inside the block.
        """
        label, sizes = lesson.label, self.log_sizes
        heard, steps = self.lesson_counts.take(tokens), self.steps.take(tokens)
        is_counted, counts = self.is_counted.take(tokens), self.counts[label].take(tokens)
        totals = self.learnt[label], self.bias, self.n_counted, self.words[label], self.documents[label]
        self.forget(tokens, lesson, feature_values)
        try:
            yield
        finally:
            self.lesson_counts.put(tokens, heard)
            self.steps.put(tokens, steps)
            self.is_counted.put(tokens, is_counted)
            self.counts[label].put(tokens, counts)
            self.learnt[label], self.bias, self.n_counted, self.words[label], self.documents[label] = totals
            self._log_sizes = sizes

    def apply_decay(self, decay: float) -> None:
        """Reduce the weight of all earlier documents by the share `decay`, by raising the scale of later ones."""
        if not decay:
            return
        self.scale /= 1 - decay
        if self.scale > MAX_SCALE:
            self.counts /= self.scale
            self.words /= self.scale
            self.documents /= self.scale
            self.scale = 1.0
        self.clear_cache()

    def change_lessons(
        self, tokens: Sequence[Tokens], lessons: npt.NDArray[Any], feature_values: FloatArray | float, sign: int
    ) -> None:
        """Add (`sign` 1) or subtract (`sign` -1) the weights and steps of several learnt documents, without decay.

        The sums are exact, so the result equals changing one document at a time. The numbers of documents
        (`lesson_counts` and `learnt`) stay unchanged. `feature_values` are those of all documents' words, one document
        after another.
        """
        all_tokens, sizes = np.concatenate(tokens), np.array([len(words) for words in tokens])
        steps = round_to_unit(np.repeat(lessons["step"], sizes) * feature_values, STEP_UNIT)
        weights = np.repeat(lessons["weight"], sizes)
        self.steps += sign * np.bincount(all_tokens, steps, len(self.steps))
        for label in range(self.n_labels):
            has_label = lessons["label"] == label
            in_label = np.repeat(has_label, sizes)
            self.counts[label] += sign * np.bincount(all_tokens[in_label], weights[in_label], len(self.lesson_counts))
            self.words[label] += sign * (lessons["weight"] * sizes)[has_label].sum()
            self.documents[label] += sign * lessons["weight"][has_label].sum()
        self.bias += sign * float(lessons["bias_step"].sum())
        self.is_counted[:] = self.counts.any(axis=0)
        self.n_counted = int(np.count_nonzero(self.is_counted))
        self.clear_cache()

    def _add_signed_lesson(
        self, tokens: Tokens, lesson: FilterLesson, feature_values: FloatArray | float, sign: int
    ) -> None:
        label, weight = lesson.label, sign * lesson.weight * self.scale
        step = round_to_unit(lesson.step * feature_values, STEP_UNIT)
        self.learnt[label] += sign
        self.lesson_counts.put(tokens, self.lesson_counts.take(tokens) + sign)
        self.steps.put(tokens, self.steps.take(tokens) + sign * step)
        self.bias += sign * lesson.bias_step
        if weight:
            row = self.counts[label]
            row.put(tokens, row.take(tokens) + weight)
            self._update_lesson_counts(tokens, sign)
            self.words[label] += weight * len(tokens)
            self.documents[label] += weight
            self.clear_cache()

    def _update_lesson_counts(self, tokens: Tokens, sign: int) -> None:
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
        """Logarithm of the size of each label, (n_labels, 1).

        The size is the geometric mean of the number of words and the number of documents.
        """
        if self._log_sizes is None:
            alpha = self.smoothing * self.scale
            unheard = alpha * max(self.n_counted, 1)
            sizes = zip(self.words.tolist(), self.documents.tolist(), strict=True)
            self._log_sizes = np.array(
                [[0.5 * (math.log(words + unheard) + math.log(documents + 2 * alpha))] for words, documents in sizes]
            )
        return self._log_sizes


def round_weight(weight: float) -> float:
    """Round a weight to a multiple of 1 / `WEIGHT_UNIT`. Such weights add up exactly."""
    return round(weight * WEIGHT_UNIT) / WEIGHT_UNIT


def round_step(step: float) -> float:
    """Round a step to a multiple of 1 / `STEP_UNIT`. Such steps add up exactly."""
    return round(step * STEP_UNIT) / STEP_UNIT


def round_to_unit(amounts: FloatArray | float, unit: float) -> FloatArray:
    """Round amounts to multiples of 1 / `unit`, which add up exactly."""
    return np.asarray(np.rint(amounts * unit) * (1 / unit))


def logistic(odds: float) -> float:
    return 0.5 * (1 + math.tanh(0.5 * odds))


def _with_more_columns(array: npt.NDArray[Any], n_more: int) -> npt.NDArray[Any]:
    """Return a copy of the array with `n_more` zeros at the end of its last axis. They take no memory until written."""
    wider = np.zeros((*array.shape[:-1], array.shape[-1] + n_more), array.dtype)
    wider[..., : array.shape[-1]] = array
    return wider
