"""Reading stored documents anew from the files that they came from: a file has changed, or is read better now.

Labels and weights stay, and the whole can be undone. What a mailbox or an archive holds at the place of a document is
taken only where it is evidently the same mail; rows of tables have nothing to know them by, and are left as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TypeAlias

from app.domain.documents import Failure, SourceOptions
from app.domain.jobs import JobContext
from app.domain.records import Heading
from app.readers.batches import Reading
from app.readers.source_planning import plan_source
from app.services.judging.source_judging import read_by_pool, reading_for
from app.services.work.extraction import ExtractedBatch, Extraction, extract
from app.services.work.workers import Batch, WorkerPool, worker_count
from app.store.file.document_packing import PackedDocument, unpacked
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.lazy_dataclasses import dataclass

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
