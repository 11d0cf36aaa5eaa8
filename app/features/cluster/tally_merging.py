"""Tallies of shards, that is their counts added up per label, merged in a tree that has every shard exactly once.

A tally is sent as a serialized model: words and integers of one or two bytes each. It has the numbers of its shards. A
number that occurs twice, or is missing at the end, is an error. So a retry, a lost worker or a checkpoint cannot
silently corrupt a count.

A tally may leave out duplicates, or the documents of one cross-validation fold. A document's fold depends only on its
content. A table row has no content hash; its fold depends on its position. So folds do not depend on how sources are
divided, and duplicates are always in the same fold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from app.domain.errors import ClusterError
from app.features.cluster.column_survey import renumber_tally, unite_column_values
from app.features.cluster.shard_counting import NO_LABEL, ShardCounts, deserialize_counts
from app.store.document_packing import compress_frame, decompress_frame
from nbengine.counts import CountMatrix, FloatArray, IntArray
from nbengine.errors import TooLargeModelError
from nbengine.learnt.statistics import Features, Statistics, TableColumns, empty_statistics, require_part, to_statistics
from nbengine.learnt.tally import Tally
from nbengine.models.model import Model
from nbengine.models.persistence import model_from_bytes, model_to_bytes
from nbengine.models.recipe import Recipe
from nbengine.text.vocabulary import Vocabulary

MAX_WORDS = 16_000_000
"""Maximum number of words in a model, because of memory."""


class ShardMismatchError(Exception):
    """A shard was counted twice or is missing; this is a bug."""


@dataclass(frozen=True, slots=True, eq=False)
class PartialTally:
    """The counts of some shards, added up and serialized."""

    shard_numbers: IntArray
    """Numbers of the shards, ascending."""
    model_content: bytes
    """Words and counts as a compressed model."""
    n_by_label: Mapping[str, int]
    """Number of documents per label."""

    @property
    def unpacked_model(self) -> Model:
        """The decoded model with its words and counts. It has no recipe yet."""
        return model_from_bytes(decompress_frame(self.model_content))


@dataclass(frozen=True, slots=True, eq=False)
class LearnableRows:
    """The documents of a shard that the model can learn, with features and labels."""

    features: Features
    vocabulary: Vocabulary
    """Words of the columns that count text."""
    labels: tuple[str, ...]
    label_numbers: IntArray
    weights: FloatArray | None
    dates_s: IntArray
    """(n_rows,): Unix times of sending, or NO_DATE."""
    table_columns: TableColumns | None = None
    """Names of the table columns, and the values of the categorical ones; None without table columns."""

    @property
    def counts(self) -> CountMatrix:
        return require_part(self.features.text, "text")

    @property
    def n_rows_by_label(self) -> dict[str, int]:
        """Number of rows per label."""
        numbers = np.bincount(self.label_numbers, minlength=len(self.labels))
        return dict(zip(self.labels, numbers.tolist(), strict=True))


def select_learnable_rows(counted: ShardCounts, part: ShardPart) -> LearnableRows:
    """Return those documents of `part` that the model can learn: they have a label and a positive weight."""
    is_kept = part.select(counted) & (counted.label_numbers != NO_LABEL) & (counted.weights > 0)
    rows = np.flatnonzero(is_kept)
    batch, columns = deserialize_counts(counted), counted.columns
    features = Features(
        batch.counts if counted.has_text else None,
        columns.numeric_values if columns is not None and columns.table_columns.numbers else None,
        columns.choice_numbers if columns is not None and columns.table_columns.choices else None,
    )
    weights = counted.weights[rows]
    return LearnableRows(
        features if len(rows) == counted.n_documents else features[rows],
        Vocabulary.from_blob(batch.blob, batch.lengths),
        counted.labels,
        counted.label_numbers[rows],
        None if (weights == 1.0).all() else weights,
        counted.dates_s[rows],
        None if columns is None else columns.table_columns,
    )


def tally_shard(counted: ShardCounts, part: ShardPart) -> PartialTally:
    """Add up the counts of a shard's documents per label. Runs as a task."""
    rows = select_learnable_rows(counted, part)
    learnt = empty_statistics(rows.labels, rows.features)
    learnt.learn(rows.features, rows.label_numbers, rows.weights)
    return serialize_tally([counted.shard_number], rows.vocabulary, learnt, rows.n_rows_by_label, rows.table_columns)


def serialize_tally(
    shards: Sequence[int] | IntArray,
    vocabulary: Vocabulary,
    tally: Statistics | Tally,
    n_by_label: Mapping[str, int],
    table: TableColumns | None = None,
) -> PartialTally:
    """Serialize counts that were added up per label.

    Raises:
        ClusterError: There are more words than a model can hold.
    """
    model = Model(Recipe(), vocabulary, to_statistics(tally), table=table)
    try:
        sent = compress_frame(model_to_bytes(model, is_compressed=False))
    except TooLargeModelError as error:
        raise ClusterError("outgrown", f"{len(vocabulary):,}") from error
    return PartialTally(np.asarray(shards, np.int64), sent, dict(n_by_label))


def merge_tallies(parts: Sequence[PartialTally]) -> PartialTally:
    """Merge tallies. Words and categorical values are numbered in order of appearance. Runs as a task."""
    shards = union_of_shards([part.shard_numbers for part in parts])
    total = parts[0].unpacked_model
    for part in parts[1:]:
        total = _add_models(total, part.unpacked_model)
    learnt: Counter[str] = Counter()
    for part in parts:
        learnt.update(part.n_by_label)
    return serialize_tally(shards, total.vocabulary, total.statistics, learnt, total.table)


def _add_models(known: Model, other: Model) -> Model:
    """Return a model with the counts of both models. The vocabulary of `known` is extended in place."""
    columns = other.vocabulary.mapping_to(known.vocabulary, grow=True)
    n_words, table = len(known.vocabulary), unite_column_values((known.table, other.table))
    mine, theirs = known.statistics, other.statistics
    wide, moved = mine.text, theirs.text
    if wide is not None and moved is not None:
        wide, moved = wide.widen(n_words), moved.with_columns_moved(columns[: moved.n_tokens], n_words)
    choices = None if theirs.choices is None else renumber_tally(theirs.choices, other.table, table)
    try:
        total = Statistics(wide, mine.numbers, mine.choices) + Statistics(moved, theirs.numbers, choices)
    except TooLargeModelError as error:
        raise ClusterError("outgrown", f"{n_words:,}") from error
    return Model(known.recipe, known.vocabulary, total, table=table)


def union_of_shards(shards: Iterable[IntArray]) -> IntArray:
    """Return the sorted numbers of all shards.

    Raises:
        ShardMismatchError: A number occurs twice.
    """
    numbers = np.sort(np.concatenate(list(shards)))
    repeated = numbers[1:][numbers[1:] == numbers[:-1]]
    if len(repeated):
        raise ShardMismatchError(f"shard {repeated[0]} was counted twice")
    return numbers


def check_shards(shards: IntArray, n_shards: int) -> None:
    """Raise ShardMismatchError unless the numbers are 0 … n_shards - 1."""
    if not np.array_equal(shards, np.arange(n_shards)):
        missing = np.setdiff1d(np.arange(n_shards), shards)
        raise ShardMismatchError(f"{len(missing)} of {n_shards} shards are missing")


SPLITMIX_MULTIPLIERS = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
"""Multipliers of the splitmix64 generator. Its two rounds give evenly distributed hashes for any numbers."""


@dataclass(frozen=True, slots=True)
class Fold:
    """One of `n_folds` folds for cross-validation."""

    fold_number: int
    n_folds: int
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class ShardPart:
    """A selection of the documents of a shard."""

    duplicates: IntArray | None = None
    """Numbers of the duplicate documents, which are always left out; None if duplicates are kept."""
    fold: Fold | None = None
    """None without folds."""
    selects_fold: bool = False
    """True to select the documents of the fold; False to select the documents outside it."""

    def select(self, counted: ShardCounts) -> npt.NDArray[np.bool_]:
        """Return a mask of the selected documents, (n_documents,)."""
        is_selected = np.ones(counted.n_documents, np.bool_)
        if self.fold is not None:
            is_selected = (
                assign_folds(counted, self.fold.n_folds, self.fold.seed) == self.fold.fold_number
            ) == self.selects_fold
        if self.duplicates is not None:
            is_selected[self.duplicates] = False
        return is_selected


def assign_folds(counted: ShardCounts, n_folds: int, seed: int) -> IntArray:
    """Return the fold number of each document, (n_documents,)."""
    hashes = counted.content_hashes.view(np.uint64)
    position_keys = hash_numbers(
        np.arange(counted.n_documents, dtype=np.uint64) + (np.uint64(counted.shard_number) << np.uint64(32))
    )
    keys = np.where(counted.content_hashes.any(axis=1), hashes[:, 0] ^ hashes[:, 1], position_keys)
    salt = hash_numbers(np.array([seed + 1], np.uint64))
    return (hash_numbers(keys ^ salt) % np.uint64(n_folds)).astype(np.int64)


def hash_numbers(numbers: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    """Return hashes of numbers, by splitmix64 without its increment."""
    spread = numbers.astype(np.uint64)
    for multiplier, shift in zip(SPLITMIX_MULTIPLIERS, (30, 27), strict=True):
        spread = (spread ^ (spread >> np.uint64(shift))) * np.uint64(multiplier)
    return spread ^ (spread >> np.uint64(31))
