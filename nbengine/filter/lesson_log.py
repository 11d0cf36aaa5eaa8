"""The lessons of a filter in order, with the amounts each added and the scores the document had before.

The amounts allow a lesson to be taken back. A lesson is identified by a key, such as a document number. Lessons without
a given key are numbered -1, -2, and so on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.filter.document_score import Opinion
from nbengine.filter.settings import N_KINDS
from nbengine.filter.tally import FilterLesson
from nbengine.filter.thresholds import Records

LESSON: Final = np.dtype(
    [
        *((name, np.int64) for name in ("key", "label", "rival")),
        *((name, np.float64) for name in ("weight", "step", "bias_step", "trust", "score", "left_out", "new_share")),
        *((name, np.float64) for name in ("text_share", "strongest", "head", "left_out_strongest", "left_out_head")),
        ("source_share", np.float64),
        ("buckets", np.uint8, (N_KINDS,)),
        ("is_kept", np.bool_),
    ]
)
COLUMNS: Final = tuple(name for name in LESSON.names or () if name not in ("buckets", "is_kept"))
LEFT_OUT: Final = ("left_out", "left_out_strongest", "left_out_head")
"""Columns that are NaN until the document was judged without its list or sender."""
UNNOTED_SHARE: Final = 1.0
"""The `text_share` of a lesson that has none recorded. At 1.0, no other text counts as unlike."""
UNNAMED_SHARE: Final = 1 / 3
"""The share of a source that a document counts for, if its list or sender is unknown."""


class LessonLog:
    """All lessons that were not forgotten."""

    def __init__(self, rows: npt.NDArray[Any] | None = None) -> None:
        self._rows = np.zeros(256, LESSON) if rows is None else rows
        self._n_rows = 0 if rows is None else len(rows)
        self._positions = {
            int(key): position for position, key in enumerate(self._rows["key"][: self._n_rows].tolist())
        }
        self._next_key = min(-1, int(self._rows["key"][: self._n_rows].min(initial=0)) - 1)

    def __len__(self) -> int:
        return len(self._positions)

    def __contains__(self, key: int) -> bool:
        return key in self._positions

    @property
    def rows(self) -> npt.NDArray[Any]:
        """The lessons in order, as a structured array."""
        rows = self._rows[: self._n_rows]
        return rows if len(self._positions) == self._n_rows else rows[rows["is_kept"]]

    def add(self, key: int | None, values: tuple[Any, ...]) -> int:
        """Append a lesson and return its key. `values` are the columns of `LESSON` after the key, without `is_kept`."""
        if key is None:
            key, self._next_key = self._next_key, self._next_key - 1
        if self._n_rows == len(self._rows):
            longer = np.zeros(max(2 * self._n_rows, 1), LESSON)  # zeroed pages take no memory until they are written
            longer[: self._n_rows] = self._rows
            self._rows = longer
        self._rows[self._n_rows] = (key, *values, True)
        self._positions[key] = self._n_rows
        self._n_rows += 1
        return key

    def lesson(self, key: int) -> FilterLesson:
        """Return the amounts that the lesson added to the tally."""
        row = self._rows[self._positions[key]]
        return FilterLesson(int(row["label"]), float(row["weight"]), float(row["step"]), float(row["bias_step"]))

    def buckets(self, key: int) -> tuple[int, ...]:
        """Return the novelty buckets of the document, one for each kind of word."""
        return tuple(self._rows[self._positions[key]]["buckets"].tolist())

    def remove(self, key: int) -> None:
        self._rows["is_kept"][self._positions.pop(key)] = False

    def at(self, keys: IntArray) -> npt.NDArray[Any]:
        """Return the lessons with these keys as a structured array."""
        return self._rows[[self._positions[key] for key in keys.tolist()]]

    def replace(self, keys: IntArray, amounts: Mapping[str, FloatArray]) -> None:
        """Overwrite columns of these lessons."""
        positions = [self._positions[key] for key in keys.tolist()]
        for column, values in amounts.items():
            self._rows[column][positions] = values

    def note_left_out(self, key: int, opinion: Opinion) -> None:
        """Store the scores of the document when judged without its list or sender."""
        scores = (opinion.score, opinion.strongest, opinion.head)
        for column, value in zip(LEFT_OUT, scores, strict=True):
            self._rows[column][self._positions[key]] = value

    def note_sources(self, keys: IntArray, shares: FloatArray) -> None:
        """Store the share that each document is of its source (list or sender)."""
        self.replace(keys, {"source_share": shares})

    def rename_labels(self, numbers: IntArray) -> None:
        """Replace each label number `n` by `numbers[n]`."""
        for column in ("label", "rival"):
            self._rows[column][: self._n_rows] = numbers[self._rows[column][: self._n_rows]]

    def records(self, positive: int, protected: frozenset[int]) -> Records:
        """Return the records for fitting thresholds. Labels that are neither positive nor protected are left out."""
        rows = self.rows
        is_relevant = rows["label"] == positive
        if protected:
            rows = rows[is_relevant | np.isin(rows["label"], list(protected))]
        return Records(
            rows["score"],
            rows["label"] == positive,
            rows["new_share"],
            rows["text_share"],
            rows["strongest"],
            rows["head"],
            rows["source_share"],
            *(rows[column] for column in LEFT_OUT),
        )
