"""Counts under another numbering of the tokens."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nbengine.arrays.counts import CountMatrix, IntArray
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.text.vocabulary import Vocabulary, checked_spans


@dataclass(frozen=True, slots=True, eq=False)
class CountedBatch:
    """Counts together with their own words: what a worker process hands back."""

    blob: bytes
    """The words as one run of UTF-8."""
    lengths: npt.NDArray[np.int32]
    """(n_tokens,): each word's length in bytes."""
    counts: CountMatrix

    def over(self, vocabulary: Vocabulary, *, grow: bool = True) -> CountMatrix:
        """Return the counts over another vocabulary, which gets the new words or lacks their counts."""
        spans = checked_spans(self.blob, self.lengths)
        columns = vocabulary.find_or_add(spans) if grow else vocabulary.find(spans)
        return remapped(self.counts, columns, len(vocabulary))


def remapped(counts: CountMatrix, columns: IntArray, n_tokens: int) -> CountMatrix:
    """Give each token the number columns[token]: -1 leaves it out, equal numbers are added up."""
    columns = np.asarray(columns, np.int64)
    if columns.shape != (counts.n_tokens,):
        raise EngineError(f"{counts.n_tokens} tokens need as many new columns, not {len(columns)}.")
    if len(columns) and not -1 <= columns.min() <= columns.max() < n_tokens:
        raise EngineError(f"New columns lie between -1 and {n_tokens - 1}; some do not.")
    tokens, rows, values = columns[counts.tokens], counts.rows, counts.values
    is_kept = tokens >= 0
    if not is_kept.all():
        tokens, rows, values = tokens[is_kept], rows[is_kept], values[is_kept]
    keys = rows * n_tokens + tokens
    if len(keys) and (keys[1:] <= keys[:-1]).any():
        order = np.argsort(keys, kind="stable")
        keys, values = keys[order], values[order]
        leaders = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
        keys, values = keys[leaders], np.add.reduceat(values, leaders, dtype=values.dtype)
    starts = np.searchsorted(keys, np.arange(counts.n_documents + 1) * n_tokens)
    return CountMatrix(starts.astype(np.int64), (keys % max(n_tokens, 1)).astype(np.int32), values, n_tokens)
