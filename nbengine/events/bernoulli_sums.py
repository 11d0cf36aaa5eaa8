"""The sums over all words that a document's own words need beside them under Bernoulli, where absence counts."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.arrays.logspace import log_of
from nbengine.arrays.shares_near_one import log_absence
from nbengine.arrays.weights_as_whole_numbers import UNIT
from nbengine.events.label_sums import FilledWords, LabelSums, WordCounts
from nbengine.events.multinomial import log_totals
from nbengine.events.scorer_parts import TextWeights


class BernoulliSums(LabelSums):
    """Per label how many words have each number of documents, from which absence is added up anew after a lesson.

    Words that a label never had are not listed, so a lesson touches the labels that have its words.
    """

    def __init__(self, labels: tuple[str, ...], smoothing: float) -> None:
        super().__init__(labels)
        self._alpha = smoothing
        self._levels: list[dict[int, int]] = [{} for _ in labels]
        self._n_held = np.zeros(len(labels), np.int64)
        """(n_labels,): how many words each label has had."""
        self._known: list[tuple[int, float] | None] = [None] * len(labels)
        """Per label the documents and the sum that was added up for them; None where words have changed since."""

    def weights(self, words: WordCounts) -> TextWeights:
        alpha = self._alpha
        totals = log_totals(self.documents / UNIT + 2 * alpha)
        absent = log_absence(words.presences / UNIT, self.documents[:, None] / UNIT, alpha)
        present = log_of(words.presences / UNIT + alpha) - totals[:, None]
        is_certain = np.isneginf(absent) & self._has_documents[:, None]
        finite = np.where(np.isneginf(absent), 0.0, absent)
        return TextWeights(
            np.where(is_certain, 0.0, present - finite).T,
            self._absent_sums(),
            has_infinities=alpha == 0,
            absent=np.ascontiguousarray(np.where(is_certain, -np.inf, finite).T),
        )

    def impossible(self, words: WordCounts) -> npt.NDArray[np.bool_]:
        """Return the labels that are impossible without smoothing: some of their certain words are not in the
        document."""
        if self._alpha > 0:
            return super().impossible(words)
        certain = [levels.get(int(self.documents[label]), 0) for label, levels in enumerate(self._levels)]
        within_reach = (words.presences == self.documents[:, None]) & words.is_known
        return np.asarray(self._has_documents & (within_reach.sum(axis=1) < np.asarray(certain)), dtype=np.bool_)

    @property
    def _has_documents(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.documents / UNIT + 2 * self._alpha > 0, dtype=np.bool_)

    def _absent_sums(self) -> FloatArray:
        """(n_labels,): the finite part of the sum of log(1 - φ) over all words."""
        held = np.fromiter(map(self._logs_of_held, range(len(self.labels))), np.float64, len(self.labels))
        never = log_absence(0.0, self.documents / UNIT, self._alpha)
        return np.where(self._has_documents, held + (self.n_tokens - self._n_held) * never, 0.0)

    def _logs_of_held(self, label: int) -> float:
        """The finite part of the sum of log(1 - φ) over the words that a label has had."""
        documents, known = self.documents[label].item(), self._known[label]
        if known is not None and known[0] == documents:
            return known[1]
        levels = self._levels[label]
        presences = np.array(list(levels))
        times = np.fromiter(levels.values(), np.int64, len(levels))
        logs = log_absence(presences / UNIT, documents / UNIT, self._alpha)
        total = float((times * np.where(np.isneginf(logs), 0.0, logs)).sum())
        self._known[label] = documents, total
        return total

    def add_cells(self, words: FilledWords) -> None:
        super().add_cells(words)
        held = words.filled.presences > 0
        self._change(words.labels[held], words.filled.presences[held], 1)

    def _move(self, words: WordCounts, sign: int) -> None:
        super()._move(words, sign)
        labels, at = np.nonzero(words.presences)
        self._change(labels, words.presences[labels, at], sign)

    def _change(self, labels: IntArray, presences: IntArray, sign: int) -> None:
        for (label, level), n_words in Counter(zip(labels.tolist(), presences.tolist(), strict=True)).items():
            levels = self._levels[label]
            self._known[label] = None
            levels[level] = levels.get(level, 0) + sign * n_words
            if not levels[level]:
                del levels[level]
        self._n_held += sign * np.bincount(labels, minlength=len(self.labels))
