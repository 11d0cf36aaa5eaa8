"""Whether texts are short messages, which are counted by other rules: told from the lengths of all of them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from app.cluster.counting import ShardCounts
from app.cluster.folds import Part
from app.services.recipes import SHORT_CHARACTERS, kind_by_length
from nbengine.counts import IntArray

LONGEST_TOLD = 4 * SHORT_CHARACTERS
"""How much longer a text is than this cannot move the median to the other side."""


def length_histogram(counted: ShardCounts, part: Part) -> IntArray:
    """How many documents of a shard have each length; the last place is for all longer ones."""
    lengths = np.minimum(counted.lengths[part.mask(counted)], LONGEST_TOLD)
    return np.bincount(lengths, minlength=LONGEST_TOLD + 1).astype(np.int64)


def is_message(histograms: Iterable[IntArray]) -> bool:
    """Whether half of the documents are short, as the laptop asks it of all lengths."""
    total = np.zeros(LONGEST_TOLD + 1, np.int64)
    for histogram in histograms:
        total += histogram
    ends = np.cumsum(total)
    if not ends[-1]:
        return False
    middle = np.searchsorted(ends, [(ends[-1] + 1) // 2, ends[-1] // 2 + 1])
    return kind_by_length("text", middle.tolist()) == "message"
