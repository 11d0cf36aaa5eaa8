"""Logarithms of smoothed counts.

Counts in units are mostly small whole documents or occurrences, so one table of logarithms, looked up by
count, replaces most of the work. Where weights make fractions, or each token has its own smoothing, every
logarithm is computed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import FloatArray, IntArray
from nbengine.logspace import log_of
from nbengine.units import UNIT

LARGEST_TABLE = 1 << 20


class SmoothedLogs:
    """log(count + α) of the same counts (in units) for any α, sharing what does not depend on α.

    `places` and `table` are there for a sum of many logarithms, which needs none of them written down.
    """

    def __init__(self, counts: npt.NDArray[Any]) -> None:
        self._counts = counts
        self._places = _table_places(counts)
        self._size = 0 if self._places is None or not counts.size else int(self._places.max()) + 1

    @classmethod
    def of_places(cls, places: IntArray) -> SmoothedLogs:
        """Of whole counts that are known to be small."""
        logs = cls.__new__(cls)
        logs._counts, logs._places = places, places
        logs._size = int(places.max(initial=0)) + 1
        return logs

    def __call__(self, smoothing: FloatArray) -> FloatArray:
        """α must broadcast against the counts."""
        if self._places is not None and smoothing.ndim == 0:
            return self.table(smoothing)[self._places]
        smoothed = self._counts / (UNIT if self._counts is not self._places else 1)
        smoothed += smoothing
        with np.errstate(divide="ignore"):
            np.log(smoothed, out=smoothed)
        return smoothed

    @property
    def places(self) -> IntArray | None:
        """The place in the table of each count, where all are small and whole."""
        return self._places

    def table(self, smoothing: FloatArray) -> FloatArray:
        """The logarithm at each place, for one α."""
        return log_of(np.arange(self._size) + smoothing)


def _table_places(counts: npt.NDArray[Any]) -> IntArray | None:
    """The counts as whole numbers small enough to look up, if they are."""
    if counts.dtype.kind == "f" or not counts.size:
        return None
    if int(counts.max()) // UNIT >= min(LARGEST_TABLE, counts.size) or int(counts.min()) < 0:
        return None
    if int(np.bitwise_or.reduce(counts.ravel(order="K"))) % UNIT:
        return None
    places: IntArray = counts >> 20
    return places
