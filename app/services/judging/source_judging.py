"""Sources judged by a model: read and counted by worker processes, scored here, a batch at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import field
from pathlib import Path

from app.domain.documents import Document, Failure, ReadLimits, SourceOptions
from app.domain.errors import StoreError
from app.domain.jobs import JobContext
from app.domain.use_case_results import DroppedItem, Verdict
from app.readers.batches import Reading
from app.readers.parsers import no_known_page
from app.readers.source_planning import SourcePlan, plan_source, work_items
from app.services.library.importing import check_sources
from app.services.training.document_features import (
    CountedFeatures,
    has_columns,
    packed_rows,
    with_columns,
    without_misread,
)
from app.services.work.extraction import ExtractedBatch, Extraction, extract
from app.services.work.workers import Batch, FinishedItem, Lost, WorkerPool, worker_count
from app.store.corpora import tidied_name
from app.store.file.document_packing import PackedDocument
from app.store.recognised_pages import PackedPage, PagesKnownTo
from app.store.workspace import Place, path_of, writing
from nbengine.lazy_dataclasses import dataclass
from nbengine.models.model import Model
from nbengine.trust.verdicts import Verdicts

BYTES_PER_WORKER = 2 << 20


@dataclass(frozen=True, slots=True)
class JudgingOrder:
    """An order to judge: which sources, and how to read them."""

    sources: tuple[Path, ...]
    options: SourceOptions = field(default_factory=SourceOptions)
    limits: ReadLimits = field(default_factory=ReadLimits)
    has_window: bool = False
    workspace: Place | None = None
    """Knows pages that were read off their pictures, and keeps those that are read now."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedBatch:
    """Some documents with their verdicts, row by row, and what could not be read on the way."""

    documents: tuple[PackedDocument, ...]
    counted: CountedFeatures
    verdicts: Verdicts
    failures: tuple[Failure, ...] = ()


def judged_batches(model: Model, order: JudgingOrder, context: JobContext) -> Iterator[JudgedBatch]:
    """Judge every document of the sources, in their order."""
    check_sources(order.sources)
    with WorkerPool(extract, limits=order.limits) as pool:
        pool.start_ahead()
        plan = plan_source(order.sources, table_options(model, order.options))
        rules = model.recipe.rules if model.statistics.text is not None else None
        read = reading_for(plan.options, order.workspace, order.limits)
        worth = 1 + plan.size_bytes // BYTES_PER_WORKER
        n_workers = min(worker_count(has_window=order.has_window), worth)
        pool.prepare(Extraction(read, rules, keeps_bodies=False), n_workers)
        yield from judged_by_pool(model, plan, pool, context, order.workspace)


def reading_for(options: SourceOptions, workspace: Place | None, limits: ReadLimits | None = None) -> Reading:
    """Reading by some options; pages that a workspace knows are not read off their pictures again."""
    known = no_known_page if workspace is None else PagesKnownTo(path_of(workspace))
    return Reading(options, limits or ReadLimits(), known_page=known)


def judged_by_pool(
    model: Model, plan: SourcePlan, pool: WorkerPool, context: JobContext, workspace: Place | None = None
) -> Iterator[JudgedBatch]:
    """Judge what workers send."""
    for event in read_by_pool(plan, pool, context, "classifying"):
        if isinstance(event, Lost):
            yield judged_batch(model, None, (event.failure,))
            continue
        if workspace is not None and event.value.pages:
            keep_pages(workspace, event.value.pages)
        yield judged_batch(model, event.value, event.value.failures)


def read_by_pool(plan: SourcePlan, pool: WorkerPool, context: JobContext, phase: str) -> Iterator[Batch | Lost]:
    """Yield what workers send of a source, and what none of them survived; say how far they are."""
    done_bytes = 0

    def checkpoint() -> None:
        context.checkpoint(done_bytes, plan.size_bytes, phase)

    for event in pool.run(work_items(plan.sources, plan.options), checkpoint):
        if isinstance(event, FinishedItem):
            done_bytes += event.item.size_bytes
        else:
            yield event


def keep_pages(workspace: Place, pages: Sequence[PackedPage]) -> None:
    """Keep pages that were read off their pictures; where they cannot be kept now, they are read again another time."""
    with suppress(StoreError), writing(workspace) as opened, opened.without_waiting():
        opened.pages.keep(pages)


def judged_batch(model: Model, batch: ExtractedBatch | None, failures: Sequence[Failure]) -> JudgedBatch:
    """Bring counts to the model's columns and judge them."""
    documents = () if batch is None else batch.documents
    counted_text = None
    if model.statistics.text is not None:
        counted_text = model.count([]) if batch is None else model.adopt(batch.counts, batch.vocabulary)
    counted = with_columns(model, counted_text, packed_rows(documents), grow=False)
    counted = without_misread(counted, [document.sureness for document in documents])
    return JudgedBatch(documents, counted, judge(model, counted), tuple(failures))


def judge(model: Model, counted: CountedFeatures) -> Verdicts:
    """Verdicts of features over the model's columns; unknown words are told apart."""
    is_text_alone = counted.text is not None and counted.features.numbers is None and counted.features.choices is None
    return model.judge(counted.text if counted.text is not None and is_text_alone else counted.features)


def table_options(model: Model, options: SourceOptions) -> SourceOptions:
    """Return options for a model of a table: the columns it was trained on are read, whatever else a table has."""
    if not has_columns(model):
        return options
    return SourceOptions(
        kind="table",
        labels_from=options.labels_from,
        label=options.label,
        text_column=options.text_column,
        label_column=options.label_column,
        numeric_columns=model.table.numbers,
        categorical_columns=model.table.choices,
        weight_column=options.weight_column,
        has_header_row=options.has_header_row,
    )


def labels_of(batches: Sequence[JudgedBatch]) -> list[str | None]:
    """The labels that the documents came with, in order, written as an import would have kept them."""
    return [tidied_name(document.label) for batch in batches for document in batch.documents]


ReadBatch = tuple[Sequence[Verdict], Sequence[Document | None], Sequence[Failure | None]]
Places = Collection[tuple[str, str]]
"""Pairs of a path and a member of what is there."""


def files_of(places: Places) -> list[Path]:
    """List the files of some places that are there, each once."""
    return [path for path in dict.fromkeys(Path(path) for path, _ in places) if path.is_file()]


def those_at(places: Places, read: ReadBatch) -> ReadBatch:
    """Pick from what was read what lies at these places; all of it where none are named."""
    if not places:
        return read
    rows = [row for row in zip(*read, strict=True) if (row[0].path, row[0].member) in places]
    return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]


def labels_at(places: Places, read: Iterable[ReadBatch]) -> dict[tuple[str, str], str | None]:
    """Return the label judged at each of these places; what was not read is left out."""
    found = (verdict for batch in read for verdict in those_at(places, batch)[0])
    return {(verdict.path, verdict.member): verdict.label for verdict in found if not verdict.error}


def outdated(laid: Iterable[DroppedItem], anew: Sequence[DroppedItem]) -> set[int]:
    """Return the numbers of items whose places lie there anew; what was pasted has none."""
    places = {(item.verdict.path, item.verdict.member) for item in anew if item.verdict.path}
    fresh = {item.number for item in anew}
    return {one.number for one in laid if (one.verdict.path, one.verdict.member) in places} - fresh
