"""Documents read in a worker process that may die of them: what another parser than our own has to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.domain.documents import Extracted, KnownPage, ReadLimits, SourceOptions, WorkItem
from app.library.workers import Batch, Lost, WorkerPool
from app.readers.batches import Reading, read_batches
from app.readers.parsers import no_known_page
from app.readers.reading import read_bytes
from app.readers.reading_positions import Bookmark
from nbengine.lazy_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GivenBytes(WorkItem):
    """A piece of work that is no file: the bytes are sent along."""

    raw: bytes = b""


def read_given(item: WorkItem, reading: Reading, bookmark: Bookmark) -> Iterator[list[Extracted]]:
    """Read files, or bytes that were sent along; the target of a worker pool."""
    if not isinstance(item, GivenBytes):
        yield from read_batches(item, reading, bookmark)
        return
    for extracted in read_bytes(item.raw, item.paths[0], reading.options, reading.limits, bookmark):
        yield [extracted]


class ReadingApart:
    """A worker process that is begun when it is first needed, and ends with this."""

    def __init__(self, options: SourceOptions, limits: ReadLimits, known_page: KnownPage = no_known_page) -> None:
        self._pool = WorkerPool(read_given, Reading(options, limits, known_page=known_page), limits=limits)

    def close(self) -> None:
        """End the process."""
        self._pool.close()

    def documents(self, items: Iterable[WorkItem]) -> Iterator[Extracted]:
        """Yield what is in some items, in their order; what costs more than the limits say is a failure."""
        for event in self._pool.run(items):
            if isinstance(event, Batch):
                yield from event.value
            elif isinstance(event, Lost):
                yield event.failure

    def documents_of_bytes(self, raw: bytes, name: str) -> Iterator[Extracted]:
        """Yield what is in some bytes."""
        yield from self.documents([GivenBytes((name,), (None,), size_bytes=len(raw), raw=raw)])
