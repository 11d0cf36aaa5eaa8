"""Batches of documents: worker processes read a work item and hand some documents on at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path

from app.domain.documents import Document, Extracted, KnownPage, ReadLimits, SourceOptions, WorkItem
from app.readers.parsers import no_known_page
from app.readers.reading import read_item
from app.readers.reading_positions import Bookmark
from app.readers.source_planning import SourcePlan, plan_source
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BatchSizes:
    """The sizes at which a batch is handed on; the first that is reached counts."""

    documents: int = 500
    characters: int = 1 << 21
    seconds: float = 0.75


@dataclass(frozen=True, slots=True)
class Reading:
    """The choices and limits by which a source is read, handed to each worker process."""

    options: SourceOptions = field(default_factory=SourceOptions)
    limits: ReadLimits = field(default_factory=ReadLimits)
    sizes: BatchSizes = field(default_factory=BatchSizes)
    known_page: KnownPage = no_known_page


def plan_batches(item: WorkItem, reading: Reading, _bookmark: Bookmark) -> Iterator[SourcePlan]:
    """Plan a source, given as the paths of an item: for planning in a worker, where parsers may do what they like."""
    yield plan_source([Path(path) for path in item.paths], reading.options)


def read_batches(item: WorkItem, reading: Reading, bookmark: Bookmark) -> Iterator[list[Extracted]]:
    """Read a work item by batches that are neither large nor long in coming."""
    batch: list[Extracted] = []
    most = reading.sizes
    n_characters, begun_s = 0, time.monotonic()
    for extracted in read_item(item, reading.options, reading.limits, bookmark, reading.known_page):
        batch.append(extracted)
        n_characters += len(extracted.text) if isinstance(extracted, Document) else 0
        is_full = len(batch) >= most.documents or n_characters >= most.characters
        if is_full or time.monotonic() - begun_s >= most.seconds:
            yield batch
            batch, n_characters, begun_s = [], 0, time.monotonic()
    if batch:
        yield batch
