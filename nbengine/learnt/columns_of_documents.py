"""Columns of some documents: counted text, numbers and choices, any of which may be absent."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.number_tally import checked_sizes

Part = TypeVar("Part")


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """The columns of some documents, by kind; all that are present have a row per document."""

    text: CountMatrix | None = None
    numbers: FloatArray | None = None
    """(n_documents, n_columns); NaN where a number is missing."""
    choices: IntArray | None = None
    """(n_documents, n_columns): the number of the value in its column, -1 where it is missing."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "numbers", _checked_numbers(self.numbers))
        object.__setattr__(self, "choices", _checked_choices(self.choices))
        lengths = set(self._lengths())
        if not lengths:
            raise EngineError("Documents need text, numbers or choices; there are none.")
        if len(lengths) > 1:
            raise EngineError(f"Text, numbers and choices must have as many documents, not {sorted(lengths)}.")

    @property
    def n_documents(self) -> int:
        return self._lengths()[0]

    def _lengths(self) -> list[int]:
        text = [] if self.text is None else [self.text.n_documents]
        return text + [len(table) for table in (self.numbers, self.choices) if table is not None]

    def __getitem__(self, documents: npt.NDArray[np.int64] | npt.NDArray[np.bool_] | slice) -> Features:
        """Take some documents, by numbers, mask or slice."""
        return Features(
            None if self.text is None else self.text[documents],
            None if self.numbers is None else self.numbers[documents],
            None if self.choices is None else self.choices[documents],
        )


def features_of(given: Features | CountMatrix) -> Features:
    """Return features as they are, and counts alone as documents that have nothing but text."""
    return given if isinstance(given, Features) else Features(text=given)


def needed(part: Part | None, kind: str) -> Part:
    """The part of a record that the work at hand cannot do without."""
    if part is None:
        raise EngineError(f"This needs {kind}, and there is none.")
    return part


def _checked_numbers(given: npt.ArrayLike | None) -> FloatArray | None:
    if given is None:
        return None
    numbers = np.asarray(given, dtype=np.float64)
    if numbers.ndim != 2:
        raise EngineError(f"Numbers must have two dimensions, documents and columns, not {numbers.ndim}.")
    return checked_sizes(numbers)


def _checked_choices(given: npt.ArrayLike | None) -> IntArray | None:
    if given is None:
        return None
    choices = np.asarray(given)
    if choices.ndim != 2:
        raise EngineError(f"Choices must have two dimensions, documents and columns, not {choices.ndim}.")
    if choices.dtype.kind not in "iu":
        raise EngineError(f"Choices are numbers of values, whole numbers, not {choices.dtype}.")
    return choices.astype(np.int64, copy=False)
