"""The search for documents with the content of one that came before, wherever that is.

The first in the order of the sources counts, as on the laptop. Workers compare content hashes, a part of all hashes at
a time, so that none of them holds all; the driver learns the places of the copies alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from app.cluster.shard_counting import NO_LABEL, ShardCounts
from nbengine.arrays.counts import IntArray
from nbengine.lazy_dataclasses import dataclass

HASHES_AT_ONCE = 1 << 22
"""In one comparing task: some 300 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Identities:
    """The hashes and places by which copies are found, of the documents of one or more shards."""

    hashes: IntArray
    """(n_documents, 2)"""
    places: IntArray
    """(n_documents, 2): shard number, and number in it."""
    labels: tuple[str, ...]
    label_numbers: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Copies:
    """Documents that came before."""

    places: IntArray
    """(n_copies, 2)"""
    n_conflicts: int
    """The number of copies with another label than the one that came first."""


def identities_of(counted: ShardCounts) -> Identities:
    """Return the documents of a shard that may be copies; rows of a table, which stay apart, are none."""
    known = np.flatnonzero(counted.hashes.any(axis=1))
    places = np.column_stack([np.full(len(known), counted.number), known])
    return Identities(counted.hashes[known], places, counted.labels, counted.label_numbers[known])


def gathered(parts: Sequence[Identities]) -> Identities:
    """Join the identities of several shards."""
    labels = tuple(sorted({label for part in parts for label in part.labels}))
    numbers = [_renumbered(part, labels) for part in parts]
    return Identities(
        np.concatenate([part.hashes for part in parts]),
        np.concatenate([part.places for part in parts]),
        labels,
        np.concatenate(numbers),
    )


def _renumbered(part: Identities, labels: tuple[str, ...]) -> IntArray:
    places = np.array([*(labels.index(label) for label in part.labels), NO_LABEL], np.int64)
    return places[part.label_numbers]


def part_of(known: Identities, number: int, n_parts: int) -> Identities:
    """Return those whose hash falls into one of several parts: copies always fall into the same."""
    picked = np.flatnonzero((known.hashes[:, 0].view(np.uint64) % np.uint64(n_parts)).astype(np.int64) == number)
    return Identities(known.hashes[picked], known.places[picked], known.labels, known.label_numbers[picked])


def copies_among(*parts: Identities) -> Copies:
    """Return all but the first of each content."""
    known = gathered(parts)
    order = np.lexsort((known.places[:, 1], known.places[:, 0], known.hashes[:, 1], known.hashes[:, 0]))
    hashes = known.hashes[order]
    is_first = np.ones(len(order), np.bool_)
    is_first[1:] = (hashes[1:] != hashes[:-1]).any(axis=1)
    firsts = np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))
    labels = known.label_numbers[order]
    own, before = labels[~is_first], labels[firsts[~is_first]]
    n_conflicts = np.count_nonzero((own != before) & (own != NO_LABEL) & (before != NO_LABEL))
    return Copies(known.places[order[~is_first]], int(n_conflicts))


def dropped_by_shard(found: Sequence[Copies]) -> dict[int, IntArray]:
    """Return the copies of each shard that has any."""
    places = np.concatenate([np.zeros((0, 2), np.int64), *(copies.places for copies in found)])
    places = places[np.argsort(places[:, 0], kind="stable")]
    shards, starts = np.unique(places[:, 0], return_index=True)
    parts = np.split(places[:, 1], starts[1:])
    return dict(zip(shards.tolist(), parts, strict=True)) if len(shards) else {}
