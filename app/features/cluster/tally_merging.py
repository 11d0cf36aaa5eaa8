"""Tallies of shards: one each, merged in a tree, each shard in it once and only once.

A tally travels as the bytes of a model: words and whole numbers, a byte or two each. Merging keeps the numbers of the
shards it holds; a number that comes twice is an error, and so is one that is missing in the end, so no retry, no lost
worker and no checkpoint can make a count wrong without a word.

A tally may leave out copies of other documents, or one of k folds. A document's fold hangs on its content alone (on its
place, for rows of a table, which have no content hash). So it is the same however the sources are divided, and copies
never fall into two folds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.errors import ClusterError
from app.features.cluster.column_survey import renumbered_tally, together
from app.features.cluster.shard_counting import NO_LABEL, ShardCounts, counts_of
from app.store.document_packing import compressed, decompressed
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import TooLargeModelError
from nbengine.lazy_dataclasses import dataclass
from nbengine.learnt.statistics import Features, Statistics, TableColumns, empty_statistics, needed, statistics_of
from nbengine.learnt.tally import Tally
from nbengine.models.model import Model
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.text.vocabulary import Vocabulary

MOST_WORDS = 16_000_000
"""As many as memory has room for with their names, whatever the number of labels."""


class ShardsDisagree(Exception):
    """A shard was counted twice, or not at all: a bug of ours, never the world's fault."""


@dataclass(frozen=True, slots=True, eq=False)
class PartialTally:
    """The sum of what the documents of some shards add to a model, ready to be sent."""

    shards: IntArray
    """Their numbers, ascending."""
    model: bytes
    """Words and counts, compressed."""
    learnt: Mapping[str, int]
    """The number of documents of each label."""

    @property
    def opened(self) -> Model:
        """Words, names of columns, and what was learnt; a recipe has no part in it yet."""
        return model_from_bytes(decompressed(self.model))


@dataclass(frozen=True, slots=True, eq=False)
class LearntRows:
    """The documents of a shard that are to be learnt."""

    features: Features
    vocabulary: Vocabulary
    """The words that the columns of the text stand for."""
    labels: tuple[str, ...]
    label_numbers: IntArray
    weights: FloatArray | None
    dates_s: IntArray
    table: TableColumns | None = None
    """The names of the columns, and what the numbers of their choices mean."""

    @property
    def counts(self) -> CountMatrix:
        return needed(self.features.text, "text")

    @property
    def n_learnt(self) -> dict[str, int]:
        """The number of rows of each label."""
        numbers = np.bincount(self.label_numbers, minlength=len(self.labels))
        return dict(zip(self.labels, numbers.tolist(), strict=True))


def learnt_rows(counted: ShardCounts, part: ShardPart) -> LearntRows:
    """Return the documents that take part, and have a label and a weight."""
    is_kept = part.mask(counted) & (counted.label_numbers != NO_LABEL) & (counted.weights > 0)
    kept = np.flatnonzero(is_kept)
    batch, columns = counts_of(counted), counted.columns
    features = Features(
        batch.counts if counted.has_text else None,
        columns.numbers if columns is not None and columns.table.numbers else None,
        columns.choices if columns is not None and columns.table.choices else None,
    )
    weights = counted.weights[kept]
    return LearntRows(
        features if len(kept) == counted.n_documents else features[kept],
        Vocabulary.from_blob(batch.blob, batch.lengths),
        counted.labels,
        counted.label_numbers[kept],
        None if (weights == 1.0).all() else weights,
        counted.dates_s[kept],
        None if columns is None else columns.table,
    )


def tallied(counted: ShardCounts, part: ShardPart) -> PartialTally:
    """Add up the documents of a shard."""
    rows = learnt_rows(counted, part)
    learnt = empty_statistics(rows.labels, rows.features)
    learnt.learn(rows.features, rows.label_numbers, rows.weights)
    return partial_of([counted.number], rows.vocabulary, learnt, rows.n_learnt, rows.table)


def partial_of(
    shards: Sequence[int] | IntArray,
    vocabulary: Vocabulary,
    tally: Statistics | Tally,
    learnt: Mapping[str, int],
    table: TableColumns | None = None,
) -> PartialTally:
    """Put a tally up for sending; one that has outgrown a model, whatever the sample foretold, ends the job."""
    model = Model(Recipe(), vocabulary, statistics_of(tally), table=table)
    try:
        sent = compressed(model_to_bytes(model, is_compressed=False))
    except TooLargeModelError as error:
        raise ClusterError("outgrown", f"{len(vocabulary):,}") from error
    return PartialTally(np.asarray(shards, np.int64), sent, dict(learnt))


def merged(parts: Sequence[PartialTally]) -> PartialTally:
    """Add tallies up; their words and values are numbered in the order in which they come."""
    shards = disjoint([part.shards for part in parts])
    whole = parts[0].opened
    for part in parts[1:]:
        whole = _added(whole, part.opened)
    learnt: Counter[str] = Counter()
    for part in parts:
        learnt.update(part.learnt)
    return partial_of(shards, whole.vocabulary, whole.statistics, learnt, whole.table)


def _added(known: Model, other: Model) -> Model:
    """Add two models over the words of the first, which get those of the other."""
    columns = other.vocabulary.mapping_to(known.vocabulary, grow=True)
    n_words, table = len(known.vocabulary), together((known.table, other.table))
    mine, theirs = known.statistics, other.statistics
    wide, moved = mine.text, theirs.text
    if wide is not None and moved is not None:
        wide, moved = wide.widened(n_words), moved.remapped(columns[: moved.n_tokens], n_words)
    choices = None if theirs.choices is None else renumbered_tally(theirs.choices, other.table, table)
    try:
        total = Statistics(wide, mine.numbers, mine.choices) + Statistics(moved, theirs.numbers, choices)
    except TooLargeModelError as error:
        raise ClusterError("outgrown", f"{n_words:,}") from error
    return Model(known.recipe, known.vocabulary, total, table=table)


def disjoint(shards: Iterable[IntArray]) -> IntArray:
    """Return the numbers of all shards together, each of which comes once."""
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
