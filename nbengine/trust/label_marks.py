"""Marks from which on a verdict is sure: of the documents of each label that pass one, at most one in so many is wrong.

They are placed among scores as new documents get them: at the lowest confidence for which the verdicts on the label
that are as probable prove that share, and their probabilities say the same; for each label by itself, and so it holds
in all. It is proved with a certainty of seven in ten, since the lowest mark of many is the luckiest one. A label of
which too few documents were judged keeps no limit, and nothing is sure to be of it. Wrong labels among the documents
count as mistakes, which makes the marks stricter: what a score cannot tell from a mistake is not explained away
(`tests/benchmarks/decisions/documents.md`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import FloatArray, IntArray
from nbengine.filter.thresholds import LEAST_SURE
from nbengine.lazy_dataclasses import dataclass
from nbengine.trust.unsure_band import fewest_to_prove

ONE_IN: Final = (20, 100, 1_000)
"""Limits from which a person may choose, the loosest first: it is what *sure* means where nobody chose."""
CERTAINTY: Final = 0.7


@dataclass(frozen=True, slots=True, eq=False)
class LabelMarks:
    """A mark for each limit and label, and the documents that it rests on; `label_marks` makes it."""

    labels: tuple[str, ...]
    marks: FloatArray
    """(n_limits, n_labels): verdicts of at least this confidence keep the limit; infinite where none does."""
    judged: IntArray
    """(n_limits + 1, n_labels): the documents judged to be of a label that pass so many of its marks."""
    wrong: IntArray
    """(n_limits + 1, n_labels): those of them that are of another."""

    def places(
        self, confidence: FloatArray, label_numbers: IntArray, labels: Sequence[str]
    ) -> tuple[IntArray, FloatArray]:
        """(n_documents,) twice: the strictest limit that each verdict keeps, and the share of verdicts like it that was
        wrong. The limit is 0 where it keeps none, and -1 where no verdict on its label does."""
        columns = {label: column for column, label in enumerate(self.labels)}
        own = np.array([*(columns.get(label, -1) for label in labels), -1])[label_numbers]
        n_passed = np.where(own >= 0, (confidence >= self.marks[:, own]).sum(axis=0), 0)
        n_judged, n_wrong = self.judged[n_passed, own], self.wrong[n_passed, own]
        is_measured = (own >= 0) & (n_judged > 0)
        share = np.where(is_measured, (n_wrong + 0.5) / (n_judged + 1), 1.0 - confidence)
        is_open = (own >= 0) & np.isfinite(self.marks[:, own]).any(axis=0)
        return np.where(is_open, np.array((0, *ONE_IN))[n_passed], -1), share

    def sure(self, one_in: int) -> tuple[IntArray, IntArray]:
        """(n_labels,) twice: the documents that were sure under a limit, and those of them that were wrong."""
        first = ONE_IN.index(one_in) + 1
        return self.judged[first:].sum(axis=0), self.wrong[first:].sum(axis=0)

    def least_in_all(self, one_in: int) -> float:
        """Return the confidence that keeps a limit whatever the label."""
        kept = self.marks[ONE_IN.index(one_in)]
        return float(kept[np.isfinite(kept)].max(initial=0.0)) if np.isfinite(kept).any() else np.inf

    def renamed(self, names: Mapping[str, str]) -> LabelMarks:
        """Call labels something else; where several become one, the strictest of their marks is its."""
        found = [names.get(label, label) for label in self.labels]
        labels = tuple(dict.fromkeys(found))
        own = [[place for place, name in enumerate(found) if name == label] for label in labels]
        return LabelMarks(
            labels,
            np.stack([self.marks[:, some].max(axis=1) for some in own], axis=1),
            np.stack([self.judged[:, some].sum(axis=1) for some in own], axis=1),
            np.stack([self.wrong[:, some].sum(axis=1) for some in own], axis=1),
        )


def label_marks(
    confidence: FloatArray, label_numbers: IntArray, is_right: npt.NDArray[np.bool_], labels: Sequence[str]
) -> LabelMarks:
    """Place the marks by verdicts on documents that the judging models had not seen: (n_documents,) each."""
    marks = np.full((len(ONE_IN), len(labels)), np.inf)
    judged, wrong = (np.zeros((len(ONE_IN) + 1, len(labels)), np.int64) for _ in range(2))
    for label in range(len(labels)):
        own = np.flatnonzero(label_numbers == label)
        own = own[np.argsort(-confidence[own], kind="stable")]
        ranked, mistakes = confidence[own], ~is_right[own]
        marks[:, label] = [_mark(ranked, mistakes, one_in) for one_in in ONE_IN]
        n_passed = (ranked >= marks[:, label, None]).sum(axis=0)
        judged[:, label] = np.bincount(n_passed, minlength=len(ONE_IN) + 1)
        wrong[:, label] = np.bincount(n_passed[mistakes], minlength=len(ONE_IN) + 1)
    return LabelMarks(tuple(labels), marks, judged, wrong)


def _mark(ranked: FloatArray, mistakes: npt.NDArray[np.bool_], one_in: int) -> float:
    """Return the lowest confidence that keeps a limit, half way to the next verdict; the most probable come first."""
    ranked, mistakes = ranked[ranked >= LEAST_SURE], mistakes[ranked >= LEAST_SURE]
    n_wrong = np.cumsum(mistakes)
    needed = np.array([fewest_to_prove(n, 1 / one_in, CERTAINTY) for n in range(int(n_wrong.max(initial=-1)) + 1)])
    n_as_probable = np.arange(1, len(ranked) + 1)
    is_proved = n_as_probable >= needed[n_wrong] if len(ranked) else np.zeros(0, np.bool_)
    is_kept = is_proved & (one_in * np.cumsum(1 - ranked) <= n_as_probable)
    is_last_of_equals = np.append(ranked[1:] < ranked[:-1], True)[: len(ranked)]
    kept = np.flatnonzero(is_kept & is_last_of_equals)
    if not len(kept):
        return np.inf
    last = int(kept[-1])
    return LEAST_SURE if last + 1 == len(ranked) else float(ranked[last] + ranked[last + 1]) / 2
