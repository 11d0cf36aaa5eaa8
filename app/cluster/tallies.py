"""What documents add up to: one tally per shard, merged in a tree, each shard in it once and only once.

A tally travels as the bytes of a model: words and whole numbers, a byte or two each. Merging keeps the numbers of the
shards it holds; a number that comes twice is an error, and so is one that is missing in the end, so no retry, no
lost worker and no checkpoint can make a count wrong without a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.cluster.counting import NO_LABEL, ShardCounts, counts_of
from app.cluster.folds import Part
from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.features import needed
from nbengine.model import Model
from nbengine.persistence import model_from_bytes, model_to_bytes
from nbengine.recipe import Recipe
from nbengine.statistics import Statistics
from nbengine.tally import Tally
from nbengine.vocabulary import Vocabulary


class ShardsDisagree(Exception):
    """A shard was counted twice, or not at all: a bug of ours, never the world's fault."""


@dataclass(frozen=True, slots=True, eq=False)
class PartialTally:
    """What the documents of some shards add up to, ready to be sent."""

    shards: IntArray
    """Their numbers, ascending."""
    model: bytes
    """Words and counts."""
    learnt: Mapping[str, int]
    """How many documents of each label."""

    @property
    def opened(self) -> tuple[Vocabulary, Tally]:
        model = model_from_bytes(self.model)
        return model.vocabulary, needed(model.statistics.text, "text")


@dataclass(frozen=True, slots=True, eq=False)
class LearntRows:
    """The documents of a shard that are to be learnt."""

    counts: CountMatrix
    vocabulary: Vocabulary
    label_numbers: IntArray
    weights: FloatArray | None

    def learnt(self, labels: Sequence[str]) -> dict[str, int]:
        """How many there are of each label."""
        return dict(zip(labels, np.bincount(self.label_numbers, minlength=len(labels)).tolist(), strict=True))


def learnt_rows(counted: ShardCounts, part: Part) -> LearntRows:
    """Documents that take part, and have a label and a weight."""
    is_kept = part.mask(counted) & (counted.label_numbers != NO_LABEL) & (counted.weights > 0)
    kept = np.flatnonzero(is_kept)
    batch = counts_of(counted)
    rows = batch.counts if len(kept) == counted.n_documents else batch.counts[kept]
    weights = counted.weights[kept]
    vocabulary = Vocabulary.from_blob(batch.blob, batch.lengths)
    return LearntRows(rows, vocabulary, counted.label_numbers[kept], None if (weights == 1.0).all() else weights)


def tallied(counted: ShardCounts, part: Part) -> PartialTally:
    """Add up the documents of a shard."""
    rows = learnt_rows(counted, part)
    tally = Tally(counted.labels, len(rows.vocabulary))
    tally.learn(rows.counts, rows.label_numbers, rows.weights)
    return partial_of([counted.number], rows.vocabulary, tally, rows.learnt(counted.labels))


def partial_of(
    shards: Sequence[int] | IntArray, vocabulary: Vocabulary, tally: Tally, learnt: Mapping[str, int]
) -> PartialTally:
    """Put a tally up for sending."""
    model = Model(Recipe(), vocabulary, Statistics(tally))
    return PartialTally(np.asarray(shards, np.int64), model_to_bytes(model), dict(learnt))


def merged(parts: Sequence[PartialTally]) -> PartialTally:
    """Add tallies up; their words are numbered in the order in which they come."""
    shards = disjoint([part.shards for part in parts])
    vocabulary, tally = parts[0].opened
    for part in parts[1:]:
        words, counts = part.opened
        columns = words.mapping_to(vocabulary, grow=True)
        tally = tally.widened(len(vocabulary)) + counts.remapped(columns[: counts.n_tokens], len(vocabulary))
    learnt: Counter[str] = Counter()
    for part in parts:
        learnt.update(part.learnt)
    return partial_of(shards, vocabulary, tally, learnt)


def disjoint(shards: Iterable[IntArray]) -> IntArray:
    """The numbers of all shards together, each of which comes once."""
    numbers = np.sort(np.concatenate(list(shards)))
    twice = numbers[1:][numbers[1:] == numbers[:-1]]
    if len(twice):
        raise ShardsDisagree(f"shard {twice[0]} was counted twice")
    return numbers


def check_shards(shards: IntArray, n_shards: int) -> None:
    """Every shard is in it, once."""
    if not np.array_equal(shards, np.arange(n_shards)):
        missing = np.setdiff1d(np.arange(n_shards), shards)
        raise ShardsDisagree(f"{len(missing)} of {n_shards} shards are missing")
