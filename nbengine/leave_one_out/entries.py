"""The entries of documents that were learnt, and what the tally holds of them without their own document."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import EngineError
from nbengine.logs import SmoothedLogs
from nbengine.logspace import without_zeros
from nbengine.sums import whole_counts
from nbengine.tally import Tally
from nbengine.units import UNIT

Units = IntArray | int


def learnt_entries(tally: Tally, counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """The entries that count, over the tally's columns."""
    if counts.tokens.size and counts.tokens.max() >= tally.n_tokens:
        raise EngineError("A document to leave out holds tokens that were never learnt.")
    kept = without_zeros(counts, threshold)
    values = kept.values if tally.is_real else whole_counts(kept.values)
    return CountMatrix(kept.starts, kept.tokens, values, tally.n_tokens)


def entry_units(counts: CountMatrix, units: IntArray | None) -> Units:
    """The weight of each entry's document."""
    return UNIT if units is None else np.repeat(units, np.diff(counts.starts))


def left(total: npt.NDArray[Any], own: npt.NDArray[Any] | int) -> npt.NDArray[Any]:
    """What remains of a total; less than nothing means that the document was not in it."""
    rest: npt.NDArray[Any] = total - own
    if rest.dtype.kind == "f":
        return rest.clip(min=0)
    if rest.size and rest.min() < 0:
        raise EngineError("A document to leave out was never learnt under its label and weight.")
    return rest


def row_sums(counts: CountMatrix, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Add up one value per entry by document, shape (n_documents,)."""
    sums = np.zeros(counts.n_documents, dtype=np.float64 if values.dtype.kind == "f" else np.int64)
    filled = np.flatnonzero(np.diff(counts.starts))
    if len(filled):
        sums[filled] = np.add.reduceat(values, counts.starts[filled], dtype=sums.dtype)
    return sums


class EntryLogs:
    """Per document the sum of factor times log(rest + α) over its entries, for any α."""

    def __init__(self, counts: CountMatrix, factors: npt.NDArray[Any], rest: npt.NDArray[Any]) -> None:
        self._counts, self._factors = counts, factors
        self._logs = SmoothedLogs(rest)

    def __call__(self, alpha: FloatArray) -> FloatArray:
        """α is one number, or one per token as (n_tokens, 1)."""
        logs = self._logs(alpha[self._counts.tokens, 0] if alpha.ndim else alpha)
        sums: FloatArray = row_sums(self._counts, self._factors * logs)
        return sums
