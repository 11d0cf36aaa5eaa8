"""The task that reads a shard and counts it, with the laptop's readers, limits and counter.

What comes of it stays on the cluster, or in the checkpoint folder: counts document by document over the shard's own
words, some tenth of the source's size. Documents that turn out to be copies of others are left out of them later, and
the model is judged by them, without reading anything again. Texts never leave the reader process.

Of documents with one content the first in the order of the sources counts, as on the laptop. Workers compare content
hashes, a part of all hashes at a time, so that none of them holds all; the driver learns the places of the copies
alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import field, replace
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

import numpy as np

from app.domain.documents import Failure, ReadLimits, SourceOptions
from app.domain.errors import SourceError
from app.domain.version import VERSION
from app.domain.whole_files import write_whole
from app.features.cluster.column_survey import ShardColumns, columns_as_parts, columns_from_parts, columns_of, is_row
from app.features.cluster.fetching import Brought, brought
from app.features.cluster.running import InstalledParts, check_parts, own_pools
from app.features.cluster.shards import Shard
from app.library.extraction import ExtractedBatch, Extraction
from app.library.workers import Batch, Lost
from app.readers.batches import BatchSizes, Reading
from app.store.corpora import tidied_name
from app.store.count_blobs import CountRows, decoded_rows, encoded_rows
from app.store.document_packing import PackedDocument, compressed, decompressed
from nbengine.arrays.counts import CountMatrix, FloatArray, IntArray, stacked
from nbengine.arrays.named_bytes import Parts, packed, plain_key, unpacked
from nbengine.errors import EngineError
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.model import TableColumns
from nbengine.text.token_counter import CountedBatch
from nbengine.text.token_rules import TokenRules
from nbengine.text.vocabulary import Vocabulary

Found = TypeVar("Found", Failure, PackedDocument)

NO_LABEL = -1
NO_DATE = np.iinfo(np.int64).min
HASH_BYTES = 16
FORM = 3
"""Of what a checkpoint holds; one in another form is not looked for."""
BATCHES = BatchSizes(documents=2_000, characters=1 << 23, seconds=3.0)
"""Nobody waits for a batch: the larger it is, the fewer words are numbered again when batches are put together."""


@dataclass(frozen=True)
class CountingJob:
    """The job of reading and counting shards; the same for all of them."""

    options: SourceOptions
    rules: TokenRules | None
    """The rules for words; None for a model that reads columns alone."""
    limits: ReadLimits = field(default_factory=ReadLimits)
    folder: str | None = None
    """The folder where counted shards are kept, so that a driver that was lost need not begin anew; None for none."""
    readers: str = ""
    """The name under which each worker has its reader processes for this driver."""
    table: TableColumns | None = None
    """The columns that are kept beside the words, by name."""
    parts: InstalledParts = ()
    """The code and libraries of the driver; a worker that has others must not count for it."""

    @property
    def key(self) -> str:
        """Tells apart what would count differently."""
        kept = (self.rules, self.table)
        told = (plain_key(self.options), *map(plain_key, filter(None, kept)), plain_key(self.limits), VERSION, FORM)
        return blake2b(repr(told).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True, eq=False)
class ShardCounts:
    """The documents of a shard: what tells copies apart, and their counts, packed."""

    number: int
    size_bytes: int
    labels: tuple[str, ...]
    label_numbers: IntArray
    """(n_documents,): NO_LABEL without one."""
    weights: FloatArray
    """(n_documents,)"""
    hashes: IntArray
    """(n_documents, 2): what two equal documents share; zeros where equal ones stay apart."""
    lengths: IntArray
    """(n_documents,): in characters."""
    dates_s: IntArray
    """(n_documents,): when each was sent; NO_DATE where it does not say."""
    failures: tuple[Failure, ...]
    body: bytes
    """The counts; `counts_of` opens them."""
    columns: ShardColumns | None = None
    """Of rows, where a model reads them."""
    has_text: bool = True
    """True if words were counted at all."""

    @property
    def n_documents(self) -> int:
        return len(self.label_numbers)


@dataclass(frozen=True, slots=True)
class ShardFacts:
    """The facts about a shard that the driver is told."""

    number: int
    size_bytes: int
    n_documents: int
    counts_bytes: int
    failures: tuple[Failure, ...]


def count_shard(shard: Shard, job: CountingJob) -> ShardCounts:
    """Read and count a shard, unless a checkpoint of it is there; the same whenever, wherever and however often."""
    place = None if job.folder is None else Path(job.folder) / job.key / f"{shard.key}.counts"
    if place is not None:
        with suppress(OSError, EngineError, ValueError, KeyError, TypeError):  # a damaged one is as good as none
            return replace(from_bytes(place.read_bytes()), number=shard.number)
    batches: list[ExtractedBatch] = []
    failures: list[Failure] = []
    for batch, lost in read_shard(shard, job):
        failures += lost
        if batch is not None:
            batches.append(batch)
    counted = counted_together(shard, job, batches, failures)
    if place is not None:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SourceError(place.parent, "cannot-write", error.strerror or str(error)) from error
        write_whole(place, to_bytes(counted))  # two tasks that write it write the same
    return counted


def facts_of(counted: ShardCounts) -> ShardFacts:
    """Return the small part of it, for the driver."""
    return ShardFacts(counted.number, counted.size_bytes, counted.n_documents, len(counted.body), counted.failures)


def read_shard(shard: Shard, job: CountingJob) -> Iterator[tuple[ExtractedBatch | None, list[Failure]]]:
    """Yield the documents of a shard with their counts, and its failures, under the names that a person knows; they are
    read by a process of its own."""
    check_parts(job.parts)
    files = brought(shard.items, shard.remote, is_parquet=shard.is_parquet)
    extraction = Extraction(Reading(job.options, job.limits, BATCHES), job.rules, keeps_bodies=False)
    with files as here, own_pools(job.readers).reader(job.key, extraction) as reader:
        for event in reader.run(here.items):
            if isinstance(event, Lost):
                yield None, [_named(event.failure, here)]
            elif isinstance(event, Batch):
                batch: ExtractedBatch = event.value
                if here.urls:
                    batch = replace(batch, documents=tuple(_named(document, here) for document in batch.documents))
                yield batch, [_named(failure, here) for failure in batch.failures]


def _named(found: Found, here: Brought) -> Found:
    path = here.urls.get(found.path, found.path)
    return replace(found, path=path) if isinstance(found, Failure) else found._replace(path=path)


def counted_together(
    shard: Shard, job: CountingJob, batches: Sequence[ExtractedBatch], failures: Sequence[Failure]
) -> ShardCounts:
    """Put batches of a shard's documents together, over one vocabulary."""
    vocabulary = Vocabulary()
    counts = [batch.counted.over(vocabulary) for batch in batches]
    documents = [document for batch in batches for document in batch.documents]
    labels = [  # a text that lies among tables has no columns to learn by
        None if job.table is not None and not is_row(document, job.table) else tidied_name(document.label)
        for document in documents
    ]
    names = tuple(sorted({label for label in labels if label is not None}))
    places = {label: number for number, label in enumerate(names)}
    hashes = b"".join(document.content_hash or bytes(HASH_BYTES) for document in documents)
    nothing = CountMatrix(np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32), 0)
    return ShardCounts(
        number=shard.number,
        size_bytes=shard.size_bytes,
        labels=names,
        label_numbers=np.array([NO_LABEL if label is None else places[label] for label in labels], np.int64),
        weights=np.array([document.weight for document in documents], np.float64),
        hashes=np.frombuffer(hashes, "<i8").astype(np.int64).reshape(len(documents), 2),
        lengths=np.array([document.length for document in documents], np.int64),
        dates_s=np.array([NO_DATE if one.date_s is None else one.date_s for one in documents], np.int64),
        failures=tuple(failures),
        body=packed_counts(vocabulary, stacked([nothing, *counts])),
        columns=None if job.table is None else columns_of(documents, job.table),
        has_text=job.rules is not None,
    )


def packed_counts(vocabulary: Vocabulary, counts: CountMatrix) -> bytes:
    """Return counts as bytes to be sent and kept, with the words that they number."""
    blob, lengths = vocabulary.to_blob()
    rows = encoded_rows(CountRows(counts.starts, counts.tokens, counts.values))
    numbers = {"lengths": lengths.astype(np.int64)}
    return compressed(packed(Parts({}, numbers, {"words": blob, "rows": rows}), is_compressed=False))


def counts_of(counted: ShardCounts) -> CountedBatch:
    """Return the counts of a shard over its own words."""
    parts = unpacked(decompressed(counted.body))
    lengths = parts.numbers["lengths"].astype(np.int32)
    rows = decoded_rows(parts.blobs["rows"], len(lengths))
    return CountedBatch(parts.blobs["words"], lengths, CountMatrix(rows.starts, rows.tokens, rows.values, len(lengths)))


def to_bytes(counted: ShardCounts) -> bytes:
    """Return a counted shard as a file keeps it: checked when it is read, and never code."""
    facts = {
        "number": counted.number,
        "size_bytes": counted.size_bytes,
        "has_text": counted.has_text,
        "labels": list(counted.labels),
        "failures": [[one.path, one.member, one.reason, one.detail] for one in counted.failures],
    }
    numbers: dict[str, IntArray | FloatArray] = {
        "label_numbers": counted.label_numbers,
        "weights": counted.weights,
        "hashes": counted.hashes.reshape(-1),
        "lengths": counted.lengths,
        "dates_s": counted.dates_s,
    }
    columns = columns_as_parts(counted.columns)
    return packed(Parts({**facts, **columns.facts}, {**numbers, **columns.numbers}, {"body": counted.body}))


def from_bytes(data: bytes) -> ShardCounts:
    """Read what `to_bytes` wrote; EngineError where it is damaged."""
    parts = unpacked(data)
    facts, numbers = parts.facts, parts.numbers
    return ShardCounts(
        number=int(facts["number"]),
        size_bytes=int(facts["size_bytes"]),
        labels=tuple(facts["labels"]),
        label_numbers=numbers["label_numbers"].astype(np.int64),
        weights=numbers["weights"].astype(np.float64),
        hashes=numbers["hashes"].astype(np.int64).reshape(-1, 2),
        lengths=numbers["lengths"].astype(np.int64),
        dates_s=numbers["dates_s"].astype(np.int64),
        failures=tuple(Failure(*one) for one in facts["failures"]),
        body=parts.blobs["body"],
        columns=columns_from_parts(parts, len(numbers["label_numbers"])),
        has_text=bool(facts["has_text"]),
    )


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
    numbers = [  # the last place is that of NO_LABEL
        np.array([*map(labels.index, part.labels), NO_LABEL], np.int64)[part.label_numbers] for part in parts
    ]
    return Identities(
        np.concatenate([part.hashes for part in parts]),
        np.concatenate([part.places for part in parts]),
        labels,
        np.concatenate(numbers),
    )


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
