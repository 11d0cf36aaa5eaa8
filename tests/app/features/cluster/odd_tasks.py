"""Tasks that workers run in place of the program's own, as `dask worker --preload` knows it: noted, hungry, and
poisoned."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from distributed import get_worker

from app.domain.documents import Document, ReadLimits, WorkItem
from app.features.cluster import running as reader_pools
from app.features.cluster.model_from_counts import FinishedModel, make_model
from app.features.cluster.shard_counting import CountingJob, ShardCounts, count_shard
from app.features.cluster.shards import Shard
from app.library import extraction
from app.library.extraction import ExtractedBatch, ExtractionSettings
from app.readers import reading
from app.readers.reading import Bookmark

NOTES = "BAYLEAF_TEST_NOTES"
"""Names a folder: every task that ran has left a file there. A file beside it says how many there may be by now."""
IDLE = "BAYLEAF_TEST_IDLE_S"
"""Says how long a reader may be idle."""
SHORT = ReadLimits(seconds_per_document=4.0)
HUNGER_BYTES = 1 << 30
ABORTS, HANGS = "this-mail-aborts-its-parser", "this-mail-hangs-its-parser"

_read_mail = reading.read_mail


def noted(shard: Shard, job: CountingJob) -> ShardCounts:
    """Leave a note of a shard, wait until so many may have been begun, and count it."""
    held_back(shard.number, Path(os.environ[NOTES]))
    return count_shard(shard, job)


def held_back(number: int, notes: Path) -> int:
    """Leave a note, wait until so many may have been begun, and return the number."""
    (notes / f"{number}-{os.getpid()}-{time.monotonic_ns()}").touch()
    time.sleep(0.05)
    while len(list(notes.iterdir())) > allowed(notes):
        time.sleep(0.05)
    return number


def allowed(notes: Path) -> float:
    """Return how many tasks may have been begun: all of them where nobody holds them back."""
    told = notes.with_suffix(".allowed")
    return float(told.read_text()) if told.exists() else math.inf


def allow(notes: Path, n_tasks: float) -> None:
    """Let so many be begun; whoever reads it meanwhile finds the number before."""
    written = notes.with_suffix(".partial")
    written.write_text(str(n_tasks))
    written.replace(notes.with_suffix(".allowed"))


def finished_here(*arguments: Any) -> FinishedModel:
    """Make a model, and leave a note of which worker did it."""
    (Path(os.environ[NOTES]) / f"finished-on-{get_worker().name}").touch()
    return make_model(*arguments)


def hungry_once(shard: Shard, job: CountingJob) -> ShardCounts:
    """Take more memory than there is for the third shard, the first time that it is tried."""
    note = Path(os.environ[NOTES]) / "was-hungry"
    if shard.number == 2 and not note.exists():
        note.touch()
        devour()
    return count_shard(shard, job)


def always_hungry(shard: Shard, job: CountingJob) -> ShardCounts:
    """Take more memory than there is for the third shard, whenever it is tried."""
    if shard.number == 2:
        devour()
    return count_shard(shard, job)


def devour() -> None:
    """Take memory and wait: the nanny ends who does so."""
    taken = [os.urandom(1) * HUNGER_BYTES]
    while taken:
        time.sleep(0.1)


def poisoned(item: WorkItem, options: ExtractionSettings, bookmark: Bookmark) -> Iterator[ExtractedBatch]:
    """Read as ever, but with a parser that some mails end or stop for good."""
    reading.read_mail = _read_carelessly
    return extraction.extract(item, options, bookmark)


def _read_carelessly(raw: bytes, **more: Any) -> Document:
    if ABORTS.encode() in raw:
        os.abort()
    while HANGS.encode() in raw:
        time.sleep(0.1)
    return _read_mail(raw, **more)


def dask_setup(_worker: object) -> None:
    """Put the tasks into this worker; `--preload` calls it."""
    reader_pools.extract = poisoned
    reader_pools.IDLE_S = float(os.environ.get(IDLE, reader_pools.IDLE_S))
