"""The looks of documents, which decide how they are counted: told from lengths, labels and dates of all of them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from app.cluster.shard_counting import NO_LABEL, ShardCounts
from app.cluster.shard_parts import ShardPart
from app.services.training.recipe_planning import SHORT_CHARACTERS, CorpusKind, kind_by_headers, kind_by_length
from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass

LONGEST_TOLD = 4 * SHORT_CHARACTERS
"""The length from which a longer text cannot move the median to the other side."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """The looks of some documents: their lengths, labels and dates."""

    lengths: IntArray
    """The number of documents of each length in characters; the last place is for all longer ones."""
    labels: frozenset[str]
    n_dated: int


def looks_of(counted: ShardCounts, part: ShardPart) -> Looks:
    """Return what the documents of a shard look like."""
    taken = part.mask(counted)
    lengths = np.minimum(counted.lengths[taken], LONGEST_TOLD)
    histogram = np.bincount(lengths, minlength=LONGEST_TOLD + 1).astype(np.int64)
    used = np.unique(counted.label_numbers[taken & (counted.label_numbers != NO_LABEL)])
    labels = frozenset(counted.labels[number] for number in used.tolist())
    return Looks(histogram, labels, int(np.count_nonzero(counted.are_dated[taken])))


def kind_by_looks(kind: CorpusKind, looks: Iterable[Looks]) -> CorpusKind:
    """Return the kind that documents are treated as, as the laptop finds it out from all of them at once."""
    parts = list(looks)
    ends = np.cumsum(sum((part.lengths for part in parts), np.zeros(LONGEST_TOLD + 1, np.int64)))
    n_documents = int(ends[-1])
    if not n_documents:
        return kind
    middle = np.searchsorted(ends, [(n_documents + 1) // 2, n_documents // 2 + 1])
    labels = sorted(frozenset().union(*(part.labels for part in parts)))
    by_length = kind_by_length(kind, middle.tolist())
    return kind_by_headers(by_length, labels, sum(part.n_dated for part in parts), n_documents)
