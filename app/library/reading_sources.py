"""Reading stored documents anew from the files that they came from: a file has changed, or is read better now.

Labels and weights stay, and the whole can be undone. What a mailbox or an archive holds at the place of a document is
taken only where it is evidently the same mail; rows of tables have nothing to know them by, and are left as they are.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import field
from pathlib import Path
from typing import TypeAlias

from app.domain.documents import Document, Extracted, Failure, SourceOptions
from app.domain.errors import SourceError
from app.domain.jobs import JobContext
from app.domain.records import Heading
from app.library.classifying import BYTES_PER_WORKER, read_by_pool, reading_for
from app.library.extraction import ExtractedBatch, Extraction, extract
from app.library.importing import check_sources, previewed
from app.library.reading import STANDARD_INPUT, documents_of_given, documents_or_error
from app.library.saved_models import reading_options
from app.library.workers import Batch, Lost, WorkerPool, worker_count
from app.readers.batches import Reading, read_batches
from app.readers.source_planning import plan_source
from app.store.document_packing import PackedDocument, unpacked
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.lazy_dataclasses import dataclass


def given_documents(workspace: Place, model: str | None, files: Sequence[Path], kind: str) -> list[Document]:
    """Every document of the files; one that cannot be read stops the command before anything is changed."""
    options = reading_options(workspace, model, kind)  # type: ignore[arg-type] # click has checked it
    found: list[Document] = []
    for path in files:
        if path != Path(STANDARD_INPUT):
            check_sources([path])
        found += documents_or_error(list(documents_of_given(path, options)))
    return found


Spot: TypeAlias = tuple[str, str]
"""A path, and the member of what is there."""
MOST_WORKERS_FILES = 8
"""So many files are worth another worker process."""


@dataclass(frozen=True, slots=True)
class ReadAgain:
    """The outcome of reading documents anew."""

    n_same: int = 0
    """Documents that are read as they were."""
    now: Mapping[int, int] = field(default_factory=dict)
    """Documents that are read otherwise, with the numbers that they have since."""
    left: tuple[Failure, ...] = ()
    """Documents that stay as they were read before, and why."""


def read_again(workspace: Place, numbers: Sequence[int], context: JobContext) -> ReadAgain:
    """Read documents anew; nothing changes until all of them are read."""
    with reading(workspace) as opened:
        headings = opened.documents.headings(numbers)
    spots = {(one.path, one.member): one for one in headings if Path(one.path).is_file()}
    missing = [one for one in headings if (one.path, one.member) not in spots]
    found: dict[int, PackedDocument] = {}
    failures: dict[Spot, Failure] = {}
    seen: set[int] = set()
    for batch in read_files(sorted({path for path, _ in spots}), workspace, context):
        failures |= {(each.path, each.member): each for each in batch.failures}
        at = ((spots.get((document.path, document.member)), document) for document in batch.documents)
        met = {one.number: document for one, document in at if one is not None and _is_of(one, document)}
        seen |= met.keys()
        with reading(workspace) as opened:
            found |= {number: document for number, document in met.items() if _is_other(opened, number, document)}
    left = [_left(one, "gone") for one in missing]
    left += [failures.get(spot, _left(one, "not-in-file")) for spot, one in spots.items() if one.number not in seen]
    now: dict[int, int] = {}
    if found:
        with writing(workspace) as opened:
            now = opened.editing.read_again(found)
    return ReadAgain(len(seen) - len(found), now, tuple(left))


def read_files(
    paths: Sequence[str], workspace: Place, context: JobContext, options: SourceOptions | None = None
) -> Iterator[ExtractedBatch]:
    """Yield what worker processes read of some files."""
    if not paths:
        return
    files = [Path(path) for path in paths]
    plan = plan_source(files, options or SourceOptions(), lambda: context.checkpoint(phase="looking"))
    n_workers = min(worker_count(has_window=True), 1 + len(paths) // MOST_WORKERS_FILES)
    with WorkerPool(extract, Extraction(reading_for(plan.options, workspace), None), n_workers=n_workers) as pool:
        for event in read_by_pool(plan, pool, context, "reading"):
            if isinstance(event, Batch):
                yield event.value
            else:
                yield ExtractedBatch((), (event.failure,), Extraction(Reading(), None).counting.count([]))


def _is_of(one: Heading, document: PackedDocument) -> bool:
    """Tell whether a reading is of a document: a file is known by its path, a mail among others by date or subject."""
    if document.kind == "row":
        return False
    has_same_date = one.date_s is not None and one.date_s == document.date_s
    return not one.member or has_same_date or (one.title, one.sender) == (document.title, document.sender)


def _is_other(workspace: Workspace, number: int, document: PackedDocument) -> bool:
    """Tell whether a reading says anything else than the document that is kept."""
    kept, read = workspace.documents.get(number).document, unpacked(document.body)
    before = (kept.text, dict(kept.fields), kept.attachments, kept.title, kept.sender, kept.date_s)
    return before != (read.text, dict(read.fields), read.attachments, document.title, document.sender, document.date_s)


def _left(one: Heading, reason: str) -> Failure:
    return Failure(one.path or one.title, one.member if one.path else "", reason)


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
