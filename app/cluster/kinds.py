"""What documents look like, which decides how they are counted: told from the lengths and dates of all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from app.cluster.counting import ShardCounts
from app.cluster.folds import Part
from app.services.recipes import SHORT_CHARACTERS, CorpusKind, kind_by_headers, kind_by_length
from nbengine.counts import IntArray

LONGEST_TOLD = 4 * SHORT_CHARACTERS
"""How much longer a text is than this cannot move the median to the other side."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What documents look like."""

    lengths: IntArray
    """How many have each length in characters; the last place is for all longer ones."""
    n_dated: int


def looks_of(counted: ShardCounts, part: Part) -> Looks:
    """What the documents of a shard look like."""
    taken = part.mask(counted)
    lengths = np.minimum(counted.lengths[taken], LONGEST_TOLD)
    histogram = np.bincount(lengths, minlength=LONGEST_TOLD + 1).astype(np.int64)
    return Looks(histogram, int(np.count_nonzero(counted.are_dated[taken])))


def kind_by_looks(kind: CorpusKind, looks: Iterable[Looks]) -> CorpusKind:
    """What documents are treated as, as the laptop finds out from all of them at once."""
    lengths, n_dated = np.zeros(LONGEST_TOLD + 1, np.int64), 0
    for part in looks:
        lengths += part.lengths
        n_dated += part.n_dated
    ends = np.cumsum(lengths)
    n_documents = int(ends[-1])
    if not n_documents:
        return kind
    middle = np.searchsorted(ends, [(n_documents + 1) // 2, n_documents // 2 + 1])
    return kind_by_headers(kind_by_length(kind, middle.tolist()), n_dated, n_documents)
