"""The lessons of a filter in their order: what each added, so that it can be taken back, and how it was judged before.

A lesson is known by a key, such as the number of a document; keys that nobody gave count down from -1.
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
"""The share of new words in a text that is not known: it makes no other text unlike."""
UNNAMED_SHARE: Final = 1 / 3
"""The part of a source that a document counts for whose list or sender is not known."""


class LessonLog:
    """All lessons that were not forgotten."""

    def __init__(self, rows: npt.NDArray[Any] | None = None) -> None:
        self._rows = np.zeros(256, LESSON) if rows is None else rows
        self._n_rows = 0 if rows is None else len(rows)
        self._places = {int(key): place for place, key in enumerate(self._rows["key"][: self._n_rows].tolist())}
        self._next_key = min(-1, int(self._rows["key"][: self._n_rows].min(initial=0)) - 1)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: int) -> bool:
        return key in self._places

    @property
    def rows(self) -> npt.NDArray[Any]:
        """The lessons in their order, as columns by name."""
        rows = self._rows[: self._n_rows]
        return rows if len(self._places) == self._n_rows else rows[rows["is_kept"]]

    def add(self, key: int | None, values: tuple[Any, ...]) -> int:
        """Note a lesson; values are its columns behind the key, the last one excepted."""
        if key is None:
            key, self._next_key = self._next_key, self._next_key - 1
        if self._n_rows == len(self._rows):
            longer = np.zeros(max(2 * self._n_rows, 1), LESSON)  # its second half takes no memory until it is used
            longer[: self._n_rows] = self._rows
            self._rows = longer
        self._rows[self._n_rows] = (key, *values, True)
        self._places[key] = self._n_rows
        self._n_rows += 1
        return key

    def lesson(self, key: int) -> FilterLesson:
        """Return what the lesson with this key added."""
        row = self._rows[self._places[key]]
        return FilterLesson(int(row["label"]), float(row["weight"]), float(row["step"]), float(row["bias_step"]))

    def buckets(self, key: int) -> tuple[int, ...]:
        """Return how new the words of the document were, one bucket per kind of word."""
        return tuple(self._rows[self._places[key]]["buckets"].tolist())

    def remove(self, key: int) -> None:
        self._rows["is_kept"][self._places.pop(key)] = False

    def at(self, keys: IntArray) -> npt.NDArray[Any]:
        """The lessons with these keys, as columns by name."""
        return self._rows[[self._places[key] for key in keys.tolist()]]

    def replace(self, keys: IntArray, amounts: Mapping[str, FloatArray]) -> None:
        """Note that lessons added something else."""
        places = [self._places[key] for key in keys.tolist()]
        for column, values in amounts.items():
            self._rows[column][places] = values

    def note_left_out(self, key: int, opinion: Opinion) -> None:
        """Note how the document is judged without its whole list or sender."""
        said = (opinion.score, opinion.strongest, opinion.head)
        for column, value in zip(LEFT_OUT, said, strict=True):
            self._rows[column][self._places[key]] = value

    def note_sources(self, keys: IntArray, shares: FloatArray) -> None:
        """Note the part that each document is of all that its list or sender has sent."""
        self.replace(keys, {"source_share": shares})

    def rename_labels(self, numbers: IntArray) -> None:
        """Give labels other numbers."""
        for column in ("label", "rival"):
            self._rows[column][: self._n_rows] = numbers[self._rows[column][: self._n_rows]]

    def records(self, positive: int, protected: frozenset[int]) -> Records:
        """Return the records that marks are made from, leaving out labels that are neither positive nor protected."""
        rows = self.rows
        is_meant = rows["label"] == positive
        if protected:
            rows = rows[is_meant | np.isin(rows["label"], list(protected))]
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
