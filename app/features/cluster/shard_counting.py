"""The task that reads and counts a shard, and the search for duplicates between shards.

The result for a shard has counts per document over the shard's own words, about a tenth of the source's size. It stays
on the cluster or in the checkpoint folder. So duplicates can be left out later, and the model can be calibrated,
without reading the sources again. Texts never leave the reader process.

Of several identical documents, only the first in the order of the sources is learnt, as on one machine. Workers compare
content hashes in partitions, so that no worker holds all hashes. The driver only gets the positions of the duplicates.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import numpy as np

from app.domain import VERSION
from app.domain.documents import Failure, ReadLimits, SourceOptions
from app.domain.errors import SourceError
from app.domain.whole_files import write_atomically
from app.features.cluster.column_survey import (
    ShardColumns,
    collect_column_values,
    columns_from_content,
    columns_to_content,
    has_table_columns,
)
from app.features.cluster.fetching import FetchedItems, fetch_items
from app.features.cluster.running import InstalledComponents, check_components, pools_on_worker
from app.features.cluster.shards import Shard
from app.library.extraction import ExtractedBatch, ExtractionSettings
from app.library.workers import LostPosition, YieldedValue
from app.readers.reading import BatchLimits, ReadingSettings
from app.store.corpora import tidy_label
from app.store.count_blobs import CountRows, decode_rows, encode_rows
from app.store.document_packing import PackedDocument, compress_frame, decompress_frame
from nbengine.counts import (
    CountMatrix,
    FloatArray,
    IntArray,
    stack_counts,
)
from nbengine.errors import EngineError
from nbengine.models.model import TableColumns
from nbengine.packing import (
    PackedContent,
    hash_record,
    pack_content,
    unpack_content,
)
from nbengine.text.token_counter import CountedBatch
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary

FailureOrDocument = TypeVar("FailureOrDocument", Failure, PackedDocument)

NO_LABEL = -1
NO_DATE = np.iinfo(np.int64).min
HASH_BYTES = 16
CHECKPOINT_VERSION = 3
"""Version of the checkpoint format. It is part of the key of each checkpoint."""
LARGE_BATCHES = BatchLimits(n_documents=2_000, n_characters=1 << 23, seconds=3.0)
"""Large batches: no user waits for one, and merging fewer batches renumbers fewer words."""


@dataclass(frozen=True)
class CountingJob:
    """Settings for reading and counting, common to all shards."""

    options: SourceOptions
    rules: TokenRules | None
    """Token rules; None for a model that reads only columns."""
    limits: ReadLimits = field(default_factory=ReadLimits)
    folder: str | None = None
    """Checkpoint folder for counted shards, from which a restarted driver continues; None without checkpoints."""
    readers_plugin: str = ""
    """Plugin name of this driver's reader processes on the workers."""
    table_columns: TableColumns | None = None
    """Columns of tables that are kept in addition to the word counts; None for no columns."""
    components: InstalledComponents = ()
    """Component versions of the driver; workers must have the same versions."""

    @property
    def settings_hash(self) -> str:
        """Hash of all settings that influence the counts."""
        settings = (self.rules, self.table_columns)
        facts = (
            hash_record(self.options),
            *map(hash_record, filter(None, settings)),
            hash_record(self.limits),
            VERSION,
            CHECKPOINT_VERSION,
        )
        return blake2b(repr(facts).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True, eq=False)
class ShardCounts:
    """The counted documents of a shard: metadata, content hashes to find duplicates, and serialized counts."""

    shard_number: int
    size_bytes: int
    labels: tuple[str, ...]
    """Names of the labels that occur in the shard."""
    label_numbers: IntArray
    """(n_documents,): index in `labels`, or NO_LABEL."""
    weights: FloatArray
    """(n_documents,): weights of the documents in training."""
    content_hashes: IntArray
    """(n_documents, 2): content hashes; zeros for rows of tables, which are never duplicates."""
    character_lengths: IntArray
    """(n_documents,): lengths in characters."""
    dates_s: IntArray
    """(n_documents,): Unix times of sending, or NO_DATE."""
    failures: tuple[Failure, ...]
    serialized_counts: bytes
    """Word counts of the documents; see `deserialize_counts`."""
    columns: ShardColumns | None = None
    """Values of table rows, if the model reads columns; else None."""
    has_text: bool = True
    """True if words were counted."""

    @property
    def n_documents(self) -> int:
        return len(self.label_numbers)


@dataclass(frozen=True, slots=True)
class CountedShardSummary:
    """Summary of a counted shard, sent to the driver."""

    shard_number: int
    size_bytes: int
    n_documents: int
    counts_bytes: int
    failures: tuple[Failure, ...]


def count_shard(shard: Shard, job: CountingJob) -> ShardCounts:
    """Read and count a shard, or load its checkpoint. Runs as a task; the result is deterministic."""
    path = None if job.folder is None else Path(job.folder) / job.settings_hash / f"{shard.key}.counts"
    if path is not None:
        with suppress(OSError, EngineError, ValueError, KeyError, TypeError):  # ignore a damaged checkpoint
            return replace(shard_counts_from_bytes(path.read_bytes()), shard_number=shard.number)
    batches: list[ExtractedBatch] = []
    failures: list[Failure] = []
    for batch, lost in read_shard(shard, job):
        failures += lost
        if batch is not None:
            batches.append(batch)
    counted = merge_batches(shard, job, batches, failures)
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SourceError(path.parent, "cannot-write", error.strerror or str(error)) from error
        write_atomically(path, shard_counts_to_bytes(counted))  # two tasks may write it: they write identical bytes
    return counted


def summary_of_shard(counted: ShardCounts) -> CountedShardSummary:
    """Return the part of a counted shard that the driver gets. Runs as a task."""
    return CountedShardSummary(
        counted.shard_number, counted.size_bytes, counted.n_documents, len(counted.serialized_counts), counted.failures
    )


def read_shard(shard: Shard, job: CountingJob) -> Iterator[tuple[ExtractedBatch | None, list[Failure]]]:
    """Read a shard in a reader process. Yield batches, each with its documents and counts (or None), and its failures.

    Paths of fetched copies are replaced by their URLs.
    """
    check_components(job.components)
    files = fetch_items(shard.items, shard.remote_files, is_parquet=shard.is_parquet)
    extraction = ExtractionSettings(
        ReadingSettings(job.options, job.limits, LARGE_BATCHES), job.rules, keeps_bodies=False
    )
    with files as fetched, pools_on_worker(job.readers_plugin).reader(job.settings_hash, extraction) as reader:
        for event in reader.run(fetched.items):
            if isinstance(event, LostPosition):
                yield None, [_replace_local_path(event.failure, fetched)]
            elif isinstance(event, YieldedValue):
                batch: ExtractedBatch = event.value
                if fetched.url_by_path:
                    batch = replace(
                        batch, documents=tuple(_replace_local_path(document, fetched) for document in batch.documents)
                    )
                yield batch, [_replace_local_path(failure, fetched) for failure in batch.failures]


def _replace_local_path(failure_or_document: FailureOrDocument, fetched: FetchedItems) -> FailureOrDocument:
    path = fetched.url_by_path.get(failure_or_document.path, failure_or_document.path)
    return (
        replace(failure_or_document, path=path)
        if isinstance(failure_or_document, Failure)
        else failure_or_document._replace(path=path)
    )


def merge_batches(
    shard: Shard, job: CountingJob, batches: Sequence[ExtractedBatch], failures: Sequence[Failure]
) -> ShardCounts:
    """Merge the batches of a shard into one result with one vocabulary."""
    vocabulary = Vocabulary()
    counts = [batch.counted.counts_over(vocabulary) for batch in batches]
    documents = [document for batch in batches for document in batch.documents]
    labels = [  # a text file among tables has no columns to learn from
        None
        if job.table_columns is not None and not has_table_columns(document, job.table_columns)
        else tidy_label(document.label)
        for document in documents
    ]
    names = tuple(sorted({label for label in labels if label is not None}))
    places = {label: number for number, label in enumerate(names)}
    hashes = b"".join(document.content_hash or bytes(HASH_BYTES) for document in documents)
    nothing = CountMatrix(np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), 0)
    return ShardCounts(
        shard_number=shard.number,
        size_bytes=shard.size_bytes,
        labels=names,
        label_numbers=np.array([NO_LABEL if label is None else places[label] for label in labels], np.int64),
        weights=np.array([document.weight for document in documents], np.float64),
        content_hashes=np.frombuffer(hashes, "<i8").astype(np.int64).reshape(len(documents), 2),
        character_lengths=np.array([document.length for document in documents], np.int64),
        dates_s=np.array([NO_DATE if one.date_s is None else one.date_s for one in documents], np.int64),
        failures=tuple(failures),
        serialized_counts=serialize_counts(vocabulary, stack_counts([nothing, *counts])),
        columns=None if job.table_columns is None else collect_column_values(documents, job.table_columns),
        has_text=job.rules is not None,
    )


def serialize_counts(vocabulary: Vocabulary, counts: CountMatrix) -> bytes:
    """Serialize counts with their words."""
    blob, lengths = vocabulary.to_blob()
    rows = encode_rows(CountRows(counts.starts, counts.tokens, counts.values))
    numbers = {"lengths": lengths.astype(np.int64)}
    return compress_frame(pack_content(PackedContent({}, numbers, {"words": blob, "rows": rows}), is_compressed=False))


def deserialize_counts(counted: ShardCounts) -> CountedBatch:
    """Deserialize the counts of a shard over its own words."""
    parts = unpack_content(decompress_frame(counted.serialized_counts))
    lengths = parts.numbers["lengths"].astype(np.int32)
    rows = decode_rows(parts.blobs["rows"], len(lengths))
    return CountedBatch(parts.blobs["words"], lengths, CountMatrix(rows.starts, rows.tokens, rows.values, len(lengths)))


def shard_counts_to_bytes(counted: ShardCounts) -> bytes:
    """Serialize a counted shard for a checkpoint. Unlike pickle, the format cannot contain code; it is verified when
    read.
    """
    facts = {
        "number": counted.shard_number,
        "size_bytes": counted.size_bytes,
        "has_text": counted.has_text,
        "labels": list(counted.labels),
        "failures": [[one.path, one.member, one.reason, one.detail] for one in counted.failures],
    }
    numbers: dict[str, IntArray | FloatArray] = {
        "label_numbers": counted.label_numbers,
        "weights": counted.weights,
        "hashes": counted.content_hashes.reshape(-1),
        "lengths": counted.character_lengths,
        "dates_s": counted.dates_s,
    }
    columns = columns_to_content(counted.columns)
    return pack_content(
        PackedContent({**facts, **columns.facts}, {**numbers, **columns.numbers}, {"body": counted.serialized_counts})
    )


def shard_counts_from_bytes(data: bytes) -> ShardCounts:
    """Deserialize a checkpoint; raise EngineError if it is damaged."""
    parts = unpack_content(data)
    facts, numbers = parts.facts, parts.numbers
    return ShardCounts(
        shard_number=int(facts["number"]),
        size_bytes=int(facts["size_bytes"]),
        labels=tuple(facts["labels"]),
        label_numbers=numbers["label_numbers"].astype(np.int64),
        weights=numbers["weights"].astype(np.float64),
        content_hashes=numbers["hashes"].astype(np.int64).reshape(-1, 2),
        character_lengths=numbers["lengths"].astype(np.int64),
        dates_s=numbers["dates_s"].astype(np.int64),
        failures=tuple(Failure(*one) for one in facts["failures"]),
        serialized_counts=parts.blobs["body"],
        columns=columns_from_content(parts, len(numbers["label_numbers"])),
        has_text=bool(facts["has_text"]),
    )


HASH_BATCH_SIZE = 1 << 22
"""Number of content hashes that one task compares. They take about 300 MB of memory."""


@dataclass(frozen=True, slots=True, eq=False)
class DocumentIdentities:
    """Content hashes, positions and labels of documents, for the search for duplicates."""

    hashes: IntArray
    """(n_documents, 2): content hashes as two integers."""
    positions: IntArray
    """(n_documents, 2): number of the shard, and number of the document in the shard."""
    labels: tuple[str, ...]
    label_numbers: IntArray


@dataclass(frozen=True, slots=True, eq=False)
class DuplicateDocuments:
    """Documents whose content is that of an earlier document, in the order of the sources."""

    positions: IntArray
    """(n_duplicates, 2): number of the shard, and number of the document in the shard."""
    n_conflicts: int
    """Number of duplicates whose label differs from that of the first document."""


def identities_of(counted: ShardCounts) -> DocumentIdentities:
    """Return content hashes, positions and labels of a shard's documents, except rows of tables, which are never
    duplicates.
    """
    known = np.flatnonzero(counted.content_hashes.any(axis=1))
    places = np.column_stack([np.full(len(known), counted.shard_number), known])
    return DocumentIdentities(counted.content_hashes[known], places, counted.labels, counted.label_numbers[known])


def concatenate_identities(parts: Sequence[DocumentIdentities]) -> DocumentIdentities:
    """Concatenate the content hashes, positions and labels of several shards."""
    labels = tuple(sorted({label for part in parts for label in part.labels}))
    numbers = [  # index -1 is NO_LABEL
        np.array([*map(labels.index, part.labels), NO_LABEL], np.int64)[part.label_numbers] for part in parts
    ]
    return DocumentIdentities(
        np.concatenate([part.hashes for part in parts]),
        np.concatenate([part.positions for part in parts]),
        labels,
        np.concatenate(numbers),
    )


def select_hash_partition(identities: DocumentIdentities, number: int, n_parts: int) -> DocumentIdentities:
    """Return the documents whose content hash is in partition `number` of `n_parts`.

    Duplicates are always in the same partition.
    """
    picked = np.flatnonzero((identities.hashes[:, 0].view(np.uint64) % np.uint64(n_parts)).astype(np.int64) == number)
    return DocumentIdentities(
        identities.hashes[picked], identities.positions[picked], identities.labels, identities.label_numbers[picked]
    )


def find_duplicates(*parts: DocumentIdentities) -> DuplicateDocuments:
    """Return the documents that have the same content as an earlier document.

    `parts` are the content hashes, positions and labels of all shards.
    """
    known = concatenate_identities(parts)
    order = np.lexsort((known.positions[:, 1], known.positions[:, 0], known.hashes[:, 1], known.hashes[:, 0]))
    hashes = known.hashes[order]
    is_first = np.ones(len(order), np.bool_)
    is_first[1:] = (hashes[1:] != hashes[:-1]).any(axis=1)
    firsts = np.maximum.accumulate(np.where(is_first, np.arange(len(order)), 0))
    labels = known.label_numbers[order]
    labels_of_copies, labels_of_firsts = labels[~is_first], labels[firsts[~is_first]]
    n_conflicts = np.count_nonzero(
        (labels_of_copies != labels_of_firsts) & (labels_of_copies != NO_LABEL) & (labels_of_firsts != NO_LABEL)
    )
    return DuplicateDocuments(known.positions[order[~is_first]], int(n_conflicts))


def duplicates_by_shard(partitions: Sequence[DuplicateDocuments]) -> dict[int, IntArray]:
    """Return a mapping from the number of each shard to the numbers of its duplicate documents."""
    places = np.concatenate([np.zeros((0, 2), np.int64), *(copies.positions for copies in partitions)])
    places = places[np.argsort(places[:, 0], kind="stable")]
    shards, starts = np.unique(places[:, 0], return_index=True)
    parts = np.split(places[:, 1], starts[1:])
    return dict(zip(shards.tolist(), parts, strict=True)) if len(shards) else {}
