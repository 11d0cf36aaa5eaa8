"""Sources read document by document without a workspace, as an import would read them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path

from app.domain.documents import Document, Extracted, SourceOptions
from app.domain.errors import SourceError
from app.domain.jobs import JobContext
from app.readers.batches import Reading, read_batches
from app.services.judging.source_judging import BYTES_PER_WORKER, read_by_pool
from app.services.library.importing import previewed
from app.services.work.workers import Lost, WorkerPool, worker_count


def read_sources(
    sources: Sequence[Path], options: SourceOptions, context: JobContext
) -> Generator[Extracted, None, None]:
    """Read every document of the sources in worker processes, in their order; what cannot be read is a Failure."""
    with WorkerPool(read_batches) as pool:
        pool.start_ahead()
        plan = previewed(sources, options, context)
        n_workers = min(worker_count(has_window=False), 1 + plan.size_bytes // BYTES_PER_WORKER)
        pool.prepare(Reading(plan.options), n_workers)
        for event in read_by_pool(plan, pool, context, "reading"):
            yield from [event.failure] if isinstance(event, Lost) else event.value


def read_anew(path: str, member: str, context: JobContext) -> Document:
    """Read a file up to the document that was meant; one that cannot be read, or is there no more, is an error."""
    if not Path(path).exists():
        raise SourceError(path, "missing")
    with closing(read_sources([Path(path)], SourceOptions(), context)) as found:
        for extracted in found:
            if extracted.member != member:
                continue
            if isinstance(extracted, Document):
                return extracted
            raise SourceError(extracted.member or extracted.path, extracted.reason, extracted.detail)
    raise SourceError(path, "vanished")
