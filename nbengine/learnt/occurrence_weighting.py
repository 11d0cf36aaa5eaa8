"""Other ways to weigh an occurrence, applied to counts before they are learnt or judged.

Both keep a document's tokens and change its values: presence alone, or tf-idf. The idf is frozen when it is
fitted, so that learning and forgetting stay additive.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.arrays.logspace import without_zeros
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass


def binary(counts: CountMatrix, threshold: float = 0.0) -> CountMatrix:
    """A one for each token that occurs more than `threshold` times."""
    kept = without_zeros(counts, threshold)
    return CountMatrix(kept.starts, kept.tokens, np.ones(len(kept.tokens), dtype=np.int32), kept.n_tokens)


@dataclass(frozen=True, slots=True, eq=False)
class TfIdf:
    """Counts damped by their logarithm, times the rarity of the token, each document of length 1."""

    idf: FloatArray
    """(n_tokens,)"""
    new_idf: float = 1.0
    """For tokens that appear after it was fitted."""
    is_sublinear: bool = True
    """1 + log n instead of n occurrences."""
    is_normalised: bool = True
    """Divide each document by its Euclidean length."""

    def __call__(self, counts: CountMatrix) -> CountMatrix:
        """The same entries, reweighted."""
        kept = without_zeros(counts)
        values = kept.values.astype(np.float64)
        if self.is_sublinear:
            values = 1 + np.log(values)
        values *= self._widened_idf(kept.n_tokens)[kept.tokens]
        if self.is_normalised:
            values /= np.repeat(_lengths(kept, values), np.diff(kept.starts))
        return CountMatrix(kept.starts, kept.tokens, values, kept.n_tokens)

    def _widened_idf(self, n_tokens: int) -> FloatArray:
        n_new = max(n_tokens - len(self.idf), 0)
        return np.concatenate((self.idf, np.full(n_new, self.new_idf))) if n_new else self.idf


def tfidf_of(
    document_frequencies: npt.ArrayLike, n_documents: float, *, is_sublinear: bool = True, is_normalised: bool = True
) -> TfIdf:
    """Freeze the smoothed idf, log((1 + n) / (1 + n with the token)) + 1."""
    frequencies = np.asarray(document_frequencies, dtype=np.float64)
    if frequencies.ndim != 1 or not np.isfinite(frequencies).all() or (frequencies < 0).any():
        raise EngineError("Document frequencies are one number from 0 upwards per token.")
    if frequencies.max(initial=0.0) > n_documents:
        raise EngineError("A token cannot be in more documents than there are.")
    idf = np.log((1 + n_documents) / (1 + frequencies)) + 1
    return TfIdf(idf, float(np.log(1 + n_documents)) + 1, is_sublinear, is_normalised)


def document_frequencies(counts: CountMatrix) -> IntArray:
    """(n_tokens,): how many documents have each token."""
    frequencies: IntArray = np.bincount(without_zeros(counts).tokens, minlength=counts.n_tokens)
    return frequencies


def _lengths(counts: CountMatrix, values: FloatArray) -> FloatArray:
    squares = np.bincount(counts.rows, values * values, counts.n_documents)
    return np.sqrt(np.where(squares > 0, squares, 1.0))
