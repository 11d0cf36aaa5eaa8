"""Parts of a shard's documents: without copies of others, and for k folds without one fold, or only that fold.

A document's fold hangs on its content alone (on its place, for rows of a table, which have no content hash). So it is
the same however the sources are divided, and copies never fall into two folds.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from app.cluster.shard_counting import ShardCounts
from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass

MIXER = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
"""Of the splitmix64 generator: two rounds spread any numbers evenly."""


@dataclass(frozen=True, slots=True)
class Fold:
    """One of several parts that documents are dealt into."""

    number: int
    n_folds: int
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class ShardPart:
    """The documents of a shard that take part."""

    copies: IntArray | None = None
    """Documents that came before, which never do."""
    fold: Fold | None = None
    is_fold_alone: bool = False
    """The documents of the fold, instead of all others."""

    def mask(self, counted: ShardCounts) -> npt.NDArray[np.bool_]:
        """(n_documents,): which documents."""
        taken = np.ones(counted.n_documents, np.bool_)
        if self.fold is not None:
            taken = (folds_of(counted, self.fold.n_folds, self.fold.seed) == self.fold.number) == self.is_fold_alone
        if self.copies is not None:
            taken[self.copies] = False
        return taken


def folds_of(counted: ShardCounts, n_folds: int, seed: int) -> IntArray:
    """(n_documents,): the fold of each."""
    hashes = counted.hashes.view(np.uint64)
    places = mixed(np.arange(counted.n_documents, dtype=np.uint64) + (np.uint64(counted.number) << np.uint64(32)))
    keys = np.where(counted.hashes.any(axis=1), hashes[:, 0] ^ hashes[:, 1], places)
    salt = mixed(np.array([seed + 1], np.uint64))
    return (mixed(keys ^ salt) % np.uint64(n_folds)).astype(np.int64)


def mixed(numbers: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    """Scramble numbers so that they no longer tell where they came from."""
    spread = numbers.astype(np.uint64)
    for multiplier, shift in zip(MIXER, (30, 27), strict=True):
        spread = (spread ^ (spread >> np.uint64(shift))) * np.uint64(multiplier)
    return spread ^ (spread >> np.uint64(31))
