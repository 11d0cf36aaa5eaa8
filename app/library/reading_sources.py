"""Read documents from files for commands, and read stored documents again from their source files.

Reading again keeps labels and weights, and can be undone. A member of a mailbox or archive replaces the stored document
only if its date, or its subject and sender, are the same. Rows of tables cannot be identified, and stay unchanged.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from app.domain.documents import Document, Extracted, Failure, SourceOptions
from app.domain.errors import SourceError
from app.domain.jobs import JobContext
from app.domain.records import DocumentHeading
from app.library.classifying import BYTES_PER_WORKER, read_with_pool, reading_settings_for
from app.library.extraction import ExtractedBatch, ExtractionSettings, extract
from app.library.importing import check_sources, plan_sources
from app.library.reading import STANDARD_INPUT, documents_of_path_or_stdin, documents_or_error
from app.library.saved_models import reading_options
from app.library.workers import LostPosition, WorkerPool, YieldedValue, worker_count
from app.readers.reading import ReadingSettings, read_batches
from app.readers.sources import plan_source
from app.store.document_packing import PackedDocument, unpack_document
from app.store.workspace import Workspace, WorkspaceSource, open_for_reading, open_for_writing


def read_given_documents(
    workspace: WorkspaceSource, model: str | None, files: Sequence[Path], kind: str
) -> list[Document]:
    """Read every document of the files for a model. Raise SourceError for the first unreadable document."""
    options = reading_options(workspace, model, kind)  # type: ignore[arg-type] # click has checked it
    documents: list[Document] = []
    for path in files:
        if path != Path(STANDARD_INPUT):
            check_sources([path])
        documents += documents_or_error(list(documents_of_path_or_stdin(path, options)))
    return documents


DocumentLocation: TypeAlias = tuple[str, str]
"""(path of a file, member in that file)."""
FILES_PER_WORKER = 8
"""Number of files for which one more worker is started."""


@dataclass(frozen=True, slots=True)
class RereadReport:
    """Result of reading documents again."""

    n_same: int = 0
    """Number of documents that did not change."""
    new_number_by_old: Mapping[int, int] = field(default_factory=dict)
    """Maps the old number of each changed document to its new number."""
    failures: tuple[Failure, ...] = ()
    """The documents that could not be read again, with the reasons. Their stored texts stay."""


def reread_documents(workspace: WorkspaceSource, numbers: Sequence[int], context: JobContext) -> RereadReport:
    """Read documents again from their files, then replace those that changed in one transaction."""
    with open_for_reading(workspace) as opened:
        headings = opened.documents.headings(numbers)
    spots = {(heading.path, heading.member): heading for heading in headings if Path(heading.path).is_file()}
    missing = [heading for heading in headings if (heading.path, heading.member) not in spots]
    found: dict[int, PackedDocument] = {}
    failures: dict[DocumentLocation, Failure] = {}
    seen: set[int] = set()
    for batch in read_files(sorted({path for path, _ in spots}), workspace, context):
        failures |= {(failure.path, failure.member): failure for failure in batch.failures}
        candidates = ((spots.get((document.path, document.member)), document) for document in batch.documents)
        matches = {
            heading.number: document
            for heading, document in candidates
            if heading is not None and _is_reading_of(heading, document)
        }
        seen |= matches.keys()
        with open_for_reading(workspace) as opened:
            found |= {
                number: document for number, document in matches.items() if _has_changed(opened, number, document)
            }
    left = [_make_failure(heading, "gone") for heading in missing]
    left += [
        failures.get(spot, _make_failure(heading, "not-in-file"))
        for spot, heading in spots.items()
        if heading.number not in seen
    ]
    now: dict[int, int] = {}
    if found:
        with open_for_writing(workspace) as opened:
            now = opened.editing.read_again(found)
    return RereadReport(len(seen) - len(found), now, tuple(left))


def read_files(
    paths: Sequence[str], workspace: WorkspaceSource, context: JobContext, options: SourceOptions | None = None
) -> Iterator[ExtractedBatch]:
    """Yield the documents of some files, and the failures, as worker processes read them. No words are counted."""
    if not paths:
        return
    files = [Path(path) for path in paths]
    plan = plan_source(
        files, options or SourceOptions(), lambda: context.checkpoint(phase="looking for the files to read")
    )
    n_workers = min(worker_count(has_window=True), 1 + len(paths) // FILES_PER_WORKER)
    with WorkerPool(
        extract, ExtractionSettings(reading_settings_for(plan.options, workspace), None), n_workers=n_workers
    ) as pool:
        for event in read_with_pool(plan, pool, context, "reading"):
            if isinstance(event, YieldedValue):
                yield event.value
            else:
                yield ExtractedBatch(
                    (), (event.failure,), ExtractionSettings(ReadingSettings(), None).counter.count([])
                )


def _is_reading_of(heading: DocumentHeading, document: PackedDocument) -> bool:
    """Return whether `document`, read from the location of a stored document, is that document.

    This is always true for a whole file. A mail in a mailbox must have the same date, or the same subject and sender.
    """
    if document.kind == "row":
        return False
    has_same_date = heading.date_s is not None and heading.date_s == document.date_s
    return not heading.member or has_same_date or (heading.title, heading.sender) == (document.title, document.sender)


def _has_changed(workspace: Workspace, number: int, document: PackedDocument) -> bool:
    """Return whether a document that was read again differs from the stored document `number`."""
    stored, read = workspace.documents.get(number).document, unpack_document(document.body)
    stored_facts = (stored.text, dict(stored.fields), stored.attachments, stored.title, stored.sender, stored.date_s)
    return stored_facts != (
        read.text,
        dict(read.fields),
        read.attachments,
        document.title,
        document.sender,
        document.date_s,
    )


def _make_failure(heading: DocumentHeading, reason: str) -> Failure:
    return Failure(heading.path or heading.title, heading.member if heading.path else "", reason)


def read_sources(
    sources: Sequence[Path], options: SourceOptions, context: JobContext
) -> Generator[Extracted, None, None]:
    """Yield the documents of the sources in order, read by worker processes; a Failure for each unreadable one."""
    with WorkerPool(read_batches) as pool:
        pool.start_early()
        plan = plan_sources(sources, options, context)
        n_workers = min(worker_count(has_window=False), 1 + plan.size_bytes // BYTES_PER_WORKER)
        pool.prepare(ReadingSettings(plan.options), n_workers)
        for event in read_with_pool(plan, pool, context, "reading"):
            yield from [event.failure] if isinstance(event, LostPosition) else event.value


def read_member(path: str, member: str, context: JobContext) -> Document:
    """Read a member of a file; raise SourceError if it cannot be read or does not exist."""
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
