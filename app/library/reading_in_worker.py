"""Read files or bytes in a worker process, for parsers that may crash or hang."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.domain.documents import Extracted, PageLookup, ReadLimits, SourceOptions, WorkItem
from app.library.workers import Batch, LostPosition, WorkerPool
from app.readers.parsers import no_cached_page
from app.readers.reading import Bookmark, ReadingSettings, read_batches, read_bytes


@dataclass(frozen=True, slots=True)
class BytesItem(WorkItem):
    """A work item that carries its bytes instead of naming a file."""

    raw: bytes = b""


def read_item(item: WorkItem, reading: ReadingSettings, bookmark: Bookmark) -> Iterator[list[Extracted]]:
    """Read files or carried bytes; the target function of a worker pool."""
    if not isinstance(item, BytesItem):
        yield from read_batches(item, reading, bookmark)
        return
    for extracted in read_bytes(item.raw, item.paths[0], reading.options, reading.limits, bookmark):
        yield [extracted]


class WorkerReader:
    """Reader in a worker process, which is started on first use and ended by `close`."""

    def __init__(self, options: SourceOptions, limits: ReadLimits, known_page: PageLookup = no_cached_page) -> None:
        self._pool = WorkerPool(read_item, ReadingSettings(options, limits, known_page=known_page), limits=limits)

    def close(self) -> None:
        self._pool.close()

    def documents(self, items: Iterable[WorkItem]) -> Iterator[Extracted]:
        """Yield the documents of the items in order; an item that crashes or exceeds the limits yields a Failure."""
        for event in self._pool.run(items):
            if isinstance(event, Batch):
                yield from event.value
            elif isinstance(event, LostPosition):
                yield event.failure

    def documents_of_bytes(self, raw: bytes, name: str) -> Iterator[Extracted]:
        """Yield the documents in `raw`; `name` tells the reader which format to expect."""
        yield from self.documents([BytesItem((name,), (None,), size_bytes=len(raw), raw=raw)])
