"""Weights of documents as whole numbers: multiples of 2⁻²⁰, so that their sums are exact in any order.

Whole numbers instead of floats cost one rounding of each weight (to a millionth), and buy that learning
in any order, forgetting and merging give the same tally to the last bit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import IntArray
from nbengine.errors import EngineError

UNIT = 1 << 20
"""One document of weight 1, or one occurrence in it."""
EXACT_FLOAT = 2.0**53
"""Whole numbers below this are exact in a float64."""
LARGEST_SUM = 2.0**62


def units_of(weights: npt.ArrayLike | None, n_documents: int) -> IntArray | None:
    """Round weights, one per document, to whole units; None stays None and means one each."""
    if weights is None:
        return None
    given = np.asarray(weights, dtype=np.float64)
    if given.shape != (n_documents,):
        raise EngineError(f"{n_documents} documents need as many weights, not the shape {given.shape}.")
    if not np.isfinite(given).all():
        raise EngineError("Weights must be finite; some are NaN or infinite.")
    if given.size and given.min() < 0:
        raise EngineError("Weights must not be negative.")
    if given.size and given.sum() * UNIT >= LARGEST_SUM:
        raise EngineError("The weights are too large to be added up exactly.")
    units = np.rint(given * UNIT)
    if ((units == 0) & (given > 0)).any():
        raise EngineError(
            f"The weight {given[(units == 0) & (given > 0)].min():g} is too small: weights are kept in steps of"
            f" {1 / UNIT:.2g}. Multiply all weights by one number."
        )
    return units.astype(np.int64)


def checked_sum(units: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same units, whose sum is a whole number that memory can hold, or an error."""
    if float(units.sum(dtype=np.float64)) >= LARGEST_SUM:
        raise EngineError("There is more than can be added up exactly.")
    return units


def checked_label_numbers(label_numbers: npt.ArrayLike, n_documents: int, n_labels: int) -> IntArray:
    """Return one known label number per document, or raise an error that says what is wrong."""
    given: npt.NDArray[Any] = np.asarray(label_numbers)
    if given.shape != (n_documents,):
        raise EngineError(f"{n_documents} documents need as many label numbers, not the shape {given.shape}.")
    if given.dtype.kind not in "iu":
        if given.size:
            raise EngineError(f"Label numbers must be whole numbers, not {given.dtype}.")
        return np.zeros(0, dtype=np.int64)
    if given.size and not (given.min() >= 0 and given.max() < n_labels):
        raise EngineError(f"Label numbers must be from 0 to {n_labels - 1}; found {given.min()} to {given.max()}.")
    return given.astype(np.int64, copy=False)


def checked_labels(labels: Any) -> tuple[str, ...]:
    """Distinct label names, as a tuple."""
    if isinstance(labels, str):
        raise EngineError("Labels are a sequence of names, not one string.")
    names = tuple(labels)
    if len(set(names)) != len(names):
        raise EngineError("Each label must have a name of its own.")
    return names


def common_zeros(*arrays: IntArray) -> int:
    """Count the low bits that are zero in all numbers: weights of whole documents need no fractions."""
    bits = 0
    for array in arrays:
        bits |= int(np.bitwise_or.reduce(array, initial=0))
    return 0 if bits == 0 else (bits & -bits).bit_length() - 1
