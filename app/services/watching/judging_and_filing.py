"""Reads and judges files that arrived, and files what is due.

Mail is read by our own reader, anything else in worker processes that may die of it. Filing goes a place at a time, by
the plan, the journal and the undo of any other filing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from app.domain.documents import Document, Extracted, Failure, SourceOptions
from app.domain.errors import BusyWorkspace, ModelError
from app.domain.jobs import JobContext
from app.domain.records import Arrival, SeenFile, WatchedPlace, WatchRules
from app.domain.use_case_results import Verdict
from app.readers.mail.mailboxes import CHUNK_BYTES, MAX_MESSAGE_BYTES, message_after
from app.services.engine_errors import engine_errors
from app.services.files.reading_in_process import DocumentReader
from app.services.filing.file_names import named_by_reading
from app.services.filing.filing import file_away, undo
from app.services.filing.filing_plan import Filing, FilingPlan, planned
from app.services.judging.classifying import Heading, LoadedModel, classify_documents, failed_verdict, verdict_rows
from app.services.judging.source_judging import JudgingOrder, judged_batches
from app.services.watching.scanning import is_maildir
from app.store.workspace import Place, Workspace, reading, writing
from nbengine.lazy_dataclasses import dataclass

MAIL = SourceOptions(kind="mail", labels_from="none")
ANYTHING = SourceOptions(labels_from="none")
LARGEST_ADDITION_BYTES = 64 << 20
"""Of a mailbox in one look, and the rest of the mail that begins there; what follows comes with the next look."""


@dataclass(frozen=True, slots=True)
class JudgedArrival:
    """A document that arrived, with its verdict; without a document, the verdict says why it could not be read."""

    path: str
    verdict: Verdict
    document: Heading | None = None


def judged_files(
    loaded: LoadedModel, files: Sequence[SeenFile], context: JobContext, workspace: Place
) -> Iterator[JudgedArrival]:
    """Judge files of any kind."""
    paths = tuple(Path(file.path) for file in files)
    with engine_errors(ModelError, loaded.name):
        for batch in judged_batches(loaded.model, JudgingOrder(paths, ANYTHING, workspace=workspace), context):
            verdicts = verdict_rows(loaded.model, batch.documents, batch.counted, batch.verdicts, 0)
            for verdict, document in zip(verdicts, batch.documents, strict=True):
                yield JudgedArrival(document.path, verdict, document)
            for failure in batch.failures:
                yield JudgedArrival(failure.path, failed_verdict(failure))


def judged_mails(loaded: LoadedModel, files: Sequence[SeenFile]) -> Iterator[JudgedArrival]:
    """Judge files that hold a mail each."""
    with DocumentReader(MAIL) as reader:
        for file in files:
            yield from _judged(loaded, file.path, reader.of_file(file.path))


@dataclass(frozen=True, slots=True)
class Addition:
    """The part of a mailbox that one look takes."""

    path: str
    first: int
    last: int
    """The byte after the last; a mail begins there, or the mailbox ends."""


def addition_to(file: SeenFile, before: SeenFile | None) -> Addition:
    """Return what was added to a mailbox since it was taken before; of much only the beginning, in whole mails."""
    first = before.size_bytes if before is not None and before.size_bytes <= file.size_bytes else 0
    if file.size_bytes - first <= LARGEST_ADDITION_BYTES:
        return Addition(file.path, first, file.size_bytes)
    with open(file.path, "rb") as mailbox:
        return Addition(file.path, first, message_after(mailbox, first + LARGEST_ADDITION_BYTES, file.size_bytes))


def judged_addition(loaded: LoadedModel, addition: Addition) -> Iterator[JudgedArrival]:
    """Judge the mails that were added to a mailbox; one longer than any mail may be is read no further than that."""
    with open(addition.path, "rb") as mailbox:
        mailbox.seek(addition.first)
        n_bytes = min(addition.last - addition.first, LARGEST_ADDITION_BYTES + MAX_MESSAGE_BYTES + CHUNK_BYTES)
        raw = mailbox.read(n_bytes)
    with DocumentReader(MAIL) as reader:
        yield from _judged(loaded, addition.path, reader.of_bytes(raw.lstrip(b"\r\n")))


def _judged(loaded: LoadedModel, path: str, found: Iterator[Extracted]) -> Iterator[JudgedArrival]:
    for extracted in found:
        if isinstance(extracted, Failure):
            yield JudgedArrival(path, failed_verdict(extracted))
        elif isinstance(extracted, Document):
            [verdict] = classify_documents(loaded, [extracted], 0)
            yield JudgedArrival(path, verdict, extracted)


MOST_IN_A_BATCH = 100
MOST_WITH_LAYERS = 8
"""Of files whose text is written into them, which takes seconds a page: what is filed is told of before the rest."""


def file_due(workspace: Place, places: Sequence[WatchedPlace], rules: WatchRules, context: JobContext) -> list[Arrival]:
    """File what is due and return what became of it; beyond the day's limit it waits in the tray."""
    with reading(workspace) as opened:
        due = opened.arrivals.in_states(["due"])
        left = max(rules.most_a_day - opened.arrivals.count(["filed", "put back"], start_of_day_s()), 0)
    if not due or rules.is_paused:
        return []
    done: list[Arrival] = []
    for place in places:
        mine = [arrival for arrival in due if arrival.place == place.path]
        may, over = mine[:left], mine[left:]
        left -= len(may)
        most = MOST_WITH_LAYERS if place.with_layers else MOST_IN_A_BATCH
        for start in range(0, len(may), most):
            done += _filed(workspace, place, may[start : start + most], context)
        if over:
            with writing(workspace) as opened, opened.transaction():
                for arrival in over:
                    opened.arrivals.change(arrival.number, "asked", reason="daily limit")
                done += _again(opened, over)
    return done


def _filed(workspace: Place, place: WatchedPlace, arrivals: Sequence[Arrival], context: JobContext) -> list[Arrival]:
    with writing(workspace) as opened, opened.transaction():
        waiting = [arrival for arrival in arrivals if not _is_filed_already(opened, arrival)]
    filings = [Filing(arrival.number, arrival.path, title=arrival.title, label=arrival.label) for arrival in waiting]
    plan = plan_for(place, filings, workspace, context)
    try:
        report = file_away(workspace, plan, context)
    except BusyWorkspace:  # another program is filing just now: the next look tries again
        return []
    with writing(workspace) as opened, opened.transaction():
        for left_out in plan.left_out:
            state = "gone" if left_out.reason == "vanished" else "failed"
            opened.arrivals.change(left_out.number, state, reason=left_out.reason)  # type: ignore[arg-type] # one of two
        if plan.problem:
            for each in plan.moves:
                opened.arrivals.change(each.number, "asked", reason=plan.problem)
        for each, move in zip(plan.moves, report.moves, strict=bool(report.moves)):
            is_done = move.state == "done"
            reason = "" if is_done else move.reason
            opened.arrivals.change(each.number, "filed" if is_done else "failed", reason=reason, batch=report.batch)
        return _again(opened, arrivals)


def plan_for(place: WatchedPlace, filings: Sequence[Filing], workspace: Place, context: JobContext) -> FilingPlan:
    """Plan the filing of what came to a place, under the names that it gives; mail programs name mail themselves."""
    if not is_maildir(place.path):
        named = named_by_reading(filings, place.names, workspace, context, with_layers=place.with_layers)
        filings = [filing for filing, _ in named]
    return planned(filings, Path(place.file_to), context=context)


def _is_filed_already(workspace: Workspace, arrival: Arrival) -> bool:
    """Note what a kill left unsaid: the file has gone to its folder, and the journal knows."""
    is_gone = not os.path.lexists(arrival.path)
    batch = workspace.journal.batch_of(arrival.path, since_s=arrival.arrived_at) if is_gone else None
    if batch is not None:
        workspace.arrivals.change(arrival.number, "filed", batch=batch)
    return batch is not None


def _again(workspace: Workspace, arrivals: Sequence[Arrival]) -> list[Arrival]:
    found = (workspace.arrivals.get(arrival.number) for arrival in arrivals)
    return [arrival for arrival in found if arrival is not None]


def put_back(workspace: Place, numbers: Sequence[int], context: JobContext) -> list[Arrival]:
    """Bring back files that were filed; that teaches nothing, and they are never filed again unasked."""
    with reading(workspace) as opened:
        arrivals = [arrival for number in numbers if (arrival := opened.arrivals.get(number)) is not None]
    for batch in sorted({arrival.batch for arrival in arrivals if arrival.batch is not None}):
        undo(workspace, batch, context, only={arrival.path for arrival in arrivals if arrival.batch == batch})
    with writing(workspace) as opened, opened.transaction():
        for arrival in arrivals:
            if arrival.state == "filed" and os.path.lexists(arrival.path):
                opened.arrivals.change(arrival.number, "put back")
        return _again(opened, arrivals)


def put_back_day(workspace: Place, context: JobContext) -> list[Arrival]:
    """Bring back all that was filed today."""
    today_s = start_of_day_s()
    with reading(workspace) as opened:
        filed = [arrival.number for arrival in opened.arrivals.in_states(["filed"]) if arrival.changed_at >= today_s]
    return put_back(workspace, filed, context)


def start_of_day_s() -> float:
    """Return the moment at which this day began here."""
    return datetime.fromtimestamp(time.time()).replace(hour=0, minute=0, second=0, microsecond=0).timestamp()
