"""Sources read document by document without a workspace, as an import would read them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from pathlib import Path

from app.domain.documents import Extracted, ReadLimits, SourceOptions
from app.domain.jobs import JobContext
from app.readers.batches import Reading, read_batches
from app.readers.sources import work_items
from app.services.judging.source_judging import BYTES_PER_WORKER
from app.services.library.importing import previewed
from app.services.work.workers import Batch, FinishedItem, Lost, WorkerPool, worker_count

LIMITS = ReadLimits()


def read_sources(
    sources: Sequence[Path], options: SourceOptions, context: JobContext, limits: ReadLimits = LIMITS
) -> Generator[Extracted, None, None]:
    """Read every document of the sources in worker processes, in their order; what cannot be read is a Failure."""
    with WorkerPool(read_batches, limits=limits) as pool:
        pool.start_ahead()
        plan = previewed(sources, options, context)
        pool.prepare(
            Reading(plan.options, limits), min(worker_count(has_window=False), 1 + plan.size_bytes // BYTES_PER_WORKER)
        )
        done_bytes = 0

        def checkpoint() -> None:
            context.checkpoint(done_bytes, plan.size_bytes, "reading")

        for event in pool.run(work_items(plan.sources, plan.options), checkpoint):
            if isinstance(event, FinishedItem):
                done_bytes += event.item.size_bytes
            elif isinstance(event, Lost):
                yield event.failure
            elif isinstance(event, Batch):
                yield from event.value
